//! `layout-draw`: a picture of each layout constant.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, PoisonError};

use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

use super::declared::DrawFormat;
use super::declared::draw::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};
use crate::algebra::AnyLayout;
use crate::dialect::attribute::content;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::draw::{Look, NoLook, Picture, draw, to_svg, to_text};

/// The pass. It changes nothing, and fails if a file cannot be written.
pub struct Draw;

impl Pass for Draw {
    const ONLY_LOOKS: bool = true;

    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let look = match look(options) {
            Ok(look) => look,
            Err(error) => {
                Diagnostic::error(ir.root.location(), error.to_string()).emit();
                return Err(Failed);
            }
        };
        let written = Mutex::default();
        ir.in_parts(statistics, |part, statistics| {
            let mut result = Ok(());
            let constants = part.operations().into_iter().filter_map(|operation| {
                let constant = ir::is_layout_op(operation, "constant").then_some(operation)?;
                Some((operation.location(), content(ir::constant_attribute(constant)?)?))
            });
            for (location, layout) in constants {
                match draw_constant(layout, &look, options.format, &written) {
                    Ok(text) => {
                        statistics.drawn += 1;
                        Diagnostic::remark(location, text).emit();
                    }
                    Err(NotDrawn::NoPicture(reason)) => {
                        Diagnostic::remark(location, format!("not drawn: {reason}")).emit();
                    }
                    Err(NotDrawn::NotWritten(reason)) => {
                        result = Err(Failed);
                        Diagnostic::error(location, reason).emit();
                    }
                }
            }
            result
        })
    }
}

enum NotDrawn {
    NoPicture(String),
    NotWritten(String),
}

/// Draws a layout and returns what is said of it.
fn draw_constant(
    layout: &AnyLayout,
    look: &Look,
    format: DrawFormat,
    written: &Mutex<FxHashSet<String>>,
) -> Result<String, NotDrawn> {
    let picture = draw(layout, None).map_err(|error| NotDrawn::NoPicture(error.to_string()))?;
    let picture =
        picture.with_look(look).map_err(|error| NotDrawn::NoPicture(error.to_string()))?;
    match format {
        DrawFormat::Ascii => Ok(format!("drawn\n{}", to_text(&picture, false).trim_end())),
        DrawFormat::Svg => {
            let file = write(&layout.to_string(), &picture, written);
            Ok(format!("drawn in {}", file.map_err(NotDrawn::NotWritten)?))
        }
    }
}

/// How pictures look.
fn look(options: &Options) -> Result<Look, NoLook> {
    let switch = |is_on: bool| if is_on { "on" } else { "off" };
    let mut look = Look::default();
    look.set("scale", &options.scale.to_string())?;
    look.set("colors", switch(options.colors))?;
    look.set("hatches", switch(options.hatches))?;
    if !options.label.is_empty() {
        look.set("label", &options.label)?;
    }
    if options.fold != 0 {
        look.set("fold", &options.fold.to_string())?;
    }
    Ok(look)
}

/// Writes the picture into the folder in which the program runs, once for each layout.
fn write(
    layout: &str,
    picture: &Picture,
    written: &Mutex<FxHashSet<String>>,
) -> Result<String, String> {
    let file = file_name(layout);
    let is_first = || written.lock().unwrap_or_else(PoisonError::into_inner).insert(file.clone());
    if is_first() {
        fs::write(&file, to_svg(picture)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(file)
}

/// A name that says what is drawn, and is that of one layout.
fn file_name(layout: &str) -> String {
    let mut name = String::new();
    for word in layout.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        if 40 < name.len() + word.len() {
            break;
        }
        name.push_str(word);
        name.push('-');
    }
    let mut hasher = DefaultHasher::new();
    layout.hash(&mut hasher);
    format!("layout-{name}{:08x}.svg", hasher.finish() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_one_layout() {
        assert!(file_name("(4,8):(8,1)").starts_with("layout-4-8-8-1-"));
        assert_ne!(file_name("4:1"), file_name("4:-1"));
        assert!(file_name(&"(1234,".repeat(100)).len() < 70);
    }
}
