//! Random calls of the operations of the algebra, often such as have an answer.

use crate::given::Given;
use crate::judge::model::{Composed, Cute, Layout, Term, Tile, Tree};
use crate::judge::random::{self, Random, Symbols};
use crate::laws;
use crate::linear_pairs;

/// An operation, its operands and its parameters.
pub(crate) struct RandomCall {
    pub name: &'static str,
    pub operands: Vec<Layout>,
    pub given: Given,
}

/// A call of any operation.
pub(crate) fn call(random: &mut Random) -> RandomCall {
    let names: Vec<&'static str> = laws::names().collect();
    let name = *random.pick(&names);
    let symbols = if random.chance(88) { Symbols::default() } else { Symbols::random(random, 0) };
    let symbols = &symbols;
    let mut operands = operands(random, name, symbols);
    // Notations for which it is not defined.
    if random.chance(4) && !operands.is_empty() {
        let at = random.number(0, operands.len() as i64 - 1) as usize;
        operands[at] = match random.number(0, 4) {
            0 => Layout::Tile(random::tile(random, 3)),
            _ => random::layout(random, symbols),
        };
    }
    let given = given(random, name, &operands);
    RandomCall { name, operands, given }
}

fn operands(random: &mut Random, name: &str, symbols: &Symbols) -> Vec<Layout> {
    match name {
        "make_ordered_layout" => Vec::new(),
        "concat" => {
            let has_positions = random.chance(20);
            let n = random.number(1, 3);
            (0..n).map(|_| Layout::Cute(random::cute(random, symbols, has_positions))).collect()
        }
        "append" | "prepend" => {
            let has_positions = random.chance(20);
            let right = Layout::Cute(random::cute(random, symbols, has_positions));
            let left = match has_positions {
                true => Layout::Cute(random::cute(random, symbols, true)),
                false => modes(random, symbols),
            };
            vec![left, right]
        }
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            let source = modes(random, symbols);
            let by = divisor(random, &source);
            vec![source, by]
        }
        "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
            let block = block(random, symbols);
            let by = match random.chance(30) {
                true => Layout::Tile(tile(random, &block)),
                false => order(random),
            };
            vec![block, by]
        }
        "blocked_product" | "raked_product" => vec![block(random, symbols), order(random)],
        "tile_to_shape" | "complement" => vec![block(random, symbols)],
        "make_layout_tv" => {
            vec![order(random), Layout::Cute(random::compact(random, &Symbols::default()))]
        }
        "max_common_layout" | "max_common_vector" => {
            let first = random::compact(random, symbols);
            let second = match random.chance(50) {
                true => random::rewritten(random, &Layout::Cute(first.clone())),
                false => order(random),
            };
            vec![Layout::Cute(first), second]
        }
        "left_inverse" | "right_inverse" | "inverse" | "recast" | "upcast" | "downcast" => {
            vec![match random.number(0, 9) {
                0..5 => Layout::Cute(random::compact(random, symbols)),
                5..8 => modes(random, symbols),
                8 => Layout::Composed(swizzled(random)),
                _ => Layout::Linear(linear_pairs::bijective(random)),
            }]
        }
        "nullspace" => {
            let has_positions = random.chance(30);
            vec![Layout::Cute(random::cute(random, symbols, has_positions))]
        }
        "size" | "cosize" | "is_injective" | "is_surjective" | "coalesce" | "flatten" => {
            vec![random::layout(random, symbols)]
        }
        "idx2crd" => vec![match random.chance(20) {
            true => Layout::Linear(random::linear(random)),
            false => modes(random, symbols),
        }],
        "is_congruent" | "is_weakly_congruent" | "is_compatible" => {
            let first = modes(random, symbols);
            let second = match random.chance(60) {
                true => random::rewritten(random, &first),
                false => modes(random, symbols),
            };
            vec![first, second]
        }
        "invert"
        | "pseudoinvert"
        | "invert_and_compose"
        | "direct_sum"
        | "divide_left"
        | "divide_right"
        | "free_variable_masks"
        | "num_consecutive"
        | "sublayout"
        | "reshape"
        | "transpose"
        | "unsqueeze"
        | "remove_zero_bases"
        | "flatten_ins"
        | "flatten_outs"
        | "concat_ins"
        | "concat_outs" => {
            linear_pairs::operands(random, name).into_iter().map(Layout::Linear).collect()
        }
        _ => vec![modes(random, symbols)],
    }
}

