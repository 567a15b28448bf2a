//! What a function hands to others: registers, numbers and memories are those of the TTGIR, call by call.

use layout_lowering::validate;

const NUMBERS: &str = "tensor<32xi32, #ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], \
                       block = []}>>";
const SHARED: &str = "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>, \
                      #ttg.shared_memory, mutable";

/// `@f` hands `%b`, a number and a memory that has `%a` to `@g`, and one that has nothing, or a part of it,
/// to `@h`.
fn said(edits: &[(&str, &str)]) -> String {
    let kernel =
        "module attributes {\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = \
                  \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32} {
  tt.func private @g(%x: NUMBERS, %n: i32, %m: MEMORY) {
    tt.return
  }
  tt.func private @h(%m: MEMORY) {
    tt.return
  }
  tt.func private @f(%a: NUMBERS, %b: NUMBERS) -> NUMBERS {
    %n = arith.constant 7 : i32
    %m = ttg.local_alloc %a : (NUMBERS) -> MEMORY
    %o = ttg.local_alloc : () -> MEMORY
    tt.call @g(%b, %n, %m) : (NUMBERS, i32, MEMORY) -> ()
    tt.call @h(%o) : (MEMORY) -> ()
    tt.return %a : NUMBERS
  }
}
";
    let code = "@smem = external addrspace(3) global [0 x i8], align 16
define internal void @g(i32 %x, i32 %n, { ptr addrspace(3), i32 } %m, ptr addrspace(3) %s) {
  ret void
}
define internal void @h({ ptr addrspace(3), i32 } %m, ptr addrspace(3) %s) {
  ret void
}
define i32 @f(i32 %a, i32 %b, ptr addrspace(3) %s) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = getelementptr i32, ptr addrspace(3) @smem, i32 %tid
  store i32 %a, ptr addrspace(3) %p, align 4
  %e = insertvalue { ptr addrspace(3), i32 } undef, ptr addrspace(3) @smem, 0
  %m = insertvalue { ptr addrspace(3), i32 } %e, i32 0, 1
  %q = getelementptr i8, ptr addrspace(3) @smem, i32 128
  %i = insertvalue { ptr addrspace(3), i32 } undef, ptr addrspace(3) %q, 0
  %o = insertvalue { ptr addrspace(3), i32 } %i, i32 0, 1
  call void @g(i32 %b, i32 7, { ptr addrspace(3), i32 } %m, ptr addrspace(3) @smem)
  call void @h({ ptr addrspace(3), i32 } %o, ptr addrspace(3) @smem)
  ret i32 %a
}
";
    let (mut kernel, mut code) = (kernel.to_owned(), code.to_owned());
    for (from, to) in edits {
        assert!(kernel.contains(from) || code.contains(from), "{from}");
        kernel = kernel.replace(from, to);
        code = code.replace(from, to);
    }
    let kernel = kernel
        .replace("NUMBERS", NUMBERS)
        .replace("PART", &format!("!ttg.memdesc<16xi32, {SHARED}, 32>"))
        .replace("MEMORY", &format!("!ttg.memdesc<32xi32, {SHARED}>"));
    let report = validate(&kernel, &code).unwrap_or_else(|error| panic!("{error}:\n{kernel}"));
    let report = report.to_string();
    let line = report.lines().find_map(|line| line.strip_prefix("@f: "));
    line.unwrap_or_else(|| panic!("{report}")).to_owned()
}

const PROVED: &str = "proved by execution of 32 threads on symbolic bits";

#[test]
fn each_argument_is_that_of_the_call() {
    for (from, to, expected) in [
        ("%b, i32 7", "%b, i32 7", PROVED),
        (
            "@g(i32 %b,",
            "@g(i32 %a,",
            "refuted at (line 17): %x of @g, register 0, lane 0, warp 0, element (0) is element (0) of %a and not \
             element (0) of %b",
        ),
        (
            "%b, i32 7",
            "%b, i32 8",
            "refuted at (line 17): %n of @g, register 0, lane 0, warp 0, element () is the constant 0x00000008 and \
             not the constant 0x00000007",
        ),
        (
            "%b, i32 7",
            "%b, i32 undef",
            "refuted at (line 17): %n of @g, register 0, lane 0, warp 0, element () is",
        ),
        // Where it is.
        (
            "undef, ptr addrspace(3) @smem, 0",
            "undef, ptr addrspace(3) null, 0",
            "refuted at (line 17): %m of @g has byte -66560 of shared memory, outside of it",
        ),
        (
            "undef, ptr addrspace(3) @smem, 0",
            "undef, ptr addrspace(3) %p, 0",
            "refuted at (lane 1, warp 0, line 17): %m of @g is 0x10404, and 0x10400 in thread 0",
        ),
        // What is in it.
        (
            "store i32 %a,",
            "store i32 %b,",
            "refuted at (line 17): %m of @g has element (0) of %b at byte 0, element (0), and not element (0) of %a",
        ),
        (
            "%e, i32 0, 1",
            "%e, i32 4, 1",
            "refuted at (line 17): %m of @g begins at element (4) of its memory and not at element (0)",
        ),
        // Two memories in one place, at the same time or one after the other.
        (
            "@smem, i32 128",
            "@smem, i32 124",
            "refuted at (line 18): %m of @h has byte 124 of shared memory, and so has %m of @g",
        ),
    ] {
        let found = said(&[(from, to)]);
        assert!(found.starts_with(expected), "{from} -> {to}: {found}");
    }
    let call = "    tt.call @g(%b, %n, %m) : (NUMBERS, i32, MEMORY) -> ()\n";
    let allocation = "    %o = ttg.local_alloc : () -> MEMORY\n";
    let later = [(call, ""), (allocation, "CALL"), ("CALL", &(call.to_owned() + allocation))];
    assert_eq!(said(&[&later[..], &[("@smem, i32 128", "@smem, i32 0")]].concat()), PROVED);
}

