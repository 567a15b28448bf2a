//! Complements, in CuTe's flavor and the paper's.

use layout::algebra::Budget;

use super::*;

#[test]
fn complements() {
    let (mut complete, mut partial, mut refused, mut interleaved) = (0, 0, 0, 0);
    for layout in small_layouts() {
        let filtered = filter(&layout);
        let reached = table(&filtered);
        for size in [1, 2, 5, 12, 24] {
            match complement(&layout, size) {
                Ok(rest) => {
                    let rest_offsets = table(&rest);
                    assert!(rest_offsets.is_sorted_by(|a, b| a < b), "{layout}, {size}: {rest}");
                    let both = Layout::concat([filtered.clone(), rest.clone()]).unwrap();
                    let sums = table(&both);
                    assert_eq!(collision(&sums), None, "{layout}, {size}: {rest}");
                    // Where every stride is a multiple of what the faster modes and gaps cover,
                    // every number below the size is reached.
                    let mut modes = filtered.flat_modes().to_vec();
                    modes.retain(|mode| mode.extent != 1);
                    modes.sort_by_key(|mode| mode.stride);
                    let ends = [1].into_iter().chain(modes.iter().map(|m| m.stride * m.extent));
                    let divides = modes.iter().zip(ends).all(|(m, end)| m.stride % end == 0);
                    let sums: BTreeSet<i64> = sums.into_iter().collect();
                    let covers = (0..size).all(|offset| sums.contains(&offset));
                    assert!(covers || !divides, "{layout}, {size}: {rest} leaves gaps");
                    complete += usize::from(covers);
                    partial += usize::from(!covers);
                }
                Err(AlgebraError::Interleaved { stride, end, .. }) => {
                    assert_eq!(collision(&reached), None, "{layout} collides");
                    assert!(
                        stride < end && filtered.flat_modes().iter().any(|m| m.stride == stride)
                    );
                    interleaved += 1;
                }
                Err(error) => {
                    assert!(tells_the_truth(&error, &reached), "{layout}: {error}");
                    refused += 1;
                }
            }
        }
    }
    for count in [complete, partial, refused, interleaved] {
        assert!(1000 < count, "{complete} {partial} {refused} {interleaved}");
    }
}

/// The paper's complement, step by step on the set of offsets.
fn complement_by_sets(layout: &Layout, size: i64) -> String {
    let reached = |modes: &[Mode]| -> BTreeSet<i64> {
        let add = |sums: BTreeSet<i64>, mode: &Mode| {
            (0..mode.extent).flat_map(|i| sums.iter().map(move |s| s + i * mode.stride)).collect()
        };
        modes.iter().fold(BTreeSet::from([0]), add)
    };
    let of_layout = reached(layout.flat_modes());
    let cosize = of_layout.last().unwrap() + 1;
    let max_index = (size - 1).max(cosize - 1);
    let mut modes = layout.flat_modes().to_vec();
    let mut result: Option<String> = None;
    let (mut end, mut filled) = (0, 1);
    while end <= max_index {
        let current = reached(&modes);
        let Some(begin) = (filled..=max_index).find(|n| !current.contains(n)) else { break };
        let (copies, stride);
        if begin < cosize {
            end = *of_layout.range(begin..).next().unwrap();
            (copies, stride) = (end / begin, begin);
        } else {
            end = max_index + 1;
            stride = current.last().unwrap() + 1;
            copies = (end + stride - 1) / stride;
        }
        if 1 < copies {
            modes.push(Mode { extent: copies, stride });
            result = Some(match result {
                None => format!("{copies}:{stride}"),
                Some(result) => {
                    let (shape, strides) = result.split_once(':').unwrap();
                    format!("({shape},{copies}):({strides},{stride})")
                }
            });
        }
        filled = end;
    }
    result.unwrap_or("1:0".to_owned())
}

#[test]
fn paper_flavor() {
    let (mut equal, mut other_than_cute, mut overlapping, mut inverted) = (0, 0, 0, 0);
    let small = layouts(3, &[1, 2, 3], &[0, 1, 2, 3, 4, 5, 8, 11, 16, 20]);
    for layout in small {
        for size in [1, 24, 40] {
            let by_sets = || complement_by_sets(&layout, size);
            match complement_paper(&layout, size, &Budget::DEFAULT) {
                Ok(rest) => {
                    assert_eq!(rest.to_string(), by_sets(), "{layout}, {size}");
                    assert!(table(&rest).is_sorted_by(|a, b| a < b), "{layout}, {size}: {rest}");
                    let both = Layout::concat([filter(&layout), rest.clone()]).unwrap();
                    assert_eq!(collision(&table(&both)), None, "{layout}, {size}: {rest}");
                    other_than_cute +=
                        usize::from(complement(&layout, size) != Ok(coalesce(&rest)));
                    equal += 1;
                }
                Err(error) => {
                    let AlgebraError::NotInjective { layout: both, .. } = &error else {
                        panic!("{layout}, {size}: {error}");
                    };
                    assert!(
                        both.parse::<Layout>().unwrap().injectivity() != Injectivity::Injective
                    );
                    if collision(&table(&filter(&layout))).is_some() {
                        assert_eq!(both, &filter(&layout).to_string(), "{size}");
                    } else {
                        let rest: Layout = by_sets().parse().unwrap();
                        let again = Layout::concat([filter(&layout), rest]).unwrap();
                        assert_eq!(both, &again.to_string(), "{size}");
                        overlapping += 1;
                    }
                }
            }
        }
        if let Ok(inverse) = left_inverse_paper(&layout, &Budget::DEFAULT) {
            for (c, offset) in table(&layout).into_iter().enumerate() {
                assert_eq!(inverse.offset(offset), Some(c as i64), "{layout}: {inverse}");
            }
            inverted += 1;
        }
    }
    for count in [equal, other_than_cute, inverted] {
        assert!(100 < count, "{equal} {other_than_cute} {overlapping} {inverted}");
    }
}
