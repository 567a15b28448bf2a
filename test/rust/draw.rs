//! Pictures: what stands in their cells, and that every writer writes all of it.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use layout::algebra::AnyLayout;
use layout::algebra::Kind::{self, Composed, Cute, Linear};
use layout::analyze::{Banks, bank_conflicts};
use layout::calc::{Answer, Session};
use layout::draw::{
    Mark, Picture, draw_banks, draw_holders, draw_offsets, to_html, to_svg, to_text, to_tikz,
};

fn layout(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap()
}

/// The picture that a line of the calculator gives.
#[track_caller]
fn picture(line: &str) -> Picture {
    match Session::default().run(line).unwrap().answer() {
        Some(Answer::Picture(picture)) => picture.clone(),
        answer => panic!("{answer:?}"),
    }
}

#[track_caller]
fn shows(line: &str, expected: &str) {
    assert_eq!(to_text(&picture(line), false), expected, "{line}");
}

/// The error message of a line.
#[track_caller]
fn refuses(line: &str, expected: &str) {
    assert_eq!(Session::default().run(line).unwrap_err().to_string(), expected, "{line}");
}

/// A coordinate outside the relation has no offset, others have several.
#[test]
fn a_relation_has_any_number_of_offsets() {
    shows(
        "draw(\"{ [i] -> [o] : 0 <= i < 5 and 0 <= o <= i and i != 3 }\")",
        "\
{ [i] -> [o] : 0 <= i < 5 and 0 <= o <= i and i != 3 }
0 1 2 3 4
0 * * - *
",
    );
    shows(
        "draw(\"{ [i, j] -> [2i] : 0 <= i < 2 and 0 <= j < 3; [i, j] -> [j] : 0 <= i < 2 and 0 <= j < 2 }\")",
        "\
{ [i, j] -> [2i] : 0 <= i < 2 and 0 <= j < 3; [i, j] -> [j] : 0 <= i < 2 and 0 <= j < 2 }
  0 1 2
0 0 * 0
1 * * 2
",
    );
    shows(
        "draw(\"{ [i] -> [o] : 0 <= i < 2 and i <= o }\")",
        "\
{ [i] -> [o] : 0 <= i < 2 and i <= o }
0 1
* *
",
    );
}

#[test]
fn offsets_stand_at_their_nested_coordinates() {
    // Row i, column (j,k): 2i + j + 8k.
    shows(
        "draw((4,(2,2)):(2,(1,8)))",
        "\
(4,(2,2)):(2,(1,8))
    0     1
   0  1  0  1
0  0  1  8  9
1  2  3 10 11
2  4  5 12 13
3  6  7 14 15
",
    );
    // A nested mode 0: the slow digit at the first row of its own.
    shows(
        "draw(((2,2),2):((1,4),2))",
        "\
((2,2),2):((1,4),2)
    0 1
0 0 0 2
  1 1 3
1 0 4 6
  1 5 7
",
    );
    shows("draw(4:-3)", "4:-3\n 0  1  2  3\n 0 -3 -6 -9\n");
    shows(
        "draw((2,2):(1@0,3@1))",
        "(2,2):(1@0,3@1)\n      0     1\n0 (0,0) (0,3)\n1 (1,0) (1,3)\n",
    );
}

#[test]
fn cells_outside_the_buffer_are_marked() {
    shows(
        "draw((4,6):(3,1), 12)",
        "\
(4,6):(3,1)
    0   1   2   3   4   5
0   0   1   2   3   4   5
1   3   4   5   6   7   8
2   6   7   8   9  10  11
3   9  10  11 12! 13! 14!
!: outside a buffer of 12 elements
",
    );
    let picture = picture("draw((4,6):(3,1), 12)");
    let marked = (0..4).flat_map(|row| (0..6).map(move |column| (row, column)));
    let marked: Vec<(usize, usize)> = marked
        .filter(|&(row, column)| picture.cell(0, row, column).unwrap().mark().is_some())
        .collect();
    assert_eq!(marked, [(3, 3), (3, 4), (3, 5)]);
}

