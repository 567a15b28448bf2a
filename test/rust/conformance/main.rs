//! Our answers against those of CuTe DSL, CuTe C++ and Triton, row by row of `test/data`.
//!
//! A row that the peers answer textually alike must come out as the same text, and a row they
//! answer alike up to nesting as the same function, unless the answer breaks the law of the
//! operation: then ours must be another one, or an error. The laws are evaluated coordinate by
//! coordinate, with no help from the operation under test. A row that the peers refuse may be
//! answered, within the law.
//!
//! `docs/conformance.md` is the tally of these tests. With `LAYOUT_WRITE_DOCS` set, the test that
//! compares it writes it instead.

mod answer;
mod encodings;
mod laws;
mod linear;
mod page;
mod paper;
mod rows;
mod tally;

use rows::Row;
use std::sync::LazyLock;
use tally::Tally;

/// The operations of CuTe in the order of the page, with the rows whose answer, on which the peers
/// agree, breaks the law.
const CUTE: [(&str, &[&str]); 44] = [
    ("make_layout", &[]),
    ("make_layout_like", &["c07801", "c07867"]),
    ("make_ordered_layout", &[]),
    ("make_layout_tv", &[]),
    ("size", &[]),
    ("cosize", &[]),
    ("rank", &[]),
    ("depth", &[]),
    ("eval", &[]),
    ("crd2idx", &[]),
    ("idx2crd", &[]),
    ("is_congruent", &[]),
    ("is_weakly_congruent", &[]),
    ("append", &[]),
    ("prepend", &[]),
    ("group", &[]),
    ("select", &[]),
    ("slice", &[]),
    ("dice", &[]),
    ("flatten", &[]),
    ("coalesce", &[]),
    ("coalesce_by_mode", &[]),
    ("filter", &[]),
    ("filter_zeros", &[]),
    ("nullspace", &[]),
    (
        "composition",
        &[
            "c04250", "c04369", "c04474", "c04484", "c04492", "c04533", "c04546", "c04611",
            "c04782", "c04799", "c04844", "c04887", "c04904", "c04986", "c05031", "c05992",
            "c05995", "c06078", "c06091", "c06097", "c06144", "c06282", "c06284", "c06372",
            "c08099", "s00939", "s00989", "s00991", "s01012", "s01021", "s01029",
        ],
    ),
    ("complement", &[]),
    ("right_inverse", &[]),
    (
        "left_inverse",
        &[
            "c00145", "c00993", "c04375", "c04384", "c04662", "c04699", "c04721", "c04891",
            "c04927", "c04989", "c05028", "c05795", "c05931", "c08577", "c08582", "c08586",
        ],
    ),
    (
        "logical_divide",
        &["c02515", "c02520", "c02642", "c04633", "c04971", "c05024", "c05078", "c06771"],
    ),
    // The peers split a mode that the tiler takes whole, but for c02516.
    ("zipped_divide", &["c00257", "c00377", "c01093", "c01988", "c02013", "c02516"]),
    ("tiled_divide", &["c00258", "c00562", "c01892", "c03702"]),
    (
        "flat_divide",
        &["c00259", "c00379", "c01095", "c02015", "c02503", "c02600", "c02747", "c03703"],
    ),
    ("logical_product", &["c04818"]),
    ("zipped_product", &[]),
    ("tiled_product", &[]),
    ("flat_product", &[]),
    ("blocked_product", &[]),
    ("raked_product", &[]),
    ("tile_to_shape", &[]),
    ("recast", &[]),
    ("max_common_layout", &["c03914"]),
    ("max_common_vector", &["c03915"]),
    ("swizzle_eval", &[]),
];

fn cute_tallies() -> &'static [Tally] {
    static TALLIES: LazyLock<Vec<Tally>> =
        LazyLock::new(|| CUTE.iter().map(|(op, _)| Tally::of(op)).collect());
    &TALLIES
}

#[test]
fn cute_answers_as_the_peers_where_they_keep_the_law() {
    let mut seen = 0;
    for (tally, (op, lawless)) in cute_tallies().iter().zip(CUTE) {
        let failures: Vec<&str> = tally.failures().collect();
        assert!(failures.is_empty(), "{} rows fail\n{}", failures.len(), failures.join("\n"));
        assert_eq!(tally.lawless().map(|row| row.id.as_str()).collect::<Vec<_>>(), lawless, "{op}");
        seen += tally.rows();
    }
    assert_eq!(seen, rows::all().len(), "an operation of the data is not in the list");
}

/// Every row that the data marks as wrong is one that the law finds.
#[test]
fn rows_marked_wrong_break_the_law() {
    let found: Vec<String> = cute_tallies()
        .iter()
        .flat_map(|tally| tally.lawless().map(|row| row.id.clone()).collect::<Vec<_>>())
        .collect();
    let marked: Vec<&Row> = rows::all().iter().filter(|row| row.is_marked_wrong).collect();
    assert_eq!(marked.len(), 45);
    for row in marked {
        assert!(found.contains(&row.id), "{} {} {:?}", row.id, row.op, row.args);
    }
}

/// Where the peers disagree or only one was asked, what we answer keeps the law.
#[test]
fn disputed_answers_keep_the_law() {
    for (row, _) in rows::disputed() {
        let Ok(ours) = answer::answer(&row) else { continue };
        if let laws::Verdict::Broken(reason) = laws::law(&row.op, &row.texts(), &ours) {
            panic!("{} {} {:?}: {ours}: {reason}", row.id, row.op, row.args);
        }
    }
}

#[test]
fn the_page_is_fresh() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/conformance.md");
    let page = page::page(cute_tallies());
    if std::env::var_os("LAYOUT_WRITE_DOCS").is_some() {
        std::fs::write(path, page).unwrap();
    } else {
        let written = std::fs::read_to_string(path).unwrap();
        assert!(page == written, "docs/conformance.md is not fresh: scripts/docs writes it");
    }
}
