//! The calculator: what it answers beside CuTe's Python, what it refuses, and how it says so.

use layout::calc::{Answer, Session};

/// The answer to the last of these lines.
#[track_caller]
fn answer(lines: &str) -> String {
    let mut session = Session::default();
    let mut last = None;
    for line in lines.lines() {
        last =
            session.run(line).unwrap_or_else(|error| panic!("{line}: {error}")).answer().cloned();
    }
    last.unwrap().to_string()
}

/// The notes on a line.
#[track_caller]
fn notes(line: &str) -> Vec<String> {
    let reply = Session::default().run(line).unwrap();
    reply.notes().iter().map(ToString::to_string).collect()
}

/// The error of a line, as it is shown without the line.
#[track_caller]
fn error(line: &str) -> (usize, String) {
    let error = Session::default().run(line).unwrap_err();
    (error.column(), error.to_string())
}

/// The answers of pycute 4.2, where they are right.
const PYCUTE: &[(&str, &str)] = &[
    ("compose((6,2):(8,2), (4,3):(3,1))", "((2,2),3):((24,2),8)"),
    ("compose(20:2, (5,4):(4,1))", "(5,4):(8,2)"),
    ("compose((10,2):(16,4), (5,4):(1,5))", "(5,(2,2)):(16,(80,4))"),
    ("coalesce((2,(1,6)):(1,(6,2)))", "12:1"),
    ("complement((2,4):(1,6), 24)", "3:2"),
    ("complement((4,2):(1,16), 64)", "(4,2):(4,32)"),
    ("logical_divide((4,2,3):(2,1,8), 4:2)", "((2,2),(2,3)):((4,1),(2,8))"),
    (
        "logical_divide((9,(4,8)):(59,(13,1)), [3:3;(2,4):(1,8)])",
        "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))",
    ),
    (
        "zipped_divide((9,(4,8)):(59,(13,1)), [3:3;(2,4):(1,8)])",
        "((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))",
    ),
    ("logical_product((2,2):(4,1), 6:1)", "((2,2),(2,3)):((4,1),(2,8))"),
    ("logical_product((2,2):(4,1), (4,2):(2,1))", "((2,2),(4,2)):((4,1),(8,2))"),
    ("right_inverse((4,8,2):(8,1,32))", "(8,4,2):(4,1,32)"),
    ("left_inverse((4,2):(2,1))", "(2,4):(4,1)"),
    ("filter((2,(4,6)):(1,(0,2)))", "12:1"),
    ("size((4,(2,2)):(2,(1,8)))", "16"),
    ("cosize((4,(2,2)):(2,(1,8)))", "16"),
    ("(4,(2,2)):(2,(1,8))(13)", "11"),
];

#[test]
fn right_answers_of_pycute_are_ours() {
    for (line, expected) in PYCUTE {
        assert_eq!(answer(line), *expected, "{line}");
    }
}

/// What pycute refuses although it exists, and what other systems get wrong.
#[test]
fn a_mode_that_a_tiler_takes_whole_is_one_tile() {
    let divided = |name: &str| format!("{name}((12,(4,8)):(7,(1,30)), [2:1;_])");
    assert_eq!(answer(&divided("zipped_divide")), "((2,(4,8)),(6,1)):((7,(1,30)),(14,0))");
    assert_eq!(
        notes(&divided("zipped_divide")),
        ["note: [2:1;_] takes mode 1 whole; CuTe splits it into tile and rest: \
             ((2,4),(6,8)):((7,1),(14,30))"]
    );
    assert_eq!(
        notes(&divided("flat_divide")),
        ["note: [2:1;_] takes mode 1 whole; CuTe splits it into tile and rest: \
             (2,4,6,8):(7,1,14,30)"]
    );
    assert_eq!(notes(&divided("logical_divide")), [""; 0]);
    let line = "tiled_divide((12,8):(8,1), [2:1;_])";
    assert_eq!(answer(line), "((2,8),6,1):((8,1),16,0)");
    assert_eq!(notes(line), ["note: [2:1;_] takes mode 1 whole; CuTe has no answer"]);
}