#[test]
fn a_composition_is_drawn_before_and_after() {
    shows(
        "draw((3,2):(1,2) o 4:2)",
        "\
(3,2):(1,2) o 4:2
F = 4:2         G = (3,2):(1,2)    G o F, which is not a layout    CuTe's answer (2,2):(2,2)
 0  1  2  3       0 1               0  1  2  3                        0  1
 0  2  4 6!     0 0 2               0  2  3 4!                     0  0 2*
                1 1 3                                              1  2  4
                2 2 4
!: F leaves G, which has 6 coordinates
*: wrong
",
    );
    let picture = picture("draw((3,2):(1,2) o 4:2)");
    let wrong = picture.cell(3, 0, 1).unwrap();
    assert_eq!(wrong.mark(), Some(Mark::Wrong));
    assert_eq!(wrong.facts().last().unwrap(), &("G(F(c))".to_owned(), "3".to_owned()));
    // A right composition has three tables and no mark.
    let right = self::picture("draw((6,2):(8,2) o (4,3):(3,1))");
    assert_eq!(right.panels().len(), 3);
    assert!(right.panels().iter().all(|panel| !panel.caption().contains("CuTe")));
}

#[test]
fn holders_are_named() {
    // Lane bits go to columns 2, 4 and then rows 1, 2, 4; register bits to column 1 and row 8.
    let layout =
        layout(Linear, "{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]]}");
    let picture = draw_holders(&layout, None).unwrap();
    assert_eq!(picture.cell(0, 0, 0).unwrap().text(), "L0 R0");
    assert_eq!(picture.cell(0, 9, 7).unwrap().text(), "L7 R3");
    assert_eq!(picture.cell(0, 15, 6).unwrap().text(), "L31 R2");
    // Two lanes hold the same element.
    shows(
        "draw({lane = [[1],[0]]})",
        "{lane = [[1],[0]]}\n    0     1\nL0 +1 L1 +1\nL: lane\n+1: so many others hold a copy\n",
    );
    shows(
        "draw_tv(((2,4),2):((8,1),4), (4,4))",
        "\
((2,4),2):((8,1),4) in a tile (4,4)
     0    1    2    3
0 T0V0 T0V1 T1V0 T1V1
1 T2V0 T2V1 T3V0 T3V1
2 T4V0 T4V1 T5V0 T5V1
3 T6V0 T6V1 T7V0 T7V1
T: thread, V: value
",
    );
    refuses(
        "draw_tv((4,2):(1,4), (2,2))",
        "(4,2):(1,4) has the offset 4, outside the tile of 4 elements",
    );
    refuses("draw_tv(8:1)", "8:1 is not a layout from (thread, value) to the elements of a tile");
}

#[test]
fn a_swizzle_is_its_pattern() {
    shows(
        "draw(S<2,4,3>)",
        "\
S<2,4,3>
S<2,4,3>: where each chunk of 16 elements goes
  0 1 2 3
0 0 1 2 3
1 1 0 3 2
2 2 3 0 1
3 3 2 1 0
row: bits 8..7 of an offset, which are read
column: bits 5..4, which are changed; cell: what they become
",
    );
    // With S < 0 the lower field is read.
    let cell = picture("draw(S<1,0,-2>)").cell(0, 1, 0).unwrap().clone();
    assert_eq!(cell.text(), "1");
    assert_eq!(cell.facts()[0], ("offset".to_owned(), "1".to_owned()));
    assert_eq!(cell.facts()[2], ("goes to".to_owned(), "5".to_owned()));
}

