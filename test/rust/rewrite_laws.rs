//! The laws that `--canonicalize` rewrites by, read from `dialect/*.td`, on random layouts.
//!
//! A law is checked as the rewrite uses it: where the left side has a value, the right side has that
//! value, spelled alike. The right side may have one where the left side has none.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use layout::algebra::{AnyLayout, Budget, Kind, Operation, OperationValue, Parameters};

/// Random layouts of every notation, the same in every run.
struct Layouts(Rng);

impl Layouts {
    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// A shape and a stride that are nested alike.
    fn nested(&mut self, depth: usize, extents: &[&str], strides: &[&str]) -> (String, String) {
        if depth == 0 || self.below(2) == 0 {
            return (self.of(extents).to_owned(), self.of(strides).to_owned());
        }
        let count = 1 + self.below(3);
        let modes = (0..count).map(|_| self.nested(depth - 1, extents, strides));
        let (shape, stride): (Vec<_>, Vec<_>) = modes.unzip();
        (format!("({})", shape.join(",")), format!("({})", stride.join(",")))
    }

    fn cute(&mut self, extents: &[&str], strides: &[&str]) -> String {
        let (shape, stride) = self.nested(3, extents, strides);
        format!("{shape}:{stride}")
    }

    fn vectors(&mut self) -> String {
        let vectors = (0..1 + self.below(3)).map(|_| {
            format!("[{},{}]", self.of(&["0", "1", "2", "4", "8"]), self.of(&["0", "1", "2", "4"]))
        });
        vectors.collect::<Vec<_>>().join(",")
    }

    /// The bases of an invertible layout, four bits on each side.
    fn bijection(&mut self) -> String {
        let mut rows = [1_usize, 2, 4, 8];
        for _ in 0..6 {
            let (row, other) = (self.below(4), self.below(4));
            if row != other {
                rows[row] ^= rows[other];
            }
        }
        let [a, b, c, d] = rows.map(|row| format!("[{},{}]", row & 3, row >> 2));
        format!("{{a = [{a},{b}], b = [{c}], c = [{d}]}} -> [x = 4, y = 4]")
    }

    /// A layout of any notation. The facts of the text may contradict each other.
    fn layout(&mut self) -> Option<AnyLayout> {
        const EXTENTS: &[&str] = &["1", "2", "3", "4", "8"];
        const STRIDES: &[&str] = &["0", "1", "2", "3", "4", "8", "16", "-1"];
        let (kind, text) = match self.below(9) {
            0..=2 => (Kind::Cute, self.cute(EXTENTS, STRIDES)),
            3 => (Kind::Cute, self.cute(&["2", "M", "4"], &["1", "M", "0"])),
            4 => (Kind::Cute, self.cute(EXTENTS, &["0", "1@0", "2@1", "4@0"])),
            5 => {
                let (base, shift, offset) = (self.below(3), 2 + self.below(2), self.below(4));
                let inner = self.cute(EXTENTS, STRIDES);
                (Kind::Composed, format!("S<{base},1,{shift}> o {offset} o {inner}"))
            }
            6 => {
                let (a, b, xor) = (self.vectors(), self.vectors(), self.of(&["", " xor [1, 2]"]));
                (Kind::Linear, format!("{{a = [{a}], b = [{b}]}} -> [x = 16, y = 8]{xor}"))
            }
            7 => (Kind::Linear, self.bijection()),
            _ => match self.below(3) {
                0 => (Kind::Swizzle, "S<1,0,2>".to_owned()),
                1 => (Kind::Tile, "[4;_]".to_owned()),
                _ => (Kind::Relation, "{ [c] -> [2c + floor(c/3)] : 0 <= c < 7 }".to_owned()),
            },
        };
        AnyLayout::parse(kind, &text).ok()
    }
}

/// What an operation takes beside layouts.
struct Given {
    flavor: &'static str,
}

impl Parameters for Given {
    fn integer(&self, name: &str) -> Option<i64> {
        (name == "size").then_some(64)
    }

    fn integers(&self, _: &str) -> Option<Vec<i64>> {
        None
    }

