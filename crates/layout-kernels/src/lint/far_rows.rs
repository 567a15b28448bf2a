//! Offsets that wrap around for numbers that are loaded, or handed to the kernel.

use rustc_hash::{FxHashMap, FxHashSet};

use super::finding::Finding;
use super::rule::{Level, OFFSET_OVERFLOW};
use crate::triton::{Operation, Position, Program, Region, Type};

/// A number below this is taken for possible: a million rows.
const POSSIBLE_ROWS: i64 = 1 << 20;

/// A product of two numbers below this is: four million tokens, of a few batches together.
const POSSIBLE_PRODUCTS: i64 = 1 << 22;

/// Longer products are not followed.
const MAX_NAME: usize = 120;

/// What is found in one function, in the order of the file.
///
/// A number that is not known is followed through sums and products with constants. Where a product with
/// 32 bits can only hold it up to a number that is possible, the accesses at offsets made of it are
/// reported. What bounds a number, such as a remainder or a minimum, ends it. A product of two such numbers
/// is a number that is not known, too; that of a program alone is for the rule on programs.
pub(super) fn far_rows(program: &Program) -> Vec<Finding> {
    let mut followed = Followed::default();
    for own in &program.arguments {
        if matches!(&own.kind, Type::Other { name, .. } if name == "i32") {
            let row = FarRow::of(format!("%{}", own.name), POSSIBLE_ROWS);
            followed.rows.insert(own.name.clone(), row);
        }
    }
    followed.region(&program.body);
    followed.found
}

/// A multiple of a number that is not known, and something that does not depend on it.
#[derive(Debug, Clone)]
struct FarRow {
    what: String,
    factor: i64,
    /// It is taken to be below this.
    end: i64,
    wrap: Option<Wrap>,
}

impl FarRow {
    fn of(what: String, end: i64) -> Self {
        FarRow { what, factor: 1, end, wrap: None }
    }

    /// The least number for which a product with 32 bits is too large, if that is possible.
    fn first_wrapped(&self) -> Option<(i64, &Wrap)> {
        let wrap = self.wrap.as_ref()?;
        let (end, factor) = (i64::from(i32::MAX) + 1, wrap.factor.saturating_abs().max(1));
        let first = end.div_euclid(factor) + i64::from(end % factor != 0);
        (first < self.end).then_some((first, wrap))
    }

    /// The product with another one, as a number that is not known.
    fn times(&self, other: &FarRow) -> Option<FarRow> {
        // What wraps before is what is to be said.
        if let Some(row) = [self, other].into_iter().find(|row| row.first_wrapped().is_some()) {
            return Some(row.clone());
        }
        let text = |row: &FarRow| match row.factor {
            1 => row.what.clone(),
            factor => format!("{factor} * {}", row.what),
        };
        let what = format!("{} * {}", text(self), text(other));
        (what.len() <= MAX_NAME).then(|| FarRow::of(what, POSSIBLE_PRODUCTS))
    }
}

/// A product that has 32 bits.
#[derive(Debug, Clone)]
struct Wrap {
    operation: String,
    position: Position,
    factor: i64,
}

#[derive(Default)]
struct Followed {
    rows: FxHashMap<String, FarRow>,
    constants: FxHashMap<String, i64>,
    found: Vec<Finding>,
    /// The products that have been reported.
    reported: FxHashSet<Position>,
}

impl Followed {
    fn region(&mut self, region: &Region) {
        for step in &region.steps {
            let operation = &step.operation;
            if let Some(result) = step.results.first() {
                if operation.name() == "arith.constant" {
                    self.constants.extend(operation.constant().map(|own| (result.clone(), own)));
                }
                if let Some(row) = self.row(operation) {
                    self.rows.insert(result.clone(), row);
                }
            }
            self.access(operation);
            step.regions.iter().for_each(|region| self.region(region));
        }
    }

    fn operand(&self, operation: &Operation, at: usize) -> Option<&FarRow> {
        self.rows.get(operation.operands().get(at)?)
    }

