use super::*;

#[test]
fn only_what_is_not_known_is_a_premise() {
    let premises = |relation, left, right| {
        let mut code = Code::default();
        let mut cute = CuteCode::new(&mut code, 8);
        let (left, right) = (cute.number(left), cute.number(right));
        cute.require(relation, left, right);
        cute.into_premises().len()
    };
    assert_eq!(premises(CmpPredicate::Less, 2, 3), 0);
    assert_eq!(premises(CmpPredicate::Less, 3, 3), 1);
    assert_eq!(premises(CmpPredicate::LessOrEqual, 3, 3), 0);
    assert_eq!(premises(CmpPredicate::LessOrEqual, 4, 3), 1);
}

fn node<const N: usize>(modes: [Numbers; N]) -> Numbers {
    Tuple::Node(modes.into())
}

fn numbers<const N: usize>(cute: &mut CuteCode<'_>, numbers: [i64; N]) -> Numbers {
    node(numbers.map(|number| Tuple::Leaf(cute.number(number))))
}

/// The values of numbers that code without inputs computes.
fn values(run: impl Fn(&mut CuteCode<'_>) -> Supported<Numbers>) -> Result<Vec<i64>, String> {
    let mut code = Code::default();
    let found = run(&mut CuteCode::new(&mut code, 32))?;
    let at = code.evaluate(&[]);
    Ok(found.leaves().map(|leaf| at[leaf.position()].unwrap()).collect())
}

/// The function (2,3):(1,10) of the first mode of a coordinate and 4:5 of the second one.
fn by_mode(cute: &mut CuteCode<'_>) -> LayoutFunction {
    let layouts = ["(2,3):(1,10)", "4:5"].map(|text| text.parse::<Layout>().unwrap());
    LayoutFunction::Modes(layouts.iter().map(|layout| cute.layout(layout)).collect())
}

fn swizzle() -> LayoutFunction {
    LayoutFunction::Swizzle(Swizzle::new(1, 0, 2).unwrap())
}

fn swizzled_by_mode(cute: &mut CuteCode<'_>) -> LayoutFunction {
    let (offset, inner) = (cute.number(0), by_mode(cute));
    LayoutFunction::Composed { outer: Box::new(swizzle()), offset, inner: Box::new(inner) }
}

#[test]
fn sizes_are_those_of_the_modes_together() {
    let size = |function: fn(&mut CuteCode<'_>) -> LayoutFunction| {
        values(|cute| {
            let function = function(cute);
            cute.size(&function).map(Tuple::Leaf)
        })
    };
    let cosize = |function: fn(&mut CuteCode<'_>) -> LayoutFunction| {
        values(|cute| {
            let function = function(cute);
            cute.cosize(&function).map(Tuple::Leaf)
        })
    };
    assert_eq!(size(by_mode), Ok(vec![24]));
    assert_eq!(size(swizzled_by_mode), Ok(vec![24]));
    assert_eq!(size(|_| swizzle()), Err("S<1,0,2> has no size".to_owned()));
    // The greatest offsets are 21 and 15.
    assert_eq!(cosize(by_mode), Ok(vec![37]));
    let refused = "the cosize of a composed layout is not supported".to_owned();
    assert_eq!(cosize(swizzled_by_mode), Err(refused));
}

#[test]
fn coordinates_fit_shapes_or_are_refused() {
    let coordinate = |rank: usize| {
        values(|cute| {
            let modes = [numbers(cute, [2, 3]), numbers(cute, [4, 2]), numbers(cute, [5])];
            let index = numbers(cute, [3, 5]);
            cute.idx2crd(&index, &Tuple::Node(modes[..rank].to_vec()))
        })
    };
    // 3 = 1 + 2*1 and 5 = 1 + 4*1.
    assert_eq!(coordinate(2), Ok(vec![1, 1, 1, 1]));
    assert_eq!(coordinate(3), Err("2 numbers for a shape of rank 3".to_owned()));
    let offset = |coordinate: &[i64], is_leaf: bool| {
        values(|cute| {
            let leaves = coordinate.iter().map(|&own| Tuple::Leaf(cute.number(own)));
            let coordinate = Tuple::Node(leaves.collect());
            let layout = if is_leaf { "8:3" } else { "(2,4,3):(1,10,100)" };
            let layout = cute.layout(&layout.parse().unwrap());
            cute.evaluate(&layout, &coordinate).map(Tuple::Leaf)
        })
    };
    assert_eq!(offset(&[5], true), Ok(vec![15]));
    let refused = "a coordinate of 2 modes for a single mode".to_owned();
    assert_eq!(offset(&[5, 0], true), Err(refused));
    assert_eq!(offset(&[1, 3, 2], false), Ok(vec![231]));
    let refused = "a coordinate of 2 modes for a layout of rank 3".to_owned();
    assert_eq!(offset(&[1, 3], false), Err(refused));
}

#[test]
fn functions_take_a_coordinate_of_their_modes() {
    let offset = |function: fn(&mut CuteCode<'_>) -> LayoutFunction, coordinate: &[i64]| {
        values(|cute| {
            let function = function(cute);
            let leaves = coordinate.iter().map(|&own| Tuple::Leaf(cute.number(own)));
            let coordinate = Tuple::Node(leaves.collect());
            cute.evaluate(&function, &coordinate).map(Tuple::Leaf)
        })
    };
    assert_eq!(offset(|_| swizzle(), &[7]), Ok(vec![6]));
    assert_eq!(offset(|_| swizzle(), &[7, 0]), Err("a swizzle at a tuple".to_owned()));
    // 5 is at (1,2), so that the offsets are 21 and 15; 36 has the bit 2, and goes to 37.
    assert_eq!(offset(by_mode, &[5, 3]), Ok(vec![36]));
    assert_eq!(offset(swizzled_by_mode, &[5, 3]), Ok(vec![37]));
    let refused = "a coordinate of 1 modes for a layout of rank 2".to_owned();
    assert_eq!(offset(by_mode, &[5]), Err(refused));
}
