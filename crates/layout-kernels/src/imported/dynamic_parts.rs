//! Parts of a thread that are not static: of tensors whose strides are symbols, and of swizzled ones.

use layout_math::algebra::{AnyLayout, Kind};
use layout_math::cute::{AnyModes, Basis, CuteLayout, Layout, Mode, Term, Tuple, coalesce};
use layout_math::partial::{Leaf, product};

use super::leaves::with_facts;
use super::not_imported::NotImported;
use super::type_text::tuple_of;

/// The part of a layout of which only strides are symbols.
///
/// A part takes coordinates of the layout, so it is that of the layout with a position for each stride,
/// and then each position has its stride again. Strides that are numbers share a position: modes that
/// follow each other are joined there as in a static layout. Modes from the first one on whose extent is
/// a symbol are behind those that are divided, and stay.
///
/// # Errors
///
/// An extent of the tile is a symbol; an offset is a coordinate that is not known; and those of `part`.
pub fn by_positions(
    layout: &CuteLayout,
    part: impl FnOnce(&Layout<Basis>) -> Result<Layout<Basis>, NotImported>,
) -> Result<CuteLayout, NotImported> {
    let not_static = || NotImported::from(format!("{layout} is not static"));
    let modes = layout.list_modes();
    let has_extents =
        |mode: &CuteLayout| mode.extents().iter().all(|extent| extent.as_constant().is_some());
    let tile = modes.iter().take_while(|mode| has_extents(mode)).count();
    let (tile, further) = modes.split_at(tile);
    let joined = |modes: Vec<CuteLayout>| {
        CuteLayout::of_modes(modes).map_err(|error| NotImported::from(error.to_string()))
    };
    if tile.is_empty() {
        return Err(not_static());
    }
    let part = match joined(tile.to_vec())? {
        // The offsets of the tile are coordinates, and known.
        CuteLayout::Basis(tile) => part(&tile)?.into(),
        tile => part_of_strides(&tile, part)?,
    };
    match further.is_empty() {
        true => Ok(part),
        false => joined([part.list_modes(), further.to_vec()].concat()),
    }
}

/// The same of a layout whose extents are numbers.
fn part_of_strides(
    layout: &CuteLayout,
    part: impl FnOnce(&Layout<Basis>) -> Result<Layout<Basis>, NotImported>,
) -> Result<CuteLayout, NotImported> {
    let strides = layout.stride();
    if strides.leaves().any(|stride| !stride.path().is_empty()) {
        return Err(format!("{layout} is not static").into());
    }
    let mut terms: Vec<Term> = Vec::new();
    let places = strides.map(&mut |stride| match stride.scale().as_constant() {
        Some(0) => "0".to_owned(),
        Some(number) => format!("{number}@0"),
        None => {
            terms.push(stride.scale().clone());
            format!("1@{}", terms.len())
        }
    });
    let places: CuteLayout = format!("{}:{places}", layout.shape()).parse()?;
    let CuteLayout::Basis(places) = places else {
        return Err(format!("{layout} has no offsets").into());
    };
    let part = part(&places)?;
    let mut is_known = true;
    let strides = part.stride().map(&mut |place| {
        let scale = Term::constant(place.scale());
        let stride = match place.path() {
            [] | [0] => Some(scale),
            [position, ..] => {
                let term = (*position as usize).checked_sub(1).and_then(|at| terms.get(at));
                term.and_then(|term| term.times(&scale))
            }
        };
        is_known &= stride.is_some();
        stride.unwrap_or_else(|| Term::constant(0))
    });
    if !is_known {
        return Err(format!("a stride of the part of {layout} does not fit in 64 bits").into());
    }
    let text = format!("{}:{strides}", part.shape());
    let facts: Vec<String> = layout.facts().iter().map(ToString::to_string).collect();
    // Without a symbol that facts are about they say nothing.
    let with_facts = with_facts(&text, &facts.join(", ")).parse();
    Ok(with_facts.or_else(|_| text.parse())?)
}

/// The layout that a peer says of the part of a swizzled tensor, where it has split the modes whose bits
/// the swizzle moves and has a `?` for their strides: our stride, or its negative, by the thread. Here
/// each `?` is our stride; where our part has no such mode, 0.
///
/// # Errors
///
/// The modes are split otherwise.
pub fn with_moved_bits(part: &Layout, claimed: &str) -> Result<AnyLayout, NotImported> {
    let other_form = || format!("the form of our answer {part} is not that of {claimed}");
    let (shape, stride) = claimed.split_once(':').ok_or_else(other_form)?;
    let (shape, stride) = (tuple_of(shape)?, tuple_of(stride)?);
    if !shape.is_congruent(&stride) || shape.modes().len() != part.rank() {
        return Err(other_form().into());
    }
    let mut strides = Vec::new();
    for (own, (shape, stride)) in part.modes().zip(shape.modes().iter().zip(stride.modes())) {
        let filled = match product(shape) == Some(own.size()) {
            true => filled(&own, shape, stride).ok_or_else(other_form)?,
            false => stride.leaves().map(|leaf| leaf.number().unwrap_or(0)).collect(),
        };
        strides.extend(filled);
    }
    let strides = stride.with_leaves(strides).ok_or_else(other_form)?;
    Ok(AnyLayout::parse(Kind::Cute, &format!("{shape}:{strides}"))?)
}

