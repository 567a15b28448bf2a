//! What an apply costs, beside the code that CUTLASS and Triton have for the same layout.
//!
//! `test/data/lowering_costs.jsonl` has the counts of the peers, which were taken from what they
//! compile: see the page `docs/cost.md`, which this test compares, or writes if `LAYOUT_WRITE_DOCS`
//! is set.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

use layout::algebra::{AnyLayout, Kind};
use layout::code::{Program, Style, lower};
use serde_json::Value;

/// A layout with what its offset costs.
struct CostedLayout {
    family: String,
    /// The layout, or the encoding that the linear layout is of.
    name: String,
    layout: AnyLayout,
    bounds: Vec<(i64, i64)>,
    program: Program,
    peer: String,
    peer_cost: usize,
}

static ROWS: LazyLock<Vec<CostedLayout>> = LazyLock::new(|| {
    include_str!("../data/lowering_costs.jsonl")
        .lines()
        .map(|line| row(&serde_json::from_str(line).unwrap()))
        .collect()
});

fn row(row: &Value) -> CostedLayout {
    let text = |key: &str| row[key].as_str().unwrap().to_owned();
    let kind = match row["kind"].as_str().unwrap() {
        "cute" => Kind::Cute,
        "composed" => Kind::Composed,
        _ => Kind::Linear,
    };
    let layout = AnyLayout::parse(kind, &text("layout")).unwrap();
    // An end of null is one that the peer is not told.
    let bounds: Vec<(i64, i64)> = row["bounds"]
        .as_array()
        .unwrap()
        .iter()
        .map(|end| (0, end.as_i64().map_or(i64::MAX, |end| end - 1)))
        .collect();
    let program = lower(&layout, &bounds, &[], Style::Bits).unwrap();
    let shape = row["shape"].as_array().map(|shape| {
        let sizes: Vec<String> = shape.iter().map(Value::to_string).collect();
        format!("{} on {}", text("encoding"), sizes.join("x"))
    });
    CostedLayout {
        family: text("family"),
        name: shape.unwrap_or_else(|| text("layout")),
        layout,
        bounds,
        program,
        peer: format!("{} {}", text("peer"), text("peer_version")),
        peer_cost: row["peer_operations"].as_u64().unwrap() as usize,
    }
}

/// The programs are the layouts: what they cost is worth something.
#[test]
fn programs_are_right() {
    for row in &*ROWS {
        for place in 0..1024_i64 {
            let coordinate: Vec<i64> = match row.bounds[..] {
                [(_, last)] if place <= last => vec![place],
                [(_, first), (_, last)] if place / (first + 1) <= last => {
                    vec![place % (first + 1), place / (first + 1)]
                }
                _ => continue,
            };
            if let Some(offset) = row.layout.apply(&coordinate, &[]) {
                assert_eq!(row.program.evaluate(&coordinate), offset, "{}", row.name);
            }
        }
    }
}

#[test]
fn no_row_costs_more_than_the_peers() {
    let costly: Vec<String> = ROWS
        .iter()
        .filter(|row| row.peer_cost < row.program.cost())
        .map(|row| {
            format!(
                "{}: {} against {}\n{}",
                row.name,
                row.program.cost(),
                row.peer_cost,
                row.program
            )
        })
        .collect();
    assert!(costly.is_empty(), "{} rows:\n{}", costly.len(), costly.join("\n"));
    assert_eq!(ROWS.len(), 283);
}

const INTRODUCTION: &str = "\
# What an apply costs

How many operations `layout-lower-to-arith` makes of one `layout.apply`, beside the code that the system has which the layout comes from.
`test/rust/cost.rs` compares this page with the counts, and `scripts/docs` writes it.
A test fails if a row costs more than the peer's.

Ours are the operations of `arith` that the pass writes, constants not counted, before any optimization.
The peers' are what is left of the same calculation after their optimizers, and were counted once, with these programs:

- `nvidia-cutlass-dsl` 4.8.1: a kernel that stores `crd2idx` of the coordinate, which is made of the thread index, compiled to PTX for sm_90a.
  Counted are the instructions that the stored value depends on, but for moves, loads and conversions; `mad`, `bfe` and `lop3` count as two operations, `bfi` as three.
- `triton` 3.9.0: TTGIR that stores two `tt.make_range` in the two slices of the encoding, compiled to LLVM IR for sm_80 as Triton does, LLVM's optimizations included.
  Counted are the instructions that the first value of each range depends on, the thread index itself left out.

Both sides know the same: a thread index is below the number of threads of the block.
Swizzles are applied to an integral coordinate below their size, atoms to a thread and a value, encodings to register 0 of a thread (`lane + 32 * warp`), which gives all dimensions of the tensor.
Where the values of an atom are too many for one block, neither side knows how many there are.

The ratio is ours to the peer's.
";

/// The families in the order of the page, with their titles.
const FAMILIES: [(&str, &str); 6] = [
    ("swizzle", "Swizzles"),
    ("atom", "MMA and copy atoms of CuTe"),
    ("blocked", "Blocked encodings of Triton"),
    ("nvidia_mma", "MMA encodings of Triton"),
    ("dot_op", "Operands of dot of Triton"),
    ("linear", "Linear encodings of Triton"),
];

fn ratio(ours: usize, peers: usize) -> String {
    match peers {
        0 => "1.00".to_owned(),
        _ => format!("{:.2}", ours as f64 / peers as f64),
    }
}

fn page() -> String {
    let mut page = INTRODUCTION.to_owned();
    page += "\n| layouts | peer | rows | ours | peer's | ratio | rows that cost less |\n";
    page += "|---|---|---|---|---|---|---|\n";
    let mut by_family: BTreeMap<&str, Vec<&CostedLayout>> = BTreeMap::new();
    for row in &*ROWS {
        by_family.entry(&row.family).or_default().push(row);
    }
    let mut tables = String::new();
    for (family, title) in FAMILIES {
        let rows = &by_family[family];
        let ours: usize = rows.iter().map(|row| row.program.cost()).sum();
        let peers: usize = rows.iter().map(|row| row.peer_cost).sum();
        let less = rows.iter().filter(|row| row.program.cost() < row.peer_cost).count();
        writeln!(
            page,
            "| {title} | {} | {} | {ours} | {peers} | {} | {less} |",
            rows[0].peer,
            rows.len(),
            ratio(ours, peers)
        )
        .unwrap();
        write!(tables, "\n## {title}\n\n| layout | ours | peer's | ratio |\n|---|---|---|---|\n")
            .unwrap();
        for row in rows {
            let (ours, peers) = (row.program.cost(), row.peer_cost);
            let ratio = ratio(ours, peers);
            writeln!(tables, "| `{}` | {ours} | {peers} | {ratio} |", row.name).unwrap();
        }
    }
    page + &tables
}

#[test]
fn the_page_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cost.md");
    if std::env::var_os("LAYOUT_WRITE_DOCS").is_some() {
        std::fs::write(path, page()).unwrap();
    } else {
        let written = std::fs::read_to_string(path).unwrap();
        assert!(page() == written, "docs/cost.md is not fresh: scripts/docs writes it");
    }
}

#[test]
fn families_are_all_on_the_page() {
    let known: Vec<&str> = FAMILIES.iter().map(|family| family.0).collect();
    assert!(ROWS.iter().all(|row| known.contains(&row.family.as_str())));
}
