//! What the TTGIR computes of data is not followed, nor what the code does: two such values are not known to
//! be one.

use crate::{kernel, said};

const PROVED: &str = "proved by execution of 32 threads on symbolic bits";

/// What is said of code that gives `%y` for the `%r` of a line of TTGIR, both of `%a` and `%b`. There is a
/// constant `%zero`.
fn judged(line: &str, code: &str) -> String {
    let line = line.replace(';', " : NUMBERS\n   ");
    let lines = format!(
        "    %zero = arith.constant dense<0> : NUMBERS\n    %three = arith.constant dense<3> : NUMBERS\n    {line} : NUMBERS\n    tt.return %r : NUMBERS\n"
    );
    let kernel = kernel("%a: NUMBERS, %b: NUMBERS", "NUMBERS", &lines);
    let code = format!("define i32 @f(i32 %a, i32 %b) {{\n  {code}\n  ret i32 %y\n}}\n");
    said(&kernel, &code)
}

#[test]
fn values_that_are_not_followed_are_not_equal() {
    for (line, code) in [
        ("%r = arith.subi %a, %b", "%y = sub i32 %b, %a"),
        ("%r = arith.subi %a, %b", "%y = sub i32 %a, %b"),
        ("%r = arith.muli %a, %a", "%y = sub i32 %a, 3"),
        ("%r = arith.divui %a, %b", "%y = lshr i32 %a, %b"),
        ("%r = arith.shli %a, %b", "%y = shl i32 %b, %a"),
    ] {
        let operation = code.split(' ').nth(2).unwrap_or_default();
        let expected = format!("unknown: {operation} at line 2 of the code computes with data");
        assert_eq!(judged(line, code), expected, "{line}, {code}");
    }
    // What is followed is one value.
    assert_eq!(judged("%r = arith.andi %a, %a", "%y = or i32 %a, 0"), PROVED);
}

#[test]
fn promises_of_the_ttgir() {
    let masked = |line: &str| format!("{line}; %r = arith.andi %v, %zero");
    for (line, code, expected) in [
        // The TTGIR has a number, whatever the elements are.
        (masked("%v = arith.muli %a, %b"), "%y = add i32 0, 0", PROVED),
        (masked("%v = arith.shli %a, %b"), "%y = add i32 0, 0", PROVED),
        (masked("%v = arith.muli %a, %b"), "%w = mul i32 %a, %b\n  %y = and i32 %w, 0", PROVED),
        (
            masked("%v = arith.muli %a, %b"),
            "%w = mul nuw i32 %a, %b\n  %y = and i32 %w, 0",
            "refuted",
        ),
        (
            masked("%v = arith.muli %a, %a"),
            "%w = mul nuw i32 %a, %a\n  %y = and i32 %w, 0",
            "unknown",
        ),
        // Both may be poison.
        (masked("%v = arith.shli %a, %b"), "%w = shl i32 %a, %b\n  %y = and i32 %w, 0", "unknown"),
        (
            masked("%v = arith.muli %a, %b overflow<nuw>"),
            "%w = mul nuw i32 %a, %b\n  %y = and i32 %w, 0",
            "unknown",
        ),
        (
            "%r = arith.addi %a, %three overflow<nsw>".to_owned(),
            "%y = add nsw i32 %a, 3",
            "unknown",
        ),
        ("%r = arith.addi %a, %three".to_owned(), "%y = add nsw i32 %a, 3", "unknown"),
        ("%r = arith.muli %a, %three".to_owned(), "%y = add i32 %a, 3", "unknown"),
        // What is promised holds.
        (
            "%r = arith.addi %zero, %three overflow<nsw, nuw>".to_owned(),
            "%y = add nuw i32 1, 2",
            PROVED,
        ),
        (
            "%r = arith.addi %zero, %three overflow<nsw, nuw>".to_owned(),
            "%y = add nuw i32 1, 3",
            "refuted",
        ),
        ("%r = arith.subi %zero, %three overflow<nuw>".to_owned(), "%y = add i32 0, 5", "unknown"),
    ] {
        let found = judged(&line, code);
        assert!(found.starts_with(expected), "{line}, {code}: {found}");
    }
}
