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
        let none = Budget { search_steps: Budget::DEFAULT.search_steps, ..Budget::CLOSED_FORMS };
        let Budget { walk_first, walk_last, .. } = Budget::DEFAULT;
        match self {
            Forced::Any => Budget::DEFAULT,
            Forced::Forms => none,
            Forced::Walk => Budget { walk_first, walk_last, closed_forms: false, ..none },
            Forced::Isl => Budget { isl_operations: ISL, closed_forms: false, ..none },
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
