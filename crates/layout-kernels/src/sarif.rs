//! SARIF 2.1.0, which code review tools show beside the code: the parts that every log of ours has.

use std::ffi::OsStr;

use serde_json::{Value, json};

/// A log of one run of a tool, with its rules and results.
///
/// Paths are relative to the root of the checkout, which the uploading tool knows, unless they are absolute.
///
/// ```
/// use layout_kernels::sarif::{log, place, rule};
///
/// let rules = [rule("refuted", "a claim does not hold", "the message has a witness", "error")];
/// let result = serde_json::json!({
///     "ruleId": "refuted",
///     "message": {"text": "layouts differ"},
///     "locations": [{"physicalLocation": place("a b.mlir", 3, 5)}],
/// });
/// let log: serde_json::Value = serde_json::from_str(&log("layout-verify", &rules, &[result]))?;
/// let place = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"];
/// assert_eq!(place["artifactLocation"]["uri"], "a%20b.mlir");
/// assert_eq!((&place["region"]["startLine"], &place["region"]["startColumn"]), (&3.into(), &5.into()));
/// # Ok::<(), serde_json::Error>(())
/// ```
pub fn log(tool: &str, rules: &[Value], results: &[Value]) -> String {
    let log = json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": tool,
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules,
            }},
            // Columns are bytes; these files are ASCII but for names in locations.
            "columnKind": "utf16CodeUnits",
            "results": results,
        }],
    });
    format!("{log:#}\n")
}

/// A rule with what it says in one sentence, what to do about it, and its level: `error`, `warning`, `note`
/// or `none`.
pub fn rule(id: &str, summary: &str, help: &str, level: &str) -> Value {
    json!({
        "id": id,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": summary},
        "help": {"text": help, "markdown": help},
        "defaultConfiguration": {"level": level},
    })
}

/// A line and a column of a file, both from 1: a `physicalLocation`. The file has any name of the system's,
/// which need not be text.
pub fn place(file: impl AsRef<OsStr>, line: usize, column: usize) -> Value {
    json!({
        "artifactLocation": {"uri": uri(file.as_ref())},
        "region": {"startLine": line, "startColumn": column},
    })
}

/// A path as a URI: relative, or with the scheme `file` if it is absolute.
fn uri(path: &OsStr) -> String {
    let path = path.as_encoded_bytes();
    let mut uri = if path.starts_with(b"/") { "file://".to_owned() } else { String::new() };
    for &byte in path.strip_prefix(b"./").unwrap_or(path) {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
                uri.push(char::from(byte));
            }
            _ => uri += &format!("%{byte:02X}"),
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use std::os::unix::ffi::OsStrExt;

    use super::*;

    #[test]
    fn paths_are_escaped() {
        let uri = |path: &str| uri(OsStr::new(path));
        assert_eq!(uri("./a/b c.ttgir"), "a/b%20c.ttgir");
        assert_eq!(uri("/tmp/ä"), "file:///tmp/%C3%A4");
        assert_eq!(uri("<stdin>"), "%3Cstdin%3E");
        assert_eq!(super::uri(OsStr::from_bytes(b"\xff\xe9k.ttgir")), "%FF%E9k.ttgir");
    }
}
