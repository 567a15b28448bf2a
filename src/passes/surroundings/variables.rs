//! The values of the IR as quantities of variables.

use melior::ir::operation::OperationLike;
use melior::ir::{BlockRef, OperationRef, Value};
use rustc_hash::{FxHashMap, FxHashSet};

use super::derived::Derived;
use super::gpu::Axis;
use super::hiding::Hiding;
use super::known_sums::{ExtremeOf, KnownSums};
use super::nesting::Nesting;
use super::source::Source;
use super::widths::narrow;
use super::{arithmetic, gpu};
use crate::affine::{Comparison, Interval, Quantity};
use crate::algebra::{Applied, Domain};
use crate::dialect::foreign::Number;
use crate::dialect::foreign::arithmetic::is_arithmetic;
use crate::dialect::foreign::memory::{View, expanded_shape};
use crate::dialect::foreign::sizes::{self, Size};
use crate::dialect::ir::{self, constant};
use crate::dialect::promises::Later;

/// How many operations that compute a value are read, one inside the other.
const MAX_DEPTH: usize = 128;

/// How many operations a quantity may have. One that is used twice is written twice, so that a few
/// lines of IR could make one of any length; a value with a longer one is a variable.
const MAX_COST: usize = 256;

/// Quantities of the values that an operation depends on, and what is known of them.
///
/// A value that is computed by arithmetic that quantities have is the quantity of its operands; any
/// other one is a variable. A quantity is the value as a signed number, and an index has 64 bits.
///
/// Everything that is known holds of every execution in which no value wraps around that 64 bits
/// are too few for: sums, differences, products and shifts to the left of indices and of 64-bit
/// integers are taken to fit. Narrower ones are read only where they are known to fit, and of
/// integers with more than 64 bits nothing is read. No flag (`nsw`, `nuw`, `exact`) is believed.
/// What is computed from a result of a layout is taken to fit only where the coordinate is in the
/// domain; of what may not, nothing is known but relations, whose variables are
/// [`Variables::wrapping`].
#[derive(Default)]
pub(in crate::passes) struct Variables<'c> {
    sources: Vec<Source<'c>>,
    quantities: FxHashMap<usize, Quantity>,
    /// The sizes of memrefs, by the memref and the dimension.
    sizes: FxHashMap<(usize, usize), Quantity>,
    pub(super) axes: FxHashMap<Axis, Quantity>,
    /// The kernel that the axes are of, if it is launched where it stands.
    pub(super) launch: Option<usize>,
    known: KnownSums,
    /// Bounds of each variable by itself that follow from what is known.
    bounds: Vec<Interval>,
    applies: Vec<OperationRef<'c, 'c>>,
    /// The variables that take all the values that what is known leaves to them, each at some time.
    counted: FxHashSet<usize>,
    derived: Derived,
    /// What is promised of arguments of the function that are not read yet.
    later: Option<Later<'c>>,
    hiding: Hiding<'c>,
    pub(super) nesting: Nesting,
}

impl<'c> Variables<'c> {
    /// Variables of which nothing is known, for what is read for the sake of others.
    pub(super) fn within(nesting: Nesting) -> Self {
        Variables { nesting, ..Variables::default() }
    }

    /// What the variables are.
    pub fn sources(&self) -> &[Source<'c>] {
        &self.sources
    }

    /// What is known of the variables.
    pub fn known(&self) -> &[Comparison] {
        self.known.comparisons()
    }

    /// The applications of layouts that quantities have been read through: their results are
    /// variables, of which nothing is said here.
    pub fn applies(&self) -> &[OperationRef<'c, 'c>] {
        &self.applies
    }

    /// The value as a quantity, of new variables if need be.
    pub fn quantity(&mut self, value: Value<'c, 'c>) -> Quantity {
        self.read(value, MAX_DEPTH)
    }

