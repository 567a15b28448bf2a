use super::any_layout::AnyLayout;
use super::binary::as_binary;
use super::verdict::Method;
use crate::cute::{Layout, coalesce};

/// What a proof rests on, short enough for another program to replay it.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Grounds, Kind, Method};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,2):(1,4)")?;
/// assert_eq!(
///     Grounds::of(Method::CanonicalForm, &[&layout]),
///     Grounds::Coalesced(vec!["8:1".to_owned()])
/// );
/// assert_eq!(
///     Grounds::of(Method::OffsetRange, &[&layout]),
///     Grounds::Extremes(vec![[(0, 0), (7, 7)]])
/// );
/// assert_eq!(
///     Grounds::of(Method::F2Matrices, &[&layout]),
///     Grounds::Bits(vec![(0, vec![1, 2, 4])])
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Grounds {
    /// The coalesced form of each layout of integers. It is unique, so that equal functions have one.
    Coalesced(Vec<String>),
    /// For each layout of integers the coordinates, with their offsets, of the least and of the greatest
    /// offset.
    Extremes(Vec<[(i64, i64); 2]>),
    /// The offset at coordinate 0, and what each bit of the coordinate changes in it by exclusive or.
    Bits(Vec<(u64, Vec<u64>)>),
    /// So many coordinates were looked at, or values of symbols, or parts of a case distinction.
    Counted(i64),
    /// The layouts alone: the question is one of Presburger arithmetic, or of numbers that are written.
    Statement,
}

impl Grounds {
    /// What a method's proof about these layouts rests on.
    pub fn of(method: Method, layouts: &[&AnyLayout]) -> Self {
        let of_integers = || layouts.iter().map(|layout| layout.as_static());
        let found = match method {
            Method::CanonicalForm => {
                let forms = of_integers().map(|layout| Some(coalesce(layout?).to_string()));
                forms.collect::<Option<_>>().map(Grounds::Coalesced)
            }
            Method::OffsetRange => of_integers()
                .map(|layout| extremes(layout?))
                .collect::<Option<_>>()
                .map(Grounds::Extremes),
            Method::F2Matrices => {
                let maps = layouts.iter().map(|layout| {
                    let map = as_binary(layout)?;
                    Some((map.constant(), map.matrix().columns().to_vec()))
                });
                maps.collect::<Option<_>>().map(Grounds::Bits)
            }
            Method::Enumeration { coordinates: count }
            | Method::Instances { count }
            | Method::Cases { count } => Some(Grounds::Counted(count)),
            Method::Ranges | Method::Evaluation | Method::Shapes | Method::Isl => None,
        };
        found.unwrap_or(Grounds::Statement)
    }
}

/// The coordinates of the least and of the greatest offset, with these: each digit is free, so it is 0 or
/// the last one. `None` for a layout of no coordinates, or past 64 bits.
fn extremes(layout: &Layout) -> Option<[(i64, i64); 2]> {
    let mut ends = [(0_i64, 0_i64); 2];
    let mut place = 1_i64;
    for mode in layout.flat_modes() {
        let last = mode.extent.checked_sub(1).filter(|last| 0 <= *last)?;
        let end = &mut ends[usize::from(mode.stride > 0)];
        if mode.stride != 0 {
            end.0 = end.0.checked_add(place.checked_mul(last)?)?;
            end.1 = end.1.checked_add(mode.stride.checked_mul(last)?)?;
        }
        place = place.checked_mul(mode.extent)?;
    }
    Some(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_by_counting_rests_on_the_count() {
        for method in [
            Method::Enumeration { coordinates: 3 },
            Method::Instances { count: 3 },
            Method::Cases { count: 3 },
        ] {
            assert_eq!(Grounds::of(method, &[]), Grounds::Counted(3));
        }
        assert_eq!(Grounds::of(Method::Isl, &[]), Grounds::Statement);
    }
}
