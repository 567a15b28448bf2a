//! The law of each operation, decided by evaluating both sides at coordinates.

mod tiles;

use layout::cute::*;
use std::fmt::Debug;
use tiles::{divides, fills, interleaves, multiplies, tiles};

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
