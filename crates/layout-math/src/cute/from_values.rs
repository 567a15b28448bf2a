use super::flat::Modes;
use super::layout::{Layout, Mode};
use super::stride::Stride;

/// The coalesced layout of `size` coordinates whose offset at `c` is `value(c)`.
///
/// If no layout of that size is this function, the error is the least coordinate `c` such that no
/// layout of that size agrees with it on `0..=c`. (A coordinate with no value agrees with none.)
///
/// The coalesced layout of a function is unique and is read off from below: the stride of a mode
/// is the value where the mode begins, and the mode ends at the first multiple where the value is
/// not that multiple of the stride; there the extents so far must divide the size. Every
/// coordinate is evaluated, so the answer is exact and the cost is linear in `size`.
///
/// ```
/// use layout_math::cute::from_values;
///
/// let rows = from_values::<i64>(6, |c| Some([0, 3, 6, 1, 4, 7][c as usize]));
/// assert_eq!(rows.unwrap().to_string(), "(3,2):(3,1)");
///
/// // 0, 6 is a mode of stride 6 and 7 begins a new one, so that 3 would have to give 13.
/// let carried = from_values::<i64>(6, |c| Some([0, 6, 7, 8, 9, 15][c as usize]));
/// assert_eq!(carried.unwrap_err(), 3);
/// ```
pub fn from_values<D: Stride>(
    size: i64,
    value: impl Fn(i64) -> Option<D::Offset>,
) -> Result<Layout<D>, i64> {
    // All values were looked at, so that there is a layout.
    from_first_values(size, size, value)?.ok_or(0)
}

/// The same with a look at the first coordinates only: `None` if a layout of that size may be the
/// function, or no layout agrees with it up to the error.
pub(super) fn from_first_values<D: Stride>(
    size: i64,
    looked: i64,
    value: impl Fn(i64) -> Option<D::Offset>,
) -> Result<Option<Layout<D>>, i64> {
    if value(0) != Some(D::Offset::default()) {
        return Err(0);
    }
    let mut modes: Vec<Mode<D>> = Vec::new();
    // The coordinate at which the last of `modes` begins: the product of the extents before it.
    let mut begin = 1_i64;
    for coordinate in 1..size.min(looked) {
        let found = value(coordinate).ok_or(coordinate)?;
        if let Some(mode) = modes.last_mut() {
            let mut expected = value(coordinate % begin).ok_or(coordinate)?;
            let fits = mode.stride.add_to(coordinate / begin, &mut expected).is_some();
            let is_multiple = coordinate % begin == 0;
            if fits && expected == found {
                mode.extent = coordinate / begin + 1;
                continue;
            }
            if !is_multiple || size % coordinate != 0 {
                return Err(coordinate);
            }
            begin = coordinate;
        }
        let stride = D::from_offset(&found).ok_or(coordinate)?;
        modes.push(Mode { extent: 2, stride });
    }
    if looked < size {
        return Ok(None);
    }
    // The last mode goes on to the end; one that the size cuts short inside would have failed.
    let mut coalesced = Modes::new();
    modes.into_iter().for_each(|mode| coalesced.join(mode.extent, mode.stride));
    coalesced.or_unit();
    Layout::from_modes(&coalesced).map(Some).map_err(|_| 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::coalesce;

    #[test]
    fn every_small_layout_is_found_again_in_its_coalesced_form() {
        let mut found = 0;
        for extents in [[1, 2, 3], [2, 2, 2], [4, 1, 2], [3, 4, 1], [2, 3, 4]] {
            for strides in 0..1000 {
                let stride = |place: i64| strides / place % 10 - 2;
                let modes =
                    [0, 1, 2].map(|i| Mode { extent: extents[i], stride: stride([1, 10, 100][i]) });
                let layout = Layout::from_modes(&modes).unwrap();
                let again = from_values(layout.size(), |c| layout.offset(c)).unwrap();
                assert_eq!(again, coalesce(&layout), "{layout}");
                found += 1;
            }
        }
        assert_eq!(found, 5000);
    }

    #[test]
    fn the_witness_is_the_least_coordinate_that_no_layout_agrees_up_to() {
        let witness = |values: &[i64]| {
            from_values::<i64>(values.len() as i64, |c| Some(values[c as usize])).unwrap_err()
        };
        assert_eq!(witness(&[1]), 0);
        // A mode of 3 does not divide 4.
        assert_eq!(witness(&[0, 1, 2, 0]), 3);
        // (2,2):(1,5) would give 6.
        assert_eq!(witness(&[0, 1, 5, 5]), 3);
        // The last mode is cut short: 5 begins at 4, which does not divide 6.
        assert_eq!(witness(&[0, 1, 2, 3, 5, 6]), 4);
    }
}
