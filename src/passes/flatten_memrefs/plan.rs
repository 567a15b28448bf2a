//! What has to be done, found before anything is changed.

use std::rc::Rc;
use std::sync::Arc;

use melior::ir::attribute::TypeAttribute;
use melior::ir::operation::OperationLike;
use melior::ir::{AttributeLike, BlockLike, OperationRef, RegionLike, Value, ValueLike};

use super::buffers::Buffers;
use super::types::{Array, FlatFunction, Seen, Types, shape};
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::foreign::access::{Access, Elements};
use crate::dialect::foreign::memory::{
    Allocation, Role, allocation, copied, element_bytes, is_global,
};
use crate::dialect::ir;
use crate::passes::pass::{Failed, Part};

/// Everything that the pass does in a part.
#[derive(Default)]
pub(super) struct Plan<'c> {
    /// Values that become flat.
    pub values: Vec<(Value<'c, 'c>, Rc<Array<'c>>)>,
    /// Functions with what their types become.
    pub functions: Vec<(OperationRef<'c, 'c>, FlatFunction<'c>)>,
    /// Global variables that become flat.
    pub globals: Vec<(OperationRef<'c, 'c>, Rc<Array<'c>>)>,
    pub steps: Vec<(OperationRef<'c, 'c>, Step<'c>)>,
}

/// What becomes of one operation, besides the types of its results.
pub(super) enum Step<'c> {
    /// An allocation whose size is computed.
    Allocate(Rc<Array<'c>>),
    /// The operands after the memref are its index.
    Access(Accessed<'c>),
    /// The same through an affine map.
    AffineAccess(Accessed<'c>),
    /// A copy, element by element.
    Copy { source: CopySide<'c>, target: CopySide<'c>, shape: Vec<i64> },
    /// The result is a number.
    Number(i64),
    /// The result is a value that is known.
    Value(Value<'c, 'c>),
    /// Operands become strided views of what they were.
    View(Vec<(usize, Rc<Array<'c>>, Vec<i64>, i64)>),
    /// A cast of a strided memref to one with a layout.
    Unstride(Rc<Array<'c>>),
}

/// The memref of an access.
pub(super) struct Accessed<'c> {
    pub array: Rc<Array<'c>>,
    /// The number of the memref among the operands.
    pub operand: usize,
    /// The values of the layout's symbols.
    pub symbols: Vec<Value<'c, 'c>>,
}

/// The source or the target of a copy.
pub(super) enum CopySide<'c> {
    Array(Rc<Array<'c>>),
    Plain,
}

/// Finds what has to be done in a part, or emits an error for each thing that cannot be done.
///
/// # Errors
///
/// [`Failed`], after an error.
pub(super) fn plan<'c>(part: &Part<'c>, buffers: &Buffers) -> Result<Plan<'c>, Failed> {
    let mut planner = Planner { types: Types::new(buffers), plan: Plan::default() };
    let mut is_complete = true;
    for operation in part.operations() {
        if let Err(reason) = planner.operation(operation) {
            is_complete = false;
            Diagnostic::error(operation.location(), &*reason).emit();
        }
    }
    is_complete.then_some(planner.plan).ok_or(Failed)
}

struct Planner<'c, 's> {
    types: Types<'c, 's>,
    plan: Plan<'c>,
}

type Refused = Arc<str>;

impl<'c> Planner<'c, '_> {
    fn operation(&mut self, operation: OperationRef<'c, 'c>) -> Result<(), Refused> {
        self.signature(operation)?;
        let mut operands = Vec::new();
        for (position, operand) in operation.operands().enumerate() {
            if let Some(array) = self.array(operand)? {
                operands.push((position, array));
            }
        }
        let mut result = None;
        for value in operation.results() {
            if let Some(array) = self.array(value.into())? {
                self.plan.values.push((value.into(), array.clone()));
                result = Some(array);
            }
        }
        let mut has_arguments = false;
        for region in operation.regions() {
            let mut block = region.first_block();
            while let Some(current) = block {
                for argument in ir::arguments(current) {
                    if let Some(array) = self.array(argument)? {
                        self.plan.values.push((argument, array));
                        has_arguments = true;
                    }
                }
                block = current.next_in_region();
            }
        }
        if operands.is_empty() && result.is_none() && !has_arguments {
            return Ok(());
        }
        if let Some(step) = step(operation, operands, result, self.types.buffers)? {
            self.plan.steps.push((operation, step));
        }
        Ok(())
    }

    /// The memref type of a value.
    fn array(&mut self, value: Value<'c, 'c>) -> Result<Option<Rc<Array<'c>>>, Refused> {
        match self.types.of(value.r#type()) {
            Seen::Other => Ok(None),
            Seen::Array(array) => Ok(Some(array)),
            Seen::Refused(reason) => Err(reason),
        }
    }

    /// The type that a function or a global variable has as an attribute.
    fn signature(&mut self, operation: OperationRef<'c, 'c>) -> Result<(), Refused> {
        if let Some(r#type) = ir::named_attribute(operation, "function_type")
            && let Some(flat) = self.types.of_function(r#type)?
        {
            self.plan.functions.push((operation, flat));
        }
        if !is_global(operation) {
            return Ok(());
        }
        let r#type = operation.attribute("type").ok();
        let r#type = r#type.and_then(|r#type| TypeAttribute::try_from(r#type).ok());
        let Some(r#type) = r#type else { return Ok(()) };
        let array = match self.types.of(r#type.value()) {
            Seen::Other => return Ok(()),
            Seen::Array(array) => array,
            Seen::Refused(reason) => return Err(reason),
        };
        let value = operation.attribute("initial_value").ok();
        if value.is_some_and(|value| !value.is_unit()) {
            let layout = array.name();
            let reason = format!("the initial value of a memref with layout {layout} is not moved");
            return Err(reason.into());
        }
        self.plan.globals.push((operation, array));
        Ok(())
    }
}

/// What becomes of an operation with memrefs of ours among its operands or results.
fn step<'c>(
    operation: OperationRef<'c, 'c>,
    mut operands: Vec<(usize, Rc<Array<'c>>)>,
    result: Option<Rc<Array<'c>>>,
    buffers: &Buffers,
) -> Result<Option<Step<'c>>, Refused> {
    let name = ir::name(operation);
    let first = operands.first().map(|(position, array)| (*position, array.clone()));
    let accessed = |operand: usize| {
        let found = operands.iter().find(|(position, _)| *position == operand);
        // A memref that is stored as an element would have been refused.
        let (_, array) = found.ok_or_else(|| unknown(name, &operands, result.as_ref()))?;
        let memref = ir::operand(operation, operand).ok_or("it is not an operand")?;
        let symbols = symbols(array, memref)?;
        Ok::<_, Refused>(Accessed { array: array.clone(), operand, symbols })
    };
    if let Some(access) = Access::of(operation)
        && access.elements == Elements::One
    {
        let accessed = accessed(access.buffer)?;
        let has_map = operation.has_attribute("map");
        return Ok(Some(if has_map {
            Step::AffineAccess(accessed)
        } else {
            Step::Access(accessed)
        }));
    }
    let role = Access::of(operation).map(|_| Role::Strided).or_else(|| Role::of(operation));
    match (role, first, &result) {
        (Some(Role::Carries), ..) => Ok(None),
        (Some(Role::Aligns), Some((position, array)), _) => {
            let memref = ir::operand(operation, position).ok_or("it is not an operand")?;
            let is_kept = is_aligned_alike(operation, &array);
            Ok((!is_kept).then_some(Step::Value(memref)))
        }
        (Some(Role::Allocates), None, Some(array)) => {
            Ok(array.size.is_none().then(|| Step::Allocate(array.clone())))
        }
        (Some(Role::Copies), ..) => copy(operation, &operands, buffers),
        (Some(Role::Rank), Some((_, array)), _) => {
            Ok(Some(Step::Number(i64::try_from(array.layout.rank()).unwrap_or(i64::MAX))))
        }
        (Some(Role::Size), Some((_, array)), _) => size(operation, &array).map(Some),
        (Some(Role::Casts), Some(_), Some(_)) => Ok(None),
        (Some(Role::Casts), None, Some(array)) => match array.size {
            Some(_) => Ok(Some(Step::Unstride(array.clone()))),
            None => Err(format!(
                "{name} to the layout {} is not flattened: the size of its buffer is not known",
                array.name()
            )
            .into()),
        },
        (Some(Role::Strided | Role::Casts), Some(_), None) => {
            let views = operands.drain(..).map(|(position, array)| {
                let (strides, offset) = strided(name, &array)?;
                Ok::<_, Refused>((position, array, strides, offset))
            });
            Ok(Some(Step::View(views.collect::<Result<_, _>>()?)))
        }
        _ => Err(unknown(name, &operands, result.as_ref())),
    }
}

fn unknown<'c>(
    name: &str,
    operands: &[(usize, Rc<Array<'c>>)],
    result: Option<&Rc<Array<'c>>>,
) -> Refused {
    let array = operands.first().map(|(_, array)| array).or(result);
    match array {
        Some(array) => {
            format!("'{name}' on a memref with layout {} is not flattened", array.name()).into()
        }
        None => {
            format!("'{name}' with an argument of a memref with a layout is not flattened").into()
        }
    }
}

/// The values of the symbols of a memref's layout, which its allocation has.
fn symbols<'c>(array: &Array<'c>, memref: Value<'c, 'c>) -> Result<Vec<Value<'c, 'c>>, Refused> {
    let expected = array.layout.symbols().len();
    if expected == 0 {
        return Ok(Vec::new());
    }
    let found = allocated(memref).map(|found| found.symbols);
    found.filter(|found| found.len() == expected).ok_or_else(|| {
        format!(
            "the symbols of {} have no values here: the memref is not allocated here",
            array.name()
        )
        .into()
    })
}

fn allocated<'c>(memref: Value<'c, 'c>) -> Option<Allocation<'c>> {
    allocation(ir::defining_op(memref)?).filter(|found| !found.is_asynchronous)
}

/// The strides and the offset of a memref that an operation wants strided.
fn strided(name: &str, array: &Array<'_>) -> Result<(Vec<i64>, i64), Refused> {
    let numbers = array.layout.strides(&array.shape).and_then(|strides| {
        let numbers: Option<Vec<i64>> = strides.strides().iter().copied().collect();
        Some((numbers?, strides.offset()?))
    });
    let is_static = array.shape.iter().all(Option::is_some);
    numbers.filter(|_| is_static).ok_or_else(|| {
        format!("'{name}' is not flattened: {} has no strides that are numbers", array.name())
            .into()
    })
}

/// True if the buffer is aligned to what a promise says of the first element of the memref. Without an
/// offset the buffer begins with it.
fn is_aligned_alike(promise: OperationRef<'_, '_>, array: &Array<'_>) -> bool {
    let first = match array.layout.strides(&array.shape) {
        Some(strides) => strides.offset().map(|offset| vec![offset]),
        None => array.layout.layout().apply(&vec![0; array.layout.rank()], &[]),
    };
    match first.as_deref() {
        Some(offsets) if offsets.iter().all(|&offset| offset == 0) => true,
        Some(&[offset]) => {
            let bytes = element_bytes(array.element).and_then(|bytes| bytes.checked_mul(offset));
            let alignment = ir::integer_attribute(promise, "alignment");
            bytes.zip(alignment).is_some_and(|(bytes, alignment)| bytes % alignment == 0)
        }
        _ => false,
    }
}

/// `memref.dim`.
fn size<'c>(operation: OperationRef<'c, 'c>, array: &Array<'c>) -> Result<Step<'c>, Refused> {
    let dimension = ir::operand(operation, 1)
        .and_then(ir::constant)
        .and_then(|dimension| usize::try_from(dimension).ok())
        .filter(|&dimension| dimension < array.shape.len());
    let Some(dimension) = dimension else {
        return Err("'memref.dim' is not flattened: its dimension is not a constant".into());
    };
    if let Some(size) = array.shape[dimension] {
        return Ok(Step::Number(size));
    }
    let dynamic = array.shape[..dimension].iter().filter(|size| size.is_none()).count();
    let memref = ir::operand(operation, 0).ok_or("it has no operand 0")?;
    let value = allocated(memref).and_then(|found| found.sizes.get(dynamic).copied());
    value.map(Step::Value).ok_or_else(|| {
        let name = array.name();
        format!("size {dimension} of {name} has no value here: the memref is not allocated here")
            .into()
    })
}

/// A copy of which one side or both are memrefs of ours.
fn copy<'c>(
    operation: OperationRef<'c, 'c>,
    operands: &[(usize, Rc<Array<'c>>)],
    buffers: &Buffers,
) -> Result<Option<Step<'c>>, Refused> {
    let name = ir::name(operation);
    if let [(_, source), (_, target)] = operands
        && source.attribute == target.attribute
        && source.size == target.size
        && source.size.is_some_and(|size| buffers.has_no_gaps(source.layout, size))
    {
        return Ok(None);
    }
    if copied(operation).is_none() {
        return Err(unknown(name, operands, None));
    }
    let side = |position: usize| {
        let found = operands.iter().find(|(found, _)| *found == position);
        found.map_or(CopySide::Plain, |(_, array)| CopySide::Array(array.clone()))
    };
    let (source, target) = (side(0), side(1));
    let of_type = ir::operand(operation, 0).and_then(|source| shape(source.r#type()));
    let of_target = ir::operand(operation, 1).and_then(|target| shape(target.r#type()));
    let sizes: Option<Vec<i64>> = of_type.zip(of_target).and_then(|(source, target)| {
        source.into_iter().zip(target).map(|(a, b)| a.or(b)).collect()
    });
    let has_symbols = operands.iter().any(|(_, array)| array.layout.layout().has_symbols());
    match sizes {
        Some(shape) if !has_symbols => Ok(Some(Step::Copy { source, target, shape })),
        _ => Err("'memref.copy' of a memref with a dynamic layout is not flattened".into()),
    }
}
