//! Random linear layouts that go together, and the parameters of their operations.

use crate::given::Given;
use crate::judge::model::{Layout, Linear};
use crate::judge::random::{self, Random};

/// Operands that often have an answer.
pub(crate) fn operands(random: &mut Random, name: &str) -> Vec<Linear> {
    match name {
        "invert" | "pseudoinvert" => vec![match random.number(0, 9) {
            0..6 => bijective(random),
            6..9 => wider(random),
            _ => random::linear(random),
        }],
        "invert_and_compose" => {
            let right = if random.chance(70) { wider(random) } else { random::linear(random) };
            let mut left = random::linear(random);
            let rename = |own: Vec<i64>| -> Vec<i64> {
                let place = |at: usize| own.get(at).copied().unwrap_or(0);
                (right.out_dims.iter().enumerate())
                    .map(|(at, (_, size))| place(at) % size)
                    .collect()
            };
            if random.chance(90) {
                left.out_dims = right.out_dims.clone();
                for (_, bases) in &mut left.in_dims {
                    bases.iter_mut().for_each(|basis| *basis = rename(basis.clone()));
                }
                left.constant = rename(left.constant);
                if random.chance(30) {
                    left.in_dims[0] = right.in_dims[0].clone();
                }
                if random.chance(30) {
                    reverse_outs(&mut left);
                }
            }
            vec![left, right]
        }
        "divide_left" | "divide_right" => {
            let (low, high) = (random::linear(random), random::linear(random));
            let divisor = if name == "divide_left" { low.clone() } else { high.clone() };
            let mut whole = sum(&low, &high);
            if random.chance(20) {
                spoil(random, &mut whole);
            }
            vec![whole, divisor]
        }
        "concat_ins" => {
            let left = random::linear(random);
            let mut right = Linear { constant: left.constant.clone(), ..random::linear(random) };
            right.out_dims = left.out_dims.clone();
            let names = if random.chance(90) { ["warp", "block"] } else { ["lane", "warp"] };
            for (at, (name, bases)) in right.in_dims.iter_mut().enumerate() {
                *name = names[at % 2].to_owned();
                for basis in bases {
                    *basis = left.out_dims.iter().map(|(_, n)| random.number(0, n - 1)).collect();
                }
            }
            if random.chance(10) {
                right.constant[0] ^= 1;
            }
            vec![left, right]
        }
        "concat_outs" => {
            let left = random::linear(random);
            let mut right = random::linear(random);
            right.in_dims = left.in_dims.clone();
            for (_, bases) in &mut right.in_dims {
                for basis in bases {
                    *basis = right.out_dims.iter().map(|(_, n)| random.number(0, n - 1)).collect();
                }
            }
            if random.chance(90) {
                for (at, (name, _)) in right.out_dims.iter_mut().enumerate() {
                    *name = format!("other{at}");
                }
            }
            if random.chance(10) {
                right.in_dims.reverse();
            }
            vec![left, right]
        }
        "direct_sum" => {
            let left = random::linear(random);
            let mut right = random::linear(random);
            if random.chance(50) {
                right.in_dims.reverse();
            }
            if random.chance(30) {
                right.out_dims[0].0 = "other".to_owned();
            }
            vec![left, right]
        }
        "num_consecutive" if random.chance(60) => vec![bijective(random)],
        "remove_zero_bases" | "unsqueeze" => {
            let mut linear = random::linear(random);
            for (_, bases) in &mut linear.in_dims {
                for basis in bases {
                    if random.chance(30) {
                        basis.iter_mut().for_each(|part| *part = 0);
                    }
                }
            }
            if random.chance(50) {
                let at = random.number(0, linear.in_dims.len() as i64) as usize;
                linear.in_dims.insert(at, ("block".to_owned(), Vec::new()));
            }
            if random.chance(50) {
                linear.out_dims.push(("one".to_owned(), 1));
                linear.in_dims.iter_mut().flat_map(|(_, b)| b).for_each(|basis| basis.push(0));
                linear.constant.push(0);
            }
            vec![linear]
        }
        _ => vec![random::linear(random)],
    }
}

fn reverse_outs(linear: &mut Linear) {
    linear.out_dims.reverse();
    linear.constant.reverse();
    linear.in_dims.iter_mut().flat_map(|(_, bases)| bases).for_each(|basis| basis.reverse());
}

/// A matrix that has an inverse, often that of the identity.
pub(crate) fn bijective(random: &mut Random) -> Linear {
    let out_dims: Vec<(String, i64)> =
        (0..random.number(1, 2)).map(|at| (format!("dim{at}"), 1 << random.number(0, 3))).collect();
    let mut bases: Vec<Vec<i64>> = Vec::new();
    for (at, (_, size)) in out_dims.iter().enumerate() {
        for bit in 0..size.trailing_zeros() {
            bases.push((0..out_dims.len()).map(|own| i64::from(own == at) << bit).collect());
        }
    }
    let n = bases.len();
    for _ in 0..if random.chance(30) { 0 } else { random.number(0, 6) } {
        if n < 2 {
            break;
        }
        let (a, b) =
            (random.number(0, n as i64 - 1) as usize, random.number(0, n as i64 - 1) as usize);
        if a == b {
            continue;
        }
        if random.chance(50) {
            bases.swap(a, b);
        } else {
            bases[a] = bases[a].iter().zip(&bases[b]).map(|(x, y)| x ^ y).collect();
        }
    }
    let cut = random.number(0, n as i64) as usize;
    let rest = bases.split_off(cut);
    let in_dims = vec![("register".to_owned(), bases), ("lane".to_owned(), rest)];
    let constant = match random.chance(25) {
        true => out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect(),
        false => vec![0; out_dims.len()],
    };
    Linear { in_dims, out_dims, constant }
}

