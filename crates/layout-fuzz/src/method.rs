//! The methods of proof, each forced in turn.

use layout_math::algebra::Budget;

/// isl decides a question about a small layout in fewer operations, or takes long.
const ISL: u64 = 4_000;

/// Which methods may settle a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Forced {
    /// All of them, in the library's order.
    Any,
    /// Closed forms of the notations: canonical forms, ranges, matrices over F2.
    Forms,
    /// Evaluation at coordinates.
    Walk,
    /// isl.
    Isl,
}

impl Forced {
    pub const ALL: [Forced; 4] = [Forced::Any, Forced::Forms, Forced::Walk, Forced::Isl];

    /// The budget under which nothing else is used.
    pub fn budget(self) -> Budget {
        let [(_, forms), (_, walk), (_, isl)] = Budget::single_methods(ISL);
        match self {
            Forced::Any => Budget::DEFAULT,
            Forced::Forms => forms,
            Forced::Walk => walk,
            Forced::Isl => isl,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Forced::Any => "any",
            Forced::Forms => "forms",
            Forced::Walk => "walk",
            Forced::Isl => "isl",
        }
    }
}
