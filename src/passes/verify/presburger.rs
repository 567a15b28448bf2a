//! MLIR's Presburger library, FPL, as a judge of claims.
//!
//! It gets a claim's statement as linear constraints, asks whether there is a point at which the claim
//! fails, and shares nothing else with the methods of the algebra. It has no budget: a statement of more
//! than [`MAX_ROWS`] constraints is not asked, and any other is asked in a process that the system
//! bounds.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::algebra::Statement;
use crate::ffi::bounded::{End, Limits, bounded};
use crate::ffi::mlir::{PointSet, Sample};
use crate::relation::{LinearFormula, NoLinearFormula};

/// How many constraints a statement may have.
const MAX_ROWS: usize = 500;

/// How many variables a statement may have that no quantifier binds.
const MAX_VARIABLES: usize = 64;

/// How many convex parts a set may have on the way.
const MAX_PARTS: usize = 1000;

/// What one question may cost.
const LIMITS: Limits = Limits { time: Duration::from_millis(200), memory: 1 << 28 };

/// The time that there is for questions that are not decided.
const FIRST: Duration = Duration::from_millis(800);

/// What each claim adds to that time.
const MORE: Duration = Duration::from_millis(20);

/// The time of this process: a file in several parts has no more of it than the same file in one.
pub(super) static TIME: Time = Time::new(FIRST);

/// What remains for questions that are not decided.
#[derive(Debug)]
pub(super) struct Time {
    microseconds: AtomicU64,
}

impl Time {
    const fn new(first: Duration) -> Self {
        Time { microseconds: AtomicU64::new(first.as_micros() as u64) }
    }

    fn grow(&self) {
        let more = u64::try_from(MORE.as_micros()).unwrap_or(0);
        self.microseconds.fetch_add(more, Ordering::Relaxed);
    }

    fn is_spent(&self) -> bool {
        Duration::from_micros(self.microseconds.load(Ordering::Relaxed)) < LIMITS.time
    }

    fn spend(&self, time: Duration) {
        let time = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let less = |left: u64| Some(left.saturating_sub(time));
        // The closure has a value for every number.
        _ = self.microseconds.fetch_update(Ordering::Relaxed, Ordering::Relaxed, less);
    }
}

/// What the library says of a claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Judgement {
    Holds,
    /// The claim fails at a point, which is said where its numbers fit in 64 bits.
    Fails(Option<String>),
    NotStated,
    TooLong,
    OutOfTime,
    /// An assertion of the library failed, or there was too little memory.
    Stopped,
    /// Earlier claims used the time up.
    NotAsked,
}

impl Judgement {
    /// Whether the claim holds; `None` where the library does not say.
    pub fn holds(&self) -> Option<bool> {
        match self {
            Judgement::Holds => Some(true),
            Judgement::Fails(_) => Some(false),
            Judgement::NotStated
            | Judgement::TooLong
            | Judgement::OutOfTime
            | Judgement::Stopped
            | Judgement::NotAsked => None,
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Judgement::Holds => f.write_str("proved"),
            Judgement::Fails(Some(point)) => write!(f, "refuted: {point}"),
            Judgement::Fails(None) => f.write_str("refuted"),
            Judgement::NotStated => f.write_str("not stated"),
            Judgement::TooLong => f.write_str("too long"),
            Judgement::OutOfTime => f.write_str("out of time"),
            Judgement::Stopped => f.write_str("stopped"),
            Judgement::NotAsked => f.write_str("not asked"),
        }
    }
}

/// Asks whether a claim holds.
pub(super) fn judge(statement: &Statement, time: &Time) -> Judgement {
    let points = match statement.failure_points(MAX_ROWS) {
        Ok(points) => points,
        Err(NoLinearFormula::Overflow | NoLinearFormula::Product) => return Judgement::NotStated,
        Err(NoLinearFormula::TooLong { .. }) => return Judgement::TooLong,
    };
    let n_variables = points.variables.len();
    if MAX_VARIABLES < n_variables {
        return Judgement::TooLong;
    }
    time.grow();
    if time.is_spent() {
        return Judgement::NotAsked;
    }
    // The kind of the answer, and a number for each variable.
    let mut answer = vec![0; n_variables + 1];
    let ended = bounded(LIMITS, &mut answer, |answer| {
        let found = set(&points.formula, n_variables).map(|set| set.sample());
        answer[0] = match &found {
            Ok(Sample::None) => 1,
            Ok(Sample::Distant) => 2,
            Ok(Sample::Point(_)) => 3,
            Err(TooManyParts) => 4,
        };
        if let Ok(Sample::Point(point)) = found {
            answer[1..].copy_from_slice(&point);
        }
    });
    let undecided = |spent, judgement| {
        time.spend(spent);
        judgement
    };
    match (ended, answer[0]) {
        (Ok((End::Answered, _)), 1) => Judgement::Holds,
        (Ok((End::Answered, _)), 2) => Judgement::Fails(None),
        (Ok((End::Answered, _)), 3) => {
            let values = points.variables.iter().zip(&answer[1..]);
            let values = values.map(|(name, value)| format!("{name} = {value}"));
            Judgement::Fails(Some(values.collect::<Vec<_>>().join(", ")))
        }
        (Ok((End::Answered, spent)), _) => undecided(spent, Judgement::TooLong),
        (Ok((End::OutOfTime, spent)), _) => undecided(spent, Judgement::OutOfTime),
        (Ok((End::Stopped, spent)), _) => undecided(spent, Judgement::Stopped),
        // There is no process to ask in.
        (Err(_), _) => undecided(LIMITS.time, Judgement::Stopped),
    }
}

