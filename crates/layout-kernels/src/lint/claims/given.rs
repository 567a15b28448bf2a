//! The layouts that operations give, and how they are compared with those of a file.

use crate::analyze::{AnalyzeError, ConversionKind, conversion};
use crate::lint::memories::tuple;
use layout_math::linear::{Difference, Dim, InDim, LinearLayout};
use layout_math::point::digits;

/// What must be the same in two layouts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Same {
    /// Each place has the same element: the operation moves nothing. Registers that are copies do not
    /// count, which slices and linear encodings leave out.
    Registers,
    /// Each thread has the elements that it needs, in any registers.
    Threads,
}

/// A layout of the file, and the one that the operation gives.
pub(super) struct Claim {
    /// What has the layout: `the result`.
    pub what: &'static str,
    pub given: LinearLayout,
    pub said: LinearLayout,
    pub same: Same,
}

impl Claim {
    /// Why the claim of an operation does not hold, with a place that has two elements; nothing if it
    /// does.
    pub fn refuted(&self, operation: &str) -> Option<String> {
        let Claim { what, same, .. } = self;
        let gives = if what.ends_with("operand") { "takes" } else { "gives" };
        let (given, said) = (&without_copies(&self.given), &without_copies(&self.said));
        let shape = |layout: &LinearLayout| -> Vec<i64> {
            layout.out_dims().iter().map(|dim| dim.size()).collect()
        };
        let (wanted, has) = (shape(given), shape(said));
        if wanted != has {
            return Some(format!("{what} has shape {has:?}, and {operation} {gives} {wanted:?}"));
        }
        for (dim, own) in given.in_dims().iter().zip(said.in_dims()) {
            let is_counted = *same == Same::Registers || dim.name() != "register";
            if is_counted && dim.size() != own.size() {
                return Some(format!(
                    "{what} has a layout of {}, and {operation} {gives} one of {}",
                    counted(own.size(), own.name()),
                    counted(dim.size(), dim.name())
                ));
            }
        }
        match same {
            Same::Registers => {
                let Difference::Offset { coordinate, .. } = given.difference(said)? else {
                    return None;
                };
                let at = unflattened(said.in_dims(), coordinate);
                Some(format!(
                    "{what} has element {} in {}, where {operation} {gives} element {}",
                    tuple(&said.apply(&at).ok()?),
                    place(said, &at),
                    tuple(&given.apply(&at).ok()?)
                ))
            }
            Same::Threads => match conversion(given, said) {
                Ok(found) if found.kind() <= ConversionKind::WithinThread => None,
                Ok(found) => {
                    let moved = found.farthest()?;
                    Some(format!(
                        "{what} takes element {} in {}, and {operation} finds it in {}",
                        tuple(&moved.element),
                        place(said, &moved.to),
                        place(given, &moved.from)
                    ))
                }
                Err(AnalyzeError::Linear(_)) => None,
                Err(error) => Some(format!("{what}: {error}")),
            },
        }
    }
}

fn without_copies(layout: &LinearLayout) -> LinearLayout {
    layout.remove_zero_bases("register").unwrap_or_else(|_| layout.clone())
}

/// The dims in an order; `None` if it is not one of so many.
pub(super) fn dims_in(order: &[i64], rank: usize) -> Option<Vec<usize>> {
    let dims = order.iter().map(|&dim| usize::try_from(dim).ok()).collect::<Option<Vec<_>>>()?;
    let mut sorted = dims.clone();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..rank).then_some(dims)
}

/// The layout with its dims in another order: dim `i` of the result is dim `order[i]`.
pub(super) fn permuted(layout: &LinearLayout, order: &[i64]) -> Option<LinearLayout> {
    let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    let order = dims_in(order, sizes.len())?;
    let pick = |basis: &[i64]| -> Vec<i64> { order.iter().map(|&dim| basis[dim]).collect() };
    mapped(layout, &pick(&sizes), pick)
}

/// The layout on another shape of as many elements, the last dim counting fastest.
pub(super) fn reshaped(layout: &LinearLayout, shape: &[i64]) -> Option<LinearLayout> {
    let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    let size = |all: &[i64]| all.iter().try_fold(1_i64, |n, &size| n.checked_mul(size));
    if size(&sizes).is_none() || size(&sizes) != size(shape) {
        return None;
    }
    mapped(layout, shape, |basis| {
        let number = sizes.iter().zip(basis).fold(0, |number, (size, at)| number * size + at);
        let mut reversed: Vec<i64> = digits(number, shape.iter().rev().copied()).collect();
        reversed.reverse();
        reversed
    })
}

/// The layout with a dim of extent 1 put in.
pub(super) fn expanded(layout: &LinearLayout, axis: usize) -> Option<LinearLayout> {
    let mut shape: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    if shape.len() < axis {
        return None;
    }
    shape.insert(axis, 1);
    mapped(layout, &shape, |basis| [&basis[..axis], &[0], &basis[axis..]].concat())
}

