//! `layout-lower-to-affine`: every `layout.apply` becomes the cheapest affine maps.

use super::declared::ArithType;
use super::declared::lower_to_affine::{Options, Statistics};
use super::lower_applies::{How, Lowered, ProgramsAndVerdicts, lower_all};
use super::pass::{Failed, Ir, Pass};
use crate::code::Style;

/// The pass.
pub struct LowerToAffine;

impl Pass for LowerToAffine {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let how = How {
            style: Style::Affine,
            report: options.report,
            verify: options.verify,
            leave_obligations: options.leave_obligations,
            arith_type: ArithType::Index,
            found: ProgramsAndVerdicts::default(),
        };
        ir.in_parts(statistics, |part, statistics| {
            let mut lowered = Lowered::default();
            let result = lower_all(&part, &how, &mut lowered);
            statistics.lowered += lowered.applies;
            statistics.operations += lowered.operations;
            result
        })
    }
}
