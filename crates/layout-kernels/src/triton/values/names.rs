//! What the names of a function stand for, region by region.

use rustc_hash::FxHashMap;

use super::value::Value;

/// The values that have names where the text is being read.
///
/// A region may use the names of the one around it, and what it defines ends with it: the next region
/// may give the same name to something else.
#[derive(Debug, Default)]
pub(super) struct ScopedNames {
    current: FxHashMap<String, Meaning>,
    /// What each definition hid, oldest first.
    hidden: Vec<(String, Option<Meaning>)>,
    /// The line that first defined a name.
    first: FxHashMap<String, usize>,
}

#[derive(Debug, Clone)]
struct Meaning {
    value: Option<Value>,
    line: usize,
}

impl ScopedNames {
    /// Forgets all: a new function begins.
    pub fn clear(&mut self) {
        *self = ScopedNames::default();
    }

    pub fn get(&self, name: &str) -> Option<&Value> {
        self.current.get(name)?.value.as_ref()
    }

    /// True if the function has given the name to something.
    pub fn is_defined(&self, name: &str) -> bool {
        self.current.contains_key(name)
    }

    /// Gives a name to a value, or to something that is not followed.
    pub fn define(&mut self, name: &str, line: usize, value: Option<Value>) {
        let hidden = self.current.insert(name.to_owned(), Meaning { value, line });
        self.hidden.push((name.to_owned(), hidden));
        if !self.first.contains_key(name) {
            self.first.insert(name.to_owned(), line);
        }
    }

    /// Gives a name that may be in use to an argument of a region that sees nothing of the outside.
    pub fn define_inside(&mut self, name: &str, line: usize) {
        self.first.entry(name.to_owned()).or_insert(0);
        self.define(name, line, None);
    }

    /// Where the definitions of a region begin.
    pub fn mark(&self) -> usize {
        self.hidden.len()
    }

    /// Ends the region whose definitions began there.
    pub fn undo(&mut self, mark: usize) {
        while mark < self.hidden.len()
            && let Some((name, hidden)) = self.hidden.pop()
        {
            match hidden {
                Some(meaning) => self.current.insert(name, meaning),
                None => self.current.remove(&name),
            };
        }
    }

    /// The name, without `%`, that tells a value from all others of the function: a name that stands
    /// for something else by now has the line that says so, `k of line 30`.
    pub fn label(&self, name: &str) -> String {
        let line = self.current.get(name).map(|meaning| meaning.line);
        match line.filter(|line| self.first.get(name) != Some(line)) {
            Some(line) => format!("{name} of line {line}"),
            None => name.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::triton::values::Mask;

    #[test]
    fn a_region_ends_with_its_names() {
        let mut names = ScopedNames::default();
        names.define("a", 1, Some(Value::Mask(Mask::default())));
        let mark = names.mark();
        names.define("a", 2, None);
        names.define("b", 3, Some(Value::Mask(Mask::default())));
        assert_eq!((names.get("a").is_some(), names.get("b").is_some()), (false, true));
        assert_eq!((names.label("a"), names.label("b")), ("a of line 2".into(), "b".into()));
        names.undo(mark);
        assert_eq!((names.get("a").is_some(), names.get("b").is_some()), (true, false));
        names.define("b", 4, None);
        assert_eq!((names.label("a"), names.label("b")), ("a".into(), "b of line 4".into()));
        names.define_inside("argument", 5);
        assert_eq!(names.label("argument"), "argument of line 5");
        assert_eq!(names.label("unseen"), "unseen");
    }
}
