//! What barriers put in order: NVIDIA's all that is before them and all that is behind. AMD's put no
//! access in an order by themselves, so that LLVM need not wait for one: what counts is what a fence has
//! released before the barrier, for what comes after a fence that acquires behind it.

/// The phases of a block: one ends when all threads release what they have done in it.
#[derive(Debug)]
pub(super) struct Phases {
    needs_fences: bool,
    current: u32,
    /// The phases before these had ended when the block arrived at the last barrier, when it left one, and
    /// when it acquired what it found there.
    arrived: u32,
    departed: u32,
    acquired: u32,
    /// What may be a release, and is not followed, since the last that is one.
    has_other_release: bool,
    has_barrier: bool,
}

/// A fence or a barrier whose threads are not followed one by one.
pub(super) struct NotFollowed(pub &'static str);

impl Phases {
    pub fn new(needs_fences: bool) -> Self {
        Phases {
            needs_fences,
            current: 0,
            arrived: 0,
            departed: 0,
            acquired: 0,
            has_other_release: false,
            has_barrier: false,
        }
    }

    /// The number of a phase in which something is done now.
    pub fn current(&self) -> u32 {
        self.current
    }

    /// What was done in phases before this one is before whatever is done now.
    pub fn acquired(&self) -> u32 {
        self.acquired
    }

    /// What is lacking between two accesses that are a race.
    pub fn lacks(&self) -> &'static str {
        match self.needs_fences && self.has_barrier {
            true => "no barrier with a release before it and an acquire behind it",
            false => "no barrier",
        }
    }

    pub fn release(&mut self) {
        self.current += 1;
        self.has_other_release = false;
    }

    pub fn acquire(&mut self) {
        self.acquired = self.departed;
    }

    /// A part of the threads release, or they wait for what they have done.
    pub fn release_otherwise(&mut self) {
        self.has_other_release = self.needs_fences;
    }

    /// A part of the threads acquire.
    pub fn acquire_in_part(&self) -> Result<(), NotFollowed> {
        match self.acquired == self.departed {
            true => Ok(()),
            false => Err(NotFollowed("a fence in a branch behind a barrier")),
        }
    }

    pub fn arrive(&mut self) -> Result<(), NotFollowed> {
        if self.has_other_release {
            return Err(NotFollowed("a barrier, and no fence of all threads before it"));
        }
        if !self.needs_fences {
            self.release();
        }
        self.has_barrier = true;
        self.arrived = self.current;
        Ok(())
    }

    pub fn depart(&mut self) {
        self.departed = self.arrived;
        if !self.needs_fences {
            self.acquire();
        }
    }
}
