//! Types of other compilers' dialects, one a line: each dialect's reader reads the first, and what it says is
//! printed, named and computed with, as the importers do; the second is the other operand.
#![no_main]

use layout_kernels::imported::{
    Answer, CuteNotation, FlyNotation, Notation, TypeText, as_printed, boxes, compact_like,
    count_open, dynamic_parts, fragments, in_form, inverses, modes, named, nested, recasts,
    shape_of, slots, symbolic, tile_of, tilers, tuple_of, tuples, with_facts,
};
use layout_math::algebra::{AnyLayout, Kind};
use layout_math::cute::{AnyModes, CopySide, CuteLayout, Layout, MmaOperand, inverse};
use libfuzzer_sys::fuzz_target;

const NOTATIONS: [&dyn Notation; 2] = [&CuteNotation, &FlyNotation];
const OPERANDS: [MmaOperand; 3] = [MmaOperand::A, MmaOperand::B, MmaOperand::C];

fuzz_target!(|text: &str| {
    let types: Vec<String> = text.lines().take(2).map(as_printed).collect();
    for text in &types {
        assert_eq!(as_printed(text), *text, "what is printed is spelled");
    }
    let Some(first) = types.first() else { return };
    for notation in NOTATIONS {
        let of = |text: &String| notation.read(text).filter(TypeText::is_read);
        let said = of(first);
        let own = said.as_ref().and_then(operand);
        if let Some(said) = &said {
            says(said);
        }
        if let Some(layout) = &own {
            alone(layout);
        }
        let other = types.get(1).and_then(of);
        if let (Some(said), Some(other)) = (&said, &other)
            && let (Ok(left), Ok(right)) = (tuple_of(&said.body), tuple_of(&other.body))
            && !tuples::is_nested_otherwise(&left, &right)
        {
            let _ = tuples::as_layouts(&left, &right);
        }
        if let (Some(layout), Some(other)) = (&own, &other) {
            together(layout, other);
        }
        made(notation, first, own.as_ref());
    }
    if let Some(relation) = slots::relation_text(text)
        && slots::parsed(relation).is_ok()
    {
        let _ = slots::within(relation, &[4, 4], Some(64));
        let _ = slots::within(relation, &[16], None);
    }
    let _ = slots::extents_of(first);
});

/// The layout of a type, with a name for each `?`.
fn operand(said: &TypeText) -> Option<AnyLayout> {
    if let Some(layout) = said.layout() {
        let printed = layout.to_string();
        let again = AnyLayout::parse(layout.kind(), &printed).ok();
        assert_eq!(again.as_ref(), Some(&layout), "{printed}");
        return Some(layout);
    }
    let names: Vec<String> = (0..count_open(&said.body)).map(|at| format!("d{at}")).collect();
    let (body, facts) = named(&said.body, &names)?;
    let layout = AnyLayout::parse(said.kind()?, &with_facts(&body, &facts)).ok()?;
    let _ = in_form(&layout, &said.body, layout.kind());
    Some(layout)
}

fn says(said: &TypeText) {
    for text in [Some(&said.body), said.iterator.as_ref()].into_iter().flatten() {
        if let Ok(tuple) = tuple_of(text) {
            let printed = tuple.to_string();
            assert_eq!(tuple_of(&printed), Ok(tuple), "{printed}");
        }
        if let Ok(tile) = tile_of(text) {
            let _ = shape_of(&tile).to_string();
        }
    }
    let mut rest = said.body.as_str();
    while let Some((_, inner)) = nested(rest) {
        rest = inner;
    }
}

