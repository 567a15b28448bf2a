//! `layout-find-swizzle`: the swizzle of a shared tile with the fewest bank conflicts.

use std::process::ExitCode;

use layout_kernels::analyze::{
    Banks, Direction, bank_conflicts, find_swizzle, tile_access, tile_memory,
};
use layout_math::linear::LinearLayout;
use lexopt::prelude::*;

const USAGE: &str = "\
usage: layout-find-swizzle --layout <layout> --element-bytes <n> (--read | --write) <access>...

  --layout <layout>     the tile in shared memory without a swizzle, such as (8,64):(64,1)
  --element-bytes <n>   bytes of an element
  --read <access>       how a warp reads the tile, --write: how it writes it; as often as needed
  --lanes <n>           lanes of a warp (default 32)
  --banks <n>           banks of shared memory (default 32)
  --bank-bytes <n>      bytes of a bank (default 4)
  -h, --help            print this help
  -V, --version         print the version

An access is down/<bytes> (lanes go down the rows, each with so many bytes that follow each other: ldmatrix
is down/16), across/<bytes> (lanes go along the rows: a copy from global memory is across/16), or a linear
layout {register = [...], lane = [...]} to the coordinates of the tile.
All S<B,M,S> that permute the tile are compared. The status is 2 if the arguments have no answer.
";

struct Access {
    name: String,
    verb: &'static str,
}

struct Arguments {
    layout: String,
    element_bytes: u32,
    accesses: Vec<Access>,
    lanes: i64,
    banks: Banks,
}

fn main() -> ExitCode {
    let answer = match parse_arguments() {
        Ok(Some(arguments)) => find(&arguments),
        Ok(None) => return ExitCode::SUCCESS,
        Err(error) => Err(error.to_string()),
    };
    match answer {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(message) => {
            eprintln!("layout-find-swizzle: {message}");
            ExitCode::from(2)
        }
    }
}

fn parse_arguments() -> Result<Option<Arguments>, lexopt::Error> {
    let mut parser = lexopt::Parser::from_env();
    let mut arguments = Arguments {
        layout: String::new(),
        element_bytes: 0,
        accesses: Vec::new(),
        lanes: 32,
        banks: Banks::default(),
    };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("layout") => arguments.layout = parser.value()?.string()?,
            Long("element-bytes") => arguments.element_bytes = parser.value()?.parse()?,
            Long(verb @ ("read" | "write")) => {
                let verb = if verb == "read" { "read" } else { "write" };
                arguments.accesses.push(Access { name: parser.value()?.string()?, verb });
            }
            Long("lanes") => arguments.lanes = i64::from(parser.value()?.parse::<u32>()?),
            Long("banks") => arguments.banks.banks = parser.value()?.parse()?,
            Long("bank-bytes") => {
                arguments.banks.bank_bits = bits_of("--bank-bytes", parser.value()?.parse()?)?;
            }
            Short('h') | Long("help") => {
                print!("{USAGE}");
                return Ok(None);
            }
            Short('V') | Long("version") => {
                println!("layout-find-swizzle {}", env!("CARGO_PKG_VERSION"));
                return Ok(None);
            }
            other => return Err(other.unexpected()),
        }
    }
    if arguments.layout.is_empty() || arguments.element_bytes == 0 || arguments.accesses.is_empty()
    {
        return Err("a layout, the bytes of an element and an access are needed; see --help".into());
    }
    Ok(Some(arguments))
}

fn bits_of(option: &str, bytes: u32) -> Result<u32, String> {
    bytes.checked_mul(8).ok_or_else(|| format!("{option} {bytes} is more than 2^29 - 1"))
}

fn find(arguments: &Arguments) -> Result<String, String> {
    let layout = arguments.layout.parse().map_err(|error| format!("--layout: {error}"))?;
    let memory = tile_memory(&layout).map_err(|error| error.to_string())?;
    let bits = bits_of("--element-bytes", arguments.element_bytes)?;
    let layouts = arguments
        .accesses
        .iter()
        .map(|access| distributed(access, arguments, &memory))
        .collect::<Result<Vec<_>, _>>()?;
    let accesses: Vec<&LinearLayout> = layouts.iter().collect();
    let banks = &arguments.banks;
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
    for (access, layout) in arguments.accesses.iter().zip(&layouts) {
        let conflicts = |memory: &LinearLayout| {
            let found = bank_conflicts(layout, memory, bits, banks);
            found.map(|found| found.conflicts()).map_err(|error| error.to_string())
        };
        text += &format!(
            "{} {}: {} bank conflicts in each group of lanes, {} without a swizzle\n",
            access.verb,
            access.name,
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
    access: &Access,
    arguments: &Arguments,
    memory: &LinearLayout,
) -> Result<LinearLayout, String> {
    let name = &access.name;
    let wrong = |why: String| format!("--{} {name}: {why}", access.verb);
    let Some((direction, bytes)) = name.split_once('/') else {
        let outs: Vec<String> = memory
            .out_dims()
            .iter()
            .map(|dim| format!("{} = {}", dim.name(), dim.size()))
            .collect();
        let text = match name.contains("->") {
            true => name.clone(),
            false => format!("{name} -> [{}]", outs.join(", ")),
        };
        return text.parse().map_err(|error| wrong(format!("{error}")));
    };
    let direction = match direction {
        "down" => Direction::Down,
        "across" => Direction::Across,
        _ => return Err(wrong("the way is neither down nor across".to_owned())),
    };
    let bytes: u32 = bytes.parse().map_err(|_| wrong("the bytes are no number".to_owned()))?;
    if !bytes.is_multiple_of(arguments.element_bytes) {
        return Err(wrong(format!("elements have {} bytes", arguments.element_bytes)));
    }
    let vector = i64::from(bytes / arguments.element_bytes);
    tile_access(memory, direction, vector, arguments.lanes)
        .map_err(|error| wrong(error.to_string()))
}
