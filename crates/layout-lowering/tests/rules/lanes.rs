//! What is computed of the number of a lane: numbers are known, and so is each that is computed of them.

use crate::check;

/// `%y` is the element of a lane if `%n` is 0.
fn zero(code: &str) -> String {
    format!("{code}\n  %y = add i32 %x, %n")
}

#[test]
fn a_lane_goes_where_its_case_is() {
    let body = |one: &str| {
        zero(&format!(
            "  %k = and i32 %lane, 3
  switch i32 %k, label %others [
    i32 0, label %a
    i32 1, label %b
  ]
a:
  br label %others
b:
  br label %others
others:
  %s = phi i32 [ 0, %a ], [ {one}, %b ], [ %k, %0 ]
  %n = sub i32 %s, %k"
        ))
    };
    check("cuda:90", &[(&body("1"), "proved"), (&body("2"), "unknown: add at line 20")]);
}

#[test]
fn the_first_lane_is_one_that_executes() {
    let body = |first: u32| {
        zero(&format!(
            "  %c = icmp ult i32 %lane, 3
  br i1 %c, label %end, label %some
some:
  %r = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %lane)
  br label %end
end:
  %s = phi i32 [ {first}, %0 ], [ %r, %some ]
  %n = sub i32 %s, {first}"
        ))
    };
    check("hip:gfx1250", &[(&body(3), "proved"), (&body(0), "unknown: add at line 16")]);
}

#[test]
fn the_magnitude_of_a_number() {
    let body = |from: u32| {
        zero(&format!(
            "  %i = sub i32 %lane, {from}
  %v = call i32 @llvm.abs.i32(i32 %i, i1 false)
  %c = icmp slt i32 %i, 0
  %m = sub i32 0, %i
  %s = select i1 %c, i32 %m, i32 %i
  %n = sub i32 %v, %s"
        ))
    };
    check("cuda:90", &[(&body(0), "proved"), (&body(16), "proved"), (&body(40), "proved")]);
}

/// An index has a sign, and is as wide as an address in the end.
#[test]
fn an_index_may_be_negative() {
    let body = |kind: &str, back: i64| {
        format!(
            "  %b = getelementptr i32, ptr addrspace(1) %g, i64 3
  %c = getelementptr i32, ptr addrspace(1) %b, {kind} {back}
  store i32 %x, ptr addrspace(1) %c, align 4
  %y = load i32, ptr addrspace(1) %g, align 4"
        )
    };
    check(
        "cuda:90",
        &[
            (&body("i64", -3), "proved"),
            (&body("i32", -3), "proved"),
            (&body("i8", -3), "proved"),
            // The address has 64 bits of this one.
            (&body("i128", (1 << 62) - 3), "proved"),
            (&body("i32", -2), "refuted at (lane 1, warp 0, line 11): race at byte 4"),
        ],
    );
}
