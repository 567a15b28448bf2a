//! Divisors that are positive, and quotients that are rounded down by code of other operations.
//!
//! A divisor that is not known to be positive makes no function of integers. Code that promises a result
//! promises that its divisors are positive too; then operations of machines, which round to zero, are
//! those of integers again where code writes them out.

use super::choices::{floor, is_number, modulo, operation};
use super::code::{CmpPredicate, Node, Operation, Operator};
use super::exact::ExactTable;
use super::translate::{Read, Translation, signed};
use crate::affine::Interval;

impl Translation<'_> {
    /// A divisor that is one number where another one is positive, and else 0, which divides nothing: the
    /// number, where that is so.
    pub(super) fn divisor(&mut self, table: &mut ExactTable, divisor: Node) -> Node {
        let mut divisor = divisor;
        while let Operation::Select(condition, yes, no) = operation(self.code, divisor)
            && let Operation::Compare { relation: CmpPredicate::Less, left, right } =
                operation(self.code, condition)
            && self.is_promised
            && self.assumes
            && is_number(self.code, no, 0)
            && is_number(self.code, left, 0)
            && let Some(positive) = self.at(right).filter(|read| read.is_exact)
        {
            let range = Interval { low: Some(1), ..signed(positive.bits) };
            if table.as_constant(positive.value).is_none() {
                table.assume(positive.value, range);
            }
            divisor = yes;
        }
        divisor
    }

    /// A choice that makes a remainder or quotient by a positive number one that is rounded down, of one that
    /// is rounded to zero:
    ///
    /// ```text
    /// r = x rems s        r < 0 ? r + s : r                              x mod s
    /// q = y divs s        x < 0 ? -1 - q : q,  y = x < 0 ? -1 - x : x    floor(x / s)
    /// ```
    pub(super) fn rounded(
        &self,
        table: &mut ExactTable,
        condition: Node,
        yes: Node,
        no: Node,
    ) -> Option<Read> {
        let (operator, x, s) = modulo(self.code, condition, yes, no)
            .or_else(|| floor(self.code, condition, yes, no))?;
        let (dividend, divisor) = (self.at(x)?, self.at(s)?);
        let is_positive = table.range(divisor.value).is_within(Interval::at_least(1));
        if !is_positive || !dividend.is_exact || !divisor.is_exact {
            return None;
        }
        let value = match operator {
            Operator::Modulo => table.modulo(dividend.value, divisor.value)?,
            _ => table.floor(dividend.value, divisor.value)?,
        };
        Some(Read { value, is_exact: true, bits: dividend.bits })
    }
}

#[cfg(test)]
mod tests {
    use crate::algebra::{Budget, Verdict};
    use crate::validate::{Code, Definition, Refinement, refines};

    /// What is said of the claim that the second value of a definition does what the first one does.
    fn verdict(text: &str) -> String {
        let definition: Definition = text.parse().unwrap();
        let mut code = Code::default();
        let inputs: Vec<_> =
            definition.input_bits().into_iter().map(|bits| code.input(bits)).collect();
        let [premises, values] = definition.write(&mut code, &inputs);
        let claim = Refinement {
            code: &code,
            before: vec![values[0]],
            after: vec![values[1]],
            premises,
            bounds: vec![(i32::MIN.into(), i32::MAX.into()); inputs.len()],
            fits: false,
            is_part: false,
        };
        match refines(&claim, &Budget::default()) {
            Verdict::Proved(method) => format!("proved by {method}"),
            Verdict::Refuted(found) => {
                format!("{:?} {:?} {:?}", found.inputs, found.before, found.after)
            }
            Verdict::Unknown(unknown) => unknown.to_string(),
        }
    }

    /// x and s, and s as a divisor that is 0 where s is not positive.
    const START: &str =
        "%0: i32; %1: i32; %2 = 0: i32; %3 = lt %2, %1: i1; %4 = select %3, %1, %2: i32; ";

