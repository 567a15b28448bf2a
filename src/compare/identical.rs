//! Functions that are the same before and after, with all that they refer to.

use std::cell::OnceCell;

use melior::ir::OperationRef;
use melior::ir::operation::{OperationLike, OperationPrintingFlags};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dialect::ir;

/// A symbol of both files.
pub(super) struct SymbolPair<'c> {
    pub before: OperationRef<'c, 'c>,
    pub after: OperationRef<'c, 'c>,
    /// The name that others refer to it by.
    pub name: String,
    /// Both are in modules of the same names.
    pub stays: bool,
}

/// Which pairs of symbols are the same code, found when it is first asked for.
pub(super) struct Identical<'c> {
    pairs: Vec<SymbolPair<'c>>,
    /// Names that only one of the files defines.
    alone: FxHashSet<String>,
    /// The keys of the symbols before that are the same after.
    found: OnceCell<FxHashSet<usize>>,
}

impl<'c> Identical<'c> {
    pub fn new(pairs: Vec<SymbolPair<'c>>, alone: FxHashSet<String>) -> Self {
        Identical { pairs, alone, found: OnceCell::new() }
    }

    /// True if the symbol, an operation of the file before, is the same in both files, in modules that say the
    /// same, and so is each function and each global that its code names: whatever it does, it does twice.
    ///
    /// A name that two symbols of a file have could be either, and one in quotes is not read: such code is
    /// not the same as any. Costs a print of both files, once.
    pub fn contains(&self, before: OperationRef<'_, '_>) -> bool {
        self.found.get_or_init(|| self.find()).contains(&ir::key(before))
    }

    fn find(&self) -> FxHashSet<usize> {
        let texts: Vec<Option<String>> = self.pairs.iter().map(|pair| text(pair.before)).collect();
        let mut of_name: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
        for (at, pair) in self.pairs.iter().enumerate() {
            of_name.entry(&pair.name).or_default().push(at);
        }
        // Those that name a symbol, by the symbol.
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); self.pairs.len()];
        let mut is_same = Vec::with_capacity(self.pairs.len());
        for (at, (pair, of_before)) in self.pairs.iter().zip(&texts).enumerate() {
            let names = of_before.as_deref().and_then(names);
            let is_one = |name: &&str| {
                !self.alone.contains(*name) && of_name.get(*name).is_none_or(|all| all.len() == 1)
            };
            for name in names.iter().flatten() {
                let named = of_name.get(name).into_iter().flatten();
                named.for_each(|&named| users[named].push(at));
            }
            is_same.push(
                pair.stays
                    && names.is_some_and(|names| names.iter().all(is_one))
                    && *of_before == text(pair.after)
                    && surroundings(pair.before) == surroundings(pair.after),
            );
        }
        // What names something else is something else, which may be named in turn.
        let mut changed: Vec<usize> = (0..is_same.len()).filter(|&at| !is_same[at]).collect();
        while let Some(at) = changed.pop() {
            for &user in &users[at] {
                if std::mem::take(&mut is_same[user]) {
                    changed.push(user);
                }
            }
        }
        let same = self.pairs.iter().zip(is_same).filter(|(_, is_same)| *is_same);
        same.map(|(pair, _)| ir::key(pair.before)).collect()
    }
}

/// The code of an operation, without what is around it.
fn text(operation: OperationRef<'_, '_>) -> Option<String> {
    let flags = OperationPrintingFlags::new().print_generic_operation_form().use_local_scope();
    operation.to_string_with_flags(flags).ok()
}

/// What the modules around an operation say of their code, such as the width of an index.
fn surroundings(operation: OperationRef<'_, '_>) -> Vec<String> {
    let around = std::iter::successors(operation.parent_operation(), |it| it.parent_operation());
    let attributes = around.flat_map(|module| {
        let of = |(name, value): (melior::ir::Identifier<'_>, melior::ir::Attribute<'_>)| {
            format!("{} = {value}", name.as_string_ref().as_str().unwrap_or(""))
        };
        module.attributes().map(of).collect::<Vec<_>>()
    });
    attributes.collect()
}

/// The names after `@` in the text of an operation; `None` if one is in quotes, in which escapes stand for
/// other characters.
fn names(text: &str) -> Option<FxHashSet<&str>> {
    let is_of_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '.');
    let after = text.split('@').skip(1);
    after
        .map(|rest| {
            let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
            (!rest.starts_with('"')).then_some(&rest[..end])
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn names_are_read_as_mlir_writes_them() {
        let text = "func.func @a_b.c(%x: i32) { call @g$1(%x) {k = @m::@n} \"s@t\"() : () -> () }";
        let mut found: Vec<&str> = names(text).unwrap().into_iter().collect();
        found.sort_unstable();
        assert_eq!(found, ["a_b.c", "g$1", "m", "n", "t"]);
        assert_eq!(names("call @\"a@b\"()"), None);
    }
}
