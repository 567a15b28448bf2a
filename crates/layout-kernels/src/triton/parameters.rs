//! The parameters of an encoding, checked as they are read.

use std::cell::{Cell, RefCell};

use super::attribute::{Attribute, AttributeValue};
use super::dims::MAX_RANK;
use super::error::EncodingError;

/// The parameters of an attribute that is read as the encoding `name`.
///
/// Whoever reads the encoding asks for all that it may have: the layout is not known if there is anything
/// else in it ([`Parameters::check_all_asked`]).
pub(super) struct Parameters<'p> {
    attribute: &'p Attribute,
    name: &'static str,
    asked: RefCell<Vec<&'static str>>,
    are_values_asked: Cell<bool>,
}

impl<'p> Parameters<'p> {
    pub fn new(attribute: &'p Attribute, name: &'static str) -> Self {
        let (asked, are_values_asked) = (RefCell::default(), Cell::new(false));
        Parameters { attribute, name, asked, are_values_asked }
    }

    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The values without a name.
    pub fn values(&self) -> &'p [AttributeValue] {
        self.are_values_asked.set(true);
        self.attribute.values()
    }

    pub fn value(&self, parameter: &'static str) -> Option<&'p AttributeValue> {
        self.asked.borrow_mut().push(parameter);
        self.attribute.parameter(parameter)
    }

    /// Says that the encoding may have this parameter, and that the layout is the same whatever it is.
    pub fn ignore(&self, parameter: &'static str) {
        self.asked.borrow_mut().push(parameter);
    }

    /// Checks that there is nothing in the attribute that was not asked for, and nothing twice.
    pub fn check_all_asked(&self) -> Result<(), EncodingError> {
        let (encoding, asked) = (self.name, self.asked.borrow());
        let parameters = self.attribute.parameters();
        for (at, (parameter, _)) in parameters.iter().enumerate() {
            if !asked.contains(&&**parameter) {
                let parameter = parameter.clone();
                return Err(EncodingError::UnknownParameter { encoding, parameter });
            }
            if parameters[..at].iter().any(|(before, _)| before == parameter) {
                let parameter = parameter.clone();
                return Err(EncodingError::RepeatedParameter { encoding, parameter });
            }
        }
        match self.attribute.values() {
            [_, ..] if !self.are_values_asked.get() => {
                Err(EncodingError::UnnamedValue { encoding })
            }
            _ => Ok(()),
        }
    }

    fn missing(&self, parameter: &'static str) -> EncodingError {
        EncodingError::Missing { encoding: self.name, parameter }
    }

    pub fn malformed(&self, parameter: &'static str, expected: &'static str) -> EncodingError {
        EncodingError::Malformed { encoding: self.name, parameter, expected }
    }

    pub fn out_of_range(
        &self,
        parameter: &'static str,
        value: i64,
        expected: &'static str,
    ) -> EncodingError {
        EncodingError::OutOfRange { encoding: self.name, parameter, value, expected }
    }

    /// A number, if it is given.
    pub fn optional_integer(&self, parameter: &'static str) -> Result<Option<i64>, EncodingError> {
        let number = |value: &AttributeValue| {
            value.as_integer().ok_or_else(|| self.malformed(parameter, "a number"))
        };
        self.value(parameter).map(number).transpose()
    }

    pub fn integer(&self, parameter: &'static str) -> Result<i64, EncodingError> {
        self.optional_integer(parameter)?.ok_or_else(|| self.missing(parameter))
    }

    /// A number from 1 to 2^30.
    pub fn count(&self, parameter: &'static str) -> Result<i64, EncodingError> {
        check_count(self.name, parameter, self.integer(parameter)?)
    }

    /// A number from 1 to 2^30, or the default.
    pub fn count_or(&self, parameter: &'static str, default: i64) -> Result<i64, EncodingError> {
        check_count(self.name, parameter, self.optional_integer(parameter)?.unwrap_or(default))
    }

    /// The keyword among these that is given, or in quotes.
    pub fn optional_word(
        &self,
        parameter: &'static str,
        words: &[&str],
        expected: &'static str,
    ) -> Result<Option<&'p str>, EncodingError> {
        match self.value(parameter) {
            None => Ok(None),
            Some(AttributeValue::Word(word) | AttributeValue::String(word))
                if words.contains(&&**word) =>
            {
                Ok(Some(word))
            }
            Some(_) => Err(self.malformed(parameter, expected)),
        }
    }

    /// `true` or `false`, the latter if it is not given.
    pub fn flag(&self, parameter: &'static str) -> Result<bool, EncodingError> {
        match self.value(parameter) {
            None => Ok(false),
            Some(value) => {
                value.as_flag().ok_or_else(|| self.malformed(parameter, "true or false"))
            }
        }
    }

    /// A list of numbers from 1 to 2^30, if it is given.
    pub fn optional_counts(
        &self,
        parameter: &'static str,
    ) -> Result<Option<Vec<i64>>, EncodingError> {
        let Some(numbers) = self.optional_integers(parameter)? else { return Ok(None) };
        for &number in &numbers {
            check_count(self.name, parameter, number)?;
        }
        Ok(Some(numbers))
    }

    pub fn counts(&self, parameter: &'static str) -> Result<Vec<i64>, EncodingError> {
        self.optional_counts(parameter)?.ok_or_else(|| self.missing(parameter))
    }

    fn optional_integers(
        &self,
        parameter: &'static str,
    ) -> Result<Option<Vec<i64>>, EncodingError> {
        let Some(value) = self.value(parameter) else { return Ok(None) };
        let numbers =
            value.as_integers().ok_or_else(|| self.malformed(parameter, "a list of numbers"))?;
        if MAX_RANK < numbers.len() {
            return Err(self.malformed(parameter, "a list of at most 16 numbers"));
        }
        Ok(Some(numbers))
    }

    /// A permutation of the dims 0, 1, ..., the fastest one first.
    pub fn order(&self, parameter: &'static str) -> Result<Vec<usize>, EncodingError> {
        let list = self.optional_integers(parameter)?.ok_or_else(|| self.missing(parameter))?;
        self.check_order(parameter, list)
    }

    pub fn check_order(
        &self,
        parameter: &'static str,
        list: Vec<i64>,
    ) -> Result<Vec<usize>, EncodingError> {
        let mut sorted = list.clone();
        sorted.sort_unstable();
        if sorted.iter().copied().eq(0..list.len() as i64) {
            return Ok(list.iter().map(|&dim| dim as usize).collect());
        }
        Err(EncodingError::NotAPermutation { encoding: self.name, parameter, list })
    }

    /// Checks that a list has one element for each dim.
    pub fn check_rank(
        &self,
        what: &'static str,
        found: usize,
        expected: usize,
    ) -> Result<(), EncodingError> {
        check_rank(self.name, what, found, expected)
    }

    /// A list of bases, `[[0, 1], [1, 0]]`, if it is given.
    pub fn optional_bases(
        &self,
        parameter: &'static str,
    ) -> Result<Option<Vec<Vec<i64>>>, EncodingError> {
        self.value(parameter).map(|value| self.bases_of(parameter, value)).transpose()
    }

    /// A value that is a list of bases.
    pub fn bases_of(
        &self,
        parameter: &'static str,
        value: &AttributeValue,
    ) -> Result<Vec<Vec<i64>>, EncodingError> {
        let bases =
            value.as_list().and_then(|list| list.iter().map(AttributeValue::as_integers).collect());
        bases.ok_or_else(|| self.malformed(parameter, "a list of lists of numbers"))
    }

    /// An attribute, such as the parent of a slice.
    pub fn nested(&self, parameter: &'static str) -> Result<&'p Attribute, EncodingError> {
        match self.value(parameter) {
            None => Err(self.missing(parameter)),
            Some(AttributeValue::Attribute(attribute)) => Ok(attribute),
            Some(_) => Err(self.malformed(parameter, "an encoding")),
        }
    }
}

