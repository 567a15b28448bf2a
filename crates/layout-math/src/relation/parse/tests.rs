//! What is read, how it is printed, and what is refused where.

use super::*;

/// Checks that `text` is printed as `canonical`, which reads back to the same tree.
#[track_caller]
fn check(text: &str, canonical: &str) {
    let tree = parse(text).unwrap_or_else(|e| panic!("{text}\n{:>1$}^ {e}", "", e.column));
    assert_eq!(tree.to_string(), canonical);
    assert_eq!(parse(canonical).unwrap(), tree, "{canonical}");
}

/// Checks the column and the message of the error in `text`.
#[track_caller]
fn check_error(text: &str, column: usize, message: &str) {
    let error = parse(text).unwrap_err();
    assert_eq!((error.column, error.to_string().as_str()), (column, message), "{text}");
}

#[test]
fn every_construct_is_read_and_printed() {
    check("{[i]->[i]}", "{ [i] -> [i] }");
    check("{ [] -> [] }", "{ [] -> [] }");
    check("{ [i] -> [o] : }", "{ [i] -> [o] }");
    check("[ N , M ] -> { A[ i ] -> B[ N+i, M ] }", "[N, M] -> { A[i] -> B[N + i, M] }");
    check("{ [i] -> [i', o = 2i, *] : i' > 0 }", "{ [i] -> [i', o = 2i, *] : i' > 0 }");
    check("{ [i,i,3] -> [i] : 0 <= i,i+1 < 4 }", "{ [i, i, 3] -> [i] : 0 <= i, i + 1 < 4 }");
    check(
        "{ [i] -> [j] : i==j && i!=3 || !(j>=2) }",
        "{ [i] -> [j] : (i = j and i != 3) or not (j >= 2) }",
    );
    check("{ [i] -> [j] : (i=0 or i=1) and j=2 }", "{ [i] -> [j] : (i = 0 or i = 1) and j = 2 }");
    check("{ [i] -> [j] : (i=0 and (i=1 and j=2)) }", "{ [i] -> [j] : i = 0 and i = 1 and j = 2 }");
    check("{ [i] -> [j] : true or false }", "{ [i] -> [j] : true or false }");
    check("{ [i] -> [1]; [j] -> [j] : j = 2 }", "{ [i] -> [1]; [j] -> [j] : j = 2 }");
    check(
        "{ [i] -> [j] : exists e0, e1=floor(e0/2) : i = e0+e1 and j = 1 }",
        "{ [i] -> [j] : exists (e0, e1 = floor(e0/2): i = e0 + e1 and j = 1) }",
    );
    check(
        "{ [i] -> [j] : exists (e: i = 2e) and exists (e: j = 3e) }",
        "{ [i] -> [j] : exists (e: i = 2e) and exists (e: j = 3e) }",
    );
    check("{ [i] -> [min(i,3), max(i, 1, 2)] }", "{ [i] -> [min(i, 3), max(i, 1, 2)] }");
}

#[test]
fn expressions_keep_isl_precedence() {
    let mut count = 0;
    let mut check = |text: &str, canonical: &str| {
        check(&format!("{{ [i, j] -> [{text}] }}"), &format!("{{ [i, j] -> [{canonical}] }}"));
        count += 1;
    };
    check("2i", "2i");
    check("2*i", "2i");
    check("i*2", "2i");
    check("2*3*i*4", "24i");
    check("1i", "i");
    check("0i", "0i");
    check("3(i+1)", "3*(i + 1)");
    check("-(i+j)", "-(i + j)");
    check("i-(j-1)", "i - (j - 1)");
    check("i+(j-1)", "i + j - 1");
    check("--i - -3", "i + 3");
    check("i + -3", "i - 3");
    check("-2i+3", "-2i + 3");
    check("2i mod 3", "2*(i mod 3)");
    check("2*i mod 3", "2*(i mod 3)");
    check("(2i) mod 3", "(2i) mod 3");
    check("(2i) % 3 + 1", "((2i) mod 3) + 1");
    check("-i mod 3", "-(i mod 3)");
    check("-3 mod 2", "(-3) mod 2");
    check("2*3 mod 2", "2*(3 mod 2)");
    check("i - 2*(j mod 4)", "i - 2*(j mod 4)");
    check("floor(i/2)", "floor(i/2)");
    check("floor((i + 1)/2)", "floor((i + 1)/2)");
    check("floor((2i)/4)", "floor((2i)/4)");
    check("2*floor((i)/4) - 7*floor((-1 - i)/4)", "2*floor(i/4) - 7*floor((-1 - i)/4)");
    check("7floor(i/4)", "7*floor(i/4)");
    check("floor(i/1)", "i");
    check("floor(i)", "i");
    check("floord(i+j, 3) + ceild(i, 2)", "floor((i + j)/3) + ceil(i/2)");
    check("i//3", "floor(i/3)");
    check("ceil(-i/3)", "ceil((-i)/3)");
    check("floor(floor(i/2)/3)", "floor(floor(i/2)/3)");
    check("-9223372036854775808", "-9223372036854775808");
    check("i - 9223372036854775808", "i - 9223372036854775808");
    check("-9223372036854775808 i", "-9223372036854775808i");
    assert_eq!(count, 35);
}

