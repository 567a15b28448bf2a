//! What code promises of numbers and addresses: where it does not hold the result is poison, for numbers
//! that are known and for data, of which some value breaks the promise.

use crate::check;

/// `%y` is the element of a lane if `%v`, a number of the lane, may be used at all.
fn used(code: &str) -> String {
    format!("  {code}\n  %z = and i32 %v, 0\n  %y = or i32 %x, %z")
}

const POISON: &str = "refuted at (register 0, lane";

#[test]
fn flags_on_numbers_of_lanes() {
    let cases = [
        ("%v = add nuw i32 %lane, -31", false),
        ("%v = add nuw i32 %lane, -32", true),
        ("%v = add nsw i32 %lane, 2147483647", false),
        ("%v = add nsw i32 %lane, 2147483616", true),
        ("%v = sub nuw i32 %lane, 1", false),
        ("%v = mul nuw nsw i32 %lane, 4", true),
        ("%v = mul nsw i32 %lane, 2147483647", false),
        ("%v = shl nuw i32 %lane, 28", false),
        ("%v = shl nuw i32 %lane, 27", true),
        ("%v = shl nuw nsw i32 %lane, 27", false),
        ("%v = shl i32 %lane, 32", false),
        ("%v = lshr exact i32 %lane, 1", false),
        ("%v = or disjoint i32 %lane, 32", true),
        ("%v = or disjoint i32 %lane, 16", false),
        ("%n = trunc nuw i32 %lane to i4\n  %v = zext i4 %n to i32", false),
        ("%n = trunc nuw i32 %lane to i5\n  %v = zext i5 %n to i32", true),
        ("%n = trunc nsw i32 %lane to i5\n  %v = zext i5 %n to i32", false),
        ("%n = trunc i32 %lane to i5\n  %v = zext nneg i5 %n to i32", false),
        ("%c = icmp samesign ult i32 %lane, -1\n  %v = zext i1 %c to i32", false),
        ("%c = icmp samesign ult i32 %lane, 9\n  %v = zext i1 %c to i32", true),
        ("%v = call i32 @llvm.ctlz.i32(i32 %lane, i1 true)", false),
        ("%v = call i32 @llvm.ctlz.i32(i32 %lane, i1 false)", true),
        ("%v = call i32 @llvm.abs.i32(i32 -2147483648, i1 true)", false),
        ("%v = call range(i32 0, 31) i32 @llvm.nvvm.read.ptx.sreg.tid.x()", false),
        ("%v = call range(i32 0, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.x()", true),
        ("%v = call range(i32 -1, 32) i32 @llvm.nvvm.read.ptx.sreg.tid.x()", true),
        ("%v = call range(i32 -1, 31) i32 @llvm.nvvm.read.ptx.sreg.tid.x()", false),
    ];
    for (code, holds) in cases {
        check("cuda:90", &[(&used(code), if holds { "proved" } else { POISON })]);
    }
    // It is poison for the lanes that break it.
    let found = crate::said("cuda:90", &used("%v = add nuw i32 %lane, -5"));
    assert!(found.starts_with("refuted at (register 0, lane 5, warp 0, element (5))"), "{found}");
    assert!(found.ends_with("before gives element (5) of %x, after gives poison"), "{found}");
}

#[test]
fn flags_on_data() {
    let cases = [
        // Whatever %x is its low half does not meet what is behind 16 zeros.
        ("%l = and i32 %x, 65535\n  %h = shl i32 %x, 16\n  %v = or disjoint i32 %h, %l", "proved"),
        ("%h = shl i32 %x, 15\n  %l = and i32 %x, 65535\n  %v = or disjoint i32 %h, %l", POISON),
        ("%v = shl nuw i32 %x, 1", POISON),
        ("%h = lshr i32 %x, 1\n  %v = shl nuw i32 %h, 1", "proved"),
        ("%h = lshr i32 %x, 1\n  %v = shl nsw i32 %h, 1", POISON),
        ("%h = lshr i32 %x, 2\n  %v = shl nuw nsw i32 %h, 1", "proved"),
        ("%h = lshr i32 %x, 1\n  %v = mul nuw i32 %h, 2", "proved"),
        ("%v = mul nuw i32 %x, 2", POISON),
        ("%v = mul nuw i32 2, %x", POISON),
        ("%h = lshr i32 %x, 1\n  %v = mul nuw i32 2, %h", "proved"),
        ("%v = shl nuw i32 %x, 8", POISON),
        ("%v = shl i32 %x, 32", POISON),
        ("%v = shl nuw i32 %x, 32", POISON),
        ("%v = shl nsw i32 %x, 40", POISON),
        ("%v = lshr exact i32 %x, 32", POISON),
        ("%v = ashr i32 %x, 33", POISON),
        ("%v = lshr exact i32 %x, 1", POISON),
        ("%h = and i32 %x, -8\n  %v = lshr exact i32 %h, 3", "proved"),
        ("%v = udiv exact i32 %x, 4", POISON),
        ("%n = trunc nuw i32 %x to i16\n  %v = zext i16 %n to i32", POISON),
        (
            "%h = lshr i32 %x, 16\n  %n = trunc nuw i32 %h to i16\n  %v = zext i16 %n to i32",
            "proved",
        ),
        ("%h = lshr i32 %x, 16\n  %n = trunc nsw i32 %h to i16\n  %v = zext i16 %n to i32", POISON),
        ("%w = zext nneg i32 %x to i64\n  %v = trunc i64 %w to i32", POISON),
        (
            "%h = lshr i32 %x, 1\n  %w = zext nneg i32 %h to i64\n  %v = trunc i64 %w to i32",
            "proved",
        ),
        ("%c = icmp samesign slt i32 %x, 0\n  %v = zext i1 %c to i32", POISON),
        (
            "%h = or i32 %x, -2147483648\n  %c = icmp samesign slt i32 %h, -1\n  %v = zext i1 %c to i32",
            "proved",
        ),
    ];
    for (code, expected) in cases {
        check("cuda:90", &[(&used(code), expected)]);
    }
}

