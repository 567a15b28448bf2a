//! The instructions that have a model, with the description that it follows.
//!
//! One that is not here is unknown, whatever the code beside this could make of it; each of them has a
//! test of its own, by what its description says.

#[cfg(test)]
mod tests;

use Description::{Amd, Language, Observed, Ptx};

/// Who says what an instruction does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Description {
    /// LLVM's Language Reference.
    Language,
    /// NVIDIA's "Parallel Thread Execution ISA".
    Ptx,
    /// AMD's descriptions of its instruction sets, and LLVM's of the intrinsics for them.
    Amd,
    /// Nobody in public: what the compiler takes it to be, and was seen to be so on the machine.
    Observed,
}

/// Intrinsics, by their names without what says their types; `ptx` and a name are inline assembly.
pub(super) const MODELS: &[(&str, Description)] = &[
    ("llvm.abs", Language),
    ("llvm.amdgcn.asyncmark", Amd),
    ("llvm.amdgcn.ballot", Amd),
    ("llvm.amdgcn.ds.bpermute", Amd),
    ("llvm.amdgcn.ds.load.tr16", Observed),
    ("llvm.amdgcn.ds.load.tr8", Observed),
    ("llvm.amdgcn.ds.read.tr16", Observed),
    ("llvm.amdgcn.ds.read.tr8", Observed),
    ("llvm.amdgcn.ds.swizzle", Amd),
    ("llvm.amdgcn.global.load.async.lds", Amd),
    ("llvm.amdgcn.global.load.async.to.lds", Amd),
    ("llvm.amdgcn.global.load.lds", Amd),
    ("llvm.amdgcn.make.buffer.rsrc", Amd),
    ("llvm.amdgcn.mbcnt", Amd),
    ("llvm.amdgcn.mov.dpp", Amd),
    ("llvm.amdgcn.perm", Amd),
    ("llvm.amdgcn.permlane16", Amd),
    ("llvm.amdgcn.permlane16.swap", Amd),
    ("llvm.amdgcn.permlane32.swap", Amd),
    ("llvm.amdgcn.permlanex16", Amd),
    ("llvm.amdgcn.raw.ptr.buffer.load", Amd),
    ("llvm.amdgcn.raw.ptr.buffer.load.async.lds", Amd),
    ("llvm.amdgcn.raw.ptr.buffer.load.lds", Amd),
    ("llvm.amdgcn.raw.ptr.buffer.store", Amd),
    ("llvm.amdgcn.readfirstlane", Amd),
    ("llvm.amdgcn.readlane", Amd),
    ("llvm.amdgcn.s.barrier", Amd),
    ("llvm.amdgcn.s.barrier.signal", Amd),
    ("llvm.amdgcn.s.barrier.wait", Amd),
    ("llvm.amdgcn.s.wait.asynccnt", Amd),
    ("llvm.amdgcn.s.waitcnt", Amd),
    ("llvm.amdgcn.update.dpp", Amd),
    ("llvm.amdgcn.wait.asyncmark", Amd),
    ("llvm.amdgcn.wave.id", Amd),
    ("llvm.amdgcn.wavefrontsize", Amd),
    ("llvm.amdgcn.workitem.id", Amd),
    ("llvm.bitreverse", Language),
    ("llvm.bswap", Language),
    ("llvm.ctlz", Language),
    ("llvm.ctpop", Language),
    ("llvm.cttz", Language),
    ("llvm.expect", Language),
    ("llvm.fshl", Language),
    ("llvm.fshr", Language),
    ("llvm.maximum", Language),
    ("llvm.maximumnum", Language),
    ("llvm.maxnum", Language),
    ("llvm.minimum", Language),
    ("llvm.minimumnum", Language),
    ("llvm.minnum", Language),
    ("llvm.nvvm.bar.warp.sync", Ptx),
    ("llvm.nvvm.barrier.cta.sync", Ptx),
    ("llvm.nvvm.barrier.sync", Ptx),
    ("llvm.nvvm.barrier0", Ptx),
    ("llvm.nvvm.cp.async.ca.shared.global", Ptx),
    ("llvm.nvvm.cp.async.cg.shared.global", Ptx),
    ("llvm.nvvm.cp.async.commit.group", Ptx),
    ("llvm.nvvm.cp.async.wait.all", Ptx),
    ("llvm.nvvm.cp.async.wait.group", Ptx),
    ("llvm.nvvm.elect.sync", Ptx),
    ("llvm.nvvm.fmax", Ptx),
    ("llvm.nvvm.fmin", Ptx),
    ("llvm.nvvm.ldmatrix.sync.aligned", Ptx),
    ("llvm.nvvm.prmt", Ptx),
    ("llvm.nvvm.prmt.b4e", Ptx),
    ("llvm.nvvm.prmt.ecl", Ptx),
    ("llvm.nvvm.prmt.ecr", Ptx),
    ("llvm.nvvm.prmt.f4e", Ptx),
    ("llvm.nvvm.prmt.rc16", Ptx),
    ("llvm.nvvm.prmt.rc8", Ptx),
    ("llvm.nvvm.read.ptx.sreg.cluster.ctarank", Ptx),
    ("llvm.nvvm.read.ptx.sreg.cluster.ctaid", Ptx),
    ("llvm.nvvm.read.ptx.sreg.laneid", Ptx),
    ("llvm.nvvm.read.ptx.sreg.ntid", Ptx),
    ("llvm.nvvm.read.ptx.sreg.nwarpid", Ptx),
    ("llvm.nvvm.read.ptx.sreg.tid", Ptx),
    ("llvm.nvvm.read.ptx.sreg.warpid", Ptx),
    ("llvm.nvvm.read.ptx.sreg.warpsize", Ptx),
    ("llvm.nvvm.redux.sync", Ptx),
    ("llvm.nvvm.shfl.sync.bfly", Ptx),
    ("llvm.nvvm.shfl.sync.down", Ptx),
    ("llvm.nvvm.shfl.sync.idx", Ptx),
    ("llvm.nvvm.shfl.sync.up", Ptx),
    ("llvm.nvvm.stmatrix.sync.aligned", Ptx),
    ("llvm.nvvm.tcgen05.alloc", Ptx),
    ("llvm.nvvm.tcgen05.dealloc", Ptx),
    ("llvm.nvvm.tcgen05.fence", Ptx),
    ("llvm.nvvm.tcgen05.ld", Ptx),
    ("llvm.nvvm.tcgen05.relinq.alloc.permit", Ptx),
    ("llvm.nvvm.tcgen05.st", Ptx),
    ("llvm.nvvm.tcgen05.wait.ld", Ptx),
    ("llvm.nvvm.tcgen05.wait.st", Ptx),
    ("llvm.smax", Language),
    ("llvm.smin", Language),
    ("llvm.ssa.copy", Language),
    ("llvm.umax", Language),
    ("llvm.umin", Language),
    ("llvm.vector.reduce", Language),
    ("ptx atom", Ptx),
    ("ptx bar", Ptx),
    ("ptx barrier", Ptx),
    ("ptx cp", Ptx),
    ("ptx cvta", Ptx),
    ("ptx fence", Ptx),
    ("ptx ld", Ptx),
    ("ptx ldmatrix", Ptx),
    ("ptx membar", Ptx),
    ("ptx mov", Ptx),
    ("ptx prmt", Ptx),
    ("ptx selp", Ptx),
    ("ptx setp", Ptx),
    ("ptx shfl", Ptx),
    ("ptx st", Ptx),
    ("ptx stmatrix", Ptx),
    ("ptx tcgen05.alloc", Ptx),
    ("ptx tcgen05.dealloc", Ptx),
    ("ptx tcgen05.fence::after_thread_sync", Ptx),
    ("ptx tcgen05.fence::before_thread_sync", Ptx),
    ("ptx tcgen05.ld", Ptx),
    ("ptx tcgen05.relinquish_alloc_permit", Ptx),
    ("ptx tcgen05.st", Ptx),
    ("ptx tcgen05.wait::ld", Ptx),
    ("ptx tcgen05.wait::st", Ptx),
];

/// The description that the model of an instruction follows: that of the longest name that begins its.
pub(super) fn described(name: &str) -> Option<Description> {
    let begins = |own: &str| {
        name.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
    };
    let models = MODELS.iter().filter(|(own, _)| begins(own));
    models.max_by_key(|(own, _)| own.len()).map(|(_, description)| *description)
}
