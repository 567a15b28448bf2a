//! Layouts spelled out from their definitions, digit by digit.

use super::exact::{Exact, ExactTable};
use super::spelling::{digits, swizzled};
use crate::affine::{self, Fact, Interval, Quantity};
use crate::algebra::{AnyLayout, Budget, raise_by_inputs};
use crate::cute::{CuteLayout, Outer, Term};

/// The values that the names of a layout stand for.
pub(super) type Symbols<'a> = [(&'a str, Exact)];

/// Takes note of where a layout has values at all: coordinates are not negative and, of a linear
/// layout or a relation, in the domain; extents are positive and facts hold.
pub(super) fn assume_domain(
    table: &mut ExactTable,
    layout: &AnyLayout,
    coordinates: &[Exact],
    symbols: &Symbols<'_>,
) {
    let ranges = domain(layout, coordinates.len());
    for (&coordinate, range) in coordinates.iter().zip(ranges) {
        table.assume(coordinate, range);
    }
    let extents = extents(layout);
    for &(name, value) in symbols {
        let is_extent =
            extents.iter().any(|extent| matches!(extent.symbols(), [symbol] if symbol == name));
        if is_extent {
            table.assume(value, Interval::new(1, i64::MAX.into()));
        }
        for fact in layout.facts() {
            if let Fact::Range { symbol, least, greatest } = fact
                && symbol == name
            {
                table.assume(value, Interval::new((*least).into(), (*greatest).into()));
            }
        }
    }
}

/// Bounds of all coordinates with a value. What is extended past its end has values at all that are
/// not negative.
fn domain(layout: &AnyLayout, n_coordinates: usize) -> Vec<Interval> {
    match layout {
        AnyLayout::Linear(linear) => linear
            .in_dims()
            .iter()
            .map(|dim| Interval::new(0, i128::from(dim.size()) - 1))
            .collect(),
        AnyLayout::Relation(relation) => {
            relation.input_bounds().into_iter().map(|bounds| bounds.clamped().into()).collect()
        }
        _ => vec![Interval::new(0, i64::MAX.into()); n_coordinates],
    }
}

/// The extents that are products of symbols.
fn extents(layout: &AnyLayout) -> Vec<&Term> {
    let parts = match layout {
        AnyLayout::Cute(cute) => vec![cute],
        AnyLayout::Composed(composed) => match composed.outer() {
            Outer::Layout(outer) => vec![outer, composed.inner()],
            Outer::Swizzle(_) => vec![composed.inner()],
        },
        _ => Vec::new(),
    };
    let mut extents = Vec::new();
    for part in parts {
        if let CuteLayout::Symbolic(layout) = part {
            extents.extend(layout.shape().leaves());
        }
    }
    extents
}

/// The parts of the offset of a layout at a coordinate; `None` for a tiler, for a relation that does
/// not say its outputs and is not a layout, and for a symbol without a value.
///
/// Law: they are what [`AnyLayout::apply`] gives, wherever that has a value.
pub(super) fn offsets(
    table: &mut ExactTable,
    layout: &AnyLayout,
    coordinates: &[Exact],
    symbols: &Symbols<'_>,
) -> Option<Vec<Exact>> {
    match layout {
        AnyLayout::Cute(cute) => strided(table, cute, coordinates, symbols),
        AnyLayout::Composed(composed) => {
            let [inner] = strided(table, composed.inner(), coordinates, symbols)?[..] else {
                return None;
            };
            let offset = term(table, composed.offset_term(), symbols)?;
            let inner = table.add(inner, offset);
            if !composed.outer().is_identity() {
                table.assume(inner, Interval::new(0, i64::MAX.into()));
            }
            match composed.outer() {
                Outer::Swizzle(swizzle) => Some(vec![swizzled(table, *swizzle, inner)?]),
                Outer::Layout(outer) => strided(table, outer, &[inner], symbols),
            }
        }
        AnyLayout::Swizzle(swizzle) => Some(vec![swizzled(table, *swizzle, coordinates[0])?]),
        AnyLayout::Linear(linear) => {
            let (columns, constant) = (linear.map().matrix().columns(), linear.map().constant());
            let mut offset = table.constant(constant.into());
            let mut columns = columns.iter();
            for (position, dim) in linear.in_dims().iter().enumerate() {
                for (bit, &column) in (0..dim.bits()).zip(columns.by_ref()) {
                    let Some(&coordinate) = coordinates.get(position) else { continue };
                    let digit = table.floor_by(coordinate, 1 << bit)?;
                    let digit = table.modulo_by(digit, 2)?;
                    let moved = table.scale(digit, column.into());
                    offset = table.xor(offset, moved);
                }
            }
            let mut low = 0;
            let mut outputs = Vec::new();
            for out in linear.out_dims() {
                let part = table.floor_by(offset, 1 << low)?;
                outputs.push(table.modulo_by(part, 1 << out.bits())?);
                low += out.bits();
            }
            Some(outputs)
        }
        AnyLayout::Tile(_) => None,
        AnyLayout::Relation(relation) => {
            let variables: Vec<Quantity> = (0..coordinates.len()).map(Quantity::variable).collect();
            if let Some(outputs) = relation.output_quantities(&variables) {
                return outputs.iter().map(|output| quantity(table, output, coordinates)).collect();
            }
            let raised = raise_by_inputs(relation, &Budget::default())?;
            offsets(table, &raised, coordinates, symbols)
        }
    }
}

