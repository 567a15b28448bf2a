//! AMD's intrinsics.

use super::{Case, case, half, word};

/// The word of the lane in shared memory, when what is copied there has been waited for.
macro_rules! then_load {
    ($code:literal) => {
        concat!(
            "store i32 %lane, ptr addrspace(1) %g, align 4\n  ",
            $code,
            "\n  %y = load i32, ptr addrspace(3) %a, align 4"
        )
    };
}

/// A buffer of 128 bytes, and the offset of the lane.
macro_rules! with_buffer {
    ($code:literal) => {
        concat!(
            "%b = call ptr addrspace(8) @llvm.amdgcn.make.buffer.rsrc.p8.p1(ptr addrspace(1) %p, i16 0, i64 128, i32 159744)
  %o = shl i32 %lane, 2
  ",
            $code
        )
    };
}

fn number(lane: usize) -> u64 {
    lane as u64
}

/// The first 32 lanes are in the buffer.
fn in_buffer(lane: usize) -> u64 {
    if lane < 32 { word(lane) } else { 0 }
}

/// Of a wave of 64 lanes.
pub(super) const CASES: &[Case] = &[
    case("llvm.amdgcn.workitem.id", "%y = call i32 @llvm.amdgcn.workitem.id.x()", number),
    case("llvm.amdgcn.wave.id", "%y = call i32 @llvm.amdgcn.wave.id()", |_| 0),
    case("llvm.amdgcn.wavefrontsize", "%y = call i32 @llvm.amdgcn.wavefrontsize()", |_| 64),
    // Bytes 0 to 3 are those of the second operand, 4 to 7 of the first; 12 is 0, 13 all bits.
    case(
        "llvm.amdgcn.perm",
        "%y = call i32 @llvm.amdgcn.perm(i32 %lane, i32 %v, i32 218891265)",
        |lane| (lane as u64 + 1) | ((lane as u64) << 8) | (0xff << 24),
    ),
    case(
        "llvm.amdgcn.mbcnt",
        "%x = call i32 @llvm.amdgcn.mbcnt.lo(i32 -1, i32 0)
  %y = call i32 @llvm.amdgcn.mbcnt.hi(i32 -1, i32 %x)",
        number,
    ),
    case(
        "llvm.amdgcn.make.buffer.rsrc",
        with_buffer!(
            "%y = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %b, i32 %o, i32 0, i32 0)"
        ),
        in_buffer,
    ),
    case(
        "llvm.amdgcn.raw.ptr.buffer.load",
        with_buffer!(
            "%y = call i32 @llvm.amdgcn.raw.ptr.buffer.load.i32(ptr addrspace(8) %b, i32 %o, i32 64, i32 0)"
        ),
        |lane| if lane < 16 { word(lane + 16) } else { 0 },
    ),
    case(
        "llvm.amdgcn.raw.ptr.buffer.store",
        with_buffer!(
            "call void @llvm.amdgcn.raw.ptr.buffer.store.i32(i32 %lane, ptr addrspace(8) %b, i32 %o, i32 0, i32 0)
  %y = load i32, ptr addrspace(1) %g, align 4"
        ),
        |lane| if lane < 32 { lane as u64 } else { word(lane) },
    ),
    case(
        "llvm.amdgcn.raw.ptr.buffer.load.lds",
        with_buffer!(
            "call void @llvm.amdgcn.raw.ptr.buffer.load.lds(ptr addrspace(8) %b, ptr addrspace(3) @smem, i32 4, i32 %o, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 3952)
  %y = load i32, ptr addrspace(3) %a, align 4"
        ),
        in_buffer,
    ),
    case(
        "llvm.amdgcn.raw.ptr.buffer.load.async.lds",
        with_buffer!(
            "call void @llvm.amdgcn.raw.ptr.buffer.load.async.lds(ptr addrspace(8) %b, ptr addrspace(3) @smem, i32 4, i32 %o, i32 0, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %y = load i32, ptr addrspace(3) %a, align 4"
        ),
        in_buffer,
    ),
    // The address in LDS is that of the first lane, whatever the others say.
    case(
        "llvm.amdgcn.global.load.lds",
        then_load!(
            "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr addrspace(3) %a, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 0)"
        ),
        number,
    ),
    // Of 16 bytes lane 1 writes those behind the first 16: lane 4 reads them.
    case(
        "llvm.amdgcn.global.load.async.lds",
        "%f = icmp ult i32 %lane, 2
  br i1 %f, label %copy, label %end
copy:
  call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %p, ptr addrspace(3) @smem, i32 16, i32 0, i32 0)
  br label %end
end:
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)
  %y = load i32, ptr addrspace(3) %a, align 4",
        |lane| word(if lane < 8 { lane % 4 } else { lane }),
    ),
    case(
        "llvm.amdgcn.asyncmark",
        then_load!(
            "call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @smem, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 1)"
        ),
        number,
    ),
    case(
        "llvm.amdgcn.wait.asyncmark",
        then_load!(
            "call void @llvm.amdgcn.global.load.async.lds(ptr addrspace(1) %g, ptr addrspace(3) @smem, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.asyncmark()
  call void @llvm.amdgcn.wait.asyncmark(i16 0)"
        ),
        number,
    ),
    // Of two instructions the first one is waited for.
    case(
        "llvm.amdgcn.s.waitcnt",
        then_load!(
            "call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr addrspace(3) @smem, i32 4, i32 0, i32 0)
  %c = getelementptr i8, ptr addrspace(3) @smem, i32 256
  call void @llvm.amdgcn.global.load.lds(ptr addrspace(1) %g, ptr addrspace(3) %c, i32 4, i32 0, i32 0)
  call void @llvm.amdgcn.s.waitcnt(i32 3953)"
        ),
        number,
    ),
    // Four lanes hold a row of 16 elements; lane i receives element i of each row.
    case(
        "llvm.amdgcn.ds.read.tr16",
        "%l = and i32 %lane, 15
  %o = shl i32 %l, 3
  %q = getelementptr i8, ptr addrspace(3) @smem, i32 %o
  %t = call <4 x i16> @llvm.amdgcn.ds.read.tr16.b64.v4i16(ptr addrspace(3) %q)
  %h = shufflevector <4 x i16> %t, <4 x i16> poison, <2 x i32> <i32 0, i32 3>
  %y = bitcast <2 x i16> %h to i32",
        |lane| {
            let element = |row: usize| half(8 * row + lane % 16 / 2, lane % 2);
            element(0) | element(3) << 16
        },
    ),
    // Two lanes hold a row of 16 bytes.
    case(
        "llvm.amdgcn.ds.read.tr8",
        "%l = and i32 %lane, 15
  %o = shl i32 %l, 3
  %q = getelementptr i8, ptr addrspace(3) @smem, i32 %o
  %t = call <2 x i32> @llvm.amdgcn.ds.read.tr8.b64.v2i32(ptr addrspace(3) %q)
  %y = extractelement <2 x i32> %t, i32 1",
        |lane| {
            let (at, byte) = (lane % 16 / 4, lane % 4);
            let element = |row: usize| word(4 * row + at) >> (8 * byte) & 0xff;
            (4..8).rev().fold(0, |all, row| all << 8 | element(row))
        },
    ),
    case("llvm.amdgcn.readfirstlane", "%y = call i32 @llvm.amdgcn.readfirstlane.i32(i32 %v)", |_| {
        word(0)
    }),
    case("llvm.amdgcn.readlane", "%y = call i32 @llvm.amdgcn.readlane.i32(i32 %v, i32 5)", |_| {
        word(5)
    }),
    case(
        "llvm.amdgcn.ds.bpermute",
        "%n = add i32 %lane, 1
  %o = shl i32 %n, 2
  %y = call i32 @llvm.amdgcn.ds.bpermute(i32 %o, i32 %v)",
        |lane| word((lane + 1) % 64),
    ),
    // Four neighbors [1, 0, 3, 2]; then lanes of 32 by masks: and 31, or 0, xor 9.
    case("llvm.amdgcn.ds.swizzle", "%y = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 32945)", |lane| {
        word(lane ^ 1)
    }),
    case("llvm.amdgcn.ds.swizzle", "%y = call i32 @llvm.amdgcn.ds.swizzle(i32 %v, i32 9247)", |lane| {
        word(lane ^ 9)
    }),
    case(
        "llvm.amdgcn.permlane32.swap",
        "%b = call { i32, i32 } @llvm.amdgcn.permlane32.swap(i32 %v, i32 %lane, i1 false, i1 false)
  %y = extractvalue { i32, i32 } %b, 0",
        |lane| if lane < 32 { word(lane) } else { lane as u64 - 32 },
    ),
    case(
        "llvm.amdgcn.permlane16.swap",
        "%b = call { i32, i32 } @llvm.amdgcn.permlane16.swap(i32 %v, i32 %lane, i1 false, i1 false)
  %y = extractvalue { i32, i32 } %b, 1",
        |lane| if lane / 16 % 2 == 0 { word(lane + 16) } else { lane as u64 },
    ),
    case(
        "llvm.amdgcn.update.dpp",
        "%y = call i32 @llvm.amdgcn.update.dpp.i32(i32 %lane, i32 %v, i32 273, i32 15, i32 15, i1 false)",
        |lane| if lane % 16 == 0 { lane as u64 } else { word(lane - 1) },
    ),
    case(
        "llvm.amdgcn.mov.dpp",
        "%y = call i32 @llvm.amdgcn.mov.dpp.i32(i32 %v, i32 177, i32 15, i32 15, i1 true)",
        |lane| word(lane ^ 1),
    ),
    case(
        "llvm.amdgcn.ballot",
        "%c = icmp ult i32 %lane, 3
  %b = call i64 @llvm.amdgcn.ballot.i64(i1 %c)
  %y = trunc i64 %b to i32",
        |_| 7,
    ),
];

