//! The offset of strided modes at one coordinate.

use num_integer::Integer;

use super::fields::Fields;
use super::known::Known;
use super::program::{Program, Style, Value, is_power_of_two};

/// Of more modes than this, not every mixture of digits and differences is tried.
const MAX_MIXED: usize = 8;

/// A mode with integer extent and stride.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Strided {
    pub extent: i64,
    pub stride: i64,
}

/// The sum of `digit * stride` over the digits of `coordinate` in the extents, the last one without
/// an end.
///
/// A digit is a remainder of a quotient, `(c / P) mod s`, or a difference of two quotients,
/// `c / P - s * (c / (P s))`, whose multiples merge with those of its neighbors. All mixtures of
/// the two are tried, and the one with the fewest operations is added to the program. In affine maps,
/// whose numbers do not wrap around, a difference is not tried where a multiple may pass 64 bits though
/// the sum does not. `None` past 64 bits.
pub(super) fn offset(program: &mut Program, coordinate: Value, modes: &[Strided]) -> Option<Value> {
    let modes = simplified(modes, program.known(coordinate).high())?;
    let Some(divided) = modes.len().checked_sub(1) else { return Some(program.constant(0)) };
    let mixtures = match divided {
        0..=MAX_MIXED => 0..1_usize << divided,
        _ => 0..1,
    };
    let everywhere = (MAX_MIXED < divided).then_some(usize::MAX);
    let factor = modes.iter().fold(0, |factor, mode| mode.stride.unsigned_abs().gcd(&factor));
    let factor = i64::try_from(factor).unwrap_or(1);
    let factors = if 1 < factor { vec![1, factor] } else { vec![1] };
    let attempts = mixtures.chain(everywhere).flat_map(|mixture| {
        factors.iter().filter_map({
            let program = &*program;
            let modes = &modes;
            move |&factor| {
                let mut attempt = program.clone();
                let value = mixed(&mut attempt, coordinate, modes, mixture, factor)?;
                attempt.set_results(vec![value]);
                Some((attempt, value))
            }
        })
    });
    let (attempt, value) = attempts.min_by_key(|(attempt, _)| attempt.cost())?;
    *program = attempt;
    if let Some(known) = known(&modes, program.known(coordinate).high()) {
        program.assume(value, known);
    }
    Some(value)
}

/// What the modes say of the sum at coordinates up to `greatest`, which its calculation, with its
/// differences, may not show.
fn known(modes: &[Strided], greatest: i64) -> Option<Known> {
    let (mut low, mut high, mut bits) = (0_i64, 0_i64, 0_i64);
    let mut size = 1_i64;
    for (position, mode) in modes.iter().enumerate() {
        let last = match position + 1 == modes.len() {
            true => greatest / size,
            false => (mode.extent - 1).min(greatest / size),
        };
        let end = last.checked_mul(mode.stride)?;
        low = low.checked_add(end.min(0))?;
        high = high.checked_add(end.max(0))?;
        bits |= mode.stride;
        size = size.saturating_mul(mode.extent);
    }
    let zeros = if bits == 0 { u64::MAX } else { (1 << bits.trailing_zeros()) - 1 };
    Some(Known::between(low, high).with_zeros(zeros))
}

/// The same digits with the fewest modes, for coordinates up to `greatest`.
fn simplified(modes: &[Strided], greatest: i64) -> Option<Vec<Strided>> {
    let mut found: Vec<Strided> = Vec::new();
    let mut size = 1_i64;
    for (position, &mode) in modes.iter().enumerate() {
        let is_last = position + 1 == modes.len();
        // Digits above the greatest coordinate are 0, and the one it ends in has no end.
        if greatest < size {
            break;
        }
        let Some(end) = size.checked_mul(mode.extent) else {
            push(&mut found, Strided { extent: i64::MAX, ..mode });
            break;
        };
        if mode.extent != 1 || is_last {
            push(&mut found, mode);
        }
        size = end;
    }
    // An end that no coordinate passes is not an end.
    let mut size = 1_i64;
    for (position, mode) in found.iter().enumerate() {
        match size.checked_mul(mode.extent) {
            Some(end) if end <= greatest => size = end,
            _ => {
                found.truncate(position + 1);
                break;
            }
        }
    }
    Some(found)
}

/// One more mode, merged with the last one if it continues it.
fn push(modes: &mut Vec<Strided>, mode: Strided) {
    if let Some(last) = modes.last_mut()
        && last.stride.checked_mul(last.extent) == Some(mode.stride)
        && let Some(extent) = last.extent.checked_mul(mode.extent).or(Some(i64::MAX))
    {
        last.extent = extent;
        return;
    }
    modes.push(mode);
}