    pub(super) fn read(&mut self, value: Value<'c, 'c>, depth: usize) -> Quantity {
        if let Some(constant) = constant(value) {
            return constant.into();
        }
        let key = ir::value_key(value);
        if let Some(known) = self.quantities.get(&key) {
            return known.clone();
        }
        let first = self.sources.len();
        let operation = ir::defining_op(value);
        let computed = match (operation, depth.checked_sub(1)) {
            (Some(operation), Some(depth)) => arithmetic::computed(self, value, operation, depth),
            _ => None,
        };
        // An operation with several results has told of all of them.
        if !self.quantities.contains_key(&key) {
            let computed = computed.filter(|quantity| quantity.cost() <= MAX_COST);
            let quantity = computed.unwrap_or_else(|| self.variable(Source::Value(value)));
            self.quantities.insert(key, quantity);
        }
        match operation {
            Some(operation) => self.derive(operation, first),
            None => self.tell_about(key),
        }
        self.quantities.get(&key).cloned().unwrap_or_default()
    }

    /// Says that the results of an operation have been read, variables from `first` on being new.
    fn derive(&mut self, operation: OperationRef<'c, 'c>, first: usize) {
        if !is_arithmetic(operation) {
            return;
        }
        let operands: Vec<usize> = operation.operands().map(ir::value_key).collect();
        if !self.derived.is_from(&operands) {
            return;
        }
        for result in operation.results().map(|result| ir::value_key(result.into())) {
            let Some(quantity) = self.quantities.get(&result) else { continue };
            let fits = quantity.range(&|variable| self.bounds_of(variable).clamped()).is_some();
            self.derived.add(result, &operands, quantity, first, || fits);
        }
    }

    /// The variables that are computed from results of layouts by arithmetic that may wrap around
    /// where a coordinate is outside the domain; none if nothing does.
    pub fn wrapping(&self) -> Vec<usize> {
        self.derived.wrapping()
    }

    /// True if a quantity is computed from results of layouts. Outside their domains the machine may have
    /// another number, whose range is not that of the quantity.
    pub(super) fn is_derived(&self, quantity: &Quantity) -> bool {
        self.derived.is_of(quantity)
    }

    /// True if a quantity may be another number in the machine.
    fn may_wrap(&self, quantity: &Quantity) -> bool {
        self.derived.may_wrap(quantity, || self.range(quantity).is_some())
    }

    /// Says what a value is, unless that is said already.
    pub(super) fn define(&mut self, value: Value<'c, 'c>, quantity: Quantity) {
        self.quantities.entry(ir::value_key(value)).or_insert(quantity);
    }

    /// A new variable that is not a value, such as the number of a lane.
    pub fn unnamed(&mut self, stand_in: Value<'c, 'c>) -> Quantity {
        self.variable(Source::Unnamed(stand_in))
    }

    /// A new variable that is the index of a dimension of a buffer.
    pub fn index(&mut self, buffer: Value<'c, 'c>, dimension: usize) -> Quantity {
        self.variable(Source::Mapped { buffer, dimension })
    }

    /// A new variable that is how many lanes of a mask hold.
    pub fn held(&mut self, mask: Value<'c, 'c>) -> Quantity {
        self.variable(Source::Held(mask))
    }

    /// The value as a quantity, of a variable of its own unless it is said already what it is.
    pub(super) fn own(&mut self, value: Value<'c, 'c>) -> Quantity {
        let key = ir::value_key(value);
        if let Some(known) = self.quantities.get(&key) {
            return known.clone();
        }
        let variable = self.variable(Source::Value(value));
        self.quantities.insert(key, variable.clone());
        self.tell_about(key);
        variable
    }

    /// What is promised of arguments of the function, from now on told as soon as they are read.
    pub(super) fn tell_later(&mut self, later: Later<'c>) {
        self.later = Some(later);
        let read: Vec<usize> = self.quantities.keys().copied().collect();
        read.into_iter().for_each(|key| self.tell_about(key));
    }

    /// Tells what is promised of a value that has been read.
    fn tell_about(&mut self, key: usize) {
        let promised = self.later.as_mut().map(|later| later.about(key)).unwrap_or_default();
        for promise in promised {
            self.tell(promise);
        }
    }

    /// The value as a quantity, if it has been read.
    pub fn read_already(&self, value: Value<'c, 'c>) -> Option<&Quantity> {
        self.quantities.get(&ir::value_key(value))
    }

