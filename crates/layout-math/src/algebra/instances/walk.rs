//! Layouts for one value of their symbols after the other, and how many are looked at.

use super::symbol::{Symbol, WithoutPairs};
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::listed::Listed;
use crate::algebra::relations::{View, positions};
use crate::algebra::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{SymbolicStride, Term};
use crate::point::value_in;
use crate::relation::{Context, Facts, Mode, Relation};

/// So many values of the symbols are looked at where there are too many for all.
pub(super) const SOME: usize = 1 << 10;

/// A symbol that has few values has all of them looked at, whatever the others are.
const FEW: usize = 16;

/// For so many values of the symbols a relation is looked at before anything else is tried.
const RELATIONS: usize = 256;

/// After so many values for which operations make nothing no more are looked at.
const FAILURES: u64 = 8;

/// So many times isl is asked, or as often as there are values, each time with a part of its budget.
const ASKED: u64 = 16;

/// What one value of the symbols costs where the layouts are at hand, and where operations make them.
const VALUE: i64 = 8;
const DERIVED: i64 = 128;

/// Makes what is asked about of layouts without symbols.
pub type Derive<'a> = &'a dyn Fn(Vec<AnyLayout>, &Budget) -> Option<Vec<AnyLayout>>;

/// Decides a claim about layouts without symbols; the caller keeps what refutes it.
type Ask<'a> = &'a dyn Fn(&[AnyLayout], &Budget) -> Verdict<()>;

/// What a claim is about, given layouts for values of their symbols.
pub(super) enum Made<'a> {
    /// These layouts.
    Given(WithoutPairs),
    /// What operations make of them. Then a relation without pairs is one of which something is claimed, and one
    /// value of the symbols costs more.
    ByOperations(Derive<'a>),
}

/// A claim about layouts with symbols. It knows nothing of what refutes the claim but the values of the symbols,
/// so that it is compiled once and not for each claim.
pub(super) struct Instances<'a> {
    layouts: &'a [&'a AnyLayout],
    symbols: Vec<Symbol<'a>>,
    extents: Vec<Term>,
    made: Made<'a>,
    ask: Ask<'a>,
}

/// A value of each symbol, by name.
pub(super) type NamedValues = Vec<(String, i64)>;

/// What was seen before the claim is asked in general.
pub(super) enum ValueSearch {
    Settled(Verdict<NamedValues>),
    /// All values of the symbols, if there are few enough to be looked at for longer.
    Open(Option<Vec<Vec<i64>>>),
}

/// What is left of a refutation that was found in general, once it is asked for its values alone.
pub(super) enum Confirmation {
    /// It is refuted for these values, by what the question just gave.
    Refuted(NamedValues),
    /// Nothing else is known than what was found in general.
    NothingElse,
    Holds,
}

enum Walk {
    Settled(Verdict<NamedValues>),
    /// A value was not decided, or the limit reached.
    Open,
    /// isl has spent its budget, and so many values were not decided.
    GivenUp,
}