#[test]
fn wrong_answers_of_others_are_refused_with_a_reason() {
    // CuTe C++, CuTe DSL and NVIDIA's dialect give (2,3):(6,3); pycute fails an assertion.
    let line = "compose((4,6,8):(2,3,5), 6:3)";
    let Some(Answer::Layout(_)) = Session::default().run(line).unwrap().answer().cloned() else {
        panic!()
    };
    assert_eq!(
        notes(line),
        [
            "note: no CuTe layout equals it: none agrees with it up to coordinate 3",
            "note: CuTe's algorithm gives (2,3):(6,3), which is wrong: layouts differ at coordinate \
             2: 7 and 3",
        ]
    );
    assert_eq!(
        answer("equivalent(compose((4,6,8):(2,3,5), 6:3), (2,3):(6,3))"),
        "refuted: layouts differ at coordinate 2: 7 and 3"
    );
    assert_eq!(
        notes("(3,2):(1,2) o 4:2"),
        [
            "warning: composition leaves the domain of (3,2):(1,2) at coordinate 3: 4:2 gives 6, and \
             the left layout has size 6",
            "note: no CuTe layout equals it: none agrees with it up to coordinate 3",
            "note: CuTe's algorithm gives (2,2):(2,2), which is wrong: layouts differ at coordinate \
             2: 3 and 2",
        ]
    );
    // pycute gives the same wrong layout as the others here.
    assert_eq!(
        notes("(2,3):(3,1) o (4,2):(1,1)").last().unwrap(),
        "note: CuTe's algorithm gives ((2,2),2):((3,1),3), which is wrong: layouts differ at \
         coordinate 5: 1 and 6"
    );
    assert_eq!(answer("(4,3):(3,1) o 24:1"), "(4,6):(3,1)");
    assert_eq!(
        notes("(4,3):(3,1) o 24:1"),
        [
            "warning: composition leaves the domain of (4,3):(3,1) at coordinate 12: 24:1 gives 12, and \
          the left layout has size 12"
        ]
    );
    assert_eq!(answer("(4,2,8):(3,12,97) o 3:3"), "3:9");
    assert!(notes("(4,2,8):(3,12,97) o 3:3").is_empty());
    // pycute gives 1:0, CuTe C++ 2:2.
    assert_eq!(
        error("left_inverse((2,2):(0,1))"),
        (
            0,
            "there is no left_inverse((2,2):(0,1)): (2,2):(0,1) is not injective: coordinates 0 and \
             1 both have offset 0"
                .to_owned()
        )
    );
    // pycute gives (0,16):(4,4), with an extent of 0.
    assert_eq!(
        error("complement((4,2):(1,2), 64)").1,
        "there is no complement((4,2):(1,2), 64): (4,2):(1,2) is not injective: coordinates 2 and 4 \
         both have offset 2"
    );
    // pycute gives (2,2):(1,4), which sends the offset 5 of coordinate 2 to 5.
    assert_eq!(answer("left_inverse((2,2):(1,5))"), "(5,2):(1,2)");
    assert_eq!(
        error("S<3,4,2> o 8:1"),
        (6, "fields of 3 bits overlap at a shift of 2: S<B,M,S> needs B <= |S|".to_owned())
    );
    // In 32 bits it is -2147483648.
    assert_eq!(answer("size((65536,32768))"), "2147483648");
}

#[test]
fn every_notation_is_read() {
    assert_eq!(answer("(4,8)"), "(4,8):(1,4)");
    assert_eq!(answer("S<3,4,3> o 0 o (8,64):(64,1)"), "S<3,4,3> o 0 o (8,64):(64,1)");
    assert_eq!(answer("(16,13):(1,0) o -3 o 16:13"), "(16,13):(1,0) o -3 o 16:13");
    assert_eq!(answer("16 o 3 o 16:13"), "16:1 o 3 o 16:13");
    assert_eq!(answer("{lane = [[1],[2]]}"), "{lane = [[1],[2]]}");
    assert_eq!(answer("[4:2;8:1]"), "[4:2;8:1]");
    assert_eq!(answer("(M,8):(8,1) where M mod 16 = 0"), "(M,8):(8,1) where M mod 16 = 0");
    // Behind the facts of a layout the list goes on.
    let composed = "compose((M,8):(8,M) where M mod 8 = 0, M in [8,64], 4:2)";
    assert_eq!(answer(composed), "4:16");
    assert_eq!(answer(&format!("t = 4:2\n{}", composed.replace("4:2", "t"))), "4:16");
    assert_eq!(answer("M:8"), "M:8");
    // Parts of tuples are coordinates of the modes of a layout with symbols too.
    assert_eq!(answer("compose((M,4):(1,M), (4,M):(1@1,1@0))"), "(4,M):(M,1)");
    assert_eq!(answer("compose((8,M):(1,8), (4,8):(1@1,1@0))"), "(4,8):(8,1)");
    assert_eq!(
        answer("S<1,0,1> o 0 o (8,M):(1,8) o (4,8):(1@1,1@0)"),
        "S<1,0,1> o 0 o (4,8):(8,1)"
    );
    assert_eq!(answer("\"{ [c] -> [2c] : 0 <= c < 8 }\""), "\"{ [c] -> [2c] : 0 <= c < 8 }\"");
    assert_eq!(answer("#layout.cute<(4,8)>"), "(4,8):(1,4)");
    assert_eq!(answer("#layout.relation<\"{ [c] -> [2c] : 0 <= c < 8 }\">(3)"), "6");
    assert_eq!(answer("64 // a number"), "64");
    assert_eq!(answer("\"{ [c] -> [2c] : 0 <= c < 8 }\"(3) // \"six\""), "6");
}