/// The sum with digit `i` as a remainder where bit `i` of `mixture` is 0, and with all strides
/// divided by `factor` first.
fn mixed(
    program: &mut Program,
    coordinate: Value,
    modes: &[Strided],
    mixture: usize,
    factor: i64,
) -> Option<Value> {
    let uses_bits = program.style() == Style::Bits;
    let last = modes.len() - 1;
    let is_remainder = |position: usize| {
        position < last && (usize::BITS as usize <= position || mixture >> position & 1 == 0)
    };
    let mut fields = Fields::default();
    // Values with what they are multiplied by.
    let mut parts: Vec<(Value, i64)> = Vec::new();
    let mut quotient = coordinate;
    let mut size = 1_i64;
    // What the digit before this one, as a difference, takes away of this quotient.
    let mut carried = 0_i64;
    for (position, mode) in modes.iter().enumerate() {
        let stride = mode.stride / factor;
        let moves = uses_bits && is_power_of_two(size) && is_power_of_two(stride);
        let distance = |size: i64| stride.trailing_zeros() as i32 - size.trailing_zeros() as i32;
        let from = if is_remainder(position) {
            if moves && is_power_of_two(mode.extent) {
                let end = (mode.extent as u64) << size.trailing_zeros();
                let mask = end.wrapping_sub(size as u64);
                fields.add(coordinate, mask, distance(size));
            } else if stride != 0 {
                let digit = program.remainder(quotient, mode.extent);
                parts.push((digit, stride));
            }
            0
        } else {
            stride
        };
        let coefficient = from.checked_sub(carried)?;
        let is_open_field = position == last && carried == 0 && moves;
        if is_open_field {
            fields.add(coordinate, !(size as u64 - 1), distance(size));
        } else if coefficient != 0 {
            parts.push((quotient, coefficient));
        }
        carried = if position == last || is_remainder(position) {
            0
        } else {
            stride.checked_mul(mode.extent)?
        };
        if position < last {
            size = size.checked_mul(mode.extent)?;
            quotient = program.quotient(quotient, mode.extent);
        }
    }
    let has_differences = !(0..last).all(is_remainder);
    if !uses_bits && has_differences && !fit(program, &parts) {
        return None;
    }
    let moved = fields.values(program);
    parts.splice(0..0, moved.into_iter().map(|value| (value, 1)));
    let result = program.weighted(parts)?;
    Some(program.scaled(result, factor))
}

/// True if no multiple of these, and no sum of some of them, passes 64 bits.
fn fit(program: &Program, parts: &[(Value, i64)]) -> bool {
    let (mut low, mut high) = (0_i128, 0_i128);
    for &(value, factor) in parts {
        let known = program.known(value);
        let ends = [known.low(), known.high()].map(|end| i128::from(end) * i128::from(factor));
        low += ends[0].min(ends[1]).min(0);
        high += ends[0].max(ends[1]).max(0);
    }
    i64::try_from(low).is_ok() && i64::try_from(high).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modes<const N: usize>(modes: [(i64, i64); N]) -> [Strided; N] {
        modes.map(|(extent, stride)| Strided { extent, stride })
    }

    /// The offsets at coordinates of 0 to the greatest one.
    fn offsets(modes: &[Strided], greatest: i64, at: &[i64]) -> Vec<i64> {
        let mut program = Program::new(Style::Bits, &[Known::between(0, greatest)]);
        let coordinate = program.input(0);
        let value = offset(&mut program, coordinate, modes).unwrap();
        program.set_results(vec![value]);
        at.iter().map(|&coordinate| program.evaluate(&[coordinate])[0]).collect()
    }

    #[test]
    fn of_many_modes_two_mixtures_are_tried() {
        // The ten digits to the base 3 as those to the base 10.
        let mut stride = 1;
        let strided = [(); 10].map(|()| {
            let mode = Strided { extent: 3, stride };
            stride *= 10;
            mode
        });
        let found = offsets(&strided, 59048, &[0, 5, 59047, 59048]);
        assert_eq!(found, [0, 12, 2_222_222_221, 2_222_222_222]);
    }

    #[test]
    fn a_mode_that_ends_past_64_bits_has_no_end() {
        let strided = modes([(1 << 40, 1), (1 << 40, 3), (5, 7)]);
        let found = offsets(&strided, i64::MAX, &[(1 << 41) + 5, i64::MAX]);
        assert_eq!(found, [5 + 2 * 3, (1 << 40) - 1 + ((1 << 23) - 1) * 3]);
    }
}
