//! isl's budget may end at any of its operations. Then a question has no answer, which is another thing
//! than a wrong one.

use layout_math::affine::Quantity;
use layout_math::relation::{
    Answer, Context, Map, PredicateError, QuestionError, Relation, predicate,
};

/// Relations of two inputs with divisions, remainders, parts, a parameter, and outputs that are implicit.
const RELATIONS: [&str; 6] = [
    "{ [i, j] -> [floor((3i + j)/4)] : 0 <= i < 8 and 0 <= j < 4 }",
    "{ [i, j] -> [(5i + j) mod 7] : 0 <= i < 6 and 0 <= j < i }",
    "[N] -> { [i, j] -> [i + j] : 0 <= i < N and 0 <= j < 3 and N <= 9 }",
    "[N] -> { [i, j] -> [i] : 0 <= i < 4 and j = N; [i, j] -> [j] : 4 <= i < 9 and N <= j < 5 }",
    "{ [i, j] -> [o] : 2o <= i + 3j < 2o + 2 and 0 <= i < 5 and -2 <= j < 2 }",
    "{ [i, j] -> [max(i, 2j) - min(i, j)] : 0 <= i < 5 and 0 <= j < 5 and not (i = j and i > 2) }",
];

type Ask = fn(&Map, &Map) -> Result<String, QuestionError>;

fn kind<W>(answer: Answer<W>) -> String {
    match answer {
        Answer::Proved => "proved".to_owned(),
        Answer::Refuted(_) => "refuted".to_owned(),
        Answer::Unknown { .. } => "unknown".to_owned(),
    }
}

/// Each question with what a relation and another one answer to it.
const QUESTIONS: [(&str, Ask); 13] = [
    ("equal", |map, other| map.equal(other).map(kind)),
    ("contained in", |map, other| map.contained_in(other).map(kind)),
    ("empty", |map, other| map.difference(other)?.empty().map(kind)),
    ("injective", |map, _| map.injective().map(kind)),
    ("onto", |map, _| map.onto(&[7]).map(kind)),
    ("in bounds", |map, _| map.in_bounds(&[6]).map(kind)),
    ("domain box", |map, _| Ok(format!("{:?}", map.domain_box()?))),
    ("range hull", |map, _| Ok(format!("{:?}", map.range_hull()?))),
    ("domain size", |map, _| Ok(format!("{:?}", map.domain_size()?))),
    ("image", |map, _| Ok(format!("{:?}", map.image(&[("N", 4)], &[3, 1], 20)?))),
    ("relation", |map, _| Ok(map.to_relation()?.to_string())),
    ("round", |map, other| Ok(map.then(&other.reverse()?)?.to_relation()?.to_string())),
    ("outputs", |map, _| Ok(format!("{:?}", map.outputs()?))),
];

/// The answer of at most so many operations; nothing if they do not suffice.
fn within(
    operations: u64,
    ask: impl Fn(&Context) -> Result<String, QuestionError>,
) -> Option<String> {
    let context = Context::new(1 << 40);
    match context.within(operations, || ask(&context)) {
        Err(error) if error.is_out_of_budget() => None,
        Ok(answer) if answer == "unknown" => None,
        Ok(answer) => Some(answer),
        Err(error) => Some(error.to_string()),
    }
}

/// Asks with one operation, with two, and so on until there is an answer; from 500 on, some are left out.
fn check(name: &str, ask: impl Fn(&Context) -> Result<String, QuestionError>) {
    let expected = within(1 << 39, &ask).expect(name);
    let mut operations = 1;
    let found = loop {
        assert!(operations < 20_000, "{name} has no answer");
        if let Some(found) = within(operations, &ask) {
            break found;
        }
        operations += 1 + operations / 500;
    };
    assert_eq!(found, expected, "{name} with {operations} operations");
}

#[test]
fn a_budget_that_ends_anywhere_makes_no_answer() {
    let relations = RELATIONS.map(|text| text.parse::<Relation>().unwrap());
    for (at, relation) in relations.iter().enumerate() {
        let other = &relations[(at + 1) % relations.len()];
        for (name, ask) in QUESTIONS {
            check(&format!("{name}: {relation} and {other}"), |context| {
                ask(&relation.to_map(context)?, &other.to_map(context)?)
            });
        }
    }
}

#[test]
fn a_budget_that_ends_anywhere_makes_no_predicate() {
    let known: Relation = "{ [i, j] -> [] : 0 <= i < 8 and 0 <= j < 4 }".parse().unwrap();
    let [i, j] = [Quantity::variable(0), Quantity::variable(1)];
    for (inside, expected) in [
        ("4i + j < 17", "4*i + j < 17"),
        ("i < 5 and j < 3", "i < 5 and j < 3"),
        ("(i + j) mod 3 != 1", "not ((i + j) mod 3 = 1)"),
        ("i < 2 or j = 3", "i < 2 or j >= 3"),
    ] {
        let region: Relation = format!("{{ [i, j] -> [] : {inside} }}").parse().unwrap();
        let ask = |context: &Context| {
            let (known, region) = (known.to_map(context)?, region.to_map(context)?);
            match predicate(&known, &region, &[i.clone(), j.clone()], &[], &[]) {
                Ok(found) => Ok(found.named(&["i", "j"]).to_string()),
                Err(PredicateError::Question(error)) => Err(error),
                Err(error) => panic!("{inside}: {error}"),
            }
        };
        assert_eq!(within(1 << 39, ask).as_deref(), Some(expected));
        check(inside, ask);
    }
}
