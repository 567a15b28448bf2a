//! `layout-lint` at the lines of the author's source: where findings are, how they are shown and
//! silenced, and how kernels are ranked.

mod lint_command;

use std::fs;

use lint_command::{folder, run};
use serde_json::Value;

/// A kernel whose load is not masked as its store is. The locations are those of the load, the store and
/// the conversion.
fn kernel(load: &str, store: &str) -> String {
    format!(
        "#b = #ttg.blocked<{{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>
module attributes {{\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\"}} {{
  tt.func public @copy(%x: !tt.ptr<f32> loc(\"x\"(\"/src/k.py\":1:1)), %n: i32) {{
    %c1024 = arith.constant 1024 : i32
    %pid = tt.get_program_id x : i32
    %begin = arith.muli %pid, %c1024 : i32
    %r = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : tensor<1024xi32, #b>
    %begins = tt.splat %begin : i32 -> tensor<1024xi32, #b>
    %offs = arith.addi %begins, %r : tensor<1024xi32, #b>
    %ns = tt.splat %n : i32 -> tensor<1024xi32, #b>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<1024x!tt.ptr<f32>, #b>
    %m = arith.cmpi slt, %offs, %ns : tensor<1024xi32, #b>
    %p = tt.addptr %xs, %offs : tensor<1024x!tt.ptr<f32>, #b>, tensor<1024xi32, #b>
    %v = tt.load %p : tensor<1024x!tt.ptr<f32>, #b> loc({load})
    tt.store %p, %v, %m : tensor<1024x!tt.ptr<f32>, #b> loc({store})
    tt.return
  }} loc(#loc)
}}
#loc = loc(\"k.py\":1:1)
#loc1 = loc(\"k.py\":3:9)
#loc2 = loc(\"v\"(#loc1))
#loc3 = loc(\"helpers.py\":1:12)
#loc4 = loc(callsite(#loc3 at #loc2))
#loc5 = loc(\"k.py\":4:5)
"
    )
}

const SOURCE: &str = "@triton.jit\ndef copy(x, n):\n    v = tl.load(x + offs)\n    tl.store(x + offs, v, mask=offs < n)\n";

const MESSAGE: &str = "1024 * program x + [0, 1024) may be past the end: another access masks it below \
                       %n, this one does not [unmasked-access]";

#[test]
fn a_finding_is_shown_at_the_line_of_its_author() {
    let folder = folder("lint-places");
    fs::write(folder.join("k.py"), SOURCE).unwrap();
    fs::write(folder.join("k.ttgir"), kernel("#loc4", "#loc5")).unwrap();
    let expected = format!(
        "k.py:3:9: warning: {MESSAGE}
3 |     v = tl.load(x + offs)
  |         ^
k.ttgir:14:10: note: tt.load of @copy, compiled
helpers.py:1:12: note: in a function that is called there
k.py:4:5: note: this access is masked
4 |     tl.store(x + offs, v, mask=offs < n)
  |     ^
0 errors, 1 warning in 1 file
"
    );
    assert_eq!(run(&folder, &["k.ttgir"]), (Some(0), expected.clone()));
    // The source may be beside the file that is linted, and no color is there unless it is asked for.
    let (_, colored) = run(&folder, &["--color", "always", "k.ttgir"]);
    assert!(colored.starts_with("\x1b[1mk.py:3:9\x1b[0m: \x1b[35mwarning\x1b[0m: "), "{colored}");
    let plain = without_colors(&colored);
    assert_eq!(plain, expected);
    fs::remove_file(folder.join("k.py")).unwrap();
    let (_, without) = run(&folder, &["k.ttgir"]);
    assert!(without.starts_with(&format!("k.py:3:9: warning: {MESSAGE}\nk.ttgir:14:10: note: ")));
    // A file that says nothing of its source has findings at its own lines.
    fs::write(folder.join("k.ttgir"), kernel("unknown", "#loc5")).unwrap();
    let (_, own) = run(&folder, &["k.ttgir"]);
    let expected =
        format!("k.ttgir:14:10: warning: {MESSAGE}\nk.py:4:5: note: this access is masked\n");
    assert!(own.starts_with(&expected), "{own}");
    let loud = run(&folder, &["--color", "loud", "k.ttgir"]);
    assert_eq!(loud.0, Some(2));
    let said = "error: invalid value 'loud' for '--color <WHEN>'\n  [possible values: auto, always, never]\n";
    assert!(loud.1.starts_with(said), "{}", loud.1);
}

/// The text without the sequences that color it.
fn without_colors(text: &str) -> String {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap().to_owned();
    parts.fold(first, |all, part| all + part.split_once('m').unwrap().1)
}

#[test]
fn only_sources_in_python_are_read() {
    let folder = folder("lint-sources");
    for (path, text) in [("secret.txt", "secret"), ("k.py", "\u{e4}\tx\n")] {
        fs::write(folder.join(path), text).unwrap();
    }
    for location in
        ["\"secret.txt\":1:1", "\"/dev/stdin\":1:1", "\"k.py\":9:9", "\"/\":1:1", "\"\":1:1"]
    {
        fs::write(folder.join("k.ttgir"), kernel(location, "unknown")).unwrap();
        let (status, said) = run(&folder, &["k.ttgir"]);
        assert_eq!(status, Some(0), "{said}");
        assert!(!said.contains(" | "), "{said}");
    }
    // A column in the middle of a character, and one past the end of the line.
    for (location, mark) in [("\"k.py\":1:3", "  |  ^"), ("\"k.py\":1:99", "  |  \t ^")] {
        fs::write(folder.join("k.ttgir"), kernel(location, "unknown")).unwrap();
        let (_, said) = run(&folder, &["k.ttgir"]);
        assert!(said.contains(&format!("1 | \u{e4}\tx\n{mark}\n")), "{said}");
    }
}

#[test]
fn a_comment_in_the_source_silences_a_rule() {
    let folder = folder("lint-silence");
    fs::write(folder.join("k.ttgir"), kernel("#loc4", "#loc5")).unwrap();
    let none = "0 errors, 0 warnings in 1 file; 1 silenced\n";
    let comment = "  # layout-lint: disable=unmasked-access";
    let at_the_line =
        SOURCE.replace("offs)\n    tl.store", &format!("offs){comment}\n    tl.store"));
    assert_ne!(at_the_line, SOURCE);
    fs::write(folder.join("k.py"), &at_the_line).unwrap();
    let arguments = ["--sarif", "out.sarif", "--fail-on", "warning", "k.ttgir"];
    assert_eq!(run(&folder, &arguments), (Some(0), none.to_owned()));
    let log = fs::read_to_string(folder.join("out.sarif")).unwrap();
    let log: Value = serde_json::from_str(&log).unwrap();
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["suppressions"][0]["kind"], "inSource");
    // The line of the helper is one of those that it comes from, too.
    fs::write(folder.join("k.py"), SOURCE).unwrap();
    fs::write(folder.join("helpers.py"), format!("load{comment}")).unwrap();
    assert_eq!(run(&folder, &arguments).1, none);
    // Another rule is not silenced.
    fs::write(folder.join("helpers.py"), "load  # layout-lint: disable=loose-mask").unwrap();
    assert_eq!(run(&folder, &arguments).0, Some(1));
}

