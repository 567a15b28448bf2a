//! Atomic operations are as strong as the TTGIR says, and for as many.

use layout_lowering::validate;

/// One element of each lane is added to what a pointer points to.
fn said(target: &str, order: &str, code: &str) -> String {
    let kind = |element: &str| {
        format!(
            "tensor<32x{element}, #ttg.linear<{{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], \
             block = []}}>>"
        )
    };
    let (data, pointers, range) = (kind("i32"), kind("!tt.ptr<i32>"), kind("i32"));
    let kernel = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = \
         \"{target}\", \"ttg.threads-per-warp\" = 32 : i32}} {{
  tt.func private @f(%p: !tt.ptr<i32>, %x: {data}) {{
    %r = tt.make_range {{end = 32 : i32, start = 0 : i32}} : {range}
    %s = tt.splat %p : !tt.ptr<i32> -> {pointers}
    %a = tt.addptr %s, %r : {pointers}, {range}
    %o = tt.atomic_rmw add, {order}, %a, %x : ({pointers}, {data}) -> {data}
    tt.return
  }}
}}
"
    );
    let lane = match target.starts_with("cuda") {
        true => "llvm.nvvm.read.ptx.sreg.tid.x",
        false => "llvm.amdgcn.workitem.id.x",
    };
    let code = format!(
        "define void @f(ptr addrspace(1) %p, i32 %x) {{
  %lane = call i32 @{lane}()
  %g = getelementptr i32, ptr addrspace(1) %p, i32 %lane
{code}
  ret void
}}
"
    );
    let report = validate(&kernel, &code).unwrap_or_else(|error| panic!("{error}\n{code}"));
    let report = report.to_string();
    let line = report.lines().next().and_then(|line| line.strip_prefix("@f: "));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}

#[track_caller]
fn check(target: &str, order: &str, code: &str, expected: &str) {
    let found = said(target, order, code);
    assert!(found.starts_with(expected), "{order}, {code}:\n{found}");
}

#[test]
fn orders_of_ptx() {
    let atom = |order: &str| {
        format!(
            "  %o = call i32 asm sideeffect \"atom.global.{order}add.u32 $0, [ $1 + 0 ], $2;\", \
             \"=r,l,r\"(ptr addrspace(1) %g, i32 %x)"
        )
    };
    let of = |asked: &str, order: &str, expected: &str| {
        check("cuda:90", asked, &atom(order), expected);
    };
    of("acq_rel, gpu", "gpu.acq_rel.", "proved");
    of("acq_rel, gpu", "sys.acq_rel.", "proved");
    of("relaxed, gpu", "", "proved");
    of("relaxed, cta", "cta.relaxed.", "proved");
    of("acquire, gpu", "acquire.gpu.", "proved");
    of("release, gpu", "acq_rel.gpu.", "proved");
    of(
        "acq_rel, gpu",
        "cta.acq_rel.",
        "refuted at (line 4): an atomic operation is one for a block and not for a device, which that of the \
         TTGIR is",
    );
    of("relaxed, sys", "relaxed.", "refuted at (line 4): an atomic operation is one for a device");
    of(
        "acq_rel, gpu",
        "acquire.gpu.",
        "refuted at (line 4): the first atomic operation is not a release, which that of the TTGIR is",
    );
    of(
        "acq_rel, gpu",
        "release.gpu.",
        "refuted at (line 4): the last atomic operation is not an acquire, which that of the TTGIR is",
    );
    of("acquire, gpu", "", "refuted at (line 4): the last atomic operation is not an acquire");
    // Two orders, or one that there is not.
    of("relaxed, gpu", "relaxed.acquire.", "unknown: inline assembly");
    of("relaxed, gpu", "strange.", "unknown: inline assembly");
    // A fence before and behind.
    let fenced = |before: &str, behind: &str| {
        let fence = |own: &str| format!("  call void asm sideeffect \"{own};\", \"\"()\n");
        format!("{}{}\n{}", fence(before), atom("relaxed.gpu."), fence(behind))
    };
    check("cuda:90", "acq_rel, gpu", &fenced("fence.acq_rel.gpu", "membar.gl"), "proved");
    check(
        "cuda:90",
        "acq_rel, gpu",
        &fenced("fence.acq_rel.cta", "membar.gl"),
        "refuted at (line 5): the first atomic operation is not a release",
    );
    // What is read and written is not an atomic operation.
    check(
        "cuda:90",
        "relaxed, gpu",
        "  %o = load i32, ptr addrspace(1) %g\n  %n = add i32 %o, %x\n  store i32 %n, ptr addrspace(1) %g",
        "refuted at (line 6 of the TTGIR): the TTGIR has an atomic operation, and the code has none",
    );
}

#[test]
fn orders_of_llvm() {
    let rmw =
        |order: &str| format!("  %o = atomicrmw add ptr addrspace(1) %g, i32 %x {order}, align 4");
    let of = |asked: &str, order: &str, expected: &str| {
        check("hip:gfx1250", asked, &rmw(order), expected);
    };
    of("acq_rel, gpu", "syncscope(\"agent\") acq_rel", "proved");
    of("acq_rel, gpu", "seq_cst", "proved");
    of("acq_rel, cta", "syncscope(\"workgroup-one-as\") acq_rel", "proved");
    of(
        "acq_rel, gpu",
        "syncscope(\"workgroup\") acq_rel",
        "refuted at (line 4): an atomic operation is one for a",
    );
    of(
        "acq_rel, gpu",
        "syncscope(\"agent\") monotonic",
        "refuted at (line 4): the first atomic operation is no",
    );
    let fenced = "  fence syncscope(\"agent\") release\n".to_owned()
        + &rmw("syncscope(\"agent\") monotonic")
        + "\n  fence syncscope(\"agent\") acquire";
    check("hip:gfx1250", "acq_rel, gpu", &fenced, "proved");
}
