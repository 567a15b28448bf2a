// Functions of the `cute` dialect, as `cute-opt -mlir-print-op-generic` prints them.
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i32) -> i32, sym_name = "evaluate"}> ({
  ^bb0(%m: i32, %s: i32, %c: i32):
    %shape = "cute.make_shape"(%m) : (i32) -> !cute.shape<"(1,(?,4))">
    %stride = "cute.make_stride"(%s) : (i32) -> !cute.stride<"(7,(?,3))">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(1,(?,4))">, !cute.stride<"(7,(?,3))">) -> !cute.layout<"(1,(?,4)):(7,(?,3))">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"(1,(?,4)):(7,(?,3))">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32) -> i32, sym_name = "composition"}> ({
  ^bb0(%c: i32):
    %outer = "cute.static"() : () -> !cute.layout<"(2,3):(3,1)">
    %inner = "cute.static"() : () -> !cute.layout<"(4,2):(1,1)">
    %layout = "cute.composition"(%outer, %inner) : (!cute.layout<"(2,3):(3,1)">, !cute.layout<"(4,2):(1,1)">) -> !cute.layout<"((2,2),2):((3,1),3)">
    %at = "cute.make_coord"(%c) : (i32) -> !cute.coord<"?">
    %offset = "cute.layout_eval"(%at, %layout) : (!cute.coord<"?">, !cute.layout<"((2,2),2):((3,1),3)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%offset) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32) -> i32, sym_name = "cosize"}> ({
  ^bb0(%m: i32, %n: i32):
    %shape = "cute.make_shape"(%m, %n) : (i32, i32) -> !cute.shape<"(?,?)">
    %stride = "cute.make_stride"() : () -> !cute.stride<"(1,1)">
    %layout = "cute.make_layout"(%shape, %stride) : (!cute.shape<"(?,?)">, !cute.stride<"(1,1)">) -> !cute.layout<"(?,?):(1,1)">
    %end = "cute.cosize"(%layout) : (!cute.layout<"(?,?):(1,1)">) -> !cute.int_tuple<"?">
    %0 = "cute.get_scalars"(%end) <{only_dynamic}> : (!cute.int_tuple<"?">) -> i32
    "func.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()
