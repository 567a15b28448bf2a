//! Stores of different elements, or of different programs, to one address.

use super::bounds::is_size;
use super::finding::Finding;
use super::memories::tuple;
use super::rule::OVERLAPPING_STORES;
use crate::triton::{Access, Bound, Index, IndexRow, Movement, Operation, Uniform};

/// What is found in the stores of one function, in the order of the file.
pub(super) fn overlaps(operations: &[&Operation]) -> Vec<Finding> {
    let is_store =
        |operation: &Operation| matches!(operation.movement(), Some(Movement::GlobalStore { .. }));
    let stores = operations.iter().filter(|operation| is_store(operation));
    let message = |operation: &Operation| {
        let access = operation.access()?;
        of_programs(access).or_else(|| of_elements(access)).or_else(|| of_row_size(access))
    };
    let found = stores.filter_map(|operation| Some((operation.position(), message(operation)?)));
    found.map(|(position, message)| Finding::new(OVERLAPPING_STORES, position, message)).collect()
}

/// A tile that the next program of an axis begins inside of.
fn of_programs(access: &Access) -> Option<String> {
    let (index, mask) = (access.index()?, access.mask()?);
    // A limit by a number, or of this program, may leave out what is another program's.
    let is_size = |bound: &Bound| is_size(bound.limit()) && !bound.limit().mentions("program ");
    if mask.may_drop_all() || !mask.bounds().iter().all(is_size) {
        return None;
    }
    ["x", "y", "z", "0", "1", "2"].iter().find_map(|axis| {
        let name = format!("program {axis}");
        let mut own = index.parts().iter().filter(|part| part.base().mentions(&name));
        let (part, None) = (own.next()?, own.next()) else { return None };
        let step = part.base().factor_of(&name).filter(|step| (1..part.extent()).contains(step))?;
        let rest = without_part(index, part)?;
        if rest.mentions(&name) || index.shape().get(part.dim()) != Some(&part.extent()) {
            return None;
        }
        let mut place = vec![0; index.shape().len()];
        let first = tuple(&place);
        place[part.dim()] = step;
        Some(format!(
            "element {} of program 0 and element {first} of program 1 of axis {axis} are stored at one \
             address: the tile has {} elements along dim {} and programs are {step} apart",
            tuple(&place),
            part.extent(),
            part.dim()
        ))
    })
}

/// The base of the addresses without what a row adds to it.
fn without_part(index: &Index, part: &IndexRow) -> Option<Uniform> {
    let stride = index.strides().get(part.dim())?;
    index.base().without(&part.base().multiply(stride)?)
}

/// Two elements of a tile whose strides are numbers.
fn of_elements(access: &Access) -> Option<String> {
    let (index, mask) = (access.index()?, access.mask()?);
    // What a limit leaves of a row may end before the next row begins.
    let is_known = |at: usize| mask.bounds().iter().all(|own| own.row().dim() != at);
    if mask.has_more() || mask.passes_nothing() {
        return None;
    }
    let strides: Vec<i64> =
        access.strides()?.into_iter().map(|stride| stride.unwrap_or(0)).collect();
    let dims = (0..strides.len()).filter(|&dim| 0 < strides[dim] && is_known(dim));
    let dims: Vec<usize> = dims.filter(|&dim| 1 < index.shape()[dim]).collect();
    let pairs = dims.iter().flat_map(|&outer| dims.iter().map(move |&inner| (outer, inner)));
    let mut pairs = pairs.filter(|&(outer, inner)| {
        (strides[inner], outer) < (strides[outer], inner) && outer != inner
    });
    pairs.find_map(|(outer, inner)| {
        // The least step along each that leads to the same address.
        let common = gcd(strides[outer], strides[inner]);
        let (down, along) = (strides[inner] / common, strides[outer] / common);
        let meets = down < index.shape()[outer] && along < index.shape()[inner];
        meets.then(|| {
            let place = |dim: usize, at: i64| {
                let mut place = vec![0; strides.len()];
                place[dim] = at;
                tuple(&place)
            };
            format!(
                "elements {} and {} are stored at one address: dim {outer} has stride {}, and dim \
                     {inner} has {} elements of stride {}",
                place(inner, along),
                place(outer, down),
                strides[outer],
                index.shape()[inner],
                strides[inner]
            )
        })
    })
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// Rows that are as far apart as there are rows, not as they are long.
fn of_row_size(access: &Access) -> Option<String> {
    let (index, mask) = (access.index()?, access.mask()?);
    let limit_of = |dim: usize| {
        let mut own = mask.bounds().iter().filter(|bound| bound.row().dim() == dim);
        let (bound, None) = (own.next()?, own.next()) else { return None };
        (!bound.is_inclusive() && bound.limit().is_symbolic()).then(|| bound.limit())
    };
    let rank = index.shape().len();
    let inner = (0..rank).find(|&dim| index.strides()[dim].as_constant() == Some(1))?;
    let length = limit_of(inner)?;
    let outer = (0..rank).find(|&dim| {
        dim != inner && limit_of(dim).is_some_and(|limit| *limit == index.strides()[dim])
    })?;
    let count = limit_of(outer).filter(|count| *count != length)?;
    Some(format!(
        "rows of {length} elements are stored {count} elements apart, which is the number of rows: if \
         {count} is less than {length}, the first element of row 1 and element {count} of row 0 are \
         stored at one address"
    ))
}
