//! The cost of accesses on all small layouts, beside counts that walk over every register and lane.

use layout_kernels::analyze::{Carrier, Conversion, ConversionKind, Machine, Question, conversion};
use layout_math::linear::LinearLayout;

/// The number of a register, a lane, a warp and a block.
type Place = [i64; 4];

/// All layouts of four elements in two lanes of two warps with up to four registers.
fn small_layouts() -> Vec<LinearLayout> {
    let mut layouts = Vec::new();
    for n_registers in 0..=2 {
        for number in 0..1 << (2 * (n_registers + 2)) {
            let bases: Vec<String> =
                (0..n_registers + 2).map(|at| format!("[{}]", number >> (2 * at) & 3)).collect();
            let [registers @ .., lane, warp] = &bases[..] else { panic!() };
            let registers = registers.join(",");
            let text = format!(
                "{{register = [{registers}], lane = [{lane}], warp = [{warp}], block = []}} -> [dim0 = 4]"
            );
            layouts.push(text.parse().unwrap());
        }
    }
    layouts
}

/// Each place of a layout with its element.
fn places(layout: &LinearLayout) -> Vec<(Place, i64)> {
    let registers = layout.in_dims()[0].size();
    let all = (0..4 * registers).map(|number| [number / 4, number / 2 % 2, number % 2, 0]);
    all.map(|place| (place, layout.apply(&place).unwrap()[0])).collect()
}

/// How far it is from one place to another.
fn distance(from: &Place, to: &Place) -> ConversionKind {
    use ConversionKind::*;
    let differs = (0..4).rev().find(|&at| from[at] != to[at]);
    [NoOp, WithinThread, WithinWarp, WithinBlock, AcrossBlocks][differs.map_or(0, |at| at + 1)]
}

/// The way to a place from the nearest one that has the element.
fn nearest(from: &[(Place, i64)], to: &Place, element: i64) -> Option<ConversionKind> {
    let holders = from.iter().filter(|(_, held)| *held == element);
    holders.map(|(place, _)| distance(place, to)).min()
}

/// An element goes to where it is not yet from the nearest place that has it, and no other element goes
/// farther.
#[test]
fn a_conversion_moves_what_is_not_there_from_where_it_is_nearest() {
    let layouts = small_layouts();
    let all: Vec<_> = layouts.iter().map(|layout| (layout, places(layout))).collect();
    let mut counts = [0; 4];
    let mut refused = 0;
    for (from, before) in &all {
        for (to, after) in &all {
            let ways: Option<Vec<ConversionKind>> =
                after.iter().map(|(place, element)| nearest(before, place, *element)).collect();
            let found = conversion(from, to);
            let Some(farthest) = ways.map(|ways| ways.into_iter().max().unwrap()) else {
                assert!(found.is_err(), "{from} {to}");
                refused += 1;
                continue;
            };
            let found: Conversion = found.unwrap();
            assert_eq!(found.kind(), farthest, "{from} {to}");
            let is_in_thread = farthest <= ConversionKind::WithinThread;
            assert!(is_in_thread || found.carrier() != Carrier::Registers, "{from} {to}");
            counts[farthest as usize] += 1;
            let Some(moved) = found.farthest() else {
                assert_eq!(farthest, ConversionKind::NoOp, "{from} {to}");
                continue;
            };
            let element = moved.element[0];
            assert!(before.contains(&(moved.from, element)), "{from} {to}: {moved}");
            assert!(after.contains(&(moved.to, element)), "{from} {to}: {moved}");
            assert_eq!(distance(&moved.from, &moved.to), farthest, "{from} {to}: {moved}");
            assert_eq!(nearest(before, &moved.to, element), Some(farthest), "{from} {to}: {moved}");
        }
    }
    assert_eq!((counts, refused), ([912, 36864, 30468, 20553], 24099));
}

#[test]
fn registers_that_are_gone_and_elements_that_are_there_are_no_moves() {
    let answer = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|text| text.parse().unwrap());
        let question = Question::Conversion { from: &from, to: &to };
        question.answer(&Machine::default()).unwrap().text().to_owned()
    };
    let no_op = "conversion is a no-op: every register stays where it is";
    // Copies in a register that is dropped.
    assert_eq!(
        answer(
            "{register = [[0]], lane = [[1]], warp = []}",
            "{register = [], lane = [[1]], warp = []}"
        ),
        no_op
    );
    assert_eq!(
        answer(
            "{register = [[1],[0]], lane = [[2]], warp = []}",
            "{register = [[1]], lane = [[2]], warp = []}"
        ),
        no_op
    );
    // The other way around a register is new.
    assert_eq!(
        answer(
            "{register = [], lane = [[1]], warp = []}",
            "{register = [[0]], lane = [[1]], warp = []}"
        ),
        "conversion within threads: registers change places: element (0) goes from register 0 of lane 0 of \
         warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0"
    );
    // The register that is dropped is not the last one.
    assert_eq!(
        answer(
            "{register = [[0],[1]], lane = [[2]], warp = []}",
            "{register = [[1]], lane = [[2]], warp = []}"
        ),
        "conversion within threads: registers change places: element (1) goes from register 2 of lane 0 of \
         warp 0 of block 0 to register 1 of lane 0 of warp 0 of block 0"
    );
    // Both warps have both elements: warp 1 takes its own copy.
    assert_eq!(
        answer(
            "{register = [], lane = [[1]], warp = [[0]]}",
            "{register = [], lane = [[1]], warp = [[1]]}"
        ),
        "conversion within warps, by shuffles: element (1) goes from register 0 of lane 1 of warp 1 of block \
         0 to register 0 of lane 0 of warp 1 of block 0"
    );
}
