//! Copies to shared memory: what may be written while they are under way, and their operands.

use crate::{check, said};

/// The element of a lane is copied through global and shared memory, with something between the copy and
/// the wait for it.
fn copied(copy: &str, between: &str) -> String {
    format!(
        "  store i32 %x, ptr addrspace(1) %g, align 4
  {copy}
  {between}
  call void @llvm.nvvm.cp.async.wait.all()
  %y = load i32, ptr addrspace(3) %a, align 4"
    )
}

const COPY: &str = "call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %a, ptr addrspace(1) \
                    %g)";

#[test]
fn what_is_copied_to_is_not_written() {
    let odds = |what: &str| {
        format!(
            "refuted at (lane 0, warp 0, line 10): race at byte 0 of {what} it at line 9 and has not waited \
             for that"
        )
    };
    let shared = odds(
        "shared memory: (lane 0, warp 0) writes it at line 10, and (lane 0, warp 0) copies another value to",
    );
    let global = odds(
        "scratch memory: (lane 0, warp 0) writes it at line 10, and (lane 0, warp 0) copies from",
    );
    let other = "call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %a, ptr addrspace(1) %h)";
    let with_other = copied(COPY, other).replacen(
        "  store",
        "  %h = getelementptr i32, ptr addrspace(1) %g, i32 32\n  store",
        1,
    );
    check(
        "cuda:90",
        &[
            (&copied(COPY, ""), "proved"),
            (
                &copied(COPY, "").replace(
                    "@llvm.nvvm.cp.async.wait.all()",
                    "asm sideeffect \"cp.async.wait_all;\", \"\"()",
                ),
                "proved",
            ),
            (&copied(COPY, "store i32 7, ptr addrspace(3) %a, align 4"), &shared),
            (&copied(COPY, "store i32 7, ptr addrspace(1) %g, align 4"), &global),
            // What is there anyway, or is going to be, makes no difference.
            (&copied(COPY, "store i32 %x, ptr addrspace(1) %g, align 4"), "proved"),
            (&copied(COPY, "store i32 %x, ptr addrspace(3) %a, align 4"), "proved"),
            (&copied(COPY, COPY), "proved"),
            (&with_other, "refuted at (lane 0, warp 0, line 11): race at byte 0 of shared memory"),
            // When it has been waited for it may be.
            (
                &copied(
                    COPY,
                    "call void @llvm.nvvm.cp.async.wait.all()\n  store i32 %x, ptr addrspace(3) %a, align 4",
                ),
                "proved",
            ),
        ],
    );
    // A barrier does not wait for copies of others.
    let next = "call void @llvm.nvvm.barrier0()
  %n = add i32 %lane, 1
  %m = and i32 %n, 31
  %b = getelementptr i32, ptr addrspace(3) @smem, i32 %m
  store i32 %lane, ptr addrspace(3) %b, align 4
  call void @llvm.nvvm.barrier0()";
    let found = said("cuda:90", &copied(COPY, next));
    assert!(
        found.starts_with(
            "refuted at (lane 0, warp 0, line 14): race at byte 4 of shared memory: (lane 0, warp 0) writes it \
             at line 14, and (lane 1, warp 0) copies another value to it at line 9"
        ),
        "{found}"
    );
}

#[test]
fn a_copy_to_lds_is_under_way_too() {
    let body = |between: &str| {
        format!(
            "  store i32 %x, ptr addrspace(1) %g, align 4
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %a, i32 0, i32 0)
  {between}
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0)
  %y = load i32, ptr addrspace(3) %a, align 4"
        )
    };
    check(
        "hip:gfx1250",
        &[
            (&body(""), "proved"),
            (
                &body("store i32 7, ptr addrspace(3) %a, align 4"),
                "refuted at (lane 0, warp 0, line 10): race at byte 0 of shared memory: (lane 0, warp 0) \
                 writes it",
            ),
            (
                &body("store i32 7, ptr addrspace(1) %g, align 4"),
                "refuted at (lane 0, warp 0, line 10): race",
            ),
        ],
    );
}

