//! From the syntax tree to isl, through affine expressions: isl never sees a text.
//!
//! A conjunction of comparisons between quasi-affine expressions becomes one basic set. Its
//! integer divisions are known to isl as such, which keeps later questions fast. Only `min`, `max`,
//! `!=`, `or` and `not` make unions.

use super::tree::{Comparator, Expr, Formula, Name, Piece, Tree, Variable};
use crate::ffi::isl::{
    Affine, BasicSet, Context, Dims, IslError, Map, PiecewiseAffine, Set, Space,
};

/// The pairs of `tree`.
pub(super) fn lower(context: &Context, tree: &Tree) -> Result<Map, IslError> {
    let mut union: Option<Map> = None;
    for piece in &tree.pieces {
        let map = lower_piece(context, &tree.parameters, piece)?;
        union = Some(match union {
            Some(pieces) => pieces.union(map)?,
            None => map,
        });
    }
    Ok(union.expect("a relation has at least one piece"))
}

fn lower_piece(context: &Context, parameters: &[Name], piece: &Piece) -> Result<Map, IslError> {
    let n_inputs = piece.domain.dims.len();
    let n_outputs = piece.range.dims.len();
    let space = space(context, parameters, piece)?;
    let lowering = Lowering { space: space.clone(), n_inputs, n_outputs };
    let mut conjunction = lowering.conjunction(0)?;
    for (position, dim) in piece.domain.dims.iter().enumerate() {
        if let Some(value) = &dim.value {
            conjunction.add_value(Variable::Input(position), value)?;
        }
    }
    for (position, dim) in piece.range.dims.iter().enumerate() {
        if let Some(value) = &dim.value {
            conjunction.add_value(Variable::Output(position), value)?;
        }
    }
    conjunction.add(&piece.formula)?;
    conjunction.into_set()?.with_space(space.wrap()?)?.unwrap_map()
}

/// The space of a piece, with the names that its author gave.
fn space(context: &Context, parameters: &[Name], piece: &Piece) -> Result<Space, IslError> {
    let n_outputs = piece.range.dims.len();
    let mut space = Space::map(context, parameters.len(), piece.domain.dims.len(), n_outputs)?;
    for (position, name) in parameters.iter().enumerate() {
        space = space.with_name(Dims::Parameters, position, name)?;
    }
    for (dims, tuple) in [(Dims::Inputs, &piece.domain), (Dims::Outputs, &piece.range)] {
        if let Some(name) = &tuple.name {
            space = space.with_tuple_name(dims, name)?;
        }
        for (position, dim) in tuple.dims.iter().enumerate() {
            if let Some(name) = &dim.name {
                // isl adds the primes by itself, where names would be equal.
                space = space.with_name(dims, position, name.trim_end_matches('\''))?;
            }
        }
    }
    Ok(space)
}

/// How the variables of a piece lie in sets: inputs, then outputs, then bound variables.
struct Lowering {
    space: Space,
    n_inputs: usize,
    n_outputs: usize,
}

/// An affine expression in the making: isl is asked once for all of its linear part.
struct Sum<'a> {
    space: &'a Space,
    constant: i64,
    linear: Vec<(Dims, usize, i64)>,
    rest: Option<Affine>,
}

impl<'a> Sum<'a> {
    fn new(space: &'a Space) -> Self {
        Sum { space, constant: 0, linear: Vec::new(), rest: None }
    }

    fn into_affine(self) -> Result<Affine, IslError> {
        let linear = Affine::linear(self.space, self.constant, self.linear)?;
        match self.rest {
            Some(rest) => linear.plus(rest),
            None => Ok(linear),
        }
    }
}

/// A conjunction in the making, over the inputs, the outputs and `n_bound` bound variables.
struct Conjunction<'a> {
    lowering: &'a Lowering,
    space: Space,
    n_bound: usize,
    /// None after an error only.
    basic: Option<BasicSet>,
    /// Members that are not conjunctions of inequalities.
    others: Vec<Set>,
}

