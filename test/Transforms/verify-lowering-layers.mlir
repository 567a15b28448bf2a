// RUN: layout-opt %s --layout-verify-lowering=report=true --verify-diagnostics

// Each block leads to all of the next layer: there are 625 ways to the code, and 85 between blocks.

func.func @layers(%k: index, %s: i64) {
  // expected-note @+1 {{(4,8):(8,1) gives 1}}
  %l = layout.constant #layout.cute<(4,8):(8,1)>
  %c8 = arith.constant 8 : index
  cf.switch %s : i64, [default: ^out, 0: ^b1_0, 1: ^b1_1, 2: ^b1_2, 3: ^b1_3, 4: ^b1_4]
^b1_0:
  cf.switch %s : i64, [default: ^out, 0: ^b2_0, 1: ^b2_1, 2: ^b2_2, 3: ^b2_3, 4: ^b2_4]
^b1_1:
  cf.switch %s : i64, [default: ^out, 0: ^b2_0, 1: ^b2_1, 2: ^b2_2, 3: ^b2_3, 4: ^b2_4]
^b1_2:
  cf.switch %s : i64, [default: ^out, 0: ^b2_0, 1: ^b2_1, 2: ^b2_2, 3: ^b2_3, 4: ^b2_4]
^b1_3:
  cf.switch %s : i64, [default: ^out, 0: ^b2_0, 1: ^b2_1, 2: ^b2_2, 3: ^b2_3, 4: ^b2_4]
^b1_4:
  cf.switch %s : i64, [default: ^out, 0: ^b2_0, 1: ^b2_1, 2: ^b2_2, 3: ^b2_3, 4: ^b2_4]
^b2_0:
  cf.switch %s : i64, [default: ^out, 0: ^b3_0, 1: ^b3_1, 2: ^b3_2, 3: ^b3_3, 4: ^b3_4]
^b2_1:
  cf.switch %s : i64, [default: ^out, 0: ^b3_0, 1: ^b3_1, 2: ^b3_2, 3: ^b3_3, 4: ^b3_4]
^b2_2:
  cf.switch %s : i64, [default: ^out, 0: ^b3_0, 1: ^b3_1, 2: ^b3_2, 3: ^b3_3, 4: ^b3_4]
^b2_3:
  cf.switch %s : i64, [default: ^out, 0: ^b3_0, 1: ^b3_1, 2: ^b3_2, 3: ^b3_3, 4: ^b3_4]
^b2_4:
  cf.switch %s : i64, [default: ^out, 0: ^b3_0, 1: ^b3_1, 2: ^b3_2, 3: ^b3_3, 4: ^b3_4]
^b3_0:
  cf.switch %s : i64, [default: ^out, 0: ^b4_0, 1: ^b4_1, 2: ^b4_2, 3: ^b4_3, 4: ^b4_4]
^b3_1:
  cf.switch %s : i64, [default: ^out, 0: ^b4_0, 1: ^b4_1, 2: ^b4_2, 3: ^b4_3, 4: ^b4_4]
^b3_2:
  cf.switch %s : i64, [default: ^out, 0: ^b4_0, 1: ^b4_1, 2: ^b4_2, 3: ^b4_3, 4: ^b4_4]
^b3_3:
  cf.switch %s : i64, [default: ^out, 0: ^b4_0, 1: ^b4_1, 2: ^b4_2, 3: ^b4_3, 4: ^b4_4]
^b3_4:
  cf.switch %s : i64, [default: ^out, 0: ^b4_0, 1: ^b4_1, 2: ^b4_2, 3: ^b4_3, 4: ^b4_4]
^b4_0:
  cf.switch %s : i64, [default: ^out, 3: ^t]
^b4_1:
  cf.switch %s : i64, [default: ^out, 3: ^t]
^b4_2:
  cf.switch %s : i64, [default: ^out, 3: ^t]
^b4_3:
  cf.switch %s : i64, [default: ^out, 3: ^t]
^b4_4:
  cf.switch %s : i64, [default: ^out, 3: ^t]
^t:
  // expected-note @+1 {{the code gives 32}}
  %o = arith.muli %k, %c8 : index
  // expected-error @+1 {{lowering differs at coordinate 4: 1 and 32}}
  layout.assert_offset %l(%k) = %o : index
  cf.br ^out
^out:
  return
}
