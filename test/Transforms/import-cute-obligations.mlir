// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-import-cute=leave-obligations=true 2>/dev/null | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-import-cute=leave-obligations=true --layout-import-cute=leave-obligations=true 2>/dev/null | FileCheck %s
// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-import-cute=leave-obligations=true -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: not layout-opt %s --allow-unregistered-dialect --split-input-file --layout-import-cute='leave-obligations=true unsupported=error' 2>&1 | FileCheck %s --check-prefix=ERROR

// The offset of (4,M):(M,1) at c, for c < 4M: c mod 4 rows of M, and c / 4.

// CHECK-LABEL: func.func @offset
// CHECK-SAME:    (%[[M:.*]]: i32, %[[C:.*]]: i32)
// CHECK:         %[[O:.*]] = "cute.get_scalars"
// CHECK-NEXT:    layout.assert_computes "%0: i32;{{.*}}where %{{.*}}; give %{{[0-9]+}}"(%[[C]], %[[M]]) = %[[O]] : (i32, i32) -> i32
// CHECK-NEXT:    return
func.func @offset(%m: i32, %c: i32) -> i32 {
  %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(4,?)">
  %stride = "cute.make_stride"(%m) : (i32) -> !cute.stride<"(?,1)">
  %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(4,?)">, !cute.stride<"(?,1)">) -> !cute.layout<"(4,?):(?,1)">
  %coord = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
  %at = "cute.layout_eval"(%coord, %layout) : (!cute.coord<"?">, !cute.layout<"(4,?):(?,1)">) -> !cute.int_tuple<"?">
  %o = "cute.get_scalars"(%at) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
  return %o : i32
}

// -----

// The inputs are where integers come from that nothing is known of: what is loaded, not what is computed of it.

// CHECK-LABEL: func.func @computed_before
// CHECK:         %[[N:.*]] = memref.load
// CHECK:         %[[O:.*]] = "cute.get_scalars"
// CHECK-NEXT:    layout.assert_computes "%0 = 2: i32; %1: i32; %2 = add %1, %0: i32;{{.*}}"(%[[N]]) = %[[O]] : (i32) -> i32
func.func @computed_before(%from: memref<i32>) -> i32 {
  %two = arith.constant 2 : i32
  %n = memref.load %from[] : memref<i32>
  %m = arith.addi %n, %two : i32
  %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(4,?)">
  %size = "cute.size"(%shape) : (!cute.shape<"(4,?)">) -> !cute.int_tuple<"?">
  %o = "cute.get_scalars"(%size) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
  return %o : i32
}

// -----

// What is not read is named, and nothing is left of it.

// SAID: remark: no obligation is left of cute.get_scalars: cute.unheard_of is not read
// ERROR: error: no obligation is left of cute.get_scalars: cute.unheard_of is not read
// CHECK-LABEL: func.func @unread
// CHECK-NOT:   assert_computes
func.func @unread(%m: i32) -> i32 {
  %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(4,?)">
  %what = "cute.unheard_of"(%shape) : (!cute.shape<"(4,?)">) -> !cute.int_tuple<"?">
  %o = "cute.get_scalars"(%what) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
  return %o : i32
}

// -----

// The size of (M,4) is 4M, wherever the shape comes from.

// CHECK-LABEL: func.func @size_of_the_shape
// CHECK-SAME:    (%[[M:.*]]: i32)
// CHECK:         %[[N:.*]] = "cute.get_scalars"
// CHECK-NEXT:    layout.assert_computes "%0: i32; %1 = 4: i32; {{.*}}%6 = mul nsw %0, %1: i32; where %3, %5; give %6"(%[[M]]) = %[[N]] : (i32) -> i32
func.func @size_of_the_shape(%m: i32) -> i32 {
  %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(?,4)">
  %stride = "cute.make_stride"(%m) : (i32) -> !cute.stride<"(1,?)">
  %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?,4)">, !cute.stride<"(1,?)">) -> !cute.layout<"(?,4):(1,?)">
  %of = "cute.get_shape"(%layout) : (!cute.layout<"(?,4):(1,?)">) -> !cute.shape<"(?,4)">
  %size = "cute.size"(%of) : (!cute.shape<"(?,4)">) -> !cute.int_tuple<"?">
  %n = "cute.get_scalars"(%size) : (!cute.int_tuple<"?">) -> i32
  return %n : i32
}

// -----

// A number in a wider type is the same number, and one in a narrower type where it fits.

// CHECK-LABEL: func.func @widths
// CHECK-SAME:    (%[[M:.*]]: i32, %[[N:.*]]: i64)
// CHECK:         layout.assert_computes "%0: i32; %1 = sext %0: i64; give %1"(%[[M]])
// CHECK:         layout.assert_computes "%0: i64; %1 = -2147483648: i64; %2 = 2147483647: i64; %3 = le %1, %0: i1; %4 = le %0, %2: i1; %5 = sext %0: i32; where %3, %4; give %5"(%[[N]])
func.func @widths(%m: i32, %n: i64) -> (i64, i32) {
  %a = "cute.make_int_tuple"(%m) : (i32) -> !cute.int_tuple<"?">
  %x = "cute.get_scalars"(%a) : (!cute.int_tuple<"?">) -> i64
  %b = "cute.make_int_tuple"(%n) : (i64) -> !cute.int_tuple<"?{i64}">
  %y = "cute.get_scalars"(%b) : (!cute.int_tuple<"?{i64}">) -> i32
  return %x, %y : i64, i32
}
