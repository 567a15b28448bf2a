//! Operations that move elements to other coordinates.

use std::rc::Rc;

use layout_math::point::digits;

use super::value::{Tensor, n_elements};
use crate::bits::Row;

/// The tensor whose element at each number is that of a function of the number.
pub(super) fn gather(tensor: &Tensor, shape: &[i64], from: impl Fn(usize) -> usize) -> Tensor {
    let row = &tensor.elements;
    let own = |element| Some((row, from(element)));
    let elements = Row::gather(row.width(), n_elements(shape), own);
    Tensor { shape: shape.into(), elements }
}

/// The coordinate of an element.
pub(super) fn unflatten(element: usize, shape: &[i64]) -> Vec<usize> {
    let sizes = shape.iter().rev().copied();
    let mut coordinate: Vec<usize> =
        digits(element as i64, sizes).map(|own| own as usize).collect();
    coordinate.reverse();
    coordinate
}

pub(super) fn flatten(coordinate: &[usize], shape: &[i64]) -> usize {
    coordinate.iter().zip(shape).fold(0, |flat, (own, &size)| flat * size as usize + own)
}

/// The sum of the coordinates times strides, for each element of a shape, and what it begins from.
fn strided(begin: usize, shape: &[i64], strides: &[usize]) -> Vec<usize> {
    let mut sums = vec![begin];
    for (&size, &stride) in shape.iter().zip(strides) {
        let along = |sum| (0..size.max(0) as usize).map(move |own| sum + own * stride);
        sums = sums.into_iter().flat_map(along).collect();
    }
    sums
}

/// How far apart in number elements are that are neighbors in a dim.
fn strides(shape: &[i64]) -> Vec<usize> {
    let mut strides = vec![1_usize; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim].saturating_mul(shape[dim] as usize);
    }
    strides
}

/// Where the elements of a transposed tensor are from: dim i of the result is dim `order[i]`.
pub(super) fn transposed(shape: &[i64], order: &[usize]) -> Option<(Vec<i64>, Vec<usize>)> {
    let mut seen = vec![false; shape.len()];
    if order.len() != shape.len() {
        return None;
    }
    for &dim in order {
        if std::mem::replace(seen.get_mut(dim)?, true) {
            return None;
        }
    }
    let result: Vec<i64> = order.iter().map(|&dim| shape[dim]).collect();
    let own = strides(shape);
    let moved: Vec<usize> = order.iter().map(|&dim| own[dim]).collect();
    let sources = strided(0, &result, &moved);
    Some((result, sources))
}

/// Where the elements of a part are from, by the coordinate at which it begins.
pub(super) fn part(shape: &[i64], begin: &[i64], size: &[i64]) -> Option<Vec<usize>> {
    let is_in = shape.len() == begin.len()
        && shape.len() == size.len()
        && (0..shape.len()).all(|dim| {
            0 <= begin[dim]
                && begin[dim].checked_add(size[dim]).is_some_and(|end| end <= shape[dim])
        });
    is_in.then(|| {
        let strides = strides(shape);
        let first = begin.iter().zip(&strides).map(|(&own, stride)| own as usize * stride).sum();
        strided(first, size, &strides)
    })
}

/// Broadcast to a shape of the same rank.
pub(super) fn broadcast(tensor: &Tensor, shape: &[i64]) -> Option<Tensor> {
    let own = &tensor.shape;
    let fits = own.len() == shape.len()
        && own.iter().zip(shape).all(|(&own, &size)| own == size || own == 1);
    fits.then(|| {
        let mut strides = strides(own);
        for (stride, _) in strides.iter_mut().zip(&**own).filter(|(_, size)| **size == 1) {
            *stride = 0;
        }
        let sources = strided(0, shape, &strides);
        gather(tensor, shape, |element| sources[element])
    })
}

/// Two tensors as one with a last dim of 2.
pub(super) fn join(a: &Tensor, b: &Tensor) -> Option<Tensor> {
    if a.shape != b.shape || a.elements.width() != b.elements.width() {
        return None;
    }
    let shape: Rc<[i64]> = a.shape.iter().copied().chain([2]).collect();
    let own = |element: usize| {
        Some((if element.is_multiple_of(2) { &a.elements } else { &b.elements }, element / 2))
    };
    let elements = Row::gather(a.elements.width(), n_elements(&shape), own);
    Some(Tensor { shape, elements })
}

/// The halves of a tensor with a last dim of 2.
pub(super) fn split(tensor: &Tensor) -> Option<[Tensor; 2]> {
    let (&last, shape) = tensor.shape.split_last()?;
    (last == 2).then(|| [0, 1].map(|half| gather(tensor, shape, |element| 2 * element + half)))
}

/// A tensor of one element for each of a shape.
pub(super) fn splat(tensor: &Tensor, shape: &[i64]) -> Option<Tensor> {
    (tensor.n_elements() == 1).then(|| gather(tensor, shape, |_| 0))
}
