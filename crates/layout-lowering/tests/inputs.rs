//! What the validator says of inputs that are mean: other shapes of functions, small types, tensors that
//! are held several times, loops without an end, files that are cut off.

use layout_lowering::{validate, validate_on_numbers};

const LAYOUT: &str =
    "#ttg.linear<{register = [], lane = [[1], [2], [4], [8], [16]], warp = [], block = []}>";

/// A function from a tensor of 32 elements to one, with some lines, for one warp.
fn kernel(element: &str, body: &str, result: &str) -> String {
    let kind = format!("tensor<32x{element}, {LAYOUT}>");
    format!(
        "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 1 : i32, ttg.target = \
         \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{\n  tt.func private @f(%x: {kind}) -> \
         {kind} {{\n{}    tt.return {result} : {kind}\n  }}\n}}\n",
        body.replace("KIND", &kind)
    )
}

#[track_caller]
fn said(kernel: &str, code: &str) -> String {
    validate(kernel, code)
        .expect("files that are read")
        .to_string()
        .lines()
        .next()
        .unwrap_or("")
        .to_owned()
}

fn identity(element: &str) -> String {
    kernel(element, "", "%x")
}

#[test]
fn code_without_the_function() {
    let report = validate(&identity("f32"), "").expect("files that are read");
    assert_eq!(report.exit_status(), 2);
    assert!(report.to_string().starts_with("@f: only in the TTGIR\n"));
}

#[test]
fn one_register_needs_no_structure() {
    let plain = "define float @f(float %x) {\n  ret float %x\n}\n";
    let structure = "define { float } @f({ float } %x) {\n  ret { float } %x\n}\n";
    for code in [plain, structure] {
        assert!(said(&identity("f32"), code).starts_with("@f: proved by "), "{code}");
    }
}

#[test]
fn a_register_of_another_type_is_not_judged() {
    let code = "define i64 @f(i64 %x) {\n  ret i64 %x\n}\n";
    let expected = "@f: unsupported: argument 0 of the code is of another type than the TTGIR's";
    assert_eq!(said(&identity("f32"), code), expected);
}

#[test]
fn bits_that_are_packed_and_taken_apart_are_the_same() {
    let code = "define i8 @f(i8 %x) {
  %low = and i8 %x, 15
  %high = lshr i8 %x, 4
  %a = shl i8 %high, 4
  %b = or disjoint i8 %a, %low
  %v = bitcast i8 %b to <8 x i1>
  %w = bitcast <8 x i1> %v to i8
  ret i8 %w
}
";
    assert!(said(&identity("f8E5M2"), code).starts_with("@f: proved by "));
    let wrong = code.replace("shl i8 %high, 4", "shl i8 %high, 3");
    assert_eq!(said(&identity("f8E5M2"), &wrong).split(" (").next(), Some("@f: refuted at"),);
    let lost = code.replace("or disjoint i8 %a", "mul i8 %x");
    assert_eq!(
        said(&identity("f8E5M2"), &lost),
        "@f: unknown: mul at line 5 of the code computes with data"
    );
    // On numbers it is seen to differ.
    let report = validate_on_numbers(&identity("f8E5M2"), &lost, 1).expect("files that are read");
    assert_eq!(report.exit_status(), 1);
}

#[test]
fn booleans_are_one_bit() {
    let code = "define i1 @f(i1 %x) {
  %wide = zext i1 %x to i8
  %is = icmp ne i8 %wide, 0
  %not = xor i1 %is, true
  %same = select i1 %not, i1 false, i1 true
  ret i1 %same
}
";
    assert!(said(&identity("i1"), code).starts_with("@f: proved by "));
    let wrong = code.replace("i1 false, i1 true", "i1 true, i1 false");
    assert!(
        said(&identity("i1"), &wrong)
            .starts_with("@f: refuted at (register 0, lane 0, warp 0, element (0))")
    );
}

