//! Promises on what is computed of data, which is not followed: nobody knows whether they hold, and nothing
//! makes that known again. Where the bits that are known say that they hold, they do.

use crate::check;

/// `%y` is the element of a lane if `%v`, a number of the lane, may be used at all.
fn used(code: &str) -> String {
    format!("  {code}\n  %z = and i32 %v, 0\n  %y = or i32 %x, %z")
}

const POISON: &str = "refuted at (register 0, lane 0";

#[track_caller]
fn check_used(expected: &str, cases: &[&str]) {
    for code in cases {
        check("cuda:90", &[(&used(code), expected)]);
    }
}

#[test]
fn flags_on_what_is_not_followed() {
    check_used(
        "unknown: ",
        &[
            "%v = mul nuw i32 %x, %x",
            "%v = add nsw i32 %x, %x",
            "%s2 = add i32 %x, 7\n  %v = add nuw i32 %s2, 1",
            "%s2 = add i32 %x, 7\n  %v = sub nuw i32 5, %s2",
            "%s2 = add i32 %x, 5\n  %v = shl nsw i32 %s2, %lane",
            "%s2 = add i32 %x, 5\n  %v = shl nuw i32 %s2, 3",
            "%s2 = add i32 %x, 5\n  %v = lshr exact i32 %s2, 1",
            "%m = and i32 %x, 3\n  %v = lshr exact i32 %x, %m",
            // A number may be shifted past its end.
            "%v = shl i32 1, %x",
            "%v = ashr i32 %x, %x",
            "%m = and i32 %x, 63\n  %v = lshr i32 7, %m",
            "%v = shl nuw i32 3, %x",
            "%w = zext i32 %x to i128\n  %l = shl i128 %w, 18446744073709551619\n  %v = trunc i128 %l to i32",
            "%v = udiv exact i32 %x, 3",
            "%v = sdiv exact i32 %x, 3",
            "%s2 = add i32 %x, 5\n  %v = or disjoint i32 %s2, 1",
            "%s2 = add i32 %x, 5\n  %n = trunc nuw i32 %s2 to i16\n  %v = zext i16 %n to i32",
            "%s2 = add i32 %x, 5\n  %n = trunc nsw i32 %s2 to i16\n  %v = zext i16 %n to i32",
            "%s2 = add i32 %x, 5\n  %w = zext nneg i32 %s2 to i64\n  %v = trunc i64 %w to i32",
            "%s2 = add i32 %x, 5\n  %c = icmp samesign ult i32 %s2, 9\n  %v = zext i1 %c to i32",
        ],
    );
    // These are broken for some element.
    check_used(
        POISON,
        &[
            "%v = add nuw i32 %x, 1",
            "%v = sub nuw i32 5, %x",
            "%v = sub nsw i32 -2, %x",
            "%v = mul nuw i32 %x, 3",
            "%v = mul nsw i32 %x, -3",
            "%v = sdiv exact i32 %x, 4",
            "%m = and i32 %x, 31\n  %v = shl nuw i32 3, %m",
            "%m = and i32 %x, 31\n  %v = shl nsw i32 1, %m",
        ],
    );
}

