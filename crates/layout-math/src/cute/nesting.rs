//! How the modes of a layout are nested, apart from the modes.

use std::fmt::{self, Display};

use super::tuple::Tuple;

/// The profile of a layout: the tuples that its modes stand in.
///
/// A profile is written in one way, so that equal profiles are equal values.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Nesting {
    /// One mode that is in no tuple, as in `4:1`.
    Leaf,
    /// A tuple of so many modes, as in `(4,2):(1,4)`.
    Flat(usize),
    /// A tuple with tuples in it, as the [words](Nesting::words) of it.
    Nested(Vec<u16>),
}

/// The word of a mode. No tuple of a layout has this rank.
pub(super) const MODE: u16 = u16::MAX;

impl Nesting {
    /// The profile of a tuple that is within the limits of a layout.
    pub fn of<T>(tuple: &Tuple<T>) -> Self {
        let Tuple::Node(modes) = tuple else { return Nesting::Leaf };
        if modes.iter().all(|mode| matches!(mode, Tuple::Leaf(_))) {
            return Nesting::Flat(modes.len());
        }
        let mut words = Vec::new();
        write(tuple, &mut words);
        Nesting::Nested(words)
    }

    /// The profile that these [words](Nesting::words) are.
    pub fn of_words(words: &[u16]) -> Self {
        let is_mode = |word: &u16| *word == MODE;
        match words {
            [MODE] => Nesting::Leaf,
            [_, parts @ ..] if parts.iter().all(is_mode) => Nesting::Flat(parts.len()),
            _ => Nesting::Nested(words.to_vec()),
        }
    }

    /// The tuple of these profiles, of which there are few enough for a layout.
    pub fn tuple<'a>(parts: impl Iterator<Item = &'a Nesting> + Clone) -> Self {
        Nesting::tuple_split(parts, &[])
    }

    /// The same with tuples of modes in the places of some modes: for each of these, in order, which
    /// mode it is and how many there are in the tuple.
    pub fn tuple_split<'a>(
        parts: impl Iterator<Item = &'a Nesting> + Clone,
        splits: &[(u16, u16)],
    ) -> Self {
        let rank = parts.clone().count();
        if splits.is_empty() && parts.clone().all(|part| *part == Nesting::Leaf) {
            return Nesting::Flat(rank);
        }
        let mut words = Words::new(1 + parts.clone().map(Nesting::len).sum::<usize>(), splits);
        words.tuple(rank as u16);
        parts.for_each(|part| part.write(&mut words));
        Nesting::Nested(words.words)
    }

    /// The same with tuples of modes in the places of some modes, as [`Nesting::tuple_split`] has them.
    #[inline]
    pub fn split(&self, splits: &[(u16, u16)]) -> Self {
        match (self, splits) {
            (_, []) => self.clone(),
            (Nesting::Leaf, [(_, pieces)]) => Nesting::Flat(usize::from(*pieces)),
            _ => {
                let mut words = Words::new(self.len(), splits);
                self.write(&mut words);
                Nesting::Nested(words.words)
            }
        }
    }

    /// Adds the own words, with the splits.
    fn write(&self, words: &mut Words<'_>) {
        match self {
            Nesting::Leaf => words.mode(),
            Nesting::Flat(rank) => {
                words.tuple(*rank as u16);
                (0..*rank).for_each(|_| words.mode());
            }
            Nesting::Nested(own) => own.iter().for_each(|&word| match word {
                MODE => words.mode(),
                rank => words.tuple(rank),
            }),
        }
    }

    /// The number of top-level modes; 1 for a leaf.
    pub fn rank(&self) -> usize {
        match self {
            Nesting::Leaf => 1,
            Nesting::Flat(rank) => *rank,
            Nesting::Nested(words) => usize::from(words[0]),
        }
    }

    /// 0 for a leaf, one more than the deepest part for a tuple.
    pub fn depth(&self) -> usize {
        Nested::read(&mut self.words()).depth
    }

    /// The number of words: of all modes and tuples.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Nesting::Leaf => 1,
            Nesting::Flat(rank) => 1 + rank,
            Nesting::Nested(words) => words.len(),
        }
    }

    /// The profile of each top-level mode, with the number of modes in it.
    pub fn parts(&self) -> impl Iterator<Item = (Nesting, usize)> {
        let mut rest: &[u16] = match self {
            Nesting::Nested(words) => &words[1..],
            Nesting::Leaf | Nesting::Flat(_) => &[],
        };
        (0..self.rank()).map(move |_| {
            let mut words = rest.iter().copied();
            let part = Nested::read(&mut words);
            let (own, others) = rest.split_at(rest.len() - words.len());
            rest = others;
            let nesting = match part.depth {
                0 => Nesting::Leaf,
                1 => Nesting::Flat(part.modes),
                _ => Nesting::Nested(own.to_vec()),
            };
            (nesting, part.modes)
        })
    }

    /// The tuple of this profile with these leaves, of which there are as many.
    pub fn with_leaves<T>(&self, leaves: &mut impl Iterator<Item = T>) -> Tuple<T> {
        with_leaves(&mut self.words(), leaves)
    }

    /// Prints the tuple of this profile with these leaves.
    pub fn print(
        &self,
        leaves: &mut impl Iterator<Item: Display>,
        f: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        print(&mut self.words(), leaves, f)
    }

    /// From left to right: a mode, or the rank of a tuple before what is in it. `((4,2),8)` is 2, 2,
    /// [`MODE`], `MODE`, `MODE`.
    pub fn words(&self) -> impl Iterator<Item = u16> {
        let (rank, modes, words): (Option<usize>, usize, &[u16]) = match self {
            Nesting::Leaf => (None, 1, &[]),
            Nesting::Flat(rank) => (Some(*rank), *rank, &[]),
            Nesting::Nested(words) => (None, 0, words),
        };
        let rank = rank.map(|rank| rank as u16).into_iter();
        rank.chain(std::iter::repeat_n(MODE, modes)).chain(words.iter().copied())
    }
}

