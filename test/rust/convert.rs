//! Layouts converted between notations, and compositions raised to another CuTe layout.

use std::collections::BTreeSet;
use std::fs;

use layout::algebra::{
    AnyLayout, Budget, Kind, NotConverted, NotLinear, Promotion, Verdict, compose, convert,
    equivalent,
};
use layout::cute::{Layout, Outer};
use serde_json::Value;

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

    // What a formula says twice is a layout all the same.
    check(
        Relation,
        "{ [c] -> [0*c] : 0 <= c < 6; [c] -> [0*c] : 1 <= c < 3 }",
        Composed,
        "S<0,4,3> o 0 o 6:0",
    );

    check(Cute, "4:-1", Composed, "S<0,4,3> o 0 o 4:-1");
    check(Composed, "S<0,4,3> o 0 o 4:-1", Cute, "4:-1");
    check(Relation, "{ [c] -> [c - 3] : 0 <= c < 4 }", Composed, "S<0,4,3> o -3 o 4:1");

    // In no such notation, with the witness.
    check(Cute, "(3,2):(1,4)", Linear, "its size 6 is not a power of two");
    check(Cute, "4:1@0", Composed, "a swizzle takes one offset, which is not negative");
    check(Cute, "(M):(1@0)", Composed, "a swizzle takes one offset, which is not negative");
    check(Cute, "4:3", Linear, "f(2 ^ 1) ^ f(2) ^ f(1) ^ f(0) is 12 instead of 0");
    check(Cute, "(2,2):(1,-1)", Linear, "f(2) is -1, which is outside of [0, 2^62)");
    check(
        Composed,
        "S<1,0,1> o 0 o 4:-1",
        Cute,
        "it has no value at coordinate 1, where its outer part takes -1",
    );
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
        "the domain is not a box of coordinates from 0: 0 is not in it",
    );
    check(
        Relation,
        "{ [c] -> [c, 2c] : 0 <= c < 4 }",
        Composed,
        "a swizzle takes one offset, which is not negative",
    );
    // Coordinate 2 has an offset and coordinate 1 has none for N = 2, which a relation of pairs does not say.
    check(
        Composed,
        "S<1,0,-2> o 0 o (N,2):(-1,0) where N in [1,6], N mod 2 = 0",
        Relation,
        "extent N of mode 0 is symbolic and not the last: an integral coordinate modulo N is not \
         Presburger",
    );
    check(Tile, "[4;8]", Relation, "a tile is not a function");
    check(Cute, "4:1", Swizzle, "nothing is converted to a swizzle");
}

/// The offset of a CuTe layout at a coordinate, from the definition.
fn offset_of(modes: &[(i64, i64)], coordinate: i64) -> i64 {
    let (mut rest, mut offset) = (coordinate, 0);
    for &(extent, stride) in modes {
        offset += rest % extent * stride;
        rest /= extent;
    }
    offset
}

fn modes_of(layout: &Layout) -> Vec<(i64, i64)> {
    layout.flat_modes().iter().map(|mode| (mode.extent, mode.stride)).collect()
}

/// The layouts of a row of the table of atoms.
fn layouts_of(row: &Value) -> impl Iterator<Item = &str> {
    const NAMES: [&str; 9] =
        ["A", "B", "C", "thr_id", "thr_layout_vmnk", "tv_A", "tv_B", "tv_C", "layout"];
    NAMES.into_iter().filter_map(|name| row.get(name)?.as_str())
}

