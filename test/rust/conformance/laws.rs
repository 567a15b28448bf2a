//! The law of each operation, decided by evaluating both sides at coordinates.

use layout::cute::*;
use std::fmt::Debug;

pub enum Verdict {
    /// The law holds at every coordinate that was tried.
    Holds,
    /// The operation has no law besides its form, which the text decides.
    FormOnly,
    Broken(String),
}

use Verdict::{Broken, FormOnly, Holds};

/// At most this many coordinates are tried; of a larger domain, that many spread evenly.
const TRIED: i64 = 1 << 12;

/// The coordinates to try of a domain.
pub fn coordinates(size: i64) -> impl Iterator<Item = i64> {
    let tried = size.min(TRIED);
    (0..tried).map(move |i| (i128::from(i) * i128::from(size) / i128::from(tried)) as i64).chain(
        // The last one, where a wrong extent shows.
        (TRIED < size).then_some(size - 1),
    )
}

/// A layout or a composed layout, as a function.
pub struct Function {
    outer: Option<Composed>,
    layout: Layout,
}

impl Function {
    pub fn read(text: &str) -> Result<Self, String> {
        if text.contains(" o ") {
            let composed: Composed = text.parse().map_err(|error| format!("{text}: {error}"))?;
            let layout = composed.inner().as_static().ok_or("not static")?.clone();
            return Ok(Function { outer: Some(composed), layout });
        }
        let layout = text.parse().map_err(|error| format!("{text}: {error}"))?;
        Ok(Function { outer: None, layout })
    }

    /// The layout, or the inner layout of a composed one.
    pub fn inner(&self) -> &Layout {
        &self.layout
    }

    /// The offsets of all coordinates.
    pub fn offsets(&self) -> Result<Vec<i64>, String> {
        let offsets = (0..self.layout.size()).map(|c| self.at(c));
        offsets.collect::<Option<_>>().ok_or_else(|| "an offset passes 64 bits".to_owned())
    }

    /// The offset at a nested coordinate.
    pub fn at_coordinate(&self, coordinate: &Tuple<i64>) -> Result<i64, String> {
        let offset = self.layout.offset_at(coordinate).ok_or("no such coordinate")?;
        match &self.outer {
            Some(composed) => composed.outer_at(offset).ok_or("passes 64 bits".to_owned()),
            None => Ok(offset),
        }
    }

    fn at(&self, coordinate: i64) -> Option<i64> {
        match &self.outer {
            Some(composed) => composed.offset(coordinate),
            None => self.layout.offset(coordinate),
        }
    }

    fn at_natural(&self, digits: &[i64]) -> Option<i64> {
        match &self.outer {
            Some(composed) => composed.natural_offset(digits),
            None => self.layout.natural_offset(digits),
        }
    }
}

pub fn same_function(a: &str, b: &str) -> bool {
    let (a, b) = (Function::read(a).unwrap(), Function::read(b).unwrap());
    a.layout.size() == b.layout.size()
        && coordinates(a.layout.size()).all(|c| a.at(c).is_some() && a.at(c) == b.at(c))
}

/// Judges a result of an operation.
pub fn law(op: &str, args: &[String], result: &str) -> Verdict {
    let judged = match op {
        "complement" => complements(args, result),
        "right_inverse" | "left_inverse" => inverts(op, args, result),
        "coalesce_by_mode" | "group" => {
            check(same_function(&args[0], result), || "another function".to_owned())
        }
        "filter" | "filter_zeros" => filters(args, result),
        "nullspace" => vanishes(args, result),
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            divides(op, args, result)
        }
        "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
            multiplies(op, args, result)
        }
        "blocked_product" | "raked_product" => interleaves(op, &args[0], &args[1], result),
        "tile_to_shape" => fills(args, result),
        "recast" => return recasts(args, result).unwrap_or_else(Broken),
        "max_common_layout" => common(args, result),
        "max_common_vector" => fits(args, result),
        "make_layout" | "make_ordered_layout" => bijective(result),
        "make_layout_like" => compact(args, result),
        "flatten" | "coalesce" => {
            check(same_function(&args[0], result), || "another function".to_owned())
        }
        "composition" => composes(args, result),
        _ => return FormOnly,
    };
    judged.map_or_else(Broken, |()| Holds)
}

fn check(holds: bool, reason: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(reason()) }
}

fn read(text: &str) -> Result<Layout, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}

/// The extents of the modes whose stride is not 0.
fn filtered_size(layout: &Layout) -> i64 {
    layout.flat_modes().iter().filter(|mode| mode.stride != 0).map(|mode| mode.extent).product()
}

fn offsets(layout: &Layout) -> Vec<i64> {
    let mut offsets: Vec<i64> = (0..layout.size()).map(|c| layout.offset(c).unwrap()).collect();
    offsets.sort_unstable();
    offsets.dedup();
    offsets
}

