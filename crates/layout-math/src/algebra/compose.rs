mod error;
mod relational;

use self::relational::{compose_relations, raise_composition, relation_at_coordinates};
use super::any_layout::AnyLayout;
use super::apart::two_apart;
use super::binary::as_binary;
use super::evaluate::has_tuple_offsets;
use super::relations::{Solver, keeping_facts};
use super::verdict::{Budget, Unknown};
use crate::cute::{
    AlgebraError, Basis, Composed, Composition, CuteLayout, Domain, Layout, Outer, Stride,
    SymbolicLayout, SymbolicStride, Term, Tiler, Tuple, by_mode, compose_coordinates,
    compose_symbolic, composition_within,
};
use crate::linear::LinearLayout;

pub use self::error::{ComposeError, Promotion};

/// The composition `g o f`: first `f`, then `g`, in the simplest notation that equals it.
///
/// | `g o f` | result |
/// |---|---|
/// | CuTe o CuTe | a CuTe layout if one equals it, in CuTe's form where CuTe is right; else a relation |
/// | CuTe o CuTe with basis strides | its offsets are coordinates of the modes of `g`: a CuTe layout, or a relation if those of `g` are integers; with symbols a CuTe layout that is one for all values |
/// | composed o CuTe with basis strides | the same of its inner layout, if that is a CuTe layout |
/// | CuTe or composed o tiler | mode by mode |
/// | swizzle o CuTe, composed o CuTe | composed, or a relation |
/// | CuTe o composed | composed if its outer part is a layout that is not left; else a relation |
/// | linear o linear | linear, dims matched by name |
/// | linear with anything else | linear through the flattened index if it is one; else a relation |
/// | anything else | a relation |
///
/// ```
/// use layout_math::algebra::{AnyLayout, Budget, Kind, Promotion, compose};
///
/// let g = AnyLayout::parse(Kind::Swizzle, "S<1,2,1>")?;
/// let f = AnyLayout::parse(Kind::Cute, "(4,4):(1,4)")?;
/// let h = compose(&g, &f, Promotion::Extend, &Budget::default()).unwrap();
/// assert_eq!(h.to_string(), "S<1,2,1> o 0 o (4,4):(1,4)");
/// # Ok::<(), layout_math::text::ParseError>(())
/// ```
pub fn compose(
    g: &AnyLayout,
    f: &AnyLayout,
    promotion: Promotion,
    budget: &Budget,
) -> Result<AnyLayout, ComposeError> {
    let (g, f) = two_apart(g, f);
    let result = compose_apart(&g, &f, promotion, budget)?;
    // The inputs of a relation are those of the right layout: it says itself what that says.
    let operands = [&*g, &*f];
    let is_relation = matches!(result, AnyLayout::Relation(_));
    Ok(keeping_facts(result, if is_relation { &operands[..1] } else { &operands }))
}

