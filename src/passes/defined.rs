//! What operations of another compiler's dialect define, as code that its lowering is compared with.
//!
//! `cute` has the operations of CUTLASS' dialect, `reading` goes through them, `slice` has the definition of the
//! integers that one of them gives, and [`shown`] says where code does something else.

mod cute;
mod cute_types;
mod reading;
mod slice;

pub(crate) use self::reading::{Defined, Numbers, Shown, shown};
pub(super) use self::slice::{DefinedBy, defined_by};