#[test]
fn flags_that_the_bits_keep() {
    check_used(
        "proved",
        &[
            "%a1 = and i32 %x, 255\n  %b1 = lshr i32 %x, 1\n  %v = add nuw i32 %a1, %b1",
            "%a1 = and i32 %x, 255\n  %v = add nuw nsw i32 %a1, %a1",
            "%s = add i32 %x, 7\n  %a1 = and i32 %s, 255\n  %v = add nuw nsw i32 %a1, 9",
            "%s = add i32 %x, 7\n  %a1 = lshr i32 %s, 1\n  %v = sub nsw i32 %a1, %a1",
            "%a1 = and i32 %x, 255\n  %b1 = or i32 %x, 256\n  %v = sub nuw i32 %b1, %a1",
            "%a1 = and i32 %x, 65535\n  %v = mul nuw i32 %a1, %a1",
            "%a1 = and i32 %x, 32767\n  %v = mul nsw i32 %a1, -65536",
            "%m = and i32 %x, 31\n  %v = shl i32 1, %m",
            "%m = and i32 %x, 31\n  %v = shl nuw i32 1, %m",
            "%m = and i32 %x, 7\n  %v = shl nuw nsw i32 3, %m",
            "%h = and i32 %x, -8\n  %v = sdiv exact i32 %h, 8",
            "%w = zext i32 %x to i128\n  %l = shl i128 %w, 64\n  %v = trunc i128 %l to i32",
            "%v = udiv exact i32 %x, 1",
        ],
    );
    // Where they do not.
    check_used(
        POISON,
        &[
            "%a1 = and i32 %x, 511\n  %b1 = or i32 %lane, -256\n  %v = add nuw i32 %a1, %b1",
            "%a1 = and i32 %x, 65535\n  %v = mul nsw i32 %a1, -65536",
            "%m = and i32 %x, 31\n  %v = shl nsw i32 1, %m",
            "%m = or i32 %x, 32\n  %v = shl i32 1, %m",
            "%v = shl i32 1, undef",
            "%a1 = and i32 %x, 511\n  %v = sub nuw i32 510, %a1",
        ],
    );
}

#[test]
fn results_that_may_be_poison() {
    check_used(
        "unknown: ",
        &[
            "%s = mul i32 %x, %x\n  %v = call i32 @llvm.ctlz.i32(i32 %s, i1 true)",
            "%s = mul i32 %x, %x\n  %v = call i32 @llvm.cttz.i32(i32 %s, i1 true)",
            "%s = mul i32 %x, %x\n  %v = call i32 @llvm.abs.i32(i32 %s, i1 true)",
            "%v = call range(i32 0, 9) i32 @llvm.ctpop.i32(i32 %x)",
            // The number that it must not be is between those that are known to be none.
            "%v = call range(i32 9, 8) i32 @llvm.expect.i32(i32 %x, i32 0)",
        ],
    );
    check_used(
        POISON,
        &[
            "%v = call i32 @llvm.ctlz.i32(i32 %x, i1 true)",
            "%v = call i32 @llvm.abs.i32(i32 %x, i1 true)",
            "%v = call range(i32 0, 9) i32 @llvm.expect.i32(i32 %x, i32 0)",
            "%v = call range(i32 0, 9) i32 @llvm.expect.i32(i32 undef, i32 0)",
            "%v = call i32 @llvm.cttz.i32(i32 undef, i1 true)",
            "%v = call i32 @llvm.fshl.i32(i32 %x, i32 poison, i32 0)",
        ],
    );
    check_used(
        "proved",
        &[
            "%o = or i32 %x, 8\n  %v = call i32 @llvm.ctlz.i32(i32 %o, i1 true)",
            "%s = mul i32 %x, %x\n  %v = call i32 @llvm.ctlz.i32(i32 %s, i1 false)",
            "%p2 = lshr i32 %x, 1\n  %v = call i32 @llvm.abs.i32(i32 %p2, i1 true)",
            "%o = or i32 %x, 1\n  %v = call i32 @llvm.abs.i32(i32 %o, i1 true)",
            "%b = and i32 %x, 15\n  %v = call range(i32 0, 16) i32 @llvm.expect.i32(i32 %b, i32 0)",
            "%b = or i32 %x, -16\n  %v = call range(i32 -16, 1) i32 @llvm.expect.i32(i32 %b, i32 0)",
        ],
    );
}

