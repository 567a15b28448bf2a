//! The layouts of a file's tensors and memories, each computed once.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::analyze::Gap;
use crate::triton::{Attribute, Encoding, EncodingError, MemDesc, Tensor};
use layout_math::linear::LinearLayout;

/// A layout, and the gaps of a memory that is padded.
#[derive(Debug, PartialEq)]
pub(super) struct Laid {
    pub layout: LinearLayout,
    pub gaps: Vec<Gap>,
    pub encoding: Encoding,
}

/// An encoding as it is written, a shape, and the size of an element in bits.
type Key = (String, Vec<i64>, u32);

/// What has been computed.
#[derive(Default)]
pub(super) struct Layouts {
    known: FxHashMap<Key, Result<Arc<Laid>, EncodingError>>,
}

impl Layouts {
    /// The layout of a tensor, whose elements may be pointers; nothing without an encoding.
    pub fn of_tensor(&mut self, tensor: &Tensor) -> Option<Result<Arc<Laid>, EncodingError>> {
        let bits = tensor.element().bits().unwrap_or(32);
        Some(self.of(tensor.encoding_text()?, tensor.encoding()?, tensor.shape(), bits))
    }

    /// The layout of a memory, of which the descriptor may be a part.
    pub fn of_memory(&mut self, memory: &MemDesc) -> Option<Result<Arc<Laid>, EncodingError>> {
        let attribute = memory.tensor().encoding()?;
        let bits = memory.element().bits().unwrap_or(32);
        let mut shape = memory.laid_out_shape();
        // Several buffers are one descriptor with a dim more; each is laid out alike.
        if let Ok(encoding) = Encoding::read(attribute) {
            shape = &shape[shape.len().saturating_sub(encoding.rank())..];
        }
        Some(self.of(memory.tensor().encoding_text()?, attribute, shape, bits))
    }

    fn of(
        &mut self,
        text: &str,
        attribute: &Attribute,
        shape: &[i64],
        bits: u32,
    ) -> Result<Arc<Laid>, EncodingError> {
        let key = (text.to_owned(), shape.to_vec(), bits);
        self.known.entry(key).or_insert_with(|| laid(attribute, shape, bits)).clone()
    }
}

fn laid(attribute: &Attribute, shape: &[i64], bits: u32) -> Result<Arc<Laid>, EncodingError> {
    let encoding = Encoding::read(attribute)?;
    let (layout, padding) = encoding.without_gaps(shape, bits)?;
    let gap = |gap: &crate::triton::Padding| Gap { interval: gap.interval, padding: gap.padding };
    let gaps = padding.iter().map(gap).collect();
    Ok(Arc::new(Laid { layout, gaps, encoding }))
}
