//! PTX in inline assembly: forms of instructions, registers and constraints.

use crate::check;

/// What assembly makes of the element of a lane.
fn of_x(text: &str) -> String {
    format!("  %y = call i32 asm \"{text}\", \"=r,r\"(i32 %x)")
}

#[test]
fn a_form_that_is_not_known_is_not_executed() {
    let unknown = "unknown: inline assembly \"";
    check(
        "cuda:90",
        &[
            (&of_x("mov.b32 $0, $1;"), "proved"),
            (&of_x("mov.b32.strange $0, $1;"), unknown),
            (&of_x("mov.b16 $0, $1;"), unknown),
            (&of_x("cvta.to.shared.u32 $0, $1;"), unknown),
            (&of_x("prmt.b32.strange $0, $1, $1, 0x3210;"), unknown),
            (&of_x("prmt.b32 $0, $1, $1, 0x3210;"), "proved"),
            // 032 is octal.
            (&of_x("{ .reg .pred p; setp.eq.u32 p, 032, 26; selp.b32 $0, $1, 0, p; }"), unknown),
            // A comparison of floats is not one of integers.
            (&of_x("{ .reg .pred p; setp.lt.f32 p, 1, 2; selp.b32 $0, $1, 0, p; }"), unknown),
            (&of_x("{ .reg .pred p; setp.lt.u32 p, 1, 2; selp.b32 $0, $1, 0, p; }"), "proved"),
            // -1 is less than 2 with a sign alone.
            (&of_x("{ .reg .pred p; setp.lt.s32 p, -1, 2; selp.b32 $0, $1, 0, p; }"), "proved"),
            (&of_x("{ .reg .pred p; setp.lt.u32 p, -1, 2; selp.b32 $0, $1, 0, p; }"), "refuted"),
        ],
    );
}

#[test]
fn registers_are_those_of_their_block() {
    let unknown = "unknown: inline assembly \"";
    check(
        "cuda:90",
        &[
            (&of_x("{ .reg .b32 a; mov.b32 a, $1; mov.b32 $0, a; }"), "proved"),
            (
                &of_x(
                    "{ .reg .b32 a; mov.b32 a, $1; { .reg .b32 a; mov.b32 a, 7; } mov.b32 $0, a; }",
                ),
                unknown,
            ),
            (&of_x("{ .reg .b32 a; mov.b32 a, $1; } mov.b32 $0, a;"), unknown),
            (&of_x("mov.b32 a, $1; mov.b32 $0, a;"), unknown),
            (&of_x("{ .reg .b16 a; mov.b32 a, $1; mov.b32 $0, a; }"), unknown),
            (&of_x("{ .reg .b32 a; mov.b32 $0, a; }"), "refuted"),
            // A predicate is one.
            (&of_x("mov.b32 $0, 0; @$1 mov.b32 $0, $1;"), unknown),
        ],
    );
}

#[test]
fn constraints_say_how_wide_a_register_is() {
    let of = |constraints: &str, kind: &str| {
        format!(
            "  %v = call {kind} asm \"mov.b32 $0, $1;\", \"{constraints}\"(i32 %x)\n  %y = add i32 %x, 0"
        )
    };
    let unknown = "unknown: inline assembly \"";
    check(
        "cuda:90",
        &[
            (&of("=r,r", "i32"), "proved"),
            (&of("=r,r,~{memory}", "i32"), "proved"),
            (&of("=r,r", "i64"), unknown),
            (&of("=l,r", "i64"), unknown),
            (&of("=h,r", "i32"), unknown),
            (&of("=r,h", "i32"), unknown),
            (&of("=r,r,r", "i32"), unknown),
            (&of("=*r,r", "i32"), unknown),
            (&of("=r,z", "i32"), unknown),
            // Nobody says what is in the upper half of a register.
            (
                "  %n = trunc i32 %x to i16
  %v = call i32 asm \"mov.b32 $0, $1;\", \"=r,r\"(i16 %n)
  %h = lshr i32 %x, 16
  %u = shl i32 %h, 16
  %l = and i32 %v, 65535
  %y = or i32 %u, %l",
                "proved",
            ),
            (
                "  %h = lshr i32 %x, 16
  %u = shl i32 %h, 16
  %n = trunc i32 %x to i16
  %v = call i32 asm \"mov.b32 $0, $1;\", \"=r,r\"(i16 %n)
  %y = or i32 %u, %v",
                "refuted",
            ),
        ],
    );
}

#[test]
fn a_load_fills_its_register() {
    let load = |kind: &str, more: &str| {
        format!(
            "  store i32 200, ptr addrspace(3) %a, align 4
  %v = call i32 asm sideeffect \"ld.shared.{kind} $0, [ $1 + 0 ];\", \"=r,r\"(ptr addrspace(3) %a)
  %z = sub i32 %v, {more}
  %y = add i32 %x, %z"
        )
    };
    check(
        "cuda:90",
        &[
            (&load("u8", "200"), "proved"),
            (&load("b8", "200"), "proved"),
            (&load("s8", "-56"), "proved"),
            (&load("s8", "200"), "unknown: add"),
            (&load("s16", "200"), "proved"),
            (&load("v2.b16", "200"), "unknown: inline assembly"),
        ],
    );
}

#[test]
fn an_access_is_aligned_to_all_its_registers() {
    let load = |text: &str, constraints: &str, kind: &str| {
        format!(
            "  %v = call {kind} asm sideeffect \"ld.shared.{text};\", \"{constraints}\"(ptr addrspace(3) \
             %a)\n  %y = or i32 %x, 0"
        )
    };
    let one = |offset: u32| load(&format!("b32 $0, [ $1 + {offset} ]"), "=r,r", "i32");
    let two = load("v2.b32 { $0, $1 }, [ $2 + 0 ]", "=r,=r,r", "{ i32, i32 }");
    check(
        "cuda:90",
        &[
            (&one(4), "proved"),
            (
                &one(2),
                "refuted at (lane 0, warp 0, line 8): the address 0x10402 is not aligned to 4 bytes",
            ),
            (
                &two,
                "refuted at (lane 1, warp 0, line 8): the address 0x10404 is not aligned to 8 bytes",
            ),
        ],
    );
}

#[test]
fn assembly_that_is_not_sideeffect_may_be_left_out() {
    check(
        "cuda:90",
        &[
            (
                "  call void asm \"st.shared.b32 [ $0 + 0 ], $1;\", \"r,r\"(ptr addrspace(3) %a, i32 %x)
  %y = load i32, ptr addrspace(3) %a",
                "refuted at (line 8): st in assembly that is not sideeffect, and so may be left out",
            ),
            (
                "  call void asm \"bar.sync 0;\", \"\"()\n  %y = add i32 %x, 0",
                "refuted at (line 8): bar in assembly that is not sideeffect, and so may be left out",
            ),
            (
                "  store i32 %x, ptr addrspace(3) %a
  %y = call i32 asm \"ld.shared.b32 $0, [ $1 + 0 ];\", \"=r,r\"(ptr addrspace(3) %a)",
                "unknown: ld in assembly that is not sideeffect at line 9 of the code",
            ),
        ],
    );
}
