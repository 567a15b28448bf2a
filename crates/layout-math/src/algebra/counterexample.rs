use std::fmt;

use super::bijectivity::NotBijective;
use super::bounds::Departure;
use super::compatibility::Incompatible;
use super::disjointness::Meeting;
use super::equivalence::Difference;
use super::increasing::Descent;
use super::injectivity::Collision;
use super::measures::WrongMeasure;
use super::surjectivity::Missed;
use crate::point::Point;

/// What refutes a claim, in the same terms for every claim: numbers for a program, and the message.
///
/// | claim | `coordinates` | `offsets` | `sizes` |
/// |---|---|---|---|
/// | equivalent | one of both | on the left, on the right | if these differ, the two, and nothing else |
/// | injective | the two | the one of both | |
/// | surjective | | the least that is missed | |
/// | bijective | as injective, in bounds or surjective | | |
/// | disjoint | of the left, of the right | the one of both | |
/// | in bounds | the one | its offset | the size that is passed, where there is an offset |
/// | increasing | the one | its offset, the offset before | |
/// | compatible | | | |
/// | size, cosize | | | what it is, what was claimed |
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Counterexample, Kind, Verdict, injective};
///
/// let overlapping = AnyLayout::parse(Kind::Cute, "(4,2):(1,2)")?;
/// let verdict = injective(&overlapping, &Budget::default()).map_witness(Counterexample::from);
/// let Verdict::Refuted(found) = verdict else { panic!() };
/// assert_eq!(found.coordinates, [2, 4]);
/// assert_eq!(found.offsets, [Some(2.into())]);
/// assert_eq!(
///     found.to_string(),
///     "layout is not injective: coordinates 2 and 4 both give 2"
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterexample {
    /// The values of the symbols for which it refutes the claim.
    pub symbols: Vec<(String, i64)>,
    /// Integral coordinates.
    pub coordinates: Vec<i64>,
    /// Offsets, the first one that of the first coordinate if there is one; `None` where the layout has
    /// none.
    pub offsets: Vec<Option<Point>>,
    pub sizes: Vec<i64>,
    /// For a tiler, the mode that the numbers are of.
    pub mode: Option<usize>,
    message: String,
}

