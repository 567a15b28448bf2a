//! `layout-import-heir`: what operations of HEIR's `tensor_ext` dialect claim, as obligations.

use super::declared::import_heir::{Options, Statistics};
use super::import::heir::HEIR;
use super::import::{Graveness, import};
use super::pass::{Failed, Ir, Pass};
use crate::dialect::diagnostic::Severity;

/// The pass.
pub struct ImportHeir;

impl Pass for ImportHeir {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let graveness =
            Graveness { unsupported: options.unsupported.severity(), nesting: Severity::Remark };
        let (counts, result) = import(ir, &HEIR, graveness);
        statistics.imported += counts.imported;
        statistics.skipped += counts.left();
        result
    }
}
