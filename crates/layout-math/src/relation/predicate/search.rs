//! The search for a conjunction with few comparisons.

mod overflow;

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::affine::{Comparison, Interval, Member, Order, Predicate, Quantity, Sides, joined};
use crate::relation::{Map, QuestionError, Relation};

/// How many sets of comparisons are tried before the search takes what it has.
const MAX_TRIALS: usize = 400;

/// A quantity that is a number of 64 bits already, because somebody computed it.
#[derive(Debug, Clone)]
pub struct Computed<'a> {
    pub quantity: Quantity,
    /// The points at which the number may have wrapped around, and says nothing of the quantity;
    /// `None` if there are none.
    pub wraps: Option<&'a Map>,
}

pub(super) struct Search<'a> {
    known: &'a Map,
    /// What a predicate has to admit.
    allowed: Map,
    /// What is known and not allowed: every point of it must fail a comparison.
    pub forbidden: Map,
    results: &'a [Map],
    computed: &'a [Computed<'a>],
    n_variables: usize,
    quantities: Vec<Quantity>,
    /// Where all variables are numbers of 64 bits.
    numbers: Map,
    /// Bounds of each variable and result, by what is known.
    ranges: Vec<Interval>,
    /// The quantities that were asked about, as maps.
    maps: RefCell<FxHashMap<Quantity, Rc<QuantityMap>>>,
}

/// A quantity as a function of the variables, undefined where a result in it is.
struct QuantityMap {
    map: Map,
    /// Whether it is defined wherever what is known holds.
    is_total: bool,
}

/// A comparison that all of the core passes, and the forbidden points that it admits.
struct Candidate {
    comparison: Comparison,
    admitted: Admitted,
}

/// The points that a comparison admits.
enum Admitted {
    /// Those in this region, where it holds.
    Within(Map),
    /// All but those in this region, where it is known to fail.
    Outside(Map),
}

impl Admitted {
    /// The points of a region that are admitted.
    fn of(&self, region: &Map) -> Result<Map, QuestionError> {
        match self {
            Admitted::Within(passed) => region.intersection(passed),
            Admitted::Outside(refused) => region.difference(refused),
        }
    }

    /// Whether all points of the region are admitted, to which the points that are refused belong.
    fn is_all_of(&self, region: &Map) -> Result<bool, QuestionError> {
        match self {
            Admitted::Within(passed) => region.is_within(passed),
            Admitted::Outside(refused) => refused.is_empty(),
        }
    }
}

