//! The bytes that a barrier expects, and those that copies through a descriptor bring it.
//!
//! A phase ends when all arrivals have come and as many bytes as they expect. If fewer are expected than
//! come, it may end before the copies are done; if more are, it never ends.

use rustc_hash::FxHashMap;

use super::flights::BarrierPlace;
use super::moment::Moment;
use crate::triton::{Attribute, AttributeValue, MemDesc};

/// What is expected at the barriers of one partition, or of a function outside of partitions.
#[derive(Default)]
pub(super) struct Expected {
    barriers: FxHashMap<BarrierPlace, Balance>,
}

/// What is expected at a barrier, and what comes, since the last time that the two were compared.
#[derive(Default)]
struct Balance {
    expected: i64,
    /// The bytes of the copies.
    copied: i64,
    /// The size of a copy is not known.
    is_vague: bool,
    /// The latest operation that expects bytes.
    at: Option<Moment>,
}

/// A barrier that expects other bytes than come.
pub(super) struct Misfit {
    pub allocation: usize,
    pub at: Moment,
    expected: i64,
    copied: i64,
}

impl Misfit {
    /// What is wrong, where the barrier has this name.
    pub fn message(&self, name: &str) -> String {
        let Misfit { expected, copied, at, .. } = self;
        let then = match expected < copied {
            true => "its phase may end before the copies do",
            false => "its phase never ends",
        };
        if *copied == 0 {
            return format!(
                "barrier %{name} expects {expected} bytes, and no copy brings it any: {then}{}",
                at.when()
            );
        }
        format!(
            "barrier %{name} expects {expected} bytes, and copies bring it {copied}: {then}{}",
            at.when()
        )
    }
}

impl Expected {
    /// More bytes are expected at a barrier. What was expected there before has come.
    pub fn expect(&mut self, place: BarrierPlace, bytes: i64, at: Moment) -> Option<Misfit> {
        let misfit = self.settle(&place);
        let own = self.barriers.entry(place).or_default();
        own.expected = own.expected.saturating_add(bytes);
        own.at = Some(at);
        misfit
    }

    /// A copy fills a memory and tells a barrier.
    pub fn bring(&mut self, place: BarrierPlace, memory: Option<&MemDesc>) {
        let own = self.barriers.entry(place).or_default();
        match memory.and_then(bytes) {
            Some(bytes) => own.copied = own.copied.saturating_add(bytes),
            None => own.is_vague = true,
        }
    }

    /// Something may bring a barrier any number of bytes.
    pub fn lose(&mut self, place: BarrierPlace) {
        self.barriers.entry(place).or_default().is_vague = true;
    }

    /// A barrier that expects bytes of which none come, where nothing else brings it any.
    pub fn unmet(&mut self, place: &BarrierPlace) -> Option<Misfit> {
        self.barriers
            .get(place)
            .filter(|own| !own.is_vague && own.copied == 0 && 0 < own.expected)?;
        let Balance { expected, at, .. } = self.barriers.remove(place)?;
        Some(Misfit { allocation: place.0, at: at?, expected, copied: 0 })
    }

    /// Compares what is expected at a barrier with what comes. If one of them is done elsewhere, nothing
    /// is said.
    pub fn settle(&mut self, place: &BarrierPlace) -> Option<Misfit> {
        let own = self.barriers.get(place)?;
        // Copies may come before what expects them, and after it.
        let is_over = 0 < own.expected && (own.is_vague || own.copied != 0);
        let own = if is_over { self.barriers.remove(place)? } else { return None };
        misfit(place.0, own)
    }

    /// The same for all barriers, where nothing more comes.
    pub fn settle_all(&mut self) -> Vec<Misfit> {
        let all = std::mem::take(&mut self.barriers).into_iter();
        all.filter_map(|(place, own)| misfit(place.0, own)).collect()
    }
}

fn misfit(allocation: usize, own: Balance) -> Option<Misfit> {
    let Balance { expected, copied, is_vague, at } = own;
    let is_one = !is_vague && expected != 0 && copied != 0 && expected != copied;
    Some(Misfit { allocation, at: at.filter(|_| is_one)?, expected, copied })
}

/// The bytes that fill a memory, if they are known: those of one block, as they are in it.
fn bytes(memory: &MemDesc) -> Option<i64> {
    let encoding = memory.tensor().encoding().filter(|encoding| is_of_one_block(encoding))?;
    if encoding.parameter("fp4Padded").and_then(AttributeValue::as_flag) == Some(true) {
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
