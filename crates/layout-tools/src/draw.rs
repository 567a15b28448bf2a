//! Pictures of layouts: one model, a table of cells, and a writer for each medium.
//!
//! A [`Picture`] is made by what it shows ([`draw_offsets`], [`draw_holders`], [`draw_swizzle`],
//! [`draw_banks()`], [`draw_composition`]) and written by where it goes ([`to_text()`], [`to_svg`],
//! [`to_tikz`], [`to_html`]); a [`Look`] is what the user may choose. Nothing is said by color alone: each color has a hatch, and each cell
//! its text.

mod banks;
mod composition;
mod error;
mod geometry;
mod holders;
mod html;
mod look;
mod offsets;
mod picture;
mod restyle;
mod style;
mod svg;
mod swizzle;
mod text;
mod tikz;

pub use banks::draw_banks;
pub use composition::draw_composition;
pub use error::DrawError;
pub use holders::draw_holders;
pub use html::to_html;
pub use look::{Look, NoLook};
pub use offsets::draw_offsets;
pub use picture::{Axis, Cell, Mark, Panel, Picture};
pub use svg::to_svg;
pub use swizzle::draw_swizzle;
pub use text::to_text;
pub use tikz::to_tikz;

use layout_math::algebra::AnyLayout;
use layout_math::cute::Outer;

/// The picture that shows a layout best: the pattern of a swizzle, who holds what of a linear layout
/// from registers and lanes, else offsets.
///
/// `size` is that of the buffer, outside which offsets are marked.
///
/// # Errors
///
/// Those of the picture; a size where the picture has no offsets.
pub fn draw(layout: &AnyLayout, size: Option<i64>) -> Result<Picture, DrawError> {
    let without_size = |shows: &'static str| match size {
        Some(size) => Err(DrawError::NoBuffer { layout: layout.to_string(), size, shows }),
        None => Ok(()),
    };
    match layout {
        AnyLayout::Swizzle(swizzle) => {
            without_size("where chunks go")?;
            draw_swizzle(*swizzle)
        }
        AnyLayout::Linear(linear) if (1..=2).contains(&linear.out_dims().len()) => {
            without_size("who holds what")?;
            draw_holders(layout, None)
        }
        AnyLayout::Composed(composed) => {
            let picture = draw_offsets(layout, size);
            // A swizzled layout that is too large to draw still has a pattern.
            match (picture, composed.outer()) {
                (Err(DrawError::TooLarge { .. }), Outer::Swizzle(swizzle)) if size.is_none() => {
                    draw_swizzle(*swizzle)
                }
                (picture, _) => picture,
            }
        }
        _ => draw_offsets(layout, size),
    }
}
