//! `docs/imported.md`, which is made of the tables. With `LAYOUT_WRITE_DOCS` set the test writes it.

use super::cute::CUTE;
use super::dialect::{OperationEntry, Treatment};
use super::fly::FLY;
use super::heir::HEIR;

const HEAD: &str = "\
# What is checked of imported IR

`layout-import-cute`, `layout-import-fly` and `layout-import-heir` turn what the operations of another dialect claim into obligations, and `layout-verify` decides these.
This page says operation by operation what is claimed; it is generated from the tables of the importers.

An operation that claims nothing is passed over: its type is a definition, or its result is a number of the running kernel.
Of all others the importer says how many it left alone, by name, and at each of them why; one that is in no table counts as left alone.
A leaf `?` of a result type claims nothing; the other leaves of the same type do.
The nesting of a tuple is claimed too; of a layout that is nested otherwise only in tuples of one mode a remark says so, which the option `nesting` makes an error.
A type claims something by itself, which is asked once, at the first operation that says it: its layout exists, the fields of a swizzle do not overlap, and the threads of a tiled copy or product hold every place of their tile.
What does not exist, such as the quotient of two shapes that do not divide each other, is an error at its operation.
A tensor in memory, a pointer or a view that is made of another one has the same elements, address space and swizzle; fragments have their own.
It is aligned to what the other one is a multiple of, an element if the type does not say it, and of a slice, a tile without projection, the part of a thread by `local_partition` and a moved pointer also to where that begins, as far as the offset is a number and the layout not composed; the rest of what an alignment says is asked of where data moves, which takes it as it is.
Not claimed of any operation is what `{div=8}` says of a result.
";

/// Each dialect with its operations.
fn tables() -> Vec<(&'static str, &'static [OperationEntry])> {
    let mut tables = Vec::new();
    for dialect in [&CUTE, &FLY, &HEIR] {
        tables.push((dialect.name, dialect.operations));
        tables.extend(dialect.machine.map(|machine| (machine.name, machine.operations)));
    }
    tables
}

fn page() -> String {
    let mut page = HEAD.to_owned();
    for (name, operations) in tables() {
        page += &format!("\n## `{name}`\n\n| operation | what its result claims |\n|---|---|\n");
        for entry in operations {
            let says = match entry.treatment {
                Treatment::Claim(claim) => claim.says().to_owned(),
                Treatment::None(why) => format!("nothing: {why}"),
                Treatment::NotYet(why) => format!("left alone: {why}"),
            };
            page += &format!("| `{}` | {says} |\n", entry.name);
        }
    }
    page
}

#[test]
fn page_of_imported_operations_is_fresh() {
    let path = "docs/imported.md";
    if std::env::var_os("LAYOUT_WRITE_DOCS").is_some() {
        std::fs::write(path, page()).unwrap();
    }
    assert_eq!(std::fs::read_to_string(path).unwrap(), page(), "run scripts/docs");
}

#[test]
fn tables_are_sorted_and_name_an_operation_once() {
    for (name, operations) in tables() {
        assert!(operations.windows(2).all(|pair| pair[0].name < pair[1].name), "{name}");
    }
}
