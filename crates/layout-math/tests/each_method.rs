//! Each method settles a claim by itself as all of them do together: what `layout-fuzz` found where one of
//! them leaned on those before it.

use layout_math::algebra::{
    AnyLayout, Budget, Kind, Measure, NoParameters, Operation, Verdict, bijective, disjoint,
    equivalent, has_measure, in_bounds, injective, surjective,
};
use layout_math::cute::Term;

const FORMS: Budget = Budget { search_steps: 1 << 24, ..Budget::CLOSED_FORMS };
const WALK: Budget = Budget { isl_operations: 0, closed_forms: false, ..Budget::DEFAULT };
const ISL: Budget = Budget { walk_first: 0, walk_last: 0, closed_forms: false, ..Budget::DEFAULT };

fn layout(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap()
}

fn text<W: std::fmt::Display>(verdict: Verdict<W>) -> String {
    match verdict {
        Verdict::Proved(method) => method.to_string(),
        Verdict::Refuted(witness) => witness.to_string(),
        Verdict::Unknown(unknown) => format!("unknown: {unknown}"),
    }
}

/// A linear layout has to reach all that its out-dims have room for, whoever is asked.
#[test]
fn the_room_of_out_dims_is_asked_for_by_every_method() {
    for bases in ["{register = []} -> [dim0 = 4]", "{block = []} -> [dim0 = 4, dim1 = 32]"] {
        let linear = layout(Kind::Linear, bases);
        for budget in [Budget::DEFAULT, WALK, ISL] {
            let missed = "layout is not surjective: no coordinate gives 1";
            assert_eq!(text(surjective(&linear, None, &budget)), missed);
            assert_eq!(text(bijective(&linear, None, &budget)), missed);
        }
    }
}

/// A coordinate without an offset is not in bounds.
#[test]
fn a_coordinate_below_zero_is_seen_by_every_method() {
    let below = [
        ("S<1,1,3> o 0 o (2):(-1)", 1, "coordinate 1: S<1,1,3> has no value at -1"),
        ("S<1,0,4> o -1 o (1):(0)", 0, "coordinate 0: S<1,0,4> has no value at -1"),
        ("(1):(0) o 0 o (2):(-1)", 1, "coordinate 1: (1):(0) has no value at -1"),
    ];
    for (composed, size, hole) in below {
        let composed = layout(Kind::Composed, composed);
        for budget in [Budget::DEFAULT, FORMS, WALK, ISL] {
            let found = text(in_bounds(&composed, &Term::constant(size), &budget));
            assert_eq!(found, format!("there is no offset at {hole}"), "{composed}");
        }
    }
}

/// Where all offsets are below 0, no number is missed.
#[test]
fn nothing_is_missed_among_no_numbers() {
    for (kind, moved) in [
        (Kind::Composed, "S<0,0,1> o -2 o (1):(0)"),
        (Kind::Relation, "{ [i] -> [-i - 2] : 0 <= i <= 2 }"),
        (Kind::Composed, "S<0,0,1> o -200000 o 100000:1"),
    ] {
        let moved = layout(kind, moved);
        for budget in [Budget::DEFAULT, FORMS] {
            let verdict = surjective(&moved, Some(0), &budget);
            assert!(matches!(verdict, Verdict::Proved(_)), "{moved}: {verdict:?}");
            let missed = "layout is not surjective: no coordinate gives 0";
            assert_eq!(text(surjective(&moved, Some(1), &budget)), missed);
        }
    }
}

/// The extents of an outer layout are at least 1, as all are.
#[test]
fn extents_of_an_outer_layout_are_known_to_isl() {
    let collides = layout(Kind::Composed, "(3,M):(4,1) o 0 o N:11 where N in [4,6], N mod 4 = 2");
    let found = text(injective(&collides, &ISL));
    assert!(!found.contains("M = 0") && !found.contains("M = -"), "{found}");
    // M is an extent outside and the offset inside: it is not negative.
    let moved = layout(Kind::Composed, "(M):(0) o M o 3:1");
    assert_eq!(text(in_bounds(&moved, &Term::constant(1), &ISL)), "isl");
}

