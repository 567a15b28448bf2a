//! What the result of an operation is.

use super::index::{Index, Wrap};
use super::mask::Mask;
use super::row::IndexRow;
use super::scope::Scope;
use super::uniform::{PROGRAM, Uniform};
use super::value::Value;
use crate::triton::attribute::AttributeValue;
use crate::triton::operation::Operation;
use crate::triton::types::Type;

impl Scope {
    /// The result of an operation, if it is a sum of strided dims, a mask or a memory.
    pub(super) fn result_of(&self, operation: &Operation) -> Option<Value> {
        let kinds = &operation.operand_types;
        let shape: Vec<i64> = match operation.result_types.first().or(kinds.first())? {
            Type::Tensor(tensor) => tensor.shape().to_vec(),
            Type::MemDesc(_) => return self.memory_of(operation),
            Type::Other { .. } => Vec::new(),
        };
        let operand = |at: usize| {
            let name = operation.operands.get(at)?;
            self.index(name, kinds.get(at).or(kinds.last()))
        };
        let mask = |at: usize| self.mask(operation.operands.get(at)?);
        let index = match operation.name.as_str() {
            "arith.constant" => return constant(operation, shape),
            "arith.cmpi" => {
                let predicate = operation.predicate()?;
                return Some(Value::Mask(Mask::compare(predicate, &operand(0)?, &operand(1)?)));
            }
            "arith.andi" => match (mask(0), mask(1)) {
                (Some(left), Some(right)) => return Some(Value::Mask(left.and(&right))),
                (Some(known), None) | (None, Some(known)) => {
                    return Some(Value::Mask(Mask { has_more: true, ..known }));
                }
                (None, None) => return None,
            },
            "arith.addi" | "tt.addptr" => operand(0)?.add(&operand(1)?)?,
            "arith.subi" => operand(0)?.add(&operand(1)?.negate()?)?,
            "arith.muli" => operand(0)?.multiply(&operand(1)?)?,
            "arith.shli" => {
                let bits = operand(1).filter(Index::is_uniform)?.base.as_constant()?;
                let bits = Some(bits).filter(|bits| (0..63).contains(bits))?;
                let factor = Index::scalar(Uniform::constant(1 << bits));
                operand(0)?.multiply(&factor)?
            }
            "tt.get_program_id" => {
                let axis = operation.words.first().cloned().or_else(|| {
                    operation.attribute("axis")?.as_integer().map(|axis| axis.to_string())
                })?;
                Index::scalar(Uniform::unknown(&format!("{PROGRAM}{axis}")))
            }
            "tt.make_range" => {
                let number = |name| operation.attribute(name).and_then(AttributeValue::as_integer);
                let (start, end) = (number("start")?, number("end")?);
                let base = Uniform::constant(start);
                let extent = end.checked_sub(start).filter(|extent| shape == [*extent])?;
                let parts = vec![IndexRow { dim: 0, base: base.clone(), extent }];
                let strides = vec![Uniform::constant(1)];
                Index { base, strides, shape, parts, ..Index::default() }
            }
            "tt.splat"
            | "tt.broadcast"
            | "tt.expand_dims"
            | "ttg.convert_layout"
            | "triton_gpu.convert_layout" => {
                let dims = new_dims(operation, shape.len())?;
                if let Some(mask) = mask(0) {
                    let mut mask = mask;
                    mask.bounds.iter_mut().try_for_each(|bound| moved(&mut bound.row, &dims))?;
                    return Some(Value::Mask(mask));
                }
                let mut index = operand(0)?;
                let mut strides = vec![Uniform::default(); shape.len()];
                let old_shape = std::mem::take(&mut index.shape);
                for (old, stride) in std::mem::take(&mut index.strides).into_iter().enumerate() {
                    let new = *dims.get(old)?;
                    // The one element of a dim that is broadcast is at all of its new coordinates.
                    if old_shape.get(old) == shape.get(new) {
                        *strides.get_mut(new)? = stride;
                    }
                }
                index.parts.iter_mut().try_for_each(|part| moved(part, &dims))?;
                Index { strides, shape, ..index }
            }
            "arith.extsi" | "arith.extui" | "arith.index_cast" | "arith.trunci" => {
                if mask(0).is_some() {
                    return None;
                }
                match operation.name == "arith.extui" {
                    true => extended_unsigned(operand(0)?)?,
                    false => operand(0)?,
                }
            }
            // What is loaded, above all.
            _ => return None,
        };
        keeps_its_value(operation, &index)?;
        let wrap = wrap_of(operation, &index);
        let (growth, promised) = growths_of(operation, &index);
        let promised_growth = promised.map(Box::new);
        Some(Value::Index(Index { wrap, growth, promised_growth, ..index }))
    }
}

fn constant(operation: &Operation, shape: Vec<i64>) -> Option<Value> {
    if operation.words.iter().any(|word| word == "true") {
        return Some(Value::Mask(Mask::default()));
    }
    let number = match (&operation.numbers[..], operation.attribute("value")) {
        ([number], _) if operation.offsets.is_empty() => *number,
        (_, Some(value)) => value.as_integer()?,
        _ => return None,
    };
    let strides = vec![Uniform::default(); shape.len()];
    Some(Value::Index(Index { strides, shape, ..Index::scalar(Uniform::constant(number)) }))
}

