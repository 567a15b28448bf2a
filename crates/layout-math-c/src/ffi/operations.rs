//! The operations of the algebra: all of them by name, the usual ones by function.

use std::ffi::{CString, c_char, c_int};
use std::ptr::null;
use std::sync::OnceLock;

use layout_math::algebra::{
    AnyLayout, Budget, Kind, Operands, Operation, OperationError, OperationValue, Parameters,
    Promotion, Syntax, compose, convert,
};
use layout_math::text::{Cursor, ParseError};

use super::layout::{CBudget, Given, Object, budget, kind, make, some};
use super::status::{Failure, INTERNAL_ERROR, Out, array, c_text, export, guarded, put, text};

/// What an operation gave.
pub struct OperationValues(Vec<OperationValue>);

/// `layout_parameter`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct CParameter {
    name: *const c_char,
    text: *const c_char,
}

/// `layout_value_kind`.
const LAYOUT: c_int = 0;
const NUMBER: c_int = 1;
const TRUTH: c_int = 2;

/// Parameters as they are written: `64`, `[0, 2]`, `(64,(2,2))`.
struct WrittenParameters<'a>(Vec<(&'a str, &'a str)>);

impl WrittenParameters<'_> {
    /// The parameters that the caller gives: those of the operation, each once.
    ///
    /// # Safety
    ///
    /// The pointer is null, or there are `count` parameters of texts.
    unsafe fn of<'a>(
        operation: &Operation,
        parameters: *const CParameter,
        count: usize,
    ) -> Result<WrittenParameters<'a>, Failure> {
        let mut written: Vec<(&str, &str)> = Vec::new();
        // SAFETY: as the caller promises.
        for parameter in unsafe { array(parameters, count)? } {
            // SAFETY: as the caller promises.
            let (name, text) = unsafe { (text(parameter.name)?, text(parameter.text)?) };
            let called = operation.name();
            let known = operation.parameters().iter().find(|known| known.name() == name);
            let Some(parameter) = known else {
                return Err(Failure::argument(format!("{called} has no parameter {name}")));
            };
            if written.iter().any(|(known, _)| *known == name) {
                return Err(Failure::argument(format!("{called} has {name} twice")));
            }
            let read = match parameter.syntax() {
                Syntax::Integer => integer(text).map(drop),
                Syntax::Modes | Syntax::Range => integers(text).map(drop),
                // What is a text is read where it is used.
                _ => Ok(()),
            };
            read.map_err(|error| OperationError::Parameter {
                name: parameter.name(),
                reason: format!("'{text}' is not read: {error}"),
            })?;
            written.push((name, text));
        }
        Ok(WrittenParameters(written))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, text)| *text)
    }
}

fn integer(text: &str) -> Result<i64, ParseError> {
    let mut cursor = Cursor::new(text);
    let number = cursor.integer()?;
    cursor.expect_end().map(|()| number)
}

fn integers(text: &str) -> Result<Vec<i64>, ParseError> {
    let mut cursor = Cursor::new(text);
    cursor.expect("[")?;
    let mut numbers = Vec::new();
    while !cursor.eat("]") {
        if !numbers.is_empty() {
            cursor.expect(",")?;
        }
        numbers.push(cursor.integer()?);
    }
    cursor.expect_end().map(|()| numbers)
}

impl Parameters for WrittenParameters<'_> {
    fn integer(&self, name: &str) -> Option<i64> {
        integer(self.get(name)?).ok()
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        integers(self.get(name)?).ok()
    }

    fn text(&self, name: &str) -> Option<String> {
        self.get(name).map(str::to_owned)
    }
}

fn named(name: &str) -> Result<&'static Operation, Failure> {
    let missing = || Failure::argument(format!("there is no operation {name}"));
    Operation::named(name).ok_or_else(missing)
}