#[test]
fn calls_are_in_order() {
    let (g, h) = (
        "  call void @g(i32 %b, i32 7, { ptr addrspace(3), i32 } %m, ptr addrspace(3) @smem)\n",
        "  call void @h({ ptr addrspace(3), i32 } %o, ptr addrspace(3) @smem)\n",
    );
    for (from, to, expected) in [
        (g, "", "refuted at (line 17): @h is called where the TTGIR calls @g, at line 12"),
        (
            h,
            "",
            "refuted at (line 13 of the TTGIR): @h is never called, which the TTGIR does at line 13",
        ),
        (
            h,
            &(h.to_owned() + h),
            "refuted at (line 19): @h is called, which the TTGIR does not do here",
        ),
    ] {
        assert_eq!(said(&[(from, to)]), expected, "{from} -> {to}");
    }
    // What others may call, or is called as LLVM likes, may have been done without a call.
    assert_eq!(said(&[(h, ""), ("internal void @h", "void @h")]), PROVED);
    assert_eq!(said(&[(h, ""), ("internal void @h", "internal fastcc void @h")]), PROVED);
}

/// A part begins where the TTGIR has it begin, though nothing is in it.
#[test]
fn a_part_of_a_memory() {
    let part = "    %v = ttg.memdesc_subslice %o[16] : MEMORY -> PART\n    tt.call @h(%v) : (PART) -> ()\n";
    let kernel =
        [("    tt.call @h(%o) : (MEMORY) -> ()\n", part), ("@h(%m: MEMORY)", "@h(%m: PART)")];
    for (offset, expected) in [
        ("16", PROVED),
        (
            "0",
            "refuted at (line 18): %m of @h begins at element (0) of its memory and not at element (16)",
        ),
        (
            "17",
            "refuted at (line 18): %m of @h begins at element (17) of its memory and not at element (16)",
        ),
    ] {
        let own = format!("%i, i32 {offset}, 1");
        let found = said(&[&kernel[..], &[("%i, i32 0, 1", own.as_str())]].concat());
        assert_eq!(found, expected, "{offset}");
    }
}

/// A memory that is allocated has no byte of another that is there.
#[test]
fn a_result_is_a_memory_of_its_own() {
    let memory = format!("!ttg.memdesc<32xi32, {SHARED}>");
    let kernel = format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = \"cuda:90\", \
         \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f(%m: {memory}) -> {memory} {{\n    %o = \
         ttg.local_alloc : () -> {memory}\n    tt.return %o : {memory}\n  }}\n}}\n"
    );
    let code = |result: &str| {
        format!(
            "@smem = external addrspace(3) global [0 x i8], align 16
define {{ ptr addrspace(3), i32 }} @f({{ ptr addrspace(3), i32 }} %m, ptr addrspace(3) %s) {{
  %o = insertvalue {{ ptr addrspace(3), i32 }} zeroinitializer, ptr addrspace(3) @smem, 0
  ret {{ ptr addrspace(3), i32 }} {result}
}}
"
        )
    };
    for (result, expected) in [
        ("%o", "@f: proved by execution of 32 threads on symbolic bits"),
        (
            "%m",
            "@f: refuted at (the result): before gives a memory of its own, after gives one that has bytes of %m",
        ),
    ] {
        let report = validate(&kernel, &code(result)).expect("files that are read").to_string();
        assert_eq!(report.lines().next(), Some(expected));
    }
}

#[test]
fn a_function_that_llvm_has_taken_for_its_own() {
    // Its arguments are still those of the TTGIR.
    let fast: [(&str, &str); 2] =
        [("internal void @g", "internal fastcc void @g"), ("call void @g", "call fastcc void @g")];
    let with = |more: &[(&'static str, &'static str)]| said(&[&fast[..], more].concat());
    let proved = "proved by execution of 32 threads on symbolic bits";
    assert_eq!(with(&[]), proved);
    let wrong = with(&[("@g(i32 %b, i32 7", "@g(i32 %b, i32 8")]);
    assert!(wrong.starts_with("refuted at (line 17): %n of @g"), "{wrong}");
    // What nobody uses need not be there, nor need it be an argument.
    let note = format!("{proved}, what @g is handed not being compared");
    assert_eq!(with(&[("@g(i32 %b, i32 7", "@g(i32 poison, i32 7")]), note);
    assert_eq!(
        with(&[("@g(i32 %x, i32 %n, ", "@g(i32 %x, "), ("@g(i32 %b, i32 7, ", "@g(i32 %b, ")]),
        note
    );
}
