//! Claims about relations, for the values of parameters that a function allows.
//!
//! What a function says of a parameter becomes a part of the relation, which has no pairs for other values.
//! Another layout may have some: a refutation for a value that the function excludes does not refute the claim.

use std::collections::BTreeSet;

use melior::ir::OperationRef;

use super::Verifier;
use crate::affine::Fact;
use crate::algebra::{AnyLayout, Budget, Kind, Unknown, Verdict, Witness, by_values_of};

impl<'c> Verifier<'c, '_> {
    /// The verdict for the values that the function allows; `None` if the refutation is for such values.
    pub(super) fn for_allowed_values<const N: usize, W: Witness>(
        &self,
        claim: OperationRef<'c, '_>,
        layouts: [&AnyLayout; N],
        ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
        mut witness: W,
    ) -> Option<Verdict<W>> {
        let facts = self.known.facts(claim, &BTreeSet::new());
        let is_allowed = |(name, value): &(String, i64)| {
            facts.iter().filter(|fact| fact.symbol() == name).all(|fact| fact.holds(*value))
        };
        if witness.symbols().iter().all(is_allowed) {
            return None;
        }
        let names: BTreeSet<&str> = layouts.iter().flat_map(|layout| layout.symbols()).collect();
        let strides = strides_of(&names, &facts);
        let make = |strides: Vec<AnyLayout>, _: &Budget| with_strides(&layouts, &names, &strides);
        let strides: Vec<&AnyLayout> = strides.iter().collect();
        Some(match by_values_of(&strides, &make, &self.budget, ask) {
            Verdict::Unknown(_) => {
                let reason = "it is refuted for values that the function excludes".to_owned();
                Verdict::Unknown(Unknown::NotFound { reason })
            }
            verdict => verdict,
        })
    }
}

/// A layout for each parameter, which has its facts. A stride may be any number, as a parameter of a relation.
fn strides_of(names: &BTreeSet<&str>, facts: &[Fact]) -> Vec<AnyLayout> {
    let stride = |name: &&str| AnyLayout::parse(Kind::Cute, &format!("2:{name}")).ok();
    let strides: Option<Vec<AnyLayout>> = names.iter().map(stride).collect();
    strides.into_iter().flatten().map(|stride| stride.given(facts)).collect()
}

/// The layouts for one value of each parameter, given these as strides.
fn with_strides(
    layouts: &[&AnyLayout],
    names: &BTreeSet<&str>,
    strides: &[AnyLayout],
) -> Option<Vec<AnyLayout>> {
    let value = |name: &str| {
        let position = names.iter().position(|known| *known == name)?;
        Some(strides.get(position)?.as_static()?.flat_modes().first()?.stride)
    };
    layouts.iter().map(|layout| layout.with_values(&value)).collect()
}
