//! Documentation is a comment.

mod one; // Code and a comment are code.
const TEXT: &str = "// This is
# no comment,

/* and neither is this";
/* A comment /* with one in it */
   goes on. */
const QUOTE: char = '"'; /* Lifetimes are not characters: */
fn first<'a>(a: &'a str, _: &'a str) -> &'a str { a }

#[cfg(test)]
mod tests {
    // What has braces in quotes ends where it ends: }
    const BRACE: &str = "}";
}
const RAW: &str = r#"a "quote" // and more"#;

#[cfg(test)]
mod laws;