/// The strides of a mode that is split into extents of a product that is its size.
fn filled(own: &Layout, shape: &Tuple<Leaf>, stride: &Tuple<Leaf>) -> Option<Vec<i64>> {
    let own = coalesce(own);
    let mut modes = own.flat_modes().iter().copied();
    let mut current = Mode { extent: 1, stride: 0 };
    let mut strides = Vec::new();
    for (extent, claimed) in shape.leaves().zip(stride.leaves()) {
        let extent = extent.number()?;
        if current.extent == 1 && extent != 1 {
            current = modes.next()?;
        }
        if extent < 1 || current.extent % extent != 0 {
            return None;
        }
        strides.push(claimed.number().unwrap_or(current.stride));
        current.extent /= extent;
        current.stride = current.stride.checked_mul(extent)?;
    }
    Some(strides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_math::cute::{CopyAtom, CopySide, TiledCopy};

    #[test]
    fn parts_of_symbolic_strides_are_those_of_each_value() {
        let atom = CopyAtom::of_one_thread(4).unwrap();
        let tv = "((2,16),4):((64,1),16)".parse().unwrap();
        let copy = TiledCopy::new(atom, tv, "[16:1;8:1]".parse().unwrap()).unwrap();
        let symbolic: CuteLayout = "(32,(8,4)):(S,(1,8)) where S mod 8 = 0".parse().unwrap();
        let part = |layout: &Layout<Basis>| Ok(copy.partition(CopySide::Source, layout)?);
        let found = by_positions(&symbolic, part).unwrap();
        assert_eq!(found.to_string(), "((4,1),2,4):((1,0),16*S,8) where S mod 8 = 0");
        for stride in [8, 64, 1000] {
            let value = |_: &str| Some(stride);
            let whole = symbolic.with_values(&value).unwrap();
            let own = copy.partition(CopySide::Source, whole.as_static().unwrap()).unwrap();
            assert_eq!(found.with_values(&value).unwrap().as_static(), Some(&own));
        }
        let stages: CuteLayout = "(32,32,K):(S,1,T)".parse().unwrap();
        let found = by_positions(&stages, part).unwrap();
        assert_eq!(found.to_string(), "((4,1),2,4,K):((1,0),16*S,8,T)");
        // Coordinates of a tensor whose last extent is not known.
        let coordinates: CuteLayout = "(32,32,K):(1@0,1@1,32@1)".parse().unwrap();
        let found = by_positions(&coordinates, part).unwrap();
        assert_eq!(found.to_string(), "((4,1),2,4,K):((1@1,0),16@0,8@1,32@1)");
        let extent: CuteLayout = "(M,8):(8,1)".parse().unwrap();
        let error = by_positions(&extent, part).unwrap_err().to_string();
        assert_eq!(error, "(M,8):(8,1) is not static");
    }

    #[test]
    fn swizzled_modes_are_split_and_have_our_strides() {
        let part: Layout = "((2,2),2,(4,2)):((1,512),4096,(16,8192))".parse().unwrap();
        let of = |claimed: &str| {
            with_moved_bits(&part, claimed).map(|layout| layout.to_string()).unwrap_or_default()
        };
        assert_eq!(
            of("((2,2),2,((2,2),2)):((1,512),4096,((?{div=16},?{div=32}),8192))"),
            "((2,2),2,((2,2),2)):((1,512),4096,((16,32),8192))"
        );
        // What is claimed is kept, right or wrong.
        assert_eq!(
            of("((2,2),2,((2,2),2)):((1,513),4096,((?,?),8192))"),
            "((2,2),2,((2,2),2)):((1,513),4096,((16,32),8192))"
        );
        assert_eq!(
            of("((2,4),2,((2,2),2)):((1,512),4096,((?,?),8192))"),
            "((2,4),2,((2,2),2)):((1,512),4096,((16,32),8192))"
        );
        assert_eq!(
            of("((2,1,2),2,(4,2)):((1,?,512),4096,(16,8192))"),
            "((2,1,2),2,(4,2)):((1,2,512),4096,(16,8192))"
        );
        assert_eq!(of("((2,-2),2,(4,-2)):((1,512),4096,(16,8192))"), "");
        assert_eq!(of("((2,2),(2,4,2)):((1,512),(4096,?,8192))"), "");
        assert_eq!(of("((2,2),2,8):((1,512),4096,?)"), "");
    }
}
