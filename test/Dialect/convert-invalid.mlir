// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @convert_c1(%a: !layout.layout) {
  // expected-error @+1 {{attribute 'notation' failed to satisfy constraint: notation: cute, composed, linear or relation}}
  %l = layout.convert %a to swizzle
  return
}

// -----

func.func @no_word(%a: !layout.layout) {
  // expected-error @+1 {{expected valid keyword}}
  %l = layout.convert %a to 4
  return
}

// -----

// What needs the result says no more.
func.func @convert_c5() {
  %a = layout.constant #layout.cute<(3,2):(1,4)>
  // expected-error @+1 {{no linear layout equals (3,2):(1,4): its size 6 is not a power of two}}
  %l = layout.convert %a to linear
  %c = layout.convert %l to cute
  layout.assert_equivalent %c, %a
  return
}

// -----

func.func @convert_c6() {
  %a = layout.constant #layout.cute<4:3>
  // expected-error @+1 {{no linear layout equals 4:3: f(2 ^ 1) ^ f(2) ^ f(1) ^ f(0) is 12 instead of 0}}
  %l = layout.convert %a to linear
  return
}

// -----

func.func @convert_c7() {
  %a = layout.constant #layout.cute<(2,2):(1,-1)>
  // expected-error @+1 {{no linear layout equals (2,2):(1,-1): f(2) is -1, which is outside of [0, 2^62)}}
  %l = layout.convert %a to linear
  %b = layout.constant #layout.composed<S<1,0,1> o 0 o 4:-1>
  // expected-error @+1 {{no cute layout equals S<1,0,1> o 0 o 4:-1: it has no value at coordinate 1, where its outer part takes -1}}
  %c = layout.convert %b to cute
  // expected-error @+1 {{no relation equals S<1,0,1> o 0 o 4:-1: it has no value at coordinate 1, where its outer part takes -1}}
  %r = layout.convert %b to relation
  return
}

// -----

func.func @convert_c3() {
  %a = layout.constant #layout.composed<S<1,0,1> o 0 o 4:1>
  // expected-error @+1 {{no cute layout equals S<1,0,1> o 0 o 4:1: no layout of size 4 agrees with it up to coordinate 3}}
  %c = layout.convert %a to cute
  %b = layout.constant #layout.relation<"{ [c] -> [c + 1] : 0 <= c < 4 }">
  // expected-error-re @+1 {{no cute layout equals { [c] -> [{{.*}}] : 0 <= c < 4 }: no layout of size 4 agrees with it up to coordinate 0}}
  %d = layout.convert %b to cute
  return
}

// -----

func.func @convert_c4() {
  %a = layout.constant #layout.relation<"{ [c] -> [(-3c) mod 16] : 0 <= c < 16 }">
  // expected-error-re @+1 {{no composed layout equals { [c] -> [{{.*}}] : 0 <= c < 16 }: it is not a layout behind any of 322 swizzles}}
  %c = layout.convert %a to composed
  return
}

// -----

func.func @holes() {
  %a = layout.constant #layout.relation<"{ [c] -> [c] : 1 <= c < 4 }">
  // expected-error @+1 {{no cute layout equals { [c] -> [c] : 1 <= c < 4 }: the domain is not a box of coordinates from 0: 0 is not in it}}
  %c = layout.convert %a to cute
  return
}

// -----

func.func @convert_c2() {
  %a = layout.constant #layout.tile<[4;8]>
  // expected-error @+1 {{no relation equals [4;8]: a tile is not a function}}
  %c = layout.convert %a to relation
  return
}

// -----

func.func @symbols() {
  %a = layout.constant #layout.cute<(M,8):(8,1) where M in [1,4096]>
  // expected-error @+1 {{no linear layout equals (M,8):(8,1) where M in [1,4096]: its size 8*M is not one number}}
  %l = layout.convert %a to linear
  %b = layout.constant #layout.cute<(4,8):(N,1)>
  // expected-remark @+1 {{unknown whether some linear layout is the same function: stride N}}
  %m = layout.convert %b to linear
  return
}

// -----

func.func @argument(%a: !layout.layout) {
  // expected-remark @+1 {{unknown whether some relation is the same function}}
  %l = layout.convert %a to relation
  return
}


// -----

// Numbers at the edge of 64 bits are numbers like others.
func.func @least_number() {
  %a = layout.constant #layout.relation<"{ [c] -> [c - 9223372036854775807 - 1] : 0 <= c < 4194304 }">
  // expected-error-re @+1 {{no cute layout equals { [c] -> [{{.*}}] : 0 <= c < 4194304 }: no layout of size 4194304 agrees with it up to coordinate 0}}
  %c = layout.convert %a to cute
  return
}
