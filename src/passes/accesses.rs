//! The accesses of a module, and whether each is in bounds.
//!
//! `read` turns an access of the IR into the pure question of [`crate::algebra::Access`].
//! `layout-insert-bounds` writes the predicates that come out of it; `layout-verify` reports them.

mod bounds;
mod claims;
mod computed;
mod empty;
mod execution;
mod found;
mod number_claim;
mod on_vectors;
mod operations;
mod places;
mod read;
mod refutation;
mod samples;
mod strided;
mod unread;
mod views;

use std::sync::Arc;

use melior::Context;
use melior::ir::OperationRef;
use rustc_hash::FxHashMap;

use self::bounds::not_read;
pub(super) use self::claims::subject;
pub(super) use self::computed::ComputedIndex;
use self::empty::{of_maybe_empty, predicate};
use self::execution::Execution;
use self::found::Apart;
pub(super) use self::found::Found;
use self::number_claim::NumberClaim;
use self::operations::is_access;
use self::read::AccessReader;
pub(super) use self::read::Scope;
pub(super) use self::refutation::Refutation;
use self::samples::samples;
pub(super) use self::unread::UnreadAccesses;
pub(super) use self::views::views;
use crate::affine::{Comparison, Member, Predicate, Quantity};
use crate::algebra::{Access, AccessVerdict, Budget, Failure, Leaving, Unknown};
use crate::dialect::foreign::kernel::KnownIds;
use crate::dialect::foreign::memory::size_of;
use crate::dialect::foreign::sizes::is_set_by_launch;
use crate::dialect::foreign::transfer::{LeavesOut, leaves_out, transfer};
use crate::dialect::ir::{self, ValueNames};
use crate::passes::decided::Decided;
use crate::passes::surroundings::Source;

/// In how many iterations an execution out of bounds is looked for, after the first one found.
const MAX_POINTS: usize = 8;

/// What is found of an access.
pub(super) enum InBounds<'c> {
    /// It is in bounds whenever it executes.
    Proved(Safe),
    /// It executes and is never in bounds, or never keeps what it promises of its lanes.
    Refuted(Refutation),
    /// It is in bounds exactly where the predicate holds.
    Sometimes(Box<Found<'c>>, Predicate),
    /// Why it is not known.
    Unknown(Unknown),
}

/// That an access is in bounds.
pub(super) struct Safe {
    /// The text says how that is known.
    pub message: String,
    /// The kind of what proved it.
    pub method: &'static str,
}

/// What was decided of accesses in one run, in which leaving and the budget are the same.
pub(super) type Findings = Decided<Access, Result<AccessVerdict, Unknown>>;

/// Decides accesses, each question once.
pub(super) struct Accesses<'c> {
    reader: AccessReader<'c>,
    scope: Scope,
    leaving: Leaving,
    budget: Budget,
    decided: Arc<Findings>,
    ids: KnownIds<'c>,
    /// What values are called in the IR as it was read.
    pub names: ValueNames<'c>,
}

impl<'c> Accesses<'c> {
    pub fn new(
        context: &'c Context,
        root: OperationRef<'c, 'c>,
        scope: Scope,
        (leaving, budget): (Leaving, Budget),
        decided: Arc<Findings>,
    ) -> Self {
        let reader = AccessReader::new(context, root);
        let names = ValueNames::around(root);
        Accesses { reader, scope, leaving, budget, decided, ids: KnownIds::default(), names }
    }