#[test]
fn shuffles_go_to_the_lane_that_is_named() {
    let shuffle = |from: &str| {
        format!(
            "define double @f(double %x) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %lane = xor i32 %tid, {from}
  %v = bitcast double %x to <2 x i32>
  %a = extractelement <2 x i32> %v, i32 0
  %b = extractelement <2 x i32> %v, i32 1
  %c = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %a, i32 %lane, i32 31)
  %d = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %b, i32 {from}, i32 31)
  %e = insertelement <2 x i32> poison, i32 %c, i64 0
  %g = insertelement <2 x i32> %e, i32 %d, i64 1
  %y = bitcast <2 x i32> %g to double
  ret double %y
}}
"
        )
    };
    assert!(said(&identity("f64"), &shuffle("0")).starts_with("@f: proved by "));
    assert_eq!(
        said(&identity("f64"), &shuffle("5")),
        "@f: refuted at (register 0, lane 0, warp 0, element (0)): before gives element (0) of %x, \
         after gives element (5) of %x"
    );
}

/// Code that writes a number of each thread to shared memory, and reads what some thread wrote.
fn exchange(value: &str, address: &str, between: &str, from: &str) -> String {
    format!(
        "@smem = external addrspace(3) global [0 x i8], align 16

define i32 @f(i32 %x) {{
  %tid = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %a = getelementptr i32, ptr addrspace(3) @smem, i32 {address}
  store i32 {value}, ptr addrspace(3) %a, align 4
  {between}
  %b = getelementptr i32, ptr addrspace(3) @smem, i32 {from}
  %y = load i32, ptr addrspace(3) %b, align 4
  ret i32 %x
}}
"
    )
}

const BARRIER: &str = "call void @llvm.nvvm.barrier.cta.sync.aligned.all(i32 0)";

#[test]
fn races_are_between_threads_that_nothing_orders() {
    let kernel = identity("i32");
    let said = |code: String| said(&kernel, &code);
    // All write the same value to one place.
    assert!(said(exchange("7", "0", BARRIER, "0")).starts_with("@f: proved"));
    assert_eq!(
        said(exchange("%tid", "0", BARRIER, "0")),
        "@f: refuted at (lane 1, warp 0, line 6): race at byte 0 of shared memory: (lane 0, warp 0) \
         writes it at line 6, (lane 1, warp 0) writes another value to it at line 6, and no barrier is \
         between"
    );
    // Each reads what it has written itself.
    assert!(said(exchange("%tid", "%tid", "", "%tid")).starts_with("@f: proved"));
    assert_eq!(
        said(exchange("%tid", "%tid", "", "0")),
        "@f: refuted at (lane 1, warp 0, line 9): race at byte 0 of shared memory: (lane 0, warp 0) \
         writes it at line 6, (lane 1, warp 0) reads it at line 9, and no barrier is between"
    );
    // A barrier of the warp is enough for its own threads.
    let of_warp = "call void @llvm.nvvm.bar.warp.sync(i32 -1)";
    assert!(said(exchange("%tid", "%tid", of_warp, "0")).starts_with("@f: proved"));
    assert_eq!(
        said(exchange("%tid", "%tid", BARRIER, "-1")),
        "@f: refuted at (lane 0, warp 0, line 9): the address is byte -4 of shared memory, outside of it"
    );
}

#[test]
fn what_is_undefined_must_not_be_in_a_result() {
    let unused = "define float @f(float %x) {
  %v = insertelement <2 x float> undef, float %x, i32 1
  %y = extractelement <2 x float> %v, i32 1
  ret float %y
}
";
    assert!(said(&identity("f32"), unused).starts_with("@f: proved"));
    let used = unused.replace("%v, i32 1", "%v, i32 0");
    assert_eq!(
        said(&identity("f32"), &used),
        "@f: refuted at (register 0, lane 0, warp 0, element (0)): before gives element (0) of %x, \
         after gives undefined bits"
    );
}

