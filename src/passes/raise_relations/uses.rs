//! Whether a use can tell a relation from a layout that equals it.
//!
//! The two are the same function on the domain. A relation has no value outside; a layout goes on
//! there, as CuTe extends it. And a relation has no modes, which decide what a coordinate of several
//! numbers means.

use melior::Context;
use melior::ir::attribute::IntegerAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{Location, OperationRef};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::algebra::{
    AnyLayout, Budget, Kind, Promotion, Verdict, View, equivalent, in_bounds, to_relation,
};
use crate::cute::Term;
use crate::dialect::fold::promotion;
use crate::dialect::ir;
use crate::dialect::operation::{Attributes, algebra_operation};
use crate::passes::fold::Evaluator;
use crate::relation::Relation;

/// A use that could tell a relation from a layout.
pub(super) struct Obstacle<'c> {
    pub location: Location<'c>,
    pub reason: String,
}

/// The operations with their uses and their values, before anything is raised.
pub(super) struct Uses<'c, 'a> {
    /// For each operation those that use one of its results, with the number of the operand.
    users: FxHashMap<usize, Vec<(OperationRef<'c, 'a>, usize)>>,
    evaluator: Evaluator<'c>,
    budget: Budget,
    /// No use is outside of the domain.
    is_inside: bool,
}

