//! The operations that have a name: the one table that the dialect evaluates by.
//!
//! An [`Operation`] says how many layouts it takes, which further [`Parameters`], and what it gives.
//! The table is split by family, a file each; [`Operation::named`] finds an operation in it.

mod arguments;
#[cfg(test)]
mod budget_tests;
mod cute_elements;
mod cute_inverses;
mod cute_modes;
mod cute_shapes;
mod cute_tiles;
mod entry;
mod error;
mod existence;
mod functions;
mod linear_algebra;
mod linear_dims;
mod operands;
mod parameters;

pub use entry::{Operation, OperationValue};
pub use error::OperationError;
pub use existence::NoValue;
pub use operands::Operands;
pub use parameters::{NoParameters, Parameter, Parameters, Syntax};

/// The families of the table.
const FAMILIES: [&[Operation]; 8] = [
    functions::TABLE,
    cute_inverses::TABLE,
    cute_modes::TABLE,
    cute_shapes::TABLE,
    cute_tiles::TABLE,
    cute_elements::TABLE,
    linear_algebra::TABLE,
    linear_dims::TABLE,
];

impl Operation {
    /// Every operation there is.
    pub fn all() -> impl Iterator<Item = &'static Operation> {
        FAMILIES.into_iter().flatten()
    }

    /// The operation of that name, if there is one.
    pub fn named(name: &str) -> Option<&'static Operation> {
        Self::all().find(|operation| operation.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;
    use crate::algebra::any_layout::AnyLayout;
    use crate::algebra::verdict::Budget;

    #[test]
    fn names_are_different() {
        let names: FxHashSet<&str> = Operation::all().map(Operation::name).collect();
        assert_eq!(names.len(), Operation::all().count());
        assert!(Operation::named("raked_product").is_some());
        assert!(Operation::named("raked_products").is_none());
    }

    #[test]
    fn operands_are_counted() {
        let fails = |name: &str, n: usize| {
            let layout = AnyLayout::parse(crate::algebra::Kind::Cute, "8:1").unwrap();
            let operation = Operation::named(name).unwrap();
            let operands = vec![&layout; n];
            let value = operation.evaluate(&operands, &NoParameters, &Budget::default());
            value.unwrap_err().to_string()
        };
        assert_eq!(fails("raked_product", 1), "it takes 2 layouts, not 1");
        assert_eq!(fails("left_inverse", 2), "it takes 1 layout, not 2");
        assert_eq!(fails("concat", 0), "it takes at least 1 layout, not 0");
    }

    #[test]
    fn no_parameters_have_no_names() {
        let none: &dyn Parameters = &NoParameters;
        assert_eq!((none.integer("n"), none.integers("n"), none.text("n")), (None, None, None));
    }

    struct Ins(&'static str);

    impl Parameters for Ins {
        fn integer(&self, _: &str) -> Option<i64> {
            None
        }

        fn integers(&self, _: &str) -> Option<Vec<i64>> {
            None
        }

        fn text(&self, name: &str) -> Option<String> {
            (name == "ins").then(|| self.0.to_owned())
        }
    }

    #[test]
    fn a_number_is_not_the_name_of_a_dim() {
        let layout = AnyLayout::parse(crate::algebra::Kind::Linear, "{lane = [[1],[0]]}").unwrap();
        let operation = Operation::named("remove_zero_bases").unwrap();
        let value = |ins| operation.evaluate(&[&layout], &Ins(ins), &Budget::default());
        assert!(value("[lane]").is_ok());
        let error = value("[lane, 4]").map(|_| ()).unwrap_err();
        assert_eq!(
            error.to_string(),
            "ins '[lane, 4]' is not read: expected the name of a dim but found '4'"
        );
    }

    #[test]
    fn errors_are_said_in_words() {
        use crate::algebra::compose::ComposeError;
        use crate::algebra::verdict::Unknown;

        let operand = || "(N,2):(M,1)".to_owned();
        let error = OperationError::NotANumber { what: "cosize", operand: operand() };
        assert_eq!(error.to_string(), "the cosize of (N,2):(M,1) is not a number");
        assert_eq!(
            OperationError::Unknown(Unknown::NotStatic).to_string(),
            "a layout is not known statically"
        );
        let error = OperationError::Compose(ComposeError::Tuples { operand: operand() });
        assert!(error.is_unsupported());
        assert!(!OperationError::Unknown(Unknown::NotStatic).is_unsupported());
        assert_eq!(Operands::AtLeast(2).to_string(), "at least 2 layouts");
    }
}
