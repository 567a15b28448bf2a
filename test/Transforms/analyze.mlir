// RUN: %driver %s --layout-analyze --verify-diagnostics --split-input-file

%rows = layout.constant #layout.linear<{register = [[0,1]], lane = [[0,2],[1,0]], warp = [[2,0]]}>
%same = layout.constant #layout.linear<{register = [[0,1]], lane = [[0,2],[1,0]], warp = [[2,0]]}>
// expected-remark @below {{conversion is a no-op: every register stays where it is}}
layout.invert_and_compose %same, %rows {movement = "convert", element_bits = 32}

// -----

%from = layout.constant #layout.linear<{register = [[1],[2]], lane = [[4]], warp = []}>
%to = layout.constant #layout.linear<{register = [[2],[1]], lane = [[4]], warp = []}>
// expected-remark @below {{conversion within threads: registers change places: element (2) goes from register 2 of lane 0 of warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0}}
layout.invert_and_compose %to, %from {movement = "convert", element_bits = 32}

// -----

// A register that is gone has nowhere to go to.
%copies = layout.constant #layout.linear<{register = [[0]], lane = [[1]], warp = []}>
%one = layout.constant #layout.linear<{register = [], lane = [[1]], warp = []}>
// expected-remark @below {{conversion is a no-op: every register stays where it is}}
layout.invert_and_compose %one, %copies {movement = "convert", element_bits = 32}
// expected-remark @below {{conversion within threads: registers change places: element (0) goes from register 0 of lane 0 of warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0}}
layout.invert_and_compose %copies, %one {movement = "convert", element_bits = 32}

// -----

%from = layout.constant #layout.linear<{register = [[1]], lane = [[2]], warp = [[4]]}>
%shuffled = layout.constant #layout.linear<{register = [[2]], lane = [[1]], warp = [[4]]}>
// expected-remark @below {{conversion within warps, by shuffles: element (2) goes from register 0 of lane 1 of warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0}}
layout.invert_and_compose %shuffled, %from {movement = "convert", element_bits = 32}
%across = layout.constant #layout.linear<{register = [[4]], lane = [[2]], warp = [[1]]}>
// expected-warning @below {{conversion through shared memory: element (4) goes from register 0 of lane 0 of warp 1 of block 0 to register 1 of lane 0 of warp 0 of block 0}}
layout.invert_and_compose %across, %from {movement = "convert", element_bits = 32}

// -----

// Each lane reads a row of a matrix that is stored by rows; the swizzle frees it of conflicts.
%lanes = layout.constant #layout.linear<{register = [[0,1],[0,2],[0,4],[0,8],[0,16]], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]}>
%stored = layout.constant #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}>
// expected-warning @below {{7 bank conflicts in each group of lanes: lane 1 is in the bank of lane 0, 32 elements further on; 4 elements a lane, 8 instructions a warp}}
layout.invert_and_compose %lanes, %stored {movement = "shared_load", element_bits = 32}
%swizzled = layout.constant #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,4],[2,8],[4,16],[8,0],[16,0]]}>
// expected-remark @below {{no bank conflicts: 4 elements a lane, 8 instructions a warp}}
layout.invert_and_compose %lanes, %swizzled {movement = "shared_store", element_bits = 32}

// -----

// expected-remark @below {{coalesced if dim1 is contiguous: 4 elements a lane, 1 instruction a warp, 16 sectors each where 16 would do}}
layout.constant #layout.linear<{register = [[0,1],[0,2]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}> {movement = "global_load", element_bits = 32}
// expected-warning @below {{not coalesced if dim0 is contiguous: 1 element a lane, 1 instruction a warp, 32 sectors each where 4 would do; each element is held 2 times, by 2 warps}}
layout.constant #layout.linear<{register = [], lane = [[32],[64],[128],[256],[512]], warp = [[0]]}> {movement = "global_store", element_bits = 32}

// -----

// expected-warning @below {{offsets do not fit in 32 bits: (65536,65536):(65536,1) reaches offset 4294967295}}
layout.constant #layout.cute<(65536,65536):(65536,1)>
// expected-remark @below {{offsets fit in 32 bits: (8,64):(-64,1) stays in [-448, 63]}}
layout.constant #layout.cute<(8,64):(-64,1)>

// -----

// The strides decide which dim is contiguous; the shortest rows share sectors.
// expected-warning @below {{not coalesced, dim0 is contiguous: 1 element a lane, 4 instructions a warp, 8 sectors each where 4 would do}}
layout.constant #layout.linear<{register = [[0,1],[0,2]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}> {movement = "global_load", element_bits = 32, strides = [1 : i64, unit]}
// expected-warning @below {{not coalesced, dim1 is contiguous: 2 elements a lane, 2 instructions a warp, 16 sectors each where 8 would do}}
layout.constant #layout.linear<{register = [[0,1],[0,2]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}> {movement = "global_load", element_bits = 32, strides = [unit, 1 : i64], together = 2 : i64}
// expected-warning @below {{not coalesced, no dim is contiguous, the strides are 2 of dim0: 1 element a lane, 1 instruction a warp, 8 sectors each where 4 would do}}
layout.constant #layout.linear<{register = [], lane = [[1],[2],[4],[8],[16]]}> {movement = "global_load", element_bits = 32, strides = [2 : i64]}

