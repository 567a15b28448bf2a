//! Whether what a function does after the pass is defined wherever the function before it is.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::{Equality, Trace, What};
use super::notes::{Cause, Hazard};
use super::surroundings::{around, conditions, reached};
use super::terms::Scalar;
use super::verdict::{Settled, place};
use super::where_defined::where_defined;
use super::world::World;
use crate::algebra::{Budget, Verdict};
use crate::validate::{
    CmpPredicate, Difference, FunctionVerdict, Node, Operation, Operator, Outcome, Refinement,
    refines,
};

/// So many accesses before the pass are looked at to find the one that is to the same element.
const MAX_CANDIDATES: usize = 8;

/// Of so many things that are done before the pass is looked at whether they are defined where something after it
/// is not.
const MAX_DONE: usize = 64;

/// What is known where something is done.
struct Setting {
    known: BTreeSet<Node>,
    premises: Vec<Node>,
}

/// Looks for something that is undefined after the pass.
struct Judge<'w, 'c> {
    world: &'w mut World<'c>,
    before: &'w Trace<'c>,
    after: &'w Trace<'c>,
    budget: &'w Budget,
    /// What surrounds an iteration of a loop before the pass, by the number of the loop.
    loops: FxHashMap<usize, usize>,
    settings: FxHashMap<(usize, Node), Rc<Setting>>,
    /// The places of the nodes of operations of the IR.
    written: FxHashSet<usize>,
}

/// What is said of the first thing that a function does after the pass that is not seen to be defined.
pub(super) fn undefined<'c>(
    world: &mut World<'c>,
    [before, after]: [&Trace<'c>; 2],
    budget: &Budget,
) -> Option<Settled> {
    let iterations = before.surroundings.iter().enumerate();
    let loops = iterations.filter_map(|(at, surrounding)| Some((surrounding.of_loop?, at)));
    let loops = loops.collect();
    let written = world.written();
    let settings = FxHashMap::default();
    Judge { world, before, after, budget, loops, settings, written }.first()
}

