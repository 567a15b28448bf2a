//! Layouts as the layouts of arrays: the index expression, the strides and the size of the buffer
//! are those of the function, at every element.

use layout::algebra::{AnyLayout, Kind};
use layout::code::{ArrayLayout, Operator};

const LAYOUTS: &[(Kind, &str)] = &[
    (Kind::Cute, "7:3"),
    (Kind::Cute, "(4,8):(8,1)"),
    (Kind::Cute, "((2,3),(4,2),5):((1,40),(2,120),8)"),
    (Kind::Cute, "((2,2),8):((8,16),1)"),
    (Kind::Cute, "(4,0x,3):(0,1,4)"),
    (Kind::Cute, "(4,1,3):(0,7,4)"),
    (Kind::Cute, "():()"),
    (Kind::Composed, "S<3,4,3> o 0 o (8,64):(64,1)"),
    (Kind::Composed, "S<3,4,3> o 5 o (10,20):(20,1)"),
    (Kind::Composed, "S<2,3,-3> o 0 o ((2,8),8):((1,16),2)"),
    (Kind::Composed, "S<0,4,3> o 5 o (4,8):(8,1)"),
    (Kind::Composed, "(4,4):(4,1) o 0 o (2,8):(8,1)"),
    (Kind::Swizzle, "S<2,1,3>"),
    (Kind::Linear, "{a = [[1],[4]], b = [[2],[8]]}"),
    (Kind::Linear, "{a = [[3],[4]], b = [[2],[8]]} -> [o = 16] xor [5]"),
    (Kind::Linear, "{lane = [[0,1],[1,0]], warp = [[2,1]]}"),
    (Kind::Relation, "{ [i,j] -> [4i + (j + 1) mod 4] : 0 <= i < 3 and 0 <= j < 4 }"),
];

/// All indices of an array, the first dimension fastest.
fn indices(shape: &[i64]) -> Vec<Vec<i64>> {
    shape.iter().fold(vec![Vec::new()], |before, &size| {
        let next = |index: i64| {
            before.iter().map(move |first: &Vec<i64>| {
                let mut longer = first.clone();
                longer.push(index);
                longer
            })
        };
        (0..size).flat_map(next).collect()
    })
}

fn arrays() -> Vec<(AnyLayout, ArrayLayout, Vec<i64>)> {
    let parsed = LAYOUTS.iter().filter_map(|(kind, text)| AnyLayout::parse(*kind, text).ok());
    let arrays: Vec<_> = parsed
        .map(|layout| {
            let array = ArrayLayout::new(&layout).unwrap();
            let size = |extent: &Option<layout::cute::Term>| {
                extent.as_ref().map_or(40, |extent| extent.as_constant().unwrap())
            };
            let shape = array.extents().iter().map(size).collect();
            (layout, array, shape)
        })
        .collect();
    // One of the texts is not a layout, so that a parser that takes anything is seen.
    assert_eq!(arrays.len(), LAYOUTS.len() - 1);
    arrays
}

#[test]
fn the_index_is_the_offset() {
    for (layout, array, shape) in arrays() {
        for index in indices(&shape) {
            let expected = layout.apply(&index, &[]).or_else(|| {
                // An array without dimensions has one element, at the integral coordinate 0.
                index.is_empty().then(|| layout.apply(&[0], &[])).flatten()
            });
            assert_eq!(Some(array.index().evaluate(&index)), expected, "{layout} at {index:?}");
        }
        let is_affine = |operator: Operator| {
            use Operator::{Add, Divide, Multiply, Remainder, Subtract};
            matches!(operator, Add | Subtract | Multiply | Divide | Remainder)
        };
        assert!(array.index().operations().iter().all(|operation| is_affine(operation.1)));
    }
}

#[test]
fn the_buffer_holds_every_element_and_the_strides_find_it() {
    for (layout, array, shape) in arrays() {
        let known: Vec<Option<i64>> = shape.iter().copied().map(Some).collect();
        let size = array.buffer_size(&known).unwrap().unwrap();
        let strides = array.strides(&known);
        let mut greatest = -1;
        for index in indices(&shape) {
            let parts = array.index().evaluate(&index);
            let sizes = array.parts().unwrap_or(vec![1]);
            let place = parts.iter().zip(&sizes).fold((0, 1), |(place, weight), (part, size)| {
                (place + part * weight, weight * size)
            });
            assert!((0..size).contains(&place.0), "{layout} at {index:?}: {} of {size}", place.0);
            greatest = greatest.max(place.0);
            if let Some(strides) = &strides {
                let terms = index.iter().zip(strides.strides());
                let sum: i64 = terms.map(|(index, stride)| index * stride.unwrap()).sum();
                assert_eq!(place.0, sum + strides.offset().unwrap(), "{layout} at {index:?}");
            }
        }
        // A linear layout of several parts has a buffer for all of them.
        assert!(array.parts().is_some() || greatest + 1 == size, "{layout}: {greatest} of {size}");
    }
}

#[test]
fn symbols_are_the_last_inputs() {
    let layout = AnyLayout::parse(Kind::Cute, "((2,M),N):((1,2),2*M)").unwrap();
    let array = ArrayLayout::new(&layout).unwrap();
    assert_eq!(array.symbols(), ["M", "N"]);
    for (m, n) in [(1, 1), (3, 4), (5, 2)] {
        for index in indices(&[2 * m, n]) {
            let inputs = [index[0], index[1], m, n];
            let expected = layout.apply(&index, &[("M", m), ("N", n)]).unwrap();
            assert_eq!(array.index().evaluate(&inputs), expected);
        }
    }
}
