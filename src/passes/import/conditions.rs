//! What a type claims by itself, whichever operation says it: a swizzle that is one, a tile of which
//! the threads hold every place.

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Type, Value, ValueLike};
use rustc_hash::{FxHashMap, FxHashSet};

use super::claims::{constants, is_injective};
use super::dialect::Dialect;
use super::site::Site;
use super::spelling::written;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::{
    Layout, MmaOperand, Swizzle, SwizzleError, TileMode, TiledMma, Tiler, filter, inverse,
};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir::{self, Inserter};
use crate::imported::{NotImported, Role, TypeText};
use crate::passes::pass::{Failed, Merge, Parts};
use crate::passes::wrong::state_wrong;

/// Where each type is said first: it is asked about there, and nowhere else.
#[derive(Debug, Default)]
pub(super) struct FirstSaid(FxHashMap<usize, usize>);

impl Merge for FirstSaid {
    fn merge(&mut self, more: Self) {
        if self.0.is_empty() {
            return *self = more;
        }
        for (r#type, operation) in more.0 {
            self.0.entry(r#type).or_insert(operation);
        }
    }
}

impl FirstSaid {
    /// Where the text says each type of a dialect's operations first; `None` if they are all in one part: then
    /// a walk of that part meets each type where it is said first.
    ///
    /// # Errors
    ///
    /// [`Failed`], after an error.
    pub fn of(parts: &Parts<'_>, dialect: &Dialect) -> Result<Option<Self>, Failed> {
        let is_outside = parts.outside().iter().any(|&operation| dialect.has(ir::name(operation)));
        if parts.function_count() + usize::from(is_outside) <= 1 {
            return Ok(None);
        }
        let mut said = FirstSaid::default();
        if is_outside {
            // They may stand between functions.
            said.note(ir::visit(parts.ir().root), dialect);
            return Ok(Some(said));
        }
        parts.each(&mut said, |part, said, ()| {
            said.note(part.visit(), dialect);
            Ok(())
        })?;
        Ok(Some(said))
    }

