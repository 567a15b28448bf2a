//! Values of any type.

use std::rc::Rc;

use crate::bits::{Row, Table};
use crate::llvm::Type;

/// A value for each thread: of one part, or the elements of a vector, an array or a structure.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Row(Row),
    Many(Rc<[Value]>),
    /// Of a type that no code computes with.
    None,
}

/// No array is taken apart into more elements.
const MAX_ELEMENTS: u64 = 1 << 16;

impl Value {
    pub fn undefined(kind: &Type) -> Value {
        Value::filled(kind, &mut Row::undefined)
    }

    /// The constant `poison`.
    pub fn poison(kind: &Type, table: &mut Table) -> Value {
        Value::filled(kind, &mut |width| Row::all_poison(width, table))
    }

    /// Poison of the same parts.
    pub fn poisoned(&self, table: &mut Table) -> Value {
        self.map(&mut |row| Row::all_poison(row.width(), table))
    }

    /// All bits 0.
    pub fn zero(kind: &Type) -> Value {
        Value::filled(kind, &mut |width| match width {
            0..=64 => Row::same(width, 0),
            _ => Row::undefined(width),
        })
    }

    fn filled(kind: &Type, row: &mut dyn FnMut(u32) -> Row) -> Value {
        let mut element = |kind: &Type| Value::filled(kind, row);
        match kind {
            Type::Integer(bits) | Type::Float(bits) => Value::Row(row(*bits)),
            Type::Pointer(_) => kind.bits().map_or(Value::None, |bits| Value::Row(row(bits))),
            Type::Vector(count, inner) => Value::Many(vec![element(inner); *count as usize].into()),
            Type::Array(count, inner) if *count <= MAX_ELEMENTS => {
                Value::Many(vec![element(inner); *count as usize].into())
            }
            Type::Struct { fields, .. } => Value::Many(fields.iter().map(&mut element).collect()),
            _ => Value::None,
        }
    }

    pub fn as_row(&self) -> Option<&Row> {
        match self {
            Value::Row(row) => Some(row),
            _ => None,
        }
    }

    pub fn as_many(&self) -> Option<&[Value]> {
        match self {
            Value::Many(values) => Some(values),
            _ => None,
        }
    }

    /// The value with one part put in place.
    pub fn with(&self, path: &[usize], part: Value) -> Option<Value> {
        let Some((&first, rest)) = path.split_first() else { return Some(part) };
        let mut values = self.as_many()?.to_vec();
        let own = values.get_mut(first)?;
        *own = own.with(rest, part)?;
        Some(Value::Many(values.into()))
    }

    /// A part.
    pub fn at(&self, path: &[usize]) -> Option<&Value> {
        path.iter().try_fold(self, |value, &index| value.as_many()?.get(index))
    }

    /// The rows of all parts in order.
    pub fn rows(&self) -> Vec<&Row> {
        let mut rows = Vec::new();
        self.collect(&mut rows);
        rows
    }

    fn collect<'v>(&'v self, rows: &mut Vec<&'v Row>) {
        match self {
            Value::Row(row) => rows.push(row),
            Value::Many(values) => values.iter().for_each(|value| value.collect(rows)),
            Value::None => {}
        }
    }

    /// A function of the parts of two values that have the same ones.
    pub fn zip(&self, other: &Value, each: &mut dyn FnMut(&Row, &Row) -> Row) -> Option<Value> {
        match (self, other) {
            (Value::Row(a), Value::Row(b)) if a.width() == b.width() => {
                Some(Value::Row(each(a, b)))
            }
            (Value::Many(a), Value::Many(b)) if a.len() == b.len() => {
                let zipped = a.iter().zip(&**b).map(|(a, b)| a.zip(b, each));
                Some(Value::Many(zipped.collect::<Option<_>>()?))
            }
            (Value::None, Value::None) => Some(Value::None),
            _ => None,
        }
    }

    /// A function of each part.
    pub fn map(&self, each: &mut dyn FnMut(&Row) -> Row) -> Value {
        match self {
            Value::Row(row) => Value::Row(each(row)),
            Value::Many(values) => Value::Many(values.iter().map(|own| own.map(each)).collect()),
            Value::None => Value::None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_of_each_type() {
        let word = Type::Integer(32);
        assert_eq!(Value::zero(&word).as_row().and_then(Row::as_same), Some(0));
        let zeros = Value::zero(&Type::Array(2, word.into()));
        assert_eq!(zeros.rows().iter().map(|row| row.as_same()).collect::<Vec<_>>(), [Some(0); 2]);
        // More bits than a number has are not followed.
        assert_eq!(Value::zero(&Type::Integer(128)).as_row().and_then(Row::as_same), None);
    }

    #[test]
    fn only_values_of_the_same_parts_go_together() {
        let [byte, word] = [8, 16].map(|width| Value::zero(&Type::Integer(width)));
        let zipped = |a: &Value, b: &Value| a.zip(b, &mut |a, _| a.clone()).is_some();
        assert!(zipped(&byte, &byte));
        assert!(!zipped(&byte, &word));
    }
}
