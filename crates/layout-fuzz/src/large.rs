//! Layouts that are larger than those of the judge's tests: rank to 6, up to 4,096 coordinates.

use crate::judge::Layout;
use crate::judge::model::{Composed, Cute, Linear, Outer, Stride, Swizzle, Term, Tree};
use crate::judge::random::{self, Random, Symbols};

/// A layout of any notation but a tiler, without symbols.
pub fn layout(random: &mut Random) -> Layout {
    match random.number(0, 9) {
        0..4 => Layout::Cute(cute(random, false)),
        4 => Layout::Cute(cute(random, true)),
        5..7 => Layout::Composed(composed(random)),
        7..9 => Layout::Linear(linear(random)),
        _ => Layout::Swizzle(swizzle(random)),
    }
}

/// A limit of coordinates: mostly few, sometimes 4,096.
fn limit(random: &mut Random) -> i64 {
    *random.pick(&[24, 24, 24, 64, 64, 64, 256, 256, 1024, 4096])
}

fn cute(random: &mut Random, has_positions: bool) -> Cute {
    let mut left = limit(random);
    let binary = random.chance(40);
    let mut extents = Vec::new();
    let mut strides = Vec::new();
    let mut packed = 1;
    for position in 0..random.number(1, 6) {
        let choice = match binary {
            true => *random.pick(&[1, 2, 2, 4, 4, 8, 16]),
            false => random.number(1, 9),
        };
        let extent = if choice <= left { choice } else { 1 };
        left /= extent;
        let scale = match random.number(0, 9) {
            0 => 0,
            1 => -random.number(1, 9),
            2 => 1 << random.number(0, 8),
            3 => random.number(-40, 40),
            4 => -packed,
            5 => random.number(1, 12),
            _ => packed,
        };
        packed *= extent;
        let path = match has_positions && scale != 0 {
            true if random.chance(15) => vec![0, random.number(0, 1) as u32],
            true => vec![random.number(0, position.min(2)) as u32],
            false => Vec::new(),
        };
        extents.push(Tree::Leaf(Term::number(extent)));
        strides.push(Tree::Leaf(Stride { scale: Term::number(scale), path }));
    }
    if random.chance(50) {
        // Any order of the modes.
        for at in (1..extents.len()).rev() {
            let other = random.number(0, at as i64) as usize;
            extents.swap(at, other);
            strides.swap(at, other);
        }
    }
    let (shape, stride) = random::nested(random, extents, strides);
    Cute { shape, stride, facts: Vec::new() }
}

fn swizzle(random: &mut Random) -> Swizzle {
    let bits = random.number(0, 3) as u32;
    let shift = (bits as i32 + random.number(0, 2) as i32) * if random.chance(30) { -1 } else { 1 };
    Swizzle { bits, base: random.number(0, 3) as u32, shift }
}

fn composed(random: &mut Random) -> Composed {
    let outer = match random.number(0, 3) {
        0 => Outer::Layout(cute(random, false)),
        _ => Outer::Swizzle(swizzle(random)),
    };
    let offset = *random.pick(&[0, 0, 0, 0, 1, 2, 8, 64, 100, -1, -8]);
    let inner = cute(random, false);
    Composed { outer, offset: Term::number(offset), inner, facts: Vec::new() }
}

fn linear(random: &mut Random) -> Linear {
    let out_dims: Vec<(String, i64)> =
        (0..random.number(1, 3)).map(|at| (format!("dim{at}"), 1 << random.number(0, 5))).collect();
    let mut left = random.number(0, 9);
    // Sums of unit vectors are often apart; others are anything.
    let is_unit = random.chance(40);
    let mut next = 0;
    let mut vector = |random: &mut Random| -> Vec<i64> {
        if is_unit && random.chance(90) {
            next += 1;
            let mut bit = next - 1;
            return (out_dims.iter())
                .map(|(_, size)| {
                    let (own, bits) = (bit, i64::from(size.trailing_zeros()));
                    bit -= bits;
                    if (0..bits).contains(&own) { 1 << own } else { 0 }
                })
                .collect();
        }
        out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect()
    };
    let names = ["register", "lane", "warp", "block"];
    let n_ins = random.number(1, 4) as usize;
    let mut in_dims = Vec::new();
    for name in &names[..n_ins] {
        let bits = random.number(0, left.min(5));
        left -= bits;
        in_dims.push((name.to_string(), (0..bits).map(|_| vector(random)).collect()));
    }
    let constant = match random.chance(25) {
        true => out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect(),
        false => vec![0; out_dims.len()],
    };
    Linear { in_dims, out_dims, constant }
}

/// What the judge's tests make, with symbols or without, or something larger.
pub fn any(random: &mut Random, symbols: &Symbols) -> Layout {
    let is_plain = symbols.extents.is_empty() && symbols.others.is_empty();
    if is_plain && random.chance(80) { layout(random) } else { random::layout(random, symbols) }
}