impl<'a> Instances<'a> {
    /// The symbols of the layouts; `None` if there are none, or what is said of them contradicts itself, which
    /// what is asked in general says.
    pub(super) fn new(layouts: &'a [&'a AnyLayout], made: Made<'a>, ask: Ask<'a>) -> Option<Self> {
        let without_pairs = match made {
            Made::Given(without_pairs) => without_pairs,
            Made::ByOperations(_) => WithoutPairs::Compared,
        };
        let symbols = Symbol::all_of(layouts, without_pairs)?;
        if symbols.is_empty() || symbols.iter().any(Symbol::is_contradictory) {
            return None;
        }
        let extents = layouts.iter().flat_map(|layout| layout.symbolic_extents()).collect();
        Some(Instances { layouts, symbols, extents, made, ask })
    }

    /// What one value of the symbols costs besides the coordinates that are looked at.
    fn cost(&self) -> i64 {
        if self.is_derived() { DERIVED } else { VALUE }
    }

    fn is_derived(&self) -> bool {
        matches!(self.made, Made::ByOperations(_))
    }

    /// What few values show, or some of many.
    pub(super) fn search(&self, budget: &Budget) -> ValueSearch {
        let all = self.valuations(budget.walk_last);
        if let Some(all) = &all {
            match self.walk(all, budget, budget.walk_first) {
                Walk::Settled(verdict) => return ValueSearch::Settled(verdict),
                // There is no other way to what operations make.
                Walk::GivenUp if self.is_derived() => return ValueSearch::Open(None),
                Walk::Open | Walk::GivenUp => {}
            }
        }
        if all.is_none() {
            // Further out in each round: a claim may fail next to the least value of every symbol.
            // Once isl has given up only forms are asked, which need no isl.
            let mut has_given_up = false;
            for each in [2, 12, 32, 128, 512] {
                let some = self.some_valuations(each);
                if !has_given_up {
                    match self.walk(&some, budget, budget.walk_first / 2) {
                        Walk::Settled(verdict @ Verdict::Refuted(_)) => {
                            return ValueSearch::Settled(verdict);
                        }
                        walk => has_given_up = matches!(walk, Walk::GivenUp),
                    }
                }
                if has_given_up && self.is_derived() {
                    break;
                }
                if let Some(values) = self.refuted_by_form(&some, budget) {
                    return ValueSearch::Settled(Verdict::Refuted(values));
                }
            }
        }
        ValueSearch::Open(all)
    }

    /// What all values show, where it was not decided in general.
    pub(super) fn exhaust(
        &self,
        all: &[Vec<i64>],
        budget: &Budget,
    ) -> Option<Verdict<NamedValues>> {
        match self.walk(all, budget, budget.walk_last) {
            Walk::Settled(verdict) => Some(verdict),
            Walk::Open | Walk::GivenUp => None,
        }
    }

    /// What the greatest values show, where an offset is the greatest: closed forms of them alone.
    pub(super) fn refuted_at_greatest(&self, budget: &Budget) -> Option<NamedValues> {
        let greatest: Vec<Option<i64>> = self.symbols.iter().map(Symbol::greatest).collect();
        if greatest.iter().all(Option::is_none) {
            return None;
        }
        let values =
            greatest.iter().zip(&self.symbols).map(|(own, symbol)| own.or_else(|| symbol.least()));
        self.refuted_by_form(&[values.collect::<Option<_>>()?], budget)
    }

    /// All values of all symbols; `None` if there are more than so many, or no end of them.
    fn valuations(&self, limit: i64) -> Option<Vec<Vec<i64>>> {
        let limit = usize::try_from(limit / self.cost()).ok()?;
        let mut n = 1_usize;
        let mut values = Vec::new();
        for symbol in &self.symbols {
            let (own, are_all) = symbol.values(limit);
            n = n.checked_mul(own.len().max(1)).filter(|&n| are_all && n <= limit)?;
            values.push(own);
        }
        Some(product(&values))
    }

    /// All values of the symbols that have few, and so many of each of the others, in all combinations;
    /// some of these if they are too many.
    fn some_valuations(&self, each: usize) -> Vec<Vec<i64>> {
        let own = |symbol: &Symbol<'_>| match symbol.values(FEW) {
            (all, true) => all,
            _ => symbol.values(each).0,
        };
        let values: Vec<Vec<i64>> = self.symbols.iter().map(own).collect();
        let n = values.iter().try_fold(1_usize, |n, own| n.checked_mul(own.len()));
        if n.is_some_and(|n| n <= SOME) { product(&values) } else { next_to_least(&values, each) }
    }

    /// Asks for one value after the other, as long as fewer than `limit` coordinates are looked at.
    fn walk(&self, all: &[Vec<i64>], budget: &Budget, limit: i64) -> Walk {
        let n_all = all.len();
        // Of relations isl may be asked each time: for more values nothing else must be left to try.
        let has_relations = self.layouts.iter().any(|l| matches!(l, AnyLayout::Relation(_)));
        let most = if limit < budget.walk_last { RELATIONS } else { RELATIONS << 4 };
        let all = if has_relations { &all[..n_all.min(most)] } else { all };
        let is_part = all.len() < n_all;
        let parts = (n_all as u64).clamp(1, ASKED).max(all.len() as u64 / 4);
        let budget = Budget { isl_operations: budget.isl_operations / parts, ..*budget };
        // What operations may walk is what all of them may.
        let budget = match self.is_derived() {
            true => Budget { search_steps: budget.search_steps / parts, ..budget },
            false => budget,
        };
        let (mut count, mut cost, mut is_open, mut given_up) = (0, 0_i64, false, 0);
        let (mut failed, mut derived_relations) = (0, 0);
        for values in all {
            let Some(instance) = self.instance(values, &budget) else { continue };
            let Some(layouts) = instance else {
                is_open = true;
                failed += 1;
                // What is not made for some values is not made for most.
                if self.is_derived() && failed == FAILURES {
                    return Walk::GivenUp;
                }
                continue;
            };
            derived_relations +=
                u64::from(layouts.iter().any(|l| matches!(l, AnyLayout::Relation(_))));
            if self.is_derived() && derived_relations > RELATIONS as u64 {
                return Walk::GivenUp;
            }
            let own = layouts.iter().map(cost_of).fold(self.cost(), i64::saturating_add);
            cost = cost.saturating_add(own);
            if limit < cost {
                return Walk::Open;
            }
            if layouts.len() == 1 && !self.is_derived() && self.is_empty(&layouts, &budget) {
                continue;
            }
            count += 1;
            match (self.ask)(&layouts, &budget) {
                Verdict::Proved(_) => {}
                Verdict::Refuted(()) => return Walk::Settled(Verdict::Refuted(self.named(values))),
                Verdict::Unknown(unknown) => {
                    is_open = true;
                    given_up += u64::from(matches!(unknown, Unknown::OutOfBudget { .. }));
                    if given_up == parts {
                        return Walk::GivenUp;
                    }
                }
            }
        }
        if is_open || is_part || count == 0 {
            return Walk::Open;
        }
        Walk::Settled(Verdict::Proved(Method::Instances { count }))
    }

    /// A refutation by closed forms, which do not look at coordinates: no layout is too large for them.
    fn refuted_by_form(&self, some: &[Vec<i64>], budget: &Budget) -> Option<NamedValues> {
        let forms = Budget { closed_forms: budget.closed_forms, ..Budget::CLOSED_FORMS };
        some.iter().find_map(|values| {
            let layouts = self.instance(values, &forms)??;
            // Of a relation without pairs nothing may be claimed, which no closed form knows.
            if layouts.iter().any(|layout| matches!(layout, AnyLayout::Relation(_))) {
                return None;
            }
            let verdict = (self.ask)(&layouts, &forms);
            matches!(verdict, Verdict::Refuted(())).then(|| self.named(values))
        })
    }

    /// What is asked about for these values: `None` if the values are not allowed, `Some(None)` if a number
    /// passes 64 bits or there is nothing.
    fn instance(&self, values: &[i64], budget: &Budget) -> Option<Option<Vec<AnyLayout>>> {
        let value = |name: &str| {
            let position = self.symbols.binary_search_by_key(&name, |symbol| symbol.name).ok()?;
            values.get(position).copied()
        };
        for extent in &self.extents {
            match extent.evaluate(&value) {
                None => return Some(None),
                Some(extent) if extent < 1 => return None,
                Some(_) => {}
            }
        }
        let of = |layout: &&AnyLayout| layout.with_values(&value);
        let layouts: Option<Vec<AnyLayout>> = self.layouts.iter().map(of).collect();
        // A basis stride that is 0 has lost its position: it is an output of a relation all the same.
        let layouts =
            layouts.or_else(|| self.layouts.iter().map(|l| with_outputs(l, &value)).collect());
        Some(layouts.and_then(|layouts| match self.made {
            Made::Given(_) => Some(layouts),
            Made::ByOperations(derive) => derive(layouts, budget),
        }))
    }

    /// True if a relation that had parameters has no pairs for these values of them.
    fn is_empty(&self, layouts: &[AnyLayout], budget: &Budget) -> bool {
        self.layouts.iter().zip(layouts).any(|(before, layout)| match layout {
            AnyLayout::Relation(relation) => before.has_symbols() && is_empty(relation, budget),
            _ => false,
        })
    }

    fn named(&self, values: &[i64]) -> NamedValues {
        let names = self.symbols.iter().map(|symbol| symbol.name.to_owned());
        names.zip(values.iter().copied()).collect()
    }

    /// Looks at a refutation for values of some symbols by itself.
    pub(super) fn confirm(&self, found: &[(String, i64)], budget: &Budget) -> Confirmation {
        let known = value_in(found);
        // What has no value there does not matter.
        let value = |symbol: &Symbol<'_>| known(symbol.name).or_else(|| symbol.least());
        let Some(values) = self.symbols.iter().map(value).collect::<Option<Vec<i64>>>() else {
            return Confirmation::NothingElse;
        };
        let Some(Some(layouts)) = self.instance(&values, budget) else {
            return Confirmation::NothingElse;
        };
        match (self.ask)(&layouts, budget) {
            Verdict::Refuted(()) => Confirmation::Refuted(self.named(&values)),
            Verdict::Unknown(_) => Confirmation::NothingElse,
            Verdict::Proved(_) => Confirmation::Holds,
        }
    }
}

