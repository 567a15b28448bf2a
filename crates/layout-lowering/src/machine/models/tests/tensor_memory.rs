//! NVIDIA's instructions for tensor memory, as intrinsics and as PTX.

use super::{Case, case, word};

/// 32 columns of tensor memory, from `%t` on.
macro_rules! allocated {
    ($($code:expr),+ $(,)?) => {
        concat!(
            "call void @llvm.nvvm.tcgen05.alloc.shared.cg1(ptr addrspace(3) @smem, i32 32)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t = load i32, ptr addrspace(3) @smem, align 4
  %q = inttoptr i32 %t to ptr addrspace(6)
  ",
            $($code),+
        )
    };
}

/// What is in the first 8 columns: [`cell`].
macro_rules! filled {
    ($($code:expr),+ $(,)?) => {
        allocated!(
            "%c1 = add i32 %v, 1
  %c2 = add i32 %v, 2
  %c3 = add i32 %v, 3
  %c4 = add i32 %v, 4
  %c5 = add i32 %v, 5
  %c6 = add i32 %v, 6
  %c7 = add i32 %v, 7
  call void asm sideeffect \"tcgen05.st.sync.aligned.32x32b.x8.b32 [$0 + 0], {$1, $2, $3, $4, $5, $6, $7, $8}; tcgen05.wait::st.sync.aligned;\", \"r,r,r,r,r,r,r,r,r\"(i32 %t, i32 %v, i32 %c1, i32 %c2, i32 %c3, i32 %c4, i32 %c5, i32 %c6, i32 %c7)
  ",
            $($code),+
        )
    };
}

/// Two registers of a load from the filled columns, and the one that is looked at.
macro_rules! two_registers {
    ($shape:expr, $which:expr) => {
        filled!(
            "%r = call { i32, i32 } asm sideeffect \"tcgen05.ld.sync.aligned.",
            $shape,
            ".b32 {$0, $1}, [$2 + 0]; tcgen05.wait::ld.sync.aligned;\", \"=r,=r,r\"(i32 %t)
  %y = extractvalue { i32, i32 } %r, ",
            $which
        )
    };
}

/// What is in a cell of the filled columns.
fn cell(lane: usize, column: usize) -> u64 {
    word(lane) + column as u64
}

fn lower(word: u64) -> u64 {
    word & 0xffff
}

