use std::error::Error;
use std::fmt;

use super::any_layout::AnyLayout;
use crate::cute::{
    AlgebraError, CuteLayout, Layout, LayoutOrTiler, Stride, blocked_product, complement,
    flat_divide, flat_product, left_inverse, logical_divide, logical_product, raked_product,
    right_inverse, tiled_divide, tiled_product, zipped_divide, zipped_product,
};

/// An operation of CuTe's algebra that has a value only where its operands meet a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Operation {
    /// The complement below this size.
    Complement {
        size: i64,
    },
    LeftInverse,
    RightInverse,
    Divide(Grouping),
    Product(Grouping),
    BlockedProduct,
    RakedProduct,
}

/// How the modes of a division or of a product are grouped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    Logical,
    Zipped,
    Tiled,
    Flat,
}

/// Why an operation has no value on its operands.
#[derive(Debug, Clone, PartialEq)]
pub enum OperationError {
    /// The number of operands is not that of the operation.
    Operands { expected: usize, found: usize },
    /// An operand of a notation that the operation is not defined for.
    Notation { operand: String, wanted: &'static str },
    /// An operand with symbols: the condition cannot be decided.
    Symbolic { operand: String },
    /// The condition that the operands violate.
    Algebra(AlgebraError),
}

impl OperationError {
    /// True if the operands are not known to violate a condition: the operation may have a value
    /// that was not found.
    pub fn is_undecided(&self) -> bool {
        match self {
            OperationError::Symbolic { .. } => true,
            OperationError::Algebra(error) => is_undecided(error),
            OperationError::Operands { .. } | OperationError::Notation { .. } => false,
        }
    }
}

fn is_undecided(error: &AlgebraError) -> bool {
    match error {
        AlgebraError::InjectivityUndecided { .. } | AlgebraError::CompositionUndecided { .. } => {
            true
        }
        AlgebraError::InMode { error, .. } => is_undecided(error),
        _ => false,
    }
}

impl fmt::Display for OperationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OperationError::Operands { expected, found } => {
                write!(f, "it takes {expected} layouts, not {found}")
            }
            OperationError::Notation { operand, wanted } => write!(f, "{operand} is no {wanted}"),
            OperationError::Symbolic { operand } => {
                write!(f, "{operand} has symbols, of which the condition is not decided")
            }
            OperationError::Algebra(error) => error.fmt(f),
        }
    }
}

impl Error for OperationError {}

impl From<AlgebraError> for OperationError {
    fn from(error: AlgebraError) -> Self {
        OperationError::Algebra(error)
    }
}

impl Operation {
    /// The operation of that name; `size` is what a complement is taken below.
    ///
    /// `None` for any other name, and for a complement without a size.
    pub fn named(name: &str, size: Option<i64>) -> Option<Self> {
        Some(match name {
            "complement" => Operation::Complement { size: size? },
            "left_inverse" => Operation::LeftInverse,
            "right_inverse" => Operation::RightInverse,
            "logical_divide" => Operation::Divide(Grouping::Logical),
            "zipped_divide" => Operation::Divide(Grouping::Zipped),
            "tiled_divide" => Operation::Divide(Grouping::Tiled),
            "flat_divide" => Operation::Divide(Grouping::Flat),
            "logical_product" => Operation::Product(Grouping::Logical),
            "zipped_product" => Operation::Product(Grouping::Zipped),
            "tiled_product" => Operation::Product(Grouping::Tiled),
            "flat_product" => Operation::Product(Grouping::Flat),
            "blocked_product" => Operation::BlockedProduct,
            "raked_product" => Operation::RakedProduct,
            _ => return None,
        })
    }