    /// What the result of an operation is of a number that is not known.
    fn row(&self, operation: &Operation) -> Option<FarRow> {
        let (_, name) = operation.name().split_once('.')?;
        let first = || self.operand(operation, 0).cloned();
        let constant = |at: usize| self.constants.get(operation.operands().get(at)?).copied();
        match name {
            "load" | "buffer_load" => {
                Some(FarRow::of("the number that is loaded".to_owned(), POSSIBLE_ROWS))
            }
            "get_program_id" => {
                let axis = operation.words().first()?;
                Some(FarRow::of(format!("program {axis}"), 0))
            }
            // A program that is one of several dims.
            "divsi" | "divui" if self.operand(operation, 0).is_some_and(|row| row.end == 0) => {
                Some(FarRow::of(format!("%{}", operation.results().first()?), 0))
            }
            "splat" | "broadcast" | "expand_dims" | "convert_layout" | "reshape" | "trans"
            | "extsi" => first(),
            "addptr" | "addi" | "subi" => {
                let both = [0, 1].into_iter().filter_map(|at| self.operand(operation, at));
                both.max_by_key(|row| {
                    let factor = row.wrap.as_ref().map_or(row.factor, |wrap| wrap.factor);
                    (row.first_wrapped().is_some(), factor)
                })
                .cloned()
            }
            "muli" | "shli" => {
                let (row, by) = match (self.operand(operation, 0), self.operand(operation, 1)) {
                    (Some(row), Some(other)) if name == "muli" => return row.times(other),
                    (Some(row), None) => (row, constant(1)?),
                    (None, Some(row)) if name == "muli" => (row, constant(0)?),
                    _ => return None,
                };
                let by = match name {
                    "shli" => 1_i64.checked_shl(u32::try_from(by).ok()?).filter(|_| by < 62)?,
                    _ => by,
                };
                let factor = row.factor.checked_mul(by)?;
                let mut row = FarRow { factor, ..row.clone() };
                if has_32_bits(operation) {
                    let (operation, position) = (operation.name().to_owned(), operation.position());
                    row.wrap = Some(Wrap { operation, position, factor });
                }
                Some(row)
            }
            _ => None,
        }
    }

    /// An access at an address that a product with 32 bits is in.
    fn access(&mut self, operation: &Operation) {
        let (_, name) = operation.name().split_once('.').unwrap_or_default();
        let addresses = match name {
            "load" | "store" | "atomic_rmw" | "atomic_cas" | "async_copy_global_to_local" => 0..1,
            "buffer_load" => 0..2,
            // What is stored, or where the memory is that is loaded to, comes first.
            "buffer_store" | "buffer_load_to_local" => 1..3,
            _ => return,
        };
        let rows = addresses.filter_map(|at| self.operand(operation, at));
        let wraps = rows.filter_map(|row| {
            let (first, wrap) = row.first_wrapped()?;
            Some((row.what.clone(), first, wrap.clone()))
        });
        for (what, first, wrap) in wraps.collect::<Vec<_>>() {
            if !self.reported.insert(wrap.position) {
                continue;
            }
            let message = format!(
                "the offset is computed in 32 bits and wraps where {what} is {first} or more: {} multiplies it \
                 by {}",
                wrap.operation, wrap.factor
            );
            let finding = Finding::new(OFFSET_OVERFLOW, operation.position(), message);
            let finding = finding.at_level(Level::Warning).of_operation(operation.name());
            self.found.push(finding.related_to(wrap.position, "here it does not fit any more"));
        }
    }
}

/// True of an operation on integers of 32 bits.
fn has_32_bits(operation: &Operation) -> bool {
    let [operands, results] = operation.types();
    let is_narrow = |kind: &Type| match kind {
        Type::Tensor(tensor) => tensor.element().as_str() == "i32",
        Type::Other { name, .. } => name == "i32",
        Type::MemDesc(_) => false,
    };
    results.first().or(operands.first()).is_some_and(is_narrow)
}
