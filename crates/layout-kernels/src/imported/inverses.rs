//! The right inverse of a layout with symbols, as peers have it.

use layout_math::cute::{CuteLayout, Stride, SymbolicStride, Term, Tuple};

/// A mode of a layout with symbols whose stride is a number, and how far an index moves with its coordinate.
struct WeightedMode {
    extent: Term,
    stride: i64,
    weight: Term,
}

impl WeightedMode {
    /// Where the next mode begins that goes on with this one.
    fn end(&self) -> Option<i64> {
        self.extent.as_constant().and_then(|extent| extent.checked_mul(self.stride))
    }
}

/// The right inverse that a peer takes of a layout with symbols: of the modes whose stride is a number, each
/// that begins where those before it end. CuTe takes a mode whose extent is a symbol, and none behind it; fly
/// passes over it, and takes no symbols.
pub fn right_inverse_of_symbols(layout: &CuteLayout, takes_symbols: bool) -> Option<CuteLayout> {
    let mut modes = merged_modes(layout, takes_symbols)?;
    modes.sort_by_key(|mode| mode.stride);
    let (mut end, mut taken) = (Some(1), Vec::new());
    for mode in modes {
        let is_read = mode.extent.as_constant().is_some() || takes_symbols;
        if is_read && end == Some(mode.stride) {
            end = mode.end();
            taken.push((mode.extent, SymbolicStride::new(mode.weight, Vec::new())));
        }
    }
    if taken.is_empty() {
        taken.push((Term::constant(1), SymbolicStride::ZERO));
    }
    let (shape, strides) = taken.into_iter().unzip();
    CuteLayout::new(Tuple::of_leaves(shape), Tuple::of_leaves(strides), layout.facts()).ok()
}

/// The modes of numbers, neighbors that go on with each other as one; `None` where peers do not agree.
fn merged_modes(layout: &CuteLayout, takes_symbols: bool) -> Option<Vec<WeightedMode>> {
    let (shape, strides) = (layout.shape(), layout.stride());
    let mut weight = Term::constant(1);
    let mut modes: Vec<WeightedMode> = Vec::new();
    let mut is_neighbor = false;
    for (extent, stride) in shape.leaves().zip(strides.leaves()) {
        let number = stride.scale().as_constant();
        if extent.as_constant() == Some(1) {
            continue;
        }
        if number.is_some_and(|number| number < 0) || !stride.path().is_empty() {
            return None;
        }
        match modes
            .last_mut()
            .filter(|last| is_neighbor && number.is_some() && last.end() == number)
        {
            Some(last) => {
                last.extent = last.extent.times(extent)?;
                if last.extent.as_constant().is_none() && !takes_symbols {
                    return None;
                }
            }
            None => modes.extend(number.map(|stride| WeightedMode {
                extent: extent.clone(),
                stride,
                weight: weight.clone(),
            })),
        }
        is_neighbor = number.is_some();
        weight = weight.times(extent)?;
    }
    Some(modes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A mode of stride 0 leads nowhere, and the others are as they are without it.
    #[test]
    fn a_right_inverse_passes_over_strides_of_zero() {
        let of = |layout: &str, takes_symbols| {
            let found = right_inverse_of_symbols(&layout.parse().unwrap(), takes_symbols);
            found.map_or("none".to_owned(), |found| found.to_string())
        };
        for takes_symbols in [true, false] {
            assert_eq!(of("(4,2,M):(1,0,S)", takes_symbols), "4:1");
            assert_eq!(of("(2,4,M):(0,1,S)", takes_symbols), "4:2");
            assert_eq!(of("(4,2,M):(1,-4,S)", takes_symbols), "none");
        }
    }
}
