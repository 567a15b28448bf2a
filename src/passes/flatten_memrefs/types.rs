//! Memref types with a layout, and the flat types that they become.

use std::cell::OnceCell;
use std::rc::Rc;
use std::sync::Arc;

use melior::Context;
use melior::ir::attribute::TypeAttribute;
use melior::ir::r#type::{FunctionType, MemRefType};
use melior::ir::{Attribute, ShapedTypeLike, Type};
use rustc_hash::FxHashMap;

use super::buffers::Buffers;
use crate::algebra::{AnyLayout, renamed};
use crate::code::ArrayLayout;
use crate::dialect::attribute::attribute;
use crate::dialect::ir;
use crate::ffi::mlir;

/// MLIR's number for a size that is not known, `ShapedType::kDynamic`.
const DYNAMIC: i64 = i64::MIN;

/// A memref type whose layout is one of ours. What the rewriter alone asks for is made when it does.
pub(super) struct Array<'c> {
    pub attribute: Attribute<'c>,
    pub layout: &'c ArrayLayout,
    own: OnceCell<(AnyLayout, Attribute<'c>)>,
    /// The sizes of the dimensions, `None` for a dynamic one.
    pub shape: Vec<Option<i64>>,
    pub element: Type<'c>,
    pub space: Option<Attribute<'c>>,
    /// The size of the buffer; `None` if it is known where the memref is allocated only.
    pub size: Option<i64>,
    flat: OnceCell<Type<'c>>,
}

/// The name of a symbol in [`Array::own`], by its number among those of the layout.
fn own_name(number: usize) -> String {
    format!("_{number}")
}

/// A layout with such names. Those of the dimensions of a relation could be met.
fn with_own_names(layout: &ArrayLayout) -> AnyLayout {
    let names = layout.symbols();
    let number = |name: &str| names.iter().position(|known| known == name);
    match layout.layout() {
        own @ AnyLayout::Relation(_) => own.clone(),
        own => renamed(own, &|name| number(name).map_or(name.to_owned(), own_name)),
    }
}

impl<'c> Array<'c> {
    /// The same layout with anonymous symbols, and its attribute: their values are those of one allocation,
    /// and another one of the same type has others.
    pub fn own(&self, context: &'c Context) -> &(AnyLayout, Attribute<'c>) {
        self.own.get_or_init(|| {
            let own = with_own_names(self.layout);
            let held = attribute(context, &own);
            (own, held)
        })
    }

    /// The names of the symbols in its own layout, in the order of those of the layout.
    pub fn names(&self) -> Vec<String> {
        match self.layout.layout() {
            AnyLayout::Relation(_) => self.layout.symbols().to_vec(),
            _ => (0..self.layout.symbols().len()).map(own_name).collect(),
        }
    }

    /// What the type becomes.
    pub fn flat(&self) -> Type<'c> {
        *self.flat.get_or_init(|| {
            let size = self.size.unwrap_or(DYNAMIC);
            MemRefType::new(self.element, &[size], None, self.space).into()
        })
    }

    pub fn name(&self) -> String {
        self.layout.layout().to_string()
    }
}

/// What a type is to the pass.
#[derive(Clone)]
pub(super) enum Seen<'c> {
    /// No memref of ours.
    Other,
    Array(Rc<Array<'c>>),
    /// One that cannot be made flat, with the reason.
    Refused(Arc<str>),
}

/// The types that were seen in a function, each looked at once.
pub(super) struct Types<'c, 's> {
    pub buffers: &'s Buffers,
    seen: FxHashMap<usize, Seen<'c>>,
}

impl<'c, 's> Types<'c, 's> {
    pub fn new(buffers: &'s Buffers) -> Self {
        Types { buffers, seen: FxHashMap::default() }
    }