/// `A'(B(c))`, with the last mode of A extended as it is written; by mode for a tiler.
fn composes(args: &[String], result: &str) -> Result<(), String> {
    let (outer, composed) = (Function::read(&args[0])?, Function::read(result)?);
    let layout = composed.layout.clone();
    let (tiles, is_tiler) = tiles(&args[1])?;
    let modes: Vec<Layout> =
        if is_tiler { outer.layout.modes().collect() } else { vec![outer.layout.clone()] };
    let whole = |(mode, tile): (&Layout, Option<Layout>)| {
        tile.unwrap_or_else(|| read(&format!("{}:1", mode.size())).unwrap())
    };
    let tiles: Vec<Layout> = modes.iter().zip(tiles).map(whole).collect();
    let size: i64 = tiles.iter().map(Layout::size).product();
    check(layout.size() == size, || format!("size {} for {size}", layout.size()))?;
    for c in coordinates(size) {
        let (mut left, mut offset) = (c, Some(0_i64));
        for (mode, tile) in modes.iter().zip(&tiles) {
            let inner = tile.offset(left % tile.size()).and_then(|inner| mode.offset(inner));
            offset = offset.zip(inner).and_then(|(a, b)| a.checked_add(b));
            left /= tile.size();
        }
        let expected = offset.and_then(|offset| match &outer.outer {
            Some(composed) => composed.outer_at(offset),
            None => Some(offset),
        });
        differs_at(c, composed.at(c), expected)?;
    }
    Ok(())
}

/// An error if the value found at a coordinate is not the expected one.
fn differs_at(c: impl Debug, found: Option<i64>, expected: Option<i64>) -> Result<(), String> {
    let text = |value: Option<i64>| value.map_or("nothing".to_owned(), |value| value.to_string());
    check(found == expected, || {
        format!("{} at {c:?}, where the law says {}", text(found), text(expected))
    })
}

/// With A the offsets of the layout: A + R has no offset twice, and R increases.
fn complements(args: &[String], result: &str) -> Result<(), String> {
    let (layout, rest) = (read(&args[0])?, read(result)?);
    if TRIED < layout.size().saturating_mul(rest.size()) {
        // Too large for a set of all sums: each stride of the two together must pass the span of
        // the smaller ones, which is sufficient.
        let mut modes = [layout.flat_modes(), rest.flat_modes()].concat();
        modes.retain(|mode| mode.extent != 1 && mode.stride != 0);
        modes.sort_by_key(|mode| mode.stride);
        let mut span = 0_i128;
        for mode in modes {
            check(span < mode.stride.into(), || format!("stride {} in {span}", mode.stride))?;
            span += i128::from(mode.extent - 1) * i128::from(mode.stride);
        }
        return Ok(());
    }
    let reached = offsets(&layout);
    check(reached.len() as i64 == filtered_size(&layout), || "not injective".to_owned())?;
    let rest: Vec<i64> = (0..rest.size()).map(|c| rest.offset(c).unwrap()).collect();
    check(rest.is_sorted_by(|a, b| a < b), || "does not increase".to_owned())?;
    let mut sums: Vec<i64> = reached.iter().flat_map(|a| rest.iter().map(move |b| a + b)).collect();
    let all = sums.len();
    sums.sort_unstable();
    sums.dedup();
    check(sums.len() == all, || "overlaps".to_owned())
}

fn inverts(op: &str, args: &[String], result: &str) -> Result<(), String> {
    let (layout, inverse) = (Function::read(&args[0])?, Function::read(result)?);
    let (first, second) = if op == "left_inverse" { (layout, inverse) } else { (inverse, layout) };
    for c in coordinates(first.layout.size()) {
        let back = first.at(c).and_then(|offset| second.at(offset));
        check(back == Some(c), || match back {
            Some(back) => format!("coordinate {c} comes back as {back}"),
            None => format!("coordinate {c} does not come back"),
        })?;
    }
    Ok(())
}

fn filters(args: &[String], result: &str) -> Result<(), String> {
    let (before, after) = (Function::read(&args[0])?.layout, Function::read(result)?.layout);
    check(filtered_size(&before) == after.size(), || format!("size {}", after.size()))?;
    if before.size() <= TRIED {
        check(offsets(&before) == offsets(&after), || "other offsets".to_owned())?;
    }
    Ok(())
}

fn vanishes(args: &[String], result: &str) -> Result<(), String> {
    let (layout, null) = (read(&args[0])?, read(result)?);
    for c in coordinates(null.size()) {
        let offset = layout.offset(null.offset(c).unwrap());
        check(offset == Some(0), || format!("{c} goes to {offset:?}"))?;
    }
    check(layout.size() == null.size() * filtered_size(&layout), || "too small".to_owned())
}

