//! Masks that bound something else than the access needs.

use rustc_hash::{FxHashMap, FxHashSet};

use super::bounds::{is_size, moves_integers, row};
use super::finding::Finding;
use super::rule::{LOOSE_MASK, STILL_MASK, SWAPPED_MASK};
use crate::triton::{Access, Bound, Operation, Uniform};

/// An access is compared with so many others, so that many of one kind do not take the square of their
/// number.
const MAX_COMPARED: usize = 1000;

/// What is found in the masks of one function, in the order of the file.
pub(super) fn masks(operations: &[&Operation]) -> Vec<Finding> {
    let accesses: Vec<(&Operation, &Access)> =
        operations.iter().filter_map(|operation| Some((*operation, operation.access()?))).collect();
    let mut found = swapped(&accesses);
    found.extend(further(&accesses));
    found.extend(accesses.iter().filter_map(|(operation, access)| still(operation, access)));
    found
}

/// The limits of two rows in an access.
type Limits<'o> = (&'o Operation, [&'o Uniform; 2]);

/// Two rows whose limits are those of the other one in another access.
fn swapped(accesses: &[(&Operation, &Access)]) -> Vec<Finding> {
    let mut found = Vec::new();
    let mut seen: FxHashMap<[String; 2], Vec<Limits<'_>>> = FxHashMap::default();
    for &(operation, access) in accesses {
        let bounds = access.mask().map_or(&[][..], |mask| mask.bounds());
        let is_one = |bound: &&Bound| {
            bound.row().base().is_symbolic()
                && bounds.iter().filter(|own| own.row().is_same_row(bound.row())).count() == 1
        };
        let bounds: Vec<&Bound> = bounds.iter().filter(is_one).collect();
        for (at, first) in bounds.iter().enumerate() {
            for second in &bounds[at + 1..] {
                let mut both = [first, second].map(|own| (row(own.row()), own.limit()));
                both.sort_by(|a, b| a.0.cmp(&b.0));
                let [(row, limit), (other_row, other_limit)] = both;
                let others = seen.entry([row.clone(), other_row.clone()]).or_default();
                let is_swapped = |(_, limits): &&Limits<'_>| {
                    limit != other_limit && *limits == [other_limit, limit]
                };
                if let Some((other, _)) = others.iter().find(is_swapped) {
                    let message = format!(
                        "the mask lets {row} through below {limit} and {other_row} below \
                         {other_limit}; another access has these limits the other way around"
                    );
                    let finding = Finding::new(SWAPPED_MASK, operation.position(), message);
                    found.push(finding.related_to(other.position(), "this access"));
                } else if others.len() < MAX_COMPARED {
                    others.push((operation, [limit, other_limit]));
                }
            }
        }
    }
    found
}

/// An access that goes further than another one to the same pointer, under a mask with the same limit.
///
/// Several that go further by different numbers are a stencil, whose input has a margin; numbers that
/// are loaded, such as the ends of rows, are often one more than what they are about.
fn further(accesses: &[(&Operation, &Access)]) -> Vec<Finding> {
    let mut of_pointers: FxHashMap<&str, Vec<(&Operation, &Access)>> = FxHashMap::default();
    for &(operation, access) in accesses {
        let Some(pointer) = access.index().and_then(|index| index.pointer()) else { continue };
        let list = of_pointers.entry(pointer).or_default();
        if list.len() < MAX_COMPARED && !moves_integers(operation) {
            list.push((operation, access));
        }
    }
    let mut found = Vec::new();
    for (pointer, list) in of_pointers {
        let mut further = Vec::new();
        for (operation, access) in &list {
            let more = list.iter().find_map(|(other, own)| {
                let (bound, more) = more_than(access, own)?;
                Some((other.position(), bound, more))
            });
            further.extend(
                more.map(|(other, bound, more)| (operation.position(), other, bound, more)),
            );
        }
        let distances: FxHashSet<i64> = further.iter().map(|own| own.3).collect();
        if distances.len() != 1 {
            continue;
        }
        for (position, other, bound, more) in further {
            let limit = bound.limit();
            let end = limit.add(&Uniform::constant(more - 1)).unwrap_or_else(|| limit.clone());
            let message = format!(
                "the mask lets {} through below {limit}, and the access goes {more} further: if \
                 %{pointer} has {limit} elements along dim {}, element {end} is past the end",
                row(bound.row()),
                bound.row().dim()
            );
            let finding = Finding::new(LOOSE_MASK, position, message);
            found.push(finding.related_to(other, "this access with the same limit stops there"));
        }
    }
    found
}

/// By how much an access goes further along a row than another one, and the bound that both have.
fn more_than<'a>(access: &'a Access, other: &Access) -> Option<(&'a Bound, i64)> {
    let (index, own) = (access.index()?, other.index()?);
    if index.strides() != own.strides() || index.shape() != own.shape() {
        return None;
    }
    let distance = index.base().without(own.base())?.as_constant().filter(|more| 0 < *more)?;
    let (bounds, others) = (access.mask()?.bounds(), other.mask()?.bounds());
    let bound = bounds.iter().find(|bound| is_size(bound.limit()) && others.contains(bound))?;
    let stride = index.strides().get(bound.row().dim())?.as_constant()?;
    // Where the other one begins before the row, this one may be the row itself.
    let begin = bound.row().base().multiply(&Uniform::constant(stride))?;
    if own.base().without(&begin)?.is_less_than_its_symbols() {
        return None;
    }
    let more = distance.checked_div(stride)?;
    (more * stride == distance && 0 < more && more < bound.row().extent()).then_some((bound, more))
}

/// A mask that stays where it is while the addresses advance.
fn still(operation: &Operation, access: &Access) -> Option<Finding> {
    let bound = access.still().first()?;
    let message = format!(
        "the addresses advance by {} of dim {} in each turn of the loop and the mask does not: it lets \
         {} through below {} in every turn",
        bound.row().extent(),
        bound.row().dim(),
        row(bound.row()),
        bound.limit()
    );
    Some(Finding::new(STILL_MASK, operation.position(), message))
}