#[test]
fn variables_stand_for_what_they_were_given() {
    assert_eq!(answer("s = S<1,2,1>\nt = (4,4):(1,4)\ns o 4 o t"), "S<1,2,1> o 4 o (4,4):(1,4)");
    assert_eq!(answer("s = S<1,2,1>\nt = (4,4):(1,4)\ns o t"), "S<1,2,1> o 0 o (4,4):(1,4)");
    assert_eq!(answer("t = (4,4):(1,4)\nS<1,2,1> o 0 o t"), "S<1,2,1> o 0 o (4,4):(1,4)");
    // 5 is (1,1), which a sends to 4, which is (0,1).
    assert_eq!(answer("a = (4,3):(3,1)\n(a o a)(5)"), "1");
    assert_eq!(answer("n = 32\ncomplement(4:1, n)"), "8:4");
    assert_eq!(answer("a = (4,2):(2,1)\ncomplement(4:1, size(a))"), "2:4");
    assert_eq!(answer("tile, tv = make_layout_tv((16,8):(8,1), (1,8):(8,1))\ntile"), "[16;64]");
    let several = "make_layout_tv((16,8):(8,1), (1,8):(8,1))";
    assert_eq!(answer(several), "[16;64]\n((8,16),8):((128,1),16)");
    assert_eq!(
        error(&format!("size({several})")),
        (5, "a layout is wanted here, not several values, which want names first".to_owned())
    );
    assert_eq!(error("a, b = 8:1"), (0, "2 names for 1 value".to_owned()));
    assert_eq!(
        error("size = 8"),
        (0, "size has a meaning already and names no variable".to_owned())
    );
    assert_eq!(error("a o b"), (0, "there is no variable a".to_owned()));
    assert_eq!(error("8:1 o b"), (6, "there is no variable b".to_owned()));
}

#[test]
fn parameters_are_written_as_the_operations_write_them() {
    let recast = "(128,64):(1,128)";
    for line in
        ["recast({} from 16 to 128)", "recast({}, 16, 128)", "recast({}, old_bits = 16, to 128)"]
    {
        assert_eq!(answer(&line.replace("{}", recast)), "(16,64):(1,16)", "{line}");
    }
    assert_eq!(answer("select((4,8,2):(1,4,32), [0, 2])"), "(4,2):(1,32)");
    assert_eq!(answer("group((4,8,2):(1,4,32), [0, 2])"), "((4,8),2):((1,4),32)");
    assert_eq!(answer("slice((4,8):(1,4), (2,_))"), "(8):(4)");
    assert_eq!(answer("coalesce((2,(1,6)):(1,(6,2)) by (1,1))"), "(2,6):(1,2)");
    assert_eq!(answer("coalesce((2,(1,6)):(1,(6,2)), (1,1))"), "(2,6):(1,2)");
    assert_eq!(answer("complement((2,2):(1,5), 20, flavor = paper)"), "(2,3):(2,9)");
    assert_eq!(answer("complement((2,2):(1,5), 20 flavor paper)"), "(2,3):(2,9)");
    assert_eq!(answer("make_ordered_layout((4,8), (1,0))"), "(4,8):(8,1)");
    assert_eq!(answer("make_ordered_layout(shape = (4,8), order = (1,0))"), "(4,8):(8,1)");
    assert_eq!(answer("convert((4,8):(8,1) to linear)"), answer("convert((4,8):(8,1), linear)"));
    assert_eq!(answer("sublayout({lane = [[1]], warp = [[2]]} ins [warp])"), "{warp = [[2]]}");
    assert_eq!(answer("layout.idx2crd((4,8):(8,1), 13)"), "1\n3");
    assert_eq!(answer("apply((4,8):(8,1), 1, 3)"), "11");
}

