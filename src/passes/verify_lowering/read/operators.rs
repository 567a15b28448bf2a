//! What operations of `arith` and `index` are in terms of [`Code`](crate::validate::Code).

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use crate::dialect::ir;
use crate::validate::{Flags, Operator, Relation};

/// The name in `arith` of an operation of `arith` or `index`, which have the same operations.
pub(super) fn arith_name<'c>(operation: OperationRef<'c, '_>) -> Option<&'c str> {
    let (dialect, name) = ir::name(operation).split_once('.')?;
    match dialect {
        "arith" => Some(name),
        "index" => Some(match name {
            "constant" => "constant",
            "add" => "addi",
            "sub" => "subi",
            "mul" => "muli",
            "divs" => "divsi",
            "divu" => "divui",
            "ceildivs" => "ceildivsi",
            "ceildivu" => "ceildivui",
            "floordivs" => "floordivsi",
            "rems" => "remsi",
            "remu" => "remui",
            "maxs" => "maxsi",
            "maxu" => "maxui",
            "mins" => "minsi",
            "minu" => "minui",
            "shl" => "shli",
            "shrs" => "shrsi",
            "shru" => "shrui",
            "and" => "andi",
            "or" => "ori",
            "xor" => "xori",
            "casts" => "index_cast",
            "castu" => "index_castui",
            "cmp" => "cmpi",
            _ => return None,
        }),
        _ => None,
    }
}

pub(super) fn operator(name: &str) -> Option<Operator> {
    Some(match name {
        "addi" => Operator::Add,
        "subi" => Operator::Subtract,
        "muli" => Operator::Multiply,
        "divui" => Operator::DivideUnsigned,
        "divsi" => Operator::DivideSigned,
        "remui" => Operator::RemainderUnsigned,
        "remsi" => Operator::RemainderSigned,
        "floordivsi" => Operator::FloorDivide,
        "ceildivsi" => Operator::CeilDivide,
        "ceildivui" => Operator::CeilDivideUnsigned,
        "shli" => Operator::ShiftLeft,
        "shrui" => Operator::ShiftRightUnsigned,
        "shrsi" => Operator::ShiftRightSigned,
        "andi" => Operator::And,
        "ori" => Operator::Or,
        "xori" => Operator::Xor,
        _ => return None,
    })
}

/// The comparison that an operation makes, and whether its operands change sides.
pub(super) fn relation(operation: OperationRef<'_, '_>) -> Option<(Relation, bool)> {
    let name = match ir::integer_attribute(operation, "predicate") {
        // The order of arith::CmpIPredicate.
        Some(number) => {
            let names = ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];
            (*names.get(usize::try_from(number).ok()?)?).to_owned()
        }
        // `#index<cmp_predicate slt>`.
        None => {
            let text = operation.attribute("pred").ok()?.to_string();
            let word = text.trim_end_matches('>').rsplit(|c: char| !c.is_ascii_alphabetic());
            word.into_iter().find(|word| !word.is_empty())?.to_owned()
        }
    };
    Some(match name.as_str() {
        "eq" => (Relation::Equal, false),
        "ne" => (Relation::NotEqual, false),
        "slt" => (Relation::Less, false),
        "sle" => (Relation::LessOrEqual, false),
        "sgt" => (Relation::Less, true),
        "sge" => (Relation::LessOrEqual, true),
        "ult" => (Relation::LessUnsigned, false),
        "ule" => (Relation::LessOrEqualUnsigned, false),
        "ugt" => (Relation::LessUnsigned, true),
        "uge" => (Relation::LessOrEqualUnsigned, true),
        _ => return None,
    })
}

/// What an operation promises about wrapping; `None` if it promises something else.
pub(super) fn flags(operation: OperationRef<'_, '_>) -> Option<Flags> {
    let Ok(attribute) = operation.attribute("overflowFlags") else { return Some(Flags::default()) };
    let text = attribute.to_string();
    let body = text.strip_prefix("#arith.overflow<")?.strip_suffix('>')?;
    let mut flags = Flags::default();
    for word in body.split(',').map(str::trim) {
        match word {
            "none" => {}
            "nsw" => flags.nsw = true,
            "nuw" => flags.nuw = true,
            _ => return None,
        }
    }
    Some(flags)
}
