//! What barriers put in order: NVIDIA's all that is before them and all that is behind. AMD's put no
//! access in an order by themselves, so that LLVM need not wait for one: what counts is what a fence has
//! released before the barrier, for what comes after a fence that acquires behind it, of one memory or
//! of all.

use super::tensor_address::SHARED_END;
use crate::llvm::Memories;

/// The phases of a block in each memory: one ends when all threads release what they have done in it.
#[derive(Debug)]
pub(super) struct Phases {
    needs_fences: bool,
    has_barrier: bool,
    shared: Numbers,
    /// Those of tensor memory, too, which no machine has that needs fences.
    global: Numbers,
}

/// The numbers of phases.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    /// That in which something is done now.
    pub current: u32,
    /// The phases before these had ended when the block arrived at the last barrier, and when it left one.
    arrived: u32,
    departed: u32,
    /// What was done in phases before this one is before whatever is done now.
    pub acquired: u32,
    /// What may be a release, and is not followed, since the last that is one.
    has_other_release: bool,
    /// The same, when the block arrived.
    is_unclear: bool,
}

/// A fence or a barrier whose threads are not followed one by one.
pub(super) struct NotFollowed(pub &'static str);

impl Phases {
    pub fn new(needs_fences: bool) -> Self {
        let (shared, global) = Default::default();
        Phases { needs_fences, has_barrier: false, shared, global }
    }

    /// The phases of the memory that an address is in.
    pub fn of(&self, address: u64) -> &Numbers {
        match address < SHARED_END {
            true => &self.shared,
            false => &self.global,
        }
    }

    /// What is lacking between two accesses that are a race.
    pub fn lacks(&self) -> &'static str {
        match self.needs_fences && self.has_barrier {
            true => "no barrier with a release before it and an acquire behind it",
            false => "no barrier",
        }
    }

    fn those_of(&mut self, memories: Memories) -> impl Iterator<Item = &mut Numbers> {
        let all = [(&mut self.shared, memories.shared), (&mut self.global, memories.global)];
        all.into_iter().filter_map(|(own, is_meant)| is_meant.then_some(own))
    }

    pub fn release(&mut self, memories: Memories) {
        for own in self.those_of(memories) {
            own.current += 1;
            own.has_other_release = false;
        }
    }

    pub fn acquire(&mut self, memories: Memories) -> Result<(), NotFollowed> {
        for own in self.those_of(memories) {
            if own.is_unclear {
                return Err(NotFollowed("a barrier, and no fence of all threads before it"));
            }
            own.acquired = own.departed;
        }
        Ok(())
    }

    /// A part of the threads release, or they wait for what they have done.
    pub fn release_otherwise(&mut self, memories: Memories) {
        for own in self.those_of(memories) {
            own.has_other_release = true;
        }
    }

    /// A part of the threads acquire.
    pub fn acquire_in_part(&mut self, memories: Memories) -> Result<(), NotFollowed> {
        match self.those_of(memories).all(|own| own.acquired == own.departed) {
            true => Ok(()),
            false => Err(NotFollowed("a fence in a branch behind a barrier")),
        }
    }

    pub fn arrive(&mut self) {
        self.has_barrier = true;
        for own in [&mut self.shared, &mut self.global] {
            own.is_unclear = own.has_other_release;
            if !self.needs_fences {
                own.current += 1;
            }
            own.arrived = own.current;
        }
    }

    pub fn depart(&mut self) {
        for own in [&mut self.shared, &mut self.global] {
            own.departed = own.arrived;
            if !self.needs_fences {
                own.acquired = own.departed;
            }
        }
    }
}
