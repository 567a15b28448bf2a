//! Mistakes that were planted in Python and compiled by Triton: each at its operation and its line of
//! Python, and silence where it is mended, or where there is none.

use std::fs;
use std::path::Path;

use layout_kernels::lint::{Level, Settings, lint};

fn text_of(name: &str) -> String {
    let path = format!("../../test/data/mistakes/{name}.ttgir");
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

/// The findings that are not notes: the line of Python, the operation and the rule.
fn found(text: &str) -> Vec<String> {
    let found = lint(text.as_bytes(), Settings::default());
    let found = found.iter().filter(|own| Level::Note < own.level());
    found
        .map(|own| {
            let line = own.place().map_or(0, |place| place.of_author().line);
            format!("{line} {} {}", own.operation().unwrap_or_default(), own.rule().id())
        })
        .collect()
}

/// The text with each line that contains the first of a pair changed by it.
fn changed(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (wrong, right)| {
        assert!(text.contains(wrong), "{wrong}");
        text.replace(wrong, right)
    })
}

/// A file, what is found in it, the change that mends it, and what is found then: costs.
type Mistake<'t> = (&'t str, &'t [&'t str], &'t [(&'t str, &'t str)], &'t [&'t str]);

const CASES: &[Mistake<'_>] = &[
    (
        "g1_transpose_unswizzled.cuda90",
        &["12 ttg.local_store better-swizzle", "13 ttg.local_load bank-conflicts"],
        &[("vec = 1, perPhase = 1, maxPhase = 1", "vec = 4, perPhase = 4, maxPhase = 8")],
        &[],
    ),
    (
        "g4_loop_index_past.cuda90",
        &["38 ttg.memdesc_index past-the-buffer"],
        &[("arith.constant 5 : i32", "arith.constant 4 : i32")],
        &[],
    ),
    (
        "p01_store_unmasked.cuda90",
        &["6 tt.store unmasked-access"],
        &[("tt.store %1, %2 :", "tt.store %1, %2, %m_4 :")],
        &[],
    ),
    (
        "p05_mask_swapped.cuda90",
        &["38 tt.store swapped-mask"],
        &[("%0 = tt.splat %N", "%0 = tt.splat %M"), ("%2 = tt.splat %M", "%2 = tt.splat %N")],
        &[],
    ),
    (
        "p07_overflow_arange.cuda90",
        &["47 tt.load offset-overflow", "47 tt.load uncoalesced-access"],
        &[("dense<4194304>", "dense<2097152>")],
        &["47 tt.load uncoalesced-access"],
    ),
    (
        "p08_off_by_one.cuda90",
        &["51 tt.load loose-mask", "51 tt.load uncoalesced-access"],
        &[(
            "    %b_7 = tt.load %b, %m_4",
            "    %next = arith.addi %o_3, %cst : tensor<1024xi32, #blocked>\n    %inside = arith.cmpi slt, \
                 %next, %m : tensor<1024xi32, #blocked>\n    %b_7 = tt.load %b, %inside",
        )],
        &["51 tt.load uncoalesced-access"],
    ),
    (
        "p11_atomic_unmasked.cuda90",
        &["67 tt.atomic_rmw unmasked-access"],
        &[("gpu, %1, %x_8, %cst_0", "gpu, %1, %x_8, %x_5")],
        &[],
    ),
    (
        "p13_tiny_tile_many_warps.cuda90",
        &["76 tt.dot repeated-work"],
        &[
            ("warpsPerCTA = [4, 2]", "warpsPerCTA = [1, 2]"),
            ("warpsPerCTA = [8, 1]", "warpsPerCTA = [2, 1]"),
            ("\"ttg.num-warps\" = 8", "\"ttg.num-warps\" = 2"),
        ],
        &[],
    ),
    (
        "p15_row_per_lane.cuda90",
        &["87 tt.load uncoalesced-access"],
        &[("arith.muli %m_3, %acc_5", "arith.addi %m_3, %acc_5")],
        &[],
    ),
];

#[test]
fn each_mistake_is_found_where_it_is_and_not_where_it_is_mended() {
    for (name, expected, changes, left) in CASES {
        let text = text_of(name);
        assert_eq!(found(&text), *expected, "{name}");
        assert_eq!(found(&changed(&text, changes)), *left, "{name}, mended");
    }
}

/// `mask=offs_m[:, None] < M` in place of `(offs_m[:, None] < M) & (offs_k[None, :] < K)`: the pipeline has
/// three copies of the load.
#[test]
fn a_limit_of_the_loop_that_is_forgotten() {
    let text = text_of("p03_a_no_kmask.cuda90");
    assert_eq!(found(&text), ["17 ttg.async_copy_global_to_local unmasked-access"]);
    let copies = [
        ("%acc_41", "%acc_40", "%a_36"),
        ("%acc_65", "%acc_64", "%a_60"),
        ("%acc_114", "%acc_113", "%a_109"),
    ];
    let mended = copies.iter().enumerate().fold(text, |text, (number, (mask, turn, row))| {
        let both = format!("{mask} = arith.andi {turn}, %a_26 :");
        let with_limit = format!(
            "%limit{number} = tt.splat %K : i32 -> tensor<1x32xi32, #blocked>
%below{number} = arith.cmpi slt, {row}, %limit{number} : tensor<1x32xi32, #blocked>
%inside{number} = tt.broadcast %below{number} : tensor<1x32xi1, #blocked> -> tensor<64x32xi1, #blocked>
%tile{number} = arith.andi {turn}, %inside{number} : tensor<64x32xi1, #blocked>
{mask} = arith.andi %tile{number}, %a_26 :"
        );
        changed(&text, &[(&both, &with_limit)])
    });
    assert_eq!(found(&mended), [""; 0]);
}

/// Padded rows, 64 banks, and a part of a memory whose type does not say of what.
#[test]
fn what_is_right_is_silent() {
    for name in ["g6_padded.cuda90", "banks_gfx950", "subview_v3.2"] {
        assert_eq!(found(&text_of(name)), [""; 0], "{name}");
    }
}
