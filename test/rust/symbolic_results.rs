//! Claims about what operations make of a layout with a symbol: `layout-verify` says of all values of the
//! symbol what it says of each one.
//!
//! The oracle is the same pass on the layouts for one value after the other, which have no symbols.

#[allow(dead_code, reason = "nothing is executed here")]
mod run;

use std::collections::BTreeMap;

/// How many functions there are, each with one claim.
const CASES: u64 = 240;

const OF_ONE: [&str; 5] = ["coalesce", "flatten", "filter", "left_inverse", "right_inverse"];
const OF_TWO: [&str; 6] =
    ["compose", "logical_divide", "zipped_divide", "logical_product", "raked_product", "concat"];
const CLAIMS: [&str; 10] = [
    "assert_equivalent %r, %c",
    "assert_equivalent %r, %a",
    "assert_disjoint %r, %c",
    "assert_compatible %a, %r",
    "assert_injective %r",
    "assert_bijective %r",
    "assert_surjective %r, 8",
    "assert_in_bounds %r, 24",
    "assert_size %r, 16",
    "assert_increasing %r",
];

/// Numbers that look random, the same each time.
struct Choice(u64);

impl Choice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }

    fn layout(&mut self) -> String {
        let n = 1 + self.below(3);
        let extents: Vec<&str> =
            (0..n).map(|_| self.of(&["M", "M", "1", "2", "3", "4", "6"])).collect();
        let strides: Vec<&str> =
            (0..n).map(|_| self.of(&["M", "2*M", "0", "1", "1", "2", "3", "4", "8"])).collect();
        format!("({}):({})", extents.join(","), strides.join(","))
    }
}

/// A claim and what it is about; `M` is the symbol.
struct SymbolicCase {
    layouts: [String; 3],
    made: Vec<String>,
    claim: &'static str,
    values: (i64, i64),
}

impl SymbolicCase {
    fn new(choice: &mut Choice) -> Self {
        let layouts = [choice.layout(), choice.layout(), choice.layout()];
        let (one, two) = (choice.of(&OF_ONE), choice.of(&OF_TWO));
        let made = match choice.below(3) {
            0 => vec![format!("%r = layout.{one} %a")],
            1 => vec![format!("%r = layout.{two} %a, %b")],
            _ => vec![format!("%q = layout.{two} %a, %b"), format!("%r = layout.{one} %q")],
        };
        let least = 1 + choice.below(3) as i64;
        let values = (least, least + choice.below(5) as i64);
        SymbolicCase { layouts, made, claim: choice.of(&CLAIMS), values }
    }

    /// Adds the function of the case, for a value or for all, and returns the line of the claim.
    fn write(&self, module: &mut String, name: &str, value: Option<i64>) -> usize {
        let mut line = |text: &str| {
            module.push_str(text);
            module.push('\n');
        };
        line(&format!("func.func @{name}() {{"));
        for (name, layout) in ["a", "b", "c"].iter().zip(&self.layouts) {
            let layout = match value {
                // `2*M` is a number then.
                Some(value) => {
                    layout.replace("2*M", &(2 * value).to_string()).replace('M', &value.to_string())
                }
                None if layout.contains('M') => {
                    format!("{layout} where M in [{},{}]", self.values.0, self.values.1)
                }
                None => layout.clone(),
            };
            line(&format!("  %{name} = layout.constant #layout.cute<{layout}>"));
        }
        self.made.iter().for_each(|made| line(&format!("  {made}")));
        line(&format!("  layout.{}", self.claim));
        line("  return");
        line("}");
        module.lines().count() - 2
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Said {
    Proved,
    Refuted,
    /// An operation before the claim has no value.
    WithoutValue,
    Unknown,
}

/// What is said of the claim on a line, which so many operations stand before.
fn said(messages: &BTreeMap<usize, Vec<String>>, line: usize, before: usize) -> (Said, String) {
    let of = |line: usize| messages.get(&line).map_or("", |all| all[0].as_str());
    let without = (line - before..line).map(of).find(|it| it.starts_with("error: there is no"));
    if let Some(without) = without {
        return (Said::WithoutValue, without.to_owned());
    }
    let own = of(line);
    let said = match own {
        _ if own.starts_with("remark: proved") => Said::Proved,
        _ if own.starts_with("error: ") => Said::Refuted,
        _ => Said::Unknown,
    };
    (said, own.to_owned())
}

#[test]
fn a_claim_holds_for_a_symbol_if_it_holds_for_each_value() {
    let mut choice = Choice(20_261_126);
    let cases: Vec<SymbolicCase> = (0..CASES).map(|_| SymbolicCase::new(&mut choice)).collect();
    let mut module = String::new();
    let mut lines = Vec::new();
    for (number, case) in cases.iter().enumerate() {
        let general = case.write(&mut module, &format!("all{number}"), None);
        let values = case.values.0..=case.values.1;
        let each: Vec<(i64, usize)> = values
            .map(|value| {
                (value, case.write(&mut module, &format!("at{number}_{value}"), Some(value)))
            })
            .collect();
        lines.push((general, each));
    }
    let messages = verified(&module);

    let mut counts: BTreeMap<Said, usize> = BTreeMap::new();
    for (case, (general, each)) in cases.iter().zip(&lines) {
        let (all, message) = said(&messages, *general, case.made.len());
        let single: Vec<(i64, Said)> = each
            .iter()
            .map(|&(value, line)| (value, said(&messages, line, case.made.len()).0))
            .collect();
        *counts.entry(all).or_default() += 1;
        let mut text = String::new();
        case.write(&mut text, "case", None);
        let shown = || format!("{text}{message}\n{single:?}");
        match all {
            Said::Proved => assert!(single.iter().all(|it| it.1 == Said::Proved), "{}", shown()),
            Said::Refuted | Said::WithoutValue => {
                // Without the symbol, all are the same.
                let value = message.split_once(" for M = ").map(|(_, rest)| {
                    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    rest[..end].parse::<i64>().expect("a value")
                });
                let is_there = |it: &&(i64, Said)| value.is_none_or(|value| it.0 == value);
                assert!(single.iter().filter(is_there).any(|it| it.1 == all), "{}", shown());
            }
            Said::Unknown => {}
        }
    }
    let count = |said| counts.get(&said).copied().unwrap_or(0);
    assert!(count(Said::Unknown) * 50 <= cases.len(), "{counts:?}");
    assert!(
        [Said::Proved, Said::Refuted, Said::WithoutValue].iter().all(|&it| count(it) > 20),
        "{counts:?}"
    );
}

/// The messages of `layout-verify` on a module, by their lines.
fn verified(module: &str) -> BTreeMap<usize, Vec<String>> {
    let said = run::lower(module, "layout-verify{report=true}");
    let text = said.map_or_else(|refuted| refuted, |proved| proved.messages);
    let mut messages: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for line in text.lines() {
        let message = line.strip_prefix("<stdin>:").and_then(|rest| {
            let (number, rest) = rest.split_once(':')?;
            let (_, message) = rest.split_once(": ")?;
            Some((number.parse().ok()?, message.to_owned()))
        });
        if let Some((number, message)) = message.filter(|it| !it.1.starts_with("note: ")) {
            messages.entry(number).or_default().push(message);
        }
    }
    // Of a module that is not read there is one message.
    assert!(messages.len() > 1, "{text}");
    messages
}
