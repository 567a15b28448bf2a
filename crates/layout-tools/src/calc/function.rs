//! What may be called by name: the operations of the algebra, and what only the calculator has.

use layout_math::algebra::{Operands, Operation, Parameter, Syntax};

/// A function of the calculator, by its name.
#[derive(Debug, Clone, Copy)]
pub(super) enum CalcFunction {
    /// An operation of the table.
    Algebra(&'static Operation),
    /// A claim, with a verdict.
    Obligation(Obligation),
    /// A layout in another notation.
    Convert,
    /// The derivation of an expression, step by step.
    Explain,
    /// A picture of an expression.
    Draw(Drawing),
}

/// What is claimed of layouts: the obligations of the dialect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Obligation {
    Equivalent,
    Injective,
    Surjective,
    Bijective,
    Disjoint,
    InBounds,
    Increasing,
    Compatible,
    Size,
    Cosize,
}

/// Which picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Drawing {
    /// Offsets, or whatever shows the layout best.
    Layout,
    /// Who holds which element of a tile.
    ThreadValue,
    /// How an access by lanes meets the banks of shared memory.
    Banks,
}

const SIZE: Parameter = Parameter::required("size", Syntax::Integer);
const OPTIONAL_SIZE: Parameter = Parameter::optional("size", Syntax::Integer);
const BITS: Parameter = Parameter::optional("bits", Syntax::Integer);
const NOTATIONS: &[&str] = &["cute", "composed", "linear", "relation"];

const CLAIMS: &[(&str, Obligation)] = &[
    ("equivalent", Obligation::Equivalent),
    ("injective", Obligation::Injective),
    ("surjective", Obligation::Surjective),
    ("bijective", Obligation::Bijective),
    ("disjoint", Obligation::Disjoint),
    ("in_bounds", Obligation::InBounds),
    ("increasing", Obligation::Increasing),
    ("compatible", Obligation::Compatible),
    ("assert_size", Obligation::Size),
    ("assert_cosize", Obligation::Cosize),
];

const OTHERS: &[(&str, CalcFunction)] = &[
    ("convert", CalcFunction::Convert),
    ("explain", CalcFunction::Explain),
    ("draw", CalcFunction::Draw(Drawing::Layout)),
    ("draw_tv", CalcFunction::Draw(Drawing::ThreadValue)),
    ("draw_banks", CalcFunction::Draw(Drawing::Banks)),
];

impl CalcFunction {
    /// The function of that name. A claim may also be called as the dialect calls it,
    /// `assert_equivalent`.
    pub fn named(name: &str) -> Option<Self> {
        if let Some(operation) = Operation::named(name) {
            return Some(CalcFunction::Algebra(operation));
        }
        let claimed = name.strip_prefix("assert_").unwrap_or(name);
        let claim = CLAIMS.iter().find(|(known, _)| *known == name || *known == claimed);
        let claim = claim.map(|&(_, claim)| CalcFunction::Obligation(claim));
        claim.or_else(|| {
            OTHERS.iter().find(|(known, _)| *known == name).map(|&(_, function)| function)
        })
    }

    /// The names of all functions: those of the algebra, then the others.
    pub fn names() -> impl Iterator<Item = &'static str> {
        let claims = CLAIMS.iter().map(|&(name, _)| name);
        let others = OTHERS.iter().map(|&(name, _)| name);
        Operation::all().map(Operation::name).chain(claims).chain(others)
    }

    /// How many layouts it takes.
    pub fn operands(self) -> Operands {
        match self {
            CalcFunction::Algebra(operation) => operation.operands(),
            CalcFunction::Obligation(
                Obligation::Equivalent | Obligation::Disjoint | Obligation::Compatible,
            ) => Operands::Exactly(2),
            CalcFunction::Draw(Drawing::Banks) => Operands::AtLeast(1),
            CalcFunction::Obligation(_)
            | CalcFunction::Convert
            | CalcFunction::Explain
            | CalcFunction::Draw(Drawing::Layout | Drawing::ThreadValue) => Operands::Exactly(1),
        }
    }

    /// What it takes beside layouts, in this order.
    pub fn parameters(self) -> &'static [Parameter] {
        match self {
            CalcFunction::Algebra(operation) => operation.parameters(),
            CalcFunction::Obligation(
                Obligation::InBounds | Obligation::Size | Obligation::Cosize,
            ) => const { &[SIZE] },
            CalcFunction::Obligation(Obligation::Surjective | Obligation::Bijective)
            | CalcFunction::Draw(Drawing::Layout) => const { &[OPTIONAL_SIZE] },
            CalcFunction::Obligation(_) | CalcFunction::Explain => &[],
            CalcFunction::Convert => {
                const { &[Parameter::required("notation", Syntax::Word(NOTATIONS))] }
            }
            CalcFunction::Draw(Drawing::ThreadValue) => {
                const { &[Parameter::optional("shape", Syntax::Tuple)] }
            }
            CalcFunction::Draw(Drawing::Banks) => const { &[BITS] },
        }
    }

    /// The words by which the dialect's syntax introduces a parameter, beside its name.
    pub fn keyword(parameter: &Parameter) -> Option<&'static str> {
        match parameter.name() {
            "old_bits" => Some("from"),
            "new_bits" | "notation" => Some("to"),
            "profile" => Some("by"),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_name_finds_its_function() {
        let names: Vec<&str> = CalcFunction::names().collect();
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| CalcFunction::named(name).is_some()));
        assert!(matches!(
            CalcFunction::named("assert_in_bounds"),
            Some(CalcFunction::Obligation(Obligation::InBounds))
        ));
        assert!(CalcFunction::named("assert_compose").is_none());
    }
}
