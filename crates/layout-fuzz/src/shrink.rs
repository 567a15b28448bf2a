//! Smaller layouts of the same kind, one change at a time.

use crate::case::{Case, Question};
use crate::given::Given;
use crate::judge::Claim;
use crate::judge::formula::{Expr, Formula, Output};
use crate::judge::model::{
    Composed, Cute, Fact, Layout, Linear, Outer, Relation, Stride, Swizzle, Term, Tree,
};

/// So many cases are looked at to make one smaller.
const TRIES: usize = 2_000;

/// The smallest case found that fails as this one does: no single change makes it smaller.
pub fn shrink(case: Case, mut fails: impl FnMut(&Case) -> bool) -> Case {
    let mut best = case;
    let mut tries = 0;
    'again: loop {
        for smaller in smaller(&best) {
            tries += 1;
            if TRIES < tries {
                return best;
            }
            if fails(&smaller) {
                best = smaller;
                continue 'again;
            }
        }
        return best;
    }
}

fn smaller(case: &Case) -> Vec<Case> {
    let mut all = Vec::new();
    for (at, layout) in case.layouts.iter().enumerate() {
        for layout in layouts(layout) {
            let mut case = case.clone();
            case.layouts[at] = layout;
            all.push(case);
        }
    }
    for question in questions(&case.question) {
        all.push(Case { question, ..case.clone() });
    }
    all
}

fn questions(question: &Question) -> Vec<Question> {
    let claim = match question {
        Question::Claim(claim) => *claim,
        Question::Operation(name, given) => {
            return givens(given).into_iter().map(|own| Question::Operation(name, own)).collect();
        }
        _ => return Vec::new(),
    };
    let (number, of): (i64, fn(i64) -> Claim) = match claim {
        Claim::InBounds(n) => (n, Claim::InBounds),
        Claim::Size(n) => (n, Claim::Size),
        Claim::Cosize(n) => (n, Claim::Cosize),
        Claim::Surjective(Some(n)) => (n, |n| Claim::Surjective(Some(n))),
        Claim::Bijective(Some(n)) => (n, |n| Claim::Bijective(Some(n))),
        _ => return Vec::new(),
    };
    numbers(number).into_iter().map(|n| Question::Claim(of(n))).collect()
}

/// One number less, or without a parameter.
fn givens(given: &Given) -> Vec<Given> {
    let mut all = Vec::new();
    for (name, number) in &given.integers {
        for less in numbers(*number) {
            let mut given = given.clone();
            given.integers.insert(name, less);
            all.push(given);
        }
    }
    for name in given.texts.keys() {
        let mut given = given.clone();
        given.texts.remove(name);
        all.push(given);
    }
    all
}

/// Numbers next to 0, before the number itself.
fn numbers(number: i64) -> Vec<i64> {
    let all = [0, 1, number / 2, number - number.signum()];
    let mut less: Vec<i64> = all.into_iter().filter(|n| n.abs() < number.abs()).collect();
    less.dedup();
    less
}

fn layouts(layout: &Layout) -> Vec<Layout> {
    match layout {
        Layout::Cute(cute) => cutes(cute).into_iter().map(Layout::Cute).collect(),
        Layout::Composed(composed) => {
            composeds(composed).into_iter().map(Layout::Composed).collect()
        }
        Layout::Linear(linear) => linears(linear).into_iter().map(Layout::Linear).collect(),
        Layout::Relation(relation) => {
            relations(relation).into_iter().map(Layout::Relation).collect()
        }
        Layout::Tile(tiles) if 1 < tiles.len() => {
            vec![Layout::Tile(tiles[1..].to_vec()), Layout::Tile(tiles[..tiles.len() - 1].to_vec())]
        }
        Layout::Tile(_) | Layout::Swizzle(_) => Vec::new(),
    }
}

/// One mode less, all modes in one tuple, or a number less.
fn cutes(cute: &Cute) -> Vec<Cute> {
    let extents: Vec<Term> = cute.shape.leaves().into_iter().cloned().collect();
    let strides: Vec<Stride> = cute.stride.leaves().into_iter().cloned().collect();
    let flat = |extents: &[Term], strides: &[Stride]| Cute {
        shape: Tree::Node(extents.iter().cloned().map(Tree::Leaf).collect()),
        stride: Tree::Node(strides.iter().cloned().map(Tree::Leaf).collect()),
        facts: facts(cute, extents, strides),
    };
    let mut all = Vec::new();
    if cute.shape.modes().len() < extents.len() || matches!(cute.shape, Tree::Leaf(_)) {
        all.push(flat(&extents, &strides));
    }
    for at in (0..extents.len()).filter(|_| 1 < extents.len()) {
        let (mut extents, mut strides) = (extents.clone(), strides.clone());
        extents.remove(at);
        strides.remove(at);
        all.push(flat(&extents, &strides));
    }
    let extent_less = |at: usize| terms(&extents[at]).into_iter().map(move |term| (at, term));
    for (at, term) in (0..extents.len()).flat_map(extent_less) {
        if 1 <= term.factor {
            let mut extents = extents.clone();
            extents[at] = term;
            all.push(in_form(cute, extents, strides.clone()));
        }
    }
    let stride_less = |at: usize| terms(&strides[at].scale).into_iter().map(move |term| (at, term));
    for (at, scale) in (0..strides.len()).flat_map(stride_less) {
        let mut strides = strides.clone();
        let path = if scale.factor == 0 { Vec::new() } else { strides[at].path.clone() };
        strides[at] = Stride { scale, path };
        all.push(in_form(cute, extents.clone(), strides));
    }
    all
}

