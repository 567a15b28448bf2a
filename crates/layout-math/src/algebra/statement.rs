use std::collections::BTreeSet;

use super::any_layout::AnyLayout;
use super::assertion::Assertion;
use super::numbers::Number;
use super::relations::{Question, Space, known_facts, stated, stated_pair};
use super::verdict::{Budget, Unknown};
use crate::cute::{Domain, Term};
use crate::relation::Relation;
use crate::relation::smt::{input_names, integer, join};

/// A claim about layouts as one about integer relations.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Assertion, Budget, Kind, Statement};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,2):(2,1)")?;
/// let claim = Assertion::InBounds { size: 8 };
/// let stated = Statement::of(claim, &[&layout], &Budget::default()).unwrap();
/// assert_eq!(
///     stated.relations[0].to_string(),
///     "{ [c] -> [2c - 7*floor(c/4)] : 0 <= c < 8 }"
/// );
/// assert!(stated.smt.ends_with("(assert (not (and (<= 0 x.0) (< x.0 8))))\n(check-sat)\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// The relation of each layout that the claim is about, in isl's notation.
    ///
    /// Each is from the integral coordinate, or all are from the same tuple of coordinates whose
    /// extents `extents` has.
    pub relations: Vec<Relation>,
    /// Empty if coordinates are integral; else the extents of their parts, leftmost fastest.
    pub extents: Vec<String>,
    /// The number of the claim, where it has one or the layout says it.
    pub size: Option<String>,
    /// A script of SMT-LIB 2.6 that a solver finds `unsat` exactly if the claim holds.
    pub smt: String,
}

impl Statement {
    /// States a claim about these layouts, no two of which share an anonymous symbol.
    ///
    /// # Errors
    ///
    /// A layout is no relation, such as a tiler or one whose offsets are products of symbols; the claim
    /// is about what relations do not have, such as shapes; isl does not count the inputs of a relation
    /// within the budget.
    pub fn of(claim: Assertion, layouts: &[&AnyLayout], budget: &Budget) -> Result<Self, Unknown> {
        let question = Question::new(budget);
        let (relations, space) = match (claim, layouts) {
            _ if layouts.iter().any(|layout| matches!(layout, AnyLayout::Tile(_))) => {
                return Err(not_stated("a tiler acts mode by mode, which a relation does not say"));
            }
            (Assertion::Compatible, _) => {
                return Err(not_stated("the claim is about shapes, which relations do not have"));
            }
            (Assertion::Equivalent, [left, right]) => {
                let (left, right, space) = stated_pair(&question, left, right)?;
                (vec![left, right], space)
            }
            (Assertion::Disjoint, [left, right]) => {
                let (left, space) = stated(&question, left)?;
                let (right, other) = stated(&question, right)?;
                let (Space::Integral, Space::Integral) = (&space, other) else {
                    return Err(not_stated("the coordinates of the layouts are tuples"));
                };
                (vec![left, right], space)
            }
            (Assertion::Inside, [outer, inner]) => {
                let (relation, space) = stated(&question, inner)?;
                (vec![relation.given(&known_facts(&[outer, inner])?)], space)
            }
            (_, [layout]) => {
                let (relation, space) = stated(&question, layout)?;
                (vec![relation], space)
            }
            _ => return Err(not_stated("the claim is about another number of layouts")),
        };
        let size = size(claim, layouts)?;
        let of_size = size.iter().flat_map(Term::symbols);
        for symbol in of_size {
            // Its facts are those of the relation.
            if relations[0].parameters().all(|parameter| parameter != symbol) {
                return Err(not_stated("the size is a symbol that the coordinates do not have"));
            }
        }
        let extents = match space {
            Space::Integral => Vec::new(),
            Space::Natural(extents) => extents,
            Space::Joint { .. } => return Err(not_stated("the layouts have other coordinates")),
        };
        let smt = Script { claim, layouts, relations: &relations, size: size.as_ref() }.text()?;
        let extents = extents.iter().map(Term::to_string).collect();
        Ok(Statement { relations, extents, size: size.map(|size| size.to_string()), smt })
    }
}

fn not_stated(reason: &str) -> Unknown {
    Unknown::NotPresburger { reason: reason.to_owned() }
}

