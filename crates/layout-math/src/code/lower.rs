//! The program of a layout.

use super::error::NotLowered;
use super::known::Known;
use super::program::{Program, Style, Value};
use super::swizzle::swizzled;
use super::{linear, quantity, strided};
use crate::affine::{Fact, Interval, Quantity};
use crate::algebra::{AnyLayout, Budget, raise_by_inputs};
use crate::cute::{CuteLayout, Outer};
use crate::relation::{Context, Relation};

/// A name of a layout that has a value, with the bounds of the value, both included.
pub type Symbol<'a> = (&'a str, (i64, i64));

/// The cheapest program for the offset of a layout at coordinates within bounds, both included.
///
/// The inputs are the coordinates and then the values of `symbols`, the names of the layout that
/// have one. Law: the results are [`AnyLayout::apply`] wherever that has a value. Elsewhere they
/// are any numbers, so bounds below 0 help no more than 0 does.
///
/// # Errors
///
/// Why there is no such program.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_math::code::{Style, lower};
///
/// let layout = AnyLayout::parse(Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)")?;
/// let program = lower(&layout, &[(0, 511)], &[], Style::Bits).unwrap();
/// assert_eq!(program.cost(), 7);
/// assert_eq!(program.evaluate(&[9]), layout.apply(&[9], &[]).unwrap());
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn lower(
    layout: &AnyLayout,
    coordinates: &[(i64, i64)],
    symbols: &[Symbol<'_>],
    style: Style,
) -> Result<Program, NotLowered> {
    if let AnyLayout::Tile(_) = layout {
        return Err(NotLowered::Tiler { layout: layout.to_string() });
    }
    if !layout.coordinate_counts().contains(&coordinates.len()) {
        let found = coordinates.len();
        return Err(NotLowered::Coordinates { layout: layout.to_string(), found });
    }
    let facts = facts(layout);
    let known: Vec<Known> = coordinates
        .iter()
        .zip(domain(layout, coordinates.len()))
        .map(|(&(low, high), (least, greatest))| (low.max(least), high.min(greatest)))
        // Bounds that leave nothing are those of code that is not run.
        .map(|(low, high)| Known::between(low, high.max(low)))
        .chain(symbols.iter().map(|&(name, (low, high))| range(layout, &facts, name, low, high)))
        .collect();
    let mut program = Program::new(style, &known);
    let inputs: Vec<Value> = (0..known.len())
        .map(|at| match known[at].as_constant() {
            Some(constant) => program.constant(constant),
            None => program.input(at),
        })
        .collect();
    let (coordinates, values) = inputs.split_at(coordinates.len());
    let names = symbols.iter().map(|&(name, _)| name);
    let symbols: Vec<(&str, Value)> = names.zip(values.iter().copied()).collect();
    let results = outputs(&mut program, layout, coordinates, &symbols)?;
    program.set_results(results);
    Ok(program)
}

/// The bounds of the coordinates with a value, both included, as far as they are a box.
pub(super) fn domain(layout: &AnyLayout, n_coordinates: usize) -> Vec<(i64, i64)> {
    let within = |end: i64| end.max(1) - 1;
    match layout {
        AnyLayout::Relation(relation) => {
            relation.input_bounds().into_iter().map(Interval::clamped).collect()
        }
        AnyLayout::Linear(layout) => {
            layout.in_dims().iter().map(|dim| (0, within(dim.size()))).collect()
        }
        // These are extended past their ends.
        _ => vec![(0, i64::MAX); n_coordinates],
    }
}

fn outputs(
    program: &mut Program,
    layout: &AnyLayout,
    coordinates: &[Value],
    symbols: &strided::Symbols<'_>,
) -> Result<Vec<Value>, NotLowered> {
    match layout {
        AnyLayout::Cute(cute) => strided::outputs(program, cute, coordinates, symbols),
        AnyLayout::Composed(composed) => {
            let (offset, inner) = (composed.offset_term(), composed.inner());
            match composed.outer() {
                Outer::Swizzle(swizzle) => Ok(vec![strided::swizzled_layout(
                    program,
                    *swizzle,
                    offset,
                    inner,
                    coordinates,
                    symbols,
                )?]),
                Outer::Layout(outer) => {
                    let [inner] = strided::outputs(program, inner, coordinates, symbols)?[..]
                    else {
                        return Err(NotLowered::TupleOffset { layout: inner.to_string() });
                    };
                    let offset = strided::term(program, offset, symbols)?;
                    let inner = program.sum(inner, offset);
                    strided::outputs(program, outer, &[inner], symbols)
                }
            }
        }
        AnyLayout::Swizzle(swizzle) => Ok(vec![swizzled(program, coordinates[0], *swizzle)]),
        AnyLayout::Linear(layout) => Ok(linear::outputs(program, layout, coordinates)),
        AnyLayout::Relation(relation) => related(program, relation, coordinates, symbols),
        AnyLayout::Tile(_) => Err(NotLowered::Tiler { layout: layout.to_string() }),
    }
}

/// A relation as the layout that equals it, or as the expressions that it is written with.
fn related(
    program: &mut Program,
    relation: &Relation,
    coordinates: &[Value],
    symbols: &strided::Symbols<'_>,
) -> Result<Vec<Value>, NotLowered> {
    let not_explicit = || NotLowered::NotExplicit { relation: relation.to_string() };
    if let Some(layout) = raise_by_inputs(relation, &Budget::default()) {
        return outputs(program, &layout, coordinates, symbols);
    }
    let variables: Vec<Quantity> = (0..coordinates.len()).map(Quantity::variable).collect();
    let quantities = relation
        .output_quantities(&variables)
        .or_else(|| solved(relation))
        .ok_or_else(not_explicit)?;
    quantities
        .iter()
        .map(|quantity| quantity::value(program, quantity, coordinates).ok_or_else(not_explicit))
        .collect()
}

/// The outputs of a relation without parameters that does not say them, if isl finds one expression for
/// each.
fn solved(relation: &Relation) -> Option<Vec<Quantity>> {
    if relation.parameters().len() != 0 {
        return None;
    }
    let context = Context::new(Budget::default().isl_operations);
    let outputs = relation.to_map(&context).ok()?.outputs().ok()?;
    let only = |mut parts: Vec<Quantity>| if parts.len() == 1 { parts.pop() } else { None };
    outputs.into_iter().map(only).collect()
}

/// What is promised of the symbols of a layout.
pub(super) fn facts(layout: &AnyLayout) -> Vec<Fact> {
    match layout {
        AnyLayout::Cute(CuteLayout::Symbolic(layout)) => layout.facts().to_vec(),
        AnyLayout::Composed(composed) => composed.facts().to_vec(),
        _ => Vec::new(),
    }
}

/// What bounds and facts say of a symbol; an extent is at least 1.
pub(super) fn range(layout: &AnyLayout, facts: &[Fact], name: &str, low: i64, high: i64) -> Known {
    let ranges = facts.iter().filter_map(|fact| match fact {
        Fact::Range { symbol, least, greatest } if symbol == name => Some((*least, *greatest)),
        _ => None,
    });
    let least = if is_extent(layout, name) { low.max(1) } else { low };
    let (low, high) = ranges
        .fold((least, high), |(low, high), (least, greatest)| (low.max(least), high.min(greatest)));
    Known::between(low, high.max(low))
}

/// True if an extent of the layout is a multiple of the symbol.
fn is_extent(layout: &AnyLayout, name: &str) -> bool {
    let is_in = |part: &CuteLayout| match part {
        CuteLayout::Symbolic(part) => {
            part.shape().leaves().any(|extent| matches!(extent.symbols(), [one] if one == name))
        }
        _ => false,
    };
    match layout {
        AnyLayout::Cute(cute) => is_in(cute),
        AnyLayout::Composed(composed) => {
            is_in(composed.inner())
                || matches!(composed.outer(), Outer::Layout(outer) if is_in(outer))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    #[test]
    fn extents_are_at_least_one() {
        let least = |kind, text: &str| {
            let layout = AnyLayout::parse(kind, text).unwrap();
            range(&layout, &[], "M", -5, 9).low()
        };
        assert_eq!(least(Kind::Cute, "(M,4):(4,1)"), 1);
        assert_eq!(least(Kind::Cute, "(2,4):(4,M)"), -5);
        assert_eq!(least(Kind::Composed, "S<1,0,2> o 0 o (M,4):(4,1)"), 1);
        assert_eq!(least(Kind::Composed, "S<1,0,2> o 0 o (2,4):(4,M)"), -5);
        assert_eq!(least(Kind::Swizzle, "S<1,0,2>"), -5);
    }

    #[track_caller]
    fn refused(kind: Kind, text: &str, expected: &str) {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let error = lower(&layout, &[(0, 7)], &[], Style::Bits).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn what_has_no_program() {
        refused(Kind::Tile, "[4;8]", "[4;8] is a tiler, which is not a function");
        refused(
            Kind::Composed,
            "S<1,0,2> o 0 o (4,8):(1@0,1@1)",
            "(4,8):(1@0,1@1) has tuples for offsets, which nothing is applied to",
        );
        refused(
            Kind::Relation,
            "[N] -> { [i] -> [o] : 0 <= i < 8 and 0 <= o < 8 and (i + o + N) mod 8 = 0 }",
            "the outputs of [N] -> { [i] -> [o] : 0 <= i < 8 and 0 <= o < 8 and (i + o + N) mod 8 = \
             0 } are not expressions of its inputs",
        );
    }

    #[test]
    fn a_remainder_of_a_number_that_may_be_negative() {
        let text = "{ [i] -> [(i - 1) mod 3] : 0 <= i < 11 }";
        let layout = AnyLayout::parse(Kind::Relation, text).unwrap();
        let program = lower(&layout, &[(0, 10)], &[], Style::Bits).unwrap();
        assert_eq!(program.to_string(), "x0 + 2\nv0 mod 3");
        let offsets: Vec<i64> = (0..5).map(|i| program.evaluate(&[i])[0]).collect();
        assert_eq!(offsets, [2, 0, 1, 2, 0]);
    }

    #[test]
    fn the_coordinates_of_a_relation_are_its_inputs() {
        // As layouts of one coordinate some of them have modes across the inputs.
        for (outputs, ends) in [
            ("(i + 4j) mod 8", [4, 8]),
            ("(i + 3j) mod 3", [6, 31]),
            ("floor((i + 2j)/4)", [2, 16]),
            ("(i + 2j) mod 8 + 20*floor((i + 2j)/8)", [2, 16]),
            ("(i + 3j) mod 4", [3, 8]),
            ("(i + 8j + 3) mod 16", [8, 4]),
        ] {
            let [m, n] = ends;
            let text = format!("{{ [i, j] -> [{outputs}] : 0 <= i < {m} and 0 <= j < {n} }}");
            let layout = AnyLayout::parse(Kind::Relation, &text).unwrap();
            for style in [Style::Bits, Style::Affine] {
                let program = lower(&layout, &[(0, m - 1), (0, n - 1)], &[], style).unwrap();
                for (i, j) in (0..m).flat_map(|i| (0..n).map(move |j| (i, j))) {
                    let expected = layout.apply(&[i, j], &[]).unwrap();
                    assert_eq!(program.evaluate(&[i, j]), expected, "{text} at ({i},{j})");
                }
            }
        }
    }

    #[test]
    fn symbols_are_numbers_or_values() {
        let run = |text: &str, symbols: &[Symbol<'_>], inputs: &[i64]| {
            let layout = AnyLayout::parse(Kind::Cute, text).unwrap();
            let program = lower(&layout, &[(0, 31)], symbols, Style::Bits).unwrap();
            (program.to_string(), program.evaluate(inputs))
        };
        // A symbol that is 4: 9 is (1,2), whose offset is 8 + 2.
        let (program, offset) = run("(M,8):(8,1)", &[("M", (4, 4))], &[9, 4]);
        assert_eq!(program, "x0 & 3\nv0 << 3\nx0 >> 2\nv1 + v2");
        assert_eq!(offset, [10]);
        // 23 is (2,1,3) for M = 3 and N = 2, and 2 + 10*1 + 6*3 = 30.
        let any = (1, 1 << 20);
        let (_, offset) = run("(M,N,4):(1,10,M*N)", &[("M", any), ("N", any)], &[23, 3, 2]);
        assert_eq!(offset, [30]);
    }
}
