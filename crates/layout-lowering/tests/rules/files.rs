//! What stands around functions: how many threads a block has, variables, the data layout, names.

use layout_lowering::validate;

use crate::kernel;

const CODE: &str = "define i32 @f(i32 %x, ptr addrspace(1) %p) #0 {
  ret i32 %x
}
";

#[track_caller]
fn check(target: &str, code: &str, expected: &str) {
    let said = match validate(&kernel(target), code) {
        Ok(report) => report.to_string(),
        Err(error) => error.to_string(),
    };
    assert!(said.starts_with(expected), "{code}:\n{said}");
}

#[test]
fn a_block_has_as_many_threads_as_the_code_is_for() {
    let with = |attributes: &str| format!("{CODE}attributes #0 = {{ nounwind {attributes} }}\n");
    let nvidia = |attributes: &str, expected: &str| check("cuda:90", &with(attributes), expected);
    nvidia("\"nvvm.reqntid\"=\"32\"", "@f: proved");
    nvidia("\"nvvm.reqntid\"=\"16,2,1\"", "@f: proved");
    nvidia("\"nvvm.maxntid\"=\"128\"", "@f: proved");
    nvidia(
        "\"nvvm.reqntid\"=\"64\"",
        "@f: refuted at (line 1): nvvm.reqntid of the code is 64, and a block of the TTGIR has 32 threads",
    );
    nvidia(
        "\"nvvm.maxntid\"=\"16\"",
        "@f: refuted at (line 1): nvvm.maxntid of the code is 1 to 16",
    );
    let amd = |attributes: &str, expected: &str| check("hip:gfx1250", &with(attributes), expected);
    amd("\"amdgpu-flat-work-group-size\"=\"1,32\"", "@f: proved");
    amd(
        "\"amdgpu-flat-work-group-size\"=\"64,256\"",
        "@f: refuted at (line 1): amdgpu-flat-work-group-size of the code is 64 to 256",
    );
    let inline = CODE.replace("#0", "\"nvvm.reqntid\"=\"64\"");
    check("cuda:90", &inline, "@f: refuted at (line 1): nvvm.reqntid of the code is 64");
}

/// The warps of partitions are beside those of the module, in whole groups of 4; of several operations the one
/// with the most counts.
#[test]
fn a_block_has_the_warps_of_its_partitions() {
    let said = |of_operations: &[&[u32]], threads: u32| {
        let operation = |warps: &&[u32]| {
            let partition = |(at, own): (usize, &u32)| {
                format!("partition{at}() num_warps({own}) {{\nttg.warp_return\n}}\n")
            };
            let partitions: Vec<String> = warps.iter().enumerate().map(partition).collect();
            format!(
                "ttg.warp_specialize()\ndefault {{\nttg.warp_yield\n}}\n{}: () -> ()\n",
                partitions.concat()
            )
        };
        let operations: Vec<String> = of_operations.iter().map(operation).collect();
        let ttgir = format!(
            "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:100\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%p: !tt.ptr<i32>) {{
{}tt.return
}}
}}
",
            operations.concat()
        );
        let code = format!(
            "define ptx_kernel void @f(ptr addrspace(1) %0, ptr addrspace(1) %1, ptr addrspace(1) %2) #0 {{\n  ret void\n}}\n\nattributes #0 = {{ \"nvvm.reqntid\"=\"{threads}\" }}\n"
        );
        validate(&ttgir, &code).unwrap().to_string()
    };
    let cases: [(&[&[u32]], u32); 6] = [
        (&[], 128),
        (&[&[4]], 256),
        (&[&[2]], 256),
        (&[&[4, 4]], 384),
        (&[&[4, 1, 1]], 384),
        (&[&[1], &[4, 4]], 384),
    ];
    for (partitions, threads) in cases {
        let right = said(partitions, threads);
        assert!(!right.contains("nvvm.reqntid"), "{partitions:?}: {right}");
        let wrong = format!(
            "nvvm.reqntid of the code is 64, and a block of the TTGIR has {threads} threads"
        );
        assert!(said(partitions, 64).contains(&wrong), "{partitions:?}: {}", said(partitions, 64));
    }
}

#[test]
fn a_layout_is_of_the_warps_of_the_module() {
    let wrong = kernel("cuda:90").replace("warp = []", "warp = [[0]]");
    let error = validate(&wrong, CODE).expect_err("two warps");
    assert_eq!(
        error.to_string(),
        "3:5: a layout of 2 warps of 32 lanes, and the module has 1 of 32"
    );
}

