use std::error::Error;
use std::fmt;

pub use crate::budget::Budget;

/// The answer to a question about layouts, with its method or its witness `W`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict<W> {
    /// The claim holds at every coordinate and for all values of its symbols.
    Proved(Method),
    /// The claim fails, and the witness shows where.
    Refuted(W),
    /// Neither was found. This is never counted as proved.
    Unknown(Unknown),
}

impl<W> Verdict<W> {
    /// The verdict with another witness.
    pub fn map_witness<V>(self, change: impl FnOnce(W) -> V) -> Verdict<V> {
        match self {
            Verdict::Proved(method) => Verdict::Proved(method),
            Verdict::Refuted(witness) => Verdict::Refuted(change(witness)),
            Verdict::Unknown(unknown) => Verdict::Unknown(unknown),
        }
    }
}

/// How a claim was proved. Every method is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// Coalesced CuTe layouts are the same function exactly if they are identical.
    CanonicalForm,
    /// Interval arithmetic on extents and strides.
    OffsetRange,
    /// Bounds of variables.
    Ranges,
    /// Linear algebra over F2.
    F2Matrices,
    /// The claim was checked at each of so many coordinates.
    Enumeration { coordinates: i64 },
    /// The claim holds of the layouts for each of so many values of their symbols.
    Instances { count: i64 },
    /// A normal form proved it in each of so many parts of the inputs.
    Cases { count: i64 },
    /// A number was computed.
    Evaluation,
    /// Extents were compared.
    Shapes,
    /// Integer set relations.
    Isl,
}

impl Method {
    /// The kind of the method, without the numbers of the proof.
    ///
    /// ```
    /// use layout_math::algebra::Method;
    ///
    /// assert_eq!(Method::Enumeration { coordinates: 4 }.family(), "enumeration of coordinates");
    /// ```
    pub fn family(self) -> &'static str {
        match self {
            Method::CanonicalForm => "canonical form",
            Method::OffsetRange => "offset range",
            Method::Ranges => "ranges",
            Method::F2Matrices => "F2 matrices",
            Method::Enumeration { .. } => "enumeration of coordinates",
            Method::Instances { .. } => "enumeration of values of symbols",
            Method::Cases { .. } => "cases",
            Method::Evaluation => "evaluation",
            Method::Shapes => "comparison of shapes",
            Method::Isl => "isl",
        }
    }

    /// The number by which the interfaces to other languages know it: `layout_method` in C.
    pub fn number(self) -> u8 {
        match self {
            Method::CanonicalForm => 0,
            Method::OffsetRange => 1,
            Method::Ranges => 2,
            Method::F2Matrices => 3,
            Method::Enumeration { .. } => 4,
            Method::Instances { .. } => 5,
            Method::Evaluation => 6,
            Method::Shapes => 7,
            Method::Isl => 8,
            Method::Cases { .. } => 9,
        }
    }
}

impl<W> Verdict<W> {
    /// The coordinates or values of symbols of a proof by enumeration, the operations or steps after which
    /// nothing was decided; else 0.
    ///
    /// ```
    /// use layout_math::algebra::{Method, Verdict};
    ///
    /// let verdict: Verdict<()> = Verdict::Proved(Method::Enumeration { coordinates: 4 });
    /// assert_eq!(verdict.count(), 4);
    /// ```
    pub fn count(&self) -> u64 {
        let unsigned = |number: i64| u64::try_from(number).unwrap_or(0);
        match self {
            Verdict::Proved(Method::Enumeration { coordinates }) => unsigned(*coordinates),
            Verdict::Proved(Method::Instances { count } | Method::Cases { count }) => {
                unsigned(*count)
            }
            Verdict::Unknown(Unknown::OutOfBudget { operations }) => *operations,
            Verdict::Unknown(Unknown::OutOfSteps { steps }) => *steps,
            Verdict::Proved(_) | Verdict::Refuted(_) | Verdict::Unknown(_) => 0,
        }
    }

    /// Whether the claim holds; `None` where nothing was decided.
    ///
    /// ```
    /// use layout_math::algebra::{Method, Verdict};
    ///
    /// let verdict: Verdict<()> = Verdict::Proved(Method::Isl);
    /// assert_eq!(verdict.holds(), Some(true));
    /// ```
    pub fn holds(&self) -> Option<bool> {
        match self {
            Verdict::Proved(_) => Some(true),
            Verdict::Refuted(_) => Some(false),
            Verdict::Unknown(_) => None,
        }
    }
}

impl Unknown {
    /// The number by which the interfaces to other languages know it: `layout_reason` in C.
    pub fn number(&self) -> u8 {
        match self {
            Unknown::OutOfBudget { .. } => 0,
            Unknown::OutOfSteps { .. } => 1,
            Unknown::NotPresburger { .. } => 2,
            Unknown::NotStatic => 3,
            Unknown::TooLarge { .. } => 4,
            Unknown::NotRead { .. } => 5,
            Unknown::NotFound { .. } => 6,
        }
    }

