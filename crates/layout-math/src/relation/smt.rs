//! Relations as predicates of SMT-LIB.

use super::Relation;
use super::tree::{Comparator, Dim, Expr, Formula, Name, Piece, Variable};

impl Relation {
    /// The relation as a predicate of SMT-LIB 2.6 over integers: true of the inputs and outputs that
    /// are a pair. Its parameters are constants, which are declared apart.
    ///
    /// ```
    /// use layout_math::relation::Relation;
    ///
    /// let relation: Relation = "[n] -> { [i] -> [2i + floor(i/4)] : 0 <= i < n }".parse()?;
    /// assert_eq!(
    ///     relation.to_smt("f"),
    ///     "(define-fun f ((i.0 Int) (o.0 Int)) Bool \
    ///      (and (= o.0 (+ (* 2 i.0) (div i.0 4))) (and (<= 0 i.0) (< i.0 n))))"
    /// );
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn to_smt(&self, name: &str) -> String {
        let arguments: Vec<String> = input_names(self.n_inputs())
            .chain(output_names(self.n_outputs()))
            .map(|argument| format!("({argument} Int)"))
            .collect();
        let pieces = self.tree().pieces.iter();
        let pieces =
            pieces.map(|piece| SmtNames { parameters: &self.tree().parameters }.piece(piece));
        let body = join("or", "false", pieces.collect());
        format!("(define-fun {name} ({}) Bool {body})", arguments.join(" "))
    }

    /// The names of the parameters as SMT-LIB writes them.
    pub(crate) fn smt_symbols(&self) -> Vec<String> {
        self.tree().parameters.iter().map(symbol).collect()
    }
}

/// What the inputs are called; no parameter has a point in its name.
fn input_names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|at| format!("i.{at}"))
}

/// What the outputs are called.
fn output_names(count: usize) -> impl Iterator<Item = String> {
    (0..count).map(|at| format!("o.{at}"))
}

fn symbol(name: &Name) -> String {
    if name.contains('\'') { format!("|{name}|") } else { name.to_string() }
}

/// A connective over any number of members.
pub(crate) fn join(connective: &str, of_none: &str, mut members: Vec<String>) -> String {
    match members.len() {
        0 => of_none.to_owned(),
        1 => members.remove(0),
        _ => format!("({connective} {})", members.join(" ")),
    }
}

struct SmtNames<'a> {
    parameters: &'a [Name],
}

impl SmtNames<'_> {
    fn piece(&self, piece: &Piece) -> String {
        let mut members = self.values("i", &piece.domain.dims);
        members.extend(self.values("o", &piece.range.dims));
        if piece.formula != Formula::True {
            members.push(self.formula(&piece.formula, 0));
        }
        join("and", "true", members)
    }

    /// The equations of dimensions that have a value.
    fn values(&self, prefix: &str, dims: &[Dim]) -> Vec<String> {
        let valued =
            dims.iter().enumerate().filter_map(|(at, dim)| Some((at, dim.value.as_ref()?)));
        valued.map(|(at, value)| format!("(= {prefix}.{at} {})", self.expr(value))).collect()
    }

    /// A formula in which `bound` variables are bound around it.
    fn formula(&self, formula: &Formula, bound: usize) -> String {
        let all = |members: &[Formula]| members.iter().map(|it| self.formula(it, bound)).collect();
        match formula {
            Formula::True => "true".to_owned(),
            Formula::False => "false".to_owned(),
            Formula::Compare(chain) => {
                let pairs = chain.pairs().map(|(left, operator, right)| {
                    compared(operator, &self.expr(left), &self.expr(right))
                });
                join("and", "true", pairs.collect())
            }
            Formula::And(members) => join("and", "true", all(members)),
            Formula::Or(members) => join("or", "false", all(members)),
            Formula::Not(inner) => format!("(not {})", self.formula(inner, bound)),
            Formula::Exists(dims, body) => {
                let names: Vec<String> =
                    (bound..bound + dims.len()).map(|at| format!("(e.{at} Int)")).collect();
                let valued = dims.iter().enumerate().filter_map(|(at, dim)| {
                    Some(format!("(= e.{} {})", bound + at, self.expr(dim.value.as_ref()?)))
                });
                let mut members: Vec<String> = valued.collect();
                members.push(self.formula(body, bound + dims.len()));
                format!("(exists ({}) {})", names.join(" "), join("and", "true", members))
            }
        }
    }

    fn expr(&self, expr: &Expr) -> String {
        let all = |list: &[Expr]| list.iter().map(|it| self.expr(it)).collect::<Vec<_>>();
        match expr {
            Expr::Integer(value) => integer(*value),
            Expr::Variable(Variable::Parameter(at)) => symbol(&self.parameters[*at]),
            Expr::Variable(Variable::Input(at)) => format!("i.{at}"),
            Expr::Variable(Variable::Output(at)) => format!("o.{at}"),
            Expr::Variable(Variable::Bound(at)) => format!("e.{at}"),
            Expr::Multiply(factor, inner) => {
                format!("(* {} {})", integer(*factor), self.expr(inner))
            }
            Expr::Sum(terms) => format!("(+ {})", all(terms).join(" ")),
            // The divisor is positive, and then `div` rounds down and `mod` is not negative.
            Expr::Floor(inner, divisor) => format!("(div {} {divisor})", self.expr(inner)),
            Expr::Ceil(inner, divisor) => format!("(- (div (- {}) {divisor}))", self.expr(inner)),
            Expr::Modulo(inner, divisor) => format!("(mod {} {divisor})", self.expr(inner)),
            Expr::Minimum(list) => extreme("<=", &all(list)),
            Expr::Maximum(list) => extreme(">=", &all(list)),
        }
    }
}

