//! Layouts whose offsets are coordinates, position by position.
//!
//! At each position such a layout is one of numbers, and an index goes into all of them at once. So its
//! inverses and its complement are those of the layouts of numbers, nested as the positions are.

use super::any_layout::{AnyLayout, Kind};
use crate::budget::Budget;
use crate::cute::{CuteLayout, Layout, Tuple, complement_in_shape};

/// A mode at one position.
#[derive(Debug, Clone, Copy)]
struct PlacedMode {
    extent: i64,
    /// The number of its stride.
    number: i64,
    /// How far an index of the whole layout moves with its coordinate.
    weight: i64,
}

/// The extents and strides of modes of one position, in order of their numbers.
type Inverse<'f> = &'f dyn Fn(&[PlacedMode]) -> Option<Vec<(i64, i64)>>;

/// The shape and the strides at one position.
type ModeSelection<'f> = &'f dyn Fn(&[u32], &[PlacedMode]) -> Option<[Tuple<String>; 2]>;

/// A layout whose offsets are coordinates.
///
/// ```
/// use layout_math::algebra::{AnyLayout, ByPosition, Kind};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(1@1,1@0)")?;
/// let inverse = ByPosition::of(&layout).expect("it has positions").left_inverse();
/// assert_eq!(inverse.expect("no offset twice").to_string(), "(8,4):(4,1)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub struct ByPosition {
    /// The modes at each position, which is one number or nested, and the position.
    modes: Tuple<(Vec<u32>, Vec<PlacedMode>)>,
    /// A mode of several coordinates moves nowhere.
    is_repeated: bool,
}

impl ByPosition {
    /// `None` for a layout whose offsets are numbers, or one that has a position inside of another one.
    pub fn of(layout: &AnyLayout) -> Option<Self> {
        let AnyLayout::Cute(cute @ CuteLayout::Basis(_)) = layout else { return None };
        let (mut modes, mut weight, mut is_repeated) = (Vec::new(), 1_i64, false);
        let (shape, stride) = (cute.shape(), cute.stride());
        for (extent, stride) in shape.leaves().zip(stride.leaves()) {
            let (extent, number) = (extent.as_constant()?, stride.scale().as_constant()?);
            if number == 0 {
                is_repeated |= extent != 1;
            } else {
                modes.push((stride.path().to_vec(), PlacedMode { extent, number, weight }));
            }
            weight = weight.checked_mul(extent)?;
        }
        Some(ByPosition { modes: nested(&modes, &mut Vec::new())?, is_repeated })
    }

    /// The layout that leads from each coordinate up to the first that the layout does not have back to
    /// where the layout has it.
    pub fn right_inverse(&self) -> Option<AnyLayout> {
        self.inverse(&|modes| {
            let mut end = 1;
            let mut reached = Vec::new();
            for mode in modes.iter().filter(|mode| 1 < mode.extent) {
                if mode.number == end {
                    end = end.checked_mul(mode.extent)?;
                    reached.push((mode.extent, mode.weight));
                }
            }
            Some(reached)
        })
    }

    /// The layout that leads from the offset at each index back to the index; `None` if there is none.
    pub fn left_inverse(&self) -> Option<AnyLayout> {
        if self.is_repeated {
            return None;
        }
        self.inverse(&|modes| {
            let modes: Vec<&PlacedMode> = modes.iter().filter(|mode| 1 < mode.extent).collect();
            let mut back = Vec::new();
            if let Some(first) = modes.first().filter(|first| first.number != 1) {
                back.push((first.number, 0));
            }
            for (at, mode) in modes.iter().enumerate() {
                // Up to the next mode there may be coordinates that the layout does not have.
                let extent = match modes.get(at + 1) {
                    Some(next) if next.number % mode.number == 0 => next.number / mode.number,
                    Some(_) => return None,
                    None => mode.extent,
                };
                if mode.number < 1 || extent < mode.extent {
                    return None;
                }
                back.push((extent, mode.weight));
            }
            Some(back)
        })
    }