#[test]
fn nothing_masks_a_doubt() {
    let doubt = "%s = mul nuw i32 %x, %x";
    let then = |code: &str| used(&format!("{doubt}\n  {code}"));
    for code in [
        "%t = and i32 %s, 0\n  %v = or i32 %t, 0",
        "%t = or i32 %s, -1\n  %v = xor i32 %t, -1",
        "%n = trunc i32 %s to i8\n  %v = zext i8 %n to i32",
        "%t = shl i32 %s, 31\n  %v = shl i32 %t, 1",
        "%c = icmp eq i32 %s, 0\n  %v = select i1 %c, i32 7, i32 7",
        "%c = icmp slt i32 %s, 0\n  %v = zext i1 %c to i32",
        "%v = call i32 @llvm.umin.i32(i32 %s, i32 0)",
        "%v = mul i32 %s, 0",
        "%v = urem i32 %s, 1",
        "%v = call i32 @llvm.ctpop.i32(i32 %s)",
        "%v = call i32 @llvm.fshr.i32(i32 %s, i32 %x, i32 0)",
        "%v = add i32 %s, undef",
        "%v = xor i32 %s, undef",
        "%w = insertelement <2 x i32> <i32 0, i32 0>, i32 %s, i64 1\n  %q2 = bitcast <2 x i32> %w to i64\n  %v = \
         trunc i64 %q2 to i32",
        "store i32 %s, ptr addrspace(3) %a\n  %v = load i32, ptr addrspace(3) %a",
        "%v = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s, i32 1, i32 31)",
        "%c = trunc i32 %x to i1\n  %v = select i1 %c, i32 %s, i32 0",
        "%d = mul i32 %x, %x\n  %a2 = getelementptr nuw i32, ptr addrspace(3) %a, i32 %d\n  %v = ptrtoint ptr addrspace(3) %a2 to i32",
        "%a2 = getelementptr inbounds i32, ptr addrspace(3) %a, i32 %x\n  %v = ptrtoint ptr addrspace(3) %a2 to \
         i32",
        "%a2 = getelementptr inbounds i8, ptr addrspace(3) null, i32 %x\n  %v = ptrtoint ptr addrspace(3) %a2 to i32",
        "%a2 = getelementptr i32, ptr addrspace(3) %a, i32 %s\n  %v = ptrtoint ptr addrspace(3) %a2 to i32",
    ] {
        check("cuda:90", &[(&then(code), "unknown: ")]);
    }
    // One is chosen, the other not; or both, for some element.
    for (code, expected) in [
        ("%c = trunc i32 %x to i1\n  %v = select i1 %c, i32 %x, i32 poison", "unknown: "),
        ("%v = select i1 undef, i32 %x, i32 poison", POISON),
        ("%c = icmp ult i32 %lane, 32\n  %v = select i1 %c, i32 0, i32 %s", "proved"),
        ("%f = freeze i32 %s\n  %v = and i32 %f, 0", "proved"),
        (
            "%b = inttoptr i32 %lane to ptr addrspace(3)\n  %g2 = getelementptr inbounds i8, ptr addrspace(3) %b, i32 0\n  %v = ptrtoint ptr addrspace(3) %g2 to i32",
            "proved",
        ),
        ("%d = mul i32 %x, %x\n  %v = and i32 %d, 0", "proved"),
        (
            "%b = getelementptr inbounds i32, ptr addrspace(3) %a, i32 0\n  %v = ptrtoint ptr addrspace(3) %b to i32",
            "proved",
        ),
    ] {
        check("cuda:90", &[(&then(code), expected)]);
    }
    // Elements that are broken by the one where the other is not, and chosen so.
    let arms = "%t = xor i32 %x, -2147483648\n  %a1 = shl nuw i32 %x, 1\n  %b1 = shl nuw i32 %t, 1\n  %c = icmp slt \
                i32 %x, 0\n  %v = select i1 %c, i32 %b1, i32 %a1";
    check("cuda:90", &[(&used(arms), "unknown: ")]);
    // What depends on it.
    for (code, expected) in [
        ("%c = icmp eq i32 %s, 0\n  br i1 %c, label %n, label %n\nn:", "unknown: a branch on data"),
        (
            "%g2 = getelementptr i8, ptr addrspace(3) @smem, i32 %s\n  store i32 0, ptr addrspace(3) %g2",
            "unknown: an address",
        ),
        ("%c = icmp eq i32 %s, 0\n  call void @llvm.assume(i1 %c)", "unknown: llvm.assume of data"),
        ("%d = udiv i32 7, %s", "unknown: a division by data"),
        ("%d = udiv i32 7, %x", "unknown: a division by data"),
        ("%d = sdiv i32 %x, -1", "unknown: a division of data by -1"),
        ("%o = or i32 %x, 1\n  %d = sdiv i32 %x, %o", "unknown: a division by data"),
        ("%o = or i32 %x, 1\n  %d = udiv i32 %x, %o", "proved"),
        ("%h = lshr i32 %x, 1\n  %o = or i32 %x, 1\n  %d = sdiv i32 %h, %o", "proved"),
        ("%h = lshr i32 %x, 1\n  %d = sdiv i32 %h, -1", "proved"),
    ] {
        check("cuda:90", &[(&format!("  {doubt}\n  {code}\n  %y = or i32 %x, 0"), expected)]);
    }
}

