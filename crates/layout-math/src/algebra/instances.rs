//! Claims about layouts with symbols, settled for one value of the symbols after the other.
//!
//! A claim is about all values that obey what the layouts say of their symbols. If there are few, it is
//! asked of the layouts for each of them. If there are many, some are looked at all the same: one that
//! refutes the claim is enough.

mod symbol;
mod walk;

use std::cell::Cell;

pub(super) use self::symbol::WithoutPairs;
pub use self::walk::Derive;
use self::walk::{Confirmation, Instances, Made, ValueSearch};
use super::any_layout::AnyLayout;
use super::verdict::{Budget, Method, Unknown, Verdict};

/// What refutes a claim, for values of symbols.
pub trait Witness: Sized {
    /// The values for which it refutes the claim.
    fn symbols(&mut self) -> &mut Vec<(String, i64)>;

    fn with_symbols(mut self, symbols: Vec<(String, i64)>) -> Self {
        *self.symbols() = symbols;
        self
    }
}

/// Settles a claim about layouts: value by value of their symbols if there are few, else `in_general`.
///
/// `ask` decides the claim about layouts without symbols. A refutation has the least values for which
/// the claim fails, the first symbol first, unless it was found in general; then `ask` confirms it.
pub(super) fn by_values<const N: usize, W: Witness>(
    layouts: [&AnyLayout; N],
    without_pairs: WithoutPairs,
    budget: &Budget,
    ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
    in_general: impl FnOnce() -> Verdict<W>,
) -> Verdict<W> {
    settle(&layouts, Made::Given(without_pairs), budget, ask, in_general)
}

/// Settles a claim about layouts that operations make of others: value by value of the symbols of these, if
/// there are few.
///
/// `derive` gives the layouts that the claim is about, as many as `ask` takes, given the others for one value of
/// the symbols; `None` if there are none, or they are not found within the budget. Then the claim is not proved.
/// A layout in `of` is one with symbols, and no relation.
///
/// ```
/// use layout_math::algebra::{
///     AnyLayout, Budget, Kind, NoParameters, Operation, OperationValue, Verdict, by_values_of, injective,
/// };
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,M):(1,4) where M in [2,8]")?;
/// let coalesce = Operation::named("coalesce").expect("it is in the table");
/// let derive = |layouts: Vec<AnyLayout>, budget: &Budget| {
///     match coalesce.evaluate(&[&layouts[0]], &NoParameters, budget).ok()?.pop()? {
///         OperationValue::Layout(coalesced) => Some(vec![*coalesced]),
///         _ => None,
///     }
/// };
/// let ask = |[layout]: [&AnyLayout; 1], budget: &Budget| injective(layout, budget);
/// let Verdict::Proved(method) = by_values_of(&[&layout], &derive, &Budget::default(), ask) else {
///     panic!()
/// };
/// assert_eq!(method.to_string(), "enumeration of 7 values of symbols");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn by_values_of<const N: usize, W: Witness>(
    of: &[&AnyLayout],
    derive: Derive<'_>,
    budget: &Budget,
    ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
) -> Verdict<W> {
    let open = || Verdict::Unknown(Unknown::NotStatic);
    settle(of, Made::ByOperations(derive), budget, ask, open)
}

/// True if a claim about a layout fails for all values of its symbols, of which there are few.
pub(super) fn fails_throughout<W>(
    layout: &AnyLayout,
    budget: &Budget,
    claim: &impl Fn(&AnyLayout, &Budget) -> Verdict<W>,
) -> bool {
    // What refutes that it fails are values for which it holds.
    let fails = |[layout]: [&AnyLayout; 1], budget: &Budget| match claim(layout, budget) {
        Verdict::Refuted(_) => Verdict::Proved(Method::Evaluation),
        Verdict::Proved(_) => Verdict::Refuted(Holding::default()),
        Verdict::Unknown(unknown) => Verdict::Unknown(unknown),
    };
    let many = || Verdict::Unknown(Unknown::OutOfSteps { steps: budget.search_steps });
    let verdict = by_values([layout], WithoutPairs::Ignored, budget, fails, many);
    matches!(verdict, Verdict::Proved(_))
}

/// Values for which a claim holds.
#[derive(Default)]
struct Holding {
    symbols: Vec<(String, i64)>,
}

impl Witness for Holding {
    fn symbols(&mut self) -> &mut Vec<(String, i64)> {
        &mut self.symbols
    }
}

fn settle<const N: usize, W: Witness>(
    of: &[&AnyLayout],
    made: Made<'_>,
    budget: &Budget,
    ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
    in_general: impl FnOnce() -> Verdict<W>,
) -> Verdict<W> {
    // What last refuted the claim, for values of the symbols.
    let witness = Cell::new(None);
    let ask = |layouts: &[AnyLayout], budget: &Budget| match <&[AnyLayout; N]>::try_from(layouts) {
        Ok(layouts) => {
            ask(layouts.each_ref(), budget).map_witness(|found| witness.set(Some(found)))
        }
        Err(_) => Verdict::Unknown(Unknown::NotStatic),
    };
    let refuted_at = |symbols| {
        let witness = witness.take().expect("something refutes a claim");
        witness.with_symbols(symbols)
    };
    let Some(instances) = Instances::new(of, made, &ask) else { return in_general() };
    let all = match instances.search(budget) {
        ValueSearch::Settled(verdict) => return verdict.map_witness(refuted_at),
        ValueSearch::Open(all) => all,
    };
    match in_general() {
        Verdict::Refuted(mut found) => match instances.confirm(found.symbols(), budget) {
            Confirmation::Refuted(symbols) => Verdict::Refuted(refuted_at(symbols)),
            Confirmation::NothingElse => Verdict::Refuted(found),
            Confirmation::Holds => Verdict::Unknown(Unknown::NotFound {
                reason: "isl refutes it for values for which it holds".to_owned(),
            }),
        },
        Verdict::Unknown(unknown) => match all.and_then(|all| instances.exhaust(&all, budget)) {
            Some(verdict) => verdict.map_witness(refuted_at),
            None => match instances.refuted_at_greatest(budget) {
                Some(symbols) => Verdict::Refuted(refuted_at(symbols)),
                None => Verdict::Unknown(unknown),
            },
        },
        proved => proved,
    }
}

#[cfg(test)]
mod tests;