/// Other numbers in the same tuples.
fn in_form(cute: &Cute, extents: Vec<Term>, strides: Vec<Stride>) -> Cute {
    let facts = facts(cute, &extents, &strides);
    let (mut extents, mut strides) = (extents.into_iter(), strides.into_iter());
    let shape = cute.shape.map(&mut |own| extents.next().unwrap_or_else(|| own.clone()));
    let stride = cute.stride.map(&mut |own| strides.next().unwrap_or_else(|| own.clone()));
    Cute { shape, stride, facts }
}

/// The facts about symbols that are left.
fn facts(cute: &Cute, extents: &[Term], strides: &[Stride]) -> Vec<Fact> {
    let scales = strides.iter().map(|stride| &stride.scale);
    let used: Vec<&String> = extents.iter().chain(scales).flat_map(|term| &term.symbols).collect();
    let is_about = |fact: &&Fact| match fact {
        Fact::In(symbol, ..) | Fact::Mod(symbol, ..) => used.contains(&symbol),
    };
    cute.facts.iter().filter(is_about).cloned().collect()
}

fn terms(term: &Term) -> Vec<Term> {
    let mut all = Vec::new();
    if !term.symbols.is_empty() {
        all.push(Term::number(term.factor.max(1)));
    }
    let with = |factor| match factor {
        0 => Term::number(0),
        _ => Term { factor, symbols: term.symbols.clone() },
    };
    all.extend(numbers(term.factor).into_iter().map(with));
    all
}

/// The outer layout, the offset or the inner layout made smaller, with the facts that are left.
fn composeds(composed: &Composed) -> Vec<Composed> {
    let mut all = composeds_with_all_facts(composed);
    for composed in &mut all {
        let used = crate::judge::symbols::symbols(&Layout::Composed(composed.clone()));
        composed.facts.retain(|fact| match fact {
            Fact::In(symbol, ..) | Fact::Mod(symbol, ..) => used.contains(symbol),
        });
    }
    all
}

fn composeds_with_all_facts(composed: &Composed) -> Vec<Composed> {
    let mut all: Vec<Composed> = cutes(&composed.inner)
        .into_iter()
        .map(|inner| Composed { inner, ..composed.clone() })
        .collect();
    for offset in terms(&composed.offset) {
        all.push(Composed { offset, ..composed.clone() });
    }
    match &composed.outer {
        Outer::Layout(outer) => {
            let outers = cutes(outer).into_iter().map(Outer::Layout);
            all.extend(outers.map(|outer| Composed { outer, ..composed.clone() }));
        }
        Outer::Swizzle(swizzle) => {
            for bits in 0..swizzle.bits {
                let outer = Outer::Swizzle(Swizzle { bits, ..*swizzle });
                all.push(Composed { outer, ..composed.clone() });
            }
        }
    }
    all
}

fn linears(linear: &Linear) -> Vec<Linear> {
    let mut all = Vec::new();
    for (at, (_, bases)) in linear.in_dims.iter().enumerate() {
        if 1 < linear.in_dims.len() {
            let mut linear = linear.clone();
            linear.in_dims.remove(at);
            all.push(linear);
        }
        for bit in 0..bases.len() {
            let mut linear = linear.clone();
            linear.in_dims[at].1.remove(bit);
            all.push(linear);
        }
    }
    if linear.constant.iter().any(|&part| part != 0) {
        all.push(Linear { constant: vec![0; linear.constant.len()], ..linear.clone() });
    }
    all
}

/// One piece less, a box of half the width, or one condition less.
fn relations(relation: &Relation) -> Vec<Relation> {
    let mut all = Vec::new();
    for (at, piece) in relation.pieces.iter().enumerate() {
        let mut add = |piece| {
            let mut relation = relation.clone();
            relation.pieces[at] = piece;
            all.push(relation);
        };
        if let Formula::And(members) = &piece.formula {
            for drop in 0..members.len() {
                let mut members = members.clone();
                members.remove(drop);
                add(crate::judge::formula::Piece {
                    formula: Formula::And(members),
                    ..piece.clone()
                });
            }
        }
        for (input, variable) in piece.inputs.iter().enumerate() {
            for width in numbers(variable.high - variable.low) {
                let mut piece = piece.clone();
                piece.inputs[input].high = variable.low + width;
                add(piece);
            }
        }
        for (output, value) in piece.outputs.iter().enumerate() {
            let Output::Value(Expr::Sum(terms)) = value else { continue };
            for drop in (0..terms.len()).filter(|_| 1 < terms.len()) {
                let mut terms = terms.clone();
                terms.remove(drop);
                let mut piece = piece.clone();
                piece.outputs[output] = Output::Value(Expr::Sum(terms));
                add(piece);
            }
        }
        if 1 < relation.pieces.len() {
            let mut relation = relation.clone();
            relation.pieces.remove(at);
            all.push(relation);
        }
    }
    all
}
