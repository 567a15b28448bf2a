//! Variables of a quantifier that a row defines.

use std::ops::Range;

use super::formula::{LinearFormula, NotLinear, Row};

/// The body of a quantifier, and how many of its variables, from `first` on, are left without those that
/// a row says what they are: each stands for that in all rows. A body of anything but rows stays as it is.
///
/// MLIR's library takes a quantifier away by finding quotients for its variables, and does not find all
/// points where one of them is defined by another.
pub(super) fn without_defined(
    first: usize,
    count: usize,
    body: LinearFormula,
) -> (usize, LinearFormula) {
    let rows = match &body {
        LinearFormula::Row(row) => Some(vec![row.clone()]),
        LinearFormula::All(members) => {
            members.iter().map(|member| member.as_row().cloned()).collect()
        }
        _ => None,
    };
    let Some(mut rows) = rows else { return (count, body) };
    let mut left = count;
    while let Some((at, variable, factor)) = defined(&rows, first..first + left) {
        let definition = rows.remove(at);
        let Ok(without) = rows
            .iter()
            .map(|row| row.with_value(variable, factor, &definition))
            .collect::<Result<Vec<Row>, NotLinear>>()
        else {
            return (count, body);
        };
        rows = without;
        left -= 1;
    }
    (left, LinearFormula::all(rows.into_iter().map(LinearFormula::Row).collect()))
}

/// A row that is 0 with a variable of these whose factor is 1 or -1.
fn defined(rows: &[Row], variables: Range<usize>) -> Option<(usize, usize, i64)> {
    let of_row = |(at, row): (usize, &Row)| {
        let is_unit =
            |(number, factor): &&(usize, i64)| variables.contains(number) && factor.abs() == 1;
        let own = row.terms.iter().rev().find(is_unit)?;
        row.is_zero.then_some((at, own.0, own.1))
    };
    rows.iter().enumerate().find_map(of_row)
}

impl Row {
    /// The row with what a row that is 0 says of a variable, whose factor there is 1 or -1, in its place. The
    /// variables after it are one less.
    fn with_value(&self, variable: usize, factor: i64, zero: &Row) -> Result<Self, NotLinear> {
        let own =
            self.terms.iter().find(|(number, _)| *number == variable).map_or(0, |term| term.1);
        let own = own.checked_mul(-factor).ok_or(NotLinear::Overflow)?;
        let mut row = self.plus(&zero.times(own)?)?;
        for (number, _) in &mut row.terms {
            *number -= usize::from(variable < *number);
        }
        Ok(Row { is_zero: self.is_zero, ..row })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(usize, i64)], constant: i64, is_zero: bool) -> Row {
        Row { terms: terms.to_vec(), constant, is_zero }
    }

    /// v1 and v2 with v2 = 8 v1, 0 <= v1 and v0 = v2 are v1 with v0 = 8 v1 and 0 <= v1.
    #[test]
    fn what_a_row_defines_is_replaced() {
        let rows = [
            row(&[(1, -8), (2, 1)], 0, true),
            row(&[(1, 1)], 0, false),
            row(&[(0, 1), (2, -1)], 0, true),
        ];
        let body = LinearFormula::All(rows.map(LinearFormula::Row).into());
        let (left, body) = without_defined(1, 2, body);
        let expected = [row(&[(1, 1)], 0, false), row(&[(0, 1), (1, -8)], 0, true)];
        assert_eq!((left, body), (1, LinearFormula::All(expected.map(LinearFormula::Row).into())));
    }

    #[test]
    fn what_only_a_multiple_is_defined_of_stays() {
        let own = LinearFormula::Row(row(&[(0, 1), (1, -8)], 3, true));
        assert_eq!(without_defined(1, 1, own.clone()), (1, own));
        // v1 is v0 + 3, of which nothing is left.
        let own = LinearFormula::Row(row(&[(0, 1), (1, -1)], 3, true));
        assert_eq!(without_defined(1, 1, own), (0, LinearFormula::All(Vec::new())));
        let large = [row(&[(1, 1), (0, i64::MAX)], 0, true), row(&[(1, 2)], 0, false)];
        let large = LinearFormula::All(large.map(LinearFormula::Row).into());
        assert_eq!(without_defined(1, 1, large.clone()), (1, large));
    }
}