/// A CuTe layout with numbers or positions, or a composed layout.
fn modes(random: &mut Random, symbols: &Symbols) -> Layout {
    match random.number(0, 9) {
        0..5 => Layout::Cute(random::cute(random, symbols, false)),
        5..7 => Layout::Cute(random::compact(random, symbols)),
        7 => Layout::Cute(random::cute(random, symbols, true)),
        _ => Layout::Composed(random::composed(random, symbols)),
    }
}

/// What often has a complement.
fn block(random: &mut Random, symbols: &Symbols) -> Layout {
    match random.number(0, 9) {
        0..6 => Layout::Cute(random::compact(random, symbols)),
        6 => Layout::Composed(swizzled(random)),
        _ => modes(random, symbols),
    }
}

fn swizzled(random: &mut Random) -> Composed {
    let none = Symbols::default();
    let inner = random::compact(random, &none);
    Composed { inner, ..random::composed(random, &none) }
}

/// A small layout of numbers, often with a complement.
fn order(random: &mut Random) -> Layout {
    let none = Symbols::default();
    Layout::Cute(match random.number(0, 9) {
        0..6 => random::compact(random, &none),
        6 => laws::plain::single(random.number(1, 5), *random.pick(&[1, 1, 2, 3, -1, 0])),
        _ => random::cute(random, &none, false),
    })
}

/// A tile of a layout: another layout, coordinates of its modes, or a tiler.
fn divisor(random: &mut Random, source: &Layout) -> Layout {
    match random.number(0, 9) {
        0..4 => order(random),
        4..6 => {
            let (extent, stride) = (random.number(1, 6), *random.pick(&[1, 1, 1, 2, 3, 4]));
            Layout::Cute(laws::plain::single(extent, stride))
        }
        6 => Layout::Cute(random::cute(random, &Symbols::default(), true)),
        _ => Layout::Tile(tile(random, source)),
    }
}

fn tile(random: &mut Random, layout: &Layout) -> Vec<Tile> {
    let n_modes = match layout {
        Layout::Cute(cute) => cute.shape.modes().len(),
        Layout::Composed(composed) => composed.inner.shape.modes().len(),
        _ => 2,
    };
    let n_modes = n_modes + usize::from(random.chance(4));
    let mode = |random: &mut Random| match random.number(0, 9) {
        0..2 => Tile::All,
        2..6 => Tile::Extent(random.number(1, 4)),
        6 => Tile::Layout(random::cute(random, &Symbols::default(), false)),
        _ => Tile::Layout(random::compact(random, &Symbols::default())),
    };
    (0..random.number(1, n_modes.max(1) as i64)).map(|_| mode(random)).collect()
}

