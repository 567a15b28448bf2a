//! CuTe layouts, of integers and with symbols.

use super::error::NotLowered;
use super::fields::Order;
use super::linear::Columns;
use super::modes::{self, Strided};
use super::program::{Operator, Program, Style, Value, is_power_of_two};
use super::swizzle::swizzled;
use crate::cute::{CuteLayout, Swizzle, SymbolicLayout, Term};

/// The modes that each number of a coordinate is split into.
pub(super) type Groups<M> = Vec<(Value, Vec<M>)>;

/// The values that the names of a layout stand for.
pub(super) type Symbols<'a> = [(&'a str, Value)];

/// The coordinates with their modes: an integral coordinate has all, others those of a top-level
/// mode or one flattened mode each.
pub(super) fn grouped<M: Clone>(
    flat_ranks: &[usize],
    modes: &[M],
    coordinates: &[Value],
) -> Groups<M> {
    let counts = match coordinates.len() {
        1 => vec![modes.len()],
        n if n == flat_ranks.len() => flat_ranks.to_vec(),
        n => vec![1; n],
    };
    let mut modes = modes.iter().cloned();
    let group = |(&value, count): (&Value, usize)| (value, modes.by_ref().take(count).collect());
    coordinates.iter().zip(counts).map(group).collect()
}

/// The outputs of a layout: one, or one for each basis position in its strides.
pub(super) fn outputs(
    program: &mut Program,
    layout: &CuteLayout,
    coordinates: &[Value],
    symbols: &Symbols<'_>,
) -> Result<Vec<Value>, NotLowered> {
    let ranks = layout.flat_ranks();
    let groups = match layout {
        CuteLayout::Static(layout) => {
            let strided = |mode: &crate::cute::Mode| (mode.extent, mode.stride);
            let modes: Vec<(i64, i64)> = layout.flat_modes().iter().map(strided).collect();
            vec![grouped(&ranks, &modes, coordinates)]
        }
        CuteLayout::Basis(layout) => {
            let modes = layout.flat_modes();
            let output = |path: &Vec<u32>| {
                let strided = |mode: &crate::cute::Mode<crate::cute::Basis>| {
                    let is_here = mode.stride.path() == path.as_slice();
                    (mode.extent, if is_here { mode.stride.scale() } else { 0 })
                };
                grouped(&ranks, &modes.iter().map(strided).collect::<Vec<_>>(), coordinates)
            };
            layout.positions().iter().map(output).collect()
        }
        CuteLayout::Symbolic(layout) => {
            return symbolic(program, layout, &ranks, coordinates, symbols);
        }
    };
    groups.into_iter().map(|groups| sum(program, &groups)).collect()
}

fn sum(program: &mut Program, groups: &Groups<(i64, i64)>) -> Result<Value, NotLowered> {
    let mut result = program.constant(0);
    for (coordinate, group) in groups {
        let strided: Vec<Strided> =
            group.iter().map(|&(extent, stride)| Strided { extent, stride }).collect();
        let part = modes::offset(program, *coordinate, &strided).ok_or(NotLowered::Overflow)?;
        result = program.sum(result, part);
    }
    Ok(result)
}

/// `swizzle(offset + layout)`: the swizzle after the layout, or merged with it bit by bit.
pub(super) fn swizzled_layout(
    program: &mut Program,
    swizzle: Swizzle,
    offset: &Term,
    layout: &CuteLayout,
    coordinates: &[Value],
    symbols: &Symbols<'_>,
) -> Result<Value, NotLowered> {
    let mut after = program.clone();
    let [inner] = outputs(&mut after, layout, coordinates, symbols)?[..] else {
        return Err(NotLowered::TupleOffset { layout: layout.to_string() });
    };
    let shift = term(&mut after, offset, symbols)?;
    let low_zeros = after.known(inner).low_zeros();
    let inner = after.sum(inner, shift);
    let mut result = match offset.as_constant().and_then(|at| steady(swizzle, at, low_zeros)) {
        Some(change) if program.style() == Style::Bits => {
            let change = after.constant(change);
            after.xor(inner, change)
        }
        _ => swizzled(&mut after, inner, swizzle),
    };
    after.set_results(vec![result]);

    if matches!(program.style(), Style::Bits | Style::SemiAffine) {
        for order in Order::ALL {
            let mut merged = program.clone();
            let columns = offset
                .as_constant()
                .and_then(|offset| columns(&mut merged, layout, offset, coordinates));
            let Some(columns) = columns else { break };
            let value = columns.swizzled(swizzle).emit(&mut merged, order);
            merged.set_results(vec![value]);
            if merged.cost() < after.cost() {
                (after, result) = (merged, value);
            }
        }
    }
    *program = after;
    Ok(result)
}

/// What a swizzle flips in all values that differ from `offset` in bits above `low_zeros` only, if it
/// is the same for all.
fn steady(swizzle: Swizzle, offset: i64, low_zeros: u32) -> Option<i64> {
    let end = swizzle.bits() + swizzle.base() + swizzle.shift().max(0);
    (end <= low_zeros.into()).then(|| swizzle.apply(offset) ^ offset)
}