/// A numeral; SMT-LIB writes negative ones as applications.
pub(crate) fn integer(value: i64) -> String {
    if value < 0 { format!("(- {})", value.unsigned_abs()) } else { value.to_string() }
}

fn compared(operator: Comparator, left: &str, right: &str) -> String {
    match operator {
        Comparator::NotEqual => format!("(not (= {left} {right}))"),
        _ => format!("({operator} {left} {right})"),
    }
}

/// The operand that compares so with all others. Operands that are repeated are short, as relations are
/// written.
fn extreme(comparison: &str, operands: &[String]) -> String {
    let [first, rest @ ..] = operands else { return "0".to_owned() };
    if rest.is_empty() {
        return first.clone();
    }
    let other = extreme(comparison, rest);
    format!("(ite ({comparison} {first} {other}) {first} {other})")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body(relation: &str) -> String {
        relation.parse::<Relation>().unwrap().to_smt("f")
    }

    #[test]
    fn every_form_of_the_notation() {
        let cases = [
            (
                "{ [i, j] -> [i - 3j] : i != j or not (i = 1) }",
                "(define-fun f ((i.0 Int) (i.1 Int) (o.0 Int)) Bool (and (= o.0 (+ i.0 (* (- 3) i.1))) \
                 (or (not (= i.0 i.1)) (not (= i.0 1)))))",
            ),
            (
                "{ [i] -> [i] : i = 1 or true }",
                "(define-fun f ((i.0 Int) (o.0 Int)) Bool (and (= o.0 i.0) (or (= i.0 1) true)))",
            ),
            (
                "{ [i] -> [o] : exists (e: i = 2e and o = e mod 3) }",
                "(define-fun f ((i.0 Int) (o.0 Int)) Bool \
                 (exists ((e.0 Int)) (and (= i.0 (* 2 e.0)) (= o.0 (mod e.0 3)))))",
            ),
            (
                "{ [i] -> [min(i, 5)]; [i] -> [ceil(i/2)] : i > 9 }",
                "(define-fun f ((i.0 Int) (o.0 Int)) Bool (or (= o.0 (ite (<= i.0 5) i.0 5)) \
                 (and (= o.0 (- (div (- i.0) 2))) (> i.0 9))))",
            ),
            (
                "{ [i] -> [max(i, 1, -2)] : false }",
                "(define-fun f ((i.0 Int) (o.0 Int)) Bool (and (= o.0 (ite (>= i.0 (ite (>= 1 (- 2)) \
                 1 (- 2))) i.0 (ite (>= 1 (- 2)) 1 (- 2)))) false))",
            ),
            ("{ A[] -> B[] }", "(define-fun f () Bool true)"),
        ];
        for (relation, smt) in cases {
            assert_eq!(body(relation), smt);
        }
    }

    #[test]
    fn names_that_smt_lib_quotes() {
        let relation: Relation = "[n', m] -> { [i] -> [i] : n' <= i < m }".parse().unwrap();
        assert_eq!(relation.smt_symbols(), ["|n'|", "m"]);
    }
}