#[test]
fn what_isl_prints_is_read() {
    check(
        "[N] -> { [i] -> [o0] : (-i + o0) mod 2 = 0 and 2*floor((i)/4) <= o0 < N }",
        "[N] -> { [i] -> [o0] : (-i + o0) mod 2 = 0 and 2*floor(i/4) <= o0 < N }",
    );
    check(
        "{ [i] -> [o0] : exists (e0: 4*((i) mod 4) = 3o0 and 3e0 > i) }",
        "{ [i] -> [o0] : exists (e0: 4*(i mod 4) = 3o0 and 3e0 > i) }",
    );
    check("{ [i] -> [o0] : false }", "{ [i] -> [o0] : false }");
    check("{ [c] -> [c' = 2c] : c >= 0 }", "{ [c] -> [c' = 2c] : c >= 0 }");
}

#[test]
fn errors_point_at_their_column() {
    check_error("", 0, "expected '{' but the text ends here");
    check_error(
        "{ [i] : i = 0 }",
        6,
        "a set (no '->') is in isl's notation but not in the one of relations here",
    );
    check_error("{ [i] -> [i }", 12, "expected ',' or ']' but found '}'");
    check_error("{ [i] -> [i] ", 13, "expected 'and', 'or', ';' or '}' but the text ends here");
    check_error("{ [i] -> [i] } x", 15, "expected the end but found 'x'");
    check_error("{ [i] -> [o] : k = 2 }", 15, "unknown name 'k'");
    check_error("{ [i] -> [o] : i }", 17, "expected a comparison but found '}'");
    check_error("{ [i] -> [o] : i < }", 19, "expected an expression but found '}'");
    check_error("{ [i] -> [o] : i = 0 and }", 25, "expected an expression but found '}'");
    check_error(
        "{ [i] -> [o] : (i = 0) + 1 = 2 }",
        23,
        "expected 'and', 'or', ';' or '}' but found '+'",
    );
    check_error("{ [i] -> [o] : 1 + (i = 0) = 2 }", 19, "expected a number but found a formula");
    check_error(
        "{ [i] -> [i/2] }",
        10,
        "a division must be the whole argument of 'floor' or 'ceil'",
    );
    check_error(
        "{ [i] -> [floor(1 + i/2)] }",
        20,
        "a division must be the whole argument of 'floor' or 'ceil'",
    );
    check_error("{ [i] -> [floor(i/0)] }", 18, "division by 0");
    check_error("{ [i] -> [i mod 0] }", 16, "division by 0");
    check_error("{ [i] -> [i mod i] }", 16, "expected a positive integer but found 'i'");
    check_error(
        "[N] -> { [i] -> [N*i] }",
        18,
        "a product of two variables is not affine: one factor must be a constant",
    );
    check_error("{ [i] -> [9223372036854775808] }", 10, "constant does not fit in 64 bits");
    check_error(
        "{ [i] -> [99999999999999999999] }",
        10,
        "number 99999999999999999999 does not fit in 64 bits",
    );
    check_error("{ [i] -> [4294967296*4294967296*i] }", 10, "constant does not fit in 64 bits");
    check_error("{ [i] -> [and] }", 10, "expected an expression but found 'and'");
    check_error("[N, N] -> { [i] -> [i] }", 4, "name 'N' is declared already");
    check_error("[Or] -> { [i] -> [i] }", 1, "'Or' is a word of the notation and cannot be a name");
    check_error("{ [i] -> [o] : exists (i: i = 0) }", 23, "name 'i' is declared already");
    check_error(
        "{ [i] -> [i]; [i, j] -> [i] }",
        14,
        "pieces of a relation have the same tuple names and numbers of dimensions",
    );
    check_error("{ [i] -> [j = floor(i/2) i] }", 25, "expected ',' or ']' but found 'i'");
}

