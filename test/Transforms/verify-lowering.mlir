// RUN: layout-opt %s --allow-unregistered-dialect --split-input-file --layout-verify-lowering=report=true --verify-diagnostics

// Code that was not written by the lowerings, and the methods that prove it.

func.func @quotients(%c: index) {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %row = arith.divui %c, %c8 : index
  %column = arith.remui %c, %c8 : index
  %moved = arith.muli %column, %c64 : index
  %o = arith.addi %row, %moved : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (8,64):(64,1)}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

// The bits of a swizzle, put together in another way than the lowerings do.
func.func @bits(%buffer: memref<8192xf32>) {
  %l = layout.constant #layout.swizzle<S<2,0,3>>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  scf.for %c = %c0 to %c32 step %c1 {
    %low = arith.remui %c, %c4 : index
    %field = arith.andi %c, %c24 : index
    %down = arith.shrui %field, %c3 : index
    %new = arith.xori %low, %down : index
    %rest = arith.subi %c, %low : index
    %o = arith.addi %rest, %new overflow<nsw, nuw> : index
    // expected-remark @+1 {{proved by canonical form: the code gives the offset of S<2,0,3>}}
    layout.assert_offset %l(%c) = %o : index
  }
  return
}

// -----

// That a difference is not negative, as its flags promise, is seen from its bits.
func.func @flags() {
  %l = layout.constant #layout.cute<(2,2,1024):(2,6,0)>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c4096 = arith.constant 4096 : index
  scf.for %c = %c0 to %c4096 step %c1 {
    %low = arith.remui %c, %c4 : index
    %bit = arith.remui %c, %c2 : index
    %product = arith.muli %low, %c3 : index
    %o = arith.subi %product, %bit overflow<nsw, nuw> : index
    // expected-remark @+1 {{proved by F2 matrices: the code gives the offset of (2,2,1024):(2,6,0)}}
    layout.assert_offset %l(%c) = %o : index
  }
  return
}

// -----

// A swizzle as a sum of bits, at all coordinates: the quotients are of sums that wrap.
func.func @wrapping(%c: index) {
  %l = layout.constant #layout.swizzle<S<2,0,3>>
  %o = affine.apply affine_map<(d0) -> (d0
      + (d0 + d0 floordiv 8) mod 2 - d0 mod 2
      + ((d0 * 9 - d0 mod 16 - (d0 mod 2) * 8) floordiv 16 mod 2 - d0 floordiv 2 mod 2) * 2)>(%c)
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of S<2,0,3>}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

// 3-adic digits and a sum that only bounds keep from being another one.
func.func @few_points() {
  %l = layout.constant #layout.cute<(3,4):(4,1)>
  affine.for %c = 0 to 12 {
    %o = affine.apply affine_map<(d0) -> ((d0 * 4) mod 12 + d0 floordiv 3)>(%c)
    // expected-remark @+1 {{the code gives the offset of (3,4):(4,1)}}
    layout.assert_offset %l(%c) = %o : index
  }
  return
}

// -----

