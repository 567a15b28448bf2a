//! The integers that indices of buffers are computed with: they have as many bits as their types.

use layout_kernels::analyze::Machine;
use layout_kernels::lint::{Level, lint};

const RING: &str = "!ttg.memdesc<2x32x32xf16, #s, #smem, mutable>";
const BUFFER: &str = "!ttg.memdesc<32x32xf16, #s, #smem, mutable>";

/// What is said of indices in a function of these lines.
fn said(arguments: &str, lines: &str) -> Vec<(Level, String)> {
    let index = |name: &str| {
        format!(
            "%buffer = ttg.memdesc_index %ring[%{name}] : {RING} -> {BUFFER}
ttg.local_store %v, %buffer : tensor<32x32xf16, #b> -> {BUFFER}"
        )
    };
    let lines = lines.replace("USE", &index("x")).replace("TURN", &index("i"));
    let text = format!(
        "#b = #ttg.blocked<{{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}}>
#s = #ttg.swizzled_shared<{{vec = 8, perPhase = 2, maxPhase = 4, order = [1, 0]}}>
#smem = #ttg.shared_memory
module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%v: tensor<32x32xf16, #b>{arguments}) {{
%c0 = arith.constant 0 : i32
%c1 = arith.constant 1 : i32
%c4 = arith.constant 4 : i32
%true = arith.constant true
%false = arith.constant false
%ring = ttg.local_alloc : () -> {RING}
{lines}
tt.return
}}
}}
"
    );
    let found = lint(text.as_bytes(), &Machine::default());
    let own = found.iter().filter(|own| own.rule().id() == "past-the-buffer");
    own.map(|own| (own.level(), own.message().to_owned())).collect()
}

/// The number that these lines make of `%i`, which is 1, if it is not 0 or 1.
fn number(lines: &str) -> Option<i64> {
    let said = said(
        "",
        &format!(
            "%c2 = arith.constant 2 : i32
scf.for %i = %c1 to %c2 step %c1 : i32 {{
{lines}
USE
}}"
        ),
    );
    match &said[..] {
        [] => None,
        [(Level::Error, message)] => {
            let number = message.strip_prefix("buffer ").unwrap().split(' ').next().unwrap();
            assert_eq!(
                *message,
                format!("buffer {number} of a memory that has 2, in turn 0 of the loop")
            );
            Some(number.parse().unwrap())
        }
        other => panic!("{other:?}"),
    }
}

/// Of two numbers of a type.
fn of_two(operation: &str, kind: &str, a: i64, b: i64) -> Option<i64> {
    number(&format!(
        "%one = arith.trunci %i : i32 to {kind}
%a = arith.constant {a} : {kind}
%b = arith.constant {b} : {kind}
%first = arith.muli %a, %one : {kind}
%y = arith.{operation} %first, %b : {kind}
%x = arith.extsi %y : {kind} to i64"
    ))
}

#[test]
fn a_result_is_cut_to_the_bits_of_its_type() {
    assert_eq!(of_two("addi", "i16", 32767, 1), Some(-32768));
    assert_eq!(of_two("subi", "i16", -32768, 1), Some(32767));
    assert_eq!(of_two("muli", "i8", 16, 24), Some(-128));
    assert_eq!(of_two("muli", "i8", 16, 16), None);
    assert_eq!(of_two("muli", "i16", 256, 128), Some(-32768));
    assert_eq!(of_two("shli", "i8", 3, 7), Some(-128));
    assert_eq!(of_two("shli", "i8", 2, 7), None);
    assert_eq!(of_two("xori", "i8", -1, 4), Some(-5));
    // 2^30 times 4 is 0 in 32 bits.
    let product = "%a = arith.constant 1073741824 : i32
%b = arith.muli %i, %a : i32
%x = arith.muli %b, %c4 : i32";
    assert_eq!(number(product), None);
    assert_eq!(number(&product.replace("%c4", "%c2")), Some(-2_147_483_648));
    // 2 * 2^31, in the turns of a loop and as a constant.
    let shift = "%b = arith.constant 31 : i32\n%x = arith.shli %c2, %b : i32";
    assert_eq!(number(shift), None);
    assert_eq!(said("", &format!("%c2 = arith.constant 2 : i32\n{shift}\nUSE")), []);
}

