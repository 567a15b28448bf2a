// RUN: layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations=from=affine --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not layout-opt %s --allow-unregistered-dialect --layout-lower-to-relations='from=affine form=affine' --split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BOTH

// BOTH: error: from=affine makes relations, and form=affine asks for none

// Maps and sets by themselves; ceildiv is a floor. A dictionary with other entries is looked into, and so is
// one whose map is not.
// CHECK: "test.plain"() {a = #layout.relation<"{ [c] -> [floor((c + 2)/3)] }">, b = #layout.relation<"[s0] -> { [c0, c1] -> [] : c0 - s0 = 0 and c1 >= 0 }">}
// CHECK: "test.inside"() {a = {map = #layout.relation<"{ [c] -> [] : c >= 0 }">}, b = {map = 3 : i32, other = #layout.relation<"{ [c] -> [c mod 2] }">}}
"test.plain"() {a = affine_map<(d0) -> (d0 ceildiv 3)>, b = affine_set<(d0, d1)[s0] : (d0 - s0 == 0, d1 >= 0)>} : () -> ()
"test.inside"() {a = {map = affine_set<(d0) : (d0 >= 0)>}, b = {map = 3 : i32, other = affine_map<(d0) -> (d0 mod 2)>}} : () -> ()

// -----

// expected-error @below {{affine_map<(d0)[s0] -> (d0 * s0)> is not a relation: it multiplies or divides by something other than a constant, or has a number past 64 bits}}
"test.product"() {a = affine_map<(d0)[s0] -> (d0 * s0)>} : () -> ()

// -----

// expected-error @below {{affine_map<(d0)[s0] -> (d0 mod s0)> is not a relation: it multiplies or divides by something other than a constant}}
"test.remainder"() {a = affine_map<(d0)[s0] -> (d0 mod s0)>} : () -> ()

// -----

// expected-error @below {{the domain has 2 dimensions and 0 symbols, and the map 1 and 0}}
"test.spaces"() {a = {map = affine_map<(d0) -> (d0)>, domain = affine_set<(d0, d1) : (d0 >= 0)>}} : () -> ()

// -----

// expected-error @below {{2 names for 1 symbols}}
"test.names"() {a = {map = affine_map<(d0)[s0] -> (d0 + s0)>, symbols = ["M", "N"]}} : () -> ()

// -----

// expected-error @below {{name 'M' is declared already}}
"test.names"() {a = {map = affine_map<(d0)[s0, s1] -> (d0 + s0)>, symbols = ["M", "M"]}} : () -> ()

// -----

// expected-error @below {{'floor' cannot be a name in a relation}}
"test.names"() {a = {map = affine_map<(d0)[s0] -> (d0 + s0)>, symbols = ["floor"]}} : () -> ()

// -----

// expected-error @below {{the symbols are not an array of strings}}
"test.names"() {a = {map = affine_map<(d0)[s0] -> (d0 + s0)>, symbols = 3 : i32}} : () -> ()