impl Lowering {
    fn conjunction(&self, n_bound: usize) -> Result<Conjunction<'_>, IslError> {
        let space = self.space.set_with_parameters(self.n_inputs + self.n_outputs + n_bound)?;
        let basic = Some(BasicSet::universe(&space)?);
        Ok(Conjunction { lowering: self, space, n_bound, basic, others: Vec::new() })
    }

    fn formula(&self, formula: &Formula, n_bound: usize) -> Result<Set, IslError> {
        let mut conjunction = self.conjunction(n_bound)?;
        conjunction.add(formula)?;
        conjunction.into_set()
    }

    fn place(&self, variable: Variable) -> (Dims, usize) {
        match variable {
            Variable::Parameter(position) => (Dims::Parameters, position),
            Variable::Input(position) => (Dims::Outputs, position),
            Variable::Output(position) => (Dims::Outputs, self.n_inputs + position),
            Variable::Bound(position) => (Dims::Outputs, self.n_inputs + self.n_outputs + position),
        }
    }

    /// A quasi-affine expression: one without `min` and `max`.
    fn affine(&self, space: &Space, expr: &Expr) -> Result<Affine, IslError> {
        let mut sum = Sum::new(space);
        self.add_to(&mut sum, expr, 1)?;
        sum.into_affine()
    }

    /// Adds `factor * expr`, for an expression that is not piecewise.
    fn add_to(&self, sum: &mut Sum, expr: &Expr, factor: i64) -> Result<(), IslError> {
        let part = match expr {
            Expr::Variable(variable) => {
                let (dims, position) = self.place(*variable);
                sum.linear.push((dims, position, factor));
                return Ok(());
            }
            Expr::Integer(value) => {
                let added = value.checked_mul(factor).and_then(|v| v.checked_add(sum.constant));
                if let Some(added) = added {
                    sum.constant = added;
                    return Ok(());
                }
                // isl's numbers have no limit: what does not fit here is added there.
                Affine::linear(sum.space, *value, [])?
            }
            Expr::Sum(terms) => {
                return terms.iter().try_for_each(|term| self.add_to(sum, term, factor));
            }
            Expr::Multiply(inner_factor, inner) => match inner_factor.checked_mul(factor) {
                Some(product) => return self.add_to(sum, inner, product),
                None => self.affine(sum.space, inner)?.times(*inner_factor)?,
            },
            Expr::Floor(inner, divisor) => {
                self.affine(sum.space, inner)?.floor_divided(*divisor)?
            }
            Expr::Ceil(inner, divisor) => self.affine(sum.space, inner)?.ceil_divided(*divisor)?,
            Expr::Modulo(inner, modulus) => self.affine(sum.space, inner)?.modulo(*modulus)?,
            Expr::Minimum(_) | Expr::Maximum(_) => unreachable!("the expression is not piecewise"),
        };
        let part = if factor == 1 { part } else { part.times(factor)? };
        sum.rest = Some(match sum.rest.take() {
            Some(rest) => rest.plus(part)?,
            None => part,
        });
        Ok(())
    }

    fn piecewise(&self, space: &Space, expr: &Expr) -> Result<PiecewiseAffine, IslError> {
        if !expr.is_piecewise() {
            return self.affine(space, expr)?.into_piecewise();
        }
        let fold = |operands: &[Expr],
                    join: fn(
            PiecewiseAffine,
            PiecewiseAffine,
        ) -> Result<PiecewiseAffine, IslError>| {
            let mut joined: Option<PiecewiseAffine> = None;
            for operand in operands {
                let operand = self.piecewise(space, operand)?;
                joined = Some(match joined {
                    Some(before) => join(before, operand)?,
                    None => operand,
                });
            }
            Ok(joined.expect("a sum, minimum or maximum has an operand"))
        };
        match expr {
            Expr::Integer(_) | Expr::Variable(_) => unreachable!("not piecewise"),
            Expr::Multiply(factor, inner) => self.piecewise(space, inner)?.times(*factor),
            Expr::Sum(terms) => fold(terms, PiecewiseAffine::plus),
            Expr::Floor(inner, divisor) => self.piecewise(space, inner)?.floor_divided(*divisor),
            Expr::Ceil(inner, divisor) => self.piecewise(space, inner)?.ceil_divided(*divisor),
            Expr::Modulo(inner, modulus) => self.piecewise(space, inner)?.modulo(*modulus),
            Expr::Minimum(operands) => fold(operands, PiecewiseAffine::minimum),
            Expr::Maximum(operands) => fold(operands, PiecewiseAffine::maximum),
        }
    }
}