    /// True if it is said what the value is.
    pub(super) fn is_read(&self, value: Value<'c, 'c>) -> bool {
        self.read_already(value).is_some()
    }

    /// From now on values of a block, and of what is inside of it, are not numbers at hand: what is known
    /// of them together with others is not told.
    pub(super) fn hide(&mut self, block: BlockRef<'c, 'c>) {
        self.hiding.hide(block);
    }

    /// A new variable, with what its type says.
    pub(super) fn variable(&mut self, source: Source<'c>) -> Quantity {
        let quantity = self.free_variable(source);
        if let Source::Value(value) = source
            && let Some((low, high)) = narrow(value)
        {
            self.know(Comparison { quantity: quantity.clone(), low: Some(low), high: Some(high) });
        }
        quantity
    }

    /// A new variable of which nothing is said.
    fn free_variable(&mut self, source: Source<'c>) -> Quantity {
        if self.hiding.hides(source.value()) {
            self.hiding.add(self.sources.len());
        }
        let quantity = Quantity::variable(self.sources.len());
        self.sources.push(source);
        self.bounds.push(Interval::ANY);
        quantity
    }

    /// The results of an application of a layout, each a variable.
    pub(super) fn apply(&mut self, apply: OperationRef<'c, 'c>) {
        if self.applies.contains(&apply) {
            return;
        }
        self.applies.push(apply);
        for result in apply.results() {
            // Of a narrow type the variable is the offset, which need not fit.
            let variable = self.free_variable(Source::Value(result.into()));
            self.define(result.into(), variable);
        }
        self.bound_results(apply);
    }

    /// Bounds of the results of an application at coordinates that are known not to be negative: at
    /// others there is no offset. Outside the domain an offset that 64 bits may be too few for has
    /// none.
    fn bound_results(&mut self, apply: OperationRef<'c, 'c>) {
        let mut quantities = |segment| -> Vec<Quantity> {
            let values = ir::operand_segment(apply, segment);
            values.into_iter().map(|value| self.quantity(value)).collect()
        };
        let (coordinates, symbols) = (quantities(1), quantities(2));
        let layout = ir::operand(apply, 0).and_then(ir::constant_layout);
        let names = ir::symbol_names(apply).into_iter().map(str::to_owned);
        let symbols: Vec<_> = names.zip(symbols).collect();
        let applied = layout.and_then(|layout| Applied::new(layout.clone()).ok());
        let is_inside = applied.as_ref().is_some_and(|layout| self.is_inside(layout, &coordinates));
        let is_natural = coordinates.iter().all(|coordinate| self.is_natural(coordinate));
        let offsets = applied.and_then(|applied| applied.offsets(&coordinates, &symbols));
        for (at, result) in apply.results().map(Value::from).enumerate() {
            let Some(variable) = self.quantity(result).as_variable() else { continue };
            let offset = offsets.as_ref().and_then(|offsets| offsets.get(at));
            let narrow = narrow(result);
            if !is_inside || narrow.is_some() {
                let fits = offset.is_some_and(|offset| self.fits_at(offset, &coordinates, narrow));
                self.derived.add_result(variable, ir::value_key(result), fits);
                if !fits {
                    continue;
                }
            }
            let Some(layout) = layout.filter(|_| is_natural) else { continue };
            let values = offset.map_or(Interval::ANY, |offset| self.interval(offset));
            let low = values.low.or(layout.sign(Domain::Extended).is_natural().then_some(0));
            if let Some(bounds) = self.bounds.get_mut(variable) {
                *bounds = Interval { low, ..values };
            }
        }
    }

    /// True if coordinates are known to be in the domain of a layout.
    fn is_inside(&self, layout: &Applied, coordinates: &[Quantity]) -> bool {
        let Some(sizes) = layout.sizes(coordinates.len()) else { return false };
        let is_within = |(size, coordinate): (i64, &Quantity)| {
            self.interval(coordinate).is_within(Interval::new(0, i128::from(size) - 1))
        };
        sizes.into_iter().zip(coordinates).all(is_within)
    }

