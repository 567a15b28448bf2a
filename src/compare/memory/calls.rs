//! Operations that are not read: what is known of their results, and what they are told apart by.

use std::rc::Rc;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, ShapedTypeLike, Value, ValueLike};

use super::machine::{Done, Event, Machine, Made, Stop, unread};
use super::notes::keeps;
use super::terms::{Buffer, Datum, Scalar};
use crate::dialect::foreign::ending::Ending;
use crate::dialect::foreign::properties;
use crate::dialect::ir;

impl<'c> Machine<'_, 'c> {
    /// Gives the results of an operation of which nothing is known but that it does nothing else.
    pub(super) fn computed(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: &[Datum<'c>],
    ) -> Done<()> {
        if operands.iter().any(|operand| matches!(operand, Datum::Memref(_))) {
            return unread(operation);
        }
        let operands: Rc<[Scalar]> =
            operands.iter().flat_map(|operand| operand.scalars().iter().copied()).collect();
        let mut name = self.shaped_key(operation);
        if is_between_threads(operation) {
            name = format!("{name} where {}", self.conditions_around()).into();
        }
        // Poison is any number there, another one each time.
        if ir::name(operation) == "llvm.freeze" && operands.iter().any(|it| self.may_be_poison(it))
        {
            let count = self.freezes.entry(operands.clone()).or_insert(0);
            *count += 1;
            name = format!("{name} number {count} in {} loops", self.depth).into();
        }
        self.results(operation, &name, &operands)?;
        self.positioned(operation)
    }

    /// An operation that may do anything with memory.
    pub(super) fn called(
        &mut self,
        operation: OperationRef<'c, 'c>,
        operands: Vec<Datum<'c>>,
    ) -> Done<()> {
        self.touch_anything();
        let name = self.shaped_key(operation);
        if keeps(&name) {
            // Other threads may write what is shared.
            let mut origins = self.lifetimes.origins.iter();
            let is_own = |buffer: &Buffer| matches!(buffer, Buffer::Local(_));
            let shared = origins.find(|(buffer, origin)| origin.shared.is_some() && is_own(buffer));
            if let Some((buffer, _)) = shared {
                return Err(Stop::Order(buffer.clone()));
            }
        }
        let scalars: Rc<[Scalar]> =
            operands.iter().flat_map(|operand| operand.scalars().iter().copied()).collect();
        for operand in &operands {
            // What is in a buffer that others see is told in the order in which it is written.
            if let Datum::Memref(memref) = operand
                && matches!(memref.buffer, Buffer::Local(_))
            {
                return Err(Stop::Order(memref.buffer.clone()));
            }
            self.handed(operation, operand)?;
        }
        self.check_told()?;
        let memory = self.forgotten();
        let name: Rc<str> = format!("{name} {}", self.n_calls).into();
        let before = self.n_calls - 1;
        let guard = self.guard;
        self.event(Event::Call { name: name.clone(), operands, guard, memory, before });
        self.results(operation, &name, &scalars)?;
        let ending = Ending::of(operation);
        self.n_exits += usize::from(matches!(ending, Ending::StopsThread | Ending::Perhaps));
        match ending {
            Ending::Always | Ending::Assumes(_) | Ending::Promises | Ending::States => Ok(()),
            _ => self.stop(),
        }
    }

    fn may_be_poison(&self, scalar: &Scalar) -> bool {
        match scalar {
            Scalar::Number(node) => self.world.reader.code().may_be_poison(&[*node]),
            Scalar::Term(_) => true,
        }
    }

    pub(super) fn results(
        &mut self,
        operation: OperationRef<'c, 'c>,
        name: &Rc<str>,
        operands: &Rc<[Scalar]>,
    ) -> Done<()> {
        for (number, result) in operation.results().enumerate() {
            let result = Value::from(result);
            let made = Made::Result(name.clone(), operands.clone(), number);
            let datum = self.made(result.r#type(), &made)?;
            self.bind(result, datum);
        }
        Ok(())
    }

    /// The same of operations that do not do the same in each lane.
    fn shaped_key(&mut self, operation: OperationRef<'c, 'c>) -> Rc<str> {
        let key = self.key(operation);
        match vectors(operation) {
            vectors if vectors.is_empty() => key,
            vectors => format!("{key} on {vectors}").into(),
        }
    }

    /// What tells operations apart that do not do the same on the same operands.
    pub(super) fn key(&mut self, operation: OperationRef<'c, 'c>) -> Rc<str> {
        let key = ir::key(operation);
        self.keys.entry(key).or_insert_with(|| described(operation).into()).clone()
    }
}

/// The dialects of devices, on which threads work together.
const DEVICES: [&str; 8] = ["gpu", "nvgpu", "nvvm", "amdgpu", "rocdl", "spirv", "xegpu", "xevm"];

/// The words in the names of their operations that say who a thread is, or make one number of another.
const OF_ONE_THREAD: [&str; 16] = [
    "id", "tid", "ntid", "ctaid", "nctaid", "laneid", "dim", "size", "num", "sreg", "cast",
    "constant", "cvt", "ext", "trunc", "packed",
];

/// True for an operation without effects whose results depend on which threads execute it: any of a device but
/// those that are known to be of one thread.
fn is_between_threads(operation: OperationRef<'_, '_>) -> bool {
    let (dialect, mnemonic) = ir::name(operation).split_once('.').unwrap_or_default();
    DEVICES.contains(&dialect)
        && !mnemonic.split(['.', '_']).any(|word| OF_ONE_THREAD.contains(&word))
}

/// The types of the vectors that an operation is given and gives.
fn vectors(operation: OperationRef<'_, '_>) -> String {
    let results = operation.results().map(Value::from);
    let types = operation.operands().chain(results).map(|value| value.r#type());
    let vectors = types.filter(|r#type| ir::is_vector(*r#type));
    vectors.map(|r#type| r#type.to_string()).collect::<Vec<String>>().join(", ")
}

/// The name of an operation, its attributes and properties, and the types of the elements of its results and of
/// the memrefs that it is given.
fn described(operation: OperationRef<'_, '_>) -> String {
    let mut attributes: Vec<String> = operation
        .attributes()
        .map(|(name, value)| format!("{} = {value}", name.as_string_ref().as_str().unwrap_or("")))
        .collect();
    attributes.sort();
    let properties = properties(operation).map(|it| it.to_string()).unwrap_or_default();
    let types: Vec<String> = operation
        .results()
        .map(|result| Value::from(result).r#type())
        .filter(|r#type| ir::memref_type(*r#type).is_none())
        .map(|r#type| ir::fixed_vector(r#type).map_or(r#type, |(_, element)| element).to_string())
        .collect();
    let memrefs = operation.operands().filter_map(|operand| ir::memref_type(operand.r#type()));
    let elements: Vec<String> = memrefs.map(|memref| memref.element().to_string()).collect();
    format!(
        "{} {{{}}} <{properties}> {} of {}",
        ir::name(operation),
        attributes.join(", "),
        types.join(", "),
        elements.join(", ")
    )
}
