//! The encodings of a file, each on each shape once.

use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::encoding::Encoding;
use super::module::{EncodedType, Module};
use super::types::{ElementType, EncodingUse, Tensor, Type};

/// The encodings that a module has been given, with the shapes and the elements.
pub(super) type Seen = FxHashSet<(Arc<str>, Vec<i64>, ElementType)>;

/// Keeps the encodings of a type that were not seen before.
pub(super) fn note(module: &mut Module, seen: &mut Seen, kind: &Type) {
    let (used, shape, element): (&EncodingUse, &[i64], &ElementType) = match kind {
        Type::Tensor(tensor) => match tensor.encoding_use() {
            Some(used) => (used, tensor.shape(), tensor.element()),
            None => return,
        },
        Type::MemDesc(memory) => match memory.tensor().encoding_use() {
            Some(used) => (used, memory.laid_out_shape(), memory.element()),
            None => return,
        },
        Type::Other { name, nested } => {
            // Of a descriptor that gathers rows each block is a row, and a memory has many of them.
            let is_row = |kind: &&Type| {
                let shape = kind.as_tensor().map(Tensor::shape);
                name.ends_with("tensordesc") && matches!(shape, Some([1, _]))
            };
            let nested = nested.iter().filter(|kind| !is_row(kind));
            nested.for_each(|kind| note(module, seen, kind));
            return;
        }
    };
    let key = (used.text.clone(), shape.to_vec(), element.clone());
    if seen.insert(key) {
        // Several buffers of one encoding are one type with a dim more; each is laid out alike.
        let rank = match kind {
            Type::MemDesc(_) => {
                Encoding::read(&used.attribute).ok().map(|encoding| encoding.rank())
            }
            _ => None,
        };
        let n_buffer_dims = shape.len().saturating_sub(rank.unwrap_or(shape.len()));
        let shape = &shape[n_buffer_dims..];
        if 0 < n_buffer_dims && !seen.insert((used.text.clone(), shape.to_vec(), element.clone())) {
            return;
        }
        module.encodings.push(EncodedType {
            text: used.text.to_string(),
            position: used.position,
            attribute: used.attribute.clone(),
            shape: shape.to_vec(),
            element: element.clone(),
        });
    }
}