/// The number of a claim about layouts.
fn size(claim: Assertion, layouts: &[&AnyLayout]) -> Result<Option<Term>, Unknown> {
    Ok(match (claim, layouts) {
        (Assertion::Inside, [outer, _]) => match outer.size() {
            Some(size) => Some(size),
            None => return Err(not_stated("the left layout has no size")),
        },
        (
            Assertion::Surjective { size: None } | Assertion::Bijective { size: None },
            [AnyLayout::Linear(linear)],
        ) => Some(Term::constant(linear.out_size())),
        _ => claim.size().map(Term::constant),
    })
}

struct Script<'a> {
    claim: Assertion,
    layouts: &'a [&'a AnyLayout],
    relations: &'a [Relation],
    size: Option<&'a Term>,
}

impl Script<'_> {
    /// Declares the symbols, defines the relations, and asserts that the claim fails: at the coordinates
    /// `p` and `q`, with the offsets `x` and `y`.
    fn text(&self) -> Result<String, Unknown> {
        let names = ["left", "right"];
        let symbols: BTreeSet<String> =
            self.relations.iter().flat_map(Relation::smt_symbols).collect();
        let mut lines = vec!["(set-logic ALL)".to_owned()];
        let mut declare = |name: &str| lines.push(format!("(declare-const {name} Int)"));
        symbols.iter().for_each(|symbol| declare(symbol));
        let (inputs, outputs) = (self.relations[0].n_inputs(), self.relations[0].n_outputs());
        for (tuple, length) in [("p", inputs), ("q", inputs), ("x", outputs), ("y", outputs)] {
            (0..length).for_each(|at| declare(&format!("{tuple}.{at}")));
        }
        let defined = self.relations.iter().zip(names).map(|(it, name)| it.to_smt(name));
        lines.extend(defined);
        let mut failure = self.failure()?;
        if !symbols.is_empty() && self.is_of_all_numbers() {
            // For values of the symbols without a pair nothing is claimed.
            failure.insert(0, self.holds("left", "q", "y"));
        }
        lines.extend(failure.into_iter().map(|failure| format!("(assert {failure})")));
        lines.push("(check-sat)\n".to_owned());
        Ok(lines.join("\n"))
    }

    /// True of claims that fail where a relation has no pairs.
    fn is_of_all_numbers(&self) -> bool {
        matches!(
            self.claim,
            Assertion::Surjective { .. } | Assertion::Bijective { .. } | Assertion::Has(..)
        )
    }

    /// What holds together exactly where the claim fails.
    fn failure(&self) -> Result<Vec<String>, Unknown> {
        let left = |at: &str, gives: &str| self.holds("left", at, gives);
        let right = |at: &str, gives: &str| self.holds("right", at, gives);
        let collides = || vec![left("p", "x"), left("q", "x"), self.differ("p", "q")];
        Ok(match self.claim {
            Assertion::Equivalent => {
                vec![format!("(not (= {} {}))", left("p", "x"), right("p", "x"))]
            }
            Assertion::Disjoint => vec![left("p", "x"), right("q", "x")],
            Assertion::Injective => collides(),
            Assertion::Increasing => {
                self.one_offset()?;
                vec![left("p", "x"), left("q", "y"), self.is_before(), "(>= x.0 y.0)".to_owned()]
            }
            Assertion::InBounds { .. } | Assertion::Inside => self.leaves()?,
            Assertion::Surjective { .. } => self.misses()?,
            Assertion::Bijective { .. } => {
                let mut ways = vec![collides(), self.misses()?];
                if self.size.is_some() {
                    ways.push(self.leaves()?);
                }
                vec![join("or", "false", ways.into_iter().map(all).collect())]
            }
            Assertion::Has(Number::Size, _) => {
                let ([AnyLayout::Cute(_) | AnyLayout::Linear(_)], [relation]) =
                    (self.layouts, self.relations)
                else {
                    return Err(not_stated("the layout may have no offset at a coordinate"));
                };
                if relation.n_inputs() != 1 {
                    return Err(not_stated("the size is a product of symbols"));
                }
                let counted = format!("(and (<= 0 p.0) (< p.0 {}))", self.bound());
                let has_offset = format!("(exists ({}) {})", self.outputs("o"), left("p", "o"));
                vec![format!("(not (= {counted} {has_offset}))")]
            }
            Assertion::Has(Number::Cosize, _) => {
                self.one_offset()?;
                let size = self.bound();
                let is_last = format!("(= o.0 (- {size} 1))");
                vec![join(
                    "or",
                    "false",
                    vec![
                        all(vec![left("p", "x"), format!("(>= x.0 {size})")]),
                        self.never(&is_last),
                    ],
                )]
            }
            Assertion::Compatible => return Err(not_stated("relations have no shapes")),
        })
    }

    /// An offset outside of the bounds, or a coordinate without one.
    fn leaves(&self) -> Result<Vec<String>, Unknown> {
        self.one_offset()?;
        let inside = format!("(and (<= 0 x.0) (< x.0 {}))", self.bound());
        let leaves = vec![self.holds("left", "p", "x"), format!("(not {inside})")];
        let layout = self.layouts[self.layouts.len() - 1];
        if !matches!(layout, AnyLayout::Composed(_)) || layout.sign(Domain::Inside).is_natural() {
            return Ok(leaves);
        }
        let size = layout.size().and_then(|size| size.as_constant());
        let (Some(size), [relation]) = (size, self.relations) else {
            return Err(not_stated("the layout may have no offset at a coordinate"));
        };
        if relation.n_inputs() != 1 {
            return Err(not_stated("the layout may have no offset at a coordinate"));
        }
        let has_none = format!(
            "(and (<= 0 p.0) (< p.0 {}) (forall ({}) (not {})))",
            integer(size),
            self.outputs("o"),
            self.holds("left", "p", "o")
        );
        Ok(vec![join("or", "false", vec![all(leaves), has_none])])
    }

    /// A number that is not the offset of a coordinate.
    fn misses(&self) -> Result<Vec<String>, Unknown> {
        if self.size.is_some() {
            self.one_offset()?;
            let inside = format!("(<= 0 x.0) (< x.0 {})", self.bound());
            return Ok(vec![format!("(and {inside} {})", self.never("(= o.0 x.0)"))]);
        }
        let parts = (0..self.relations[0].n_outputs()).map(|part| {
            let below = format!("(<= 0 x.{part}) (<= x.{part} y.{part})");
            format!("(and {below} {})", self.never(&format!("(= o.{part} x.{part})")))
        });
        Ok(vec![self.holds("left", "q", "y"), join("or", "false", parts.collect())])
    }

    /// No pair of the relation is such that.
    fn never(&self, such: &str) -> String {
        let inputs: Vec<String> = input_names(self.relations[0].n_inputs())
            .map(|input| format!("({input} Int)"))
            .collect();
        let bound = [inputs.join(" "), self.outputs("o")].join(" ");
        format!("(forall ({bound}) (not (and {} {such})))", self.holds("left", "i", "o"))
    }

    fn outputs(&self, tuple: &str) -> String {
        let of_tuple = |at| format!("({tuple}.{at} Int)");
        (0..self.relations[0].n_outputs()).map(of_tuple).collect::<Vec<_>>().join(" ")
    }

    /// A relation has the pair of these tuples.
    fn holds(&self, relation: &str, at: &str, gives: &str) -> String {
        let of = |tuple: &str, length| (0..length).map(|k| format!("{tuple}.{k}")).collect();
        let inputs: Vec<String> = of(at, self.relations[0].n_inputs());
        let outputs: Vec<String> = of(gives, self.relations[0].n_outputs());
        format!("({relation} {})", [inputs, outputs].concat().join(" "))
    }

    fn differ(&self, a: &str, b: &str) -> String {
        let parts = (0..self.relations[0].n_inputs()).map(|k| format!("(not (= {a}.{k} {b}.{k}))"));
        join("or", "false", parts.collect())
    }

    /// The coordinate `p` is before `q`, leftmost fastest.
    fn is_before(&self) -> String {
        let n = self.relations[0].n_inputs();
        let ways = (0..n).map(|k| {
            let mut members = vec![format!("(< p.{k} q.{k})")];
            members.extend((k + 1..n).map(|later| format!("(= p.{later} q.{later})")));
            all(members)
        });
        join("or", "false", ways.collect())
    }

    fn one_offset(&self) -> Result<(), Unknown> {
        match self.relations[0].n_outputs() {
            1 => Ok(()),
            _ => Err(not_stated("the offsets are tuples")),
        }
    }

    /// The number of the claim.
    fn bound(&self) -> String {
        let Some(size) = self.size else { return integer(i64::MAX) };
        let has_factor = size.coefficient() != 1 || size.symbols().is_empty();
        let factor = has_factor.then(|| integer(size.coefficient()));
        let factors: Vec<String> =
            factor.into_iter().chain(size.symbols().iter().cloned()).collect();
        join("*", "1", factors)
    }
}

fn all(members: Vec<String>) -> String {
    join("and", "true", members)
}