#[test]
fn undefined_where_it_matters() {
    for (code, expected) in [
        // Whatever %x is one factor is 0.
        (
            "%i = xor i32 %x, -1\n  %l = and i32 undef, %x\n  %z = and i32 %l, %i\n  %y = or i32 %x, %z",
            "unknown: ",
        ),
        ("%d = sub i32 %x, %x\n  %z = and i32 undef, %d\n  %y = or i32 %x, %z", "unknown: "),
        ("%z = and i32 undef, %x\n  %y = xor i32 %x, %z", "refuted at "),
        ("%y = or i32 undef, %x", "refuted at "),
        ("%z = select i1 undef, i32 %x, i32 %x\n  %y = or i32 %x, %z", "proved"),
        ("%y = select i1 undef, i32 %x, i32 0", "refuted at "),
        ("%c = icmp ult i32 undef, 0\n  %z = zext i1 %c to i32\n  %y = or i32 %x, %z", "proved"),
        (
            "%o = or i32 undef, 1\n  %c = icmp ne i32 %o, 0\n  %y = select i1 %c, i32 %x, i32 0",
            "proved",
        ),
        ("%c = icmp ult i32 undef, 9\n  %y = select i1 %c, i32 %x, i32 0", "refuted at "),
        (
            "%c = icmp ult i32 undef, %x\n  %z = select i1 %c, i32 %x, i32 0\n  %y = or i32 %z, 0",
            "unknown: ",
        ),
        ("%z = mul i32 undef, 12\n  %y = xor i32 %x, %z", "refuted at "),
        ("%z = mul i32 undef, 12\n  %m = and i32 %z, 3\n  %y = or i32 %x, %m", "proved"),
        ("%z = add i32 undef, %x\n  %y = or i32 %z, 0", "refuted at "),
        ("%z = add i32 undef, %x\n  %m = and i32 %z, 32\n  %y = xor i32 %x, %m", "refuted at "),
        ("%z = mul i32 undef, %x\n  %y = or i32 %z, 0", "refuted at "),
        ("%d = sub i32 %x, %x\n  %z = mul i32 undef, %d\n  %y = xor i32 %x, %z", "unknown: "),
        (
            "%o = and i32 undef, 1\n  %p2 = and i32 %x, 2\n  %q2 = or i32 %o, %p2\n  %c = icmp eq i32 %q2, 0\n  %n = zext i1 %c to i32\n  %y = xor i32 %x, %n",
            "refuted at ",
        ),
        // The bit that is undefined is the second one, and the first one is that of %x.
        ("%u = and i32 undef, 2\n  %z = add i32 %u, %x\n  %y = or i32 %z, 0", "refuted at "),
        (
            "%u = and i32 undef, 2\n  %z = add i32 %u, %x\n  %m = and i32 %z, 1\n  %y = or i32 %x, %m",
            "unknown: ",
        ),
    ] {
        check("cuda:90", &[(&format!("  {code}"), expected)]);
    }
}

#[test]
fn the_sign_of_data() {
    let sign = "%l = lshr i32 %x, 31";
    for code in [
        "%c = icmp sgt i32 %x, -1\n  %n = zext i1 %c to i32\n  %t = xor i32 %n, 1",
        "%c = icmp slt i32 %x, 0\n  %t = zext i1 %c to i32",
        "%s = ashr i32 %x, 31\n  %c = icmp ne i32 %s, 0\n  %t = zext i1 %c to i32",
    ] {
        let body = format!("  {sign}\n  {code}\n  %d = xor i32 %l, %t\n  %y = or i32 %x, %d");
        check("cuda:90", &[(&body, "proved")]);
    }
}
