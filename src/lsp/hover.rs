//! What is known of a layout, as text for an editor.

use crate::algebra::{AnyLayout, Budget, Verdict, View, injective, to_relation};
use crate::draw::{draw, to_text};

/// What a question about the layout under the cursor may cost: about a tenth of a second, for somebody
/// waits. What it leaves unknown a claim in the file answers.
const BUDGET: Budget = Budget {
    isl_operations: 10_000,
    walk_first: 1 << 14,
    walk_last: 1 << 16,
    search_steps: 1 << 22,
    ..Budget::DEFAULT
};

/// Describes a layout in Markdown: its size and cosize, whether it is injective, its relation, a picture.
pub(super) fn describe(layout: &AnyLayout) -> String {
    let mut text = format!("```\n{layout}\n```\n\n");
    if let Ok(relation) = to_relation(layout, &View::Natural) {
        let relation = match layout {
            AnyLayout::Relation(_) => String::new(),
            _ => format!("\n\n```\n{relation}\n```"),
        };
        text += &format!("{}\n\n{}{relation}\n", numbers(layout), injectivity(layout));
    } else if let AnyLayout::Tile(_) = layout {
        text += "a tiler: it divides layouts, and is not a function\n";
    } else {
        text += &format!("{}\n\n{}\n", numbers(layout), injectivity(layout));
    }
    match draw(layout, None) {
        Ok(picture) => text += &format!("\n```\n{}\n```\n", to_text(&picture, false).trim_end()),
        Err(error) => text += &format!("\nnot drawn: {error}\n"),
    }
    text
}

/// Size and cosize, where they are numbers.
fn numbers(layout: &AnyLayout) -> String {
    let said = |what: &str, number: Option<String>| match number {
        Some(number) => format!("{what} {number}"),
        None => format!("{what} not a number"),
    };
    let size = layout.size().map(|size| size.to_string());
    let size = size.or_else(|| layout.static_size(&BUDGET).map(|size| size.to_string()));
    let cosize = layout.cosize().map(|cosize| cosize.to_string());
    format!("{}, {}", said("size", size), said("cosize", cosize))
}

fn injectivity(layout: &AnyLayout) -> String {
    match injective(layout, &BUDGET) {
        Verdict::Proved(method) => format!("injective: proved by {method}"),
        Verdict::Refuted(collision) => collision.to_string(),
        Verdict::Unknown(unknown) => format!("unknown whether it is injective: {unknown}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn check(kind: Kind, text: &str, expected: &str) {
        assert_eq!(describe(&AnyLayout::parse(kind, text).unwrap()), expected);
    }

    #[test]
    fn what_costs_more_than_a_tenth_of_a_second_is_unknown() {
        let text = "{ [i, j, k] -> [i + 150j + 22500k + 10000000*((7i + 11j + 13k) mod 101) \
                    + floor((i + 3j + 5k)/7) + 3*floor((5i + j + 2k)/11) \
                    + 5*floor((3i + 2j + 9k)/13)] : 0 <= i < 150 and 0 <= j < 150 and 0 <= k < 150 }";
        let described = describe(&AnyLayout::parse(Kind::Relation, text).unwrap());
        let expected = "\n\nunknown whether it is injective: \
                        isl did not decide it within 10000 operations\n";
        assert!(described.contains(expected), "{described}");
    }

    #[test]
    fn every_kind_of_layout_is_described() {
        check(
            Kind::Cute,
            "(2,2):(1,1)",
            "```\n(2,2):(1,1)\n```\n\nsize 4, cosize 3\n\n\
             layout is not injective: coordinates 1 and 2 both give 1\n\n\
             ```\n{ [c0, c1] -> [c0 + c1] : 0 <= c0 < 2 and 0 <= c1 < 2 }\n```\n\n\
             ```\n(2,2):(1,1)\n  0 1\n0 0 1\n1 1 2\n```\n",
        );
        check(
            Kind::Relation,
            "{ [i] -> [2i] : 0 <= i < 2 }",
            "```\n{ [i] -> [2i] : 0 <= i < 2 }\n```\n\nsize 2, cosize 3\n\n\
             injective: proved by enumeration of 2 coordinates\n\n\
             ```\n{ [i] -> [2i] : 0 <= i < 2 }\n0 1\n0 2\n```\n",
        );
        check(
            Kind::Cute,
            "(M):(2)",
            "```\n(M):(2)\n```\n\nsize M, cosize not a number\n\n\
             injective: proved by offset range\n\n\
             ```\n[M] -> { [c0] -> [2c0] : 0 <= c0 < M }\n```\n\n\
             not drawn: (M):(2) has no offsets that are known numbers\n",
        );
        check(
            Kind::Tile,
            "[4;_]",
            "```\n[4;_]\n```\n\na tiler: it divides layouts, and is not a function\n\n\
             not drawn: [4;_] has no offsets that are known numbers\n",
        );
    }
}
