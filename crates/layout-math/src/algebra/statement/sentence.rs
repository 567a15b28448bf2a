//! What a claim says of integers, as a sentence about relations.

use crate::cute::Term;
use crate::relation::smt::{integer, join};
use crate::relation::tree::Comparator;

/// A tuple of variables: `p`, `q`, `i` are coordinates, `x`, `y`, `o` offsets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Tuple {
    P,
    Q,
    X,
    Y,
    /// Bound by a quantifier.
    I,
    /// Bound by a quantifier.
    O,
}

impl Tuple {
    /// The tuples that no quantifier binds.
    pub const FREE: [Tuple; 4] = [Tuple::P, Tuple::Q, Tuple::X, Tuple::Y];

    /// The name of a variable of the tuple.
    pub fn name(self, position: usize) -> String {
        let letter = match self {
            Tuple::P => 'p',
            Tuple::Q => 'q',
            Tuple::X => 'x',
            Tuple::Y => 'y',
            Tuple::I => 'i',
            Tuple::O => 'o',
        };
        format!("{letter}.{position}")
    }
}

/// How long the tuples of a sentence are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Lengths {
    pub inputs: usize,
    pub outputs: usize,
}

impl Lengths {
    pub fn of(self, tuple: Tuple) -> usize {
        match tuple {
            Tuple::P | Tuple::Q | Tuple::I => self.inputs,
            Tuple::X | Tuple::Y | Tuple::O => self.outputs,
        }
    }

    /// The names of the variables that no quantifier binds.
    pub fn free(self) -> impl Iterator<Item = String> {
        let of = move |tuple| (0..self.of(tuple)).map(move |position| Tuple::name(tuple, position));
        Tuple::FREE.into_iter().flat_map(of)
    }
}

/// A number in a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum SmtNumber {
    Variable(Tuple, usize),
    Integer(i64),
    /// The number of the claim.
    Size(Term),
    /// The number before that.
    BeforeSize(Term),
}

/// Which of the relations of a statement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// A sentence about the relations of a statement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sentence {
    /// The relation has the pair.
    Holds(Side, Tuple, Tuple),
    Compare(SmtNumber, Comparator, SmtNumber),
    All(Vec<Sentence>),
    Any(Vec<Sentence>),
    Not(Box<Sentence>),
    /// One holds, and the other does not.
    Differ(Box<[Sentence; 2]>),
    /// The sentence holds for some values of the tuples.
    Exists(Vec<Tuple>, Box<Sentence>),
    /// The sentence holds for no values of the tuples.
    Never(Vec<Tuple>, Box<Sentence>),
}

impl Sentence {
    pub fn compare(left: SmtNumber, comparison: Comparator, right: SmtNumber) -> Self {
        Sentence::Compare(left, comparison, right)
    }

    /// `0 <= number < size`.
    pub fn below(number: &SmtNumber, size: &Term) -> [Sentence; 2] {
        let size = SmtNumber::Size(size.clone());
        [
            Sentence::compare(SmtNumber::Integer(0), Comparator::LessOrEqual, number.clone()),
            Sentence::compare(number.clone(), Comparator::Less, size),
        ]
    }

    pub fn negated(self) -> Self {
        Sentence::Not(Box::new(self))
    }

    /// The sentence in SMT-LIB, where the relations are the predicates `left` and `right`.
    pub fn to_smt(&self, lengths: Lengths) -> String {
        let each = |members: &[Sentence]| members.iter().map(|it| it.to_smt(lengths)).collect();
        let bound = |tuples: &[Tuple]| {
            let of = |tuple: Tuple| (0..lengths.of(tuple)).map(move |k| tuple.name(k));
            let names = tuples.iter().flat_map(|&tuple| of(tuple));
            names.map(|name| format!("({name} Int)")).collect::<Vec<_>>().join(" ")
        };
        match self {
            Sentence::Holds(side, at, gives) => {
                let side = if *side == Side::Left { "left" } else { "right" };
                let of = |tuple: Tuple| (0..lengths.of(tuple)).map(move |k| tuple.name(k));
                let arguments: Vec<String> = of(*at).chain(of(*gives)).collect();
                format!("({side} {})", arguments.join(" "))
            }
            Sentence::Compare(left, Comparator::NotEqual, right) => {
                format!("(not (= {} {}))", left.to_smt(), right.to_smt())
            }
            Sentence::Compare(left, comparison, right) => {
                format!("({comparison} {} {})", left.to_smt(), right.to_smt())
            }
            Sentence::All(members) => join("and", "true", each(members)),
            Sentence::Any(members) => join("or", "false", each(members)),
            Sentence::Not(inner) => format!("(not {})", inner.to_smt(lengths)),
            Sentence::Differ(sides) => {
                format!("(not (= {} {}))", sides[0].to_smt(lengths), sides[1].to_smt(lengths))
            }
            Sentence::Exists(tuples, body) => {
                format!("(exists ({}) {})", bound(tuples), body.to_smt(lengths))
            }
            Sentence::Never(tuples, body) => {
                format!("(forall ({}) (not {}))", bound(tuples), body.to_smt(lengths))
            }
        }
    }
}

impl SmtNumber {
    fn to_smt(&self) -> String {
        match self {
            SmtNumber::Variable(tuple, position) => tuple.name(*position),
            SmtNumber::Integer(value) => integer(*value),
            SmtNumber::Size(size) => product(size),
            SmtNumber::BeforeSize(size) => format!("(- {} 1)", product(size)),
        }
    }
}

fn product(size: &Term) -> String {
    let has_factor = size.coefficient() != 1 || size.symbols().is_empty();
    let factor = has_factor.then(|| integer(size.coefficient()));
    let factors: Vec<String> = factor.into_iter().chain(size.symbols().iter().cloned()).collect();
    join("*", "1", factors)
}
