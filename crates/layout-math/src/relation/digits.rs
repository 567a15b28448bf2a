//! Relations as sums over digits of their coordinates, on the tree, without isl.
//!
//! A coordinate in [0, n) is cut into digits wherever a division of the formula needs it:
//! `c = x0 + 8*x1` for `floor(c/8)`, if 8 divides n. Over the digits, whose ranges are known, the
//! divisions and remainders of a layout's relation are affine expressions: in
//! `floor((x0 + 8*x1 + 3*16*x2)/8)` what 8 divides comes out, and the rest stays below 8. A
//! remainder modulo 2 of a sum of bits is their parity, which is a bit again. What a relation is
//! after that is read off: the strides of a layout are the coefficients of its digits.
//!
//! Every step is exact, so a result is a proof. Bounded existential variables whose weighted sum is
//! the coordinate are digits too.

mod work;

use std::collections::BTreeMap;

use super::Relation;
use super::tree::{Comparison, Expr, Formula, Piece, Variable};
use work::{Stop, Work};

/// A variable with a known range that expressions are made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// A digit, by its number.
    Digit(usize),
    /// The parity of the digits in the mask, all of extent 2.
    Parity(u128),
}

/// A constant plus multiples of atoms; no multiple is 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(crate) struct Form {
    pub constant: i128,
    pub terms: BTreeMap<Atom, i128>,
}

/// A function on a box of coordinates that begins at 0, over the digits of the coordinates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Digits {
    /// The size of each input.
    pub sizes: Vec<i64>,
    /// The extents of the digits of the integral coordinate (leftmost input fastest), fastest
    /// first. Their product is the number of coordinates.
    pub extents: Vec<i64>,
    pub outputs: Vec<Form>,
}

impl Relation {
    /// The relation over the digits of its coordinates.
    ///
    /// None if the relation is not seen to be such a function, which says nothing about it.
    pub(crate) fn digits(&self) -> Option<Digits> {
        let [piece] = &*self.tree().pieces else { return None };
        if self.parameters().len() > 0 {
            return None;
        }
        let system = System::new(piece)?;
        system.solve(true).or_else(|| system.solve(false))
    }
}

impl Form {
    fn integer(constant: i128) -> Self {
        Form { constant, terms: BTreeMap::new() }
    }

    fn add(&mut self, other: &Form, factor: i128) -> Option<()> {
        self.constant = self.constant.checked_add(other.constant.checked_mul(factor)?)?;
        for (&atom, &coefficient) in &other.terms {
            let coefficient = coefficient.checked_mul(factor)?;
            let sum = self.terms.get(&atom).copied().unwrap_or(0).checked_add(coefficient)?;
            if sum == 0 {
                self.terms.remove(&atom);
            } else {
                self.terms.insert(atom, sum);
            }
        }
        Some(())
    }

    fn times(&self, factor: i128) -> Option<Form> {
        let mut product = Form::default();
        product.add(self, factor)?;
        Some(product)
    }

    /// The quotient, if there is no remainder.
    fn divided(&self, divisor: i128) -> Option<Form> {
        let is_whole =
            self.constant % divisor == 0 && self.terms.values().all(|c| c % divisor == 0);
        is_whole.then(|| Form {
            constant: self.constant / divisor,
            terms: self.terms.iter().map(|(&atom, c)| (atom, c / divisor)).collect(),
        })
    }
}

/// Who a variable is: inputs first, then outputs, then bound variables, each binder's its own.
type Id = usize;

/// One side of a comparison.
enum Side<'a> {
    Variable(Id),
    Expr(&'a Expr),
}

struct Constraint<'a> {
    left: Side<'a>,
    operator: Comparison,
    right: Side<'a>,
    /// The bound variables that are visible, by position.
    scope: Vec<Id>,
}

/// A piece as a list of comparisons that hold together.
struct System<'a> {
    n_inputs: usize,
    n_outputs: usize,
    n_variables: usize,
    constraints: Vec<Constraint<'a>>,
}

impl<'a> System<'a> {
    fn new(piece: &'a Piece) -> Option<Self> {
        let (n_inputs, n_outputs) = (piece.domain.dims.len(), piece.range.dims.len());
        let n_variables = n_inputs + n_outputs;
        let mut system = System { n_inputs, n_outputs, n_variables, constraints: Vec::new() };
        for (id, dim) in piece.domain.dims.iter().chain(&piece.range.dims).enumerate() {
            if let Some(value) = &dim.value {
                system.equation(id, value, &[]);
            }
        }
        system.collect(&piece.formula, &mut Vec::new())?;
        Some(system)
    }

    fn equation(&mut self, id: Id, value: &'a Expr, scope: &[Id]) {
        self.constraints.push(Constraint {
            left: Side::Variable(id),
            operator: Comparison::Equal,
            right: Side::Expr(value),
            scope: scope.to_vec(),
        });
    }