    pub fn of(&mut self, r#type: Type<'c>) -> Seen<'c> {
        let buffers = self.buffers;
        self.seen.entry(ir::type_key(r#type)).or_insert_with(|| look(r#type, buffers)).clone()
    }

    /// The arguments and the results of a function by its type, each with what it becomes if that is
    /// something else; `None` if nothing changes.
    ///
    /// # Errors
    ///
    /// A type that is refused.
    pub fn of_function(
        &mut self,
        attribute: Attribute<'c>,
    ) -> Result<Option<FlatFunction<'c>>, Arc<str>> {
        let function = TypeAttribute::try_from(attribute)
            .ok()
            .and_then(|attribute| FunctionType::try_from(attribute.value()).ok());
        let Some(function) = function else { return Ok(None) };
        let mut is_changed = false;
        let mut flat = |r#type: Type<'c>| match self.of(r#type) {
            Seen::Other => Ok((r#type, None)),
            Seen::Array(array) => {
                is_changed = true;
                Ok((r#type, Some(array)))
            }
            Seen::Refused(reason) => Err(reason),
        };
        let inputs = (0..function.input_count()).filter_map(|at| function.input(at).ok());
        let inputs = inputs.map(&mut flat).collect::<Result<_, _>>()?;
        let results = (0..function.result_count()).filter_map(|at| function.result(at).ok());
        let results = results.map(&mut flat).collect::<Result<_, _>>()?;
        Ok(is_changed.then_some(FlatFunction { inputs, results }))
    }
}

/// The types of a function of which some become flat.
pub(super) struct FlatFunction<'c> {
    inputs: Vec<(Type<'c>, Option<Rc<Array<'c>>>)>,
    results: Vec<(Type<'c>, Option<Rc<Array<'c>>>)>,
}

impl<'c> FlatFunction<'c> {
    /// The attribute of the function's type with flat types.
    pub fn attribute(&self, context: &'c Context) -> Attribute<'c> {
        let flat = |types: &[(Type<'c>, Option<Rc<Array<'c>>>)]| -> Vec<Type<'c>> {
            types
                .iter()
                .map(|(kept, array)| array.as_ref().map_or(*kept, |array| array.flat()))
                .collect()
        };
        let r#type = FunctionType::new(context, &flat(&self.inputs), &flat(&self.results));
        TypeAttribute::new(r#type.into()).into()
    }
}

fn look<'c>(r#type: Type<'c>, buffers: &Buffers) -> Seen<'c> {
    let refused = |reason: String| Seen::Refused(reason.into());
    let nested = |r#type: Type<'c>| {
        if mlir::type_has_memref(r#type) {
            refused(format!("a memref with a layout is inside the type {type}"))
        } else {
            Seen::Other
        }
    };
    let Some(memref) = ir::memref_type(r#type) else { return nested(r#type) };
    let attribute = memref.layout();
    let layout = match mlir::array_layout(attribute) {
        None => return nested(r#type),
        Some(Err(error)) => return refused(error.to_string()),
        Some(Ok(layout)) => layout,
    };
    if let Seen::Refused(reason) = nested(memref.element()) {
        return Seen::Refused(reason);
    }
    let Some(shape) = shape(r#type) else {
        return refused(format!("the type {type} has a size past 64 bits"));
    };
    // Passes make types that nobody verifies: bufferization takes a layout from an attribute.
    if let Err(error) = layout.check_shape(&shape) {
        return refused(error.to_string());
    }
    let size = buffers.size(ir::type_key(r#type), || {
        layout.buffer_size(&shape).map_err(|error| error.to_string().into())
    });
    let size = match size {
        Ok(size) => size,
        Err(reason) => return Seen::Refused(reason),
    };
    let (element, space) = (memref.element(), memref.memory_space());
    let (own, flat) = (OnceCell::new(), OnceCell::new());
    Seen::Array(Rc::new(Array { attribute, layout, own, shape, element, space, size, flat }))
}

/// The sizes of a memref's dimensions, `None` for a dynamic one.
pub(super) fn shape(r#type: Type<'_>) -> Option<Vec<Option<i64>>> {
    use melior::ir::r#type::DimSize;
    let memref = ir::memref_type(r#type)?;
    let size = |dimension| match memref.dim_size(dimension).ok()? {
        DimSize::Static(size) => i64::try_from(size).ok().map(Some),
        DimSize::Dynamic => Some(None),
    };
    (0..memref.rank()).map(size).collect()
}
