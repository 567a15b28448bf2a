//! From the syntax tree to isl, through affine expressions: isl never sees a text.
//!
//! A conjunction of comparisons between quasi-affine expressions becomes one basic set. Its
//! integer divisions are known to isl as such, which keeps later questions fast. Only `min`, `max`,
//! `!=`, `or` and `not` make unions.

use super::tree::{Comparison, Expr, Formula, Name, Piece, Tree, Variable};
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
        let mut constant: i64 = 0;
        let mut linear = Vec::new();
        let mut rest: Option<Affine> = None;
        let terms =
            if let Expr::Sum(terms) = expr { terms.as_slice() } else { std::slice::from_ref(expr) };
        for term in terms {
            let (factor, inner) = match term {
                Expr::Multiply(factor, inner) => (*factor, &**inner),
                inner => (1, inner),
            };
            let other = match inner {
                Expr::Variable(variable) => {
                    let (dims, position) = self.place(*variable);
                    linear.push((dims, position, factor));
                    continue;
                }
                Expr::Integer(value) => match constant.checked_add(*value) {
                    Some(sum) => {
                        constant = sum;
                        continue;
                    }
                    // isl's numbers have no limit: what does not fit here is added there.
                    None => Affine::linear(space, *value, [])?,
                },
                Expr::Sum(_) => self.affine(space, inner)?,
                Expr::Floor(inner, divisor) => {
                    self.affine(space, inner)?.floor_divided(*divisor)?
                }
                Expr::Ceil(inner, divisor) => self.affine(space, inner)?.ceil_divided(*divisor)?,
                Expr::Modulo(inner, modulus) => self.affine(space, inner)?.modulo(*modulus)?,
                Expr::Multiply(..) | Expr::Minimum(_) | Expr::Maximum(_) => {
                    unreachable!("products are folded, and the expression is not piecewise")
                }
            };
            let other = if factor == 1 { other } else { other.times(factor)? };
            rest = Some(match rest {
                Some(sum) => sum.plus(other)?,
                None => other,
            });
        }
        let sum = Affine::linear(space, constant, linear)?;
        match rest {
            Some(rest) => sum.plus(rest),
            None => Ok(sum),
        }
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
        self.compare(&Expr::Variable(variable), Comparison::Equal, value)
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

    fn compare(&mut self, left: &Expr, operator: Comparison, right: &Expr) -> Result<(), IslError> {
        if operator == Comparison::NotEqual || left.is_piecewise() || right.is_piecewise() {
            return self.compare_piecewise(left, operator, right);
        }
        let left = self.lowering.affine(&self.space, left)?;
        let right = self.lowering.affine(&self.space, right)?;
        let one = Affine::linear(&self.space, 1, [])?;
        let (difference, is_zero) = match operator {
            Comparison::Less => (right.minus(left)?.minus(one)?, false),
            Comparison::LessOrEqual => (right.minus(left)?, false),
            Comparison::Greater => (left.minus(right)?.minus(one)?, false),
            Comparison::GreaterOrEqual => (left.minus(right)?, false),
            Comparison::Equal | Comparison::NotEqual => (left.minus(right)?, true),
        };
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
        operator: Comparison,
        right: &Expr,
    ) -> Result<(), IslError> {
        let left = self.lowering.piecewise(&self.space, left)?;
        let right = self.lowering.piecewise(&self.space, right)?;
        self.others.push(match operator {
            Comparison::Less => left.less(right)?,
            Comparison::LessOrEqual => left.at_most(right)?,
            Comparison::Greater => right.less(left)?,
            Comparison::GreaterOrEqual => right.at_most(left)?,
            Comparison::Equal => left.equal(right)?,
            Comparison::NotEqual => left.not_equal(right)?,
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
