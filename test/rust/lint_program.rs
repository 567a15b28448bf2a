//! The program `layout-lint`: its options, what it prints, its status and its baseline.

mod lint_command;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

use layout_kernels::lint::RULES;
use lint_command::{folder, run};
use serde_json::Value;

fn data(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test/data").join(path)
}

#[test]
fn the_baseline_accepts_what_is_known_wherever_it_moves() {
    let folder = folder("lint-baseline");
    let text = fs::read_to_string(data("planted/past-the-buffer.ttgir")).unwrap();
    fs::write(folder.join("k.ttgir"), &text).unwrap();
    let (status, said) = run(&folder, &["."]);
    assert_eq!(status, Some(1));
    assert!(said.ends_with("2 errors, 0 warnings in 1 file\n"), "{said}");
    assert!(
        said.contains("k.ttgir:8:10: error: buffer 3 of a memory that has 3 [past-the-buffer]")
    );

    let update = ["--baseline", "known.json", "--update-baseline", "k.ttgir"];
    assert_eq!(run(&folder, &update), (Some(0), "known.json accepts 2 findings\n".to_owned()));
    let check = ["--baseline", "known.json", "--sarif", "out.sarif", "k.ttgir"];
    let none = "0 errors, 0 warnings in 1 file; 2 accepted\n";
    assert_eq!(run(&folder, &check), (Some(0), none.to_owned()));
    // Lines move, values and aliases have other names.
    let moved =
        format!("\n// A comment.\n\n{}", text.replace("%m", "%memory").replace("#plain", "#p7"));
    fs::write(folder.join("k.ttgir"), &moved).unwrap();
    assert_eq!(run(&folder, &check), (Some(0), none.to_owned()));
    let log: Value =
        serde_json::from_str(&fs::read_to_string(folder.join("out.sarif")).unwrap()).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    assert_eq!(results.len(), 2);
    assert!(results.iter().all(|result| result["suppressions"].is_array()));
    // One of them becomes another, which is new.
    fs::write(folder.join("k.ttgir"), moved.replace("[0, 56]", "[0, 50]")).unwrap();
    let (status, said) = run(&folder, &check);
    assert_eq!(status, Some(1));
    assert!(said.contains("k.ttgir:12:10: error: a part of shape [128, 16] at (0, 50)"), "{said}");
    let last = "1 error, 0 warnings in 1 file; 1 accepted, 1 in the baseline are gone\n";
    assert!(said.ends_with(last), "{said}");
}

#[test]
fn the_baseline_knows_a_file_however_its_path_is_spelled() {
    let folder = folder("lint-spelled");
    fs::create_dir(folder.join("sub")).unwrap();
    fs::copy(data("planted/past-the-buffer.ttgir"), folder.join("sub/k.ttgir")).unwrap();
    let absolute = folder.join("sub/k.ttgir").display().to_string();
    let spelled = ["sub/k.ttgir", "./sub/k.ttgir", "sub/../sub//k.ttgir", ".", "sub", &absolute];
    let none = "0 errors, 0 warnings in 1 file; 2 accepted\n";
    for written in spelled {
        let update = ["--baseline", "known.json", "--update-baseline", written];
        assert_eq!(run(&folder, &update), (Some(0), "known.json accepts 2 findings\n".to_owned()));
        let known = fs::read_to_string(folder.join("known.json")).unwrap();
        assert_eq!(known.matches("\"file\": \"sub/k.ttgir\"").count(), 2, "{written}: {known}");
        for linted in spelled {
            let said = run(&folder, &["--baseline", "known.json", linted]);
            assert_eq!(said, (Some(0), none.to_owned()), "{written}, {linted}");
        }
    }
    // What an earlier version wrote as it was typed.
    let known = fs::read_to_string(folder.join("known.json")).unwrap();
    for typed in ["./sub/k.ttgir", &absolute] {
        fs::write(folder.join("known.json"), known.replace("sub/k.ttgir", typed)).unwrap();
        let said = run(&folder, &["--baseline", "known.json", typed]);
        assert_eq!(said, (Some(0), none.to_owned()), "{typed}");
    }
    // Another file of the name is another one.
    fs::copy(data("planted/past-the-buffer.ttgir"), folder.join("k.ttgir")).unwrap();
    let (status, said) = run(&folder, &["--baseline", "known.json", "k.ttgir"]);
    assert_eq!(status, Some(1), "{said}");
}

