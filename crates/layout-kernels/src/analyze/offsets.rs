//! Offsets that do not fit in 32 bits.

use super::error::AnalyzeError;

/// The least and the greatest offset of a strided tensor, with coordinates that have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffsetRange {
    least: (i64, Vec<i64>),
    greatest: (i64, Vec<i64>),
}

impl OffsetRange {
    /// The least offset and its coordinate.
    pub fn least(&self) -> (i64, &[i64]) {
        (self.least.0, &self.least.1)
    }

    /// The greatest offset and its coordinate.
    pub fn greatest(&self) -> (i64, &[i64]) {
        (self.greatest.0, &self.greatest.1)
    }

    /// An offset that does not fit in a signed 32-bit number, with its coordinate.
    pub fn past_32_bits(&self) -> Option<(i64, &[i64])> {
        if i64::from(i32::MAX) < self.greatest.0 {
            return Some(self.greatest());
        }
        (self.least.0 < i64::from(i32::MIN)).then(|| self.least())
    }
}

/// The offsets of a tensor with these extents and strides.
///
/// # Errors
///
/// Extents and strides that are not as many, an extent below 1, an offset past 64 bits.
///
/// ```
/// use layout_kernels::analyze::offset_range;
///
/// let range = offset_range(&[65536, 65536], &[65536, 1])?;
/// assert_eq!(range.past_32_bits(), Some((4_294_967_295, &[65535, 65535][..])));
/// assert_eq!(offset_range(&[32768, 65536], &[65536, 1])?.past_32_bits(), None);
/// # Ok::<(), layout_kernels::analyze::AnalyzeError>(())
/// ```
pub fn offset_range(extents: &[i64], strides: &[i64]) -> Result<OffsetRange, AnalyzeError> {
    if extents.len() != strides.len() {
        let (extents, strides) = (extents.len(), strides.len());
        return Err(AnalyzeError::StrideCount { extents, strides });
    }
    let mut range = OffsetRange { least: (0, Vec::new()), greatest: (0, Vec::new()) };
    for (dim, (&extent, &stride)) in extents.iter().zip(strides).enumerate() {
        if extent < 1 {
            return Err(AnalyzeError::Extent { dim, extent });
        }
        let overflow = AnalyzeError::Overflow { dim };
        let last = (extent - 1).checked_mul(stride).ok_or_else(|| overflow.clone())?;
        for (end, is_last) in [(&mut range.least, last < 0), (&mut range.greatest, 0 < last)] {
            let step = if is_last { last } else { 0 };
            end.0 = end.0.checked_add(step).ok_or_else(|| overflow.clone())?;
            end.1.push(if is_last { extent - 1 } else { 0 });
        }
    }
    Ok(range)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_strides_go_below_0() {
        let range = offset_range(&[3, 4], &[-5, 2]).unwrap();
        assert_eq!((range.least(), range.greatest()), ((-10, &[2, 0][..]), (6, &[0, 3][..])));
        let range = offset_range(&[1 << 31, 2], &[-1, -1]).unwrap();
        assert_eq!(range.past_32_bits(), None);
        let range = offset_range(&[1 << 31, 3], &[-1, -1]).unwrap();
        assert_eq!(range.past_32_bits(), Some((-2_147_483_649, &[2_147_483_647, 2][..])));
    }

    #[test]
    fn errors_have_their_values() {
        let message = |extents: &[i64], strides: &[i64]| {
            offset_range(extents, strides).unwrap_err().to_string()
        };
        assert_eq!(message(&[2], &[]), "0 strides given for 1 extents");
        assert_eq!(message(&[2, 0], &[1, 1]), "extent 0 of dim 1 is below 1");
        assert_eq!(message(&[4, i64::MAX], &[1, 2]), "the offsets of dim 1 do not fit in 64 bits");
    }
}