/// The composition of layouts no two of whose anonymous symbols have one name.
fn compose_apart(
    g: &AnyLayout,
    f: &AnyLayout,
    promotion: Promotion,
    budget: &Budget,
) -> Result<AnyLayout, ComposeError> {
    if let AnyLayout::Tile(_) = g {
        return Err(ComposeError::NotAFunction { operand: g.to_string() });
    }
    if let (AnyLayout::Cute(f), Promotion::Extend) = (f, promotion)
        && !f.positions().is_empty()
    {
        let of = |g| compose_at_coordinates(g, f, budget);
        match g {
            AnyLayout::Cute(g) => match (of(g), f) {
                (Err(error), CuteLayout::Basis(coordinates))
                    if error.has_no_layout() && g.positions().is_empty() =>
                {
                    let relation = relation_at_coordinates(g, coordinates);
                    return relation.map(AnyLayout::Relation).ok_or(error);
                }
                (composed, _) => return composed.map(AnyLayout::Cute),
            },
            AnyLayout::Composed(g) => {
                return Ok(AnyLayout::Composed(g.with_inner(of(g.inner())?)));
            }
            _ => {}
        }
    }
    let are_inputs = match g {
        AnyLayout::Relation(relation) => has_positions_below(f, relation.n_inputs()),
        _ => false,
    };
    if has_tuple_offsets(f) && !are_inputs {
        return Err(ComposeError::Tuples { operand: f.to_string() });
    }
    if promotion == Promotion::None {
        return compose_relations(g, f, promotion, budget).map(AnyLayout::Relation);
    }
    let in_notation = match (g, f) {
        (AnyLayout::Cute(g), AnyLayout::Tile(tiler)) => {
            Some(AnyLayout::Cute(compose_tiler(g, tiler, budget)?))
        }
        (AnyLayout::Composed(g), AnyLayout::Tile(tiler)) => {
            let inner = compose_tiler(g.inner(), tiler, budget)?;
            Some(AnyLayout::Composed(g.with_inner(inner)))
        }
        (_, AnyLayout::Tile(_)) => {
            return Err(ComposeError::NotAFunction { operand: f.to_string() });
        }
        (AnyLayout::Cute(g), AnyLayout::Cute(f)) => {
            compose_cute(g, f, budget)?.map(AnyLayout::Cute)
        }
        // Coordinates below 0 are outside also of the swizzle that does nothing, which a composed
        // layout takes there.
        (AnyLayout::Swizzle(swizzle), AnyLayout::Cute(inner))
            if !swizzle.is_identity() || f.sign(Domain::Inside).is_natural() =>
        {
            let outer = Outer::Swizzle(*swizzle);
            Some(AnyLayout::Composed(Composed::new(outer, 0, inner.clone())))
        }
        (AnyLayout::Composed(g), AnyLayout::Cute(f)) => compose_cute(g.inner(), f, budget)?
            .map(|inner| AnyLayout::Composed(g.with_inner(inner))),
        (AnyLayout::Cute(g), AnyLayout::Composed(f)) => compose_after_composed(g, f, budget)?,
        (AnyLayout::Linear(g), AnyLayout::Linear(f)) => {
            let linear = f.compose(g).map_err(ComposeError::Linear)?;
            Some(AnyLayout::Linear(linear))
        }
        (AnyLayout::Linear(_), _) | (_, AnyLayout::Linear(_)) => compose_binary(g, f),
        _ => None,
    };
    match in_notation {
        Some(layout) => Ok(layout),
        None => compose_relations(g, f, promotion, budget).map(AnyLayout::Relation),
    }
}

/// True if the parts of the offsets of a layout are at the positions below `n`, each by itself.
fn has_positions_below(layout: &AnyLayout, n: usize) -> bool {
    let AnyLayout::Cute(cute) = layout else { return true };
    let positions = cute.positions();
    positions.len() == n && (0..).zip(&positions).all(|(at, path): (u32, _)| path[..] == [at])
}

/// The composition with a tiler, mode by mode: tiles of layouts with symbols are not decided.
fn compose_tiler(
    g: &CuteLayout,
    tiler: &Tiler,
    budget: &Budget,
) -> Result<CuteLayout, ComposeError> {
    match g {
        CuteLayout::Static(g) => {
            let of_mode = |mode: &Layout, tile: &Layout| found(mode, tile, budget);
            by_each_mode(g, tiler, of_mode).map(CuteLayout::Static)
        }
        CuteLayout::Basis(g) => {
            let of_mode = |mode: &Layout<Basis>, tile: &Layout| match composition_within(
                mode, tile, budget,
            ) {
                Composition::Layout(layout) => Ok(Some(layout)),
                Composition::Undecided { .. } => {
                    let (outer, inner) = (mode.to_string(), tile.to_string());
                    let error = AlgebraError::CompositionUndecided { outer, inner };
                    Err(ComposeError::Coordinates(error))
                }
                _ => Ok(None),
            };
            by_each_mode(g, tiler, of_mode).map(CuteLayout::from)
        }
        CuteLayout::Symbolic(_) => {
            let reason = format!("{g} is not a layout of integers, which tiles are taken of");
            Err(ComposeError::Unknown(Unknown::NotRead { reason }))
        }
    }
}

