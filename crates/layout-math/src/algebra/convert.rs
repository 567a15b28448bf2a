//! A layout in another notation: `layout.convert`.

use std::error::Error;
use std::fmt;

use super::any_layout::{AnyLayout, Kind};
use super::bounds::{Departure, below_zero};
use super::evaluate::has_tuple_offsets;
use super::raise::{Function, NotLinear, NotRaised, raise};
use super::relations::{NoRelation, Solver, View, to_relation};
use super::verdict::Budget;
use crate::affine::Fact;
use crate::cute::{Composed, Domain, Outer, Swizzle};
use crate::relation::Relation;

/// Why a layout has no other notation that equals it.
#[derive(Debug, Clone, PartialEq)]
pub enum NotConverted {
    /// A swizzle and a tile are not notations to convert to, and a tile is not a function.
    Kind { kind: Kind },
    /// It is not a relation with constant numbers of Presburger arithmetic.
    NotARelation(NoRelation),
    /// It is not a function on a box of coordinates, it has symbols, or isl gave up.
    NotRaised(NotRaised),
    /// No CuTe layout of that size agrees with it on [0, coordinate], which is the least such
    /// coordinate. None for a function with several outputs.
    NotCute { size: i64, coordinate: Option<i64> },
    /// It is not a layout behind any of so many swizzles. None for a function with several outputs,
    /// with an output at a position, or with a negative one.
    NotComposed { swizzles: Option<usize> },
    /// It is not a linear layout.
    NotLinear(NotLinear),
    /// What the outer part of a composed layout takes is below 0 at this coordinate, the least one.
    Undefined { coordinate: i64, offset: i64 },
    /// The number of its coordinates is not the same for all values of its symbols.
    Size { size: String },
}

impl NotConverted {
    /// True if it may have the notation all the same: that was not decided.
    pub fn is_undecided(&self) -> bool {
        match self {
            NotConverted::NotRaised(reason) => {
                matches!(reason, NotRaised::Unknown(_) | NotRaised::Parameter { .. })
            }
            NotConverted::NotARelation(
                NoRelation::NotAFunction { .. } | NoRelation::NestedOffsets { .. },
            ) => false,
            NotConverted::NotARelation(_) => true,
            _ => false,
        }
    }
}

impl fmt::Display for NotConverted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotConverted::Kind { kind: Kind::Tile } => f.write_str("a tile is not a function"),
            NotConverted::Kind { .. } => f.write_str("nothing is converted to a swizzle"),
            NotConverted::NotARelation(error) => error.fmt(f),
            NotConverted::NotRaised(reason) => reason.fmt(f),
            NotConverted::NotCute { size, coordinate: Some(coordinate) } => {
                write!(f, "no layout of size {size} agrees with it up to coordinate {coordinate}")
            }
            NotConverted::NotCute { coordinate: None, .. } => {
                f.write_str("no layout with basis strides equals a function with several outputs")
            }
            NotConverted::NotComposed { swizzles: Some(tried) } => {
                write!(f, "it is not a layout behind any of {tried} swizzles")
            }
            NotConverted::NotComposed { swizzles: None } => {
                f.write_str("a swizzle takes one offset, which is not negative")
            }
            NotConverted::NotLinear(reason) => reason.fmt(f),
            NotConverted::Undefined { coordinate, offset } => {
                write!(
                    f,
                    "it has no value at coordinate {coordinate}, where its outer part takes {offset}"
                )
            }
            NotConverted::Size { size } => write!(f, "its size {size} is not one number"),
        }
    }
}

impl Error for NotConverted {}

impl From<NotRaised> for NotConverted {
    fn from(reason: NotRaised) -> Self {
        NotConverted::NotRaised(reason)
    }
}

