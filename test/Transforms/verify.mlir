// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

// CuTe answers (2,3):(6,3). At coordinate 2 the inner offset is 2*3 = 6, whose
// coordinates in (4,6,8) are (2,1,0): the offset is 2*2 + 1*3 = 7, not 3.

func.func @wrong_composition() {
  %g = layout.constant #layout.cute<(4,6,8):(2,3,5)>
  %f = layout.constant #layout.cute<6:3>
  // expected-note @+1 {{(4,6,8):(2,3,5) o 6:3 gives 7}}
  %h = layout.compose %g, %f
  // expected-note @+1 {{(2,3):(6,3) gives 3}}
  %claimed = layout.constant #layout.cute<(2,3):(6,3)>
  // expected-error @+1 {{layouts differ at coordinate 2: 7 and 3}}
  layout.assert_equivalent %h, %claimed
  return
}

// -----

// Two refutations in one run: both are reported.

func.func @all_refutations_of_a_run() {
  // expected-note @+1 {{4:1 gives 1}}
  %a = layout.constant #layout.cute<4:1>
  // expected-note @+1 {{4:2 gives 2}}
  %b = layout.constant #layout.cute<4:2>
  // expected-note @+1 {{4:3 gives 3}}
  %c = layout.constant #layout.cute<4:3>
  // expected-note @+1 {{4:4 gives 4}}
  %d = layout.constant #layout.cute<4:4>
  // expected-error @+1 {{layouts differ at coordinate 1: 1 and 2}}
  layout.assert_equivalent %a, %b
  // expected-error @+1 {{layouts differ at coordinate 1: 3 and 4}}
  layout.assert_equivalent %c, %d
  return
}

// -----

func.func @sizes_differ() {
  // expected-note @+1 {{4:1 has size 4}}
  %a = layout.constant #layout.cute<4:1>
  // expected-note @+1 {{(2,4):(1,2) has size 8}}
  %b = layout.constant #layout.cute<(2,4):(1,2)>
  // expected-error @+1 {{layouts have different sizes: 4 and 8}}
  layout.assert_equivalent %a, %b
  return
}

// -----

// The stride of the second mode is 9 where the relation says 8: with M = 2 the
// coordinate 8 is (0,1), whose offset is 9.

func.func @a_symbol_has_a_value_in_the_refutation() {
  // expected-note @+1 {{(8,M):(1,9) gives 9}}
  %a = layout.constant #layout.cute<(8,M):(1,9)>
  // expected-note @+1 {{[M] -> { [c] -> [c] : 0 <= c < 8M } gives 8}}
  %b = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < 8M }">
  // expected-error @+1 {{layouts differ at coordinate 8 for M = 2: 9 and 8}}
  layout.assert_equivalent %a, %b
  return
}

// -----

// 3*1 in mode 0 and 1*3 in mode 1: (1,0) and (0,3) are coordinates 1 and 6.

func.func @not_injective() {
  // expected-note @+1 {{(2,4):(3,1) gives 3 at both}}
  %a = layout.constant #layout.cute<(2,4):(3,1)>
  // expected-error @+1 {{layout is not injective: coordinates 1 and 6 both give 3}}
  layout.assert_injective %a
  return
}

// -----

// The offset reaches 12 first at (3,3), which is coordinate 3 + 4*3 = 15: 3*3 + 3 = 12.

func.func @out_of_bounds() {
  // expected-note @+1 {{(4,6):(3,1) gives 12 at coordinate 15}}
  %a = layout.constant #layout.cute<(4,6):(3,1)>
  // expected-error @+1 {{offset 12 at coordinate 15 is outside [0, 12)}}
  layout.assert_in_bounds %a, 12
  return
}

// -----

func.func @wrong_numbers() {
  // expected-note @+2 {{(4,6):(3,1) has size 24}}
  // expected-note @+1 {{(4,6):(3,1) has cosize 15}}
  %a = layout.constant #layout.cute<(4,6):(3,1)>
  // expected-error @+1 {{layout has size 24, not 25}}
  layout.assert_size %a, 25
  // expected-error @+1 {{layout has cosize 15, not 14}}
  layout.assert_cosize %a, 14
  return
}

// -----

// Below 0 no layout has a value, whatever promotion says.

func.func @composition_below_zero() {
  %g = layout.constant #layout.cute<(4,4):(4,1)>
  %f = layout.constant #layout.cute<4:-1>
  // expected-error @+2 {{composition is undefined at coordinate 1}}
  // expected-note @+1 {{4:-1 gives -1, and no layout has a value below 0}}
  %h = layout.compose %g, %f
  return
}
func.func @composition_past_the_end_and_below_zero() {
  %g = layout.constant #layout.cute<4:1>
  %f = layout.constant #layout.cute<(2,2):(4,-1)>
  // expected-error @+2 {{composition is undefined at coordinate 2}}
  // expected-note @+1 {{(2,2):(4,-1) gives -1, and no layout has a value below 0}}
  %h = layout.compose %g, %f
  return
}

// -----

func.func @dims_do_not_match() {
  %g = layout.constant #layout.linear<{lane = [[1],[2]]}>
  %f = layout.constant #layout.linear<{register = [[1],[2]]}>
  // expected-error-re @+1 {{there is no composition {lane = {{.*}} o {register = {{.*}}}: }}
  %h = layout.compose %g, %f
  return
}