fn by_each_mode<D: Stride>(
    g: &Layout<D>,
    tiler: &Tiler,
    compose: impl Fn(&Layout<D>, &Layout) -> Result<Option<Layout<D>>, ComposeError>,
) -> Result<Layout<D>, ComposeError> {
    let compose_mode = |mode: &Layout<D>, tile: &Layout| {
        let no_layout =
            || ComposeError::TilerMode { tile: tile.to_string(), mode: mode.to_string() };
        compose(mode, tile)?.ok_or_else(no_layout)
    };
    by_mode(g, tiler, compose_mode)
        .ok_or_else(|| ComposeError::Tiler { tiler: tiler.to_string(), layout: g.to_string() })?
}

/// The composition with a layout whose offsets are coordinates of `g`.
fn compose_at_coordinates(
    g: &CuteLayout,
    f: &CuteLayout,
    budget: &Budget,
) -> Result<CuteLayout, ComposeError> {
    let composed = match (g, f) {
        (CuteLayout::Static(g), CuteLayout::Basis(f)) => {
            compose_coordinates(g, f, budget).map(CuteLayout::Static)
        }
        (CuteLayout::Basis(g), CuteLayout::Basis(f)) => {
            compose_coordinates(g, f, budget).map(CuteLayout::from)
        }
        _ => return compose_symbolic(g, f).ok_or_else(|| no_composition(g, f)),
    };
    composed.map_err(ComposeError::Coordinates)
}

/// Why no composition of layouts with symbols is found where the offsets of `f` are coordinates of `g`.
fn no_composition(g: &CuteLayout, f: &CuteLayout) -> ComposeError {
    if let Some(path) = f.positions().into_iter().find(|path| g.part(path).is_none()) {
        let basis = SymbolicStride::new(Term::constant(1), path);
        let (value, shape) = (basis.to_string(), g.shape().to_string());
        return ComposeError::Coordinates(AlgebraError::Mismatch {
            what: "coordinate",
            value,
            shape,
        });
    }
    let reason = format!("no layout is seen to be {g} o {f} for all values of their symbols");
    ComposeError::Unknown(Unknown::NotFound { reason })
}

/// The CuTe layout that is `g o f`; `None` if there is none or none is found.
fn compose_cute(
    g: &CuteLayout,
    f: &CuteLayout,
    budget: &Budget,
) -> Result<Option<CuteLayout>, ComposeError> {
    match (g, f) {
        (CuteLayout::Static(g), CuteLayout::Static(f)) => {
            Ok(found(g, f, budget)?.map(CuteLayout::Static))
        }
        (CuteLayout::Basis(g), CuteLayout::Static(f)) => match composition_within(g, f, budget) {
            Composition::Layout(layout) => Ok(Some(layout.into())),
            _ => Ok(None),
        },
        (CuteLayout::Symbolic(outer), _) => {
            let by_strides = match f {
                CuteLayout::Static(inner) => with_symbolic_strides(outer, inner, budget),
                _ => None,
            };
            if let Some(composed) = by_strides.or_else(|| compose_symbolic(g, f)) {
                return Ok(Some(composed));
            }
            with_fewer_modes(g).map_or(Ok(None), |merged| compose_cute(&merged, f, budget))
        }
        (_, CuteLayout::Symbolic(_)) => Ok(compose_symbolic(g, f)),
        (_, CuteLayout::Basis(_)) => Ok(None),
    }
}

/// The layout with its modes merged, if some are, and if it is the same function past the end too, where the
/// last mode goes on: one of size 1 is not left out.
fn with_fewer_modes(g: &CuteLayout) -> Option<CuteLayout> {
    let extents = g.extents();
    let merged = g.merged().filter(|merged| merged.extents().len() < extents.len())?;
    extents.last().is_some_and(|last| last.as_constant() != Some(1)).then_some(merged)
}