    /// What is known of an access and, in the scope of each, of a view or a claim; `None` for other
    /// operations, and for what is not in the scope.
    pub fn answer(&mut self, operation: OperationRef<'c, 'c>) -> Option<InBounds<'c>> {
        if is_access(operation) {
            return self.answer_access(operation);
        }
        self.answer_by_itself(operation).filter(|_| self.scope == Scope::Each)
    }

    /// What is known of a view or a claim of a memref, wherever accesses go through it; `None` for other
    /// operations, and for what is not in the scope.
    pub fn answer_by_itself(&mut self, operation: OperationRef<'c, 'c>) -> Option<InBounds<'c>> {
        if subject(operation) == "access" { None } else { self.decided(operation) }
    }

    fn answer_access(&mut self, operation: OperationRef<'c, 'c>) -> Option<InBounds<'c>> {
        match leaves_out(operation) {
            LeavesOut::Nothing => self.decided(operation),
            LeavesOut::All => {
                let how = "proved in bounds: what is out of bounds is left out by its boundsCheck";
                let (message, method) = (how.to_owned(), "its definition");
                Some(InBounds::Proved(Safe { message, method }))
            }
            LeavesOut::BeforeOffset => Some(InBounds::Unknown(not_read(
                "its sgprOffset is added to what its boundsCheck compares",
            ))),
            // What is out of bounds by its indices may be left out, or not.
            LeavesOut::PastTheEnd => Some(match self.decided(operation)? {
                InBounds::Refuted(_) | InBounds::Sometimes(..) => InBounds::Unknown(not_read(
                    "its boundsCheck compares offsets in memory with all of it, and no index",
                )),
                known => known,
            }),
        }
    }

    fn decided(&mut self, operation: OperationRef<'c, 'c>) -> Option<InBounds<'c>> {
        let never = |may_be_empty: bool| {
            let how = match subject(operation) {
                "view" => "it has no elements, or ",
                _ if may_be_empty => "it accesses no elements, or ",
                _ => "",
            };
            let message = format!("proved in bounds: {how}it never executes");
            InBounds::Proved(Safe { message, method: "reachability" })
        };
        if !self.reader.promises().flow().is_reached(operation) {
            return Some(never(false));
        }
        let mut found = match self.reader.read(operation, self.scope, &self.budget) {
            Ok(found) => found?,
            Err(unknown) => return Some(InBounds::Unknown(unknown)),
        };
        let verdict = self.decide(&found.access);
        let verdict = match found.without_elements() {
            None => verdict,
            Some(always) => match self.decide(&always.access) {
                Ok(AccessVerdict::Never(failure)) if found.executes => {
                    return Some(InBounds::Refuted(self.refuted(operation, &always, failure)));
                }
                // It has elements, and where its views have some it never executes.
                without
                    if found.has_passed_views
                        && matches!(verdict, Ok(AccessVerdict::Unreachable)) =>
                {
                    without
                }
                without => self.of_both(&found, verdict, &always, without),
            },
        };
        if matches!(verdict, Ok(AccessVerdict::Proved(_) | AccessVerdict::Sometimes(_)))
            && !self.has_offsets(&found)
        {
            let reason = "a coordinate of a layout.apply on vectors may be outside of its domain";
            return Some(InBounds::Unknown(not_read(reason)));
        }
        if matches!(verdict, Ok(AccessVerdict::Sometimes(_)))
            && found.sources.iter().any(is_of_launch)
        {
            let reason = "the size of dynamic shared memory is what a launch makes it";
            return Some(InBounds::Unknown(not_read(reason)));
        }
        Some(match verdict {
            Ok(AccessVerdict::Proved(method)) => {
                let message = format!("proved in bounds by {method}");
                InBounds::Proved(Safe { message, method: method.family() })
            }
            Ok(AccessVerdict::Unreachable) => never(!found.elements.is_empty()),
            Ok(AccessVerdict::Never(failure)) if found.executes && found.elements.is_empty() => {
                InBounds::Refuted(self.refuted(operation, &found, failure))
            }
            Ok(AccessVerdict::Never(_)) => {
                self.separate_views(&mut found);
                InBounds::Sometimes(Box::new(found), Predicate::Never)
            }
            Ok(AccessVerdict::Sometimes(predicate)) => {
                if let Some(broken) = self.broken(&found) {
                    return Some(InBounds::Refuted(broken));
                }
                self.separate_views(&mut found);
                InBounds::Sometimes(Box::new(found), predicate)
            }
            Err(unknown) => InBounds::Unknown(unknown),
        })
    }

    /// True if each apply on vectors has an offset in every lane.
    fn has_offsets(&mut self, found: &Found<'c>) -> bool {
        found.on_vectors.iter().all(|question| {
            let verdict = self.decide(question);
            matches!(verdict, Ok(AccessVerdict::Proved(_) | AccessVerdict::Unreachable))
        })
    }

    /// That an access which executes is never in bounds.
    fn refuted(
        &mut self,
        operation: OperationRef<'c, 'c>,
        found: &Found<'c>,
        failure: Failure,
    ) -> Refutation {
        let all = Refutation::of_all(found, failure);
        // What is known of the numbers only within bounds need not be one of an execution.
        match found.lanes.is_empty() && !found.sources.is_empty() {
            true => all.seen_as(self.refute(operation, found)),
            false => all,
        }
    }

    /// What is found of what may have no elements: `verdict` is what is found where it has some, and `without`
    /// what is found of what has to hold in any case.
    fn of_both(
        &mut self,
        found: &Found<'c>,
        verdict: Result<AccessVerdict, Unknown>,
        always: &Found<'c>,
        without: Result<AccessVerdict, Unknown>,
    ) -> Result<AccessVerdict, Unknown> {
        // Where there are elements it is asked where what has to hold in any case does.
        let holds = conjunction(&without);
        let with = if holds.is_empty() {
            verdict
        } else {
            let mut access = found.access.clone();
            access.known.extend(holds.iter().cloned());
            self.decide(&access)
        };
        let bounds = |size: &Quantity| {
            let mut empty = always.access.clone();
            empty.known.extend(holds.iter().cloned());
            empty.known.push(Comparison::equal(size.varying(), size.constant().checked_neg()?));
            empty.bounds()
        };
        of_maybe_empty(with, without, found.elements.iter().map(|(size, _)| size), bounds)
    }

    /// An execution in which an access is out of bounds, if one is found. It takes place whenever the
    /// function of the access is executed.
    pub fn refute(
        &mut self,
        operation: OperationRef<'c, 'c>,
        found: &Found<'c>,
    ) -> Option<Refutation> {
        let is_part = transfer(operation).is_some_and(|transfer| !transfer.is_whole);
        if is_part || found.how.is_some() && found.held.is_none() {
            return None;
        }
        for (of_lane, lane) in found.end_lanes() {
            if let Some(refutation) = self.refute_all(operation, &of_lane) {
                return Some(refutation.of_lane(lane));
            }
        }
        self.refute_all(operation, found)
    }

    /// The same of all lanes that are accessed, if it is a vector.
    fn refute_all(
        &mut self,
        operation: OperationRef<'c, 'c>,
        found: &Found<'c>,
    ) -> Option<Refutation> {
        let whole = found.with_all_lanes();
        let found = whole.as_ref().unwrap_or(found);
        let point = found.access.counterexample(self.leaving, &self.budget).ok()??;
        if let Some(refutation) = self.refute_at(operation, found, &point) {
            return Some(refutation);
        }
        // No execution may have these numbers: what is computed is known only within bounds.
        let mut n_points = 0;
        for sample in samples(operation, &found.sources, &mut self.ids) {
            let known = equalities(&numbers(&mut Execution::at(&sample), &found.sources));
            let known = [&found.access.known[..], &known].concat();
            let access = Access { known, ..found.access.clone() };
            let decided = access.decide(self.leaving, &self.budget);
            if matches!(decided, Ok(AccessVerdict::Proved(_) | AccessVerdict::Unreachable)) {
                continue;
            }
            if n_points == MAX_POINTS {
                break;
            }
            n_points += 1;
            let point = access.counterexample(self.leaving, &self.budget);
            let Ok(Some(point)) = point else { continue };
            if let Some(refutation) = self.refute_at(operation, found, &point) {
                return Some(refutation);
            }
        }
        None
    }

    /// An execution with the numbers of a point, if there is one and the access is out of bounds in it.
    fn refute_at(
        &mut self,
        operation: OperationRef<'c, 'c>,
        found: &Found<'c>,
        point: &[Option<i64>],
    ) -> Option<Refutation> {
        let mut chosen = FxHashMap::default();
        for (source, number) in found.sources.iter().zip(point) {
            if let (Source::Value(value), Some(number)) = (source, number) {
                chosen.insert(ir::value_key(*value), *number);
            }
        }
        let mut execution =
            Execution::of(operation, self.reader.promises(), &chosen, &mut self.ids)?;
        let numbers = numbers(&mut execution, &found.sources);
        let number = |variable: usize| numbers.get(variable).copied()?.map(Quantity::from);
        let has_some = |(size, _): &(Quantity, NumberClaim)| {
            size.substituted(&number).and_then(|size| size.as_constant()).is_some_and(|n| 1 <= n)
        };
        if !found.elements.iter().all(has_some) {
            return None;
        }
        let known = [&found.fixed[..], &equalities(&numbers)].concat();
        let access = Access { known, ..found.access.clone() };
        match self.decide(&access) {
            Ok(AccessVerdict::Never(failure)) => {
                let named = |(value, number)| (self.names.of(value), number);
                let iteration = std::mem::take(&mut execution.iteration);
                let iteration = iteration.into_iter().map(named).collect();
                Some(Refutation::of_lanes(found, failure, Some(iteration)))
            }
            _ => None,
        }
    }

    /// How an access never keeps what it promises of its lanes, though it executes.
    fn broken(&mut self, found: &Found<'c>) -> Option<Refutation> {
        if !found.executes || !found.is_promised() {
            return None;
        }
        let whole = found.with_all_lanes()?;
        // Without elements of its views all lanes are padding.
        if !whole.elements.is_empty() {
            return None;
        }
        match self.decide(&whole.access) {
            Ok(AccessVerdict::Never(failure)) => Some(Refutation::of_lanes(&whole, failure, None)),
            _ => None,
        }
    }

    /// Leaves those views of an access that are of elements that their sources have only where the
    /// access is in bounds, and the views of these.
    fn keep_unproved_views(&mut self, found: &mut Found<'c>) {
        while let Some(view) = found.views.last() {
            let is_sure = |question: Access| {
                question.indices.is_empty()
                    || matches!(
                        self.decide(&question),
                        Ok(AccessVerdict::Proved(_) | AccessVerdict::Unreachable)
                    )
            };
            if !found.of_view(view).into_iter().all(is_sure) {
                break;
            }
            found.views.pop();
        }
    }

    /// Separates what an access needs of its views, which is the same for all lanes of a vector, from
    /// what it needs of its indices.
    fn separate_views(&mut self, found: &mut Found<'c>) {
        self.keep_unproved_views(found);
        let ends = found.views.first().zip(found.views.last());
        let Some((first, last)) = ends.filter(|_| found.is_vector()) else { return };
        let parts = [0..first.indices.start, last.indices.end..found.access.indices.len()];
        let views = found.of_views();
        let of_views = self.decide(&views.access);
        let of_views = match views.without_elements() {
            None => of_views,
            Some(always) => {
                let without = self.decide(&always.access);
                self.of_both(&views, of_views, &always, without)
            }
        };
        let mut lanes = found.of_indices(&parts);
        // The indices have to be in bounds without elements too.
        lanes.known = found.known_in_any_case();
        // Lanes are accessed where the views are of elements of their sources.
        lanes.known.extend(conjunction(&of_views));
        let of_lanes = self.decide(&lanes);
        let both = of_views.ok().zip(of_lanes.ok());
        found.apart = both.map(|(of_views, of_lanes)| Apart {
            of_views: predicate(&of_views),
            of_lanes: predicate(&of_lanes),
        });
    }

    /// A kernel loads and stores at the same indices: each question is answered once.
    fn decide(&mut self, access: &Access) -> Result<AccessVerdict, Unknown> {
        self.decided.answer(access, || access.decide(self.leaving, &self.budget))
    }

    /// Gives every variable that a predicate names a value of type index.
    ///
    /// # Errors
    ///
    /// A value is of no block.
    pub fn place(&mut self, found: &mut Found<'c>, predicate: &Predicate) -> Result<(), String> {
        self.reader.place(found, predicate)
    }
}

