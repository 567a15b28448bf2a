//! Compares our layouts of a folder's kernels with those that Triton itself gives, entry by entry.
//!
//! `spec.json` has for each kernel NAME the bases of the layouts of its arguments and results. Each is
//! looked for among the types of `NAME.ttgir`: a type of that shape has the same bases, those of
//! registers that repeat another left out, and the same padding. Where all are, a verdict does not
//! depend on whose layouts it is about.

use std::path::Path;

use layout_kernels::triton::{EncodedType, read_module};
use serde_json::Value;

/// The bases of an in-dim, those of zeros left out.
type Bases = Vec<Vec<i64>>;

/// What a layout is compared by: the shape, the bases of each in-dim, and the padding.
#[derive(Debug, PartialEq)]
struct Placement {
    shape: Vec<i64>,
    bases: Vec<(&'static str, Bases)>,
    padding: Vec<Vec<i64>>,
}

/// The in-dims, by their names here and in the file. Only registers may repeat others.
const DIMS: [(&str, &str); 4] = [
    ("register", "reg_bases"),
    ("lane", "lane_bases"),
    ("warp", "warp_bases"),
    ("offset", "offset_bases"),
];

fn kept(name: &str, bases: Bases) -> Bases {
    let is_kept = |basis: &Vec<i64>| name != "register" || basis.iter().any(|&own| own != 0);
    bases.into_iter().filter(is_kept).collect()
}

fn numbers(value: &Value) -> Vec<i64> {
    value.as_array().into_iter().flatten().filter_map(Value::as_i64).collect()
}

fn lists(value: &Value) -> Bases {
    value.as_array().into_iter().flatten().map(numbers).collect()
}

fn of_triton(entry: &Value) -> Placement {
    let bases = |(name, key): (&'static str, &str)| {
        entry.get(key).map(|value| (name, kept(name, lists(value))))
    };
    Placement {
        shape: numbers(&entry["shape"]),
        bases: DIMS.into_iter().filter_map(bases).collect(),
        padding: lists(&entry["pad"]),
    }
}

fn of_ours(own: &EncodedType) -> Option<Placement> {
    let encoding = own.encoding().ok()?;
    let (layout, padding) = encoding.without_gaps(own.shape(), own.element().bits()?).ok()?;
    let bases = |(name, _): (&'static str, &str)| {
        let (_, bases) = layout.bases().find(|(dim, _)| dim.name() == name)?;
        Some((name, kept(name, bases.iter().map(|basis| basis.to_vec()).collect())))
    };
    Some(Placement {
        shape: own.shape().to_vec(),
        bases: DIMS.into_iter().filter_map(bases).collect(),
        padding: padding.iter().map(|own| vec![own.interval, own.padding]).collect(),
    })
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).ok_or("usage: compare_layouts FOLDER")?;
    let folder = Path::new(&folder);
    let specification: Value =
        serde_json::from_str(&std::fs::read_to_string(folder.join("spec.json"))?)?;
    let entries = specification.as_object().ok_or("spec.json is not an object")?;
    let (mut n_equal, mut n_other) = (0, 0);
    for (name, entry) in entries {
        let text = std::fs::read(folder.join(format!("{name}.ttgir")))?;
        let module = read_module(&text).map_err(|error| format!("{name}: {error}"))?;
        let ours: Vec<Placement> = module.encodings().iter().filter_map(of_ours).collect();
        let layouts = ["args", "results"].into_iter().flat_map(|key| entry[key].as_array());
        for layout in layouts.flatten() {
            let expected = of_triton(layout);
            if ours.contains(&expected) {
                n_equal += 1;
            } else {
                n_other += 1;
                println!("{name}: {expected:?}");
                for own in ours.iter().filter(|own| own.shape == expected.shape) {
                    println!("  ours: {own:?}");
                }
            }
        }
    }
    println!("{} kernels: {n_equal} layouts are equal, {n_other} are not", entries.len());
    match n_other {
        0 => Ok(()),
        _ => Err("layouts differ".into()),
    }
}
