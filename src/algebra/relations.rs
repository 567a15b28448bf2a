//! Layouts as integer set relations, and questions about them put to isl.

use super::any_layout::AnyLayout;
use super::compose::{ComposeError, Promotion};
use super::evaluate::basis_outputs;
use super::raise::{NotRaised, raise_to_cute};
use super::verdict::{Budget, Unknown};
use crate::cute::{
    Basis, Composed, CuteLayout, Fact, Layout, Outer, SymbolicLayout, SymbolicStride, Term,
    contradiction,
};
use crate::linear::LinearLayout;
use crate::relation::{
    Answer, Context, Facts, InDim, Map, Mode, QuestionError, Relation, RelationError, Symbolic,
};

pub use crate::relation::View;

/// The relation of a layout: coordinates to offsets, in the given view of the coordinates.
///
/// A linear layout has one output for each out-dim, a layout with basis strides one for each
/// position. A relation is returned as it is, whatever the view. The natural view of a composed
/// layout is that of its inner layout, and a swizzle has one coordinate in every view.
///
/// ```
/// use layout::algebra::{AnyLayout, Kind, View, to_relation};
///
/// let layout = AnyLayout::parse(Kind::Cute, "(4,(2,2)):(2,(1,8))")?;
/// assert_eq!(
///     to_relation(&layout, &View::Natural).unwrap().to_string(),
///     "{ [c0, c1, c2] -> [2c0 + c1 + 8c2] : 0 <= c0 < 4 and 0 <= c1 < 2 and 0 <= c2 < 2 }"
/// );
/// # Ok::<(), layout::text::ParseError>(())
/// ```
pub fn to_relation(layout: &AnyLayout, view: &View) -> Result<Relation, ComposeError> {
    let relation = match layout {
        AnyLayout::Cute(cute) => cute_relation(cute, view),
        AnyLayout::Swizzle(s) => Relation::from_swizzle(s.bits(), s.base(), s.shift()),
        AnyLayout::Composed(composed) => return composed_relation(composed, view),
        AnyLayout::Linear(linear) => linear_relation(linear, view),
        AnyLayout::Relation(relation) => Ok(relation.clone()),
        AnyLayout::Tile(tiler) => {
            return Err(ComposeError::NotAFunction { operand: tiler.to_string() });
        }
    };
    relation.map_err(ComposeError::Relation)
}

fn cute_relation(layout: &CuteLayout, view: &View) -> Result<Relation, RelationError> {
    let (modes, n_outputs) = modes_of(layout)?;
    let offsets = vec![Symbolic::from(0); n_outputs];
    Relation::from_modes(&modes, &offsets, view, &facts_of(facts(layout))?)
}

fn facts(layout: &CuteLayout) -> &[Fact] {
    match layout {
        CuteLayout::Symbolic(layout) => layout.facts(),
        _ => &[],
    }
}

/// The flattened modes with a stride in each output.
fn modes_of(layout: &CuteLayout) -> Result<(Vec<Mode>, usize), RelationError> {
    Ok(match layout {
        CuteLayout::Static(layout) => (static_modes(layout), 1),
        CuteLayout::Basis(layout) => basis_modes(layout),
        CuteLayout::Symbolic(layout) => symbolic_modes(layout)?,
    })
}

fn static_modes(layout: &Layout) -> Vec<Mode> {
    layout.flat_modes().iter().map(|mode| Mode::new(mode.extent, mode.stride)).collect()
}

fn basis_modes(layout: &Layout<Basis>) -> (Vec<Mode>, usize) {
    let modes = layout.flat_modes();
    let outputs = basis_outputs(&modes);
    let stride_in = |stride: &Basis, path: &Vec<u32>| {
        Symbolic::from(if stride.path() == path.as_slice() { stride.scale() } else { 0 })
    };
    let with_strides = modes.iter().map(|mode| Mode {
        extent: mode.extent.into(),
        strides: outputs.iter().map(|path| stride_in(&mode.stride, path)).collect(),
    });
    (with_strides.collect(), outputs.len())
}

