//! The two tables of section 6, as this package computes them, against the tables as they are
//! printed, errata put right: `test/data/paper_tables.json`.

use layout::cute::Layout;
use layout::relation::{Context, Map, Relation};
use layout_paper::{
    binary_mapping, cute_table, layout_mapping, linear_mapping, linear_table, swizzle_mapping,
};
use serde_json::Value;

fn tables() -> Value {
    serde_json::from_str(include_str!("../data/paper_tables.json")).unwrap()
}

fn rows(table: &str) -> Vec<Value> {
    tables()[table].as_array().unwrap().clone()
}

#[track_caller]
fn assert_equal(computed: &Map, printed: &Value, context: &Context) {
    let printed: Relation = printed.as_str().unwrap().parse().unwrap();
    let answer = computed.equal(&printed.to_map(context).unwrap()).unwrap();
    assert!(answer.is_proved(), "{answer:?} of {printed}");
}

/// The name of a row of the first table, from its operation and operands.
fn name(row: &Value) -> String {
    let operands: Vec<&str> =
        row["operands"].as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect();
    match row["operation"].as_str().unwrap() {
        "layout" | "swizzle" => operands[0].to_owned(),
        "composition" => operands.join(" o "),
        operation => format!("{operation}({})", operands.join(", ")),
    }
}

fn text(layout: Option<&Layout>) -> Option<String> {
    layout.map(|layout| layout.to_string())
}

#[test]
fn every_row_of_the_cute_table_in_both_flavors() {
    let context = Context::new(10_000_000);
    let computed = cute_table(&context).unwrap();
    let printed = rows("cute");
    assert_eq!((computed.len(), printed.len()), (15, 15));
    let mut differing = Vec::new();
    for (computed, printed) in computed.iter().zip(&printed) {
        assert_eq!(computed.name, name(printed));
        // The layouts as text, in the paper's flavor and in CuTe's.
        let expected = |key: &str| printed[key].as_str().map(str::to_owned);
        assert_eq!(text(computed.paper.as_ref()), expected("result"), "{}", computed.name);
        assert_eq!(text(computed.cute.as_ref()), expected("cute_result"), "{}", computed.name);
        // The relations as sets: the one written down, and the one that algorithm 1 or 7 builds.
        assert_equal(&computed.relation.to_map(&context).unwrap(), &printed["relation"], &context);
        let mapping = match (&computed.paper, computed.name.as_str()) {
            (Some(layout), _) => layout_mapping(&context, layout),
            (None, "S<1,2,1>") => swizzle_mapping(&context, 1, 2, 1),
            (None, _) => swizzle_mapping(&context, 1, 2, -1),
        };
        assert_equal(&mapping.unwrap(), &printed["relation"], &context);
        assert_eq!(computed.remark.is_some(), printed.get("erratum").is_some(), "{printed}");
        if computed.paper != computed.cute {
            differing.push(computed.name.as_str());
        }
    }
    assert_eq!(
        differing,
        [
            "left_inverse((4,2,2):(4,2,32))",
            "complement((2,2):(1,5), 20)",
            "complement((2,2):(2,10), 20)"
        ]
    );
}

#[test]
fn every_row_of_the_linear_table() {
    let context = Context::new(10_000_000);
    let computed = linear_table().unwrap();
    let printed = rows("linear");
    assert_eq!((computed.len(), printed.len()), (7, 7));
    for (computed, printed) in computed.iter().zip(&printed) {
        assert_eq!(computed.name, printed["name"].as_str().unwrap());
        let bases: Vec<Value> =
            computed.layout.bases().flat_map(|(_, bases)| bases).map(Value::from).collect();
        assert_eq!(Value::from(bases), printed["bases"], "{}", computed.name);
        for map in [
            computed.binary.to_map(&context).unwrap(),
            binary_mapping(&context, &computed.layout).unwrap(),
        ] {
            assert_equal(&map, &printed["binary_relation"], &context);
        }
        for map in [
            computed.relation.to_map(&context).unwrap(),
            linear_mapping(&context, &computed.layout).unwrap(),
        ] {
            assert_equal(&map, &printed["relation"], &context);
        }
        assert_eq!(computed.remark.is_some(), printed.get("erratum").is_some(), "{printed}");
    }
}
