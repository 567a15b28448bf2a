//! Bad input to the driver: every file gets a located diagnostic and exit status 1, none a crash,
//! and isl stays silent.

use std::io::Write;
use std::process::{Command, Stdio};

/// Runs the driver with these arguments on the input; status and what it said.
fn run(arguments: &[&str], input: &[u8]) -> (Option<i32>, String) {
    let mut child = Command::new(env!("CARGO_BIN_EXE_layout-opt"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The driver may stop reading before the end.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[track_caller]
fn check(name: &str, input: &[u8]) {
    let (status, said) = run(&["--layout-fold", "--layout-verify", "-"], input);
    let first: String = said.chars().take(600).collect();
    assert_eq!(status, Some(1), "{name}: {first}");
    let is_located = said.lines().any(|line| {
        line.strip_prefix("<stdin>:").is_some_and(|rest| {
            rest.starts_with(|c: char| c.is_ascii_digit()) && rest.contains(": error: ")
        })
    });
    assert!(is_located, "{name}: {first}");
    for chatter in ["isl_", "panicked", "LLVM ERROR", "Stack dump", "PLEASE submit", "Assertion"] {
        assert!(!said.contains(chatter), "{name}: {first}");
    }
    assert!(said.len() < 4 * input.len() + 10_000, "{name}: {} bytes of output", said.len());
}

/// A module with one constant.
fn constant(attribute: &str) -> Vec<u8> {
    format!("%a = layout.constant {attribute}\n").into_bytes()
}

#[test]
fn attributes_that_are_no_layouts() {
    let bodies: &[(&str, &[&str])] = &[
        (
            "cute",
            &[
                "",
                "(",
                ")",
                "()",
                ":",
                "4:",
                ":4",
                "(4",
                "4)",
                "(4,",
                "(4,)",
                "(4,,4)",
                "(4,6):(2,3",
                "(4,6):2,3)",
                "(2,4):(4)",
                "(2,(2,2)):(4,1)",
                "4:(1)",
                "(4):1",
                "0:1",
                "(4,0):(1,4)",
                "-4:1",
                "(4,-2)",
                "9223372036854775808:1",
                "1:9223372036854775808",
                "(4294967296,4294967296)",
                "4:4611686018427387904",
                "4:1:2",
                "4:1 5:1",
                "4.5:1",
                "4:1@",
                "4:1@x",
                "4:1@-1",
                "4:1@4294967296",
                "(4,2):(1@0,3)",
                "4:1 where",
                "4:1 where M",
                "4:1 where M mod",
                "4:1 where M mod 2 = 0",
                "(M,2):(1,3) where M in [3,2]",
                "(M,2):(1,3) where M mod 0 = 0",
                "(M,2):(1,3) where M mod 4 = 7",
                "?{div=0}:1",
                "?{div:1",
                "?{",
                "M*:1",
                "*M:1",
                "0*M:1",
                "4:1;",
                "é:1",
                "(4,6]:(1,2)",
                "a b:1",
            ],
        ),
        (
            "swizzle",
            &[
                "",
                "S",
                "S<",
                "S<1>",
                "S<1,2>",
                "S<1,2,3",
                "S<1,2,3,4>",
                "S<3,4,2>",
                "S<-1,0,1>",
                "S<1,-1,2>",
                "S<20,20,24>",
                "S<a,b,c>",
                "T<1,2,3>",
                "S<99999999999999999999,1,1>",
            ],
        ),
        (
            "composed",
            &[
                "",
                "S<1,2,1>",
                "S<1,2,1> o",
                "S<1,2,1> o 0",
                "S<1,2,1> o 0 o",
                "S<1,2,1> o 0 o (4,0)",
                "S<3,4,2> o 0 o 4:1",
                "4:1 o x y o 4:1",
                "S<1,2,1> o 0 o 4:1 where M mod 2 = 0",
            ],
        ),
        (
            "linear",
            &[
                "",
                "{",
                "}",
                "{lane}",
                "{lane =}",
                "{lane = [}",
                "{lane = [[1],[1,2]]}",
                "{lane = [[-1]]}",
                "{lane = [], lane = []}",
                "{lane = [[1]]} ->",
                "{lane = [[1]]} -> [dim0 = 3]",
                "{lane = [[4]]} -> [dim0 = 4]",
                "{lane = [[1]]} xor",
                "{lane = [[1]]} xor [1, 2]",
                "{lane = [[99999999999999999999]]}",
            ],
        ),
        ("tile", &["", "[", "[]", "[4", "[4;]", "[;4]", "[0]", "[4;x;]", "4"]),
        (
            "relation",
            &[
                "\"\"",
                "\"{\"",
                "\"{ [i] -> [o] : o = \"",
                "\"{ [i] -> [o] : o = i*i }\"",
                "\"{ [i] -> [o] : o = j }\"",
                "\"{ [i] -> [o] : o = 99999999999999999999 }\"",
                "\"{ [i] -> [o] : o = i/2 }\"",
                "\"{ [i] -> [o] : (o = i }\"",
                "\"{ [i] -> [o] : o @ i }\"",
                "{ [i] -> [o] }",
                "\"{ [i] }\"",
                "\"[N -> { [i] -> [i] }\"",
                "\"{ [i] -> [i]; [i,j] -> [i] }\"",
            ],
        ),
    ];
    let mut tried = 0;
    for (kind, bodies) in bodies {
        for body in *bodies {
            // `()` alone is a layout of no modes.
            if *body != "()" {
                check(body, &constant(&format!("#layout.{kind}<{body}>")));
                tried += 1;
            }
        }
    }
    println!("{tried} attributes");
    assert!(100 <= tried);
}

#[test]
fn files_that_are_no_ir() {
    check("binary", &(0..=255_u8).cycle().take(4096).collect::<Vec<_>>());
    check("truncated attribute", b"%a = layout.constant #layout.cute<(4,6):(2,3");
    check("unknown attribute", b"%a = layout.constant #layout.cutie<4:1>");
    check("no body", b"%a = layout.constant #layout.cute");
    check("quoted form", b"%a = layout.constant #layout<\"cute<(4,>\">");
    check("an integer", b"%a = layout.constant 4");
    check("unknown operation", b"layout.nothing");
    check(
        "operand missing",
        b"%a = layout.constant #layout.cute<4:1>\nlayout.assert_equivalent %a",
    );
    check(
        "negative size",
        b"%a = layout.constant #layout.cute<4:1>\nlayout.assert_in_bounds %a, -1",
    );
    let text = constant("#layout.composed<S<3,4,3> o 0 o (8,64):(64,1)>");
    for end in 22..text.len() - 2 {
        check("every truncation", &text[..end]);
    }
}

#[test]
fn an_empty_file_is_an_empty_module() {
    assert_eq!(run(&["--layout-fold", "--layout-verify", "-"], b"").0, Some(0));
}

#[test]
fn large_numbers_of_things() {
    let deep = |open: &str, leaf: &str, close: &str| {
        format!("{}{leaf}{}", open.repeat(100_000), close.repeat(100_000))
    };
    check("deep tuple", &constant(&format!("#layout.cute<{}>", deep("(", "4", ")"))));
    check("deep, unbalanced", &constant(&format!("#layout.cute<{}>", "(".repeat(100_000))));
    check("deep linear", &constant(&format!("#layout.linear<{{a = {}}}>", deep("[", "1", "]"))));
    let relation =
        |formula: &str| constant(&format!("#layout.relation<\"{{ [i] -> [i] : {formula} }}\">"));
    check("deep formula", &relation(&deep("(", "i = 0", ")")));
    check("deep expression", &relation(&format!("{} = 0", deep("(", "i", ")"))));
    check("many constraints", &relation(&vec!["i >= 0"; 100_000].join(" and ")));
    check("many alternatives", &relation(&vec!["i = 0"; 100_000].join(" or ")));
    check("many nots", &relation(&format!("{} i = 0", "not ".repeat(100_000))));
    check("a long number", &constant(&format!("#layout.cute<{}:1>", "9".repeat(100_000))));
}

/// Which two of 4,000 symbols refute a claim was looked for in minutes.
#[test]
fn thousands_of_symbols_are_no_bad_input() {
    let list = |text: fn(usize) -> String| (0..4000).map(text).collect::<Vec<_>>().join(",");
    let facts = list(|k| format!("M{k} in [1,{}]", 5 + k));
    let shape = list(|k| format!("M{k}"));
    let strides = list(|_| "1".to_owned());
    let mut module = constant(&format!("#layout.cute<({shape}):({strides}) where {facts}>"));
    module.extend(b"layout.assert_injective %a\n");
    check("many symbols", &module);
    let (_, said) = run(&["--layout-verify", "-"], &module);
    let refuted =
        "error: layout is not injective: coordinates 1 and 2 for M0 = 2, M1 = 2, M10 = 1,";
    assert!(said.contains(refuted), "{}", said.chars().take(300).collect::<String>());

    let factors = (0..16_000).map(|k| format!("a{k}")).collect::<Vec<_>>().join("*");
    let product = |more: &str| constant(&format!("#layout.cute<({factors}{more},2):(1,1)>"));
    assert_eq!(run(&["--layout-verify", "-"], &product("")), (Some(0), String::new()));
    check("a long product", &product("*9223372036854775807*2"));
}
