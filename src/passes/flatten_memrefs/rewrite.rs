//! The operations on flat memrefs.

mod allocate;
mod copy;

use melior::Context;
use melior::ir::attribute::{
    ArrayAttribute, DenseI32ArrayAttribute, DenseI64ArrayAttribute, IntegerAttribute,
    StridedLayoutAttribute, StringAttribute, TypeAttribute,
};
use melior::ir::operation::OperationLike;
use melior::ir::r#type::MemRefType;
use melior::ir::{
    Attribute, AttributeLike, BlockLike, BlockRef, Identifier, OperationRef, RegionLike, Type,
    Value, ValueLike,
};
use rustc_hash::FxHashMap;

use super::plan::{Accessed, Plan, Step};
use super::types::Array;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::foreign::arithmetic::Operator;
use crate::dialect::foreign::kernel::is_launch;
use crate::dialect::foreign::{is_called, name};
use crate::dialect::ir::{self, AffineExpr, Inserter};
use crate::passes::pass::Failed;

type IrValue<'c> = Value<'c, 'c>;
type IrOperation<'c> = OperationRef<'c, 'c>;

/// Rewrites operations, with one constant of each layout in each function.
pub(super) struct Rewriter<'c> {
    context: &'c Context,
    index: Type<'c>,
    /// The entry block of the function that a block is in.
    entries: FxHashMap<usize, BlockRef<'c, 'c>>,
    /// The constants by entry block and attribute.
    constants: FxHashMap<(usize, usize), IrValue<'c>>,
    accesses: i64,
}

impl<'c> Rewriter<'c> {
    pub fn new(context: &'c Context) -> Self {
        Rewriter {
            context,
            index: Type::index(context),
            entries: FxHashMap::default(),
            constants: FxHashMap::default(),
            accesses: 0,
        }
    }

    /// How many accesses were rewritten.
    pub fn accesses(&self) -> i64 {
        self.accesses
    }

    /// Applies a plan.
    ///
    /// # Errors
    ///
    /// [`Failed`], after an error: what can be wrong was found before, so this is a defect here.
    pub fn apply_plan(&mut self, plan: &Plan<'c>) -> Result<(), Failed> {
        for (operation, flat) in &plan.functions {
            ir::set_attribute(*operation, "function_type", flat.attribute(self.context));
        }
        for (operation, array) in &plan.globals {
            ir::set_attribute(*operation, "type", TypeAttribute::new(array.flat()).into());
        }
        for (value, array) in &plan.values {
            value.set_type(array.flat());
        }
        for (operation, step) in &plan.steps {
            let location = operation.location();
            if let Err(message) = self.rewrite(*operation, step) {
                Diagnostic::error(location, message).emit();
                return Err(Failed);
            }
        }
        Ok(())
    }

    /// Does what the plan says of an operation. The types are flat already.
    fn rewrite(&mut self, operation: IrOperation<'c>, step: &Step<'c>) -> Result<(), String> {
        match step {
            Step::Allocate(array) => self.allocate(operation, array),
            Step::Access(accessed) => self.access(operation, accessed),
            Step::AffineAccess(accessed) => self.affine_access(operation, accessed),
            Step::Copy { source, target, shape } => self.copy(operation, source, target, shape),
            Step::Number(number) => {
                let value = self.number(&mut self.before(operation)?, *number);
                replace(operation, value)
            }
            Step::Value(value) => replace(operation, *value),
            Step::View(views) => {
                let mut operands: Vec<IrValue> = operation.operands().collect();
                for (position, array, strides, offset) in views {
                    operands[*position] =
                        self.view(operation, operands[*position], array, strides, *offset)?;
                }
                ir::set_operands(operation, &operands);
                Ok(())
            }
            Step::Unstride(array) => {
                let source = ir::operand(operation, 0).ok_or("it has no operand 0")?;
                let size = array.size.ok_or("a buffer without a size")?;
                let view = self.reinterpreted(operation, source, 0, &[size], &[1], array.flat())?;
                replace(operation, view)
            }
        }
    }

    fn access(
        &mut self,
        operation: IrOperation<'c>,
        accessed: &Accessed<'c>,
    ) -> Result<(), String> {
        let mut operands: Vec<IrValue> = operation.operands().collect();
        let indices = operands.split_off(accessed.operand + 1);
        let mut inserter = self.before(operation)?;
        let offset = self.offset(&mut inserter, operation, accessed, &indices)?;
        operands.push(offset);
        ir::set_operands(operation, &operands);
        self.accesses += 1;
        Ok(())
    }

