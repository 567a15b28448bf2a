//! The families of layouts as they are made from what is known of a function.

use super::not_raised::NotLinear;
use crate::algebra::AnyLayout;
use crate::cute::{Basis, Composed, CuteLayout, Layout, Mode, Outer, Stride, Swizzle, coalesce};
use crate::linear::LinearLayout;
use crate::linear::f2::{Affine, Matrix, NotAffine};
use crate::relation::digits::{Atom, DigitForm, Digits};

/// The CuTe layout that the digits spell: each is a mode. With an offset it is composed, behind a
/// swizzle that does nothing.
pub(in crate::algebra) fn cute_of_digits(digits: &Digits) -> Option<AnyLayout> {
    if let [output] = &*digits.outputs {
        let modes = modes_of(digits, output)?;
        let layout = coalesce(&Layout::from_modes(&modes).ok()?);
        return with_offset(layout, i64::try_from(output.constant()).ok()?);
    }
    basis_of_digits(digits)
}

fn modes_of(digits: &Digits, output: &DigitForm) -> Option<Vec<Mode>> {
    if output.terms().iter().any(|(atom, _)| matches!(atom, Atom::Parity(_))) {
        return None;
    }
    let mode = |(digit, &extent): (usize, &i64)| {
        let stride = output.multiple_of(&Atom::Digit(digit));
        Some(Mode { extent, stride: i64::try_from(stride).ok()? })
    };
    digits.extents.iter().enumerate().map(mode).collect()
}

/// The layout itself, or `S<0,4,3> o offset o layout`.
pub(super) fn with_offset(layout: Layout, offset: i64) -> Option<AnyLayout> {
    if offset == 0 {
        return Some(layout.into());
    }
    let none = Swizzle::new(0, 4, 3).ok()?;
    behind(none, offset, layout)
}

/// `swizzle o offset o layout`, unless a value that is swizzled is negative.
pub(super) fn behind(swizzle: Swizzle, offset: i64, layout: Layout) -> Option<AnyLayout> {
    let (least, greatest) = layout.offset_range();
    greatest.checked_add(offset)?;
    if least.checked_add(offset)? < 0 && !swizzle.is_identity() {
        return None;
    }
    let (outer, inner) = (Outer::Swizzle(swizzle), CuteLayout::Static(layout));
    Some(AnyLayout::Composed(Composed::new(outer, offset, inner)))
}

/// A CuTe layout or one with an offset as a composed one.
pub(super) fn behind_nothing(layout: &AnyLayout) -> Option<AnyLayout> {
    match layout {
        AnyLayout::Composed(_) => Some(layout.clone()),
        _ => behind(Swizzle::new(0, 4, 3).ok()?, 0, layout.as_static()?.clone()),
    }
}

/// Several outputs: a layout with basis strides, if every digit moves one output and the last output is
/// moved, which the tuple ends with.
fn basis_of_digits(digits: &Digits) -> Option<AnyLayout> {
    let mut modes: Vec<Mode<Basis>> = Vec::new();
    for (digit, &extent) in digits.extents.iter().enumerate() {
        let mut stride = Basis::ZERO;
        for (position, output) in digits.outputs.iter().enumerate() {
            let scale = output.multiple_of(&Atom::Digit(digit));
            if scale == 0 {
                continue;
            }
            if !stride.is_zero() {
                return None;
            }
            stride = Basis::new(i64::try_from(scale).ok()?, vec![u32::try_from(position).ok()?])?;
        }
        modes.push(Mode { extent, stride });
    }
    let is_digit = |(atom, _): &(Atom, i128)| matches!(atom, Atom::Digit(_));
    let is_plain =
        |output: &DigitForm| output.constant() == 0 && output.terms().iter().all(is_digit);
    if !digits.outputs.iter().all(is_plain) {
        return None;
    }
    let layout = coalesce::<Basis>(&Layout::from_modes(&modes).ok()?);
    let has_outputs = layout.positions().len() == digits.outputs.len();
    has_outputs.then_some(AnyLayout::Cute(CuteLayout::Basis(layout)))
}

