//! Products, orders and tilings whose extents or strides are symbols: where a tile begins depends on the
//! layout that is repeated, which is one of numbers.

use std::collections::BTreeMap;

use layout_math::algebra::AnyLayout;
use layout_math::cute::{
    AnyModes, Basis, CuteLayout, Injectivity, Layout, Stride, SymbolicStride, Term, Tuple,
};
use layout_math::partial::{self, Leaf};

use super::answer::LayoutExpression;
use super::orders::{behind, moving, order_of};

/// A product, of which the layout of the tiles may have symbols where the tile is compact.
pub fn product(mnemonic: &'static str, tile: AnyLayout, tiles: AnyLayout) -> LayoutExpression {
    if let AnyLayout::Cute(of_symbols @ CuteLayout::Symbolic(_)) = &tiles
        && let Some(found) = inside(&tile, &|tile| product_of_symbols(mnemonic, tile, of_symbols))
    {
        return LayoutExpression::Known(found);
    }
    LayoutExpression::of(mnemonic, [tile, tiles])
}

/// The products of a block of coordinates that is repeated in their last component, and not in their first: in
/// the gaps of each component, the first one first, and then behind the end of the last.
///
/// CUTLASS' own compilers differ: that of its Python DSL takes the first component, the one before it took the
/// last. Whether a component that only modes of extent 1 are in is one to repeat in is not known: there are
/// two products then. Copies do not overlap where the order stays in the gaps that it begins in.
/// None for another block, and where there is no such product.
pub fn products_in_last(
    mnemonic: &'static str,
    block: &AnyLayout,
    order: &AnyLayout,
) -> Vec<AnyLayout> {
    let AnyLayout::Cute(CuteLayout::Basis(block)) = block else { return Vec::new() };
    let of = |least| product_in_last(mnemonic, block, order, least);
    let mut products: Vec<AnyLayout> = [2, 1].into_iter().filter_map(of).collect();
    products.dedup();
    products
}

/// The product where modes of at least this extent have a component to be repeated in.
fn product_in_last(
    mnemonic: &'static str,
    block: &Layout<Basis>,
    order: &AnyLayout,
    least: i64,
) -> Option<AnyLayout> {
    // What adds nothing to a coordinate is in no component.
    let moves = |extent: i64, stride: &Basis| least <= extent && stride.scale() != 0;
    // The components are digits of one number, each as large as the block with its gaps is there.
    let mut sizes: BTreeMap<&[u32], i64> = BTreeMap::new();
    for (&extent, stride) in block.shape().leaves().zip(block.stride().leaves()) {
        if moves(extent, stride) {
            let end = extent.checked_mul(stride.scale()).filter(|end| 0 < *end)?;
            let size = sizes.entry(stride.path()).or_insert(1);
            *size = end.max(*size);
        }
    }
    let mut units: Vec<(&[u32], i64)> = Vec::new();
    let mut unit = 1_i64;
    for (&component, &size) in &sizes {
        // What has components is no number.
        if units.last().is_some_and(|(last, _)| component.starts_with(last)) {
            return None;
        }
        units.push((component, unit));
        unit = unit.checked_mul(size)?;
    }
    let number = |(&extent, stride): (&i64, &Basis)| match moves(extent, stride) {
        true => {
            let (_, unit) = units.iter().find(|(component, _)| *component == stride.path())?;
            stride.scale().checked_mul(*unit)
        }
        false => Some(0),
    };
    let coordinate = |&number: &i64| match number {
        0 => Basis::new(0, Vec::new()),
        _ => {
            let (component, unit) = units.iter().rfind(|(_, unit)| *unit <= number)?;
            Basis::new((number % unit == 0).then_some(number / unit)?, component.to_vec())
        }
    };
    let strides: Option<Vec<i64>> =
        block.shape().leaves().zip(block.stride().leaves()).map(number).collect();
    let strides = block.stride().with_leaves(strides?)?;
    let numbers = Layout::new(block.shape().clone(), strides).ok()?;
    let operands = [AnyLayout::Cute(CuteLayout::Static(numbers)), order.clone()];
    match LayoutExpression::of(mnemonic, operands).evaluate().ok()? {
        AnyLayout::Cute(CuteLayout::Static(product)) => {
            let strides: Option<Vec<Basis>> = product.stride().leaves().map(coordinate).collect();
            let strides = product.stride().with_leaves(strides?)?;
            let product = Layout::new(product.shape().clone(), strides).ok()?;
            Some(AnyLayout::Cute(CuteLayout::from(product)))
        }
        _ => None,
    }
}

