//===- LayoutConstraints.td - Layouts in the ODS of another dialect -------===//
//
// Licensed under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constraints for attributes and types of the dialect `layout` in operations of
// another dialect. They ask through the interface in C, so that the dialect needs
// no class of ours. Its sources include, before what mlir-tblgen generates,
//
//   #include "layout-c/Attributes.h"
//   #include "layout-c/Dialect.h"
//   #include "mlir/CAPI/IR.h"
//
// and its `initialize` loads the dialect, in the place of `dependentDialects`:
//
//   mlirDialectHandleLoadDialect(mlirGetDialectHandle__layout__(),
//                                wrap(getContext()));
//
//===----------------------------------------------------------------------===//

#ifndef LAYOUT_C_LAYOUT_CONSTRAINTS_TD
#define LAYOUT_C_LAYOUT_CONSTRAINTS_TD

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"

class LayoutC_Attr<string kind, string summary>
    : Attr<CPred<"::mlirAttributeIsALayout" # kind # "(::wrap($_self))">, summary> {
  let storageType = "::mlir::Attribute";
  let returnType = "::mlir::Attribute";
  let convertFromStorage = "$_self";
}

/// Any of the attributes below.
def LayoutC_AnyAttr : LayoutC_Attr<"", "layout">;

def LayoutC_CuteAttr : LayoutC_Attr<"Cute", "CuTe layout">;
def LayoutC_SwizzleAttr : LayoutC_Attr<"Swizzle", "swizzle">;
def LayoutC_ComposedAttr : LayoutC_Attr<"Composed", "composed layout">;
def LayoutC_LinearAttr : LayoutC_Attr<"Linear", "linear layout">;
def LayoutC_TileAttr : LayoutC_Attr<"Tile", "tiler">;
def LayoutC_RelationAttr : LayoutC_Attr<"Relation", "relation">;

/// The type `!layout.layout`, whether or not it names a layout.
def LayoutC_Type : Type<CPred<"::mlirTypeIsALayout(::wrap($_self))">, "layout",
                        "::mlir::Type">;

#endif // LAYOUT_C_LAYOUT_CONSTRAINTS_TD