/// The words of a bank in the picture are the conflicts that the analysis counts by ranks.
#[test]
fn banks_are_those_of_the_analysis() {
    let rows = "{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,0],[2,0],[4,0],[8,0],[16,0]]}";
    let swizzled = "{offset = [[0,1],[0,2],[0,4],[0,8],[0,16],[1,1],[2,2],[4,4],[8,8],[16,16]]}";
    let accesses = [
        "{register = [[0,1],[0,2],[0,4],[0,8],[0,16]], lane = [[1,0],[2,0],[4,0],[8,0],[16,0]]}",
        "{register = [[1,0],[2,0],[4,0],[8,0],[16,0]], lane = [[0,1],[0,2],[0,4],[0,8],[0,16]]}",
        "{register = [[0,1],[0,2],[4,0],[8,0],[16,0]], lane = [[0,4],[0,8],[0,16],[1,0],[2,0]]}",
        "{register = [[0,1],[0,2],[0,4],[0,8],[8,0]], lane = [[0,16],[1,0],[2,0],[4,0],[16,0]]}",
    ];
    let mut seen = std::collections::BTreeSet::new();
    for shared in [rows, swizzled] {
        for access in accesses {
            for bits in [8, 16, 32, 64] {
                let (access, shared) = (layout(Linear, access), layout(Linear, shared));
                let (AnyLayout::Linear(a), AnyLayout::Linear(s)) = (&access, &shared) else {
                    panic!()
                };
                let found = bank_conflicts(a, s, bits, &Banks::default()).unwrap();
                let picture = draw_banks(&access, Some(&shared), i64::from(bits)).unwrap();
                let rows = (0..).take_while(|&row| picture.cell(0, row, 0).is_some()).count();
                let words = |bank| -> i64 {
                    picture.cell(0, rows - 1, bank).unwrap().text().parse().unwrap()
                };
                let most = (0..32).map(words).max().unwrap();
                assert_eq!(most - 1, found.conflicts(), "{access} {shared} {bits}");
                seen.insert(most);
            }
        }
    }
    let access = layout(Linear, accesses[1]);
    let text = to_text(&draw_banks(&access, Some(&layout(Linear, rows)), 8).unwrap(), false);
    assert!(
        text.ends_with("\n1 element of 8 bits a lane, 32 lanes together: 0 conflicts\n"),
        "{text}"
    );
    // The cases are not all free of conflicts.
    assert!(3 <= seen.len(), "{seen:?}");
}

#[test]
fn a_swizzle_is_free_of_conflicts_in_the_picture() {
    let last_row = |access: &AnyLayout| {
        let picture = draw_banks(access, None, 32).unwrap();
        let rows = (0..).take_while(|&row| picture.cell(0, row, 0).is_some()).count();
        (0..32)
            .map(|bank| picture.cell(0, rows - 1, bank).unwrap().text().to_owned())
            .collect::<Vec<_>>()
    };
    // A column of 32x32 elements by rows: all in bank 0. Swizzled: a bank each.
    let plain = last_row(&layout(Cute, "(32,1):(32,1)"));
    assert_eq!((plain[0].as_str(), plain[1].as_str()), ("32", "0"));
    let swizzled = last_row(&layout(Composed, "S<5,0,5> o 0 o (32,1):(32,1)"));
    assert!(swizzled.iter().all(|words| words == "1"));
    refuses("draw_banks((32,1):(32,1), bits = 24)", "elements of 24 bits are not moved by lanes");
}

