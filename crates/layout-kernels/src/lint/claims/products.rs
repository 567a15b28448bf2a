//! The encodings and the elements of the operands of a product, which the result decides.

use super::kinds::{Kind, kind};
use crate::triton::{Attribute, AttributeValue, Operation, Tensor, Type};

const OPERANDS: [&str; 2] = ["the first operand", "the second operand"];

/// Why the operands of a product in registers do not go with each other, or with the result.
pub(super) fn mismatch(operation: &Operation) -> Option<String> {
    let (_, name) = operation.name().split_once('.')?;
    let [operands, results] = operation.types();
    let result = results.first().and_then(Type::as_tensor)?;
    match name {
        "dot" => {
            let tensor = |at: usize| operands.get(at).and_then(Type::as_tensor);
            let (first, second) = (tensor(0)?, tensor(1)?);
            let misplaced = [first, second].into_iter().enumerate();
            let mut misplaced =
                misplaced.filter_map(|(at, own)| not_an_operand(at, own, result.encoding()?));
            misplaced.next().or_else(|| of_other_sizes(first, second))
        }
        "warp_group_dot" => not_of_a_warp_group(operands.first()?.as_tensor()?),
        _ => None,
    }
}

/// An operand that is not in a layout for operands of the result's layout.
fn not_an_operand(at: usize, operand: &Tensor, result: &Attribute) -> Option<String> {
    let encoding = operand.encoding()?;
    // What is no layout of registers is reported as that.
    if kind(encoding) != Some(Kind::Registers) {
        return None;
    }
    let text = operand.encoding_text().unwrap_or("");
    let Some(AttributeValue::Attribute(parent)) =
        encoding.parameter("parent").filter(|_| encoding.name() == "dot_op")
    else {
        return Some(format!(
            "{} is in {text}, and tt.dot takes it in a dot_op layout of the result's",
            OPERANDS[at]
        ));
    };
    if **parent != *result {
        return Some(format!(
            "{} is in {text}, which is for a result in another layout than this one",
            OPERANDS[at]
        ));
    }
    let index = encoding.parameter("opIdx").and_then(AttributeValue::as_integer)?;
    (usize::try_from(index) != Ok(at))
        .then(|| format!("{} is in {text}, which is for operand {index}", OPERANDS[at]))
}

fn of_other_sizes(first: &Tensor, second: &Tensor) -> Option<String> {
    let (left, right) = (first.element().bits()?, second.element().bits()?);
    (left != right).then(|| {
        format!(
            "the first operand has elements of {left} bits and the second one of {right}, and tt.dot \
             multiplies elements of one size"
        )
    })
}

/// A first operand in registers that a product of a warp group reads in another order: each register of 32
/// bits has elements that follow each other.
fn not_of_a_warp_group(operand: &Tensor) -> Option<String> {
    let encoding = operand.encoding()?;
    let text = operand.encoding_text().unwrap_or("");
    if encoding.name() != "dot_op" {
        let is_other = kind(encoding) == Some(Kind::Registers);
        return is_other.then(|| {
            format!("the first operand is in {text}, and the product takes it in a dot_op layout")
        });
    }
    let width = encoding.parameter("kWidth").and_then(AttributeValue::as_integer)?;
    let bits = i64::from(operand.element().bits()?);
    let wanted = 32 / bits.clamp(1, 32);
    (width != wanted).then(|| {
        format!(
            "the first operand has kWidth = {width}, and the product takes kWidth = {wanted} of elements of \
             {bits} bits: as many as a register has"
        )
    })
}

#[cfg(test)]
mod tests {
    use crate::lint::claims::tests::said;

    #[test]
    fn operands_are_in_layouts_of_the_result() {
        let operand = |at: usize, parent: &str, width: usize| {
            format!("#ttg.dot_op<{{opIdx = {at}, parent = {parent}, kWidth = {width}}}>")
        };
        let dot = |first: &str, second: &str, result: &str| {
            said(&format!(
                "%0 = tt.dot %p, %q, %r : tensor<64x64x{first}> * tensor<64x64x{second}> -> tensor<64x64xf32, \
                 {result}>"
            ))
        };
        let [a, b] = [0, 1].map(|at| format!("f16, {}", operand(at, "#mma", 2)));
        assert_eq!(dot(&a, &b, "#mma"), [""; 0]);
        assert_eq!(
            dot("f16, #b", "f16, #b", "#mma"),
            ["the first operand is in #b, and tt.dot takes it in a dot_op layout of the result's"]
        );
        assert_eq!(
            dot(&a, "f16, #b", "#mma"),
            ["the second operand is in #b, and tt.dot takes it in a dot_op layout of the result's"]
        );
        let text = operand(0, "#mma", 2);
        assert_eq!(
            dot(&a, &b, "#b"),
            [format!(
                "the first operand is in {text}, which is for a result in another layout than this one"
            )]
        );
        assert_eq!(
            dot(&b, &b, "#mma"),
            [format!("the first operand is in {}, which is for operand 1", operand(1, "#mma", 2))]
        );
        let wide = format!("f32, {}", operand(1, "#mma", 2));
        assert_eq!(
            dot(&a, &wide, "#mma"),
            [
                "the first operand has elements of 16 bits and the second one of 32, and tt.dot multiplies \
              elements of one size"
            ]
        );
        // Products of threads by themselves have such operands, too.
        let plain = |at: usize| format!("f32, #ttg.dot_op<{{opIdx = {at}, parent = #b}}>");
        assert_eq!(dot(&plain(0), &plain(1), "#b"), [""; 0]);
    }

    #[test]
    fn a_warp_group_reads_whole_registers() {
        let of = |first: &str| {
            said(&format!(
                "%0 = ttng.warp_group_dot %p, %w, %r {{inputPrecision = 0 : i32}} : tensor<64x64x{first}> * \
                 !ttg.memdesc<64x64xf16, #wide, #smem> -> tensor<64x64xf32, #mma3>"
            ))
        };
        let operand = |bits: &str, width: usize| {
            format!("{bits}, #ttg.dot_op<{{opIdx = 0, parent = #mma3, kWidth = {width}}}>")
        };
        for (element, width) in [("f16", 2), ("f32", 1), ("i8", 4), ("f8E5M2", 4)] {
            assert_eq!(of(&operand(element, width)), [""; 0], "{element}");
        }
        for (element, width, wanted, bits) in
            [("f32", 2, 1, 32), ("i8", 2, 4, 8), ("f16", 4, 2, 16)]
        {
            let wrong = format!(
                "the first operand has kWidth = {width}, and the product takes kWidth = {wanted} of elements of \
                 {bits} bits: as many as a register has"
            );
            assert_eq!(of(&operand(element, width)), [wrong]);
        }
        assert_eq!(
            of("f16, #b"),
            ["the first operand is in #b, and the product takes it in a dot_op layout"]
        );
    }
}
