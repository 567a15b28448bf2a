// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @concat_ins_c4() {
  %a = layout.constant #layout.linear<{lane = [[1]]}>
  %b = layout.constant #layout.linear<{lane = [[1]]}>
  // expected-error @+1 {{in-dim lane is named twice}}
  %r = layout.concat_ins %a, %b
  return
}

// -----

func.func @concat_ins_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{warp = [[1]]} -> [y = 2]>
  // expected-error @+1 {{out-dims [x] and [y] are not the same}}
  %r = layout.concat_ins %a, %b
  return
}

// -----

func.func @concat_ins_c3() {
  %a = layout.constant #layout.linear<{lane = [[1]]} xor [1]>
  %b = layout.constant #layout.linear<{warp = [[1]]}>
  // expected-error @+1 {{the constants [1] and [0] are not the same}}
  %r = layout.concat_ins %a, %b
  return
}

// -----

func.func @concat_ins_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: concat_ins(4:1, {lane = [[1],[2]]}): 4:1 is not a linear layout}}
  %r = layout.concat_ins %a, %b
  return
}

// -----

func.func @concat_ins_c5() {
  %a = layout.constant #layout.linear<{a = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384], [32768], [65536], [131072], [262144], [524288], [1048576], [2097152], [4194304], [8388608], [16777216], [33554432], [67108864], [134217728], [268435456], [536870912], [1073741824], [2147483648], [4294967296], [8589934592], [17179869184], [34359738368], [68719476736], [137438953472], [274877906944], [549755813888]]}>
  %b = layout.constant #layout.linear<{b = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384], [32768], [65536], [131072], [262144], [524288], [1048576], [2097152], [4194304], [8388608], [16777216], [33554432], [67108864], [134217728], [268435456], [536870912], [1073741824], [2147483648], [4294967296], [8589934592], [17179869184], [34359738368], [68719476736], [137438953472], [274877906944], [549755813888]]}>
  // expected-error @+1 {{the in-dims have 80 bits together, more than the 62 of a 64-bit size}}
  %r = layout.concat_ins %a, %b
  return
}