/// Coordinates of two layouts are counted in a box that holds both.
#[test]
fn a_coordinate_that_one_layout_lacks_is_counted_in_a_box_of_both() {
    let one = layout(Kind::Linear, "{register = [], lane = []} -> [dim0 = 4]");
    let triangle =
        layout(Kind::Relation, "{ [i, j] -> [0] : 0 <= i <= 1 and 0 <= j <= 1 and j >= i }");
    let found = text(equivalent(&one, &triangle, &Budget::DEFAULT));
    let right = ["coordinate 2: none and 0", "coordinate 3: none and 0"];
    assert!(right.iter().any(|right| found.ends_with(right)), "{found}");
}

/// An input below 0 is none of the coordinates of a box that begins there.
#[test]
fn a_difference_below_zero_has_no_coordinate() {
    let below = "{ [i, j] -> [i, j] : -1 <= i <= 3 and 1 <= j <= 4 }";
    let inside = "{ [i, j] -> [i, j] : 0 <= i <= 3 and 1 <= j <= 4 }";
    let [below, inside] = [below, inside].map(|text| layout(Kind::Relation, text));
    let reason = "unknown: the inputs of the relation do not form a box that begins at 0";
    for (left, right) in [(&below, &inside), (&inside, &below)] {
        assert_eq!(text(equivalent(left, right, &Budget::DEFAULT)), reason);
    }
}

/// isl takes the least value of a union whose first piece has no points for 0.
#[test]
fn the_offsets_of_a_difference_are_those_of_the_layouts() {
    let columns = layout(Kind::Cute, "(2,8):(1,-1)");
    let repeated = layout(Kind::Cute, "(8,2):(1,0)");
    for (left, right, offsets) in
        [(&columns, &repeated, "-1 and 2"), (&repeated, &columns, "2 and -1")]
    {
        for budget in [Budget::DEFAULT, WALK, ISL] {
            let found = text(equivalent(left, right, &budget));
            assert_eq!(found, format!("layouts differ at coordinate 2: {offsets}"));
        }
    }
}

/// Out-dims are compared with as many outputs, and parts of tuples with outputs, coordinate by coordinate:
/// isl does not decide all of it.
#[test]
fn parts_of_offsets_are_walked_over() {
    let linear = "{register = [[3,31],[3,0],[3,16]], lane = [[0,9],[2,9],[4,9],[6,14],[1,9]]} -> [dim0 = 8, dim1 = 32]";
    let linear = layout(Kind::Linear, linear);
    let relation = "{ [i] -> [min(i, 3), o] : 0 <= i < 1 and -4 <= o <= 20 and o = i + (i mod 3) }";
    let relation = layout(Kind::Relation, relation);
    let verdict = text(equivalent(&relation, &linear, &Budget::DEFAULT));
    assert_eq!(verdict, "layouts differ at coordinate 1: none and (3,31)");
    let swap = layout(Kind::Linear, "{a = [[0,1]], b = [[1,0]]} -> [x = 2, y = 2]");
    let same = layout(Kind::Relation, "{ [i, j] -> [j, i] : 0 <= i < 2 and 0 <= j < 2 }");
    assert_eq!(text(equivalent(&swap, &same, &Budget::DEFAULT)), "enumeration of 4 coordinates");
    let far = layout(Kind::Relation, "{ [i] -> [2, i] : 0 <= i < 2 }");
    assert_eq!(text(disjoint(&swap, &far, &WALK)), "enumeration of 6 coordinates");
    assert_eq!(
        text(disjoint(&same, &swap, &WALK)),
        "layouts are not disjoint: coordinate 0 of the left and coordinate 0 of the right both give (0,0)"
    );
    let tuple = layout(Kind::Cute, "(2,2):(1@1,1@0)");
    assert_eq!(text(equivalent(&tuple, &same, &Budget::DEFAULT)), "enumeration of 4 coordinates");
    // The part at 1@1 is not an output.
    let nested = layout(Kind::Cute, "(2,2):(1@1,1@0@0)");
    assert!(text(equivalent(&nested, &same, &Budget::DEFAULT)).starts_with("unknown"));
}

