//! What is worth saying about an answer: promotions, and where other systems answer otherwise.

use super::answer::Note;
use layout_math::algebra::{
    AnyLayout, Budget, Departure, Kind, NoParameters, NotConverted, Operation, Verdict, WholeModes,
    convert, division_places, equivalent, leaves_domain, whole_modes,
};
use layout_math::cute::composition_steps;

/// What is worth saying about the composition `result` of two layouts.
pub(super) fn of_composition(
    outer: &AnyLayout,
    inner: &AnyLayout,
    result: &AnyLayout,
    budget: &Budget,
) -> Vec<Note> {
    let mut notes: Vec<Note> = departure("composition", outer, inner, budget).into_iter().collect();
    if let (Some(g), Some(f)) = (outer.as_static(), inner.as_static()) {
        if let AnyLayout::Relation(_) = result
            && let Err(NotConverted::NotCute { coordinate: Some(coordinate), .. }) =
                convert(result, Kind::Cute, budget)
        {
            notes.push(Note::Note(format!(
                "no CuTe layout equals it: none agrees with it up to coordinate {coordinate}"
            )));
        }
        match composition_steps(g, f).candidate() {
            Some(candidate) => {
                let candidate = AnyLayout::from(candidate.clone());
                if let Verdict::Refuted(difference) = equivalent(result, &candidate, budget) {
                    notes.push(Note::Note(format!(
                        "CuTe's algorithm gives {candidate}, which is wrong: {difference}"
                    )));
                }
            }
            None => notes.push(Note::Note("CuTe's algorithm has no answer".to_owned())),
        }
    }
    notes
}

/// The warning that a division rounds up and reaches past its layout.
pub(super) fn of_division(layout: &AnyLayout, by: &AnyLayout, budget: &Budget) -> Option<Note> {
    departure("division", layout, &division_places(layout, by)?, budget)
}

/// What CuTe answers instead, where the tiler of a division takes a mode whole.
pub(super) fn of_whole_modes(
    operation: &Operation,
    layout: &AnyLayout,
    by: &AnyLayout,
    budget: &Budget,
) -> Option<Note> {
    let (AnyLayout::Tile(tiler), false) = (by, operation.name() == "logical_divide") else {
        return None;
    };
    let WholeModes { mode, split } = whole_modes(layout, tiler)?;
    let divided = split.and_then(|split| {
        let by = AnyLayout::Tile(split);
        operation.evaluate(&[layout, &by], &NoParameters, budget).ok()
    });
    let theirs = match divided.as_deref() {
        Some([answer]) => format!("splits it into tile and rest: {answer}"),
        _ => "has no answer".to_owned(),
    };
    Some(Note::Note(format!("{tiler} takes mode {mode} whole; CuTe {theirs}")))
}

fn departure(what: &str, outer: &AnyLayout, inner: &AnyLayout, budget: &Budget) -> Option<Note> {
    let Some(Verdict::Refuted(departure)) = leaves_domain(outer, inner, budget) else {
        return None;
    };
    let place = departure.place();
    let Departure { offset, size, mode, outer: part, .. } = departure;
    if offset < 0 {
        let why = match part {
            Some(part) => format!("{part} has no value at {offset}"),
            None => format!("{inner} gives {offset}, and no layout has a value below 0"),
        };
        return Some(Note::Warning(format!("{what} is undefined {place}: {why}")));
    }
    let part =
        mode.map_or("the left layout".to_owned(), |mode| format!("mode {mode} of the left layout"));
    Some(Note::Warning(format!(
        "{what} leaves the domain of {outer} {place}: {inner} gives {offset}, and {part} has size \
         {size}"
    )))
}
