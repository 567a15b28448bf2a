//! One operation of another dialect, and the obligations that are put before it.

use std::fmt::Display;

use melior::ir::operation::OperationLike;
use melior::ir::{OperationRef, Value};

use super::claims::{equals, same_shape_of_modes, same_sizes};
use super::dialect::Dialect;
use super::emit::emit;
use super::types::TypeReader;
use crate::algebra::{AnyLayout, Kind};
use crate::cute::Tuple;
use crate::dialect::diagnostic::{Diagnostic, Severity};
use crate::dialect::ir::{self, Inserter};
use crate::imported::modes::{is_nested_otherwise, without_single_modes};
use crate::imported::tuples;
use crate::imported::{LayoutExpression, NotImported, Role, in_form};
use crate::partial::Leaf;

/// An operation that is imported.
pub(super) struct Site<'c, 'a> {
    pub inserter: Inserter<'c, 'a>,
    pub operation: OperationRef<'c, 'a>,
    pub reader: TypeReader<'a>,
    /// How grave it is that a shape is nested otherwise, and whether one was.
    pub nesting: Severity,
    pub is_nested_otherwise: bool,
}

/// What is claimed of the shape of an answer, beside the function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ShapeClaim {
    /// It is ours, up to tuples of one mode.
    Same,
    /// The same of what a coordinate picks, which is not a tuple of one mode where the dialect says so.
    Picked,
    /// Its modes have the sizes of ours.
    Modes,
    /// Its modes, and the modes of these, have the sizes of ours.
    Parts,
    /// Nothing.
    Any,
}