/// What is done to a layout, or to the one inside a composed layout.
pub fn inside(
    layout: &AnyLayout,
    change: &dyn Fn(&CuteLayout) -> Option<CuteLayout>,
) -> Option<AnyLayout> {
    match layout {
        AnyLayout::Cute(layout) => change(layout).map(AnyLayout::Cute),
        AnyLayout::Composed(composed) => {
            change(composed.inner()).map(|inner| AnyLayout::Composed(composed.with_inner(inner)))
        }
        _ => None,
    }
}

/// A layout whose modes of stride 0 have one place.
pub fn without_zeros(layout: &CuteLayout) -> Option<CuteLayout> {
    let (shape, stride) = (layout.shape(), layout.stride());
    let known: Vec<_> = stride.leaves().map(|stride| stride.scale().as_constant()).collect();
    let extents: Vec<Term> = shape.leaves().cloned().collect();
    let shape = shape.with_leaves(moving(&extents, &known))?;
    CuteLayout::new(shape, stride, layout.facts()).ok()
}

/// A compact tile is followed by the next one, so that the layout of tiles is scaled by its size.
fn product_of_symbols(mnemonic: &str, tile: &CuteLayout, tiles: &CuteLayout) -> Option<CuteLayout> {
    let scaled = scaled(tiles, &Term::constant(compact_size(tile.as_static()?)?))?;
    let (mut own, mut repeated) = (tile.list_modes(), scaled.list_modes());
    let joined = |modes| CuteLayout::of_modes(modes).ok();
    match mnemonic {
        "logical_product" | "zipped_product" => joined(vec![tile.clone(), scaled]),
        "tiled_product" => joined([vec![tile.clone()], repeated].concat()),
        "flat_product" => joined([own, repeated].concat()),
        "blocked_product" | "raked_product" => {
            let rank = own.len().max(repeated.len());
            let one = with_strides(&Tuple::Leaf(Term::constant(1)), vec![SymbolicStride::ZERO])?;
            own.resize(rank, one.clone());
            repeated.resize(rank, one);
            let of_mode = |(own, repeated): (CuteLayout, CuteLayout)| match mnemonic {
                "blocked_product" => joined(vec![own, repeated]),
                _ => joined(vec![repeated, own]),
            };
            joined(own.into_iter().zip(repeated).map(of_mode).collect::<Option<_>>()?)
        }
        _ => None,
    }
}

/// The size of a layout that takes each offset below it once.
fn compact_size(layout: &Layout) -> Option<i64> {
    let is_compact = layout.cosize() == layout.size()
        && layout.flat_modes().iter().all(|mode| 0 <= mode.stride)
        && matches!(layout.injectivity(), Injectivity::Injective);
    is_compact.then(|| layout.size())
}

fn scaled(layout: &CuteLayout, factor: &Term) -> Option<CuteLayout> {
    let (shape, stride) = (layout.shape(), layout.stride());
    let strides: Option<Vec<_>> = stride.leaves().map(|stride| stride.scaled(factor)).collect();
    CuteLayout::new(shape.clone(), shape.with_leaves(strides?)?, layout.facts()).ok()
}

