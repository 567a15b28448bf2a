//===- LayoutAttrs.td - Attributes and the type -----------*- tablegen -*-===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_ATTRS_TD
#define LAYOUT_ATTRS_TD

include "LayoutDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"

// All six attributes are stored alike: the canonical spelling, by which they
// are uniqued, and the layout that Rust made of it (LayoutStorage in
// LayoutDialect.h). All six implement the interface, also the tiler: MLIR would
// take an attribute that does not for the memory space of a memref.
class Layout_Attr<string cppName, string notation>
    : AttrDef<Layout_Dialect, cppName,
              [DeclareAttrInterfaceMethods<MemRefLayoutAttrInterface,
                                           ["verifyLayout",
                                            "getStridesAndOffset"]>]> {
  // No mnemonic: the text is not read by a generated parser.
  let attrName = "layout." # notation;
  let parameters = (ins
    StringRefParameter<"the canonical text after `#layout.`">:$spelling
  );
  let storageClass = "LayoutStorage";
  let genStorageClass = 0;
  let genAccessors = 0;
  let skipDefaultBuilders = 1;
}

def Layout_CuteAttr : Layout_Attr<"Cute", "cute"> {
  let summary = "CuTe layout `shape:stride`";
  let description = [{
    The coordinate `(c0, c1, ...)` goes to the offset `c0*d0 + c1*d1 + ...`,
    where `d0, d1, ...` are the strides. `(4,8):(8,1)` sends (1, 2) to 10.
    Shape and stride are nested alike, and a nested mode is one coordinate of
    its parent: `(4,(2,2)):(2,(1,8))` has two modes of sizes 4 and 4.

    A shape alone takes the compact column-major strides: `(4,8)` is
    `(4,8):(1,4)`. `4:1` has one mode of depth 0 and `(4):(1)` one of depth 1;
    they are different attributes, as in CuTe.

    An extent, a stride or a part of an offset may be a name, with facts after
    `where`. One name is one value in all layouts of a function.

    CuTe's `?` and `?{div=8}` become the names `_0`, `_1` and so on, above those
    of this form that the attribute spells out, with the fact. Such a name is
    one value within its attribute alone, and at each use of the attribute
    another one: two layouts `(?,8):(8,1)` need not be equal, though MLIR keeps
    them as one attribute.

    Constraints:

    - (C1) Shape and stride are congruent.
    - (C2) Every extent is at least 1, and so is every name in one.
    - (C3) Strides are integers, names, or scaled basis elements `1@0`,
      `2@1@0`, whose offset is a tuple.
    - (C4) The size and the cosize fit in 64 bits.
    - (C5) There are at most 4096 modes, nested at most 64 deep.

    Example:

    ```mlir
    #layout.cute<(4,(2,2)):(2,(1,8))>
    #layout.cute<(M,8):(8,1) where M mod 16 = 0, M in [1,4096]>
    ```
  }];
}

def Layout_SwizzleAttr : Layout_Attr<"Swizzle", "swizzle"> {
  let summary = "XOR swizzle of an offset";
  let description = [{
    The function on non-negative offsets that CuTe writes `Swizzle<B,M,S>`. It
    takes two fields of B bits each, one that starts at bit M and one |S| bits
    above it, and XORs one into the other: the upper into the lower if S is
    positive, the lower into the upper if it is negative.

        offset  0b..YYY...ZZZ..
        result  0b..YYY...AAA..     AAA = ZZZ xor YYY   (S > 0)

    `S<1,0,1>` sends the offsets 0, 1, 2, 3 to 0, 1, 3, 2. The fields do not
    overlap, so every swizzle is its own inverse. It has no value at a negative
    number, where CuTe computes in two's complement.

    Constraints:

    - (C1) `0 <= B` and `0 <= M`.
    - (C2) `B <= |S|`, so that the fields do not overlap.
    - (C3) `M + B + |S| <= 63`, so that a result fits in 64 bits.

    Example:

    ```mlir
    #layout.swizzle<S<3,4,3>>
    ```
  }];
}

def Layout_ComposedAttr : Layout_Attr<"Composed", "composed"> {
  let summary = "CuTe composed layout `outer o offset o inner`";
  let description = [{
    The coordinate c goes to `outer(offset + inner(c))`. The outer function is a
    swizzle or a layout. `S<0,4,3> o k o L` is the layout L moved by k, also below
    0. No other outer function has a value at a negative number: where
    `offset + inner(c)` is negative there is no offset.

    Example:

    ```mlir
    #layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>
    ```
  }];
}

