//! The procedure that settles every claim about layouts.

use super::any_layout::AnyLayout;
use super::evaluate::Evaluator;
use super::instances::{WithoutPairs, Witness, by_values};
use super::relations::{NotAnswered, contradicted};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::relation::Answer;

/// A claim about `N` layouts, with the methods that settle it.
///
/// Each method is exact: it settles the claim or says nothing. [`decide`] tries them in the order in
/// which they stand here, which is that of their costs.
pub(super) trait Claim<const N: usize> {
    type Witness: Witness;

    /// What the claim means for parameters for which a relation has no pairs.
    const WITHOUT_PAIRS: WithoutPairs = WithoutPairs::Ignored;

    /// Closed forms of the notations: sizes, modes, matrices over F2.
    fn by_form(&self, layouts: [&AnyLayout; N], budget: &Budget) -> Option<Verdict<Self::Witness>>;

    /// True if the layouts may be looked at as functions of one coordinate.
    fn can_be_walked(&self, _layouts: [&AnyLayout; N]) -> bool {
        true
    }

    /// Looks at coordinates, in so many steps at most. `None` if more have to be looked at, or a value
    /// is not found.
    fn by_walk(
        &self,
        layouts: [&AnyLayout; N],
        functions: &[Evaluator<'_>; N],
        steps: i64,
    ) -> Option<Verdict<Self::Witness>>;

    /// True if a recognized form has the witness that a walk would find, so that one that finds none at
    /// the first of too many coordinates need not be taken.
    const RECOGNIZED_AS_WALKED: bool = false;

    /// Closed forms of what the text of a relation, or a layout behind a swizzle, is seen to be.
    fn by_recognized_form(
        &self,
        _layouts: [&AnyLayout; N],
        _budget: &Budget,
    ) -> Option<Verdict<Self::Witness>> {
        None
    }

    /// Looks at coordinates here and there in a domain of which a walk of so many steps sees only the first. A
    /// look refutes, and proves nothing.
    fn by_samples(
        &self,
        _layouts: [&AnyLayout; N],
        _functions: &[Evaluator<'_>; N],
        _steps: i64,
    ) -> Option<Self::Witness> {
        None
    }

    /// Integer set relations.
    ///
    /// # Errors
    ///
    /// The claim is not about relations, or isl does not answer it.
    fn by_isl(
        &self,
        layouts: [&AnyLayout; N],
        budget: &Budget,
    ) -> Result<Answer<Self::Witness>, NotAnswered>;

    /// True if a walk of so many steps may find a lesser witness than this one of isl's.
    fn may_have_lesser(&self, _witness: &Self::Witness, _steps: i64) -> bool {
        false
    }
}

/// Settles a claim, for all values of the symbols that obey what the layouts say of them. It is unknown if
/// there are none.
///
/// No two of the layouts share an anonymous symbol.
pub(super) fn decide<const N: usize, C: Claim<N>>(
    claim: &C,
    layouts: [&AnyLayout; N],
    budget: &Budget,
) -> Verdict<C::Witness> {
    // Of nothing anything holds.
    if let Some(symbol) = contradicted(&layouts) {
        return Verdict::Unknown(NotAnswered::Contradiction { symbol }.into());
    }
    by_form(claim, layouts, budget).unwrap_or_else(|| {
        let ask = |layouts: [&AnyLayout; N], budget: &Budget| settle(claim, layouts, budget);
        let in_general = || by_search(claim, layouts, budget);
        by_values(layouts, C::WITHOUT_PAIRS, budget, ask, in_general)
    })
}

/// Settles a claim without a look at single values of the symbols.
pub(super) fn settle<const N: usize, C: Claim<N>>(
    claim: &C,
    layouts: [&AnyLayout; N],
    budget: &Budget,
) -> Verdict<C::Witness> {
    by_form(claim, layouts, budget).unwrap_or_else(|| by_search(claim, layouts, budget))
}

fn by_form<const N: usize, C: Claim<N>>(
    claim: &C,
    layouts: [&AnyLayout; N],
    budget: &Budget,
) -> Option<Verdict<C::Witness>> {
    if budget.closed_forms { claim.by_form(layouts, budget) } else { None }
}

fn by_recognized_form<const N: usize, C: Claim<N>>(
    claim: &C,
    layouts: [&AnyLayout; N],
    budget: &Budget,
) -> Option<Verdict<C::Witness>> {
    if budget.closed_forms { claim.by_recognized_form(layouts, budget) } else { None }
}

/// All methods after the closed forms of the notations.
///
/// Most refutations are found at the first coordinates, or at others with large digits, and isl is slower
/// than a walk over a small domain. What isl does not decide is walked over further. A walk over a part of
/// a large domain proves nothing: there a recognized form comes first.
fn by_search<const N: usize, C: Claim<N>>(
    claim: &C,
    layouts: [&AnyLayout; N],
    budget: &Budget,
) -> Verdict<C::Witness> {
    let is_first = C::RECOGNIZED_AS_WALKED && layouts.iter().any(|layout| is_large(layout, budget));
    if is_first && let Some(verdict) = by_recognized_form(claim, layouts, budget) {
        return verdict;
    }
    let functions = if claim.can_be_walked(layouts) { functions(layouts, budget) } else { None };
    let walk = |steps: i64| claim.by_walk(layouts, functions.as_ref()?, steps);
    if let Some(verdict) = walk(budget.walk_first) {
        return verdict;
    }
    if !is_first && let Some(verdict) = by_recognized_form(claim, layouts, budget) {
        return verdict;
    }
    if let Some(functions) = functions.as_ref().filter(|_| 0 < budget.walk_first)
        && let Some(witness) = claim.by_samples(layouts, functions, budget.walk_first)
    {
        return Verdict::Refuted(witness);
    }
    let unknown = match claim.by_isl(layouts, budget) {
        Ok(Answer::Proved) => return Verdict::Proved(Method::Isl),
        Ok(Answer::Refuted(witness)) => {
            let lesser = match claim.may_have_lesser(&witness, budget.walk_last) {
                true => walk(budget.walk_last),
                false => None,
            };
            return lesser.unwrap_or(Verdict::Refuted(witness));
        }
        Ok(Answer::Unknown { operations }) => Unknown::OutOfBudget { operations },
        Err(error) => error.into(),
    };
    walk(budget.walk_last).unwrap_or(Verdict::Unknown(unknown))
}

/// True if the first walk does not end on the coordinates that the layout is written with.
fn is_large(layout: &AnyLayout, budget: &Budget) -> bool {
    match layout {
        AnyLayout::Relation(relation) if relation.parameters().len() == 0 => {
            let bounds = relation.input_box().unwrap_or_default();
            let size = bounds
                .iter()
                .try_fold(1_i64, |size, (low, high)| size.checked_mul(high.checked_sub(*low)?));
            size.is_none_or(|size| budget.walk_first < size)
        }
        _ => {
            let size = layout.size().and_then(|size| size.as_constant());
            size.is_some_and(|size| budget.walk_first < size)
        }
    }
}

fn functions<'a, const N: usize>(
    layouts: [&'a AnyLayout; N],
    budget: &Budget,
) -> Option<[Evaluator<'a>; N]> {
    let n_outputs = layouts.iter().find_map(|layout| match layout {
        AnyLayout::Relation(relation) => Some(relation.n_outputs()),
        _ => None,
    });
    let function = |layout| {
        let function = Evaluator::new(layout, budget)?;
        Some(function.beside_outputs(n_outputs.unwrap_or(1)))
    };
    let functions: Option<Vec<Evaluator<'a>>> = layouts.into_iter().map(function).collect();
    functions?.try_into().ok()
}
