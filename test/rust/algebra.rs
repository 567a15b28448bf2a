//! Questions about layouts of different kinds, each with the expected verdict and its numbers.

use layout::algebra::{
    AnyLayout, Budget, Kind, Method, Promotion, Verdict, compose, disjoint, equivalent, in_bounds,
    injective, leaves_domain,
};
use layout::cute::Term;

/// A layout from the notation that its text shows.
fn layout(text: &str) -> AnyLayout {
    let kind = match text {
        text if text.contains("= [[") => Kind::Linear,
        text if text.contains("->") => Kind::Relation,
        text if text.starts_with('[') => Kind::Tile,
        text if text.contains(" o ") => Kind::Composed,
        text if text.starts_with("S<") => Kind::Swizzle,
        _ => Kind::Cute,
    };
    AnyLayout::parse(kind, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn composed(g: &str, f: &str) -> AnyLayout {
    compose(&layout(g), &layout(f), Promotion::Extend, &Budget::default()).unwrap()
}

#[track_caller]
fn same(a: &AnyLayout, b: &AnyLayout, method: Method) {
    assert_eq!(equivalent(a, b, &Budget::default()), Verdict::Proved(method), "{a} and {b}");
}

#[track_caller]
fn differ(a: &AnyLayout, b: &AnyLayout, message: &str) {
    match equivalent(a, b, &Budget::default()) {
        Verdict::Refuted(difference) => assert_eq!(difference.to_string(), message),
        verdict => panic!("{a} and {b}: {verdict:?}"),
    }
}

#[test]
fn a_composition_that_every_peer_gets_wrong_is_refuted() {
    let truth = composed("(4,6,8):(2,3,5)", "6:3");
    assert_eq!(truth.kind(), Kind::Relation);
    differ(&truth, &layout("(2,3):(6,3)"), "layouts differ at coordinate 2: 7 and 3");
    let truth = composed("(2,3):(3,1)", "(4,2):(1,1)");
    differ(&truth, &layout("((2,2),2):((3,1),3)"), "layouts differ at coordinate 5: 1 and 6");
}

#[test]
fn an_exact_composition_is_proved() {
    same(&composed("(4,2,8):(3,12,97)", "3:3"), &layout("3:9"), Method::CanonicalForm);
}

#[test]
fn promotion_is_found_at_its_first_coordinate() {
    let (g, f) = (layout("(4,3):(3,1)"), layout("24:1"));
    let verdict = leaves_domain(&g, &f, &Budget::default()).unwrap();
    let Verdict::Refuted(departure) = verdict else { panic!("{verdict:?}") };
    assert_eq!((departure.coordinate, departure.offset, departure.size), (12, 12, 12));
    // The composition itself is exact, by extension of the last mode.
    assert_eq!(composed("(4,3):(3,1)", "24:1").to_string(), "(4,6):(3,1)");
    let Verdict::Refuted(read) =
        in_bounds(&composed("(4,3):(3,1)", "24:1"), &Term::constant(12), &Budget::default())
    else {
        panic!()
    };
    assert_eq!((read.coordinate, read.offset), (15, 12));
}

#[test]
fn without_promotion_the_composition_has_holes() {
    let (g, f) = (layout("(2,1):(1,80)"), layout("(2,2):(2,1)"));
    let holes = compose(&g, &f, Promotion::None, &Budget::default()).unwrap();
    let written = layout("{ [c] -> [floor(c/2)] : 0 <= c < 4 and c mod 2 = 0 }");
    same(&holes, &written, Method::Enumeration { coordinates: 3 });
    let extended = compose(&g, &f, Promotion::Extend, &Budget::default()).unwrap();
    assert_eq!(extended.to_string(), "(2,2):(80,1)");
    differ(&holes, &extended, "layouts differ at coordinate 1: none and 80");
}

#[test]
fn kinds_of_layouts_meet() {
    let swizzled = layout("S<2,0,-2> o 0 o (4,4):(1,4)");
    let linear = layout("{a = [[1,1],[2,2]], b = [[0,1],[0,2]]}");
    same(&swizzled, &linear, Method::F2Matrices);
    let relation = layout("{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }");
    let shuffle = layout("(16,13):(1,0) o 0 o 16:13");
    same(&relation, &shuffle, Method::Enumeration { coordinates: 16 });
    differ(&relation, &layout("16:13"), "layouts differ at coordinate 2: 10 and 26");
    differ(&layout("4:1"), &layout("8:1"), "layouts have different sizes: 4 and 8");
}

#[test]
fn symbols_are_decided_for_all_their_values() {
    let tile = layout("(8,M):(1,8)");
    same(&tile, &layout("[M] -> { [c] -> [c] : 0 <= c < 8M }"), Method::Isl);
    differ(
        &layout("(8,M):(1,9)"),
        &layout("[M] -> { [c] -> [c] : 0 <= c < 8M }"),
        "layouts differ at coordinate 8 for M = 2: 9 and 8",
    );
    same(&tile, &layout("((4,2),M):((1,4),8)"), Method::CanonicalForm);
    // The integral coordinate modulo M is not Presburger, the natural coordinates are.
    same(&layout("(M,8):(8,1)"), &layout("(M,8):(8,1)"), Method::CanonicalForm);
    differ(
        &layout("(M,8):(8,1)"),
        &layout("(M,8):(8,2)"),
        "layouts differ at coordinate 1 for M = 1: 1 and 2",
    );
    let bounded = layout("(M,8):(8,1) where M in [1,4]");
    let verdict = in_bounds(&bounded, &Term::constant(32), &Budget::default());
    assert_eq!(verdict, Verdict::Proved(Method::OffsetRange));
    let below = layout("(M,8):(-1,8) where M in [1,4]");
    let verdict = injective(&below, &Budget::default());
    assert_eq!(verdict, Verdict::Proved(Method::OffsetRange));
    let interleaved = layout("(M,8):(3,4) where M in [1,4]");
    let verdict = injective(&interleaved, &Budget::default());
    assert_eq!(verdict, Verdict::Proved(Method::Instances { count: 4 }));
    let verdict = in_bounds(&bounded, &Term::constant(31), &Budget::default());
    let Verdict::Refuted(departure) = verdict else { panic!("{verdict:?}") };
    assert_eq!(departure.to_string(), "offset 31 at coordinate 31 for M = 4 is outside [0, 31)");
}

#[test]
fn a_symbolic_stride_is_scaled_and_tried() {
    assert_eq!(composed("(4,N):(K,1)", "2:2").to_string(), "2:2*K");
    differ(&layout("4:K"), &layout("4:1"), "layouts differ at coordinate 1 for K = 0: 0 and 1");
    let far = layout("4:K where K in [1,1099511627776]");
    let verdict = in_bounds(&far, &Term::constant((3 << 40) + 1), &Budget::default());
    assert_eq!(verdict, Verdict::Proved(Method::OffsetRange));
    // It fails for the greatest K alone.
    let verdict = in_bounds(&far, &Term::constant(3 << 40), &Budget::default());
    let Verdict::Refuted(departure) = verdict else { panic!("{verdict:?}") };
    assert_eq!(
        departure.to_string(),
        "offset 3298534883328 at coordinate 3 for K = 1099511627776 is outside [0, 3298534883328)"
    );
}

/// Modes that merge for all values of the symbols are one mode, which goes on past the end as the last one of
/// them does.
#[test]
fn modes_with_symbols_merge_before_they_are_composed() {
    let g = |m: &str, n: &str| format!("({m},{n},1,4):(2,2*{m},7,2*{m}*{n})");
    let inner = ["16:1", "(4,4):(4,1)", "(2,3):(5,1)", "7:3", "(3,2):(0,40)", "3:100"];
    for f in inner {
        let all = composed(&g("M", "N"), f);
        let twice = composed("8:2", f);
        assert_eq!(all, twice, "{f}");
        for (m, n) in [(1, 1), (1, 3), (3, 1), (2, 5), (4, 4), (7, 2)] {
            let stride = format!("(2,{},7,{})", 2 * m, 2 * m * n);
            let one = composed(&format!("({m},{n},1,4):{stride}"), f);
            same(&one, &all, Method::CanonicalForm);
        }
    }
    // One of size 1 at the end is where it goes on.
    let at_the_end = layout("(M,N,1):(1,M,7)");
    let error = compose(&at_the_end, &layout("16:1"), Promotion::Extend, &Budget::default());
    assert!(error.is_err());
    assert_eq!(composed("(2,2,1):(1,2,7)", "16:1").to_string(), "(4,4):(1,7)");
}

#[test]
fn injectivity_of_every_kind() {
    let budget = Budget::default();
    let check = |text: &str, method| {
        assert_eq!(injective(&layout(text), &budget), Verdict::Proved(method), "{text}");
    };
    check("(2,2,2):(1,8,2)", Method::CanonicalForm);
    check("S<3,4,3> o 0 o (8,64):(64,1)", Method::F2Matrices);
    check("(16,13):(1,0) o 0 o 16:13", Method::Enumeration { coordinates: 16 });
    check("(8,M):(1,8)", Method::OffsetRange);
    check("(8,M):(3,32)", Method::OffsetRange);
    check("(3,2,M):(2,3,6)", Method::Isl);
    let refuted = |text: &str, message: &str| match injective(&layout(text), &budget) {
        Verdict::Refuted(collision) => assert_eq!(collision.to_string(), message),
        verdict => panic!("{text}: {verdict:?}"),
    };
    refuted("(2,4):(3,1)", "layout is not injective: coordinates 1 and 6 both give 3");
    refuted("{lane = [[1],[1]]}", "layout is not injective: coordinates 1 and 2 both give 1");
    refuted("(8,M):(1,4)", "layout is not injective: coordinates 4 and 8 for M = 2 both give 4");
}

#[test]
fn compositions_follow_the_operand_table() {
    let check = |g: &str, f: &str, expected: &str| {
        assert_eq!(composed(g, f).to_string(), expected, "{g} o {f}");
    };
    check("(12,(4,8)):(59,(13,1))", "[3:4;8:2]", "(3,(2,4)):(236,(26,1))");
    check("S<1,2,1> o 8 o (4,4):(1,4)", "(2,2):(1,4)", "S<1,2,1> o 8 o (2,2):(1,4)");
    check("(4,4):(4,1)", "16:1 o 2 o 4:1", "(4,4):(4,1) o 2 o 4:1");
    check("(4,8):(1@0,1@1)", "(2,2):(1,4)", "(2,2):(1@0,1@1)");
    check("{a = [[2],[1]]}", "{x = [[1],[0]]} -> [a = 4]", "{x = [[2],[0]]}");
    check("{a = [[2],[1]]}", "4:1", "{dim0 = [[2],[1]]}");
    check("8:2", "{lane = [[1],[4]]}", "{lane = [[2],[8]]}");
    // Offsets below 0 are coordinates of nothing, whatever the swizzle does.
    check("S<0,1,0>", "4:1", "S<0,1,0> o 0 o 4:1");
    check("S<0,1,0>", "4:-1", "{ [c] -> [-c] : 0 <= c < 4 and 0 <= -c }");
}

#[test]
fn a_domain_too_large_to_evaluate_is_decided() {
    let large = composed("(1048576,1048576):(1048576,1)", "(65536,65536):(1,65536)");
    assert_eq!(large.to_string(), "(65536,(16,4096)):(1048576,(68719476736,1))");
    // 3 does not divide 1048576 evenly: the composition carries, so it is not a layout.
    let carried = composed("(1048576,1048576):(1048576,1)", "(1048576,2):(1,3)");
    assert_eq!(carried.kind(), Kind::Relation);
}

#[test]
fn relations_of_several_dimensions_meet_layouts() {
    let transpose = layout("{a = [[0,1],[0,2]], b = [[1,0],[2,0]]}");
    let by_dims = layout("{ [c0, c1] -> [c1, c0] : 0 <= c0, c1 <= 3 }");
    same(&transpose, &by_dims, Method::Enumeration { coordinates: 16 });
    differ(
        &transpose,
        &layout("{ [c0, c1] -> [c0, c1] : 0 <= c0, c1 <= 3 }"),
        "layouts differ at coordinate 1: (0,1) and (1,0)",
    );
    // Top-level modes, flattened modes, and one integral coordinate of the same layout.
    let nested = layout("(4,(2,2)):(2,(1,8))");
    same(
        &nested,
        &layout("{ [i, j] -> [2i + (j mod 2) + 8*floor(j/2)] : 0 <= i, j < 4 }"),
        Method::Enumeration { coordinates: 16 },
    );
    same(
        &nested,
        &layout("{ [i, j, k] -> [2i + j + 8k] : 0 <= i < 4 and 0 <= j, k < 2 }"),
        Method::Enumeration { coordinates: 16 },
    );
    // No view of 16:1 has two inputs: the relation is counted instead, leftmost fastest.
    let counted = layout("{ [i, j] -> [i + 4j] : 0 <= i, j < 4 }");
    same(&layout("16:1"), &counted, Method::Enumeration { coordinates: 16 });
    // Two outputs against one: leftmost fastest by the sizes of the linear layout's out-dims.
    same(&transpose, &layout("(4,4):(4,1)"), Method::F2Matrices);
    same(&by_dims, &layout("(4,4):(4,1)"), Method::Isl);
}

#[track_caller]
fn unknown(a: &str, b: &str, reason: &str) {
    match equivalent(&layout(a), &layout(b), &Budget::default()) {
        Verdict::Unknown(unknown) => assert_eq!(unknown.to_string(), reason, "{a} and {b}"),
        verdict => panic!("{a} and {b}: {verdict:?}"),
    }
}

#[test]
fn a_composition_that_is_a_relation_extends_the_last_mode_as_written() {
    // Past (3,1):(4,0) the unit mode goes on with stride 0: at 2 the inner offset is 4, which is
    // (1,1), whose offset is 4.
    let composed = composed("(3,1):(4,0)", "(6,2):(2,6)");
    differ(
        &composed,
        &layout("{ [c] -> [8c - 24*floor(c/6)] : 0 <= c < 12 }"),
        "layouts differ at coordinate 2: 4 and 16",
    );
    let long = layout("(3,1):(4,0) o 0 o 2097152:1");
    let verdict = in_bounds(&long, &Term::constant(12), &Budget::default());
    assert_eq!(verdict, Verdict::Proved(Method::Isl));
}

#[test]
fn positions_of_tuple_offsets_matter() {
    differ(&layout("4:1@0"), &layout("4:1@1"), "layouts differ at coordinate 1: (1,0) and (0,1)");
    unknown("4:1@0", "4:1", "the offsets of 4:1@0 and 4:1 are not of the same kind");
    let pairs = layout("{lane = [[1,0],[2,0],[0,1],[0,2],[0,4]]}");
    same(&layout("(4,8):(1@0,1@1)"), &pairs, Method::Isl);
    let error = compose(&layout("4:1"), &layout("4:1@1"), Promotion::Extend, &Budget::default());
    assert_eq!(error.unwrap_err().to_string(), "coordinate 1@1 does not fit 4");
}

#[test]
fn a_value_that_is_not_found_proves_nothing() {
    let overflow = layout("{ [c] -> [9223372036854775807c] : 0 <= c < 3 }");
    let other = layout("{ [c] -> [9223372036854775807c + floor(c/2)] : 0 <= c < 3 }");
    differ(
        &overflow,
        &layout("{ [c] -> [9223372036854775807c - c] : 0 <= c < 3 }"),
        "layouts differ at coordinate 1: 9223372036854775807 and 9223372036854775806",
    );
    assert!(!matches!(equivalent(&overflow, &other, &Budget::default()), Verdict::Proved(_)));
    let total = "{ [c] -> [c] : 0 <= c < 4 and (c = 0 or c = 3 or exists (e, f: c = 2e + 3f)) }";
    differ(
        &layout(total),
        &layout("{ [c] -> [c] : 0 <= c < 4 and (c = 0 or c = 3) }"),
        "layouts differ at coordinate 1: 1 and none",
    );
}

#[test]
fn a_coordinate_past_64_bits_is_not_named() {
    let budget = Budget::default();
    let far = "5000000000 <= i, j < 10000000000";
    let far = |output: &str| layout(&format!("{{ [i, j] -> [{output}] : {far} }}"));
    let reason = "5000000000 * 10000000000 does not fit in 64 bits";
    let twice = injective(&far("floor(j/2)"), &budget);
    assert!(matches!(&twice, Verdict::Unknown(why) if why.to_string() == reason), "{twice:?}");
    let past = in_bounds(&far("i + j"), &Term::constant(100), &budget);
    assert!(matches!(&past, Verdict::Unknown(why) if why.to_string() == reason), "{past:?}");
    let differ = equivalent(&far("i + j"), &far("i + 2j"), &budget);
    assert!(matches!(&differ, Verdict::Unknown(why) if why.to_string() == reason), "{differ:?}");
    // The last coordinate that has a number, and the next.
    let edge = |least: i64| {
        let box_of = format!("0 <= i < 2147483648 and {least} <= j < 4294967297");
        layout(&format!("{{ [i, j] -> [0] : {box_of} }}"))
    };
    let twice = injective(&edge(4294967294), &budget);
    let Verdict::Refuted(found) = twice else { panic!("{twice:?}") };
    assert_eq!((found.first, found.second), (9223372032559808512, 9223372034707292160));
}

#[test]
fn swizzles_without_bits_are_one_function() {
    let (a, b) = ("S<0,0,1> o 1 o (4*N,8):(1,4)", "S<0,1,1> o 1 o (2,2*N,2,4):(1,2,4,8)");
    same(&layout(a), &layout(b), Method::CanonicalForm);
}

#[test]
fn nothing_is_decided_for_no_values_of_the_symbols() {
    let reason = "no value of M satisfies all facts about it";
    unknown("M:1 where M in [1,4]", "M:1 where M in [8,16]", reason);
    // An extent is at least 1.
    unknown("M:1", "4:M where M in [-8,0]", reason);
    let (a, b) = (layout("M:1 where M mod 4 = 1"), layout("M:1 where M mod 4 = 2"));
    let verdict = disjoint(&a, &b, &Budget::default());
    assert!(matches!(&verdict, Verdict::Unknown(why) if why.to_string() == reason), "{verdict:?}");
}

#[test]
fn bounds_of_undefined_and_tuple_offsets() {
    let budget = Budget::default();
    // No position is left of those of the outer layout: the offsets are numbers.
    let broadcast = in_bounds(&composed("3:1@0", "4:0"), &Term::constant(4), &budget);
    assert!(matches!(broadcast, Verdict::Proved(_)), "{broadcast:?}");
    let below = in_bounds(&layout("(4,3):(3,1) o -5 o 8:1"), &Term::constant(12), &budget);
    let Verdict::Refuted(departure) = below else { panic!("{below:?}") };
    assert_eq!((departure.coordinate, departure.offset), (0, -5));
    let tuples = in_bounds(&layout("(4,4096):(1@0,1@1)"), &Term::constant(2000), &budget);
    assert!(matches!(tuples, Verdict::Unknown(_)), "{tuples:?}");
    // 65535 is reached; no number of evaluations is needed to see it.
    let swizzled = in_bounds(&layout("S<12,0,12>"), &Term::constant(1 << 23), &budget);
    assert!(matches!(swizzled, Verdict::Refuted(_)), "{swizzled:?}");
    let least =
        in_bounds(&layout("S<1,0,1> o 0 o (128,64):(1,128)"), &Term::constant(8000), &budget);
    let Verdict::Refuted(departure) = least else { panic!("{least:?}") };
    assert_eq!(departure.coordinate, 8000);
}

#[test]
fn facts_hold_on_both_sides_and_together() {
    same(&layout("M:1 where M in [4,4]"), &layout("4:1"), Method::Instances { count: 1 });
    unknown(
        "M:2 where M in [1,4]",
        "M:3 where M in [5,6]",
        "no value of M satisfies all facts about it",
    );
    let refused = |text: &str| AnyLayout::parse(Kind::Cute, text).unwrap_err().to_string();
    assert_eq!(
        refused("M:1 where M mod 2 = 0, M mod 2 = 1"),
        "no integer satisfies M mod 2 = 0 and M mod 2 = 1"
    );
    assert_eq!(refused("M:1 where M in [-5,0]"), "no integer satisfies M in [-5,0]");
    // Extents are at least 1.
    let outer = layout("(4,M):(1,4)");
    let verdict = leaves_domain(&outer, &layout("4:1"), &Budget::default());
    assert_eq!(verdict, Some(Verdict::Proved(Method::OffsetRange)));
}

#[test]
fn relations_of_several_inputs_are_counted() {
    let a = layout("{ [i, j] -> [i + 2j] : 0 <= i < 2 and 0 <= j < 3 }");
    let b = layout("{ [i, j] -> [i + 3j] : 0 <= i < 3 and 0 <= j < 2 }");
    same(&a, &b, Method::Enumeration { coordinates: 6 });
    let c = layout("{ [i, j] -> [i + 3j] : 0 <= i < 2 and 0 <= j < 3 }");
    differ(&a, &c, "layouts differ at coordinate 2: 2 and 3");
    let broadcast = layout("{ [i, j] -> [i] : 0 <= i, j < 2 }");
    let Verdict::Refuted(collision) = injective(&broadcast, &Budget::default()) else { panic!() };
    assert_eq!((collision.first, collision.second), (0, 2));
    let Verdict::Refuted(departure) = in_bounds(&a, &Term::constant(3), &Budget::default()) else {
        panic!()
    };
    assert_eq!((departure.coordinate, departure.offset), (3, 3));
}

#[test]
fn a_tiler_leaves_a_mode() {
    let verdict = leaves_domain(&layout("(4,8):(1,4)"), &layout("[4;16]"), &Budget::default());
    let Some(Verdict::Refuted(departure)) = verdict else { panic!("{verdict:?}") };
    assert_eq!(departure.to_string(), "offset 8 at coordinate 8 of mode 1 is outside [0, 8)");
}

/// The greatest offset of an F2 map that does not reach all offsets: 0, 5, 3, 6.
#[test]
fn the_greatest_offset_of_a_linear_layout_decides_its_bounds() {
    let linear = layout("{register = [[5],[3]]} -> [dim0 = 8]");
    let bounded = |size| in_bounds(&linear, &Term::constant(size), &Budget::default());
    assert_eq!(bounded(7), Verdict::Proved(Method::F2Matrices));
    let Verdict::Refuted(departure) = bounded(6) else { panic!("{:?}", bounded(6)) };
    assert_eq!(departure.to_string(), "offset 6 at coordinate 3 is outside [0, 6)");
}