    /// The layout that the operation gives.
    ///
    /// A division or product of a composed layout is that of its inner layout
    /// ([`Composed::map_inner`](crate::cute::Composed::map_inner)); a division takes basis strides
    /// too. The other operations are of CuTe layouts of integers.
    ///
    /// # Errors
    ///
    /// The condition that the operands violate, or that could not be decided.
    ///
    /// ```
    /// use layout::algebra::{AnyLayout, Kind, Operation};
    ///
    /// let divide = Operation::named("zipped_divide", None).unwrap();
    /// let rows = AnyLayout::parse(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)")?;
    /// let tile = AnyLayout::parse(Kind::Tile, "[4:2;8:1]")?;
    /// let divided = divide.evaluate(&[&rows, &tile]).unwrap();
    /// assert_eq!(divided.to_string(), "S<3,4,3> o 0 o ((4,8),(2,8)):((128,1),(64,8))");
    ///
    /// let complement = Operation::named("complement", Some(64)).unwrap();
    /// let overlapping = AnyLayout::parse(Kind::Cute, "(4,2):(1,2)")?;
    /// assert_eq!(
    ///     complement.evaluate(&[&overlapping]).unwrap_err().to_string(),
    ///     "(4,2):(1,2) is not injective: coordinates 2 and 4 both have offset 2"
    /// );
    /// # Ok::<(), layout::text::ParseError>(())
    /// ```
    pub fn evaluate(self, operands: &[&AnyLayout]) -> Result<AnyLayout, OperationError> {
        match (self, operands) {
            (Operation::Complement { size }, [layout]) => {
                Ok(complement(integers(layout)?, size)?.into())
            }
            (Operation::LeftInverse, [layout]) => Ok(left_inverse(integers(layout)?)?.into()),
            (Operation::RightInverse, [layout]) => Ok(right_inverse(integers(layout)?).into()),
            (Operation::Divide(grouping), [layout, by]) => divide(grouping, layout, right(by)?),
            (Operation::Product(grouping), [block, order]) => {
                let order = right(order)?;
                product(block, |block| multiply(grouping, block, order))
            }
            (Operation::BlockedProduct, [block, order]) => {
                let order = integers(order)?;
                product(block, |block| blocked_product(block, order))
            }
            (Operation::RakedProduct, [block, order]) => {
                let order = integers(order)?;
                product(block, |block| raked_product(block, order))
            }
            _ => Err(OperationError::Operands {
                expected: self.operand_count(),
                found: operands.len(),
            }),
        }
    }

    /// How many layouts it takes.
    pub fn operand_count(self) -> usize {
        match self {
            Operation::Complement { .. } | Operation::LeftInverse | Operation::RightInverse => 1,
            _ => 2,
        }
    }
}

/// The layout of integers that an operand is.
fn integers(operand: &AnyLayout) -> Result<&Layout, OperationError> {
    match operand {
        AnyLayout::Cute(CuteLayout::Static(layout)) => Ok(layout),
        _ => Err(not_integers(operand)),
    }
}

fn not_integers(operand: &AnyLayout) -> OperationError {
    match operand {
        AnyLayout::Cute(CuteLayout::Symbolic(_)) => {
            OperationError::Symbolic { operand: operand.to_string() }
        }
        AnyLayout::Cute(CuteLayout::Basis(_)) => {
            AlgebraError::NotStatic { layout: operand.to_string() }.into()
        }
        _ => OperationError::Notation { operand: operand.to_string(), wanted: "CuTe layout" },
    }
}

fn right(operand: &AnyLayout) -> Result<LayoutOrTiler<'_>, OperationError> {
    match operand {
        AnyLayout::Tile(tiler) => Ok(LayoutOrTiler::Tiler(tiler)),
        _ => integers(operand).map(LayoutOrTiler::Layout),
    }
}

fn divide(
    grouping: Grouping,
    layout: &AnyLayout,
    by: LayoutOrTiler<'_>,
) -> Result<AnyLayout, OperationError> {
    match layout {
        AnyLayout::Cute(CuteLayout::Basis(layout)) => {
            Ok(AnyLayout::Cute(CuteLayout::Basis(split(grouping, layout, by)?)))
        }
        _ => product(layout, |layout| split(grouping, layout, by)),
    }
}

/// The operation on a layout of integers, or on the inner layout of a composed one.
fn product(
    layout: &AnyLayout,
    operation: impl FnOnce(&Layout) -> Result<Layout, AlgebraError>,
) -> Result<AnyLayout, OperationError> {
    match layout {
        AnyLayout::Composed(composed) => match composed.inner() {
            CuteLayout::Symbolic(_) => {
                Err(OperationError::Symbolic { operand: composed.to_string() })
            }
            _ => Ok(AnyLayout::Composed(composed.map_inner(operation)?)),
        },
        _ => Ok(operation(integers(layout)?)?.into()),
    }
}

