//! Layouts as isl's maps from the integral coordinate, and from other coordinates where need be.

use super::facts::known_facts;
use super::inside_relation;
use super::modes::{flat_outputs, symbolic};
use super::solver::{NotAnswered, Solver, Space};
use crate::affine::Symbolic;
use crate::algebra::AnyLayout;
use crate::cute::Term;
use crate::relation::{Facts, Map, Mode, Relation, View};

/// A layout as isl's map from the integral coordinate; from the natural one where the integral one
/// is not Presburger.
pub(in crate::algebra) fn integral_map(
    solver: &Solver,
    layout: &AnyLayout,
) -> Result<(Map, Space), NotAnswered> {
    let relation =
        integral_relation(solver, layout).and_then(|relation| Ok(flat_outputs(layout, relation)?));
    let error = match relation {
        Ok(relation) => {
            let map = relation.to_map(&solver.context)?.given(&known_facts(&[layout])?)?;
            return Ok((map, Space::Integral));
        }
        Err(error) => error,
    };
    if let AnyLayout::Relation(relation) = layout {
        let map = relation.to_map(&solver.context)?;
        let space = Space::counted(&[&map])?;
        return Ok((map, space));
    }
    match natural_map(solver, layout) {
        Ok((map, extents)) => Ok((map.given(&known_facts(&[layout])?)?, Space::Natural(extents))),
        Err(ended @ NotAnswered::Question(_)) => Err(ended),
        Err(_) => Err(error),
    }
}

fn natural_map(solver: &Solver, layout: &AnyLayout) -> Result<(Map, Vec<Term>), NotAnswered> {
    let relation = flat_outputs(layout, inside_relation(layout, &View::Natural)?)?;
    let extents = layout.extents().unwrap_or_default();
    Ok((relation.to_map(&solver.context)?, extents))
}