    /// `affine.load` and `affine.store` become those of memref.
    fn affine_access(
        &mut self,
        operation: IrOperation<'c>,
        accessed: &Accessed<'c>,
    ) -> Result<(), String> {
        let mut operands: Vec<IrValue> = operation.operands().collect();
        let map_operands = operands.split_off(accessed.operand + 1);
        let map = operation.attribute("map").map_err(|error| error.to_string())?;
        let results = ir::affine_results(map).ok_or("an affine access without a map")?;
        let mut inserter = self.before(operation)?;
        let mut indices = Vec::new();
        for (at, result) in results.into_iter().enumerate() {
            indices.push(match result {
                AffineExpr::Operand(position) => {
                    *map_operands.get(position).ok_or("a map with too few operands")?
                }
                AffineExpr::Constant(number) => self.number(&mut inserter, number),
                AffineExpr::Binary(..) => {
                    let map = ir::map_of_result(map, at).ok_or("a map without its result")?;
                    let map = [(Identifier::new(self.context, "map"), map)];
                    inserter.value(name::AFFINE_APPLY, &map_operands, self.index, &map)
                }
            });
        }
        operands.push(self.offset(&mut inserter, operation, accessed, &indices)?);
        let loaded = operation.results().next();
        let is_own = |name: &Identifier<'c>| name.as_string_ref().as_str() != Ok("map");
        let (access, results, attributes) = match &loaded {
            Some(loaded) => (name::LOAD, vec![loaded.r#type()], Vec::new()),
            None if ir::name(operation) == name::AFFINE_PREFETCH => {
                let hints = operation.attributes().filter(|(name, _)| is_own(name)).collect();
                (name::PREFETCH, Vec::new(), hints)
            }
            None => (name::STORE, Vec::new(), Vec::new()),
        };
        let inserted = inserter.operation(access, &operands, &results, &attributes);
        if let (Some(loaded), Some(result)) = (loaded, inserted.results().next()) {
            ir::replace_all_uses(loaded.into(), result.into());
        }
        ir::erase(operation);
        self.accesses += 1;
        Ok(())
    }

    /// The place of an element in the buffer.
    fn offset(
        &mut self,
        inserter: &mut Inserter<'c, 'c>,
        anchor: IrOperation<'c>,
        accessed: &Accessed<'c>,
        indices: &[IrValue<'c>],
    ) -> Result<IrValue<'c>, String> {
        let array = &accessed.array;
        let (_, own) = array.own(self.context);
        let layout = self.constant(anchor, *own)?;
        let parts = self.apply(inserter, layout, array, indices, &accessed.symbols);
        let Some(sizes) = array.layout.parts() else {
            return parts.first().copied().ok_or_else(|| "a layout without an offset".to_owned());
        };
        let mut sum: Option<IrValue> = None;
        let mut weight = 1_i64;
        for (part, size) in parts.into_iter().zip(sizes) {
            let term = if weight == 1 {
                part
            } else {
                let factor = self.number(inserter, weight);
                self.arith(inserter, Operator::Multiply, part, factor)
            };
            sum = Some(match sum {
                Some(sum) => self.arith(inserter, Operator::Add, sum, term),
                None => term,
            });
            weight = weight.checked_mul(size).ok_or("an offset past 64 bits")?;
        }
        Ok(sum.unwrap_or_else(|| self.number(inserter, 0)))
    }

    /// `layout.apply` at an index.
    fn apply(
        &mut self,
        inserter: &mut Inserter<'c, 'c>,
        layout: IrValue<'c>,
        array: &Array<'c>,
        indices: &[IrValue<'c>],
        symbols: &[IrValue<'c>],
    ) -> Vec<IrValue<'c>> {
        let operands: Vec<IrValue> =
            [layout].into_iter().chain(indices.iter().chain(symbols).copied()).collect();
        let count = |n: usize| i32::try_from(n).unwrap_or(i32::MAX);
        let sizes = [1, count(indices.len()), count(symbols.len())];
        let sizes = DenseI32ArrayAttribute::new(self.context, &sizes).into();
        let mut attributes = vec![("operandSegmentSizes", sizes)];
        if !symbols.is_empty() {
            let name = |name: &String| StringAttribute::new(self.context, name).into();
            let names: Vec<Attribute> = array.names().iter().map(name).collect();
            attributes.push(("symbols", ArrayAttribute::new(self.context, &names).into()));
        }
        let results = vec![self.index; array.layout.parts().map_or(1, |parts| parts.len())];
        let apply = inserter.layout_op("apply", &operands, &results, &attributes);
        apply.results().map(Value::from).collect()
    }

    /// The constant of a layout, in the entry block of the function around an operation.
    fn constant(
        &mut self,
        anchor: IrOperation<'c>,
        layout: Attribute<'c>,
    ) -> Result<IrValue<'c>, String> {
        let block = anchor.block().ok_or("an operation in no block")?;
        let entry = match self.entries.get(&(block.to_raw().ptr as usize)) {
            Some(&entry) => entry,
            None => {
                let entry = entry(anchor).ok_or("an operation in no block")?;
                self.entries.insert(block.to_raw().ptr as usize, entry);
                entry
            }
        };
        let key = (entry.to_raw().ptr as usize, layout.to_raw().ptr as usize);
        if let Some(&known) = self.constants.get(&key) {
            return Ok(known);
        }
        let first = entry.first_operation().ok_or("an empty block")?;
        let constant = self.before(first)?.constant_of(layout);
        self.constants.insert(key, constant);
        Ok(constant)
    }

    /// A view of a flat memref in the shape that it had.
    fn view(
        &mut self,
        anchor: IrOperation<'c>,
        flat: IrValue<'c>,
        array: &Array<'c>,
        strides: &[i64],
        offset: i64,
    ) -> Result<IrValue<'c>, String> {
        let shape: Vec<i64> = array.shape.iter().copied().map(|size| size.unwrap_or(0)).collect();
        let layout = StridedLayoutAttribute::new(self.context, offset, strides).into();
        let r#type = MemRefType::new(array.element, &shape, Some(layout), array.space);
        self.reinterpreted(anchor, flat, offset, &shape, strides, r#type.into())
    }

    fn reinterpreted(
        &mut self,
        anchor: IrOperation<'c>,
        source: IrValue<'c>,
        offset: i64,
        sizes: &[i64],
        strides: &[i64],
        r#type: Type<'c>,
    ) -> Result<IrValue<'c>, String> {
        let numbers = |numbers: &[i64]| -> Attribute<'c> {
            DenseI64ArrayAttribute::new(self.context, numbers).into()
        };
        let segments = DenseI32ArrayAttribute::new(self.context, &[1, 0, 0, 0]).into();
        let attributes = [
            ("operandSegmentSizes", segments),
            ("static_offsets", numbers(&[offset])),
            ("static_sizes", numbers(sizes)),
            ("static_strides", numbers(strides)),
        ]
        .map(|(name, attribute)| (Identifier::new(self.context, name), attribute));
        let mut inserter = self.before(anchor)?;
        Ok(inserter.value(name::REINTERPRET_CAST, &[source], r#type, &attributes))
    }

    /// Where new operations go before one.
    fn before(&self, anchor: IrOperation<'c>) -> Result<Inserter<'c, 'c>, &'static str> {
        Inserter::before(self.context, anchor).ok_or("an operation in no block")
    }

    fn number(&self, inserter: &mut Inserter<'c, 'c>, number: i64) -> IrValue<'c> {
        inserter.constant_of(IntegerAttribute::new(self.index, number).into())
    }

    fn arith(
        &self,
        inserter: &mut Inserter<'c, 'c>,
        operator: Operator,
        left: IrValue<'c>,
        right: IrValue<'c>,
    ) -> IrValue<'c> {
        inserter.value(operator.name(), &[left, right], self.index, &[])
    }
}

/// Lets the users of an operation's one result use a value, and removes the operation.
fn replace<'c>(operation: IrOperation<'c>, value: IrValue<'c>) -> Result<(), String> {
    let result = ir::result(operation, 0).ok_or("it has no result 0")?;
    ir::replace_all_uses(result, value);
    ir::erase(operation);
    Ok(())
}

/// The entry block of the function, the kernel or the module that an operation is in.
fn entry<'c>(operation: IrOperation<'c>) -> Option<BlockRef<'c, 'c>> {
    let mut inside = operation;
    loop {
        let block = inside.block()?;
        let is_outermost = match inside.parent_operation() {
            None => true,
            Some(around) => {
                let ends = is_launch(around) || is_called(around);
                if !ends && around.parent_operation().is_some() {
                    inside = around;
                }
                ends || around.parent_operation().is_none()
            }
        };
        if is_outermost {
            return block.parent_region()?.first_block();
        }
    }
}
