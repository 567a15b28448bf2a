mod departure;

pub use self::departure::Departure;
use super::any_layout::{AnyLayout, swizzle_size};
use super::apart::two_apart;
use super::binary::as_binary;
use super::closed_form::{Swizzled, binary};
use super::compose::{Promotion, compose};
use super::decide::{Claim, decide, settle};
use super::evaluate::{Evaluator, has_tuple_offsets};
use super::instances::{WithoutPairs, by_values};
use super::relations::{NotAnswered, Solver, Space, departures};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{
    Basis, Composed, CuteLayout, Domain, Layout, Outer, Stride, Swizzle, Term, TileMode, Tiler,
    Tuple, complement, coordinate_places,
};
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

struct InBounds<'a> {
    size: &'a Term,
    /// A layout whose facts hold as well.
    known: Option<&'a AnyLayout>,
    /// True if no offset is too large.
    is_only_below: bool,
}

impl Claim<1> for InBounds<'_> {
    type Witness = Departure;

    const RECOGNIZED_AS_WALKED: bool = true;

    fn by_form(&self, [layout]: [&AnyLayout; 1], _: &Budget) -> Option<Verdict<Departure>> {
        if self.is_only_below && layout.has_symbols() && layout.sign(Domain::Inside).is_natural() {
            return Some(Verdict::Proved(Method::OffsetRange));
        }
        if let AnyLayout::Cute(modes) = layout
            && (modes.as_static().is_none() || self.size.as_constant().is_none())
        {
            let known = self.known.and_then(AnyLayout::modes);
            let is_within = modes.is_within(self.size, known);
            return is_within.then_some(Verdict::Proved(Method::OffsetRange));
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
        let block = swizzle_size(function.swizzle)?;
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

/// Does the composition `outer o inner` leave the domain of `outer` proper?
///
/// The offsets of `inner` are the coordinates of `outer`: they have to lie in `[0, size(outer))`. A
/// swizzle acts on every offset that is not negative. Inside a composed `outer` nothing may become
/// negative either. `None` if nothing is ever left: a relation is composed as a relation, and two
/// linear layouts have to fit to be composed.
pub fn leaves_domain(
    outer: &AnyLayout,
    inner: &AnyLayout,
    budget: &Budget,
) -> Option<Verdict<Departure>> {
    let (outer, inner) = two_apart(outer, inner);
    let verdict = leaves(&outer, &inner, budget)?;
    if !matches!(verdict, Verdict::Unknown(_)) {
        return Some(verdict);
    }
    let ask = |[outer, inner]: [&AnyLayout; 2], budget: &Budget| match (outer, inner) {
        // Without a basis stride a layout of tuples is a relation from all its coordinates.
        (AnyLayout::Relation(_), _) if !has_tuple_offsets(inner) => {
            match outer.static_size(budget) {
                Some(size) => in_bounds(inner, &Term::constant(size), budget),
                None => verdict.clone(),
            }
        }
        _ => leaves(outer, inner, budget).unwrap_or_else(|| verdict.clone()),
    };
    Some(by_values([&outer, &inner], WithoutPairs::Ignored, budget, ask, || verdict.clone()))
}

/// The same for all values of the symbols at once.
fn leaves(outer: &AnyLayout, inner: &AnyLayout, budget: &Budget) -> Option<Verdict<Departure>> {
    let domain = match (outer, inner) {
        (AnyLayout::Cute(_) | AnyLayout::Composed(_), _) => outer.modes()?,
        (AnyLayout::Swizzle(_), _) => {
            return Some(no_negative_offset(inner, budget));
        }
        (AnyLayout::Linear(_), AnyLayout::Linear(_)) => return None,
        (AnyLayout::Linear(linear), _) => {
            return Some(in_bounds(inner, &Term::constant(linear.size()), budget));
        }
        (AnyLayout::Relation(_) | AnyLayout::Tile(_), _) => return None,
    };
    let verdict = stays_in_sizes(outer, domain, inner, budget)?;
    // Where every coordinate of a composed layout has an offset, those that are taken have one.
    let has_offsets = |layout: &AnyLayout| match layout {
        AnyLayout::Composed(composed) => composed.has_offsets(Domain::Inside),
        _ => true,
    };
    if !matches!(verdict, Verdict::Proved(_)) || has_offsets(outer) && has_offsets(inner) {
        return Some(verdict);
    }
    let Ok(AnyLayout::Composed(composed)) = compose(outer, inner, Promotion::Extend, budget) else {
        // What the inner layout says of its own coordinates is decided with its offsets.
        return Some(if has_offsets(outer) { verdict } else { lands(outer, inner, budget) });
    };
    if composed.has_offsets(Domain::Inside) {
        return Some(verdict);
    }
    if let Some(departure) = below_zero(&composed) {
        return Some(Verdict::Refuted(departure));
    }
    Some(match hole(&composed, &[outer, inner], budget) {
        Ok(Answer::Proved) => verdict,
        Ok(Answer::Refuted(departure)) => Verdict::Refuted(departure),
        Ok(Answer::Unknown { operations }) => Verdict::Unknown(Unknown::OutOfBudget { operations }),
        Err(error) => Verdict::Unknown(error.into()),
    })
}

/// Are the offsets of `inner` coordinates of `outer`, whose modes those of `domain` are? Whether `outer` has
/// an offset there is not asked.
fn stays_in_sizes(
    outer: &AnyLayout,
    domain: &CuteLayout,
    inner: &AnyLayout,
    budget: &Budget,
) -> Option<Verdict<Departure>> {
    match (domain, inner) {
        (_, AnyLayout::Tile(tiler)) => {
            let modes = domain.static_shape()?.modes();
            let sizes: Option<Vec<i64>> = modes.iter().map(Tuple::product).collect();
            return tiler_leaves_domain(&sizes?, tiler, budget);
        }
        (CuteLayout::Static(layout), AnyLayout::Cute(CuteLayout::Basis(coordinates))) => {
            return coordinates_leave_domain(layout, coordinates, budget);
        }
        (CuteLayout::Basis(layout), AnyLayout::Cute(CuteLayout::Basis(coordinates))) => {
            return coordinates_leave_domain(layout, coordinates, budget);
        }
        _ if has_tuple_offsets(inner) => {
            let reason = format!(
                "the offsets of {inner} are tuples, which are not compared with the modes of {outer}"
            );
            return Some(Verdict::Unknown(Unknown::NotRead { reason }));
        }
        _ => {}
    }
    let size = domain.size()?;
    Some(match size.as_constant() {
        // What the outer layout says of its symbols holds of those of the inner one.
        Some(_) if !outer.has_symbols() => in_bounds(inner, &size, budget),
        _ => {
            let claim = InBounds { size: &size, known: Some(outer), is_only_below: false };
            settle(&claim, [inner], budget)
        }
    })
}

/// Does `outer` have an offset at each offset of `inner`, which are looked at one by one?
fn lands(outer: &AnyLayout, inner: &AnyLayout, budget: &Budget) -> Verdict<Departure> {
    let by_walk = || {
        let AnyLayout::Composed(composed) = outer else { return None };
        let argument = composed.inner().as_static()?;
        let added = composed.offset_term().as_constant()?;
        let places = match inner {
            // What a tiler takes of the coordinates.
            AnyLayout::Tile(_) => {
                let sizes = argument.modes().map(|mode| Tuple::Leaf(mode.size())).collect();
                let coordinates = Layout::column_major(Tuple::Node(sizes)).ok()?.into();
                &compose(&coordinates, inner, Promotion::Extend, budget).ok()?
            }
            _ => inner,
        };
        let (own, coordinates) = (Evaluator::new(outer, budget)?, Evaluator::new(places, budget)?);
        if !coordinates.is_within(budget.walk_last) {
            return None;
        }
        for coordinate in coordinates.coordinates() {
            for place in coordinates.values(coordinate).ok()? {
                let &[place] = &place[..] else { return None };
                if own.values(place).ok()?.is_empty() {
                    let offset = argument.offset(place)?.checked_add(added)?;
                    let outer = Some(composed.outer().to_string());
                    let departure =
                        Departure { outer, ..Departure::at(coordinate, offset, i64::MAX) };
                    return Some(Verdict::Refuted(departure));
                }
            }
        }
        let coordinates = coordinates.size();
        Some(Verdict::Proved(Method::Enumeration { coordinates }))
    };
    by_walk().unwrap_or_else(|| {
        let reason = format!("{outer} may have no offset at an offset of {inner}");
        Verdict::Unknown(Unknown::NotFound { reason })
    })
}

/// What a division of `layout` by `by` composes it with: a tile and its complement, by mode if `by` is
/// a tiler.
///
/// A tile that does not divide the layout is rounded up: [`leaves_domain`] of the two says so. `None`
/// if there is no such division, or the layout is not a CuTe layout of known size.
pub fn division_places(layout: &AnyLayout, by: &AnyLayout) -> Option<AnyLayout> {
    let domain = layout.modes()?;
    let places = |tile: &Layout, size: i64| {
        Layout::concat([tile.clone(), complement(tile, size).ok()?]).ok()
    };
    if let AnyLayout::Cute(CuteLayout::Basis(tile)) = by {
        let places = coordinate_places(domain.static_shape()?, tile);
        return Some(AnyLayout::Cute(CuteLayout::Basis(places.ok()?)));
    }
    let AnyLayout::Tile(tiler) = by else {
        return Some(places(by.as_static()?, domain.size()?.as_constant()?)?.into());
    };
    let modes = domain.as_static()?.modes().zip(tiler.modes()).map(|(mode, tile)| {
        let Some(tile) = whole_tile(tile)? else { return Some(TileMode::All) };
        let places = places(&tile, mode.size())?;
        Some(TileMode::Layout(CuteLayout::Static(places)))
    });
    Tiler::new(modes.collect::<Option<_>>()?).map(AnyLayout::Tile)
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

/// The tile of a mode; `Some(None)` for a mode taken whole, `None` for a tile that is not static.
fn whole_tile(tile: &TileMode) -> Option<Option<Layout>> {
    Some(Some(match tile {
        TileMode::All => return Some(None),
        TileMode::Extent(extent) => Layout::new(Tuple::Leaf(*extent), Tuple::Leaf(1)).ok()?,
        TileMode::Layout(tile) => tile.as_static()?.clone(),
    }))
}

/// The same mode by mode: each mode of the tiler acts on its mode of the layout.
fn tiler_leaves_domain(
    sizes: &[i64],
    tiler: &Tiler,
    budget: &Budget,
) -> Option<Verdict<Departure>> {
    let mut tiles = Vec::new();
    for (position, (&size, tile)) in sizes.iter().zip(tiler.modes()).enumerate() {
        let Some(tile) = whole_tile(tile)? else { continue };
        tiles.push((position, tile, size));
    }
    Some(modes_leave_domain(tiles, budget))
}

/// The same component by component: each is a coordinate of its mode of the layout. `None` if the
/// layout has no mode for a component: then there is no composition.
fn coordinates_leave_domain<D: Stride>(
    domain: &Layout<D>,
    coordinates: &Layout<Basis>,
    budget: &Budget,
) -> Option<Verdict<Departure>> {
    let components = coordinates.components().ok()?.into_iter().map(|(path, component)| {
        let position = usize::try_from(*path.first()?).ok()?;
        Some((position, component, domain.part(&path)?.size()))
    });
    Some(modes_leave_domain(components.collect::<Option<_>>()?, budget))
}

/// Do the offsets of each layout lie below the size of the mode at its position?
fn modes_leave_domain(modes: Vec<(usize, Layout, i64)>, budget: &Budget) -> Verdict<Departure> {
    for (position, layout, size) in modes {
        match in_bounds(&layout.into(), &Term::constant(size), budget) {
            Verdict::Proved(_) => {}
            Verdict::Refuted(departure) => {
                return Verdict::Refuted(Departure { mode: Some(position), ..departure });
            }
            unknown => return unknown,
        }
    }
    Verdict::Proved(Method::OffsetRange)
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
