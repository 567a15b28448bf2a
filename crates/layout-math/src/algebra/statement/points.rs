//! Where a claim fails, as linear constraints.

use super::sentence::{Lengths, Sentence, Side, SmtNumber, Tuple};
use crate::cute::Term;
use crate::relation::tree::{Comparator, Dim, Expr, Formula, Piece, Variable};
use crate::relation::{LinearFormula, NoLinearFormula, Relation};

/// Where a claim fails: the values of the variables for which the formula holds. The claim holds exactly
/// if there are none.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailurePoints {
    /// The symbols, then the coordinates `p` and `q` and the offsets `x` and `y`, as the script calls
    /// them.
    pub variables: Vec<String>,
    pub formula: LinearFormula,
}

/// The points for which all sentences about these relations hold.
pub(super) fn points(
    sentences: &[Sentence],
    relations: &[Relation],
    lengths: Lengths,
    limit: usize,
) -> Result<FailurePoints, NoLinearFormula> {
    let mut symbols: Vec<&str> = relations.iter().flat_map(Relation::parameters).collect();
    symbols.sort_unstable();
    symbols.dedup();
    let reader = Reader { relations, lengths, symbols: &symbols };
    let formula = sentences.iter().map(|sentence| reader.formula(sentence, Bound::default()));
    let formula = Formula::and(formula.collect::<Result<Vec<_>, _>>()?);
    let free: Vec<String> = lengths.free().collect();
    let formula = LinearFormula::of(&formula, symbols.len(), free.len(), limit)?;
    let variables = symbols.iter().map(|&symbol| symbol.to_owned()).chain(free).collect();
    Ok(FailurePoints { variables, formula })
}

/// The variables that are bound around a sentence.
#[derive(Debug, Clone, Copy, Default)]
struct Bound {
    count: usize,
    /// Where `i` begins, and `o`.
    inputs: usize,
    outputs: usize,
}

impl Bound {
    fn with(self, tuple: Tuple, length: usize) -> Self {
        let first = self.count;
        let bound = Bound { count: first + length, ..self };
        match tuple {
            Tuple::O => Bound { outputs: first, ..bound },
            _ => Bound { inputs: first, ..bound },
        }
    }
}

struct Reader<'a> {
    relations: &'a [Relation],
    lengths: Lengths,
    /// The parameters of all relations.
    symbols: &'a [&'a str],
}

impl Reader<'_> {
    fn formula(&self, sentence: &Sentence, bound: Bound) -> Result<Formula, NoLinearFormula> {
        let each = |members: &[Sentence]| -> Result<Vec<Formula>, NoLinearFormula> {
            members.iter().map(|member| self.formula(member, bound)).collect()
        };
        Ok(match sentence {
            Sentence::Holds(side, at, gives) => {
                let relation = &self.relations[if *side == Side::Left { 0 } else { 1 }];
                let pieces = relation.tree().pieces.iter();
                Formula::or(pieces.map(|piece| self.piece(relation, piece, [*at, *gives], bound)))
            }
            Sentence::Compare(left, comparison, right) => {
                Formula::compare(self.number(left, bound)?, *comparison, self.number(right, bound)?)
            }
            Sentence::All(members) => Formula::and(each(members)?),
            Sentence::Any(members) => Formula::or(each(members)?),
            Sentence::Not(inner) => negated(self.formula(inner, bound)?),
            Sentence::Differ(sides) => {
                let [left, right] =
                    <[Formula; 2]>::try_from(each(&sides[..])?).expect("there are two sides");
                Formula::or([
                    Formula::and([left.clone(), negated(right.clone())]),
                    Formula::and([right, negated(left)]),
                ])
            }
            Sentence::Exists(tuples, body) => self.exists(tuples, body, bound)?,
            Sentence::Never(tuples, body) => negated(self.exists(tuples, body, bound)?),
        })
    }

    /// The body holds for some values of the tuples.
    fn exists(
        &self,
        tuples: &[Tuple],
        body: &Sentence,
        bound: Bound,
    ) -> Result<Formula, NoLinearFormula> {
        let mut inside = bound;
        for &tuple in tuples {
            inside = inside.with(tuple, self.lengths.of(tuple));
        }
        let body = self.formula(body, inside)?;
        let dims = (bound.count..inside.count).map(|_| Dim { name: None, value: None }).collect();
        Ok(Formula::Exists(dims, Box::new(body)))
    }

    /// A piece of a relation has the pair of these tuples.
    fn piece(
        &self,
        relation: &Relation,
        piece: &Piece,
        [at, gives]: [Tuple; 2],
        bound: Bound,
    ) -> Formula {
        let rename = |variable: Variable| match variable {
            Variable::Parameter(position) => self.symbol(&relation.tree().parameters[position]),
            Variable::Input(position) => self.variable(at, position, bound),
            Variable::Output(position) => self.variable(gives, position, bound),
            Variable::Bound(position) => Variable::Bound(bound.count + position),
        };
        let values = |dims: &[Dim], tuple: Tuple| -> Vec<Formula> {
            let valued = dims.iter().enumerate().filter_map(|(position, dim)| {
                let value = dim.value.clone()?.renamed(&rename);
                let variable = Expr::Variable(self.variable(tuple, position, bound));
                Some(Formula::compare(variable, Comparator::Equal, value))
            });
            valued.collect()
        };
        let mut members = values(&piece.domain.dims, at);
        members.extend(values(&piece.range.dims, gives));
        if piece.formula != Formula::True {
            members.push(piece.formula.clone().renamed(&rename));
        }
        Formula::and(members)
    }

    fn symbol(&self, name: &str) -> Variable {
        let position = self.symbols.binary_search(&name);
        Variable::Parameter(position.expect("the symbols are those of the relations"))
    }

    fn variable(&self, tuple: Tuple, position: usize, bound: Bound) -> Variable {
        match tuple {
            Tuple::I => return Variable::Bound(bound.inputs + position),
            Tuple::O => return Variable::Bound(bound.outputs + position),
            Tuple::P | Tuple::Q | Tuple::X | Tuple::Y => {}
        }
        let before = Tuple::FREE.into_iter().take_while(|&other| other != tuple);
        Variable::Input(before.map(|other| self.lengths.of(other)).sum::<usize>() + position)
    }

    fn number(&self, number: &SmtNumber, bound: Bound) -> Result<Expr, NoLinearFormula> {
        Ok(match number {
            SmtNumber::Variable(tuple, position) => {
                Expr::Variable(self.variable(*tuple, *position, bound))
            }
            SmtNumber::Integer(value) => Expr::Integer(*value),
            SmtNumber::Size(size) => self.product(size)?,
            SmtNumber::BeforeSize(size) => Expr::sum([self.product(size)?, Expr::Integer(-1)]),
        })
    }

    fn product(&self, size: &Term) -> Result<Expr, NoLinearFormula> {
        match size.symbols() {
            [] => Ok(Expr::Integer(size.coefficient())),
            [symbol] => Expr::Variable(self.symbol(symbol))
                .times(size.coefficient())
                .map_err(|_| NoLinearFormula::Overflow),
            _ => Err(NoLinearFormula::Product),
        }
    }
}

fn negated(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}
