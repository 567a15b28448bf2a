// Compositions that NVIDIA's `cute-opt` accepted, with the result types that it inferred, as it prints
// them in generic form.
"builtin.module"() ({
  "func.func"() <{function_type = (!cute.layout<"(4,6,8,10):(2,3,5,7)">, !cute.layout<"6:12">) -> !cute.layout<"(2,3):(9,5)">, sym_name = "composition_c00205"}> ({
  ^bb0(%arg1290: !cute.layout<"(4,6,8,10):(2,3,5,7)">, %arg1291: !cute.layout<"6:12">):
    %645 = "cute.composition"(%arg1290, %arg1291) : (!cute.layout<"(4,6,8,10):(2,3,5,7)">, !cute.layout<"6:12">) -> !cute.layout<"(2,3):(9,5)">
    "func.return"(%645) : (!cute.layout<"(2,3):(9,5)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(4,2,8):(3,12,97)">, !cute.layout<"3:3">) -> !cute.layout<"3:9">, sym_name = "composition_c00206"}> ({
  ^bb0(%arg1288: !cute.layout<"(4,2,8):(3,12,97)">, %arg1289: !cute.layout<"3:3">):
    %644 = "cute.composition"(%arg1288, %arg1289) : (!cute.layout<"(4,2,8):(3,12,97)">, !cute.layout<"3:3">) -> !cute.layout<"3:9">
    "func.return"(%644) : (!cute.layout<"3:9">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"((4,2),(2,4)):((2,16),(1,8))">, !cute.layout<"((4,8),2):((16,1),8)">) -> !cute.layout<"((4,(4,2)),2):((8,(2,16)),1)">, sym_name = "composition_c00207"}> ({
  ^bb0(%arg1286: !cute.layout<"((4,2),(2,4)):((2,16),(1,8))">, %arg1287: !cute.layout<"((4,8),2):((16,1),8)">):
    %643 = "cute.composition"(%arg1286, %arg1287) : (!cute.layout<"((4,2),(2,4)):((2,16),(1,8))">, !cute.layout<"((4,8),2):((16,1),8)">) -> !cute.layout<"((4,(4,2)),2):((8,(2,16)),1)">
    "func.return"(%643) : (!cute.layout<"((4,(4,2)),2):((8,(2,16)),1)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(4,2,2):(2,1,8)">, !cute.layout<"16:1">) -> !cute.layout<"(4,2,2):(2,1,8)">, sym_name = "composition_c00208"}> ({
  ^bb0(%arg1284: !cute.layout<"(4,2,2):(2,1,8)">, %arg1285: !cute.layout<"16:1">):
    %642 = "cute.composition"(%arg1284, %arg1285) : (!cute.layout<"(4,2,2):(2,1,8)">, !cute.layout<"16:1">) -> !cute.layout<"(4,2,2):(2,1,8)">
    "func.return"(%642) : (!cute.layout<"(4,2,2):(2,1,8)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(16,16):(1,16)">, !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">) -> !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">, sym_name = "composition_c00234"}> ({
  ^bb0(%arg1270: !cute.layout<"(16,16):(1,16)">, %arg1271: !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">):
    %635 = "cute.composition"(%arg1270, %arg1271) : (!cute.layout<"(16,16):(1,16)">, !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">) -> !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">
    "func.return"(%635) : (!cute.layout<"((4,8),(2,2)):((32,1),(16,8))">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">, !cute.layout<"((4,8,4),(2,2,2)):((128,1,16),(64,8,512))">) -> !cute.layout<"((4,(4,2),(2,2)),(2,2,2)):((128,(32,1),(4,16)),(8,2,512))">, sym_name = "composition_c00293"}> ({
  ^bb0(%arg1266: !cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">, %arg1267: !cute.layout<"((4,8,4),(2,2,2)):((128,1,16),(64,8,512))">):
    %633 = "cute.composition"(%arg1266, %arg1267) : (!cute.layout<"((4,8),(2,2,2)):((32,1),(16,8,128))">, !cute.layout<"((4,8,4),(2,2,2)):((128,1,16),(64,8,512))">) -> !cute.layout<"((4,(4,2),(2,2)),(2,2,2)):((128,(32,1),(4,16)),(8,2,512))">
    "func.return"(%633) : (!cute.layout<"((4,(4,2),(2,2)),(2,2,2)):((128,(32,1),(4,16)),(8,2,512))">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"((4,8),2):((16,1),8)">, !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">) -> !cute.layout<"((4,(4,2)),(2,2)):((8,(16,1)),(4,2))">, sym_name = "composition_c00411"}> ({
  ^bb0(%arg1252: !cute.layout<"((4,8),2):((16,1),8)">, %arg1253: !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">):
    %626 = "cute.composition"(%arg1252, %arg1253) : (!cute.layout<"((4,8),2):((16,1),8)">, !cute.layout<"((4,8),(2,2)):((32,1),(16,8))">) -> !cute.layout<"((4,(4,2)),(2,2)):((8,(16,1)),(4,2))">
    "func.return"(%626) : (!cute.layout<"((4,(4,2)),(2,2)):((8,(16,1)),(4,2))">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(32):(1)">, !cute.layout<"((8,4),8):((8,64),1)">) -> !cute.layout<"((8,4),8):((8,64),1)">, sym_name = "composition_c00765"}> ({
  ^bb0(%arg1202: !cute.layout<"(32):(1)">, %arg1203: !cute.layout<"((8,4),8):((8,64),1)">):
    %601 = "cute.composition"(%arg1202, %arg1203) : (!cute.layout<"(32):(1)">, !cute.layout<"((8,4),8):((8,64),1)">) -> !cute.layout<"((8,4),8):((8,64),1)">
    "func.return"(%601) : (!cute.layout<"((8,4),8):((8,64),1)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(2,3):(3,1)">, !cute.layout<"(4,2):(1,1)">) -> !cute.layout<"((2,2),2):((3,1),3)">, sym_name = "composition_c04369"}> ({
  ^bb0(%arg698: !cute.layout<"(2,3):(3,1)">, %arg699: !cute.layout<"(4,2):(1,1)">):
    %349 = "cute.composition"(%arg698, %arg699) : (!cute.layout<"(2,3):(3,1)">, !cute.layout<"(4,2):(1,1)">) -> !cute.layout<"((2,2),2):((3,1),3)">
    "func.return"(%349) : (!cute.layout<"((2,2),2):((3,1),3)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(3,2):(3,1)">, !cute.layout<"(2,3):(1,1)">) -> !cute.layout<"(2,3):(3,3)">, sym_name = "composition_c04611"}> ({
  ^bb0(%arg638: !cute.layout<"(3,2):(3,1)">, %arg639: !cute.layout<"(2,3):(1,1)">):
    %319 = "cute.composition"(%arg638, %arg639) : (!cute.layout<"(3,2):(3,1)">, !cute.layout<"(2,3):(1,1)">) -> !cute.layout<"(2,3):(3,3)">
    "func.return"(%319) : (!cute.layout<"(2,3):(3,3)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(4,3):(3,1)">, !cute.layout<"(3,3):(1,1)">) -> !cute.layout<"(3,3):(3,3)">, sym_name = "composition_c04986"}> ({
  ^bb0(%arg530: !cute.layout<"(4,3):(3,1)">, %arg531: !cute.layout<"(3,3):(1,1)">):
    %265 = "cute.composition"(%arg530, %arg531) : (!cute.layout<"(4,3):(3,1)">, !cute.layout<"(3,3):(1,1)">) -> !cute.layout<"(3,3):(3,3)">
    "func.return"(%265) : (!cute.layout<"(3,3):(3,3)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(4,3):(1,0)">, !cute.layout<"(3,3):(1,1)">) -> !cute.layout<"(3,3):(1,1)">, sym_name = "composition_c05031"}> ({
  ^bb0(%arg522: !cute.layout<"(4,3):(1,0)">, %arg523: !cute.layout<"(3,3):(1,1)">):
    %261 = "cute.composition"(%arg522, %arg523) : (!cute.layout<"(4,3):(1,0)">, !cute.layout<"(3,3):(1,1)">) -> !cute.layout<"(3,3):(1,1)">
    "func.return"(%261) : (!cute.layout<"(3,3):(1,1)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(((6,1,2),(8,6))):(((96,8,48),(1,8)))">, !cute.layout<"((12,48)):((6,6))">) -> !cute.layout<"(((2,6),(2,24))):(((48,1),(48,1)))">, sym_name = "composition_c05992"}> ({
  ^bb0(%arg496: !cute.layout<"(((6,1,2),(8,6))):(((96,8,48),(1,8)))">, %arg497: !cute.layout<"((12,48)):((6,6))">):
    %248 = "cute.composition"(%arg496, %arg497) : (!cute.layout<"(((6,1,2),(8,6))):(((96,8,48),(1,8)))">, !cute.layout<"((12,48)):((6,6))">) -> !cute.layout<"(((2,6),(2,24))):(((48,1),(48,1)))">
    "func.return"(%248) : (!cute.layout<"(((2,6),(2,24))):(((48,1),(48,1)))">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"((2,32,8),3):((768,24,3),1)">, !cute.layout<"(4,6,12):(1,8,1)">) -> !cute.layout<"((2,2),6,(2,6)):((768,24),96,(768,24))">, sym_name = "composition_c06091"}> ({
  ^bb0(%arg400: !cute.layout<"((2,32,8),3):((768,24,3),1)">, %arg401: !cute.layout<"(4,6,12):(1,8,1)">):
    %200 = "cute.composition"(%arg400, %arg401) : (!cute.layout<"((2,32,8),3):((768,24,3),1)">, !cute.layout<"(4,6,12):(1,8,1)">) -> !cute.layout<"((2,2),6,(2,6)):((768,24),96,(768,24))">
    "func.return"(%200) : (!cute.layout<"((2,2),6,(2,6)):((768,24),96,(768,24))">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(((5,4,6),1,5)):(((1,8,4),256,32))">, !cute.layout<"(4,1,(100,(3,6))):(10,60,(1,(20,20)))">) -> !cute.layout<"((2,2),1,((5,4,5),(3,6))):((16,4),32,((1,8,4),(4,4)))">, sym_name = "composition_c06097"}> ({
  ^bb0(%arg388: !cute.layout<"(((5,4,6),1,5)):(((1,8,4),256,32))">, %arg389: !cute.layout<"(4,1,(100,(3,6))):(10,60,(1,(20,20)))">):
    %194 = "cute.composition"(%arg388, %arg389) : (!cute.layout<"(((5,4,6),1,5)):(((1,8,4),256,32))">, !cute.layout<"(4,1,(100,(3,6))):(10,60,(1,(20,20)))">) -> !cute.layout<"((2,2),1,((5,4,5),(3,6))):((16,4),32,((1,8,4),(4,4)))">
    "func.return"(%194) : (!cute.layout<"((2,2),1,((5,4,5),(3,6))):((16,4),32,((1,8,4),(4,4)))">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(8,9):(4,4)">, !cute.layout<"(10,6):(6,1)">) -> !cute.layout<"((2,5),6):((24,4),4)">, sym_name = "composition_c06282"}> ({
  ^bb0(%arg232: !cute.layout<"(8,9):(4,4)">, %arg233: !cute.layout<"(10,6):(6,1)">):
    %116 = "cute.composition"(%arg232, %arg233) : (!cute.layout<"(8,9):(4,4)">, !cute.layout<"(10,6):(6,1)">) -> !cute.layout<"((2,5),6):((24,4),4)">
    "func.return"(%116) : (!cute.layout<"((2,5),6):((24,4),4)">) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!cute.layout<"(((12,4),2)):(((4,4),64))">, !cute.layout<"(5,2,2):(2,10,1)">) -> !cute.layout<"(5,2,2):(8,40,4)">, sym_name = "composition_c06284"}> ({
  ^bb0(%arg230: !cute.layout<"(((12,4),2)):(((4,4),64))">, %arg231: !cute.layout<"(5,2,2):(2,10,1)">):
    %115 = "cute.composition"(%arg230, %arg231) : (!cute.layout<"(((12,4),2)):(((4,4),64))">, !cute.layout<"(5,2,2):(2,10,1)">) -> !cute.layout<"(5,2,2):(8,40,4)">
    "func.return"(%115) : (!cute.layout<"(5,2,2):(8,40,4)">) -> ()
  }) : () -> ()
}) : () -> ()