/// Where each dim of the operand is in the result.
fn new_dims(operation: &Operation, rank: usize) -> Option<Vec<usize>> {
    let name = operation.name.split_once('.')?.1;
    match name {
        "expand_dims" => {
            let axis = operation.attribute("axis").and_then(AttributeValue::as_integer)?;
            let axis = usize::try_from(axis).ok()?;
            Some((0..rank).filter(|&dim| dim != axis).collect())
        }
        _ => Some((0..rank).collect()),
    }
}

fn moved(part: &mut IndexRow, dims: &[usize]) -> Option<()> {
    part.dim = *dims.get(part.dim)?;
    Some(())
}

/// The width of the integers that an operation gives.
fn width(operation: &Operation) -> Option<u32> {
    operation.result_types.first().or(operation.operand_types.first())?.integer_bits()
}

/// Nothing for numbers that may not fit in a type of less than 32 bits, where they wrap around.
fn keeps_its_value(operation: &Operation, index: &Index) -> Option<()> {
    let Some(bits) = width(operation).filter(|bits| (1..32).contains(bits)) else {
        return Some(());
    };
    let half = 1_i64 << (bits - 1);
    let [(least, _), (greatest, _)] = index.range_at_first_program()?;
    (!index.depends_on_program() && -half <= least && greatest < half).then_some(())
}

/// Numbers of 32 bits that are extended as they are where none of them is negative; nothing where one may be.
fn extended_unsigned(mut index: Index) -> Option<Index> {
    let range = index.range_at_first_program();
    if range.as_ref().is_some_and(|[(least, _), _]| *least < 0) {
        return None;
    }
    // A promise is about numbers with a sign.
    if let Some(growth) = &mut index.growth {
        growth.is_unsigned = true;
    }
    let fits = range.is_some_and(|[_, (greatest, _)]| u32::try_from(greatest).is_ok());
    index.wrap = index.wrap.filter(|wrap| wrap.is_promised || !fits);
    Some(index)
}

/// The first time that a number does not fit in the 32 bits that its type has.
fn wrap_of(operation: &Operation, index: &Index) -> Option<Wrap> {
    let range = index.range_at_first_program().filter(|_| index.pointer.is_none());
    let Some([(least, _), (greatest, _)]) = range.filter(|_| width(operation) == Some(32)) else {
        return index.wrap.clone();
    };
    // Sums and products of numbers that have wrapped are right again once they fit, but for those of which
    // it is said that they do not wrap.
    let far = [greatest, least].into_iter().find(|&end| i32::try_from(end).is_err());
    let own = far.map(|value| wrap_at(operation, value));
    match (index.wrap.clone(), own) {
        (Some(wrap), _) if wrap.is_promised => Some(wrap),
        (Some(wrap), Some(own)) => Some(if own.is_promised { own } else { wrap }),
        (_, own) => own,
    }
}

/// An operation that a number does not fit in from here on, or that grows by the number.
fn wrap_at(operation: &Operation, value: i64) -> Wrap {
    Wrap {
        operation: operation.name.clone(),
        position: operation.position,
        value,
        is_unsigned: false,
        is_promised: operation.words.iter().any(|word| word == "nsw"),
    }
}

/// What a 32-bit number grows by from program to program, at the first operation on the way whose result
/// grows as fast, and at the first that promises not to wrap. What grew faster and is less again has wrapped to
/// the right number, unless it is promised that it does not.
fn growths_of(operation: &Operation, index: &Index) -> (Option<Wrap>, Option<Wrap>) {
    let before = (index.growth.clone(), index.promised_growth.as_deref().cloned());
    let is_computed = matches!(
        operation.name.as_str(),
        "arith.muli" | "arith.shli" | "arith.addi" | "arith.subi"
    );
    if width(operation) != Some(32) || index.pointer.is_some() || !is_computed {
        return before;
    }
    let most = index.base.most_per_program();
    if most.is_none() && index.base.mentions(PROGRAM) {
        return before;
    }
    let (growth, promised) = before;
    let growth = growth.filter(|growth| Some(growth.value) <= most);
    let own = most.filter(|&most| 1 < most).map(|most| wrap_at(operation, most));
    // The first operation that grows as fast.
    let faster = |before: Option<Wrap>, own| {
        before.into_iter().chain(own).reduce(|a, b| if a.value < b.value { b } else { a })
    };
    match own {
        Some(own) if own.is_promised => (growth, faster(promised, Some(own))),
        own => (faster(growth, own), promised),
    }
}

#[cfg(test)]
mod tests {
    use crate::analyze::Machine;
    use crate::lint::lint;