/// Checks that a number is from 1 to 2^30.
pub(super) fn check_count(
    encoding: &'static str,
    parameter: &'static str,
    value: i64,
) -> Result<i64, EncodingError> {
    if (1..=1 << 30).contains(&value) {
        return Ok(value);
    }
    let expected = "a number from 1 to 2^30";
    Err(EncodingError::OutOfRange { encoding, parameter, value, expected })
}

/// Checks that `what` of an encoding has as many dims as the encoding.
pub(super) fn check_rank(
    encoding: &'static str,
    what: &'static str,
    found: usize,
    expected: usize,
) -> Result<(), EncodingError> {
    if found == expected {
        return Ok(());
    }
    Err(EncodingError::Rank { encoding, what, expected, found })
}

#[cfg(test)]
mod tests {
    use crate::triton::Encoding;

    fn refusal(text: &str) -> Option<String> {
        text.parse::<Encoding>().err().map(|error| error.to_string())
    }

    /// An encoding of each family, `TAIL` being where another parameter may stand.
    const ENCODINGS: &[(&str, &str)] = &[
        (
            "blocked",
            "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]TAIL}>",
        ),
        ("slice", "#ttg.slice<{dim = 0, parent = #ttg.linear<{lane = [[1, 0]]}>TAIL}>"),
        ("linear", "#ttg.linear<{register = [], lane = [[1]], warp = [], block = []TAIL}>"),
        (
            "nvidia_mma",
            "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]TAIL}>",
        ),
        (
            "dot_op",
            "#ttg.dot_op<{opIdx = 0, parent = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>, kWidth = 0TAIL}>",
        ),
        (
            "amd_mfma",
            "#ttg.amd_mfma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [32, 32], isTransposed = trueTAIL}>",
        ),
        (
            "amd_wmma",
            "#ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 2], tilesPerWarp = [1, 1]TAIL}>",
        ),
        (
            "swizzled_shared",
            "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]TAIL}>",
        ),
        (
            "amd_rotating_shared",
            "#ttg.amd_rotating_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]TAIL}>",
        ),
        (
            "shared",
            "#triton_gpu.shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0], hasLeadingOffset = falseTAIL}>",
        ),
        (
            "nvmma_shared",
            "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16TAIL}>",
        ),
        ("padded_shared", "#ttg.padded_shared<[32:+4] {order = [0], shape = [64]TAIL}>"),
        ("shared_linear", "#ttg.shared_linear<{offset = [[1]], block = []TAIL}, alignment = 16>"),
        (
            "tensor_memory_encoding",
            "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, unpacked = trueTAIL>",
        ),
        ("tensor_memory_scales_encoding", "#ttng.tensor_memory_scales_encoding<CTASplitM = 1TAIL>"),
    ];