/// What holds where an access is in bounds, if that is a conjunction; else nothing.
fn conjunction(verdict: &Result<AccessVerdict, Unknown>) -> Vec<Comparison> {
    match verdict {
        Ok(AccessVerdict::Sometimes(Predicate::Any(lists))) => match &lists[..] {
            [members] => members.iter().flat_map(Member::comparisons).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// True for a size that only the launch of a kernel says.
fn is_of_launch(source: &Source<'_>) -> bool {
    match *source {
        Source::Size { buffer, dimension } => is_set_by_launch(buffer, dimension),
        Source::Value(value) => {
            size_of(value).is_some_and(|(buffer, _)| is_set_by_launch(buffer, 0))
        }
        _ => false,
    }
}

/// The variables in an execution, as far as they are known.
fn numbers<'c>(execution: &mut Execution<'c>, sources: &[Source<'c>]) -> Vec<Option<i64>> {
    let number = |source: &Source<'c>| match *source {
        Source::Value(value) => execution.value(value),
        Source::Size { buffer, dimension } => execution.size(buffer, dimension),
        Source::Held(_) | Source::Mapped { .. } | Source::Unnamed(_) => None,
    };
    sources.iter().map(number).collect()
}

/// That the variables are these numbers.
fn equalities(numbers: &[Option<i64>]) -> Vec<Comparison> {
    let equality = |(variable, number): (usize, &Option<i64>)| {
        Some(Comparison::equal(Quantity::variable(variable), (*number)?))
    };
    numbers.iter().enumerate().filter_map(equality).collect()
}