fn symbolic_modes(layout: &SymbolicLayout) -> Result<(Vec<Mode>, usize), RelationError> {
    let strides: Vec<&SymbolicStride> = layout.stride().leaves().collect();
    let mut outputs: Vec<&[u32]> = strides
        .iter()
        .filter(|stride| stride.scale().coefficient() != 0)
        .map(|stride| stride.path())
        .collect();
    outputs.sort();
    outputs.dedup();
    if outputs.is_empty() {
        outputs.push(&[]);
    }
    let mut modes = Vec::new();
    for (extent, stride) in layout.shape().leaves().zip(strides) {
        let mut in_outputs = Vec::new();
        for path in &outputs {
            let is_here = stride.path() == *path;
            in_outputs.push(if is_here { symbolic(stride.scale())? } else { 0.into() });
        }
        modes.push(Mode { extent: symbolic(extent)?, strides: in_outputs });
    }
    let n_outputs = outputs.len();
    Ok((modes, n_outputs))
}

/// A term as an affine expression of symbols; an error for a product of symbols.
fn symbolic(term: &Term) -> Result<Symbolic, RelationError> {
    match term.symbols() {
        [] => Ok(term.coefficient().into()),
        [name] => Symbolic::parameter(name).times(term.coefficient()),
        _ => Err(RelationError::ProductOfSymbols { product: term.to_string() }),
    }
}

fn facts_of(facts: &[Fact]) -> Result<Facts, RelationError> {
    facts.iter().try_fold(Facts::new(), with_fact)
}

fn with_fact(known: Facts, fact: &Fact) -> Result<Facts, RelationError> {
    match fact {
        Fact::Range { symbol, least, greatest } => known.between(symbol, *least, *greatest),
        Fact::Congruence { symbol, modulus, residue } => {
            known.remainder(symbol, *modulus, *residue)
        }
    }
}

fn composed_relation(composed: &Composed, view: &View) -> Result<Relation, ComposeError> {
    let offset = symbolic(composed.offset_term()).map_err(ComposeError::Relation)?;
    let facts = facts_of(composed.facts()).map_err(ComposeError::Relation)?;
    let (modes, n_outputs) = modes_of(composed.inner()).map_err(ComposeError::Relation)?;
    if n_outputs != 1 {
        return Err(ComposeError::NotAFunction { operand: composed.inner().to_string() });
    }
    match composed.outer() {
        Outer::Swizzle(swizzle) => {
            let parameters = (swizzle.bits(), swizzle.base(), swizzle.shift());
            let relation = Relation::from_composed(parameters, &offset, &modes, view, &facts);
            relation.map_err(ComposeError::Relation)
        }
        Outer::Layout(outer) => {
            let inner = Relation::from_modes(&modes, &[offset], view, &facts);
            let inner = inner.map_err(ComposeError::Relation)?;
            let outer = extended_relation(&AnyLayout::Cute(outer.clone()), &View::Integral)?;
            // Both are layouts, whose relations have explicit outputs and one piece.
            inner
                .substituted_into(&outer, inner_stays_natural(composed))
                .ok_or_else(|| ComposeError::NotAFunction { operand: composed.to_string() })
        }
    }
}

/// The relation of a layout on all coordinates at which an apply has a value: a CuTe layout and the
/// inner layout of a composed one are extended past their ends, and a swizzle acts on every offset.
/// Linear layouts and relations have no more values than [`to_relation`] says.
///
/// # Errors
///
/// Those of [`to_relation`].
pub(super) fn extended_relation(layout: &AnyLayout, view: &View) -> Result<Relation, ComposeError> {
    let relation = match layout {
        AnyLayout::Cute(cute) => modes_of(cute).and_then(|(modes, n_outputs)| {
            let offsets = vec![Symbolic::from(0); n_outputs];
            Relation::extended_modes(&modes, &offsets, view, &facts_of(facts(cute))?)
        }),
        AnyLayout::Swizzle(s) => Relation::extended_swizzle(s.bits(), s.base(), s.shift()),
        AnyLayout::Composed(composed) => return extended_composed(composed, view),
        AnyLayout::Linear(_) | AnyLayout::Relation(_) | AnyLayout::Tile(_) => {
            return to_relation(layout, view);
        }
    };
    relation.map_err(ComposeError::Relation)
}

