//! Arithmetic on integers: `arith`, `index`, and the maps of `affine`.

use melior::Context;
use melior::ir::operation::OperationLike;
use melior::ir::{Attribute, OperationRef, Value};

use super::{Number, mixed};
use crate::dialect::ir;
use crate::ffi::mlir;

/// What an operation computes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arithmetic {
    Constant,
    Binary(Operator),
    /// One of two operands; which, a predicate says.
    Compare,
    Select,
    /// A conversion to another width; with more bits, the new ones are the sign.
    SignedCast,
    /// The same, the new bits being 0.
    UnsignedCast,
    /// The one result of an affine map.
    Apply,
    /// The least result of an affine map.
    Minimum,
    Maximum,
    /// The digits of a number, the last one fastest.
    Digits,
    /// The number of some digits.
    FromDigits,
}

/// What is computed of two operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    /// Rounds to 0.
    DivideSigned,
    DivideUnsigned,
    CeilDivideSigned,
    CeilDivideUnsigned,
    FloorDivide,
    RemainderSigned,
    RemainderUnsigned,
    ShiftLeft,
    ShiftRightSigned,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
    MinimumSigned,
    MinimumUnsigned,
    MaximumSigned,
    MaximumUnsigned,
}

use self::Arithmetic::{
    Apply, Binary, Compare, Constant, Digits, FromDigits, Maximum, Minimum, Select, SignedCast,
    UnsignedCast,
};
use self::Operator::{
    Add, And, CeilDivideSigned, CeilDivideUnsigned, DivideSigned, DivideUnsigned, FloorDivide,
    MaximumSigned, MaximumUnsigned, MinimumSigned, MinimumUnsigned, Multiply, Or, RemainderSigned,
    RemainderUnsigned, ShiftLeft, ShiftRightSigned, ShiftRightUnsigned, Subtract, Xor,
};

/// What operations compute, with the names that they have, or the one that they have.
const NAMES: [(Arithmetic, &str, &str); 33] = [
    (Binary(Add), "arith.addi", "index.add"),
    (Binary(Subtract), "arith.subi", "index.sub"),
    (Binary(Multiply), "arith.muli", "index.mul"),
    (Binary(DivideSigned), "arith.divsi", "index.divs"),
    (Binary(DivideUnsigned), "arith.divui", "index.divu"),
    (Binary(CeilDivideSigned), "arith.ceildivsi", "index.ceildivs"),
    (Binary(CeilDivideUnsigned), "arith.ceildivui", "index.ceildivu"),
    (Binary(FloorDivide), "arith.floordivsi", "index.floordivs"),
    (Binary(RemainderSigned), "arith.remsi", "index.rems"),
    (Binary(RemainderUnsigned), "arith.remui", "index.remu"),
    (Binary(ShiftLeft), "arith.shli", "index.shl"),
    (Binary(ShiftRightSigned), "arith.shrsi", "index.shrs"),
    (Binary(ShiftRightUnsigned), "arith.shrui", "index.shru"),
    (Binary(And), "arith.andi", "index.and"),
    (Binary(Or), "arith.ori", "index.or"),
    (Binary(Xor), "arith.xori", "index.xor"),
    (Binary(MinimumSigned), "arith.minsi", "index.mins"),
    (Binary(MinimumUnsigned), "arith.minui", "index.minu"),
    (Binary(MaximumSigned), "arith.maxsi", "index.maxs"),
    (Binary(MaximumUnsigned), "arith.maxui", "index.maxu"),
    (Constant, "arith.constant", "index.constant"),
    (Compare, "arith.cmpi", "index.cmp"),
    (Select, "arith.select", ""),
    (SignedCast, "arith.index_cast", "index.casts"),
    (SignedCast, "arith.extsi", ""),
    (SignedCast, "arith.trunci", ""),
    (UnsignedCast, "arith.index_castui", "index.castu"),
    (UnsignedCast, "arith.extui", ""),
    (Apply, "affine.apply", ""),
    (Minimum, "affine.min", ""),
    (Maximum, "affine.max", ""),
    (Digits, "affine.delinearize_index", ""),
    (FromDigits, "affine.linearize_index", ""),
];