impl Conjunction<'_> {
    /// Adds `variable = value`.
    fn add_value(&mut self, variable: Variable, value: &Expr) -> Result<(), IslError> {
        self.compare(&Expr::Variable(variable), Comparator::Equal, value)
    }

    fn add(&mut self, formula: &Formula) -> Result<(), IslError> {
        match formula {
            Formula::True => {}
            Formula::False => self.others.push(Set::empty(&self.space)?),
            Formula::Compare(chain) => {
                for (left, operator, right) in chain.pairs() {
                    self.compare(left, operator, right)?;
                }
            }
            Formula::And(members) => {
                for member in members {
                    self.add(member)?;
                }
            }
            Formula::Or(members) => {
                let mut union = Set::empty(&self.space)?;
                for member in members {
                    union = union.union(self.lowering.formula(member, self.n_bound)?)?;
                }
                self.others.push(union);
            }
            Formula::Not(inner) => {
                self.others.push(self.lowering.formula(inner, self.n_bound)?.complement()?);
            }
            Formula::Exists(dims, body) => {
                let mut inside = self.lowering.conjunction(self.n_bound + dims.len())?;
                for (offset, dim) in dims.iter().enumerate() {
                    if let Some(value) = &dim.value {
                        inside.add_value(Variable::Bound(self.n_bound + offset), value)?;
                    }
                }
                inside.add(body)?;
                let first = self.lowering.n_inputs + self.lowering.n_outputs + self.n_bound;
                let set = inside.into_set()?.project_out(first, dims.len())?;
                self.others.push(set.with_space(self.space.clone())?);
            }
        }
        Ok(())
    }

    fn compare(&mut self, left: &Expr, operator: Comparator, right: &Expr) -> Result<(), IslError> {
        if operator == Comparator::NotEqual || left.is_piecewise() || right.is_piecewise() {
            return self.compare_piecewise(left, operator, right);
        }
        // What is to be 0, or not negative: an inequality is `greater - lesser - strict`.
        let (lesser, greater, strict) = match operator {
            Comparator::Less => (left, right, 1),
            Comparator::LessOrEqual => (left, right, 0),
            Comparator::Greater => (right, left, 1),
            Comparator::GreaterOrEqual => (right, left, 0),
            Comparator::Equal | Comparator::NotEqual => (left, right, 0),
        };
        let is_zero = operator == Comparator::Equal;
        let mut difference = Sum::new(&self.space);
        self.lowering.add_to(&mut difference, &Expr::Integer(strict), -1)?;
        self.lowering.add_to(&mut difference, greater, 1)?;
        self.lowering.add_to(&mut difference, lesser, -1)?;
        let difference = difference.into_affine()?;
        // Taken out, not copied: isl changes an object in place if it has no other owner.
        let basic = self.basic.take().expect("an error ends the lowering");
        self.basic = Some(if is_zero {
            basic.with_zero(difference)?
        } else {
            basic.with_non_negative(difference)?
        });
        Ok(())
    }

    fn compare_piecewise(
        &mut self,
        left: &Expr,
        operator: Comparator,
        right: &Expr,
    ) -> Result<(), IslError> {
        let left = self.lowering.piecewise(&self.space, left)?;
        let right = self.lowering.piecewise(&self.space, right)?;
        self.others.push(match operator {
            Comparator::Less => left.less(right)?,
            Comparator::LessOrEqual => left.at_most(right)?,
            Comparator::Greater => right.less(left)?,
            Comparator::GreaterOrEqual => right.at_most(left)?,
            Comparator::Equal => left.equal(right)?,
            Comparator::NotEqual => left.not_equal(right)?,
        });
        Ok(())
    }

    fn into_set(self) -> Result<Set, IslError> {
        let mut set = self.basic.expect("an error ends the lowering").into_set()?;
        for other in self.others {
            set = set.intersect(other)?;
        }
        Ok(set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::relation::Relation;

    /// Checks that isl's own parser and this lowering make the same of `text`, and of what is
    /// printed for it; and that what isl prints is read back as the same map.
    #[track_caller]
    fn check(text: &str) {
        let context = Context::new(1_000_000);
        let expected = Map::from_isl_text(&context, text).expect(text);
        let relation: Relation = text.parse().unwrap();
        let map = lower(&context, relation.tree()).unwrap();
        assert!(map.is_equal(&expected).unwrap(), "{text} became {}", map.to_isl_text().unwrap());
        assert!(map.has_same_tuples(&expected).unwrap(), "{text}");
        let printed = relation.to_string();
        let again = Map::from_isl_text(&context, &printed).expect(&printed);
        assert!(again.is_equal(&expected).unwrap(), "{text} is printed as {printed}");
        for map in [expected.clone(), expected.clone().simplify().unwrap()] {
            let text = map.to_isl_text().unwrap();
            let read: Relation = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
            let read = lower(&context, read.tree()).unwrap();
            assert!(read.is_equal(&expected).unwrap(), "{text}");
        }
    }

    #[test]
    fn the_lowering_agrees_with_the_parser_of_isl() {
        for text in [
            "{ [i] -> [i] }",
            "{ [] -> [] }",
            "{ [] -> [i] : 0 <= i < 3 }",
            "{ [i] -> [o] : false }",
            "{ [i] -> [o] : true }",
            "{ A[i] -> B[j, k] : j = i and k = 2i + 1 }",
            "[N, M] -> { [i] -> [i + N, M] : 0 <= i < N and M mod 16 = 0 }",
            "{ [i, i] -> [o = 2i, *] : i >= 0 }",
            "{ [i] -> [j] : i = j and i != 3 or not (j >= 2) }",
            "{ [i] -> [j] : not (i = j or i = 2j or i > 7) }",
            "{ [i, j] -> [k] : 0 <= i,j < 4 and k,i+1 <= j,3 }",
            "{ [i] -> [1] : i > 2; [j] -> [j] : j = 2 }",
            "{ [i] -> [j] : exists (e: i = 2e and j = 3e) }",
            "{ [i] -> [j] : exists (e, f = floor(i/3): i + j = 2e + f and e >= 0) or i = 7 }",
            "{ [i] -> [j] : not exists (e: i = 2e) and j = 1 }",
            "{ [i] -> [j] : exists (e: i = 2e and exists (f: e = 3f + j) and 0 <= j < 3) }",
            "{ [i] -> [min(i, 3), max(i, 1, 2)] }",
            "{ [i] -> [2*floor(min(i, 3*i - 4)/2) + ceil(max(i, 0)/3) + (min(i, 2) mod 5)] }",
            "{ [i] -> [j] : min(i, j) <= 3 and max(i, j) > 0 and min(i, 1) != j }",
            "{ [c] -> [7 + 2c + 6*floor(c/8) + 7*floor((-1 - c)/4)] : 0 <= c <= 15 }",
            "{ [i] -> [2i mod 3] }",
            "{ [i] -> [2*i mod 3] }",
            "{ [i] -> [-i mod 3] }",
            "{ [i] -> [-3 mod 2] }",
            "{ [i] -> [2*3 mod 2] }",
            "{ [i] -> [(2i) mod 3] }",
            "{ [i] -> [i % 3 + 4 - 2 - -1] }",
            "{ [i] -> [floord(i, 3) + ceild(2*i + 1, 4)] }",
            "{ [i] -> [i//3] }",
            "{ [i] -> [floor(2*i/4)] }",
            "{ [i] -> [floor(2i/4) + floor(floor(i/2)/3)] }",
            "{ [i] -> [i*2*3] }",
            "{ [i] -> [0*i] }",
            "{ [i] -> [9223372036854775807i - 9223372036854775808] : i > 9223372036854775806 }",
            "{ [i] -> [9223372036854775807 + 9223372036854775807 - 9223372036854775807] }",
            "{ [i] -> [i'] : i' > i }",
            "{ [i] -> [i' = 2i] }",
            "{ [i] -> [o] : i < o < 2i && o >= 4 || i = 3 }",
            "{ [i] -> [o] : i = 0 and i = 1 }",
        ] {
            check(text);
        }
    }

    #[test]
    fn a_layout_of_rank_24_is_lowered_in_milliseconds() {
        use crate::relation::{Facts, Mode, View};

        // Extents 2 and 3 in turn, strides that do not continue one another.
        let modes: Vec<Mode> =
            (0..24).map(|at| Mode::new(2 + at % 2, (at * 7919) % 1009)).collect();
        for view in [View::Integral, View::Natural] {
            let relation = Relation::from_modes(&modes, &[0.into()], &view, &Facts::new()).unwrap();
            let context = Context::new(1_000_000);
            let start = std::time::Instant::now();
            let map = lower(&context, relation.tree()).unwrap();
            let elapsed = start.elapsed();
            println!("{view:?}: {elapsed:?}");
            // A bound for a slow and busy machine; 1 ms is usual.
            assert!(elapsed.as_millis() < 250, "{view:?} took {elapsed:?}");
            assert!(!map.is_empty().unwrap());
        }
    }
}