// Choices, which only isl looks into: past 2^16 points nothing is tried one by one.
func.func @choice(%c: index) {
  %l = layout.constant #layout.relation<"{ [c] -> [o] : exists (e: o = 2e) and 0 <= c - o <= 1 and 0 <= c < 1000000 }">
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %bit = arith.remui %c, %c2 : index
  %is_even = arith.cmpi eq, %bit, %c0 : index
  %less = arith.subi %c, %c1 : index
  %o = arith.select %is_even, %c, %less : index
  // expected-remark @+1 {{proved by isl: the code gives the offset of}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

// Narrow arithmetic between casts.
func.func @narrow() {
  %l = layout.constant #layout.cute<(16,16):(16,1)>
  affine.for %i = 0 to 16 {
    affine.for %j = 0 to 16 {
      %x = arith.index_cast %i : index to i32
      %y = arith.index_cast %j : index to i32
      %c4 = arith.constant 4 : i32
      %moved = arith.shli %x, %c4 overflow<nsw, nuw> : i32
      %sum = arith.ori %moved, %y : i32
      // expected-remark @+1 {{proved by canonical form}}
      layout.assert_offset %l(%i, %j) = %sum : i32
    }
  }
  return
}

// -----

// Values of names.
func.func @symbols(%i: index, %j: index, %m: index) {
  %l = layout.constant #layout.cute<((4,M),8):((M,1),8)>
  %c8 = arith.constant 8 : index
  %c4 = arith.constant 4 : index
  %low = arith.remui %i, %c4 : index
  %high = arith.divui %i, %c4 : index
  %first = arith.muli %m, %low : index
  %second = arith.muli %j, %c8 : index
  %sum = arith.addi %high, %second : index
  %o = arith.addi %sum, %first : index
  // expected-remark @+1 {{proved by canonical form}}
  layout.assert_offset %l(%i, %j) symbols(M = %m) = %o : index
  return
}

// -----

// Another pass has changed where the coordinate comes from: the code is right for these.
func.func @coordinates_are_read(%i: index) {
  layout.assume %i in [0, 9223372036854775807]
  %l = layout.constant #layout.cute<(4,8):(1,4)>
  %c4 = arith.constant 4 : index
  %row = arith.remui %i, %c4 : index
  %column = arith.divui %i, %c4 : index
  // expected-remark @+1 {{proved by canonical form: the code gives the offset of (4,8):(1,4)}}
  layout.assert_offset %l(%row, %column) = %i : index
  return
}

// -----

// A coordinate that is read without a sign is not negative, whatever its number is with one.
func.func @coordinates_without_sign(%t: i32, %u: i8) {
  %i = arith.index_castui %t : i32 to index
  // expected-note @+1 {{the code gives -2147483648}}
  %o = arith.index_cast %t : i32 to index
  // expected-note @+2 {{512:1 gives 2147483648}}
  // expected-note @+1 {{512:1 gives 120}}
  %l = layout.constant #layout.cute<512:1>
  // expected-error @+1 {{lowering differs at coordinate 2147483648: 2147483648 and -2147483648}}
  layout.assert_offset %l(%i) = %o : index
  // expected-remark @+1 {{proved by}}
  layout.assert_offset %l(%i) = %i : index
  // One that wraps is another one.
  %c8 = arith.constant -8 : i8
  %wrapped = arith.addi %u, %c8 : i8
  %j = arith.index_cast %wrapped : i8 to index
  %u2 = arith.index_cast %u : i8 to index
  %c8_index = arith.constant -8 : index
  // expected-note @+1 {{the code gives -136}}
  %p = arith.addi %u2, %c8_index : index
  // expected-error @+1 {{lowering differs at coordinate 120: 120 and -136}}
  layout.assert_offset %l(%j) = %p : index
  return
}

// -----

// Nothing is claimed outside the domain of a linear layout.
func.func @outside(%lane: index) {
  %l = layout.constant #layout.linear<{lane = [[1], [2]]}>
  // expected-remark @+1 {{proved by canonical form}}
  layout.assert_offset %l(%lane) = %lane : index
  return
}

// -----

// Where the layout has no offset of 64 bits nothing is claimed, so the promise holds.
func.func @past_64_bits(%c: index) {
  %l = layout.constant #layout.cute<8:4>
  %c2 = arith.constant 2 : index
  %o = arith.shli %c, %c2 overflow<nsw, nuw> : index
  // expected-remark @+1 {{proved by isl: the code gives the offset of 8:4}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

// A layout that is composed is known, one that arrives from elsewhere is not.
func.func @unknown(%g: !layout.layout, %c: index) {
  %f = layout.constant #layout.cute<4:2>
  %h = layout.compose %g, %f
  // expected-remark @+1 {{unknown whether the code gives the offset of the layout: a layout is not known statically}}
  layout.assert_offset %h(%c) = %c : index
  return
}

// -----

// What is not read may be anything.
func.func @not_read(%c: index) {
  %l = layout.constant #layout.cute<8:2>
  %two = "test.two"() : () -> index
  %o = arith.muli %c, %two : index
  // expected-remark @+1 {{unknown whether the code gives the offset of 8:2: the code uses test.two, which is not read}}
  layout.assert_offset %l(%c) = %o : index
  return
}

// -----

// A branch between blocks, an assertion and the number of a switch say where the code is right.

func.func @blocks(%c: index, %k: i32, %d: index) {
  %l = layout.constant #layout.cute<(8,64):(64,1)>
  %c8 = arith.constant 8 : index
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %natural = arith.cmpi sge, %c, %c0 : index
  cf.assert %natural, "natural"
  %less = arith.cmpi slt, %c, %c8 : index
  cf.cond_br %less, ^row(%c : index), ^other
^row(%r: index):
  %o = arith.muli %r, %c64 : index
  // expected-remark @below {{proved}}
  layout.assert_offset %l(%r) = %o : index
  return
^other:
  cf.switch %k : i32, [
    default: ^end,
    3: ^three
  ]
^three:
  %i = arith.index_cast %k : i32 to index
  %o3 = arith.constant 192 : index
  // expected-remark @below {{proved}}
  layout.assert_offset %l(%i) = %o3 : index
  cf.br ^end
^end:
  return
}

// -----

// A layout with several offsets somewhere: code gives one of them, or none.

func.func @several(%i: index) {
  %l = layout.constant #layout.relation<"{ [i] -> [o] : 0 <= i < 4 and i <= o <= i + 1 }">
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  // expected-remark @below {{unknown whether the code gives the offset of { [i] -> [o] : 0 <= i < 4 and i <= o <= i + 1 }: no single offset is found where the inputs are ()}}
  layout.assert_offset %l(%c1) = %c7 : index
  // expected-remark @below {{no single offset is found where the inputs are 0}}
  layout.assert_offset %l(%i) = %i : index
  return
}

// -----

// 3 * %i is what this loop carries; what blocks carry is not read.

func.func @carried(%n: index) {
  %l = layout.constant #layout.cute<10:3>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c10 = arith.constant 10 : index
  %r = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %c0) -> index {
    // expected-remark @below {{proved by canonical form: the code gives the offset of 10:3}}
    layout.assert_offset %l(%i) = %a : index
    %next = arith.addi %a, %c3 : index
    scf.yield %next : index
  }
  cf.br ^loop(%c0, %c0 : index, index)
^loop(%i: index, %a: index):
  // expected-remark @below {{the code uses an argument of a block in func.func, which is not read}}
  layout.assert_offset %l(%i) = %a : index
  %next = arith.addi %a, %c3 : index
  %after = arith.addi %i, %c1 : index
  %more = arith.cmpi slt, %after, %c10 : index
  cf.cond_br %more, ^loop(%after, %next : index, index), ^done
^done:
  return
}
