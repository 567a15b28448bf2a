//! The derivation of an answer, step by step.

mod composition;
mod page;
mod steps;

use super::answer::{Answer, Note};
use super::coordinate::numbers_of;
use super::error::CalcError;
use super::evaluate::Evaluator;
use super::function::CalcFunction;
use super::reference::summary;
use super::syntax::{Call, Expression, Node};
use layout_math::algebra::{AnyLayout, Budget, Operation, Parameters};
use layout_math::cute::{
    CuteLayout, Layout, TileMode, Tiler, coalesce, complement, logical_divide,
};
use page::Page;

/// So many coordinates of an answer are listed.
const LISTED: i64 = 32;

/// How many coordinates are compared to see which form of the layout continues past its end.
const COMPARED: i64 = 1 << 16;

/// The names of operands.
const NAMES: [&str; 6] = ["A", "B", "C", "D", "E", "F"];

/// How the answer to the expression comes about, and whether there is one that stands.
pub(super) fn explain(
    evaluator: &Evaluator,
    expression: &Expression,
    notes: &mut Vec<Note>,
) -> Result<(Answer, bool), CalcError> {
    let mut page = Page::default();
    let answer = match &expression.node {
        Node::Call(call) => match explain_call(evaluator, &mut page, expression, call, notes)? {
            Some(answer) => answer,
            None => return Ok((Answer::Text(page.finish()), false)),
        },
        Node::Apply { layout, coordinate } => {
            let place = evaluator.layout(layout, notes)?;
            let given = evaluator.coordinate(coordinate, notes)?;
            page.say(format!("the offset of {} at {given}", shown(&place)));
            page.gap();
            let numbers = numbers_of(&given, &place);
            let numbers = numbers.map_err(|why| CalcError::new(expression.column, why))?;
            explain_apply(&mut page, &place, &numbers);
            evaluator.evaluate(expression, notes)?
        }
        _ => {
            let answer = evaluator.evaluate(expression, notes)?;
            if let Answer::Layout(layout) = &answer {
                describe(&mut page, layout);
                list(&mut page, &[], layout);
            }
            answer
        }
    };
    page.gap();
    page.say(format!("answer: {answer}"));
    Ok((Answer::Text(page.finish()), answer.stands()))
}

/// `None` if the steps end at a condition that is violated, which was said.
fn explain_call(
    evaluator: &Evaluator,
    page: &mut Page,
    expression: &Expression,
    call: &Call,
    notes: &mut Vec<Note>,
) -> Result<Option<Answer>, CalcError> {
    let CalcFunction::Algebra(operation) = call.function else {
        let answer = evaluator.evaluate(expression, notes)?;
        for (operand, name) in call.operands.iter().zip(NAMES) {
            let layout = evaluator.layout(operand, &mut Vec::new())?;
            page.say(format!("{name} = {}", shown(&layout)));
        }
        return Ok(Some(answer));
    };
    let mut operands = Vec::new();
    for operand in &call.operands {
        operands.push(evaluator.layout(operand, notes)?);
    }
    let names: &[&str] = if operation.name() == "compose" { &["G", "F"] } else { &NAMES };
    let parameters = evaluator.given(call, notes)?;
    let written: Vec<String> = (0..operands.len()).map(|i| name(names, i).to_owned()).collect();
    page.say(format!(
        "{}: {}",
        operation.call(&written, &parameters),
        summary(operation.name()).unwrap_or_default()
    ));
    for (position, operand) in operands.iter().enumerate() {
        page.say(format!("{} = {}", name(names, position), shown(operand)));
    }
    page.gap();
    let has_steps = steps_of(page, operation, &operands, &parameters);
    // What violates a condition is said after the steps that lead there.
    let answer = match evaluator.evaluate(expression, notes) {
        Ok(answer) => answer,
        Err(error) => {
            page.gap();
            page.say(&error);
            return Ok(None);
        }
    };
    if let (false, Answer::Layout(result)) = (has_steps, &answer) {
        let operands: Vec<(&str, &AnyLayout)> =
            operands.iter().enumerate().map(|(i, operand)| (name(names, i), operand)).collect();
        list(page, &operands, result);
    }
    Ok(Some(answer))
}

