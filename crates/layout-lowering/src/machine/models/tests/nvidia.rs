//! NVIDIA's instructions, as intrinsics and as PTX.

use super::{Case, case, half, word};

/// Row `lane % 8` of a matrix in shared memory.
macro_rules! with_row {
    ($code:literal) => {
        concat!(
            "%r = and i32 %lane, 7
  %row = shl i32 %r, 4
  %m = getelementptr i8, ptr addrspace(3) @smem, i32 %row
  ",
            $code
        )
    };
}

/// The word of the lane in shared memory.
macro_rules! then_load {
    ($code:literal) => {
        concat!($code, "\n  %y = load i32, ptr addrspace(3) %a, align 4")
    };
}

/// Elements (2c,r) and (2c+1,r) of the matrix whose rows are four words, for lane 4r+c.
fn transposed(lane: usize) -> u64 {
    let (row, column) = (lane / 4, lane % 4);
    let element = |at: usize| half(4 * at + row / 2, row % 2);
    element(2 * column) | element(2 * column + 1) << 16
}

/// Bytes of the number of a lane, then of the lane, by their places.
fn bytes(lane: usize, places: [usize; 4]) -> u64 {
    let both = (lane as u64) << 32 | word(lane);
    places.iter().rev().fold(0, |all, &at| all << 8 | both >> (8 * at) & 0xff)
}

