//! CuTe's complement and inverses, and what two layouts have in common.

use super::arguments::Arguments;
use super::entry::{Evaluate, Operation};
use super::error::OperationError;
use super::parameters::{Parameter, Syntax};
use crate::algebra::any_layout::AnyLayout;
use crate::algebra::raise::composed_of_values;
use crate::cute::{
    AlgebraError, Composed, CuteLayout, Layout, complement_paper, complement_within, inverse_paper,
    inverse_within, left_inverse_paper, left_inverse_within, max_common_layout, max_common_vector,
    nullspace, right_inverse, right_inverse_paper,
};

/// Whose answer is wanted where CuTe and the paper differ.
const FLAVOR: Parameter = Parameter::optional("flavor", Syntax::Word(FLAVORS));
const FLAVORS: &[&str] = &["cute", "paper"];

pub(super) const TABLE: &[Operation] = &[
    Operation::unary("complement", Evaluate::Layout(complemented))
        .with(&[Parameter::required("size", Syntax::Integer), FLAVOR]),
    Operation::unary("left_inverse", Evaluate::Layout(left_inverted)).with(&[FLAVOR]),
    Operation::unary("right_inverse", Evaluate::Layout(right_inverted)).with(&[FLAVOR]),
    Operation::unary("inverse", Evaluate::Layout(inverted)).with(&[FLAVOR]),
    Operation::unary("nullspace", Evaluate::Layout(null)),
    Operation::binary("max_common_layout", Evaluate::Layout(common)),
    Operation::binary("max_common_vector", Evaluate::Number(vector)),
];

/// True for the paper's flavor.
fn is_paper(arguments: &Arguments<'_>) -> Result<bool, OperationError> {
    Ok(arguments.word("flavor", FLAVORS)? == Some("paper"))
}

fn complemented(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let (layout, size) = (arguments.integers(0)?, arguments.integer("size")?);
    if is_paper(arguments)? {
        return Ok(complement_paper(layout, size, arguments.budget())?.into());
    }
    Ok(complement_within(layout, size, arguments.budget())?.into())
}

fn left_inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if is_paper(arguments)? {
        return Ok(left_inverse_paper(arguments.integers(0)?, arguments.budget())?.into());
    }
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return of_swizzled(composed, composed.left_inverse(arguments.budget()), arguments);
    }
    Ok(left_inverse_within(arguments.integers(0)?, arguments.budget())?.into())
}

fn right_inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if is_paper(arguments)? {
        return Ok(right_inverse_paper(arguments.integers(0)?)?.into());
    }
    if let AnyLayout::Composed(composed) = arguments.operand(0) {
        return of_swizzled(composed, composed.right_inverse(arguments.budget()), arguments);
    }
    Ok(right_inverse(arguments.integers(0)?).into())
}

fn inverted(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if is_paper(arguments)? {
        return Ok(inverse_paper(arguments.integers(0)?, arguments.budget())?.into());
    }
    match arguments.operand(0) {
        AnyLayout::Composed(composed) => {
            of_swizzled(composed, composed.inverse(arguments.budget()), arguments)
        }
        AnyLayout::Linear(linear) => Ok(AnyLayout::Linear(linear.invert()?)),
        _ => Ok(inverse_within(arguments.integers(0)?, arguments.budget())?.into()),
    }
}

/// An inverse of a swizzled layout: if it is not found from its parts, and the layout is a bijection of few
/// coordinates, by its values.
fn of_swizzled(
    composed: &Composed,
    found: Result<Composed, AlgebraError>,
    arguments: &Arguments<'_>,
) -> Result<AnyLayout, OperationError> {
    let undecided = match found {
        Ok(inverse) => return Ok(AnyLayout::Composed(inverse)),
        Err(error @ AlgebraError::SwizzledInverseUndecided { .. }) => error,
        Err(error) => return Err(error.into()),
    };
    let size = composed.inner().as_static().map_or(0, Layout::size);
    if arguments.budget().walk_first < size {
        return Err(undecided.into());
    }
    let inverse = inverse_values(composed, size).and_then(composed_of_values);
    Ok(inverse.ok_or_else(|| AlgebraError::NoSwizzledInverse { layout: composed.to_string() })?)
}

/// The coordinate of each offset of a layout of so many coordinates, if it is a bijection of them onto themselves.
fn inverse_values(composed: &Composed, size: i64) -> Option<Vec<i64>> {
    let mut values = vec![None; usize::try_from(size).ok()?];
    for coordinate in 0..size {
        let offset = usize::try_from(composed.offset(coordinate)?).ok()?;
        *values.get_mut(offset)? = Some(coordinate);
    }
    values.into_iter().collect()
}

fn null(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    if let AnyLayout::Cute(CuteLayout::Basis(layout)) = arguments.operand(0) {
        return Ok(nullspace(layout).into());
    }
    Ok(nullspace(arguments.integers(0)?).into())
}

fn common(arguments: &Arguments<'_>) -> Result<AnyLayout, OperationError> {
    let (a, b) = (arguments.integers(0)?, arguments.integers(1)?);
    Ok(max_common_layout(a, b, arguments.budget())?.into())
}

fn vector(arguments: &Arguments<'_>) -> Result<i64, OperationError> {
    let (a, b) = (arguments.integers(0)?, arguments.integers(1)?);
    Ok(max_common_vector(a, b, arguments.budget())?)
}

#[cfg(test)]
mod tests {
    use crate::algebra::{AnyLayout, Budget, Kind, NoParameters, Operation, OperationValue};

    /// Every bijection of 16 coordinates behind every swizzle has an inverse that leads back, or none.
    #[test]
    fn inverses_of_swizzled_layouts() {
        let inverse = Operation::named("inverse").unwrap();
        let shapes = ["16:1", "(4,4):(4,1)", "(2,8):(8,1)", "(8,2):(2,1)", "(2,4,2):(8,2,1)"];
        let (mut n_found, mut n_none) = (0, 0);
        for shape in shapes {
            for (bits, base, shift) in (1..3).flat_map(|bits| {
                (0..4).flat_map(move |base| (-4_i64..=4).map(move |shift| (bits, base, shift)))
            }) {
                if shift.abs() < bits {
                    continue;
                }
                let text = format!("S<{bits},{base},{shift}> o 0 o {shape}");
                let layout = AnyLayout::parse(Kind::Composed, &text).unwrap();
                let AnyLayout::Composed(composed) = &layout else { panic!() };
                let mut offsets: Vec<i64> = (0..16).map(|c| composed.offset(c).unwrap()).collect();
                let found = inverse.evaluate(&[&layout], &NoParameters, &Budget::DEFAULT);
                match found {
                    Ok(found) => {
                        let [OperationValue::Layout(found)] = &found[..] else { panic!("{text}") };
                        let AnyLayout::Composed(found) = &**found else { panic!("{text}") };
                        let back = offsets.iter().map(|&offset| found.offset(offset));
                        assert!(back.eq((0..16).map(Some)), "{found} for {text}");
                        n_found += 1;
                    }
                    Err(error) => {
                        offsets.sort_unstable();
                        let is_onto = offsets.iter().copied().eq(0..16);
                        assert!(!error.is_undecided(), "{text}: {error}");
                        n_none += u32::from(is_onto);
                    }
                }
            }
        }
        assert!(100 < n_found && n_none < 30, "{n_found} {n_none}");
    }
}
