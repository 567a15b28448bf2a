// RUN: layout-opt %s --layout-verify --split-input-file --verify-diagnostics

func.func @concat_outs_c3() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  // expected-error @+1 {{out-dim x is named twice}}
  %r = layout.concat_outs %a, %b
  return
}

// -----

func.func @concat_outs_c2() {
  %a = layout.constant #layout.linear<{lane = [[1]]} -> [x = 2]>
  %b = layout.constant #layout.linear<{lane = [[1],[0]]} -> [y = 2]>
  // expected-error @+1 {{in-dim lane has size 2 in one layout and 4 in the other}}
  %r = layout.concat_outs %a, %b
  return
}

// -----

func.func @concat_outs_c1() {
  %a = layout.constant #layout.cute<4:1>
  %b = layout.constant #layout.linear<{lane = [[1],[2]]}>
  // expected-remark @+1 {{unsupported: concat_outs(4:1, {lane = [[1],[2]]}): 4:1 is not a linear layout}}
  %r = layout.concat_outs %a, %b
  return
}

// -----

func.func @concat_outs_c4() {
  %a = layout.constant #layout.linear<{a = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384], [32768], [65536], [131072], [262144], [524288], [1048576], [2097152], [4194304], [8388608], [16777216], [33554432], [67108864], [134217728], [268435456], [536870912], [1073741824], [2147483648], [4294967296], [8589934592], [17179869184], [34359738368], [68719476736], [137438953472], [274877906944], [549755813888]]} -> [x = 1099511627776]>
  %b = layout.constant #layout.linear<{a = [[1], [2], [4], [8], [16], [32], [64], [128], [256], [512], [1024], [2048], [4096], [8192], [16384], [32768], [65536], [131072], [262144], [524288], [1048576], [2097152], [4194304], [8388608], [16777216], [33554432], [67108864], [134217728], [268435456], [536870912], [1073741824], [2147483648], [4294967296], [8589934592], [17179869184], [34359738368], [68719476736], [137438953472], [274877906944], [549755813888]]} -> [y = 1099511627776]>
  // expected-error @+1 {{the out-dims have 80 bits together, more than the 62 of a 64-bit size}}
  %r = layout.concat_outs %a, %b
  return
}
