//! `layout-lower-to-arith`: every `layout.apply` becomes the cheapest arithmetic.

use super::declared::lower_to_arith::{Options, Statistics};
use super::lower_applies::{How, Lowered, ProgramsAndVerdicts, lower_all};
use super::pass::{Failed, Ir, Pass};
use crate::code::Style;

/// The pass.
pub struct LowerToArith;

impl Pass for LowerToArith {
    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let how = How {
            style: Style::Bits,
            report: options.report,
            verify: options.verify,
            leave_obligations: options.leave_obligations,
            arith_type: options.r#type,
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
