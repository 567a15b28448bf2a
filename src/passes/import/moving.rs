//! Operations that move data: what source, destination, predicate and atom have to agree in.

use melior::ir::{Value, ValueLike};

use super::site::{ShapeClaim, Site};
use super::spelling::written;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{AnyModes, CuteLayout, Layout, MmaOperand, Outer, Swizzle, Tuple};
use crate::imported::{LayoutExpression, Memory, NotImported, TypeText};
use crate::partial::Leaf;

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// What source and destination of a copy hold beside one atom's part, as many times each: CuTe's
    /// loop over the modes after the first. In the first mode each holds as many parts of the atom, and a
    /// predicate has one place for each part.
    pub fn import_copy(&mut self) -> Result<(), NotImported> {
        let operands = self.operands();
        let [atom, source, destination, ref predicates @ ..] = operands[..] else {
            return Err("it has no destination".into());
        };
        let atom = written(atom.r#type());
        let layouts = [source, destination].map(|tensor| self.reader.operand(tensor));
        let [from, to] = layouts;
        let (from, to) = (from?, to?);
        let times = size_of(&rest_of(&from));
        self.claims_tuple(&Tuple::Leaf(times.clone()), &Tuple::Leaf(size_of(&rest_of(&to))))?;
        let notation = self.dialect().notation;
        // A copy of boxes by one thread has no parts of threads.
        if notation.box_copy(&atom).is_some() {
            return Ok(());
        }
        let of_atom = notation.copy_atom(&atom)?;
        let values = [of_atom.source(), of_atom.destination()].map(values_of);
        // A tensor of one place is where the parts of a copy begin, in some dialects.
        let is_begin = |layout: &AnyLayout| notation.one_place_is_begin() && is_one_place(layout);
        let begins = [is_begin(&from), is_begin(&to)];
        if begins == [false, false] {
            let [parts, others] =
                [(&from, values[0]), (&to, values[1])].map(|(layout, of)| parts_of(layout, of));
            let (parts, others) = (parts?, others?);
            self.claims_tuple(&Tuple::Leaf(parts.clone()), &Tuple::Leaf(others))?;
            if let [predicate] = predicates[..]
                && let Ok(predicate) = self.reader.operand(predicate)
            {
                let needed = Tuple::Node(vec![Tuple::Leaf(parts), Tuple::Leaf(times)]);
                let first = Leaf::from(first_of(&predicate));
                let held = [first, size_of(&rest_of(&predicate))].map(Tuple::Leaf);
                self.claims_known(&needed, &Tuple::Node(held.into()))?;
            }
        }
        let vectors = notation.vectors(&atom);
        let sides = [(source, &from), (destination, &to)].into_iter().zip(vectors).zip(begins);
        for (((tensor, layout), bits), is_begin) in sides {
            let text = self.reader.text_of(tensor);
            if let (Some(text), Some(bits), false) = (text, bits, is_begin) {
                self.claims_vectors(text, layout, bits)?;
            }
        }
        Ok(())
    }

    /// The elements that an instruction takes at a time are next to each other in memory, and each such
    /// vector begins at a multiple of its size, if the type says what the tensor begins at. A swizzle moves
    /// them as a whole.
    fn claims_vectors(
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
        if size.is_some() {
            let vector = AnyLayout::parse(Kind::Cute, &format!("{count}:1"))?;
            let taken =
                LayoutExpression::of("compose", [AnyLayout::Cute(values.clone()), vector.clone()]);
            self.claims_of(&taken, &vector, ShapeClaim::Any)?;
        }
        self.begins_vectors(text, layout, (&modes, count, bits))?;
        // What is wrong whatever the numbers are has been said.
        match size {
            Some(_) => Ok(()),
            None => {
                Err(format!("whether {count} elements of {values} are adjacent is not known")
                    .into())
            }
        }
    }

    /// Vectors of so many elements and bits begin at multiples of their size.
    fn begins_vectors(
        &self,
        text: &TypeText,
        layout: &AnyLayout,
        (modes, count, bits): (&[CuteLayout], i64, i64),
    ) -> Result<(), NotImported> {
        keeps_vectors(text, layout, count)?;
        let Some(alignment) = text.alignment else { return Ok(()) };
        if alignment.checked_mul(8).is_none_or(|aligned| aligned % bits != 0) {
            return Err(NotImported::Wrong(format!(
                "it takes {bits} bits at a time of a tensor that is aligned to {alignment} bytes"
            )));
        }
        match steps_between(modes, count).into_iter().find(|step| step % count != 0) {
            Some(step) => Err(NotImported::Wrong(format!(
                "it takes {count} elements at a time, and a step of {step} is not a multiple of them"
            ))),
            None => Ok(()),
        }
    }

    /// D and C of M by N, A of M by K, B of N by K atoms; in registers each first mode is one atom's.
    pub fn import_gemm(&mut self) -> Result<(), NotImported> {
        let operands = self.operands();
        let [mma, d, a, b, c, ..] = operands[..] else { return Err("it has no operands".into()) };
        let mut rests = Vec::new();
        for operand in [d, a, b, c] {
            let rest = rest_of(&self.reader.operand(operand)?);
            rests.push(
                rest.iter().map(|size| size_of(std::slice::from_ref(size))).collect::<Vec<_>>(),
            );
        }
        let at = |operand: usize, mode: usize| {
            rests[operand].get(mode).cloned().unwrap_or(Leaf::Number(1))
        };
        let held = [at(0, 0), at(0, 1), at(3, 0), at(3, 1), at(1, 1)];
        let needed = [at(1, 0), at(2, 0), at(1, 0), at(2, 0), at(2, 1)];
        let [held, needed] = [held, needed].map(|sizes| Tuple::Node(sizes.map(Tuple::Leaf).into()));
        self.claims_known(&needed, &held)?;
        let mma = self.dialect().notation.tiled_mma(&written(mma.r#type()))?;
        let tensors =
            [(d, MmaOperand::C), (a, MmaOperand::A), (b, MmaOperand::B), (c, MmaOperand::C)];
        let in_registers = |tensor: Value<'c, 'a>| {
            self.reader.text_of(tensor).is_some_and(|text| text.memory == Memory::Registers)
        };
        let (mut needed, mut held) = (Vec::new(), Vec::new());
        for (tensor, operand) in tensors {
            if in_registers(tensor) {
                let values = values_of(mma.atom().operand(operand));
                needed.push(Tuple::Leaf(Leaf::Number(values)));
                held.push(Tuple::Leaf(first_of(&self.reader.operand(tensor)?).into()));
            }
        }
        self.claims_known(&Tuple::Node(needed), &Tuple::Node(held))
    }

    /// The claim that sizes are ours. One that is not known does not differ.
    pub fn claims_known(
        &mut self,
        ours: &Tuple<Leaf>,
        claimed: &Tuple<Leaf>,
    ) -> Result<(), NotImported> {
        match ours.leaves().chain(claimed.leaves()).any(|leaf| *leaf == Leaf::Open) {
            true => Ok(()),
            false => self.claims_tuple(ours, claimed),
        }
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

/// The size of each mode.
pub(super) fn sizes_of(layout: &AnyLayout) -> Vec<Option<i64>> {
    let modes = layout.modes().map(AnyModes::list_modes).unwrap_or_default();
    modes.iter().map(|mode| mode.size().and_then(|size| size.as_constant())).collect()
}

/// True for a layout of one place that is not a tuple.
fn is_one_place(layout: &AnyLayout) -> bool {
    let shape = layout.modes().map(|modes| modes.shape());
    matches!(shape, Some(Tuple::Leaf(extent)) if extent.as_constant() == Some(1))
}

/// The size of the first mode.
fn first_of(layout: &AnyLayout) -> Option<i64> {
    sizes_of(layout).first().copied().flatten()
}

/// The sizes of the modes after the first.
fn rest_of(layout: &AnyLayout) -> Vec<Option<i64>> {
    sizes_of(layout).into_iter().skip(1).collect()
}

fn size_of(sizes: &[Option<i64>]) -> Leaf {
    sizes.iter().try_fold(1_i64, |all, size| all.checked_mul((*size)?)).into()
}

/// The values that one thread has of an atom.
fn values_of(atom: &Layout) -> i64 {
    atom.modes().nth(1).map_or(1, |values| values.size())
}

/// How often an atom's values are in the first mode of a tensor.
fn parts_of(layout: &AnyLayout, values: i64) -> Result<Leaf, NotImported> {
    match first_of(layout) {
        Some(size) if size % values != 0 => Err(NotImported::Wrong(format!(
            "a thread has {values} values of the atom, and the first mode of {layout} has {size}"
        ))),
        Some(size) => Ok(Leaf::Number(size / values)),
        None => Ok(Leaf::Open),
    }
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