/// The digits as bits: for each output the affine map from the bits of the integral coordinate.
///
/// `None` if an extent is not a power of two or a sum carries.
pub(in crate::algebra) fn affine_of_digits(digits: &Digits) -> Option<Vec<Affine>> {
    let mut first_bit = Vec::new();
    let mut n_bits = 0;
    for &extent in &digits.extents {
        if !extent.cast_unsigned().is_power_of_two() {
            return None;
        }
        first_bit.push(n_bits);
        n_bits += extent.trailing_zeros() as usize;
    }
    if 62 < n_bits {
        return None;
    }
    let map = |output: &DigitForm| -> Option<Affine> {
        let mut columns = vec![0_u64; n_bits];
        let constant = u64::try_from(output.constant()).ok().filter(|&c| c < 1 << 62)?;
        let mut used = 0_u64;
        // Adds a multiple of one bit, the exclusive or of coordinate bits: no carry if the multiple
        // has no bit in common with the others. One that is subtracted undoes bits of the constant.
        let mut add = |bits: &[usize], multiple: i128| -> Option<()> {
            let size = u64::try_from(multiple.abs()).ok().filter(|&size| size < 1 << 62)?;
            let in_constant = if multiple < 0 { size } else { 0 };
            if used & size != 0 || constant & size != in_constant {
                return None;
            }
            used |= size;
            bits.iter().for_each(|&bit| columns[bit] ^= size);
            Some(())
        };
        for &(atom, coefficient) in output.terms() {
            match atom {
                Atom::Digit(digit) => {
                    for bit in 0..digits.extents[digit].trailing_zeros() {
                        let multiple = coefficient.checked_mul(1 << bit)?;
                        add(&[first_bit[digit] + bit as usize], multiple)?;
                    }
                }
                Atom::Parity(mask) => {
                    let digits = (0..first_bit.len()).filter(|digit| mask >> digit & 1 == 1);
                    let bits: Vec<usize> = digits.map(|digit| first_bit[digit]).collect();
                    add(&bits, coefficient)?;
                }
            }
        }
        affine(columns, constant)
    };
    digits.outputs.iter().map(map).collect()
}

/// The map over F2 that a sum of digits is, or why there is none. `None` past 64 bits.
///
/// Let the offsets at the bits of the coordinate miss the constant by `g_i`, which add up. The
/// function is affine over F2 exactly if it is on every pair of bits.
pub(super) fn affine_of_modes(
    extents: &[i64],
    output: &DigitForm,
) -> Option<Result<Affine, NotLinear>> {
    let (mut lowest, mut highest) = ((0_i64, output.constant()), (0_i64, output.constant()));
    let mut step = 1_i64;
    let mut bits: Vec<i128> = Vec::new();
    let mut is_binary = true;
    for (digit, &extent) in extents.iter().enumerate() {
        let stride = output.multiple_of(&Atom::Digit(digit));
        let extreme = if stride < 0 { &mut lowest } else { &mut highest };
        extreme.0 += step * (extent - 1);
        extreme.1 += stride.checked_mul((extent - 1).into())?;
        is_binary &= extent.cast_unsigned().is_power_of_two();
        bits.extend((0..extent.trailing_zeros()).map(|bit| stride << bit));
        step *= extent;
    }
    if !is_binary {
        return Some(Err(NotLinear::Size { size: step }));
    }
    for (coordinate, value) in [lowest, highest] {
        if !(0..1 << 62).contains(&value) {
            let output = i64::try_from(value).ok()?;
            return Some(Err(NotLinear::Offset { coordinate, output }));
        }
    }
    let at = |sum: i128| u64::try_from(output.constant() + sum).ok();
    let constant = at(0)?;
    let columns: Vec<u64> = bits.iter().map(|&g| Some(at(g)? ^ constant)).collect::<Option<_>>()?;
    for (i, (&g, v)) in bits.iter().zip(&columns).enumerate() {
        for (j, (&h, w)) in bits.iter().zip(&columns).enumerate().take(i) {
            let excess = at(g + h)? ^ constant ^ v ^ w;
            if excess != 0 {
                let (a, b) = (1 << i, 1 << j);
                return Some(Err(NotLinear::NotAffine(NotAffine { a, b, excess })));
            }
        }
    }
    affine(columns, constant).map(Ok)
}