fn split<D: Stride>(
    grouping: Grouping,
    layout: &Layout<D>,
    by: LayoutOrTiler<'_>,
) -> Result<Layout<D>, AlgebraError> {
    match grouping {
        Grouping::Logical => logical_divide(layout, by),
        Grouping::Zipped => zipped_divide(layout, by),
        Grouping::Tiled => tiled_divide(layout, by),
        Grouping::Flat => flat_divide(layout, by),
    }
}

fn multiply(
    grouping: Grouping,
    block: &Layout,
    by: LayoutOrTiler<'_>,
) -> Result<Layout, AlgebraError> {
    match grouping {
        Grouping::Logical => logical_product(block, by),
        Grouping::Zipped => zipped_product(block, by),
        Grouping::Tiled => tiled_product(block, by),
        Grouping::Flat => flat_product(block, by),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[track_caller]
    fn value(name: &str, size: Option<i64>, operands: &[(Kind, &str)]) -> (String, bool) {
        let operands: Vec<AnyLayout> =
            operands.iter().map(|(kind, text)| AnyLayout::parse(*kind, text).unwrap()).collect();
        let operands: Vec<&AnyLayout> = operands.iter().collect();
        match Operation::named(name, size).unwrap().evaluate(&operands) {
            Ok(layout) => (layout.to_string(), true),
            Err(error) => (error.to_string(), error.is_undecided()),
        }
    }

    #[test]
    fn every_operation_has_its_own_value() {
        use Kind::Cute;
        let unary = |name| value(name, Some(64), &[(Cute, "(2,2,2):(1,8,2)")]).0;
        assert_eq!(unary("complement"), "(2,4):(4,16)");
        assert_eq!(unary("left_inverse"), "(2,4,2):(1,4,2)");
        assert_eq!(unary("right_inverse"), "(2,2):(1,4)");
        let binary = |name| value(name, None, &[(Cute, "(2,5):(5,1)"), (Cute, "(3,4):(1,3)")]).0;
        assert_eq!(binary("logical_product"), "((2,5),(3,4)):((5,1),(10,30))");
        assert_eq!(binary("tiled_product"), "((2,5),3,4):((5,1),10,30)");
        assert_eq!(binary("flat_product"), "(2,5,3,4):(5,1,10,30)");
        assert_eq!(binary("blocked_product"), "((2,3),(5,4)):((5,10),(1,30))");
        assert_eq!(binary("raked_product"), "((3,2),(4,5)):((10,5),(30,1))");
        let tile = [(Cute, "(8,64):(64,1)"), (Kind::Tile, "[4:2;8:1]")];
        let divide = |name| value(name, None, &tile).0;
        assert_eq!(divide("logical_divide"), "((4,2),(8,8)):((128,64),(1,8))");
        assert_eq!(divide("zipped_divide"), "((4,8),(2,8)):((128,1),(64,8))");
        assert_eq!(divide("tiled_divide"), "((4,8),2,8):((128,1),64,8)");
        assert_eq!(divide("flat_divide"), "(4,8,2,8):(128,1,64,8)");
    }

    #[test]
    fn operands_without_a_value_say_why() {
        let undecided = ("(M,2):(1,M) has symbols, of which the condition is not decided", true);
        let (text, is_undecided) = value("right_inverse", None, &[(Kind::Cute, "(M,2):(1,M)")]);
        assert_eq!((text.as_str(), is_undecided), undecided);
        let (text, is_undecided) = value("left_inverse", None, &[(Kind::Swizzle, "S<1,0,1>")]);
        assert_eq!((text.as_str(), is_undecided), ("S<1,0,1> is no CuTe layout", false));
        let tile = [(Kind::Cute, "8:1"), (Kind::Tile, "[4]")];
        assert_eq!(value("raked_product", None, &tile).0, "[4] is no CuTe layout");
        assert_eq!(value("raked_product", None, &tile[..1]).0, "it takes 2 layouts, not 1");
    }
}
