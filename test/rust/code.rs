//! Programs of layouts against the layouts: every layout of the data and all small ones, in both
//! styles, at every coordinate.

use layout::algebra::{AnyLayout, Kind};
use layout::code::{NotLowered, Program, Style, lower};
use serde_json::Value;

/// At most this many coordinates of a layout are tried.
const TRIED: i64 = 1 << 10;

fn parse(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Compares a program with its layout at coordinates up to `ends`, both included.
#[track_caller]
fn check(layout: &AnyLayout, ends: &[i64], program: &Program) {
    let size: i64 = ends.iter().map(|end| end + 1).product();
    for place in 0..size.min(TRIED) {
        let mut left = if size <= TRIED { place } else { place * (size / TRIED) + place % 7 };
        let mut coordinate = Vec::new();
        for end in ends {
            coordinate.push(left % (end + 1));
            left /= end + 1;
        }
        if let Some(offset) = layout.apply(&coordinate, &[]) {
            let found = program.evaluate(&coordinate);
            assert_eq!(found, offset, "{layout} at {coordinate:?}:\n{program}");
        }
    }
}

/// Lowers a layout in both styles, for coordinates that stay in the domain and for any.
#[track_caller]
fn check_all(layout: &AnyLayout, ends: &[i64]) {
    let known: Vec<(i64, i64)> = ends.iter().map(|&end| (0, end)).collect();
    let unknown = vec![(i64::MIN, i64::MAX); ends.len()];
    // Outside the domain a linear layout has no offset, and nothing is checked there.
    let beyond: Vec<i64> = ends.iter().map(|end| end * 2 + 3).collect();
    for style in [Style::Bits, Style::Affine] {
        let program = lower(layout, &known, &[], style).unwrap();
        check(layout, ends, &program);
        let program = lower(layout, &unknown, &[], style).unwrap();
        check(layout, &beyond, &program);
    }
}

/// Lowers a layout at coordinates that are known, all of them the same as far as they may be.
#[track_caller]
fn check_constants(layout: &AnyLayout, ends: &[i64]) {
    for number in 0..16 {
        let coordinate: Vec<i64> = ends.iter().map(|&end| number.min(end)).collect();
        let known: Vec<(i64, i64)> = coordinate.iter().map(|&number| (number, number)).collect();
        for style in [Style::Bits, Style::Affine] {
            let program = lower(layout, &known, &[], style).unwrap();
            let offset = layout.apply(&coordinate, &[]).unwrap();
            assert_eq!(program.evaluate(&coordinate), offset, "{layout} at {coordinate:?}");
        }
    }
}

#[test]
fn small_layouts() {
    let mut checked = 0;
    for extents in [[1, 2, 3], [2, 2, 2], [4, 2, 1], [3, 1, 4], [2, 4, 4], [1, 1, 1]] {
        for code in 0..8_i64.pow(3) {
            let strides = [0, 1, 2].map(|place| code / 8_i64.pow(place) % 8 - 2);
            let text = format!(
                "({},{},{}):({},{},{})",
                extents[0], extents[1], extents[2], strides[0], strides[1], strides[2]
            );
            let layout = parse(Kind::Cute, &text);
            check_all(&layout, &[extents.iter().product::<i64>() - 1]);
            check_all(&layout, &extents.map(|extent| extent - 1));
            checked += 1;
        }
    }
    assert_eq!(checked, 6 * 512);
}

#[test]
fn layouts_of_the_data() {
    let mut checked = 0;
    for text in [include_str!("../data/cute_ops.jsonl"), include_str!("../data/composed_ops.jsonl")]
    {
        for row in text.lines().map(|line| serde_json::from_str::<Value>(line).unwrap()) {
            if row["op"] != "eval" {
                continue;
            }
            let text = row["args"][0].as_str().unwrap();
            let kind = if text.contains(" o ") { Kind::Composed } else { Kind::Cute };
            let layout = parse(kind, text);
            let size = layout.size().unwrap().as_constant().unwrap();
            check_all(&layout, &[size - 1]);
            checked += 1;
        }
    }
    assert_eq!(checked, 98 + 248);
}

#[test]
fn swizzles() {
    for line in include_str!("../data/swizzle.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        if row["op"] == "swizzle_eval" && row.get("result").is_some() {
            let layout = parse(Kind::Swizzle, row["args"][0].as_str().unwrap());
            check_all(&layout, &[row["args"][1].as_i64().unwrap() - 1]);
        }
    }
}

#[test]
fn linear_layouts() {
    let mut checked = 0;
    for line in include_str!("../data/linear_ops.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        if row["op"] != "construct" || row.get("result").is_none() {
            continue;
        }
        let value = &row["result"];
        let names =
            |key: &str| -> Vec<String> { serde_json::from_value(value[key].clone()).unwrap() };
        let (ins, outs) = (names("in_names"), names("out_names"));
        let bases: Vec<Vec<Vec<i64>>> = ins
            .iter()
            .map(|name| serde_json::from_value(value["in_dims"][name].clone()).unwrap())
            .collect();
        let ends: Vec<i64> = bases.iter().map(|bases| (1 << bases.len()) - 1).collect();
        let in_dims: Vec<(&str, Vec<Vec<i64>>)> =
            ins.iter().map(String::as_str).zip(bases).collect();
        let sizes = outs.iter().map(|name| value["out_dims"][name].as_i64().unwrap());
        let out_dims: Vec<(&str, i64)> = outs.iter().map(String::as_str).zip(sizes).collect();
        let layout = layout::linear::LinearLayout::new(&in_dims, &out_dims).unwrap();
        if !ends.is_empty() {
            let layout = AnyLayout::Linear(layout);
            check_all(&layout, &ends);
            check_constants(&layout, &ends);
            checked += 1;
        }
    }
    assert!(200 < checked, "{checked}");
}