impl Counterexample {
    /// One that is told by its message and the values of symbols alone, so far.
    fn new(message: String, symbols: Vec<(String, i64)>) -> Self {
        let (coordinates, offsets, sizes) = (Vec::new(), Vec::new(), Vec::new());
        Counterexample { symbols, coordinates, offsets, sizes, mode: None, message }
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<Difference> for Counterexample {
    fn from(difference: Difference) -> Self {
        let message = difference.to_string();
        match difference {
            Difference::Sizes { symbols, left, right } => {
                // A size is text because it may have symbols; such sizes are not numbers.
                let sizes = [left, right].map(|size| size.parse().ok()).into_iter().collect();
                let sizes: Option<Vec<i64>> = sizes;
                Counterexample { sizes: sizes.unwrap_or_default(), ..Self::new(message, symbols) }
            }
            Difference::At { symbols, coordinate, left, right } => Counterexample {
                coordinates: vec![coordinate],
                offsets: vec![left, right],
                ..Self::new(message, symbols)
            },
        }
    }
}

impl From<Collision> for Counterexample {
    fn from(collision: Collision) -> Self {
        let message = collision.to_string();
        let Collision { symbols, first, second, offset } = collision;
        let (coordinates, offsets) = (vec![first, second], vec![Some(offset)]);
        Counterexample { coordinates, offsets, ..Self::new(message, symbols) }
    }
}

impl From<Missed> for Counterexample {
    fn from(missed: Missed) -> Self {
        let message = missed.to_string();
        let Missed { symbols, offset } = missed;
        Counterexample { offsets: vec![Some(offset)], ..Self::new(message, symbols) }
    }
}

impl From<Departure> for Counterexample {
    fn from(departure: Departure) -> Self {
        let message = departure.to_string();
        let Departure { symbols, coordinate, offset, outer, size, mode } = departure;
        // Where the outer function has no value there is no offset, and nothing that is passed.
        let (offset, size) = match outer {
            None => (Some(offset.into()), Some(size)),
            Some(_) => (None, None),
        };
        let sizes = size.into_iter().collect();
        let (coordinates, offsets) = (vec![coordinate], vec![offset]);
        Counterexample { coordinates, offsets, sizes, mode, ..Self::new(message, symbols) }
    }
}

impl From<NotBijective> for Counterexample {
    fn from(reason: NotBijective) -> Self {
        let message = reason.to_string();
        let found = match reason {
            NotBijective::Collision(collision) => collision.into(),
            NotBijective::Departure(departure) => departure.into(),
            NotBijective::Missed(missed) => missed.into(),
            NotBijective::Negative { symbols, coordinate, offset } => Counterexample {
                coordinates: vec![coordinate],
                offsets: vec![Some(offset)],
                ..Self::new(String::new(), symbols)
            },
        };
        Counterexample { message, ..found }
    }
}

impl From<Meeting> for Counterexample {
    fn from(meeting: Meeting) -> Self {
        let message = meeting.to_string();
        let Meeting { symbols, left, right, offset } = meeting;
        let (coordinates, offsets) = (vec![left, right], vec![Some(offset)]);
        Counterexample { coordinates, offsets, ..Self::new(message, symbols) }
    }
}

impl From<Descent> for Counterexample {
    fn from(descent: Descent) -> Self {
        let message = descent.to_string();
        let Descent { symbols, coordinate, before, offset } = descent;
        let offsets = vec![Some(offset.into()), Some(before.into())];
        Counterexample { coordinates: vec![coordinate], offsets, ..Self::new(message, symbols) }
    }
}

impl From<Incompatible> for Counterexample {
    fn from(shapes: Incompatible) -> Self {
        Counterexample::new(shapes.to_string(), shapes.symbols)
    }
}

impl From<WrongMeasure> for Counterexample {
    fn from(wrong: WrongMeasure) -> Self {
        let sizes = vec![wrong.found, wrong.claimed];
        Counterexample { sizes, ..Self::new(wrong.to_string(), wrong.symbols) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{
        AnyLayout, Budget, Kind, Measure, Verdict, bijective, disjoint, equivalent, has_measure,
        in_bounds, increasing, surjective,
    };
    use crate::cute::Term;

    fn cute(text: &str) -> AnyLayout {
        AnyLayout::parse(Kind::Cute, text).unwrap()
    }

    fn of<W: Into<Counterexample>>(verdict: Verdict<W>) -> Counterexample {
        match verdict.map_witness(Into::into) {
            Verdict::Refuted(found) => found,
            Verdict::Proved(method) => panic!("proved by {method}"),
            Verdict::Unknown(unknown) => panic!("{unknown}"),
        }
    }

    fn at(offset: i64) -> Option<Point> {
        Some(offset.into())
    }

    #[test]
    fn every_claim_gives_the_numbers_of_its_message() {
        let budget = Budget::default();
        let found = of(equivalent(&cute("(2,3):(6,3)"), &cute("(2,3):(6,4)"), &budget));
        assert_eq!((found.coordinates, found.offsets), (vec![2], vec![at(3), at(4)]));
        let found = of(equivalent(&cute("4:1"), &cute("6:1"), &budget));
        assert_eq!((found.coordinates, found.sizes), (vec![], vec![4, 6]));
        let found = of(surjective(&cute("4:2"), None, &budget));
        assert_eq!((found.coordinates, found.offsets), (vec![], vec![at(1)]));
        let found = of(bijective(&cute("4:-1"), None, &budget));
        assert_eq!((found.coordinates, found.offsets), (vec![1], vec![at(-1)]));
        let found = of(disjoint(&cute("4:2"), &cute("2:4"), &budget));
        assert_eq!((found.coordinates, found.offsets), (vec![0, 0], vec![at(0)]));
        let found = of(in_bounds(&cute("4:2"), &Term::constant(5), &budget));
        assert_eq!((found.coordinates, found.offsets), (vec![3], vec![at(6)]));
        assert_eq!(found.sizes, [5]);
        let found = of(increasing(&cute("(3,2):(2,3)"), &budget));
        assert_eq!((found.coordinates, found.offsets), (vec![3], vec![at(3), at(4)]));
        let found = of(has_measure(&cute("(3,2):(2,3)"), Measure::Cosize, 9, &budget));
        assert_eq!(found.sizes, [8, 9]);
    }

    #[test]
    fn an_offset_that_is_missing_is_none() {
        let composed = AnyLayout::parse(Kind::Composed, "S<1,2,1> o -1 o 4:1").unwrap();
        let found = of(in_bounds(&composed, &Term::constant(8), &Budget::default()));
        assert_eq!((found.coordinates, found.offsets), (vec![0], vec![None]));
        assert_eq!(found.sizes, []);
    }

    #[test]
    fn values_of_symbols_are_given() {
        let layout = cute("(K,2):(2,1) where K in [3,4]");
        let found = of(has_measure(&layout, Measure::Size, 6, &Budget::default()));
        assert_eq!(found.symbols, [("K".to_owned(), 4)]);
        assert_eq!(found.sizes, [8, 6]);
    }
}
