//! Pairs of layouts that may be composed.

use crate::judge::Layout;
use crate::judge::model::Linear;
use crate::judge::random::{self, Random, Symbols};
use crate::large;

/// A pair of layouts that may be composed: of random notations, or such as fit together by the names of
/// their dims or by their modes.
pub fn pair(random: &mut Random) -> Vec<Layout> {
    let symbols = &some_symbols(random);
    let outer = large::any(random, symbols);
    match (random.number(0, 9), &outer) {
        (0, Layout::Cute(_) | Layout::Composed(_)) => {
            let tiler = tiler(random, &outer);
            [Some(outer), tiler].into_iter().flatten().collect()
        }
        (0..6, Layout::Linear(linear)) => {
            let inner = random::linear(random);
            let outer = after(random, &inner, linear);
            vec![Layout::Linear(outer), Layout::Linear(inner)]
        }
        _ => {
            let inner = large::any(random, symbols);
            vec![outer, inner]
        }
    }
}

/// A tiler for a layout that has modes.
pub(crate) fn tiler(random: &mut Random, layout: &Layout) -> Option<Layout> {
    let shape = match layout {
        Layout::Cute(cute) => &cute.shape,
        Layout::Composed(composed) => &composed.inner.shape,
        _ => return None,
    };
    Some(Layout::Tile(random::tile(random, shape.modes().len())))
}

/// A linear layout whose in-dims are the out-dims of another one.
fn after(random: &mut Random, inner: &Linear, like: &Linear) -> Linear {
    let vector = |random: &mut Random| -> Vec<i64> {
        like.out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect()
    };
    let in_dims = inner.out_dims.iter().map(|(name, size)| {
        let bases = (0..size.trailing_zeros()).map(|_| vector(random)).collect();
        (name.clone(), bases)
    });
    Linear { in_dims: in_dims.collect(), ..like.clone() }
}

fn some_symbols(random: &mut Random) -> Symbols {
    if random.chance(85) { Symbols::default() } else { Symbols::random(random, 0) }
}
