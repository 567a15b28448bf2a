// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations='form=affine space=natural' -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: layout-opt %t.mlir --allow-unregistered-dialect --layout-lower-to-relations=from=affine | FileCheck %s --check-prefix=BACK

// Aliases are named in the order of the file, maps before sets.
// CHECK-DAG: #[[ROWS:map[0-9]*]] = affine_map<(d0, d1) -> (d0 * 8 + d1)>
// CHECK-DAG: #[[IN_ROWS:set[0-9]*]] = affine_set<(d0, d1) : (d0 >= 0, -d0 + 3 >= 0, d1 >= 0, -d1 + 7 >= 0)>
// CHECK-DAG: #[[FIVE:map[0-9]*]] = affine_map<(d0) -> (d0 * 5)>
// CHECK-DAG: #[[IN_THREE:set[0-9]*]] = affine_set<(d0) : (d0 >= 0, -d0 + 2 >= 0)>
// CHECK-DAG: #[[SWIZZLED:map[0-9]*]] = affine_map<(d0, d1) -> (d0 * 2 + (d0 + d1) mod 2)>
// CHECK-DAG: #[[LINEAR:map[0-9]*]] = affine_map<(d0, d1) -> (d0 floordiv 2 + d1 * 2, d0 mod 2)>
// CHECK-DAG: #[[PAIR:map[0-9]*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SYMBOL:map[0-9]*]] = affine_map<(d0, d1)[s0] -> (d0 + d1 * 8)>
// CHECK-DAG: #[[OF_SYMBOL:set[0-9]*]] = affine_set<(d0, d1)[s0] : (d0 >= 0, -d0 + 7 >= 0, d1 >= 0, -d1 + s0 - 1 >= 0, s0 - 1 >= 0, -s0 + 4096 >= 0, s0 mod 16 == 0)>
// CHECK-DAG: #[[EVERYWHERE:map[0-9]*]] = affine_map<(d0, d1) -> (d0 * 2 + d1 floordiv 3)>
// CHECK-DAG: #[[SET:set[0-9]*]] = affine_set<(d0, d1) : (d0 - d1 * 2 == 0, d0 - 2 >= 0)>
// CHECK-DAG: #[[HALF:map[0-9]*]] = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-DAG: #[[EVEN:set[0-9]*]] = affine_set<(d0) : (d0 mod 2 == 0, d0 >= 0, -d0 + 7 >= 0)>
// CHECK-DAG: #[[NEVER:set[0-9]*]] = affine_set<(d0) : (-1 >= 0)>
// CHECK-DAG: #[[CONSTANT:map[0-9]*]] = affine_map<() -> (5)>
// CHECK-DAG: #[[DOUBLE:map[0-9]*]] = affine_map<(d0) -> (d0 * 2)>
// CHECK-DAG: #[[IN_FOUR:set[0-9]*]] = affine_set<(d0) : (d0 >= 0, -d0 + 3 >= 0)>