#[test]
fn what_is_not_read_is_named() {
    let check = |text: &str, column: usize, construct: &str| {
        let message =
            format!("{construct} is in isl's notation but not in the one of relations here");
        check_error(text, column, &message);
    };
    check("{ [i] -> [[i] -> [j]] }", 10, "a nested tuple");
    check("{ [A[i] -> B[j]] -> [j] }", 3, "a nested tuple");
    check("{ [i] -> [0:3] }", 11, "a condition or a range in a tuple");
    check("{ [i] -> [i < 3 ? 1 : 2] }", 12, "a conditional expression ('?:')");
    check("{ [i] -> [o] : i << o }", 17, "a lexicographic comparison ('<<', '>>')");
    check("{ [i] -> [o] : i = 0 implies o = 0 }", 21, "'implies'");
    check("{ [i] -> [2^3] }", 11, "a power ('^')");
    check("{ [i] -> [infty] }", 10, "'infty' and 'NaN'");
    check("{ rat: [i] -> [i] }", 2, "a rational relation ('rat:')");
    check("{ [i] -> [[i/2]] }", 10, "a nested tuple");
    check("{ [i] -> [o] : o = [i/2] }", 19, "'[...]' as an integer division");
}

#[test]
fn hostile_texts_are_refused_quickly() {
    let deep = format!("{{ [i] -> [o] : {}i = 0 }}", "(".repeat(100_000));
    let error = parse(&deep).unwrap_err();
    assert_eq!((error.column, error.to_string().as_str()), (15 + 64, "nested more than 64 deep"));
    let fits = format!("{{ [i] -> [o] : {}i = 0{} }}", "(".repeat(64), ")".repeat(64));
    assert_eq!(parse(&fits).unwrap().to_string(), "{ [i] -> [o] : i = 0 }");

    let many = format!("{{ [i] -> [o] : i = 0{} }}", " and i = 0".repeat(100_000));
    assert_eq!(parse(&many).unwrap_err().to_string(), "relation has more than 4096 constraints");
    let listed = format!("{{ [i] -> [o] : i{0} = o{0} }}", ",i".repeat(64));
    assert_eq!(parse(&listed).unwrap_err().to_string(), "relation has more than 4096 constraints");
    let wide = format!("{{ [i] -> [o{}] }}", ", o".repeat(100_000));
    assert_eq!(
        parse(&wide).unwrap_err().to_string(),
        "relation has more than 512 parameters and dimensions"
    );
    let long = format!("{{ [i] -> [o] : i = 0 {} }}", " ".repeat(MAX_TEXT));
    assert_eq!(
        parse(&long).unwrap_err().to_string(),
        format!("relation of {} bytes is longer than 1048576", long.len())
    );
    let minus = format!("{{ [i] -> [{}i] }}", "-".repeat(1_000_000));
    assert_eq!(parse(&minus).unwrap().to_string(), "{ [i] -> [i] }");
    assert_eq!(
        parse("{ [é] -> [i] }").unwrap_err().to_string(),
        "expected an expression but found 'é'"
    );
}

#[test]
fn a_number_is_not_a_formula_and_a_formula_is_not_a_number() {
    let message = "expected a comparison but found '}'";
    check_error("{ [i] -> [o] : i = 1 or 3 }", 26, message);
    check_error("{ [i] -> [o] : i = 1 and 3 }", 27, message);
    check_error("{ [i] -> [o] : not 3 }", 21, message);
    check_error("{ [i] -> [o] : i, 3 }", 20, message);
    check_error("{ [i] -> [o] : 2(i = 1) }", 15, "expected a number but found a formula");
    check_error("{ [i] -> [o] : -(i = 1) }", 16, "expected a number but found a formula");
}
