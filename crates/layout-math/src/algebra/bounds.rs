mod departure;

pub use self::departure::Departure;
use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::closed_form::{Swizzled, as_moved, binary};
use super::decide::{Claim, decide, settle};
use super::evaluate::Evaluator;
use super::relations::{NotAnswered, Solver, Space, departures};
use super::verdict::{Budget, Method, Verdict};
use crate::cute::{Composed, Domain, Layout, Moved, Outer, Swizzle, Term};
use crate::linear::f2::Affine;
use crate::point::value_in;
use crate::relation::{Answer, Map};

/// Does every coordinate have an offset in `[0, size)`?
///
/// A coordinate at which a composed layout has no offset is not in bounds.
///
/// The coordinate of a refutation is the least one, unless the layout has symbols.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, in_bounds};
/// use layout_math::cute::Term;
///
/// let tile = AnyLayout::parse(Kind::Cute, "(4,6):(3,1)")?;
/// let size = Term::constant(12);
/// let Verdict::Refuted(departure) = in_bounds(&tile, &size, &Budget::default()) else { panic!() };
/// assert_eq!(departure.to_string(), "offset 12 at coordinate 15 is outside [0, 12)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn in_bounds(layout: &AnyLayout, size: &Term, budget: &Budget) -> Verdict<Departure> {
    let claim = InBounds { size, known: None, is_only_below: false };
    match size.as_constant() {
        Some(_) => decide(&claim, [layout], budget),
        None => settle(&claim, [layout], budget),
    }
}

/// Does every coordinate have an offset that is not negative? What [`in_bounds`] says of a size that no
/// offset passes.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, no_negative_offset};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(2,M):(1,-2)")?;
/// let verdict = no_negative_offset(&layout, &Budget::default());
/// assert!(matches!(verdict, Verdict::Refuted(departure) if departure.offset < 0));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn no_negative_offset(layout: &AnyLayout, budget: &Budget) -> Verdict<Departure> {
    let size = Term::constant(i64::MAX);
    decide(&InBounds { size: &size, known: None, is_only_below: true }, [layout], budget)
}

pub(super) struct InBounds<'a> {
    pub size: &'a Term,
    /// A layout whose facts hold as well.
    pub known: Option<&'a AnyLayout>,
    /// True if no offset is too large.
    pub is_only_below: bool,
}

impl Claim<1> for InBounds<'_> {
    type Witness = Departure;

    const RECOGNIZED_AS_WALKED: bool = true;

    fn by_form(&self, [layout]: [&AnyLayout; 1], _: &Budget) -> Option<Verdict<Departure>> {
        if self.is_only_below && layout.has_symbols() && layout.sign(Domain::Inside).is_natural() {
            return Some(Verdict::Proved(Method::OffsetRange));
        }
        if layout.has_symbols() || self.size.as_constant().is_none() {
            let known = self.known.and_then(AnyLayout::modes);
            let is_within = |moved: Moved<'_>| moved.is_within(self.size, known);
            let is_proved = as_moved(layout).is_some_and(is_within);
            return is_proved.then_some(Verdict::Proved(Method::OffsetRange));
        }
        let size = self.size.as_constant()?;
        if let Some(layout) = layout.as_static() {
            return by_modes(layout, 0, size);
        }
        if let AnyLayout::Composed(composed) = layout
            && let Some(departure) = below_zero(composed)
        {
            return Some(Verdict::Refuted(departure));
        }
        by_matrix(&as_binary(layout)?, size)
    }

    fn can_be_walked(&self, _: [&AnyLayout; 1]) -> bool {
        self.size.as_constant().is_some()
    }

    /// Looks at the first coordinates; that is a proof if there are no more. `None` if there is more
    /// than one offset.
    fn by_walk(
        &self,
        [layout]: [&AnyLayout; 1],
        [function]: &[Evaluator<'_>; 1],
        steps: i64,
    ) -> Option<Verdict<Departure>> {
        let size = self.size.as_constant()?;
        let limit = function.reach(steps);
        for coordinate in function.coordinates().take(limit.max(0) as usize) {
            let values = function.values(coordinate).ok()?;
            if values.is_empty()
                && let AnyLayout::Composed(composed) = layout
            {
                return below_zero(composed).map(Verdict::Refuted);
            }
            for outputs in values {
                let [offset] = outputs[..] else { return None };
                if !(0..size).contains(&offset) {
                    return Some(Verdict::Refuted(Departure::at(coordinate, offset, size)));
                }
            }
        }
        let coordinates = function.size();
        (coordinates <= limit).then_some(Verdict::Proved(Method::Enumeration { coordinates }))
    }

    fn by_recognized_form(
        &self,
        [layout]: [&AnyLayout; 1],
        _: &Budget,
    ) -> Option<Verdict<Departure>> {
        let size = self.size.as_constant()?;
        let Some(function) = Swizzled::new(layout) else {
            return by_matrix(&binary(layout)?, size);
        };
        if function.swizzle.is_identity() {
            return by_modes(&function.layout, function.offset, size);
        }
        // A swizzle permutes the aligned blocks that its fields reach over.
        let (least, greatest) = function.range();
        let block = function.swizzle.block()?;
        let end = (greatest / block).checked_add(1)?.checked_mul(block)?;
        (0 <= least && end <= size).then_some(Verdict::Proved(Method::OffsetRange))
    }

    fn by_isl(
        &self,
        [layout]: [&AnyLayout; 1],
        budget: &Budget,
    ) -> Result<Answer<Departure>, NotAnswered> {
        let hole = match layout {
            AnyLayout::Composed(composed) if !composed.has_offsets(Domain::Inside) => {
                hole(composed, self.known.as_slice(), budget)
            }
            _ => Ok(Answer::Proved),
        };
        if let Ok(Answer::Refuted(_)) = hole {
            return hole;
        }
        let solver = Solver::new(budget);
        let size = Some(self.size).filter(|_| !self.is_only_below);
        let outside = departures(&solver, layout, size, self.known.as_slice());
        match none_of(outside, self.size) {
            Ok(Answer::Proved) => hole,
            answer => answer,
        }
    }

    /// isl's coordinate need not be the least one.
    fn may_have_lesser(&self, departure: &Departure, steps: i64) -> bool {
        departure.coordinate < steps
    }
}