fn extended_composed(composed: &Composed, view: &View) -> Result<Relation, ComposeError> {
    let offset = symbolic(composed.offset_term()).map_err(ComposeError::Relation)?;
    let facts = facts_of(composed.facts()).map_err(ComposeError::Relation)?;
    let (modes, n_outputs) = modes_of(composed.inner()).map_err(ComposeError::Relation)?;
    let not_a_function = || ComposeError::NotAFunction { operand: composed.to_string() };
    if n_outputs != 1 {
        return Err(not_a_function());
    }
    match composed.outer() {
        Outer::Swizzle(swizzle) => {
            let parameters = (swizzle.bits(), swizzle.base(), swizzle.shift());
            Relation::extended_composed(parameters, &offset, &modes, view, &facts)
                .map_err(ComposeError::Relation)
        }
        Outer::Layout(outer) => {
            let inner = Relation::extended_modes(&modes, &[offset], view, &facts);
            let outer = extended_relation(&AnyLayout::Cute(outer.clone()), &View::Integral)?;
            // Both have explicit outputs and one piece. The outer one asks for no negative number.
            inner
                .map_err(ComposeError::Relation)?
                .substituted_into(&outer, false)
                .ok_or_else(not_a_function)
        }
    }
}

fn linear_relation(linear: &LinearLayout, view: &View) -> Result<Relation, RelationError> {
    let in_dims: Vec<InDim> =
        linear.bases().map(|(dim, bases)| InDim { name: dim.name().to_owned(), bases }).collect();
    let out_dims: Vec<(&str, i64)> =
        linear.out_dims().iter().map(|dim| (dim.name(), dim.size())).collect();
    Relation::from_bases(&in_dims, &out_dims, &linear.constant(), view)
}

/// The composition as a relation: by substitution where the outputs are expressions, else by isl.
pub(super) fn compose_relations(
    g: &AnyLayout,
    f: &AnyLayout,
    promotion: Promotion,
    budget: &Budget,
) -> Result<Relation, ComposeError> {
    let inner = flat_relation(f)?;
    let is_extended = promotion == Promotion::Extend;
    let outer = if is_extended {
        extended_relation(g, &View::Integral)?
    } else {
        to_relation(g, &View::Integral)?
    };
    let outer = flat_outputs(g, outer).map_err(ComposeError::Relation)?;
    // An extended layout asks no more than that its coordinate is not negative.
    let is_layout = matches!(g, AnyLayout::Cute(_) | AnyLayout::Composed(_));
    let is_total = is_extended && is_layout && stays_natural(f);
    if let Some(relation) = inner.substituted_into(&outer, is_total) {
        return Ok(relation);
    }
    let question = Question::new(budget);
    let composed = (|| {
        let inner = inner.to_map(&question.context)?;
        inner.then(&outer.to_map(&question.context)?)?.to_relation()
    })();
    composed.map_err(|error| ComposeError::Unknown(NotAnswered::Question(error).into()))
}

/// True if it is seen that no offset of the layout is negative: below 0 nothing has a value.
fn stays_natural(f: &AnyLayout) -> bool {
    match f {
        AnyLayout::Cute(CuteLayout::Static(layout)) => 0 <= layout.offset_range().0,
        AnyLayout::Cute(CuteLayout::Symbolic(layout)) => {
            // Extents are at least 1, and a stride that is a symbol is no coefficient of isl's.
            layout.stride().leaves().all(|stride| 0 <= stride.scale().coefficient())
        }
        AnyLayout::Swizzle(_) | AnyLayout::Linear(_) => true,
        AnyLayout::Composed(composed) => {
            matches!(composed.outer(), Outer::Swizzle(_)) && inner_stays_natural(composed)
        }
        AnyLayout::Cute(CuteLayout::Basis(_)) | AnyLayout::Tile(_) | AnyLayout::Relation(_) => {
            false
        }
    }
}