    /// The layout of the coordinates that the layout does not have, up to the last that it has.
    pub fn complement(&self) -> Option<AnyLayout> {
        self.layout(&|position, modes| {
            let modes: Vec<_> = modes.iter().map(|mode| (mode.extent, mode.number)).collect();
            let of_numbers: Layout =
                written(&modes).map(|part| part.to_string()).join(":").parse().ok()?;
            let found = complement_in_shape(&of_numbers, &Tuple::Leaf(1), &Budget::DEFAULT).ok()?;
            let position: String = position.iter().rev().map(|at| format!("@{at}")).collect();
            let strides = found.stride().map(&mut |stride| format!("{stride}{position}"));
            Some([found.shape().map(&mut i64::to_string), strides])
        })
    }

    /// The layout with these extents and strides at each position, of its modes in order of their numbers.
    fn inverse(&self, of: Inverse<'_>) -> Option<AnyLayout> {
        self.layout(&|_, modes| {
            let mut modes = modes.to_vec();
            modes.sort_by_key(|mode| mode.number);
            of(&modes).map(|modes| written(&modes))
        })
    }

    fn layout(&self, of: ModeSelection<'_>) -> Option<AnyLayout> {
        let parts = self.modes.map(&mut |(position, modes)| of(position, modes));
        let part = |which: usize| {
            let parts = parts.map(&mut |part| part.as_ref().map(|part| part[which].to_string()));
            parts
                .leaves()
                .all(Option::is_some)
                .then(|| parts.map(&mut |part| part.clone().unwrap_or_default()).to_string())
        };
        AnyLayout::parse(Kind::Cute, &format!("{}:{}", part(0)?, part(1)?)).ok()
    }
}

/// The shape and the strides of modes: of one mode itself, and of none `1:0`.
fn written(modes: &[(i64, i64)]) -> [Tuple<String>; 2] {
    let tuple = |numbers: Vec<i64>, none: i64| match numbers[..] {
        [] => Tuple::Leaf(none.to_string()),
        [only] => Tuple::Leaf(only.to_string()),
        _ => Tuple::Node(numbers.iter().map(|n| Tuple::Leaf(n.to_string())).collect()),
    };
    let (extents, strides) = modes.iter().copied().unzip();
    [tuple(extents, 1), tuple(strides, 0)]
}

