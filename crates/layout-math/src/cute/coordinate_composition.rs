//! Composition after a layout whose offsets are tuples: coordinates of the outer layout.

use super::algebra_error::AlgebraError;
use super::composition::Composition;
use super::composition_by_mode::{ByMode, Refined};
use super::coordinate::add_unfolded;
use super::from_values::from_values;
use super::layout::{Layout, Mode};
use super::stride::{Basis, Stride};
use crate::budget::Budget;

/// What `g o f` is, where the offsets of `f` are tuples: coordinates of `g`, as CuTe's composition
/// with scaled basis strides has it.
///
/// Law: for `Composition::Layout(R)`, `size(R) == size(f)`, and `R(c)` is the sum over the components
/// of `f(c)`: a component `x` at a position goes to the offset of that mode of `g` at its integral
/// coordinate `x`, past its end with its last flattened mode extended. The other answers are those of
/// [`composition`](super::composition()).
///
/// # Errors
///
/// - [`AlgebraError::Mismatch`] if `f` has a component at a position where `g` has no mode.
/// - [`AlgebraError::NotStatic`] if one component of `f` is part of another, as in
///   `(2,2):(1@0,1@1@0)`: their sum has no meaning.
///
/// ```
/// use layout_math::algebra::Budget;
/// use layout_math::cute::{Basis, Composition, Layout, coordinate_composition};
///
/// let g: Layout = "(4,(2,3)):(6,(3,1))".parse()?;
/// let f: Layout<Basis> = "(2,4):(1@1@1,1@0)".parse()?;
/// let Ok(Composition::Layout(h)) = coordinate_composition(&g, &f, &Budget::DEFAULT) else {
///     panic!()
/// };
/// assert_eq!(h.to_string(), "(2,4):(1,6)");
///
/// let f: Layout<Basis> = "4:1@2".parse()?;
/// let error = coordinate_composition(&g, &f, &Budget::DEFAULT).unwrap_err();
/// assert_eq!(error.to_string(), "coordinate 1@2 does not fit (4,(2,3))");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn coordinate_composition<D: Stride>(
    g: &Layout<D>,
    f: &Layout<Basis>,
    budget: &Budget,
) -> Result<Composition<D>, AlgebraError> {
    let components = f.components()?;
    let below_zero = components.iter().filter_map(|(_, inner)| inner.first_below(0));
    if let Some(coordinate) = below_zero.min() {
        return Ok(Composition::Undefined { coordinate });
    }
    let mut work = Vec::with_capacity(components.len());
    for (path, _) in &components {
        let part = g.part(path).ok_or_else(|| AlgebraError::Mismatch {
            what: "coordinate",
            value: Basis::new(1, path.clone()).map_or(String::new(), |basis| basis.to_string()),
            shape: g.shape().to_string(),
        })?;
        let mut by_mode = ByMode::new();
        by_mode.read(&part);
        work.push(by_mode);
    }
    let mut result = Refined::new(f.flat_modes().len());
    let composed = result.extend(f.flat_modes(), |mode, modes| {
        match components.iter().position(|(path, _)| path == mode.stride.path()) {
            Some(component) => {
                let mode = Mode { extent: mode.extent, stride: mode.stride.scale() };
                work[component].compose_mode(mode, modes)
            }
            None => {
                modes.push(Mode { extent: mode.extent, stride: D::ZERO });
                Some(1)
            }
        }
    });
    let candidate = composed.and_then(|()| result.into_layout(f.nesting()));
    let is_proved = work.iter().all(|work| work.is_exact() && !work.carries());
    let candidate = match candidate {
        Some(candidate) if is_proved => return Ok(Composition::Layout(candidate)),
        candidate => candidate,
    };
    if budget.walk_last < f.size() {
        return Ok(Composition::Undecided { candidate });
    }
    let value = |coordinate: i64| {
        let mut sum = D::Offset::default();
        for ((_, inner), work) in components.iter().zip(&work) {
            let place = inner.offset(coordinate)?;
            sum = add_unfolded(&work.outer, place, sum)?;
        }
        Some(sum)
    };
    if let Some(candidate) = candidate
        && (0..f.size()).all(|c| candidate.offset(c) == value(c))
    {
        return Ok(Composition::Layout(candidate));
    }
    Ok(match from_values(f.size(), value) {
        Ok(layout) => Composition::Layout(layout),
        Err(witness) => Composition::NotALayout { witness },
    })
}