fn rows(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Evaluated, and converted to a linear layout, a relation and a composed layout, and back.
#[test]
fn the_layouts_of_atoms_are_evaluated_and_converted() {
    let (mut linear, mut others, mut composed) = (0, 0, 0);
    let rows = rows("test/data/cute_atoms.jsonl");
    assert_eq!(rows.len(), 67);
    let layouts: BTreeSet<&str> = rows.iter().flat_map(layouts_of).collect();
    for text in layouts {
        let is_composed = text.starts_with('S');
        let layout = parsed(if is_composed { Kind::Composed } else { Kind::Cute }, text);
        let value: Box<dyn Fn(i64) -> i64> = match &layout {
            AnyLayout::Composed(whole) => {
                let modes = modes_of(whole.inner().as_static().unwrap());
                let Outer::Swizzle(s) = *whole.outer() else { panic!("{text}") };
                // S<B,M,S> with S > 0: the B bits from M + S on are xored to those from M on.
                let (bits, base, shift) = (s.bits(), s.base(), s.shift());
                Box::new(move |c| {
                    let offset = offset_of(&modes, c);
                    offset ^ ((offset >> (base + shift) & ((1 << bits) - 1)) << base)
                })
            }
            _ => {
                let modes = modes_of(layout.as_static().unwrap());
                Box::new(move |c| offset_of(&modes, c))
            }
        };
        let size = layout.size().unwrap().as_constant().unwrap();
        let found: Vec<AnyLayout> = match converted(&layout, Kind::Linear) {
            Ok(found) => {
                linear += 1;
                vec![found]
            }
            Err(NotConverted::NotLinear(NotLinear::Size { size: found })) => {
                assert_eq!(found, size);
                assert!(!size.cast_unsigned().is_power_of_two(), "{text}");
                others += 1;
                Vec::new()
            }
            Err(other) => panic!("{text}: {other}"),
        };
        let relation = converted(&layout, Kind::Relation).unwrap();
        // Everywhere on domains of up to 2^14, and at every 61st coordinate of larger ones.
        let step = if size <= 1 << 14 { 1 } else { 61 };
        for c in (0..size).step_by(step) {
            let expected = value(c);
            assert_eq!(layout.apply(&[c], &[]), Some(vec![expected]), "{text} at {c}");
            assert_eq!(relation.apply(&[c], &[]), Some(vec![expected]), "{relation} at {c}");
            for found in &found {
                let AnyLayout::Linear(found) = found else { panic!("{text} became {found}") };
                assert_eq!(found.offset(c).unwrap(), expected, "{text} as {found} at {c}");
            }
        }
        let same = converted(&layout, Kind::Composed).unwrap();
        for other in found.iter().chain([&relation, &same]) {
            // And back: the same function.
            let back = converted(other, layout.kind()).unwrap();
            let proof = equivalent(&back, &layout, &Budget::default());
            assert!(matches!(proof, Verdict::Proved(_)), "{text} came back as {back}");
        }
        composed += i32::from(is_composed);
    }
    assert_eq!((linear, others, composed), (92, 6, 24));
}

/// A bit of a thread or a value of an atom, as what Triton says of it: `[row, column]`.
fn bases(modes: &[(i64, i64)], rows: i64) -> Vec<[i64; 2]> {
    let of_mode =
        |&(extent, stride): &(i64, i64)| (0..extent.trailing_zeros()).map(move |bit| stride << bit);
    modes.iter().flat_map(of_mode).map(|offset| [offset % rows, offset / rows]).collect()
}

/// Triton's layouts of tensors begin with those of one instruction, whose offset counts rows
/// first. Of operand B the rows are N, which Triton names second.
#[test]
fn a_tv_layout_of_an_atom_is_tritons() {
    let atoms = rows("test/data/cute_atoms.jsonl");
    let triton = rows("test/data/triton_mma.jsonl");
    let mut n_whole = 0;
    for row in &triton {
        let named = |atom: &&Value| atom["name"] == row["atom"] && atom.get("A").is_some();
        let atom = atoms.iter().find(named).unwrap();
        let operand = row["operand"].as_str().unwrap();
        let shape: Vec<i64> = atom["shape_mnk"]
            .as_str()
            .unwrap()
            .trim_matches(['(', ')'])
            .split(',')
            .map(|size| size.parse().unwrap())
            .collect();
        let n_rows = if operand == "B" { shape[1] } else { shape[0] };
        let layout = parsed(Kind::Cute, atom[operand].as_str().unwrap());
        let Ok(AnyLayout::Linear(linear)) = converted(&layout, Kind::Linear) else {
            panic!("{layout}")
        };
        let mut in_dims: Vec<Vec<[i64; 2]>> = Vec::new();
        for ((_, found), mode) in linear.bases().zip(layout.as_static().unwrap().modes()) {
            let split: Vec<[i64; 2]> =
                found.iter().map(|basis| [basis[0] % n_rows, basis[0] / n_rows]).collect();
            assert_eq!(split, bases(&modes_of(&mode), n_rows), "{layout}");
            in_dims.push(split);
        }
        let tritons = |name: &str| -> Vec<[i64; 2]> {
            let pairs = row[name].as_array().unwrap().iter();
            let pairs = pairs.map(|pair| [pair[0].as_i64().unwrap(), pair[1].as_i64().unwrap()]);
            pairs.map(|[a, b]| if operand == "B" { [b, a] } else { [a, b] }).collect()
        };
        let [threads, values] = &*in_dims else { panic!("{layout}") };
        // The threads of a warpgroup are four warps.
        let mut lanes = tritons("lane");
        lanes.extend(tritons("warp"));
        assert_eq!(lanes[..threads.len()], threads[..], "{row}");
        let registers = tritons("register");
        assert_eq!(registers[..values.len()], values[..], "{row}");
        n_whole += i32::from(lanes.len() == threads.len() && registers.len() == values.len());
    }
    assert_eq!((triton.len(), n_whole), (26, 2));
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
