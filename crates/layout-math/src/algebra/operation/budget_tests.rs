//! Every operation keeps to the budget, and a smaller budget never changes an answer.

use std::collections::BTreeMap;

use super::*;
use crate::algebra::any_layout::{AnyLayout, Kind};
use crate::algebra::verdict::Budget;
use crate::budget::work;

/// The modes of extent 2 with strides of one size and no pattern.
const STRIDES: [i64; 24] = [
    1126422671455892,
    1126565353767787,
    1125922837278144,
    1126813826046405,
    1125944208899405,
    1126029328245010,
    1126923536924573,
    1126676940895179,
    1125949253881724,
    1126035582183572,
    1126451248207381,
    1126903331330399,
    1126602569740007,
    1126699532777179,
    1126587897235702,
    1126714911706901,
    1126558171299753,
    1126732216966737,
    1125959233470028,
    1126579076123358,
    1126387385676761,
    1126425049823013,
    1126309336567762,
    1126856301843380,
];

/// A parameter for every operation that takes one.
struct GivenParameters {
    flavor: Option<&'static str>,
    size: i64,
}

impl Parameters for GivenParameters {
    fn integer(&self, name: &str) -> Option<i64> {
        Some(match name {
            "old_bits" => 16,
            "new_bits" => 8,
            "factor" => 2,
            "index" => 5,
            _ => self.size,
        })
    }

    fn integers(&self, _: &str) -> Option<Vec<i64>> {
        Some(vec![0, 1])
    }

    fn text(&self, name: &str) -> Option<String> {
        let text = match name {
            "flavor" => return self.flavor.map(str::to_owned),
            "promotion" | "profile" => return None,
            "shape" => "(64,48)",
            "order" => "(1,0)",
            "coordinate" => "1",
            _ => "[]",
        };
        Some(text.to_owned())
    }
}

/// The layouts, in their notations.
fn hard() -> Vec<AnyLayout> {
    let modes = |extent: &str, count: usize, factor: i64| {
        let strides: Vec<String> = (0..count)
            .map(|at| (STRIDES[at % 24] / factor + at as i64 / 24 * 7919).to_string())
            .collect();
        format!("({}):({})", vec![extent; count].join(","), strides.join(","))
    };
    let text = modes("2", 24, 1);
    let many = modes("2", 40, 1);
    let wide = modes("4", 20, 64);
    let positions: Vec<String> = STRIDES.iter().map(|stride| format!("{stride}@0")).collect();
    let basis = format!("({}):({})", ["2"; 24].join(","), positions.join(","));
    let mut all: Vec<AnyLayout> =
        [&text, &many, &wide, "1099511627776:3", "(1048576,1048577):(1048577,2)"]
            .iter()
            .map(|text| parse(Kind::Cute, text))
            .collect();
    all.push(parse(Kind::Cute, &basis));
    all.push(parse(Kind::Composed, &format!("S<3,4,3> o 0 o {text}")));
    all.push(parse(Kind::Composed, "S<3,4,3> o 0 o (1048576,1048576):(1048576,1)"));
    all.push(parse(Kind::Tile, &format!("[{text};3]")));
    all
}

fn easy() -> Vec<AnyLayout> {
    let cute = [
        "1:0",
        "4:1",
        "6:1",
        "3:2",
        "8:-1",
        "(2,2):(1,5)",
        "(2,2):(0,1)",
        "(4,6):(1,4)",
        "(4,6):(6,1)",
        "(10,1):(1,0)",
        "(64,1):(1,0)",
        "(4,6,8):(2,3,5)",
        "(2,4):(3,1)",
        "(2,2,2):(1,8,2)",
        "(32,2):(1,256)",
        "(4,(2,3)):(6,(3,1))",
        "(2,3,5):(15,1,3)",
        "(2,2,2,2):(1,5,20,100)",
        "(8,32):(32,1)",
        "(8,(16,2)):(16,(1,128))",
        "(4,6):(1@0,1@1)",
        "8:1@1",
    ];
    let mut all: Vec<AnyLayout> = cute.iter().map(|text| parse(Kind::Cute, text)).collect();
    all.push(parse(Kind::Composed, "S<2,0,-2> o 0 o (4,4):(1,4)"));
    all.push(parse(Kind::Composed, "S<3,3,3> o 0 o (8,64):(64,1)"));
    all.push(parse(Kind::Tile, "[4:2;3]"));
    all.push(parse(Kind::Tile, "[(2,2):(3,1)]"));
    all
}

fn parse(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// What an evaluation under closed forms may cost: a few searches, and the evaluations of a few
/// coordinates.
const MOST_WORK: u64 = 1 << 17;

#[test]
fn closed_forms_are_bounded_and_say_what_the_default_says() {
    let (hard, easy) = (hard(), easy());
    let both: Vec<&AnyLayout> = hard.iter().chain(&easy).collect();
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (operation, flavor) in Operation::all().flat_map(|operation| {
        let has_flavor = operation.parameters().iter().any(|of| of.name() == "flavor");
        let flavors = if has_flavor { vec![None, Some("paper")] } else { vec![None] };
        flavors.into_iter().map(move |flavor| (operation, flavor))
    }) {
        let operands: Vec<Vec<&AnyLayout>> = match operation.operands() {
            Operands::Exactly(0) => vec![vec![]],
            Operands::Exactly(1) => both.iter().map(|&a| vec![a]).collect(),
            _ => both.iter().flat_map(|&a| both.iter().map(move |&b| vec![a, b])).collect(),
        };
        for operands in operands {
            let parameters = GivenParameters { flavor, size: 1 << 52 };
            let evaluate = |budget| operation.evaluate(&operands, &parameters, budget);
            let written: Vec<String> = operands.iter().map(ToString::to_string).collect();
            let name = operation.call(&written, &parameters);
            let (work, quick) = work::of(|| evaluate(&Budget::CLOSED_FORMS));
            if MOST_WORK < work {
                wrong.push(format!("{name}: {work} steps"));
            }
            let is_undecided = |value: &Result<_, OperationError>| {
                value.as_ref().is_err_and(OperationError::is_undecided)
            };
            if is_undecided(&quick) {
                *counts.entry("undecided").or_default() += 1;
                continue;
            }
            let found = evaluate(&Budget::DEFAULT);
            if quick.is_ok() {
                if quick != found {
                    wrong.push(format!("{name}: {quick:?}, {found:?}"));
                }
                *counts.entry("found").or_default() += 1;
            } else {
                if found.is_ok() || is_undecided(&found) {
                    wrong.push(format!("{name}: {quick:?}, {found:?}"));
                }
                *counts.entry("refused").or_default() += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), wrong[..wrong.len().min(40)].join("\n"));
    assert!(counts["found"] > 2000 && counts["undecided"] > 500, "{counts:?}");
}
