//! Operations of the algebra: right, or refused because a condition is violated.

use layout_math::algebra::{AnyLayout, Budget, Kind, Operation, OperationError, OperationValue};

use super::refusals;
use super::values::parsed;
use crate::given::Given;
use crate::judge::Layout;
use crate::judge::model::{Cute, Outer, Stride, Tile};
use crate::judge::read::read;
use crate::judge::symbols::symbols;
use crate::laws::plain::{parts, with_values};
use crate::laws::{Answer, CalledOperation, judge};
use crate::subject::Subject;

/// What came out.
///
/// # Errors
///
/// If an answer has not the law of the operation, or a refusal has no reason.
pub(crate) fn check(
    name: &'static str,
    given: &Given,
    subject: &Subject,
    budget: &Budget,
    must_decide: bool,
) -> Result<Option<&'static str>, String> {
    let has_symbols = subject.has_symbols();
    let evaluated = evaluate(name, &subject.any.iter().collect::<Vec<_>>(), given, budget);
    let is_defined = is_defined(name, given, &subject.layouts);
    let answer = match evaluated {
        Ok(values) => answer(&values, subject).map_err(|text| format!("{text} is not read"))?,
        // A case made smaller may lack what the operation cannot be asked without.
        Err(OperationError::Parameter { .. }) => return Ok(None),
        Err(error) => {
            let has_tuples = must_decide && matches!(error, OperationError::NotANumber { .. });
            if error.is_unsupported() && is_defined {
                return Err(format!("it is not supported: {error}"));
            }
            if error.is_undecided() && must_decide && !has_symbols && !has_tuples && is_defined {
                return Err(format!("it is not decided: {error}"));
            }
            if !has_symbols {
                refusals::check(&error, &subject.layouts)?;
            }
            match () {
                () if error.is_unsupported() || !is_defined => return Ok(Some("unsupported")),
                () if has_tuples && !has_symbols => Answer::Refused,
                () if error.is_undecided() => return Ok(Some("undecided")),
                () => Answer::Refused,
            }
        }
    };
    if !is_defined {
        return Err(format!("it is {answer:?}, of operands that it is not defined for"));
    }
    let mut wrong = None;
    let mut is_right_somewhere = false;
    for values in &subject.values.all {
        let operands: Vec<Layout> =
            subject.layouts.iter().map(|layout| with_values(layout, values)).collect();
        let answer = match &answer {
            Answer::Layouts(all) => {
                Answer::Layouts(all.iter().map(|layout| with_values(layout, values)).collect())
            }
            other => other.clone(),
        };
        let again = |name: &str, operands: &[Layout], given: &Given| {
            let operands: Vec<AnyLayout> = operands.iter().map(parsed).collect();
            let operands: Vec<&AnyLayout> = operands.iter().collect();
            match evaluate(name, &operands, given, &Budget::DEFAULT) {
                Ok(values) => self::answer(&values, subject).unwrap_or(Answer::Unsupported),
                Err(error) if error.is_unsupported() => Answer::Unsupported,
                Err(error) if error.is_undecided() => Answer::Undecided,
                Err(_) => Answer::Refused,
            }
        };
        let asked = CalledOperation { name, operands, given, values, again: &again };
        match judge(&asked, &answer) {
            Ok(()) => is_right_somewhere = true,
            Err(why) => {
                let shown = match &answer {
                    Answer::Layouts(all) => {
                        all.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
                    }
                    other => format!("{other:?}"),
                };
                wrong.get_or_insert(format!("{shown}: {why}"));
            }
        }
    }
    // What is refused may have an answer for some values.
    let is_refused = answer == Answer::Refused;
    match wrong {
        Some(why) if !(is_refused && is_right_somewhere) => Err(why),
        _ => Ok(Some(if is_refused { "refused" } else { "value" })),
    }
}

fn evaluate(
    name: &str,
    operands: &[&AnyLayout],
    given: &Given,
    budget: &Budget,
) -> Result<Vec<OperationValue>, OperationError> {
    let operation = Operation::named(name).unwrap_or_else(|| panic!("there is no {name}"));
    operation.evaluate(operands, given, budget)
}

/// The answer in the judge's model; the text of what it does not read.
fn answer(values: &[OperationValue], subject: &Subject) -> Result<Answer, String> {
    let number = |value: &OperationValue| match value {
        OperationValue::Number(number) => Some(*number),
        _ => None,
    };
    let layout = |value: &OperationValue| match value {
        OperationValue::Layout(layout) => Some(in_model(layout, subject)),
        _ => None,
    };
    if let [OperationValue::Truth(truth)] = values {
        return Ok(Answer::Truth(*truth));
    }
    if let Some(layouts) = values.iter().map(layout).collect::<Option<Vec<_>>>()
        && !layouts.is_empty()
    {
        return Ok(Answer::Layouts(layouts.into_iter().collect::<Result<_, _>>()?));
    }
    let numbers: Option<Vec<i64>> = values.iter().map(number).collect();
    numbers.map(Answer::Numbers).ok_or_else(|| format!("{values:?}"))
}

/// A relation is read where it is one of the operands.
fn in_model(layout: &AnyLayout, subject: &Subject) -> Result<Layout, String> {
    if let Some(at) = subject.any.iter().position(|own| own == layout) {
        return Ok(subject.layouts[at].clone());
    }
    let notation = match layout.kind() {
        Kind::Cute => "cute",
        Kind::Swizzle => "swizzle",
        Kind::Composed => "composed",
        Kind::Linear => "linear",
        Kind::Tile => "tile",
        Kind::Relation => "relation",
    };
    let text = layout.to_string();
    read(notation, &text).ok_or_else(|| format!("#layout.{notation}<{text}>"))
}