/// The words of a profile that is being written, with tuples in the places of some modes.
struct Words<'a> {
    words: Vec<u16>,
    /// How many modes were passed.
    passed: u16,
    splits: &'a [(u16, u16)],
}

impl<'a> Words<'a> {
    /// None, with room for so many and for the splits.
    fn new(words: usize, splits: &'a [(u16, u16)]) -> Self {
        let pieces: usize = splits.iter().map(|&(_, pieces)| usize::from(pieces)).sum();
        Words { words: Vec::with_capacity(words + pieces), passed: 0, splits }
    }

    fn tuple(&mut self, rank: u16) {
        self.words.push(rank);
    }

    fn mode(&mut self) {
        match self.splits {
            [(mode, pieces), others @ ..] if *mode == self.passed => {
                self.words.push(*pieces);
                self.words.resize(self.words.len() + usize::from(*pieces), MODE);
                self.splits = others;
            }
            _ => self.words.push(MODE),
        }
        self.passed += 1;
    }
}

/// One mode or tuple.
pub(super) struct Nested {
    /// How many modes are in it.
    pub modes: usize,
    depth: usize,
}

impl Nested {
    /// Begins to read the words of a tuple: the number of the parts that follow; `None` for a mode.
    pub fn rank(words: &mut impl Iterator<Item = u16>) -> Option<usize> {
        words.next().filter(|&word| word != MODE).map(usize::from)
    }

    /// Passes over the words of one mode or tuple; without a word left it is a mode.
    pub fn read(words: &mut impl Iterator<Item = u16>) -> Nested {
        let Some(rank) = Nested::rank(words) else { return Nested { modes: 1, depth: 0 } };
        (0..rank).fold(Nested { modes: 0, depth: 1 }, |part, _| {
            let inner = Nested::read(words);
            Nested { modes: part.modes + inner.modes, depth: part.depth.max(1 + inner.depth) }
        })
    }
}

