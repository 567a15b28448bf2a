//! What an instruction does.

use std::sync::Arc;

use super::constant::Constant;
use super::fences::{Fence, Order};
use super::types::Type;

/// What an instruction uses, with its type.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Operand {
    pub kind: Type,
    pub value: Source,
}

/// Where the value of an operand is from.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Source {
    /// An argument or a result, by its number in the function.
    Local(u32),
    Constant(Constant),
}

/// Operations on two numbers, or element by element on two vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Binary {
    Add,
    Sub,
    Mul,
    DivideUnsigned,
    DivideSigned,
    RemainderUnsigned,
    RemainderSigned,
    ShiftLeft,
    ShiftRight,
    ShiftRightSigned,
    And,
    Or,
    Xor,
}

/// Operations on two floats that may be done in another order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FloatBinary {
    Add,
    Multiply,
}

/// What the author promises of an operation; where it does not hold the result is poison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Flags {
    pub no_unsigned_wrap: bool,
    pub no_signed_wrap: bool,
    pub exact: bool,
    pub disjoint: bool,
    pub non_negative: bool,
}

/// The same of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct AddressFlags {
    /// It is in the memory that the base is in, or at its end.
    pub in_bounds: bool,
    pub no_unsigned_wrap: bool,
    pub no_signed_wrap: bool,
}

/// Conversions of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cast {
    Truncate,
    ZeroExtend,
    SignExtend,
    /// Between numbers, vectors and floats of one size.
    Bits,
    /// Between pointers and numbers, which may differ in size.
    Pointer,
    /// Between the address spaces of pointers.
    AddressSpace,
}

/// Comparisons of integers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Predicate {
    Equal,
    NotEqual,
    UnsignedLess,
    UnsignedLessOrEqual,
    UnsignedGreater,
    UnsignedGreaterOrEqual,
    SignedLess,
    SignedLessOrEqual,
    SignedGreater,
    SignedGreaterOrEqual,
}

/// A call of a function or of an intrinsic.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    pub callee: Arc<str>,
    pub arguments: Vec<Operand>,
}

/// Inline assembly.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Assembly {
    pub text: Arc<str>,
    pub constraints: Arc<str>,
    /// It does more than to compute its results: nobody leaves it out.
    pub has_effects: bool,
    pub arguments: Vec<Operand>,
}

/// What an instruction does; blocks by their number in the function.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operation {
    Binary {
        name: Binary,
        flags: Flags,
        left: Operand,
        right: Operand,
    },
    /// `fadd` or `fmul`.
    Float {
        name: FloatBinary,
        left: Operand,
        right: Operand,
    },
    Compare {
        predicate: Predicate,
        /// The author promises that both have one sign.
        is_same_sign: bool,
        left: Operand,
        right: Operand,
    },
    Cast {
        cast: Cast,
        flags: Flags,
        value: Operand,
        to: Type,
    },
    Select {
        condition: Operand,
        yes: Operand,
        no: Operand,
    },
    Freeze(Operand),
    /// `getelementptr`: the address of a part of what the type says is there.
    Address {
        flags: AddressFlags,
        pointee: Type,
        base: Operand,
        indices: Vec<Operand>,
    },
    Load {
        kind: Type,
        address: Operand,
        alignment: u64,
    },
    Store {
        value: Operand,
        address: Operand,
        alignment: u64,
    },
    /// `atomicrmw`, by the name of what it does.
    Atomic {
        name: Arc<str>,
        address: Operand,
        value: Operand,
        order: Order,
    },
    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Operand,
        index: Operand,
    },
    /// The elements of both vectors in this order; nothing where none is asked for.
    Shuffle {
        left: Operand,
        right: Operand,
        order: Vec<Option<u32>>,
    },
    ExtractValue {
        aggregate: Operand,
        path: Vec<usize>,
    },
    InsertValue {
        aggregate: Operand,
        element: Operand,
        path: Vec<usize>,
    },
    Call(Call),
    Assembly(Assembly),
    Phi(Vec<(Operand, u32)>),
    Jump(u32),
    Branch {
        condition: Operand,
        yes: u32,
        no: u32,
    },
    Switch {
        value: Operand,
        otherwise: u32,
        cases: Vec<(u128, u32)>,
    },
    Return(Option<Operand>),
    Unreachable,
    Fence(Fence),
    /// An instruction that is not known, or in a form that is not.
    Unknown,
}

impl Binary {
    /// True if there is no result for 0 on the right.
    pub fn divides(self) -> bool {
        use Binary::{DivideSigned, DivideUnsigned, RemainderSigned, RemainderUnsigned};
        matches!(self, DivideUnsigned | DivideSigned | RemainderUnsigned | RemainderSigned)
    }

    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "add" => Binary::Add,
            "sub" => Binary::Sub,
            "mul" => Binary::Mul,
            "udiv" => Binary::DivideUnsigned,
            "sdiv" => Binary::DivideSigned,
            "urem" => Binary::RemainderUnsigned,
            "srem" => Binary::RemainderSigned,
            "shl" => Binary::ShiftLeft,
            "lshr" => Binary::ShiftRight,
            "ashr" => Binary::ShiftRightSigned,
            "and" => Binary::And,
            "or" => Binary::Or,
            "xor" => Binary::Xor,
            _ => return None,
        })
    }
}

impl Predicate {
    /// `slt` and the like.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "eq" => Predicate::Equal,
            "ne" => Predicate::NotEqual,
            "ult" => Predicate::UnsignedLess,
            "ule" => Predicate::UnsignedLessOrEqual,
            "ugt" => Predicate::UnsignedGreater,
            "uge" => Predicate::UnsignedGreaterOrEqual,
            "slt" => Predicate::SignedLess,
            "sle" => Predicate::SignedLessOrEqual,
            "sgt" => Predicate::SignedGreater,
            "sge" => Predicate::SignedGreaterOrEqual,
            _ => return None,
        })
    }
}

impl Cast {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "trunc" => Cast::Truncate,
            "zext" => Cast::ZeroExtend,
            "sext" => Cast::SignExtend,
            "bitcast" => Cast::Bits,
            "ptrtoint" | "ptrtoaddr" | "inttoptr" => Cast::Pointer,
            "addrspacecast" => Cast::AddressSpace,
            _ => return None,
        })
    }
}
