// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null

// Where the left layout has no offset, a division of it has none: for M below 0, whatever it is divided by.
func.func @of_its_own_domain() {
  %l = layout.constant #layout.composed<(N):(S) o M o (6,8):(8,1)>
  %t = layout.constant #layout.cute<(3,4):(1,3)>
  %0 = layout.flat_divide %l, %t
  return
}

// -----

// A division that rounds up goes on where the left layout ends, whichever values have all of its own offsets.
func.func @past_its_domain() {
  %l = layout.constant #layout.composed<S<1,0,1> o M o 6:-1 where M in [4,8]>
  %t = layout.constant #layout.cute<4:1>
  // expected-warning @+2 {{division leaves the domain of S<1,0,1> o M o 6:-1 where M in [4,8] at coordinate 6}}
  // expected-note @+1 {{(4,2):(1,4) gives 6, and the left layout has size 6}}
  %0 = layout.flat_divide %l, %t
  return
}

// -----

func.func @static() {
  %l = layout.constant #layout.composed<S<1,0,1> o -1 o (6,8):(8,1)>
  %t = layout.constant #layout.cute<(3,4):(1,3)>
  // expected-error @+2 {{division is undefined at coordinate 0}}
  // expected-note @+1 {{S<1,0,1> has no value at -1}}
  %0 = layout.flat_divide %l, %t
  return
}
