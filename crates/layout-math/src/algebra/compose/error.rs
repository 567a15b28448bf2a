//! Why two layouts have no composition.

use std::error::Error;
use std::fmt;

use crate::algebra::relations::NoRelation;
use crate::algebra::verdict::Unknown;
use crate::cute::AlgebraError;
use crate::linear::LinearError;
use crate::relation::RelationError;

/// What happens where the inner layout leaves the domain of the outer one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Promotion {
    /// CuTe's promotion: the last flattened mode of the outer layout is extended.
    #[default]
    Extend,
    /// The relational composition: such coordinates have no value.
    None,
}

/// Why two layouts have no composition.
#[derive(Debug, Clone, PartialEq)]
pub enum ComposeError {
    /// The left operand is a tiler, or the right one is and the left is not a CuTe layout.
    NotAFunction { operand: String },
    /// The offsets of the right operand are tuples, which are not coordinates of the left one.
    Tuples { operand: String },
    /// The offsets of the right operand are tuples, and no layout was found that takes them for
    /// coordinates of the left one.
    Coordinates(AlgebraError),
    /// A tiler with more modes than the layout, or with a mode that is not a layout of integers.
    Tiler { tiler: String, layout: String },
    /// A mode of the composition with a tiler is not a layout.
    TilerMode { tile: String, mode: String },
    /// Two linear layouts that do not fit together.
    Linear(LinearError),
    /// The composition is not Presburger, or a number in it passes 64 bits.
    Relation(RelationError),
    /// isl did not find the composition.
    Unknown(Unknown),
}

impl fmt::Display for ComposeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ComposeError::NotAFunction { operand } => {
                write!(f, "{operand} is a tiler, which is not a function to compose")
            }
            ComposeError::Tuples { operand } => {
                write!(f, "the offsets of {operand} are tuples, which are not coordinates")
            }
            ComposeError::Coordinates(error) => error.fmt(f),
            ComposeError::Tiler { tiler, layout } => {
                write!(f, "tiler {tiler} does not fit the modes of {layout}")
            }
            ComposeError::TilerMode { tile, mode } => {
                write!(f, "{mode} o {tile} is not a layout")
            }
            ComposeError::Linear(error) => error.fmt(f),
            ComposeError::Relation(error) => error.fmt(f),
            ComposeError::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

impl Error for ComposeError {}

impl ComposeError {
    /// True if composition is not defined, or has no notation, for operands of these notations, which
    /// says nothing of the layouts that they are.
    pub fn is_unsupported(&self) -> bool {
        match self {
            ComposeError::NotAFunction { .. } | ComposeError::Tuples { .. } => true,
            // What is not a layout may be a relation all the same.
            ComposeError::Coordinates(
                AlgebraError::NotALayout { .. } | AlgebraError::DoesNotSplit { .. },
            ) => true,
            ComposeError::Coordinates(error) => error.is_unsupported(),
            _ => false,
        }
    }

    /// True if no layout takes the offsets of the right operand for coordinates, or none was found: it may
    /// be a relation all the same.
    pub(super) fn has_no_layout(&self) -> bool {
        matches!(
            self,
            ComposeError::Coordinates(
                AlgebraError::NotALayout { .. }
                    | AlgebraError::DoesNotSplit { .. }
                    | AlgebraError::CompositionUndecided { .. },
            )
        )
    }

    /// True if there may be a composition that was not found.
    pub fn is_undecided(&self) -> bool {
        matches!(
            self,
            ComposeError::Relation(_)
                | ComposeError::Unknown(_)
                | ComposeError::Coordinates(AlgebraError::CompositionUndecided { .. })
        )
    }
}

impl From<NoRelation> for ComposeError {
    fn from(error: NoRelation) -> Self {
        match error {
            NoRelation::NotAFunction { operand } => ComposeError::NotAFunction { operand },
            NoRelation::Relation(error) => ComposeError::Relation(error),
            NoRelation::SizeTooLarge { .. } | NoRelation::NestedOffsets { .. } => {
                ComposeError::Unknown(error.into())
            }
        }
    }
}

impl From<ComposeError> for Unknown {
    fn from(error: ComposeError) -> Self {
        match error {
            ComposeError::Unknown(unknown) => unknown,
            ComposeError::Relation(error) => error.into(),
            error @ ComposeError::NotAFunction { .. } => {
                Unknown::NotRead { reason: error.to_string() }
            }
            error @ ComposeError::Coordinates(AlgebraError::CompositionUndecided { .. }) => {
                Unknown::NotFound { reason: error.to_string() }
            }
            error => Unknown::NotPresburger { reason: error.to_string() },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_does_not_fit_a_tiler_is_named() {
        use crate::algebra::{AnyLayout, Budget, Kind, Promotion, compose};
        let error = |layout: &str, tiler: &str| {
            let layout = AnyLayout::parse(Kind::Cute, layout).unwrap();
            let tiler = AnyLayout::parse(Kind::Tile, tiler).unwrap();
            compose(&layout, &tiler, Promotion::Extend, &Budget::DEFAULT).unwrap_err().to_string()
        };
        assert_eq!(
            error("(4,8):(8,1)", "[2:1;4:1;2:1]"),
            "tiler [2:1;4:1;2:1] does not fit the modes of (4,8):(8,1)"
        );
        assert_eq!(
            error("((4,6),8):((8,1),64)", "[(3,2):(3,1);4:1]"),
            "(4,6):(8,1) o (3,2):(3,1) is not a layout"
        );
    }

    #[test]
    fn reasons_keep_their_kind() {
        let kind = |error: NoRelation| Unknown::from(ComposeError::from(error)).kind();
        assert_eq!(kind(NoRelation::NotAFunction { operand: "[x] -> { }".to_owned() }), "not read");
        assert_eq!(kind(NoRelation::SizeTooLarge { layout: "4:1".to_owned() }), "too large");

        let text = || "4:1".to_owned();
        let undecided = AlgebraError::CompositionUndecided { outer: text(), inner: text() };
        let undecided = ComposeError::Coordinates(undecided);
        assert!(undecided.is_undecided() && !undecided.is_unsupported());
        assert_eq!(Unknown::from(undecided).kind(), "not found");
        let split = AlgebraError::DoesNotSplit { layout: text(), shape: "3".to_owned() };
        let split = ComposeError::Coordinates(split);
        assert!(split.is_unsupported() && !split.is_undecided());
        assert_eq!(Unknown::from(split).kind(), "not Presburger");
    }
}
