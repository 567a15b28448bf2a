// RUN: layout-opt %s --layout-raise-relations=report=true --split-input-file --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-raise-relations="report=true assume-in-bounds=true" --split-input-file --verify-diagnostics -o /dev/null

// A relation has no pairs where its constraints do not hold. A layout says that they hold in its whole function, so
// that what is asked of another layout there would be asked of fewer values.
func.func @facts() {
  // expected-remark @+1 {{stays a relation, although it equals M:1 where M mod 16 = 0}}
  %g = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M and M mod 16 = 0 }">
  // expected-note @+1 {{(4,M):(1,4) is not only about values with M mod 16 = 0}}
  %f = layout.constant #layout.cute<(4,M):(1,4)>
  return
}

// -----

// Every layout with M as an extent says that M is at least 1, and one with M as a stride does not.
func.func @strides() {
  // expected-remark @+1 {{stays a relation, although it equals M:1}}
  %g = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M }">
  // expected-note @+1 {{4:M is not only about values with M in [1,9223372036854775807]}}
  %f = layout.constant #layout.cute<4:M>
  layout.assert_injective %f
  return
}

// -----

// The same of another relation, which stays.
func.func @relations() {
  // expected-remark @+1 {{stays a relation, although it equals M:1 where M mod 16 = 0}}
  %g = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c < M and M mod 16 = 0 }">
  // expected-remark @+2 {{stays a relation: the relation depends on M}}
  // expected-note @+1 {{[M] -> { [c] -> [c] : 0 <= c <= M } is not only about values with M mod 16 = 0}}
  %f = layout.constant #layout.relation<"[M] -> { [c] -> [c] : 0 <= c <= M }">
  return
}