impl<'c: 'a, 'a> Uses<'c, 'a> {
    /// With `is_inside` no use is taken to be outside of the domain.
    pub fn new(
        context: &'c Context,
        operations: &[OperationRef<'c, 'a>],
        budget: Budget,
        is_inside: bool,
    ) -> Self {
        let mut users: FxHashMap<usize, Vec<_>> = FxHashMap::default();
        let mut evaluator = Evaluator::new(context);
        for &operation in operations {
            for (number, operand) in operation.operands().enumerate() {
                if let Some(definition) = ir::defining_op(operand) {
                    users.entry(ir::key(definition)).or_default().push((operation, number));
                }
            }
            if ir::layout_mnemonic(operation).is_some() {
                evaluator.evaluate(operation);
            }
        }
        Uses { users, evaluator, budget, is_inside }
    }

    /// The first use of a relation, an attribute of `operation`, that could tell it from the layout;
    /// `None` if there is none.
    ///
    /// What comes of the relation, as a composition does, is a value that changes likewise, so that
    /// its uses are looked at too.
    pub fn obstacle(
        &self,
        operation: OperationRef<'c, 'a>,
        relation: &Relation,
        layout: &AnyLayout,
    ) -> Option<Obstacle<'c>> {
        if !ir::is_layout_op(operation, "constant") {
            if self.is_inside {
                return None;
            }
            let reason = format!("'{}' may use it outside of its domain", ir::name(operation));
            return Some(Obstacle { location: operation.location(), reason });
        }
        let relation = AnyLayout::Relation(relation.clone());
        let mut seen: FxHashSet<usize> = FxHashSet::from_iter([ir::key(operation)]);
        let mut pending = vec![operation];
        while let Some(definition) = pending.pop() {
            let change = Change {
                before: if definition == operation {
                    Some(&relation)
                } else {
                    self.value(definition)
                },
                after: (definition == operation).then_some(layout),
                raised: layout.kind(),
            };
            for &(user, number) in self.users.get(&ir::key(definition)).into_iter().flatten() {
                match self.effect(&change, user, number) {
                    Effect::None => {}
                    Effect::SameFunction => {
                        if seen.insert(ir::key(user)) {
                            pending.push(user);
                        }
                    }
                    Effect::Visible(reason) => {
                        return Some(Obstacle { location: user.location(), reason });
                    }
                }
            }
        }
        None
    }

    fn value(&self, operation: OperationRef<'c, 'a>) -> Option<&'c AnyLayout> {
        self.evaluator.layout(operation.results().next()?.into())
    }

    fn effect(&self, change: &Change<'_>, user: OperationRef<'c, 'a>, number: usize) -> Effect {
        match ir::layout_mnemonic(user) {
            Some(
                "assert_equivalent" | "assert_injective" | "assert_surjective" | "assert_bijective"
                | "assert_disjoint" | "assert_increasing" | "assert_in_bounds" | "assert_size"
                | "assert_cosize" | "size" | "cosize" | "is_injective",
            ) => Effect::None,
            // The result is the layout that its type names, whichever equals it is cast.
            Some("cast") if ir::is_claim(user) => Effect::None,
            Some("cast" | "coalesce" | "flatten" | "convert") => Effect::SameFunction,
            Some("compose") => self.effect_on_compose(change, user, number),
            Some("apply") => self.effect_on_apply(change, user),
            _ if self.is_inside || self.has_no_value(user) => Effect::None,
            _ => {
                let name = ir::name(user);
                Effect::Visible(format!("'{name}' may use it outside of its domain"))
            }
        }
    }

    /// A left operand is asked outside of its domain if the offsets of the right one are.
    fn effect_on_compose(
        &self,
        change: &Change<'_>,
        compose: OperationRef<'c, 'a>,
        number: usize,
    ) -> Effect {
        let other = ir::operand(compose, 1 - number.min(1));
        let other = other.and_then(|operand| self.evaluator.layout(operand));
        // Two linear layouts are composed by the names of their dimensions, and the other operand
        // may be raised as well.
        let has_no_names = other.is_some_and(|layout| {
            matches!(layout.kind(), Kind::Cute | Kind::Composed | Kind::Swizzle)
        });
        if change.raised == Kind::Linear && !has_no_names {
            let reason = "linear layouts are composed by the names of their dimensions";
            return Effect::Visible(reason.to_owned());
        }
        if number == 1 || promotion(compose) == Promotion::None || self.is_inside {
            return Effect::SameFunction;
        }
        let size = change.before.and_then(|layout| layout.static_size(&self.budget));
        let (Some(inner), Some(size)) = (other, size) else {
            return Effect::Visible("the composition may leave its domain".to_owned());
        };
        let verdict = in_bounds(inner, &Term::constant(size), &self.budget);
        if let Verdict::Proved(_) = verdict {
            return Effect::SameFunction;
        }
        Effect::Visible(format!("the composition with {inner} may leave its {size} coordinates"))
    }

    /// An apply inside of the domain has the same offset if its coordinates mean the same.
    fn effect_on_apply(&self, change: &Change<'_>, apply: OperationRef<'c, 'a>) -> Effect {
        let coordinates = ir::operand_segment(apply, 1);
        if 1 < coordinates.len() && !self.has_same_modes(change) {
            let reason = match change.after {
                Some(after) => format!("the coordinates of the apply are not the modes of {after}"),
                None => "the coordinates of the apply may not be the modes".to_owned(),
            };
            return Effect::Visible(reason);
        }
        if self.is_inside {
            return Effect::None;
        }
        let constants = coordinates.into_iter().map(|operand| {
            let constant = ir::constant_attribute(ir::defining_op(operand)?)?;
            IntegerAttribute::try_from(constant).ok().map(|number| number.value())
        });
        let constants: Option<Vec<i64>> = constants.collect();
        let (Some(before), Some(constants)) = (change.before, constants) else {
            return Effect::Visible("an apply may be outside of its domain".to_owned());
        };
        match (before.apply(&constants, &[]), change.after) {
            (Some(_), Some(_)) => Effect::None,
            (None, _) => Effect::Visible("the apply is outside of its domain".to_owned()),
            (Some(_), None) => Effect::Visible("an apply may be outside of its domain".to_owned()),
        }
    }

    /// True if the layout is the same function of the inputs of the relation.
    fn has_same_modes(&self, change: &Change<'_>) -> bool {
        let (Some(before), Some(after)) = (change.before, change.after) else { return false };
        let Ok(by_modes) = to_relation(after, &View::Natural) else { return false };
        let AnyLayout::Relation(relation) = before else { return false };
        // With the same box of inputs the same function of the integral coordinate is the same.
        let inputs = relation.input_box();
        if inputs.is_none()
            || inputs != by_modes.input_box()
            || relation.n_outputs() != by_modes.n_outputs()
        {
            return false;
        }
        let verdict = equivalent(before, &AnyLayout::Relation(by_modes), &self.budget);
        matches!(verdict, Verdict::Proved(_))
    }

    /// True for an operation of the algebra that has no value, because relations are not among its
    /// operands.
    fn has_no_value(&self, user: OperationRef<'c, 'a>) -> bool {
        let Some(operation) = algebra_operation(user) else { return false };
        let operands: Option<Vec<&AnyLayout>> =
            user.operands().map(|operand| self.evaluator.layout(operand)).collect();
        let Some(operands) = operands else { return false };
        operation
            .evaluate(&operands, &Attributes::of(user), &self.budget)
            .is_err_and(|error| !error.is_undecided())
    }
}

/// A value before and after the relation is raised, where they are known.
struct Change<'l> {
    before: Option<&'l AnyLayout>,
    after: Option<&'l AnyLayout>,
    /// The notation of the layout that the relation becomes.
    raised: Kind,
}

/// What a use makes of the change.
enum Effect {
    /// Nothing changes.
    None,
    /// The result is the same function on the same domain.
    SameFunction,
    /// Something changes, or may.
    Visible(String),
}
