//! Translation validation: integer code proved to compute the offset of a layout.
//!
//! [`Code`] is what a reader found in the IR, operation by operation with its width and its flags.
//! [`validate`] says whether it gives the offset of a layout at every coordinate that can occur.
//! Nothing here is shared with `code`, which writes the programs: the layout is spelled out digit
//! by digit from its definition, and both sides are compared. The methods, cheapest first, are
//! exact:
//!
//! 1. a normal form of sums of products, with quotients as unknowns and bits as sums of them,
//! 2. forms over the bits of the inputs, where digits are powers of two,
//! 3. evaluation everywhere, for a small domain,
//! 4. isl, under a budget of operations,
//! 5. evaluation everywhere, for a domain of up to 2^16 points.
//!
//! [`refines`] says whether code does what other code does; [`CuteCode`] writes the code of CuTe's
//! operations from their definitions, to compare with, and [`Definition`] is such code as text. Its methods are the normal form, forms over
//! bits, the normal form in each of a few cases, and isl; evaluation at points of the domain refutes.

mod bits;
mod cases;
mod choices;
mod claim;
mod code;
mod cute_code;
mod decide;
mod definition;
mod exact;
mod inputs;
#[cfg(test)]
mod laws;
mod needs;
mod normal_form;
mod one_of;
mod operators;
mod overflow;
mod part;
mod points;
mod poison;
mod premises;
mod presburger;
mod refinement;
mod refines;
mod report;
mod rounding;
mod sides;
mod specification;
mod spelling;
mod translate;
mod witness;

pub use claim::{Claim, ClaimKey, Mismatch, Outcome};
pub use code::{CmpPredicate, Code, Flags, Node, Operation, Operator, Poison, operands};
pub use cute_code::{CuteCode, LayoutFunction, Numbers};
pub use decide::validate;
pub use definition::Definition;
pub use overflow::first_wrap;
pub use premises::bounds;
pub use refinement::{Difference, Refinement};
pub use refines::refines;
pub use report::{FunctionVerdict, Report};
