//! Reductions and scans.

use crate::{kernel, said};

fn reduction(combined: &str) -> String {
    let lines = format!(
        "    %r = \"tt.reduce\"(%x) <{{axis = 0 : i32}}> ({{\n    ^bb0(%a: f32, %b: f32):\n      %s = \
         {combined} : f32\n      tt.reduce.return %s : f32\n    }}) : (TENSOR) -> f32\n    tt.return %r : \
         f32\n"
    );
    kernel("%x: TENSOR", "f32", &lines)
}

/// Code that combines the values of lanes that differ by these numbers, one after the other.
fn butterfly(combine: &str, distances: &[u32]) -> String {
    let mut code = "define float @f(float %x0) {\n".to_owned();
    for (at, distance) in distances.iter().enumerate() {
        code += &format!(
            "  %b{at} = bitcast float %x{at} to i32
  %c{at} = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %b{at}, i32 {distance}, i32 31)
  %d{at} = bitcast i32 %c{at} to float
  %x{} = {}
",
            at + 1,
            combine.replace("A", &format!("%x{at}")).replace("B", &format!("%d{at}"))
        );
    }
    code + &format!("  ret float %x{}\n}}\n", distances.len())
}

#[test]
fn a_reduction_has_each_element_once() {
    let kernel = reduction("arith.addf %a, %b");
    let sum = |distances: &[u32]| said(&kernel, &butterfly("fadd float A, B", distances));
    let proved =
        "proved by execution of 32 threads on symbolic bits, floats being combined in any order";
    assert_eq!(sum(&[16, 8, 4, 2, 1]), proved);
    assert_eq!(sum(&[1, 2, 4, 8, 16]), proved);
    assert_eq!(
        sum(&[16, 8, 4, 2]),
        "refuted at (register 0, lane 0, warp 0, element ()): before gives a combination of 32 values, \
         element (1) of %x among them, after gives a combination of 16 values"
    );
    // One that is there twice.
    assert_eq!(
        sum(&[16, 8, 4, 2, 2]),
        "refuted at (register 0, lane 0, warp 0, element ()): before gives a combination of 32 values, \
         element (1) of %x among them, after gives a combination of 32 values, element (0) of %x among them"
    );
    assert!(
        sum(&[])
            .starts_with("refuted at (register 0, lane 0, warp 0, element ()): before gives a ")
    );
    // A product is not a sum, which is not shown by what is combined.
    let product = said(&kernel, &butterfly("fmul float A, B", &[16, 8, 4, 2, 1]));
    assert_eq!(product, "unknown: fmul at line 5 of the code computes with data");
    // A sum of a constant and one of what is not independent.
    let with_zero = butterfly("fadd float A, B", &[16, 8, 4, 2, 1]);
    let with_zero = with_zero.replace("ret float %x5", "%y = fadd float %x5, 0.0\n  ret float %y");
    assert!(said(&kernel, &with_zero).starts_with("unknown: fadd at line "));
}

#[test]
fn the_greatest_may_be_looked_at_twice() {
    let greatest = reduction("arith.maxnumf %a, %b");
    let call = "call float @llvm.maxnum.f32(float A, float B)";
    let proved = "proved by execution of 32 threads on symbolic bits";
    assert_eq!(said(&greatest, &butterfly(call, &[16, 8, 8, 4, 2, 1, 1])), proved);
    let refuted = said(&greatest, &butterfly(call, &[16, 8, 8, 4, 2]));
    assert!(
        refuted.starts_with("refuted at (register 0, lane 0, warp 0, element ())"),
        "{refuted}"
    );
    let other = said(&reduction("arith.maximumf %a, %b"), &butterfly(call, &[16, 8, 4, 2, 1]));
    assert!(other.starts_with("unknown: llvm.maxnum.f32 at line "), "{other}");
    // One instruction for the whole warp.
    let redux = |members: &str| {
        format!(
            "define float @f(float %x) {{\n  %y = call float @llvm.nvvm.redux.sync.fmax(float %x, i32 \
             {members})\n  ret float %y\n}}\n"
        )
    };
    assert_eq!(said(&greatest, &redux("-1")), proved);
    assert_eq!(
        said(&greatest, &redux("65535")),
        "refuted at (register 0, lane 0, warp 0, element ()): before gives a combination of 32 values, \
         element (16) of %x among them, after gives a combination of 16 values"
    );
}

