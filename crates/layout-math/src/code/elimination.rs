//! What it costs others to bound an index.
//!
//! MLIR finds the size of a normalized memref by Fourier-Motzkin elimination on its affine map: each
//! quotient is a variable between two inequalities, and the variables are eliminated one by one, the
//! dimensions before the quotients. A variable with m lower and n upper bounds leaves m*n inequalities
//! in their place, so that some maps, those of swizzles of the lowest bits among them, take all memory.

use num_integer::Integer;
use rustc_hash::FxHashMap;

use super::program::{Operator, Program, Source, Value};

/// So many numbers may the inequalities have that are made until one variable is left, which takes
/// about a hundredth of a second.
const MAX_WORK: usize = 1 << 19;

/// So many may those have that are made of the last one. MLIR takes about 30 MB for them and less than a
/// tenth of a second.
const MAX_LAST: usize = 1 << 21;

/// The constraints `0 <= row . (variables, 1)` on the inputs of a program, its quotients and its result.
struct System {
    rows: Vec<Vec<i128>>,
    work: usize,
}

/// True if the result of a program whose inputs are in `[0, extent)` is bounded by elimination with
/// little work.
///
/// It is so for every program without quotients.
pub(super) fn is_bounded_cheaply(program: &Program, extents: &[Option<i64>]) -> bool {
    is_bounded(program, extents).is_some()
}

fn is_bounded(program: &Program, extents: &[Option<i64>]) -> Option<()> {
    let operations = program.operations();
    let is_quotient = |operator| matches!(operator, Operator::Divide | Operator::Remainder);
    let n_most = operations.iter().filter(|operation| is_quotient(operation.1)).count();
    if n_most == 0 {
        return Some(());
    }
    let inputs = program.n_inputs();
    let width = inputs + n_most + 1;
    let unit = |place: usize| {
        let mut row = vec![0; width];
        row[place] = 1;
        row
    };
    let mut system = System { rows: Vec::new(), work: 0 };
    for (input, extent) in extents.iter().enumerate() {
        system.rows.push(unit(input));
        let mut row = unit(width - 1);
        row[input] = -1;
        row[width - 1] = i128::from(extent.unwrap_or(i64::MAX)) - 1;
        system.rows.push(row);
    }
    // Each value as a sum of inputs and quotients.
    let mut sums: FxHashMap<Value, Vec<i128>> = FxHashMap::default();
    let mut quotients: FxHashMap<(Vec<i128>, i128), usize> = FxHashMap::default();
    let sum_of = |value: Value, sums: &FxHashMap<Value, Vec<i128>>| match program.source(value) {
        Source::Input(input) => Some(unit(input)),
        Source::Constant(constant) => {
            let mut row = vec![0; width];
            row[width - 1] = constant.into();
            Some(row)
        }
        Source::Binary(..) => sums.get(&value).cloned(),
    };
    for (value, operator, left, right) in operations {
        let (a, b) = (sum_of(left, &sums)?, sum_of(right, &sums)?);
        let constant = |value| program.as_constant(value).map(i128::from);
        let sum = match operator {
            Operator::Add => combined(&a, 1, &b, 1)?,
            Operator::Subtract => combined(&a, 1, &b, -1)?,
            // A constant is on the right, see `Program::product`.
            Operator::Multiply => match constant(right) {
                Some(factor) => combined(&a, factor, &b, 0)?,
                // The map has a product of symbols, which elimination refuses.
                None => return Some(()),
            },
            Operator::Divide | Operator::Remainder => {
                let Some(divisor) = constant(right) else { return Some(()) };
                let next = inputs + quotients.len();
                let place = *quotients.entry((a.clone(), divisor)).or_insert(next);
                let quotient = unit(place);
                let rest = combined(&a, 1, &quotient, -divisor)?;
                if place == next {
                    let mut below = combined(&rest, -1, &rest, 0)?;
                    below[width - 1] += divisor - 1;
                    system.rows.extend([rest.clone(), below]);
                }
                if operator == Operator::Divide { quotient } else { rest }
            }
            _ => return None,
        };
        sums.insert(value, sum);
    }
    for &result in program.results() {
        let result = sum_of(result, &sums)?;
        let rows = system.rows.clone();
        system.bound(result, inputs, quotients.len(), rows)?;
    }
    Some(())
}

/// `p*a + q*b`.
fn combined(a: &[i128], p: i128, b: &[i128], q: i128) -> Option<Vec<i128>> {
    a.iter().zip(b).map(|(a, b)| a.checked_mul(p)?.checked_add(b.checked_mul(q)?)).collect()
}

