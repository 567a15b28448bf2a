//! Tensor memory: what is there when it has been waited for, who reaches what, and who has it.

use layout_lowering::validate;

/// What is said of code that leaves the two columns of `%m` as they are, or should. Before it are `%a`,
/// where the lanes of the warp begin, and `%p`, the same as a pointer.
fn said(warps: usize, body: &str) -> String {
    let memory = "!ttg.memdesc<128x2xf32, #ttng.tensor_memory_encoding<blockM = 128, blockN = 2, \
                  colStride = 1>, #ttng.tensor_memory, mutable>";
    let kernel = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = {warps} : i32, ttg.target = \
         \"cuda:100\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f(%m: {memory}) \
         {{\n    tt.return\n  }}\n}}\n"
    );
    let code = format!(
        "define void @f(ptr addrspace(3) %m) {{
  %b = ptrtoint ptr addrspace(3) %m to i32
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %warp = udiv i32 %tid, 32
  %quarter = and i32 %warp, 3
  %lanes = shl i32 %quarter, 21
  %a = add i32 %b, %lanes
  %p = inttoptr i32 %a to ptr addrspace(6)
{body}  ret void
}}
"
    );
    let report = validate(&kernel, &code).expect("files that are read").to_string();
    let line = report.lines().next().and_then(|line| line.strip_prefix("@f: "));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}

/// The lines of a body; `{...}` are those that others name.
fn lines(of: &[&str]) -> String {
    let named = |line: &&str| {
        let line = match *line {
            "load" => {
                "%x = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %p, i1 0)"
            }
            "store" => {
                "call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %p, <2 x i32> %x, i1 0)"
            }
            "wait for loads" => "call void @llvm.nvvm.tcgen05.wait.ld()",
            "wait for stores" => "call void @llvm.nvvm.tcgen05.wait.st()",
            "barrier" => "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)",
            other => other,
        };
        format!("  {line}\n")
    };
    of.iter().map(named).collect()
}

#[track_caller]
fn check(warps: usize, of: &[&str], expected: &str) {
    let found = said(warps, &lines(of));
    assert!(found.starts_with(expected), "{of:?}: {found}");
}

const PROVED: &str = "proved by execution of 128 threads on symbolic bits";

#[test]
fn waits() {
    let cases: &[(&[&str], &str)] = &[
        (&["load", "wait for loads", "store", "wait for stores"], PROVED),
        // What was loaded is stored before it is there.
        (
            &["load", "store", "wait for loads", "wait for stores"],
            "refuted at (lane 0, warp 0, line 10): lane 0, column 510 of tensor memory is stored to, and \
         (lane 0, warp 0) loads it at line 9 and has not waited for that",
        ),
        // What was stored never arrives.
        (
            &["load", "wait for loads", "store"],
            "refuted at (lane 0, column 0 of %m, element (0,0), written at line 11): before gives element \
         (0,0) of %m, after gives undefined bits",
        ),
        // What was stored is loaded before it is there.
        (
            &[
                "load",
                "wait for loads",
                "store",
                "%y = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %p, i1 0)",
                "wait for stores",
                "wait for loads",
                "call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %p, <2 x i32> %y, i1 0)",
                "wait for stores",
            ],
            "refuted at (lane 0, column 0 of %m, element (0,0), written at line 15): before gives element \
         (0,0) of %m, after gives undefined bits",
        ),
        // Nobody says which of two stores is the last.
        (
            &[
                "load",
                "wait for loads",
                "call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %p, <2 x i32> zeroinitializer, i1 0)",
                "store",
                "wait for stores",
            ],
            "refuted at (lane 0, warp 0, line 12): lane 0, column 510 of tensor memory is stored to, and \
         (lane 0, warp 0) stores another value to it at line 11 and has not waited for that",
        ),
        (&["load", "wait for loads", "store", "store", "wait for stores"], PROVED),
        (
            &[
                "%first = icmp ult i32 %tid, 40",
                "br i1 %first, label %yes, label %no",
                "yes:",
                "wait for stores",
                "br label %no",
                "no:",
            ],
            "refuted at (lane 0, warp 1, line 12): 8 of 32 threads of warp 1 execute what all threads of a warp execute together",
        ),
    ];
    for (lines, expected) in cases {
        check(4, lines, expected);
    }
}

#[test]
fn the_lanes_of_a_warp() {
    let cases: &[(&[&str], &str)] = &[
        (
            &[
                "%q = inttoptr i32 %b to ptr addrspace(6)",
                "%x = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %q, i1 0)",
            ],
            "refuted at (lane 0, warp 1, line 10): lane 0 of tensor memory, of which warp 1 has lanes 32 to 63",
        ),
        (
            &[
                "%c = add i32 %a, 2",
                "%q = inttoptr i32 %c to ptr addrspace(6)",
                "%x = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %q, i1 0)",
            ],
            "refuted at (lane 0, warp 0, line 11): the address is lane 0, column 512 of tensor memory, outside \
         of it",
        ),
        (
            &[
                "%c = add i32 %a, %tid",
                "%q = inttoptr i32 %c to ptr addrspace(6)",
                "%x = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %q, i1 0)",
            ],
            "refuted at (lane 1, warp 0, line 11): the address is lane 0, column 511 of tensor memory, and that of lane 0 of the \
         warp is lane 0, column 510",
        ),
    ];
    for (lines, expected) in cases {
        check(4, lines, expected);
    }
}