#[test]
fn the_lesser_and_the_greater_by_every_name() {
    let proved = "proved by execution of 32 threads on symbolic bits";
    // What is not a number loses, or wins; of each the others are other functions.
    let functions = [
        ("maxnumf", "@llvm.maxnum.f32"),
        ("maxnumf", "@llvm.maximumnum.f32"),
        ("maxnumf", "@llvm.nvvm.fmax.f"),
        ("maximumf", "@llvm.maximum.f32"),
        ("maximumf", "@llvm.nvvm.fmax.nan.f"),
        ("minnumf", "@llvm.minnum.f32"),
        ("minnumf", "@llvm.minimumnum.f32"),
        ("minnumf", "@llvm.nvvm.fmin.f"),
        ("minimumf", "@llvm.minimum.f32"),
        ("minimumf", "@llvm.nvvm.fmin.nan.f"),
    ];
    for (operation, _) in functions {
        let kernel = reduction(&format!("arith.{operation} %a, %b"));
        for (own, function) in functions {
            let call = format!("call float {function}(float A, float B)");
            let found = said(&kernel, &butterfly(&call, &[16, 8, 4, 2, 1]));
            assert_eq!(found == proved, own == operation, "{operation}, {function}: {found}");
        }
    }
}

#[test]
fn a_scan_combines_in_order() {
    let combined = "tt.extern_elementwise %a, %b {libname = \"\", libpath = \"\", pure = true, symbol = \
                    \"combine_0\"} : (f32, f32) -> f32";
    let lines = format!(
        "    %r = \"tt.scan\"(%x) <{{axis = 0 : i32, reverse = false}}> ({{\n    ^bb0(%a: f32, %b: f32):\n      \
         %s = {combined}\n      tt.scan.return %s : f32\n    }}) : (TENSOR) -> TENSOR\n    tt.return %r : \
         TENSOR\n"
    );
    let kernel = kernel("%x: TENSOR", "TENSOR", &lines);
    let code = |combined: &str| {
        let mut code =
            "declare float @combine_0(float, float)\n\ndefine float @f(float %x0) {\n  %tid = \
                        call i32 @llvm.nvvm.read.ptx.sreg.tid.x()\n"
                .to_owned();
        for at in 0..5 {
            code += &format!(
                "  %b{at} = bitcast float %x{at} to i32
  %c{at} = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %b{at}, i32 {0}, i32 0)
  %d{at} = bitcast i32 %c{at} to float
  %e{at} = call float @combine_0({1})
  %f{at} = icmp ult i32 %tid, {0}
  %x{2} = select i1 %f{at}, float %x{at}, float %e{at}
",
                1 << at,
                combined.replace("A", &format!("%d{at}")).replace("B", &format!("%x{at}")),
                at + 1
            );
        }
        code + "  ret float %x5\n}\n"
    };
    assert_eq!(
        said(&kernel, &code("float A, float B")),
        "proved by execution of 32 threads on symbolic bits, for all functions that combine"
    );
    let wrong = said(&kernel, &code("float B, float A"));
    assert!(wrong.starts_with("refuted at (register 0, lane 1, warp 0, element (1)): "), "{wrong}");
    let reversed = kernel.replace("reverse = false", "reverse = true");
    let wrong = said(&reversed, &code("float A, float B"));
    assert!(wrong.starts_with("refuted at (register 0, lane 0, warp 0, element (0)): "), "{wrong}");
}
