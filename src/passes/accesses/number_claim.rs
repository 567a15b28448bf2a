//! What has to hold of a number of a memref, and how it does not.

use std::fmt;

/// A number that a memref has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::passes) enum Component {
    Size(usize),
    Stride(usize),
    Offset,
}

/// What has to hold of a number: that how far it is from what is said is 0, or that it is not negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::passes) enum NumberClaim {
    /// A size, a stride or an offset is this number.
    Is(Component, i64),
    /// A dimension has as many elements as a part of a shape.
    Shape { dimension: usize },
    /// A dimension of the source of a copy has as many elements as that of its target.
    Copied { dimension: usize },
    /// The size of a dimension is not negative.
    Natural { dimension: usize },
    /// The number of elements that are transferred is not negative.
    Count,
}

/// How a claim is wrong.
#[derive(Debug, Clone, Copy)]
pub(super) struct Broken {
    pub claim: NumberClaim,
    /// How far the number is from what is said, or the number itself.
    pub number: i64,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.number;
        match self.claim {
            NumberClaim::Is(component, said) => {
                let found = i128::from(number) + i128::from(said);
                match component {
                    Component::Size(dimension) => {
                        write!(f, "size {found} of dimension {dimension} is not {said}")
                    }
                    Component::Stride(dimension) => {
                        write!(f, "stride {found} of dimension {dimension} is not {said}")
                    }
                    Component::Offset => write!(f, "offset {found} is not {said}"),
                }
            }
            NumberClaim::Shape { dimension } | NumberClaim::Copied { dimension } => {
                let (count, order) =
                    (number.unsigned_abs(), if number < 0 { "fewer" } else { "more" });
                let plural = if count == 1 { "" } else { "s" };
                let (of, than) = match self.claim {
                    NumberClaim::Shape { .. } => ("", "its shape"),
                    _ => (" of the source", "that of the target"),
                };
                write!(
                    f,
                    "dimension {dimension}{of} has {count} element{plural} {order} than {than}"
                )
            }
            NumberClaim::Natural { dimension } => {
                write!(f, "size {number} of dimension {dimension} is negative")
            }
            NumberClaim::Count => write!(f, "number of elements {number} is negative"),
        }
    }
}
