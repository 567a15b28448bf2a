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

/// A fence that LLVM orders accesses by.
fn fence(scope: &str, order: &str) -> String {
    format!("fence syncscope(\"{scope}\") {order}")
}

/// Lines as Triton has them, between fences of the block.
fn fenced(lines: &str) -> String {
    [&fence("workgroup", "release"), lines, &fence("workgroup", "acquire")].join("\n  ")
}

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
        "call void asm sideeffect \"bar.sync 0;\", \"\"()",
        "call void asm sideeffect \"barrier.sync 0;\", \"\"()",
        "call void @llvm.nvvm.barrier0()",
        "call void @llvm.nvvm.barrier.sync(i32 0)",
        "call void @llvm.nvvm.barrier.cta.sync.all(i32 0)",
    ] {
        check("cuda:90", barrier, proved);
    }
    check("cuda:90", "call void asm sideeffect \"bar.warp.sync 0xffffffff;\", \"\"()", RACE);
    check("hip:gfx1200", &fenced("call void @llvm.amdgcn.s.barrier()"), proved);
    // What puts instructions in an order is not a barrier.
    check("hip:gfx1200", &fenced("call void @llvm.amdgcn.wave.barrier()"), RACE);
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
        "refuted at (lane 5, warp 0, line 7): a barrier of lanes 0xffffffdf, which it is not one of",
    );
    check(
        "cuda:90",
        &of_lanes(0),
        "refuted at (lane 0, warp 0, line 7): a barrier of lanes 0x0, which it is not one of",
    );
}

#[test]
fn barriers_in_two_halves() {
    let signal = |number| format!("call void @llvm.amdgcn.s.barrier.signal(i32 {number})");
    let wait = |number| format!("call void @llvm.amdgcn.s.barrier.wait(i16 {number})");
    let check = |lines: &[String], expected: &str| {
        check("hip:gfx1200", &fenced(&lines.join("\n  ")), expected);
    };
    check(&[signal(-1), wait(-1)], "proved by execution of 64 threads on symbolic bits");
    check(
        &[signal(-1), wait(-1), signal(-1), wait(-1)],
        "proved by execution of 64 threads on symbolic bits",
    );
    // Who has not waited is behind nobody.
    check(&[signal(-1)], RACE);
    check(&[signal(-1), wait(0)], RACE);
    let never = "refuted at (line 8): barrier -1 is waited for, and nobody has signaled it";
    check(&[wait(-1)], never);
    check(&[signal(-2), wait(-1)], &never.replace("line 8", "line 9"));
    check(&[signal(0), wait(-1)], &never.replace("line 8", "line 9"));
    check(
        &[signal(-1), wait(-2)],
        "refuted at (line 9): barrier -2 is waited for, and nobody has signaled it",
    );
    check(
        &[signal(-1), signal(-1), wait(-1)],
        "refuted at (line 9): barrier -1 is signaled again before anyone waits",
    );
    check(&[signal(-5)], "refuted at (line 8): there is no barrier -5");
    check(&[signal(3)], "unknown: the named barrier 3 at line 8 of the code");
}

/// A barrier of AMD's with lines before and behind it.
#[track_caller]
fn check_fences(before: &[String], behind: &[String], expected: &str) {
    for barrier in [
        "call void @llvm.amdgcn.s.barrier()",
        "call void @llvm.amdgcn.s.barrier.signal(i32 -1)
  call void @llvm.amdgcn.s.barrier.wait(i16 -1)",
    ] {
        let lines = [before, &[barrier.to_owned()], behind].concat().join("\n  ");
        check("hip:gfx1200", &lines, expected);
    }
}

const PROVED: &str = "proved by execution of 64 threads on symbolic bits";