#[test]
fn claims_are_proved_or_refuted() {
    let claims = [
        ("equivalent((2,2):(1,2), 4:1)", "proved by canonical form: layouts are equal"),
        ("assert_equivalent((2,2):(1,2), 4:1)", "proved by canonical form: layouts are equal"),
        ("injective(4:1)", "proved by canonical form: layout is injective"),
        (
            "injective((2,2):(0,1))",
            "refuted: layout is not injective: coordinates 0 and 1 both give 0",
        ),
        ("surjective(4:2, 8)", "refuted: layout is not surjective: no coordinate gives 1"),
        (
            "bijective((4,8):(8,1))",
            "proved by offset range: layout is bijective onto the numbers up to its greatest offset",
        ),
        (
            "disjoint(4:2, 4:3)",
            "refuted: layouts are not disjoint: coordinate 0 of the left and coordinate 0 of the \
             right both give 0",
        ),
        ("in_bounds((4,6):(3,1), 12)", "refuted: offset 12 at coordinate 15 is outside [0, 12)"),
        ("in_bounds((4,6):(3,1), 15)", "proved by offset range: layout stays in [0, 15)"),
        ("increasing((3,2):(2,3))", "refuted: layout does not increase at coordinate 3: 3 after 4"),
        ("compatible(16:1, (4,4):(1,4))", "proved by shapes: shapes are compatible"),
        (
            "compatible(15:1, (4,4):(1,4))",
            "refuted: not every coordinate of 15 is a coordinate of (4,4): the shapes are not compatible",
        ),
        ("assert_size((4,4):(1,4), 16)", "proved by evaluation: layout has size 16"),
        ("assert_cosize((4,4):(1,4), 15)", "refuted: layout has cosize 16, not 15"),
    ];
    for (line, expected) in claims {
        let reply = Session::default().run(line).unwrap();
        assert_eq!(reply.answer().unwrap().to_string(), expected, "{line}");
        assert_eq!(reply.stands(), expected.starts_with("proved"), "{line}");
    }
    let reply = Session::default().run("assert_cosize((1,8):(M,1), 8)").unwrap();
    let text = "unknown whether layout has cosize 8: the cosize of (1,8):(M,1) is not a number";
    assert_eq!((reply.answer().unwrap().to_string().as_str(), reply.stands()), (text, false));
}

#[test]
fn errors_point_at_their_column() {
    for (line, column, message) in [
        ("compose((4,6:2), 6:3)", 12, "expected ',' or ')' but found ':'"),
        // What is said of the symbols is said of all parts, whatever the offset between them is.
        (
            "surjective(S<0,1,2> o 8*N o (8,8):(8,2*M) where M in [1,2], M mod 6 = 0, N in [2,3])",
            42,
            "no integer satisfies M in [1,2] and M mod 6 = 0",
        ),
        (
            "injective(S<1,3,2> o M o N:2 where N in [2,2], N mod 4 = 0)",
            29,
            "no integer satisfies N in [2,2] and N mod 4 = 0",
        ),
        (
            "injective(2:9223372036854775807)",
            10,
            "the cosize of 2:9223372036854775807 does not fit in 64 bits",
        ),
        ("compose(4:1)", 0, "compose takes 2 layouts, not 1"),
        ("compose(4:1, 4:1, 4:1)", 18, "expected none but found '4'"),
        ("  compos(4:1)", 2, "there is no operation compos"),
        ("8:1 o size(4:1 4:1)", 15, "expected ')' but found '4'"),
        ("complement(4:1)", 0, "complement takes a parameter size"),
        ("complement(4:1, 8:1)", 16, "a number is wanted here, not 8:1"),
        (
            "size(injective(4:1))",
            5,
            "a layout is wanted here, not proved by canonical form: layout is injective",
        ),
        ("compose", 0, "compose is an operation: what it takes stands in ()"),
        ("(4,8):(8,1)(1,2,3)", 0, "a coordinate of (4,8):(8,1) has 1 or 2 numbers, not 3"),
        ("\"{ [c] -> [2c\"", 13, "expected ',' or ']' but the text ends here"),
        ("\"{ [c]", 1, "the quote of this relation does not end"),
    ] {
        assert_eq!(error(line), (column, message.to_owned()), "{line}");
    }
    assert_eq!(
        error("convert((4,3):(5,1) to linear)").1.split(':').next().unwrap(),
        "not possible"
    );
    assert_eq!(
        error("convert(4:1 to triton)"),
        (0, "triton is not a notation: there are cute, composed, linear, relation".to_owned())
    );
    assert_eq!(notes("(4,3):(3,1)(12)").len(), 1);
    assert_eq!(
        notes("(4,3):(3,1)(12)")[0],
        "warning: coordinate 12 is past the end of (4,3):(3,1), which has size 12"
    );
    assert_eq!(
        notes("logical_divide(10:1, 4:1)")[0],
        "warning: division leaves the domain of 10:1 at coordinate 10: (4,3):(1,4) gives 10, and the \
         left layout has size 10"
    );
}

#[test]
fn no_line_is_too_deep() {
    let deep = "size(".repeat(100_000);
    assert_eq!(error(&deep).1, "nested more than 64 deep");
    let long = format!("a = 4:1{}", " o 4:1".repeat(100_000));
    assert_eq!(error(&long).1, "nested more than 64 deep");
    let mixed = "(a(".repeat(10_000);
    assert!(Session::default().run(&mixed).is_err());
}
