//! The rules: what each one finds, and what to do about it.

use std::fmt;

/// How bad a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Something to know.
    Note,
    /// The kernel is slower than it could be, or wrong for some arguments.
    Warning,
    /// The kernel is wrong.
    Error,
}

impl fmt::Display for Level {
    /// The word of SARIF, which is also that of compilers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        })
    }
}

/// A kind of finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rule {
    id: &'static str,
    level: Level,
    summary: &'static str,
    help: &'static str,
}

impl Rule {
    /// The name, which stays the same from version to version.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The level of its findings, unless one says otherwise.
    pub fn level(&self) -> Level {
        self.level
    }

    /// One sentence on what it finds.
    pub fn summary(&self) -> &'static str {
        self.summary
    }

    /// Why it matters and what to do.
    pub fn help(&self) -> &'static str {
        self.help
    }
}

/// All rules, worst first.
pub const RULES: [Rule; 22] = [
    UNREADABLE,
    WRONG_CONVERSION,
    PAST_THE_BUFFER,
    MISSING_WAIT,
    MISSING_BARRIER,
    MISSING_FENCE,
    OPERAND_LAYOUT,
    RESULT_LAYOUT,
    OFFSET_OVERFLOW,
    UNMASKED_ACCESS,
    LOOSE_MASK,
    SWAPPED_MASK,
    STILL_MASK,
    OVERLAPPING_STORES,
    BANK_CONFLICTS,
    BETTER_SWIZZLE,
    COSTLY_CONVERSION,
    UNCOALESCED_ACCESS,
    REPEATED_WORK,
    UNKNOWN_ENCODING,
    LEFT_ALONE,
    ACCESS_COST,
];

pub(super) const UNREADABLE: Rule = Rule {
    id: "unreadable",
    level: Level::Error,
    summary: "The file, or a part of it, cannot be read.",
    help: "The file is truncated, is MLIR bytecode, or has a syntax that Triton does not print. \
           Nothing is known of the part that is named; the rest of the file was read. Print the \
           kernel again, for example from the .ttgir file of Triton's cache.",
};

pub(super) const WRONG_CONVERSION: Rule = Rule {
    id: "wrong-conversion",
    level: Level::Error,
    summary: "A conversion or a copy whose two sides are not the same tensor.",
    help: "A layout conversion moves elements and changes none, so both sides must have one shape \
           and one element type, the same numbers of lanes, warps and blocks, and the source must \
           hold every element that the result needs. The message names what differs.",
};

pub(super) const PAST_THE_BUFFER: Rule = Rule {
    id: "past-the-buffer",
    level: Level::Error,
    summary: "An access outside of the memory that it names.",
    help: "A part of a shared memory begins or ends outside of what was allocated, or an address is \
           before the pointer that it is computed from. The message has the first coordinate that is \
           outside.",
};

pub(super) const MISSING_WAIT: Rule = Rule {
    id: "missing-wait",
    level: Level::Error,
    summary: "An access to memory that an asynchronous operation may still read or write.",
    help: "A copy, a load through a descriptor or a product goes on while the program does, until it is \
           waited for. The message has the first element that two operations meet in and the turn of the \
           loop in which they do. Wait for the operation before the access: async_wait with fewer \
           groups pending, warp_group_dot_wait, or wait_barrier; or give the ring one buffer more.",
};

pub(super) const MISSING_BARRIER: Rule = Rule {
    id: "missing-barrier",
    level: Level::Error,
    summary: "Global memory that another thread reads or announces before all threads have stored it.",
    help: "The threads of a block store and load on their own: what one of them reads or releases is \
           there only if all have passed a barrier after the store. Write tl.debug_barrier() between.",
};

pub(super) const MISSING_FENCE: Rule = Rule {
    id: "missing-fence",
    level: Level::Error,
    summary: "Shared memory that threads write and a descriptor or a product reads, without a fence between.",
    help: "What threads store or copy to shared memory is there for a store through a descriptor, or for a \
           product of a warp group or of tensor cores, after ttng.fence_async_shared. Put one between the \
           two, after the wait if what writes is a copy.",
};

pub(super) const OPERAND_LAYOUT: Rule = Rule {
    id: "operand-layout",
    level: Level::Error,
    summary: "A memory in a layout that the hardware which reads or writes it does not take it for.",
    help: "A descriptor has one layout for its blocks, and a swizzled operand begins where the pattern \
           of its swizzle does. Give the memory the encoding of the descriptor, and take parts at \
           multiples of 8 rows and of the swizzle's width.",
};

pub(super) const RESULT_LAYOUT: Rule = Rule {
    id: "result-layout",
    level: Level::Error,
    summary: "A layout or a type that is not the one which the operation gives its result, or takes its \
              operand in.",
    help: "An operation such as a reshape, a broadcast or a product says where its elements are; the \
           encoding in the file puts another element there, as the message shows. The file is wrong: \
           the pass that wrote it, or the hand that changed it, has to convert the layout.",
};