#[test]
fn data_layouts_are_those_of_the_machines() {
    let with = |layout: &str| format!("target datalayout = \"{layout}\"\n{CODE}");
    check("cuda:90", &with("e-p3:32:32-p4:32:32-i64:64"), "@f: proved");
    check("cuda:90", &with("e-p:64:64-p1:64:64-p3:32:32-S32"), "@f: proved");
    let error = |space: u32, bits: u32| {
        format!(
            "1:21: pointers of address space {space} have {bits} bits on the machines that are known"
        )
    };
    check("cuda:90", &with("e-i64:64"), &error(3, 32));
    check("cuda:90", &with("e-p3:64:64"), &error(3, 32));
    check("cuda:90", &with("e-p:32:32-p3:32:32"), &error(0, 64));
    check("cuda:90", &with("e-p1:32:32-p3:32:32"), &error(1, 64));
    check("cuda:90", &with("e-p3:32:32-p3:64:64"), &error(3, 32));
    check("cuda:90", &with("E-p3:32:32"), "1:21: the highest byte of a number comes first");
}

#[test]
fn a_variable_has_the_bytes_that_it_is_defined_with() {
    let with = |variables: &str, store: &str| {
        let begin = "define i32 @f(i32 %x, ptr addrspace(1) %p) {\n  %lane = call i32 \
                     @llvm.nvvm.read.ptx.sreg.tid.x()\n";
        format!("{variables}\n{begin}  {store}\n  ret i32 %x\n}}\n")
    };
    let store = |name: &str| {
        format!(
            "%a = getelementptr i32, ptr addrspace(3) @{name}, i32 %lane\n  store i32 7, ptr addrspace(3) %a"
        )
    };
    let own =
        |bytes: u32| format!("@s = internal addrspace(3) global [{bytes} x i8] undef, align 16");
    check("cuda:90", &with(&own(128), &store("s")), "@f: proved");
    check(
        "cuda:90",
        &with(&own(124), &store("s")),
        "@f: refuted at (lane 31, warp 0, line 5): the address is byte 124 of @s, outside of it",
    );
    // Two of them are not in one place.
    let two = format!("{}\n@t = internal addrspace(3) global [128 x i8] undef", own(128));
    let both = "%a = getelementptr i32, ptr addrspace(3) @s, i32 %lane
  %b = getelementptr i32, ptr addrspace(3) @t, i32 %lane
  store i32 %x, ptr addrspace(3) %a
  %y = load i32, ptr addrspace(3) %b";
    let code = with(&two, both).replace("ret i32 %x", "ret i32 %y");
    check("cuda:90", &code, "@f: refuted at (register 0, lane 0, warp 0, element (0))");
}

#[test]
fn names_and_cases_are_there_once() {
    let twice = format!("{CODE}{}", CODE.replace("@f", "@\"\\66\""));
    check("cuda:90", &twice, "4:12: '@\\66' is defined a second time");
    check("cuda:90", &CODE.replace("@f", "@\"\\66\""), "@f: proved");
    let cases = "define i32 @f(i32 %x, ptr addrspace(1) %p) {
  switch i32 0, label %a [
    i32 1, label %a
    i32 1, label %a
  ]
a:
  ret i32 %x
}
";
    check("cuda:90", cases, "4:12: a switch has 1 a second time");
    let local = CODE.replace("%x", "%\"\\66\"");
    check("cuda:90", &local, "1:19: '%\\66' is written with an escape");
    let scope = CODE.replace("  ret", "  fence syncscope(\"strange\") release\n  ret");
    check("cuda:90", &scope, "2:19: the scope is not known");
}

#[test]
fn functions_of_one_file() {
    let more = format!("{CODE}{}", CODE.replace("@f", "@g"));
    let report = validate(&kernel("cuda:90"), &more).expect("files that are read");
    assert_eq!(report.exit_status(), 0);
    assert!(report.to_string().contains("\n@g: only in the code\n"), "{report}");
    let report = validate(&kernel("cuda:90"), &CODE.replace("@f", "@g")).expect("files");
    assert_eq!(report.exit_status(), 2);
    let unknown = CODE.replace("  ret i32 %x", "  %y = strange i32 %x\n  ret i32 %x");
    let report = validate(&kernel("cuda:90"), &unknown).expect("files that are read");
    assert_eq!((report.exit_status(), report.to_string().contains("unknown: strange")), (0, true));
}

#[test]
fn what_a_function_gives_is_said_where_it_is_declared() {
    let with = |end: u32| {
        format!(
            "declare noundef range(i32 0, {end}) i32 @llvm.nvvm.read.ptx.sreg.tid.x()
define i32 @f(i32 %x, ptr addrspace(1) %p) {{
  %lane = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %z = and i32 %lane, 0
  %y = or i32 %x, %z
  ret i32 %y
}}
"
        )
    };
    check("cuda:90", &with(32), "@f: proved");
    let wrong = "@f: refuted at (register 0, lane";
    check("cuda:90", &with(31), wrong);
    // A call may say more, and no less.
    let call =
        |end: u32, own: &str| with(end).replace("call i32", &format!("call range({own}) i32"));
    check("cuda:90", &call(1024, "i32 0, 32"), "@f: proved");
    check("cuda:90", &call(31, "i32 0, 32"), wrong);
    check("cuda:90", &call(1024, "i32 0, 31"), wrong);
    check("cuda:90", &call(1024, "i32 1024, 2048"), wrong);
    check("cuda:90", &call(32, "i32 -1, 32"), "@f: proved");
}
