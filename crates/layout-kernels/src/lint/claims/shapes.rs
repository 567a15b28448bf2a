//! The shapes of results, and those of the operands of a product.

use super::given::dims_in;
use crate::triton::{AttributeValue, Operation, Type};

const LOOKED_AT: &[&str] = &[
    "broadcast",
    "dot",
    "expand_dims",
    "fp4_to_fp",
    "gather",
    "join",
    "make_range",
    "memdesc_trans",
    "reduce",
    "reshape",
    "scan",
    "split",
    "tc_gen5_mma",
    "trans",
    "warp_group_dot",
];

/// Why a result does not have the shape that its operation gives, or operands do not fit each other. What
/// [claims](super::given::Claim) of layouts say of shapes is not said again.
pub(super) fn misfit(operation: &Operation) -> Option<String> {
    let (_, name) = operation.name().split_once('.')?;
    let [operands, results] = operation.types();
    if !LOOKED_AT.contains(&name) {
        return None;
    }
    let [from, to] =
        [operands, results].map(|types| types.iter().filter_map(shape).collect::<Vec<&[i64]>>());
    let integer = |name: &str| operation.attribute(name).and_then(AttributeValue::as_integer);
    match name {
        "reshape" => {
            let (from, to) = (*from.first()?, *to.first()?);
            let (had, has) = (count(from)?, count(to)?);
            (had != has).then(|| {
                format!(
                    "the result of shape {to:?} has {has} elements, and one of shape {from:?} {had}"
                )
            })
        }
        "broadcast" => {
            let (from, to) = (*from.first()?, *to.first()?);
            let is_kept = |(from, to): (&i64, &i64)| *from == 1 || from == to;
            let fits = from.len() == to.len() && from.iter().zip(to).all(is_kept);
            (!fits).then(|| format!("shape {from:?} is not repeated to shape {to:?}"))
        }
        "make_range" => {
            let (begin, end) = (integer("start")?, integer("end")?);
            // A type alone is printed where operands have theirs.
            let to = *to.first().or(from.first())?;
            misshapen(operation, vec![end.checked_sub(begin)?], to)
        }
        "reduce" | "expand_dims" | "scan" | "gather" | "fp4_to_fp" => {
            let (from_all, axis) = (&from, integer("axis")?);
            let from = *from_all.first()?;
            let n_dims = from.len() + usize::from(name == "expand_dims");
            let at = usize::try_from(axis).ok().filter(|&axis| axis < n_dims);
            let Some(at) = at else {
                return Some(format!("shape {from:?} has no dim {axis}"));
            };
            let mut gives = from.to_vec();
            match name {
                "reduce" => drop(gives.remove(at)),
                "expand_dims" => gives.insert(at, 1),
                "fp4_to_fp" => gives[at] = gives[at].checked_mul(2)?,
                "gather" => return misindexed(from, from_all.get(1)?, at),
                _ => return None,
            }
            // Of a single dim a number is left.
            misshapen(operation, gives, to.first()?)
        }
        "trans" | "memdesc_trans" => {
            let (from, to) = (*from.first()?, *to.first()?);
            let order = operation.attribute("order")?.as_integers()?;
            let Some(dims) = dims_in(&order, from.len()) else {
                return Some(format!("{order:?} is not an order of the dims of shape {from:?}"));
            };
            misshapen(operation, dims.into_iter().map(|dim| from[dim]).collect(), to)
        }
        "split" => {
            let (from, to) = (*from.first()?, *to.first()?);
            match from {
                [outer @ .., 2] => misshapen(operation, outer.to_vec(), to),
                _ => Some(format!("the last dim of shape {from:?} is not one of 2")),
            }
        }
        "join" => {
            let (from, to) = (*from.first()?, *to.first()?);
            misshapen(operation, [from, &[2]].concat(), to)
        }
        "dot" | "warp_group_dot" | "tc_gen5_mma" => {
            // The sum that goes in has the shape of the result.
            let all = [from, to].concat();
            let [left, right, sum, ..] = all[..] else { return None };
            is_product(left, right, sum)
                .is_some_and(|is| !is)
                .then(|| format!("shapes {left:?} and {right:?} have no product of shape {sum:?}"))
        }
        _ => None,
    }
}

