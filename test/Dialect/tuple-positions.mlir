// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null

// A part of an offset stands at its position, whatever stands before it: `4:1@1` has the offsets (0,c). Its
// relation has as many outputs.

func.func @itself() {
  %a = layout.constant #layout.cute<4:1@1>
  %r = layout.convert %a to relation
  %l = layout.convert %a to linear
  %t = layout.constant #layout.relation<"{ [c] -> [0, c] : 0 <= c < 4 }">
  // expected-remark @+1 {{proved by enumeration of 4 coordinates: layouts are equal}}
  layout.assert_equivalent %a, %r
  // expected-remark @+1 {{proved by isl: layouts are equal}}
  layout.assert_equivalent %a, %l
  // expected-remark @+1 {{proved by enumeration of 4 coordinates: layouts are equal}}
  layout.assert_equivalent %r, %t
  return
}

// -----

func.func @symbol() {
  %a = layout.constant #layout.cute<(4,M):(1@2,1@1)>
  %r = layout.convert %a to relation
  %t = layout.constant #layout.relation<"[M] -> { [c] -> [0, floor(c/4), c mod 4] : 0 <= c < 4M }">
  // expected-remark @+1 {{proved by isl: layouts are equal}}
  layout.assert_equivalent %a, %r
  // expected-remark @+1 {{proved by isl: layouts are equal}}
  layout.assert_equivalent %r, %t
  return
}

// -----

// A composition is the same with the relation of its right operand.
func.func @composition() {
  %g = layout.constant #layout.cute<(8,4):(1,8)>
  %a = layout.constant #layout.cute<4:1@1>
  // expected-remark @+1 {{proved by offset range: composition stays inside its left layout}}
  %x = layout.compose %g, %a
  %t = layout.constant #layout.cute<4:8>
  // expected-remark @+1 {{proved by canonical form: layouts are equal}}
  layout.assert_equivalent %x, %t
  return
}