/// The one layout that an operation gives.
fn evaluated(
    name: &str,
    operands: &[Given<'_>],
    parameters: &[(&str, i64)],
    budget: &Budget,
) -> Result<AnyLayout, Failure> {
    let operands: Result<Vec<&AnyLayout>, Failure> =
        operands.iter().map(|operand| some(*operand)).collect();
    let texts: Vec<(&str, String)> =
        parameters.iter().map(|(name, number)| (*name, number.to_string())).collect();
    let written =
        WrittenParameters(texts.iter().map(|(name, text)| (*name, text.as_str())).collect());
    match named(name)?.evaluate(&operands?, &written, budget)?.pop() {
        Some(OperationValue::Layout(layout)) => Ok(*layout),
        _ => Err(Failure::new(INTERNAL_ERROR, format!("{name} gives no layout"))),
    }
}

/// The functions of operations, each under its name.
macro_rules! operations {
    ($($function:ident = $name:literal($($operand:ident),*; $($number:ident),*);)*) => {export! {$(
        fn $function(
            $($operand: Given<'_>,)*
            $($number: i64,)*
            limit: Option<&CBudget>,
            result: Out<'_, *mut Object>,
        ) {
            make(result, || {
                let numbers = [$((stringify!($number), $number)),*];
                evaluated($name, &[$($operand),*], &numbers, &budget(limit))
            })
        }
    )*}};
}

operations! {
    layout_coalesce = "coalesce"(layout;);
    layout_flatten = "flatten"(layout;);
    layout_filter = "filter"(layout;);
    layout_filter_zeros = "filter_zeros"(layout;);
    layout_complement = "complement"(layout; size);
    layout_inverse = "inverse"(layout;);
    layout_left_inverse = "left_inverse"(layout;);
    layout_right_inverse = "right_inverse"(layout;);
    layout_nullspace = "nullspace"(layout;);
    layout_max_common_layout = "max_common_layout"(left, right;);
    layout_logical_divide = "logical_divide"(layout, tiler;);
    layout_zipped_divide = "zipped_divide"(layout, tiler;);
    layout_tiled_divide = "tiled_divide"(layout, tiler;);
    layout_flat_divide = "flat_divide"(layout, tiler;);
    layout_logical_product = "logical_product"(block, tiler;);
    layout_zipped_product = "zipped_product"(block, tiler;);
    layout_tiled_product = "tiled_product"(block, tiler;);
    layout_flat_product = "flat_product"(block, tiler;);
    layout_blocked_product = "blocked_product"(block, tiler;);
    layout_raked_product = "raked_product"(block, tiler;);
    layout_recast = "recast"(layout; old_bits, new_bits);
    layout_append = "append"(layout, mode;);
    layout_prepend = "prepend"(layout, mode;);
    layout_invert = "invert"(layout;);
    layout_pseudoinvert = "pseudoinvert"(layout;);
    layout_invert_and_compose = "invert_and_compose"(left, right;);
}

export! {
    fn layout_compose(
        left: Given<'_>,
        right: Given<'_>,
        is_promoted: bool,
        limit: Option<&CBudget>,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            let promotion = if is_promoted { Promotion::Extend } else { Promotion::None };
            Ok(compose(some(left)?, some(right)?, promotion, &budget(limit))?)
        })
    }

    fn layout_convert(
        layout: Given<'_>,
        number: c_int,
        limit: Option<&CBudget>,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            let to: Kind = kind(number)?;
            Ok(convert(some(layout)?, to, &budget(limit))?)
        })
    }

    fn layout_concat(
        layouts: *const Given<'static>,
        count: usize,
        result: Out<'_, *mut Object>,
    ) {
        make(result, || {
            // SAFETY: an array as long as the C interface asks.
            let layouts = unsafe { array(layouts, count)? };
            evaluated("concat", layouts, &[], &Budget::default())
        })
    }

    fn layout_evaluate(
        name: *const c_char,
        operands: *const Given<'static>,
        num_operands: usize,
        parameters: *const CParameter,
        num_parameters: usize,
        limit: Option<&CBudget>,
        result: Out<'_, *mut OperationValues>,
    ) {
        let place = result.ok_or_else(|| Failure::argument("the place for values is null"))?;
        place.write(std::ptr::null_mut());
        // SAFETY: a text, as the C interface asks.
        let operation = named(unsafe { text(name)? })?;
        // SAFETY: an array as long as the C interface asks.
        let operands = unsafe { array(operands, num_operands)? };
        let operands: Result<Vec<&AnyLayout>, Failure> =
            operands.iter().map(|operand| some(*operand)).collect();
        // SAFETY: an array as long as the C interface asks.
        let written = unsafe { WrittenParameters::of(operation, parameters, num_parameters)? };
        let values = operation.evaluate(&operands?, &written, &budget(limit))?;
        place.write(Box::into_raw(Box::new(OperationValues(values))));
        Ok(())
    }

    fn layout_values_get_kind(values: Option<&OperationValues>, position: usize, kind: Out<'_, c_int>) {
        put(kind, match value(values, position)? {
            OperationValue::Layout(_) => LAYOUT,
            OperationValue::Number(_) => NUMBER,
            OperationValue::Truth(_) => TRUTH,
        })
    }

    fn layout_values_get_layout(
        values: Option<&OperationValues>,
        position: usize,
        layout: Out<'_, *mut Object>,
    ) {
        make(layout, || match value(values, position)? {
            OperationValue::Layout(layout) => Ok((**layout).clone()),
            other => Err(Failure::argument(format!("{other} is not a layout"))),
        })
    }

    fn layout_values_get_number(values: Option<&OperationValues>, position: usize, number: Out<'_, i64>) {
        match value(values, position)? {
            OperationValue::Number(found) => put(number, *found),
            OperationValue::Truth(truth) => put(number, i64::from(*truth)),
            OperationValue::Layout(layout) => Err(Failure::argument(format!("{layout} is not a number"))),
        }
    }
}