impl<'a> Search<'a> {
    pub fn new(
        known: &'a Map,
        allowed: Map,
        results: &'a [Map],
        computed: &'a [Computed<'a>],
    ) -> Result<Self, QuestionError> {
        let n_variables = known.n_variables()?;
        let forbidden = known.difference(&allowed)?;
        let quantities = Vec::new();
        let ranges = Vec::new();
        let number = |variable| Comparison {
            quantity: Quantity::variable(variable),
            low: Some(i64::MIN),
            high: Some(i64::MAX),
        };
        let numbers: Vec<Comparison> = (0..n_variables).map(number).collect();
        let numbers = Relation::region(n_variables, &numbers).to_map(known.context())?;
        let mut search = Search {
            known,
            allowed,
            forbidden,
            results,
            computed,
            n_variables,
            quantities,
            numbers,
            ranges,
            maps: RefCell::default(),
        };
        for position in 0..n_variables + results.len() {
            let range = search.range(&Quantity::variable(position), known)?;
            search.ranges.push(range.unwrap_or_default());
        }
        Ok(search)
    }

    /// The search for a predicate that holds outside.
    pub fn outside(&self) -> Self {
        Search {
            known: self.known,
            allowed: self.forbidden.clone(),
            forbidden: self.allowed.clone(),
            results: self.results,
            computed: self.computed,
            n_variables: self.n_variables,
            quantities: self.quantities.clone(),
            numbers: self.numbers.clone(),
            ranges: self.ranges.clone(),
            maps: self.maps.clone(),
        }
    }

    /// A conjunction for each of the pieces; a piece that conjunctions before it cover gets none. `None` if a
    /// piece has no conjunction, and if the pieces do not cover what is allowed.
    pub fn union(&self, pieces: &[Vec<Comparison>]) -> Result<Option<Predicate>, QuestionError> {
        let mut conjunctions = Vec::new();
        let mut missing = self.allowed.clone();
        for piece in pieces {
            let piece = Relation::region(self.n_variables, piece).to_map(self.known.context())?;
            let core = piece.intersection(&missing)?;
            if core.is_empty()? {
                continue;
            }
            let Some(conjunction) = self.comparisons(&core)? else { return Ok(None) };
            missing = missing.difference(&self.holding(&conjunction)?)?;
            conjunctions.push(self.joined(conjunction, &core)?);
        }
        Ok(missing.is_empty()?.then_some(Predicate::Any(conjunctions)))
    }

    /// Adds quantities that are worth to be compared.
    pub fn add_all(&mut self, quantities: &[Quantity]) {
        for quantity in quantities {
            let quantity = quantity.varying();
            if quantity.as_constant().is_none() && !self.quantities.contains(&quantity) {
                self.quantities.push(quantity);
            }
        }
    }

    fn map_of(&self, quantity: &Quantity) -> Result<Rc<QuantityMap>, QuestionError> {
        if let Some(known) = self.maps.borrow().get(quantity) {
            return Ok(known.clone());
        }
        let map = quantity.to_map(self.known.context(), self.n_variables, self.results)?;
        let is_total =
            !self.has_results(quantity) || self.known.is_within(&map.without_outputs()?)?;
        let known = Rc::new(QuantityMap { map, is_total });
        self.maps.borrow_mut().insert(quantity.clone(), known.clone());
        Ok(known)
    }

    fn has_results(&self, quantity: &Quantity) -> bool {
        quantity.variables().range(self.n_variables..).next().is_some()
    }

    /// The bounds of a quantity in a region; `None` if it is undefined in all of it.
    fn range(&self, quantity: &Quantity, region: &Map) -> Result<Option<Interval>, QuestionError> {
        let values = self.map_of(quantity)?.map.with_domain_of(region)?;
        let range = values.output_range(0)?;
        Ok(if range == Interval::ANY && values.is_empty()? { None } else { Some(range) })
    }

    /// The points where a comparison holds.
    fn passed(&self, comparison: &Comparison) -> Result<Map, QuestionError> {
        let Comparison { quantity, low, high } = comparison;
        if !self.has_results(quantity) {
            return comparison.region(self.known.context(), self.n_variables);
        }
        self.map_of(quantity)?.map.where_output_is(*low, *high)
    }

    /// The points of a region, of what is known, that a comparison admits. A result without a value may be
    /// any number, so it fails nothing, and neither does a sum that may have wrapped around.
    fn admitted(&self, comparison: &Comparison, region: &Map) -> Result<Admitted, QuestionError> {
        let values = self.map_of(&comparison.quantity)?;
        let passed = self.passed(comparison)?;
        let wraps = self.wraps(comparison);
        if values.is_total && wraps.is_none() {
            return Ok(Admitted::Within(passed));
        }
        let refused = match values.is_total {
            true => region.difference(&passed)?,
            false => values.map.with_domain_of(region)?.without_outputs()?.difference(&passed)?,
        };
        Ok(Admitted::Outside(match wraps {
            Some(wraps) => refused.difference(wraps)?,
            None => refused,
        }))
    }

    /// Where a number that somebody computed and that is compared may have wrapped around.
    fn wraps(&self, comparison: &Comparison) -> Option<&'a Map> {
        let sides = comparison.sides().filter(|_| comparison.quantity.as_variable().is_none())?;
        self.computed.iter().find_map(|known| {
            let varying = known.quantity.varying();
            let is_side = |side: &Quantity| side.varying().is_same(&varying);
            known.wraps.filter(|_| is_side(&sides.left) || is_side(&sides.right))
        })
    }

    /// The points of what is known where all comparisons hold or may hold.
    fn holding(&self, conjunction: &[Comparison]) -> Result<Map, QuestionError> {
        conjunction.iter().try_fold(self.known.clone(), |rest, comparison| {
            self.admitted(comparison, &rest)?.of(&rest)
        })
    }

    /// The smallest conjunction that all of `core` passes and no forbidden point; `None` if there
    /// is not among the candidates.
    pub fn conjunction(&self, core: &Map) -> Result<Option<Vec<Member>>, QuestionError> {
        let conjunction = self.comparisons(core)?;
        conjunction.map(|conjunction| self.joined(conjunction, core)).transpose()
    }

    /// The conjunction with two comparisons as one of unsigned numbers, where both bound one
    /// quantity, or say as much as what does.
    fn joined(
        &self,
        mut conjunction: Vec<Comparison>,
        core: &Map,
    ) -> Result<Vec<Member>, QuestionError> {
        let ranges = &self.ranges[..self.n_variables];
        let mut at = 0;
        while at < conjunction.len() {
            let natural = Member::natural(&conjunction[at], ranges);
            at += 1;
            let Some(low) = natural.and_then(|natural| natural.comparisons().next()) else {
                continue;
            };
            let sides = low.sides();
            for other in 0..conjunction.len() {
                let before = conjunction[other].sides();
                if !matches!(before, Some(Sides { order: Order::GreaterOrEqual, .. })) {
                    continue;
                }
                if before == sides {
                    break;
                }
                let mut trial = conjunction.clone();
                trial[other] = low.clone();
                if core.is_within(&self.holding(&trial)?)?
                    && self.is_exact(&trial)?
                    && self.overflow(&trial)?.is_none()
                {
                    conjunction = trial;
                    break;
                }
            }
        }
        Ok(joined(conjunction.into_iter().map(Member::from).collect(), ranges))
    }

    /// The comparisons of the smallest conjunction.
    fn comparisons(&self, core: &Map) -> Result<Option<Vec<Comparison>>, QuestionError> {
        let mut candidates = self.candidates(core)?;
        candidates.sort_by_key(|candidate| candidate.comparison.cost());
        loop {
            let Some(chosen) = self.cover(&candidates)? else { return Ok(None) };
            let mut conjunction: Vec<Comparison> =
                chosen.iter().map(|&at| candidates[at].comparison.clone()).collect();
            self.weaken(&mut conjunction)?;
            match self.overflow(&conjunction)? {
                None => return Ok(Some(conjunction)),
                Some(at) => {
                    if let Some(solved) = self.without_overflow(conjunction, at, core)? {
                        return Ok(Some(solved));
                    }
                    let quantity = candidates[chosen[at]].comparison.quantity.clone();
                    candidates.retain(|candidate| candidate.comparison.quantity != quantity);
                }
            }
        }
    }

    fn candidates(&self, core: &Map) -> Result<Vec<Candidate>, QuestionError> {
        let mut candidates = Vec::new();
        for quantity in &self.quantities {
            let Some(values) = self.range(quantity, core)? else { continue };
            let comparison = Comparison::within(quantity.clone(), values);
            if values == Interval::ANY {
                continue;
            }
            // Where a result in the quantity has no value, points of the core may fail.
            let values = self.map_of(quantity)?;
            if !values.is_total && !core.is_within(&values.map.without_outputs()?)? {
                continue;
            }
            let admitted = self.admitted(&comparison, &self.forbidden)?;
            if !admitted.is_all_of(&self.forbidden)? {
                candidates.push(Candidate { comparison, admitted });
            }
        }
        Ok(candidates)
    }

    /// As few candidates as refuse all forbidden points together.
    fn cover(&self, candidates: &[Candidate]) -> Result<Option<Vec<usize>>, QuestionError> {
        let all: Vec<usize> = (0..candidates.len()).collect();
        if !self.is_cover(candidates, &all)? {
            return Ok(None);
        }
        let mut trials = MAX_TRIALS;
        for size in 1..candidates.len() {
            let found =
                search_cover(&self.forbidden, candidates, 0, size, &mut Vec::new(), &mut trials)?;
            if found.is_some() {
                return Ok(found);
            }
            if trials == 0 {
                break;
            }
        }
        // Drop what is redundant, the dearest first.
        let mut kept = all.clone();
        for at in all.into_iter().rev() {
            let fewer: Vec<usize> = kept.iter().copied().filter(|&other| other != at).collect();
            if self.is_cover(candidates, &fewer)? {
                kept = fewer;
            }
        }
        Ok(Some(kept))
    }

    fn is_cover(&self, candidates: &[Candidate], chosen: &[usize]) -> Result<bool, QuestionError> {
        let rest = chosen
            .iter()
            .try_fold(self.forbidden.clone(), |rest, &at| candidates[at].admitted.of(&rest))?;
        rest.is_empty()
    }

    /// Moves each bound as far out as it goes, and drops it if that is all the way. An equality is
    /// as cheap as either of its bounds, and only of a variable a bound says as much.
    fn weaken(&self, conjunction: &mut [Comparison]) -> Result<(), QuestionError> {
        for at in 0..conjunction.len() {
            let Comparison { quantity, low, high } = conjunction[at].clone();
            if low == high && quantity.as_variable().is_none() {
                continue;
            }
            if let Some(bound) = low {
                conjunction[at].low = None;
                let admitted = self.values_left(conjunction, &quantity)?;
                let nearest = admitted.map_or(Ok(None), |values| values.greatest_output(0))?;
                // Nothing has to be subtracted for a bound of 0.
                conjunction[at].low = nearest.map(|nearest| {
                    let least = nearest.saturating_add(1).min(bound);
                    if high.is_some() && least < 0 && 0 <= bound { 0 } else { least }
                });
                if nearest.is_none() && !self.is_exact(conjunction)? {
                    conjunction[at].low = Some(bound);
                }
            }
            if let Some(bound) = high {
                conjunction[at].high = None;
                let admitted = self.values_left(conjunction, &quantity)?;
                let nearest = admitted.map_or(Ok(None), |values| values.least_output(0))?;
                conjunction[at].high = nearest.map(|nearest| nearest.saturating_sub(1).max(bound));
                if nearest.is_none() && !self.is_exact(conjunction)? {
                    conjunction[at].high = Some(bound);
                }
            }
        }
        Ok(())
    }

    fn is_exact(&self, conjunction: &[Comparison]) -> Result<bool, QuestionError> {
        self.holding(conjunction)?.is_within(&self.allowed)
    }

    /// The values that a quantity has at the forbidden points that all comparisons admit; `None` if it
    /// has none.
    fn values_left(
        &self,
        conjunction: &[Comparison],
        quantity: &Quantity,
    ) -> Result<Option<Map>, QuestionError> {
        let left = self.holding(conjunction)?.intersection(&self.forbidden)?;
        let values = self.map_of(quantity)?.map.with_domain_of(&left)?;
        Ok(if values.is_empty()? { None } else { Some(values) })
    }
}

/// `size` candidates from `start` on that refuse all of `rest`, in the order of the candidates.
fn search_cover(
    rest: &Map,
    candidates: &[Candidate],
    start: usize,
    size: usize,
    chosen: &mut Vec<usize>,
    trials: &mut usize,
) -> Result<Option<Vec<usize>>, QuestionError> {
    for at in start..candidates.len() {
        if *trials == 0 {
            return Ok(None);
        }
        *trials -= 1;
        let left = candidates[at].admitted.of(rest)?;
        chosen.push(at);
        let found = if left.is_empty()? {
            Some(chosen.clone())
        } else if 1 < size {
            search_cover(&left, candidates, at + 1, size - 1, chosen, trials)?
        } else {
            None
        };
        chosen.pop();
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}
