//! Which cells of the space have been seen: question, kinds, method and verdict.

use std::collections::BTreeMap;
use std::fmt;

/// What is listed of a cell that cannot occur, a line each: the five columns of the cell, of which `*`
/// is anything, and the reason after a colon.
const IMPOSSIBLE: &str = include_str!("impossible.txt");

/// The questions, notations, methods and verdicts that there are.
const CLAIMS_OF_ONE: &[&str] =
    &["bijective", "cosize", "in_bounds", "increasing", "injective", "size", "surjective"];
const CLAIMS_OF_TWO: &[&str] = &["compatible", "disjoint", "equivalent"];
const KINDS: &[&str] = &["cute", "swizzle", "composed", "linear", "relation"];
const FORCED: &[&str] = &["any", "forms", "walk", "isl"];
const VERDICTS: &[&str] = &["proved", "refuted"];

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

    /// The cells of claims that were not seen and are not listed as impossible.
    pub fn missing(&self) -> Vec<Cell> {
        let all = claims().filter(|cell| !self.cells.contains_key(cell));
        all.filter(|cell| reason(cell).is_none()).collect()
    }

    /// The cells that were seen although they are listed as impossible.
    pub fn contradicted(&self) -> Vec<Cell> {
        self.cells.keys().copied().filter(|cell| reason(cell).is_some()).collect()
    }
}

/// Every cell of a claim that is decided.
fn claims() -> impl Iterator<Item = Cell> {
    let one = CLAIMS_OF_ONE.iter().flat_map(|claim| KINDS.iter().map(move |a| (claim, a, &"-")));
    let two = CLAIMS_OF_TWO
        .iter()
        .flat_map(|claim| KINDS.iter().flat_map(move |a| KINDS.iter().map(move |b| (claim, a, b))));
    one.chain(two).flat_map(|(claim, a, b)| {
        FORCED.iter().flat_map(move |forced| {
            VERDICTS.iter().map(move |verdict| [*claim, *a, *b, *forced, *verdict])
        })
    })
}

/// Why a cell cannot occur.
fn reason(cell: &Cell) -> Option<&'static str> {
    let lines = IMPOSSIBLE.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(':')).find_map(|(pattern, reason)| {
        let columns = pattern.split_whitespace();
        let fits = columns
            .zip(cell)
            .all(|(column, own)| column == "*" || column.split('|').any(|one| one == *own));
        fits.then_some(reason.trim())
    })
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
