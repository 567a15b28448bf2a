//! A composition before and after.

use super::error::DrawError;
use super::look::Look;
use super::offsets::{axes, key, panel};
use super::picture::{Mark, Picture};
use layout_math::algebra::{AnyLayout, Kind};

/// The inner layout, the outer layout and their composition, side by side.
///
/// In the inner layout the offsets are marked that are not coordinates of the outer one, in the
/// composition the cells that come from there: the outer layout is extended past its end. `claimed` is
/// what another system gives for the composition; it is drawn beside, its wrong cells marked.
///
/// # Errors
///
/// Those of [`draw_offsets`](super::draw_offsets()).
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Promotion, compose};
/// use layout_tools::draw::draw_composition;
///
/// let outer = AnyLayout::parse(Kind::Cute, "(4,3):(3,1)")?;
/// let inner = AnyLayout::parse(Kind::Cute, "24:1")?;
/// let composed = compose(&outer, &inner, Promotion::Extend, &Budget::default())?;
/// let picture = draw_composition(&outer, &inner, &composed, None)?;
/// assert_eq!(picture.panels().len(), 3);
/// assert!(picture.cell(0, 0, 12).unwrap().mark().is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw_composition(
    outer: &AnyLayout,
    inner: &AnyLayout,
    composed: &AnyLayout,
    claimed: Option<&AnyLayout>,
) -> Result<Picture, DrawError> {
    let domain = match outer {
        AnyLayout::Composed(composed) => composed.inner().size(),
        AnyLayout::Swizzle(_) => None,
        _ => outer.size(),
    };
    let domain = domain.and_then(|size| size.as_constant());
    let leaves = |offset: i64| domain.is_some_and(|size| !(0..size).contains(&offset));
    let mut has_left = false;
    let mut panels = Vec::new();
    panels.push(panel(inner, format!("F = {inner}"), |cell, offset, _| {
        if leaves(offset) {
            cell.mark = Some(Mark::OutOfBounds);
            has_left = true;
        }
    })?);
    if axes(outer).is_ok()
        && let Ok(table) = panel(outer, format!("G = {outer}"), |_, _, _| {})
    {
        panels.push(table);
    }
    let inner_offset = |coordinate: i64| -> Option<i64> {
        let offset = inner.apply(&[coordinate], &[])?;
        offset.first().copied()
    };
    // A relation is drawn as a row; its values are those of the composition.
    let caption = match composed.kind() {
        Kind::Relation => "G o F, which is not a layout".to_owned(),
        _ => format!("G o F = {composed}"),
    };
    panels.push(panel(composed, caption, |cell, _, coordinate| {
        let Some(through) = coordinate.and_then(inner_offset) else { return };
        cell.fact("F gives", through);
        if leaves(through) {
            cell.mark = Some(Mark::OutOfBounds);
        }
    })?);
    let mut legend = Vec::new();
    if has_left {
        let size = domain.unwrap_or(0);
        legend.push(format!("crossed out: F leaves G, which has {size} coordinates"));
    }
    if let Some(claimed) = claimed {
        let caption = format!("CuTe's answer {claimed}");
        panels.push(panel(claimed, caption, |cell, offset, coordinate| {
            let right = coordinate.and_then(|coordinate| composed.apply(&[coordinate], &[]));
            if right.as_deref() != Some(&[offset]) {
                cell.mark = Some(Mark::Wrong);
                let right = right.and_then(|parts| parts.first().copied());
                cell.fact("G(F(c))", right.map_or("none".to_owned(), |right| right.to_string()));
            }
        })?);
        legend.push("thick border: wrong".to_owned());
    }
    let key = Some(key(composed));
    Ok(Picture { title: format!("{outer} o {inner}"), panels, key, legend, look: Look::default() })
}