/// What peers make of one layout.
fn alone(layout: &AnyLayout) {
    let _ = boxes::in_order(layout);
    let _ = modes::mode_sizes(layout);
    let _ = modes::only_shape(layout);
    let _ = modes::part(layout, &[0, 1]);
    for (from, to) in [(16, 32), (32, 16), (8, 8)] {
        answered(&recasts::recast(layout, from, to));
    }
    let Some(own) = layout.modes() else { return };
    for like in [
        compact_like::layout_like,
        compact_like::fragment_like,
        compact_like::cutlass_fragment,
        symbolic::ordered_like,
        symbolic::without_zeros,
    ] {
        let _ = like(own).map(|like| like.to_string());
    }
    for takes_symbols in [true, false] {
        let _ = inverses::right_inverse_of_symbols(own, takes_symbols);
    }
    let _ = dynamic_parts::by_positions(own, |places| Ok(places.clone()));
    let _ = boxes::coordinates_of(own, own);
}

/// What peers make of two.
fn together(layout: &AnyLayout, said: &TypeText) {
    if let Ok(tiles) = tile_of(&said.body)
        && let Some(own) = layout.modes()
    {
        let _ = tilers::divided_by_tiles(own, &tiles);
    }
    if let Ok(shape) = tuple_of(&said.body) {
        let _ = symbolic::tile_to_shape(layout, &shape, &shape);
        let _ = symbolic::ordered(&symbolic::terms(&shape), &shape);
    }
    if let (Some(own), true) = (layout.as_static(), said.body.contains('?')) {
        let _ = dynamic_parts::with_moved_bits(own, &said.body);
    }
    let Some(other) = operand(said) else { return };
    let _ = modes::is_nested_otherwise(layout, &other);
    let _ = tilers::tiles_of_extents(layout, &other);
    for name in ["logical_divide", "zipped_divide", "tiled_divide", "flat_divide"] {
        answered(&tilers::division(name, layout.clone(), other.clone()));
    }
    for name in ["logical_product", "blocked_product", "raked_product", "flat_product"] {
        answered(&symbolic::product(name, layout.clone(), other.clone()));
    }
    if let Some(values) = other.as_static() {
        let _ = boxes::by_boxes(layout, values);
    }
}

fn answered(answer: &Answer) {
    if let Ok(layout) = answer.evaluate() {
        let _ = layout.to_string();
    }
}

/// What the type of an atom, of a tiled copy or of a tiled product says, and what it does with a layout.
fn made(notation: &dyn Notation, text: &str, layout: Option<&AnyLayout>) {
    let tensor: Layout = "(64,32,2):(32,1,2048)".parse().expect("a layout");
    let tensor = layout.and_then(AnyLayout::as_static).unwrap_or(&tensor);
    let _ = notation.atom(text);
    let _ = notation.vectors(text);
    if let Some(copy) = notation.box_copy(text) {
        let basis = AnyLayout::parse(Kind::Cute, &copy.basis);
        if let Ok(AnyLayout::Cute(basis @ CuteLayout::Basis(_))) = basis {
            let _ = boxes::coordinates_of(&CuteLayout::Static(tensor.clone()), &basis);
        }
    }
    if let Some(Ok((thread_value, tiler))) = notation.thread_values(text)
        && let Ok(atom) = notation.copy_atom(text)
    {
        for (whole, of_atom) in thread_value.modes().zip(atom.reference().modes()) {
            let _ = whole.size() % of_atom.size();
        }
        let _ = tiler.to_string();
    }
    if let Ok(copy) = notation.tiled_copy(text) {
        for side in [CopySide::Source, CopySide::Destination] {
            if let Ok(part) = copy.partition(side, tensor) {
                let _ = copy.retile(&part);
            }
        }
    }
    if let Ok(mma) = notation.tiled_mma(text) {
        let _ = inverse(mma.atoms()).map(|inverse| inverse.to_string());
        for operand in OPERANDS {
            let _ = mma.tile(operand);
            let _ = mma.thread_value(operand).map(|layout| layout.to_string());
            if let Ok(part) = mma.partition(operand, tensor) {
                let _ = layout_math::cute::TiledMma::fragment(operand, &part);
                let _ = fragments::descriptors(&part, 16);
                let _ = fragments::in_tensor_memory(&mma, &part);
            }
        }
    }
}
