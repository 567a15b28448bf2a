//! Buffers by their number, and memories that are results.

use crate::{LAYOUT, SHARED, kernel, said};

#[test]
fn a_buffer_is_that_of_its_number() {
    let lines = "    %v = ttg.memdesc_index %m[%i] : MEMORIES -> MEMORY\n    %r = ttg.local_load %v : \
                 MEMORY -> NUMBERS\n    tt.return %r : NUMBERS\n";
    let kernel = kernel("%m: MEMORIES, %i: i32", "NUMBERS", lines);
    let code = |stride: &str| {
        format!(
            "define i32 @f({{ ptr addrspace(3), i32, i32 }} %m, i32 %i) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %p = extractvalue {{ ptr addrspace(3), i32, i32 }} %m, 0
  %n = mul i32 %i, {stride}
  %at = add i32 %n, %tid
  %q = getelementptr i32, ptr addrspace(3) %p, i32 %at
  %y = load i32, ptr addrspace(3) %q, align 4
  ret i32 %y
}}
"
        )
    };
    assert_eq!(
        said(&kernel, &code("32")),
        "proved by execution of 32 threads on symbolic bits, for each of 3 indices"
    );
    assert_eq!(
        said(&kernel, &code("16")),
        "refuted at (%i = 1, register 0, lane 0, warp 0, element (0)): before gives element (1,0) of %m, \
         after gives element (0,16) of %m"
    );
    let other = kernel.replace("ttg.memdesc_index %m[%i]", "ttg.memdesc_index %m[%j]");
    let other = other.replace("    %v =", "    %j = arith.addi %i, %i : i32\n    %v =");
    assert_eq!(said(&other, &code("32")), "unsupported: %i is a number of which nothing is known");
}

#[test]
fn a_memory_that_is_a_result_has_its_elements() {
    let lines = "    %m = ttg.local_alloc %x : (NUMBERS) -> MEMORY\n    tt.return %m : MEMORY\n";
    let kernel = kernel("%x: NUMBERS", "MEMORY", lines);
    let code = |place: &str| {
        format!(
            "@smem = external addrspace(3) global [0 x i8], align 16

define {{ ptr addrspace(3), i32 }} @f(i32 %x) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %at = xor i32 %tid, {place}
  %a = getelementptr i32, ptr addrspace(3) @smem, i32 %at
  store i32 %x, ptr addrspace(3) %a, align 4
  %r = insertvalue {{ ptr addrspace(3), i32 }} undef, ptr addrspace(3) @smem, 0
  %s = insertvalue {{ ptr addrspace(3), i32 }} %r, i32 0, 1
  ret {{ ptr addrspace(3), i32 }} %s
}}
"
        )
    };
    assert_eq!(said(&kernel, &code("0")), "proved by execution of 32 threads on symbolic bits");
    assert_eq!(
        said(&kernel, &code("3")),
        "refuted at (byte 0 of the result, element (0), written at line 7): before gives element (0) of %x, \
         after gives element (3) of %x"
    );
    let elsewhere = code("0").replace("i32 0, 1\n", "i32 4, 1\n");
    assert_eq!(
        said(&kernel, &elsewhere),
        "unsupported: a memory as result that has no known address"
    );
}

#[test]
fn a_store_has_a_value_for_each_pointer() {
    let lines = |value: &str| {
        format!(
            "    %s = tt.splat %p : !tt.ptr<i32> -> tensor<32x!tt.ptr<i32>, {LAYOUT}>
    %r = tt.make_range {{end = 32 : i32, start = 0 : i32}} : tensor<32xi32, {LAYOUT}>
    %q = tt.addptr %s, %r : tensor<32x!tt.ptr<i32>, {LAYOUT}>, tensor<32xi32, {LAYOUT}>
    %v = arith.constant dense<7> : tensor<64xi32, {LAYOUT}>
    tt.store %q, {value} : tensor<32x!tt.ptr<i32>, {LAYOUT}>
    tt.return %x : NUMBERS\n"
        )
    };
    let code = "define i32 @f(i32 %x, ptr addrspace(1) %p) {
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %tid
  store i32 %x, ptr addrspace(1) %a, align 4
  ret i32 %x
}
";
    let said =
        |value| said(&kernel("%x: NUMBERS, %p: !tt.ptr<i32>", "NUMBERS", &lines(value)), code);
    assert_eq!(said("%x"), "proved by execution of 32 threads on symbolic bits");
    assert_eq!(said("%v"), "unknown: tt.store at line 7 of the TTGIR");
}

#[test]
fn a_shape_of_more_elements_than_there_are_numbers_is_unknown() {
    let largest = i64::MAX;
    let code = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";
    for (line, expected) in [
        (
            format!("%c = arith.constant dense<4> : tensor<{largest}x4xi32, {LAYOUT}>"),
            "unknown: more than 200000000 elements at line 3 of the TTGIR",
        ),
        // That a dim has no elements does not make the other ones small.
        (
            format!("%c = arith.constant dense<4> : tensor<{largest}x4x0xi32, {LAYOUT}>"),
            "unknown: more than 200000000 elements at line 3 of the TTGIR",
        ),
        (
            format!(
                "%c = ttg.local_alloc : () -> !ttg.memdesc<{largest}x4xi32, {SHARED}, \
                 #ttg.shared_memory, mutable>"
            ),
            "unknown: more than 200000000 elements at line 3 of the TTGIR",
        ),
    ] {
        let lines = format!("    {line}\n    tt.return %x : NUMBERS\n");
        assert_eq!(said(&kernel("%x: NUMBERS", "NUMBERS", &lines), code), expected, "{line}");
    }
    // The buffers of an argument.
    let memory = format!("!ttg.memdesc<{largest}x4x32xi32, {SHARED}, #ttg.shared_memory, mutable>");
    let lines = "    tt.return %x : NUMBERS\n";
    let kernel = kernel(&format!("%x: NUMBERS, %m: {memory}"), "NUMBERS", lines);
    let code = code.replace("%x)", "%x, { ptr addrspace(3), i32, i32, i32 } %m)");
    assert_eq!(said(&kernel, &code), "unsupported: a memory of more than 2^24 elements");
}
