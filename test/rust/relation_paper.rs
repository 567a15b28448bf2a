//! The two tables of *Modeling Layout Abstractions Using Integer Set Relations*: each relation that
//! the paper prints, equal as a set to the one built from the layout. `test/data/paper_tables.json`
//! has the tables, with the errata put right.

use layout::relation::{Context, Facts, InDim, Map, Mode, Relation, View};
use serde_json::Value;

fn tables() -> Value {
    serde_json::from_str(include_str!("../data/paper_tables.json")).unwrap()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().unwrap().iter().map(|number| number.as_i64().unwrap()).collect()
}

/// The flattened modes of a layout text, `((4,2),2):((1,4),8)`.
fn modes(layout: &str) -> Vec<(i64, i64)> {
    let (shape, stride) = layout.split_once(':').unwrap();
    let flat = |tuple: &str| -> Vec<i64> {
        tuple.replace(['(', ')'], "").split(',').map(|number| number.parse().unwrap()).collect()
    };
    let (shape, stride) = (flat(shape), flat(stride));
    assert_eq!(shape.len(), stride.len(), "{layout}");
    shape.into_iter().zip(stride).collect()
}

fn integral(context: &Context, layout: &str) -> Map {
    let modes: Vec<Mode> =
        modes(layout).into_iter().map(|(extent, stride)| Mode::new(extent, stride)).collect();
    Relation::from_modes(&modes, &[0.into()], &View::Integral, &Facts::new())
        .unwrap()
        .to_map(context)
        .unwrap()
}

#[track_caller]
fn assert_equal(left: &Map, right: &Map, row: &Value) {
    let answer = left.equal(right).unwrap();
    assert!(answer.is_proved(), "{answer:?} in {row}");
}

#[test]
fn the_table_of_cute_layouts() {
    let context = Context::new(10_000_000);
    let identity = |size: i64| integral(&context, &format!("{size}:1"));
    let tables = tables();
    let rows = tables["cute"].as_array().unwrap();
    assert_eq!(rows.len(), 15);
    for row in rows {
        let text = row["relation"].as_str().unwrap();
        let printed: Relation = text.parse().unwrap();
        let printed = printed.to_map(&context).unwrap();
        if let Some(result) = row["result"].as_str() {
            assert_equal(&integral(&context, result), &printed, row);
        }
        let operands = texts(&row["operands"]);
        let operand = || integral(&context, operands[0]);
        match row["operation"].as_str().unwrap() {
            "layout" => assert_equal(&operand(), &printed, row),
            "inverse" => assert_equal(&operand().reverse().unwrap(), &printed, row),
            "left_inverse" => {
                let size = operand().domain_size().unwrap().unwrap();
                assert_equal(&operand().then(&printed).unwrap(), &identity(size), row);
            }
            "right_inverse" => {
                let size = printed.domain_size().unwrap().unwrap();
                assert_equal(&printed.then(&operand()).unwrap(), &identity(size), row);
            }
            "complement" => {
                // A complement increases, and the offsets a + b, for offsets a of the layout and
                // b of the complement, are distinct.
                let complement = modes(row["result"].as_str().unwrap());
                assert!(offsets(&complement).is_sorted_by(|a, b| a < b), "{row}");
                let both = offsets(&[modes(operands[0]), complement].concat());
                let mut distinct = both.clone();
                distinct.sort_unstable();
                distinct.dedup();
                assert_eq!(distinct.len(), both.len(), "{row}");
            }
            "composition" => {
                let inner = integral(&context, operands[1]);
                let composed = inner.then(&operand()).unwrap();
                assert_equal(&composed, &printed, row);
            }
            "swizzle" => {
                let inside = operands[0].trim_start_matches("S<").trim_end_matches('>');
                let p: Vec<i64> = inside.split(',').map(|n| n.parse().unwrap()).collect();
                let swizzle = Relation::from_swizzle(p[0], p[1], p[2]).unwrap();
                assert_equal(&swizzle.to_map(&context).unwrap(), &printed, row);
            }
            operation => panic!("{operation} is not known"),
        }
    }
}

/// The offsets of all coordinates of a flat layout.
fn offsets(modes: &[(i64, i64)]) -> Vec<i64> {
    let mut offsets = vec![0];
    for &(extent, stride) in modes {
        offsets = (0..extent)
            .flat_map(|c| offsets.iter().map(move |offset| offset + c * stride).collect::<Vec<_>>())
            .collect();
    }
    offsets
}

#[test]
fn the_table_of_linear_layouts() {
    let context = Context::new(10_000_000);
    let tables = tables();
    let rows = tables["linear"].as_array().unwrap();
    assert_eq!(rows.len(), 7);
    for row in rows {
        let in_sizes = numbers(&row["in_sizes"]);
        let out_sizes = numbers(&row["out_sizes"]);
        let bases: Vec<Vec<i64>> = row["bases"].as_array().unwrap().iter().map(numbers).collect();

        let mut rest = bases.iter().cloned();
        let in_dims: Vec<InDim> = in_sizes
            .iter()
            .enumerate()
            .map(|(at, size)| InDim {
                name: format!("c{at}"),
                bases: rest.by_ref().take(size.ilog2() as usize).collect(),
            })
            .collect();
        let out_names: Vec<String> = (0..out_sizes.len()).map(|at| format!("x{at}")).collect();
        let out_dims: Vec<(&str, i64)> =
            out_names.iter().map(String::as_str).zip(out_sizes.iter().copied()).collect();
        let layout = Relation::from_bases(&in_dims, &out_dims, &[], &View::Natural).unwrap();
        let printed: Relation = row["relation"].as_str().unwrap().parse().unwrap();
        let (layout, printed) =
            (layout.to_map(&context).unwrap(), printed.to_map(&context).unwrap());
        assert_equal(&layout, &printed, row);

        // The same on bits: an in-dim for each input bit, an out-dim for each output bit.
        let bits: Vec<InDim> = bases
            .iter()
            .enumerate()
            .map(|(at, basis)| {
                let image = basis
                    .iter()
                    .zip(&out_sizes)
                    .flat_map(|(&value, size)| (0..size.ilog2()).map(move |bit| value >> bit & 1));
                InDim { name: format!("b{at}"), bases: vec![image.collect()] }
            })
            .collect();
        let n_bits: u32 = out_sizes.iter().map(|size| size.ilog2()).sum();
        let bit_names: Vec<String> = (0..n_bits).map(|at| format!("y{at}")).collect();
        let bit_dims: Vec<(&str, i64)> = bit_names.iter().map(|name| (name.as_str(), 2)).collect();
        let binary = Relation::from_bases(&bits, &bit_dims, &[], &View::Natural).unwrap();
        let printed: Relation = row["binary_relation"].as_str().unwrap().parse().unwrap();
        let (binary, printed) =
            (binary.to_map(&context).unwrap(), printed.to_map(&context).unwrap());
        assert_equal(&binary, &printed, row);
    }
}
