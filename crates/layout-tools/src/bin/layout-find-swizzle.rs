//! `layout-find-swizzle`: the swizzle of a shared tile with the fewest bank conflicts.

use std::process::ExitCode;

use layout_kernels::analyze::{
    Banks, Direction, bank_conflicts, find_swizzle, tile_access, tile_memory,
};
use layout_math::linear::LinearLayout;
use layout_tools::command::{self, FindSwizzle, Status, Verb, failed};

fn main() -> ExitCode {
    let own: FindSwizzle = match command::arguments() {
        Ok(own) => own,
        Err(status) => return status,
    };
    match find(&own).and_then(|text| command::print(&text).map_err(|error| error.to_string())) {
        Ok(()) => Status::Fine.into(),
        Err(message) => failed("layout-find-swizzle", &message),
    }
}

fn bits_of(option: &str, bytes: u32) -> Result<u32, String> {
    bytes.checked_mul(8).ok_or_else(|| format!("{option} {bytes} is more than 2^29 - 1"))
}

fn find(arguments: &FindSwizzle) -> Result<String, String> {
    let layout = arguments.layout.parse().map_err(|error| format!("--layout: {error}"))?;
    let memory = tile_memory(&layout).map_err(|error| error.to_string())?;
    let bits = bits_of("--element-bytes", arguments.element_bytes)?;
    let banks = Banks {
        banks: arguments.banks,
        bank_bits: bits_of("--bank-bytes", arguments.bank_bytes)?,
        ..Banks::default()
    };
    let banks = &banks;
    let given = &arguments.accesses.0;
    let layouts = given
        .iter()
        .map(|(verb, name)| distributed(*verb, name, arguments, &memory))
        .collect::<Result<Vec<_>, _>>()?;
    let accesses: Vec<&LinearLayout> = layouts.iter().collect();
    let found = find_swizzle(&memory, &accesses, bits, banks).map_err(|error| error.to_string())?;
    let in_bytes = found.in_bytes().map_or(String::new(), |own| format!(", {own} on bytes"));
    let mut text = format!("{} on elements{in_bytes}\n", found.swizzle());
    text += &format!(
        "the memory is busy {} times a warp, {} without a swizzle\n",
        found.wavefronts(),
        found.unswizzled()
    );
    text += &format!(
        "{} is the least of all {} swizzles that permute the tile; no arrangement takes less than {}\n",
        found.wavefronts(),
        found.tried(),
        found.least()
    );
    let swizzled = memory_with(&memory, &found)?;
    for ((verb, name), layout) in given.iter().zip(&layouts) {
        let conflicts = |memory: &LinearLayout| {
            let found = bank_conflicts(layout, memory, bits, banks);
            found.map(|found| found.conflicts()).map_err(|error| error.to_string())
        };
        text += &format!(
            "{} {}: {} bank conflicts in each group of lanes, {} without a swizzle\n",
            verb.name(),
            name,
            conflicts(&swizzled)?,
            conflicts(&memory)?
        );
    }
    Ok(text)
}

/// The memory in which the element at offset o has gone to `swizzle(o)`; a swizzle is its own inverse.
fn memory_with(
    memory: &LinearLayout,
    found: &layout_kernels::analyze::FoundSwizzle,
) -> Result<LinearLayout, String> {
    let bits = memory.size().max(1).ilog2();
    let bases: Result<Vec<Vec<i64>>, _> =
        (0..bits).map(|bit| memory.apply(&[found.swizzle().apply(1 << bit)])).collect();
    let bases = bases.map_err(|error| error.to_string())?;
    let outs: Vec<(&str, i64)> =
        memory.out_dims().iter().map(|dim| (dim.name(), dim.size())).collect();
    LinearLayout::new(&[("offset", bases)], &outs).map_err(|error| error.to_string())
}

/// The layout of an access: who reads or writes which coordinates.
fn distributed(
    verb: Verb,
    name: &str,
    arguments: &FindSwizzle,
    memory: &LinearLayout,
) -> Result<LinearLayout, String> {
    let wrong = |why: String| format!("--{} {name}: {why}", verb.name());
    let Some((direction, bytes)) = name.split_once('/') else {
        let outs: Vec<String> = memory
            .out_dims()
            .iter()
            .map(|dim| format!("{} = {}", dim.name(), dim.size()))
            .collect();
        let text = match name.contains("->") {
            true => name.to_owned(),
            false => format!("{name} -> [{}]", outs.join(", ")),
        };
        return text.parse().map_err(|error| wrong(format!("{error}")));
    };
    let direction = match direction {
        "down" => Direction::Down,
        "across" => Direction::Across,
        _ => return Err(wrong("the way is neither down nor across".to_owned())),
    };
    let bytes: u32 = bytes.parse().map_err(|_| wrong("the bytes are not a number".to_owned()))?;
    if !bytes.is_multiple_of(arguments.element_bytes) {
        return Err(wrong(format!("elements have {} bytes", arguments.element_bytes)));
    }
    let vector = i64::from(bytes / arguments.element_bytes);
    tile_access(memory, direction, vector, arguments.lanes.into())
        .map_err(|error| wrong(error.to_string()))
}