fn bijective(result: &str) -> Result<(), String> {
    let layout = read(result)?;
    let (size, offsets) = (layout.size(), offsets(&layout));
    check(offsets == (0..size).collect::<Vec<_>>(), || "no bijection".to_owned())
}

/// Modes of stride 0 stay so, and the others reach every number below the product of their extents
/// once.
fn compact(args: &[String], result: &str) -> Result<(), String> {
    let (source, result) = (Function::read(&args[0])?.layout, read(result)?);
    check(source.shape() == result.shape(), || "another shape".to_owned())?;
    let size = filtered_size(&source);
    let moves = |layout: &Layout| -> Vec<bool> {
        layout.flat_modes().iter().map(|mode| mode.extent != 1 && mode.stride != 0).collect()
    };
    check(moves(&source) == moves(&result), || "other modes are broadcast".to_owned())?;
    let offsets = offsets(&result);
    check(offsets == (0..size).collect::<Vec<_>>(), || {
        let last = offsets.last().copied().unwrap_or(0);
        format!("{} different offsets up to {last} for {size}", offsets.len())
    })
}

fn common(args: &[String], result: &str) -> Result<(), String> {
    let (a, b, common) = (read(&args[0])?, read(&args[1])?, read(result)?);
    for i in coordinates(common.size()) {
        let place = common.offset(i).unwrap();
        check(a.offset(place) == Some(i) && b.offset(place) == Some(i), || format!("at {i}"))?;
        let size = a.size().min(b.size());
        check(place < size, || format!("coordinate {place} of a layout of size {size}"))?;
    }
    Ok(())
}

/// As many elements as each of the two has.
fn fits(args: &[String], result: &str) -> Result<(), String> {
    let size = read(&args[0])?.size().min(read(&args[1])?.size());
    check(result.parse::<i64>().unwrap() <= size, || format!("a layout has only {size}"))
}

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
fn tiles(text: &str) -> Result<(Vec<Option<Layout>>, bool), String> {
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
fn divides(op: &str, args: &[String], result: &str) -> Result<(), String> {
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
    Ok(move |number: i64| match places.flat_modes().as_slice() {
        [mode] => Some(number * mode.stride),
        _ => places.offset(number),
    })
}

/// `A(a) + C(B(b))` with C the complement of A.
fn multiplies(op: &str, args: &[String], result: &str) -> Result<(), String> {
    by_tiles(op, args, result, |block, order| {
        let places = places(&block, &order)?;
        Ok(Pair {
            sizes: [block.size(), order.size()],
            value: Box::new(move |a, b| Some(block.offset(a)? + places(order.offset(b)?)?)),
        })
    })
}

/// The product, with the digits of the modes of both beside each other.
fn interleaves(op: &str, block: &str, order: &str, result: &str) -> Result<(), String> {
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
fn fills(args: &[String], result: &str) -> Result<(), String> {
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

/// With the digits of the contiguous modes divided: the joined offset of the finer layout is the
/// offset of the coarser one.
fn recasts(args: &[String], result: &str) -> Result<Verdict, String> {
    let (new_bits, old_bits): (i64, i64) = (args[1].parse().unwrap(), args[2].parse().unwrap());
    let (old, new) = (Function::read(&args[0])?, Function::read(result)?);
    let (coarse, fine, factor) = match (new_bits % old_bits, old_bits % new_bits) {
        (0, _) => (new, old, new_bits / old_bits),
        (_, 0) => (old, new, old_bits / new_bits),
        _ => return Ok(FormOnly),
    };
    let modes = fine.layout.flat_modes();
    check(modes.len() == coarse.layout.flat_modes().len(), || "other modes".to_owned())?;
    let steps: Vec<i64> = modes
        .iter()
        .map(|mode| if mode.stride == 0 { 1 } else { (factor - 1) / mode.stride.abs() + 1 })
        .collect();
    for (position, mode) in modes.iter().enumerate() {
        let extent = coarse.layout.flat_modes()[position].extent;
        let expected = (mode.extent - 1) / steps[position] + 1;
        check(extent == expected, || format!("extent {extent} for {expected}"))?;
    }
    for c in coordinates(fine.layout.size()) {
        let mut left = c;
        let mut digits = Vec::new();
        for (mode, coarse) in modes.iter().zip(coarse.layout.flat_modes()) {
            // Of parts that a mode of extent 1 was split into, only the first.
            let digit = left % mode.extent;
            digits.push(if coarse.extent == 1 && new_bits < old_bits { 0 } else { digit });
            left /= mode.extent;
        }
        let joined: Vec<i64> = digits.iter().zip(&steps).map(|(digit, k)| digit / k).collect();
        let found = coarse.at_natural(&joined);
        let expected = fine.at_natural(&digits).map(|offset| offset.div_euclid(factor));
        differs_at(&digits, found, expected)?;
    }
    Ok(Holds)
}
