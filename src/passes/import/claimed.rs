//! That every operation of a table with a claim is refuted in a test, where its result is wrong.

use std::fs;

use super::dialect::Treatment;
use super::fly::FLY;

/// The operations in the lines below those that expect an error.
fn refuted(text: &str) -> Vec<&str> {
    let lines: Vec<&str> = text.lines().collect();
    lines
        .windows(2)
        .filter(|pair| pair[0].contains("CHECK: [[#@LINE+1]]") && pair[0].contains(" error: "))
        .filter_map(|pair| pair[1].split_once("\"fly.")?.1.split('"').next())
        .collect()
}

#[test]
fn each_claim_of_fly_is_refuted_where_it_is_wrong() {
    let files = ["", "-numbers", "-tiled"].map(|of| {
        fs::read_to_string(format!("test/Transforms/import-fly-claims{of}.mlir")).unwrap()
    });
    let refuted: Vec<&str> = files.iter().flat_map(|text| refuted(text)).collect();
    for entry in FLY.operations {
        if let Treatment::Claim(claim) = entry.treatment {
            assert!(refuted.contains(&entry.name), "{}: {claim:?}", entry.name);
        }
    }
}