def Layout_LinearAttr : Layout_Attr<"Linear", "linear"> {
  let summary = "Triton linear layout over F2";
  let description = [{
    The body is what Triton prints inside `#ttg.linear<...>`: for each in-dim
    the images of its powers of two, the bases. The image of any other
    coordinate is the XOR of the bases of its bits, so with
    `register = [[0, 1], [8, 0]]` register 3 goes to (8, 1).

    After `->` the out-dims may be named and sized; ` xor [a, b]` adds an affine
    constant.

    Example:

    ```mlir
    #layout.linear<{register = [[0,1],[8,0]], lane = [[0,2],[1,0]]}>
    #layout.linear<{lane = [[1],[2]]} -> [dim0 = 8] xor [4]>
    ```
  }];
}

def Layout_TileAttr : Layout_Attr<"Tile", "tile"> {
  let summary = "CuTe tiler";
  let description = [{
    One entry for each mode of the layout that is tiled: a layout, an extent, or
    `_` for the whole mode. Parentheses are those of a layout, so that an entry
    `(2,2)` is the layout `(2,2):(1,2)` and not, as in CuTe, a tiler for modes
    inside of the mode.

    Example:

    ```mlir
    #layout.tile<[(2,4):(1,2);8;_]>
    ```
  }];
}

def Layout_RelationAttr : Layout_Attr<"Relation", "relation"> {
  let summary = "integer set relation in isl's notation";
  let description = [{
    Any map that isl can write, between quotes. It sends a coordinate to each
    offset that it is related to; it need not be a function.

    Example:

    ```mlir
    #layout.relation<"[N] -> { [i] -> [o] : o = 2i and 0 <= i < N }">
    ```
  }];
}

def Layout_LayoutTypeDef : TypeDef<Layout_Dialect, "Layout"> {
  let mnemonic = "layout";
  let summary = "a layout, which the type may name";
  let description = [{
    The type of a layout as a value. `!layout.layout` says nothing about the
    layout: what a value is, is known where a `layout.constant` reaches it.
    `!layout.layout<#layout.cute<(4,8):(8,1)>>` says which layout the value is. The
    two are to each other as `tensor<?xf32>` and `tensor<4xf32>`, and `layout.cast`
    leads from one to the other. So a layout is known across a call, and around a
    loop:

    ```mlir
    func.func @row(%l: !layout.layout<#layout.cute<(4,8):(8,1)>>, %i: index) -> index {
      %a = layout.cast %l : !layout.layout<#layout.cute<(4,8):(8,1)>> to !layout.layout
      %o = layout.apply %a(%i) : index
      return %o : index
    }
    ```

    Operations take and give `!layout.layout`, so that folding never changes a type;
    a type with a layout stands only where it is written.

    A name in the layout is one value in a function, as it is in an attribute. A
    call promises that the names of the types that it passes stand for the same
    values in both functions.
    Other names of the two may be the same by chance: MLIR's inliner leaves a call
    whose names would meet. A pass that moves constants from function to function,
    such as `sccp`, moves names with them: what is said of one of them may then hold
    for another one, so `layout-verify` comes first.

    Constraints:

    - (C1) The parameter is one of the layout attributes.
    - (C2) The layout has no anonymous name, CuTe's `?`: it would be another layout
      at each use of the type.
  }];
  let parameters = (ins
    OptionalParameter<"::mlir::Attribute", "the layout, if it is known">:$layout
  );
  let assemblyFormat = "(`<` $layout^ `>`)?";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// `!layout.layout` of a context that has loaded the dialect, which keeps the
    /// type: MLIR asks for it several times an operation, and would look for it
    /// among all types each time.
    static LayoutType unnamed(::mlir::MLIRContext *context);
  }];
}

// Not the definition itself, with which assembly would leave `!layout.layout` out.
def Layout_AnyLayout : Type<CPred<"::llvm::isa<::layout::LayoutType>($_self)">,
                            "a layout">;

// What operations take and give: their assembly has no types, so there is one.
def Layout_LayoutType : Type<
    And<[Layout_AnyLayout.predicate,
         CPred<"!::llvm::cast<::layout::LayoutType>($_self).getLayout()">]>,
    "!layout.layout", "::layout::LayoutType">,
  BuildableType<"::layout::LayoutType::unnamed($_builder.getContext())">;

#endif // LAYOUT_ATTRS_TD