/// LLVM need not wait for a store before a barrier that no release is before, and may move a load before one
/// that no acquire is behind.
#[test]
fn fences_around_barriers() {
    let (release, acquire) = (fence("workgroup", "release"), fence("workgroup", "acquire"));
    let (release, acquire) = (std::slice::from_ref(&release), std::slice::from_ref(&acquire));
    check_fences(release, acquire, PROVED);
    check_fences(&[], acquire, RACE);
    check_fences(release, &[], RACE);
    check_fences(&[], &[], RACE);
    check_fences(acquire, release, RACE);
    check_fences(acquire, acquire, RACE);
    check_fences(release, release, RACE);
    check_fences(&[], &[release, acquire].concat(), RACE);
    check_fences(&[release, acquire].concat(), &[], RACE);
    for order in ["acq_rel", "seq_cst"] {
        let both = [fence("workgroup", order)];
        check_fences(&both, &both, PROVED);
        check_fences(&both, &[], RACE);
    }
    for scope in ["agent", "cluster", "", "workgroup-one-as"] {
        check_fences(&[fence(scope, "release")], &[fence(scope, "acquire")], PROVED);
    }
    check_fences(&["fence release".to_owned()], &["fence acquire".to_owned()], PROVED);
    for scope in ["wavefront", "singlethread", "wavefront-one-as"] {
        check_fences(&[fence(scope, "release")], acquire, RACE);
        check_fences(release, &[fence(scope, "acquire")], RACE);
    }
    check(
        "hip:gfx1200",
        &["call void @llvm.amdgcn.s.barrier()", &acquire[0]].join("\n  "),
        "refuted at (lane 0, warp 0, line 11): race at byte 128 of shared memory: (lane 0, warp 1) \
         writes it at line 6, (lane 0, warp 0) reads it at line 11, and no barrier with a release \
         before it and an acquire behind it is between",
    );
}

/// A fence is for what is before it, or behind it.
#[test]
fn accesses_between_fences_and_barriers() {
    let (release, acquire) = (fence("workgroup", "release"), fence("workgroup", "acquire"));
    let store = "%more = add i32 %tid, 1
  store i32 %more, ptr addrspace(3) %a, align 4"
        .to_owned();
    let load = "%other.1 = xor i32 %tid, 32
  %b.1 = getelementptr i32, ptr addrspace(3) @smem, i32 %other.1
  %y.1 = load i32, ptr addrspace(3) %b.1, align 4"
        .to_owned();
    let check = |before: &[&String], behind: &[&String], expected| {
        let own = |lines: &[&String]| lines.iter().map(|&line| line.clone()).collect::<Vec<_>>();
        check_fences(&own(before), &own(behind), expected);
    };
    check(&[&store, &release], &[&acquire], PROVED);
    check(&[&release, &store], &[&acquire], RACE);
    check(&[&release, &store, &release], &[&acquire], PROVED);
    check(&[&release], &[&acquire, &load], PROVED);
    check(&[&release], &[&load, &acquire], "refuted at (lane 0, warp 0, line");
    // A load that a store of others is behind.
    let barrier = "call void @llvm.amdgcn.s.barrier()".to_owned();
    let begin = [&release, &barrier, &acquire, &load].map(Clone::clone).join("\n  ");
    let end = [&store, &release, &barrier, &acquire].map(Clone::clone).join("\n  ");
    check(&[&begin, &release], &[&acquire, &end], PROVED);
    check(&[&begin], &[&acquire, &end], "refuted at (lane 0, warp");
    check(&[&begin, &release], &[&end], "refuted at (lane 0, warp");
    // A later load of the thread that stores is not all that there is, for NVIDIA's either.
    let lines = [
        "call void @llvm.nvvm.barrier0()",
        &load,
        "fence release",
        "%z.1 = load i32, ptr addrspace(3) %a, align 4",
        &store,
        "call void @llvm.nvvm.barrier0()",
    ];
    crate::check("cuda:90", &lines.join("\n  "), "refuted at (lane 0, warp 0");
    let own = "%z.1 = load i32, ptr addrspace(3) %a, align 4".to_owned();
    check(&[&begin, &release, &own, &store, &release], &[&acquire], "refuted at (lane 0, warp 0");
}

#[test]
fn fences_that_are_not_followed() {
    let (release, acquire) = (fence("workgroup", "release"), fence("workgroup", "acquire"));
    let of_a_warp = |line: &str| {
        format!(
            "%c = icmp ult i32 %tid, 32
  br i1 %c, label %some, label %all
some:
  {line}
  br label %all
all:"
        )
    };
    let (before, behind) = (of_a_warp(&release), of_a_warp(&acquire));
    let unknown =
        "unknown: a barrier, and no fence of all threads before it at line 14 of the code";
    let barrier = "call void @llvm.amdgcn.s.barrier()";
    let check =
        |lines: &[&str], expected: &str| check("hip:gfx1200", &lines.join("\n  "), expected);
    check(&[&before, barrier, &acquire], unknown);
    check(&[&before, &release, barrier, &acquire], PROVED);
    check(
        &[&release, barrier, &behind],
        "unknown: a fence in a branch behind a barrier at line 12 of the code",
    );
    check(&[&release, barrier, &acquire, &behind], PROVED);
    let wait = "call void @llvm.amdgcn.s.waitcnt(i32 0)";
    check(&[wait, barrier, &acquire], &unknown.replace("14", "9"));
    check(&[wait, &release, barrier, &acquire], PROVED);
}

