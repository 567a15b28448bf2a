//! `layout-draw`: a picture of each layout constant.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};

use melior::ir::operation::OperationLike;
use rustc_hash::FxHashSet;

use super::declared::DrawFormat;
use super::declared::draw::{Options, Statistics};
use super::pass::{Failed, Ir, Pass};
use crate::dialect::attribute::content;
use crate::dialect::diagnostic::Diagnostic;
use crate::dialect::ir;
use crate::draw::{Look, NoLook, Picture, draw, to_svg, to_text};

/// The pass. It changes nothing, and fails if a file cannot be written.
pub struct Draw;

impl Pass for Draw {
    const ONLY_LOOKS: bool = true;

    fn run(ir: Ir<'_>, options: &Options, statistics: &mut Statistics) -> Result<(), Failed> {
        let Ir { root, .. } = ir;
        let look = match look(options) {
            Ok(look) => look,
            Err(error) => {
                Diagnostic::error(root.location(), error.to_string()).emit();
                return Err(Failed);
            }
        };
        let mut written = FxHashSet::default();
        let mut is_complete = true;
        for operation in ir::walk(root) {
            if !ir::is_layout_op(operation, "constant") {
                continue;
            }
            let Some(layout) = ir::constant_attribute(operation).and_then(content) else {
                continue;
            };
            let location = operation.location();
            let picture = draw(layout, None).map_err(|error| error.to_string());
            let picture = picture
                .and_then(|picture| picture.with_look(&look).map_err(|error| error.to_string()));
            let picture = match picture {
                Ok(picture) => picture,
                Err(error) => {
                    Diagnostic::remark(location, format!("not drawn: {error}")).emit();
                    continue;
                }
            };
            match options.format {
                DrawFormat::Ascii => {
                    let text = to_text(&picture, false);
                    Diagnostic::remark(location, format!("drawn\n{}", text.trim_end())).emit();
                }
                DrawFormat::Svg => match write(&layout.to_string(), &picture, &mut written) {
                    Ok(file) => Diagnostic::remark(location, format!("drawn in {file}")).emit(),
                    Err(message) => {
                        is_complete = false;
                        Diagnostic::error(location, message).emit();
                        continue;
                    }
                },
            }
            statistics.drawn += 1;
        }
        if is_complete { Ok(()) } else { Err(Failed) }
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
    written: &mut FxHashSet<String>,
) -> Result<String, String> {
    let file = file_name(layout);
    if written.insert(file.clone()) {
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
