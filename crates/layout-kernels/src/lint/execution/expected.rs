//! The bytes that a barrier expects, and those that copies through a descriptor bring it.
//!
//! A phase ends when all arrivals have come and as many bytes as they expect. If fewer are expected than
//! come, it may end before the copies are done; if more are, it never ends.

use rustc_hash::FxHashMap;

use super::Run;
use super::flights::{Place, place};
use super::moment::Moment;
use super::view::MemoryPart;
use crate::lint::contracts::data_memory;
use crate::triton::{Attribute, AttributeValue, MemDesc, Step};

/// What is expected at the barriers of one partition, or of a function outside of partitions.
#[derive(Default)]
pub(super) struct Expected {
    barriers: FxHashMap<Place, Balance>,
}

/// What is expected at a barrier, and what comes, since the last time that the two were compared.
struct Balance {
    expected: i64,
    /// The bytes of the copies; `None` if the size of one is not known.
    copied: Option<i64>,
    /// The latest operation that expects bytes.
    at: Moment,
}

impl Run {
    /// More bytes are expected at a barrier. What was expected there before has come.
    pub(super) fn expect(&mut self, step: &Step, barrier: &MemoryPart) {
        self.settle(barrier);
        let size = step.operation.attribute("size").and_then(AttributeValue::as_integer);
        let bytes = step.operation.numbers().first().copied().or(size);
        if let Some(bytes) = bytes.filter(|_| barrier.is_known) {
            let at = self.moment(step);
            let own = self.expected.barriers.entry(place(barrier));
            let own = own.or_insert(Balance { expected: 0, copied: Some(0), at: at.clone() });
            own.expected += bytes;
            own.at = at;
        }
    }

    /// A copy brings bytes to a barrier.
    pub(super) fn bring(&mut self, step: &Step, barrier: &MemoryPart) {
        if !barrier.is_known {
            return;
        }
        let bytes = data_memory(&step.operation).and_then(bytes);
        let at = self.moment(step);
        let own = self.expected.barriers.entry(place(barrier));
        let own = own.or_insert(Balance { expected: 0, copied: Some(0), at });
        own.copied = own.copied.zip(bytes).map(|(sum, bytes)| sum.saturating_add(bytes));
    }

    /// Compares what is expected at a barrier with what comes. If one of them is done elsewhere, nothing
    /// is said.
    pub(super) fn settle(&mut self, barrier: &MemoryPart) {
        let own = self.expected.barriers.get(&place(barrier));
        // Copies may come before what expects them.
        if own.is_some_and(|own| 0 < own.expected && own.copied != Some(0))
            && let Some(own) = self.expected.barriers.remove(&place(barrier))
        {
            self.compare(barrier.allocation, own);
        }
    }

    /// The same for all barriers, where nothing more comes.
    pub(super) fn settle_all(&mut self) {
        for (place, own) in std::mem::take(&mut self.expected).barriers {
            self.compare(place.0, own);
        }
    }

    fn compare(&mut self, allocation: usize, own: Balance) {
        let Balance { expected, copied: Some(copied), at } = own else { return };
        if expected == copied || expected == 0 || copied == 0 {
            return;
        }
        let then = match expected < copied {
            true => "its phase may end before the copies do",
            false => "its phase never ends",
        };
        let name = self.allocations.get(allocation).map_or("", String::as_str);
        let message = format!(
            "barrier %{name} expects {expected} bytes, and copies bring it {copied}: {then}{}",
            at.when()
        );
        self.report_alone(&at, message);
    }
}

/// The bytes that fill a memory, if they are known: those of one block, as they are in it.
fn bytes(memory: &MemDesc) -> Option<i64> {
    let encoding = memory.tensor().encoding().filter(|encoding| is_of_one_block(encoding))?;
    if encoding.parameter("fp4Padded") == Some(&AttributeValue::Bool(true)) {
        return None;
    }
    let bits = i64::from(memory.element().stored_bits()?);
    let all = memory.shape().iter().copied().try_fold(bits, i64::checked_mul)?;
    (all % 8 == 0).then_some(all / 8)
}

/// True if the blocks of a cluster have nothing to do with a layout.
fn is_of_one_block(encoding: &Attribute) -> bool {
    let list = |name: &str| encoding.parameter(name).and_then(AttributeValue::as_list);
    let is_empty = |name: &str| list(name).is_none_or(|list| list.is_empty());
    let is_one = |blocks: &[AttributeValue]| blocks.iter().all(|one| one.as_integer() == Some(1));
    is_empty("CGALayout") && is_empty("block") && list("CTAsPerCGA").is_none_or(is_one)
}
