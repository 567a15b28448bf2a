//! Operations that move data: what source, destination, predicate and atom have to agree in.

use melior::ir::{Value, ValueLike};

use super::site::Site;
use super::spelling::written;
use crate::algebra::AnyLayout;
use crate::cute::{AnyModes, Layout, MmaOperand, Tuple};
use crate::imported::{Memory, NotImported};
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
        let known = |(ours, claimed): (&Leaf, &Leaf)| match ours {
            Leaf::Open => Leaf::Open,
            _ => claimed.clone(),
        };
        let known: Vec<Leaf> = ours.leaves().zip(claimed.leaves()).map(known).collect();
        match claimed.with_leaves(known) {
            Some(known) => self.claims_tuple(ours, &known),
            None => self.claims_tuple(ours, claimed),
        }
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