    /// The kind of the reason, without numbers and names: what reports count.
    ///
    /// ```
    /// use layout_math::algebra::Unknown;
    ///
    /// assert_eq!(Unknown::OutOfBudget { operations: 100 }.kind(), "out of budget");
    /// ```
    pub fn kind(&self) -> &'static str {
        match self {
            Unknown::OutOfBudget { .. } => "out of budget",
            Unknown::OutOfSteps { .. } => "out of steps",
            Unknown::NotPresburger { .. } => "not Presburger",
            Unknown::NotStatic => "not static",
            Unknown::TooLarge { .. } => "too large",
            Unknown::NotRead { .. } => "not read",
            Unknown::NotFound { .. } => "not found",
        }
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Method::CanonicalForm => f.write_str("canonical form"),
            Method::OffsetRange => f.write_str("offset range"),
            Method::Ranges => f.write_str("ranges"),
            Method::F2Matrices => f.write_str("F2 matrices"),
            Method::Enumeration { coordinates: 1 } => f.write_str("enumeration of 1 coordinate"),
            Method::Enumeration { coordinates } => {
                write!(f, "enumeration of {coordinates} coordinates")
            }
            Method::Instances { count: 1 } => f.write_str("enumeration of 1 value of symbols"),
            Method::Instances { count } => write!(f, "enumeration of {count} values of symbols"),
            Method::Cases { count: 1 } => f.write_str("1 case"),
            Method::Cases { count } => write!(f, "{count} cases"),
            Method::Evaluation => f.write_str("evaluation"),
            Method::Shapes => f.write_str("comparison of shapes"),
            Method::Isl => f.write_str("isl"),
        }
    }
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unknown {
    /// isl did not finish within the budget.
    OutOfBudget { operations: u64 },
    /// A search over the modes of a layout did not end within the budget.
    OutOfSteps { steps: u64 },
    /// The question has no Presburger formula; `reason` says why.
    NotPresburger { reason: String },
    /// A layout is not known statically.
    NotStatic,
    /// A number or a count passes a limit; `reason` names both.
    TooLarge { reason: String },
    /// Something that the question is about is not modeled; `reason` names it.
    NotRead { reason: String },
    /// Neither a proof nor a counterexample was found; `reason` says what was looked for.
    NotFound { reason: String },
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::OutOfBudget { operations } => {
                write!(f, "isl did not decide it within {operations} operations")
            }
            Unknown::OutOfSteps { steps } => {
                write!(f, "a search did not decide it within {steps} steps")
            }
            Unknown::NotPresburger { reason }
            | Unknown::TooLarge { reason }
            | Unknown::NotRead { reason }
            | Unknown::NotFound { reason } => f.write_str(reason),
            Unknown::NotStatic => f.write_str("a layout is not known statically"),
        }
    }
}

impl Error for Unknown {}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers are those of `layout_method` and `layout_reason` in C, which never change.
    #[test]
    fn each_method_and_each_reason_has_its_number_and_its_words() {
        let methods = [
            (Method::CanonicalForm, 0, "canonical form", "canonical form", 0),
            (Method::OffsetRange, 1, "offset range", "offset range", 0),
            (Method::Ranges, 2, "ranges", "ranges", 0),
            (Method::F2Matrices, 3, "F2 matrices", "F2 matrices", 0),
            (
                Method::Enumeration { coordinates: 7 },
                4,
                "enumeration of coordinates",
                "enumeration of 7 coordinates",
                7,
            ),
            (
                Method::Instances { count: 1 },
                5,
                "enumeration of values of symbols",
                "enumeration of 1 value of symbols",
                1,
            ),
            (
                Method::Instances { count: 3 },
                5,
                "enumeration of values of symbols",
                "enumeration of 3 values of symbols",
                3,
            ),
            (Method::Evaluation, 6, "evaluation", "evaluation", 0),
            (Method::Shapes, 7, "comparison of shapes", "comparison of shapes", 0),
            (Method::Isl, 8, "isl", "isl", 0),
            (Method::Cases { count: 1 }, 9, "cases", "1 case", 1),
            (Method::Cases { count: 2 }, 9, "cases", "2 cases", 2),
        ];
        for (method, number, family, text, count) in methods {
            assert_eq!((method.number(), method.family()), (number, family));
            assert_eq!(method.to_string(), text);
            assert_eq!(Verdict::<()>::Proved(method).count(), count);
        }
        let reason = || "why".to_owned();
        let reasons = [
            (Unknown::OutOfBudget { operations: 5 }, 5),
            (Unknown::OutOfSteps { steps: 6 }, 6),
            (Unknown::NotPresburger { reason: reason() }, 0),
            (Unknown::NotStatic, 0),
            (Unknown::TooLarge { reason: reason() }, 0),
            (Unknown::NotRead { reason: reason() }, 0),
            (Unknown::NotFound { reason: reason() }, 0),
        ];
        for (number, (unknown, count)) in reasons.into_iter().enumerate() {
            assert_eq!(usize::from(unknown.number()), number);
            assert_eq!(Verdict::<()>::Unknown(unknown).count(), count);
        }
        assert_eq!(Verdict::Refuted(()).count(), 0);
    }
}
