//! Barriers: whom they order, and those that nobody passes.

use layout_lowering::validate;

/// A block of two warps in which each thread writes a number to shared memory and, behind some lines, reads
/// that of the thread of the same lane in the other warp.
fn said(target: &str, between: &str) -> String {
    let layout = "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], block = []}>";
    let kind = format!("tensor<64xi32, {layout}>");
    let kernel = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 2 : i32, ttg.target = \
         \"{target}\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f(%x: {kind}) -> \
         {kind} {{\n    tt.return %x : {kind}\n  }}\n}}\n"
    );
    let thread = match target.starts_with("cuda") {
        true => "llvm.nvvm.read.ptx.sreg.tid.x",
        false => "llvm.amdgcn.workitem.id.x",
    };
    let code = format!(
        "@smem = external addrspace(3) global [0 x i8], align 16

define i32 @f(i32 %x) {{
  %tid = call i32 @{thread}()
  %a = getelementptr i32, ptr addrspace(3) @smem, i32 %tid
  store i32 %tid, ptr addrspace(3) %a, align 4
  {between}
  %other = xor i32 %tid, 32
  %b = getelementptr i32, ptr addrspace(3) @smem, i32 %other
  %y = load i32, ptr addrspace(3) %b, align 4
  ret i32 %x
}}
"
    );
    let report = validate(&kernel, &code).expect("files that are read").to_string();
    let line = report.lines().next().and_then(|line| line.strip_prefix("@f: "));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}

#[track_caller]
fn check(target: &str, between: &str, expected: &str) {
    let found = said(target, between);
    assert!(found.starts_with(expected), "{between}: {found}");
}

/// Lane 0 of warp 1 reads what lane 0 of warp 0 has written, the first to do so.
const RACE: &str = "refuted at (lane 0, warp 0, line";

#[test]
fn barriers_of_a_block() {
    let all = |number| format!("call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 {number})");
    let some = |number, count| {
        format!("call void @llvm.nvvm.barrier.cta.sync.aligned.count(i32 {number}, i32 {count})")
    };
    let proved = "proved by execution of 64 threads on symbolic bits";
    check("cuda:90", &all(0), proved);
    check("cuda:90", &all(15), proved);
    check("cuda:90", &some(1, 64), proved);
    for barrier in [
        "call void asm sideeffect \"bar.sync 3, 64;\", \"\"()",
        "call void asm sideeffect \"barrier.sync 0;\", \"\"()",
        "call void @llvm.nvvm.barrier0()",
        "call void @llvm.nvvm.barrier.sync(i32 0)",
        "call void @llvm.nvvm.barrier.cta.sync.all(i32 0)",
    ] {
        check("cuda:90", barrier, proved);
    }
    check("cuda:90", "call void asm sideeffect \"bar.warp.sync 0xffffffff;\", \"\"()", RACE);
    check("hip:gfx1200", "call void @llvm.amdgcn.s.barrier()", proved);
    // What puts instructions in an order is not a barrier.
    check("hip:gfx1200", "call void @llvm.amdgcn.wave.barrier()", RACE);
    check("cuda:90", &all(16), "refuted at (line 7): there is no barrier 16: a block has 16");
    check(
        "cuda:90",
        &all(-1),
        "refuted at (line 7): there is no barrier 4294967295: a block has 16",
    );
    check(
        "cuda:90",
        &some(1, 48),
        "refuted at (line 7): a barrier of 48 threads, which is not a number of warps",
    );
    check(
        "cuda:90",
        &some(1, 96),
        "refuted at (line 7): a barrier of 96 threads, which 64 threads wait at",
    );
    // It opens for one warp and for the other.
    check("cuda:90", &some(1, 32), RACE);
    check("cuda:90", "", RACE);
    check("cuda:90", "call void @llvm.nvvm.bar.warp.sync(i32 -1)", RACE);
}

#[test]
fn a_barrier_of_lanes_that_it_is_not_among() {
    let of_lanes = |lanes| format!("call void @llvm.nvvm.bar.warp.sync(i32 {lanes})");
    check(
        "cuda:90",
        &of_lanes(-33),
        "refuted at (lane 5, warp 0, line 7): a barrier of lanes 0xffffffdf, of which it is none",
    );
    check(
        "cuda:90",
        &of_lanes(0),
        "refuted at (lane 0, warp 0, line 7): a barrier of lanes 0x0, of which it is none",
    );
}

#[test]
fn barriers_in_two_halves() {
    let signal = |number| format!("call void @llvm.amdgcn.s.barrier.signal(i32 {number})");
    let wait = |number| format!("call void @llvm.amdgcn.s.barrier.wait(i16 {number})");
    let check =
        |lines: &[String], expected: &str| check("hip:gfx1200", &lines.join("\n  "), expected);
    check(&[signal(-1), wait(-1)], "proved by execution of 64 threads on symbolic bits");
    check(
        &[signal(-1), wait(-1), signal(-1), wait(-1)],
        "proved by execution of 64 threads on symbolic bits",
    );
    // Who has not waited is behind nobody.
    check(&[signal(-1)], RACE);
    check(&[signal(-1), wait(0)], RACE);
    let never = "refuted at (line 7): barrier -1 is waited for, and nobody has signaled it";
    check(&[wait(-1)], never);
    check(&[signal(-2), wait(-1)], &never.replace("line 7", "line 8"));
    check(&[signal(0), wait(-1)], &never.replace("line 7", "line 8"));
    check(
        &[signal(-1), wait(-2)],
        "refuted at (line 8): barrier -2 is waited for, and nobody has signaled it",
    );
    check(
        &[signal(-1), signal(-1), wait(-1)],
        "refuted at (line 8): barrier -1 is signaled again before anyone waits",
    );
    check(&[signal(-5)], "refuted at (line 7): there is no barrier -5");
    check(&[signal(3)], "unknown: the named barrier 3 at line 7 of the code");
}