#[test]
fn sarif_and_baselines_are_about_the_source() {
    let folder = folder("lint-source-baseline");
    let cache = |hash: &str| folder.join("cache").join(hash);
    fs::create_dir_all(cache("AAA")).unwrap();
    fs::write(cache("AAA").join("copy.ttgir"), kernel("#loc4", "#loc5")).unwrap();
    let update = ["--baseline", "known.json", "--update-baseline", "cache"];
    assert_eq!(run(&folder, &update).0, Some(0));
    let text = fs::read_to_string(folder.join("known.json")).unwrap();
    let known: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(known["accepted"][0]["file"], "k.py");
    // The kernel is compiled again, to another folder of the cache.
    fs::rename(cache("AAA"), cache("BBB")).unwrap();
    let check = ["--baseline", "known.json", "--sarif", "out.sarif", "cache"];
    let none = "0 errors, 0 warnings in 1 file; 1 accepted\n";
    assert_eq!(run(&folder, &check), (Some(0), none.to_owned()));
    // What an earlier version accepted has the path of the compiled file.
    fs::write(folder.join("known.json"), text.replace("k.py", "cache/BBB/copy.ttgir")).unwrap();
    assert_eq!(run(&folder, &check), (Some(0), none.to_owned()));
    let log = fs::read_to_string(folder.join("out.sarif")).unwrap();
    let log: Value = serde_json::from_str(&log).unwrap();
    let result = &log["runs"][0]["results"][0];
    let place = |location: &Value| {
        let place = &location["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().unwrap();
        format!("{uri}:{}:{}", place["region"]["startLine"], place["region"]["startColumn"])
    };
    assert_eq!(place(&result["locations"][0]), "k.py:3:9");
    let related = result["relatedLocations"].as_array().unwrap();
    let places: Vec<String> = related.iter().map(place).collect();
    assert_eq!(places, ["cache/BBB/copy.ttgir:14:10", "helpers.py:1:12", "k.py:4:5"]);
    // A path below the working folder is one of the checkout.
    let absolute =
        kernel("#loc4", "#loc5").replace("\"k.py\"", &format!("\"{}/k.py\"", folder.display()));
    fs::write(cache("BBB").join("copy.ttgir"), absolute).unwrap();
    assert!(run(&folder, &["cache"]).1.starts_with("k.py:3:9: "));
}

#[test]
fn kernels_are_ranked_by_what_a_turn_takes() {
    let folder = folder("lint-summary");
    let memory = "!ttg.memdesc<32x32xf32, #s, #ttg.shared_memory>";
    let file = |name: &str, lines: &str| {
        format!(
            "#c = #ttg.blocked<{{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}}>
#s = #ttg.swizzled_shared<{{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}}>
module attributes {{\"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:80\"}} {{
  tt.func @{name}(%m: {memory}, %p: tensor<32x32x!tt.ptr<f32>, #c>, %c0: i32, %n: i32) {{
{lines}
  }}
}}
"
        )
    };
    let read = format!("%l = ttg.local_load %m : {memory} -> tensor<32x32xf32, #c>\n");
    let load = "%g = tt.load %p : tensor<32x32x!tt.ptr<f32>, #c>\n";
    let turn = format!("{read}scf.for %i = %c0 to %n step %n : i32 {{\n{read}{read}{load}}}");
    fs::write(folder.join("a.ttgir"), file("once", &read)).unwrap();
    fs::write(folder.join("b.ttgir"), file("turns", &turn)).unwrap();
    let (status, said) = run(&folder, &["--summary", "."]);
    assert_eq!(status, Some(0));
    // A warp reads 8 columns of 32 floats by 8 instructions, each of which comes 8 times; 4 warps do.
    let table = "kernel  findings  cycles  bytes     of       compiled
turns   3         512     4096      a turn   ./b.ttgir (cuda:80, 4 warps)
once    2         256     0         all      ./a.ttgir (cuda:80, 4 warps)
";
    assert!(said.ends_with(table), "{said}");
}
