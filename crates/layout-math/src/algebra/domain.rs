//! Whether compositions stay in the domain of their left layout.

use super::any_layout::AnyLayout;
use super::apart::two_apart;
use super::bounds::{Departure, InBounds, below_zero, hole, in_bounds, no_negative_offset};
use super::compose::{Promotion, compose};
use super::decide::settle;
use super::evaluate::{Evaluator, has_tuple_offsets};
use super::instances::{WithoutPairs, by_values};
use super::verdict::{Budget, Method, Unknown, Verdict};
use crate::cute::{
    Basis, CuteLayout, Domain, Layout, Stride, Term, TileMode, Tiler, Tuple, complement,
    coordinate_places,
};
use crate::relation::Answer;

/// Does the composition `outer o inner` leave the domain of `outer` proper?
///
/// The offsets of `inner` are the coordinates of `outer`: they have to lie in `[0, size(outer))`. A
/// swizzle acts on every offset that is not negative. Inside a composed `outer` nothing may become
/// negative either. `None` if nothing is ever left: a relation is composed as a relation, and two
/// linear layouts have to fit to be composed.
///
/// The departure is one to below 0, where no layout has a value, if there is such a coordinate: a composition
/// is undefined there, and may be promoted elsewhere. Where a composed `outer` has no value is asked where
/// nothing is past its end. Of layouts with symbols that are decided for one value after the other, it is a
/// departure for the first value that has any.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Verdict, leaves_domain};
///
/// let [outer, inner] = ["4:1", "(2,2):(4,-1)"].map(|text| AnyLayout::parse(Kind::Cute, text));
/// let verdict = leaves_domain(&outer?, &inner?, &Budget::default());
/// let Some(Verdict::Refuted(departure)) = verdict else { panic!() };
/// // Coordinate 1 gives 4, which is past the end.
/// assert_eq!((departure.coordinate, departure.offset), (2, -1));
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
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
                Some(size) => stays_in_size(inner, &Term::constant(size), budget),
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
            return Some(stays_in_size(inner, &Term::constant(linear.size()), budget));
        }
        (AnyLayout::Relation(_) | AnyLayout::Tile(_), _) => return None,
    };
    let verdict = stays_in_sizes(outer, domain, inner, budget)?;
    Some(match &verdict {
        Verdict::Proved(_) => lacks_value(outer, inner, budget).unwrap_or(verdict),
        _ => verdict,
    })
}

/// Does a composed layout have no value where `outer o inner` asks for one? `None` if every one has a value.
fn lacks_value(
    outer: &AnyLayout,
    inner: &AnyLayout,
    budget: &Budget,
) -> Option<Verdict<Departure>> {
    // Where every coordinate of a composed layout has an offset, those that are taken have one.
    let has_offsets = |layout: &AnyLayout| match layout {
        AnyLayout::Composed(composed) => composed.has_offsets(Domain::Inside),
        _ => true,
    };
    if has_offsets(outer) && has_offsets(inner) {
        return None;
    }
    let Ok(AnyLayout::Composed(composed)) = compose(outer, inner, Promotion::Extend, budget) else {
        // What the inner layout says of its own coordinates is decided with its offsets.
        return (!has_offsets(outer)).then(|| lands(outer, inner, budget));
    };
    if composed.has_offsets(Domain::Inside) {
        return None;
    }
    if let Some(departure) = below_zero(&composed) {
        return Some(Verdict::Refuted(departure));
    }
    match hole(&composed, &[outer, inner], budget) {
        Ok(Answer::Proved) => None,
        Ok(Answer::Refuted(departure)) => Some(Verdict::Refuted(departure)),
        Ok(Answer::Unknown { operations }) => {
            Some(Verdict::Unknown(Unknown::OutOfBudget { operations }))
        }
        Err(error) => Some(Verdict::Unknown(error.into())),
    }
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
        Some(_) if !outer.has_symbols() => stays_in_size(inner, &size, budget),
        _ => {
            let claim = InBounds { size: &size, known: Some(outer), is_only_below: false };
            let below = || settle(&InBounds { is_only_below: true, ..claim }, [inner], budget);
            below_first(settle(&claim, [inner], budget), below)
        }
    })
}

/// Does every coordinate have an offset in `[0, size)`? The departure is one below 0 if there is one.
fn stays_in_size(layout: &AnyLayout, size: &Term, budget: &Budget) -> Verdict<Departure> {
    below_first(in_bounds(layout, size, budget), || no_negative_offset(layout, budget))
}

/// The verdict, with a departure below 0 in the place of one past the end, if there is one.
fn below_first(
    verdict: Verdict<Departure>,
    below: impl FnOnce() -> Verdict<Departure>,
) -> Verdict<Departure> {
    match &verdict {
        Verdict::Refuted(past) if 0 <= past.offset => match below() {
            Verdict::Refuted(below) => Verdict::Refuted(Departure { size: past.size, ..below }),
            _ => verdict,
        },
        _ => verdict,
    }
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
    let (mut past, mut open) = (None, None);
    for (position, layout, size) in modes {
        match stays_in_size(&layout.into(), &Term::constant(size), budget) {
            Verdict::Proved(_) => {}
            Verdict::Refuted(departure) => {
                let departure = Departure { mode: Some(position), ..departure };
                if departure.offset < 0 {
                    return Verdict::Refuted(departure);
                }
                past = past.or(Some(departure));
            }
            unknown => open = open.or(Some(unknown)),
        }
    }
    past.map(Verdict::Refuted).or(open).unwrap_or(Verdict::Proved(Method::OffsetRange))
}

#[cfg(test)]
mod tests;
