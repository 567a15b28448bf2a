//! Where in its author's source each operation of a file comes from: MLIR's locations.

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::lexer::Token;
use super::reader::Reader;
use layout_math::text::MAX_DEPTH;

/// More calls than this, one in the other, are cut.
const MAX_FRAMES: usize = 64;

/// Aliases that stand for two of the next would take a power of two otherwise.
const MAX_STEPS: usize = 10_000;

/// A place in a source: a path as the compiler wrote it, line and column from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Frame {
    pub file: Arc<str>,
    pub line: usize,
    pub column: usize,
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

/// Where an operation comes from: the function that it was written in first, then those into which
/// that one was inlined. There is at least one frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    frames: Vec<Frame>,
}

impl Place {
    pub fn frames(&self) -> &[Frame] {
        &self.frames
    }

    /// The frame to show to the author of the kernel: the innermost one in the file of the kernel, which
    /// is that of the outermost frame. What is deeper is in a library that it calls.
    pub fn of_author(&self) -> &Frame {
        let kernel = &self.frames[self.frames.len() - 1];
        self.frames.iter().find(|frame| frame.file == kernel.file).unwrap_or(kernel)
    }

    /// The other frames, innermost first, each with what it is to that of the author.
    pub(crate) fn others(&self) -> impl Iterator<Item = (&Frame, &'static str)> {
        let author = self.of_author();
        let at = self.frames.iter().position(|frame| frame == author).unwrap_or(0);
        let others = self.frames.iter().enumerate().filter(move |(own, _)| *own != at);
        others.map(move |(own, frame)| {
            (
                frame,
                if own < at { "in a function that is called there" } else { "called from here" },
            )
        })
    }

    /// The same place with paths below a folder relative to it.
    #[must_use]
    pub(crate) fn relative_to(mut self, folder: &str) -> Place {
        for frame in &mut self.frames {
            let below = frame.file.strip_prefix(folder).and_then(|path| path.strip_prefix('/'));
            if let Some(path) = below {
                frame.file = path.into();
            }
        }
        self
    }
}

/// A location as it is written.
#[derive(Debug, Clone, PartialEq)]
enum Location {
    Unknown,
    Alias(String),
    File(Frame),
    /// The first of several that is known.
    First(Vec<Location>),
    Call {
        callee: Box<Location>,
        caller: Box<Location>,
    },
}

/// The locations of a file.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Places {
    /// The last location that begins on a line: that of the operation that the line is.
    of_lines: FxHashMap<usize, Location>,
    aliases: FxHashMap<String, Location>,
}

impl Places {
    /// Reads the locations of a file, of which everything else is skipped, and with it what is not a
    /// location.
    ///
    /// ```
    /// use layout_kernels::triton::Places;
    ///
    /// let places = Places::read(
    ///     "%x = tt.load %p : !tt.ptr<f32> loc(#loc3)\n%y = arith.addf %x, %x : f32 loc(unknown)
    /// #loc1 = loc(\"standard.py\":7:5)
    /// #loc2 = loc(\"kernel.py\":35:9)
    /// #loc3 = loc(\"x\"(callsite(#loc1 at #loc2)))",
    /// );
    /// let place = places.at(1).expect("a location");
    /// assert_eq!(place.of_author().to_string(), "kernel.py:35:9");
    /// assert_eq!(place.frames()[0].to_string(), "standard.py:7:5");
    /// assert_eq!(places.at(2), None);
    /// ```
    pub fn read(text: &str) -> Places {
        let mut reader = Reader::new(text);
        let mut places = Places::default();
        loop {
            match reader.peek() {
                Token::End => return places,
                Token::Hash(alias) if reader.peek_second() == Token::Mark('=') => {
                    reader.next();
                    reader.next();
                    if let Some(location) = braced(&mut reader) {
                        places.aliases.insert(alias.to_owned(), location);
                    }
                }
                Token::Word("loc") => {
                    let line = reader.position().line;
                    if let Some(location) = braced(&mut reader) {
                        places.of_lines.insert(line, location);
                    }
                }
                _ => {
                    reader.next();
                }
            }
        }
    }

    /// Where the operation on a line comes from, if that is known.
    pub fn at(&self, line: usize) -> Option<Place> {
        let mut frames = Vec::new();
        self.resolve(self.of_lines.get(&line)?, &mut frames, 0, &mut 0);
        (!frames.is_empty()).then_some(Place { frames })
    }