/// `offset + layout`, if each bit of the sum comes from one bit of the coordinates or of digits of
/// them, which are added to the program.
fn columns(
    program: &mut Program,
    layout: &CuteLayout,
    offset: i64,
    coordinates: &[Value],
) -> Option<Columns> {
    let layout = layout.as_static()?;
    let ranks: Vec<usize> = layout.modes().map(|mode| mode.flat_modes().len()).collect();
    let mut taken = u64::try_from(offset).ok()?;
    let mut inputs = Vec::new();
    for (coordinate, modes) in grouped(&ranks, layout.flat_modes(), coordinates) {
        let n_bits =
            |program: &Program, value| 64 - program.known(value).possible().leading_zeros();
        // The value that the digits are bits of, and where its bits go.
        let (mut value, mut columns) = (coordinate, Vec::new());
        let mut size = 1_i64;
        for (position, mode) in modes.iter().enumerate() {
            let is_last = position + 1 == modes.len();
            let stride = u64::try_from(mode.stride).ok()?;
            let is_cut = !is_last && !is_power_of_two(mode.extent);
            let end = size.checked_mul(mode.extent);
            let digit = match is_cut {
                // The bits of such a digit are not bits of the value.
                true if stride != 0 => {
                    let quotient = program.quotient(coordinate, size);
                    Some(program.remainder(quotient, mode.extent))
                }
                _ => None,
            };
            let width = match (digit, is_last) {
                (Some(digit), _) => n_bits(program, digit),
                (None, true) => n_bits(program, value).saturating_sub(columns.len() as u32),
                (None, false) if is_cut => 0,
                (None, false) => mode.extent.trailing_zeros(),
            };
            let mut places = Vec::new();
            for bit in 0..width {
                let column = stride.checked_mul(1_u64.checked_shl(bit)?)?;
                if i64::try_from(column).is_err() || column & taken != 0 {
                    return None;
                }
                taken |= column;
                places.push(column);
            }
            match digit {
                Some(digit) => inputs.push((digit, places)),
                None => columns.append(&mut places),
            }
            if is_cut {
                inputs.push((value, std::mem::take(&mut columns)));
                value = program.quotient(coordinate, end?);
            }
            size = end.unwrap_or(i64::MAX);
        }
        inputs.push((value, columns));
    }
    for (value, columns) in &mut inputs {
        columns.truncate(64 - program.known(*value).possible().leading_zeros() as usize);
    }
    Some(Columns { inputs, constant: offset as u64 })
}

impl Columns {
    fn swizzled(self, swizzle: Swizzle) -> Self {
        let after = |bits: u64| swizzle.apply(bits as i64) as u64;
        let moved =
            |(value, columns): (Value, Vec<u64>)| (value, columns.into_iter().map(after).collect());
        Columns {
            inputs: self.inputs.into_iter().map(moved).collect(),
            constant: after(self.constant),
        }
    }
}

/// The product of a coefficient and of symbols.
pub(super) fn term(
    program: &mut Program,
    term: &Term,
    symbols: &Symbols<'_>,
) -> Result<Value, NotLowered> {
    let mut result: Option<Value> = None;
    for name in term.symbols() {
        let known = symbols.iter().find(|(known, _)| known == name);
        let &(_, value) =
            known.ok_or_else(|| NotLowered::UnboundSymbol { symbol: name.clone() })?;
        result = Some(match result {
            Some(result) => program.product(result, value),
            None => value,
        });
    }
    Ok(match result {
        Some(result) => program.scaled(result, term.coefficient()),
        None => program.constant(term.coefficient()),
    })
}

/// A layout with symbols, digit by digit.
fn symbolic(
    program: &mut Program,
    layout: &SymbolicLayout,
    ranks: &[usize],
    coordinates: &[Value],
    symbols: &Symbols<'_>,
) -> Result<Vec<Value>, NotLowered> {
    if program.style() == Style::Affine {
        return Err(NotLowered::NotAffine { layout: layout.to_string() });
    }
    let mut paths = layout.positions();
    if paths.is_empty() {
        paths.push(Vec::new());
    }
    let modes: Vec<_> = layout.shape().leaves().zip(layout.stride().leaves()).collect();
    let groups = grouped(ranks, &modes, coordinates);
    let mut results = Vec::new();
    for path in paths {
        let mut result = program.constant(0);
        for (coordinate, modes) in &groups {
            let mut quotient = *coordinate;
            for (position, (extent, stride)) in modes.iter().enumerate() {
                let is_last = position + 1 == modes.len();
                let digit =
                    if is_last { quotient } else { remainder(program, quotient, extent, symbols)? };
                if stride.path() == path.as_slice() && stride.scale().coefficient() != 0 {
                    let part = match stride.scale().as_constant() {
                        Some(stride) => program.scaled(digit, stride),
                        None => {
                            let stride = term(program, stride.scale(), symbols)?;
                            match program.as_constant(stride) {
                                Some(stride) => program.scaled(digit, stride),
                                None => program.product(digit, stride),
                            }
                        }
                    };
                    result = program.sum(result, part);
                }
                if !is_last {
                    quotient = match extent.as_constant() {
                        Some(extent) => program.quotient(quotient, extent),
                        None => {
                            let extent = term(program, extent, symbols)?;
                            match program.as_constant(extent).filter(|&extent| 0 < extent) {
                                Some(extent) => program.quotient(quotient, extent),
                                None => program.binary(Operator::Divide, quotient, extent),
                            }
                        }
                    };
                }
            }
        }
        results.push(result);
    }
    Ok(results)
}

fn remainder(
    program: &mut Program,
    value: Value,
    extent: &Term,
    symbols: &Symbols<'_>,
) -> Result<Value, NotLowered> {
    Ok(match extent.as_constant() {
        Some(extent) => program.remainder(value, extent),
        None => {
            let extent = term(program, extent, symbols)?;
            match program.as_constant(extent).filter(|&extent| 0 < extent) {
                Some(extent) => program.remainder(value, extent),
                None => program.binary(Operator::Remainder, value, extent),
            }
        }
    })
}