/// The exit status, the standard output and the standard error; a kernel is the input.
fn streams(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let input = File::open(data("planted/past-the-buffer.ttgir")).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_layout-lint"));
    let run = command.args(arguments).current_dir(folder).stdin(input).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (run.status.code(), text(run.stdout), text(run.stderr))
}

#[test]
fn a_dash_is_a_standard_stream() {
    let folder = folder("lint-dash");
    fs::copy(data("planted/past-the-buffer.ttgir"), folder.join("k.ttgir")).unwrap();
    let (status, log, text) = streams(&folder, &["--sarif", "-", "--summary", "k.ttgir"]);
    assert_eq!(status, Some(1));
    let log: Value = serde_json::from_str(&log).unwrap();
    assert_eq!(log["runs"][0]["results"].as_array().unwrap().len(), 2);
    assert!(text.starts_with("k.ttgir:8:10: error: buffer 3 "), "{text}");
    assert!(text.contains("2 errors, 0 warnings in 1 file\nkernel "), "{text}");

    let update = ["--baseline", "-", "--update-baseline", "k.ttgir"];
    let (status, known, text) = streams(&folder, &update);
    assert_eq!((status, &*text), (Some(0), "the baseline accepts 2 findings\n"));
    assert!(known.starts_with("{\n  \"accepted\": [\n"), "{known}");
    let (status, _, text) = streams(&folder, &["--baseline", "-", "k.ttgir"]);
    assert_eq!(status, Some(2));
    assert!(text.starts_with("layout-lint: <stdin>: the baseline is not JSON at 1:1: "), "{text}");
    assert!(!folder.join("-").exists());

    let input = "layout-lint: the standard input is given twice, as -\n";
    let output = "layout-lint: the standard output is given twice, as -\n";
    for (arguments, message) in [
        (&["-", "-"][..], input),
        (&["-", "k.ttgir", "--baseline", "-"], input),
        (&["k.ttgir", "--sarif", "-", "--baseline", "-", "--update-baseline"], output),
    ] {
        let said = streams(&folder, arguments);
        assert_eq!(said, (Some(2), String::new(), message.to_owned()), "{arguments:?}");
    }
    let (status, log, _) = streams(&folder, &["-", "--sarif", "-"]);
    assert_eq!((status, log.contains("%3Cstdin%3E")), (Some(1), true));
}

#[test]
fn a_name_that_is_no_text_is_named_by_its_bytes() {
    let folder = folder("lint-bytes");
    let name = OsStr::from_bytes(b"\xff\xe9k.ttgir");
    fs::copy(data("planted/past-the-buffer.ttgir"), folder.join(name)).unwrap();
    for input in [name, OsStr::new(".")] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout-lint"));
        let run = command.args(["--sarif", "-"]).arg(input).current_dir(&folder).output().unwrap();
        let log = String::from_utf8(run.stdout).unwrap();
        assert!(log.contains("\"uri\": \"%FF%E9k.ttgir\""), "{log}");
    }
}

