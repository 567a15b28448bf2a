// Laws of the algebra on layouts that are not known: a law each, as dialect/LayoutCanonicalization.td has it.

// RUN: layout-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @coalesce_coalesce
// CHECK-NEXT: %[[R:.*]] = layout.coalesce %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @coalesce_coalesce(%x: !layout.layout) -> !layout.layout {
  %y = layout.coalesce %x
  %z = layout.coalesce %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @coalesce_flatten
// CHECK-NEXT: %[[R:.*]] = layout.coalesce %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @coalesce_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.coalesce %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @coalesce_filter
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @coalesce_filter(%x: !layout.layout) -> !layout.layout {
  %y = layout.filter %x
  %z = layout.coalesce %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @flatten_coalesce
// CHECK-NEXT: %[[R:.*]] = layout.coalesce %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @flatten_coalesce(%x: !layout.layout) -> !layout.layout {
  %y = layout.coalesce %x
  %z = layout.flatten %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @filter_coalesce
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @filter_coalesce(%x: !layout.layout) -> !layout.layout {
  %y = layout.coalesce %x
  %z = layout.filter %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @size_coalesce
// CHECK-NEXT: %[[R:.*]] = layout.size %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @size_coalesce(%x: !layout.layout) -> index {
  %y = layout.coalesce %x
  %z = layout.size %y
  return %z : index
}

// CHECK-LABEL: func.func @filter_flatten
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @filter_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.filter %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @filter_filter_zeros
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @filter_filter_zeros(%x: !layout.layout) -> !layout.layout {
  %y = layout.filter_zeros %x
  %z = layout.filter %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @nullspace_flatten
// CHECK-NEXT: %[[R:.*]] = layout.nullspace %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @nullspace_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.nullspace %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @size_flatten
// CHECK-NEXT: %[[R:.*]] = layout.size %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @size_flatten(%x: !layout.layout) -> index {
  %y = layout.flatten %x
  %z = layout.size %y
  return %z : index
}

// CHECK-LABEL: func.func @cosize_flatten
// CHECK-NEXT: %[[R:.*]] = layout.cosize %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @cosize_flatten(%x: !layout.layout) -> index {
  %y = layout.flatten %x
  %z = layout.cosize %y
  return %z : index
}

// CHECK-LABEL: func.func @flatten_filter
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @flatten_filter(%x: !layout.layout) -> !layout.layout {
  %y = layout.filter %x
  %z = layout.flatten %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @filter_zeros_filter
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @filter_zeros_filter(%x: !layout.layout) -> !layout.layout {
  %y = layout.filter %x
  %z = layout.filter_zeros %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @flatten_nullspace
// CHECK-NEXT: %[[R:.*]] = layout.nullspace %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @flatten_nullspace(%x: !layout.layout) -> !layout.layout {
  %y = layout.nullspace %x
  %z = layout.flatten %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @left_inverse_flatten
// CHECK-NEXT: %[[R:.*]] = layout.left_inverse %arg0 {flavor = paper}{{$}}
// CHECK-NEXT: return %[[R]]
func.func @left_inverse_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.left_inverse %y {flavor = paper}
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @right_inverse_flatten
// CHECK-NEXT: %[[R:.*]] = layout.right_inverse %arg0 {flavor = paper}{{$}}
// CHECK-NEXT: return %[[R]]
func.func @right_inverse_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.right_inverse %y {flavor = paper}
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @inverse_flatten
// CHECK-NEXT: %[[R:.*]] = layout.inverse %arg0 {flavor = paper}{{$}}
// CHECK-NEXT: return %[[R]]
func.func @inverse_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.inverse %y {flavor = paper}
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @complement_flatten
// CHECK-NEXT: %[[R:.*]] = layout.complement %arg0, 20 {flavor = paper}{{$}}
// CHECK-NEXT: return %[[R]]
func.func @complement_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.complement %y, 20 {flavor = paper}
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @flatten_flatten
// CHECK-NEXT: %[[R:.*]] = layout.flatten %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @flatten_flatten(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten %x
  %z = layout.flatten %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @filter_filter
// CHECK-NEXT: %[[R:.*]] = layout.filter %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @filter_filter(%x: !layout.layout) -> !layout.layout {
  %y = layout.filter %x
  %z = layout.filter %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @filter_zeros_filter_zeros
// CHECK-NEXT: %[[R:.*]] = layout.filter_zeros %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @filter_zeros_filter_zeros(%x: !layout.layout) -> !layout.layout {
  %y = layout.filter_zeros %x
  %z = layout.filter_zeros %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @make_layout_like_make_layout_like
// CHECK-NEXT: %[[R:.*]] = layout.make_layout_like %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @make_layout_like_make_layout_like(%x: !layout.layout) -> !layout.layout {
  %y = layout.make_layout_like %x
  %z = layout.make_layout_like %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @flatten_ins_flatten_ins
// CHECK-NEXT: %[[R:.*]] = layout.flatten_ins %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @flatten_ins_flatten_ins(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten_ins %x
  %z = layout.flatten_ins %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @flatten_outs_flatten_outs
// CHECK-NEXT: %[[R:.*]] = layout.flatten_outs %arg0{{$}}
// CHECK-NEXT: return %[[R]]
func.func @flatten_outs_flatten_outs(%x: !layout.layout) -> !layout.layout {
  %y = layout.flatten_outs %x
  %z = layout.flatten_outs %y
  return %z : !layout.layout
}

// CHECK-LABEL: func.func @invert_invert
// CHECK-NEXT: return %arg0
func.func @invert_invert(%x: !layout.layout) -> !layout.layout {
  %y = layout.invert %x
  %z = layout.invert %y
  return %z : !layout.layout
}

// A profile coalesces each mode by itself: there is no law.
// CHECK-LABEL: func.func @profile
// CHECK-NEXT: layout.coalesce %arg0 by (1,1)
// CHECK-NEXT: layout.coalesce
// CHECK-NEXT: layout.coalesce %arg0
// CHECK-NEXT: layout.coalesce %{{.*}} by (1,1)
func.func @profile(%x: !layout.layout) -> (!layout.layout, !layout.layout) {
  %a = layout.coalesce %x by (1,1)
  %b = layout.coalesce %a
  %c = layout.coalesce %x
  %d = layout.coalesce %c by (1,1)
  return %b, %d : !layout.layout, !layout.layout
}

// A constant goes to the right of what is commutative.
// CHECK-LABEL: func.func @commutative
// CHECK-NEXT: %[[C:.*]] = layout.constant
// CHECK-NEXT: layout.assert_equivalent %arg0, %[[C]]
// CHECK-NEXT: layout.assert_disjoint %arg0, %[[C]]
// CHECK-NEXT: layout.is_congruent %arg0, %[[C]]
func.func @commutative(%x: !layout.layout) -> i1 {
  %c = layout.constant #layout.cute<4:1>
  layout.assert_equivalent %c, %x
  layout.assert_disjoint %c, %x
  %t = layout.is_congruent %c, %x
  return %t : i1
}