    /// Adds the frames of a location, innermost first.
    fn resolve(
        &self,
        location: &Location,
        frames: &mut Vec<Frame>,
        depth: usize,
        steps: &mut usize,
    ) {
        *steps += 1;
        // Aliases of aliases may go in circles.
        if MAX_DEPTH <= depth || MAX_FRAMES <= frames.len() || MAX_STEPS <= *steps {
            return;
        }
        match location {
            Location::Unknown => {}
            Location::Alias(alias) => {
                if let Some(location) = self.aliases.get(alias) {
                    self.resolve(location, frames, depth + 1, steps);
                }
            }
            Location::File(frame) => frames.push(frame.clone()),
            Location::First(all) => {
                let before = frames.len();
                for location in all {
                    self.resolve(location, frames, depth + 1, steps);
                    if before < frames.len() {
                        return;
                    }
                }
            }
            Location::Call { callee, caller } => {
                self.resolve(callee, frames, depth + 1, steps);
                self.resolve(caller, frames, depth + 1, steps);
            }
        }
    }
}

/// `loc(...)`; nothing if something else stands here, of which one token is taken.
fn braced(reader: &mut Reader<'_>) -> Option<Location> {
    if reader.peek() != Token::Word("loc") || reader.peek_second() != Token::Mark('(') {
        reader.next();
        return None;
    }
    reader.next();
    reader.next();
    let location = location(reader, 0)?;
    reader.eat_mark(')').then_some(location)
}

/// What stands in the brackets of `loc(...)`, and in other locations.
fn location(reader: &mut Reader<'_>, depth: usize) -> Option<Location> {
    if MAX_DEPTH <= depth {
        return None;
    }
    match reader.peek() {
        Token::Hash(alias) => {
            reader.next();
            Some(Location::Alias(alias.to_owned()))
        }
        Token::Quoted(text) => {
            reader.next();
            if reader.at_mark(':') {
                return file(reader, text).map(Location::File);
            }
            // A name of a value, with the location that it is the name of.
            if !reader.eat_mark('(') {
                return Some(Location::Unknown);
            }
            let named = location(reader, depth + 1)?;
            reader.eat_mark(')').then_some(named)
        }
        Token::Word("callsite") => {
            reader.next();
            let is_open = reader.eat_mark('(');
            let callee = location(reader, depth + 1).filter(|_| is_open)?;
            if reader.peek() != Token::Word("at") {
                return None;
            }
            reader.next();
            let caller = location(reader, depth + 1)?;
            let call = Location::Call { callee: Box::new(callee), caller: Box::new(caller) };
            reader.eat_mark(')').then_some(call)
        }
        Token::Word("fused") => {
            reader.next();
            if reader.eat_mark('<') {
                reader.skip_to_close();
            }
            let mut all = Vec::new();
            if !reader.eat_mark('[') {
                return None;
            }
            while !reader.eat_mark(']') {
                all.push(location(reader, depth + 1)?);
                if !reader.eat_mark(',') && !reader.at_mark(']') {
                    return None;
                }
            }
            Some(Location::First(all))
        }
        Token::Word("unknown") => {
            reader.next();
            Some(Location::Unknown)
        }
        _ => None,
    }
}

/// `:line:column`, and `to ...` after it, which is not kept.
fn file(reader: &mut Reader<'_>, text: &str) -> Option<Frame> {
    let mut numbers = [0; 2];
    for number in &mut numbers {
        let is_next = reader.eat_mark(':');
        let Token::Number(digits) = reader.peek() else { return None };
        *number = digits.parse().ok().filter(|_| is_next)?;
        reader.next();
    }
    if reader.peek() == Token::Word("to") {
        reader.next();
        while matches!(reader.peek(), Token::Number(_)) || reader.at_mark(':') {
            reader.next();
        }
    }
    let [line, column] = numbers.map(|number: usize| number.max(1));
    Some(Frame { file: unescaped(text).into(), line, column })
}

