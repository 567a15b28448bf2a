//! What is computed from the results of layouts at coordinates that may be outside the domain.
//!
//! Such a result has an offset, which arithmetic of 64 bits may be too narrow for, and so may be
//! what is computed from it: that the arithmetic of indices fits is taken for granted of what a
//! program means to compute, and a program with a guard means nothing outside the domain. So no
//! sign is believed of a number that may have wrapped around, and what is known of it together with
//! others holds only where the coordinate is known to be in the domain.

use rustc_hash::FxHashSet;

use crate::affine::Quantity;

/// The variables and the values that are computed from such results, and the results.
#[derive(Default)]
pub(super) struct Derived {
    variables: FxHashSet<usize>,
    values: FxHashSet<usize>,
    /// The values that are sums which may have wrapped around, or are computed from some.
    wrapping: FxHashSet<usize>,
    /// What these are as quantities.
    quantities: FxHashSet<Quantity>,
    /// True if something may wrap around.
    may_wrap: bool,
}

impl Derived {
    /// The variables, if something may wrap around.
    pub fn wrapping(&self) -> Vec<usize> {
        let mut found: Vec<usize> = self.variables.iter().copied().collect();
        found.retain(|_| self.may_wrap);
        found.sort_unstable();
        found
    }

    /// True if a quantity is of variables that are derived.
    pub fn is_of(&self, quantity: &Quantity) -> bool {
        !self.variables.is_empty()
            && quantity.variables().iter().any(|variable| self.variables.contains(variable))
    }

    /// True if a quantity may be another number in the machine, whose sums may be too great for 64
    /// bits unless it `fits`.
    pub fn may_wrap(&self, quantity: &Quantity, fits: impl Fn() -> bool) -> bool {
        self.is_of(quantity) && (self.quantities.contains(quantity) || !fits())
    }

    /// Adds a result of a layout, by its variable and its value.
    pub fn add_result(&mut self, variable: usize, value: usize, fits: bool) {
        self.variables.insert(variable);
        self.values.insert(value);
        self.may_wrap |= !fits;
    }

    /// Says that an affine expression has inputs: the sums inside of it are not values.
    pub fn add_inputs(&mut self, inputs: &[Quantity]) {
        self.may_wrap |= inputs.iter().any(|input| self.is_of(input));
    }

    /// True if a value that is computed from others is derived.
    pub fn is_from(&self, operands: &[usize]) -> bool {
        operands.iter().any(|operand| self.values.contains(operand))
    }

    /// Adds a value that is computed from others. Variables from `first` on are new.
    pub fn add(
        &mut self,
        value: usize,
        operands: &[usize],
        quantity: &Quantity,
        first: usize,
        fits: impl Fn() -> bool,
    ) {
        self.values.insert(value);
        if let Some(variable) = quantity.as_variable().filter(|variable| first <= *variable) {
            // Whatever it is computed from, the number is itself.
            self.variables.insert(variable);
            return;
        }
        let is_wrapped = operands.iter().any(|operand| self.wrapping.contains(operand));
        if is_wrapped || self.may_wrap(quantity, fits) {
            self.wrapping.insert(value);
            self.quantities.insert(quantity.clone());
            self.may_wrap = true;
        }
    }
}