    /// What is said of an offset that is computed by these lines from `%o`, which grows by 1024.
    fn overflows(lines: &str) -> Vec<String> {
        let text = format!(
            "module attributes {{\"ttg.num-ctas\" = 1 : i32, \"ttg.num-warps\" = 4 : i32, ttg.target = \"cuda:90\", \"ttg.threads-per-warp\" = 32 : i32}} {{
tt.func public @f(%x: !tt.ptr<f32>) {{
%pid = tt.get_program_id x : i32
%c3 = arith.constant 3 : i32
%c1024 = arith.constant 1024 : i32
%o = arith.muli %pid, %c1024 : i32
{lines}
%p = tt.addptr %x, %i : !tt.ptr<f32>, i32
%v = tt.load %p : !tt.ptr<f32>
tt.return
}}
}}
"
        );
        let found = lint(text.as_bytes(), &Machine::default());
        let found = found.iter().filter(|own| own.rule().id() == "offset-overflow");
        found.map(|own| own.message().to_owned()).collect()
    }

    fn wraps(program: i64, operation: &str, step: i64) -> String {
        format!(
            "the offset is computed in 32 bits and wraps from program {program} on: {operation} grows by {step} \
             from one program to the next"
        )
    }

    #[test]
    fn what_wraps_on_the_way_and_back_is_right() {
        let three = "%t = arith.muli %o, %c3 : i32";
        assert_eq!(
            overflows("%i = arith.muli %o, %c3 : i32"),
            [wraps(699_051, "arith.muli", 3072)]
        );
        assert_eq!(overflows(&format!("{three}\n%i = arith.subi %t, %o : i32")), [""; 0]);
        assert_eq!(
            overflows(&format!(
                "{three}\n%s = arith.subi %t, %o : i32\n%i = arith.addi %s, %t : i32"
            )),
            [wraps(419_431, "arith.addi", 5120)]
        );
        // The difference is known to be right only where the product is.
        assert_eq!(
            overflows("%t = arith.muli %o, %c3 overflow<nsw> : i32\n%i = arith.subi %t, %o : i32"),
            [wraps(699_051, "arith.muli", 3072)]
        );
    }

    /// A promise is broken whatever is added to it, before or behind it and however fast that grows.
    #[test]
    fn a_broken_promise_stays_broken_where_histories_join() {
        let product = |name: &str, factor: i64, promise: &str| {
            format!(
                "%c_{name} = arith.constant {factor} : i32\n%{name} = arith.muli %pid, %c_{name}{promise} : i32\n"
            )
        };
        let nsw = " overflow<nsw>";
        let [t, u] = [product("t", 3072, nsw), product("u", 5120, "")];
        let back = format!("{}%i = arith.subi %s, %k : i32", product("k", 8192, ""));
        let broken = [wraps(699_051, "arith.muli", 3072)];
        for sum in ["%t, %u", "%u, %t"] {
            let sum = format!("{t}{u}%s = arith.addi {sum} : i32\n{back}");
            assert_eq!(overflows(&sum), broken, "{sum}");
        }
        // The sum is the one that promises.
        let [t, s] =
            [product("t", 3072, ""), "%s = arith.addi %t, %u overflow<nsw> : i32\n".to_owned()];
        let sum = wraps(262_144, "arith.addi", 8192);
        assert_eq!(overflows(&format!("{t}{u}{s}{back}")), [sum]);
        let none = "%s = arith.addi %t, %u : i32\n";
        assert_eq!(overflows(&format!("{t}{u}{none}{back}")), [""; 0]);
        // A promise is about the sign, and nothing is said of two promises but the one broken first.
        let t = product("t", 3072, nsw);
        let long = "%p = tt.addptr %x, %l : !tt.ptr<f32>, i64\n%w = tt.load %p : !tt.ptr<f32>\n%i = arith.constant 0 : i32";
        assert_eq!(overflows(&format!("{t}%l = arith.extui %t : i32 to i64\n{long}")), broken);
        let u = product("u", 5120, nsw);
        let two = format!("{t}{u}%s = arith.addi %t, %u : i32\n{back}");
        assert_eq!(overflows(&two), [wraps(419_431, "arith.muli", 5120)]);
    }

    /// The same of a number that is known.
    #[test]
    fn a_broken_promise_of_a_number_stays_broken_where_histories_join() {
        let lines = |first: &str, second: &str, sum: &str| {
            format!(
                "%big = arith.constant 2000000000 : i32
%two = arith.constant 2 : i32
%half = arith.constant 4 : i32
%a = arith.muli %big, %two{first} : i32
%b = arith.muli %big, %half{second} : i32
%s = arith.subi %a, %b{sum} : i32
%z = arith.addi %s, %a : i32
%i = arith.addi %z, %o : i32"
            )
        };
        let said = |value: i64, operation: &str| {
            format!(
                "the offset is computed in 32 bits and does not fit: {operation} gives {value}; element () would be \
                 at offset 0"
            )
        };
        let nsw = " overflow<nsw>";
        assert_eq!(overflows(&lines("", "", "")), [""; 0]);
        assert_eq!(overflows(&lines(nsw, "", "")), [said(4_000_000_000, "arith.muli")]);
        assert_eq!(overflows(&lines("", nsw, "")), [said(8_000_000_000, "arith.muli")]);
        assert_eq!(overflows(&lines("", "", nsw)), [said(-4_000_000_000, "arith.subi")]);
    }
}
