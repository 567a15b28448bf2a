//! Accesses to global memory that may be outside of their buffer.

use std::collections::HashSet;

use super::finding::Finding;
use super::memories::tuple;
use super::rule::{LOOSE_MASK, Level, OFFSET_OVERFLOW, PAST_THE_BUFFER, UNMASKED_ACCESS};
use crate::triton::{Access, Bound, Index, Operation, Part};

/// What is found in the accesses of one function, in the order of the file.
pub(super) fn bounds(operations: &[&Operation]) -> Vec<Finding> {
    let accesses: Vec<(&Operation, &Access)> =
        operations.iter().filter_map(|operation| Some((*operation, operation.access()?))).collect();
    let mut found = Vec::new();
    let mut reported = HashSet::new();
    for &(operation, access) in &accesses {
        found.extend(alone(operation, access));
        if let Some(finding) = unmasked(operation, access, &accesses)
            && reported.insert((access.index().and_then(Index::pointer), finding.message.clone()))
        {
            found.push(finding);
        }
        found.extend(looser(operation, access, &accesses));
    }
    found
}

/// What an access says for itself.
fn alone(operation: &Operation, access: &Access) -> Vec<Finding> {
    let mut found = Vec::new();
    let position = operation.position();
    let bounds = access.mask().map_or(&[][..], |mask| mask.bounds());
    for bound in bounds.iter().filter(|bound| bound.is_inclusive() && lets_limit_through(bound)) {
        let (row, limit) = (row(bound.row()), bound.limit());
        let message = format!(
            "the mask lets {row} through up to {limit}, which is one past the end of {limit} elements"
        );
        found.push(Finding::new(LOOSE_MASK, position, message));
    }
    let Some(index) = access.index() else { return found };
    let range = index.range_at_first_program();
    if let Some(wrap) = index.wrap() {
        let at = range.as_ref().map_or(String::new(), |[_, (greatest, place)]| {
            format!("; element {} would be at offset {greatest}", tuple(place))
        });
        let message = format!(
            "the offset is computed in 32 bits and does not fit: {} gives {}{at}",
            wrap.operation(),
            wrap.value()
        );
        let finding = Finding::new(OFFSET_OVERFLOW, position, message);
        found.push(finding.related_to(wrap.position(), "here it does not fit any more"));
    }
    let Some([(least, lowest), (greatest, highest)]) = range else { return found };
    if index.wrap().is_none() && i64::from(i32::MAX) < greatest {
        let message = format!(
            "element {} is at offset {greatest}, which does not fit in 32 bits; the arithmetic has more",
            tuple(&highest)
        );
        found.push(Finding::new(OFFSET_OVERFLOW, position, message).at_level(Level::Note));
    }
    let is_masked = access.mask().is_none_or(|mask| mask.has_more());
    if least < 0
        && index.wrap().is_none()
        && !is_masked
        && let Some(pointer) = index.pointer()
    {
        let message =
            format!("element {} is at offset {least}, before %{pointer} begins", tuple(&lowest));
        found.push(Finding::new(PAST_THE_BUFFER, position, message));
    }
    found
}

/// A limit that is a size, as far as one can tell: something unknown from which nothing is taken.
fn lets_limit_through(bound: &Bound) -> bool {
    bound.limit().is_symbolic() && !bound.limit().is_less_than_its_symbols()
}

/// A row that this access does not bound although another one does.
fn unmasked(
    operation: &Operation,
    access: &Access,
    accesses: &[(&Operation, &Access)],
) -> Option<Finding> {
    let (index, mask) = (access.index()?, access.mask()?);
    if mask.has_more() {
        return None;
    }
    for part in index.parts().iter().filter(|part| 1 < part.extent()) {
        if mask.bounds().iter().any(|bound| bound.row().is_same_row(part)) {
            continue;
        }
        let bounded = accesses.iter().find_map(|&(other, own)| {
            // Rows that begin at a number may be anything; they are the same if all of the address is.
            let is_same = part.base().is_symbolic() || are_alike(index, own.index()?);
            let bounds = own.mask()?.bounds().iter();
            let bound = bounds.into_iter().find(|bound| bound.row().is_same_row(part))?;
            is_same.then_some((other, bound))
        });
        if let Some((other, bound)) = bounded {
            let message = format!(
                "{} may be past the end: another access masks it below {}, this one does not",
                row(part),
                bound.limit()
            );
            let finding = Finding::new(UNMASKED_ACCESS, operation.position(), message);
            return Some(finding.related_to(other.position(), "this access is masked"));
        }
    }
    None
}

/// A bound by a number where another access to the same addresses has a smaller one.
fn looser(
    operation: &Operation,
    access: &Access,
    accesses: &[(&Operation, &Access)],
) -> Option<Finding> {
    let index = access.index()?;
    for bound in access.mask()?.bounds() {
        let limit = bound.limit().as_constant()?.checked_add(i64::from(bound.is_inclusive()))?;
        for &(other, own) in accesses {
            let Some(same) = own.index().filter(|own| are_alike(index, own)) else { continue };
            if same.pointer() != index.pointer() {
                continue;
            }
            let tighter = own.mask().and_then(|mask| {
                let mut bounds = mask.bounds().iter();
                let bound = bounds.find(|own| own.row().is_same_row(bound.row()))?;
                let own = bound.limit().as_constant()?;
                own.checked_add(i64::from(bound.is_inclusive())).filter(|&own| own < limit)
            });
            if let Some(tighter) = tighter {
                let message = format!(
                    "the mask lets {} through below {limit}; another access to the same addresses \
                     stops at {tighter}",
                    row(bound.row())
                );
                let finding = Finding::new(LOOSE_MASK, operation.position(), message);
                return Some(finding.related_to(other.position(), "this access stops earlier"));
            }
        }
    }
    None
}

/// True if two accesses go to the same distances from their pointers.
fn are_alike(left: &Index, right: &Index) -> bool {
    left.base() == right.base()
        && left.strides() == right.strides()
        && left.shape() == right.shape()
}

/// A row in words: `[0, 128) + 128 * program x`.
fn row(part: &Part) -> String {
    match part.base().as_constant() {
        Some(base) => format!("[{base}, {})", base.saturating_add(part.extent())),
        None => format!("{} + [0, {})", part.base(), part.extent()),
    }
}