impl<'w, 'c> Judge<'w, 'c> {
    fn first(&mut self) -> Option<Settled> {
        let mut places: FxHashMap<&Cause, Vec<&Hazard<'c>>> = FxHashMap::default();
        for hazard in &self.before.hazards {
            places.entry(&hazard.cause).or_default().push(hazard);
        }
        let mut seen = FxHashSet::default();
        let mut pending: BTreeMap<_, Vec<&Hazard<'c>>> = BTreeMap::new();
        for hazard in &self.after.hazards {
            let key = (hazard.surrounding, hazard.guard);
            let mut reached = reached(&self.after.surroundings, hazard.surrounding).into_iter();
            // What is behind an assertion that never holds is not done.
            if reached.any(|truth| self.world.constant(truth) == Some(0)) {
                continue;
            }
            if !seen.insert((&hazard.cause, &hazard.truths, key)) {
                continue;
            }
            let setting = self.setting(key);
            let is_known = |truth: &Node| self.world.follows(&setting.known, *truth);
            let same = places.get(&hazard.cause).into_iter().flatten();
            if !hazard.is_open && hazard.truths.iter().all(is_known)
                || same
                    .filter(|other| self.is_sooner(other, hazard))
                    .any(|other| self.is_done(other, &setting).is_empty())
            {
                continue;
            }
            pending.entry((key, hazard.cause.is_element())).or_default().push(hazard);
        }
        for ((key, _), hazards) in pending {
            let setting = self.setting(key);
            let aligned: Option<Vec<[&Hazard<'c>; 2]>> = hazards
                .iter()
                .map(|hazard| Some([*self.candidates(hazard).first()?, *hazard]))
                .collect();
            if aligned.is_some_and(|pairs| self.are_same(&pairs, &setting)) {
                continue;
            }
            for hazard in hazards {
                if let Some(settled) = self.one(hazard, &setting) {
                    return Some(settled);
                }
            }
        }
        None
    }

    /// What is known where something is done in an iteration, or under a condition, after the pass.
    fn setting(&mut self, key: (usize, Node)) -> Rc<Setting> {
        if let Some(setting) = self.settings.get(&key) {
            return setting.clone();
        }
        let (surrounding, guard) = key;
        let stops = self.after.surroundings[surrounding].stops;
        let mut truths = reached(&self.after.surroundings, surrounding);
        // A loop has the same iterations in both functions.
        for own in around(&self.after.surroundings, surrounding) {
            if let Some(&at) = own.of_loop.and_then(|of_loop| self.loops.get(&of_loop)) {
                truths.extend(reached(&self.before.surroundings, at));
            }
        }
        truths.push(guard);
        let mut known = BTreeSet::new();
        self.world.learn(&mut known, truths);
        let mut facts = Vec::new();
        for (at, surrounding) in self.before.surroundings.iter().enumerate() {
            let conditions = || conditions(&self.before.surroundings, at);
            let own = [&surrounding.known[..], &surrounding.asserted].concat();
            // What is true behind something that may not end says nothing of what is before it.
            if !own.is_empty()
                && surrounding.stops <= stops
                && conditions().into_iter().all(|truth| self.world.follows(&known, truth))
            {
                facts.extend(own);
            }
        }
        self.world.learn(&mut known, facts);
        let is_both = |node: &Node| {
            let operation = self.world.reader.code().operations()[node.position()].1;
            matches!(operation, Operation::Binary { operator: Operator::And, .. })
        };
        let premises = known.iter().copied().filter(|node| !is_both(node)).collect();
        let setting = Rc::new(Setting { known, premises });
        self.settings.insert(key, setting.clone());
        setting
    }

    /// What is not seen to be true of all that something is done under before the pass.
    fn is_done(&self, hazard: &Hazard<'c>, setting: &Setting) -> Vec<Node> {
        let mut truths = conditions(&self.before.surroundings, hazard.surrounding);
        truths.push(hazard.guard);
        truths.retain(|&truth| !self.world.follows(&setting.known, truth));
        truths
    }

    /// False if something that may not end is between what is done before the pass and after it: where it does
    /// not, the first of the two is not done.
    fn is_sooner(&self, before: &Hazard<'c>, after: &Hazard<'c>) -> bool {
        let stops =
            |trace: &Trace<'c>, hazard: &Hazard<'c>| trace.surroundings[hazard.surrounding].stops;
        stops(self.before, before) <= stops(self.after, after)
    }

    /// Accesses before the pass that may be to the same element, the likeliest first.
    fn candidates(&self, hazard: &Hazard<'c>) -> Vec<&'w Hazard<'c>> {
        let place = |hazard: &Hazard<'c>| {
            let Cause::Element { buffer, sizes, address } = &hazard.cause else { return None };
            let rank = address.coordinate.as_ref().map(Vec::len);
            let rank = if address.offset.is_some() { None } else { rank };
            // Those that a function allocates are told apart by their sizes.
            let buffer = sizes.is_empty().then(|| buffer.clone());
            Some((buffer, sizes.clone(), address.offset.is_some(), rank))
        };
        let is_like = |other: &Hazard<'c>| match (&other.cause, &hazard.cause) {
            (Cause::Division { by, of }, Cause::Division { by: other, of: dividend }) => {
                let bits = |scalar: &Scalar| match scalar {
                    Scalar::Number(node) => Some(self.world.reader.code().bits(*node)),
                    Scalar::Term(_) => None,
                };
                bits(by) == bits(other) && (of.is_some() || dividend.is_none())
            }
            (Cause::Copy { .. }, Cause::Copy { .. })
            | (Cause::Branch { .. }, Cause::Branch { .. }) => true,
            _ => other.cause.is_element() && place(other) == place(hazard),
        };
        let before = self.before;
        let mut found: Vec<&'w Hazard<'c>> = Vec::new();
        let is_aligned =
            |other: &Hazard<'c>| (other.access, &other.lane) == (hazard.access, &hazard.lane);
        let is_first = |other: &&Hazard<'c>| is_aligned(other) && is_like(other);
        let sooner = || before.hazards.iter().filter(|other| self.is_sooner(other, hazard));
        found.extend(sooner().find(is_first));
        let rest = sooner();
        let rest = rest.filter(|other| !is_aligned(other) && is_like(other));
        found.extend(rest.take(MAX_CANDIDATES));
        found
    }

    /// True if accesses after the pass are to the elements of accesses before it, which are done whenever they
    /// are.
    fn are_same(&mut self, pairs: &[[&Hazard<'c>; 2]], setting: &Setting) -> bool {
        let mut done: Vec<Node> = Vec::new();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for [one, other] in pairs {
            done.extend(self.is_done(one, setting));
            let numbers = [one, other].map(|hazard| hazard.cause.numbers());
            let [Some(one), Some(other)] = numbers else { return false };
            for (one, other) in one.into_iter().zip(other) {
                if one != other {
                    before.push(one);
                    after.push(other);
                }
            }
        }
        let is_proved = |verdict| matches!(verdict, Verdict::Proved(_));
        if !done.is_empty() && !is_proved(self.true_where(&setting.premises, &done)) {
            return false;
        }
        if after.is_empty() {
            return true;
        }
        // An index that is poison is out of bounds, whatever element it would be.
        if pairs.iter().all(|[_, hazard]| hazard.cause.is_element()) {
            before = self.world.fitting(&before, &self.written);
        }
        is_proved(self.refined(&setting.premises, before, after))
    }

    /// What is said of something that is not seen to be defined.
    fn one(&mut self, hazard: &Hazard<'c>, setting: &Setting) -> Option<Settled> {
        for candidate in self.candidates(hazard) {
            if self.are_same(&[[candidate, hazard]], setting) {
                return None;
            }
        }
        let Hazard { name, access, .. } = hazard;
        let reason = match hazard.cause {
            Cause::Element { .. } => {
                format!("access {access} ({name}) is not seen to be in bounds")
            }
            Cause::Division { .. } => format!("{name} is not seen to be by another number than 0"),
            Cause::Copy { .. } => format!("{name} is not seen to be between equal shapes"),
            Cause::Branch { .. } => {
                format!("the condition of {name} is not seen to be other than poison")
            }
            Cause::Execution { .. } => format!("{name} is not seen to be defined"),
        };
        let truths = self.world.parts(&hazard.truths);
        if hazard.is_open {
            return Some(Settled::Unknown(reason));
        }
        let mut premises = setting.premises.clone();
        let mut verdict = self.true_where(&premises, &truths);
        if matches!(verdict, Verdict::Refuted(_)) {
            premises = self.all_defined(hazard, setting);
            let stops = self.after.surroundings[hazard.surrounding].stops;
            let ask = |judge: &mut Self, premises: &[Node]| judge.true_where(premises, &truths);
            let before = (self.before, stops);
            (verdict, premises) =
                where_defined(self, |judge| &mut *judge.world, before, premises, ask);
        }
        match verdict {
            Verdict::Proved(_) => None,
            Verdict::Unknown(unknown) => Some(Settled::Unknown(format!("{reason}: {unknown}"))),
            Verdict::Refuted(difference) => {
                Some(self.refuted(hazard, &premises, &difference, reason))
            }
        }
    }

    /// The premises of a setting, and that all is defined that is done before the pass, as far as it is read:
    /// elsewhere nothing is claimed.
    fn all_defined(&mut self, hazard: &Hazard<'c>, setting: &Setting) -> Vec<Node> {
        let before = self.before;
        let done = before.hazards.iter().filter(|other| {
            !other.is_open
                && self.is_sooner(other, hazard)
                && !self.world.is_of_opaque(&other.truths)
                && self.is_done(other, setting).is_empty()
        });
        let truths: Vec<Node> =
            done.take(MAX_DONE).flat_map(|other| other.truths.clone()).collect();
        let mut premises = setting.premises.clone();
        for truth in self.world.parts(&truths) {
            if !premises.contains(&truth) {
                premises.push(truth);
            }
        }
        premises
    }

    fn refuted(
        &self,
        hazard: &Hazard<'c>,
        premises: &[Node],
        difference: &Difference,
        reason: String,
    ) -> Settled {
        if self.world.is_of_opaque(&hazard.truths) || self.world.is_of_opaque(premises) {
            return Settled::Unknown(reason);
        }
        let name = hazard.name;
        let outcomes = self.world.parts(&hazard.truths).into_iter().zip(&difference.after);
        let is_true = |outcome: &Outcome| *outcome == Outcome::Offset(1.into());
        let failed = outcomes.into_iter().find(|(_, outcome)| !is_true(outcome));
        let Some((truth, outcome)) = failed else { return Settled::Unknown(reason) };
        let what = match (&hazard.cause, outcome) {
            (Cause::Element { .. }, Outcome::Poison(_)) => "at an index that is poison",
            (Cause::Element { .. }, _) => "out of bounds",
            (Cause::Branch { .. }, _) => "on a condition that is poison",
            (Cause::Copy { .. }, _) => "between shapes that differ",
            (Cause::Division { by: Scalar::Number(by), .. }, _)
                if self.world.constant(*by) == Some(0) =>
            {
                "divides by 0"
            }
            (Cause::Division { .. }, Outcome::Poison(_)) => "of or by a number that is poison",
            _ => match self.world.reader.code().operations()[truth.position()].1 {
                Operation::Compare { relation: CmpPredicate::Less, .. } => {
                    "divides by a number below 1"
                }
                Operation::Compare { right, .. } if self.world.constant(right) == Some(0) => {
                    "divides by 0"
                }
                _ => "has a quotient that does not fit",
            },
        };
        let shown = Equality {
            before: hazard.truths[0],
            after: hazard.truths[0],
            surrounding: 0,
            truths: Vec::new(),
            what: What::Element { access: hazard.access, lane: hazard.lane.clone() },
        };
        let mut nodes = hazard.truths.clone();
        nodes.extend(premises);
        let at = place(self.world, &shown, &nodes, &difference.inputs);
        let before = "defined behavior".to_owned();
        let after = format!("undefined behavior ({name} {what})");
        let verdict = FunctionVerdict::Refuted { at, before, after };
        let sample = self.world.sample_at(&difference.inputs);
        Settled::Differ { verdict, sample, unless: Some(reason) }
    }

    /// Whether some truths are true where some premises are.
    fn true_where(&mut self, premises: &[Node], truths: &[Node]) -> Verdict<Difference> {
        let one = self.world.number(1);
        let nothing = self.world.nothing(premises);
        let before = vec![self.world.sum(one, nothing); truths.len()];
        // A truth that is a number is not read by all methods.
        let chosen = truths.iter().map(|&truth| self.world.as_number(truth)).collect();
        let verdict = self.refined(premises, before.clone(), chosen);
        if matches!(verdict, Verdict::Proved(_)) {
            return verdict;
        }
        // Bounds say more of what is positive than of what is not 0.
        let mut positive = Vec::new();
        for &truth in truths {
            let operations = self.world.reader.code().operations();
            let of = self.world.alternatives(truth).map_or(truth, |(by, _)| by);
            let truth = match operations[of.position()].1 {
                Operation::Compare { relation: CmpPredicate::NotEqual, left, right }
                    if matches!(self.world.constant(right), Some(0 | -1)) =>
                {
                    let zero = self.world.reader.constant(self.world.reader.code().bits(left), 0);
                    self.world.compare(CmpPredicate::Less, zero, left)
                }
                _ => truth,
            };
            positive.push(self.world.as_number(truth));
        }
        match self.refined(premises, before, positive) {
            proved @ Verdict::Proved(_) => proved,
            _ => verdict,
        }
    }

    fn refined(
        &self,
        premises: &[Node],
        before: Vec<Node>,
        after: Vec<Node>,
    ) -> Verdict<Difference> {
        let claim = Refinement {
            code: self.world.reader.code(),
            before,
            after,
            premises: premises.to_vec(),
            bounds: self.world.bounds.clone(),
            fits: false,
            is_part: true,
        };
        refines(&claim, self.budget)
    }
}
