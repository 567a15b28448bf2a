// Maps of affine promise that their numbers fit 64 bits and that divisors are positive, also where the lowest or
// greatest result is chosen; --lower-affine and --affine-expand-index-ops use these promises.
//
// RUN: layout-opt %s --lower-affine -o %t.lowered
// RUN: layout-validate %s %t.lowered | FileCheck %s --check-prefix=LOWERED
// RUN: layout-opt %s --affine-expand-index-ops -o %t.expanded
// RUN: layout-validate %s %t.expanded | FileCheck %s --check-prefix=EXPANDED

// LOWERED: @greatest: proved by
// LOWERED-NEXT: @remainder_by_a_symbol: proved by canonical form
// LOWERED-NEXT: @quotient_by_a_symbol: proved by canonical form
// LOWERED-NEXT: @digits: proved by canonical form
// LOWERED-NEXT: @sum: proved by canonical form
// LOWERED-NEXT: @wide_sum: proved by canonical form
// LOWERED-NEXT: 6 functions: 6 proved, 0 refuted, 0 unknown

// That 2^33 * 2^33 wraps refutes nothing: the product of a basis fits, and so does the sum of digits.
// EXPANDED: @digits: proved by canonical form
// EXPANDED-NEXT: @sum: proved by canonical form
// EXPANDED-NEXT: @wide_sum: proved by canonical form

func.func @greatest(%n: index) -> index {
  %0 = affine.max affine_map<()[n] -> (n * 8, n * 12, 100)>()[%n]
  return %0 : index
}
func.func @remainder_by_a_symbol(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(i)[n] -> (i mod n)>(%i)[%n]
  return %0 : index
}
func.func @quotient_by_a_symbol(%i: index, %n: index) -> index {
  %0 = affine.apply affine_map<(i)[n] -> (i floordiv n)>(%i)[%n]
  return %0 : index
}
func.func @digits(%i: index, %a: index, %b: index) -> (index, index, index) {
  %0:3 = affine.delinearize_index %i into (%a, %b, %a) : index, index, index
  return %0#0, %0#1, %0#2 : index, index, index
}
func.func @sum(%a: index, %b: index) -> index {
  %0 = affine.linearize_index [%a, %b] by (4, 4) : index
  return %0 : index
}
func.func @wide_sum(%a: index, %b: index, %n: index, %k: index) -> index {
  %0 = affine.linearize_index [%a, %b, %a] by (%n, %k, 8) : index
  return %0 : index
}