/// What a fence is for one memory alone does nothing for another.
#[test]
fn fences_of_one_memory() {
    let layout = "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], block = []}>";
    let kernel = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 2 : i32, ttg.target = \
         \"hip:gfx1200\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f(%x: \
         tensor<64xi32, {layout}>, %p: !tt.ptr<i32>) -> tensor<64xi32, {layout}> {{\n    tt.return %x : \
         tensor<64xi32, {layout}>\n  }}\n}}\n"
    );
    let said = |space: u32, base: &str, [release, acquire]: [&str; 2]| {
        let code = format!(
            "@smem = external addrspace(3) global [0 x i8], align 16

define i32 @f(i32 %x, ptr addrspace(1) %p, ptr addrspace(1) %q) {{
  %tid = call i32 @llvm.amdgcn.workitem.id.x()
  %other = xor i32 %tid, 32
  %a = getelementptr i32, ptr addrspace({space}) {base}, i32 %tid
  %b = getelementptr i32, ptr addrspace({space}) {base}, i32 %other
  %z = load i32, ptr addrspace({space}) %b, align 4
  fence syncscope(\"workgroup\") release{release}
  call void @llvm.amdgcn.s.barrier()
  fence syncscope(\"workgroup\") acquire{acquire}
  store i32 0, ptr addrspace({space}) %a, align 4
  ret i32 %x
}}

!1 = !{{!\"amdgpu-synchronize-as\", !\"local\"}}
!2 = !{{!\"amdgpu-synchronize-as\", !\"global\"}}
!3 = !{{!1, !2}}
!4 = !{{!\"amdgpu-synchronize-as\", !\"strange\"}}
"
        );
        let report = validate(&kernel, &code).expect("files that are read").to_string();
        report.lines().next().unwrap_or_default().to_owned()
    };
    for (space, base, own, other) in [(3, "@smem", 1, 2), (1, "%p", 2, 1)] {
        let node = |number: u32| format!(", !mmra !{number}");
        let (own, other, both) = (node(own), node(other), node(3));
        let race = "@f: refuted at (lane 0, warp 0, line 12): race at byte";
        // What a kernel writes to global memory is compared after that.
        let ordered = |found: &str| !found.contains("race") && !found.contains("unknown");
        for fences in [["", ""], [&own, &own], [&own, ""], [&both, &own], [&both, &both]] {
            let found = said(space, base, fences);
            assert!(ordered(&found), "{fences:?}: {found}");
        }
        for fences in [[&*other, ""], ["", &other], [&other, &other], [&own, &other]] {
            let found = said(space, base, fences);
            assert!(found.starts_with(race), "{fences:?}: {found}");
        }
        for fences in [[", !mmra !4", ""], ["", ", !mmra !7"]] {
            let found = said(space, base, fences);
            assert!(found.starts_with("@f: unknown: the memories of a fence at line"), "{found}");
        }
    }
}

/// The first of them is at odds with another value, too.
#[test]
fn stores_of_one_value_and_then_of_another() {
    let store = |value: u32| format!("store i32 {value}, ptr addrspace(3) @smem, align 4");
    let lines = |between: &str| {
        let barrier = "call void @llvm.nvvm.barrier0()";
        [
            barrier,
            &store(5),
            between,
            "%c = icmp eq i32 %tid, 63",
            "br i1 %c, label %last, label %all",
            "last:",
            &store(6),
            "br label %all",
            "all:",
            barrier,
        ]
        .join("\n  ")
    };
    check("cuda:90", &lines("call void @llvm.nvvm.barrier0()"), PROVED);
    // A fence is not a barrier.
    check("cuda:90", &lines("fence seq_cst"), "refuted at (lane 31, warp 1, line 13): race");
    check("cuda:90", &lines(""), "refuted at (lane 31, warp 1, line 13): race at byte 0");
}
