//! The calculator's explanations: how an answer comes about, step by step with its numbers.

use layout::calc::Session;

/// The answer to a line.
#[track_caller]
fn answer(line: &str) -> String {
    Session::default().run(line).unwrap().answer().unwrap().to_string()
}

/// The lines of an explanation, without what stands before and after them.
#[track_caller]
fn explains(line: &str, expected: &[&str]) {
    let text = answer(line);
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    for wanted in expected {
        assert!(lines.contains(wanted), "{wanted} is not in\n{text}");
    }
}

#[test]
fn an_explanation_is_not_a_value() {
    for (line, column) in [("size(explain(8:1))", 5), ("explain(explain(8:1))", 8)] {
        let error = Session::default().run(line).unwrap_err();
        let message = "explain has no value: it cannot be part of an expression";
        assert_eq!((error.column(), error.to_string()), (column, message.to_owned()), "{line}");
    }
    // It may have a name, as a picture may.
    assert!(answer("steps = (explain(8:1))").contains("size 8"));
}

#[test]
fn a_composition_is_explained_mode_by_mode() {
    explains(
        "explain((6,2):(8,2) o (4,3):(3,1))",
        &[
            "the modes of G, coalesced: 6:8, then 2:2 without an end",
            "mode 4:3 of F is 4 steps of 3",
            "in 6:8: 3 divides 6, so the steps go around evenly",
            "2 of 4 steps are taken here: 2:24 (stride 3*8)",
            "left are 2 steps of 1 (3/6)",
            "in 2:2 without an end: 2 steps of 1, so 2:2",
            "together 2:24, 2:2",
            "CuTe's candidate is ((2,2),3):((24,2),8)",
            "every step went around evenly and nothing carries: it is the composition",
            "answer: ((2,2),3):((24,2),8)",
        ],
    );
    explains(
        "explain(compose((4,6,8):(2,3,5), 6:3))",
        &[
            "in 4:2: 3 neither divides 4 nor is a multiple of it",
            "left are 3 steps of 1 (3/4, rounded up, which need not be right)",
            "CuTe's candidate is (2,3):(6,3)",
            "2  6     (2,1,0)  7        3  wrong",
            "the candidate is wrong at coordinate 2",
        ],
    );
    explains(
        "explain((2,3):(3,1) o (4,2):(1,1))",
        &[
            "together the modes of F reach 2 in 2:3, which has the extent 2: they carry into the next \
             mode, which no candidate shows",
            "the candidate is wrong at coordinate 5",
        ],
    );
    explains(
        "explain((4,2):(1,7) o 3:2)",
        &[
            "in 4:1: 2 divides 4, so the steps go around evenly",
            "2 does not divide 3: CuTe's algorithm ends here",
            "CuTe's algorithm has no candidate; the values decide",
            "2  4     (0,1)  7",
        ],
    );
}

#[test]
fn algorithms_are_explained_with_their_numbers() {
    explains(
        "explain(coalesce((4,2,1,8):(3,12,7,97)))",
        &[
            "2:12: it begins at 4*3 = 12, where 4:3 ends: together 8:3",
            "1:7: its extent is 1, so it goes",
            "8:97: 8:3 ends at 8*3 = 24, not at 97: it stays a mode of its own",
            "coalesced: (8,8):(3,97)",
        ],
    );
    explains(
        "explain(complement((2,2):(1,5), 20))",
        &[
            "2:5: from 2 to 5 fit 2 copies of 2, and the last 1 of each gap stay out: 2:2; it ends at \
             2*5 = 10",
            "up to 20: 20/10 rounded up is 2: 2:10",
            "the gaps: (1,2,2):(1,2,10), coalesced (2,2):(2,10)",
            "answer: (2,2):(2,10)",
        ],
    );
    explains(
        "explain(right_inverse((2,2,2):(1,8,2)))",
        &[
            "2:2 begins at offset 2, where the modes before it end: the inverse goes on with 2:4",
            "2:8 does not begin at offset 4, where the modes before it end: it is left out",
            "answer: (2,2):(1,4)",
        ],
    );
    explains(
        "explain(left_inverse((4,2,2):(4,2,32)))",
        &[
            "the numbers below 2 go to 0: 2:0",
            "the digit of 2:2 is read up to 4, in 4/2 steps: 2:4",
            "answer: (2,2,16):(0,4,1)",
        ],
    );
    explains(
        "explain(left_inverse((2,2):(0,1)))",
        &["coordinates 0 and 1 both have offset 0: nothing leads back to both"],
    );
    explains(
        "explain(logical_divide((4,2,3):(2,1,8), 4:2))",
        &[
            "a division is A o (B, R) with R = complement(B, size(A)), and size(A) = 24",
            "in 4:2: 8 is a multiple of 4, so every step comes back to the same place",
            "answer: ((2,2),(2,3)):((4,1),(2,8))",
        ],
    );
    explains(
        "explain(logical_divide((2,1):(3,0), (5,2):(1,0)))",
        &[
            "2  2     past its size 2  0",
            "no layout has these offsets; past its end A goes on as 2:3 does, its coalesced form",
            "2:3 o ((5,2),1):((1,0),0):",
            "answer: ((5,2),1):((3,0),0)",
        ],
    );
    explains(
        "explain(zipped_divide((8,64):(64,1), [4:2;8:1]))",
        &["mode 0:", "mode 1:", "the first parts of all modes become mode 0, the others mode 1"],
    );
    explains(
        "explain(logical_product((2,2):(4,1), 6:1))",
        &[
            "a product is (A, R o B) with R = complement(A, size(A)*cosize(B)), and size(A)*cosize(B) \
             = 4*6 = 24",
            "answer: ((2,2),(2,3)):((4,1),(2,8))",
        ],
    );
    explains(
        "explain((4,(2,2)):(2,(1,8))(13))",
        &[
            "13 unfolds, the leftmost mode fastest, to (1,1,1)",
            "the offset is 1*2 + 1*1 + 1*8 = 11",
            "answer: 11",
        ],
    );
    explains(
        "explain(S<1,0,1> o 2 o (2,2):(1,4)(1, 1))",
        &[
            "the offset is 1*1 + 1*4 = 5",
            "with the offset 2 that is 7",
            "in bits 111, which S<1,0,1> makes 110",
            "answer: 6",
        ],
    );
    explains(
        "explain({register = [[0,1],[8,0]], lane = [[0,2]]}(3, 1))",
        &["register = 1: [0, 1]", "register = 2: [8, 0]", "lane = 1: [0, 2]", "answer: (8,3)"],
    );
}

/// An operation without steps of its own is shown by its offsets.
#[test]
fn every_operation_is_explained() {
    explains(
        "explain(blocked_product((2,2):(1,2), 2:1))",
        &[
            "blocked_product(A, B): a product with each mode of the block before its repetitions",
            "7                 7",
        ],
    );
    explains(
        "explain(in_bounds((4,6):(3,1), 12))",
        &["A = (4,6):(3,1)", "answer: refuted: offset 12 at coordinate 15 is outside [0, 12)"],
    );
    explains("explain((2,2):(3,1))", &["size 4", "cosize 5", "3           4"]);
}