/// The layout of a shape with a stride for each of its leaves.
pub(super) fn with_strides(
    shape: &Tuple<Term>,
    strides: Vec<SymbolicStride>,
) -> Option<CuteLayout> {
    CuteLayout::new(shape.clone(), shape.with_leaves(strides)?, []).ok()
}

/// A shape with a symbol for each number that is not known.
pub fn terms(shape: &Tuple<Leaf>) -> Tuple<Term> {
    let mut count = 0;
    shape.map(&mut |leaf| match leaf.number() {
        Some(number) => Term::constant(number),
        None => {
            count += 1;
            Term::symbol(&format!("n{count}"))
        }
    })
}

/// The compact layout of a shape in an order of its modes, in which modes of the same place have the same
/// stride; `None` if the order is not a number for each.
pub fn ordered(shape: &Tuple<Term>, order: &Tuple<Leaf>) -> Option<CuteLayout> {
    if !shape.is_congruent(order) {
        return None;
    }
    let order: Vec<i64> = order.leaves().map(Leaf::number).collect::<Option<_>>()?;
    let extents: Vec<Term> = shape.leaves().cloned().collect();
    with_strides(shape, behind(&extents, &order)?)
}

/// A compact layout repeated up to a shape of which some extents are not known, in an order.
pub fn tile_to_shape(
    layout: &AnyLayout,
    shape: &Tuple<Leaf>,
    order: &Tuple<Leaf>,
) -> Option<AnyLayout> {
    inside(layout, &|tile| {
        let own = tile.as_static()?;
        let mut sizes: Vec<i64> = own.modes().map(|mode| mode.size()).collect();
        let wanted = shape.modes();
        if wanted.len() < sizes.len() {
            return None;
        }
        sizes.resize(wanted.len(), 1);
        let rest = |(wanted, size): (&Tuple<Leaf>, i64)| match partial::product(wanted) {
            Some(wanted) if wanted % size == 0 => Some(Tuple::Leaf(Leaf::Number(wanted / size))),
            Some(_) => None,
            None => Some(Tuple::Leaf(Leaf::Open)),
        };
        let rest: Option<Vec<_>> = wanted.iter().zip(sizes).map(rest).collect();
        let tiles = ordered(&terms(&Tuple::Node(rest?)), order)?;
        product_of_symbols("blocked_product", tile, &tiles)
    })
}

/// The compact layout in the order of the strides of another one. Those that are not known are larger than
/// all that are, as C++ has it, and a stride of 0 stays one.
pub fn ordered_like(layout: &CuteLayout) -> Option<CuteLayout> {
    let (shape, stride) = (layout.shape(), layout.stride());
    if stride.leaves().any(|stride| !stride.path().is_empty()) {
        return None;
    }
    let known: Vec<_> = stride.leaves().map(|stride| stride.scale().as_constant()).collect();
    let extents: Vec<Term> = shape.leaves().cloned().collect();
    let mut strides = behind(&moving(&extents, &known), &order_of(&known)?)?;
    for (stride, known) in strides.iter_mut().zip(&known) {
        if *known == Some(0) {
            *stride = SymbolicStride::ZERO;
        }
    }
    with_strides(&shape, strides)
}

#[cfg(test)]
mod tests {
    use super::*;
    use layout_math::algebra::Kind;

    fn tuple(text: &str) -> Tuple<Leaf> {
        Leaf::tuple(text).unwrap()
    }

    fn cute(text: &str) -> CuteLayout {
        text.parse().unwrap()
    }

    fn text(found: Option<CuteLayout>) -> String {
        found.map_or("none".to_owned(), |layout| layout.to_string())
    }

    /// The same with 3 for each symbol, as our operation on numbers has it.
    fn with_numbers(found: &CuteLayout) -> Layout {
        found.with_values(&|_| Some(3)).unwrap().as_static().unwrap().clone()
    }

