// RUN: rm -rf %t && mkdir %t
// RUN: not layout-opt %s --layout-verify="cross-check=true certificate=%t/all.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FILE --input-file %t/all.json
// RUN: %root/scripts/check-certificate %t/all.json | FileCheck %s --check-prefix=REPLAYED

// Every claim that is decided is asked again of closed forms, evaluation and isl.
// CHECK: remark: cross-check: 17 claims were asked again, 46 answers agree, 0 disagree, 5 times a method has no answer
// The Presburger library does not say which numbers a swizzle leaves out, and shapes are not integers.
// CHECK: note: FPL: {{[1-9][0-9]*}} answers agree, 0 disagree, 0 where the pass has none; FPL has no answer: {{[0-9]+}} (1 not stated, 0 too long, {{[0-9]+}} out of time, 0 stopped, {{[0-9]+}} not asked)

// FILE: "claim": "equivalent"
// FILE: "coalesced": [
// FILE: "relations": [
// FILE: "{ [c] -> [c] : 0 <= c < 32 }"
// FILE: (check-sat)

// Brute force decides what has no symbols and is not a relation.
// REPLAYED: 18 obligations: 1{{[5-9]}} agree (16 by brute force{{.*}}), 0 disagree, {{[1-3]}} not replayed
// REPLAYED: 1 not replayed: the verdict is unknown

// One number is changed in a layout, in a script, in the size of a claim, in a coordinate and in what a
// proof rests on.
// RUN: sed 's/"layout": "(4,8):(8,1)"/"layout": "(4,8):(8,2)"/' %t/all.json > %t/layout.json
// RUN: not %root/scripts/check-certificate %t/layout.json | FileCheck %s --check-prefix=LAYOUT
// RUN: sed 's/(\* 8 i.0)/(* 9 i.0)/' %t/all.json > %t/definition.json
// RUN: not %root/scripts/check-certificate %t/definition.json | FileCheck %s --check-prefix=DEFINITION
// RUN: sed 's/(assert (not (and (<= 0 x.0) (< x.0 32))))/(assert (not (and (<= 0 x.0) (< x.0 33))))/' %t/all.json > %t/script.json
// RUN: not %root/scripts/check-certificate %t/script.json | FileCheck %s --check-prefix=SCRIPT
// RUN: sed 's/"size": 32/"size": 31/' %t/all.json > %t/size.json
// RUN: not %root/scripts/check-certificate %t/size.json | FileCheck %s --check-prefix=SIZE
// RUN: sed 's/^            27/            26/' %t/all.json > %t/coordinate.json
// RUN: not %root/scripts/check-certificate %t/coordinate.json | FileCheck %s --check-prefix=COORDINATE
// RUN: sed 's/^            "32:1"/            "32:2"/' %t/all.json > %t/coalesced.json
// RUN: not %root/scripts/check-certificate %t/coalesced.json | FileCheck %s --check-prefix=COALESCED
// RUN: sed 's/"verdict": "refuted"/"verdict": "proved"/' %t/all.json > %t/verdict.json
// RUN: not %root/scripts/check-certificate %t/verdict.json | FileCheck %s --check-prefix=VERDICT

// LAYOUT:     verify-certificate.mlir:[[#]]: layout.assert_equivalent: the {{relation|script}} and left differ at coordinate 4
// DEFINITION: layout.assert_equivalent: the script and the relation left differ
// SCRIPT:     layout.assert_in_bounds: the script asserts something else
// SIZE:       layout.assert_in_bounds: the bound is not 31
// COORDINATE: layout.assert_in_bounds: 30 is not the offset at 26
// COALESCED:  layout.assert_equivalent: 32:2 is not the coalesced form
// VERDICT:    layout.assert_equivalent: proved, but brute force says that the claim fails

// RUN: echo '{}' > %t/none.json
// RUN: not %root/scripts/check-certificate %t/none.json 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: echo '{"obligations": [3]}' > %t/number.json
// RUN: not %root/scripts/check-certificate %t/number.json 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not layout-opt %s --layout-verify="certificate=%t/none/all.json" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FOLDER

// NONE:   none.json: this is not a certificate: 'obligations'
// NUMBER: number.json: this is not a certificate: its obligations are not a list of objects
// FOLDER: error: {{.*}}none/all.json: No such file or directory

func.func @claims(%unknown: !layout.layout) {
  %rows = layout.constant #layout.cute<(4,8):(8,1)>
  %flat = layout.constant #layout.cute<32:1>
  %split = layout.constant #layout.cute<((2,2),8):((1,2),4)>
  %swizzled = layout.constant #layout.composed<S<2,0,3> o 0 o (8,8):(8,1)>
  %lanes = layout.constant #layout.linear<{register = [[1],[2]], lane = [[4],[8]]}>
  %high = layout.constant #layout.cute<32:1>
  %symbols = layout.constant #layout.cute<(4,N):(1,4) where N in [1,64]>
  %relation = layout.constant #layout.relation<"{ [c] -> [2c - floor((2c)/3)] : 0 <= c < 4 }">

  layout.assert_equivalent %split, %flat
  layout.assert_equivalent %rows, %flat
  layout.assert_in_bounds %rows, 32
  layout.assert_in_bounds %rows, 30
  layout.assert_injective %lanes
  layout.assert_bijective %swizzled
  layout.assert_surjective %swizzled, 64
  layout.assert_injective %symbols
  layout.assert_injective %relation
  layout.assert_disjoint %rows, %high
  layout.assert_compatible %flat, %split
  layout.assert_size %rows, 32
  layout.assert_cosize %rows, 31
  layout.assert_increasing %split
  layout.assert_increasing %rows
  %inside = layout.compose %flat, %rows
  %outside = layout.compose %rows, %swizzled
  layout.assert_injective %unknown
  return
}