/// The modes below a position, nested.
fn nested(
    modes: &[(Vec<u32>, PlacedMode)],
    position: &mut Vec<u32>,
) -> Option<Tuple<(Vec<u32>, Vec<PlacedMode>)>> {
    let depth = position.len();
    let below = modes.iter().filter(|(of, _)| of.starts_with(position) && depth < of.len());
    let Some(last) = below.map(|(of, _)| of[depth]).max() else {
        let here = modes.iter().filter(|(of, _)| of == position).map(|&(_, mode)| mode);
        return Some(Tuple::Leaf((position.clone(), here.collect())));
    };
    if 64 < last || modes.iter().any(|(of, _)| of == position) {
        return None;
    }
    let mut parts = Vec::new();
    for at in 0..=last {
        position.push(at);
        parts.push(nested(modes, position)?);
        position.pop();
    }
    Some(Tuple::Node(parts))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{Verdict, equivalent};

    fn by_position(layout: &str) -> ByPosition {
        ByPosition::of(&AnyLayout::parse(Kind::Cute, layout).unwrap()).unwrap()
    }

    fn text(found: Option<AnyLayout>) -> String {
        found.map_or("none".to_owned(), |layout| layout.to_string())
    }

    /// The coordinates of a shape whose modes are nested as the positions of a layout are.
    fn coordinates(inverse: &str, of: &ByPosition) -> AnyLayout {
        let (shape, _) = inverse.split_once(':').unwrap();
        let shape: Tuple<i64> =
            Layout::column_major(shape.parse().unwrap()).unwrap().shape().clone();
        fn strides(shape: &Tuple<i64>, of: &Tuple<(Vec<u32>, Vec<PlacedMode>)>) -> Tuple<String> {
            match (shape, of) {
                (Tuple::Node(modes), Tuple::Node(of)) => {
                    Tuple::Node(modes.iter().zip(of).map(|(a, b)| strides(a, b)).collect())
                }
                (shape, Tuple::Leaf((position, _))) => {
                    let suffix: String = position.iter().rev().map(|at| format!("@{at}")).collect();
                    let compact = Layout::column_major(shape.clone()).unwrap();
                    compact.stride().map(&mut |stride| format!("{stride}{suffix}"))
                }
                _ => unreachable!("the inverse is nested as the positions"),
            }
        }
        let text = format!("{shape}:{}", strides(&shape, &of.modes));
        AnyLayout::parse(Kind::Cute, &text).unwrap()
    }

    #[test]
    fn a_right_inverse_leads_back_from_each_coordinate() {
        for (layout, inverse) in [
            ("(4,5):(1@0,1@1)", "(4,5):(1,4)"),
            ("(4,5):(1@1,1@0)", "(5,4):(4,1)"),
            ("(4,1,5):(1@0,0,1@1)", "(4,5):(1,4)"),
            ("((4,8),(2,2)):((2@1,1@0),(1@1,8@0))", "((8,2),(2,4)):((4,64),(32,1))"),
            ("((2,2,2),(2,2,2)):((1@0,2@1,5@0),(1@1,2@0,5@1))", "((2,2),(2,2)):((1,16),(8,2))"),
            ("(4,5):(1@1,1@1@4)", "(1,4,1,1,(1,5)):(0,1,0,0,(0,4))"),
            ("(((16,4),64),1,1):(((1@1,32@1),2@0),0,0)", "(1,16):(0,1)"),
            ("(4,1,8):(1@0,4@0,1@1)", "(4,8):(1,4)"),
        ] {
            let of = by_position(layout);
            assert_eq!(text(of.right_inverse()), inverse, "{layout}");
            let [layout, own] =
                [layout, inverse].map(|text| AnyLayout::parse(Kind::Cute, text).unwrap());
            let round_trip = crate::algebra::Operation::named("compose").unwrap().evaluate(
                &[&layout, &own],
                &crate::algebra::NoParameters,
                &Budget::DEFAULT,
            );
            let round_trip = round_trip.unwrap().remove(0);
            let crate::algebra::OperationValue::Layout(round_trip) = round_trip else {
                panic!("{inverse}")
            };
            let verdict = equivalent(&round_trip, &coordinates(inverse, &of), &Budget::DEFAULT);
            assert!(matches!(verdict, Verdict::Proved(_)), "{layout}: {verdict:?}");
        }
    }

    #[test]
    fn a_left_inverse_passes_over_what_is_not_there() {
        for (layout, inverse) in [
            ("(2,3):(1@0,1@1)", "(2,3):(1,2)"),
            ("((4,2),4):((1@1,4@0),1@0)", "((4,2),4):((8,4),1)"),
            (
                "((2,2,2),(2,2,2)):((1@0,2@1,6@0),(1@1,2@0,4@1))",
                "((2,3,2),(2,2,2)):((1,16,4),(8,2,32))",
            ),
            ("(4,3):(1@1,2@0)", "((2,3),4):((0,4),1)"),
            // Two indices with one offset.
            ("(2,3):(0,1@0)", "none"),
            ("(4,3):(1@0,2@0)", "none"),
            // No layout leads back.
            ("(2,3):(2@0,3@0)", "none"),
        ] {
            assert_eq!(text(by_position(layout).left_inverse()), inverse, "{layout}");
        }
    }

    #[test]
    fn a_complement_has_what_is_between() {
        for (layout, complement) in [
            ("3:4@2", "(1,1,4):(0,0,1@2)"),
            ("(2,5,3):(4@1,5@0,16@1)", "(5,(4,2)):(1@0,(1@1,8@1))"),
        ] {
            let found = text(by_position(layout).complement());
            assert_eq!(found, complement, "{layout}");
        }
        // A position inside of another one, and numbers.
        for other in ["(4,2):(1@0,1@1@0)", "(4,2):(1,4)"] {
            assert!(ByPosition::of(&AnyLayout::parse(Kind::Cute, other).unwrap()).is_none());
        }
    }
}