/// All combinations of values, the last one fastest.
fn product(values: &[Vec<i64>]) -> Vec<Vec<i64>> {
    values.iter().fold(vec![Vec::new()], |before, own| {
        let with = |start: &Vec<i64>| {
            let start = start.clone();
            own.iter().map(move |&value| [start.as_slice(), &[value]].concat())
        };
        before.iter().flat_map(with).collect()
    })
}

/// The least value of every symbol; the `each`-th one, or the last, of one symbol and of it and the one
/// before it, then of two that are further apart, with the least ones of all others; this of every
/// symbol. No more than [`SOME`] beside that, and fewer of more than 64 symbols.
pub(super) fn next_to_least(values: &[Vec<i64>], each: usize) -> Vec<Vec<i64>> {
    let least = values.iter().map(|own| own.first().copied());
    let further = values.iter().map(|own| own.iter().take(each).next_back().copied());
    let (Some(least), Some(further)) = (least.collect(), further.collect()) else {
        return Vec::new();
    };
    let (least, further): (Vec<i64>, Vec<i64>) = (least, further);
    let n = values.len();
    let neighbors = (0..n).flat_map(|end| [[end, end], [end.saturating_sub(1), end]]).skip(1);
    let apart = (2..n).flat_map(|distance| (distance..n).map(move |end| [end - distance, end]));
    let near = neighbors.chain(apart).map(|pair| {
        let mut some = least.clone();
        pair.iter().for_each(|&position| some[position] = further[position]);
        some
    });
    let near = near.take(64 * SOME / n.max(64));
    std::iter::once(least.clone()).chain(near).chain([further.clone()]).collect()
}

