//! Coordinates as they are written, and the numbers that layouts are applied to.

use layout_math::algebra::AnyLayout;
use layout_math::cute::{Term, Tuple};
use layout_math::partial::{Leaf, coordinate_of};

/// The numbers that a layout takes for a coordinate, CuTe's `crd2idx`: those that are written, one for the
/// layout, for each mode or for each flattened mode, or one for each flattened mode of a nested
/// coordinate.
///
/// Parentheses around one number or one tuple say nothing unless the shape has them too.
///
/// # Errors
///
/// Why the layout has no such coordinate, in words.
pub(super) fn numbers_of(coordinate: &Tuple<i64>, layout: &AnyLayout) -> Result<Vec<i64>, String> {
    let counts = layout.coordinate_counts();
    if counts.is_empty() {
        return Err(format!("{layout} is a tiler, which is not a function"));
    }
    if let Some(numbers) = flat(coordinate) {
        if counts.contains(&numbers.len()) {
            return Ok(numbers);
        }
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        return Err(format!(
            "a coordinate of {layout} has {} numbers, not {}",
            counts.join(" or "),
            numbers.len()
        ));
    }
    let Some(shape) = shape_of(layout) else {
        return Err(format!("{layout} has no nested coordinates such as {coordinate}"));
    };
    match unfolded(coordinate, &shape) {
        Some(numbers) => Ok(numbers),
        None if coordinate.is_weakly_congruent(&shape) => Err(no_offset(layout, coordinate)),
        None => {
            Err(format!("{coordinate} is not a coordinate of {layout}, whose shape is {shape}"))
        }
    }
}

/// That a layout has no offset at a coordinate, in words.
pub(super) fn no_offset(layout: &AnyLayout, coordinate: &Tuple<i64>) -> String {
    match layout {
        layout if layout.has_symbols() => {
            format!("{layout} has no known offset at {coordinate}: it has symbols")
        }
        AnyLayout::Relation(_) => format!("{layout} has no single offset at {coordinate}"),
        layout => format!("{layout} has no offset at {coordinate}"),
    }
}

/// The shape of a layout of CuTe's, or that of what a composed layout begins with.
pub(super) fn shape_of(layout: &AnyLayout) -> Option<Tuple<Term>> {
    match layout {
        AnyLayout::Cute(layout) => Some(layout.shape()),
        AnyLayout::Composed(composed) => Some(composed.inner().shape()),
        AnyLayout::Swizzle(_)
        | AnyLayout::Linear(_)
        | AnyLayout::Tile(_)
        | AnyLayout::Relation(_) => None,
    }
}

/// The tuple without the parentheses around its only part.
fn without_parentheses(coordinate: &Tuple<i64>) -> &Tuple<i64> {
    match coordinate {
        Tuple::Node(parts) if parts.len() == 1 => without_parentheses(&parts[0]),
        _ => coordinate,
    }
}

/// The numbers of a coordinate that is not nested.
fn flat(coordinate: &Tuple<i64>) -> Option<Vec<i64>> {
    let leaf = |part: &Tuple<i64>| match without_parentheses(part) {
        Tuple::Leaf(number) => Some(*number),
        Tuple::Node(_) => None,
    };
    without_parentheses(coordinate).modes().iter().map(leaf).collect()
}

/// The number for each leaf of the shape; `None` if the coordinate does not fit, or one is not known.
fn unfolded(coordinate: &Tuple<i64>, shape: &Tuple<Term>) -> Option<Vec<i64>> {
    let extents = shape.map(&mut |extent| Leaf::from(extent.as_constant()));
    let natural = coordinate_of(&fitted(coordinate, &extents)?, &extents)?;
    natural.leaves().map(Leaf::number).collect()
}

