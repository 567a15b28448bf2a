//! Reading of one-line notations: a cursor over the text and the error that points at a column.
//!
//! Every notation of the package (`cute`, `swizzle`, `composed`, `linear`, `tile`, `relation`) has
//! one recursive-descent parser, and all of them read through [`Cursor`]. A parser never panics and
//! never recurses deeper than [`MAX_DEPTH`], whatever the text.

mod fingerprint;

use std::error::Error;
use std::fmt;

pub use fingerprint::Fingerprint;

/// How deep parentheses may nest. The limit keeps a parser's recursion far from the end of the stack.
pub const MAX_DEPTH: usize = 64;

/// Why a text is not in the notation, and where.
///
/// ```
/// use layout_math::cute::Layout;
///
/// let error = "(4,6:2".parse::<Layout>().unwrap_err();
/// assert_eq!(error.column, 4);
/// assert_eq!(error.to_string(), "expected ',' or ')' but found ':'");
/// ```
#[derive(Debug)]
pub struct ParseError {
    /// Where in the text, in bytes from its beginning.
    pub column: usize,
    pub reason: Reason,
}

/// What is wrong at the column of a [`ParseError`].
#[derive(Debug)]
pub enum Reason {
    /// The grammar wants something else here. `found` is empty at the end of the text.
    Expected { expected: String, found: String },
    /// A number that does not fit in 64 bits.
    NumberTooLarge { digits: String },
    /// Nesting beyond [`MAX_DEPTH`].
    TooDeep,
    /// The text is well formed and breaks a rule of what it denotes.
    Rule(Box<dyn Error + Send + Sync>),
}

impl ParseError {
    /// A text that breaks the rule `error`, pointed at from `column`.
    pub fn rule(column: usize, error: impl Error + Send + Sync + 'static) -> Self {
        ParseError { column, reason: Reason::Rule(Box::new(error)) }
    }

    /// The same error in a text that begins `columns` further right.
    pub fn shifted(mut self, columns: usize) -> Self {
        self.column += columns;
        self
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Reason::Expected { expected, found } if found.is_empty() => {
                write!(f, "expected {expected} but the text ends here")
            }
            Reason::Expected { expected, found } => {
                write!(f, "expected {expected} but found '{found}'")
            }
            Reason::NumberTooLarge { digits } => {
                write!(f, "number {digits} does not fit in 64 bits")
            }
            Reason::TooDeep => write!(f, "nested more than {MAX_DEPTH} deep"),
            Reason::Rule(error) => error.fmt(f),
        }
    }
}

impl Error for ParseError {}

/// A place in a text. Blanks before a token are skipped.
#[derive(Debug, Clone)]
pub struct Cursor<'a> {
    text: &'a str,
    at: usize,
    /// The number of the next anonymous name, once one was asked for.
    next_anonymous: Option<u64>,
}

impl<'a> Cursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Cursor { text, at: 0, next_anonymous: None }
    }

    /// The column of the next token.
    pub fn column(&mut self) -> usize {
        self.skip_blanks();
        self.at
    }

    /// The next character that is not a blank, not consumed.
    pub fn peek(&mut self) -> Option<char> {
        self.skip_blanks();
        self.rest().chars().next()
    }

    /// The text from the next token on.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes bytes of the text that somebody else has read, whole characters.
    pub(crate) fn skip(&mut self, bytes: usize) {
        self.at += bytes;
    }

    /// Consumes `token` if the text goes on with it.
    ///
    /// A token that is a word is not taken from the front of a longer word.
    pub fn eat(&mut self, token: &str) -> bool {
        self.skip_blanks();
        let Some(after) = self.rest().strip_prefix(token) else { return false };
        let is_word = token.ends_with(is_name_character);
        if is_word && after.starts_with(is_name_character) {
            return false;
        }
        self.at += token.len();
        true
    }

    /// Consumes `token`, or says that it was expected.
    pub fn expect(&mut self, token: &str) -> Result<(), ParseError> {
        if self.eat(token) { Ok(()) } else { Err(self.expected(&format!("'{token}'"))) }
    }

    /// Succeeds at the end of the text.
    pub fn expect_end(&mut self) -> Result<(), ParseError> {
        if self.peek().is_none() { Ok(()) } else { Err(self.expected("the end")) }
    }

    /// The error that `what` should stand at this place.
    pub fn expected(&mut self, what: &str) -> ParseError {
        let column = self.column();
        let rest = self.rest();
        // The word that stands here, or one other character; cut so that a message stays one line.
        let word: String = rest.chars().take_while(|&c| is_name_character(c)).take(24).collect();
        let found = if word.is_empty() { rest.chars().take(1).collect() } else { word };
        ParseError { column, reason: Reason::Expected { expected: what.to_owned(), found } }
    }

    /// Consumes an integer: an optional minus and decimal digits.
    pub fn integer(&mut self) -> Result<i64, ParseError> {
        let column = self.column();
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        if digits == 0 {
            return Err(self.expected("an integer"));
        }
        let text = &rest[..sign + digits];
        self.at += text.len();
        text.parse().map_err(|_| {
            let digits =
                if text.len() <= 40 { text.to_owned() } else { format!("{}…", &text[..40]) };
            ParseError { column, reason: Reason::NumberTooLarge { digits } }
        })
    }

    /// True if an integer begins here.
    pub(crate) fn at_integer(&mut self) -> bool {
        self.skip_blanks();
        let rest = self.rest();
        rest.strip_prefix('-').unwrap_or(rest).starts_with(|c: char| c.is_ascii_digit())
    }

    /// Consumes a name (a letter or underscore, then letters, digits, underscores), if one is here.
    pub fn name(&mut self) -> Option<&'a str> {
        self.skip_blanks();
        let rest = self.rest();
        if !rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        let end = rest.find(|c| !is_name_character(c)).unwrap_or(rest.len());
        self.at += end;
        Some(&rest[..end])
    }

    /// An anonymous name that neither occurs anywhere in the text nor was given before: a function of
    /// the text alone.
    ///
    /// Cost: the text is scanned once.
    pub(crate) fn anonymous_name(&mut self) -> String {
        let number = self.next_anonymous.unwrap_or_else(|| first_unused(self.text));
        self.next_anonymous = Some(number + 1);
        anonymous_name(number)
    }

    pub(crate) fn skip_blanks(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start_matches([' ', '\t', '\n', '\r']).len();
    }
}

fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// True for the names `_0`, `_1` and so on, an underscore and decimal digits.
///
/// They are the names of what is written without one, CuTe's `?`: such a name means one value within
/// one layout, and another one in every other layout.
///
/// ```
/// use layout_math::text::is_anonymous;
///
/// assert!(is_anonymous("_0"));
/// assert!(!["_", "_0x", "M_0", "__0"].into_iter().any(is_anonymous));
/// ```
pub fn is_anonymous(name: &str) -> bool {
    name.strip_prefix('_').is_some_and(|digits| {
        !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit())
    })
}

/// The anonymous name with this number.
pub(crate) fn anonymous_name(number: u64) -> String {
    format!("_{number}")
}

/// A number such that no anonymous name in the text has it or a greater one of at most 18 digits.
///
/// Longer numbers are never reached by counting from there.
pub(crate) fn first_unused(text: &str) -> u64 {
    let words = text.split(|c| !is_name_character(c)).filter(|word| is_anonymous(word));
    let numbers = words.map(|word| word[1..].trim_start_matches('0'));
    let numbers = numbers.filter(|digits| digits.len() <= 18);
    let greatest = numbers.map(|digits| digits.parse::<u64>().unwrap_or(0)).max();
    greatest.map_or(0, |greatest| greatest + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_not_taken_from_a_longer_word() {
        let mut cursor = Cursor::new("  order o 1");
        assert!(!cursor.eat("o"));
        assert_eq!(cursor.name(), Some("order"));
        assert!(cursor.eat("o"));
        assert_eq!(cursor.integer().unwrap(), 1);
        cursor.expect_end().unwrap();
    }

    #[test]
    fn numbers_past_64_bits_are_refused_at_their_column() {
        assert_eq!(Cursor::new("-9223372036854775808").integer().unwrap(), i64::MIN);
        let error = Cursor::new(" 9223372036854775808").integer().unwrap_err();
        assert_eq!(error.column, 1);
        assert_eq!(error.to_string(), "number 9223372036854775808 does not fit in 64 bits");
    }

    #[test]
    fn anonymous_names_are_new_in_the_whole_text() {
        let mut cursor = Cursor::new("? ? _3 x_9 _8x");
        assert_eq!([cursor.anonymous_name(), cursor.anonymous_name()], ["_4", "_5"]);
        assert_eq!(Cursor::new("?").anonymous_name(), "_0");
        // A number that counting never reaches does not overflow the count.
        assert_eq!(Cursor::new("_18446744073709551615 _007").anonymous_name(), "_8");
        assert_eq!(Cursor::new("_999999999999999999").anonymous_name(), "_1000000000000000000");
    }

    #[test]
    fn an_error_quotes_what_it_found() {
        assert_eq!(
            Cursor::new("é").expected("a digit").to_string(),
            "expected a digit but found 'é'"
        );
        assert_eq!(
            Cursor::new("").expected("a digit").to_string(),
            "expected a digit but the text ends here"
        );
        let long = "x".repeat(1000);
        assert!(Cursor::new(&long).expected("a digit").to_string().len() < 80);
    }
}