/// A string as MLIR prints it: `\\`, `\"`, and bytes in hexadecimal, `\C3`.
fn unescaped(text: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        rest = tail;
        if *first != b'\\' {
            bytes.push(*first);
            continue;
        }
        let hex = tail.get(..2).and_then(|two| std::str::from_utf8(two).ok());
        match hex.and_then(|two| u8::from_str_radix(two, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                let escaped = tail.first().map(|byte| match byte {
                    b'n' => b'\n',
                    b't' => b'\t',
                    other => *other,
                });
                bytes.extend(escaped);
                rest = tail.get(1..).unwrap_or(&[]);
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of the only operation, innermost first.
    fn frames(text: &str) -> String {
        let place = Places::read(text).at(1);
        let frames = place.iter().flat_map(|place| place.frames());
        frames.map(Frame::to_string).collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn every_kind_of_location_is_read() {
        for (location, expected) in [
            ("\"k.py\":3:5", "k.py:3:5"),
            ("\"k.py\":3:5 to :9", "k.py:3:5"),
            ("\"k.py\":3:5 to 4:9", "k.py:3:5"),
            ("\"a\"(\"k.py\":3:5)", "k.py:3:5"),
            ("\"a\"", ""),
            ("unknown", ""),
            ("callsite(\"h.py\":1:2 at \"a\"(\"k.py\":3:5))", "h.py:1:2 k.py:3:5"),
            (
                "callsite(callsite(\"a.py\":1:1 at \"b.py\":2:2) at \"c.py\":3:3)",
                "a.py:1:1 b.py:2:2 c.py:3:3",
            ),
            ("callsite(unknown at \"k.py\":3:5)", "k.py:3:5"),
            ("fused[unknown, \"k.py\":3:5, \"l.py\":4:6]", "k.py:3:5"),
            ("fused<{a = [1, 2]}>[\"k.py\":3:5]", "k.py:3:5"),
            ("fused[]", ""),
            ("\"/a b/\\C3\\A4\\\\\\22.py\":3:0", "/a b/ä\\\".py:3:1"),
            ("#loc", ""),
            // What is not a location says nothing.
            ("\"k.py\":3", ""),
            ("\"k.py\":x:5", ""),
            ("callsite(\"k.py\":3:5)", ""),
            ("\"k.py\":3:99999999999999999999999", ""),
        ] {
            assert_eq!(frames(&format!("%x = tt.load %p loc({location})")), expected, "{location}");
        }
    }

    #[test]
    fn aliases_are_found_wherever_they_are_and_may_go_in_circles() {
        assert_eq!(frames("a loc(#loc1)\n#loc1 = loc(\"k.py\":3:5)"), "k.py:3:5");
        assert_eq!(frames("a loc(#loc1)\n#loc1 = loc(#loc2)\n#loc2 = loc(#loc1)"), "");
        let twice = frames("a loc(#loc1)\n#loc1 = loc(callsite(#loc1 at \"k.py\":3:5))");
        assert_eq!(twice.split(' ').count(), 31);
        // Each alias is twice the next: the sum would be 2^25 frames.
        let mut text = "a loc(#l0)\n".to_owned();
        for at in 0..25 {
            let next = at + 1;
            text += &format!("#l{at} = loc(callsite(#l{next} at #l{next}))\n");
        }
        assert_eq!(frames(&(text.clone() + "#l25 = loc(unknown)")), "");
        let doubled = frames(&(text + "#l25 = loc(\"k.py\":3:5)"));
        assert_eq!(doubled.split(' ').count(), MAX_FRAMES);
        let deep = format!("a loc({}unknown)", "\"a\"(".repeat(100_000));
        assert_eq!(frames(&deep), "");
    }

    #[test]
    fn the_location_of_a_line_is_its_last_and_strings_hide_others() {
        assert_eq!(frames("f(%a loc(\"a.py\":1:1)) \"loc(\" loc(\"k.py\":3:5)"), "k.py:3:5");
        assert_eq!(frames("// loc(\"k.py\":3:5)"), "");
        assert_eq!(frames("%x = tt.load %p"), "");
    }

    #[test]
    fn the_author_is_in_the_file_of_the_kernel() {
        let author = |location: &str| {
            let place = Places::read(&format!("a loc({location})")).at(1);
            place.map(|place| place.of_author().to_string())
        };
        let helper = "callsite(\"k.py\":9:9 at \"k.py\":3:5)";
        assert_eq!(author(helper).as_deref(), Some("k.py:9:9"));
        let library = format!("callsite(\"standard.py\":7:7 at {helper})");
        assert_eq!(author(&library).as_deref(), Some("k.py:9:9"));
    }
}