/// True if it is seen that no offset of the inner layout, with the offset added, is negative.
fn inner_stays_natural(composed: &Composed) -> bool {
    let offset = composed.offset_term().as_constant();
    match (composed.inner().as_static(), offset) {
        (Some(inner), Some(offset)) => 0 <= inner.offset_range().0.saturating_add(offset),
        _ => false,
    }
}

/// The relation from the integral coordinate to one offset, where the layout is no relation.
fn flat_relation(layout: &AnyLayout) -> Result<Relation, ComposeError> {
    let relation = to_relation(layout, &View::Integral)?;
    flat_outputs(layout, relation).map_err(ComposeError::Relation)
}

fn flat_outputs(layout: &AnyLayout, relation: Relation) -> Result<Relation, RelationError> {
    match layout {
        AnyLayout::Linear(linear) => {
            let sizes: Vec<i64> = linear.out_dims().iter().map(|dim| dim.size()).collect();
            relation.with_flat_outputs(&sizes)
        }
        _ => Ok(relation),
    }
}

/// The layout that `g o f` is, for a domain too large to evaluate: CuTe's candidate if isl proves
/// it, otherwise the one that the relation is raised to.
pub(super) fn raise_composition(
    g: &Layout,
    f: &Layout,
    candidate: Option<Layout>,
    question: &Question,
) -> Result<Option<Layout>, Unknown> {
    let (outer, inner) = (AnyLayout::from(g.clone()), AnyLayout::from(f.clone()));
    let budget = Budget { isl_operations: question.context.budget() };
    let relation = compose_relations(&outer, &inner, Promotion::Extend, &budget);
    let Ok(relation) = relation else { return Ok(None) };
    let truth = relation.to_map(&question.context).map_err(not_answered)?;
    let equals = |layout: &Layout| -> Result<bool, Unknown> {
        let modes = static_modes(layout);
        let claim = Relation::from_modes(&modes, &[0.into()], &View::Integral, &Facts::new());
        let Ok(claim) = claim else { return Ok(false) };
        let claim = claim.to_map(&question.context).map_err(not_answered)?;
        match truth.equal(&claim).map_err(not_answered)? {
            Answer::Proved => Ok(true),
            Answer::Refuted(_) => Ok(false),
            Answer::Unknown { operations } => Err(Unknown::OutOfBudget { operations }),
        }
    };
    match candidate {
        Some(candidate) if equals(&candidate)? => Ok(Some(candidate)),
        _ => match raise_to_cute(&relation, question) {
            Ok(layout) => Ok(layout),
            Err(NotRaised::Unknown(unknown)) => Err(unknown),
            Err(_) => Ok(None),
        },
    }
}

fn not_answered(error: QuestionError) -> Unknown {
    NotAnswered::Question(error).into()
}

/// An isl context with the budget of one question.
pub(super) struct Question {
    pub context: Context,
}

impl Question {
    pub fn new(budget: &Budget) -> Self {
        Question { context: Context::new(budget.isl_operations) }
    }
}

/// Why isl could not be asked, or did not answer.
pub(super) enum NotAnswered {
    NotARelation(ComposeError),
    Question(QuestionError),
    /// The facts about a symbol cannot all hold.
    Contradiction {
        symbol: String,
    },
    /// The parts of tuple offsets stand at different positions, or on one side there are none.
    Positions {
        left: String,
        right: String,
    },
    /// The inputs or the outputs of a relation form no box, so that they cannot be counted.
    NotABox {
        what: &'static str,
    },
    OutOfBudget {
        operations: u64,
    },
    /// There is an answer, but no predicate that says it.
    NoPredicate {
        reason: String,
    },
    /// An offset has another number of parts than is asked for.
    Parts {
        expected: usize,
        found: usize,
    },
}

impl From<ComposeError> for NotAnswered {
    fn from(error: ComposeError) -> Self {
        NotAnswered::NotARelation(error)
    }
}

impl From<RelationError> for NotAnswered {
    fn from(error: RelationError) -> Self {
        NotAnswered::NotARelation(ComposeError::Relation(error))
    }
}

impl From<QuestionError> for NotAnswered {
    fn from(error: QuestionError) -> Self {
        NotAnswered::Question(error)
    }
}