#[test]
fn sizes_of_copies() {
    let intrinsic = |name: &str, more: &str| {
        let types = if more.is_empty() { String::new() } else { format!(", i32 {more}") };
        copied(
            &format!(
                "call void @llvm.nvvm.cp.async.{name}(ptr addrspace(3) %a, ptr addrspace(1) %g{types})"
            ),
            "",
        )
    };
    let size = |name: &str| intrinsic(name, "");
    check(
        "cuda:90",
        &[
            (&intrinsic("ca.shared.global.4.s", "4"), "proved"),
            (
                &intrinsic("ca.shared.global.4.s", "5"),
                "refuted at (lane 0, warp 0, line 9): a copy of 4 bytes reads 5",
            ),
            (
                &intrinsic("ca.shared.global.4.s", "3"),
                "refuted at (register 0, lane 0, warp 0, element (0)): before gives element (0) of %x, other bits",
            ),
            (&size("cg.shared.global.4"), "refuted at (line 9): cp.async.cg of 4 bytes, not 16"),
            (
                &size("ca.shared.global.2"),
                "refuted at (line 9): cp.async.ca of 2 bytes, not 4, 8 or 16",
            ),
            // Lane 1 is 4 bytes behind lane 0.
            (
                &size("cg.shared.global.16"),
                "refuted at (lane 1, warp 0, line 9): the address 0x10404 is not aligned to 16 bytes",
            ),
            (
                &size("cx.shared.global.4"),
                "unknown: llvm.nvvm.cp.async.cx.shared.global.4 at line 9",
            ),
        ],
    );
}

#[test]
fn operands_of_copies() {
    let assembly = |modifiers: &str, operands: &str, more: &str| {
        copied(
            &format!(
                "call void asm sideeffect \"cp.async.{modifiers} [ $0 + 0 ], [ $1 + 0 ], {operands};\", \
                 \"r,l{more}"
            ),
            "",
        )
    };
    let plain = "\"(ptr addrspace(3) %a, ptr addrspace(1) %g)";
    let policy = ",l\"(ptr addrspace(3) %a, ptr addrspace(1) %g, i64 5)";
    let predicate = |own: u32| format!(",b\"(ptr addrspace(3) %a, ptr addrspace(1) %g, i1 {own})");
    let unknown = "unknown: inline assembly \"cp.async.";
    let zero = "refuted at (register 0, lane 0, warp 0, element (0)): before gives element (0) of %x, after \
                gives the constant 0x00000000";
    check(
        "cuda:90",
        &[
            (&assembly("ca.shared.global", "4", plain), "proved"),
            (&assembly("ca.shared::cta.global.L2::128B", "4, 4", plain), "proved"),
            (&assembly("ca.shared.global", "4, 8", plain), "refuted at (lane 0, warp 0, line 9)"),
            // The last operand is how the cache is used, not how many bytes are read.
            (&assembly("ca.shared.global.L2::cache_hint", "4, $2", policy), "proved"),
            (&assembly("ca.shared.global.L2::cache_hint", "4, 4, $2", policy), "proved"),
            (&assembly("ca.shared.global.L2::cache_hint", "4, 2, $2", policy), "refuted"),
            (&assembly("ca.shared.global.L2::cache_hint", "4, 4", plain), unknown),
            (&assembly("ca.shared.global", "4, $2", policy), unknown),
            // A predicate says that nothing is read.
            (&assembly("ca.shared.global", "4, $2", &predicate(0)), "proved"),
            (&assembly("ca.shared.global", "4, $2", &predicate(1)), zero),
            (&assembly("ca.shared.global", "4, 4, 4", plain), unknown),
            (&assembly("ca.shared.global.strange", "4", plain), unknown),
            (&assembly("ca.global.shared", "4", plain), unknown),
            (
                &assembly("cg.shared.global", "8", plain),
                "refuted at (line 9): cp.async.cg of 8 bytes, not 16",
            ),
        ],
    );
}