/// True if the dialect defines the operation for operands of these notations.
fn is_defined(name: &str, given: &Given, operands: &[Layout]) -> bool {
    let is_paper = given.texts.get("flavor").is_some_and(|flavor| flavor == "paper");
    let first = operands.first();
    let second = operands.get(1);
    match name {
        "coalesce" if given.texts.contains_key("profile") => first.is_some_and(has_modes),
        "coalesce" | "flatten" | "size" | "cosize" | "is_injective" | "is_surjective" => {
            first.is_some_and(|layout| !matches!(layout, Layout::Tile(_)))
        }
        "concat" => {
            operands.iter().all(|own| matches!(own, Layout::Cute(_))) && !is_mixed(operands)
        }
        "append" | "prepend" => {
            first.is_some_and(has_modes)
                && matches!(second, Some(Layout::Cute(_)))
                && !is_mixed(operands)
        }
        "filter" | "filter_zeros" | "group" | "select" | "slice" | "dice" => {
            first.is_some_and(has_modes)
        }
        "idx2crd" => first.is_some_and(|own| has_modes(own) || matches!(own, Layout::Linear(_))),
        "is_congruent" | "is_weakly_congruent" | "is_compatible" => operands.iter().all(has_modes),
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            first.is_some_and(has_modes) && second.is_some_and(|by| is_tile(by) || is_tiler(by))
        }
        "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => second
            .is_some_and(|by| match (first, by) {
                (Some(block), Layout::Tile(tiles)) => is_tiler(by) && are_blocks(block, tiles),
                (Some(block), _) => has_numbers(by) && is_block(block),
                _ => false,
            }),
        "blocked_product" | "raked_product" => {
            first.is_some_and(is_block) && second.is_some_and(has_numbers)
        }
        "make_layout_like" => match first {
            Some(Layout::Composed(_)) => true,
            other => other.is_some_and(has_numbers),
        },
        "tile_to_shape" => match first {
            Some(Layout::Composed(_)) => true,
            other => other.is_some_and(has_numbers),
        },
        "nullspace" => matches!(first, Some(Layout::Cute(_))),
        "complement" | "max_common_layout" | "max_common_vector" | "make_layout_tv" => {
            operands.iter().all(has_numbers)
        }
        "left_inverse" | "right_inverse" | "inverse" => match first {
            Some(Layout::Linear(_)) => name == "inverse" && !is_paper,
            other => other.is_some_and(|own| has_numbers(own) || !is_paper && is_swizzled(own)),
        },
        "recast" | "upcast" | "downcast" => {
            first.is_some_and(|own| has_numbers(own) || is_swizzled(own))
        }
        "make_ordered_layout" => true,
        _ => operands.iter().all(|layout| matches!(layout, Layout::Linear(_))),
    }
}

fn has_modes(layout: &Layout) -> bool {
    matches!(layout, Layout::Cute(_) | Layout::Composed(_))
}

fn has_numbers(layout: &Layout) -> bool {
    matches!(layout, Layout::Cute(cute) if !cute.has_positions())
}

/// True if a layout has numbers for strides and another one has positions.
fn is_mixed(operands: &[Layout]) -> bool {
    let cutes = operands.iter().filter_map(|layout| match layout {
        Layout::Cute(cute) => Some(cute),
        Layout::Composed(composed) => Some(&composed.inner),
        _ => None,
    });
    let strides: Vec<&Stride> = cutes.flat_map(|cute| cute.stride.leaves()).collect();
    let moving = || strides.iter().filter(|stride| stride.scale.factor != 0);
    moving().any(|stride| stride.path.is_empty()) && moving().any(|own| !own.path.is_empty())
}

/// True if a tiler repeats no mode of coordinates that is not a block.
fn are_blocks(layout: &Layout, tiles: &[Tile]) -> bool {
    let Layout::Cute(cute) = layout else { return has_modes(layout) };
    let is_mode = |(mode, tile): (&Cute, &Tile)| {
        let is_placed = !cute.has_positions() || mode.has_positions();
        matches!(tile, Tile::All) || is_placed && is_block(&Layout::Cute(mode.clone()))
    };
    parts(cute).iter().zip(tiles).all(is_mode)
}

/// What is repeated: a composed layout, numbers, or coordinates of which none is inside another.
fn is_block(layout: &Layout) -> bool {
    matches!(layout, Layout::Composed(_)) || is_tile(layout)
}

/// A tile of numbers, or of coordinates of which none is inside another.
fn is_tile(layout: &Layout) -> bool {
    let Layout::Cute(cute) = layout else { return false };
    let strides = cute.stride.leaves();
    let paths: Vec<&Vec<u32>> =
        strides.iter().filter(|own| own.scale.factor != 0).map(|stride| &stride.path).collect();
    let is_inside = |a: &Vec<u32>, b: &Vec<u32>| a != b && a.starts_with(b);
    paths.iter().all(|a| paths.iter().all(|b| !is_inside(a, b)))
}

fn is_tiler(layout: &Layout) -> bool {
    let is_number = |stride: &&Stride| stride.path.is_empty();
    let has_numbers = |tile: &Tile| match tile {
        Tile::Layout(cute) => cute.stride.leaves().iter().all(is_number),
        Tile::Extent(_) | Tile::All => true,
    };
    matches!(layout, Layout::Tile(tiles) if tiles.iter().all(has_numbers))
}

/// A swizzle after a layout, without symbols.
fn is_swizzled(layout: &Layout) -> bool {
    let is_behind_swizzle =
        matches!(layout, Layout::Composed(composed) if matches!(composed.outer, Outer::Swizzle(_)));
    is_behind_swizzle && symbols(layout).is_empty()
}