impl From<NotAnswered> for Unknown {
    fn from(error: NotAnswered) -> Self {
        match error {
            NotAnswered::NotARelation(ComposeError::Unknown(unknown)) => unknown,
            NotAnswered::NotARelation(error) => {
                Unknown::NotPresburger { reason: error.to_string() }
            }
            NotAnswered::Question(QuestionError::Isl(crate::relation::IslError::OutOfBudget {
                operations,
            })) => Unknown::OutOfBudget { operations },
            NotAnswered::Question(error) => Unknown::NotPresburger { reason: error.to_string() },
            NotAnswered::Contradiction { symbol } => Unknown::NotPresburger {
                reason: format!("no value of {symbol} satisfies all facts about it"),
            },
            NotAnswered::Positions { left, right } => Unknown::NotPresburger {
                reason: format!("the offsets of {left} and {right} are not of the same kind"),
            },
            NotAnswered::NotABox { what } => Unknown::NotPresburger {
                reason: format!("the {what} of the relation do not form a box that begins at 0"),
            },
            NotAnswered::OutOfBudget { operations } => Unknown::OutOfBudget { operations },
            NotAnswered::NoPredicate { reason } => Unknown::NotPresburger { reason },
            NotAnswered::Parts { expected, found } => Unknown::NotPresburger {
                reason: format!("an offset of the layout has {found} parts, not {expected}"),
            },
        }
    }
}

/// What the inputs of a relation say about the integral coordinate.
pub(super) enum Space {
    /// They are it.
    Integral,
    /// They are the flattened modes, which have these extents.
    Natural(Vec<Term>),
}

impl Space {
    /// True if the input has several parts that are no modes, so that it has no integral coordinate.
    pub fn is_uncounted(&self, input: &[i64]) -> bool {
        matches!(self, Space::Integral) && input.len() != 1
    }

    /// The integral coordinate of an input, for these values of the symbols.
    pub fn integral(&self, input: &[i64], symbols: &[(String, i64)]) -> i64 {
        let value = |name: &str| symbols.iter().find(|(known, _)| known == name).map(|(_, v)| *v);
        match self {
            Space::Integral => input.first().copied().unwrap_or(0),
            Space::Natural(extents) => {
                let pairs = input.iter().zip(extents).rev();
                pairs.fold(0_i64, |coordinate, (&digit, extent)| {
                    let extent = extent.evaluate(&value).unwrap_or(1);
                    coordinate.saturating_mul(extent).saturating_add(digit)
                })
            }
        }
    }
}

/// The extents of the flattened modes that the natural view of a layout has as inputs.
fn natural_extents(layout: &AnyLayout) -> Option<Vec<Term>> {
    let cute = match layout {
        AnyLayout::Cute(cute) => cute,
        AnyLayout::Composed(composed) => composed.inner(),
        AnyLayout::Linear(linear) => {
            return Some(linear.in_dims().iter().map(|dim| Term::constant(dim.size())).collect());
        }
        _ => return None,
    };
    Some(match cute {
        CuteLayout::Static(l) => l.shape().leaves().map(|&e| Term::constant(e)).collect(),
        CuteLayout::Basis(l) => l.shape().leaves().map(|&e| Term::constant(e)).collect(),
        CuteLayout::Symbolic(l) => l.shape().leaves().cloned().collect(),
    })
}

/// A layout as isl's map from the integral coordinate; from the natural one where the integral one
/// is not Presburger.
pub(super) fn integral_map(
    question: &Question,
    layout: &AnyLayout,
) -> Result<(Map, Space), NotAnswered> {
    let relation = integral_relation(question, layout)
        .and_then(|relation| Ok(flat_outputs(layout, relation)?));
    let error = match relation {
        Ok(relation) => {
            let map = relation.to_map(&question.context)?.given(&known_facts(&[layout])?)?;
            return Ok((map, Space::Integral));
        }
        Err(error) => error,
    };
    match natural_map(question, layout) {
        Ok((map, extents)) => Ok((map.given(&known_facts(&[layout])?)?, Space::Natural(extents))),
        Err(_) => Err(error),
    }
}