/// A bit that comes from two coordinates cancels where they are the same constant: of coordinates 3
/// and 3 the offset is 3 ^ 1 ^ 2 = 0 in the first output, and 1 in the second one.
#[test]
fn equal_constants() {
    let layout = parse(Kind::Linear, "{a = [[1, 0], [2, 1]], b = [[1, 0], [2, 0]]}");
    let program = lower(&layout, &[(3, 3), (3, 3)], &[], Style::Bits).unwrap();
    assert_eq!(program.evaluate(&[3, 3]), [0, 1]);
    check_constants(&layout, &[3, 3]);
}

#[test]
fn layouts_after_layouts_and_tuples() {
    check_all(&parse(Kind::Composed, "(16,13):(1,0) o 0 o 16:13"), &[15]);
    check_all(&parse(Kind::Composed, "(4,6):(6,1) o 2 o (3,2):(5,1)"), &[5]);
    check_all(&parse(Kind::Cute, "(4,8):(1@1,2@0)"), &[31]);
    check_all(&parse(Kind::Cute, "(4,(2,4)):(1@1,(2@0,3@1))"), &[3, 7]);
}

#[test]
fn relations() {
    let text = "{ [c] -> [o] : o = 8*(c mod 4) + floor(c/4) and 0 <= c < 32 }";
    check_all(&parse(Kind::Relation, text), &[31]);
    // In no family: the expression is what there is.
    let text = "{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }";
    check_all(&parse(Kind::Relation, text), &[15]);
    // isl says the output.
    let half =
        lower(&parse(Kind::Relation, "{ [c] -> [o] : 2o = c }"), &[(0, 9)], &[], Style::Bits);
    assert_eq!(half.unwrap().evaluate(&[6]), [3]);
    let text = "{ [c] -> [o] : o = c and c < 5 or o = 0 and 5 <= c }";
    let no = lower(&parse(Kind::Relation, text), &[(0, 9)], &[], Style::Bits);
    let no = no.unwrap_err().to_string();
    assert!(no.ends_with("are not expressions of its inputs"), "{no}");
}

#[test]
fn symbols_are_inputs() {
    let layout = parse(Kind::Cute, "(M,8):(8,1) where M in [1,4096]");
    let program =
        lower(&layout, &[(0, i64::MAX)], &[("M", (i64::MIN, i64::MAX))], Style::Bits).unwrap();
    assert_eq!(program.to_string(), "x0 mod x1\nv0 << 3\nx0 / x1\nv1 + v2");
    for m in [1, 3, 16] {
        for c in 0..8 * m {
            let expected = layout.apply(&[c], &[("M", m)]).unwrap();
            assert_eq!(program.evaluate(&[c, m]), expected, "{c} {m}");
        }
    }
    // At natural coordinates the extent is not asked for.
    let program = lower(&layout, &[(0, 63), (0, 7)], &[], Style::Bits).unwrap();
    assert_eq!(program.to_string(), "x0 << 3\nv0 + x1");
    let no = lower(&layout, &[(0, 63)], &[], Style::Bits).unwrap_err();
    assert_eq!(no, NotLowered::UnboundSymbol { symbol: "M".to_owned() });
    assert_eq!(no.to_string(), "the symbol M has no value");
    let no = lower(&layout, &[(0, 63)], &[("M", (i64::MIN, i64::MAX))], Style::Affine).unwrap_err();
    assert_eq!(
        no.to_string(),
        "(M,8):(8,1) where M in [1,4096] has symbols, whose products and quotients are not affine"
    );
}

#[test]
fn what_has_no_program_says_why() {
    let no = |kind, text, n| lower(&parse(kind, text), &vec![(0, 1); n], &[], Style::Bits);
    assert_eq!(
        no(Kind::Cute, "(4,8)", 3).unwrap_err().to_string(),
        "(4,8):(1,4) is not applied to 3 coordinates"
    );
    assert_eq!(
        no(Kind::Tile, "[4;8]", 1).unwrap_err().to_string(),
        "[4;8] is a tiler, which is not a function"
    );
    assert_eq!(
        no(Kind::Composed, "(4,8):(8,1) o 0 o (2,2):(1@0,1@1)", 1).unwrap_err().to_string(),
        "(2,2):(1@0,1@1) has tuples for offsets, which nothing is applied to"
    );
}

/// The fewest operations that are known for some layouts, at integral coordinates in the domain.
#[test]
fn costs() {
    let cost = |kind, text: &str| {
        let layout = parse(kind, text);
        let size = layout.size().unwrap().as_constant().unwrap();
        let program = lower(&layout, &[(0, size - 1)], &[], Style::Bits).unwrap();
        (program.cost(), program.to_string())
    };
    let check = |kind, text, expected: &str| {
        let (found, program) = cost(kind, text);
        assert_eq!(program, expected, "{text}: {found}");
    };
    check(Kind::Cute, "512:1", "");
    check(Kind::Cute, "(8,64):(64,1)", "x0 >> 3\nx0 & 7\nv1 << 6\nv0 + v2");
    // A multiple of the coordinate and of one quotient.
    check(Kind::Cute, "(3,5):(5,1)", "x0 mod 3\nx0 / 3\nv0 * 5\nv2 + v1");
    check(Kind::Swizzle, "S<3,4,3>", "x0 & 896\nv0 >> 3\nx0 ^ v1");
}
