//! `layout-import-fly`: what operations of FlyDSL's `fly` dialect claim, as obligations.

use super::declared::import_fly::{Options, Statistics};
use super::import::fly::FLY;
use super::import::{Graveness, import};
use super::pass::{Failed, Ir, Pass};

/// The pass.
pub struct ImportFly;

impl Pass for ImportFly {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let graveness = Graveness {
            unsupported: options.unsupported.severity(),
            nesting: options.nesting.severity(),
        };
        let (counts, result) = import(ir, &FLY, graveness);
        statistics.imported += counts.imported;
        statistics.skipped += counts.left();
        result
    }
}
