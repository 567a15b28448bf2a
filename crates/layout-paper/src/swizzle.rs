use super::error::PaperError;
use layout_math::affine::Symbolic;
use layout_math::relation::{Context, Facts, InDim, Map, Mode, Relation, RelationError, View};

/// The most bits that a coordinate may have.
const MAX_BITS: i64 = 62;

/// A swizzle as a map between binary spaces: algorithm 7.
///
/// Law: `[c0, …] -> [i0, …]` on n = bits + base + |shift| bits, the highest bit first (the paper's
/// lexicographic order), is `i = c ^ ((c & y) >> shift)` with the mask y of `bits` bits from
/// `base + max(shift, 0)` on; a negative shift goes left.
///
/// Put right (erratum 11): the paper has it that this is always an involution, and CuTe requires
/// |shift| >= bits. It is an involution exactly then. With 0 < |shift| < bits it is a bijection, such
/// as `S<2,0,1>`, which sends 7 to 4 and 4 to 6; with a shift of 0 bits of the mask are cleared.
/// All are answered here.
///
/// Cost: a parity for each bit that is moved, and for isl as many divisions.
///
/// # Errors
///
/// [`PaperError::Relation`] for a negative number of bits or base, and for more than 62 bits.
///
/// ```
/// use layout_paper::binary_swizzle;
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(100_000);
/// let mapping = binary_swizzle(&context, 1, 2, 1)?;
/// let printed: Relation =
///     "{ [c0, c1, c2, c3] -> [c0, (c0 + c1) mod 2, c2, c3] : 0 <= c0,c1,c2,c3 <= 1 }".parse()?;
/// assert!(mapping.equal(&printed.to_map(&context)?)?.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn binary_swizzle(
    context: &Context,
    bits: i64,
    base: i64,
    shift: i64,
) -> Result<Map, PaperError> {
    let width = width(bits, base, shift)?;
    // Bits are counted from the highest one.
    let mask: i64 = ((1 << bits) - 1) << (base + shift.max(0));
    let in_mask = |position: i64| mask >> (width - 1 - position) & 1 == 1;
    let basis = |position: i64| {
        let target = position + shift;
        let moved = if in_mask(position) && (0..width).contains(&target) { target } else { -1 };
        (0..width).map(|at| i64::from(at == position) ^ i64::from(at == moved)).collect()
    };
    let in_dims: Vec<InDim> = (0..width)
        .map(|position| InDim { name: format!("c{position}"), bases: vec![basis(position)] })
        .collect();
    let names: Vec<String> = (0..width).map(|position| format!("i{position}")).collect();
    let out_dims: Vec<(&str, i64)> = names.iter().map(|name| (name.as_str(), 2)).collect();
    Ok(Relation::from_bases(&in_dims, &out_dims, &[], &View::Natural)?.to_map(context)?)
}

/// The layout mapping of a swizzle: section 4, through the binary spaces.
///
/// Law: `c -> c ^ ((c & y) >> shift)` on `[0, 2^n)`, n = bits + base + |shift|; it is the binary map
/// between the coordinate mapping, which is lexicographic, and its inverse.
///
/// # Errors
///
/// Those of [`binary_swizzle`].
///
/// ```
/// use layout_paper::swizzle_mapping;
/// use layout_math::relation::{Context, Relation};
///
/// let context = Context::new(100_000);
/// let mapping = swizzle_mapping(&context, 1, 2, -1)?;
/// let printed: Relation =
///     "{ [c] -> [-7 + 2*(c mod 8) + ((7 + c - 2*(c mod 4)) mod 16)] : 0 <= c <= 15 }".parse()?;
/// assert!(mapping.equal(&printed.to_map(&context)?)?.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn swizzle_mapping(
    context: &Context,
    bits: i64,
    base: i64,
    shift: i64,
) -> Result<Map, PaperError> {
    let binary = binary_swizzle(context, bits, base, shift)?;
    let n = usize::try_from(width(bits, base, shift)?).unwrap_or(0);
    let unit = |bit: usize| {
        (0..n).map(move |output| Symbolic::from(i64::from(output == n - 1 - bit))).collect()
    };
    let modes: Vec<Mode> =
        (0..n).map(|bit| Mode { extent: 2.into(), strides: unit(bit) }).collect();
    let offset = vec![Symbolic::from(0); n];
    let coordinates = Relation::from_modes(&modes, &offset, &View::Integral, &Facts::new())?;
    let coordinates = coordinates.to_map(context)?;
    Ok(coordinates.then(&binary)?.then(&coordinates.reverse()?)?)
}

fn width(bits: i64, base: i64, shift: i64) -> Result<i64, PaperError> {
    let sum = bits.checked_add(base).and_then(|sum| sum.checked_add(shift.checked_abs()?));
    match sum {
        Some(width) if 0 <= bits && 0 <= base && width <= MAX_BITS => Ok(width),
        _ => Err(RelationError::BadSwizzle { bits, base, shift }.into()),
    }
}