/// That a result does not have the shape that its operation gives.
fn misshapen(operation: &Operation, gives: Vec<i64>, to: &[i64]) -> Option<String> {
    (to != gives)
        .then(|| format!("the result has shape {to:?}, and {} gives {gives:?}", operation.name()))
}

/// That an index is not of one line of the source in each dim but the axis.
fn misindexed(from: &[i64], index: &[i64], axis: usize) -> Option<String> {
    if index.len() != from.len() {
        return Some(format!("an index of shape {index:?} is not one of shape {from:?}"));
    }
    let dim = (0..from.len()).find(|&dim| dim != axis && index[dim] != from[dim])?;
    Some(format!(
        "the index has size {} along dim {dim}, and what is gathered has {}",
        index[dim], from[dim]
    ))
}

fn shape(kind: &Type) -> Option<&[i64]> {
    match kind {
        Type::Tensor(tensor) => Some(tensor.shape()),
        Type::MemDesc(memory) => Some(memory.shape()),
        Type::Other { .. } => None,
    }
}

fn count(shape: &[i64]) -> Option<i64> {
    shape.iter().copied().try_fold(1, i64::checked_mul)
}

/// True if matrices, or as many of them, have a product of this shape; nothing if they are none.
fn is_product(left: &[i64], right: &[i64], sum: &[i64]) -> Option<bool> {
    let rank = left.len().checked_sub(2)?;
    if right.len() != left.len() || sum.len() != left.len() {
        return Some(false);
    }
    let [m, k, inner, n] = [left[rank], left[rank + 1], right[rank], right[rank + 1]];
    let is_batch = left[..rank] == right[..rank] && left[..rank] == sum[..rank];
    Some(is_batch && k == inner && sum[rank..] == [m, n])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triton::read_programs;

    /// What is said of the operations of a function, in their order.
    fn said(body: &str) -> Vec<Option<String>> {
        let arguments = "%a: tensor<64x32xf16, #b>, %b: tensor<32x16xf16, #b>, %c: tensor<64x16xf32, #b>, \
             %d: tensor<64x2xf16, #b>, %e: tensor<64xf16, #c>, %i: tensor<64x32xi32, #b>";
        let text = format!(
            "#b = #ttg.blocked<{{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}}>
#c = #ttg.slice<{{dim = 1, parent = #b}}>
#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
#smem = #ttg.shared_memory
tt.func public @f({arguments}) {{
{body}
  tt.return
}}"
        );
        let programs = read_programs(&text);
        let [program] = &programs[..] else { panic!("{text}") };
        program.body.steps.iter().map(|step| misfit(&step.operation)).collect()
    }

    #[test]
    fn shapes_are_those_that_operations_give() {
        let found = said(
            "  %0 = tt.reshape %a : tensor<64x32xf16, #b> -> tensor<32x64xf16, #b>
  %1 = tt.reshape %a : tensor<64x32xf16, #b> -> tensor<64x64xf16, #b>
  %2 = tt.broadcast %a : tensor<64x32xf16, #b> -> tensor<64x64xf16, #b>
  %3 = tt.broadcast %a : tensor<1x32xf16, #b> -> tensor<64x32xf16, #b>
  %4 = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<128xi32, #b>
  %5 = tt.expand_dims %a {axis = 3 : i32} : tensor<64x32xf16, #b> -> tensor<64x32x1xf16, #b>
  %6 = tt.expand_dims %a {axis = 2 : i32} : tensor<64x32xf16, #b> -> tensor<64x32x1xf16, #b>
  %7 = tt.dot %a, %b, %c : tensor<64x32xf16, #b> * tensor<32x16xf16, #b> -> tensor<64x16xf32, #b>
  %8 = tt.dot %a, %a, %c : tensor<64x32xf16, #b> * tensor<64x32xf16, #b> -> tensor<64x16xf32, #b>
  %9 = tt.dot %a, %b, %c : tensor<64x32xf16, #b> * tensor<32x16xf16, #b> -> tensor<64x32xf32, #b>
  %10 = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x32xf16, #b> -> tensor<32x64xf16, #b>
  %11 = tt.trans %a {order = array<i32: 0, 0>} : tensor<64x32xf16, #b> -> tensor<64x64xf16, #b>
  %12 = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x32xf16, #b> -> tensor<64x32xf16, #b>
  %13 = tt.trans %a {order = array<i32: 0, 2>} : tensor<64x32xf16, #b> -> tensor<64x32xf16, #b>
  %14:2 = tt.split %d : tensor<64x2xf16, #b> -> tensor<64xf16, #c>
  %15:2 = tt.split %a : tensor<64x32xf16, #b> -> tensor<64xf16, #c>
  %16:2 = tt.split %d : tensor<64x2xf16, #b> -> tensor<32xf16, #c>
  %17 = tt.join %e, %e : tensor<64xf16, #c> -> tensor<64x2xf16, #b>
  %18 = tt.join %e, %e : tensor<64xf16, #c> -> tensor<2x64xf16, #b>
  %19 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<64x32xf16, #b>, tensor<64x32xi32, #b>) -> tensor<64x32xf16, #b>
  %20 = tt.gather %a[%i] {axis = 2 : i32} : (tensor<64x32xf16, #b>, tensor<64x32xi32, #b>) -> tensor<64x32xf16, #b>
  %21 = tt.gather %a[%i] {axis = 0 : i32} : (tensor<128x32xf16, #b>, tensor<64x32xi32, #b>) -> tensor<64x32xf16, #b>
  %22 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<128x32xf16, #b>, tensor<64x32xi32, #b>) -> tensor<64x32xf16, #b>
  %23 = tt.gather %a[%i] {axis = 1 : i32} : (tensor<64x32xf16, #b>, tensor<64xi32, #c>) -> tensor<64xf16, #c>
  %24 = ttg.fp4_to_fp %a {axis = 1 : i32} : tensor<64x64xi8, #b> -> tensor<64x128xf16, #b>
  %25 = ttg.fp4_to_fp %a {axis = 2 : i32} : tensor<64x64xi8, #b> -> tensor<64x128xf16, #b>
  %26 = ttg.fp4_to_fp %a {axis = 0 : i32} : tensor<64x64xi8, #b> -> tensor<64x128xf16, #b>
  %27 = ttg.memdesc_trans %m {order = array<i32: 0, 0>} : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
  %28 = ttg.memdesc_trans %m {order = array<i32: 1, 0, 2>} : !ttg.memdesc<64x64xf16, #s, #smem, mutable> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>
  %29 = ttg.memdesc_trans %m {order = array<i32: 1, 0>} : !ttg.memdesc<64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<32x64xf16, #s, #smem, mutable>",
        );
        let found: Vec<&str> = found.iter().map(|said| said.as_deref().unwrap_or("")).collect();
        assert_eq!(
            found,
            [
                "",
                "the result of shape [64, 64] has 4096 elements, and one of shape [64, 32] 2048",
                "shape [64, 32] is not repeated to shape [64, 64]",
                "",
                "the result has shape [128], and tt.make_range gives [64]",
                "shape [64, 32] has no dim 3",
                "",
                "",
                "shapes [64, 32] and [64, 32] have no product of shape [64, 16]",
                "shapes [64, 32] and [32, 16] have no product of shape [64, 32]",
                "",
                "[0, 0] is not an order of the dims of shape [64, 32]",
                "the result has shape [64, 32], and tt.trans gives [32, 64]",
                "[0, 2] is not an order of the dims of shape [64, 32]",
                "",
                "the last dim of shape [64, 32] is not one of 2",
                "the result has shape [32], and tt.split gives [64]",
                "",
                "the result has shape [2, 64], and tt.join gives [64, 2]",
                "",
                "shape [64, 32] has no dim 2",
                "",
                "the index has size 64 along dim 0, and what is gathered has 128",
                "an index of shape [64] is not one of shape [64, 32]",
                "",
                "shape [64, 64] has no dim 2",
                "the result has shape [64, 128], and ttg.fp4_to_fp gives [128, 64]",
                "[0, 0] is not an order of the dims of shape [64, 64]",
                "[1, 0, 2] is not an order of the dims of shape [64, 64]",
                "",
                "",
            ]
        );
    }
}