impl<'c: 'a, 'a> Site<'c, 'a> {
    pub fn dialect(&self) -> &'static Dialect {
        self.reader.dialect
    }

    pub fn operands(&self) -> Vec<Value<'c, 'a>> {
        self.operation.operands().collect()
    }

    /// The operands, of which there have to be so many.
    pub fn operands_of<const N: usize>(&self) -> Result<[Value<'c, 'a>; N], NotImported> {
        let operands = self.operands();
        let count = operands.len();
        operands.try_into().map_err(|_| format!("it has {count} operands, not {N}").into())
    }

    /// True if a type of the operation says a layout.
    pub fn has_layouts(&self) -> bool {
        let results = self.operation.results().map(Value::from);
        let mut all = self.operation.operands().chain(results);
        all.any(|value| self.reader.text_of(value).is_some_and(|text| text.body.contains(':')))
    }

    /// The result, of which there has to be one: what a second one claims is not looked at.
    pub fn result(&self) -> Result<Value<'c, 'a>, NotImported> {
        match self.operation.result_count() {
            1 => Ok(ir::result(self.operation, 0).ok_or("it has no result")?),
            0 => Err("it has no result".into()),
            count => Err(format!("it has {count} results, not 1").into()),
        }
    }

    /// What the result type claims, its `?` filled with our answer.
    pub fn claimed(&self, answer: &LayoutExpression) -> Result<AnyLayout, NotImported> {
        self.claimed_by(self.result()?, || answer.clone())
    }

    /// The same of one of several results, with our answer made if it is asked for.
    pub fn claimed_by(
        &self,
        result: Value<'c, 'a>,
        answer: impl FnOnce() -> LayoutExpression,
    ) -> Result<AnyLayout, NotImported> {
        let text = self.reader.text_of(result).ok_or("its result is not a layout")?;
        if !text.body.contains('?') {
            return self.reader.operand(result);
        }
        let kind = match text.role {
            Role::Layout | Role::Composed => text.kind(),
            _ => None,
        };
        let kind = kind.ok_or("its result is not a layout")?;
        in_form(&answer().evaluate()?, &text.body, kind)
    }

    /// The claim that the result is our answer.
    pub fn claims(
        &mut self,
        answer: &LayoutExpression,
        shape: ShapeClaim,
    ) -> Result<(), NotImported> {
        let claimed = self.claimed(answer)?;
        self.claims_of(answer, &claimed, shape)?;
        self.keeps_memory()
    }

    /// The claim that a layout is our answer.
    pub fn claims_of(
        &mut self,
        answer: &LayoutExpression,
        claimed: &AnyLayout,
        shape: ShapeClaim,
    ) -> Result<(), NotImported> {
        let ours = answer.as_ir()?;
        let inserter = &mut self.inserter;
        let value = emit(answer, inserter);
        equals(inserter, value, claimed);
        match shape {
            ShapeClaim::Same | ShapeClaim::Picked => {
                let Some(ours) = ours else { return Ok(()) };
                same_shape_of_modes(inserter, &ours, claimed);
                match (shape, ours.modes(), claimed.modes()) {
                    (ShapeClaim::Picked, Some(own), Some(theirs))
                        if self.dialect().unwraps_picked =>
                    {
                        let (own, theirs) = (unwrapped(own.shape()), theirs.shape());
                        let [plain, other] = [&own, &theirs].map(without_single_modes);
                        if own != theirs && plain == other {
                            self.warn_nesting(&own, &theirs);
                        }
                    }
                    _ => self.says_nesting(&ours, claimed),
                }
            }
            ShapeClaim::Modes | ShapeClaim::Parts => {
                let Some(ours) = ours else { return Ok(()) };
                let levels = if shape == ShapeClaim::Parts { 2 } else { 1 };
                same_sizes(inserter, &ours, claimed, levels)?;
            }
            ShapeClaim::Any => {}
        }
        Ok(())
    }

    /// True if a dialect that has no tuples of one mode in such a result has left out all of ours.
    pub fn is_unwrapped(&self, ours: &AnyLayout, claimed: &AnyLayout) -> bool {
        let plain =
            |layout: &AnyLayout| layout.modes().map(|modes| without_single_modes(&modes.shape()));
        self.dialect().unwraps_picked
            && claimed
                .modes()
                .map(|modes| modes.shape())
                .is_some_and(|shape| plain(ours) == Some(shape))
    }

    /// Says that a shape is ours but for tuples of one mode.
    pub fn says_nesting(&mut self, ours: &AnyLayout, claimed: &AnyLayout) {
        let (Some(own), Some(theirs)) = (ours.modes(), claimed.modes()) else { return };
        if is_nested_otherwise(ours, claimed) {
            self.warn_nesting(&own.shape(), &theirs.shape());
        }
    }

    pub fn warn_nesting(&mut self, ours: &impl Display, claimed: &impl Display) {
        let name = ir::name(self.operation);
        let message = format!("{name} nests its result otherwise: {claimed}, not {ours}");
        Diagnostic::new(self.nesting, self.operation.location(), message).emit();
        self.is_nested_otherwise = true;
    }

    /// The claim that two swizzles are the same; none is the one that changes nothing.
    pub fn same_swizzle(
        &mut self,
        ours: Option<&str>,
        claimed: Option<&str>,
    ) -> Result<(), NotImported> {
        if ours == claimed {
            return Ok(());
        }
        let [ours, claimed] = [ours, claimed].map(|text| text.unwrap_or("S<0,4,3>"));
        // Above the bits that one of them looks at both change nothing.
        let size = size_of(ours)?.max(size_of(claimed)?).max(1 << 16);
        let [ours, claimed] = [ours, claimed].map(|swizzle| {
            AnyLayout::parse(Kind::Composed, &format!("{swizzle} o 0 o {size}:1"))
                .map_err(|error| error.to_string())
        });
        self.claims_of(&LayoutExpression::Known(ours?), &claimed?, ShapeClaim::Any)
    }

    /// The claim that a number is ours.
    pub fn claims_number(&mut self, ours: i64, claimed: i64) -> Result<(), NotImported> {
        let [ours, claimed] = [ours, claimed].map(|number| Tuple::Leaf(Leaf::Number(number)));
        self.claims_tuple(&ours, &claimed)
    }

    /// The claim that a tuple is ours, which a tuple of one mode may stand around.
    pub fn claims_tuple(
        &mut self,
        ours: &Tuple<Leaf>,
        claimed: &Tuple<Leaf>,
    ) -> Result<(), NotImported> {
        if tuples::is_nested_otherwise(ours, claimed) {
            if !without_single_modes(ours).is_congruent(&without_single_modes(claimed)) {
                return Err(nested_otherwise(ours, claimed));
            }
            self.warn_nesting(ours, claimed);
        }
        self.claims_leaves(ours, claimed)
    }

    /// The claim that a tuple is ours, nested as ours is.
    pub fn claims_nested(
        &mut self,
        ours: &Tuple<Leaf>,
        claimed: &Tuple<Leaf>,
    ) -> Result<(), NotImported> {
        match tuples::is_nested_otherwise(ours, claimed) {
            true => Err(nested_otherwise(ours, claimed)),
            false => self.claims_leaves(ours, claimed),
        }
    }

    fn claims_leaves(
        &mut self,
        ours: &Tuple<Leaf>,
        claimed: &Tuple<Leaf>,
    ) -> Result<(), NotImported> {
        let Some([ours, claimed]) = tuples::as_layouts(ours, claimed)? else { return Ok(()) };
        self.claims_of(&LayoutExpression::Known(ours), &claimed, ShapeClaim::Any)
    }
}

/// The size of the domain of a swizzle by itself, as far as 64 bits go.
fn size_of(swizzle: &str) -> Result<i64, NotImported> {
    let size = AnyLayout::parse(Kind::Swizzle, swizzle)?.size();
    Ok(size.and_then(|size| size.as_constant()).unwrap_or(i64::MAX))
}

/// The only mode of a tuple of one mode, and of that one.
pub(super) fn unwrapped<T>(tuple: Tuple<T>) -> Tuple<T> {
    match tuple {
        Tuple::Node(mut modes) if modes.len() == 1 => unwrapped(modes.remove(0)),
        tuple => tuple,
    }
}

fn nested_otherwise(ours: &Tuple<Leaf>, claimed: &Tuple<Leaf>) -> NotImported {
    NotImported::Wrong(format!("{claimed} is nested otherwise than {ours}"))
}
