//! The two tables of the paper in both flavors, as parts of the page. `paper_tables` tests them
//! against what the paper prints.

use super::page::line;
use layout::relation::Context;
use layout_paper::{cute_table, linear_table};

pub fn tables(page: &mut String) {
    page.push_str(
        "\n## The paper's tables\n\n\
         The tables of *Modeling Layout Abstractions Using Integer Set Relations*, computed by its algorithms with its errata put right, and CuTe's answers beside them.\n\
         Every relation is equal as a set to the one that the paper prints.\n\n\
         | operation | `flavor = paper` | `flavor = cute` | relation | remark |\n\
         |---|---|---|---|---|\n",
    );
    for row in cute_table(&Context::new(10_000_000)).unwrap() {
        let text = |layout: &Option<layout::cute::Layout>| {
            layout.as_ref().map_or_else(String::new, |layout| format!("`{layout}`"))
        };
        let (name, paper, cute) = (&row.name, text(&row.paper), text(&row.cute));
        let (relation, remark) = (&row.relation, row.remark.unwrap_or_default());
        line(page, format_args!("| `{name}` | {paper} | {cute} | `{relation}` | {remark} |"));
    }
    page.push_str(
        "\n| linear layout | | binary mapping | layout mapping | remark |\n|---|---|---|---|---|\n",
    );
    for row in linear_table().unwrap() {
        let (name, layout, remark) = (row.name, &row.layout, row.remark.unwrap_or_default());
        let (binary, relation) = (&row.binary, &row.relation);
        line(page, format_args!("| {name} | `{layout}` | `{binary}` | `{relation}` | {remark} |"));
    }
}