#[test]
fn a_result_that_no_operation_has_is_not_known() {
    // By all bits or more, by zero, and the one quotient that has no bits.
    assert_eq!(of_two("shli", "i8", 5, 8), None);
    assert_eq!(of_two("shrsi", "i8", 64, 4), Some(4));
    assert_eq!(of_two("shrsi", "i8", 64, 8), None);
    assert_eq!(of_two("divsi", "i8", 9, 0), None);
    assert_eq!(of_two("remsi", "i8", 9, 0), None);
    assert_eq!(of_two("divsi", "i8", -128, -1), None);
    assert_eq!(of_two("divsi", "i16", -128, -1), Some(128));
    assert_eq!(of_two("remsi", "i8", -128, -1), None);
    // What is said to fit and does not.
    let sum = |promise: &str| {
        number(&format!(
            "%a = arith.constant 2147483647 : i32\n%x = arith.addi %a, %i {promise} : i32"
        ))
    };
    assert_eq!(sum(""), Some(-2_147_483_648));
    assert_eq!(sum("overflow<nsw>"), None);
    assert_eq!(sum("overflow<nuw>"), Some(-2_147_483_648));
    let from_minus_one = |promise: &str| {
        number(&format!(
            "%a = arith.constant -3 : i32\n%y = arith.subi %c0, %i : i32\n%x = arith.subi %y, %a {promise} : i32"
        ))
    };
    // 2^32 - 1 less 2^32 - 3 is 2, and -1 plus 3, too.
    assert_eq!(from_minus_one("overflow<nuw>"), Some(2));
    assert_eq!(from_minus_one("").zip(from_minus_one("overflow<nsw, nuw>")), Some((2, 2)));
    let around = |promise: &str| {
        number(&format!(
            "%a = arith.constant 3 : i32\n%y = arith.subi %c0, %i : i32\n%x = arith.addi %y, %a {promise} : i32"
        ))
    };
    assert_eq!([around("overflow<nsw>"), around("overflow<nuw>")], [Some(2), None]);
}

#[test]
fn quotients_are_cut_or_rounded() {
    assert_eq!(of_two("divsi", "i32", -7, 2), Some(-3));
    assert_eq!(of_two("floordivsi", "i32", -7, 2), Some(-4));
    assert_eq!(of_two("floordivsi", "i32", 7, -2), Some(-4));
    assert_eq!(of_two("floordivsi", "i32", -7, -2), Some(3));
    assert_eq!(of_two("floordivsi", "i32", -8, 2), Some(-4));
    // 3 / 2, of which the remainder of Euclid makes 2.
    assert_eq!(of_two("floordivsi", "i32", -3, -2), None);
    assert_eq!(of_two("ceildivsi", "i32", -7, 2), Some(-3));
    assert_eq!(of_two("ceildivsi", "i32", 7, -2), Some(-3));
    assert_eq!(of_two("ceildivsi", "i32", -7, -2), Some(4));
    assert_eq!(of_two("ceildivsi", "i32", 8, 2), Some(4));
    assert_eq!(of_two("remsi", "i32", -7, 4), Some(-3));
    // 249 and 2 without signs.
    assert_eq!(of_two("divui", "i8", -7, 2), Some(124));
    assert_eq!(of_two("ceildivui", "i8", -7, 2), Some(125));
    assert_eq!(of_two("remui", "i8", -7, 10), Some(9));
    assert_eq!(of_two("minui", "i8", -7, 100), Some(100));
    assert_eq!(of_two("maxui", "i8", -7, 100), Some(-7));
    assert_eq!(of_two("minsi", "i8", -7, 100), Some(-7));
    assert_eq!(of_two("shrui", "i8", -7, 1), Some(124));
    assert_eq!(of_two("shrsi", "i8", -8, 1), Some(-4));
}

#[test]
fn a_bit_is_minus_one_with_a_sign() {
    let bit = "%e = arith.cmpi sge, %i, %c0 : i32\n";
    assert_eq!(number(&format!("{bit}%x = arith.extsi %e : i1 to i32")), Some(-1));
    assert_eq!(number(&format!("{bit}%x = arith.extui %e : i1 to i32")), None);
    let sum = |extend: &str| {
        number(&format!("{bit}%y = arith.{extend} %e : i1 to i32\n%x = arith.addi %c4, %y : i32"))
    };
    assert_eq!([sum("extsi"), sum("extui")], [Some(3), Some(5)]);
    let chosen = |predicate: &str| {
        number(&format!(
            "{bit}%l = arith.cmpi {predicate}, %e, %false : i1\n%x = arith.select %l, %c1, %c4 : i32"
        ))
    };
    assert_eq!([chosen("slt"), chosen("ult")], [None, Some(4)]);
    assert_eq!([chosen("sgt"), chosen("ugt")], [Some(4), None]);
    // The last bit of 4 and the last 8 of 257 + 255.
    let cut = |value: i64, to: &str| {
        number(&format!(
            "%a = arith.constant {value} : i32\n%b = arith.muli %a, %i : i32
%n = arith.trunci %b : i32 to {to}\n%x = arith.extui %n : {to} to i32"
        ))
    };
    assert_eq!(cut(4, "i1"), None);
    assert_eq!([cut(257, "i8"), cut(512, "i8"), cut(-1, "i8")], [None, None, Some(255)]);
    // An index has 64 bits.
    let index = |cast: &str| {
        number(&format!(
            "%a = arith.constant -1 : i32\n%b = arith.muli %a, %i : i32
%n = arith.{cast} %b : i32 to index\n%y = arith.index_cast %n : index to i64
%d = arith.constant 65536 : i64\n%x = arith.divsi %y, %d : i64"
        ))
    };
    assert_eq!([index("index_cast"), index("index_castui")], [None, Some(65535)]);
}