    #[test]
    fn products_of_symbols_are_those_of_numbers() {
        let (tile, tiles) = (cute("(3,4):(4,1)"), cute("(M,N):(1,2)"));
        let numbers = tiles.with_values(&|_| Some(3)).unwrap();
        for (name, expected) in [
            ("logical_product", "((3,4),(M,N)):((4,1),(12,24))"),
            ("zipped_product", "((3,4),(M,N)):((4,1),(12,24))"),
            ("tiled_product", "((3,4),M,N):((4,1),12,24)"),
            ("flat_product", "(3,4,M,N):(4,1,12,24)"),
            ("blocked_product", "((3,M),(4,N)):((4,12),(1,24))"),
            ("raked_product", "((M,3),(N,4)):((12,4),(24,1))"),
        ] {
            let found = product_of_symbols(name, &tile, &tiles);
            assert_eq!(text(found.clone()), expected, "{name}");
            let operands = [&tile, &numbers].map(|of| AnyLayout::Cute(of.clone()));
            let of_numbers = LayoutExpression::of(name, operands).evaluate().unwrap();
            let own = AnyLayout::Cute(CuteLayout::Static(with_numbers(&found.unwrap())));
            assert_eq!(own.to_string(), of_numbers.to_string(), "{name}");
        }
        // What comes behind a tile with gaps is not known of its size.
        assert_eq!(text(product_of_symbols("flat_product", &cute("4:2"), &tiles)), "none");
    }

