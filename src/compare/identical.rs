//! Functions that are the same before and after, with all that they refer to.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use melior::ir::OperationRef;
use rustc_hash::FxHashSet;

/// A symbol of both files.
pub(super) struct Pair<'c> {
    pub before: OperationRef<'c, 'c>,
    pub after: OperationRef<'c, 'c>,
    /// The name that others refer to it by.
    pub name: String,
}

/// Which pairs of symbols are the same code, found when it is first asked for.
pub(super) struct Identical<'c> {
    pairs: Vec<Pair<'c>>,
    /// Names that only one of the files defines.
    alone: FxHashSet<String>,
    found: OnceCell<Vec<bool>>,
}

impl<'c> Identical<'c> {
    pub fn new(pairs: Vec<Pair<'c>>, alone: FxHashSet<String>) -> Self {
        Identical { pairs, alone, found: OnceCell::new() }
    }

    /// True if the symbol at this place among the pairs is the same in both files, and so is each
    /// function and each global that its code names: whatever it does, it does twice.
    ///
    /// Costs a print of both files, once.
    pub fn contains(&self, at: usize) -> bool {
        self.found.get_or_init(|| self.find())[at]
    }

    fn find(&self) -> Vec<bool> {
        let text = |operation: OperationRef<'_, '_>| operation.to_string();
        let texts: Vec<String> = self.pairs.iter().map(|pair| text(pair.before)).collect();
        let after = self.pairs.iter().map(|pair| text(pair.after));
        let mut is_same: Vec<bool> = texts.iter().zip(after).map(|(a, b)| *a == b).collect();
        let mut of_name: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (at, pair) in self.pairs.iter().enumerate() {
            of_name.entry(&pair.name).or_default().push(at);
        }
        let named: Vec<FxHashSet<&str>> = texts.iter().map(|text| names(text)).collect();
        // What names something else is something else, which may be named in turn.
        loop {
            let is_lost = |at: &usize| {
                let mut names = named[*at].iter();
                let differs = |name: &&&str| {
                    of_name.get(**name).into_iter().flatten().any(|&at| !is_same[at])
                };
                is_same[*at] && names.any(|name| self.alone.contains(*name) || differs(&name))
            };
            let lost: Vec<usize> = (0..is_same.len()).filter(is_lost).collect();
            if lost.is_empty() {
                return is_same;
            }
            lost.into_iter().for_each(|at| is_same[at] = false);
        }
    }
}

/// The names after `@` in the text of an operation.
fn names(text: &str) -> FxHashSet<&str> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.' | '-');
    let after = text.split('@').skip(1);
    after
        .map(|rest| match rest.strip_prefix('"') {
            Some(quoted) => quoted.split('"').next().unwrap_or(quoted),
            None => rest.split(|c| !is_of_name(c)).next().unwrap_or(rest),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_read_as_mlir_writes_them() {
        let text =
            "func.func @a-b.c(%x: i32) { call @g$1(%x) {k = @\"x y\"::@n} \"s@t\"() : () -> () }";
        let mut found: Vec<&str> = names(text).into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["a-b.c", "g$1", "n", "t", "x y"]);
    }
}
