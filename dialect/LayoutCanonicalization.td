//===- LayoutCanonicalization.td - Rewrites of the algebra -*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Laws that `--canonicalize` uses on layouts that are not known. Both sides of a
// law are the same layout, spelled alike: two that are merely the same function on
// their domain go on differently outside of it, and a use could tell them apart.
//
// A test reads the law that is written in front of each rewrite and checks it on
// random layouts of every notation. The laws of one operation that are traits of it
// (Commutative, Idempotent, Involution) are not repeated here.
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_CANONICALIZATION_TD
#define LAYOUT_CANONICALIZATION_TD

include "LayoutOps.td"
include "mlir/IR/PatternBase.td"

def Absent : Constraint<CPred<"!$0">, "an attribute that is not there">;

// outer(inner(x)) = outer(x)
class Forgets<Op outer, Op inner>
    : Pat<(outer (inner $x)), (outer $x)>;

// outer(inner(x)) = inner(x)
class Keeps<Op outer, Op inner>
    : Pat<(outer (inner:$y $x)), (replaceWithValue $y)>;

//===----------------------------------------------------------------------===//
// Coalescing, which has an optional profile
//===----------------------------------------------------------------------===//

// coalesce(coalesce(x)) = coalesce(x)
def : Pat<(Layout_CoalesceOp (Layout_CoalesceOp:$y $x, $p), $q),
          (replaceWithValue $y), [(Absent $p), (Absent $q)]>;

// coalesce(flatten(x)) = coalesce(x)
def : Pat<(Layout_CoalesceOp (Layout_FlattenOp $x), $p),
          (Layout_CoalesceOp $x, $p), [(Absent $p)]>;

// coalesce(filter(x)) = filter(x)
def : Pat<(Layout_CoalesceOp (Layout_FilterOp:$y $x), $p),
          (replaceWithValue $y), [(Absent $p)]>;

// flatten(coalesce(x)) = coalesce(x)
def : Pat<(Layout_FlattenOp (Layout_CoalesceOp:$y $x, $p)),
          (replaceWithValue $y), [(Absent $p)]>;

// filter(coalesce(x)) = filter(x)
def : Pat<(Layout_FilterOp (Layout_CoalesceOp $x, $p)),
          (Layout_FilterOp $x), [(Absent $p)]>;

// size(coalesce(x)) = size(x)
def : Pat<(Layout_SizeOp (Layout_CoalesceOp $x, $p)),
          (Layout_SizeOp $x), [(Absent $p)]>;

//===----------------------------------------------------------------------===//
// Flattening and filtering
//===----------------------------------------------------------------------===//

// filter(flatten(x)) = filter(x)
def : Forgets<Layout_FilterOp, Layout_FlattenOp>;

// filter(filter_zeros(x)) = filter(x)
def : Forgets<Layout_FilterOp, Layout_FilterZerosOp>;

// nullspace(flatten(x)) = nullspace(x)
def : Forgets<Layout_NullspaceOp, Layout_FlattenOp>;

// size(flatten(x)) = size(x)
def : Forgets<Layout_SizeOp, Layout_FlattenOp>;

// cosize(flatten(x)) = cosize(x)
def : Forgets<Layout_CosizeOp, Layout_FlattenOp>;

// flatten(filter(x)) = filter(x)
def : Keeps<Layout_FlattenOp, Layout_FilterOp>;

// filter_zeros(filter(x)) = filter(x)
def : Keeps<Layout_FilterZerosOp, Layout_FilterOp>;

// flatten(nullspace(x)) = nullspace(x)
def : Keeps<Layout_FlattenOp, Layout_NullspaceOp>;

//===----------------------------------------------------------------------===//
// Complement and inverses, in either flavor
//===----------------------------------------------------------------------===//

// left_inverse(flatten(x)) = left_inverse(x)
def : Pat<(Layout_LeftInverseOp (Layout_FlattenOp $x), $flavor),
          (Layout_LeftInverseOp $x, $flavor)>;

// right_inverse(flatten(x)) = right_inverse(x)
def : Pat<(Layout_RightInverseOp (Layout_FlattenOp $x), $flavor),
          (Layout_RightInverseOp $x, $flavor)>;

// inverse(flatten(x)) = inverse(x)
def : Pat<(Layout_InverseOp (Layout_FlattenOp $x), $flavor),
          (Layout_InverseOp $x, $flavor)>;

// complement(flatten(x)) = complement(x)
def : Pat<(Layout_ComplementOp (Layout_FlattenOp $x), $size, $flavor),
          (Layout_ComplementOp $x, $size, $flavor)>;

#endif // LAYOUT_CANONICALIZATION_TD