fn given(random: &mut Random, name: &str, operands: &[Layout]) -> Given {
    let shape = operands.first().and_then(|layout| match layout {
        Layout::Cute(Cute { shape, .. }) => Some(shape),
        Layout::Composed(composed) => Some(&composed.inner.shape),
        _ => None,
    });
    let unknown = Tree::Node(vec![Tree::Leaf(()), Tree::Leaf(())]);
    let profile = shape.map_or(unknown, |shape| shape.map(&mut |_| ()));
    let rank = profile.modes().len() as i64;
    match name {
        "coalesce" if random.chance(40) => Given::text("profile", numbers(random, &profile, 1, 4)),
        "complement" => {
            let size = if random.chance(2) { 0 } else { random.number(1, 40) };
            with_flavor(random, Given::integer("size", size))
        }
        "left_inverse" | "right_inverse" | "inverse" => with_flavor(random, Given::default()),
        "group" => {
            let begin = random.number(0, rank);
            let end = random.number(begin, rank) + *random.pick(&[0, 0, 0, 0, 0, 0, 0, 0, 1, -1]);
            Given::list("modes", vec![begin, end.max(0)])
        }
        "select" => {
            let n = random.number(0, 3);
            let last = (rank - 1 + i64::from(random.chance(10))).max(0);
            Given::list("modes", (0..n).map(|_| random.number(0, last)).collect())
        }
        "slice" | "dice" => Given::text("coordinate", coordinate(random, &profile)),
        "recast" => {
            let mut given = Given::integer("old_bits", *random.pick(&[1, 2, 4, 8, 3, 6, 0]));
            given.integers.insert("new_bits", *random.pick(&[1, 2, 4, 8, 3, 6, 16]));
            given
        }
        "upcast" | "downcast" => Given::integer("factor", *random.pick(&[1, 2, 2, 4, 8, 3, 6, 0])),
        "idx2crd" => Given::integer("index", random.number(-1, 40)),
        "make_ordered_layout" => {
            let shape = shape_of(random);
            let order = numbers(random, &shape, 0, 3);
            let least = i64::from(random.chance(90));
            let mut given = Given::text("shape", numbers(random, &shape, least, 4));
            given.texts.insert("order", order);
            given
        }
        "tile_to_shape" => target(random, shape, rank),
        _ => linear_pairs::given(random, name, operands),
    }
}

fn with_flavor(random: &mut Random, mut given: Given) -> Given {
    if random.chance(25) {
        given.texts.insert("flavor", (*random.pick(&["paper", "cute"])).to_owned());
    }
    given
}

/// A small tuple.
fn shape_of(random: &mut Random) -> Tree<()> {
    let leaf = |random: &mut Random| match random.number(0, 9) {
        0..8 => Tree::Leaf(()),
        _ => Tree::Node((0..random.number(0, 2)).map(|_| Tree::Leaf(())).collect()),
    };
    match random.number(0, 9) {
        0 => Tree::Leaf(()),
        _ => Tree::Node((0..random.number(1, 3)).map(|_| leaf(random)).collect()),
    }
}

/// A number for each leaf, or one for a whole tuple; sometimes there is a leaf more.
fn numbers(random: &mut Random, shape: &Tree<()>, low: i64, high: i64) -> String {
    let is_cut = 0 < low && random.chance(10) || low == 0 && random.chance(5);
    match shape {
        Tree::Node(members) if !is_cut => {
            let mut texts: Vec<String> =
                members.iter().map(|member| numbers(random, member, low, high)).collect();
            if random.chance(3) {
                texts.push("1".to_owned());
            }
            format!("({})", texts.join(","))
        }
        _ => random.number(low, high).to_string(),
    }
}

/// A place or an underscore for each leaf, or for a whole mode.
fn coordinate(random: &mut Random, shape: &Tree<()>) -> String {
    match shape {
        Tree::Node(members) if !random.chance(15) => {
            let mut texts: Vec<String> =
                members.iter().map(|member| coordinate(random, member)).collect();
            if random.chance(3) {
                texts.pop();
            }
            format!("({})", texts.join(","))
        }
        _ if random.chance(50) => "_".to_owned(),
        _ if random.chance(3) => "-1".to_owned(),
        _ => random.number(0, 3).to_string(),
    }
}

/// A shape that a block fills, or nearly so.
fn target(random: &mut Random, shape: Option<&Tree<Term>>, rank: i64) -> Given {
    let rank = rank + random.number(0, 1);
    let size = |at: i64| {
        let mode = shape.and_then(|shape| shape.modes().get(at as usize).copied().cloned());
        mode.map_or(1, |mode| mode.leaves().iter().map(|extent| extent.factor).product::<i64>())
    };
    let extents: Vec<String> = (0..rank)
        .map(|at| (size(at) * random.number(1, 3) + i64::from(random.chance(5))).to_string())
        .collect();
    let mut given = Given::text("shape", format!("({})", extents.join(",")));
    if random.chance(50) {
        let order: Vec<String> = (0..rank).map(|_| random.number(0, 3).to_string()).collect();
        given.texts.insert("order", format!("({})", order.join(",")));
    }
    given
}
