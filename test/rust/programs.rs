//! How the programs end when nobody reads what they say.

use std::fs::File;
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};

const CALC: &str = env!("CARGO_BIN_EXE_layout-calc");
const FIND_SWIZZLE: &str = env!("CARGO_BIN_EXE_layout-find-swizzle");
const LINT: &str = env!("CARGO_BIN_EXE_layout-lint");
const TRANSLATE: &str = env!("CARGO_BIN_EXE_layout-translate");

/// Runs a program on an input, its standard error going there.
fn run(program: &str, arguments: &[&str], input: &[u8], errors: impl Into<Stdio>) -> Output {
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(errors)
        .spawn()
        .unwrap();
    // A program that reads nothing may have ended.
    let _ = child.stdin.take().unwrap().write_all(input);
    child.wait_with_output().unwrap()
}

/// A pipe that nobody reads from.
fn closed() -> Stdio {
    let (reader, writer) = io::pipe().unwrap();
    drop(reader);
    writer.into()
}

/// A kernel with an encoding that nobody knows: a warning.
const UNKNOWN: &[u8] =
    b"module {\n  %a = tt.load %p : tensor<4x!tt.ptr<f32>, #ttg.new_thing<{x = 1}>>\n}\n";

/// A program with its arguments, what it reads, its status, and what it says of errors.
type Case<'c> = (&'static str, Vec<&'c str>, &'c [u8], i32, &'c str);

#[test]
fn what_nobody_reads_of_errors_is_lost_and_the_status_stays() {
    let swizzle = ["--element-bytes", "2", "--read", "down/16", "--layout"];
    let swizzle = |layout| [&swizzle[..], &[layout]].concat();
    let cases: [Case<'_>; 21] = [
        (
            FIND_SWIZZLE,
            swizzle("(8,64):(65,1)"),
            b"",
            2,
            "stride 65 of (8,64):(65,1) is not a power of two\n",
        ),
        (FIND_SWIZZLE, swizzle("(8"), b"", 2, "layout-find-swizzle: --layout: "),
        (FIND_SWIZZLE, vec!["--no-such"], b"", 2, "unexpected argument '--no-such' found"),
        (LINT, vec![], b"", 2, "layout-lint: no file to lint; see --help\n"),
        (LINT, vec!["--target", "cpu", "-"], b"", 2, "--target cpu: no such machine"),
        (CALC, vec!["size(4:1", "size(4:1)"], b"", 1, "error: "),
        (CALC, vec!["help nothing"], b"", 1, "error: there is no operation nothing\n"),
        (CALC, vec!["4:2(9)"], b"", 0, "coordinate 9 is past the end of 4:2, which has size 4\n"),
        (
            CALC,
            vec!["--label", "x", "draw(4:1)"],
            b"",
            2,
            "error: no cell has the label x; the labels are coordinate, offset, bits, none\n",
        ),
        (
            CALC,
            vec!["draw(4:1)", "-o", "q.png"],
            b"",
            2,
            "layout-calc: q.png: no format has the ending png; the endings are text, txt, color, colour, \
             svg, tikz, tex, html, or --format says it\n",
        ),
        (
            CALC,
            vec!["complement(4:1, sz = 20)"],
            b"",
            1,
            "complement has no parameter sz; it has size, flavor\n",
        ),
        (
            CALC,
            vec!["--scale", "x", "1"],
            b"",
            2,
            "layout-calc: scale is a percentage from 1 to 10000, not x\n",
        ),
        (
            CALC,
            vec!["4:1", "-o", "q.svg"],
            b"",
            2,
            "layout-calc: q.svg is not written: no line is a picture, such as draw(4:1)\n",
        ),
        (
            CALC,
            vec!["draw(4:1", "-o", "q.svg"],
            b"",
            1,
            "error: expected ',' or ')' but the text ends here",
        ),
        (
            CALC,
            vec![],
            b"size(4:1)\n\xff\n",
            1,
            "<stdin>:2:1: error: byte 0xff is not UTF-8 text\n",
        ),
        (
            TRANSLATE,
            vec!["--import-triton"],
            b"module {",
            1,
            "<stdin>:1:9: error: the file ends inside ",
        ),
        (TRANSLATE, vec!["--import-triton"], UNKNOWN, 0, "warning: unknown encoding new_thing\n"),
        (
            TRANSLATE,
            vec!["--import-triton", "none.ttgir"],
            b"",
            2,
            "none.ttgir: error: No such file",
        ),
        (TRANSLATE, vec!["--to-tikz", "(4"], b"", 1, "error: "),
        (
            TRANSLATE,
            vec!["--to-tikz", "size(4:1)"],
            b"",
            1,
            "it is neither a layout nor a picture\n",
        ),
        (
            TRANSLATE,
            vec!["--import-triton"],
            b"module {\n}\n",
            0,
            "<stdin>:1:1: warning: there is no function, operation or type of Triton's in this file: nothing \
             is translated\n",
        ),
    ];
    for (program, arguments, input, status, message) in cases {
        let read = run(program, &arguments, input, Stdio::piped());
        let said = String::from_utf8(read.stderr).unwrap();
        assert!(said.contains(message), "{program} {arguments:?}: {said}");
        assert_eq!(read.status.code(), Some(status), "{program} {arguments:?}");
        let full = File::options().write(true).open("/dev/full").unwrap();
        for errors in [closed(), full.into()] {
            let lost = run(program, &arguments, input, errors);
            assert_eq!(lost.status.code(), Some(status), "{program} {arguments:?}");
            assert_eq!(lost.stdout, read.stdout, "{program} {arguments:?}");
        }
    }
}
