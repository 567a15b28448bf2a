use super::*;

/// The form in one line, or why there is none.
fn form(text: &str) -> Result<AffineForm, NotAffineForm> {
    let relation: Relation = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
    relation.affine_form(&Context::new(1_000_000))
}

/// Checks what comes back, and that it has the same pairs.
#[track_caller]
fn check(text: &str, expected: &str) {
    let back = Relation::of_affine_form(&form(text).unwrap()).unwrap();
    assert_eq!(back.to_string(), expected, "{text}");
    assert_eq!(expected.parse::<Relation>().unwrap(), back);
    let context = Context::new(1_000_000);
    let relation: Relation = text.parse().unwrap();
    let (before, after) = (relation.to_map(&context).unwrap(), back.to_map(&context).unwrap());
    assert!(before.equal(&after).unwrap().is_proved(), "{text}");
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    assert_eq!(form(text).unwrap_err().to_string(), expected, "{text}");
}

#[test]
fn what_is_written_is_kept() {
    check("{ [c] -> [2c] : 0 <= c < 8 }", "{ [c] -> [2c] : c >= 0 and c <= 7 }");
    check("{ [] -> [5] }", "{ [] -> [5] }");
    check("{ [] -> [] }", "{ [] -> [] }");
    check("{ [i, j] -> [j, 3i] }", "{ [c0, c1] -> [c1, 3c0] }");
    check("{ [c] -> [ceil(c/4)] }", "{ [c] -> [floor((c + 3)/4)] }");
    check("{ [c] -> [-c mod 5] : c < 0 }", "{ [c] -> [-(c mod 5)] : c <= -1 }");
    check(
        "[N] -> { [c] -> [c + 4N] : 0 <= c < N and N mod 16 = 0 }",
        "[N] -> { [c] -> [c + 4N] : c >= 0 and N - c >= 1 and N mod 16 = 0 }",
    );
    // A name of the form must not be one of the parameters.
    check("[c] -> { [i] -> [i + c] }", "[c] -> { [c_] -> [c_ + c] }");
    check("{ [i, 2i] -> [i] }", "{ [c0, c1] -> [c0] : 2c0 - c1 = 0 }");
    // Sets.
    check("{ [i, j] -> [] : i = 2j }", "{ [c0, c1] -> [] : c0 - 2c1 = 0 }");
}

#[test]
fn what_is_said_otherwise_is_solved() {
    check(
        "{ [c] -> [o] : 2o = c and 0 <= c < 8 }",
        "{ [c] -> [floor(c/2)] : c mod 2 = 0 and c >= 0 and c <= 7 }",
    );
    check(
        "{ [c] -> [o] : 0 <= c < 4 and exists (x = 2c - 3*floor(c/2): o = x - (x mod 2)) }",
        "{ [c] -> [2*(c mod 2)] : c >= 0 and c <= 3 }",
    );
    // One output through another one, and what is left of the formula.
    check(
        "{ [c] -> [o, p] : p = o + 3 and o = 2c and p < 9 and 0 <= c }",
        "{ [c] -> [2c, 2c + 3] : c >= 0 and c <= 2 }",
    );
    check("{ [c] -> [o = 2c] : o = 2c }", "{ [c] -> [2c] }");
    check("{ [c] -> [c] : false }", "{ [c] -> [c] : -1 >= 0 }");
    check("{ [c] -> [o] : o = c and c > 3 and c < 2 }", "{ [c] -> [0] : -1 >= 0 }");
    // Two pieces that are one.
    check(
        "{ [c] -> [c] : 0 <= c < 4; [c] -> [c] : 4 <= c < 9 }",
        "{ [c] -> [c] : c >= 0 and c <= 8 }",
    );
    check("{ [c] -> [c] : c >= 0 or c = -1 }", "{ [c] -> [c] : c >= -1 }");
    check("{ [c] -> [max(c, 0)] : c >= 0 }", "{ [c] -> [c] : c >= 0 }");
}