/// Folders are known without links: `..` leaves the folder that a link leads to.
#[test]
fn the_baseline_knows_a_file_through_links() {
    let folder = folder("lint-links");
    let [project, other] = ["project", "other/sub"].map(|name| folder.join(name));
    for of in [&project, &other] {
        fs::create_dir_all(of).unwrap();
    }
    let planted = data("planted/past-the-buffer.ttgir");
    for file in ["project/k.ttgir", "other/k.ttgir", "other/sub/k.ttgir"] {
        fs::copy(&planted, folder.join(file)).unwrap();
    }
    symlink("../other/sub", project.join("link")).unwrap();
    symlink("project", folder.join("alias")).unwrap();
    let accepts = |linted: &str| {
        let (status, said) = run(&project, &["--baseline", "known.json", linted]);
        assert_eq!(status == Some(0), said.ends_with("; 2 accepted\n"), "{said}");
        status == Some(0)
    };
    let update = |linted: &str| {
        run(&project, &["--baseline", "known.json", "--update-baseline", linted]);
        fs::read_to_string(project.join("known.json")).unwrap()
    };
    let through = folder.join("alias/k.ttgir").display().to_string();
    assert!(update("k.ttgir").contains("\"file\": \"k.ttgir\""));
    assert!(accepts("k.ttgir") && accepts(&through) && accepts("../alias/./k.ttgir"));
    assert!(!accepts("link/../k.ttgir") && !accepts("link/k.ttgir"));
    assert!(update(&through).contains("\"file\": \"k.ttgir\""));
    // The file of another folder keeps the path through a link of this one, and has the other, too.
    assert!(update("link/k.ttgir").contains("\"file\": \"link/k.ttgir\""));
    assert!(accepts("link/k.ttgir") && accepts("./link//k.ttgir") && !accepts("k.ttgir"));
    assert!(update("../other/sub/k.ttgir").contains("\"file\": \"../other/sub/k.ttgir\""));
    assert!(accepts("link/k.ttgir") && accepts("../other/sub/k.ttgir") && !accepts("k.ttgir"));
    assert!(update("link/../k.ttgir").contains("\"file\": \"../other/k.ttgir\""));
    assert!(accepts("../other/k.ttgir") && !accepts("k.ttgir"));
    // What an earlier version wrote as it was typed.
    let known = update("k.ttgir").replace("\"k.ttgir\"", "\"link/../../project/k.ttgir\"");
    fs::write(project.join("known.json"), known).unwrap();
    assert!(!accepts("k.ttgir"));
}

/// Names that are no text are told apart.
#[test]
fn the_baseline_knows_files_by_their_bytes() {
    let folder = folder("lint-bytes");
    let names = [&b"\xff.ttgir"[..], b"\xfe.ttgir"].map(OsStr::from_bytes);
    for name in names {
        fs::copy(data("planted/past-the-buffer.ttgir"), folder.join(name)).unwrap();
    }
    let lint = |more: &[&str], name: &OsStr| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_layout-lint"));
        let told = command.args(more).arg(name).current_dir(&folder).output().unwrap();
        told.status.code()
    };
    assert_eq!(lint(&["--baseline", "known.json", "--update-baseline"], names[0]), Some(0));
    let known = fs::read_to_string(folder.join("known.json")).unwrap();
    assert!(known.contains("\"file\": \"%FF.ttgir\""), "{known}");
    let status = names.map(|name| lint(&["--baseline", "known.json"], name));
    assert_eq!(status, [Some(0), Some(1)]);
}

#[test]
fn the_status_follows_the_level_and_bad_options_are_2() {
    let folder = folder("lint-status");
    fs::copy(data("planted/uncoalesced.ttgir"), folder.join("k.ttgir")).unwrap();
    let status = |arguments: &[&str]| run(&folder, arguments).0;
    assert_eq!(status(&["k.ttgir"]), Some(0));
    assert_eq!(status(&["--fail-on", "warning", "k.ttgir"]), Some(1));
    assert_eq!(status(&["--fail-on", "never", "k.ttgir"]), Some(0));
    for (arguments, message) in [
        (
            &["--fail-on", "loud", "k.ttgir"][..],
            "error: invalid value 'loud' for '--fail-on <LEVEL>'\n  \
             [possible values: error, warning, note, never]\n",
        ),
        (&[], "layout-lint: no file to lint; see --help\n"),
        (
            &["--update-baseline", "k.ttgir"],
            "error: the following required arguments were not provided:\n  --baseline <FILE>\n",
        ),
        (
            &["--banks", "33", "k.ttgir"],
            "error: invalid value '33' for '--banks <N>': it is not a power of two up to 2^17\n",
        ),
        (
            &["--bank-bytes", "0", "k.ttgir"],
            "error: invalid value '0' for '--bank-bytes <N>': it is not a power of two up to 2^17\n",
        ),
        (
            &["--target", "sm_60", "k.ttgir"],
            "layout-lint: --target sm_60: no such machine; --target help prints all\n",
        ),
    ] {
        let (status, said) = run(&folder, arguments);
        assert_eq!(status, Some(2));
        assert!(said.starts_with(message), "{said}");
    }
    fs::write(folder.join("bad.json"), "{\"version\": 3}").unwrap();
    let (status, said) = run(&folder, &["--baseline", "bad.json", "k.ttgir"]);
    assert_eq!(status, Some(2));
    assert_eq!(said, "layout-lint: bad.json: the version of the baseline is 3, not 1\n");
    let (status, said) = run(&folder, &["--list-rules"]);
    assert_eq!(status, Some(0));
    assert!(RULES.iter().all(|rule| said.contains(rule.summary()) && said.contains(rule.help())));
}