#[test]
fn nothing_too_large_is_drawn() {
    refuses(
        "draw((1048576,1048576))",
        "a table of 1048576 by 1048576 cells is too large to read: at most 128 by 128 and 4096 cells \
         are drawn, of which a slice or a tile may be some",
    );
    refuses(
        "draw((128,64))",
        "a table of 128 by 64 cells is too large to read: at most 128 by 128 and 4096 cells are \
         drawn, of which a slice or a tile may be some",
    );
    refuses(
        "draw_tv((65536,2):(1,65536))",
        "(65536,2):(1,65536) has 131072 coordinates, of which at most 65536 are drawn",
    );
    refuses(
        "draw_tv((4,2):(1,4), ((1099511627776,1099511627776),1))",
        "a table of 9223372036854775807 by 9223372036854775807 cells is too large to read: at most \
         128 by 128 and 4096 cells are drawn, of which a slice or a tile may be some",
    );
    refuses("draw_tv((4,2):(1,4), (0,8))", "extent 0 of the tile is less than 1");
    refuses("draw((M,8):(8,1))", "(M,8):(8,1) has no offsets that are known numbers");
    refuses(
        "draw(\"{ [i, j, k] -> [i + j + k] : 0 <= i, j, k < 2 }\")",
        "{ [i, j, k] -> [i + j + k] : 0 <= i, j, k < 2 } has 3 inputs, and a table \
         shows one or two",
    );
    refuses(
        "draw(\"{ [i] -> [i] : 0 <= i }\")",
        "not every input of { [i] -> [i] : 0 <= i } has bounds that are numbers, as a table has",
    );
    refuses("draw([4;8])", "[4;8] has no offsets that are known numbers");
    assert_eq!(
        draw_holders(&layout(Linear, "{a = [[1,0,0],[0,1,0],[0,0,1]]}"), None)
            .unwrap_err()
            .to_string(),
        "{a = [[1,0,0],[0,1,0],[0,0,1]]} has 3 out-dims, and a table shows one or two"
    );
}

/// A print in black and white says the same: each class is hatched, each cell has its text.
#[test]
fn every_writer_writes_every_cell() {
    let picture = draw_offsets(&layout(Cute, "(4,8):(8,1)"), Some(30)).unwrap();
    let svg = to_svg(&picture);
    for offset in 0..32 {
        assert!(
            svg.contains(&format!("\n{offset}\n</text>")) || svg.contains(&format!(">{offset}<"))
        );
    }
    let classes: Vec<String> = (1..8).map(|class| format!("url(#h{class})")).collect();
    // Four cells and one swatch of the key.
    assert!(classes.iter().all(|class| svg.matches(class).count() == 5), "{svg}");
    assert_eq!(svg.matches("class=\"cell\"").count(), 32);
    assert!(svg.contains("\noffset mod 8\n</text>") || svg.contains(">offset mod 8<"), "{svg}");
    assert_eq!(svg.matches("<pattern").count(), 7);
    let tikz = to_tikz(&picture);
    assert_eq!(tikz.matches("pattern=").count(), 28 + 7);
    assert_eq!(tikz.matches("\\path[fill=").count(), 32 + 8);
    // Offsets 30 and 31 are crossed out.
    assert_eq!(tikz.matches("\\draw (").count(), 2);
    assert_eq!(tikz.matches('{').count(), tikz.matches('}').count());
    let colored = to_text(&picture, true);
    assert_eq!(colored.matches("\x1b[0m").count(), 32 + 8);
    // The key has the colors that occur.
    let three = to_text(&self::picture("draw(3:2)"), true);
    let key = "\x1b[30;48;5;231m 0 \x1b[0m\x1b[30;48;5;223m 2 \x1b[0m\x1b[30;48;5;217m 4 \x1b[0m \
               offset mod 8\n";
    assert!(three.ends_with(key), "{three:?}");
    let plain: String = to_text(&picture, false);
    assert!(!plain.contains('\x1b') && plain.contains("30!") && plain.contains("31!"));
    // What a notation has of special characters is spelled out.
    let special = to_tikz(&picture_of("{register = [[0,1]], lane = [[1,0]]}"));
    assert!(special.contains("{\\{register = [[0,1]], lane = [[1,0]]\\}}"));
    let swizzled = to_tikz(&self::picture("draw(S<1,0,1> o 0 o (2,2):(2,1))"));
    assert!(swizzled.contains("{S<1,0,1> o 0 o (2,2):(2,1)}"));
    let page = to_html(&self::picture("draw(S<1,0,1> o 0 o (2,2):(2,1))"));
    assert!(page.contains("<h1>S&lt;1,0,1&gt; o 0 o (2,2):(2,1)</h1>"));
    // Nothing comes from outside the page.
    let urls: Vec<&str> = page.match_indices("http").map(|(at, _)| &page[at..at + 26]).collect();
    assert_eq!(urls, ["http://www.w3.org/2000/svg"]);
}