#[test]
fn what_is_no_function_or_needs_a_disjunction_says_why() {
    check_refused("{ [c] -> [o] : 0 <= o < c }", "it is not a function: 2 goes to 0 and to 1");
    check_refused(
        "[N] -> { [i, j] -> [o] : 0 <= o < N and 0 <= i,j < 2 }",
        "it is not a function: (0,0) goes to 0 and to 1 for N = 2",
    );
    check_refused(
        "{ [c] -> [c] : 0 <= c < 2; [c] -> [c + 10] : 4 <= c < 6 }",
        "output 0 is 2 expressions, each on a part of the domain",
    );
    check_refused(
        "{ [c] -> [7, min(c, 3)] : 0 <= c < 9 }",
        "output 1 is 2 expressions, each on a part of the domain",
    );
    check_refused(
        "{ [c] -> [c] : 0 <= c < 2 or 5 <= c < 7 }",
        "its domain is a union of 2 conjunctions",
    );
    check_refused("{ [c] -> [c] : c != 3 }", "its domain is a union of 2 conjunctions");
    let points: Vec<String> = (0..17).map(|n| format!("c = {}", n * n + n)).collect();
    check_refused(
        &format!("{{ [c] -> [c] : {} }}", points.join(" or ")),
        "its domain is a union of more than 16 conjunctions",
    );
}

/// Each of 40 numbers is made of the two before it: written out they have 10^8 terms.
#[test]
fn what_is_too_long_when_it_is_written_out_is_refused() {
    let value = |k: usize| match k {
        0 => "a0 = floor(c/2)".to_owned(),
        1 => "a1 = floor((c + a0)/3)".to_owned(),
        _ => format!("a{k} = floor((a{} + a{} + c)/{})", k - 1, k - 2, 3 + k % 4),
    };
    let values: Vec<String> = (0..40).map(value).collect();
    let bound = values.join(", ");
    let outputs: Vec<String> = (0..40).map(|k| format!("a{k}")).collect();
    for text in [
        format!("{{ [c] -> [o] : exists ({bound}: 2o = a39 and 0 <= c < 64) }}"),
        format!("{{ [c] -> [{}] : {} }}", outputs.join(", "), values.join(" and ")),
    ] {
        let relation: Relation = text.parse().unwrap();
        let error = relation.affine_form(&Context::new(10_000)).unwrap_err();
        assert_eq!(error.to_string(), "isl did not finish within 10000 operations");
    }
    let long = |k: i64| Quantity::variable(0).floor(k + 2).unwrap();
    let all = |n: i64| Quantity::total((0..n).map(|k| Some(long(k))));
    assert_eq!(all(1 << 13).unwrap().terms().len(), 1 << 13);
    assert_eq!(all((1 << 13) + 1), None);
}

#[test]
fn a_form_has_names_and_no_more_dimensions_than_a_relation() {
    let with = |n_inputs: usize, parameters: &[&str]| {
        let parameters = parameters.iter().map(|name| name.to_string()).collect();
        let form = AffineForm { n_inputs, parameters, outputs: Vec::new(), domain: Vec::new() };
        Relation::of_affine_form(&form).map(|relation| relation.to_string())
    };
    assert_eq!(with(2, &["c1"]).unwrap(), "[c1] -> { [c0, c1_] -> [] }");
    assert_eq!(with(0, &["mod"]).unwrap_err().to_string(), "'mod' cannot be a name in a relation");
    assert_eq!(with(0, &["M", "M"]).unwrap_err().to_string(), "name 'M' is declared already");
    assert_eq!(
        with(513, &[]).unwrap_err().to_string(),
        "relation has more than 512 parameters and dimensions"
    );
}

#[test]
fn the_end_of_the_budget_is_told() {
    let told = |error: NotAffineForm| error.to_string();
    assert_eq!(
        told(NotAffineForm::OutOfBudget { operations: 7 }),
        "whether it is a function is not known after 7 operations"
    );
    let error = NotAffineForm::from(QuestionError::Unbounded);
    assert_eq!(told(error), "the relation has infinitely many pairs");
    let text = "[N] -> { [i, j] -> [o] : 0 <= o < N and 0 <= i,j < 2 }";
    let relation: Relation = text.parse().unwrap();
    let within = |budget| told(relation.affine_form(&Context::new(budget)).unwrap_err());
    assert_eq!(within(1), "isl did not finish within 1 operations");
    // The map is made by then, and the two outputs of an input are not found.
    assert_eq!(within(250), "whether it is a function is not known after 250 operations");
}

#[test]
fn an_equation_is_solved_for_a_variable_that_occurs_once() {
    let [c, o] = [Quantity::variable(0), Quantity::variable(1)];
    let solved = |left: Quantity, value| {
        let solved = Comparison::equal(left, value).solved_for(1)?;
        Some(solved.named(&["c", "o"]).to_string())
    };
    assert_eq!(solved(c.plus(&o).unwrap(), 5).unwrap(), "5 - c");
    assert_eq!(solved(c.minus(&o).unwrap(), 5).unwrap(), "c - 5");
    assert_eq!(solved(c.plus(&o.times(2).unwrap()).unwrap(), 4), None);
    assert_eq!(Comparison::at_least(o, 5).solved_for(1), None);
}
