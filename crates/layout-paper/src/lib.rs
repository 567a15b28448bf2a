//! The algorithms of *Modeling Layout Abstractions Using Integer Set Relations* as they should have
//! been: a layout becomes its relation, isl composes, reverses and subtracts, and the result is read
//! off as a layout again.
//!
//! They stand beside the closed forms of [`cute`](layout_math::cute), which are what is computed elsewhere,
//! and agree with them wherever both answer: `test/rust/paper_algorithms.rs`. Each function names
//! the part of the paper that it is and the errata that it puts right. Nothing here walks over
//! coordinates. The cost is isl's, a few operations on relations with a dimension and an integer
//! division for each mode, each within the budget of the [`Context`](layout_math::relation::Context).
//!
//! | in the paper | here |
//! |---|---|
//! | algorithm 1 | [`coordinate_mapping`], [`index_mapping`], [`layout_mapping`], [`index_mapping_in`] |
//! | algorithm 2 | [`layout_from_index_mapping`], [`layout_from_shape`] |
//! | algorithm 3 | [`layout_from_strides`] |
//! | algorithm 4 | [`composition`] |
//! | algorithm 5 | [`complement`] |
//! | algorithm 6 | [`inverse`], and the text after it [`right_inverse`] and [`left_inverse`] |
//! | algorithm 7 | [`binary_swizzle`], [`swizzle_mapping`] |
//! | section 5 | [`binary_mapping`], [`linear_mapping`] |
//! | the tables of section 6 | [`cute_table`], [`linear_table`] |
//!
//! Where an algorithm of the paper is not defined, the error names the condition. Modes of extent 1
//! carry no coordinate, and their strides are lost in every relation: answers leave such modes out,
//! or give them stride 0 where the shape is prescribed.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used))]

mod complement;
mod composition;
mod conditions;
mod error;
mod from_strides;
mod inverse;
mod left_inverse;
mod linear;
mod mapping;
mod right_inverse;
mod strictly_affine;
mod swizzle;
mod tables;

pub use complement::complement;
pub use composition::composition;
pub use error::PaperError;
pub use from_strides::{FromStrides, layout_from_strides};
pub use inverse::inverse;
pub use left_inverse::left_inverse;
pub use linear::{binary_mapping, linear_mapping};
pub use mapping::{coordinate_mapping, index_mapping, index_mapping_in, layout_mapping};
pub use right_inverse::right_inverse;
pub use strictly_affine::{layout_from_index_mapping, layout_from_shape};
pub use swizzle::{binary_swizzle, swizzle_mapping};
pub use tables::{CuteRow, LinearRow, cute_table, linear_table};
