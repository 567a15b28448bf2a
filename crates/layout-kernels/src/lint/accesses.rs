//! What each conversion and access costs.

use std::sync::Arc;

use super::finding::Finding;
use super::layouts::{Laid, Layouts};
use super::multiples::Multiples;
use super::rule::{
    ACCESS_COST, BANK_CONFLICTS, COSTLY_CONVERSION, Level, PAST_THE_BUFFER, Rule,
    UNCOALESCED_ACCESS, WRONG_CONVERSION,
};
use crate::analyze::{AccessStrides, Machine, Port, Question, SharedCopies};
use crate::triton::{MemDesc, Movement, Operation, Tensor, Uniform, order_of_bases};
use layout_math::linear::LinearLayout;

/// The costs of an operation, and conversions that convert nothing.
pub(super) fn costs(
    operation: &Operation,
    multiples: &Multiples,
    layouts: &mut Layouts,
    machine: &Machine,
) -> Vec<Finding> {
    let Some(movement) = operation.movement() else { return Vec::new() };
    let mut asked = AccessCheck { operation, multiples, layouts, machine, found: Vec::new() };
    let bits = movement.element_bits().unwrap_or(0);
    match movement {
        Movement::Convert { from, to } => asked.conversion(from, to),
        Movement::SharedLoad { memory, value } => asked.shared(value, memory, bits, Port::Load),
        Movement::SharedStore { value, memory } => asked.shared(value, memory, bits, Port::Store),
        Movement::GlobalLoad { tensor } | Movement::GlobalStore { tensor } => {
            asked.global(tensor, bits);
        }
        Movement::GlobalToShared { pointers, memory } => {
            asked.global(pointers, bits);
            // Where the hardware chooses the places there are no conflicts.
            match machine.copies {
                SharedCopies::ByLane => asked.shared(pointers, memory, bits, Port::Copy),
                SharedCopies::InOrder => asked.idle_lanes(pointers),
            }
        }
        Movement::TensorMemoryLoad { .. }
        | Movement::TensorMemoryStore { .. }
        | Movement::View { .. }
        | Movement::Allocation { .. } => {}
    }
    asked.found
}

struct AccessCheck<'q> {
    operation: &'q Operation,
    multiples: &'q Multiples,
    layouts: &'q mut Layouts,
    machine: &'q Machine,
    found: Vec<Finding>,
}

/// The most neighbors that one vector holds.
struct Limit {
    together: i64,
    why: String,
    /// The author of the kernel has chosen it, which cannot be said of the limit of a mask.
    is_chosen: bool,
}