/// The coordinate without parentheses that the shape has not; `None` if it does not fit.
fn fitted(coordinate: &Tuple<i64>, shape: &Tuple<Leaf>) -> Option<Tuple<Leaf>> {
    match (coordinate, shape) {
        (Tuple::Leaf(number), _) => {
            let is_there = *number == 0 || shape.leaves().next().is_some();
            is_there.then_some(Tuple::Leaf(Leaf::Number(*number)))
        }
        (Tuple::Node(parts), Tuple::Node(modes)) if parts.len() == modes.len() => {
            let both = parts.iter().zip(modes).map(|(part, mode)| fitted(part, mode));
            both.collect::<Option<_>>().map(Tuple::Node)
        }
        (Tuple::Node(parts), _) if parts.len() == 1 => fitted(&parts[0], shape),
        (Tuple::Node(_), _) => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::calc::Session;

    /// The answer to the last of these lines.
    #[track_caller]
    fn answer(lines: &str) -> String {
        let mut session = Session::default();
        let answers = lines.lines().map(|line| session.run(line).unwrap());
        answers.last().unwrap().answer().unwrap().to_string()
    }

    #[track_caller]
    fn notes(line: &str) -> Vec<String> {
        let reply = Session::default().run(line).unwrap();
        reply.notes().iter().map(ToString::to_string).collect()
    }

    /// CuTe's `crd2idx`: a part of a coordinate that stands for several modes is unfolded in them.
    #[test]
    fn a_coordinate_may_be_nested() {
        for (line, expected) in [
            ("((2,2),2):((1,2),4)((1,0),1)", "5"),
            ("((2,2),2):((1,2),4)(((1,0),1))", "5"),
            ("((2,2),2):((1,2),4)((0,1),(1))", "6"),
            ("((2,2)):((1,2))((1,1))", "3"),
            ("(2,2):(1,2)((1,1))", "3"),
            ("((3,4),(2,2)):((1,3),(100,200))(5,(1,1))", "305"),
            ("((3,(2,2)),2):((1,(3,6)),100)((1,3),1)", "110"),
            ("((3,(2,2)),2):((1,(3,6)),100)((1,(1,1)),1)", "110"),
            ("((2,2),2):((1@0,1@1),5@1)((1,1),1)", "(1,6)"),
            ("S<1,0,1> o 1 o ((2,2),2):((1,2),4)((0,1),1)", "6"),
            ("((M,2),2):((1,2),4)((1,0),1)", "5"),
            ("apply(((2,2),2):((1,2),4), (1,0), 1)", "5"),
            ("n = 1\n((2,2),2):((1,2),4)((n,size(1:1) ),(n))", "7"),
            // What is applied or computed is a number, whatever it begins with.
            ("((2,2),2):((1,2),4)((2,2):(1,1)(3), 1)", "6"),
        ] {
            assert_eq!(answer(line), expected, "{line}");
        }
        // Every coordinate of a nested shape, beside the formula.
        for (a, b, c) in
            (0..2).flat_map(|a| (0..3).flat_map(move |b| (0..2).map(move |c| (a, b, c))))
        {
            let line = format!("(2,(3,2)):(7,(100,10))({a},({b},{c}))");
            assert_eq!(answer(&line), (7 * a + 100 * b + 10 * c).to_string(), "{line}");
        }
        for (line, expected) in [
            (
                "((2,2),2):((1,2),4)((1,0,0),1)",
                "((1,0,0),1) is not a coordinate of ((2,2),2):((1,2),4), whose shape is ((2,2),2)",
            ),
            (
                "(4,2):(1,4)((1,0),1)",
                "((1,0),1) is not a coordinate of (4,2):(1,4), whose shape is (4,2)",
            ),
            ("S<1,0,1>((1,0),1)", "S<1,0,1> has no nested coordinates such as ((1,0),1)"),
            ("((2,2),2):((1,2),4)((-1,0),1)", "((2,2),2):((1,2),4) has no offset at ((-1,0),1)"),
            (
                "((M,2),(2,2)):((1,M),(4,8))(5,(1,0))",
                "((M,2),(2,2)):((1,M),(4,8)) has no known offset at (5,(1,0)): it has symbols",
            ),
        ] {
            assert_eq!(Session::default().run(line).unwrap_err().to_string(), expected, "{line}");
        }
        let deep = format!("4:1{}1", "(".repeat(100_000));
        assert_eq!(
            Session::default().run(&deep).unwrap_err().to_string(),
            "nested more than 64 deep"
        );
    }

    /// However a coordinate is written, it is said that it is none of the domain.
    #[test]
    fn a_coordinate_past_the_end_has_a_warning() {
        for (line, offset, warning) in [
            (
                "(4,8):(8,1)(100)",
                "25",
                "coordinate 100 is past the end of (4,8):(8,1), which has size 32",
            ),
            (
                "(4,8):(8,1)(5,9)",
                "49",
                "coordinate (5,9) is past the end of (4,8):(8,1), which has shape (4,8)",
            ),
            (
                "((2,2),2):((1,2),4)(4,0)",
                "4",
                "coordinate (4,0) is past the end of ((2,2),2):((1,2),4), which has shape ((2,2),2)",
            ),
            (
                "((2,2),2):((1,2),4)(0,0,2)",
                "8",
                "coordinate (0,0,2) is past the end of ((2,2),2):((1,2),4), which has shape ((2,2),2)",
            ),
            (
                "((2,2),2):((1,2),4)((0,2),1)",
                "8",
                "coordinate ((0,2),1) is past the end of ((2,2),2):((1,2),4), which has shape ((2,2),2)",
            ),
            (
                "(M,2):(1,4)(9,2)",
                "17",
                "coordinate (9,2) is past the end of (M,2):(1,4), which has shape (M,2)",
            ),
            (
                "S<1,0,1> o 0 o (2,2):(1,2)(0,2)",
                "4",
                "coordinate (0,2) is past the end of S<1,0,1> o 0 o (2,2):(1,2), which has shape (2,2)",
            ),
        ] {
            assert_eq!(answer(line), offset, "{line}");
            assert_eq!(notes(line), [format!("warning: {warning}")], "{line}");
        }
        for line in ["(4,8):(8,1)(3,7)", "(M,2):(1,4)(9,1)", "((2,2),2):((1,2),4)(3,1)", "4:1(3)"] {
            assert!(notes(line).is_empty(), "{line}");
        }
    }
}
