//! What the TTGIR computes of data is not followed, nor what the code does: two such values are not known to
//! be one.

use crate::{kernel, said};

/// What is said of code that gives `%y` for the `%r` of a line of TTGIR, both of `%a` and `%b`.
fn judged(line: &str, code: &str) -> String {
    let lines = format!("    {line} : NUMBERS\n    tt.return %r : NUMBERS\n");
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
    let proved = "proved by execution of 32 threads on symbolic bits";
    assert_eq!(judged("%r = arith.andi %a, %a", "%y = or i32 %a, 0"), proved);
}
