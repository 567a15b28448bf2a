//! Whether what a function does after the pass is defined wherever the function before it is.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use super::claims::{Equality, Trace, What};
use super::hazards::{Hazard, Place};
use super::machine::Surrounding;
use super::verdict::{Settled, place};
use super::world::World;
use crate::algebra::{Budget, Verdict};
use crate::validate::{
    CmpPredicate, Difference, Finding, Flags, Node, Operation, Operator, Outcome, Refinement,
    refines,
};

/// So many accesses before the pass are looked at to find the one that is to the same element.
const MAX_CANDIDATES: usize = 8;

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
    loops: HashMap<usize, usize>,
    settings: HashMap<(usize, Node), Rc<Setting>>,
    /// The places of the nodes of operations of the IR.
    written: HashSet<usize>,
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
    let written = world.reader.origins().map(Node::position).collect();
    let settings = HashMap::new();
    Judge { world, before, after, budget, loops, settings, written }.first()
}

impl<'w, 'c> Judge<'w, 'c> {
    fn first(&mut self) -> Option<Settled> {
        let mut places: HashMap<&Place, Vec<&Hazard<'c>>> = HashMap::new();
        for hazard in &self.before.hazards {
            places.entry(&hazard.place).or_default().push(hazard);
        }
        let mut seen = HashSet::new();
        let mut pending: BTreeMap<(usize, Node), Vec<&Hazard<'c>>> = BTreeMap::new();
        for hazard in &self.after.hazards {
            let key = (hazard.surrounding, hazard.guard);
            if !seen.insert((&hazard.place, &hazard.truths, key)) {
                continue;
            }
            let setting = self.setting(key);
            let is_known = |truth: &Node| self.follows(&setting.known, *truth);
            let same = places.get(&hazard.place).into_iter().flatten();
            if !hazard.is_open && hazard.truths.iter().all(is_known)
                || same.into_iter().any(|other| self.is_done(other, &setting).is_empty())
            {
                continue;
            }
            pending.entry(key).or_default().push(hazard);
        }
        for (key, hazards) in pending {
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
        let mut truths = conditions(&self.after.surroundings, surrounding);
        // A loop has the same iterations in both functions.
        for at in around(&self.after.surroundings, surrounding) {
            let of_loop = self.after.surroundings[at].of_loop;
            if let Some(&at) = of_loop.and_then(|of_loop| self.loops.get(&of_loop)) {
                truths.extend(conditions(&self.before.surroundings, at));
            }
        }
        truths.push(guard);
        let mut known = BTreeSet::new();
        self.learn(&mut known, truths);
        let mut facts = Vec::new();
        for (at, surrounding) in self.before.surroundings.iter().enumerate() {
            let conditions = || conditions(&self.before.surroundings, at);
            if !surrounding.known.is_empty()
                && conditions().into_iter().all(|truth| self.follows(&known, truth))
            {
                facts.extend(&surrounding.known);
            }
        }
        self.learn(&mut known, facts);
        let is_both = |node: &Node| {
            let operation = self.world.reader.code().operations()[node.position()].1;
            matches!(operation, Operation::Binary { operator: Operator::And, .. })
        };
        let premises = known.iter().copied().filter(|node| !is_both(node)).collect();
        let setting = Rc::new(Setting { known, premises });
        self.settings.insert(key, setting.clone());
        setting
    }

    /// Adds truths, and those that follow from them.
    fn learn(&mut self, known: &mut BTreeSet<Node>, truths: Vec<Node>) {
        let mut pending = truths;
        let mut either = Vec::new();
        loop {
            while let Some(truth) = pending.pop() {
                if self.world.constant(truth).is_some() || !known.insert(truth) {
                    continue;
                }
                match self.world.reader.code().operations()[truth.position()].1 {
                    Operation::Binary { operator: Operator::And, left, right, .. } => {
                        pending.extend([left, right]);
                    }
                    Operation::Binary { operator: Operator::Or, left, right, .. } => {
                        either.push((left, right));
                    }
                    Operation::Binary { operator: Operator::Xor, left, right, .. }
                        if self.world.constant(right) == Some(-1) =>
                    {
                        pending.extend(self.opposite(left));
                    }
                    _ => {}
                }
            }
            // One of two is true if the other one is not.
            for (left, right) in std::mem::take(&mut either) {
                let [not_left, not_right] = [left, right].map(|truth| self.world.not(truth));
                let not_left = self.negated(left).unwrap_or(not_left);
                let not_right = self.negated(right).unwrap_or(not_right);
                if self.follows(known, not_left) {
                    pending.push(right);
                } else if self.follows(known, not_right) {
                    pending.push(left);
                } else {
                    either.push((left, right));
                }
            }
            if pending.is_empty() {
                return;
            }
        }
    }

    /// What a truth is the opposite of, if that is how it is written.
    fn negated(&self, truth: Node) -> Option<Node> {
        match self.world.reader.code().operations()[truth.position()].1 {
            Operation::Binary { operator: Operator::Xor, left, right, .. } => {
                (self.world.constant(right) == Some(-1)).then_some(left)
            }
            _ => None,
        }
    }

    /// What is true where a truth is not.
    fn opposite(&mut self, truth: Node) -> Vec<Node> {
        match self.world.reader.code().operations()[truth.position()].1 {
            Operation::Compare { relation, left, right } => {
                let (relation, left, right) = match relation {
                    CmpPredicate::Equal => (CmpPredicate::NotEqual, left, right),
                    CmpPredicate::NotEqual => (CmpPredicate::Equal, left, right),
                    CmpPredicate::Less => (CmpPredicate::LessOrEqual, right, left),
                    CmpPredicate::LessOrEqual => (CmpPredicate::Less, right, left),
                    CmpPredicate::LessUnsigned => (CmpPredicate::LessOrEqualUnsigned, right, left),
                    CmpPredicate::LessOrEqualUnsigned => (CmpPredicate::LessUnsigned, right, left),
                };
                vec![self.world.compare(relation, left, right)]
            }
            Operation::Binary { operator: Operator::Or, left, right, .. } => {
                [left, right].map(|truth| self.world.not(truth)).to_vec()
            }
            _ => Vec::new(),
        }
    }

    /// True if a truth, or each of those that it is made of, is known.
    fn follows(&self, known: &BTreeSet<Node>, truth: Node) -> bool {
        let is_known = |truth: &Node| {
            known.contains(truth) || self.world.constant(*truth).is_some_and(|truth| truth != 0)
        };
        is_known(&truth) || self.parts(&[truth]).iter().all(is_known)
    }

    /// The truths that all of some are made of.
    fn parts(&self, truths: &[Node]) -> Vec<Node> {
        let mut pending: Vec<Node> = truths.iter().rev().copied().collect();
        let mut found = Vec::new();
        while let Some(truth) = pending.pop() {
            match self.world.reader.code().operations()[truth.position()].1 {
                Operation::Binary { operator: Operator::And, left, right, .. } => {
                    pending.extend([right, left]);
                }
                _ => found.push(truth),
            }
        }
        found
    }

    /// What is not seen to be true of all that something is done under before the pass.
    fn is_done(&self, hazard: &Hazard<'c>, setting: &Setting) -> Vec<Node> {
        let mut truths = conditions(&self.before.surroundings, hazard.surrounding);
        truths.push(hazard.guard);
        truths.retain(|&truth| !self.follows(&setting.known, truth));
        truths
    }

    /// Accesses before the pass that may be to the same element, the likeliest first.
    fn candidates(&self, hazard: &Hazard<'c>) -> Vec<&'w Hazard<'c>> {
        let place = |hazard: &Hazard<'c>| {
            let Place { buffer, sizes, address } = &hazard.place;
            let rank = address.coordinate.as_ref().map(Vec::len);
            let rank = if address.offset.is_some() { None } else { rank };
            // Those that a function allocates are told apart by their sizes.
            let buffer = sizes.is_empty().then(|| buffer.clone());
            (buffer, sizes.clone(), address.offset.is_some(), rank)
        };
        let wanted = place(hazard);
        let before = self.before;
        let mut found: Vec<&'w Hazard<'c>> = Vec::new();
        let is_aligned =
            |other: &Hazard<'c>| (other.access, &other.lane) == (hazard.access, &hazard.lane);
        let is_first = |other: &&Hazard<'c>| is_aligned(other) && place(other) == wanted;
        found.extend(before.hazards.iter().find(is_first));
        let rest = before.hazards.iter();
        let rest = rest.filter(|other| !is_aligned(other) && place(other) == wanted);
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
            let [one, other] = [one, other].map(|hazard| numbers(&hazard.place));
            for (one, other) in one.into_iter().zip(other) {
                if one != other {
                    before.push(one);
                    after.push(other);
                }
            }
        }
        let is_proved = |verdict| matches!(verdict, Verdict::Proved(_));
        if !done.is_empty() && !is_proved(self.true_in(setting, &done)) {
            return false;
        }
        if after.is_empty() {
            return true;
        }
        if !is_proved(self.refined(setting, before.clone(), after.clone(), true)) {
            return false;
        }
        // An index that is poison is out of bounds, whatever element it would be.
        if !self.may_be_poison(&after) {
            return true;
        }
        let zero = self.world.number(0);
        let before = self.fitting(&before);
        let [before, after] = [before, after].map(|nodes| {
            let nodes = nodes.into_iter();
            nodes.map(|node| self.world.product(node, zero)).collect::<Vec<Node>>()
        });
        is_proved(self.refined(setting, before, after, false))
    }

    /// What is said of something that is not seen to be defined.
    fn one(&mut self, hazard: &Hazard<'c>, setting: &Setting) -> Option<Settled> {
        for candidate in self.candidates(hazard) {
            if self.are_same(&[[candidate, hazard]], setting) {
                return None;
            }
        }
        let Hazard { name, access, .. } = hazard;
        let reason = format!("access {access} ({name}) is not seen to be in bounds");
        let truths = self.parts(&hazard.truths);
        if hazard.is_open {
            return Some(Settled::Unknown(reason));
        }
        match self.true_in(setting, &truths) {
            Verdict::Proved(_) => None,
            Verdict::Unknown(unknown) => Some(Settled::Unknown(format!("{reason}: {unknown}"))),
            Verdict::Refuted(difference) => {
                Some(self.refuted(hazard, setting, &difference, reason))
            }
        }
    }

    fn refuted(
        &self,
        hazard: &Hazard<'c>,
        setting: &Setting,
        difference: &Difference,
        reason: String,
    ) -> Settled {
        if self.world.is_of_opaque(&hazard.truths) || self.world.is_of_opaque(&setting.premises) {
            return Settled::Unknown(reason);
        }
        let is_poison = difference.after.iter().any(|it| matches!(it, Outcome::Poison(_)));
        let name = hazard.name;
        let what = if is_poison { "at an index that is poison" } else { "out of bounds" };
        let shown = Equality {
            before: hazard.truths[0],
            after: hazard.truths[0],
            surrounding: 0,
            truths: Vec::new(),
            what: What::Element { access: hazard.access, lane: hazard.lane.clone() },
        };
        let mut nodes = hazard.truths.clone();
        nodes.extend(&setting.premises);
        let at = place(self.world, &shown, &nodes, &difference.inputs);
        let before = "defined behavior".to_owned();
        let after = format!("undefined behavior ({name} {what})");
        let inputs = self.world.names.iter().cloned().zip(difference.inputs.iter().copied());
        let inputs = inputs.collect();
        let unless = Some(reason);
        Settled::Differ { finding: Finding::Refuted { at, before, after }, inputs, unless }
    }

    /// Whether some truths are true in a setting.
    fn true_in(&mut self, setting: &Setting, truths: &[Node]) -> Verdict<Difference> {
        // A truth that is a number is not read by all methods.
        let [zero, one] = [0, 1].map(|number| self.world.number(number));
        let chosen = truths.iter().map(|&truth| Operation::Select(truth, one, zero));
        let chosen = chosen.map(|chosen| self.world.reader.push(64, chosen)).collect();
        self.refined(setting, vec![one; truths.len()], chosen, false)
    }

    fn refined(
        &self,
        setting: &Setting,
        before: Vec<Node>,
        after: Vec<Node>,
        fits: bool,
    ) -> Verdict<Difference> {
        let code = self.world.reader.code();
        // The number of an element that is there fits, and so do those that it is the sum of.
        let promised = fits.then(|| code.clone().promised());
        let claim = Refinement {
            code: promised.as_ref().unwrap_or(code),
            before,
            after,
            premises: setting.premises.clone(),
            bounds: self.world.bounds.clone(),
            fits,
            is_part: true,
        };
        refines(&claim, self.budget)
    }

    fn may_be_poison(&self, nodes: &[Node]) -> bool {
        let code = self.world.reader.code();
        code.sources(nodes).into_iter().any(|at| match code.operations()[at].1 {
            Operation::Binary { operator, right, flags, .. } => match operator {
                Operator::Add | Operator::Subtract | Operator::Multiply => {
                    flags != Flags::default()
                }
                Operator::And | Operator::Or | Operator::Xor => false,
                _ => flags != Flags::default() || code.constant(right).is_none_or(|it| it < 1),
            },
            _ => false,
        })
    }

    /// The same numbers with the promise that sums and products that the code does not have fit 64 bits, as
    /// those do that say where an element is.
    fn fitting(&mut self, nodes: &[Node]) -> Vec<Node> {
        let code = self.world.reader.code();
        let mut names: HashMap<usize, Node> = HashMap::new();
        let operations: Vec<(usize, (u32, Operation))> =
            code.sources(nodes).into_iter().map(|at| (at, code.operations()[at])).collect();
        let written = &self.written;
        for (at, (bits, operation)) in operations {
            let name = |node: Node| names.get(&node.position()).copied().unwrap_or(node);
            let named = match operation {
                Operation::Binary { operator, left, right, mut flags } => {
                    let may_wrap =
                        matches!(operator, Operator::Add | Operator::Subtract | Operator::Multiply);
                    flags.nsw |= may_wrap && bits == 64 && !written.contains(&at);
                    Operation::Binary { operator, left: name(left), right: name(right), flags }
                }
                Operation::SignExtend(from) => Operation::SignExtend(name(from)),
                Operation::ZeroExtend(from) => Operation::ZeroExtend(name(from)),
                Operation::Compare { relation, left, right } => {
                    Operation::Compare { relation, left: name(left), right: name(right) }
                }
                Operation::Select(condition, yes, no) => {
                    Operation::Select(name(condition), name(yes), name(no))
                }
                // These are what they were.
                Operation::Input(_) | Operation::Constant(_) => continue,
            };
            let named = self.world.reader.push(bits, named);
            names.insert(at, named);
        }
        nodes.iter().map(|node| names.get(&node.position()).copied().unwrap_or(*node)).collect()
    }
}

/// The surroundings of something, the innermost first.
fn around(surroundings: &[Surrounding], innermost: usize) -> Vec<usize> {
    let mut found = Vec::new();
    let mut next = Some(innermost);
    while let Some(at) = next.filter(|&at| at < surroundings.len()) {
        found.push(at);
        next = surroundings[at].around;
    }
    found
}

/// All that something is done under.
fn conditions(surroundings: &[Surrounding], innermost: usize) -> Vec<Node> {
    let around = around(surroundings, innermost).into_iter();
    around.flat_map(|at| surroundings[at].truths.iter().copied()).collect()
}

/// The numbers that say where an element is.
fn numbers(place: &Place) -> Vec<Node> {
    match (&place.address.offset, &place.address.coordinate) {
        (Some(offset), _) => vec![*offset],
        (None, coordinate) => coordinate.iter().flatten().copied().collect(),
    }
}