/// The layout for values of its symbols, as a relation with an output for each position of its strides
/// if it has some.
fn with_outputs(layout: &AnyLayout, value: &dyn Fn(&str) -> Option<i64>) -> Option<AnyLayout> {
    let AnyLayout::Cute(cute) = layout else { return layout.with_values(value) };
    let extents = cute.extents();
    let positions = positions(layout).unwrap_or_else(|| vec![Vec::new()]);
    let mode = |(extent, stride): (&Term, &SymbolicStride)| {
        let scale = stride.scale().evaluate(value)?;
        let in_output = |path: &Vec<u32>| if *path == stride.path() { scale } else { 0 };
        let strides = positions.iter().map(|path| in_output(path).into()).collect();
        Some(Mode { extent: extent.evaluate(value)?.into(), strides })
    };
    let modes: Option<Vec<Mode>> = extents.iter().zip(cute.stride().leaves()).map(mode).collect();
    let offsets = vec![0.into(); positions.len()];
    let relation = Relation::from_modes(&modes?, &offsets, &View::Integral, &Facts::new());
    relation.ok().map(AnyLayout::Relation)
}

/// True if it is seen that a relation without parameters has no pairs.
fn is_empty(relation: &Relation, budget: &Budget) -> bool {
    if let Some(listed) = Listed::new(relation, budget) {
        let mut values = listed.coordinates().map(|coordinate| listed.values(coordinate));
        return values.all(|values| values.is_ok_and(|values| values.is_empty()));
    }
    let map = relation.to_map(&Context::new(budget.isl_operations));
    map.and_then(|map| map.empty()).is_ok_and(|answer| answer.is_proved())
}

/// How many coordinates a layout without symbols has, about.
fn cost_of(layout: &AnyLayout) -> i64 {
    match layout {
        AnyLayout::Relation(relation) => {
            let bounds = relation.input_box().unwrap_or_else(|| vec![(0, 1 << 8)]);
            let sizes = bounds.iter().map(|(low, high)| high.saturating_sub(*low).max(0));
            sizes.fold(1_i64, i64::saturating_mul).saturating_add(1 << 5)
        }
        _ => layout.size().and_then(|size| size.as_constant()).unwrap_or(i64::MAX),
    }
}