pub(super) const CASES: &[Case] = &[
    case(
        "llvm.nvvm.read.ptx.sreg.tid",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()",
        |lane| lane as u64,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.laneid",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.laneid()",
        |lane| lane as u64,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.warpid",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.warpid()",
        |_| 0,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.ntid",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()",
        |_| 32,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.nwarpid",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.nwarpid()",
        |_| 1,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.warpsize",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.warpsize()",
        |_| 32,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.cluster.ctarank",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctarank()",
        |_| 0,
    ),
    case(
        "llvm.nvvm.read.ptx.sreg.cluster.ctaid",
        "%y = call i32 @llvm.nvvm.read.ptx.sreg.cluster.ctaid.x()",
        |_| 0,
    ),
    case(
        "llvm.nvvm.shfl.sync.bfly",
        "%y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 5, i32 31)",
        |lane| word(lane ^ 5),
    ),
    case(
        "llvm.nvvm.shfl.sync.up",
        "%y = call i32 @llvm.nvvm.shfl.sync.up.i32(i32 -1, i32 %v, i32 3, i32 0)",
        |lane| word(lane.checked_sub(3).unwrap_or(lane)),
    ),
    case(
        "llvm.nvvm.shfl.sync.down",
        "%y = call i32 @llvm.nvvm.shfl.sync.down.i32(i32 -1, i32 %v, i32 3, i32 31)",
        |lane| word(if lane < 29 { lane + 3 } else { lane }),
    ),
    // Segments of 8 lanes: the mask of their numbers is 24, the last lane 7.
    case(
        "llvm.nvvm.shfl.sync.idx",
        "%y = call i32 @llvm.nvvm.shfl.sync.idx.i32(i32 -1, i32 %v, i32 5, i32 6151)",
        |lane| word(lane / 8 * 8 + 5),
    ),
    case(
        "llvm.nvvm.prmt",
        "%y = call i32 @llvm.nvvm.prmt(i32 %v, i32 %lane, i32 17185)",
        |lane| bytes(lane, [1, 2, 3, 4]),
    ),
    case(
        "llvm.nvvm.prmt.f4e",
        "%y = call i32 @llvm.nvvm.prmt.f4e(i32 %v, i32 %lane, i32 2)",
        |lane| bytes(lane, [2, 3, 4, 5]),
    ),
    case(
        "llvm.nvvm.prmt.b4e",
        "%y = call i32 @llvm.nvvm.prmt.b4e(i32 %v, i32 %lane, i32 1)",
        |lane| bytes(lane, [1, 0, 7, 6]),
    ),
    case("llvm.nvvm.prmt.rc8", "%y = call i32 @llvm.nvvm.prmt.rc8(i32 %v, i32 2)", |lane| {
        bytes(lane, [2; 4])
    }),
    case("llvm.nvvm.prmt.ecl", "%y = call i32 @llvm.nvvm.prmt.ecl(i32 %v, i32 2)", |lane| {
        bytes(lane, [2, 2, 2, 3])
    }),
    case("llvm.nvvm.prmt.ecr", "%y = call i32 @llvm.nvvm.prmt.ecr(i32 %v, i32 1)", |lane| {
        bytes(lane, [0, 1, 1, 1])
    }),
    case("llvm.nvvm.prmt.rc16", "%y = call i32 @llvm.nvvm.prmt.rc16(i32 %v, i32 1)", |lane| {
        bytes(lane, [2, 3, 2, 3])
    }),
    case(
        "llvm.nvvm.elect.sync",
        "%e = call { i32, i1 } @llvm.nvvm.elect.sync(i32 -1)
  %o = extractvalue { i32, i1 } %e, 1
  %y = zext i1 %o to i32",
        |lane| u64::from(lane == 0),
    ),
    case(
        "llvm.nvvm.ldmatrix.sync.aligned",
        with_row!(
            "%y = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %m)"
        ),
        word,
    ),
    case(
        "llvm.nvvm.ldmatrix.sync.aligned",
        with_row!(
            "%y = call i32 @llvm.nvvm.ldmatrix.sync.aligned.m8n8.x1.trans.b16.p3(ptr addrspace(3) %m)"
        ),
        transposed,
    ),
    case(
        "llvm.nvvm.stmatrix.sync.aligned",
        with_row!(
            "%s = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %v, i32 5, i32 31)
  call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.b16.p3(ptr addrspace(3) %m, i32 %s)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) %a, align 4"
        ),
        |lane| word(lane ^ 5),
    ),
    // Lane 4r+c stores elements (2c,r) and (2c+1,r).
    case(
        "llvm.nvvm.stmatrix.sync.aligned",
        with_row!(
            "call void @llvm.nvvm.stmatrix.sync.aligned.m8n8.x1.trans.b16.p3(ptr addrspace(3) %m, i32 %v)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) %a, align 4"
        ),
        transposed,
    ),
    case(
        "llvm.nvvm.cp.async.ca.shared.global",
        then_load!(
            "store i32 %lane, ptr addrspace(1) %g, align 4
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %a, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)"
        ),
        |lane| lane as u64,
    ),
    // A group that is empty is a group, too.
    case(
        "llvm.nvvm.cp.async.commit.group",
        then_load!(
            "store i32 %lane, ptr addrspace(1) %g, align 4
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %a, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 1)"
        ),
        |lane| lane as u64,
    ),
    case(
        "llvm.nvvm.cp.async.wait.group",
        then_load!(
            "call void @llvm.nvvm.cp.async.ca.shared.global.4.s(ptr addrspace(3) %a, ptr addrspace(1) %g, i32 1)
  call void @llvm.nvvm.cp.async.commit.group()
  call void @llvm.nvvm.cp.async.wait.group(i32 0)"
        ),
        |lane| lane as u64,
    ),
    case(
        "llvm.nvvm.cp.async.wait.all",
        then_load!(
            "store i32 %lane, ptr addrspace(1) %g, align 4
  call void @llvm.nvvm.cp.async.ca.shared.global.4(ptr addrspace(3) %a, ptr addrspace(1) %g)
  call void @llvm.nvvm.cp.async.wait.all()"
        ),
        |lane| lane as u64,
    ),
    // Every fourth lane copies 16 bytes, the last 8 of them zeros.
    case(
        "llvm.nvvm.cp.async.cg.shared.global",
        "%q = and i32 %lane, 3
  %c = icmp eq i32 %q, 0
  br i1 %c, label %copy, label %end
copy:
  call void @llvm.nvvm.cp.async.cg.shared.global.16.s(ptr addrspace(3) %a, ptr addrspace(1) %g, i32 4)
  br label %end
end:
  call void @llvm.nvvm.cp.async.wait.all()
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) %a, align 4",
        |lane| if lane % 4 == 0 { word(lane) } else { 0 },
    ),
    case(
        "ptx ld",
        "%y = call i32 asm sideeffect \"ld.global.b32 $0, [ $1 + 0 ];\", \"=r,l\"(ptr addrspace(1) %g)",
        word,
    ),
    // A lane whose predicate does not hold has what it had: what is tied to the result.
    case(
        "ptx ld",
        "%c = icmp ult i32 %lane, 3
  %y = call i32 asm sideeffect \"@$3 ld.global.b32 $0, [ $2 + 0 ];\", \"=r,0,l,b\"(i32 9, ptr addrspace(1) %g, i1 %c)",
        |lane| if lane < 3 { word(lane) } else { 9 },
    ),
    case(
        "ptx st",
        then_load!(
            "call void asm sideeffect \"st.shared.b32 [ $0 + 0 ], $1;\", \"r,r\"(ptr addrspace(3) %a, i32 %lane)"
        ),
        |lane| lane as u64,
    ),
    case(
        "ptx atom",
        "%o = call i32 asm sideeffect \"atom.global.gpu.relaxed.exch.b32 $0, [ $1 + 0 ], $2;\", \"=r,l,r\"(ptr addrspace(1) %g, i32 %lane)
  %n = load i32, ptr addrspace(1) %g, align 4
  %y = xor i32 %o, %n",
        |lane| word(lane) ^ lane as u64,
    ),
    case("ptx mov", "%y = call i32 asm \"mov.b32 $0, $1;\", \"=r,r\"(i32 %v)", word),
    case(
        "ptx mov",
        "%h = call { i16, i16 } asm \"mov.b32 {$0, $1}, $2;\", \"=h,=h,r\"(i32 %v)
  %w = extractvalue { i16, i16 } %h, 1
  %y = zext i16 %w to i32",
        |lane| half(lane, 1),
    ),
    case(
        "ptx cvta",
        "%l = zext i32 %v to i64
  %q = call i64 asm \"cvta.to.global.u64 $0, $1;\", \"=l,l\"(i64 %l)
  %y = trunc i64 %q to i32",
        word,
    ),
    case(
        "ptx setp",
        "%y = call i32 asm \"{ .reg .pred p; setp.lt.s32 p, $1, 5; selp.b32 $0, 1, 2, p; }\", \"=r,r\"(i32 %lane)",
        |lane| if lane < 5 { 1 } else { 2 },
    ),
    case(
        "ptx selp",
        "%c = icmp eq i32 %lane, 7
  %y = call i32 asm \"selp.b32 $0, $1, $2, $3;\", \"=r,r,r,b\"(i32 %v, i32 %lane, i1 %c)",
        |lane| if lane == 7 { word(7) } else { lane as u64 },
    ),
    case(
        "ptx prmt",
        "%y = call i32 asm \"prmt.b32 $0, $1, $2, 0x4321;\", \"=r,r,r\"(i32 %v, i32 %lane)",
        |lane| bytes(lane, [1, 2, 3, 4]),
    ),
    case(
        "ptx shfl",
        "%y = call i32 asm sideeffect \"shfl.sync.bfly.b32 $0, $1, 9, 31, 0xffffffff;\", \"=r,r\"(i32 %v)",
        |lane| word(lane ^ 9),
    ),
    case(
        "ptx ldmatrix",
        with_row!(
            "%y = call i32 asm sideeffect \"ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {$0}, [$1];\", \"=r,r\"(ptr addrspace(3) %m)"
        ),
        transposed,
    ),
    case(
        "ptx stmatrix",
        with_row!(
            "call void asm sideeffect \"stmatrix.sync.aligned.m8n8.x1.trans.shared.b16 [$0], {$1};\", \"r,r\"(ptr addrspace(3) %m, i32 %v)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) %a, align 4"
        ),
        transposed,
    ),
    case(
        "ptx cp",
        then_load!(
            "call void asm sideeffect \"cp.async.ca.shared.global [ $0 + 0 ], [ $1 + 0 ], 0x4, 0x2; cp.async.commit_group; cp.async.wait_group 0x0;\", \"r,l\"(ptr addrspace(3) %a, ptr addrspace(1) %g)"
        ),
        |lane| half(lane, 0),
    ),
    case(
        "ptx fence",
        "call void asm sideeffect \"fence.proxy.async;\", \"\"()\n  %y = add i32 %v, 0",
        word,
    ),
    case(
        "ptx membar",
        "call void asm sideeffect \"membar.gl;\", \"\"()\n  %y = add i32 %v, 0",
        word,
    ),
];