#[test]
fn loops_are_run_and_end() {
    let code = |last: &str| {
        format!(
            "define i32 @f(i32 %x) {{
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %v = phi i32 [ %x, %entry ], [ %w, %loop ]
  %w = xor i32 %v, -1
  %next = add i32 %i, 1
  %more = icmp ne i32 %next, {last}
  br i1 %more, label %loop, label %end
end:
  ret i32 %w
}}
"
        )
    };
    assert!(said(&identity("i32"), &code("4")).starts_with("@f: proved"));
    assert!(said(&identity("i32"), &code("5")).starts_with("@f: refuted"));
    assert_eq!(
        said(&identity("i32"), &code("0")),
        "@f: unknown: a loop that has not ended after 300000 instructions at line 10 of the code"
    );
}

#[test]
fn instructions_that_are_not_known_are_named_if_they_are_executed() {
    let code = "define float @f(float %x) {
  br i1 false, label %odd, label %end
odd:
  %y = strange float %x, {7}
  br label %end
end:
  ret float %x
}
";
    assert!(said(&identity("f32"), code).starts_with("@f: proved"));
    let executed = code.replace("i1 false", "i1 true");
    assert_eq!(said(&identity("f32"), &executed), "@f: unknown: strange at line 4 of the code");
}

#[test]
fn files_that_are_cut_off_are_errors_with_their_place() {
    let code = "define float @f(float %x) {\n  %y = fadd float %x, 0xH7E00\n  ret float %x\n}\n";
    for end in 1..code.len() - 1 {
        let error = validate(&identity("f32"), &code[..end]).expect_err("a part of the code");
        assert!(error.to_string().starts_with(|own: char| own.is_ascii_digit()), "{end}: {error}");
    }
    // Two functions in a module, or one.
    let one = identity("f32");
    let second = one.lines().skip(1).collect::<Vec<_>>().join("\n").replace("@f", "@g");
    let two = one.trim_end().trim_end_matches('}').to_owned() + &second + "\n";
    let code_of_two = code.to_owned() + &code.replace("@f", "@g");
    for (kernel, code) in [(&one, code), (&two, &code_of_two)] {
        assert!(validate(kernel, code).is_ok());
        for end in 0..kernel.trim_end().len() {
            let error = validate(&kernel[..end], code).expect_err("a part of the TTGIR");
            let is_located = error.to_string().starts_with(|own: char| own.is_ascii_digit());
            assert!(is_located || !kernel[..end].contains('{'), "{}: {error}", &kernel[..end]);
        }
    }
    let error =
        validate(&two[..two.rfind("  tt.func").expect("a function")], code).expect_err("half");
    assert_eq!(error.to_string(), "5:1: the file ends inside the region that begins at 1:132");
    let error = validate(&(two.clone() + "}\n"), code).expect_err("a brace too many");
    assert_eq!(error.to_string(), "9:1: expected an operation but found '}'");
    let error = validate(&two.replace("@g", "@f"), code).expect_err("one name");
    assert_eq!(error.to_string(), "5:3: @f is defined a second time");
    let strange = two.replacen("tt.return %x", "%1:zz = tt.return %x", 1);
    let report = validate(&strange, &code_of_two).expect("files that are read").to_string();
    assert_eq!(
        report.lines().next(),
        Some(
            "@f: unknown: the TTGIR of it is not understood: expected the number of results but found '=' at line 3 of the TTGIR"
        )
    );
    let error = validate(&identity("f32"), &code[..50]).expect_err("half a file");
    assert_eq!(error.to_string(), "2:23: expected a value, found the end of the file");
    let deep = format!("define void @f({}", "{".repeat(100_000));
    let error = validate(&identity("f32"), &deep).expect_err("a type");
    assert_eq!(error.to_string(), "1:80: nested deeper than 64");
    let error = validate("", code).expect_err("no kernel");
    assert_eq!(error.to_string(), "1:1: there is no module, function or operation here");
}