fn natural_map(question: &Question, layout: &AnyLayout) -> Result<(Map, Vec<Term>), NotAnswered> {
    let relation = flat_outputs(layout, to_relation(layout, &View::Natural)?)?;
    let extents = natural_extents(layout).unwrap_or_default();
    Ok((relation.to_map(&question.context)?, extents))
}

/// Both layouts in the same view of the coordinates, each under the facts of both.
///
/// That is the view of the integral coordinate, unless a relation has several inputs that are the
/// modes of the other layout, or the integral coordinate of both is not Presburger and their
/// natural coordinates are the same.
pub(super) fn integral_pair(
    question: &Question,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<(Map, Map, Space), NotAnswered> {
    let (left, right, space) = same_inputs(question, a, b)?;
    let (left, right) = if left.n_outputs() == right.n_outputs() {
        (left, right)
    } else {
        (one_output(question, a, left)?, one_output(question, b, right)?)
    };
    let known = known_facts(&[a, b])?;
    let left = left.to_map(&question.context)?.given(&known)?;
    let right = right.to_map(&question.context)?.given(&known)?;
    Ok((left, right, space))
}

fn same_inputs(
    question: &Question,
    a: &AnyLayout,
    b: &AnyLayout,
) -> Result<(Relation, Relation, Space), NotAnswered> {
    same_positions(a, b)?;
    if let (AnyLayout::Relation(left), AnyLayout::Relation(right)) = (a, b)
        && left.n_inputs() == right.n_inputs()
        && (integral_relation(question, a).is_err() || integral_relation(question, b).is_err())
    {
        return Ok((left.clone(), right.clone(), Space::Integral));
    }
    for (relation, other) in [(a, b), (b, a)] {
        let AnyLayout::Relation(relation) = relation else { continue };
        if relation.n_inputs() != 1
            && let Some((view, extents)) = view_with_inputs(other, relation.n_inputs())
        {
            let as_seen = |layout| to_relation(layout, &view);
            return Ok((as_seen(a)?, as_seen(b)?, Space::Natural(extents)));
        }
    }
    let integral = |layout| integral_relation(question, layout);
    match (integral(a), integral(b)) {
        (Ok(left), Ok(right)) => Ok((left, right, Space::Integral)),
        (Err(error), _) | (_, Err(error)) => {
            let extents =
                natural_extents(a).filter(|extents| natural_extents(b).as_ref() == Some(extents));
            let Some(extents) = extents else { return Err(error) };
            let natural = |layout| to_relation(layout, &View::Natural);
            Ok((natural(a)?, natural(b)?, Space::Natural(extents)))
        }
    }
}

/// The parts of tuple offsets can be compared: with those at the same positions, or with the outputs
/// of a relation or a linear layout if the positions are 0, 1, and so on.
fn same_positions(a: &AnyLayout, b: &AnyLayout) -> Result<(), NotAnswered> {
    let is_counted =
        |layout: &AnyLayout| matches!(layout, AnyLayout::Relation(_) | AnyLayout::Linear(_));
    match (positions(a), positions(b)) {
        (None, None) => Ok(()),
        (Some(left), Some(right)) if left == right => Ok(()),
        (Some(positions), None) if is_counted(b) && is_enumeration(&positions) => Ok(()),
        (None, Some(positions)) if is_counted(a) && is_enumeration(&positions) => Ok(()),
        _ => Err(NotAnswered::Positions { left: a.to_string(), right: b.to_string() }),
    }
}

/// The positions of the parts of tuple offsets; `None` for offsets that are integers.
fn positions(layout: &AnyLayout) -> Option<Vec<Vec<u32>>> {
    match layout {
        AnyLayout::Cute(CuteLayout::Basis(layout)) => Some(basis_outputs(&layout.flat_modes())),
        AnyLayout::Cute(CuteLayout::Symbolic(layout)) => {
            let mut positions: Vec<Vec<u32>> = layout
                .stride()
                .leaves()
                .map(|stride| stride.path().to_vec())
                .filter(|path| !path.is_empty())
                .collect();
            positions.sort();
            positions.dedup();
            (!positions.is_empty()).then_some(positions)
        }
        _ => None,
    }
}

fn is_enumeration(positions: &[Vec<u32>]) -> bool {
    positions.iter().enumerate().all(|(at, path)| path[..] == [at as u32])
}

/// The view of a layout that has so many inputs, with the sizes of these: its flattened modes, its
/// top-level modes, or its in-dims.
fn view_with_inputs(layout: &AnyLayout, n_inputs: usize) -> Option<(View, Vec<Term>)> {
    let extents = natural_extents(layout)?;
    if extents.len() == n_inputs {
        return Some((View::Natural, extents));
    }
    let cute = match layout {
        AnyLayout::Cute(cute) => cute,
        AnyLayout::Composed(composed) => composed.inner(),
        _ => return None,
    };
    let groups = cute.flat_ranks();
    if groups.len() != n_inputs {
        return None;
    }
    let mut rest = extents.iter();
    let product = |n: &usize| {
        rest.by_ref().take(*n).try_fold(Term::constant(1), |size, extent| size.times(extent))
    };
    let sizes: Option<Vec<Term>> = groups.iter().map(product).collect();
    Some((View::Groups(groups), sizes?))
}

/// The relation from the integral coordinate. Several inputs of a relation have to form a box that
/// begins at 0; they are counted leftmost fastest.
fn integral_relation(question: &Question, layout: &AnyLayout) -> Result<Relation, NotAnswered> {
    let relation = to_relation(layout, &View::Integral)?;
    if relation.n_inputs() == 1 {
        return Ok(relation);
    }
    let map = relation.to_map(&question.context)?;
    let bounds = map.domain_box()?.filter(|bounds| bounds.iter().all(|(low, _)| *low == 0));
    let Some(bounds) = bounds else { return Err(NotAnswered::NotABox { what: "inputs" }) };
    // The coordinate mapping of the paper: mode i is counted in output i alone.
    let unit = |input: usize, output: usize| Symbolic::from(i64::from(input == output));
    let modes: Vec<Mode> = bounds
        .iter()
        .enumerate()
        .map(|(input, &(_, size))| Mode {
            extent: size.into(),
            strides: (0..bounds.len()).map(|output| unit(input, output)).collect(),
        })
        .collect();
    let offsets = vec![Symbolic::from(0); bounds.len()];
    let unfolded = Relation::from_modes(&modes, &offsets, &View::Integral, &Facts::new())?;
    match unfolded.substituted_into(&relation, true) {
        Some(relation) => Ok(relation),
        None => Ok(unfolded.to_map(&question.context)?.then(&map)?.to_relation()?),
    }
}

/// The relation with its outputs counted as one, leftmost fastest.
///
/// The sizes of a linear layout's outputs are those of its out-dims; those of other layouts hold
/// exactly the values that occur, which have to be a box that begins at 0.
fn one_output(
    question: &Question,
    layout: &AnyLayout,
    relation: Relation,
) -> Result<Relation, NotAnswered> {
    if relation.n_outputs() == 1 || matches!(layout, AnyLayout::Linear(_)) {
        return Ok(flat_outputs(layout, relation)?);
    }
    let values = relation.to_map(&question.context)?.reverse()?.domain_box()?;
    let values = values.filter(|values| values.iter().all(|(low, _)| *low == 0));
    let Some(values) = values else { return Err(NotAnswered::NotABox { what: "outputs" }) };
    let sizes: Vec<i64> = values.iter().map(|&(_, size)| size).collect();
    Ok(relation.with_flat_outputs(&sizes)?)
}

/// What holds of the symbols of all these layouts together: their facts, and that every symbol of an
/// extent is at least 1. An error if no values satisfy it all.
fn known_facts(layouts: &[&AnyLayout]) -> Result<Facts, NotAnswered> {
    let mut facts: Vec<Fact> = Vec::new();
    let mut known = Facts::new();
    for layout in layouts {
        facts.extend(facts_about(layout).iter().cloned());
        for extent in natural_extents(layout).unwrap_or_default() {
            for symbol in extent.symbols() {
                known = known.at_least(symbol, 1)?;
                facts.push(Fact::Range { symbol: symbol.clone(), least: 1, greatest: i64::MAX });
            }
        }
    }
    if let Some(symbol) = contradiction(&facts) {
        return Err(NotAnswered::Contradiction { symbol });
    }
    for layout in layouts {
        for fact in facts_about(layout) {
            known = with_fact(known, fact)?;
        }
    }
    Ok(known)
}

fn facts_about(layout: &AnyLayout) -> &[Fact] {
    match layout {
        AnyLayout::Cute(cute) => facts(cute),
        AnyLayout::Composed(composed) => composed.facts(),
        _ => &[],
    }
}

/// The pairs of the layout whose offset is outside `[0, size)`, from the natural coordinate where
/// there is one: bounds are cheaper there.
pub(super) fn departures(
    question: &Question,
    layout: &AnyLayout,
    size: &Term,
    known: &[&AnyLayout],
) -> Result<(Map, Space), NotAnswered> {
    let (relation, space) = match natural_extents(layout) {
        Some(extents) => (to_relation(layout, &View::Natural)?, Space::Natural(extents)),
        None => (integral_relation(question, layout)?, Space::Integral),
    };
    let relation = flat_outputs(layout, relation)?;
    if relation.n_outputs() != 1 {
        return Err(NotAnswered::Parts { expected: 1, found: relation.n_outputs() });
    }
    let outside = relation.outside(&symbolic(size)?)?.to_map(&question.context)?;
    let known: Vec<&AnyLayout> = known.iter().copied().chain([layout]).collect();
    Ok((outside.given(&known_facts(&known)?)?, space))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algebra::Kind;

    /// Compares the composition with CuTe's extension of `outer`, coordinate by coordinate.
    #[track_caller]
    fn check_extended(outer: &str, (kind, inner): (Kind, &str), expected: &[Option<i64>]) {
        let g = AnyLayout::parse(Kind::Cute, outer).unwrap();
        let f = AnyLayout::parse(kind, inner).unwrap();
        let composed = compose_relations(&g, &f, Promotion::Extend, &Budget::default()).unwrap();
        let context = Context::new(100_000);
        let map = composed.to_map(&context).unwrap();
        for (c, expected) in expected.iter().enumerate() {
            let found = map.image(&[], &[c as i64], 2).unwrap();
            let expected: Vec<Vec<i64>> = expected.iter().map(|&offset| vec![offset]).collect();
            assert_eq!(found, expected, "{outer} o {inner} at {c}: {composed}");
        }
    }

    #[test]
    fn a_composition_as_a_relation_is_extended_as_cute_does() {
        // Past the end of (2,1):(1,80) the unit mode goes on: 2 is (0,1), 3 is (1,1), 4 is (0,2).
        check_extended(
            "(2,1):(1,80)",
            (Kind::Relation, "{ [c] -> [2c] : 0 <= c < 3 }"),
            &[Some(0), Some(80), Some(160), None],
        );
        // S<1,0,1> sends the offsets 0, 2, 1, 3 to 0, 3, 1, 2.
        check_extended(
            "(2,1):(1,80)",
            (Kind::Composed, "S<1,0,1> o 0 o (2,2):(2,1)"),
            &[Some(0), Some(81), Some(1), Some(80), None],
        );
        // Below 0 nothing has a value.
        check_extended(
            "(2,2):(1,8)",
            (Kind::Relation, "{ [c] -> [c - 2] : 0 <= c < 8 }"),
            &[None, None, Some(0), Some(1), Some(8), Some(9), Some(16), Some(17), None],
        );
        check_extended(
            "8:1",
            (Kind::Composed, "(2,1):(1,80) o 1 o 4:1"),
            &[Some(1), Some(80), Some(81), Some(160), None],
        );
        check_extended("4:3", (Kind::Cute, "6:-1"), &[Some(0), None, None]);
        check_extended("4:3", (Kind::Cute, "6:2"), &[Some(0), Some(6), Some(12), Some(18)]);
    }
}
