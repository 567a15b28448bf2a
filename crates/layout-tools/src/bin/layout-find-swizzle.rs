//! `layout-find-swizzle`: the swizzle of a shared tile with the fewest bank conflicts.

use std::process::ExitCode;

use layout_kernels::analyze::{Banks, Direction, find_swizzle, tile_access, tile_memory};
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
    let given = &arguments.accesses.0;
    let layouts = given
        .iter()
        .map(|(verb, name)| distributed(*verb, name, arguments, &memory))
        .collect::<Result<Vec<_>, _>>()?;
    let accesses: Vec<(&LinearLayout, Option<i64>)> =
        layouts.iter().map(|(layout, vector)| (layout, *vector)).collect();
    let found =
        find_swizzle(&memory, &accesses, bits, &banks).map_err(|error| error.to_string())?;
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
    for ((verb, name), (own, plain)) in given.iter().zip(found.conflicts()) {
        text += &format!(
            "{} {name}: {own} bank conflicts in each group of lanes, {plain} without a swizzle\n",
            verb.name()
        );
    }
    Ok(text)
}

/// The layout of an access, who reads or writes which coordinates, and how many elements a lane takes at
/// once, if that is said.
fn distributed(
    verb: Verb,
    name: &str,
    arguments: &FindSwizzle,
    memory: &LinearLayout,
) -> Result<(LinearLayout, Option<i64>), String> {
    let wrong = |why: String| format!("--{} {name}: {why}", verb.name());
    let Some((direction, bytes)) = name.split_once('/') else {
        if !name.trim_start().starts_with('{') {
            let forms =
                "down/<bytes>, across/<bytes> or a linear layout {register = [...], lane = [...]}";
            return Err(wrong(format!("an access is {forms}")));
        }
        let outs: Vec<String> = memory
            .out_dims()
            .iter()
            .map(|dim| format!("{} = {}", dim.name(), dim.size()))
            .collect();
        let text = match name.contains("->") {
            true => name.to_owned(),
            false => format!("{name} -> [{}]", outs.join(", ")),
        };
        let layout = text.parse().map_err(|error| wrong(format!("{error}")))?;
        return Ok((layout, None));
    };
    let direction = match direction {
        "down" => Direction::Down,
        "across" => Direction::Across,
        _ => return Err(wrong("the way is neither down nor across".to_owned())),
    };
    let bytes: u32 = bytes.parse().map_err(|_| wrong("the bytes are not a number".to_owned()))?;
    if !bytes.is_multiple_of(arguments.element_bytes) {
        let element = arguments.element_bytes;
        return Err(wrong(format!("{bytes} is no multiple of the {element} bytes of an element")));
    }
    let vector = i64::from(bytes / arguments.element_bytes);
    let layout = tile_access(memory, direction, vector, arguments.lanes.into());
    Ok((layout.map_err(|error| wrong(error.to_string()))?, Some(vector)))
}
