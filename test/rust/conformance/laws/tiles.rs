//! The laws of divisions and products, which pair the digits of a tile with the digits of what it is
//! repeated over.

use layout::cute::*;

use super::{Function, check, coordinates, differs_at, read};

/// A function of two digits: (place in the tile, which tile), or (place in the block, repetition).
struct Pair<'a> {
    sizes: [i64; 2],
    value: Box<dyn Fn(i64, i64) -> Option<i64> + 'a>,
}

/// Compares the result with the sum of the pairs, whose digits are in the order of the operation.
fn compare(
    arg: &str,
    result: &str,
    pairs: &[Pair],
    rest: &[Layout],
    digit_order: &[(usize, usize)],
) -> Result<(), String> {
    let result = strip(arg, result)?;
    let radices: Vec<i64> =
        digit_order.iter().map(|&(pair, part)| pairs[pair].sizes[part]).collect();
    let rest_sizes = rest.iter().map(Layout::size);
    let size: i64 = radices.iter().copied().chain(rest_sizes).product();
    check(result.size() == size, || format!("size {} for {size}", result.size()))?;
    for c in coordinates(size) {
        let mut left = c;
        let mut digits = vec![[0; 2]; pairs.len()];
        for (&(pair, part), radix) in digit_order.iter().zip(&radices) {
            digits[pair][part] = left % radix;
            left /= radix;
        }
        let mut expected = Some(0);
        for (pair, [first, second]) in pairs.iter().zip(digits) {
            expected = expected.zip((pair.value)(first, second)).map(|(a, b)| a + b);
        }
        for mode in rest {
            expected = expected.zip(mode.offset(left % mode.size())).map(|(a, b)| a + b);
            left /= mode.size();
        }
        let found = result.offset(c);
        differs_at(c, found, expected)?;
    }
    Ok(())
}

/// The inner layout of a result, whose outer function must be that of the argument.
fn strip(arg: &str, result: &str) -> Result<Layout, String> {
    match (arg.rsplit_once(" o "), result.rsplit_once(" o ")) {
        (None, None) => read(result),
        (Some((a, _)), Some((b, layout))) if a == b || a.starts_with("S<0,") => read(layout),
        _ => Err("another outer function".to_owned()),
    }
}

/// The order of the digits: pair by pair, or all first parts and then all second ones.
fn digit_order(pairs: usize, is_logical: bool) -> Vec<(usize, usize)> {
    if is_logical {
        (0..pairs).flat_map(|pair| [(pair, 0), (pair, 1)]).collect()
    } else {
        (0..2).flat_map(|part| (0..pairs).map(move |pair| (pair, part))).collect()
    }
}

/// The tiles of the second argument, or it alone; `None` is a mode taken whole.
pub fn tiles(text: &str) -> Result<(Vec<Option<Layout>>, bool), String> {
    if !text.starts_with('[') {
        return Ok((vec![Some(read(text)?)], false));
    }
    let tiler: Tiler = text.parse().map_err(|error| format!("{text}: {error}"))?;
    let tile = |mode: &TileMode| match mode {
        TileMode::All => None,
        TileMode::Extent(extent) => Some(read(&format!("{extent}:1")).unwrap()),
        TileMode::Layout(layout) => Some(layout.as_static().unwrap().clone()),
    };
    Ok((tiler.modes().iter().map(tile).collect(), true))
}

/// Applies `pair` to each tiled mode and compares; a mode taken whole is a tile, of which there is one.
fn by_tiles(
    op: &str,
    args: &[String],
    result: &str,
    pair: impl Fn(Layout, Layout) -> Result<Pair<'static>, String>,
) -> Result<(), String> {
    let layout = Function::read(&args[0])?.layout;
    let (tiles, is_tiler) = tiles(&args[1])?;
    let modes: Vec<Layout> = if is_tiler { layout.modes().collect() } else { vec![layout] };
    check(tiles.len() <= modes.len(), || "more tiles than modes".to_owned())?;
    let (tiled, rest) = modes.split_at(tiles.len());
    let mut pairs = Vec::new();
    for (mode, tile) in tiled.iter().zip(tiles) {
        let mode = mode.clone();
        pairs.push(match tile {
            Some(tile) => pair(mode, tile)?,
            None => Pair { sizes: [mode.size(), 1], value: Box::new(move |c, _| mode.offset(c)) },
        });
    }
    let is_logical = op.starts_with("logical");
    compare(&args[0], result, &pairs, rest, &digit_order(pairs.len(), is_logical))
}

