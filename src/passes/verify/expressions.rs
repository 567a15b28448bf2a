//! Layouts that operations make of layouts with symbols.
//!
//! What such an operation gives has no notation. For each value of the symbols it is a layout all the same,
//! so that a claim about it is decided value by value.

use std::borrow::Cow;
use std::collections::BTreeSet;

use melior::ir::operation::{OperationLike, OperationResult};
use melior::ir::{OperationRef, Value};

use super::Run;
use crate::algebra::{self, AnyLayout, Budget, Kind, Unknown, Verdict, Witness, by_values_of};
use crate::dialect::fold::values;
use crate::dialect::ir;
use crate::text::is_anonymous;

/// So many operations may stand between a claim and the layouts that are known.
const MAX_OPERATIONS: usize = 32;

/// How a value comes about.
enum Made<'c, 'a> {
    Known(Cow<'c, AnyLayout>),
    /// One of the layouts with symbols, by its number.
    Symbolic(usize),
    By {
        operation: OperationRef<'c, 'a>,
        result: usize,
        operands: Vec<Made<'c, 'a>>,
    },
}

/// Values of which each is a layout for each value of the symbols.
struct Recipe<'c, 'a> {
    values: Vec<Made<'c, 'a>>,
    symbolic: Vec<Cow<'c, AnyLayout>>,
    n_operations: usize,
}

impl<'c> Run<'c, '_> {
    /// The verdict on a claim about operands of which operations make some of layouts with symbols.
    pub(super) fn by_values<const N: usize, W: Witness>(
        &self,
        claim: OperationRef<'c, '_>,
        ask: impl Fn([&AnyLayout; N], &Budget) -> Verdict<W>,
    ) -> Verdict<W> {
        let recipe = Recipe::of(self, claim);
        let Some(recipe) = recipe else { return Verdict::Unknown(Unknown::NotStatic) };
        let symbolic: Vec<&AnyLayout> = recipe.symbolic.iter().map(|layout| &**layout).collect();
        let make = |instances: Vec<AnyLayout>, budget: &Budget| {
            let values = recipe.values.iter().map(|value| value.layout(&instances, budget));
            values.collect::<Option<Vec<_>>>()?.try_into().ok()
        };
        by_values_of(&symbolic, make, &self.budget, ask)
    }
}

/// A refutation of a claim about layouts and a relation may be for values that the function excludes: what it
/// says of the parameters of a relation is a part of the relation, which has no pairs elsewhere.
impl<'c> Run<'c, '_> {
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
        // A stride may be any number, and has the facts that a parameter of a relation has not.
        let stride = |name: &&str| AnyLayout::parse(Kind::Cute, &format!("2:{name}")).ok();
        let strides: Option<Vec<AnyLayout>> = names.iter().map(stride).collect();
        let strides: Vec<AnyLayout> =
            strides.into_iter().flatten().map(|stride| stride.given(&facts)).collect();
        let strides: Vec<&AnyLayout> = strides.iter().collect();
        let make = |strides: Vec<AnyLayout>, _: &Budget| {
            let value = |name: &str| {
                let position = names.iter().position(|known| *known == name)?;
                Some(strides.get(position)?.as_static()?.flat_modes().first()?.stride)
            };
            let instances = layouts.iter().map(|layout| layout.with_values(&value));
            instances.collect::<Option<Vec<_>>>()?.try_into().ok()
        };
        Some(match by_values_of(&strides, make, &self.budget, ask) {
            Verdict::Unknown(_) => {
                let reason = "it is refuted for values that the function excludes".to_owned();
                Verdict::Unknown(Unknown::NotFound { reason })
            }
            verdict => verdict,
        })
    }
}

impl<'c, 'a> Recipe<'c, 'a> {
    /// How the operands of a claim come about; `None` if that is not seen.
    fn of(run: &Run<'c, '_>, claim: OperationRef<'c, 'a>) -> Option<Self> {
        let mut recipe = Recipe { values: Vec::new(), symbolic: Vec::new(), n_operations: 0 };
        for operand in claim.operands() {
            let value = recipe.value(run, claim, operand)?;
            recipe.values.push(value);
        }
        Some(recipe)
    }

    fn value(
        &mut self,
        run: &Run<'c, '_>,
        claim: OperationRef<'c, 'a>,
        value: Value<'c, 'a>,
    ) -> Option<Made<'c, 'a>> {
        if let Some(layout) = run.layout(claim, value) {
            return match &*layout {
                known if !known.has_symbols() => Some(Made::Known(layout)),
                // A relation may have no pairs, and an anonymous name has no value that two uses share.
                AnyLayout::Relation(_) | AnyLayout::Tile(_) => None,
                known if known.symbols().into_iter().any(is_anonymous) => None,
                _ => {
                    self.symbolic.push(layout);
                    Some(Made::Symbolic(self.symbolic.len() - 1))
                }
            };
        }
        let operation = ir::defining_op(value)?;
        self.n_operations += 1;
        if MAX_OPERATIONS < self.n_operations {
            return None;
        }
        let result = OperationResult::try_from(value).ok()?.result_number();
        let operands = operation.operands().map(|operand| self.value(run, claim, operand));
        let operands = operands.collect::<Option<Vec<_>>>()?;
        Some(Made::By { operation, result, operands })
    }
}

impl Made<'_, '_> {
    /// The layout, given those with symbols for some values of these.
    fn layout(&self, instances: &[AnyLayout], budget: &Budget) -> Option<AnyLayout> {
        match self {
            Made::Known(layout) => Some(layout.clone().into_owned()),
            Made::Symbolic(number) => instances.get(*number).cloned(),
            Made::By { operation, result, operands } => {
                let operands: Vec<AnyLayout> = operands
                    .iter()
                    .map(|operand| operand.layout(instances, budget))
                    .collect::<Option<_>>()?;
                let operands: Vec<&AnyLayout> = operands.iter().collect();
                match values(*operation, &operands, budget)?.into_iter().nth(*result)? {
                    algebra::Value::Layout(layout) => Some(*layout),
                    algebra::Value::Number(_) | algebra::Value::Truth(_) => None,
                }
            }
        }
    }
}