/// A relation without pairs has no box of inputs, but it is known where it differs.
#[test]
fn a_relation_without_pairs_is_compared() {
    let empty =
        layout(Kind::Relation, "{ [i, j] -> [i, j] : 0 <= i < 1 and 0 <= j < 1 and j < i }");
    let one = layout(Kind::Linear, "{lane = []} -> [dim0 = 4, dim1 = 2]");
    for budget in [Budget::DEFAULT, WALK, ISL] {
        let verdict = text(equivalent(&one, &empty, &budget));
        assert_eq!(verdict, "layouts differ at coordinate 0: (0,0) and none");
        assert!(matches!(disjoint(&one, &empty, &budget), Verdict::Proved(_)));
    }
}

/// A relation may have several values at a coordinate: all of them are compared, by a walk too, so that few
/// values of a symbol are looked at where isl knows nothing of their product.
#[test]
fn all_values_at_a_coordinate_are_compared() {
    let two = layout(Kind::Relation, "{ [i] -> [i] : 0 <= i < 3; [i] -> [3i] : 0 <= i < 3 }");
    let more = layout(Kind::Relation, "{ [i] -> [3i] : 0 <= i < 3; [i] -> [i] : 0 <= i < 4 }");
    let one = layout(Kind::Cute, "3:1");
    for budget in [Budget::DEFAULT, WALK] {
        assert!(matches!(equivalent(&two, &two, &budget), Verdict::Proved(_)));
        let differ = |a, b| text(equivalent(a, b, &budget));
        assert_eq!(differ(&two, &one), "layouts differ at coordinate 1: 3 and 1");
        assert_eq!(differ(&one, &two), "layouts differ at coordinate 1: 1 and 3");
        assert_eq!(differ(&two, &more), "layouts differ at coordinate 3: none and 3");
        let symbols = layout(Kind::Composed, "S<1,0,2> o 0 o (2,M,2):(0,1,2) where M in [3,8]");
        assert_eq!(differ(&two, &symbols), "layouts differ at coordinate 1 for M = 3: 1 and 0");
    }
}

/// How the coordinates of one relation are counted does not matter beside another one without pairs.
#[test]
fn holes_are_compared_with_nothing() {
    let empty = layout(Kind::Relation, "{ [i] -> [i] : 0 <= i and i < 0 }");
    let holes =
        layout(Kind::Relation, "{ [i, j] -> [2] : 3 <= i <= 3 and 1 <= j <= 2 and j != 1 }");
    let verdict = text(equivalent(&empty, &holes, &Budget::DEFAULT));
    // 11 is 3 + 4*2.
    assert_eq!(verdict, "layouts differ at coordinate 11: none and 2");
    let verdict = text(equivalent(&holes, &empty, &Budget::DEFAULT));
    assert_eq!(verdict, "layouts differ at coordinate 11: 2 and none");
}

/// A truth about a layout with symbols is one for all of their values.
#[test]
fn what_symbols_decide_is_no_truth() {
    let ask = |name: &str, layout: &AnyLayout| {
        let operation = Operation::named(name).unwrap();
        let value = operation.evaluate(&[layout], &NoParameters, &Budget::DEFAULT);
        value.map_or_else(|error| error.to_string(), |value| value[0].to_string())
    };
    let injective = |text: &str| ask("is_injective", &layout(Kind::Cute, text));
    let surjective = |text: &str| ask("is_surjective", &layout(Kind::Cute, text));
    let open = |text: &str| format!("{text} has symbols, of which the condition is not decided");
    // It is not for d = 0, and is for d = 1.
    assert_eq!(injective("2:d where d in [0,3]"), open("2:d where d in [0,3]"));
    assert_eq!(injective("2:d where d in [1,3]"), "true");
    assert_eq!(injective("(2,M):(0,1) where M in [1,3]"), "false");
    assert_eq!(injective("(2,M):(1,1) where M in [2,9]"), "false");
    assert_eq!(surjective("2:d where d in [1,3]"), open("2:d where d in [1,3]"));
    assert_eq!(surjective("2:d where d in [2,3]"), "false");
}