/// Both layouts in the same view of the coordinates, each under the facts of both.
///
/// That is the view of the integral coordinate, unless a relation has several inputs that are the
/// modes of the other layout, or the integral coordinate of both is not Presburger and their
/// natural coordinates are the same.
pub(in crate::algebra) fn integral_pair(
    solver: &Solver,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<(Map, Map, Space), NotAnswered> {
    let (left, right, space) = joint_relations(solver, a, b)?;
    let known = known_facts(&[a, b])?;
    let left = left.to_map(&solver.context)?.given(&known)?;
    let right = right.to_map(&solver.context)?.given(&known)?;
    Ok((left, right, space))
}

/// Both layouts in the same view of the coordinates and of the offsets, whatever their symbols are.
pub(super) fn joint_relations(
    solver: &Solver,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<(Relation, Relation, Space), NotAnswered> {
    let (left, right, space) = same_inputs(solver, a, b)?;
    if left.n_outputs() == right.n_outputs() && !are_linear(a, b) {
        return Ok((left, right, space));
    }
    // Which numbers the outputs of a relation count is said by a layout of numbers beside it alone.
    if let (AnyLayout::Relation(a), AnyLayout::Relation(b)) = (a, b) {
        return Err(NotAnswered::Parts { expected: a.n_outputs(), found: b.n_outputs() });
    }
    Ok((one_output(solver, a, left)?, one_output(solver, b, right)?, space))
}

/// True for two linear layouts. Their offsets are numbers, and where their out-dims have different sizes equal
/// values in these are different offsets.
fn are_linear(a: &AnyLayout, b: &AnyLayout) -> bool {
    matches!((a, b), (AnyLayout::Linear(_), AnyLayout::Linear(_)))
}

fn same_inputs(
    solver: &Solver,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<(Relation, Relation, Space), NotAnswered> {
    same_positions(a, b)?;
    let integral = |layout| integral_relation(solver, layout);
    let error = match (integral(a), integral(b)) {
        (Ok(left), Ok(right)) => return Ok((left, right, Space::Integral)),
        (Err(error), _) | (_, Err(error)) => error,
    };
    if let (AnyLayout::Relation(left), AnyLayout::Relation(right)) = (a, b)
        && left.n_inputs() == right.n_inputs()
    {
        let maps = (left.to_map(&solver.context)?, right.to_map(&solver.context)?);
        let space = Space::counted(&[&maps.0, &maps.1])?;
        return Ok((left.clone(), right.clone(), space));
    }
    for (relation, other) in [(a, b), (b, a)] {
        let AnyLayout::Relation(relation) = relation else { continue };
        if relation.n_inputs() != 1
            && let Some((view, extents)) = view_with_inputs(other, relation.n_inputs())
        {
            let as_seen = |layout| inside_relation(layout, &view);
            let space = Space::beside_modes(relation.to_map(&solver.context)?, extents);
            return Ok((as_seen(a)?, as_seen(b)?, space));
        }
    }
    let extents = a.extents().filter(|extents| b.extents().as_ref() == Some(extents));
    let Some(extents) = extents else { return Err(error) };
    let natural = |layout| inside_relation(layout, &View::Natural);
    Ok((natural(a)?, natural(b)?, Space::Natural(extents)))
}

/// The parts of tuple offsets can be compared: with those at the same positions, or with as many outputs
/// of a relation or out-dims of a linear layout if the positions are 0, 1, and so on.
pub(super) fn same_positions(a: &AnyLayout, b: &AnyLayout) -> Result<(), NotAnswered> {
    let n_counted = |layout: &AnyLayout| match layout {
        AnyLayout::Relation(relation) => Some(relation.n_outputs()),
        AnyLayout::Linear(linear) => Some(linear.out_dims().len()),
        _ => None,
    };
    let is_counted = |positions: &[Vec<u32>], other| {
        is_enumeration(positions) && n_counted(other) == Some(positions.len())
    };
    match (positions(a), positions(b)) {
        (None, None) => Ok(()),
        (Some(left), Some(right)) if left == right => Ok(()),
        (Some(positions), None) if is_counted(&positions, b) => Ok(()),
        (None, Some(positions)) if is_counted(&positions, a) => Ok(()),
        _ => Err(NotAnswered::Positions { left: a.to_string(), right: b.to_string() }),
    }
}

/// The positions of the parts of tuple offsets; `None` for offsets that are integers.
pub(in crate::algebra) fn positions(layout: &AnyLayout) -> Option<Vec<Vec<u32>>> {
    let AnyLayout::Cute(cute) = layout else { return None };
    Some(cute.positions()).filter(|positions| !positions.is_empty())
}

/// True if the positions are 0, 1, and so on.
pub(in crate::algebra) fn is_enumeration(positions: &[Vec<u32>]) -> bool {
    positions.iter().enumerate().all(|(at, path)| path[..] == [at as u32])
}

/// The relation from the integral coordinate. Several inputs of a relation have to form a box that
/// begins at 0; they are counted leftmost fastest.
pub(super) fn integral_relation(
    solver: &Solver,
    layout: &AnyLayout,
) -> Result<Relation, NotAnswered> {
    let relation = inside_relation(layout, &View::Integral)?;
    if relation.n_inputs() == 1 {
        return Ok(relation);
    }
    let map = relation.to_map(&solver.context)?;
    let filled = filled_box(&map)?.filter(|(bounds, _)| bounds.iter().all(|(low, _)| *low == 0));
    let Some((bounds, always)) = filled else {
        if map.is_empty()? {
            return counted_in(&vec![(0, 1); relation.n_inputs()], false, &relation, &map);
        }
        return Err(NotAnswered::NotABox { what: "inputs" });
    };
    counted_in(&bounds, always, &relation, &map)
}

/// The least value of each input, and one more than the greatest.
type Bounds = Vec<(i64, i64)>;

/// The box that the inputs of a relation form, and whether they do so for all values of the parameters:
/// else for those for which there are inputs.
fn filled_box(map: &Map) -> Result<Option<(Bounds, bool)>, NotAnswered> {
    if let Some(bounds) = map.domain_box()? {
        return Ok(Some((bounds, true)));
    }
    if map.n_parameters()? == 0 {
        return Ok(None);
    }
    Ok(map.domain_box_where_any()?.map(|bounds| (bounds, false)))
}

/// The relation from the integral coordinate, which counts several inputs in the least box from 0
/// that holds all of them. With parameters that box is known only if the inputs fill it.
pub(in crate::algebra) fn counted_relation(
    solver: &Solver,
    relation: Relation,
) -> Result<Relation, NotAnswered> {
    if relation.n_inputs() == 1 {
        return Ok(relation);
    }
    let map = relation.to_map(&solver.context)?;
    let filled = filled_box(&map)?;
    let is_from_0 = |bounds: &[(i64, i64)]| bounds.iter().all(|(low, _)| *low == 0);
    let is_filled = filled.as_ref().is_some_and(|(bounds, always)| *always && is_from_0(bounds));
    let bounds = match filled {
        Some((bounds, _)) => Some(bounds),
        None if map.is_empty()? => Some(vec![(0, 1); relation.n_inputs()]),
        None if relation.parameters().next().is_some() => None,
        None => map.reverse()?.range_hull()?,
    };
    let bounds = bounds.filter(|bounds| bounds.iter().all(|(low, _)| 0 <= *low));
    let Some(bounds) = bounds else { return Err(NotAnswered::NotABox { what: "inputs" }) };
    counted_in(&bounds, is_filled, &relation, &map)
}

/// A relation and its map with the inputs counted as one in a box from 0, leftmost fastest.
fn counted_in(
    bounds: &[(i64, i64)],
    is_filled: bool,
    relation: &Relation,
    map: &Map,
) -> Result<Relation, NotAnswered> {
    // The coordinate mapping of the paper: mode i is counted in output i alone.
    let unit = |input: usize, output: usize| Symbolic::from(i64::from(input == output));
    let modes: Vec<Mode> = bounds
        .iter()
        .enumerate()
        .map(|(input, &(_, size))| Mode {
            extent: size.into(),
            strides: (0..bounds.len()).map(|output| unit(input, output)).collect(),
        })
        .collect();
    let offsets = vec![Symbolic::from(0); bounds.len()];
    let unfolded = Relation::from_modes(&modes, &offsets, &View::Integral, &Facts::new())?;
    match unfolded.substituted_into(relation, is_filled) {
        Some(relation) => Ok(relation),
        None => Ok(unfolded.to_map(map.context())?.then(map)?.to_relation()?),
    }
}

/// The relation with its outputs counted as one, leftmost fastest.
///
/// The sizes of a linear layout's outputs are those of its out-dims; those of other layouts hold
/// exactly the values that occur, which have to be a box that begins at 0.
fn one_output(
    solver: &Solver,
    layout: &AnyLayout,
    relation: Relation,
) -> Result<Relation, NotAnswered> {
    if relation.n_outputs() == 1 || matches!(layout, AnyLayout::Linear(_)) {
        return Ok(flat_outputs(layout, relation)?);
    }
    let values = relation.to_map(&solver.context)?.reverse()?.domain_box()?;
    let values = values.filter(|values| values.iter().all(|(low, _)| *low == 0));
    let Some(values) = values else { return Err(NotAnswered::NotABox { what: "outputs" }) };
    let sizes: Vec<i64> = values.iter().map(|&(_, size)| size).collect();
    Ok(relation.with_flat_outputs(&sizes)?)
}

/// The pairs of the layout whose offset is outside `[0, size)`, or below 0 if there is no size, from
/// the natural coordinate where there is one: bounds are cheaper there.
pub(in crate::algebra) fn departures(
    solver: &Solver,
    layout: &AnyLayout,
    size: Option<&Term>,
    known: &[&AnyLayout],
) -> Result<(Map, Space), NotAnswered> {
    let (relation, space) = natural_relation(solver, layout)?;
    let relation = flat_outputs(layout, relation)?;
    if relation.n_outputs() != 1 {
        return Err(NotAnswered::Parts { expected: 1, found: relation.n_outputs() });
    }
    let size = size.map(symbolic).transpose()?;
    let outside = relation.outside(size.as_ref())?.to_map(&solver.context)?;
    let known: Vec<&AnyLayout> = known.iter().copied().chain([layout]).collect();
    Ok((outside.given(&known_facts(&known)?)?, space))
}

/// The pairs of the layout whose offset has a part below 0.
pub(in crate::algebra) fn negatives(
    solver: &Solver,
    layout: &AnyLayout,
) -> Result<(Map, Space), NotAnswered> {
    let (relation, space) = natural_relation(solver, layout)?;
    let n = relation.n_outputs();
    let map = relation.to_map(&solver.context)?;
    let names: Vec<String> = (0..n).map(|part| format!("y{part}")).collect();
    let below: Vec<String> = names.iter().map(|name| format!("{name} < 0")).collect();
    let (names, below) = (names.join(", "), below.join(" or "));
    let is_below: Relation =
        format!("{{ [{names}] -> [{names}] : {below} }}").parse().expect("it is a relation");
    let map = map.then(&is_below.to_map(&solver.context)?)?;
    Ok((map.given(&known_facts(&[layout])?)?, space))
}

/// The relation from the coordinates that a layout is cheapest in: its natural ones, and the inputs of a
/// relation.
pub(super) fn natural_relation(
    solver: &Solver,
    layout: &AnyLayout,
) -> Result<(Relation, Space), NotAnswered> {
    Ok(match (layout.extents(), layout) {
        (Some(extents), _) => (inside_relation(layout, &View::Natural)?, Space::Natural(extents)),
        (None, AnyLayout::Relation(relation)) => {
            (relation.clone(), Space::counted(&[&relation.to_map(&solver.context)?])?)
        }
        (None, _) => (integral_relation(solver, layout)?, Space::Integral),
    })
}

/// The view of a layout that has so many inputs, with the sizes of these: its flattened modes, its
/// top-level modes, or its in-dims.
pub(in crate::algebra) fn view_with_inputs(
    layout: &AnyLayout,
    n_inputs: usize,
) -> Option<(View, Vec<Term>)> {
    let extents = layout.extents()?;
    if extents.len() == n_inputs {
        return Some((View::Natural, extents));
    }
    let groups = layout.modes()?.flat_ranks();
    if groups.len() != n_inputs {
        return None;
    }
    let mut rest = extents.iter();
    let product = |n: &usize| {
        rest.by_ref().take(*n).try_fold(Term::constant(1), |size, extent| size.times(extent))
    };
    let sizes: Option<Vec<Term>> = groups.iter().map(product).collect();
    Some((View::Groups(groups), sizes?))
}
