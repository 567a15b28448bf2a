// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @another_type_of_result() {
  %a = layout.constant #layout.cute<4:1>
  // expected-error @+1 {{'layout.is_injective' op result #0 must be 1-bit signless integer, but got 'index'}}
  %r = "layout.is_injective"(%a) : (!layout.layout) -> index
  return
}
