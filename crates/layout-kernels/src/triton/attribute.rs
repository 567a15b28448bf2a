//! The tree of an attribute: a name and parameters, nested to any shape that Triton prints.

pub(super) mod read;

use std::sync::Arc;

/// An attribute with a name and a body, such as `#ttg.slice<{dim = 1, parent = #blocked}>`.
///
/// The body of an attribute may be a dictionary, a list, `name = value` without braces, or several of
/// these, with or without commas between them; all versions of Triton's dialects print one of
/// these forms. Aliases are replaced by what they stand for.
#[derive(Debug, Clone, PartialEq)]
pub struct Attribute {
    name: String,
    parameters: Vec<(String, AttributeValue)>,
    values: Vec<AttributeValue>,
    /// How deep the attributes in this one nest, 0 if there are none.
    depth: usize,
}

/// A value in an attribute or in a dictionary of an operation.
#[derive(Debug, Clone, PartialEq)]
pub enum AttributeValue {
    /// A number, its type dropped: `4 : i32`.
    Integer(i64),
    /// `true` or `false`.
    Bool(bool),
    /// `a = unit`, written as the name alone.
    Unit,
    /// `"text"`, escapes as they are written.
    String(String),
    /// A keyword, a float, or the head of something that is not looked into, such as `dense`.
    Word(String),
    /// `[a, b]` or `array<i32: a, b>`.
    List(Vec<AttributeValue>),
    /// `{a = 1, b}`.
    Dictionary(Vec<(String, AttributeValue)>),
    /// `128:+8`: padding of 8 after every 128, in the intervals of a padded shared encoding.
    Padding { interval: i64, padding: i64 },
    /// `#name` or `#name<...>`.
    Attribute(Arc<Attribute>),
}

impl Attribute {
    /// The name without the sign and the dialect: `blocked`.
    pub fn name(&self) -> &str {
        self.name.rsplit('.').next().unwrap_or(&self.name)
    }

    /// The value of a named parameter.
    pub fn parameter(&self, name: &str) -> Option<&AttributeValue> {
        find(&self.parameters, name)
    }

    /// The names and the values of all parameters, as they are written.
    pub(super) fn parameters(&self) -> &[(String, AttributeValue)] {
        &self.parameters
    }

    /// The values without a name.
    pub fn values(&self) -> &[AttributeValue] {
        &self.values
    }

    /// One more than the greatest depth among the attributes in the body.
    fn nested_depth(&self) -> usize {
        let named = self.parameters.iter().map(|(_, value)| value);
        named.chain(&self.values).map(AttributeValue::depth).max().unwrap_or(0)
    }
}

impl AttributeValue {
    /// The number, if it is one.
    pub fn as_integer(&self) -> Option<i64> {
        match self {
            AttributeValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    /// True or false, if it is one of them; a name without a value is true.
    pub(crate) fn as_flag(&self) -> Option<bool> {
        match self {
            AttributeValue::Bool(flag) => Some(*flag),
            AttributeValue::Unit => Some(true),
            _ => None,
        }
    }

    /// The elements, if it is a list.
    pub fn as_list(&self) -> Option<&[AttributeValue]> {
        match self {
            AttributeValue::List(values) => Some(values),
            _ => None,
        }
    }

    /// The numbers, if it is a list of integers.
    pub(crate) fn as_integers(&self) -> Option<Vec<i64>> {
        self.as_list()?.iter().map(AttributeValue::as_integer).collect()
    }

    fn depth(&self) -> usize {
        match self {
            AttributeValue::Attribute(attribute) => attribute.depth + 1,
            AttributeValue::List(values) => {
                values.iter().map(AttributeValue::depth).max().unwrap_or(0)
            }
            AttributeValue::Dictionary(entries) => {
                entries.iter().map(|(_, value)| value.depth()).max().unwrap_or(0)
            }
            _ => 0,
        }
    }
}

/// The value of a name in a dictionary.
pub(super) fn find<'d>(
    entries: &'d [(String, AttributeValue)],
    name: &str,
) -> Option<&'d AttributeValue> {
    entries.iter().find(|(own, _)| own == name).map(|(_, value)| value)
}