/// A loop that compares without signs begins at 255 here.
#[test]
fn a_counter_has_the_bits_of_its_type() {
    let turns = |head: &str, from: i64, to: i64| {
        let found = said(
            "",
            &format!(
                "%from = arith.constant {from} : i8
%to = arith.constant {to} : i8
%by = arith.constant 1 : i8
scf.for {head}%i = %from to %to step %by : i8 {{
TURN
}}"
            ),
        );
        found.into_iter().map(|(_, message)| message).collect::<Vec<_>>()
    };
    assert_eq!(turns("unsigned ", -1, 5), [""; 0]);
    assert_eq!(
        turns("unsigned ", 0, -3),
        ["buffer 2 of a memory that has 2, in turn 2 of the loop"]
    );
    assert_eq!(turns("", 0, -3), [""; 0]);
    assert_eq!(turns("", -1, 5), ["buffer -1 of a memory that has 2, in turn 0 of the loop"]);
}

/// What the argument is, nobody knows: what depends on it is said as a condition, or not at all.
#[test]
fn an_argument_is_another_number_in_another_run() {
    let own = |kind: &str, lines: &str| said(&format!(", %q: {kind}"), lines);
    let few = |body: &str| format!("scf.for %i = %c0 to %c4 step %c1 : i32 {{\n{body}\n}}");
    let index = |lines: &str| few(&format!("{lines}\nUSE"));
    assert_eq!(own("i32", &index("%x = arith.addi %q, %c0 : i32")), []);
    assert_eq!(
        own("i1", &index("%y = arith.extui %q : i1 to i32\n%x = arith.addi %y, %c1 : i32")),
        []
    );
    assert_eq!(own("i1", &index("%x = arith.select %q, %c0, %c4 : i32")), []);
    assert_eq!(
        own(
            "i1",
            &index(
                "%x = scf.if %q -> (i32) {\nscf.yield %c0 : i32\n} else {\nscf.yield %c4 : i32\n}"
            )
        ),
        []
    );
    assert_eq!(own("i32", &index("%x = tt.get_num_programs x : i32")), []);
    // The program is one that there is, and a product with 0 is 0.
    let four = "buffer 4 of a memory that has 2, in turn 0 of the loop";
    let error = |message: &str| vec![(Level::Error, message.to_owned())];
    let of_program = "%y = tt.get_program_id x : i32\n%x = arith.addi %y, %c4 : i32";
    assert_eq!(own("i32", &index(of_program)), error(four));
    let of_zero = "%z = arith.remsi %i, %c1 : i32\n%y = arith.muli %q, %z : i32\n%x = arith.addi %y, %c4 : i32";
    assert_eq!(own("i32", &index(of_zero)), error(four));
    // As many turns as the argument says, those from the argument on, and those after them.
    let warning = |message: &str| vec![(Level::Warning, message.to_owned())];
    let turn = "buffer 2 of a memory that has 2, in turn 2 of the loop, if there are as many turns";
    let to = |from: &str, to: &str, carried: &str, body: &str| {
        format!("scf.for %i = {from} to {to} step %c1 {carried} : i32 {{\n{body}\n}}")
    };
    assert_eq!(own("i32", &to("%c0", "%q", "", "TURN")), warning(turn));
    assert_eq!(own("i32", &to("%q", "%c4", "", "TURN")), []);
    let sum = "scf.yield %next : i32";
    let counted = format!(
        "%x = {}\n{}",
        to(
            "%c0",
            "%q",
            "iter_args(%k = %c0) -> (i32)",
            &format!("%next = arith.addi %k, %c1 : i32\n{sum}")
        ),
        few("USE")
    );
    assert_eq!(own("i32", &counted), []);
    // A number that is loaded is as unknown as an argument.
    let loaded = format!("%n = tt.load %q : !tt.ptr<i32>\n{}", to("%c0", "%n", "", "TURN"));
    assert_eq!(own("!tt.ptr<i32>", &loaded), warning(turn));
    let open = "%c = scf.while (%k = %c0) : (i32) -> i32 {
%goes = arith.cmpi slt, %k, %q : i32
scf.condition(%goes) %k : i32
} do {
^bb0(%x: i32):
USE
%next = arith.addi %x, %c1 : i32
scf.yield %next : i32
}";
    assert_eq!(own("i32", open), warning(turn));
    // A branch that is for some turns, and one around all of them.
    let guarded = "%c = arith.cmpi slt, %i, %q : i32\nscf.if %c {\nTURN\n}";
    let branch = "buffer 2 of a memory that has 2, in turn 2 of the loop, if the branch is taken";
    assert_eq!(own("i32", &few(guarded)), warning(branch));
    let around = format!("%c = arith.cmpi sgt, %q, %c4 : i32\nscf.if %c {{\n{}\n}}", few("TURN"));
    assert_eq!(
        own("i32", &around),
        error("buffer 2 of a memory that has 2, in turn 2 of the loop")
    );
    // A turn that is not of the loop with as many.
    assert_eq!(
        own("i32", &format!("{}\n{}", to("%c0", "%q", "", ""), few("TURN"))),
        error("buffer 2 of a memory that has 2, in turn 2 of the loop")
    );
}