/// The layout with two elements along a dim in the place of each, which are in registers that follow each
/// other.
pub(super) fn unpacked(layout: &LinearLayout, axis: usize) -> Option<LinearLayout> {
    let mut shape: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    *shape.get_mut(axis)? *= 2;
    let mut bases = bases_of(layout);
    for own in bases.iter_mut().flat_map(|(_, own)| own) {
        own[axis] *= 2;
    }
    let mut next = vec![0; shape.len()];
    next[axis] = 1;
    let (_, registers) = bases.iter_mut().find(|(name, _)| name == "register")?;
    registers.insert(0, next);
    rebuilt(&bases, &shape)
}

/// What each place of a layout takes of a tensor of this shape, whose extents are the same or 1.
pub(super) fn narrowed(layout: &LinearLayout, shape: &[i64]) -> Option<LinearLayout> {
    let sizes = layout.out_dims().iter().map(|dim| dim.size());
    if shape.len() != sizes.len() || sizes.zip(shape).any(|(size, own)| *own != 1 && *own != size) {
        return None;
    }
    mapped(layout, shape, |basis| {
        basis.iter().zip(shape).map(|(&at, &size)| if size == 1 { 0 } else { at }).collect()
    })
}

/// The layout of the first elements of the last dim, which has two, next to each other in registers.
///
/// # Errors
///
/// The second one is not in another register of the thread that has the first: what is wrong.
pub(super) fn half(layout: &LinearLayout) -> Result<Option<LinearLayout>, String> {
    let sizes: Vec<i64> = layout.out_dims().iter().map(|dim| dim.size()).collect();
    let Some((2, shape)) = sizes.split_last() else { return Ok(None) };
    let mut next = vec![0; sizes.len()];
    next[shape.len()] = 1;
    let mut bases = bases_of(layout);
    let registers = bases.iter_mut().find(|(name, _)| name == "register");
    let at = registers.as_ref().and_then(|(_, own)| own.iter().position(|basis| *basis == next));
    let Some((at, (_, registers))) = at.zip(registers) else {
        let first = tuple(&vec![0; sizes.len()]);
        return Err(format!("elements {first} and {} are not in one thread", tuple(&next)));
    };
    registers.remove(at);
    for basis in bases.iter_mut().flat_map(|(_, own)| own) {
        basis.pop();
    }
    Ok(rebuilt(&bases, shape))
}

/// Why a thread of `said` has not twice as many elements as one of `source`, as the result of `tt.cat`
/// does, whose elements may change places.
pub(super) fn not_twice(source: &LinearLayout, said: &LinearLayout) -> Option<String> {
    let registers = |layout: &LinearLayout| {
        layout.in_dims().iter().find(|dim| dim.name() == "register").map(|dim| dim.size())
    };
    let (had, has) = (registers(source)?, registers(said)?);
    (has != 2 * had).then(|| {
        format!(
            "the result has a layout of {}, and tt.cat gives one of {}",
            counted(has, "register"),
            counted(2 * had, "register")
        )
    })
}

/// A layout on dims of this shape, with another basis for each.
fn mapped(
    layout: &LinearLayout,
    shape: &[i64],
    basis: impl Fn(&[i64]) -> Vec<i64>,
) -> Option<LinearLayout> {
    let mut bases = bases_of(layout);
    for own in bases.iter_mut().flat_map(|(_, own)| own) {
        *own = basis(own);
    }
    rebuilt(&bases, shape)
}

fn bases_of(layout: &LinearLayout) -> Vec<(String, Vec<Vec<i64>>)> {
    layout.bases().map(|(dim, own)| (dim.name().to_owned(), own)).collect()
}

fn rebuilt(bases: &[(String, Vec<Vec<i64>>)], shape: &[i64]) -> Option<LinearLayout> {
    let names: Vec<String> = (0..shape.len()).map(|dim| format!("dim{dim}")).collect();
    let outs: Vec<(&str, i64)> =
        names.iter().map(String::as_str).zip(shape.iter().copied()).collect();
    let ins: Vec<InDim<'_>> = bases.iter().map(|(name, own)| (&**name, own.clone())).collect();
    LinearLayout::new(&ins, &outs).ok()
}

/// The coordinates of a number in these dims, the first of which counts fastest.
pub(super) fn unflattened(dims: &[Dim], number: i64) -> Vec<i64> {
    digits(number, dims.iter().map(Dim::size)).collect()
}

/// `register 1 of lane 0 of warp 2`, blocks where there are several.
fn place(layout: &LinearLayout, at: &[i64]) -> String {
    let dims = layout.in_dims().iter().zip(at);
    let named = dims.filter(|(dim, _)| dim.name() != "block" || 1 < dim.size());
    let named: Vec<String> = named.map(|(dim, at)| format!("{} {at}", dim.name())).collect();
    named.join(" of ")
}

fn counted(number: i64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
