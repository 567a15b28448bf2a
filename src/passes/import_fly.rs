//! `layout-import-fly`: what operations of FlyDSL's `fly` dialect claim, as obligations.

use super::declared::import_fly::{Options, Statistics};
use super::import::fly::FLY;
use super::import::import;
use super::pass::{Failed, Ir, Pass};

/// The pass.
pub struct ImportFly;

impl Pass for ImportFly {
    fn run(ir: Ir<'_>, _: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let counts = import(ir, &FLY);
        statistics.imported += counts.imported;
        statistics.skipped += counts.left;
        Ok(())
    }
}