// -----

// A gap of one element after each row frees the columns of conflicts; no swizzle is better.
%column = layout.constant #layout.linear<{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]>
%padded = layout.constant #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}> {padding = [[32 : i64, 1 : i64]], plain = #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}>}
// expected-remark @+2 {{no bank conflicts: 1 element a lane, 1 instruction a warp}}
// expected-remark @+1 {{no swizzle is better for 1 access of the memory: it is busy 1 time a warp; 1 is the least of all 191 swizzles that permute it, and no arrangement takes less than 1}}
layout.invert_and_compose %column, %padded {movement = "shared_load", element_bits = 32, padding = [[32 : i64, 1 : i64]]}
// The same access once more is not counted again.
// expected-remark @+1 {{no bank conflicts: 1 element a lane, 1 instruction a warp}}
layout.invert_and_compose %column, %padded {movement = "shared_load", element_bits = 32, padding = [[32 : i64, 1 : i64]]}

// -----

// Rows are written, columns are read: the best swizzle is for both.
%row = layout.constant #layout.linear<{register = [], lane = [[0,1],[0,2],[0,4],[0,8],[0,16]]} -> [dim0 = 32, dim1 = 32]>
%column = layout.constant #layout.linear<{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]>
%stored = layout.constant #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}> {plain = #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}>}
// expected-remark @+2 {{no bank conflicts: 1 element a lane, 1 instruction a warp}}
// expected-warning @+1 {{S<5,0,5> (S<5,2,5> in bytes) on plain rows is better for 2 accesses of the memory: it is busy 2 times a warp instead of 33; 2 is the least of all 191 swizzles that permute it, and no arrangement takes less than 2}}
layout.invert_and_compose %row, %stored {movement = "shared_store", element_bits = 32}
// expected-warning @below {{31 bank conflicts in each group of lanes: lane 1 is in the bank of lane 0, 32 elements further on; 1 element a lane, 1 instruction a warp}}
layout.invert_and_compose %column, %stored {movement = "shared_load", element_bits = 32}

// -----

// Arguments of two kernels are two memories, each with accesses of its own.
%row = layout.constant #layout.linear<{register = [], lane = [[0,1],[0,2],[0,4],[0,8],[0,16]]} -> [dim0 = 32, dim1 = 32]>
%column = layout.constant #layout.linear<{register = [], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]} -> [dim0 = 32, dim1 = 32]>
%stored = layout.constant #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}> {plain = #layout.linear<{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}>}
// expected-remark @+2 {{no bank conflicts: 1 element a lane, 1 instruction a warp}}
// expected-remark @+1 {{no swizzle is better for 1 access of the memory: it is busy 1 time a warp; 1 is the least of all 191 swizzles that permute it, and no arrangement takes less than 1}}
layout.invert_and_compose %row, %stored {movement = "shared_store", element_bits = 32, function = "rows"}
// expected-warning @+2 {{31 bank conflicts in each group of lanes: lane 1 is in the bank of lane 0, 32 elements further on; 1 element a lane, 1 instruction a warp}}
// expected-warning @+1 {{is better for 1 access of the memory: it is busy 1 time a warp instead of 32; 1 is the least of all 191 swizzles that permute it, and no arrangement takes less than 1}}
layout.invert_and_compose %column, %stored {movement = "shared_load", element_bits = 32, function = "columns"}

// -----

// What cannot be answered says why, and nothing else is asked.
%lanes = layout.constant #layout.linear<{register = [[1]], lane = [[2]]}>
%memory = layout.constant #layout.linear<{offset = [[1],[2]]}>
// expected-remark @below {{unknown what the access costs: its padding is not a list of [interval, padding]}}
layout.invert_and_compose %lanes, %memory {movement = "shared_load", element_bits = 32, padding = array<i64: 2, 2>}
// expected-remark @below {{unknown what the access costs: its number of strides is 1, that of its out-dims 2}}
layout.constant #layout.linear<{register = [[1,0]], lane = [[0,1]]}> {movement = "global_load", element_bits = 32, strides = [1 : i64]}
// expected-remark @below {{unknown what the access costs: its strides are not a list}}
layout.constant #layout.linear<{register = [[1]], lane = [[2]]}> {movement = "global_load", element_bits = 32, strides = 1 : i64}
// expected-remark @below {{unknown what the access costs: the movement 'sideways' is not known}}
layout.constant #layout.linear<{register = [[1]], lane = [[2]]}> {movement = "sideways", element_bits = 32}

// -----

%lanes = layout.constant #layout.linear<{register = [[1]], lane = [[2]]}>
%small = layout.constant #layout.linear<{offset = [[1]]}>
// expected-error @below {{the access is not analyzed: dim dim0 has size 4, which does not fit in size 2}}
layout.invert_and_compose %lanes, %small {movement = "shared_load", element_bits = 32}
// expected-error @below {{the access is not analyzed: elements of 0 bits: the size must be a power of two up to 128}}
layout.constant #layout.linear<{register = [[1]], lane = [[2]]}> {movement = "global_load"}