impl<D: Stride> Layout<D> {
    /// The mode at a path of positions, outermost first; `None` if there is none. The only mode of a
    /// leaf is itself.
    ///
    /// ```
    /// use layout_math::cute::Layout;
    ///
    /// let layout: Layout = "(4,(2,3)):(6,(3,1))".parse()?;
    /// assert_eq!(layout.part(&[1, 0]).unwrap().to_string(), "2:3");
    /// assert_eq!(layout.part(&[2]), None);
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn part(&self, path: &[u32]) -> Option<Layout<D>> {
        let step = |part: Layout<D>, &position: &u32| part.modes().nth(position as usize);
        path.iter().try_fold(self.clone(), step)
    }
}

impl Layout<Basis> {
    /// The components of the offsets, by their positions: of each the layout of integers with the
    /// same shape. Broadcast modes alone have no component.
    ///
    /// # Errors
    ///
    /// [`AlgebraError::NotStatic`] if one component is part of another.
    ///
    /// ```
    /// use layout_math::cute::{Basis, Layout};
    ///
    /// let layout: Layout<Basis> = "(4,8,2):(1@0,1@1,4@0)".parse()?;
    /// let components = layout.components().unwrap();
    /// assert_eq!(components[0].1.to_string(), "(4,8,2):(1,0,4)");
    /// assert_eq!(components[1].1.to_string(), "(4,8,2):(0,1,0)");
    /// # Ok::<(), layout_math::text::ParseError>(())
    /// ```
    pub fn components(&self) -> Result<Vec<(Vec<u32>, Layout)>, AlgebraError> {
        let mut paths: Vec<&[u32]> =
            self.stride().leaves().map(Basis::path).filter(|path| !path.is_empty()).collect();
        paths.sort_unstable();
        paths.dedup();
        if paths.windows(2).any(|pair| pair[1].starts_with(pair[0])) {
            return Err(AlgebraError::NotStatic { layout: self.to_string() });
        }
        let component = |path: &[u32]| {
            let scale = |stride: &Basis| if stride.path() == path { stride.scale() } else { 0 };
            let layout = Layout::new(self.shape().clone(), self.stride().map(&mut |s| scale(s)))?;
            Ok((path.to_vec(), layout))
        };
        paths.into_iter().map(component).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composed(g: &str, f: &str) -> String {
        let (g, f): (Layout, Layout<Basis>) = (g.parse().unwrap(), f.parse().unwrap());
        match coordinate_composition(&g, &f, &Budget::DEFAULT) {
            Ok(Composition::Layout(layout)) => layout.to_string(),
            Ok(Composition::NotALayout { witness }) => format!("no layout up to {witness}"),
            Ok(Composition::Undefined { coordinate }) => format!("below 0 at {coordinate}"),
            Ok(Composition::Undecided { .. }) => "undecided".to_owned(),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn a_component_is_a_coordinate_of_its_mode() {
        assert_eq!(composed("(4,8):(1,4)", "(2,3):(1@0,1@1)"), "(2,3):(1,4)");
        assert_eq!(composed("(4,8):(8,1)", "(2,(4,2)):(2@1,(1@0,4@1))"), "(2,(4,2)):(2,(8,4))");
        assert_eq!(composed("(4,8):(1,4)", "(2,3):(0,1@1)"), "(2,3):(0,4)");
        assert_eq!(composed("8:3", "(2,4):(4@0,1@0)"), "(2,4):(12,3)");
        // The mode (2,2) of the outer layout: 2 of its coordinates and then 2 more.
        assert_eq!(composed("(3,(2,2)):(1,(50,7))", "4:1@1"), "(2,2):(50,7)");
        // Past the end of its mode, not into the next one.
        assert_eq!(composed("(4,8):(1,100)", "6:1@0"), "6:1");
    }

    #[test]
    fn what_has_no_value_is_named() {
        assert_eq!(composed("(4,8):(1,4)", "2:1@2"), "coordinate 1@2 does not fit (4,8)");
        assert_eq!(composed("(4,8):(1,4)", "2:1@1@0"), "coordinate 1@1@0 does not fit (4,8)");
        assert_eq!(composed("(4,8):(1,4)", "(2,3):(1@0,-1@1)"), "below 0 at 2");
        assert_eq!(
            composed("(4,8):(1,4)", "(2,2):(1@0,1@0@0)"),
            "(2,2):(1@0,1@0@0) is not a layout of integers"
        );
        assert_eq!(composed("((2,2),3):((1,5),9)", "(3):(1@0)"), "no layout up to 2");
    }
}