/// isl has its whole budget for the values of symbols that there are.
#[test]
fn few_values_of_symbols_share_the_budget() {
    let sizes = [
        "[k] -> { [i] -> [a, b] : 0 <= i < 1 and -4 <= a <= 20 and -4 <= b <= 20 and 2a = i + max(i, 3) + k and 2b = max(i, 1) - 1 and 1 <= k <= 3; [i] -> [ceil(i/3), b] : 2 <= i <= 3 and -4 <= b <= 20 and min(i, 2) - i <= b and b <= min(i, 2) - i + 1 and 1 <= k <= 3 }",
        "[d] -> { [i, j] -> [j mod 3] : 0 <= i <= 1 and 0 <= j <= 2 and j >= i and -1 <= d <= 4; [i, j] -> [o] : 2 <= i <= 5 and 1 <= j <= 4 and -4 <= o <= 20 and o <= j + 4*floor(j/3) + d + 3 and -1 <= d <= 4 }",
    ];
    let verdicts = sizes.map(|relation| {
        text(has_measure(&layout(Kind::Relation, relation), Measure::Size, 21, &Budget::DEFAULT))
    });
    assert_eq!(verdicts[0], "layout has size 3, not 21 for k = 1");
    assert_eq!(verdicts[1], "enumeration of 6 values of symbols");
}

/// Equal values in out-dims of other sizes are other offsets: (0,1) is 4 of 4 by 4, and 16 of 16 by 16.
#[test]
fn values_in_out_dims_of_other_sizes_are_counted() {
    let small = layout(Kind::Linear, "{lane = [[0,1]]} -> [dim0 = 4, dim1 = 4]");
    let large = layout(Kind::Linear, "{lane = [[0,1]]} -> [dim0 = 16, dim1 = 16]");
    for budget in [Budget::DEFAULT, FORMS, WALK, ISL] {
        let verdict = text(equivalent(&small, &large, &budget));
        assert_eq!(verdict, "layouts differ at coordinate 1: 4 and 16");
    }
}

/// Inputs that form no box are compared with modes or inputs, and counted in the box of both: whether a
/// walk lists all pairs or evaluates them, it finds what a look at every coordinate finds.
#[test]
fn inputs_with_holes_are_walked_over() {
    let evaluated = Budget { walk_first: 2, closed_forms: false, ..Budget::DEFAULT };
    let layouts: Vec<(AnyLayout, [i64; 4])> = (0..36)
        .map(|at| [1 + at % 3, 1 + at / 3 % 3, at / 9 % 2, at / 18])
        .map(|modes| {
            let [first, second, a, b] = modes;
            (layout(Kind::Cute, &format!("({first},{second}):({a},{b})")), modes)
        })
        .collect();
    let triangle = |end| format!("{{ [i, j] -> [i + j] : 0 <= i <= j and j < {end} }}");
    let triangles = [2, 3].map(|end| layout(Kind::Relation, &triangle(end)));
    let written = |value: Option<i64>| value.map_or("none".into(), |value| value.to_string());
    for (end, relation) in [2, 3].into_iter().zip(&triangles) {
        let offset = |i: i64, j: i64| (i <= j && j < end).then_some(i + j);
        for (cute, [first, second, a, b]) in &layouts {
            let own = |i: i64, j: i64| (i < *first && j < *second).then_some(i * a + j * b);
            let (width, height) = (end.max(*first), end.max(*second));
            let at = |coordinate: i64| (coordinate % width, coordinate / width);
            let offsets = |coordinate| {
                let (i, j) = at(coordinate);
                (offset(i, j), own(i, j))
            };
            let differing = |coordinate: &i64| offsets(*coordinate).0 != offsets(*coordinate).1;
            let found_at = |coordinate| {
                let (left, right) = offsets(coordinate);
                let (left, right) = (written(left), written(right));
                format!("layouts differ at coordinate {coordinate}: {left} and {right}")
            };
            let mut all = (0..width * height).filter(differing);
            let least = found_at(all.next().expect("a triangle is not a box"));
            assert_eq!(text(equivalent(relation, cute, &Budget::DEFAULT)), least, "{cute}");
            let found = text(equivalent(relation, cute, &evaluated));
            let mut others = std::iter::once(least).chain(all.map(found_at));
            assert!(others.any(|other| other == found), "{found}: {cute}");
        }
    }
    let same = "{ [i, j] -> [2i + j - i] : 2 >= j >= i and 0 <= i }";
    let same = layout(Kind::Relation, same);
    assert_eq!(
        text(equivalent(&triangles[1], &same, &Budget::DEFAULT)),
        "enumeration of 9 coordinates"
    );
    let found = text(equivalent(&triangles[0], &same, &Budget::DEFAULT));
    assert_eq!(found, "layouts differ at coordinate 6: none and 2");
}