    #[test]
    fn a_parameter_that_is_not_known_may_change_the_layout() {
        for (name, text) in ENCODINGS {
            assert_eq!(refusal(&text.replace("TAIL", "")), None, "{name}");
            let unknown = format!("unknown parameter quatsch of {name}");
            assert_eq!(refusal(&text.replace("TAIL", ", quatsch = 5")), Some(unknown));
            let order = ", CGALayout = [], CGALayout = []";
            let twice = match *name {
                // These have no such parameter.
                "slice" | "linear" | "dot_op" | "shared_linear" => {
                    format!("unknown parameter CGALayout of {name}")
                }
                _ => format!("{name} has CGALayout more than once"),
            };
            assert_eq!(refusal(&text.replace("TAIL", order)), Some(twice));
        }
        for (text, expected) in [
            ("#ttg.linear<5 {lane = [[1]]}>", "linear has a value without a name"),
            (
                "#ttg.padded_shared<[32:+4] [64:+8] {order = [0], shape = [64]}>",
                "intervals of padded_shared should be one list of interval:+padding",
            ),
            (
                "#ttng.tensor_memory_scales_encoding<blockRepOrder = 1>",
                "blockRepOrder of tensor_memory_scales_encoding should be mnThenK or kThenMn",
            ),
            (
                "#ttg.amd_wmma<{version = 2, isTranspose = true, warpsPerCTA = [2, 2], tilesPerWarp = [1, 2]}>",
                "tilesPerWarp of amd_wmma is 2, which is not 1",
            ),
            (
                "#ttg.amd_wmma<{version = 2, isTranspose = true, ctaLayout = {warps = []}}>",
                "ctaLayout of amd_wmma should be a dictionary of register and warp",
            ),
            (
                "#ttg.amd_mfma<{version = 3, warpsPerCTA = [2, 2], instrShape = [16, 16], isTransposed = true, elementType = f16}>",
                "elementType of amd_mfma should be f64, f32 or i32",
            ),
        ] {
            assert_eq!(refusal(text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn an_accumulator_of_doubles_is_said_in_two_ways() {
        let mfma = |tail: &str| {
            let text = format!(
                "#ttg.amd_mfma<{{version = 3, warpsPerCTA = [1, 1], instrShape = [16, 16], isTransposed = false{tail}}}>"
            );
            text.parse::<Encoding>().unwrap()
        };
        assert_eq!(mfma(", elementType = \"f64\""), mfma(", elementBitWidth = 64"));
        assert_eq!(mfma(", elementType = i32"), mfma(""));
    }
}