    fn collect(&mut self, formula: &'a Formula, scope: &mut Vec<Id>) -> Option<()> {
        match formula {
            Formula::True => Some(()),
            Formula::And(members) => members.iter().try_for_each(|m| self.collect(m, scope)),
            Formula::Compare(chain) => {
                for (left, operator, right) in chain.pairs() {
                    let (left, right) = (Side::Expr(left), Side::Expr(right));
                    let scope = scope.clone();
                    self.constraints.push(Constraint { left, operator, right, scope });
                }
                Some(())
            }
            Formula::Exists(dims, body) => {
                let outside = scope.len();
                for dim in dims {
                    if let Some(value) = &dim.value {
                        self.equation(self.n_variables, value, scope);
                    }
                    scope.push(self.n_variables);
                    self.n_variables += 1;
                }
                let done = self.collect(body, scope);
                scope.truncate(outside);
                done
            }
            Formula::False | Formula::Or(_) | Formula::Not(_) => None,
        }
    }

    fn id(&self, variable: Variable, scope: &[Id]) -> Option<Id> {
        match variable {
            Variable::Parameter(_) => None,
            Variable::Input(position) => Some(position),
            Variable::Output(position) => Some(self.n_inputs + position),
            Variable::Bound(position) => scope.get(position).copied(),
        }
    }

    /// The variable, if the side is one and nothing else.
    fn lone(&self, side: &Side, scope: &[Id]) -> Option<Id> {
        match side {
            Side::Variable(id) => Some(*id),
            Side::Expr(Expr::Variable(variable)) => self.id(*variable, scope),
            Side::Expr(_) => None,
        }
    }

    /// `low <= variable < high` where both stand in the constraints.
    fn ranges(&self) -> Vec<Option<(i64, i64)>> {
        let mut ranges = vec![(None::<i64>, None::<i64>); self.n_variables];
        for Constraint { left, operator, right, scope } in &self.constraints {
            let number = |side: &Side| match side {
                Side::Expr(Expr::Integer(value)) => Some(*value),
                _ => None,
            };
            let (id, operator, value) = match (self.lone(left, scope), number(right)) {
                (Some(id), Some(value)) => (id, *operator, value),
                _ => match (self.lone(right, scope), number(left)) {
                    (Some(id), Some(value)) => (id, operator.mirrored(), value),
                    _ => continue,
                },
            };
            let (low, high) = match operator {
                Comparison::Less => (None, Some(value)),
                Comparison::LessOrEqual => (None, value.checked_add(1)),
                Comparison::Greater => (value.checked_add(1), None),
                Comparison::GreaterOrEqual => (Some(value), None),
                Comparison::Equal => (Some(value), value.checked_add(1)),
                Comparison::NotEqual => (None, None),
            };
            let range = &mut ranges[id];
            range.0 = range.0.max(low);
            range.1 = match (range.1, high) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            };
        }
        let known = |(low, high): (Option<i64>, Option<i64>)| Some((low?, high?));
        ranges.into_iter().map(known).collect()
    }

    /// Solves for all variables over the digits of the inputs, or over those of the bound
    /// variables with a range.
    fn solve(&self, by_inputs: bool) -> Option<Digits> {
        let ranges = self.ranges();
        let free: Vec<Id> = if by_inputs {
            (0..self.n_inputs).collect()
        } else {
            (self.n_inputs + self.n_outputs..self.n_variables)
                .filter(|&id| ranges[id].is_some())
                .collect()
        };
        let mut digits = Vec::new();
        for &id in &free {
            let (low, high) = ranges[id]?;
            let extent = high.checked_sub(low).filter(|&extent| 1 <= extent)?;
            digits.push(Cut { id, low, extents: vec![extent] });
        }
        loop {
            let work = Work::new(self, &digits)?;
            match work.run() {
                Ok(known) => return self.result(&digits, known),
                Err(Stop::Cut { digit, factor }) => cut(&mut digits, digit, factor)?,
                Err(Stop::Unknown | Stop::Never) => return None,
            }
        }
    }

    /// The outputs over the digits in their order, if the inputs are the numbers they write.
    fn result(&self, cuts: &[Cut], known: Vec<Option<Form>>) -> Option<Digits> {
        let extents: Vec<i64> = cuts.iter().flat_map(|cut| cut.extents.clone()).collect();
        let mut order: Vec<usize> = Vec::new();
        let mut sizes = Vec::new();
        for input in &known[..self.n_inputs] {
            let input = input.as_ref()?;
            let mut terms: Vec<(i128, usize)> = Vec::new();
            for (&atom, &coefficient) in &input.terms {
                let Atom::Digit(digit) = atom else { return None };
                terms.push((coefficient, digit));
            }
            terms.sort_unstable();
            let mut weight = 1_i64;
            for (coefficient, digit) in terms {
                if coefficient != i128::from(weight) || order.contains(&digit) {
                    return None;
                }
                weight = weight.checked_mul(extents[digit])?;
                order.push(digit);
            }
            if input.constant != 0 {
                return None;
            }
            sizes.push(weight);
        }
        let is_used = |digit: &usize| order.contains(digit) || extents[*digit] == 1;
        if !(0..extents.len()).all(|digit| is_used(&digit)) {
            return None;
        }
        let place = |digit: usize| order.iter().position(|&at| at == digit);
        let mut outputs = Vec::new();
        for output in &known[self.n_inputs..self.n_inputs + self.n_outputs] {
            let output = output.as_ref()?;
            let mut form = Form::integer(output.constant);
            for (&atom, &coefficient) in &output.terms {
                let atom = match atom {
                    Atom::Digit(digit) => Atom::Digit(place(digit)?),
                    Atom::Parity(mask) => {
                        let bits = (0..extents.len()).filter(|bit| mask >> bit & 1 == 1);
                        let places = bits.map(|bit| place(bit).map(|at| 1_u128 << at));
                        Atom::Parity(places.sum::<Option<u128>>()?)
                    }
                };
                form.terms.insert(atom, coefficient);
            }
            outputs.push(form);
        }
        let extents = order.iter().map(|&digit| extents[digit]).collect();
        Some(Digits { sizes, extents, outputs })
    }
}

