//! Which cells of the space have been seen: question, kinds, method and verdict.

use std::collections::BTreeMap;
use std::fmt;

use layout_math::algebra::{Operands, Operation};

use crate::laws;

/// What is listed of a cell that cannot occur, a line each: the five columns of the cell, of which `*`
/// is anything, and the reason after a colon.
const IMPOSSIBLE: &str = include_str!("impossible.txt");

/// The questions, notations, methods and verdicts that there are.
const CLAIMS_OF_ONE: &[&str] =
    &["bijective", "cosize", "in_bounds", "increasing", "injective", "size", "surjective"];
const CLAIMS_OF_TWO: &[&str] = &["compatible", "inside", "disjoint", "equivalent"];
const KINDS: &[&str] = &["cute", "swizzle", "composed", "linear", "relation"];
const FORCED: &[&str] = &["any", "forms", "walk", "isl"];
const VERDICTS: &[&str] = &["proved", "refuted"];
/// Operands may be tilers as well.
const OPERAND_KINDS: &[&str] = &["cute", "swizzle", "composed", "linear", "relation", "tile"];
const OPERATION_VERDICTS: &[&str] = &["value", "refused"];
const CONVERSIONS: &[&str] = &["to_cute", "to_composed", "to_linear", "to_relation"];

/// A cell of the space: the question, the kinds of the layouts, what was forced, the verdict.
pub type Cell = [&'static str; 5];

/// How often each cell was seen, and by which method claims were proved.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    cells: BTreeMap<Cell, u64>,
    methods: BTreeMap<&'static str, u64>,
}

impl Coverage {
    pub fn add(&mut self, cell: Cell, method: Option<&'static str>) {
        *self.cells.entry(cell).or_default() += 1;
        if let Some(method) = method {
            *self.methods.entry(method).or_default() += 1;
        }
    }

    pub fn merge(&mut self, other: &Coverage) {
        for (cell, n) in &other.cells {
            *self.cells.entry(*cell).or_default() += n;
        }
        for (method, n) in &other.methods {
            *self.methods.entry(method).or_default() += n;
        }
    }

    /// How many cases ended in a cell that this holds of.
    pub fn count(&self, is_meant: impl Fn(&Cell) -> bool) -> u64 {
        self.cells.iter().filter(|(cell, _)| is_meant(cell)).map(|(_, n)| n).sum()
    }

    /// The cells that were not seen and are not listed as impossible.
    pub fn missing(&self) -> Vec<Cell> {
        let all = claims()
            .chain(operations())
            .chain(others())
            .filter(|cell| !self.cells.contains_key(cell));
        all.filter(|cell| reason(cell).is_none()).collect()
    }

    /// The cells that were seen although they are listed as impossible.
    pub fn contradicted(&self) -> Vec<Cell> {
        // What an operation is not defined for is what the list says.
        let cells = self.cells.keys().copied().filter(|cell| cell[4] != "unsupported");
        cells.filter(|cell| reason(cell).is_some()).collect()
    }
}

/// Every cell of a claim that is decided.
fn claims() -> impl Iterator<Item = Cell> {
    let one = CLAIMS_OF_ONE.iter().flat_map(|claim| KINDS.iter().map(move |a| (claim, a, &"-")));
    let two = CLAIMS_OF_TWO.iter().flat_map(|claim| {
        // What a tiler takes may be asked to be inside.
        let second = if *claim == "inside" { OPERAND_KINDS } else { KINDS };
        KINDS.iter().flat_map(move |a| second.iter().map(move |b| (claim, a, b)))
    });
    one.chain(two).flat_map(|(claim, a, b)| {
        FORCED.iter().flat_map(move |forced| {
            VERDICTS.iter().map(move |verdict| [*claim, *a, *b, *forced, *verdict])
        })
    })
}

/// Every cell of an operation that has an answer, or is refused.
fn operations() -> impl Iterator<Item = Cell> {
    laws::names().flat_map(|name| {
        let operands = Operation::named(name).map(Operation::operands);
        let (first, second): (&[&str], &[&str]) = match operands {
            Some(Operands::Exactly(0)) => (&["-"], &["-"]),
            Some(Operands::Exactly(1)) => (OPERAND_KINDS, &["-"]),
            _ => (OPERAND_KINDS, OPERAND_KINDS),
        };
        first.iter().flat_map(move |a| {
            second.iter().flat_map(move |b| {
                FORCED.iter().flat_map(move |forced| {
                    OPERATION_VERDICTS.iter().map(move |verdict| [name, *a, *b, *forced, *verdict])
                })
            })
        })
    })
}

/// Every cell of a conversion and of a composition.
fn others() -> impl Iterator<Item = Cell> {
    let converted = CONVERSIONS.iter().flat_map(|to| {
        let verdicts = ["converted", "refused"];
        KINDS.iter().flat_map(move |a| verdicts.map(|verdict| [*to, *a, "-", "any", verdict]))
    });
    let composed = KINDS
        .iter()
        .flat_map(|a| OPERAND_KINDS.iter().map(move |b| ["compose", *a, *b, "any", "composed"]));
    converted.chain(composed)
}

/// Why a cell cannot occur.
fn reason(cell: &Cell) -> Option<&'static str> {
    let lines = IMPOSSIBLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once(':'))
        .find_map(|(pattern, reason)| fits(pattern, cell).then_some(reason.trim()))
}

/// True if each column of the pattern is that of the cell, one of several, or anything.
fn fits(pattern: &str, cell: &Cell) -> bool {
    let columns = pattern.split_whitespace();
    let is_own =
        |(column, own): (&str, &&str)| column == "*" || column.split('|').any(|c| c == *own);
    columns.zip(cell).all(is_own)
}

impl fmt::Display for Coverage {
    /// A line for each cell, then one for each method.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (cell, n) in &self.cells {
            writeln!(f, "{n:>10} {}", cell.join(" "))?;
        }
        for (method, n) in &self.methods {
            writeln!(f, "{n:>10} proved by {method}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn space() -> Vec<Cell> {
        claims().chain(operations()).chain(others()).collect()
    }

    #[test]
    fn what_was_not_seen_is_missing_unless_it_is_impossible() {
        let mut coverage = Coverage::default();
        let unseen: Cell = ["complement", "cute", "-", "walk", "refused"];
        for cell in space().into_iter().filter(|cell| *cell != unseen && reason(cell).is_none()) {
            coverage.add(cell, None);
        }
        assert_eq!(coverage.missing(), [unseen]);
        assert!(coverage.contradicted().is_empty());
        coverage.add(["complement", "linear", "-", "any", "unsupported"], None);
        assert!(coverage.contradicted().is_empty());
        let answered: Cell = ["complement", "linear", "-", "any", "value"];
        coverage.add(answered, None);
        assert_eq!(coverage.contradicted(), [answered]);
    }

    #[test]
    fn every_line_of_the_list_is_about_a_cell_and_has_a_reason() {
        let lines = IMPOSSIBLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for line in lines {
            let (pattern, reason) = line.split_once(':').unwrap();
            assert_eq!(pattern.split_whitespace().count(), 5, "{line}");
            assert!(reason.starts_with(' ') && 10 < reason.len(), "{line}");
            let fits = |cell: &Cell| super::fits(pattern, cell);
            assert!(space().iter().any(fits), "{line}");
        }
    }

    #[test]
    fn every_operation_has_a_law() {
        let with_law: Vec<&str> = laws::names().chain(["compose"]).collect();
        for operation in Operation::all() {
            assert!(with_law.contains(&operation.name()), "{}", operation.name());
        }
        assert_eq!(with_law.len(), Operation::all().count());
    }
}
