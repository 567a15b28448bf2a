//! What encodings are of: registers, shared memory or tensor memory.

use std::fmt;

use crate::triton::{Attribute, Operation, Type};

/// Where what an encoding lays out is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Registers,
    Shared,
    TensorMemory,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Registers => "registers",
            Kind::Shared => "shared memory",
            Kind::TensorMemory => "tensor memory",
        })
    }
}

/// What an encoding is of; nothing for one that is not known.
pub(super) fn kind(encoding: &Attribute) -> Option<Kind> {
    Some(match encoding.name() {
        "amd_mfma" | "amd_wmma" | "blocked" | "dot_op" | "linear" | "nvidia_mma" | "slice" => {
            Kind::Registers
        }
        "amd_rotating_shared"
        | "nvmma_shared"
        | "padded_shared"
        | "partitioned_shared"
        | "shared"
        | "shared_linear"
        | "swizzled_shared" => Kind::Shared,
        "tensor_memory_encoding" | "tensor_memory_scales_encoding" => Kind::TensorMemory,
        _ => return None,
    })
}

/// A tensor or a memory of an operation that has an encoding for something else.
pub(super) fn misplaced(operation: &Operation) -> Option<String> {
    let (dialect, _) = operation.name().split_once('.')?;
    // What is computed element by element may be anything.
    if matches!(dialect, "arith" | "math" | "scf" | "cf") {
        return None;
    }
    operation.types().into_iter().flatten().find_map(|own| {
        let (tensor, place) = match own {
            Type::Tensor(tensor) => (tensor, Kind::Registers),
            Type::MemDesc(memory) => {
                let place = match memory.memory()? {
                    "shared_memory" => Kind::Shared,
                    "tensor_memory" => Kind::TensorMemory,
                    _ => return None,
                };
                (memory.tensor(), place)
            }
            Type::Other { .. } => return None,
        };
        let of = kind(tensor.encoding()?)?;
        let what = if place == Kind::Registers { "a tensor" } else { "a memory" };
        (of != place).then(|| {
            let text = tensor.encoding_text().unwrap_or("");
            format!("{text} is a layout of {of}, and {what} of the operation is in {place}")
        })
    })
}

#[cfg(test)]
mod tests {
    use crate::lint::claims::tests::said;

    #[test]
    fn layouts_are_of_what_has_them() {
        for (line, wrong) in [
            ("%0 = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #s, #smem, mutable>", ""),
            (
                "%0 = ttg.local_alloc : () -> !ttg.memdesc<64x32xf16, #s, #ttng.tensor_memory, mutable>",
                "#s is a layout of shared memory, and a memory of the operation is in tensor memory",
            ),
            (
                "%0 = ttg.local_alloc : () -> !ttg.memdesc<64x64xf16, #mma, #smem, mutable>",
                "#mma is a layout of registers, and a memory of the operation is in shared memory",
            ),
            (
                "%0 = ttg.local_alloc : () -> !ttg.memdesc<128x64xf32, #tm, #smem, mutable>",
                "#tm is a layout of tensor memory, and a memory of the operation is in shared memory",
            ),
            (
                "%0 = ttg.convert_layout %x : tensor<64x32xf16, #s> -> tensor<64x32xf16, #b>",
                "#s is a layout of shared memory, and a tensor of the operation is in registers",
            ),
            // A descriptor is of blocks in memory.
            (
                "%0 = tt.call @f(%x) : (!tt.tensordesc<tensor<64x64xf16, #wide>>) -> tensor<64x32xf16, #b>",
                "",
            ),
        ] {
            assert_eq!(said(line).concat(), wrong, "{line}");
        }
    }
}
