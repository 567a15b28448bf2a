//! What is worth saying about an answer: promotions, and where other systems answer otherwise.

use super::answer::Note;
use super::coordinate::shape_of;
use layout_math::algebra::{
    AnyLayout, Budget, Departure, Kind, NoParameters, NotConverted, Operation, Verdict, WholeModes,
    convert, division_places, equivalent, leaves_domain, whole_modes,
};
use layout_math::cute::{Term, Tuple, composition_steps};

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

/// The warning that a coordinate, for which the layout takes these numbers, is outside its domain.
pub(super) fn of_coordinate(
    coordinate: &Tuple<i64>,
    numbers: &[i64],
    layout: &AnyLayout,
) -> Option<Note> {
    let shape = shape_of(layout)?;
    let size = |part: &Tuple<Term>| {
        part.leaves().try_fold(1_i64, |size, extent| size.checked_mul(extent.as_constant()?))
    };
    let is_past = |(number, size): (&i64, Option<i64>)| size.is_some_and(|size| size <= *number);
    if let [number] = numbers {
        let size = size(&shape)?;
        let text =
            format!("coordinate {number} is past the end of {layout}, which has size {size}");
        return is_past((number, Some(size))).then_some(Note::Warning(text));
    }
    let sizes: Vec<Option<i64>> = match shape.rank() == numbers.len() {
        true => shape.modes().iter().map(size).collect(),
        false => shape.leaves().map(|extent| extent.as_constant()).collect(),
    };
    numbers.iter().zip(sizes).any(is_past).then(|| {
        Note::Warning(format!(
            "coordinate {coordinate} is past the end of {layout}, which has shape {shape}"
        ))
    })
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
