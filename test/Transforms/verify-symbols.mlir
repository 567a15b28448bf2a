// RUN: layout-opt %s --split-input-file --layout-verify=report=true --verify-diagnostics

// What is said of symbols reaches every question, and few values are all looked at.

func.func @nothing_is_below_0() {
  // expected-note @+1 {{(N):(-1) where N in [2,2] gives -1 at coordinate 1 for N = 2}}
  %a = layout.constant #layout.cute<(N):(-1) where N in [2,2]>
  // expected-error @+1 {{offset -1 at coordinate 1 for N = 2 is outside [0, 1)}}
  layout.assert_bijective %a
  // expected-note @+1 {{gives -3 at coordinate 0 for k = -3}}
  %b = layout.constant #layout.composed<S<0,4,3> o k o 4:1 where k mod 3 = 0, k in [-5,9]>
  // expected-error @+1 {{offset -3 at coordinate 0 for k = -3 is outside [0, 1)}}
  layout.assert_bijective %b
  // expected-note @+1 {{gives (0,-1) at coordinate 1}}
  %c = layout.constant #layout.cute<(2,3):(-1@1,1@0)>
  // expected-error @+1 {{offset (0,-1) at coordinate 1 has a part below 0}}
  layout.assert_bijective %c
  return
}

// -----

func.func @onto() {
  %a = layout.constant #layout.cute<(4,M):(-1,4) where M in [3,5]>
  // expected-remark @+1 {{proved by enumeration of 3 values of symbols: layout is surjective onto [0, 9)}}
  layout.assert_surjective %a, 9
  return
}

// -----

// An extent is at least 1.
func.func @onto_without_facts() {
  // expected-note @+1 {{leaves out 2}}
  %a = layout.constant #layout.cute<(2,M):(1,2)>
  // expected-remark @+1 {{proved by offset range: layout is surjective onto [0, 2)}}
  layout.assert_surjective %a, 2
  // expected-error @+1 {{layout is not surjective: no coordinate gives 2 for M = 1}}
  layout.assert_surjective %a, 3
  return
}

// -----

// More values than are looked at.
func.func @onto_with_wide_facts() {
  %a = layout.constant #layout.cute<(M):(1) where M in [100,1000000]>
  // expected-remark @+1 {{proved by offset range: layout is surjective onto [0, 100)}}
  layout.assert_surjective %a, 100
  return
}

// -----

func.func @onto_a_known_size() {
  %a = layout.constant #layout.cute<(M,2):(2,1) where M in [3,3]>
  // expected-remark @+1 {{proved by offset range: layout is surjective onto [0, 6)}}
  layout.assert_surjective %a, 6
  // expected-remark @+1 {{proved by enumeration of 1 value of symbols: layout is bijective onto [0, 6)}}
  layout.assert_bijective %a, 6
  %b = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M and M >= 5 }">
  // expected-remark @+1 {{proved by isl: layout is surjective onto [0, 5)}}
  layout.assert_surjective %b, 5
  return
}

// -----

// Products of a symbol and a coordinate are no obstacle where the symbol has few values.
func.func @strides() {
  // expected-note @+1 {{gives 9 at coordinate 3 for M = 3}}
  %a = layout.constant #layout.cute<(4):(M) where M in [2,3]>
  // expected-remark @+1 {{proved by offset range: layout stays in [0, 10)}}
  layout.assert_in_bounds %a, 10
  // expected-error @+1 {{offset 9 at coordinate 3 for M = 3 is outside [0, 9)}}
  layout.assert_in_bounds %a, 9
  // expected-remark @+1 {{proved by offset range: layout increases}}
  layout.assert_increasing %a
  // expected-note @+1 {{gives 4 at coordinate 1}}
  %b = layout.constant #layout.composed<S<0,4,3> o 1 o 3:M>
  // expected-note @+1 {{gives 4 at coordinate 2}}
  %c = layout.constant #layout.cute<3:2>
  // expected-error @+1 {{layouts are not disjoint: coordinate 1 of the left and coordinate 2 of the right both give 4 for M = 3}}
  layout.assert_disjoint %b, %c
  return
}

