//! What an instruction takes at a time: elements next to each other, from a multiple of their size on.

use super::site::{ShapeClaim, Site};
use crate::affine::Fact;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{AnyModes, Composed, CuteLayout, Layout, Outer, Swizzle};
use crate::imported::{LayoutExpression, Memory, NotImported, TypeText};

/// How many elements of a tensor are looked at one by one.
const MAX_ELEMENTS: i64 = 1 << 16;

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// The elements that an instruction takes at a time are next to each other in memory, and each such
    /// vector begins at a multiple of its size, if the type says what the tensor begins at. A swizzle moves
    /// them as a whole.
    pub fn claims_vectors(
        &mut self,
        text: &TypeText,
        layout: &AnyLayout,
        bits: i64,
    ) -> Result<(), NotImported> {
        if matches!(text.memory, Memory::Registers | Memory::Tensor | Memory::Descriptors) {
            return Ok(());
        }
        let element = text.element_bits.ok_or("how many bits an element has is not known")?;
        let count = bits / element;
        if bits % element != 0 {
            return Err(format!("it takes {bits} bits at a time of elements of {element}").into());
        }
        is_aligned(text, bits)?;
        if count == 1 {
            return Ok(());
        }
        let modes = layout.modes().map(AnyModes::list_modes).unwrap_or_default();
        let [values, ..] = &modes[..] else { return Ok(()) };
        let size = values.as_static().map(Layout::size);
        if let Some(size) = size.filter(|&size| size < count) {
            let message = format!("it takes {count} elements at a time, of a mode of {size}");
            return Err(NotImported::Wrong(message));
        }
        if let Some(composed) = behind_layout(layout) {
            return stay_whole(composed, count, text.alignment.is_some());
        }
        if size.is_some() {
            let vector = AnyLayout::parse(Kind::Cute, &format!("{count}:1"))?;
            let taken =
                LayoutExpression::of("compose", [AnyLayout::Cute(values.clone()), vector.clone()]);
            self.claims_of(&taken, &vector, ShapeClaim::Any)?;
        }
        begins_vectors(text, layout, &modes, count)?;
        // What is wrong whatever the numbers are has been said.
        match size {
            Some(_) => Ok(()),
            None => {
                Err(format!("whether {count} elements of {values} are adjacent is not known")
                    .into())
            }
        }
    }
}

/// A tensor is aligned to what is taken at a time, if its type says to what it is.
fn is_aligned(text: &TypeText, bits: i64) -> Result<(), NotImported> {
    match text.alignment {
        Some(bytes) if bytes.checked_mul(8).is_none_or(|aligned| aligned % bits != 0) => {
            Err(NotImported::Wrong(format!(
                "it takes {bits} bits at a time of a tensor that is aligned to {bytes} bytes"
            )))
        }
        _ => Ok(()),
    }
}

/// Vectors of so many elements begin at multiples of their size, and a swizzle moves them as a whole.
fn begins_vectors(
    text: &TypeText,
    layout: &AnyLayout,
    modes: &[CuteLayout],
    count: i64,
) -> Result<(), NotImported> {
    keeps_vectors(text, layout, count)?;
    let is_between = |step: &i64| step % count != 0;
    let step = steps_between(modes, count).into_iter().find(is_between);
    if let (Some(step), Some(_)) = (step, text.alignment) {
        return Err(NotImported::Wrong(format!(
            "it takes {count} elements at a time, and a step of {step} is not a multiple of them"
        )));
    }
    match layout {
        AnyLayout::Composed(composed) if step.is_some() || !begins_at_multiple(composed, count) => {
            stay_whole(composed, count, text.alignment.is_some())
        }
        _ => Ok(()),
    }
}

/// A swizzle of which the least field begins inside a vector takes the vector apart.
///
/// That of a composed layout counts elements. That of a pointer counts bytes, but kernels are written
/// that give it one of elements: it is asked as if it counted these, of which fewer are in a vector.
fn keeps_vectors(text: &TypeText, layout: &AnyLayout, count: i64) -> Result<(), NotImported> {
    // A text that is not a swizzle is an error of its type.
    let of_pointer = || text.swizzle.as_deref()?.parse::<Swizzle>().ok();
    let swizzle = match layout {
        AnyLayout::Composed(composed) => match composed.outer() {
            Outer::Swizzle(swizzle) => Some(*swizzle),
            Outer::Layout(_) => None,
        },
        _ => of_pointer(),
    };
    let Some(swizzle) = swizzle else { return Ok(()) };
    let block = 1_i64 << swizzle.base();
    match block < count && swizzle.bits() != 0 {
        true => Err(NotImported::Wrong(format!(
            "it takes {count} elements at a time, and {swizzle} moves blocks of {block}"
        ))),
        false => Ok(()),
    }
}

/// The layout behind another one, which moves each element by itself.
fn behind_layout(layout: &AnyLayout) -> Option<&Composed> {
    match layout {
        AnyLayout::Composed(composed) if matches!(composed.outer(), Outer::Layout(_)) => {
            Some(composed)
        }
        _ => None,
    }
}

/// True if the offset of a composed layout is known to be a multiple of a number.
fn begins_at_multiple(composed: &Composed, count: i64) -> bool {
    let offset = composed.offset_term();
    let is_multiple = |fact: &Fact, symbol: &String| match fact {
        Fact::Congruence { symbol: of, modulus, residue } => {
            of == symbol && modulus % count == 0 && residue % count == 0
        }
        Fact::Range { .. } => false,
    };
    offset.coefficient() % count == 0
        || offset
            .symbols()
            .iter()
            .any(|symbol| composed.facts().iter().any(|fact| is_multiple(fact, symbol)))
}

/// Looks at every vector of a composed layout: its elements are next to each other, and it begins at a
/// multiple of its size if the tensor does.
fn stay_whole(composed: &Composed, count: i64, is_aligned: bool) -> Result<(), NotImported> {
    let unknown = || format!("whether {count} elements of {composed} are adjacent is not known");
    let size = composed.inner().as_static().map(Layout::size).ok_or_else(unknown)?;
    let offset = |coordinate| composed.offset(coordinate).ok_or_else(unknown);
    let mut first = 0;
    while first < size.min(MAX_ELEMENTS) {
        let begin = offset(first)?;
        for step in 1..count {
            let at = offset(first + step)?;
            if at != begin + step {
                return Err(NotImported::Wrong(format!(
                    "it takes {count} elements at a time, and coordinate {} is at {at}, not at {}",
                    first + step,
                    begin + step
                )));
            }
        }
        if is_aligned && begin % count != 0 {
            return Err(NotImported::Wrong(format!(
                "it takes {count} elements at a time, and those from coordinate {first} on begin at {begin}"
            )));
        }
        first += count;
    }
    if size <= MAX_ELEMENTS { Ok(()) } else { Err(unknown().into()) }
}

/// The strides between vectors of so many elements, as far as they are known.
fn steps_between(modes: &[CuteLayout], count: i64) -> Vec<i64> {
    let (mut steps, mut inside) = (Vec::new(), count);
    for mode in modes {
        for (extent, stride) in mode.extents().iter().zip(mode.stride().leaves()) {
            let extent = extent.as_constant();
            if 1 < inside {
                inside = extent.map_or(1, |extent| inside / extent.max(1));
            } else if extent != Some(1) {
                steps.extend(stride.scale().as_constant());
            }
        }
    }
    steps
}