/// Each of 32 lanes has a color of its own, and the key says which; text is centered by what every
/// renderer knows.
#[test]
fn every_lane_has_a_color() {
    let lanes = "{register = [[0,1],[8,0]], lane = [[0,2],[0,4],[1,0],[2,0],[4,0]]}";
    let svg = to_svg(&picture_of(lanes));
    let mut fills: Vec<&str> = svg
        .match_indices("fill=\"#")
        .map(|(at, _)| &svg[at + 6..at + 13])
        .filter(|fill| !fill.contains('"') && *fill != "#ffffff")
        .collect();
    fills.sort_unstable();
    fills.dedup();
    assert_eq!(fills.len(), 31, "lane 0 is white: {fills:?}");
    assert!(svg.contains("\n31\n</text>") || svg.contains(">31<"));
    assert!(!svg.contains("dominant-baseline"));
    assert_eq!(svg.matches("<text").count(), svg.matches("dy=\"0.35em\"").count());
    // More than a picture can tell apart begin again.
    let threads = draw_holders(&layout(Cute, "(128,1):(1,0)"), None).unwrap();
    assert!(to_text(&threads, true).contains("thread mod 64"));
}

fn picture_of(linear: &str) -> Picture {
    draw_holders(&layout(Linear, linear), None).unwrap()
}

/// The browser, if there is one. The tests of the repository install it.
fn chromium() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .iter()
        .flat_map(|name| folders.iter().map(move |folder| folder.join(name)))
        .find(|program| program.is_file())
}

/// The document after the page's script ran.
fn rendered(chromium: &PathBuf, page: &str, name: &str, fragment: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("pages");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(name);
    fs::write(&file, page).unwrap();
    let profile = folder.join(format!("{name}.profile"));
    let output = Command::new(chromium)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={}", profile.display()))
        .arg(format!("file://{}{fragment}", file.display()))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_page_shows_a_cell_in_a_browser() {
    let Some(chromium) = chromium() else {
        eprintln!("skipped: there is no chromium on the PATH");
        return;
    };
    let page = to_html(&picture("draw_tv(((2,4),2):((8,1),4), (4,4))"));
    // A link to a cell shows it. Cell 7 is row 1, column 3.
    let document = rendered(&chromium, &page, "kept.html", "#c7");
    let facts = "<dl id=\"facts\"><dt>element</dt><dd>(1,3)</dd><dt>offset</dt><dd>13</dd>\
                 <dt>held by</dt><dd>thread 3, value 1</dd></dl>";
    assert!(document.contains(facts), "{document}");
    assert_eq!(document.matches("class=\"cell here\"").count(), 1);
    assert_eq!(document.matches("class=\"frame is-here\"").count(), 1);
    // The heading is not said again.
    assert_eq!(document.matches(") in a tile (4,4)").count(), 3, "{document}");
    // So does the mouse, and the cells with the same offset are framed.
    let page = to_html(&picture("draw((2,2):(1,1))"));
    let hover = "<script>document.getElementById('c1').dispatchEvent(new MouseEvent('mouseenter'));\
                 </script></body>";
    let document = rendered(&chromium, &page.replace("</body>", hover), "hover.html", "");
    let facts = "<dt>coordinate</dt><dd>(0,1)</dd><dt>integral coordinate</dt><dd>2</dd>\
                 <dt>offset</dt><dd>1</dd><dt>bits</dt><dd>1</dd>";
    assert!(document.contains(facts), "{document}");
    assert_eq!(document.matches("class=\"cell here\"").count(), 1);
    assert_eq!(document.matches("class=\"cell same\"").count(), 1);
    assert_eq!(document.matches("class=\"frame is-same\"").count(), 1);
}
