//! A layout written in another notation, where it has one that is simple.

use crate::judge::formula::{Expr, Formula, Output, Piece, Variable};
use crate::judge::model::{Cute, Layout, Linear, Relation};
use crate::judge::random::Random;
use crate::judge::symbols::symbols;
use crate::judge::{Parts, Values, table};
use crate::laws::plain::{Mode, modes};

/// The same function as a relation or as a linear layout, if it is one, or such a relation that is far above
/// it or differs in its second half.
pub(crate) fn in_another(random: &mut Random, layout: &Layout) -> Option<Layout> {
    if !symbols(layout).is_empty() {
        return None;
    }
    if let Layout::Cute(cute) = layout
        && !cute.has_positions()
        && random.chance(50)
    {
        return Some(Layout::Relation(relation(cute)));
    }
    let mut matrix = linear(layout)?;
    let is_relation = match layout {
        Layout::Linear(_) => true,
        _ => random.chance(50),
    };
    if !is_relation {
        return Some(Layout::Linear(matrix));
    }
    let (_, size) = &mut matrix.out_dims[0];
    match (random.number(0, 9), matrix.in_dims[0].1.last_mut()) {
        (0, _) => {
            matrix.constant[0] += *size;
            *size *= 2;
        }
        (1, Some(basis)) => basis[0] = random.number(0, *size - 1),
        _ => {}
    }
    Some(Layout::Relation(sums_of_bits(&matrix)))
}

/// Each bit of the offset as a sum of bits of the coordinate mod 2, for a matrix from one dim to one.
fn sums_of_bits(matrix: &Linear) -> Relation {
    let bases: Vec<i64> = matrix.in_dims[0].1.iter().map(|basis| basis[0]).collect();
    let from = |bit: usize| match bit {
        0 => Expr::name("i"),
        _ => Expr::Floor(Box::new(Expr::name("i")), 1 << bit),
    };
    let sum = |bit: u32| {
        let own = (0..bases.len()).filter(|&at| bases[at] >> bit & 1 == 1).map(from);
        let constant = (matrix.constant[0] >> bit & 1 == 1).then_some(Expr::Number(1));
        let terms: Vec<Expr> = own.chain(constant).collect();
        let sum = Expr::Mod(Box::new(Expr::Sum(terms.clone())), 2);
        (!terms.is_empty()).then(|| Expr::Times(1 << bit, Box::new(sum)))
    };
    let mut terms: Vec<Expr> = (0..matrix.out_dims[0].1.trailing_zeros()).filter_map(sum).collect();
    if terms.is_empty() {
        terms.push(Expr::Number(0));
    }
    of_one_input((1 << bases.len()) - 1, terms)
}

/// A sum of terms of the input `i`, which is from 0 to a number.
fn of_one_input(high: i64, terms: Vec<Expr>) -> Relation {
    let inputs = vec![Variable { name: "i".to_owned(), low: 0, high }];
    let outputs = vec![Output::Value(Expr::Sum(terms))];
    let pieces = vec![Piece { inputs, outputs, formula: Formula::True }];
    Relation { parameters: Vec::new(), pieces }
}

/// The sum of the digits of a coordinate times their strides.
fn relation(cute: &Cute) -> Relation {
    let modes = modes(cute);
    let size: i64 = modes.iter().map(|mode| mode.extent).product();
    let mut step = 1;
    let mut digit = |Mode { extent, scale, .. }: &Mode| {
        let shifted = match step {
            1 => Expr::name("i"),
            _ => Expr::Floor(Box::new(Expr::name("i")), step),
        };
        step *= extent;
        // The last digit is what is left.
        let digit = if step < size { Expr::Mod(Box::new(shifted), *extent) } else { shifted };
        (*extent != 1).then(|| Expr::Times(*scale, Box::new(digit)))
    };
    let mut terms: Vec<Expr> = modes.iter().filter_map(&mut digit).collect();
    if terms.is_empty() {
        terms.push(Expr::Number(0));
    }
    of_one_input(size - 1, terms)
}

/// The matrix whose columns are the offsets at powers of two, if the offsets are its values.
fn linear(layout: &Layout) -> Option<Linear> {
    let table = table(layout, &Values::new());
    if table.parts != Parts::Number || !table.is_counted() {
        return None;
    }
    let offset = |coordinate: i64| match &table.row(coordinate)?.offsets[..] {
        [offset] => Some(offset[0]).filter(|offset| 0 <= *offset),
        _ => None,
    };
    let all: Vec<i64> = (0..table.rows.len() as i64).map(offset).collect::<Option<_>>()?;
    if !all.len().is_power_of_two() {
        return None;
    }
    let value = |coordinate: usize| {
        let bits = (0..all.len().trailing_zeros()).filter(|bit| coordinate >> bit & 1 == 1);
        bits.fold(all[0], |sum, bit| sum ^ all[1 << bit] ^ all[0])
    };
    if (0..all.len()).any(|coordinate| all[coordinate] != value(coordinate)) {
        return None;
    }
    let room = all.iter().max()? + 1;
    let size = (room as u64).next_power_of_two() as i64;
    let bases = (0..all.len().trailing_zeros()).map(|bit| vec![all[1 << bit] ^ all[0]]).collect();
    Some(Linear {
        in_dims: vec![("register".to_owned(), bases)],
        out_dims: vec![("dim0".to_owned(), size)],
        constant: vec![all[0]],
    })
}
