//! The isl context and its budget.

use std::cell::Cell;
use std::ffi::{CStr, c_ulong};
use std::ptr::NonNull;
use std::rc::Rc;

use super::IslError;
use super::raw::{self, Keep, RawContext};

/// An isl context: what every set and map is made in, with a budget for each question.
///
/// isl allows a context to be used from one thread only, and an object cannot move to another
/// context. A `Context` is therefore neither `Send` nor `Sync`, and work that runs on many threads
/// makes one context for each.
///
/// ```compile_fail
/// fn needs_send<T: Send>() {}
/// needs_send::<layout_math::relation::Context>(); // does not compile
/// ```
///
/// Clones are the same context.
///
/// # The budget
///
/// A question may take `operations` of isl's elementary operations (a pivot or an allocation). On a
/// relation with more divisions or longer numbers than usual each of them counts for several.
/// One that needs more ends with [`IslError::OutOfBudget`], and the context is as good as before. 0
/// allows none, so that every question ends there; `u64::MAX` allows any number.
///
/// ```
/// use layout_math::relation::{Context, Relation};
///
/// let relation: Relation = "{ [c] -> [2c] : 0 <= c < 8 }".parse()?;
/// let other: Relation = "{ [c] -> [3c - c] : 0 <= c <= 7 }".parse()?;
///
/// let stingy = Context::new(10);
/// assert!(relation.to_map(&stingy).is_err());
///
/// let context = Context::new(100_000);
/// let answer = relation.to_map(&context)?.equal(&other.to_map(&context)?)?;
/// assert!(answer.is_proved());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Context {
    owned: Rc<OwnedContext>,
}

#[derive(Debug)]
struct OwnedContext {
    pointer: NonNull<RawContext>,
    operations: u64,
    /// How many operations one of isl's counts for.
    cost: Cell<u64>,
    /// How many operations may be spent on all questions that are asked now, if there is a limit.
    in_all: Cell<Option<u64>>,
}

impl Drop for OwnedContext {
    fn drop(&mut self) {
        // SAFETY: the pointer came from `isl_ctx_alloc` and is freed once. Every object of the
        // context holds a clone of the `Rc` around this value, so none is left.
        unsafe { raw::isl_ctx_free(self.pointer.as_ptr()) }
    }
}

impl Context {
    /// A context that allows `operations` for each question.
    pub fn new(operations: u64) -> Self {
        let pointer = NonNull::new(raw::isl_ctx_alloc())
            .expect("isl allocates a context unless memory is exhausted");
        let owned =
            OwnedContext { pointer, operations, cost: Cell::new(1), in_all: Cell::new(None) };
        let context = Context { owned: Rc::new(owned) };
        raw::isl_options_set_on_error(context.keep(), raw::ON_ERROR_CONTINUE);
        context.allow(operations);
        context
    }

    /// Sets how many of isl's operations a question may take.
    fn allow(&self, operations: u64) {
        // To isl a maximum of 0 means that there is no maximum. An aborted context refuses every operation.
        match operations {
            0 => raw::isl_ctx_abort(self.keep()),
            most => raw::isl_ctx_set_max_operations(self.keep(), most as c_ulong),
        }
    }

    /// How many operations a question may take.
    pub fn budget(&self) -> u64 {
        self.owned.operations
    }

    /// From now on an operation counts for so many, if it did not for more before; `None` refuses
    /// every operation.
    pub(crate) fn weigh(&self, cost: Option<u64>) {
        let cost = cost.unwrap_or(u64::MAX);
        if cost <= self.owned.cost.get() || self.budget() == u64::MAX {
            return;
        }
        self.owned.cost.set(cost);
        self.limit();
    }

    /// Sets how many of isl's operations the questions that are asked now may take.
    fn limit(&self) {
        let cost = self.owned.cost.get();
        let each = self.budget() / cost;
        let in_all = self.owned.in_all.get().filter(|_| each != 0);
        self.allow(in_all.map_or(each, |operations| (operations / cost).max(1)));
    }

    /// Asks questions that may take so many operations all together. After that many each of them
    /// ends with [`IslError::OutOfBudget`], and the context is then as good as before.
    ///
    /// ```
    /// use layout_math::relation::{Context, Relation};
    ///
    /// let relation: Relation = "{ [c] -> [2c] : 0 <= c < 8 }".parse()?;
    /// let context = Context::new(1_000);
    /// let ask = || relation.to_map(&context);
    /// assert!((0..1_000).all(|_| ask().is_ok()));
    /// assert!(context.within(1_000, || (0..1_000).any(|_| ask().is_err())));
    /// assert!(ask().is_ok());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within<T>(&self, operations: u64, ask: impl FnOnce() -> T) -> T {
        let before = self.owned.in_all.replace(Some(operations));
        raw::isl_ctx_reset_operations(self.keep());
        self.limit();
        let answer = ask();
        self.owned.in_all.set(before);
        raw::isl_ctx_reset_operations(self.keep());
        self.limit();
        answer
    }

    /// Begins a question: it has the whole budget before it, unless others are asked with it.
    pub(crate) fn begin_question(&self) {
        if self.owned.in_all.get().is_none() {
            raw::isl_ctx_reset_operations(self.keep());
        }
    }

    pub(crate) fn same_as(&self, other: &Context) -> bool {
        Rc::ptr_eq(&self.owned, &other.owned)
    }

    /// The context as an argument, which no function takes.
    pub(super) fn keep(&self) -> Keep<'_, RawContext> {
        // SAFETY: the context is live while this is borrowed.
        unsafe { Keep::new(self.owned.pointer.as_ptr()) }
    }

    /// The error of the call that has just failed. Leaves the context ready for the next question.
    pub(super) fn error(&self) -> IslError {
        let kind = raw::isl_ctx_last_error(self.keep());
        let message = raw::isl_ctx_last_error_msg(self.keep());
        let is_refused = self.budget() < self.owned.cost.get();
        let error = if kind == raw::ERROR_QUOTA || is_refused {
            IslError::OutOfBudget { operations: self.budget() }
        } else if message.is_null() {
            IslError::Failed { reason: "no reason given".to_owned() }
        } else {
            // SAFETY: the message is a string literal of isl's.
            let reason = unsafe { CStr::from_ptr(message) };
            IslError::Failed { reason: reason.to_string_lossy().into_owned() }
        };
        raw::isl_ctx_reset_error(self.keep());
        self.begin_question();
        error
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// libLLVM exports an isl of its own, which Polly uses.
    #[test]
    fn the_isl_that_is_linked_is_ours() {
        let address = raw::isl_version as *const () as usize;
        // A line is `from-to rwxp offset device inode path`, with the addresses in hexadecimal.
        let maps = std::fs::read_to_string("/proc/self/maps").unwrap();
        let is_there = |line: &&str| {
            let (from, to) = line.split_once(' ').unwrap().0.split_once('-').unwrap();
            let [from, to] = [from, to].map(|end| usize::from_str_radix(end, 16).unwrap());
            (from..to).contains(&address)
        };
        let program = std::env::current_exe().unwrap();
        let mapped = maps.lines().find(is_there).unwrap();
        assert!(mapped.ends_with(program.to_str().unwrap()), "{mapped}");
    }

    /// The least one goes another way than the others.
    #[test]
    fn every_integer_of_64_bits_is_taken_over() {
        let context = Context::new(1000);
        for value in [i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX] {
            let number = context.integer(value).unwrap();
            assert_eq!(number.to_i64(), Ok(Some(value)));
        }
    }
}