    fn text(&self, name: &str) -> Option<String> {
        (name == "flavor").then(|| self.flavor.to_owned())
    }
}

fn value(names: &[&str], layout: &AnyLayout, given: &Given) -> Option<OperationValue> {
    let mut value = OperationValue::Layout(Box::new(layout.clone()));
    for name in names.iter().rev() {
        let OperationValue::Layout(layout) = &value else { panic!("{name} takes a layout") };
        let operation = Operation::named(name).unwrap();
        value = operation.evaluate(&[layout], given, &Budget::CLOSED_FORMS).ok()?.remove(0);
    }
    Some(value)
}

/// The operations of `f(g(x))`, outermost first.
fn operations(term: &str) -> Vec<&str> {
    let mut names: Vec<&str> = term.trim_end_matches(')').split('(').collect();
    assert_eq!(names.pop(), Some("x"), "{term}");
    names
}

#[track_caller]
fn check(law: &str) {
    let (left, right) = law.split_once(" = ").unwrap();
    let (left, right) = (operations(left), operations(right));
    let mut random = Layouts(Rng::with_seed(0x9e37_79b9_7f4a_7c15));
    for flavor in ["cute", "paper"] {
        let given = Given { flavor };
        let mut held = 0;
        for _ in 0..600 {
            let Some(layout) = random.layout() else { continue };
            let Some(before) = value(&left, &layout, &given) else { continue };
            let after = value(&right, &layout, &given);
            assert_eq!(Some(before), after, "{law} for x = {layout} in flavor {flavor}");
            held += 1;
        }
        assert!(40 <= held, "{law} was checked {held} times in flavor {flavor}");
    }
}

fn ods(file: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("dialect").join(file)).unwrap()
}

#[test]
fn every_rewrite_is_a_law() {
    let source = ods("LayoutCanonicalization.td");
    let laws: Vec<&str> = source
        .lines()
        .zip(source.lines().skip(1))
        .filter(|(_, next)| next.starts_with("def :"))
        .map(|(law, _)| law.strip_prefix("// ").unwrap())
        .collect();
    assert_eq!(laws.len(), source.matches("def :").count(), "{laws:?}");
    assert!(18 <= laws.len(), "{laws:?}");
    laws.into_iter().for_each(check);
}

#[test]
fn every_trait_is_a_law() {
    let (mut checked, mut declared) = (0, 0);
    for file in ["Ops", "ModeOps", "CuteOps", "LinearOps"] {
        let source = ods(&format!("Layout{file}.td"));
        declared += ["Idempotent]", "Involution]"]
            .map(|law| source.matches(law).count())
            .iter()
            .sum::<usize>();
        for line in source.lines() {
            let Some((_, rest)) = line.split_once("Layout_UnaryAlgebraOp<\"") else { continue };
            let Some((name, law)) = rest.split_once("\", [") else { continue };
            checked += 1;
            match law {
                "SameOperandsAndResultType, Idempotent]> {" => {
                    check(&format!("{name}({name}(x)) = {name}(x)"))
                }
                "SameOperandsAndResultType, Involution]> {" => {
                    check(&format!("{name}({name}(x)) = x"))
                }
                _ => panic!("{name} has the traits {law}"),
            }
        }
    }
    assert_eq!(checked, declared);
    assert!(7 <= checked);
}

#[test]
fn shapes_are_congruent_either_way() {
    let congruent = Operation::named("is_congruent").unwrap();
    let mut random = Layouts(Rng::with_seed(1));
    let mut answers = [0; 2];
    while answers.iter().sum::<usize>() < 600 {
        let (Some(a), Some(b)) = (random.layout(), random.layout()) else { continue };
        let ask = |pair: &[&AnyLayout]| {
            congruent.evaluate(pair, &Given { flavor: "cute" }, &Budget::CLOSED_FORMS).ok()
        };
        assert_eq!(ask(&[&a, &b]), ask(&[&b, &a]), "{a} and {b}");
        if let Some([OperationValue::Truth(truth)]) = ask(&[&a, &b]).as_deref() {
            answers[usize::from(*truth)] += 1;
        }
    }
    assert!(answers.iter().all(|&count| 40 <= count), "{answers:?}");
}