#[test]
fn an_index_that_is_a_constant_is_reported_once() {
    let index = |lines: &str| {
        said("", &format!("scf.for %i = %c0 to %c4 step %c1 : i32 {{\n{lines}\nUSE\n}}"))
    };
    let error = |message: &str| vec![(Level::Error, message.to_owned())];
    assert_eq!(index("%x = arith.addi %c4, %c1 : i32"), error("buffer 5 of a memory that has 2"));
    assert_eq!(
        index("%x = arith.addi %c4, %i : i32"),
        error("buffer 4 of a memory that has 2, in turn 0 of the loop")
    );
}

/// A number that no constant says, outside of loops: that of a choice, of a shift, of a loop before and of a branch.
#[test]
fn an_index_that_is_computed_is_looked_at_outside_of_loops() {
    let past =
        |lines: &str| said("", lines).into_iter().map(|(_, message)| message).collect::<Vec<_>>();
    let choice = |truth: &str| format!("%x = arith.select %{truth}, %c4, %c1 : i32\nUSE");
    assert_eq!(past(&choice("true")), ["buffer 4 of a memory that has 2"]);
    assert_eq!(past(&choice("false")), [""; 0]);
    let shifted = "%x = arith.shrui %c4, %c1 : i32\nUSE";
    assert_eq!(past(shifted), ["buffer 2 of a memory that has 2"]);
    let counted = |ends: &str| {
        format!(
            "%x = scf.for %i = %c0 to %{ends} step %c1 iter_args(%at = %c0) -> (i32) : i32 {{
%next = arith.addi %at, %c1 : i32
scf.yield %next : i32
}}
USE"
        )
    };
    assert_eq!(past(&counted("c4")), ["buffer 4 of a memory that has 2"]);
    assert_eq!(past(&counted("c1")), [""; 0]);
    let branch = "%x = scf.if %true -> (i32) {
scf.yield %c4 : i32
} else {
scf.yield %c0 : i32
}
USE";
    assert_eq!(past(branch), ["buffer 4 of a memory that has 2"]);
    // A constant is said once.
    assert_eq!(past("%x = arith.constant 2 : i32\nUSE"), ["buffer 2 of a memory that has 2"]);
}

/// Older versions name the buffer and the box in it at once.
#[test]
fn the_offsets_of_a_subview_are_followed() {
    let past = |offsets: &str| {
        let lines = format!(
            "scf.for %i = %c0 to %c4 step %c1 : i32 {{
%half = arith.shrui %i, %c1 : i32
%buffer = ttg.memdesc_subview %ring[{offsets}] : {RING} -> {BUFFER}
}}"
        );
        said("", &lines).into_iter().map(|(_, message)| message).collect::<Vec<_>>()
    };
    assert_eq!(past("%half, %c0, %c0"), [""; 0]);
    assert_eq!(
        past("%i, %c0, %c0"),
        [
            "a part of shape [32, 32] at (2, 0, 0) reaches element (2, 0, 0), which is not in a memory of shape [2, 32, 32], in turn 2 of the loop"
        ]
    );
    assert_eq!(
        past("%half, %c0, %i"),
        [
            "a part of shape [32, 32] at (0, 0, 1) reaches element (0, 0, 32), which is not in a memory of shape [2, 32, 32], in turn 1 of the loop"
        ]
    );
    assert_eq!(
        past("%c1, %c0, %c4"),
        [
            "a part of shape [32, 32] at (1, 0, 4) reaches element (1, 0, 32), which is not in a memory of shape [2, 32, 32]"
        ]
    );
}