impl AccessCheck<'_> {
    fn conversion(&mut self, from: &Tensor, to: &Tensor) {
        if from.shape() != to.shape() {
            let message = format!(
                "a conversion from shape {:?} to shape {:?} loses or invents elements",
                from.shape(),
                to.shape()
            );
            return self.report(WRONG_CONVERSION, message);
        }
        if from.element() != to.element() {
            let message = format!(
                "a conversion of the layout from elements {} to elements {}",
                from.element(),
                to.element()
            );
            return self.report(WRONG_CONVERSION, message);
        }
        if let (Some(from), Some(to)) = (self.tensor(from), self.tensor(to)) {
            let question = Question::Conversion { from: &from.layout, to: &to.layout };
            self.ask(&question, COSTLY_CONVERSION);
        }
    }

    fn shared(&mut self, value: &Tensor, memory: &MemDesc, element_bits: u32, port: Port) {
        // Elements past the memory are another rule's.
        let fits = value.shape().len() == memory.shape().len()
            && value.shape().iter().zip(memory.shape()).all(|(value, memory)| value <= memory);
        let laid = self.layouts.of_memory(memory).and_then(Result::ok);
        if let (Some(registers), Some(memory), true) = (self.tensor(value), laid, fits) {
            let question = Question::Shared {
                port,
                registers: &registers.layout,
                memory: &memory.layout,
                gaps: &memory.gaps,
                element_bits,
            };
            self.ask(&question, BANK_CONFLICTS);
        }
    }

    fn global(&mut self, tensor: &Tensor, element_bits: u32) {
        let Some(laid) = self.tensor(tensor) else { return };
        let registers = &laid.layout;
        let question = |strides| Question::Global { registers, strides, element_bits };
        let strides = strides(self.operation);
        let limit = strides.as_ref().and_then(|own| self.limit(own, registers));
        let Some((own, limit)) = strides.as_ref().zip(limit) else {
            return self.ask(&question(strides.as_ref()), UNCOALESCED_ACCESS);
        };
        let shorter = AccessStrides { together: Some(limit.together), ..own.clone() };
        let answers = [&shorter, own].map(|own| question(Some(own)).answer(self.machine));
        let [Ok(shorter), Ok(whole)] = answers else {
            return self.ask(&question(Some(own)), UNCOALESCED_ACCESS);
        };
        let message = match shorter.text() == whole.text() {
            true => whole.text().to_owned(),
            false => format!("{}; {}", shorter.text(), limit.why),
        };
        let is_costly = if limit.is_chosen { shorter.is_costly() } else { whole.is_costly() };
        self.report(if is_costly { UNCOALESCED_ACCESS } else { ACCESS_COST }, message);
    }

    /// What makes the vectors of an access shorter than its strides do.
    fn limit(&self, strides: &AccessStrides, registers: &LinearLayout) -> Option<Limit> {
        let first = order_of_bases(registers, &["register"]).first().copied()?;
        if strides.contiguous(registers).is_some_and(|contiguous| contiguous != first) {
            let dim = registers.out_dims()[first].name();
            let why = format!("a vector would go along {dim}, the first dim of the order");
            return Some(Limit { together: 1, why, is_chosen: true });
        }
        let alike = self.masked_alike(&strides.of_dims)?;
        let is_less = strides.together.is_none_or(|own| alike < own);
        let why = format!("the limit of the mask is a multiple of {alike}");
        is_less.then_some(Limit { together: alike, why, is_chosen: false })
    }

    /// How many neighbors along the contiguous dim a mask lets through or leaves out together, if it
    /// bounds them: a limit that is a multiple of nothing may be between any two.
    fn masked_alike(&self, strides: &[Option<i64>]) -> Option<i64> {
        let is_known = strides.contains(&Some(1));
        let is_contiguous = |dim: usize| match strides.get(dim) {
            Some(Some(stride)) => *stride == 1,
            Some(None) => !is_known,
            None => false,
        };
        let bounds = self.operation.access()?.mask()?.bounds().iter();
        let alike = bounds.filter(|own| is_contiguous(own.row().dim())).filter_map(|bound| {
            let past = Uniform::constant(i64::from(bound.is_inclusive()));
            let length = bound.limit().add(&past)?.without(bound.row().base())?;
            Some(length.greatest_power(|name| self.multiples.get(name).copied()))
        });
        // Beyond 16 bytes nothing depends on it.
        alike.min().filter(|&alike| alike < 16)
    }

    /// Lanes that copy what others do, where the hardware puts what each lane copies at the next place.
    fn idle_lanes(&mut self, pointers: &Tensor) {
        let Some(laid) = self.tensor(pointers) else { return };
        let masks = laid.layout.free_variable_masks();
        // The first lane, or the first one of a warp, of which an earlier one has all elements.
        let first_idle = |place: &str| {
            let (_, mask) = masks.iter().find(|(name, mask)| *name == place && *mask != 0)?;
            Some(mask & mask.wrapping_neg())
        };
        let (lane, warp) = match (first_idle("lane"), first_idle("warp")) {
            (Some(lane), _) => (lane, 0),
            (None, Some(warp)) => (0, warp),
            (None, None) => return,
        };
        let is_thread = |name: &str| matches!(name, "lane" | "warp");
        let dims = laid.layout.in_dims().iter().filter(|dim| is_thread(dim.name()));
        let n_lanes: i64 = dims.map(|dim| dim.size()).product();
        let n_elements: i64 =
            pointers.shape().iter().fold(1_i64, |n, &size| n.saturating_mul(size));
        let message = format!(
            "{n_lanes} lanes copy {n_elements} elements, and the hardware puts what a lane copies after what \
             the lane before it does: lane {lane} of warp {warp} has no element of its own, and writes past \
             the memory unless the compiler turns it off"
        );
        let finding = Finding::new(PAST_THE_BUFFER, self.operation.position(), message);
        self.found.push(finding.at_level(Level::Warning));
    }

    fn tensor(&mut self, tensor: &Tensor) -> Option<Arc<Laid>> {
        self.layouts.of_tensor(tensor)?.ok()
    }

    fn ask(&mut self, question: &Question<'_>, costly: Rule) {
        match question.answer(self.machine) {
            Ok(answer) => {
                let rule = if answer.is_costly() { costly } else { ACCESS_COST };
                self.report(rule, answer.text().to_owned());
            }
            Err(error) => self.report(WRONG_CONVERSION, error.to_string()),
        }
    }

    fn report(&mut self, rule: Rule, message: String) {
        self.found.push(Finding::new(rule, self.operation.position(), message));
    }
}

/// What the arithmetic on the pointers of an operation says, and what Triton's own analysis wrote.
fn strides(operation: &Operation) -> Option<AccessStrides> {
    let of_dims = operation.access()?.strides()?;
    Some(AccessStrides { of_dims, together: operation.together() })
}