/// The outputs of a CuTe layout, which a coordinate that is too large extends.
fn strided(
    table: &mut ExactTable,
    layout: &CuteLayout,
    coordinates: &[Exact],
    symbols: &Symbols<'_>,
) -> Option<Vec<Exact>> {
    // Extent, stride and basis position of each flattened mode.
    let (extents, strides) = (layout.extents(), layout.stride());
    let modes: Vec<(Term, Term, Vec<u32>)> = extents
        .into_iter()
        .zip(strides.leaves())
        .map(|(extent, stride)| (extent, stride.scale().clone(), stride.path().to_vec()))
        .collect();
    let mut paths: Vec<&Vec<u32>> = modes.iter().map(|mode| &mode.2).collect();
    paths.sort_unstable();
    paths.dedup();
    if 1 < paths.len() {
        // A stride of 0 is at no position.
        paths.retain(|path| !path.is_empty());
    }
    let ranks = match coordinates.len() {
        1 => vec![modes.len()],
        n if n == layout.rank() => layout.flat_ranks(),
        _ => vec![1; modes.len()],
    };
    let mut found = Vec::new();
    let mut extents = modes.iter().map(|mode| &mode.0);
    for (&coordinate, rank) in coordinates.iter().zip(ranks) {
        // The last extent is not needed.
        let mut sizes = Vec::new();
        for (position, extent) in extents.by_ref().take(rank).enumerate() {
            if position + 1 < rank {
                sizes.push(term(table, extent, symbols)?);
            }
        }
        if 0 < rank {
            found.extend(digits(table, &sizes, coordinate)?);
        }
    }
    let mut outputs = Vec::new();
    for path in paths {
        let mut output = table.constant(0);
        for ((_, stride, at), &digit) in modes.iter().zip(&found) {
            if at == path && stride.coefficient() != 0 {
                let stride = term(table, stride, symbols)?;
                let part = table.multiply(digit, stride);
                output = table.add(output, part);
            }
        }
        outputs.push(output);
    }
    Some(outputs)
}

/// The product of a coefficient and of symbols.
fn term(table: &mut ExactTable, term: &Term, symbols: &Symbols<'_>) -> Option<Exact> {
    let mut product = table.constant(term.coefficient().into());
    for name in term.symbols() {
        let &(_, value) = symbols.iter().find(|(known, _)| known == name)?;
        product = table.multiply(product, value);
    }
    Some(product)
}

fn quantity(table: &mut ExactTable, quantity: &Quantity, variables: &[Exact]) -> Option<Exact> {
    let mut sum = table.constant(quantity.constant().into());
    for (term, coefficient) in quantity.terms() {
        let value = match term {
            affine::AffineTerm::Variable(position) => *variables.get(*position)?,
            affine::AffineTerm::Floor(inner, divisor) => {
                let inner = self::quantity(table, inner, variables)?;
                table.floor_by(inner, (*divisor).into())?
            }
            affine::AffineTerm::Modulo(inner, divisor) => {
                let inner = self::quantity(table, inner, variables)?;
                table.modulo_by(inner, (*divisor).into())?
            }
        };
        let part = table.scale(value, (*coefficient).into());
        sum = table.add(sum, part);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    const COORDINATE: Interval = Interval { low: Some(0), high: Some(7) };

    /// The offsets of a layout at coordinates of 0 to 7, with the table.
    fn offsets_of(
        kind: Kind,
        text: &str,
        n: usize,
    ) -> Option<(ExactTable, Vec<Exact>, Vec<Exact>)> {
        let layout = AnyLayout::parse(kind, text).unwrap();
        let mut table = ExactTable::default();
        let inputs: Vec<Exact> = (0..n).map(|number| table.input(number, COORDINATE)).collect();
        let outputs = offsets(&mut table, &layout, &inputs, &[])?;
        Some((table, inputs, outputs))
    }

    #[test]
    fn facts_bound_the_symbols_that_they_name() {
        let text = "(M,N,K):(1,M,7) where M in [2,9]";
        let layout = AnyLayout::parse(Kind::Cute, text).unwrap();
        let mut table = ExactTable::default();
        let any = Interval::new(i64::MIN.into(), i64::MAX.into());
        let [c, m, n, other] = [0, 1, 2, 3].map(|number| table.input(number, any));
        let symbols = [("M", m), ("N", n), ("L", other)];
        assume_domain(&mut table, &layout, &[c], &symbols);
        let range = |low: i64, high: i64| Interval::new(low.into(), high.into());
        assert_eq!(table.range(c), range(0, i64::MAX));
        assert_eq!(table.range(m), range(2, 9));
        assert_eq!(table.range(n), range(1, i64::MAX));
        assert_eq!(table.range(other), any);
    }

    #[test]
    fn a_coordinate_for_each_flattened_mode() {
        let (mut table, at, outputs) = offsets_of(Kind::Cute, "((2,2),4):((1,8),2)", 3).unwrap();
        let parts = [(at[0], 1), (at[1], 8), (at[2], 2)];
        let zero = table.constant(0);
        let sum = parts.into_iter().fold(zero, |sum, (digit, stride)| {
            let part = table.scale(digit, stride);
            table.add(sum, part)
        });
        assert_eq!(outputs.len(), 1);
        assert!(table.are_same(outputs[0], sum));
    }

    #[test]
    fn what_has_no_expressions_for_offsets() {
        assert!(offsets_of(Kind::Tile, "[4;8]", 1).is_none());
        assert!(offsets_of(Kind::Cute, "(M,4):(4,1)", 1).is_none());
        let tuples = "S<1,0,2> o 0 o (4,8):(1@0,1@1)";
        assert!(offsets_of(Kind::Composed, tuples, 1).is_none());
        let shuffle = "{ [i] -> [o] : 0 <= i < 8 and 0 <= o < 8 and (i + o) mod 8 = 0 }";
        assert!(offsets_of(Kind::Relation, shuffle, 1).is_none());
    }
}
