//! Why a relation is not a layout.

use std::error::Error;
use std::fmt;

use crate::algebra::Unknown;
use crate::algebra::relations::NotAnswered;
use crate::linear::f2::NotAffine;
use crate::point::Point;
use crate::relation::QuestionError;

/// Why a relation stays a relation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRaised {
    /// It depends on a parameter, which the layouts it would be raised to do not have.
    Parameter { name: String },
    /// An input with two outputs.
    NotAFunction { input: Vec<i64>, first: Vec<i64>, second: Vec<i64> },
    /// The inputs are not a box of coordinates that begins at 0. `missing` is an input inside of the
    /// least such box around them without an output, where one is known.
    NotABox { missing: Option<Vec<i64>> },
    /// It is a function on a box, but in none of the families of layouts.
    NoFamily(NoFamily),
    /// Whether it is a layout was not decided.
    Unknown(Unknown),
}

/// For each family of layouts what shows that a function is not in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoFamily {
    /// The number of coordinates.
    pub size: i64,
    /// The least coordinate c such that no CuTe layout of that size agrees with the function on
    /// [0, c]; none for a function with several outputs.
    pub cute: Option<i64>,
    /// How many swizzles `S<B,M,S>` were tried as the outer part of a composed layout: all that
    /// act on the offsets of the function. None for a function with several outputs.
    pub swizzles: Option<usize>,
    pub linear: NotLinear,
}

/// What shows that a function is not a linear layout.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotLinear {
    /// The number of coordinates is not a power of two.
    Size { size: i64 },
    /// An output is negative at this coordinate, or has more bits than a linear layout can have.
    Offset { coordinate: i64, output: i64 },
    /// The function is not affine over F2.
    NotAffine(NotAffine),
}

impl fmt::Display for NotRaised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotRaised::Parameter { name } => write!(f, "the relation depends on {name}"),
            NotRaised::NotAFunction { input, first, second } => {
                let (input, first, second) =
                    (Point::from(&input[..]), Point::from(&first[..]), Point::from(&second[..]));
                write!(f, "the relation is not a function: {input} goes to {first} and to {second}")
            }
            NotRaised::NotABox { missing: None } => {
                f.write_str("the domain is not a box of coordinates from 0")
            }
            NotRaised::NotABox { missing: Some(input) } => {
                let input = Point::from(&input[..]);
                write!(f, "the domain is not a box of coordinates from 0: {input} is not in it")
            }
            NotRaised::NoFamily(witnesses) => witnesses.fmt(f),
            NotRaised::Unknown(unknown) => unknown.fmt(f),
        }
    }
}

impl fmt::Display for NoFamily {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoFamily { size, cute, swizzles, linear } = self;
        if let Some(coordinate) = cute {
            write!(f, "no layout of size {size} agrees with it up to coordinate {coordinate}, ")?;
        }
        if let Some(tried) = swizzles {
            write!(f, "nor does one behind any of {tried} swizzles, ")?;
        }
        write!(f, "and it is not a linear layout: {linear}")
    }
}

impl fmt::Display for NotLinear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotLinear::Size { size } => write!(f, "its size {size} is not a power of two"),
            NotLinear::Offset { coordinate, output } => {
                write!(f, "f({coordinate}) is {output}, which is outside of [0, 2^62)")
            }
            NotLinear::NotAffine(witness) => witness.fmt(f),
        }
    }
}

impl Error for NotRaised {}

pub(super) fn unanswered(error: QuestionError) -> NotRaised {
    NotRaised::Unknown(NotAnswered::Question(error).into())
}

pub(super) fn too_wide() -> NotRaised {
    let reason = "the outputs have more than 62 bits together".to_owned();
    NotRaised::Unknown(Unknown::TooLarge { reason })
}
