//! `layout-import-cute`: what operations of CUTLASS' `cute` dialect claim, as obligations.

use melior::ir::Type;

use super::declared::import_cute::{Options, Statistics};
use super::import::cute::CUTE;
pub(crate) use super::import::integers;
use super::import::{Graveness, import};
use super::pass::{Failed, Ir, Pass};

/// The pass.
pub struct ImportCute;

impl Pass for ImportCute {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let graveness = Graveness {
            unsupported: options.unsupported.severity(),
            nesting: options.nesting.severity(),
        };
        let counts = import(ir, &CUTE, graveness);
        statistics.imported += counts.imported;
        statistics.skipped += counts.left;
        counts.result()
    }
}

/// The text of a type `!cute.<name><"...">`, such as a shape or a coordinate.
pub(crate) fn text_of(r#type: Type<'_>, names: &[&str]) -> Option<String> {
    let text = r#type.to_string();
    let (name, body) = text.strip_prefix("!cute.")?.split_once("<\"")?;
    names.contains(&name).then(|| body.strip_suffix("\">").map(str::to_owned))?
}
