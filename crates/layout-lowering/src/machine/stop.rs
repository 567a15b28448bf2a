//! Why an execution ends before its end.

/// The line of an instruction in the LLVM IR, and that of the operation in the TTGIR, 0 if not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct SourceLines {
    pub line: u32,
    pub origin: u32,
}

/// What an execution ends with.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Stop {
    /// It does something that no execution may do.
    Fault(Fault),
    /// Something is not modeled: what, and the line.
    Unknown { what: String, line: u32 },
}

/// Something that no execution may do.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Fault {
    pub thread: Option<usize>,
    pub what: String,
    pub place: SourceLines,
}

impl Stop {
    pub fn fault(thread: Option<usize>, what: String, place: SourceLines) -> Stop {
        Stop::Fault(Fault { thread, what, place })
    }

    pub fn unknown(what: impl Into<String>, line: u32) -> Stop {
        Stop::Unknown { what: what.into(), line }
    }
}
