//! Pictures of layouts.

use std::ffi::{CString, c_char, c_int};
use std::ptr::null_mut;

use layout_tools::draw::{DrawError, Look, draw, to_html, to_svg, to_text, to_tikz};

use super::layout::{Given, some};
use super::status::{Failure, NO_RESULT, Out, c_text, export, guarded, text};

/// `layout_picture_format`.
const TEXT: c_int = 0;
const SVG: c_int = 1;
const TIKZ: c_int = 2;
const HTML: c_int = 3;

export! {
    fn layout_draw(
        layout: Given<'_>,
        format: c_int,
        size: i64,
        result: Out<'_, *mut c_char>,
    ) {
        drawn(layout, format, size, || Ok(Look::default()), result)
    }

    fn layout_draw_with_look(
        layout: Given<'_>,
        format: c_int,
        size: i64,
        look: *const c_char,
        result: Out<'_, *mut c_char>,
    ) {
        // SAFETY: the caller gives a text that ends at a 0.
        let choices = || unsafe { text(look) };
        drawn(layout, format, size, || choices()?.parse().map_err(Failure::argument), result)
    }
}

fn drawn(
    layout: Given<'_>,
    format: c_int,
    size: i64,
    look: impl FnOnce() -> Result<Look, Failure>,
    result: Out<'_, *mut c_char>,
) -> Result<(), Failure> {
    let place = result.ok_or_else(|| Failure::argument("the place for a picture is null"))?;
    place.write(null_mut());
    let look = look()?;
    let picture =
        draw(some(layout)?, (0 <= size).then_some(size)).map_err(|error| match error {
            DrawError::TooLarge { .. } | DrawError::TooMany { .. } => {
                Failure::new(NO_RESULT, error)
            }
            _ => Failure::unsupported(error),
        })?;
    let picture = picture.with_look(&look).map_err(Failure::argument)?;
    let text = match format {
        TEXT => to_text(&picture, false),
        SVG => to_svg(&picture),
        TIKZ => to_tikz(&picture),
        HTML => to_html(&picture),
        _ => return Err(Failure::argument(format!("there is no format of pictures {format}"))),
    };
    place.write(c_text(&text).into_raw());
    Ok(())
}

// SAFETY: no other symbol of the library has this name; it is the C interface's.
#[unsafe(no_mangle)]
pub extern "C" fn layout_text_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: `layout_draw` made it, and it is freed once, as the C interface asks.
        guarded((), || drop(unsafe { CString::from_raw(text) }));
    }
}