// -----

func.func @numbers() {
  // expected-note @+3 {{has size 6}}
  // expected-note @+2 {{has cosize 10}}
  // expected-note @+1 {{gives 4 and then 1}}
  %a = layout.constant #layout.cute<(K,2):(2,1) where K in [3,5], K mod 2 = 1>
  // expected-error @+1 {{layout has size 6, not 10 for K = 3}}
  layout.assert_size %a, 10
  // expected-error @+1 {{layout has cosize 10, not 6 for K = 5}}
  layout.assert_cosize %a, 6
  // expected-error @+1 {{layout does not increase at coordinate 3 for K = 3: 1 after 4}}
  layout.assert_increasing %a
  %one = layout.constant #layout.cute<(J):(3) where J in [4,4]>
  // expected-remark @+1 {{proved by enumeration of 1 value of symbols: layout has size 4}}
  layout.assert_size %one, 4
  // expected-remark @+1 {{proved by enumeration of 1 value of symbols: layout has cosize 10}}
  layout.assert_cosize %one, 10
  return
}

// -----

func.func @shapes() {
  %a = layout.constant #layout.cute<(M,8):(8,1) where M in [4,4]>
  %b = layout.constant #layout.cute<((2,2),8):((1,2),4)>
  // expected-remark @+1 {{proved by enumeration of 1 value of symbols: shapes are compatible}}
  layout.assert_compatible %a, %b
  %c = layout.constant #layout.cute<(N,8):(8,1)>
  // expected-error @+1 {{shape (1,8) is not compatible with ((2,2),8) for N = 1}}
  layout.assert_compatible %c, %b
  return
}

// -----

// Holes, and inputs that form no box: they are counted in the least box from 0 that holds them.
func.func @relations() {
  // expected-note @+1 {{gives 4 at coordinate 8}}
  %a = layout.constant #layout.relation<"{ [i, j] -> [i + j] : 0 <= i < 3 and 0 <= j <= i }">
  // expected-remark @+1 {{proved by evaluation: layout has size 6}}
  layout.assert_size %a, 6
  // expected-remark @+1 {{proved by evaluation: layout has cosize 5}}
  layout.assert_cosize %a, 5
  // expected-error @+1 {{offset 4 at coordinate 8 is outside [0, 4)}}
  layout.assert_in_bounds %a, 4
  %b = layout.constant #layout.relation<"{ [i] -> [3i] : 0 <= i < 12 and i mod 3 = 1 }">
  // expected-remark @+1 {{layout increases}}
  layout.assert_increasing %b
  // expected-remark @+1 {{proved by evaluation: layout has size 4}}
  layout.assert_size %b, 4
  return
}

// -----

// No layout is too large for a closed form: the second tile begins at another offset, whatever S and T are.
func.func @large() {
  // expected-note @+1 {{gives 256}}
  %a = layout.constant #layout.cute<((128,256),(M,N)):((S,1),(T,256)) where S mod 8 = 0>
  // expected-note @+1 {{gives 257}}
  %b = layout.constant #layout.cute<((128,256),(M,N)):((S,1),(T,257)) where S mod 8 = 0>
  // expected-error @+1 {{layouts differ at coordinate 32768 for M = 1, N = 2, S = 0, T = 0: 256 and 257}}
  layout.assert_equivalent %a, %b
  return
}

// -----

// What an anonymous name is bound to is said of that layout alone.
func.func private @use(index)

func.func @anonymous(%i: index, %j: index) {
  %m = arith.constant 16 : index
  %l = layout.constant #layout.cute<(?,8):(8,1)>
  %o = layout.apply %l(%i, %j) symbols(_0 = %m) : index
  func.call @use(%o) : (index) -> ()
  // expected-note @+1 {{has size 1}}
  %a = layout.constant #layout.cute<(?):(1)>
  // expected-note @+1 {{16:1 has size 16}}
  %b = layout.constant #layout.cute<16:1>
  // expected-error @+1 {{layouts have different sizes for _0 = 1: 1 and 16}}
  layout.assert_equivalent %a, %b
  return
}