/// The layout in the notation of `kind`, exactly.
///
/// | to | result |
/// |---|---|
/// | cute | the coalesced layout; the inner layout as it is behind `S<0,M,S> o 0` |
/// | composed | `S<0,4,3> o 0` before a CuTe layout as it is; of others a swizzle after a layout, the least as in [`raise`](super::raise) |
/// | linear | one in-dim `dim0`, `dim1`, … for each mode of a CuTe or composed layout, or for each input of a relation, by its name |
/// | relation | from the integral coordinate; for a linear layout from its in-dims to its out-dims |
///
/// A layout that has the notation already is returned as it is. Symbols stay where the modes stay. A linear layout counts as the map
/// to its flattened offset, except as a relation.
///
/// Law: the result is [`equivalent`](super::equivalent) to the layout.
///
/// # Errors
///
/// With a witness that no layout of that kind equals it: see [`NotConverted`].
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, convert};
///
/// // The paper's swizzled linear layout.
/// let swizzled = AnyLayout::parse(Kind::Composed, "S<2,0,-2> o 0 o (4,4):(1,4)")?;
/// let linear = convert(&swizzled, Kind::Linear, &Budget::default()).unwrap();
/// assert_eq!(
///     linear.to_string(),
///     "{dim0 = [[5],[10]], dim1 = [[4],[8]]}"
/// );
///
/// let carried = AnyLayout::parse(Kind::Cute, "(2,2):(1,1)")?;
/// let reason = convert(&carried, Kind::Linear, &Budget::default()).unwrap_err();
/// assert_eq!(
///     reason.to_string(),
///     "f(2 ^ 1) ^ f(2) ^ f(1) ^ f(0) is 2 instead of 0"
/// );
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn convert(layout: &AnyLayout, to: Kind, budget: &Budget) -> Result<AnyLayout, NotConverted> {
    if layout.kind() == to {
        return Ok(layout.clone());
    }
    for kind in [layout.kind(), to] {
        if kind == Kind::Tile || (kind == Kind::Swizzle && kind == to) {
            return Err(NotConverted::Kind { kind });
        }
    }
    if let AnyLayout::Composed(composed) = layout
        && let Some(Departure { coordinate, offset, .. }) = below_zero(composed)
    {
        return Err(NotConverted::Undefined { coordinate, offset });
    }
    if to == Kind::Relation {
        return relation(layout).map(AnyLayout::Relation);
    }
    if to == Kind::Composed && has_tuple_offsets(layout) {
        return Err(NotConverted::NotComposed { swizzles: None });
    }
    if let Some(same_modes) = with_its_modes(layout, to) {
        return Ok(same_modes);
    }
    if let AnyLayout::Relation(relation) = layout
        && relation.parameters().next().is_some()
    {
        let raised = raise(relation, budget)?;
        // What has symbols is raised to a CuTe layout or not at all.
        return match with_its_modes(&raised, to) {
            _ if raised.kind() == to => Ok(raised),
            Some(composed) => Ok(composed),
            None => convert(&raised, to, budget),
        };
    }
    if let Some(size) = layout.size().filter(|_| has_several_sizes(layout, budget)) {
        return Err(NotConverted::Size { size: size.to_string() });
    }
    let (relation, names) = by_modes(layout)?;
    let solver = Solver::new(budget);
    let function = Function::of(&relation, &solver)?;
    let size = function.size();
    match to {
        Kind::Cute => match function.cute()? {
            Ok(layout @ AnyLayout::Cute(_)) => Ok(layout),
            // With an offset: no layout agrees at 0.
            Ok(_) => Err(NotConverted::NotCute { size, coordinate: Some(0) }),
            Err(coordinate) => Err(NotConverted::NotCute { size, coordinate }),
        },
        Kind::Composed => {
            function.composed()?.map_err(|swizzles| NotConverted::NotComposed { swizzles })
        }
        _ => {
            let linear = function.linear(names.as_deref())?.map_err(NotConverted::NotLinear)?;
            Ok(AnyLayout::Linear(linear))
        }
    }
}

/// A CuTe layout behind the swizzle that does nothing, or the CuTe layout that is behind it.
fn with_its_modes(layout: &AnyLayout, to: Kind) -> Option<AnyLayout> {
    match (layout, to) {
        (AnyLayout::Cute(cute), Kind::Composed) => {
            let nothing = Outer::Swizzle(Swizzle::new(0, 4, 3).ok()?);
            Some(AnyLayout::Composed(Composed::new(nothing, 0, cute.clone())))
        }
        (AnyLayout::Composed(composed), Kind::Cute) => {
            let is_plain =
                composed.outer().is_identity() && composed.offset_term().as_constant() == Some(0);
            is_plain.then(|| AnyLayout::Cute(composed.inner().clone()))
        }
        _ => None,
    }
}

/// True if it is seen that a symbol of the size has two values.
fn has_several_sizes(layout: &AnyLayout, budget: &Budget) -> bool {
    let Some(size) = layout.size() else { return false };
    let facts = layout.facts();
    size.symbols().iter().any(|symbol| {
        let about = || facts.iter().filter(|fact| fact.symbol() == symbol);
        let least = about().filter_map(|fact| match fact {
            Fact::Range { least, .. } => Some(*least),
            Fact::Congruence { .. } => None,
        });
        // The symbols of a size are those of extents, which are at least 1.
        let least = least.max().unwrap_or(1).max(1);
        let values = least..least.saturating_add(budget.walk_first);
        values.filter(|&value| about().all(|fact| fact.holds(value))).nth(1).is_some()
    })
}

