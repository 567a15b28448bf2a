//! Swizzles against the values that CuTe C++ and CuTe DSL compute.
//!
//! `test/data/swizzle.jsonl`: in a row `swizzle_eval`, `args` are a swizzle and a number n, and
//! `result` are the offsets to which 0 .. n-1 go. A row with `error` is one that CuTe C++ refuses.

use layout::cute::Swizzle;
use serde_json::Value;

#[test]
fn swizzle_eval() {
    let (mut values, mut refusals) = (0, 0);
    for line in include_str!("../data/swizzle.jsonl").lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        if row["op"] != "swizzle_eval" {
            continue;
        }
        let text = row["args"][0].as_str().unwrap();
        let swizzle = text.parse::<Swizzle>();
        if row.get("error").is_some() {
            let message = swizzle.unwrap_err().to_string();
            assert!(message.ends_with("S<B,M,S> needs B <= |S|"), "{}: {message}", row["id"]);
            refusals += 1;
            continue;
        }
        let swizzle = swizzle.unwrap_or_else(|error| panic!("{}: {text}: {error}", row["id"]));
        let expected: Vec<i64> =
            row["result"].as_array().unwrap().iter().map(|v| v.as_i64().unwrap()).collect();
        assert_eq!(row["args"][1].as_u64(), Some(expected.len() as u64));
        let offsets: Vec<i64> = (0..expected.len() as i64).map(|x| swizzle.apply(x)).collect();
        assert_eq!(offsets, expected, "{}: {text}", row["id"]);
        values += 1;
    }
    assert_eq!((values, refusals), (170, 23));
}
