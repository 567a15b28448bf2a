//! Bad relation texts: each is an error value with a column inside the text, quickly.

use std::time::{Duration, Instant};

use layout::relation::Relation;

/// Checks that `text` is refused without a panic, with a column and a message of one line.
#[track_caller]
fn check(text: &str) {
    let start = Instant::now();
    let shown: String = text.chars().take(80).collect();
    let error = text.parse::<Relation>().expect_err(&shown);
    assert!(error.column <= text.len(), "{shown}: column {}", error.column);
    let message = error.to_string();
    assert!(!message.contains('\n') && message.len() < 200, "{shown}: {message}");
    assert!(message.starts_with(|c: char| !c.is_uppercase()), "{shown}: {message}");
    assert!(start.elapsed() < Duration::from_secs(2), "{shown} took {:?}", start.elapsed());
}

#[test]
fn every_bad_text_is_an_error_value() {
    for text in [
        "",
        " ",
        "{",
        "}",
        "{}",
        "{ }",
        "{ : }",
        "{ [ }",
        "{ [] }",
        "{ [] -> }",
        "{ [] -> [ }",
        "{ [i] -> [i]",
        "{ [i] -> [i] } }",
        "{ [i] -> [i] } garbage",
        "[N] { [i] -> [i] }",
        "[N -> { [i] -> [i] }",
        "[N,] -> { [i] -> [i] }",
        "[3] -> { [i] -> [i] }",
        "[N = 3] -> { [i] -> [i] }",
        "{ [i,] -> [i] }",
        "{ [i i] -> [i] }",
        "{ i -> i }",
        "{ (i) -> (i) }",
        "{ [i] => [i] }",
        "{ [i] -> [i] : }}",
        "{ [i] -> [o] : i }",
        "{ [i] -> [o] : i + 1 }",
        "{ [i] -> [o] : i < }",
        "{ [i] -> [o] : < i }",
        "{ [i] -> [o] : i < < o }",
        "{ [i] -> [o] : i =< o }",
        "{ [i] -> [o] : i = 0 and }",
        "{ [i] -> [o] : and i = 0 }",
        "{ [i] -> [o] : i = o i = 1 }",
        "{ [i] -> [o] : not }",
        "{ [i] -> [o] : not not i = 0 }",
        "{ [i] -> [o] : (i = 0 }",
        "{ [i] -> [o] : i = 0) }",
        "{ [i] -> [o] : exists }",
        "{ [i] -> [o] : exists (e) }",
        "{ [i] -> [o] : exists (e: }",
        "{ [i] -> [o] : exists (: i = 0) }",
        "{ [i] -> [o] : exists (3: i = 0) }",
        "{ [i] -> [o] : exists (e: e = i }",
        "{ [i] -> [o] : e = 0 and exists (e: e = i) }",
        "{ [i] -> [o] : exists (e: e = i) and e = 0 }",
        "{ [i] -> [floor] }",
        "{ [i] -> [floor(] }",
        "{ [i] -> [floor()] }",
        "{ [i] -> [floor(i] }",
        "{ [i] -> [floor(i/)] }",
        "{ [i] -> [floor(i/i)] }",
        "{ [i] -> [floor(i/-2)] }",
        "{ [i] -> [floor(i/0)] }",
        "{ [i] -> [floord(i)] }",
        "{ [i] -> [floord(i, i)] }",
        "{ [i] -> [min()] }",
        "{ [i] -> [max(i,)] }",
        "{ [i] -> [i mod] }",
        "{ [i] -> [i mod 0] }",
        "{ [i] -> [i mod -3] }",
        "{ [i] -> [i mod 3 mod 2] }",
        "{ [i] -> [i % 3 * 2] }",
        "{ [i] -> [i *] }",
        "{ [i] -> [* i] }",
        "{ [i] -> [i * i] }",
        "{ [i] -> [i i] }",
        "{ [i] -> [2 3] }",
        "{ [i] -> [i / 2] }",
        "{ [i] -> [i^2] }",
        "{ [i] -> [2^70] }",
        "{ [i] -> [+i] }",
        "{ [i] -> [i + + i] }",
        "{ [i] -> [1.5] }",
        "{ [i] -> [0x10] }",
        "{ [i] -> [i : i > 0] }",
        "{ [i] -> [(i = 0)] }",
        "{ [i] -> [i > 0 ? 1 : 2] }",
        "{ [i] -> [0:3] }",
        "{ [i] -> [[i] -> [i]] }",
        "{ [i] -> [A[i]] }",
        "{ and[i] -> [i] }",
        "{ [and] -> [i] }",
        "{ [And] -> [i] }",
        "{ [i] -> [i]; [i] -> [i, i] }",
        "{ A[i] -> [i]; B[i] -> [i] }",
        "{ [i] -> [i]; }",
        "{ [i] -> [i] ; ; [i] -> [i] }",
        "{ [i] -> [i] } union { [i] -> [i] }",
        "{ [i] : i = 0 }",
        "{ rat: [i] -> [i] }",
        "{ [i] -> [o] : i = 0 implies o = 0 }",
        "{ [i] -> [o] : i << o }",
        "{ [i] -> [o] : i = NaN }",
        "{ [i] -> [o] : i < infty }",
        "{ [i] -> [9223372036854775808] }",
        "{ [i] -> [-9223372036854775809] }",
        "{ [i] -> [99999999999999999999999999999i] }",
        "{ [i] -> [3037000500*3037000500*i] }",
        "{ [i] -> [i mod 9223372036854775808] }",
        "{ [\u{e9}] -> [i] }",
        "{ [i] -> [\u{1f600}] }",
        "\u{0}",
        "{ [i] -> [i]\u{0} }",
        "{ [i] -> ['i] }",
        "-> -> ->",
        "((((",
        "{{{{",
        "[[[[",
        "# comment",
        "{ [i] -> [\"i\"] }",
        "{ [i] -> [$0] }",
        "1 3 2 2 0",
        "domain: { [i] -> [i] }",
    ] {
        check(text);
    }
}

#[test]
fn large_bad_texts_are_refused_quickly() {
    let n = 100_000;
    let formula = |formula: String| format!("{{ [i] -> [o] : {formula} }}");
    for text in [
        formula("(".repeat(n)),
        formula(format!("{}i = 0{}", "(".repeat(n), ")".repeat(n))),
        formula(format!("i = {}i{}", "(".repeat(n), ")".repeat(n))),
        formula("floor(".repeat(n)),
        formula("min(".repeat(n)),
        formula("exists (e: ".repeat(n)),
        formula("not ".repeat(n)),
        formula("not (".repeat(n)),
        formula(format!("i = 0{}", " and i = 0".repeat(n))),
        formula(format!("i = 0{}", " or i = 0".repeat(n))),
        formula(format!("i = 0{}", " <= i".repeat(n))),
        formula(format!("i{} = i{}", ", i".repeat(n), ", i".repeat(n))),
        formula(format!("i = {}", "9".repeat(n))),
        formula(format!("i = {}", "x".repeat(n))),
        formula(format!("i = {}i", "3*".repeat(n))),
        format!("{{ [i{}] -> [o] }}", ", i".repeat(n)),
        format!("[p{}] -> {{ [i] -> [o] }}", ", p".repeat(n)),
        format!("{{ [i] -> [i]{} }}", "; [i] -> [i]".repeat(n / 2)),
        "{".repeat(n),
        "[".repeat(n),
        "-".repeat(n),
        "\u{0}".repeat(n),
        " ".repeat(1 << 21),
        format!("{{ [i] -> [i]{} }}", " ".repeat(1 << 21)),
    ] {
        check(&text);
    }
}