/// The relation that stands for a layout.
fn relation(layout: &AnyLayout) -> Result<Relation, NotConverted> {
    if let AnyLayout::Linear(_) = layout {
        return to_relation(layout, &View::Natural).map_err(NotConverted::NotARelation);
    }
    let integral = to_relation(layout, &View::Integral);
    // With symbols only the natural coordinates can be Presburger. A relation counts those that have an
    // offset, which is how the layout counts them if all have one.
    let is_total = match layout {
        AnyLayout::Composed(composed) => composed.has_offsets(Domain::Inside),
        _ => true,
    };
    let natural = |error| match is_total {
        true => to_relation(layout, &View::Natural).map_err(|_| error),
        false => Err(error),
    };
    integral.or_else(natural).map_err(NotConverted::NotARelation)
}

/// The relation to one offset with an input for each mode, and the names for in-dims.
fn by_modes(layout: &AnyLayout) -> Result<(Relation, Option<Vec<String>>), NotConverted> {
    if let AnyLayout::Linear(linear) = layout {
        let sizes: Vec<i64> = linear.out_dims().iter().map(|dim| dim.size()).collect();
        let flat = relation(layout)?.with_flat_outputs(&sizes);
        let error = |error| NotConverted::NotARelation(NoRelation::Relation(error));
        return Ok((flat.map_err(error)?, None));
    }
    let Some(modes) = layout.modes() else { return Ok((relation(layout)?, None)) };
    let groups = modes.flat_ranks();
    let names = (0..groups.len()).map(|mode| format!("dim{mode}")).collect();
    let relation = to_relation(layout, &View::Groups(groups));
    Ok((relation.map_err(NotConverted::NotARelation)?, Some(names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to(kind: Kind, text: &str, to: Kind) -> String {
        let layout = AnyLayout::parse(kind, text).unwrap();
        match convert(&layout, to, &Budget::default()) {
            Ok(layout) => layout.to_string(),
            Err(reason) => reason.to_string(),
        }
    }

    #[test]
    fn what_is_no_function_is_decided() {
        let error = NoRelation::NotAFunction { operand: "[4:1]".to_owned() };
        assert!(!NotConverted::NotARelation(error).is_undecided());
        let error = NoRelation::Relation(crate::relation::RelationError::TooManyTerms);
        assert!(NotConverted::NotARelation(error).is_undecided());
    }

    #[test]
    fn a_part_stands_at_its_position() {
        let cute = |text: &str, kind| to(Kind::Cute, text, kind);
        assert_eq!(cute("4:1@1", Kind::Relation), "{ [c] -> [0, c] : 0 <= c < 4 }");
        assert_eq!(cute("4:1@1", Kind::Linear), "{dim0 = [[0,1],[0,2]]}");
        assert_eq!(cute("M:3@1", Kind::Relation), "[M] -> { [c] -> [0, 3c] : 0 <= c < M }");
        let last = cute("2:1@63", Kind::Relation);
        assert!(last.starts_with("{ [c] -> [0, 0,") && last.contains(", c] :"), "{last}");
        for nested in ["2:1@64", "(2,2):(1@0,1@1@1)"] {
            let reason =
                format!("the parts of the offsets of {nested} are not all at positions 0 to 63");
            assert_eq!(cute(nested, Kind::Relation), reason);
            assert_eq!(cute(nested, Kind::Linear), reason);
        }
    }

    #[test]
    fn a_number_that_moves_two_outputs_has_no_basis_stride() {
        let twice = "{ [c] -> [c, c] : 0 <= c < 4 }";
        assert_eq!(
            to(Kind::Relation, twice, Kind::Cute),
            "no layout with basis strides equals a function with several outputs"
        );
        assert_eq!(
            to(Kind::Relation, twice, Kind::Composed),
            "a swizzle takes one offset, which is not negative"
        );
        let relation = twice.parse().unwrap();
        let raised = raise(&relation, &Budget::default()).unwrap().to_string();
        assert_eq!(raised, "{c = [[1,1],[2,2]]}");
    }

    #[test]
    fn a_relation_with_symbols_has_the_notations_of_its_modes() {
        let relation = "[N] -> { [c] -> [2c] : 0 <= c < N }";
        assert_eq!(to(Kind::Relation, relation, Kind::Cute), "N:2");
        assert_eq!(to(Kind::Relation, relation, Kind::Composed), "S<0,4,3> o 0 o N:2");
        assert_eq!(to(Kind::Relation, relation, Kind::Linear), "its size N is not one number");
    }

    /// A linear layout has 62 bits of offsets, and here are two outputs of 41 bits.
    #[test]
    fn outputs_that_are_too_wide_are_no_linear_layout() {
        let wide = "{ [i, j] -> [1099511627776i, 1099511627776j] : 0 <= i < 2 and 0 <= j < 2 }";
        assert_eq!(
            to(Kind::Relation, wide, Kind::Linear),
            "the outputs have more than 62 bits together"
        );
    }
}