    #[test]
    fn a_remainder_that_is_moved_up_is_one_of_integers() {
        let right = "%5 = mod %0, %4: i32; %6 = rems %0, %1: i32; %7 = lt %6, %2: i1; \
                     %8 = add %6, %1: i32; %9 = select %7, %8, %6: i32; give %5, %9";
        assert_eq!(verdict(&(START.to_owned() + right)), "proved by canonical form");
        // Where it is 0 nothing is added.
        let wrong = right.replace("lt %6, %2", "le %6, %2");
        assert_eq!(verdict(&(START.to_owned() + &wrong)), "[0, 1] [0] [Offset(Point([1]))]");
    }

    #[test]
    fn a_quotient_that_is_mirrored_is_rounded_down() {
        let right = "%5 = floordivs %0, %4: i32; %6 = -1: i32; %7 = lt %0, %2: i1; %8 = sub %6, %0: i32; \
                     %9 = select %7, %8, %0: i32; %10 = divs %9, %1: i32; %11 = sub %6, %10: i32; \
                     %12 = select %7, %11, %10: i32; give %5, %12";
        assert_eq!(verdict(&(START.to_owned() + right)), "proved by canonical form");
        let wrong = right.replace("select %7, %11, %10", "select %7, %10, %10");
        assert_eq!(verdict(&(START.to_owned() + &wrong)), "[-1, 1] [-1] [Offset(Point([0]))]");
    }

    #[test]
    fn a_promise_counts_where_something_else_is_chosen() {
        // The greater one of 8x and 12x, which both fit.
        let right = "%0: i32; %1 = 8: i32; %2 = 12: i32; %3 = mul nsw %0, %1: i32; %4 = mul nsw %0, %2: i32; \
                     %5 = lt %3, %4: i1; %6 = select %5, %4, %3: i32; %7 = lt %4, %3: i1; \
                     %8 = select %7, %3, %4: i32; give %6, %8";
        assert!(verdict(right).starts_with("proved by"), "{}", verdict(right));
        // A product that is only needed where it is chosen promises nothing elsewhere.
        let chosen = "%0: i32; %1 = 2: i32; %2 = mul nsw %0, %1: i32; %3 = 0: i32; %4 = eq %0, %3: i1; \
                      %5 = select %4, %2, %3: i32; %6 = mul %0, %1: i32; %7 = divs %6, %1: i32; \
                      %8 = sub %7, %0: i32; give %5, %8";
        assert!(!verdict(chosen).starts_with("proved by"), "{}", verdict(chosen));
    }

    /// A product without a sign that fits is one of all numbers of the type, not 0 alone.
    #[test]
    fn what_fits_without_a_sign_is_any_number() {
        // 123456789 alone has another result: a proof would be wrong.
        for (bits, product) in [(32, -2_031_945_029_i64), (64, 5_959_382_661_819)] {
            let other = format!(
                "%0: i{bits}; %1 = 3: i{bits}; %2 = mul nuw %0, %1: i{bits}; %3 = 48271: i{bits}; \
                 %4 = mul %0, %3: i{bits}; %5 = {product}: i{bits}; %6 = eq %4, %5: i1; \
                 %7 = select %6, %1, %2: i{bits}; give %2, %7"
            );
            let verdict = verdict(&other);
            assert!(!verdict.starts_with("proved by"), "{verdict}");
        }
        let same =
            "%0: i32; %1 = 3: i32; %2 = mul nuw %0, %1: i32; %3 = mul %1, %0: i32; give %2, %3";
        assert_eq!(verdict(same), "proved by canonical form");
    }

    /// The number before the remainder may wrap, so that its lowest bits alone are known.
    #[test]
    fn a_remainder_of_what_may_wrap_is_not_rounded() {
        let text = "%0: i32; %1 = 3: i32; %2 = mul %0, %1: i32; %3 = 8: i32; %4 = 0: i32; \
                    %5 = rems %2, %3: i32; %6 = lt %5, %4: i1; %7 = add %5, %3: i32; \
                    %8 = select %6, %7, %5: i32; ";
        let same = "%9 = mod %2, %3: i32; give %8, %9";
        assert_eq!(verdict(&(text.to_owned() + same)), "no inputs are found at which it matters");
        let other = "give %8, %5";
        assert_eq!(verdict(&(text.to_owned() + other)), "[-1] [5] [Offset(Point([-3]))]");
    }
}
