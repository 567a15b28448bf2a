//! Two values that have to be the same, by how they come about.

use super::claims::{At, Claims, Like, Unlike, What, unknown};
use super::terms::{Form, Scalar};
use crate::validate::Node;

/// So many pairs of values are compared to see that two are the same.
const MAX_CASES: usize = 4096;

impl Claims<'_, '_> {
    /// Two elements that have to be the same.
    pub(super) fn scalars(&mut self, before: Scalar, after: Scalar, at: &At) -> Like {
        if let [Some(one), Some(other)] = [before, after].map(|scalar| self.float(scalar))
            && one != other
            && self.is_simulated
            && at.truths.is_empty()
            && at.surrounding == 0
        {
            let (what, before, after) = (at.what.clone(), one, other);
            return Err(Unlike::Different { what, before, after });
        }
        let mut pending = vec![(before, after, at.clone())];
        let mut is_unlike = None;
        let mut steps = 0;
        while let Some((one, other, at)) = pending.pop() {
            steps += 1;
            if MAX_CASES < steps {
                // To settle what was claimed until here would take as long again.
                self.claims.clear();
                return unknown(format!("{} is one of more than {MAX_CASES} cases", at.what));
            }
            if one == other || !self.seen.insert((one, other, at.surrounding, at.truths.clone())) {
                continue;
            }
            let (one, other) = match (one, other) {
                (Scalar::Number(one), Scalar::Number(other)) => {
                    self.numbers(one, other, &at)?;
                    continue;
                }
                (Scalar::Term(one), Scalar::Term(other)) => (one, other),
                _ => return unknown(format!("{} is of another type after", at.what)),
            };
            let forms = [one, other].map(|term| self.world.terms.form(term).clone());
            match forms {
                [
                    Form::Result { name, operands, result, lane },
                    Form::Result { name: n, operands: o, result: r, lane: l },
                ] if name == n && result == r && lane == l && operands.len() == o.len() => {
                    let mut at = at.clone();
                    at.truths.extend(self.world.defined.get(&one).into_iter().flatten());
                    let pairs = operands.iter().zip(o.iter());
                    pending.extend(pairs.map(|(&one, &other)| (one, other, at.clone())));
                }
                [
                    Form::Read { buffer, address, after },
                    Form::Read { buffer: b, address: a, after: then },
                ] if buffer == b && after == then => {
                    let place = self.world.places.get(&one).cloned();
                    let (access, lane) = place.unwrap_or_default();
                    self.addresses(&address, &a, &at, &What::of(&buffer, access, lane))?;
                }
                [Form::Chosen(condition, yes, no), Form::Chosen(c, y, n)] if condition == c => {
                    for (one, other, holds) in [(yes, y, true), (no, n, false)] {
                        pending.push((one, other, self.where_it(&at, condition, holds)));
                    }
                }
                [Form::Chosen(condition, yes, no), _] => {
                    for (one, holds) in [(yes, true), (no, false)] {
                        let at = self.where_it(&at, condition, holds);
                        if self.may_hold(&at) {
                            pending.push((one, Scalar::Term(other), at));
                        }
                    }
                }
                [_, Form::Chosen(condition, yes, no)] => {
                    self.is_no_poison(condition, &at)?;
                    for (other, holds) in [(yes, true), (no, false)] {
                        let at = self.where_it(&at, condition, holds);
                        if self.may_hold(&at) {
                            pending.push((Scalar::Term(one), other, at));
                        }
                    }
                }
                [
                    Form::Initial { buffer, place, .. },
                    Form::Initial { buffer: other, place: their, .. },
                ] if buffer == other && place.len() != their.len() => {
                    return unknown("the elements of a buffer are named otherwise after");
                }
                [
                    Form::Initial { .. } | Form::Argument(..),
                    Form::Initial { .. } | Form::Argument(..),
                ] if at.truths.is_empty() && at.surrounding == 0 => {
                    is_unlike = Some((one, other));
                }
                // They differ wherever that is true, which may be nowhere.
                _ if !at.truths.is_empty() => {
                    let [never, always] = [0, -1].map(|bit| self.world.reader.constant(1, bit));
                    self.claim(never, always, &at, What::Bound(at.what.clone()))?;
                }
                _ => {
                    let [one, other] = [one, other].map(|term| self.named(term));
                    return unknown(format!("{} is {one} before and {other} after", at.what));
                }
            }
        }
        let Some(_) = is_unlike else { return Ok(()) };
        let sources = [before, after].map(|scalar| self.elements(scalar));
        let [one, other] = [before, after].map(|scalar| match scalar {
            Scalar::Term(term) => self.named(term),
            Scalar::Number(_) => "a number".to_owned(),
        });
        // What is in memory that was not written is not the same in general.
        let is_known = sources.iter().flatten().all(|&term| !self.is_unwritten(term))
            && [before, after].into_iter().all(|scalar| self.is_of_all(scalar));
        if self.is_simulated && is_known && sources[0] != sources[1] {
            // What is of other elements is other in general, such as a copy of another one.
            let (what, mut before, mut after) = (at.what.clone(), one, other);
            if before == after {
                let mut names = [&sources[0], &sources[1]].map(|all| {
                    let names: Vec<String> = all.iter().map(|&term| self.named(term)).collect();
                    names.join(", ")
                });
                before += &format!(" of {}", std::mem::take(&mut names[0]));
                after += &format!(" of {}", std::mem::take(&mut names[1]));
            }
            // The same element at another time may be the same.
            if before == after {
                return unknown(format!("{what} is {before}, at another time after"));
            }
            return Err(Unlike::Different { what, before, after });
        }
        unknown(format!("{} is {one} before and {other} after", at.what))
    }

    /// The text of a constant of a type of numbers with a point, which tells all of them apart but those that are
    /// no numbers.
    fn float(&self, scalar: Scalar) -> Option<String> {
        let Scalar::Term(term) = scalar else { return None };
        let Form::Constant(text) = self.world.terms.form(term) else { return None };
        let (number, r#type) = text.split_once(" : ")?;
        let is_float = matches!(r#type, "f16" | "bf16" | "f32" | "f64");
        (is_float && number.parse::<f64>().is_ok_and(f64::is_finite)).then(|| text.clone())
    }

    /// What a value is chosen by after the pass must not be poison.
    fn is_no_poison(&mut self, condition: Node, at: &At) -> Like {
        if !self.world.reader.code().may_be_poison(&[condition]) {
            return Ok(());
        }
        if !self.world.reader.code().given_poison(&[condition]).is_empty() {
            return unknown(format!("{} is chosen by what may be poison", at.what));
        }
        let before = self.world.nothing(&at.truths);
        let after = self.world.nothing_of(condition);
        let what = format!("whether {} is chosen by poison", at.what);
        self.claim(before, after, at, What::Bound(what))
    }

    /// The same where a condition holds, or where it does not.
    fn where_it(&mut self, at: &At, condition: Node, holds: bool) -> At {
        let mut at = at.clone();
        let not = self.world.not(condition);
        at.truths.push(if holds { condition } else { not });
        at
    }

    /// False if what is true there is seen not to hold together.
    fn may_hold(&mut self, at: &At) -> bool {
        let mut all = self.world.reader.constant(1, -1);
        for &truth in &at.truths {
            if at.truths.iter().any(|&other| self.world.not(other) == truth) {
                return false;
            }
            all = self.world.both(all, truth);
        }
        self.world.constant(all) != Some(0)
    }
}