    /// True if 64 bits, or a narrow type, have room for an offset at coordinates, as far as these are
    /// not negative.
    fn fits_at(
        &self,
        offset: &Quantity,
        coordinates: &[Quantity],
        narrow: Option<(i64, i64)>,
    ) -> bool {
        let range = offset.range(&|variable| {
            let (low, high) = self.bounds_of(variable).clamped();
            let mut known = coordinates.iter().filter_map(Quantity::as_variable);
            let is_coordinate = known.any(|coordinate| coordinate == variable);
            if is_coordinate { (low.max(0), high.max(0)) } else { (low, high) }
        });
        let (least, greatest) = narrow.unwrap_or((i64::MIN, i64::MAX));
        range.is_some_and(|(low, high)| least <= low && high <= greatest)
    }

    /// The size of a dimension of a memref; `asked` is a value that is known to be it.
    pub fn size(
        &mut self,
        buffer: Value<'c, 'c>,
        dimension: usize,
        asked: Option<Value<'c, 'c>>,
    ) -> Quantity {
        let (buffer, dimension, size) = match sizes::size(buffer, dimension) {
            Size::Number(Number::Constant(size)) => return size.into(),
            Size::Number(Number::Value(size)) => (buffer, dimension, Some(self.quantity(size))),
            Size::Product(of, dimensions) => (buffer, dimension, self.product(of, &dimensions)),
            Size::Of(buffer, dimension) => (buffer, dimension, None),
        };
        let key = (ir::value_key(buffer), dimension);
        if let Some(known) = self.sizes.get(&key) {
            return known.clone();
        }
        let is_operand = size.is_some();
        let asked = asked.filter(|asked| !self.hiding.hides(*asked));
        let size = size.unwrap_or_else(|| {
            self.variable(asked.map_or(Source::Size { buffer, dimension }, Source::Value))
        });
        // No memref has a negative size, so that an allocation's operand is not negative either. A view is
        // made with any: its size is not negative where an index is found to be less.
        if !is_operand || !is_made_by_view(buffer) {
            self.know(Comparison::at_least(size.clone(), 0));
        }
        self.sizes.insert(key, size.clone());
        size
    }

    /// The product of the sizes of some dimensions, if at most one of them is not a constant.
    fn product(&mut self, buffer: Value<'c, 'c>, dimensions: &[usize]) -> Option<Quantity> {
        dimensions.iter().try_fold(Quantity::from(1), |product, &dimension| {
            let size = self.size(buffer, dimension, None);
            match product.as_constant() {
                Some(factor) => size.times(factor).ok(),
                None => product.times(size.as_constant()?).ok(),
            }
        })
    }

    /// Tells what a promise says of its value.
    pub(super) fn tell(&mut self, promise: OperationRef<'c, 'c>) {
        let Some(value) = ir::operand(promise, 0) else { return };
        let quantity = self.quantity(value);
        let number = |name| ir::integer_attribute(promise, name);
        if let (Some(least), Some(greatest)) = (number("least"), number("greatest")) {
            let [low, high] = [least, greatest].map(|end| end.checked_sub(quantity.constant()));
            self.know(Comparison { quantity: quantity.varying(), low, high });
        }
        if let (Some(modulus), Some(residue)) = (number("modulus"), number("residue"))
            && let Ok(rest) = quantity.modulo(modulus)
        {
            self.know(Comparison::equal(rest, residue));
        }
    }

    /// The size, index or number of threads along an axis of a kernel.
    pub(super) fn axis(&mut self, axis: Axis, value: Value<'c, 'c>) -> Quantity {
        if let Some(known) = self.axes.get(&axis).cloned() {
            self.reveal(&known, value);
            return known;
        }
        let quantity = self.variable(Source::Value(value));
        self.axes.insert(axis, quantity.clone());
        gpu::know(self, axis);
        quantity
    }

    /// Says that a quantity is also a value: if it was a variable that is hidden, it need not be any more.
    fn reveal(&mut self, quantity: &Quantity, value: Value<'c, 'c>) {
        let Some(variable) = quantity.as_variable().filter(|_| !self.hiding.hides(value)) else {
            return;
        };
        let Some(untold) = self.hiding.reveal(variable) else { return };
        self.sources[variable] = Source::Value(value);
        untold.into_iter().for_each(|comparison| self.know(comparison));
    }