fn found(g: &Layout, f: &Layout, budget: &Budget) -> Result<Option<Layout>, ComposeError> {
    match composition_within(g, f, budget) {
        Composition::Layout(layout) => Ok(Some(layout)),
        Composition::NotALayout { .. } | Composition::Undefined { .. } => Ok(None),
        // Too large to evaluate: isl compares CuTe's candidate, or looks for another layout.
        Composition::Undecided { candidate } => {
            raise_composition(g, f, candidate, &Solver::new(budget)).map_err(ComposeError::Unknown)
        }
    }
}

/// A layout with symbols in its strides, and in no extent but that of its last flattened mode: the
/// extents are all that the algorithm looks at, and the last one is extended anyway.
fn with_symbolic_strides(g: &SymbolicLayout, f: &Layout, budget: &Budget) -> Option<CuteLayout> {
    let extents: Vec<&Term> = g.shape().leaves().collect();
    let (last, bounded) = extents.split_last()?;
    let mut numbers: Vec<i64> = bounded.iter().map(|e| e.as_constant()).collect::<Option<_>>()?;
    numbers.push(last.as_constant().unwrap_or(1));
    let leaves = |numbers: Vec<i64>| Tuple::Node(numbers.into_iter().map(Tuple::Leaf).collect());
    let strides = Tuple::Node(g.stride().leaves().cloned().map(Tuple::Leaf).collect());
    let outer = Layout::<SymbolicStride>::new(leaves(numbers), strides).ok()?;
    let Composition::Layout(result) = composition_within(&outer, f, budget) else { return None };
    CuteLayout::with_strides(&result, g.facts())
}

/// `g o (h o offset o inner)`: `(g o h) o offset o inner` if `h` is a layout and is not left.
fn compose_after_composed(
    g: &CuteLayout,
    f: &Composed,
    budget: &Budget,
) -> Result<Option<AnyLayout>, ComposeError> {
    let (Outer::Layout(CuteLayout::Static(h)), Some(inner), Some(offset)) =
        (f.outer(), f.inner().as_static(), f.offset_term().as_constant())
    else {
        return Ok(None);
    };
    let (least, greatest) = inner.offset_range();
    let stays = 0 <= least.saturating_add(offset) && greatest.saturating_add(offset) < h.size();
    let Some(g) = g.as_static().filter(|_| stays) else { return Ok(None) };
    let outer = found(g, h, budget)?.map(|outer| Outer::Layout(CuteLayout::Static(outer)));
    Ok(outer.map(|outer| AnyLayout::Composed(Composed::new(outer, offset, f.inner().clone()))))
}

/// The composition with a linear layout as a linear layout, if both operands are maps over F2 and
/// the inner one stays in the domain of the outer one.
fn compose_binary(g: &AnyLayout, f: &AnyLayout) -> Option<AnyLayout> {
    let (outer, inner) = (as_binary(g)?, as_binary(f)?);
    if outer.matrix().n_columns() < inner.matrix().n_rows() {
        return None;
    }
    let size = f.size()?.as_constant()?;
    let in_dims: Vec<(&str, i64)> = match f {
        AnyLayout::Linear(linear) => {
            linear.in_dims().iter().map(|d| (d.name(), d.size())).collect()
        }
        _ => vec![("dim0", size)],
    };
    let map = outer.after(&inner);
    let out_dims: Vec<(&str, i64)> = match g {
        AnyLayout::Linear(linear) => {
            linear.out_dims().iter().map(|d| (d.name(), d.size())).collect()
        }
        _ => vec![("dim0", 1_i64.checked_shl(map.matrix().n_rows()).filter(|&size| 0 < size)?)],
    };
    let value = |coordinate: i64| map.apply(coordinate as u64) as i64;
    LinearLayout::from_values(&in_dims, &out_dims, value).ok().map(AnyLayout::Linear)
}
