//! Accesses of what may have no elements, for every place and size of it around the bounds of a buffer.

use std::ops::Range;

use super::{Found, run_module};

/// How many elements are in front of the buffer, of the buffer and of all memory.
const FIRST: i64 = 8;
const SIZE: i64 = 8;
const ALL: i64 = 32;

/// What accesses the buffer at `%o` with the size `%n`.
const FUNCTIONS: &str = r#"
func.func private @copy(%m: memref<8xi64, strided<[1], offset: 8>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %new = arith.constant dense<99> : vector<4xi64>
  %d = memref.alloca() : memref<4xi64>
  vector.store %new, %d[%c0] : memref<4xi64>, vector<4xi64>
  %a = memref.subview %m[%o] [%n] [1]
    : memref<8xi64, strided<[1], offset: 8>> to memref<?xi64, strided<[1], offset: ?>>
  %b = memref.subview %a[0] [4] [1]
    : memref<?xi64, strided<[1], offset: ?>> to memref<4xi64, strided<[1], offset: ?>>
  memref.copy %d, %b : memref<4xi64> to memref<4xi64, strided<[1], offset: ?>>
  return
}

func.func private @transfer(%m: memref<8xi64, strided<[1], offset: 8>>, %o: index, %n: index) {
  %new = arith.constant dense<99> : vector<4xi64>
  %a = memref.subview %m[2] [%n] [1]
    : memref<8xi64, strided<[1], offset: 8>> to memref<?xi64, strided<[1], offset: 10>>
  vector.transfer_write %new, %a[%o] {in_bounds = [false]}
    : vector<4xi64>, memref<?xi64, strided<[1], offset: 10>>
  return
}

func.func private @least(%m: memref<8xi64, strided<[1], offset: 8>>, %o: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %new = arith.constant dense<99> : vector<4xi64>
  %d = memref.alloca() : memref<4xi64>
  vector.store %new, %d[%c0] : memref<4xi64>, vector<4xi64>
  %size = arith.minsi %n, %c2 : index
  %at = arith.minsi %size, %o : index
  %from = memref.subview %d[0] [%size] [1] : memref<4xi64> to memref<?xi64, strided<[1]>>
  %a = memref.subview %m[%at] [%size] [1]
    : memref<8xi64, strided<[1], offset: 8>> to memref<?xi64, strided<[1], offset: ?>>
  memref.copy %from, %a : memref<?xi64, strided<[1]>> to memref<?xi64, strided<[1], offset: ?>>
  return
}

// How many elements are not new that should be, or new and should not be; then all of them are old.
func.func private @check(%all: memref<32xi64>, %low: index, %high: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %old = arith.constant 11 : i64
  %new = arith.constant 99 : i64
  %none = arith.constant 0 : i64
  %count = scf.for %i = %c0 to %c32 step %c1 iter_args(%sum = %none) -> i64 {
    %above = arith.cmpi sge, %i, %low : index
    %below = arith.cmpi slt, %i, %high : index
    %both = arith.andi %above, %below : i1
    %expected = arith.select %both, %new, %old : i64
    %found = memref.load %all[%i] : memref<32xi64>
    memref.store %old, %all[%i] : memref<32xi64>
    %differs = arith.cmpi ne, %found, %expected : i64
    %one = arith.extui %differs : i1 to i64
    %next = arith.addi %sum, %one : i64
    scf.yield %next : i64
  }
  return %count : i64
}
"#;

/// The elements of the buffer that a function writes.
fn written(function: &str, o: i64, n: i64) -> Range<i64> {
    let is_inside = |at: i64, size: i64| 0 <= at && at + size <= SIZE;
    match function {
        "copy" if 4 <= n && is_inside(o, n) => o..o + 4,
        "transfer" if 0 <= n && is_inside(2, n) => 2 + o.max(0)..2 + (o + 4).min(n),
        "least" if 0 <= n => {
            let at = n.min(2).min(o);
            if is_inside(at, n.min(2)) { at..at + n.min(2) } else { 0..0 }
        }
        _ => 0..0,
    }
}

/// A module that counts what is wrong in all of it.
fn module() -> String {
    let mut text = format!(
        "{FUNCTIONS}\nfunc.func @main() -> i64 {{\n%all = memref.alloc() : memref<{ALL}xi64>\n\
         %m = memref.reinterpret_cast %all to offset: [{FIRST}], sizes: [{SIZE}], strides: [1] : \
         memref<{ALL}xi64> to memref<{SIZE}xi64, strided<[1], offset: {FIRST}>>\n\
         %zero = arith.constant 0 : index\n\
         %start = func.call @check(%all, %zero, %zero) : (memref<{ALL}xi64>, index, index) -> i64\n\
         %sum0 = arith.constant 0 : i64\n"
    );
    let mut count = 0;
    for function in ["copy", "transfer", "least"] {
        for (o, n) in (-6..=10).flat_map(|o| (-2..=10).map(move |n| (o, n))) {
            let Range { start, end } = written(function, o, n);
            let next = count + 1;
            let numbers = [("o", o), ("n", n), ("low", FIRST + start), ("high", FIRST + end)];
            for (name, number) in numbers {
                text += &format!("%{name}{next} = arith.constant {number} : index\n");
            }
            text += &format!(
                "func.call @{function}(%m, %o{next}, %n{next}) : \
                 (memref<{SIZE}xi64, strided<[1], offset: {FIRST}>>, index, index) -> ()\n\
                 %wrong{next} = func.call @check(%all, %low{next}, %high{next}) : \
                 (memref<{ALL}xi64>, index, index) -> i64\n\
                 %sum{next} = arith.addi %sum{count}, %wrong{next} : i64\n"
            );
            count = next;
        }
    }
    text + &format!("return %sum{count} : i64\n}}\n")
}

/// What has no elements leaves the buffer nowhere, and what is in bounds is executed.
#[test]
fn what_may_have_no_elements() {
    for options in ["", "{mode=mask}", "{guard-with=affine}"] {
        let found = run_module(&module(), &format!("layout-insert-bounds{options}"));
        assert_eq!(found, Ok(Found { n_wrong: 0, undecided: [].into() }), "{options}");
    }
}