/// A variable that is `low` plus the number that its digits write, fastest first.
struct Cut {
    id: Id,
    low: i64,
    extents: Vec<i64>,
}

/// Cuts a digit, counted over all variables, into one of extent `factor` and the rest.
fn cut(cuts: &mut [Cut], digit: usize, factor: i128) -> Option<()> {
    let factor = i64::try_from(factor).ok()?;
    let mut rest = digit;
    for cut in cuts {
        match cut.extents.get_mut(rest) {
            Some(extent) => {
                *extent /= factor;
                cut.extents.insert(rest, factor);
                return Some(());
            }
            None => rest -= cut.extents.len(),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extents, the terms of the first output and its constant.
    type Read = (Vec<i64>, Vec<(Atom, i128)>, i128);

    fn digits(text: &str) -> Option<Read> {
        let digits = text.parse::<Relation>().unwrap().digits()?;
        let output = &digits.outputs[0];
        let terms = output.terms.iter().map(|(&atom, &c)| (atom, c)).collect();
        Some((digits.extents, terms, output.constant))
    }

    #[test]
    fn divisions_cut_the_coordinate() {
        use Atom::Digit;
        let expected = Some((vec![4, 2, 2], vec![(Digit(0), 2), (Digit(1), 1), (Digit(2), 8)], 0));
        for text in [
            "{ [c] -> [2c - 7*floor(c/4) + 6*floor(c/8)] : 0 <= c < 16 }",
            "{ [c] -> [2*(c mod 4) + (floor(c/4) mod 2) + 8*floor(c/8)] : 0 <= c <= 15 }",
            "{ [c] -> [o] : exists (a, b, d: c = a + 4b + 8d and o = 2a + b + 8d and \
             0 <= a < 4 and 0 <= b,d < 2) }",
            "{ [c] -> [o] : exists (q, r: 4q <= c < 4q + 4 and 2r <= q <= 2r + 1 and \
             o = 2c - 7q + 6r) and 0 <= c < 16 }",
            "{ [c] -> [o] : 0 <= c < 16 and exists (q = floor(c/4), r = floor(q/2): \
             2c + 6r - o = 7q) }",
        ] {
            assert_eq!(digits(text), expected, "{text}");
        }
    }

    #[test]
    fn sums_of_bits_have_a_parity() {
        use Atom::{Digit, Parity};
        assert_eq!(
            digits("{ [c] -> [((c + floor(c/2)) mod 2) + 2*(floor(c/2) mod 2)] : 0 <= c < 8 }"),
            Some((vec![2, 2, 2], vec![(Digit(1), 2), (Parity(0b11), 1)], 0))
        );
        // One minus a bit is a bit as well.
        assert_eq!(
            digits("{ [c] -> [(c + 1) mod 2] : 0 <= c < 2 }"),
            Some((vec![2], vec![(Digit(0), -1)], 1))
        );
    }

    #[test]
    fn what_is_not_seen_is_left_to_others() {
        for text in [
            "{ [c] -> [(13c) mod 16] : 0 <= c < 16 }",
            "{ [c] -> [floor(c/5)] : 0 <= c < 12 }",
            "{ [c] -> [c] : 0 <= c < 12 and c != 5 }",
            "{ [i, j] -> [i] : 0 <= i < 4 and 0 <= j <= i }",
            "{ [c] -> [o] : 0 <= c < 4 and 0 <= o < 4 }",
            "{ [c] -> [o] : 0 <= c < 4 and 2o = c }",
            "{ [c] -> [c] : 1 <= c < 4 }",
            "{ [c] -> [c] : c >= 0 }",
            // The sum of the digits is no number that they write.
            "{ [c] -> [o] : exists (a, b: c = a + 3b and o = a + b and 0 <= a < 4 and 0 <= b < 2) }",
            // A bound variable that the input does not determine.
            "{ [c] -> [o] : exists (a, b: c = a and o = a + b and 0 <= a < 4 and 0 <= b < 2) }",
        ] {
            assert_eq!(digits(text), None, "{text}");
        }
    }
}