/// Eight lanes that read 16 bytes each of 8 rows of 128 bytes: the file's machine has 64 banks, and what
/// the command line says of it goes before that.
#[test]
fn the_machine_is_that_of_the_file_unless_one_is_named() {
    let folder = folder("lint-target");
    let file = |target: &str| {
        format!(
            "#mma = #ttg.amd_mfma<{{version = 4, warpsPerCTA = [1, 1], instrShape = [32, 32, 16], isTransposed = true}}>
#shared = #ttg.swizzled_shared<{{vec = 8, perPhase = 2, maxPhase = 8, order = [1, 0]}}>
module attributes {{\"ttg.num-warps\" = 1 : i32, {target}\"ttg.threads-per-warp\" = 64 : i32}} {{
  tt.func @f(%m: !ttg.memdesc<128x64xf16, #shared, #ttg.shared_memory>) {{
    %x = ttg.local_load %m : !ttg.memdesc<128x64xf16, #shared, #ttg.shared_memory> -> tensor<128x64xf16, #ttg.dot_op<{{opIdx = 0, parent = #mma, kWidth = 8}}>>
    tt.return
  }}
}}
"
        )
    };
    let conflicts = |target: &str, arguments: &[&str]| {
        fs::write(folder.join("k.ttgir"), file(target)).unwrap();
        let (status, said) = run(&folder, &[arguments, &["--notes", "k.ttgir"]].concat());
        assert_eq!(status, Some(0), "{said}");
        let line = said.lines().find(|line| line.contains("bank conflict")).unwrap();
        line.split(": ").nth(2).unwrap().split([':', ' ']).take(2).collect::<Vec<&str>>().join(" ")
    };
    assert_eq!(conflicts("ttg.target = \"hip:gfx950\", ", &[]), "no bank");
    assert_eq!(conflicts("ttg.target = \"hip:gfx942\", ", &[]), "1 bank");
    assert_eq!(conflicts("", &[]), "1 bank");
    assert_eq!(conflicts("", &["--target", "gfx950"]), "no bank");
    assert_eq!(conflicts("ttg.target = \"hip:gfx950\", ", &["--banks", "32"]), "1 bank");
    assert_eq!(conflicts("ttg.target = \"hip:gfx950\", ", &["--target", "gfx90a"]), "1 bank");
    // What is not in the table is like its family.
    assert_eq!(conflicts("ttg.target = \"hip:gfx803\", ", &[]), "1 bank");
    let (status, table) = run(&folder, &["--target", "help"]);
    assert_eq!((status, table.lines().count()), (Some(0), 13));
    let row = |name: &str| table.lines().find(|line| line.starts_with(name)).unwrap();
    assert_eq!(
        row("sm_90 "),
        "sm_90    32     32 x 4 bytes                     32 x 4 bytes   32 bytes  ldmatrix, \
         ldmatrix.trans, stmatrix, stmatrix.trans; TMA, wgmma"
    );
    assert_eq!(
        row("gfx950 "),
        "gfx950   64     64 x 4 bytes (by 1, 2, 12, 20)   64 x 4 bytes   64 bytes  \
         ds_read_b64_tr_b16, ds_read_b64_tr_b8; loads to LDS"
    );
}
