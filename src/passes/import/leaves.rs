//! Leaves that are not static: which number each `?` of a value is.
//!
//! A `?` in a type says nothing of its value. What does is where the value comes from: shapes, strides
//! and layouts are made of integers, and taken apart again. Each integer gets a name, and two `?` of the
//! same integer get the same name. What no operation says is a number of its own.

use std::cell::RefCell;

use melior::ir::operation::OperationLike;
use melior::ir::{Value, ValueLike};

use super::dialect::Dialect;
use super::spelling::written;
use crate::dialect::ir;
use crate::imported::{Role, count_open, named};

/// How far back the definitions of a value are followed.
pub(super) const MAX_STEPS: usize = 16;

/// The names of the leaves that the operands and results of one operation have.
pub(super) struct Leaves<'d> {
    dialect: &'d Dialect,
    /// The values that have got a name, by their place in memory.
    named: RefCell<Vec<usize>>,
}

impl<'d> Leaves<'d> {
    pub fn new(dialect: &'d Dialect) -> Self {
        Leaves { dialect, named: RefCell::default() }
    }

    /// The text of a value's type with a name for each `?`, and the facts that the type says of them.
    pub fn named(&self, body: &str, value: Value<'_, '_>) -> Option<(String, String)> {
        named(body, &self.names(value, MAX_STEPS))
    }

    /// How many `?` the layout or tuple of a value has.
    fn wanted(&self, value: Value<'_, '_>) -> usize {
        let text = self.dialect.notation.read(&written(value.r#type()));
        text.map_or(0, |text| count_open(&text.body))
    }

    /// The name of each `?` in the type of a value.
    fn names(&self, value: Value<'_, '_>, steps: usize) -> Vec<String> {
        let wanted = self.wanted(value);
        if let Some(known) = self.traced(value, steps)
            && known.len() == wanted
        {
            return known;
        }
        (0..wanted).map(|leaf| format!("{}_{leaf}", self.name_of(value))).collect()
    }

    /// The names that the operands of the operation that made a value have.
    fn traced(&self, value: Value<'_, '_>, steps: usize) -> Option<Vec<String>> {
        let operation = ir::defining_op(value)?;
        let steps = steps.checked_sub(1)?;
        let of = |operand: Value<'_, '_>| match operand.r#type().to_string().starts_with('!') {
            true => self.names(operand, steps),
            false => vec![self.name_of(operand)],
        };
        let operands: Vec<Value<'_, '_>> = operation.operands().collect();
        let mnemonic = self.dialect.mnemonic(ir::name(operation))?;
        match (mnemonic, &operands[..]) {
            ("make_shape" | "make_stride" | "make_int_tuple" | "make_coord", all) => {
                Some(all.iter().flat_map(|&operand| of(operand)).collect())
            }
            ("make_layout", [shape, stride]) => Some([of(*shape), of(*stride)].concat()),
            ("make_view", [_, layout]) | ("get_layout", [layout]) => Some(of(*layout)),
            ("get_shape", [source]) => {
                Some(of(*source).into_iter().take(self.in_shape(*source)?).collect())
            }
            ("get_stride", [source]) => {
                Some(of(*source).into_iter().skip(self.in_shape(*source)?).collect())
            }
            _ => None,
        }
    }

    /// A name that no other value has.
    fn name_of(&self, value: Value<'_, '_>) -> String {
        let place = ir::value_key(value);
        let mut named = self.named.borrow_mut();
        let number = named.iter().position(|&own| own == place).unwrap_or_else(|| {
            named.push(place);
            named.len() - 1
        });
        format!("d{number}")
    }

    /// How many `?` the shape of a layout has.
    fn in_shape(&self, layout: Value<'_, '_>) -> Option<usize> {
        let text = self.dialect.notation.read(&written(layout.r#type()))?;
        (text.role == Role::Layout).then_some(())?;
        Some(count_open(text.body.split_once(':')?.0))
    }
}
