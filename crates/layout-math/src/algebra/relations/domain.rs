//! The coordinates of layouts, whatever their offsets are.

use super::modes::symbolic;
use super::no_relation::NoRelation;
use crate::algebra::AnyLayout;
use crate::algebra::views::group_sizes;
use crate::cute::Term;
use crate::relation::{Facts, Mode, Relation, RelationError, View};

/// True if the offsets are not a Presburger function of the coordinates in this view: a symbol is
/// multiplied by a coordinate or by another symbol, or a coordinate divided by it.
pub(in crate::algebra) fn is_nonlinear(error: &NoRelation) -> bool {
    matches!(
        error,
        NoRelation::Relation(
            RelationError::SymbolicStride { .. }
                | RelationError::SymbolicExtent { .. }
                | RelationError::ProductOfSymbols { .. }
        )
    )
}

/// The coordinates in the domain of a CuTe or a composed layout, as a relation without outputs.
///
/// Strides do not matter, so they may be any products of symbols.
///
/// # Errors
///
/// The number of coordinates is a product of symbols; the layout is of another kind.
pub(in crate::algebra) fn domain_relation(
    layout: &AnyLayout,
    view: &View,
) -> Result<Relation, NoRelation> {
    let Some(cute) = layout.modes() else {
        return Err(NoRelation::NotAFunction { operand: layout.to_string() });
    };
    let (known, extents) = (Facts::of(layout.facts()), cute.extents());
    let modes = group_extents(&extents, view)
        .ok_or_else(|| NoRelation::SizeTooLarge { layout: layout.to_string() })?;
    Ok(known.and_then(|known| box_relation(&modes, &known))?)
}

/// The extents of the inputs of a view; `None` past 64 bits.
pub(in crate::algebra) fn group_extents(extents: &[Term], view: &View) -> Option<Vec<Term>> {
    let mut rest = extents.iter();
    group_sizes(view, extents.len())
        .into_iter()
        .map(|n| rest.by_ref().take(n).try_fold(Term::constant(1), |size, e| size.times(e)))
        .collect()
}

fn box_relation(extents: &[Term], known: &Facts) -> Result<Relation, RelationError> {
    let mode = |extent: &Term| Ok(Mode { extent: symbolic(extent)?, strides: Vec::new() });
    let modes: Vec<Mode> = extents.iter().map(mode).collect::<Result<_, RelationError>>()?;
    Relation::from_modes(&modes, &[], &View::Natural, known)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[test]
    fn only_products_of_symbols_are_not_linear() {
        let error = |error: RelationError| NoRelation::Relation(error);
        assert!(is_nonlinear(&error(RelationError::ProductOfSymbols { product: "M*N".into() })));
        assert!(!is_nonlinear(&error(RelationError::TooManyTerms)));
        let layout = "4:1".to_owned();
        assert!(!is_nonlinear(&NoRelation::SizeTooLarge { layout }));
    }

    #[test]
    fn what_has_no_modes_has_no_domain_of_modes() {
        let tile = AnyLayout::parse(Kind::Tile, "[4:1]").unwrap();
        let error = domain_relation(&tile, &View::Integral).unwrap_err();
        assert_eq!(error, NoRelation::NotAFunction { operand: "[4:1]".to_owned() });
        let error = crate::algebra::relations::extended_relation(&tile, &View::Integral);
        assert_eq!(error, Err(NoRelation::NotAFunction { operand: "[4:1]".to_owned() }));
    }
}