/// What an operation computes; `None` for one that is not read.
pub fn arithmetic(operation: OperationRef<'_, '_>) -> Option<Arithmetic> {
    let name = ir::name(operation);
    let row = NAMES.iter().find(|(_, arith, index)| *arith == name || *index == name);
    row.filter(|_| !name.is_empty()).map(|&(arithmetic, ..)| arithmetic)
}

/// True for an operation whose results are arithmetic of its operands, read or not, so that an index
/// that it computes may come from a layout.
pub fn is_arithmetic(operation: OperationRef<'_, '_>) -> bool {
    let (dialect, _) = ir::name(operation).split_once('.').unwrap_or_default();
    matches!(dialect, "arith" | "index") || arithmetic(operation).is_some()
}

impl Operator {
    /// The operation of `arith`.
    pub fn name(self) -> &'static str {
        let row = NAMES.iter().find(|(known, ..)| *known == Binary(self));
        row.map_or("", |(_, name, _)| name)
    }
}

/// How two integers compare.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Predicate {
    Equal,
    NotEqual,
    /// The left operand is less than the right one, or greater, if they are swapped.
    Less {
        or_equal: bool,
        is_swapped: bool,
        is_signed: bool,
    },
}

impl Predicate {
    /// The predicate of a comparison.
    pub fn of(compare: OperationRef<'_, '_>) -> Option<Self> {
        let number = match ir::integer_attribute(compare, "predicate") {
            Some(number) => usize::try_from(number).ok()?,
            None => mlir::enum_value(compare.attribute("pred").ok()?)?,
        };
        // The order of `arith::CmpIPredicate` and of `index::IndexCmpPredicate`: eq, ne, slt, sle,
        // sgt, sge, ult, ule, ugt, uge.
        let less = |number: usize, is_signed| Predicate::Less {
            or_equal: number & 1 != 0,
            is_swapped: number & 2 != 0,
            is_signed,
        };
        match number {
            0 => Some(Predicate::Equal),
            1 => Some(Predicate::NotEqual),
            2..=5 => Some(less(number - 2, true)),
            6..=9 => Some(less(number - 6, false)),
            _ => None,
        }
    }

    /// The number of the predicate in `arith`.
    pub fn number(self) -> i64 {
        match self {
            Predicate::Equal => 0,
            Predicate::NotEqual => 1,
            Predicate::Less { or_equal, is_swapped, is_signed } => {
                let first = if is_signed { 2 } else { 6 };
                first + i64::from(or_equal) + 2 * i64::from(is_swapped)
            }
        }
    }

    /// What holds where this does not.
    pub fn negated(self) -> Self {
        match self {
            Predicate::Equal => Predicate::NotEqual,
            Predicate::NotEqual => Predicate::Equal,
            Predicate::Less { or_equal, is_swapped, is_signed } => {
                Predicate::Less { or_equal: !or_equal, is_swapped: !is_swapped, is_signed }
            }
        }
    }
}

/// What an operation promises about wrapping.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Wrapping {
    pub nsw: bool,
    pub nuw: bool,
}

impl Wrapping {
    /// The promise of an operation; `None` if it promises something else.
    pub fn of(operation: OperationRef<'_, '_>) -> Option<Self> {
        let Ok(flags) = operation.attribute("overflowFlags") else { return Some(Self::default()) };
        let flags = mlir::enum_value(flags).filter(|flags| *flags < 4)?;
        Some(Wrapping { nsw: flags & 1 != 0, nuw: flags & 2 != 0 })
    }

    pub fn attribute(self, context: &Context) -> Attribute<'_> {
        mlir::overflow_flags(context, u32::from(self.nsw) + 2 * u32::from(self.nuw))
    }
}

/// The sizes of the digits that an operation takes a number apart into, or makes one of.
pub fn basis<'c>(operation: OperationRef<'c, 'c>) -> Option<Vec<Number<'c>>> {
    // One number is taken apart, and the sizes follow; digits and sizes are two groups.
    let sizes: Vec<Value> = match arithmetic(operation)? {
        Digits => operation.operands().skip(1).collect(),
        _ => ir::operand_segment(operation, 1),
    };
    mixed(operation, "static_basis", sizes)
}