/// Of a wave of 32 lanes.
pub(super) const OF_32_LANES: &[Case] = &[
    // Lane i of a row takes from 15 - i, in its own row and in the other one.
    case(
        "llvm.amdgcn.permlane16",
        "%y = call i32 @llvm.amdgcn.permlane16.i32(i32 %v, i32 %v, i32 -1985229329, i32 19088743, i1 false, i1 false)",
        |lane| word(lane / 16 * 16 + 15 - lane % 16),
    ),
    case(
        "llvm.amdgcn.permlanex16",
        "%y = call i32 @llvm.amdgcn.permlanex16.i32(i32 %v, i32 %v, i32 -1985229329, i32 19088743, i1 false, i1 false)",
        |lane| word(((lane / 16 * 16) ^ 16) + 15 - lane % 16),
    ),
    case(
        "llvm.amdgcn.global.load.async.to.lds",
        then_load!(
            "call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %a, i32 0, i32 0)
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0)"
        ),
        number,
    ),
    // The offset moves both addresses: back to where they were, from 8 bytes on either side.
    case(
        "llvm.amdgcn.global.load.async.to.lds",
        then_load!(
            "%h = getelementptr i8, ptr addrspace(1) %g, i32 8
  %i = getelementptr i8, ptr addrspace(3) %a, i32 8
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %h, ptr addrspace(3) %i, i32 -8, i32 0)
  call void @llvm.amdgcn.s.wait.asynccnt(i16 0)"
        ),
        number,
    ),
    case(
        "llvm.amdgcn.s.wait.asynccnt",
        then_load!(
            "call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %a, i32 0, i32 0)
  %c = getelementptr i8, ptr addrspace(3) %a, i32 128
  call void @llvm.amdgcn.global.load.async.to.lds.b32(ptr addrspace(1) %g, ptr addrspace(3) %c, i32 0, i32 0)
  call void @llvm.amdgcn.s.wait.asynccnt(i16 1)"
        ),
        number,
    ),
    // 8 lanes load 8 rows of 8 elements, 16 bytes each, and transpose them.
    case(
        "llvm.amdgcn.ds.load.tr16",
        "%l = and i32 %lane, 7
  %o = shl i32 %l, 4
  %q = getelementptr i8, ptr addrspace(3) @smem, i32 %o
  %t = call <8 x i16> @llvm.amdgcn.ds.load.tr16.b128.v8i16(ptr addrspace(3) %q)
  %h = shufflevector <8 x i16> %t, <8 x i16> poison, <2 x i32> <i32 1, i32 6>
  %y = bitcast <2 x i16> %h to i32",
        |lane| {
            let element = |row: usize| half(4 * row + lane % 8 / 2, lane % 2);
            element(1) | element(6) << 16
        },
    ),
    // The same by lanes 0 to 3 and 8 to 11, 8 bytes each, and by the others.
    case(
        "llvm.amdgcn.ds.load.tr8",
        "%l = and i32 %lane, 15
  %o = shl i32 %l, 3
  %q = getelementptr i8, ptr addrspace(3) @smem, i32 %o
  %t = call <2 x i32> @llvm.amdgcn.ds.load.tr8.b64.v2i32(ptr addrspace(3) %q)
  %y = extractelement <2 x i32> %t, i32 1",
        |lane| {
            let (at, half) = (lane % 8, lane % 16 / 8);
            let element = |source: usize| word(2 * source + at / 4) >> (8 * (at % 4)) & 0xff;
            (8..12).rev().fold(0, |all, source| all << 8 | element(source + 4 * half))
        },
    ),
];
