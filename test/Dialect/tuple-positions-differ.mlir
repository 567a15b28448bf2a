// RUN: layout-opt %s --layout-verify=report=true --split-input-file --verify-diagnostics -o /dev/null
// RUN: layout-opt %s --layout-lower-to-relations --layout-raise-relations | FileCheck %s

// CHECK-LABEL: @last
func.func @last() {
  // CHECK-NEXT: layout.constant #layout.cute<(4,4):(1@0,1@2)>
  // expected-note @+1 {{(4,4):(1@0,1@2) gives (0,0,1)}}
  %a = layout.constant #layout.cute<(4,4):(1@0,1@2)>
  // CHECK-NEXT: layout.constant #layout.cute<(4,4):(1@0,1@1)>
  // expected-note @+1 {{(4,4):(1@0,1@1) gives (0,1,0)}}
  %b = layout.constant #layout.cute<(4,4):(1@0,1@1)>
  // expected-error @+1 {{layouts differ at coordinate 4: (0,0,1) and (0,1,0)}}
  layout.assert_equivalent %a, %b
  return
}

func.func @converted() {
  %a = layout.constant #layout.cute<4:1@1>
  %b = layout.constant #layout.cute<4:1@0>
  %ra = layout.convert %a to relation
  %rb = layout.convert %b to relation
  // expected-remark @+1 {{unknown whether layouts are equal: an offset of the layout has 1 part, not 2}}
  layout.assert_equivalent %ra, %rb
  return
}

func.func @one_output() {
  %a = layout.constant #layout.cute<(4,4):(1@0,1@1)>
  %r = layout.constant #layout.relation<"{ [c] -> [c] : 0 <= c < 16 }">
  // expected-remark @+1 {{unknown whether layouts are equal: the offsets of (4,4):(1@0,1@1) and { [c] -> [c] : 0 <= c < 16 } are not of the same kind}}
  layout.assert_equivalent %a, %r
  return
}
