//! What the bytes of the input are.

use layout_math::point::digits;

use super::bit::{FALSE, MAX_SYMBOLS, POISON, SYMBOL, TRUE, has_no_value, variable_of};
use super::table::Table;

/// The bytes of the input, by ranges of their numbers.
#[derive(Debug, Default)]
pub(crate) struct Inputs {
    ranges: Vec<Input>,
    next: u32,
}

/// A part of the input: a tensor that is an argument, or what a pointer points to.
#[derive(Debug)]
struct Input {
    first: u32,
    length: u32,
    name: String,
    /// Nothing for memory, of which the bytes have their offsets.
    shape: Option<Vec<i64>>,
    bytes_per_element: u32,
}

impl Inputs {
    /// Numbers for the bytes of a tensor; nothing if there are too many.
    pub fn tensor(&mut self, name: &str, shape: &[i64], bytes_per_element: u32) -> Option<u32> {
        let elements = shape
            .iter()
            .try_fold(1_u32, |all, &size| all.checked_mul(u32::try_from(size).ok()?))?;
        let length = elements.checked_mul(bytes_per_element)?;
        self.add(name, length, Some(shape.to_vec()), bytes_per_element)
    }

    /// Numbers for the bytes of a memory.
    pub fn memory(&mut self, name: &str, length: u32) -> Option<u32> {
        self.add(name, length, None, 1)
    }

    fn add(
        &mut self,
        name: &str,
        length: u32,
        shape: Option<Vec<i64>>,
        bytes_per_element: u32,
    ) -> Option<u32> {
        let first = self.next;
        self.next = first.checked_add(length).filter(|&next| next < MAX_SYMBOLS)?;
        let name = name.to_owned();
        self.ranges.push(Input { first, length, name, shape, bytes_per_element });
        Some(first)
    }

    /// What bytes are, the lowest one first: `element (3,4) of %a0`, a number, or nothing defined.
    pub fn describe(&self, bytes: &[u32], table: &Table) -> String {
        if bytes.iter().all(|&byte| byte < 256) {
            let digits: Vec<String> =
                bytes.iter().rev().map(|byte| format!("{byte:02x}")).collect();
            return format!("the constant 0x{}", digits.concat());
        }
        let bits: Vec<_> = bytes.iter().flat_map(|&byte| table.bits(byte)).collect();
        if bits.contains(&POISON) {
            return "poison".to_owned();
        }
        if bits.iter().copied().any(has_no_value) {
            return "undefined bits".to_owned();
        }
        let first = bits.iter().find_map(|&bit| variable_of(bit));
        let Some(((number, _), input)) =
            first.and_then(|first| Some((first, self.input_of(first.0 / 8)?)))
        else {
            return "bits that are not followed".to_owned();
        };
        let offset = number / 8 - input.first;
        let element = offset / input.bytes_per_element;
        let begin = (input.first + element * input.bytes_per_element) * 8;
        let whole = bits.iter().enumerate().all(|(at, &bit)| {
            variable_of(bit) == Some((begin + at as u32, false)) || bit == FALSE || bit == TRUE
        });
        let is_whole = whole && bits[0] == super::bit::variable(begin);
        let prefix = if is_whole { "" } else { "bits of " };
        match &input.shape {
            Some(shape) => {
                format!("{prefix}element {} of {}", coordinate(element.into(), shape), input.name)
            }
            None if bytes.len() == 1 || !is_memory_run(bytes) => {
                format!("{prefix}byte {offset} of {}", input.name)
            }
            None => format!(
                "{prefix}bytes {offset} to {} of {}",
                offset as usize + bytes.len() - 1,
                input.name
            ),
        }
    }

    /// What each of two values is, where they differ.
    pub fn describe_both(
        &self,
        expected: &[u32],
        found: &[u32],
        table: &Table,
    ) -> (String, String) {
        let one = |bytes: &[u32], other: &[u32]| match table.combinations.compared(bytes, other) {
            Some((count, Some(more))) => {
                let more = self.describe(&more, table);
                format!("a combination of {count} values, {more} among them")
            }
            Some((count, None)) => format!("a combination of {count} values"),
            None => self.describe(bytes, table),
        };
        (one(expected, found), one(found, expected))
    }

    fn input_of(&self, number: u32) -> Option<&Input> {
        let is_it = |input: &&Input| (input.first..input.first + input.length).contains(&number);
        self.ranges.iter().find(is_it)
    }
}

fn is_memory_run(bytes: &[u32]) -> bool {
    bytes.windows(2).all(|pair| pair[0] & SYMBOL != 0 && pair[1] == pair[0] + 1)
}

/// The coordinate of an element by its number, the last dim fastest: `(3,4)`.
pub(crate) fn coordinate(element: u64, shape: &[i64]) -> String {
    let sizes = shape.iter().rev().map(|&size| size.max(1));
    let mut coordinate: Vec<String> =
        digits(element as i64, sizes).map(|own| own.to_string()).collect();
    coordinate.reverse();
    format!("({})", coordinate.join(","))
}

#[cfg(test)]
mod tests {
    use super::super::bit::UNDEFINED_BYTE;
    use super::super::table::Contents;
    use super::*;

    #[test]
    fn what_is_there_is_said() {
        let table = Table::new();
        let mut inputs = Inputs::default();
        assert_eq!(inputs.tensor("%a0", &[4, 8], 2), Some(0));
        assert_eq!(inputs.memory("%p0", 100), Some(64));
        let describe = |bytes: &[u32]| inputs.describe(bytes, &table);
        let symbols = |range: std::ops::Range<u32>| {
            range.map(|own| Contents::Symbols.byte(own)).collect::<Vec<_>>()
        };
        assert_eq!(describe(&symbols(20..22)), "element (1,2) of %a0");
        assert_eq!(describe(&symbols(21..23)), "bits of element (1,2) of %a0");
        assert_eq!(describe(&symbols(66..68)), "bytes 2 to 3 of %p0");
        assert_eq!(describe(&[0x34, 0x12]), "the constant 0x1234");
        assert_eq!(describe(&[0x34, UNDEFINED_BYTE]), "undefined bits");
        assert_eq!(describe(&[0, 258]), "poison");
        assert_eq!(describe(&[257]), "bits that are not followed");
        assert_eq!(inputs.tensor("%a1", &[1 << 30], 4), None);
    }
}