    /// Notes the types of the values of a dialect's operations, which come after all that were noted.
    fn note<'c, 'a>(
        &mut self,
        operations: impl Iterator<Item = OperationRef<'c, 'a>>,
        dialect: &Dialect,
    ) where
        'c: 'a,
    {
        for operation in operations.filter(|&operation| dialect.has(ir::name(operation))) {
            for r#type in types_of(&operation) {
                self.0.entry(ir::type_key(r#type)).or_insert_with(|| ir::key(operation));
            }
        }
    }

    /// This operation says the type; true if none before it does.
    fn is_by(&self, operation: OperationRef<'_, '_>, r#type: Type<'_>) -> bool {
        self.0.get(&ir::type_key(r#type)) == Some(&ir::key(operation))
    }
}

fn types_of<'c>(operation: &OperationRef<'c, '_>) -> impl Iterator<Item = Type<'c>> {
    let operands = operation.operands().map(|value: Value<'_, '_>| value.r#type());
    operands.chain(operation.results().map(|value| value.r#type()))
}

impl<'c: 'a, 'a> Site<'c, 'a> {
    /// Puts the obligations of the types that no operation before this one says before it, unless they
    /// are there; those of a swizzle where none of the function's types had it. False if one of the types
    /// is wrong.
    pub fn import_types(
        &mut self,
        said: Option<&FirstSaid>,
        swizzles: &mut FxHashSet<String>,
        are_there: bool,
    ) -> bool {
        let (mut is_right, types, operation) = (true, self.reader.types, self.operation);
        for r#type in types_of(&operation) {
            let is_new = !types.is_plain(r#type)
                && types.meets(r#type)
                && said.is_none_or(|said| said.is_by(operation, r#type));
            if !is_new {
                continue;
            }
            let read = types.text_of(r#type);
            let swizzle = read.and_then(swizzle_of);
            let new = swizzle.filter(|swizzle| swizzles.insert(swizzle.clone()));
            if are_there {
                continue;
            }
            let of_swizzle = new.map_or(Ok(()), |swizzle| self.import_swizzle(&swizzle));
            // What is made of atoms is not a layout, and is not read as one.
            let imported = match read {
                None => self.import_tiles(&written(r#type)),
                Some(_) if types.layout_of(r#type).is_some() => of_swizzle,
                Some(read) => is_layout(read).and(of_swizzle),
            };
            let location = self.operation.location();
            match imported {
                Ok(()) => {}
                Err(NotImported::Wrong(what)) => {
                    is_right = false;
                    let message = format!("the type {} is wrong: {what}", r#type);
                    state_wrong(self.inserter.context(), self.operation, &message);
                }
                // What is not known of an atom is said at the operations that ask for it.
                Err(NotImported::Unread(reason)) => {
                    let message = format!("the type {} is not checked by itself: {reason}", r#type);
                    Diagnostic::remark(location, message).emit();
                }
            }
        }
        is_right
    }

    /// A swizzle is its own inverse. One whose fields overlap is not, and is written as what it does.
    fn import_swizzle(&mut self, text: &str) -> Result<(), NotImported> {
        let Some([bits, base, shift]) = numbers_of(text) else { return Ok(()) };
        let Err(error @ SwizzleError::FieldsOverlap { .. }) = Swizzle::new(bits, base, shift)
        else {
            return Ok(());
        };
        let width = base.checked_add(bits).and_then(|sum| sum.checked_add(shift.checked_abs()?));
        let Some(width @ 0..=48) = width.filter(|_| 0 <= base) else { return Ok(()) };
        let message = format!("{text} is not a swizzle of CuTe's: {error}");
        Diagnostic::remark(self.operation.location(), message).emit();
        let field = ((1_i64 << bits) - 1) << base;
        let image = |offset: i64| match shift {
            0.. => offset ^ ((offset >> shift) & field),
            _ => offset ^ ((offset & field) << -shift),
        };
        let bases: Vec<String> = (0..width).map(|bit| format!("[{}]", image(1 << bit))).collect();
        let size = 1_i64 << width;
        let map = format!("{{dim0 = [{}]}} -> [dim0 = {size}]", bases.join(", "));
        let map = AnyLayout::parse(Kind::Linear, &map).map_err(|error| error.to_string())?;
        let identity = AnyLayout::parse(Kind::Cute, &format!("{size}:1"));
        let identity = identity.map_err(|error| error.to_string())?;
        let inserter = &mut self.inserter;
        let [map, identity] = constants(inserter, [&map, &identity]);
        let twice = inserter.layout_of("compose", &[map, map]);
        inserter.assert_equivalent(twice, identity);
        Ok(())
    }

    /// What the type of a tiled copy or product says of its tiles.
    fn import_tiles(&mut self, text: &str) -> Result<(), NotImported> {
        let notation = self.dialect().notation;
        if let Some(of_copy) = notation.thread_values(text) {
            let (thread_value, tiler) = of_copy?;
            self.import_thread_values(&thread_value, &tiler)?;
            let atom = notation.copy_atom(text)?;
            for (whole, of_atom) in thread_value.modes().zip(atom.reference().modes()) {
                // The atoms are side by side.
                self.claims_number(0, whole.size() % of_atom.size())?;
            }
            return Ok(());
        }
        match notation.atom(text) {
            Some(_) => made_mma(&mut self.inserter, &notation.tiled_mma(text)?),
            None => Ok(()),
        }
    }

    /// The thread-value layout stays in the tile and leaves no place of it out.
    fn import_thread_values(
        &mut self,
        thread_value: &Layout,
        tiler: &Tiler,
    ) -> Result<(), NotImported> {
        let extent = |mode: &TileMode| match mode {
            TileMode::Extent(extent) => Some(*extent),
            TileMode::Layout(layout) => layout.as_static().map(Layout::size),
            TileMode::All => None,
        };
        let extents: Option<Vec<i64>> = tiler.modes().iter().map(extent).collect();
        let extents = extents.ok_or_else(|| format!("the tile {tiler} has no size"))?;
        let size = extents.iter().try_fold(1_i64, |size, &extent| size.checked_mul(extent));
        let size = size.ok_or("its tile does not fit in 64 bits")?;
        covers(&mut self.inserter, thread_value, size);
        // Two coordinates of a tile are not the same place.
        for mode in tiler.modes() {
            if let TileMode::Layout(layout) = mode
                && let Some(layout) = layout.as_static()
            {
                is_injective(&mut self.inserter, &layout.clone().into(), None);
            }
        }
        Ok(())
    }
}

/// The layout of a type exists: it has a stride for each extent, and not numbers beside positions. Of
/// one with a `?` the other leaves are compared where it is used.
fn is_layout(read: &TypeText) -> Result<(), NotImported> {
    if read.role != Role::Layout || read.body.contains('?') {
        return Ok(());
    }
    match AnyLayout::parse(Kind::Cute, &read.body).map_err(NotImported::from) {
        // What is not read is said where it is used.
        Ok(_) | Err(NotImported::Unread(_)) => Ok(()),
        Err(wrong) => Err(wrong),
    }
}

/// The swizzle that a type says.
fn swizzle_of(text: &TypeText) -> Option<String> {
    match text.role {
        Role::Swizzle => Some(text.body.clone()),
        Role::Composed => {
            let (outer, _) = text.body.split_once(" o ")?;
            outer.starts_with("S<").then(|| outer.to_owned())
        }
        _ => text.swizzle.clone(),
    }
}

/// The three numbers of `S<B,M,S>`.
fn numbers_of(swizzle: &str) -> Option<[i64; 3]> {
    let numbers = swizzle.strip_prefix("S<")?.strip_suffix('>')?.split(',');
    let numbers: Vec<i64> =
        numbers.map(|number| number.trim().parse().ok()).collect::<Option<_>>()?;
    numbers.try_into().ok()
}

/// The groups of threads and what is permuted are numbered without gaps, and the threads hold every
/// place of the tile of each operand.
fn made_mma(inserter: &mut Inserter<'_, '_>, mma: &TiledMma) -> Result<(), NotImported> {
    let permutations = mma.permutation().modes().iter().filter_map(|mode| match mode {
        TileMode::Layout(layout) => layout.as_static(),
        _ => None,
    });
    let numbers: Vec<&Layout> = [mma.atoms()].into_iter().chain(permutations).collect();
    let mut held = Vec::new();
    // With numbers that occur twice nobody can say who holds what.
    if numbers.iter().all(|layout| inverse(layout).is_ok()) {
        for operand in [MmaOperand::A, MmaOperand::B, MmaOperand::C] {
            let layout = mma.thread_value(operand)?;
            let size = Layout::column_major(mma.tile(operand)?);
            let size = size.map_err(|error| error.to_string())?.size();
            held.push((layout, size));
        }
    }
    for layout in numbers {
        is_injective(inserter, &layout.clone().into(), Some(layout.size()));
    }
    for (layout, size) in &held {
        covers(inserter, layout, *size);
    }
    Ok(())
}

/// The claims that a layout stays below a size and that it has every offset below it.
fn covers(inserter: &mut Inserter<'_, '_>, layout: &Layout, size: i64) {
    // Threads that hold the same make no difference to which places are held.
    let value = inserter.constant(&filter(layout).into());
    inserter.assert_number("assert_in_bounds", value, size);
    inserter.assert_number("assert_surjective", value, size);
}