impl System {
    /// Eliminates all variables but the result from the rows. One dimension of the result's equation
    /// is put in terms of the others first.
    fn bound(
        &mut self,
        result: Vec<i128>,
        n_inputs: usize,
        n_quotients: usize,
        mut rows: Vec<Vec<i128>>,
    ) -> Option<()> {
        // The result is one more variable, before the constant.
        for row in &mut rows {
            row.insert(row.len() - 1, 0);
        }
        let mut equation = result;
        equation.insert(equation.len() - 1, -1);
        let mut dimensions: Vec<usize> = (0..n_inputs).collect();
        let mut others: Vec<usize> = (n_inputs..n_inputs + n_quotients).collect();
        let in_equation =
            |variables: &[usize]| variables.iter().position(|&variable| equation[variable] != 0);
        let variable = match (in_equation(&dimensions), in_equation(&others)) {
            (Some(at), _) => Some(dimensions.remove(at)),
            (None, Some(at)) => Some(others.remove(at)),
            (None, None) => None,
        };
        if let Some(variable) = variable {
            let pivot = equation[variable];
            for row in &mut rows {
                let factor = row[variable];
                if factor != 0 {
                    let by = factor.checked_neg()?.checked_mul(pivot.signum())?;
                    *row = combined(row, pivot.checked_abs()?, &equation, by)?;
                }
            }
        }
        reduce(&mut rows);
        let mut left = dimensions.len() + others.len();
        for mut variables in [dimensions, others] {
            while !variables.is_empty() {
                let products = variables.iter().enumerate().map(|(at, &variable)| {
                    let count = |sign: i128| {
                        rows.iter().filter(|row| row[variable].signum() == sign).count()
                    };
                    (count(1) * count(-1), at)
                });
                let (product, at) = products.min()?;
                let variable = variables.remove(at);
                left -= 1;
                let work = product.checked_mul(rows.first().map_or(0, Vec::len))?;
                if left == 0 {
                    return (work <= MAX_LAST).then_some(());
                }
                self.work += work;
                if MAX_WORK < self.work {
                    return None;
                }
                eliminate(&mut rows, variable)?;
            }
        }
        Some(())
    }
}

/// Puts inequalities without a variable in the place of those with it.
fn eliminate(rows: &mut Vec<Vec<i128>>, variable: usize) -> Option<()> {
    let (used, mut kept): (Vec<_>, Vec<_>) =
        std::mem::take(rows).into_iter().partition(|row| row[variable] != 0);
    let (lower, upper): (Vec<_>, Vec<_>) = used.into_iter().partition(|row| 0 < row[variable]);
    for above in &upper {
        for below in &lower {
            kept.push(combined(below, -above[variable], above, below[variable])?);
        }
    }
    reduce(&mut kept);
    *rows = kept;
    Some(())
}

/// Divides rows by what their coefficients have in common, and leaves of several with the same
/// coefficients only the one that says most.
fn reduce(rows: &mut Vec<Vec<i128>>) {
    let mut constants: FxHashMap<Vec<i128>, i128> = FxHashMap::default();
    for mut row in rows.drain(..) {
        let Some(constant) = row.pop() else { continue };
        let divisor = row.iter().fold(0, |divisor, number| number.unsigned_abs().gcd(&divisor));
        let divisor = i128::try_from(divisor).unwrap_or(1);
        if divisor == 0 {
            continue;
        }
        row.iter_mut().for_each(|number| *number /= divisor);
        let constant = constant.div_euclid(divisor);
        let known = constants.entry(row).or_insert(constant);
        *known = constant.min(*known);
    }
    rows.extend(constants.into_iter().map(|(mut row, constant)| {
        row.push(constant);
        row
    }));
    // The order of a hash map is another one in each run.
    rows.sort_unstable();
}

#[cfg(test)]
mod tests {
    use crate::algebra::{AnyLayout, Kind};
    use crate::code::ArrayLayout;

    #[track_caller]
    fn check(kind: Kind, layout: &str, is_cheap: bool) {
        let layout = AnyLayout::parse(kind, layout).unwrap();
        assert_eq!(ArrayLayout::new(&layout).unwrap().is_bounded_cheaply(), is_cheap, "{layout}");
    }

    #[test]
    fn what_has_few_bounds_is_cheap() {
        for layout in [
            "(128,64):(64,1)",
            "((2,4),8):((1,16),2)",
            "((2,4,8),(2,4,8)):((1,16,64),(2,8,512))",
            "(2,2,2,2,2,2,2,2,2,2):(512,256,128,64,32,16,8,4,2,1)",
            "((3,3,3),(3,3,3)):((1,9,81),(3,27,243))",
            "(M,8):(8,1)",
        ] {
            check(Kind::Cute, layout, true);
        }
        check(Kind::Swizzle, "S<3,4,3>", true);
        check(Kind::Composed, "S<3,4,3> o 0 o (128,64):(64,1)", true);
        check(Kind::Composed, "S<2,0,5> o 0 o (32,32):(32,1)", true);
        check(Kind::Linear, "{a = [[1], [2]], b = [[4], [8], [16]]}", true);
    }

    #[test]
    fn bits_of_two_numbers_each_are_not() {
        check(Kind::Composed, "S<3,0,5> o 0 o (32,32):(32,1)", false);
        check(Kind::Composed, "S<5,0,5> o 0 o (32,32):(32,1)", false);
        check(Kind::Composed, "S<2,3,3> o 0 o (64,64):(64,1)", false);
        let bits = "{a = [[17], [34], [68], [136]], b = [[1], [2], [4], [8]]}";
        check(Kind::Linear, bits, false);
        // Half as many bits of numbers with more of them.
        check(Kind::Composed, "S<2,0,3> o 0 o (16,16):(16,1)", false);
        check(Kind::Composed, "S<2,0,4> o 0 o (32,32):(32,1)", false);
    }

    #[test]
    fn results_without_a_dimension_and_without_a_quotient() {
        // c / 4 alone; a number beside the bits of a in the other order; a product with a symbol.
        check(Kind::Cute, "((4,2)):((0,1))", true);
        check(Kind::Linear, "{a = [[0,2],[0,1]]}", true);
        check(Kind::Cute, "((2,4),8):((1,M),2)", true);
    }
}