/// A set would have more than [`MAX_PARTS`] parts.
#[derive(Debug)]
struct TooManyParts;

/// The values of the visible variables for which a formula holds.
fn set(formula: &LinearFormula, n_variables: usize) -> Result<PointSet, TooManyParts> {
    let limited = |n_parts: usize| if n_parts <= MAX_PARTS { Ok(()) } else { Err(TooManyParts) };
    match formula {
        LinearFormula::Row(row) => Ok(PointSet::of_rows(n_variables, [row])),
        LinearFormula::Exists { count, body } => {
            Ok(set(body, n_variables + count)?.project_out(*count))
        }
        LinearFormula::Never { count, body } => {
            let mut all = PointSet::of_rows(n_variables, []);
            all.subtract(&set(body, n_variables + count)?.project_out(*count));
            Ok(all)
        }
        LinearFormula::Any(members) => {
            let mut union = PointSet::empty(n_variables);
            for member in members {
                union.unite(&set(member, n_variables)?);
                limited(union.n_parts())?;
            }
            Ok(union)
        }
        LinearFormula::All(members) => {
            let rows = members.iter().filter_map(LinearFormula::as_row);
            let mut common = PointSet::of_rows(n_variables, rows);
            // To take points away from a set that is bounded already loses some in LLVM 22, so that what
            // holds of all others is intersected.
            for member in members.iter().filter(|member| member.as_row().is_none()) {
                let member = set(member, n_variables)?;
                limited(common.n_parts().saturating_mul(member.n_parts()))?;
                common.intersect(&member);
            }
            Ok(common)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::{AnyLayout, Assertion, Budget, Kind, Measure, Verdict, surjective};

    fn judged(claim: Assertion, layouts: &[(Kind, &str)]) -> Judgement {
        let layouts: Vec<AnyLayout> = layouts
            .iter()
            .map(|(kind, text)| AnyLayout::parse(*kind, text).expect("a layout"))
            .collect();
        let layouts: Vec<&AnyLayout> = layouts.iter().collect();
        let statement = Statement::of(claim, &layouts, &Budget::default()).expect("a statement");
        judge(&statement, &Time::new(FIRST))
    }

    #[test]
    fn right_and_wrong_statements_of_every_claim() {
        let cute = |text| (Kind::Cute, text);
        let size = |size| Assertion::Has(Measure::Size, size);
        let cosize = |size| Assertion::Has(Measure::Cosize, size);
        let relation = (Kind::Relation, "{ [c] -> [max(c, 3) - 3] : 0 <= c < 6 and c != 2 }");
        let symbolic = "(4,N):(1,4) where N in [1,64]";
        let bijective = |size| Assertion::Bijective { size };
        let surjective = |size| Assertion::Surjective { size };
        let right = [
            (Assertion::Equivalent, vec![cute("(4,2):(1,4)"), cute("8:1")]),
            (Assertion::Equivalent, vec![(Kind::Composed, "S<1,0,2> o 0 o 4:1"), cute("4:1")]),
            (Assertion::Disjoint, vec![cute("4:2"), (Kind::Relation, "{ [c] -> [2c + 1] }")]),
            (Assertion::Injective, vec![cute(symbolic)]),
            (Assertion::Increasing, vec![cute("(4,2):(1,4)")]),
            (Assertion::InBounds { size: 3 }, vec![relation]),
            (bijective(Some(8)), vec![cute("(4,2):(2,1)")]),
            (bijective(None), vec![cute("(2,2):(2,1)")]),
            (surjective(Some(3)), vec![relation]),
            (surjective(None), vec![cute("2:-1")]),
            (size(8), vec![cute("(4,2):(2,1)")]),
            (cosize(8), vec![cute("(4,2):(2,1)")]),
            (Assertion::Inside, vec![cute("8:1"), cute("4:2")]),
        ];
        let wrong = [
            (Assertion::Equivalent, vec![cute("(4,2):(1,5)"), cute("8:1")]),
            (Assertion::Equivalent, vec![(Kind::Composed, "S<1,0,1> o 0 o 4:1"), cute("4:1")]),
            (Assertion::Equivalent, vec![cute("4:1"), cute("5:1")]),
            (Assertion::Disjoint, vec![cute("4:2"), (Kind::Relation, "{ [c] -> [2c] }")]),
            (Assertion::Injective, vec![cute("(4,N):(1,3) where N in [1,64]")]),
            (Assertion::Injective, vec![relation]),
            (Assertion::Increasing, vec![cute("(4,2):(2,1)")]),
            (Assertion::InBounds { size: 2 }, vec![relation]),
            (Assertion::InBounds { size: 4 }, vec![cute("4:-1")]),
            (bijective(Some(8)), vec![cute("(4,2):(2,2)")]),
            // One offset is below 0: with symbols and without.
            (bijective(None), vec![cute("2:-1")]),
            (bijective(None), vec![cute("N:-1 where N in [2,2]")]),
            (bijective(None), vec![(Kind::Relation, "{ [c] -> [c, -c] : 0 <= c < 2 }")]),
            (surjective(Some(4)), vec![relation]),
            (surjective(None), vec![cute("4:2")]),
            (size(9), vec![cute("(4,2):(2,1)")]),
            (cosize(9), vec![cute("(4,2):(2,1)")]),
            (Assertion::Inside, vec![cute("6:1"), cute("4:2")]),
        ];
        for (claim, layouts) in right {
            assert_eq!(judged(claim, &layouts), Judgement::Holds, "{claim:?} {layouts:?}");
        }
        for (claim, layouts) in wrong {
            let said = judged(claim, &layouts);
            assert!(matches!(said, Judgement::Fails(Some(_))), "{claim:?} {layouts:?}: {said}");
        }
    }

    /// Digits that move nothing, and offsets between which there are others.
    #[test]
    fn numbers_that_are_not_offsets_are_found() {
        let claim = Assertion::Surjective { size: None };
        let mut n_wrong = 0;
        let strides = || [0, 1, 2, 3, 4];
        let of_shape = |shape: &str, first, second| format!("{shape}:({first},{second})");
        let layouts = strides().into_iter().flat_map(|first| {
            let both = move |second| ["(2,3)", "(3,2)"].map(|shape| of_shape(shape, first, second));
            strides().into_iter().flat_map(both).map(|text| (Kind::Cute, text))
        });
        let linear = ["{a = [[0],[4]]}", "{a = [[4],[1]]}", "{a = [[1],[0],[2]]}"];
        let relations = [
            "{ [c] -> [4*floor(c/2)] : 0 <= c < 4 }",
            "{ [c] -> [c - c mod 3] : 0 <= c < 7 }",
            "{ [c] -> [2*floor(c/3) + c mod 3] : 0 <= c < 9 }",
            "{ [c] -> [4*floor(c/4) + c mod 2] : 0 <= c < 12 }",
            "{ [c] -> [c mod 2, c] : 0 <= c < 4 }",
            "{ [c] -> [c mod 2, floor(c/2)] : 0 <= c < 4 }",
        ];
        let others = linear.map(|text| (Kind::Linear, text.to_owned())).into_iter();
        let others = others.chain(relations.map(|text| (Kind::Relation, text.to_owned())));
        for (kind, text) in layouts.chain(others) {
            let layout = AnyLayout::parse(kind, &text).expect("a layout");
            let verdict = surjective(&layout, None, &Budget::default());
            let is_onto = matches!(verdict, Verdict::Proved(_));
            n_wrong += usize::from(!is_onto);
            assert_eq!(judged(claim, &[(kind, &text)]).holds(), Some(is_onto), "{text}");
        }
        assert!(20 < n_wrong, "{n_wrong}");
    }

    #[test]
    fn numbers_that_do_not_fit_are_no_answer() {
        let half = 1i64 << 62;
        let relation = format!("{{ [c] -> [c] : {half}c + {half}c >= 0 }}");
        let said = judged(Assertion::Injective, &[(Kind::Relation, &relation)]);
        assert_eq!(said, Judgement::NotStated);
    }

    #[test]
    fn a_long_statement_is_not_asked() {
        let members: Vec<String> = (0..MAX_ROWS).map(|at| format!("c != {at}")).collect();
        let relation = format!("{{ [c] -> [c] : {} }}", members.join(" and "));
        let said = judged(Assertion::Injective, &[(Kind::Relation, &relation)]);
        assert_eq!(said, Judgement::TooLong);
    }

    #[test]
    fn a_hard_statement_ends() {
        let time = Time::new(FIRST);
        let layout = AnyLayout::parse(Kind::Cute, &hard()).expect("a layout");
        let statement =
            Statement::of(Assertion::Injective, &[&layout], &Budget::default()).expect("stated");
        let mut late = 0;
        for _ in 0..8 {
            match judge(&statement, &time) {
                Judgement::OutOfTime => late += 1,
                said => assert_eq!(said, Judgement::NotAsked),
            }
        }
        // Four questions of a fifth of a second, and then one for every ten claims.
        assert!((3..=4).contains(&late), "{late}");
        assert!(time.is_spent());
    }

    /// 24 modes of strides that nothing separates.
    fn hard() -> String {
        let strides: Vec<String> = (0..24).map(|at| (8_388_608 + at * at).to_string()).collect();
        format!("({}):({})", ["2"; 24].join(","), strides.join(","))
    }

    #[test]
    fn judgements_in_words() {
        let point = Judgement::Fails(Some("p.0 = 1".to_owned()));
        let told = [Judgement::Holds, point, Judgement::Fails(None), Judgement::Stopped];
        let told = told.map(|it| it.to_string());
        assert_eq!(told, ["proved", "refuted: p.0 = 1", "refuted", "stopped"]);
    }
}