#[test]
fn of_what_is_computed_nobody_knows() {
    // The lowest bit would be 0 if the promise held.
    let body = "  %s = add i32 %x, 5\n  %v = shl nuw i32 %s, 1\n  %m = and i32 %v, 1\n  %y = or i32 %x, %m";
    check("cuda:90", &[(body, "unknown: ")]);
    let body = "  %v = mul nsw i32 %x, -2147483648\n  %m = and i32 %v, 1\n  %y = or i32 %x, %m";
    check("cuda:90", &[(body, POISON), ("  %y = add nsw i32 %x, 3", POISON)]);
    check("cuda:90", &[("  %y = add i32 %x, 3", "unknown: add at line 8")]);
}

#[test]
fn poison_is_chosen_against_and_frozen() {
    let poison = "%v = add nuw i32 %lane, -5";
    let cases = [
        // Lanes below 5 keep their promise.
        (
            "%c = icmp ult i32 %lane, 5\n  %s = select i1 %c, i32 %v, i32 0\n  %z = and i32 %s, 0\n  %y = or \
             i32 %x, %z",
            "proved",
        ),
        ("%f = freeze i32 %v\n  %z = and i32 %f, 0\n  %y = or i32 %x, %z", "proved"),
        ("%z = and i32 %v, 0\n  %y = or i32 %x, %z", POISON),
        (
            "store i32 %v, ptr addrspace(3) %a\n  %l = load i32, ptr addrspace(3) %a\n  %z = and i32 %l, 0\n  \
             %y = or i32 %x, %z",
            POISON,
        ),
        (
            "%c = icmp eq i32 %v, 0\n  br i1 %c, label %a1, label %a1\na1:\n  %y = or i32 %x, 0",
            "refuted at (lane 5, warp 0, line 10): a branch depends on undefined bits",
        ),
        (
            "%g2 = getelementptr i32, ptr addrspace(3) @smem, i32 %v\n  store i32 0, ptr addrspace(3) %g2\n  \
             %y = or i32 %x, 0",
            "refuted at (lane 5, warp 0, line 10): the address is undefined",
        ),
    ];
    for (code, expected) in cases {
        check("cuda:90", &[(&format!("  {poison}\n  {code}"), expected)]);
    }
}

#[test]
fn addresses_are_in_their_memory() {
    let address = |flags: &str, index: &str| {
        format!(
            "  %b = getelementptr {flags} i32, ptr addrspace(3) %a, i32 {index}
  %n = ptrtoint ptr addrspace(3) %b to i32
  %z = and i32 %n, 0
  %y = or i32 %x, %z"
        )
    };
    check(
        "cuda:90",
        &[
            (&address("inbounds nuw", "32"), "proved"),
            (&address("", "-32"), "proved"),
            (&address("inbounds", "-32"), "refuted at (register 0, lane 0"),
            (&address("inbounds", "-1"), "refuted at (register 0, lane 0"),
            (&address("nuw", "-1"), "refuted at (register 0, lane 0"),
            (&address("nusw", "1073741824"), "refuted at (register 0, lane 0"),
            (&address("inbounds", "65536"), "refuted at (register 0, lane 1"),
        ],
    );
}

