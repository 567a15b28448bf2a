//! The reasons why a layout has no such notation, put to the judge.

use layout_math::algebra::{NoRelation, NotConverted, NotLinear, NotRaised};

use crate::judge::model::Swizzle;
use crate::judge::{Parts, Table, swizzle_value};

/// The offset at each integral coordinate, counted as one number; `None` if there is not exactly one
/// coordinate for each number below the size, with exactly one offset of one part.
pub fn values(table: &Table) -> Option<Vec<i64>> {
    let mut values = vec![None; table.rows.len()];
    for row in &table.rows {
        let place = values.get_mut(usize::try_from(row.integral?).ok()?)?;
        match &table.counted(row)[..] {
            [offset] if offset.len() == 1 => *place = Some(offset[0]),
            _ => return None,
        }
    }
    values.into_iter().collect()
}

/// The values of each part of the offset.
fn parts(table: &Table) -> Vec<Vec<i64>> {
    let offsets: Vec<Vec<i64>> =
        table.rows.iter().map(|row| table.counted(row)[0].clone()).collect();
    (0..offsets[0].len()).map(|at| offsets.iter().map(|offset| offset[at]).collect()).collect()
}

/// True if some CuTe layout of the size of `values` agrees with them below `end`: mode by mode, the
/// stride is the value at the first step of the mode.
pub fn some_layout_agrees(values: &[i64], step: usize, end: usize) -> bool {
    if end <= step || values.len() == step {
        return true;
    }
    let stride = values[step];
    (2..=values.len() / step).filter(|extent| (values.len() / step).is_multiple_of(*extent)).any(
        |extent| {
            let agrees = |c: usize| values[c] == values[c % step] + (c / step) as i64 * stride;
            (step..end.min(step * extent)).all(agrees)
                && some_layout_agrees(values, step * extent, end)
        },
    )
}

/// False if there are parts at other positions than 0, 1, and so on.
pub fn has_parts_of_a_relation(table: &Table) -> bool {
    match &table.parts {
        Parts::Positions(all) => all.iter().enumerate().all(|(at, path)| *path == [at as u32]),
        _ => true,
    }
}

/// Checks that a reason why a layout of this table has no such notation is true.
pub fn check_reason(name: &str, table: &Table, reason: &NotConverted) {
    let values = values(table);
    let known = || values.as_ref().unwrap_or_else(|| panic!("{name}: {reason}"));
    match reason {
        NotConverted::NotCute { size, coordinate: Some(coordinate) } => {
            let (values, coordinate) = (known(), *coordinate as usize);
            assert_eq!(values.len() as i64, *size, "{name}");
            let agrees = |end| (end == 0 || values[0] == 0) && some_layout_agrees(values, 1, end);
            assert!(agrees(coordinate) && !agrees(coordinate + 1), "{name}: {reason}");
        }
        NotConverted::NotLinear(NotLinear::Size { size }) => {
            assert_eq!(table.rows.len() as i64, *size, "{name}");
            assert!(!(*size as u64).is_power_of_two(), "{name}: {reason}");
        }
        // Of one part or another.
        NotConverted::NotLinear(NotLinear::Offset { coordinate, output }) => {
            let is_there = parts(table).iter().any(|f| f[*coordinate as usize] == *output);
            assert!(is_there && *output < 0, "{name}: {reason}");
        }
        NotConverted::NotLinear(NotLinear::NotAffine(witness)) => {
            let (a, b) = (witness.a as usize, witness.b as usize);
            let excess = |f: &Vec<i64>| (f[a ^ b] ^ f[a] ^ f[b] ^ f[0]) as u64;
            let is_there = parts(table).iter().any(|f| excess(f) == witness.excess);
            assert!(is_there && witness.excess != 0, "{name}: {reason}");
        }
        NotConverted::NotComposed { swizzles: Some(_) } => {
            // Behind no swizzle of a few low bits; that it is behind none at all takes theory.
            let values = known();
            let mut swizzles = vec![Swizzle { bits: 0, base: 0, shift: 0 }];
            for (bits, base, shift) in
                (1..3).flat_map(|b| (0..3).flat_map(move |m| (b..4).map(move |s| (b, m, s))))
            {
                for shift in [shift as i32, -(shift as i32)] {
                    swizzles.push(Swizzle { bits, base, shift });
                }
            }
            for swizzle in swizzles {
                // A swizzle undoes itself.
                let inner: Option<Vec<i64>> =
                    values.iter().map(|&value| swizzle_value(swizzle, value)).collect();
                let Some(inner) = inner else { continue };
                let moved: Vec<i64> = inner.iter().map(|value| value - inner[0]).collect();
                let is_layout = some_layout_agrees(&moved, 1, moved.len());
                assert!(!is_layout, "{name} is a layout behind {swizzle:?}");
            }
        }
        NotConverted::Undefined { coordinate, .. } => {
            let row = table.row(*coordinate).unwrap();
            assert!(row.offsets.is_empty(), "{name}: {reason}");
        }
        NotConverted::NotRaised(NotRaised::NotAFunction { input, first, second }) => {
            let row = table.rows.iter().find(|row| row.natural == *input).unwrap();
            assert!(first != second, "{name}: {reason}");
            assert!([first, second].iter().all(|o| row.offsets.contains(o)), "{name}: {reason}");
        }
        NotConverted::NotRaised(NotRaised::NotABox { missing }) => {
            let has_row = |input: &Vec<i64>| table.rows.iter().any(|row| row.natural == *input);
            assert!(!missing.as_ref().is_some_and(has_row), "{name}: {reason}");
            let sizes: Vec<i64> = (0..table.rows.first().map_or(0, |row| row.natural.len()))
                .map(|at| table.rows.iter().map(|row| row.natural[at] + 1).max().unwrap_or(0))
                .collect();
            let is_box = table.rows.len() as i64 == sizes.iter().product::<i64>()
                && table.rows.iter().all(|row| row.natural.iter().all(|&digit| 0 <= digit));
            assert!(!is_box || table.rows.is_empty(), "{name}: {reason}");
        }
        // Of several parts: the notation has one.
        NotConverted::NotCute { coordinate: None, .. }
        | NotConverted::NotComposed { swizzles: None }
        | NotConverted::Kind { .. } => {}
        NotConverted::NotARelation(NoRelation::NestedOffsets { .. }) => {
            assert!(!has_parts_of_a_relation(table), "{name}: {reason}");
        }
        _ => panic!("{name}: {reason}"),
    }
}
