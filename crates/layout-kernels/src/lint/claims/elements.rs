//! The elements of results that an operation moves and does not change.

use crate::triton::{ElementType, Operation, Type};

/// Operations whose result has the elements of the first operand, by their names without the dialect.
const KEEPING: &[&str] = &[
    "broadcast",
    "cat",
    "expand_dims",
    "gather",
    "in_thread_transpose",
    "join",
    "local_alloc",
    "local_load",
    "local_store",
    "memdesc_index",
    "memdesc_reshape",
    "memdesc_subslice",
    "memdesc_subview",
    "memdesc_trans",
    "reshape",
    "split",
    "trans",
];

/// Why a result does not have the elements that its operation gives.
pub(super) fn changed(operation: &Operation) -> Option<String> {
    let (dialect, name) = operation.name().split_once('.')?;
    if dialect == "arith" || KEEPING.binary_search(&name).is_err() {
        return None;
    }
    let [operands, results] = operation.types();
    let [from, to] = [operands.first()?, results.first()?].map(element);
    let (from, to) = (from?, to?);
    let what = if name == "local_store" { "the memory" } else { "the result" };
    (from != to).then(|| {
        format!("{what} has elements of type {to}, and {} keeps type {from}", operation.name())
    })
}

fn element(kind: &Type) -> Option<&ElementType> {
    match kind {
        Type::Tensor(tensor) => Some(tensor.element()),
        Type::MemDesc(memory) => Some(memory.element()),
        Type::Other { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::claims::tests::said;

    #[test]
    fn the_names_are_in_order() {
        assert!(KEEPING.windows(2).all(|pair| pair[0] < pair[1]));
    }

    #[test]
    fn elements_stay_what_they_are() {
        let memory = "!ttg.memdesc<64x32xf16, #s, #smem, mutable>";
        for (name, line, said_of_it) in [
            (
                "tt.trans",
                "tt.trans %a {order = array<i32: 0, 1>} : tensor<64x32xf16, #b> -> tensor<64x32xf32, #b>",
                "f32, and tt.trans keeps type f16",
            ),
            (
                "tt.reshape",
                "tt.reshape %a : tensor<64x32xf16, #b> -> tensor<64x32xbf16, #b>",
                "bf16, and tt.reshape keeps type f16",
            ),
            (
                "tt.broadcast",
                "tt.broadcast %x : tensor<64x1xf16, #b> -> tensor<64x32xf8E5M2, #b>",
                "f8E5M2, and tt.broadcast keeps type f16",
            ),
            (
                "tt.expand_dims",
                "tt.expand_dims %e {axis = 1 : i32} : tensor<64xf16, #c> -> tensor<64x1xi16, #b>",
                "i16, and tt.expand_dims keeps type f16",
            ),
            (
                "tt.cat",
                "tt.cat %a, %a : tensor<64x32xf16, #b> -> tensor<128x32xf32, #b>",
                "f32, and tt.cat keeps type f16",
            ),
            (
                "tt.split",
                "tt.split %d : tensor<64x2xf16, #b> -> tensor<64xf32, #c>",
                "f32, and tt.split keeps type f16",
            ),
            (
                "tt.join",
                "tt.join %e, %e : tensor<64xf16, #c> -> tensor<64x2xf32, #b>",
                "f32, and tt.join keeps type f16",
            ),
            (
                "tt.gather",
                "tt.gather %a[%i] {axis = 1 : i32} : (tensor<64x32xf16, #b>, tensor<64x32xi32, #b>) -> tensor<64x32xf32, #b>",
                "f32, and tt.gather keeps type f16",
            ),
            (
                "ttg.memdesc_trans",
                "ttg.memdesc_trans %m {order = array<i32: 0, 1>} : MEMORY -> !ttg.memdesc<64x32xf32, #s, #smem, mutable>",
                "f32, and ttg.memdesc_trans keeps type f16",
            ),
            (
                "ttg.memdesc_subslice",
                "ttg.memdesc_subslice %m[0, 16] : MEMORY -> !ttg.memdesc<64x16xf32, #s, #smem, mutable, 64x32>",
                "f32, and ttg.memdesc_subslice keeps type f16",
            ),
            (
                "ttg.memdesc_reshape",
                "ttg.memdesc_reshape %m : MEMORY -> !ttg.memdesc<64x32xi8, #s, #smem, mutable>",
                "i8, and ttg.memdesc_reshape keeps type f16",
            ),
            (
                "ttg.memdesc_index",
                "ttg.memdesc_index %n[%j] : !ttg.memdesc<2x64x32xf16, #s, #smem, mutable> -> !ttg.memdesc<64x32xf32, #s, #smem, mutable>",
                "f32, and ttg.memdesc_index keeps type f16",
            ),
            (
                "ttg.local_load",
                "ttg.local_load %m : MEMORY -> tensor<64x32xf32, #b>",
                "f32, and ttg.local_load keeps type f16",
            ),
            (
                "ttg.local_alloc",
                "ttg.local_alloc %a : (tensor<64x32xf16, #b>) -> !ttg.memdesc<64x32xf32, #s, #smem>",
                "f32, and ttg.local_alloc keeps type f16",
            ),
        ] {
            let line = line.replace("MEMORY", memory);
            let wanted = format!("the result has elements of type {said_of_it}");
            let results = if name == "tt.split" { "%0, %1" } else { "%0" };
            assert!(said(&format!("{results} = {line}")).contains(&wanted), "{line}");
        }
        let stored = said(&format!("ttg.local_store %i, %m : tensor<64x32xi32, #b> -> {memory}"));
        let wanted = "the memory has elements of type f16, and ttg.local_store keeps type i32";
        assert!(stored.contains(&wanted.to_owned()), "{stored:?}");
        for line in [
            "%0 = tt.trans %a {order = array<i32: 1, 0>} : tensor<64x32xf16, #b> -> tensor<32x64xf16, #t>",
            "%0 = tt.bitcast %a : tensor<64x32xf16, #b> -> tensor<64x32xi16, #b>",
            "%0 = ttg.local_alloc : () -> !ttg.memdesc<64x32xf32, #s, #smem, mutable>",
        ] {
            assert_eq!(said(line), [""; 0], "{line}");
        }
    }
}
