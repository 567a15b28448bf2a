//! Layouts with all that the judge knows of them.

use layout_math::algebra::AnyLayout;

use crate::check::values::parsed;
use crate::judge::{Claim, Layout, Parts, Table, Valuations, Values, table, valuations};

/// So many coordinates are few, for all values of the symbols together.
const FEW: usize = 10_000;

/// So many values of each symbol are looked at.
const VALUES: usize = 12;

/// Layouts with their tables for all values of their symbols that are looked at.
pub struct Subject {
    pub layouts: Vec<Layout>,
    /// The same as the library reads them.
    pub any: Vec<AnyLayout>,
    pub values: Valuations,
    /// For each of the values a table for each layout.
    pub tables: Vec<Vec<Table>>,
}

/// A tiler has none.
fn rows(layout: &Layout, values: &Values) -> Table {
    match layout {
        Layout::Tile(_) => Table { rows: Vec::new(), parts: Parts::Number, extents: None },
        _ => table(layout, values),
    }
}

impl Subject {
    /// `None` if there is too much to look at, or nothing.
    pub fn new(layouts: Vec<Layout>) -> Option<Self> {
        let all: Vec<&Layout> = layouts.iter().collect();
        let values = valuations(&all, VALUES);
        if values.all.is_empty() || 200 < values.all.len() {
            return None;
        }
        let mut coordinates = 0;
        let mut tables = Vec::new();
        for values in &values.all {
            let own: Vec<Table> = layouts.iter().map(|layout| rows(layout, values)).collect();
            coordinates += own.iter().map(|table| table.rows.len()).sum::<usize>();
            if FEW < coordinates {
                return None;
            }
            tables.push(own);
        }
        let any = layouts.iter().map(parsed).collect();
        Some(Subject { layouts, any, values, tables })
    }

    /// Whether a claim fails for some values, and `None` where it means nothing.
    pub fn fails(&self, claim: Claim) -> Option<bool> {
        let layouts: Vec<&Layout> = self.layouts.iter().collect();
        let mut fails = false;
        for (tables, values) in self.tables.iter().zip(&self.values.all) {
            fails |= !claim.holds(&layouts, tables, values)?;
        }
        Some(fails)
    }

    /// True if a layout has a symbol.
    pub fn has_symbols(&self) -> bool {
        self.values.all.iter().any(|values| !values.is_empty())
    }
}