/// The least coordinate c such that no CuTe layout agrees with the map on [0, c], where none is it.
///
/// The size is a power of two, so that a mode can begin at each bit. The first column that shares a
/// bit with an earlier one, together with the first such one, gives less than their sum.
pub(super) fn cute_witness(map: &Affine) -> i64 {
    let columns = map.matrix().columns();
    if map.constant() != 0 {
        return 0;
    }
    for (i, column) in columns.iter().enumerate() {
        if let Some(j) = columns[..i].iter().position(|before| before & column != 0) {
            return (1 << i) + (1 << j);
        }
    }
    0
}

/// The map with as many rows as it needs.
pub(super) fn affine(columns: Vec<u64>, constant: u64) -> Option<Affine> {
    let used = columns.iter().fold(constant, |used, column| used | column);
    let rows = u64::BITS - used.leading_zeros();
    Affine::new(Matrix::new(rows, columns).ok()?, constant)
}

/// All swizzles that can act on offsets below `2^n_bits` or make such ones: B at least 1, least B
/// first, then least M, then least |S|, and S > 0 before S < 0.
pub(super) fn swizzles(n_bits: u32) -> impl Iterator<Item = Swizzle> {
    let n_bits = i64::from(n_bits);
    let numbers = (1..=n_bits / 2).flat_map(move |bits| {
        (0..=n_bits - 2 * bits).flat_map(move |base| {
            (bits..=n_bits - bits - base).flat_map(move |shift| {
                [shift, -shift].into_iter().map(move |shift| (bits, base, shift))
            })
        })
    });
    numbers.filter_map(|(bits, base, shift)| Swizzle::new(bits, base, shift).ok())
}

/// The first swizzle behind which the map is a CuTe layout; else how many were tried.
///
/// The sum of the strides of a CuTe layout of 2^n coordinates is an exclusive or exactly if no two
/// strides share a bit: no two columns, whatever the constant.
pub(super) fn swizzled_of_affine(map: &Affine) -> Result<AnyLayout, usize> {
    let mut tried = 0;
    for swizzle in swizzles(63) {
        tried += 1;
        let apply = |bits: u64| swizzle.apply(bits.cast_signed()).cast_unsigned();
        let columns: Vec<u64> = map.matrix().columns().iter().map(|&c| apply(c)).collect();
        if let Some(layout) = disjoint_layout(&columns, apply(map.constant()), swizzle) {
            return Ok(layout);
        }
    }
    Err(tried)
}

fn disjoint_layout(columns: &[u64], constant: u64, swizzle: Swizzle) -> Option<AnyLayout> {
    let mut used = 0;
    let mut modes = Vec::new();
    for &column in columns {
        if used & column != 0 {
            return None;
        }
        used |= column;
        let stride = (column ^ constant).cast_signed() - constant.cast_signed();
        modes.push(Mode { extent: 2, stride });
    }
    behind(swizzle, constant.cast_signed(), coalesce(&Layout::from_modes(&modes).ok()?))
}

/// The linear layout of affine maps, one for each output, whose in-dims have these names and sizes.
pub(super) fn linear_of_affine(ins: &[(&str, i64)], maps: &[Affine]) -> Option<LinearLayout> {
    let names: Vec<String> = (0..maps.len()).map(|output| format!("dim{output}")).collect();
    let mut outs = Vec::new();
    let mut shifts = Vec::new();
    let mut shift = 0_u32;
    for (map, name) in maps.iter().zip(&names) {
        shifts.push(shift);
        shift = shift.checked_add(map.matrix().n_rows()).filter(|&bits| bits <= 62)?;
        outs.push((name.as_str(), 1_i64 << map.matrix().n_rows()));
    }
    let value = |coordinate: i64| {
        let parts = maps.iter().zip(&shifts);
        let bits = parts
            .fold(0, |bits, (map, shift)| bits | map.apply(coordinate.cast_unsigned()) << shift);
        bits.cast_signed()
    };
    LinearLayout::from_values(ins, &outs, value).ok()
}
