//! An asynchronous operation that is under way.

use super::view::MemoryPart;
use crate::triton::Position;

/// What waits for an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AsyncOperation {
    /// Copies by the threads, which `async_commit_group` collects into groups.
    Copy,
    /// Products by `warp_group_dot`, each a group.
    WarpGroupDot,
    /// Products in tensor memory, which are done in their order and arrive at a barrier.
    TensorCoreProduct,
    /// Loads through a descriptor, which arrive at a barrier.
    DescriptorLoad,
    /// Stores through a descriptor, each a group.
    DescriptorStore,
}

impl AsyncOperation {
    /// True if an operation of this kind is done before a later one of the other kind touches anything:
    /// products are done in the order in which they begin.
    pub fn is_before(self, later: Option<AsyncOperation>) -> bool {
        later == Some(self)
            && matches!(self, AsyncOperation::TensorCoreProduct | AsyncOperation::WarpGroupDot)
    }

    pub fn name(self) -> &'static str {
        match self {
            AsyncOperation::Copy => "asynchronous copy",
            AsyncOperation::WarpGroupDot => "warp group product",
            AsyncOperation::TensorCoreProduct => "tensor core product",
            AsyncOperation::DescriptorLoad => "load through a descriptor",
            AsyncOperation::DescriptorStore => "store through a descriptor",
        }
    }
}

/// An operation that may be under way.
#[derive(Debug, Clone)]
pub(super) struct Flight {
    pub number: usize,
    pub kind: AsyncOperation,
    pub position: Position,
    pub reads: Vec<MemoryPart>,
    pub writes: Vec<MemoryPart>,
    /// The group that it was collected into.
    pub group: Option<usize>,
}