pub(super) const CASES: &[Case] = &[
    // The last of the 512 columns that are free.
    case("llvm.nvvm.tcgen05.alloc", allocated!("%y = add i32 %t, 0"), |_| 480),
    case(
        "llvm.nvvm.tcgen05.dealloc",
        "call void @llvm.nvvm.tcgen05.alloc.cg1(ptr addrspace(3) @smem, i32 512)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %t = load i32, ptr addrspace(3) @smem, align 4
  %q = inttoptr i32 %t to ptr addrspace(6)
  call void @llvm.nvvm.tcgen05.dealloc.cg1(ptr addrspace(6) %q, i32 512)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  call void @llvm.nvvm.tcgen05.alloc.cg1(ptr addrspace(3) @smem, i32 512)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) @smem, align 4",
        |_| 0,
    ),
    // Nobody executes it, whatever its operands are.
    case(
        "ptx tcgen05.alloc",
        allocated!(
            "call void asm sideeffect \"@$0 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$1], $2;\", \"b,r,r\"(i1 false, ptr addrspace(3) undef, i32 undef)
  %y = add i32 %t, 0"
        ),
        |_| 480,
    ),
    case(
        "ptx tcgen05.dealloc",
        allocated!(
            "call void asm sideeffect \"@$0 tcgen05.dealloc.cta_group::1.sync.aligned.b32 $1, $2;\", \"b,r,r\"(i1 false, i32 undef, i32 undef)
  %y = add i32 %t, 0"
        ),
        |_| 480,
    ),
    case(
        "ptx tcgen05.relinquish_alloc_permit",
        "call void asm sideeffect \"@$0 tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\", \"b\"(i1 false)
  call void @llvm.nvvm.tcgen05.alloc.cg1(ptr addrspace(3) @smem, i32 64)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) @smem, align 4",
        |_| 448,
    ),
    case(
        "llvm.nvvm.tcgen05.relinq.alloc.permit",
        allocated!(
            "call void @llvm.nvvm.tcgen05.relinq.alloc.permit.cg1()\n  %y = add i32 %v, 0"
        ),
        word,
    ),
    case(
        "llvm.nvvm.tcgen05.fence",
        "call void @llvm.nvvm.tcgen05.fence.before.thread.sync()
  call void @llvm.nvvm.tcgen05.fence.after.thread.sync()
  %y = add i32 %v, 0",
        word,
    ),
    case(
        "llvm.nvvm.tcgen05.st",
        allocated!(
            "call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %q, i32 %v, i1 0)
  call void @llvm.nvvm.tcgen05.wait.st()
  %y = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %q, i1 0)
  call void @llvm.nvvm.tcgen05.wait.ld()"
        ),
        word,
    ),
    // Halves of the threads, 16 columns apart, read as rows.
    case(
        "llvm.nvvm.tcgen05.st",
        allocated!(
            "call void @llvm.nvvm.tcgen05.st.16x32bx2.x1(ptr addrspace(6) %q, i64 16, i32 %v, i1 0)
  call void @llvm.nvvm.tcgen05.wait.st()
  %r = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x2(ptr addrspace(6) %q, i64 16, i1 0)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %y = extractelement <2 x i32> %r, i32 0"
        ),
        word,
    ),
    // Lane l takes row l / 4, 8 more if l is odd, and of two columns the one that bit 1 of l says.
    case(
        "llvm.nvvm.tcgen05.ld",
        filled!(
            "%r = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x64b.x2(ptr addrspace(6) %q, i1 0)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %y = extractelement <2 x i32> %r, i32 1"
        ),
        |lane| cell(lane / 4 + lane % 2 * 8, 2 + lane / 2 % 2),
    ),
    case(
        "llvm.nvvm.tcgen05.ld",
        filled!(
            "%y = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %q, i1 1)
  call void @llvm.nvvm.tcgen05.wait.ld()"
        ),
        |lane| lower(cell(lane, 0)) | lower(cell(lane, 1)) << 16,
    ),
    // What is computed of a register before it is there is right when it is.
    case(
        "llvm.nvvm.tcgen05.wait.ld",
        filled!(
            "%r = call i32 @llvm.nvvm.tcgen05.ld.32x32b.x1(ptr addrspace(6) %q, i1 0)
  %s = lshr i32 %r, 4
  call void @llvm.nvvm.tcgen05.wait.ld()
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %s, i32 1, i32 31)"
        ),
        |lane| cell(lane ^ 1, 0) >> 4,
    ),
    // The other lanes of a warp see what it has stored and waited for.
    case(
        "llvm.nvvm.tcgen05.wait.st",
        allocated!(
            "call void @llvm.nvvm.tcgen05.st.32x32b.x1(ptr addrspace(6) %q, i32 %v, i1 0)
  call void @llvm.nvvm.tcgen05.wait.st()
  %o = add i32 %t, 1048576
  %p6 = inttoptr i32 %o to ptr addrspace(6)
  %r = call <2 x i32> @llvm.nvvm.tcgen05.ld.16x32bx2.x2(ptr addrspace(6) %p6, i64 0, i1 0)
  call void @llvm.nvvm.tcgen05.wait.ld()
  %y = extractelement <2 x i32> %r, i32 0"
        ),
        |lane| word(16 + lane % 16),
    ),
    case("ptx tcgen05.ld", two_registers!("32x32b.x2", "1"), |lane| cell(lane, 1)),
    case("ptx tcgen05.ld", two_registers!("16x64b.x2", "0"), |lane| {
        cell(lane / 4 + lane % 2 * 8, lane / 2 % 2)
    }),
    case("ptx tcgen05.ld", two_registers!("16x128b.x1", "0"), |lane| cell(lane / 4, lane % 4)),
    case("ptx tcgen05.ld", two_registers!("16x128b.x1", "1"), |lane| cell(lane / 4 + 8, lane % 4)),
    case(
        "ptx tcgen05.ld",
        filled!(
            "%r = call { i32, i32, i32, i32 } asm sideeffect \"tcgen05.ld.sync.aligned.16x256b.x1.b32 {$0, $1, $2, $3}, [$4 + 1048576]; tcgen05.wait::ld.sync.aligned;\", \"=r,=r,=r,=r,r\"(i32 %t)
  %y = extractvalue { i32, i32, i32, i32 } %r, 3"
        ),
        |lane| cell(16 + lane / 4 + 8, 2 * (lane % 4) + 1),
    ),
    case(
        "ptx tcgen05.ld",
        filled!(
            "%y = call i32 asm sideeffect \"tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {$0}, [$1 + 1], 4; tcgen05.wait::ld.sync.aligned;\", \"=r,r\"(i32 %t)"
        ),
        |lane| cell(lane % 16, 1 + lane / 16 * 4),
    ),
    case("ptx tcgen05.ld", two_registers!("32x32b.x2.pack::16b", "1"), |lane| {
        lower(cell(lane, 2)) | lower(cell(lane, 3)) << 16
    }),
    // The lower half of two columns, of which the upper one is nothing.
    case(
        "ptx tcgen05.st",
        allocated!(
            "call void asm sideeffect \"tcgen05.st.sync.aligned.32x32b.x1.unpack::16b.b32 [$0 + 0], {$1}; tcgen05.wait::st.sync.aligned;\", \"r,r\"(i32 %t, i32 %v)
  %r = call { i32, i32 } asm sideeffect \"tcgen05.ld.sync.aligned.32x32b.x2.b32 {$0, $1}, [$2 + 0]; tcgen05.wait::ld.sync.aligned;\", \"=r,=r,r\"(i32 %t)
  %r1 = extractvalue { i32, i32 } %r, 1
  %y = and i32 %r1, 65535"
        ),
        |lane| word(lane) >> 16,
    ),
    // Where the predicate does not hold nothing is stored.
    case(
        "ptx tcgen05.st",
        filled!(
            "call void asm sideeffect \"@$0 tcgen05.st.sync.aligned.32x32b.x1.b32 [$1 + 0], {$2};\", \"b,r,r\"(i1 false, i32 %t, i32 %lane)
  %y = call i32 asm sideeffect \"tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1 + 0]; tcgen05.wait::ld.sync.aligned;\", \"=r,r\"(i32 %t)"
        ),
        word,
    ),
    case(
        "ptx tcgen05.wait::ld",
        filled!(
            "%r = call i32 asm sideeffect \"tcgen05.ld.sync.aligned.32x32b.x1.b32 {$0}, [$1 + 0];\", \"=r,r\"(i32 %t)
  call void asm sideeffect \"tcgen05.wait::ld.sync.aligned;\", \"\"()
  %y = call i32 @llvm.nvvm.shfl.sync.bfly.i32(i32 -1, i32 %r, i32 1, i32 31)"
        ),
        |lane| word(lane ^ 1),
    ),
    case("ptx tcgen05.wait::st", two_registers!("32x32b.x2", "0"), word),
    case(
        "ptx tcgen05.alloc",
        "call void asm sideeffect \"tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [$0], 64;\", \"r\"(ptr addrspace(3) @smem)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) @smem, align 4",
        |_| 448,
    ),
    case(
        "ptx tcgen05.dealloc",
        allocated!(
            "call void asm sideeffect \"tcgen05.dealloc.cta_group::1.sync.aligned.b32 $0, 32;\", \"r\"(i32 %t)
  call void @llvm.nvvm.tcgen05.alloc.cg1(ptr addrspace(3) @smem, i32 32)
  call void @llvm.nvvm.bar.warp.sync(i32 -1)
  %y = load i32, ptr addrspace(3) @smem, align 4"
        ),
        |_| 480,
    ),
    case(
        "ptx tcgen05.relinquish_alloc_permit",
        "call void asm sideeffect \"tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned;\", \"\"()
  %y = add i32 %v, 0",
        word,
    ),
    case(
        "ptx tcgen05.fence::before_thread_sync",
        "call void asm sideeffect \"tcgen05.fence::before_thread_sync;\", \"\"()
  %y = add i32 %v, 0",
        word,
    ),
    case(
        "ptx tcgen05.fence::after_thread_sync",
        "call void asm sideeffect \"tcgen05.fence::after_thread_sync;\", \"\"()
  %y = add i32 %v, 0",
        word,
    ),
];
