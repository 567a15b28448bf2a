//! Left and right inverses.

use super::*;

#[test]
fn inverses() {
    let (mut bijections, mut longest, mut left, mut no_left) = (0, 0, 0, 0);
    for layout in small_layouts() {
        let offsets = table(&layout);
        let right = right_inverse(&layout);
        for (c, place) in table(&right).into_iter().enumerate() {
            assert_eq!(layout.offset(place), Some(c as i64), "{layout}: {right}");
        }
        let is_injective = collision(&offsets).is_none();
        let is_non_negative = offsets.iter().all(|&offset| 0 <= offset);
        if is_injective && is_non_negative {
            // No longer one exists: the next number is not an offset, or all are used.
            let next = right.size();
            assert!(next == layout.size() || !offsets.contains(&next), "{layout}: {right}");
            longest += 1;
        }
        match inverse(&layout) {
            Ok(inverse) => {
                assert_eq!(inverse.size(), layout.size());
                for (c, &offset) in offsets.iter().enumerate() {
                    assert_eq!(inverse.offset(offset), Some(c as i64), "{layout}: {inverse}");
                }
                bijections += 1;
            }
            Err(error) => assert!(tells_the_truth(&error, &offsets), "{layout}: {error}"),
        }
        match left_inverse(&layout) {
            Ok(inverse) => {
                for (c, &offset) in offsets.iter().enumerate() {
                    assert_eq!(inverse.offset(offset), Some(c as i64), "{layout}: {inverse}");
                }
                left += 1;
            }
            Err(AlgebraError::NoLeftInverse { candidate, coordinate, found, .. }) => {
                let candidate: Layout = candidate.parse().unwrap();
                let back = |c: i64| candidate.offset(offsets[c as usize]);
                assert!((0..coordinate).all(|c| back(c) == Some(c)), "{layout}: {candidate}");
                assert!(back(coordinate) == Some(found) && found != coordinate, "{layout}");
                no_left += 1;
            }
            Err(error) => assert!(tells_the_truth(&error, &offsets), "{layout}: {error}"),
        }
    }
    for count in [bijections, longest, left, no_left] {
        assert!(100 < count, "{bijections} {longest} {left} {no_left}");
    }
}
