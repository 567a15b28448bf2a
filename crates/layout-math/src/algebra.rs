//! Layouts of any kind together: parsing, operations, equality, injectivity, bounds, with proofs.
//!
//! Every question has a [`Verdict`]: proved by a named method, refuted with a coordinate, or
//! unknown with the budget that was spent. The methods are those of `decide`, the one procedure for
//! all claims. Cheapest first, each of them exact:
//!
//! 1. closed forms of the notations: the coalesced modes of CuTe layouts of integers, and matrices over
//!    F2 for layouts whose bits are exclusive ors of coordinate bits,
//! 2. if the layouts have symbols with few values: the same claim for each of these (`instances`),
//! 3. evaluation, for a small domain,
//! 4. the closed forms of 1 for what the text of a relation, or a layout behind a swizzle, is seen to be,
//! 5. isl, under a budget of operations,
//! 6. evaluation, for a domain of up to 2^20 coordinates.

mod access;
mod any_layout;
mod apart;
mod applied;
mod apply;
mod assertion;
mod bijectivity;
mod binary;
mod bounds;
mod by_position;
mod closed_form;
mod compatibility;
mod compose;
mod convert;
mod counterexample;
mod decide;
mod disjointness;
mod domain;
mod equivalence;
mod evaluate;
mod grounds;
mod increasing;
mod injectivity;
mod instances;
mod listed;
mod measures;
mod operation;
mod raise;
mod relations;
mod rows;
mod side_by_side;
mod statement;
mod surjectivity;
mod unary;
mod verdict;
mod views;
mod whole_modes;

pub use crate::cute::{Domain, Sign};
pub use access::{Access, AccessVerdict, Application, Failure, Leaving};
pub use any_layout::{AnyLayout, Kind};
pub use apart::{apart, renamed};
pub use applied::Applied;
pub use assertion::Assertion;
pub use bijectivity::{NotBijective, bijective};
pub use bounds::{Departure, in_bounds, no_negative_offset};
pub use by_position::ByPosition;
pub use compatibility::{Incompatible, compatible};
pub use compose::{ComposeError, Promotion, compose};
pub use convert::{NotConverted, convert};
pub use counterexample::Counterexample;
pub use disjointness::{Meeting, disjoint};
pub use domain::{division_places, leaves_domain};
pub use equivalence::{Difference, equivalent};
pub use evaluate::Evaluator;
pub use grounds::Grounds;
pub use increasing::{Descent, increasing};
pub use injectivity::{Collision, injective};
pub use instances::{Derive, Witness, by_values_of};
pub use listed::NotEvaluated;
pub use measures::{Measure, WrongMeasure, has_measure};
pub use operation::{
    NoParameters, NoValue, Operands, Operation, OperationError, OperationValue, Parameter,
    Parameters, Syntax,
};
pub use raise::{NoFamily, NotLinear, NotRaised, raise, raise_by_inputs};
pub use relations::{NoRelation, View, to_relation};
pub use rows::{NoRows, Rows};
pub use statement::{FailurePoints, Statement};
pub use surjectivity::{Missed, surjective};
pub use verdict::{Budget, Method, Unknown, Verdict};
pub use whole_modes::{WholeModes, whole_modes};
