//! Programs that run with nothing: loops without iterations, branches that are not taken, memrefs
//! without elements, with values of symbols by which code must not divide.
//!
//! A division by 0 ends the program, and a buffer of a size below 0 is not allocated.

mod run;

const REST: &str = "expand-strided-metadata, lower-affine, convert-scf-to-cf, \
                    finalize-memref-to-llvm, convert-vector-to-llvm, convert-arith-to-llvm, \
                    convert-index-to-llvm, convert-cf-to-llvm, convert-func-to-llvm, \
                    reconcile-unrealized-casts";

/// What `main` returns after other passes and a lowering. No affine map divides by a symbol, as these
/// layouts do.
#[track_caller]
fn check(module: &str, before: &str, expected: i64) {
    let passes = format!("{before} layout-lower-to-arith, {REST}");
    let lowered = run::lower(module, &passes).unwrap_or_else(|messages| panic!("{messages}"));
    assert!(!lowered.text.contains("layout."), "{}", lowered.messages);
    let found = run::execute(&lowered.text, "i64");
    assert_eq!(found, Ok(expected), "{passes}\n{}", lowered.text);
}

/// Sums of a buffer of eight 3s at the offsets of `((M,8),4):((8,1),64)`, in a loop of `%n`
/// iterations under a branch on `%m`.
fn guarded(m: i64, n: i64) -> String {
    format!(
        "func.func private @sum(%m: index, %n: index, %b: memref<?xi64>) -> i64 {{
           %l = layout.constant #layout.cute<((M,8),4):((8,1),64)>
           %none = arith.constant 0 : i64
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %some = arith.cmpi ne, %m, %c0 : index
           %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %none) -> (i64) {{
             %part = scf.if %some -> (i64) {{
               %o = layout.apply %l(%n) symbols(M = %m) : index
               %q = arith.shrui %o, %c1 : index
               %v = memref.load %b[%q] : memref<?xi64>
               scf.yield %v : i64
             }} else {{
               scf.yield %none : i64
             }}
             %after = arith.addi %before, %part : i64
             scf.yield %after : i64
           }}
           return %sum : i64
         }}
         func.func @main() -> i64 {{
           %m = arith.constant {m} : index
           %n = arith.constant {n} : index
           %size = arith.constant 8 : index
           %c0 = arith.constant 0 : index
           %c1 = arith.constant 1 : index
           %three = arith.constant 3 : i64
           %b = memref.alloc(%size) : memref<?xi64>
           scf.for %i = %c0 to %size step %c1 {{
             memref.store %three, %b[%i] : memref<?xi64>
           }}
           %sum = func.call @sum(%m, %n, %b) : (index, index, memref<?xi64>) -> i64
           memref.dealloc %b : memref<?xi64>
           return %sum : i64
         }}"
    )
}

/// What guards and masks are written of does not divide by symbols, wherever it is moved.
#[test]
fn branches_and_loops_that_are_not_entered() {
    for before in [
        "",
        "layout-insert-bounds,",
        "layout-insert-bounds{guard-with=affine},",
        "layout-insert-bounds, canonicalize, cse,",
        "func.func(canonicalize, cse),",
    ] {
        check(&guarded(0, 5), before, 0);
        check(&guarded(0, 0), before, 0);
        check(&guarded(4, 0), before, 0);
        // 1 mod 4 is at 8, whose half is 4; 3 mod 4 is at 24, and 12 is past the end.
        check(&guarded(4, 1), before, 3);
    }
    check(&guarded(4, 3), "layout-insert-bounds,", 0);
}

/// The size of a buffer without elements is 0, whatever the symbols of its layout are.
#[test]
fn memrefs_without_elements() {
    let module = |layout: &str, size: i64, symbols: &[i64]| {
        let memref = format!("memref<?x8xi64, #layout.{layout}>");
        let mut constants = String::new();
        for (number, value) in symbols.iter().enumerate() {
            constants += &format!("%s{number} = func.call @same(%k{number}) : (index) -> index\n");
            constants = format!("%k{number} = arith.constant {value} : index\n{constants}");
        }
        let names: Vec<String> = (0..symbols.len()).map(|number| format!("%s{number}")).collect();
        let names =
            if names.is_empty() { String::new() } else { format!("[{}]", names.join(", ")) };
        format!(
            "func.func private @same(%x: index) -> index attributes {{no_inline}} {{
               return %x : index
             }}
             func.func @main() -> i64 {{
               {constants}
               %k = arith.constant {size} : index
               %n = func.call @same(%k) : (index) -> index
               %c0 = arith.constant 0 : index
               %c1 = arith.constant 1 : index
               %one = arith.constant 1 : i64
               %none = arith.constant 0 : i64
               %a = memref.alloc(%n){names} : {memref}
               %sum = scf.for %i = %c0 to %n step %c1 iter_args(%before = %none) -> (i64) {{
                 memref.store %one, %a[%i, %c1] : {memref}
                 %v = memref.load %a[%i, %c1] : {memref}
                 %after = arith.addi %before, %v : i64
                 scf.yield %after : i64
               }}
               memref.dealloc %a : {memref}
               return %sum : i64
             }}"
        )
    };
    let flatten = "layout-flatten-memrefs,";
    for (layout, symbols) in [
        ("cute<(N,8):(8,1)>", vec![0]),
        ("cute<(N,8):(9,1)>", vec![0]),
        ("cute<((M,4),8):((8,1),64)>", vec![0]),
        ("cute<((M,4),8):((8,1),64)>", vec![16]),
        ("composed<S<3,2,3> o 0 o (M,8):(8,1)>", vec![0]),
    ] {
        check(&module(layout, 0, &symbols), flatten, 0);
    }
    check(&module("cute<(N,8):(9,1)>", 5, &[5]), flatten, 5);
    check(&module("cute<((M,4),8):((8,1),64)>", 12, &[3]), flatten, 12);
    check(&module("composed<S<3,2,3> o 0 o (M,8):(8,1)>", 6, &[6]), flatten, 6);
}