fn name(names: &[&'static str], position: usize) -> &'static str {
    names.get(position).copied().unwrap_or("...")
}

fn shown(layout: &AnyLayout) -> String {
    Answer::from(layout.clone()).to_string()
}

/// The steps of the operation's algorithm; false if there are none to show.
fn steps_of(
    page: &mut Page,
    operation: &Operation,
    operands: &[AnyLayout],
    parameters: &dyn Parameters,
) -> bool {
    let statics: Vec<&Layout> = operands.iter().filter_map(AnyLayout::as_static).collect();
    let is_paper = parameters.text("flavor").as_deref() == Some("paper");
    match (operation.name(), &statics[..]) {
        _ if is_paper => return false,
        ("compose", [g, f]) => {
            page.say("the composition is c -> G(F(c)), where the last mode of G goes on");
            page.gap();
            composition::explain(page, g, f);
        }
        ("coalesce", [layout]) if parameters.text("profile").is_none() => {
            steps::explain_coalesce(page, layout);
        }
        ("complement", [layout]) => {
            let Some(size) = parameters.integer("size") else { return false };
            steps::explain_complement(page, layout, size);
        }
        ("right_inverse" | "inverse", [layout]) => steps::explain_right_inverse(page, layout),
        ("left_inverse", [layout]) => steps::explain_left_inverse(page, layout),
        ("logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide", [layout, tile]) => {
            divide(page, layout, tile);
            regroup(page, operation.name());
        }
        ("logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide", [layout]) => {
            let Some(AnyLayout::Tile(tiler)) = operands.get(1) else { return false };
            divide_by_mode(page, layout, tiler);
            regroup(page, operation.name());
        }
        ("logical_product" | "zipped_product" | "tiled_product", [block, order]) => {
            multiply(page, block, order);
            regroup(page, operation.name());
        }
        ("idx2crd", [layout]) => {
            let Some(index) = parameters.integer("index") else { return false };
            steps::explain_offset(page, layout, &[index]);
        }
        _ => return false,
    }
    true
}

fn divide(page: &mut Page, layout: &Layout, tile: &Layout) {
    let size = layout.size();
    page.say(format!(
        "a division is A o (B, R) with R = complement(B, size(A)), and size(A) = {size}"
    ));
    page.gap();
    page.say(format!("complement({tile}, {size}):"));
    page.inside(|page| steps::explain_complement(page, tile, size));
    let Ok(rest) = complement(tile, size) else { return };
    let Ok(places) = Layout::concat([tile.clone(), rest]) else { return };
    page.gap();
    page.say(format!("{layout} o {places}:"));
    page.inside(|page| composition::explain(page, layout, &places));
    let Ok(answer) = logical_divide(layout, tile, &Budget::DEFAULT) else { return };
    let own = |coordinate: i64| layout.offset(places.offset(coordinate)?);
    let is_own = |coordinate| answer.offset(coordinate) == own(coordinate);
    if !(0..places.size().min(COMPARED)).all(is_own) {
        let coalesced = coalesce(layout);
        page.gap();
        page.say(format!(
            "no layout has these offsets; past its end A goes on as {coalesced} does, its coalesced form"
        ));
        page.gap();
        page.say(format!("{coalesced} o {places}:"));
        page.inside(|page| composition::explain(page, &coalesced, &places));
    }
}

fn divide_by_mode(page: &mut Page, layout: &Layout, tiler: &Tiler) {
    page.say("each mode of A is divided by the mode of the tiler; the others stay");
    for (position, (mode, tile)) in layout.modes().zip(tiler.modes()).enumerate() {
        page.gap();
        page.say(format!("mode {position}:"));
        let tile = match tile {
            TileMode::All => {
                page.inside(|page| page.say("is taken whole"));
                continue;
            }
            TileMode::Extent(extent) => format!("{extent}:1").parse::<Layout>().ok(),
            TileMode::Layout(CuteLayout::Static(tile)) => Some(tile.clone()),
            TileMode::Layout(_) => None,
        };
        if let Some(tile) = tile {
            page.inside(|page| divide(page, &mode, &tile));
        }
    }
}

fn multiply(page: &mut Page, block: &Layout, order: &Layout) {
    let Some(size) = block.size().checked_mul(order.cosize()) else { return };
    page.say(format!(
        "a product is (A, R o B) with R = complement(A, size(A)*cosize(B)), and size(A)*cosize(B) = \
         {}*{} = {size}",
        block.size(),
        order.cosize()
    ));
    page.gap();
    page.say(format!("complement({block}, {size}):"));
    page.inside(|page| steps::explain_complement(page, block, size));
    let Ok(places) = complement(block, size) else { return };
    page.gap();
    page.say(format!("{places} o {order}:"));
    page.inside(|page| composition::explain(page, &places, order));
}

/// What a division or product does with its modes at the end.
fn regroup(page: &mut Page, name: &str) {
    let modes = match name.split_once('_') {
        Some(("zipped", _)) => "the first parts of all modes become mode 0, the others mode 1",
        Some(("tiled", _)) => "the first parts of all modes become mode 0, the others a mode each",
        Some(("flat", _)) => "the parts of all modes become a mode each, the first ones first",
        _ => return,
    };
    page.gap();
    page.say(modes);
}

fn explain_apply(page: &mut Page, layout: &AnyLayout, coordinate: &[i64]) {
    match layout {
        AnyLayout::Cute(CuteLayout::Static(layout)) => {
            steps::explain_offset(page, layout, coordinate);
        }
        AnyLayout::Composed(composed) => {
            let Some(inner) = composed.inner().as_static() else { return };
            page.say(format!("the inner layout {inner}:"));
            page.inside(|page| steps::explain_offset(page, inner, coordinate));
            let Some(offset) = AnyLayout::from(inner.clone())
                .apply(coordinate, &[])
                .and_then(|offset| offset.first().copied())
            else {
                return;
            };
            if let Some(constant) = composed.offset_term().as_constant() {
                let sum = offset.saturating_add(constant);
                page.say(format!("with the offset {constant} that is {sum}"));
                if let Some(result) = composed.outer_at(offset) {
                    page.say(format!(
                        "in bits {sum:b}, which {} makes {result:b}",
                        composed.outer()
                    ));
                }
            }
        }
        AnyLayout::Linear(linear) => {
            page.say("the bases of the bits that are set, with exclusive or:");
            page.inside(|page| {
                for ((dim, bases), number) in linear.bases().zip(coordinate) {
                    for (bit, basis) in
                        bases.iter().enumerate().filter(|(b, _)| number >> b & 1 == 1)
                    {
                        let values: Vec<String> = basis.iter().map(i64::to_string).collect();
                        page.say(format!(
                            "{} = {}: [{}]",
                            dim.name(),
                            1_i64 << bit,
                            values.join(", ")
                        ));
                    }
                }
            });
        }
        _ => {}
    }
}

/// What a layout is, in numbers.
fn describe(page: &mut Page, layout: &AnyLayout) {
    page.say(shown(layout));
    if let Some(size) = layout.size().and_then(|size| size.as_constant()) {
        page.say(format!("size {size}"));
    }
    if let Some(cosize) = layout.cosize() {
        page.say(format!("cosize {cosize}"));
    }
}

/// The offsets of operands and result at the first coordinates of the result.
fn list(page: &mut Page, operands: &[(&str, &AnyLayout)], result: &AnyLayout) {
    let Some(size) = result.size().and_then(|size| size.as_constant()) else { return };
    let offset = |layout: &AnyLayout, coordinate: i64| {
        let flat = match layout {
            AnyLayout::Linear(linear) => linear.offset(coordinate).ok().map(|value| vec![value]),
            _ => layout.apply(&[coordinate], &[]),
        };
        flat.map(|parts| match parts[..] {
            [part] => part.to_string(),
            _ => Answer::Offset(parts).to_string(),
        })
    };
    if offset(result, 0).is_none() {
        return;
    }
    let inside = |layout: &AnyLayout, coordinate: i64| {
        let size = layout.size().and_then(|size| size.as_constant());
        if size.is_some_and(|size| size <= coordinate) {
            return String::new();
        }
        offset(layout, coordinate).unwrap_or_default()
    };
    let mut heading = vec!["coordinate".to_owned()];
    heading.extend(operands.iter().map(|(name, _)| (*name).to_owned()));
    heading.push("answer".to_owned());
    let mut rows = vec![heading];
    for coordinate in 0..size.min(LISTED) {
        let mut row = vec![coordinate.to_string()];
        row.extend(operands.iter().map(|(_, operand)| inside(operand, coordinate)));
        row.push(inside(result, coordinate));
        rows.push(row);
    }
    page.gap();
    page.table(&rows);
    if LISTED < size {
        page.say(format!("... of {size} coordinates"));
    }
}