/// Where isl ends without an answer, pairs that are too many to be listed are evaluated.
#[test]
fn many_inputs_with_holes_are_walked_over() {
    let after_isl = Budget { isl_operations: 10_000, closed_forms: false, ..Budget::DEFAULT };
    let steps = |end: i64, at: i64| {
        let sum: Vec<String> = (2..12).map(|n| format!("floor((i + {at}j)/{n})")).collect();
        let text = format!("{{ [i, j] -> [{}] : 0 <= i <= j and j < {end} }}", sum.join(" + "));
        layout(Kind::Relation, &text)
    };
    let (left, right) = (steps(200, 1), layout(Kind::Cute, "(300,300):(0,0)"));
    let found = text(equivalent(&left, &right, &after_isl));
    assert!(found.starts_with("layouts differ at coordinate"), "{found}");
    let verdict = text(equivalent(&steps(200, 1), &steps(200, 1), &after_isl));
    assert_eq!(verdict, "enumeration of 40000 coordinates");
}

/// What isl did not answer in its budget.
#[test]
fn holes_beside_out_dims_are_decided() {
    let relation = "{ [i, j] -> [2i] : 0 <= i <= 2 and 0 <= j <= 1; [i, j] -> [4j + 1] : 5 <= i <= 6 and 0 <= j <= 1 and j <= i }";
    let relation = layout(Kind::Relation, relation);
    let linear = "{register = [[0,0,20],[3,0,29],[3,0,31]], lane = [[6,0,14],[2,0,21],[0,0,15],[3,0,9]]} -> [dim0 = 8, dim1 = 1, dim2 = 32]";
    let linear = layout(Kind::Linear, linear);
    let verdict = text(equivalent(&relation, &linear, &Budget::DEFAULT));
    assert_eq!(verdict, "layouts differ at coordinate 1: 2 and 160");
}

/// The offsets are natural because K is odd, which no bound of it says.
#[test]
fn isl_sees_that_a_swizzle_has_no_holes() {
    let moved =
        layout(Kind::Composed, "S<1,0,1> o K o 4:-1 where K in [2,1000000001], K mod 2 = 1");
    for budget in [Budget::DEFAULT, ISL] {
        let found = text(bijective(&moved, None, &budget));
        assert_eq!(found, "layout is not surjective: no coordinate gives 0 for K = 5");
    }
}

#[test]
fn every_method_names_the_offset_of_a_linear_layout_as_a_number() {
    let left = "{register = [[1,0],[2,0]], block = [[0,0]]} -> [dim0 = 4, dim1 = 1] xor [3,0]";
    let right = "{lane = [[1,0]], warp = [[2,0],[0,0]]} -> [dim0 = 4, dim1 = 1]";
    let [left, right] = [left, right].map(|text| AnyLayout::parse(Kind::Linear, text).unwrap());
    for (method, budget) in Budget::single_methods(50_000) {
        match equivalent(&left, &right, &budget) {
            Verdict::Refuted(why) => {
                let expected = "layouts differ at coordinate 0: 3 and 0";
                assert_eq!(why.to_string(), expected, "{method}");
            }
            other => panic!("{method}: {other:?}"),
        }
    }
}