fn value(values: Option<&OperationValues>, position: usize) -> Result<&OperationValue, Failure> {
    let OperationValues(values) = values.ok_or_else(|| Failure::argument("the values are null"))?;
    let n = values.len();
    let missing = || Failure::argument(format!("there is no value {position}: there are {n}"));
    values.get(position).ok_or_else(missing)
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_values_get_count(values: Option<&OperationValues>) -> usize {
    values.map_or(0, |values| values.0.len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_values_free(values: *mut OperationValues) {
    if !values.is_null() {
        // SAFETY: `layout_evaluate` made it, and it is freed once, as the C interface asks.
        guarded((), || drop(unsafe { Box::from_raw(values) }));
    }
}

/// The names of the operations and of their parameters, for C.
fn names() -> &'static [(CString, Vec<CString>)] {
    static NAMES: OnceLock<Vec<(CString, Vec<CString>)>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let parameters = |operation: &Operation| {
            operation.parameters().iter().map(|parameter| c_text(parameter.name())).collect()
        };
        Operation::all().map(|found| (c_text(found.name()), parameters(found))).collect()
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_num_operations() -> usize {
    guarded(0, || names().len())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_operation(
    position: usize,
    min_operands: Out<'_, usize>,
    max_operands: Out<'_, usize>,
) -> *const c_char {
    guarded(null(), || {
        let Some(operation) = Operation::all().nth(position) else { return null() };
        let (least, most) = match operation.operands() {
            Operands::Exactly(n) => (n, n),
            Operands::AtLeast(n) => (n, usize::MAX),
        };
        // Who wants the name alone passes null.
        if let Some(place) = min_operands {
            place.write(least);
        }
        if let Some(place) = max_operands {
            place.write(most);
        }
        names()[position].0.as_ptr()
    })
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_get_operation_parameter(
    operation: usize,
    position: usize,
) -> *const c_char {
    guarded(null(), || {
        let parameters = names().get(operation).map(|(_, parameters)| parameters);
        let name = parameters.and_then(|parameters| parameters.get(position));
        name.map_or(null(), |name| name.as_ptr())
    })
}