    /// Says that an affine expression has inputs: the sums inside of it are not values.
    pub(super) fn derive_inside(&mut self, inputs: &[Quantity]) {
        self.derived.add_inputs(inputs);
    }

    /// Adds what holds.
    pub fn know(&mut self, comparison: Comparison) {
        if self.known().contains(&comparison) {
            return;
        }
        let quantity = &comparison.quantity;
        let implied: Vec<_> = comparison.implied(&|variable| self.bounds_of(variable)).collect();
        for (variable, values) in implied {
            // Another multiple of a variable is a number of its own, which may have wrapped around.
            let Some(factor @ (1 | -1)) = quantity.coefficient(variable) else { continue };
            let own = Quantity::variable(variable).times(factor);
            let Ok(rest) = own.and_then(|own| quantity.minus(&own)) else { continue };
            let is_alone = rest.as_constant().is_some();
            if !is_alone && (self.may_wrap(quantity) || self.may_wrap(&rest)) {
                continue;
            }
            if let Some(bounds) = self.bounds.get_mut(variable) {
                *bounds = bounds.intersection(values);
            }
        }
        if let Some(comparison) = self.hiding.told(comparison) {
            for number in self.known.add(comparison) {
                self.bound_extreme(number);
            }
        }
    }

    /// Says that a variable is the least or the greatest of some quantities. What becomes known of these later
    /// bounds it too.
    pub(super) fn know_extreme(&mut self, extreme: ExtremeOf) {
        let number = self.known.add_extreme(extreme);
        self.bound_extreme(number);
    }

    fn bound_extreme(&mut self, number: usize) {
        let extreme = self.known.extreme(number);
        let bound = extreme.bound(|quantity| self.interval_as_known(quantity));
        let values = self.interval(extreme.variable());
        if let Some(bound) = bound.filter(|bound| !values.is_within(*bound)) {
            let variable = extreme.variable().clone();
            self.know(Comparison::within(variable, bound));
        }
    }

    /// Bounds of a quantity, by those of its variables and by what is known of it as a whole.
    pub(super) fn interval_as_known(&self, quantity: &Quantity) -> Interval {
        let values = self.interval(quantity);
        if self.may_wrap(quantity) { values } else { self.known.within(quantity, values) }
    }

    /// Bounds of a quantity, by the bounds of its variables.
    pub(super) fn interval(&self, quantity: &Quantity) -> Interval {
        if self.may_wrap(quantity) {
            return Interval::ANY;
        }
        quantity.interval(&|variable| self.bounds_of(variable))
    }

    fn bounds_of(&self, variable: usize) -> Interval {
        self.bounds.get(variable).copied().unwrap_or_default()
    }

    /// Bounds of a quantity within 64 bits, if its computation fits into them.
    pub fn range(&self, quantity: &Quantity) -> Option<(i64, i64)> {
        quantity.range(&|variable| self.bounds_of(variable).clamped())
    }

    /// Says that a variable takes all values that what is known leaves to it.
    pub(super) fn count(&mut self, variable: usize) {
        self.counted.insert(variable);
    }

    pub(super) fn is_counted(&self, variable: usize) -> bool {
        self.counted.contains(&variable)
    }

    /// True if a quantity is not negative.
    pub fn is_natural(&self, quantity: &Quantity) -> bool {
        self.interval_as_known(quantity).is_natural()
    }

    pub(super) fn is_negative(&self, quantity: &Quantity) -> bool {
        self.interval_as_known(quantity).is_within(Interval::at_most(-1))
    }

    /// True if a quantity is at least 1.
    pub fn is_positive(&self, quantity: &Quantity) -> bool {
        self.interval_as_known(quantity).is_within(Interval::at_least(1))
    }
}

/// True for a memref whose sizes are operands of a view, or of what expands one.
fn is_made_by_view<'c>(mut memref: Value<'c, 'c>) -> bool {
    for _ in 0..MAX_DEPTH {
        let made = ir::defining_op(memref);
        match made.and_then(View::of) {
            Some(View::Whole(source)) if made.and_then(expanded_shape).is_none() => memref = source,
            view => return view.is_some(),
        }
    }
    true
}
