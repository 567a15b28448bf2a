// A dialect of our own making with the names of CUTLASS' `cute`, registered as a compiler registers its own.

include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/OpBase.td"

def Cute_Dialect : Dialect {
  let name = "cute";
  let cppNamespace = "::peer";
  let useDefaultTypePrinterParser = 1;
}

class Peer_Type<string name, string word> : TypeDef<Cute_Dialect, name> {
  let mnemonic = word;
  let parameters = (ins StringRefParameter<>:$text);
  let assemblyFormat = "`<` $text `>`";
}
def Peer_Shape : Peer_Type<"Shape", "shape">;
def Peer_Stride : Peer_Type<"Stride", "stride">;
def Peer_Coord : Peer_Type<"Coord", "coord">;
def Peer_IntTuple : Peer_Type<"IntTuple", "int_tuple">;
def Peer_Layout : Peer_Type<"Layout", "layout">;

class Peer_Op<string name, dag operands, dag given> : Op<Cute_Dialect, name> {
  let arguments = operands;
  let results = given;
}
def Peer_MakeShape
    : Peer_Op<"make_shape", (ins Variadic<I32>:$leaves), (outs Peer_Shape:$shape)>;
def Peer_MakeStride
    : Peer_Op<"make_stride", (ins Variadic<I32>:$leaves), (outs Peer_Stride:$stride)>;
def Peer_MakeCoord
    : Peer_Op<"make_coord", (ins Variadic<I32>:$leaves), (outs Peer_Coord:$coord)>;
def Peer_MakeLayout
    : Peer_Op<"make_layout", (ins Peer_Shape:$shape, Peer_Stride:$stride), (outs Peer_Layout:$layout)>;
def Peer_Composition
    : Peer_Op<"composition", (ins Peer_Layout:$outer, Peer_Layout:$inner), (outs Peer_Layout:$result)>;
def Peer_Static : Peer_Op<"static", (ins), (outs AnyType:$result)>;
def Peer_LayoutEval
    : Peer_Op<"layout_eval", (ins Peer_Coord:$coord, Peer_Layout:$layout), (outs Peer_IntTuple:$offset)>;
def Peer_GetScalars
    : Peer_Op<"get_scalars", (ins Peer_IntTuple:$tuple, UnitAttr:$only_dynamic), (outs Variadic<I32>:$scalars)>;