    /// What the older compiler printed, and that a copy is never where another one is.
    #[test]
    fn blocks_of_coordinates_are_repeated_in_their_gaps_and_behind_the_last_component() {
        let of = |name: &'static str, block: &str, order: &str| {
            let [block, order] = [block, order].map(|text| AnyLayout::Cute(cute(text)));
            let found = products_in_last(name, &block, &order);
            let found: Vec<String> = found.iter().map(ToString::to_string).collect();
            if found.is_empty() { "none".to_owned() } else { found.join(" or ") }
        };
        for (name, block, expected) in [
            ("logical_product", "(4,3):(2@0,1@1)", "((4,3),(2,5)):((2@0,1@1),(1@0,3@1))"),
            ("logical_product", "(4,3):(1@0,1@1)", "((4,3),(2,5)):((1@0,1@1),(3@1,6@1))"),
            ("blocked_product", "(4,3):(1@0,1@1)", "((4,2),(3,5)):((1@0,3@1),(1@1,6@1))"),
            ("flat_product", "(4,3):(1@0,1@1)", "(4,3,2,5):(1@0,1@1,3@1,6@1)"),
            ("logical_product", "4:1@0", "(4,(2,5)):(1@0,(4@0,8@0))"),
            ("logical_product", "(4,3):(1@0,2@1)", "((4,3),(2,5)):((1@0,2@1),(1@1,6@1))"),
            // The order has 2 of the 3 places in the gap.
            ("logical_product", "(4,3):(3@0,1@1)", "none"),
            ("logical_product", "(4,3):(-1@0,1@1)", "none"),
            // Nothing is repeated in a mode that adds nothing.
            ("logical_product", "(4,3,1):(1@0,1@1,0)", "((4,3,1),(2,5)):((1@0,1@1,0),(3@1,6@1))"),
            ("logical_product", "(2,4,3):(0,1@0,1@1)", "((2,4,3),(2,5)):((0,1@0,1@1),(3@1,6@1))"),
            ("flat_product", "(4,2,3):(1@0,0,1@1)", "(4,2,3,2,5):(1@0,0,1@1,3@1,6@1)"),
            ("logical_product", "(4,1):(0,0)", "none"),
            // A component is a whole path.
            ("logical_product", "(4,3):(1@0@0,1@1)", "((4,3),(2,5)):((1@0@0,1@1),(3@1,6@1))"),
            (
                "logical_product",
                "(4,3):(1@0@1,1@1@1)",
                "((4,3),(2,5)):((1@0@1,1@1@1),(3@1@1,6@1@1))",
            ),
            ("logical_product", "(4,3):(1@0,1@1@0)", "none"),
            // A component of one place may be one.
            (
                "logical_product",
                "(4,3,1):(1@0,1@1,1@2)",
                "((4,3,1),(2,5)):((1@0,1@1,0),(3@1,6@1)) or \
                 ((4,3,1),(2,5)):((1@0,1@1,1@2),(1@2,2@2))",
            ),
        ] {
            assert_eq!(of(name, block, "(2,5):(1,2)"), expected, "{name} {block}");
        }
        for (block, order) in
            [("(4,3):(2@0,2@1)", "(4,5):(1,4)"), ("(2,3):(1@1,3@0)", "(3,2):(1,3)")]
        {
            let product = cute(&of("flat_product", block, order));
            let CuteLayout::Basis(product) = &product else { panic!("{block}") };
            let mut seen = std::collections::BTreeSet::new();
            let modes: Vec<(i64, &Basis)> =
                product.shape().leaves().copied().zip(product.stride().leaves()).collect();
            for index in 0..modes.iter().map(|(extent, _)| extent).product() {
                let (mut rest, mut at) = (index, [0; 2]);
                for (extent, stride) in &modes {
                    at[stride.path()[0] as usize] += rest % extent * stride.scale();
                    rest /= extent;
                }
                assert!(seen.insert(at), "{product}: {at:?}");
            }
        }
    }

    #[test]
    fn orders_are_those_of_numbers() {
        let of = |shape: &str, order: &str| text(ordered(&terms(&tuple(shape)), &tuple(order)));
        assert_eq!(of("(4,3,?,2)", "(0,1,2,3)"), "(4,3,n1,2):(1,4,12,12*n1)");
        assert_eq!(of("(?,?)", "(1,0)"), "(n1,n2):(n2,1)");
        assert_eq!(of("(64,?,2)", "(0,2,0)"), "(64,n1,2):(1,128,1)");
        assert_eq!(of("(?,4)", "(0,?)"), "none");
        assert_eq!(of("(?,4)", "0"), "none");
        let like = |layout: &str| text(ordered_like(&cute(layout)));
        assert_eq!(like("(M,2):(d,1)"), "(M,2):(2,1)");
        assert_eq!(like("(M,N):(c,d)"), "(M,N):(1,M)");
        assert_eq!(like("(M,2,5):(d,4,0)"), "(M,2,5):(2,1,0)");
        assert_eq!(like("(M,2):(d,-1)"), "(M,2):(2,1)");
        assert_eq!(like("(2,M,3,5):(0,d,2,0)"), "(2,M,3,5):(0,3,1,0)");
        assert_eq!(like("(4,2):(1@0,1@1)"), "none");
        // Two modes with one stride have one stride.
        assert_eq!(like("(M,2):(1,1)"), "(M,2):(1,1)");
    }

    #[test]
    fn tiles_are_repeated_in_order() {
        let of = |layout: &str, shape: &str, order: &str| {
            let layout = AnyLayout::parse(Kind::Cute, layout).unwrap();
            let found = tile_to_shape(&layout, &tuple(shape), &tuple(order));
            found.map_or("none".to_owned(), |found| found.to_string())
        };
        assert_eq!(of("(3,2):(1,3)", "(?,?)", "(1,0)"), "((3,n1),(2,n2)):((1,6*n2),(3,6))");
        assert_eq!(of("4:1", "(?,8)", "(0,1)"), "((4,n1),(1,8)):((1,4),(0,4*n1))");
        assert_eq!(of("(3,2):(1,3)", "(?,5)", "(0,1)"), "none");
        assert_eq!(of("(3,2):(1,3)", "?", "0"), "none");
        assert_eq!(of("(3,2):(1,4)", "(?,?)", "(0,1)"), "none");
    }
}