/// A relation whose inputs form a box for each value of a parameter is compared by the integral coordinate.
#[test]
fn inputs_that_are_a_box_for_each_value_are_counted_in_it() {
    let modes = "(3,2,1):(1,3,d) where d in [0,100000]";
    let rows = |end: i64, formula: &str| {
        let inside = format!("0 <= i < 2 and 0 <= j < {end} and {formula}");
        layout(Kind::Relation, &format!("[d] -> {{ [i, j] -> [i + 2j] : {inside} }}"))
    };
    let cases = [
        // The same numbers in another shape, also where the parameter has too many values for all of them.
        (rows(3, "0 <= d <= 100000"), Kind::Cute, modes, "isl", "isl"),
        (rows(3, "0 <= d"), Kind::Cute, modes, "isl", "isl"),
        (
            rows(3, "0 <= d <= 99999"),
            Kind::Cute,
            modes,
            "layouts differ at coordinate 0 for d = 100000: none and 0",
            "layouts differ at coordinate 0 for d = 100000: none and 0",
        ),
        // The coordinate is not one of the digits of both, though they can be compared.
        (
            layout(
                Kind::Relation,
                "[d] -> { [i, j] -> [1] : i = 0 and 0 <= j <= 2 and -2 <= d <= 0 }",
            ),
            Kind::Composed,
            "S<2,0,2> o 0 o (2,3):(0,1)",
            "layouts differ at coordinate 0 for d = -3: none and 0",
            "layouts differ at coordinate 0 for d = -2: 1 and 0",
        ),
        (
            layout(Kind::Relation, "[d] -> { [i, j] -> [i] : 0 <= i < d and 0 <= j < 3 }"),
            Kind::Cute,
            "(3,d):(1,0) where d in [2,100000]",
            "layouts differ at coordinate 2 for d = 2: 0 and 2",
            "layouts differ at coordinate 2 for d = 2: 0 and 2",
        ),
        (
            layout(Kind::Relation, "[d] -> { [i, j] -> [0] : 0 <= i < d and 0 <= j < 3 }"),
            Kind::Cute,
            "(3,d):(0,0) where d in [2,5]",
            "enumeration of 4 values of symbols",
            "unknown: the coordinates form boxes of other extents",
        ),
        (
            layout(
                Kind::Relation,
                "[d] -> { [i, j] -> [i] : 0 <= i < d and 0 <= j < 3 and 2 <= d <= 4 }",
            ),
            Kind::Relation,
            "[d] -> { [i, j] -> [j] : 0 <= i < 3 and 0 <= j < d and 2 <= d <= 4 }",
            "layouts differ at coordinate 1 for d = 2: 1 and 0",
            "layouts differ at coordinate 1 for d = 2: 1 and 0",
        ),
        (
            layout(
                Kind::Relation,
                "[d] -> { [i, j] -> [0] : 0 <= i < d and 0 <= j < 3 and 2 <= d <= 4 }",
            ),
            Kind::Relation,
            "[d] -> { [i, j] -> [0] : 0 <= i < 3 and 0 <= j < d and 2 <= d <= 4 }",
            "enumeration of 5 values of symbols",
            "unknown: the coordinates form boxes of other extents",
        ),
    ];
    for (relation, kind, other, by_any, by_isl) in cases {
        let other = layout(kind, other);
        let both =
            [Budget::DEFAULT, ISL].map(|budget| text(equivalent(&relation, &other, &budget)));
        assert_eq!(both, [by_any, by_isl], "{relation} and {other}");
    }
}

/// What fails for one of the least values of each symbol is refuted, also beside a relation.
#[test]
fn a_dozen_values_of_each_symbol_are_looked_at_beside_a_relation() {
    let text_of_relation =
        "[M] -> { [i, j] -> [(M + 1)] : 0 <= i <= 1 and 0 <= j <= 0 and j < i and 4 <= M <= 5 }";
    let relation = layout(Kind::Relation, text_of_relation);
    let facts = "M in [4,5], N in [1,6], k mod 3 = 1";
    let composed = layout(Kind::Composed, &format!("(1):(2) o k o (N,M):(-1*N,0) where {facts}"));
    let found = text(disjoint(&relation, &composed, &Budget::DEFAULT));
    let meeting = "coordinate 1 of the left and coordinate 1 of the right both give 6";
    assert_eq!(found, format!("layouts are not disjoint: {meeting} for M = 5, N = 4, k = 7"));
}