/// The least coordinate at which the inner part of a composed layout is negative, where it has no
/// value.
pub(super) fn below_zero(composed: &Composed) -> Option<Departure> {
    if composed.has_offsets(Domain::Inside) {
        return None;
    }
    let (inner, offset) = (composed.inner().as_static()?, composed.offset_term().as_constant()?);
    let coordinate = inner.first_below(offset.checked_neg()?)?;
    let offset = inner.offset(coordinate)?.checked_add(offset)?;
    let outer = Some(composed.outer().to_string());
    Some(Departure { symbols: Vec::new(), coordinate, offset, outer, size: i64::MAX, mode: None })
}

/// A layout of integers to which `offset` is added. `None` past 64 bits.
fn by_modes(layout: &Layout, offset: i64, size: i64) -> Option<Verdict<Departure>> {
    let outside = [
        layout.first_below(0_i64.checked_sub(offset)?),
        layout.first_at_least(size.checked_sub(offset)?),
    ];
    Some(match outside.into_iter().flatten().min() {
        None => Verdict::Proved(Method::OffsetRange),
        Some(coordinate) => {
            let offset = layout.offset(coordinate)?.checked_add(offset)?;
            Verdict::Refuted(Departure::at(coordinate, offset, size))
        }
    })
}

/// The offsets are not negative, so that only the least coordinate past the size is asked for.
fn by_matrix(map: &Affine, size: i64) -> Option<Verdict<Departure>> {
    let Some(coordinate) = map.first_at_least(u64::try_from(size).unwrap_or(0)) else {
        return Some(Verdict::Proved(Method::F2Matrices));
    };
    let offset = i64::try_from(map.apply(coordinate)).ok()?;
    Some(Verdict::Refuted(Departure::at(i64::try_from(coordinate).ok()?, offset, size)))
}

/// Is the argument of the outer function nowhere below 0? A composed layout has no offset there.
///
/// `known` are layouts whose facts hold as well.
pub(super) fn hole(
    composed: &Composed,
    known: &[&AnyLayout],
    budget: &Budget,
) -> Result<Answer<Departure>, NotAnswered> {
    let argument = AnyLayout::Composed(composed.with_outer(Outer::Swizzle(Swizzle::IDENTITY)));
    // What is said of the symbols of the outer part holds of them here.
    let whole = AnyLayout::Composed(composed.clone());
    let known: Vec<&AnyLayout> = known.iter().copied().chain([&whole]).collect();
    let below = departures(&Solver::new(budget), &argument, None, &known);
    let outer = composed.outer().to_string();
    let answer = none_of(below, &Term::constant(0))?;
    Ok(answer.map_witness(|departure| Departure { outer: Some(outer), ..departure }))
}

/// Are there no such pairs? One of them is a departure from `[0, size)`.
fn none_of(
    pairs: Result<(Map, Space), NotAnswered>,
    size: &Term,
) -> Result<Answer<Departure>, NotAnswered> {
    let (pairs, space) = pairs?;
    pairs.empty()?.try_map_witness(|pair| {
        let coordinate = space.integral(&pair.input, &pair.parameters)?;
        let size = size.evaluate(&value_in(&pair.parameters)).unwrap_or(0);
        let offset = pair.output.first().copied().unwrap_or(0);
        Ok(Departure { symbols: pair.parameters, ..Departure::at(coordinate, offset, size) })
    })
}

#[cfg(test)]
mod tests;