/// Warps 0 and 4 reach the same lanes.
#[test]
fn warps_that_share_lanes() {
    let of_the_last = "%is = icmp ult i32 %warp, 4
  br i1 %is, label %first, label %second
first:
  %x = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %p, i1 0)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %r = shufflevector <2 x i32> %x, <2 x i32> %x, <2 x i32> <i32 1, i32 0>
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %p, <2 x i32> %r, i1 0)
  call void @llvm.nvvm.tcgen05.wait.st()
  br label %second
second:";
    let rest = "%z = call <2 x i32> @llvm.nvvm.tcgen05.ld.32x32b.x2(ptr addrspace(6) %p, i1 0)
  call void @llvm.nvvm.tcgen05.wait.ld()
  br i1 %is, label %end, label %back
back:
  %s = shufflevector <2 x i32> %z, <2 x i32> %z, <2 x i32> <i32 1, i32 0>
  call void @llvm.nvvm.tcgen05.st.32x32b.x2(ptr addrspace(6) %p, <2 x i32> %s, i1 0)
  call void @llvm.nvvm.tcgen05.wait.st()
  br label %end
end:";
    check(
        8,
        &[of_the_last, rest],
        "refuted at (lane 0, warp 4, line 19): race at lane 0, column 510 of tensor memory: (lane 0, warp \
         0) writes it at line 15, (lane 0, warp 4) reads it at line 19, and no barrier is between",
    );
    check(8, &[of_the_last, "barrier", rest], "refuted at (lane 0, warp 4, line ");
    let order = rest.replace(
        "br i1 %is",
        "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)\n  br i1 %is",
    );
    check(
        8,
        &[of_the_last, "barrier", &order],
        "proved by execution of 256 threads on symbolic bits",
    );
    // Both warps store the same.
    check(
        8,
        &["load", "wait for loads", "store", "wait for stores"],
        "proved by execution of 256 threads on symbolic bits",
    );
}

/// What is said of a kernel that allocates, and nothing else.
fn allocation(body: &str) -> String {
    let kernel = "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \
                  \"cuda:100\", \"ttg.threads-per-warp\" = 32 : i32} {
  tt.func public @k() {
    %m = ttng.tmem_alloc : () -> !ttg.memdesc<128x128xf16, #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>, #ttng.tensor_memory, mutable>
    tt.return
  }
}
";
    let code = format!(
        "@smem = external addrspace(3) global [0 x i8], align 16

define ptx_kernel void @k() {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %is = icmp ult i32 %tid, 32
{body}  ret void
}}
"
    );
    let report = validate(kernel, &code).expect("files that are read").to_string();
    report.lines().next().and_then(|line| line.strip_prefix("@k: ")).expect("a line").to_owned()
}

#[test]
fn allocations() {
    let allocated = |count: u32| {
        format!(
            "  call void asm sideeffect \"@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], {count};\", \"b,r\"(i1 %is, ptr addrspace(3) @smem)
  call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)
  %t = load i32, ptr addrspace(3) @smem, align 4
"
        )
    };
    let freed = |count: u32| {
        format!(
            "  call void asm sideeffect \"@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, {count};\", \"b,r\"(i1 %is, i32 %t)\n"
        )
    };
    let gave_up = "  call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()\n";
    for (body, expected) in [
        (allocated(64) + gave_up + &freed(64), PROVED),
        (allocated(512) + &freed(512), PROVED),
        // The last element but 64 columns is not there.
        (
            allocated(32) + &freed(32),
            "refuted at (lane 0, column 32 of what is allocated, element (0,64)): before gives undefined \
             bits, after gives no memory",
        ),
        (
            allocated(96),
            "refuted at (lane 0, warp 0, line 6): 96 columns of tensor memory are allocated, which must be 32, 64, \
             128, 256 or 512",
        ),
        (
            allocated(16),
            "refuted at (lane 0, warp 0, line 6): 16 columns of tensor memory are allocated, which must be 32, 64, \
             128, 256 or 512",
        ),
        (
            allocated(64),
            "refuted at (line 6): 64 columns of tensor memory are allocated and never deallocated",
        ),
        (
            allocated(64) + &freed(32),
            "refuted at (lane 0, warp 0, line 9): 32 columns of tensor memory are deallocated from column 448 \
             on, where 64 were allocated at line 6",
        ),
        (
            allocated(64) + &freed(64) + &freed(64),
            "refuted at (lane 0, warp 0, line 10): 64 columns of tensor memory are deallocated from column \
             448 on, and that was done at line 9",
        ),
        (
            gave_up.to_owned() + &allocated(64),
            "refuted at (lane 0, warp 0, line 7): 64 columns of tensor memory are allocated after the permit \
             for that was given up at line 6",
        ),
        (
            allocated(512) + &allocated(32).replace("%t", "%u"),
            "refuted at (lane 0, warp 0, line 9): 32 columns of tensor memory are allocated, of which 512 of \
             512 are in use",
        ),
    ] {
        let found = allocation(&body);
        assert!(found.starts_with(expected), "{body}: {found}");
    }
}