fn write<T>(tuple: &Tuple<T>, words: &mut Vec<u16>) {
    match tuple {
        Tuple::Leaf(_) => words.push(MODE),
        Tuple::Node(modes) => {
            words.push(modes.len() as u16);
            modes.iter().for_each(|mode| write(mode, words));
        }
    }
}

fn with_leaves<T>(
    words: &mut impl Iterator<Item = u16>,
    leaves: &mut impl Iterator<Item = T>,
) -> Tuple<T> {
    match Nested::rank(words) {
        Some(rank) => Tuple::Node((0..rank).map(|_| with_leaves(words, leaves)).collect()),
        None => Tuple::Leaf(leaves.next().expect("a profile has as many modes as its layout")),
    }
}

fn print(
    words: &mut impl Iterator<Item = u16>,
    leaves: &mut impl Iterator<Item: Display>,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let Some(rank) = Nested::rank(words) else {
        return leaves.next().map_or(Ok(()), |leaf| leaf.fmt(f));
    };
    f.write_str("(")?;
    for position in 0..rank {
        if 0 < position {
            f.write_str(",")?;
        }
        print(words, leaves, f)?;
    }
    f.write_str(")")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cute::Layout;

    fn tuple(text: &str) -> Tuple<i64> {
        text.parse().unwrap()
    }

    fn text(nesting: &Nesting) -> String {
        nesting.with_leaves(&mut (1..)).to_string()
    }

    #[test]
    fn a_profile_is_written_in_one_way() {
        for shape in ["1", "(1)", "(1,2)", "()", "((1),2)", "(1,((2,3),4),())", "((),())"] {
            let nesting = Nesting::of(&tuple(shape));
            assert_eq!(text(&nesting), shape);
            let words: Vec<u16> = nesting.words().collect();
            assert_eq!(Nesting::of_words(&words), nesting, "{shape}");
            assert_eq!(nesting.depth(), tuple(shape).depth(), "{shape}");
            assert_eq!(nesting.rank(), tuple(shape).rank(), "{shape}");
            let parts: Vec<Nesting> = nesting.parts().map(|(part, _)| part).collect();
            let modes: Vec<Nesting> = tuple(shape).modes().iter().map(Nesting::of).collect();
            assert_eq!(parts, modes, "{shape}");
            let count = |mode: &Tuple<i64>| mode.leaves().count();
            let counts: Vec<usize> = tuple(shape).modes().iter().map(count).collect();
            assert!(nesting.parts().map(|(_, modes)| modes).eq(counts), "{shape}");
            if shape != "1" {
                assert_eq!(Nesting::tuple(parts.iter()), nesting, "{shape}");
            }
        }
    }

    #[test]
    fn modes_are_split_where_they_stand() {
        let split =
            |shape: &str, splits: &[(u16, u16)]| text(&Nesting::of(&tuple(shape)).split(splits));
        assert_eq!(split("1", &[]), "1");
        assert_eq!(split("1", &[(0, 3)]), "(1,2,3)");
        assert_eq!(split("(1,2)", &[]), "(1,2)");
        assert_eq!(split("(1,2)", &[(0, 2)]), "((1,2),3)");
        assert_eq!(split("(1,(2,3),())", &[(2, 2)]), "(1,(2,(3,4)),())");
        assert_eq!(split("(1,2)", &[(0, 2), (1, 2)]), "((1,2),(3,4))");
    }

    #[test]
    fn a_layout_is_printed_as_its_tuples() {
        for text in ["4:1", "(4):(1)", "():()", "((4,2),(),3):((1,4),(),8)"] {
            let layout: Layout = text.parse().unwrap();
            assert_eq!(layout.to_string(), text);
            assert_eq!(format!("{}:{}", layout.shape(), layout.stride()), text);
        }
    }
}