// CHECK: "test.cute"() {a = {domain = #[[IN_ROWS]], map = #[[ROWS]]}}
// BACK: "test.cute"() {a = #layout.relation<"{ [c0, c1] -> [8c0 + c1] : c0 >= 0 and -c0 + 3 >= 0 and c1 >= 0 and -c1 + 7 >= 0 }">}
"test.cute"() {a = #layout.cute<(4,8):(8,1)>} : () -> ()

// The offset of the composed layout is solved for.
// CHECK: "test.swizzle"() {a = {domain = #{{.*}}, map = #[[SWIZZLED]]}}
// BACK: "test.swizzle"() {a = #layout.relation<"{ [c0, c1] -> [2c0 + ((c0 + c1) mod 2)] : c0 >= 0 and -c0 + 1 >= 0 and c1 >= 0 and -c1 + 1 >= 0 }">}
"test.swizzle"() {a = #layout.composed<S<1,0,1> o 0 o (2,2):(2,1)>} : () -> ()

// CHECK: "test.linear"() {a = {domain = #{{.*}}, map = #[[LINEAR]]}}
// BACK: "test.linear"() {a = #layout.relation<"{ [c0, c1] -> [floor(c0/2) + 2c1, c0 mod 2] : c0 >= 0 and -c0 + 3 >= 0 and c1 >= 0 and -c1 + 1 >= 0 }">}
"test.linear"() {a = #layout.linear<{lane = [[0,1],[1,0]], warp = [[2,0]]}>} : () -> ()

// CHECK: "test.tuple"() {a = {domain = #{{.*}}, map = #[[PAIR]]}}
// BACK: "test.tuple"() {a = #layout.relation<"{ [c0, c1] -> [c0, c1] : c0 >= 0 and -c0 + 1 >= 0 and c1 >= 0 and -c1 + 2 >= 0 }">}
"test.tuple"() {a = #layout.cute<(2,3):(1@0,1@1)>} : () -> ()

// A name is a symbol, and comes back by its name.
// CHECK: "test.symbols"() {a = {domain = #[[OF_SYMBOL]], map = #[[SYMBOL]], symbols = ["M"]}}
// BACK: "test.symbols"() {a = #layout.relation<"[M] -> { [c0, c1] -> [c0 + 8c1] : c0 >= 0 and -c0 + 7 >= 0 and c1 >= 0 and -c1 + M - 1 >= 0 and M - 1 >= 0 and -M + 4096 >= 0 and M mod 16 = 0 }">}
"test.symbols"() {a = #layout.cute<(8,M):(1,8) where M mod 16 = 0, M in [1,4096]>} : () -> ()

// Without a domain the map is alone, and without outputs the set.
// CHECK: "test.everywhere"() {a = #[[EVERYWHERE]]}
// BACK: "test.everywhere"() {a = #layout.relation<"{ [c0, c1] -> [2c0 + floor(c1/3)] }">}
"test.everywhere"() {a = #layout.relation<"{ [i, j] -> [2i + floor(j/3)] }">} : () -> ()

// CHECK: "test.set"() {a = #[[SET]]}
// BACK: "test.set"() {a = #layout.relation<"{ [c0, c1] -> [] : c0 - 2c1 = 0 and c0 - 2 >= 0 }">}
"test.set"() {a = #layout.relation<"{ [i, j] -> [] : i = 2j and j != 0 and j >= 0 }">} : () -> ()

// CHECK: "test.solved"() {a = {domain = #[[EVEN]], map = #[[HALF]]}}
// BACK: "test.solved"() {a = #layout.relation<"{ [c] -> [floor(c/2)] : c mod 2 = 0 and c >= 0 and -c + 7 >= 0 }">}
"test.solved"() {a = #layout.relation<"{ [c] -> [o] : 2o = c and 0 <= c < 8 }">} : () -> ()

// CHECK: "test.nothing"() {a = {domain = #[[NEVER]], map = #{{.*}}}}
// BACK: "test.nothing"() {a = #layout.relation<"{ [c] -> [c] : -1 >= 0 }">}
"test.nothing"() {a = #layout.relation<"{ [c] -> [c] : false }">} : () -> ()

// CHECK: "test.no_inputs"() {a = #[[CONSTANT]]}
// BACK: "test.no_inputs"() {a = #layout.relation<"{ [] -> [5] }">}
"test.no_inputs"() {a = #layout.relation<"{ [] -> [5] }">} : () -> ()

// Nested, and of a function.
// CHECK: "test.nested"() {a = [{domain = #[[IN_THREE]], map = #[[FIVE]]}, {b = {domain = #{{.*}}, map = #{{.*}}}, c = 1 : i32}]}
// BACK: "test.nested"() {a = [#layout.relation<"{ [c] -> [5c] : c >= 0 and -c + 2 >= 0 }">, {b = #layout.relation<"{ [c] -> [7c] : c >= 0 and -c + 1 >= 0 }">, c = 1 : i32}]}
"test.nested"() {a = [#layout.cute<3:5>, {b = #layout.cute<2:7>, c = 1 : i32}]} : () -> ()

// A constant is a layout: it has the affine form beside its relation. What an operation has for itself stays.
// CHECK: func.func @value(
// CHECK-SAME:    attributes {about = {domain = #[[IN_FOUR]], map = #[[DOUBLE]]}}
// CHECK:         layout.constant #layout.relation<"{ [c0] -> [2c0] : 0 <= c0 < 4 }"> {affine = {domain = #[[IN_FOUR]], map = #[[DOUBLE]]}}
// CHECK:         affine.apply #[[DOUBLE]](
// BACK: func.func @value(
// BACK-SAME:    attributes {about = #layout.relation<"{ [c] -> [2c] : c >= 0 and -c + 3 >= 0 }">}
// BACK:         layout.constant #layout.relation<"{ [c0] -> [2c0] : 0 <= c0 < 4 }"> {affine = #layout.relation<"{ [c] -> [2c] : c >= 0 and -c + 3 >= 0 }">}
// BACK:         affine.apply #map(
func.func @value(%i: index) -> (!layout.layout, index) attributes {about = #layout.cute<4:2>} {
  %l = layout.constant #layout.cute<4:2>
  %o = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
  return %l, %o : !layout.layout, index
}