#[test]
fn what_no_thread_may_do() {
    let then = |code: &str| format!("  {code}\n  %y = or i32 %x, 0");
    let at = |lane: usize, what: &str| format!("refuted at (lane {lane}, warp 0, line 8): {what}");
    check(
        "cuda:90",
        &[
            (&then("%v = udiv i32 7, %lane"), &at(0, "a division by 0")),
            (&then("%v = urem i32 %x, %lane"), &at(0, "a division by 0")),
            (&then("%v = udiv i32 %lane, 5"), "proved"),
            (
                &then("%v = sdiv i32 -2147483648, -1"),
                &at(0, "a division of the smallest number by -1"),
            ),
            (&then("%v = srem i32 %lane, undef"), &at(0, "a division by undefined bits")),
            (
                &then("%c = icmp ult i32 %lane, 9\n  call void @llvm.assume(i1 %c)"),
                "refuted at (lane 9, warp 0, line 9): what the code assumes does not hold",
            ),
            (&then("%c = icmp ult i32 %lane, 32\n  call void @llvm.assume(i1 %c)"), "proved"),
            (
                &then("call void @llvm.assume(i1 undef)"),
                &at(0, "what the code assumes does not hold"),
            ),
            (
                &then("%c = icmp slt i32 %x, 0\n  call void @llvm.assume(i1 %c)"),
                "unknown: llvm.assume of data at line 9 of the code",
            ),
        ],
    );
}

/// `poison` is not what a mask takes away, as `undef` is; what is not chosen, or replaced, is.
#[test]
fn poison_as_a_constant() {
    let vector = "%k = insertelement <2 x i32> poison, i32 %lane, i64 0";
    let both = "%b = insertelement <2 x i32> %k, i32 %lane, i64 1";
    let wide = "%w = bitcast <2 x i16> %k to i32";
    let narrow = |first: &str| {
        format!(
            "%n = trunc i32 %lane to i16
  %k = insertelement <2 x i16> {first}, i16 %n, i64 0
  {wide}
  %v = and i32 %w, 65535"
        )
    };
    let cases = [
        ("%v = add i32 poison, 0".to_owned(), POISON),
        ("%v = add i32 undef, 0".to_owned(), "proved"),
        ("%v = freeze i32 poison".to_owned(), "proved"),
        ("%c = icmp eq i32 poison, 0\n  %v = zext i1 %c to i32".to_owned(), POISON),
        ("%v = select i1 poison, i32 %lane, i32 %x".to_owned(), POISON),
        ("%v = select i1 true, i32 %lane, i32 poison".to_owned(), "proved"),
        ("%v = select i1 true, i32 poison, i32 %lane".to_owned(), POISON),
        (format!("{vector}\n  %v = extractelement <2 x i32> %k, i64 0"), "proved"),
        (format!("{vector}\n  %v = extractelement <2 x i32> %k, i64 1"), POISON),
        (format!("{vector}\n  {both}\n  %v = extractelement <2 x i32> %b, i64 1"), "proved"),
        (format!("{vector}\n  {both}\n  %v = extractelement <2 x i32> %b, i64 2"), POISON),
        (
            format!(
                "{vector}\n  {both}\n  %i = and i32 %lane, 1\n  %v = extractelement <2 x i32> %b, i32 %i"
            ),
            "proved",
        ),
        (format!("{vector}\n  {both}\n  %v = extractelement <2 x i32> %b, i32 %lane"), POISON),
        (
            format!(
                "{vector}\n  {both}\n  %i = insertelement <2 x i32> %b, i32 %lane, i64 2
  %v = extractelement <2 x i32> %i, i64 0"
            ),
            POISON,
        ),
        (
            format!(
                "{vector}\n  {both}\n  %s = shufflevector <2 x i32> %b, <2 x i32> poison, <2 x i32> <i32 \
                 poison, i32 1>\n  %v = extractelement <2 x i32> %s, i64 0"
            ),
            POISON,
        ),
        (
            format!(
                "{vector}\n  {both}\n  %s = shufflevector <2 x i32> %b, <2 x i32> poison, <2 x i32> <i32 \
                 poison, i32 1>\n  %v = extractelement <2 x i32> %s, i64 1"
            ),
            "proved",
        ),
        (
            "%k = insertvalue { i32, i32 } poison, i32 %lane, 1
  %v = extractvalue { i32, i32 } %k, 1"
                .to_owned(),
            "proved",
        ),
        (
            "%k = insertvalue { i32, i32 } poison, i32 %lane, 1
  %v = extractvalue { i32, i32 } %k, 0"
                .to_owned(),
            POISON,
        ),
        // Some of a number is all of it.
        (narrow("poison"), POISON),
        (narrow("undef"), "proved"),
    ];
    for (code, expected) in cases {
        check("cuda:90", &[(&used(&code), expected)]);
    }
    let found = crate::said("cuda:90", "  %y = add i32 poison, 0");
    assert!(found.ends_with("before gives element (0) of %x, after gives poison"), "{found}");
    for (code, expected) in [
        (
            "  store i32 %x, ptr addrspace(1) poison, align 4\n  %y = add i32 %x, 0",
            "refuted at (lane 0, warp 0, line 8): the address is undefined",
        ),
        (
            "  br i1 poison, label %next, label %next\nnext:\n  %y = add i32 %x, 0",
            "refuted at (lane 0, warp 0, line 8): a branch depends on undefined bits",
        ),
    ] {
        let found = crate::said("cuda:90", code);
        assert!(found.starts_with(expected), "{code}: {found}");
    }
}
