//! Pictures as a web page.

use super::picture::Picture;
use super::svg::to_svg;

/// One page with the picture, without anything from outside it.
///
/// What there is to know about a cell, its coordinate, offset and bits, or who holds it, stands beside
/// the picture while the mouse is over the cell or the keyboard is at it, and the cells with the same
/// text are framed. `page.html#c12` shows the cell of that number.
///
/// ```
/// use layout_math::algebra::{AnyLayout, Kind};
/// use layout_tools::draw::{draw_offsets, to_html};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,8):(8,1)")?;
/// let html = to_html(&draw_offsets(&layout, None)?);
/// assert!(html.contains("<title>(4,8):(8,1)</title>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn to_html(picture: &Picture) -> String {
    let title = picture.title.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // The heading says what a caption would say again.
    let mut picture = picture.clone();
    for panel in picture.panels.iter_mut().filter(|panel| panel.caption == picture.title) {
        panel.caption.clear();
    }
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<main>\n<div id=\"picture\">\n\
         {}</div>\n<aside><h2>Cell</h2><dl id=\"facts\"><dd>Point at a cell, or click to keep it.</dd>\
         </dl></aside>\n</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n",
        to_svg(&picture)
    )
}

const STYLE: &str = "\
body { font: 15px system-ui, sans-serif; margin: 1.5rem; color: #111; background: #fff; }
h1 { font: bold 1.1rem ui-monospace, monospace; }
h2 { font-size: 1rem; margin: 0 0 .5rem; }
main { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
#picture { overflow: auto; max-width: 100%; border: 1px solid #ccc; }
aside { min-width: 15rem; border: 1px solid #ccc; padding: .8rem; background: #fff; }
aside { position: sticky; top: 1rem; bottom: 1rem; }
dl { margin: 0; display: grid; grid-template-columns: auto 1fr; gap: .2rem .8rem; }
dt { color: #555; }
dd { margin: 0; font-family: ui-monospace, monospace; }
.cell { cursor: pointer; outline: none; }
.frame { pointer-events: none; }
.frame.is-same { stroke: #06c; stroke-width: 2.5; }
.frame.is-here { stroke: #c00; stroke-width: 3.5; }
";

const SCRIPT: &str = "\
const cells = [...document.querySelectorAll('.cell')];
const facts = document.getElementById('facts');
const textOf = cell => cell.querySelector('text')?.textContent;
// The titles move here, so that the browser does not show them a second time.
for (const cell of cells) {
  const title = cell.querySelector('title');
  cell.facts = title.textContent.split('\\n').map(line => line.split(/: (.*)/s));
  cell.setAttribute('aria-label', title.textContent);
  cell.setAttribute('tabindex', 0);
  title.remove();
}
let kept = null;
// A frame is above all cells of its table.
function frame(cell, kind) {
  const frame = [...cell.querySelectorAll('rect')].pop().cloneNode();
  frame.setAttribute('class', 'frame ' + kind);
  cell.parentNode.append(frame);
}
function show(cell) {
  for (const old of document.querySelectorAll('.frame')) old.remove();
  for (const other of cells) {
    const isSame = cell && other !== cell && textOf(cell) && textOf(other) === textOf(cell);
    other.classList.toggle('same', Boolean(isSame));
    other.classList.toggle('here', other === cell);
    if (isSame) frame(other, 'is-same');
  }
  if (!cell) return;
  frame(cell, 'is-here');
  facts.replaceChildren(...cell.facts.flatMap(([name, value]) => {
    const [term, text] = [document.createElement('dt'), document.createElement('dd')];
    [term.textContent, text.textContent] = [name, value];
    return [term, text];
  }));
}
function keep(cell) {
  kept = kept === cell ? null : cell;
  if (kept) history.replaceState(null, '', '#' + kept.id);
  show(kept);
}
for (const cell of cells) {
  cell.addEventListener('mouseenter', () => kept || show(cell));
  cell.addEventListener('focus', () => kept || show(cell));
  cell.addEventListener('click', () => keep(cell));
  cell.addEventListener('keydown', event => event.key === 'Enter' && keep(cell));
}
function follow() {
  const cell = cells.find(cell => '#' + cell.id === location.hash);
  if (cell) { kept = cell; show(cell); }
}
addEventListener('hashchange', follow);
follow();
";