pub(super) const OFFSET_OVERFLOW: Rule = Rule {
    id: "offset-overflow",
    level: Level::Error,
    summary: "An offset that does not fit in the 32 bits that it is computed in.",
    help: "The product or sum wraps around, and the access goes to another place. Compute the offset \
           in 64 bits: cast the row number with .to(tl.int64) before it is multiplied by the stride.",
};

pub(super) const UNMASKED_ACCESS: Rule = Rule {
    id: "unmasked-access",
    level: Level::Warning,
    summary: "An access that lacks a bound which another access of the kernel has on the same rows.",
    help: "Another load or store of this kernel masks the same indices below a limit, so that they \
           may be past the end; this access does not, and reads or writes past its buffer where they \
           are. Mask it, or if the buffer is padded, accept the finding in the baseline.",
};

pub(super) const LOOSE_MASK: Rule = Rule {
    id: "loose-mask",
    level: Level::Warning,
    summary: "A mask that lets an element through that is past the end.",
    help: "The mask compares with <= where the limit is the size, so that the element after the last \
           one is let through; or another access to the same addresses has a smaller limit. Use < \
           with the size.",
};

pub(super) const SWAPPED_MASK: Rule = Rule {
    id: "swapped-mask",
    level: Level::Warning,
    summary: "A mask with the limits of two dims in each other's place.",
    help: "Another access of this kernel bounds the same rows by the same limits the other way around; \
           one of the two is wrong unless both limits are equal. Compare each row with the size of its \
           own dim.",
};

pub(super) const STILL_MASK: Rule = Rule {
    id: "still-mask",
    level: Level::Warning,
    summary: "A mask that stays the same in a loop that moves the addresses past what it bounds.",
    help: "The pointers advance by a whole row of elements in each turn, but the mask compares the \
           first row each time, so that later turns read or write past the end. Compare with what is \
           left: offs_k < K - k * BLOCK_K.",
};

pub(super) const OVERLAPPING_STORES: Rule = Rule {
    id: "overlapping-stores",
    level: Level::Warning,
    summary: "Two elements, or two programs, that store to one address.",
    help: "Which of the two values stays depends on who is last. The tile is larger than the programs \
           are apart, or rows are not as far apart as they are long: multiply the program id by the \
           size of the tile, and the row by the length of a row.",
};

pub(super) const BANK_CONFLICTS: Rule = Rule {
    id: "bank-conflicts",
    level: Level::Warning,
    summary: "Lanes of one access to shared memory want different words of one bank.",
    help: "The access takes as many times longer as the message says. Choose another shared encoding \
           (the finding better-swizzle names the best S<B,M,S>, if there is one), or another \
           layout of the registers.",
};

pub(super) const BETTER_SWIZZLE: Rule = Rule {
    id: "better-swizzle",
    level: Level::Warning,
    summary: "A swizzle of the shared memory with which its accesses take less time.",
    help: "All swizzles S<B,M,S> that permute the memory were compared for all of its readers and \
           writers together. The message has the best one, on offsets in elements as Triton counts \
           them and in bytes as CUTLASS does, and the cycles that the memory is busy for one warp.",
};

pub(super) const COSTLY_CONVERSION: Rule = Rule {
    id: "costly-conversion",
    level: Level::Warning,
    summary: "A layout conversion that goes through shared memory or to another block.",
    help: "Elements are written to shared memory, warps wait, and they are read back: most leave their \
           warp, and some that stay would take too many shuffles. The message has an element that moves \
           as far as any. Choose layouts that keep elements in their threads, or move the conversion out \
           of the loop.",
};

pub(super) const UNCOALESCED_ACCESS: Rule = Rule {
    id: "uncoalesced-access",
    level: Level::Warning,
    summary: "An access to global memory that moves sectors of which it uses a part.",
    help: "Neighboring lanes should take neighboring elements along the contiguous dim: make it the \
           first dim of the blocked layout's order, or transpose the tensor where it is stored. The \
           message has the sectors of one instruction and the fewest that would do.",
};

pub(super) const REPEATED_WORK: Rule = Rule {
    id: "repeated-work",
    level: Level::Warning,
    summary: "A product that several warps compute alike.",
    help: "The result is smaller than the tile of all warps, so that some compute what others do. Use \
           fewer warps (num_warps) or larger blocks.",
};

pub(super) const UNKNOWN_ENCODING: Rule = Rule {
    id: "unknown-encoding",
    level: Level::Note,
    summary: "An encoding that has no linear layout or that this version does not know.",
    help: "What uses it is not analyzed; everything else is.",
};

pub(super) const LEFT_ALONE: Rule = Rule {
    id: "left-alone",
    level: Level::Note,
    summary: "Operations on tensors and memories that no rule looks at.",
    help: "The operations are named and counted; whatever is wrong with them is not found. Of a function \
           whose form is not known only what moves data is looked at.",
};

pub(super) const ACCESS_COST: Rule = Rule {
    id: "access-cost",
    level: Level::Note,
    summary: "What an access or a conversion costs, where there is nothing to improve.",
    help: "Vectors, instructions, sectors, copies and distances, for reference.",
};
