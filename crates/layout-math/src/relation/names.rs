//! Names for what is declared beside others.

use std::collections::BTreeSet;

use super::tree::{Dim, Name};

/// The names that are taken where others are declared.
pub(super) struct FreshNames {
    taken: BTreeSet<Name>,
}

impl FreshNames {
    pub fn of(parameters: &[Name], dims: &[Dim]) -> Self {
        let of_dims = dims.iter().filter_map(|dim| dim.name.clone());
        FreshNames { taken: parameters.iter().cloned().chain(of_dims).collect() }
    }

    /// How many names are taken.
    pub fn len(&self) -> usize {
        self.taken.len()
    }

    /// The name itself, or with a number after it.
    pub fn fresh(&mut self, name: &str) -> Name {
        let numbered = (1..).map(|number| Name::from(format!("{name}{number}")));
        let mut candidates = std::iter::once(Name::from(name)).chain(numbered);
        let fresh = candidates.find(|candidate| !self.taken.contains(candidate));
        let fresh = fresh.expect("there is a number that is not taken");
        self.taken.insert(fresh.clone());
        fresh
    }
}