/// `A'(B(b) + C(c))` with C the complement of B in the size of A, and A' extending the last mode of A
/// as written or as coalesced.
pub fn divides(op: &str, args: &[String], result: &str) -> Result<(), String> {
    let extended = |coalesced: u32| {
        let tiled = std::cell::Cell::new(0);
        by_tiles(op, args, result, |layout, tile| {
            let rest = complement(&tile, layout.size()).map_err(|error| error.to_string())?;
            let position = tiled.replace(tiled.get() + 1);
            let layout = if coalesced >> position & 1 == 1 { coalesce(&layout) } else { layout };
            Ok(Pair {
                sizes: [tile.size(), rest.size()],
                value: Box::new(move |b, c| layout.offset(tile.offset(b)? + rest.offset(c)?)),
            })
        })
    };
    // One bit for each mode: which of the two extensions.
    let modes = args[1].split(';').count();
    let as_written = extended(0);
    if as_written.is_ok() || (1..1 << modes).any(|coalesced| extended(coalesced).is_ok()) {
        return Ok(());
    }
    as_written
}

/// Where repetition number `order(b)` of a block begins.
fn places(block: &Layout, order: &Layout) -> Result<impl Fn(i64) -> Option<i64> + 'static, String> {
    let places = complement(block, block.size() * order.cosize()).map_err(|e| e.to_string())?;
    Ok(move |number: i64| match places.flat_modes() {
        [mode] => Some(number * mode.stride),
        _ => places.offset(number),
    })
}

/// `A(a) + C(B(b))` with C the complement of A.
pub fn multiplies(op: &str, args: &[String], result: &str) -> Result<(), String> {
    by_tiles(op, args, result, |block, order| {
        let places = places(&block, &order)?;
        Ok(Pair {
            sizes: [block.size(), order.size()],
            value: Box::new(move |a, b| Some(block.offset(a)? + places(order.offset(b)?)?)),
        })
    })
}

/// The product, with the digits of the modes of both beside each other.
pub fn interleaves(op: &str, block: &str, order: &str, result: &str) -> Result<(), String> {
    let result = strip(block, result)?;
    let (block, order) = (Function::read(block)?.layout, read(order)?);
    let places = places(&block, &order)?;
    let rank = block.rank().max(order.rank());
    let sizes = |layout: &Layout| -> Vec<i64> {
        let sizes = layout.modes().map(|mode| mode.size());
        sizes.chain(std::iter::repeat(1)).take(rank).collect()
    };
    let (block_sizes, order_sizes) = (sizes(&block), sizes(&order));
    let size = block.size() * order.size();
    check(result.size() == size, || format!("size {} for {size}", result.size()))?;
    for mode in 0..rank {
        let found = result.modes().nth(mode).map(|mode| mode.size());
        let expected = block_sizes[mode] * order_sizes[mode];
        check(found == Some(expected), || format!("size {found:?} for {expected} in {mode}"))?;
    }
    for c in coordinates(size) {
        let mut left = c;
        let (mut in_block, mut in_order) = (vec![0; rank], vec![0; rank]);
        for mode in 0..rank {
            let mut digit = |size: i64, digit: &mut i64| {
                *digit = left % size;
                left /= size;
            };
            if op == "raked_product" {
                digit(order_sizes[mode], &mut in_order[mode]);
                digit(block_sizes[mode], &mut in_block[mode]);
            } else {
                digit(block_sizes[mode], &mut in_block[mode]);
                digit(order_sizes[mode], &mut in_order[mode]);
            }
        }
        let at = |layout: &Layout, digits: &[i64]| -> i64 {
            layout.modes().zip(digits).map(|(mode, &digit)| mode.offset(digit).unwrap()).sum()
        };
        let expected = places(at(&order, &in_order)).map(|place| place + at(&block, &in_block));
        let found = result.offset(c);
        differs_at(c, found, expected)?;
    }
    Ok(())
}

/// The blocked product with the ordered layout of the quotients.
pub fn fills(args: &[String], result: &str) -> Result<(), String> {
    let block = Function::read(&args[0])?.layout;
    let target: Tuple<i64> = args[1].parse().unwrap();
    let order: Tuple<i64> = args[2].parse().unwrap();
    let blocks = block.modes().map(|mode| mode.size()).chain(std::iter::repeat(1));
    let quotients =
        target.modes().iter().zip(blocks).map(|(mode, block)| mode.product().unwrap() / block);
    let quotients = Tuple::Node(quotients.map(Tuple::Leaf).collect());
    let order = make_ordered_layout(&quotients, &order).map_err(|error| error.to_string())?;
    interleaves("blocked_product", &args[0], &order.to_string(), result)
}