/// One that reaches every value, some of them more than once.
fn wider(random: &mut Random) -> Linear {
    let mut linear = bijective(random);
    for _ in 0..random.number(1, 2) {
        let basis = linear.out_dims.iter().map(|(_, size)| random.number(0, size - 1)).collect();
        let at = random.number(0, 1) as usize;
        let place = random.number(0, linear.in_dims[at].1.len() as i64) as usize;
        linear.in_dims[at].1.insert(place, basis);
    }
    linear
}

/// A direct sum: the first layout in the low bits of each dim.
fn sum(low: &Linear, high: &Linear) -> Linear {
    let mut out_dims = low.out_dims.clone();
    for (name, size) in &high.out_dims {
        match out_dims.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => *own *= size,
            None => out_dims.push((name.clone(), *size)),
        }
    }
    let place = |own: &[(String, i64)], basis: &[i64], name: &str| {
        own.iter().position(|(own, _)| own == name).map_or(0, |at| basis[at])
    };
    let end = |name: &str| low.out_dims.iter().find(|(own, _)| own == name).map_or(1, |(_, n)| *n);
    let from_low = |basis: &Vec<i64>| -> Vec<i64> {
        out_dims.iter().map(|(name, _)| place(&low.out_dims, basis, name)).collect()
    };
    let from_high = |basis: &Vec<i64>| -> Vec<i64> {
        out_dims.iter().map(|(name, _)| end(name) * place(&high.out_dims, basis, name)).collect()
    };
    let mut in_dims: Vec<(String, Vec<Vec<i64>>)> = (low.in_dims.iter())
        .map(|(name, bases)| (name.clone(), bases.iter().map(from_low).collect()))
        .collect();
    for (name, bases) in &high.in_dims {
        let moved = bases.iter().map(from_high);
        match in_dims.iter_mut().find(|(own, _)| own == name) {
            Some((_, own)) => own.extend(moved),
            None => in_dims.push((name.clone(), moved.collect())),
        }
    }
    let both = from_low(&low.constant).into_iter().zip(from_high(&high.constant));
    let constant = both.map(|(a, b)| a + b).collect();
    Linear { in_dims, out_dims, constant }
}

/// One bit is another.
fn spoil(random: &mut Random, linear: &mut Linear) {
    let sizes: Vec<i64> = linear.out_dims.iter().map(|(_, size)| *size).collect();
    let bases = linear.in_dims.iter_mut().flat_map(|(_, bases)| bases);
    let mut all: Vec<&mut Vec<i64>> = bases.chain([&mut linear.constant]).collect();
    let at = random.number(0, all.len() as i64 - 1) as usize;
    let dim = random.number(0, sizes.len() as i64 - 1) as usize;
    all[at][dim] ^= random.number(0, sizes[dim] - 1);
}

pub(crate) fn given(random: &mut Random, name: &str, operands: &[Layout]) -> Given {
    let Some(Layout::Linear(linear)) = operands.first() else {
        return match name {
            "remove_zero_bases" => Given::text("ins", "[lane]"),
            _ => Given::default(),
        };
    };
    let ins: Vec<(String, i64)> =
        (linear.in_dims.iter()).map(|(name, bases)| (name.clone(), 1 << bases.len())).collect();
    let outs = &linear.out_dims;
    let mut given = Given::default();
    for (side, dims) in [("ins", &ins), ("outs", outs)] {
        let is_needed = name == "remove_zero_bases" && side == "ins";
        if !is_needed && (name == "remove_zero_bases" || random.chance(30)) {
            continue;
        }
        let text = match name {
            "sublayout" | "remove_zero_bases" => some_names(random, dims),
            "transpose" => every_name(random, dims),
            "unsqueeze" => {
                let ones = dims.iter().filter(|(_, size)| *size == 1).cloned().collect::<Vec<_>>();
                let is_right = random.chance(85);
                some_names(random, if is_right { &ones } else { dims })
            }
            "reshape" => new_sizes(random, dims),
            _ => continue,
        };
        given.texts.insert(side, text);
    }
    given
}

fn list(mut names: Vec<String>, random: &mut Random) -> String {
    if random.chance(4) {
        names.push("nobody".to_owned());
    }
    if random.chance(3) && !names.is_empty() {
        names.push(names[0].clone());
    }
    format!("[{}]", names.join(", "))
}

fn some_names(random: &mut Random, dims: &[(String, i64)]) -> String {
    let mut names: Vec<String> = dims.iter().map(|(name, _)| name.clone()).collect();
    names.retain(|_| random.chance(60));
    list(names, random)
}

fn every_name(random: &mut Random, dims: &[(String, i64)]) -> String {
    let mut names: Vec<String> = dims.iter().map(|(name, _)| name.clone()).collect();
    if random.chance(70) {
        names.reverse();
    }
    if random.chance(5) {
        names.pop();
    }
    list(names, random)
}

fn new_sizes(random: &mut Random, dims: &[(String, i64)]) -> String {
    let mut bits: u32 = dims.iter().map(|(_, size)| size.trailing_zeros()).sum();
    let mut sizes = Vec::new();
    for name in ["a", "b", "c"].iter().take(random.number(0, 3) as usize) {
        let own = random.number(0, i64::from(bits)) as u32;
        bits -= own;
        sizes.push(format!("{name} = {}", 1_i64 << own));
    }
    if !random.chance(5) && (0 < bits || sizes.is_empty()) {
        sizes.push(format!("d = {}", 1_i64 << bits));
    }
    if random.chance(3) {
        sizes.push("e = 3".to_owned());
    }
    format!("[{}]", sizes.join(", "))
}
