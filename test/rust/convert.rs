//! Layouts converted between notations, and compositions raised to another CuTe layout.

use std::fs;

use layout::algebra::{
    AnyLayout, Budget, Kind, NotConverted, NotLinear, Promotion, Verdict, compose, convert,
    equivalent,
};

fn parsed(kind: Kind, text: &str) -> AnyLayout {
    AnyLayout::parse(kind, text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn converted(layout: &AnyLayout, to: Kind) -> Result<AnyLayout, NotConverted> {
    convert(layout, to, &Budget::default())
}

#[track_caller]
fn check(kind: Kind, text: &str, to: Kind, expected: &str) {
    let layout = parsed(kind, text);
    match converted(&layout, to) {
        Ok(found) => {
            assert_eq!(found.to_string(), expected, "{text}");
            let proof = equivalent(&layout, &found, &Budget::default());
            assert!(matches!(proof, Verdict::Proved(_)), "{text} and {found}: {proof:?}");
        }
        Err(reason) => assert_eq!(reason.to_string(), expected, "{text}"),
    }
}

#[test]
fn every_notation_becomes_every_other() {
    use Kind::{Composed, Cute, Linear, Relation, Swizzle, Tile};

    check(Cute, "(4,8):(8,1)", Linear, "{dim0 = [[8],[16]], dim1 = [[1],[2],[4]]}");
    check(Cute, "((4,2),8):((8,32),1)", Composed, "S<0,4,3> o 0 o ((4,2),8):((8,32),1)");
    check(Cute, "(4,8):(8,1)", Relation, "{ [c] -> [8c - 31*floor(c/4)] : 0 <= c < 32 }");
    check(Linear, "{lane = [[8],[16]], warp = [[1],[2],[4]]}", Cute, "(4,8):(8,1)");
    check(Linear, "{lane = [[1],[2]], warp = [[5],[10]]}", Composed, "S<2,0,2> o 0 o 16:1");
    check(Linear, "{t = [[1,1]], w = [[0,1]]} -> [x = 2, y = 2]", Composed, "S<1,0,-1> o 0 o 4:1");
    check(Composed, "S<2,0,-2> o 0 o (4,4):(1,4)", Linear, "{dim0 = [[5],[10]], dim1 = [[4],[8]]}");
    check(Composed, "S<0,4,3> o 0 o (4,4):(4,1)", Cute, "(4,4):(4,1)");
    // The rows of this tile are too short for the swizzle to act.
    check(Composed, "S<2,0,4> o 0 o (4,4):(1,4)", Cute, "16:1");
    check(Swizzle, "S<1,0,1>", Linear, "{c = [[1],[3]]}");
    check(Swizzle, "S<1,0,1>", Composed, "S<1,0,1> o 0 o 4:1");
    check(Relation, "{ [c] -> [c + 3] : 0 <= c < 8 }", Composed, "S<0,4,3> o 3 o 8:1");
    check(
        Relation,
        "{ [t, w] -> [t + 8w] : 0 <= t < 8 and 0 <= w < 2 }",
        Linear,
        "{t = [[1],[2],[4]], w = [[8]]}",
    );

    // In no such notation, with the witness.
    check(Cute, "(3,2):(1,4)", Linear, "its size 6 is not a power of two");
    check(Cute, "4:3", Linear, "f(2 ^ 1) ^ f(2) ^ f(1) ^ f(0) is 12 instead of 0");
    check(Cute, "(2,2):(1,-1)", Linear, "f(2) is -1, which is outside of [0, 2^62)");
    check(Cute, "4:-1", Composed, "a swizzle takes one offset, which is not negative");
    check(
        Composed,
        "S<1,0,1> o 0 o 4:1",
        Cute,
        "no layout of size 4 agrees with it up to coordinate 3",
    );
    check(
        Composed,
        "S<0,4,3> o 1 o 4:1",
        Cute,
        "no layout of size 4 agrees with it up to coordinate 0",
    );
    check(
        Relation,
        "{ [c] -> [c] : 1 <= c < 4 }",
        Cute,
        "the domain is no box of coordinates from 0: 0 is not in it",
    );
    check(Tile, "[4;8]", Relation, "a tile is no function");
    check(Cute, "4:1", Swizzle, "nothing is converted to a swizzle");
}

/// What a TV layout of powers of two must become: its strides at the bits of its modes.
fn bases(modes: &[(i64, i64)]) -> Vec<Vec<i64>> {
    let of_mode = |&(extent, stride): &(i64, i64)| {
        (0..extent.trailing_zeros()).map(move |bit| vec![stride << bit])
    };
    modes.iter().flat_map(of_mode).collect()
}

#[test]
fn the_layouts_of_mma_atoms_are_linear() {
    let text = fs::read_to_string("test/data/mma_atoms.jsonl").unwrap();
    let (mut linear, mut others) = (0, 0);
    for line in text.lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        for operand in ["A", "B", "C"] {
            let text = row[operand].as_str().unwrap();
            let layout = parsed(Kind::Cute, text);
            let cute = layout.as_static().unwrap().clone();
            let found = match converted(&layout, Kind::Linear) {
                Ok(AnyLayout::Linear(found)) => found,
                Err(NotConverted::NotLinear(NotLinear::Size { size })) => {
                    assert_eq!(size, cute.size());
                    assert!(!cute.size().cast_unsigned().is_power_of_two(), "{text}");
                    others += 1;
                    continue;
                }
                other => panic!("{text}: {other:?}"),
            };
            linear += 1;
            for ((dim, found), (position, mode)) in found.bases().zip(cute.modes().enumerate()) {
                assert_eq!(dim.name(), format!("dim{position}"));
                let modes: Vec<(i64, i64)> =
                    mode.flat_modes().iter().map(|mode| (mode.extent, mode.stride)).collect();
                assert_eq!(found, bases(&modes), "{text}");
            }
            // And back: the same function.
            let back = converted(&AnyLayout::Linear(found), Kind::Cute).unwrap();
            let proof = equivalent(&back, &layout, &Budget::default());
            assert!(matches!(proof, Verdict::Proved(_)), "{text} came back as {back}");
        }
    }
    assert_eq!((linear, others), (93, 12));
}

#[test]
fn an_mma_accumulator_is_tritons() {
    // Triton's nvidia_mma layout of version 2 for a 16x8 tile, out-dims row and column.
    let lane = [[0, 2], [0, 4], [1, 0], [2, 0], [4, 0]];
    let register = [[0, 1], [8, 0]];
    // warp.MmaF16BF16Op(Float16,f32,16x8x16), C; the offset is row + 16 * column.
    let atom = parsed(Kind::Cute, "((4,8),(2,2)):((32,1),(16,8))");
    let Ok(AnyLayout::Linear(found)) = converted(&atom, Kind::Linear) else { panic!() };
    let found: Vec<Vec<[i64; 2]>> = found
        .bases()
        .map(|(_, bases)| bases.iter().map(|v| [v[0] % 16, v[0] / 16]).collect())
        .collect();
    assert_eq!(found, [lane.to_vec(), register.to_vec()]);
}

#[test]
fn large_compositions_are_raised_to_another_layout() {
    let composed = |g: &str, f: &str| {
        let (g, f) = (parsed(Kind::Cute, g), parsed(Kind::Cute, f));
        compose(&g, &f, Promotion::Extend, &Budget::default()).map(|layout| layout.to_string())
    };
    // CuTe's algorithm takes the stride 6 over the extent 4 as 2 steps; it is one and a half, and
    // the next one makes up for it.
    assert_eq!(composed("(4,2097152):(0,1)", "(2,2097152):(6,8)").as_deref(), Ok("4194304:1"));
    // 0, 5, 10 are 0, 1, 2 fours; this one is for isl.
    assert_eq!(
        composed("(4,1048576):(0,1)", "(3,1048576):(5,16)").as_deref(),
        Ok("(3,1048576):(1,4)")
    );
    // 0, 6, 12 are 0, 1, 3 fours: in no layout.
    let relation = composed("(4,1048576):(0,1)", "(3,1048576):(6,16)").unwrap();
    assert!(relation.starts_with('{'), "{relation}");
}
