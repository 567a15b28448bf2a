//! The value of an expression.

use std::collections::BTreeMap;

use super::answer::{Answer, Note};
use super::claim::decide;
use super::coordinate::{no_offset, numbers_of};
use super::error::CalcError;
use super::function::{CalcFunction, Drawing};
use super::remark;
use super::syntax::{Call, Expression, Node, Written};
use crate::draw::{self, DrawError, Picture};
use layout_math::algebra::{
    AnyLayout, Budget, Kind, Operation, Parameter, Parameters, Verdict, convert, equivalent,
};
use layout_math::cute::{Composed, CuteLayout, Layout, Outer, Tuple, composition_steps};

/// What an expression is evaluated with.
#[derive(Debug, Clone, Default)]
pub(super) struct Evaluator {
    pub variables: BTreeMap<String, Answer>,
    budget: Budget,
}

impl Evaluator {
    pub(super) fn evaluate(
        &self,
        expression: &Expression,
        notes: &mut Vec<Note>,
    ) -> Result<Answer, CalcError> {
        let column = expression.column;
        match &expression.node {
            Node::Layout(layout) => Ok(Answer::Layout(layout.clone())),
            Node::Number(number) => Ok(Answer::Number(*number)),
            Node::Variable(name) => match self.variables.get(name) {
                Some(answer) => Ok(answer.clone()),
                None => Err(CalcError::new(column, format!("there is no variable {name}"))),
            },
            Node::Composed { outer, offset, inner } => {
                self.composed(outer, *offset, inner, notes).map(Answer::from)
            }
            Node::Apply { layout, coordinate } => self.apply(layout, coordinate, column, notes),
            Node::Call(call) => self.call(call, column, notes),
        }
    }

    /// The layout that an expression is. A number is the layout of that size and stride 1.
    pub(super) fn layout(
        &self,
        expression: &Expression,
        notes: &mut Vec<Note>,
    ) -> Result<AnyLayout, CalcError> {
        let wanted = |what: &str| {
            CalcError::new(expression.column, format!("a layout is wanted here, not {what}"))
        };
        match self.evaluate(expression, notes)? {
            Answer::Layout(layout) => Ok(*layout),
            Answer::Number(number) => {
                let layout = Layout::new(Tuple::Leaf(number), Tuple::Leaf(1));
                layout.map(AnyLayout::from).map_err(|error| wanted(&format!("{number}: {error}")))
            }
            Answer::Several(_) => Err(wanted("several values, which want names first")),
            answer => Err(wanted(&answer.to_string())),
        }
    }

    pub(super) fn number(
        &self,
        expression: &Expression,
        notes: &mut Vec<Note>,
    ) -> Result<i64, CalcError> {
        match self.evaluate(expression, notes)? {
            Answer::Number(number) => Ok(number),
            answer => {
                let message = format!("a number is wanted here, not {answer}");
                Err(CalcError::new(expression.column, message))
            }
        }
    }

    fn composed(
        &self,
        outer: &Expression,
        offset: i64,
        inner: &Expression,
        notes: &mut Vec<Note>,
    ) -> Result<AnyLayout, CalcError> {
        let wrong = |place: &Expression, layout: &AnyLayout, wanted: &str| {
            CalcError::new(place.column, format!("{layout} is not a {wanted}"))
        };
        let outer_layout = match self.layout(outer, notes)? {
            AnyLayout::Swizzle(swizzle) => Outer::Swizzle(swizzle),
            AnyLayout::Cute(layout) => Outer::Layout(layout),
            layout => return Err(wrong(outer, &layout, "swizzle or CuTe layout")),
        };
        let inner_layout: CuteLayout = match self.layout(inner, notes)? {
            AnyLayout::Cute(layout) => layout,
            layout => return Err(wrong(inner, &layout, "CuTe layout")),
        };
        Ok(AnyLayout::Composed(Composed::new(outer_layout, offset, inner_layout)))
    }

    fn apply(
        &self,
        place: &Expression,
        coordinate: &Tuple<Expression>,
        column: usize,
        notes: &mut Vec<Note>,
    ) -> Result<Answer, CalcError> {
        let layout = self.layout(place, notes)?;
        let given = self.coordinate(coordinate, notes)?;
        let numbers = numbers_of(&given, &layout).map_err(|why| CalcError::new(column, why))?;
        match layout.apply(&numbers, &[]) {
            Some(offset) => {
                notes.extend(remark::of_coordinate(&given, &numbers, &layout));
                Ok(match offset[..] {
                    [offset] => Answer::Number(offset),
                    _ => Answer::Offset(offset),
                })
            }
            None => Err(CalcError::new(column, no_offset(&layout, &given))),
        }
    }

    /// The coordinate that is written, with its numbers evaluated.
    pub(super) fn coordinate(
        &self,
        coordinate: &Tuple<Expression>,
        notes: &mut Vec<Note>,
    ) -> Result<Tuple<i64>, CalcError> {
        let numbers: Vec<i64> = coordinate
            .leaves()
            .map(|number| self.number(number, notes))
            .collect::<Result<_, _>>()?;
        Ok(coordinate.with_leaves(numbers).expect("there is a number for each leaf"))
    }

    fn call(&self, call: &Call, column: usize, notes: &mut Vec<Note>) -> Result<Answer, CalcError> {
        let parameters = self.given(call, notes)?;
        let operands: Vec<AnyLayout> = call
            .operands
            .iter()
            .map(|operand| self.layout(operand, notes))
            .collect::<Result<_, _>>()?;
        let layouts: Vec<&AnyLayout> = operands.iter().collect();
        match call.function {
            CalcFunction::Algebra(operation) => {
                self.operation(operation, &layouts, &parameters, column, notes)
            }
            CalcFunction::Obligation(claim) => {
                let size = parameters.integer("size");
                Ok(Answer::Verdict(decide(claim, &layouts, size, &self.budget)))
            }
            CalcFunction::Explain => {
                let message = "explain has no value: it cannot be part of an expression";
                Err(CalcError::new(column, message))
            }
            CalcFunction::Draw(drawing) => self.draw(drawing, call, &layouts, &parameters, column),
            CalcFunction::Convert => {
                let to = match parameters.text("notation").as_deref() {
                    Some("cute") => Kind::Cute,
                    Some("composed") => Kind::Composed,
                    Some("linear") => Kind::Linear,
                    Some("relation") => Kind::Relation,
                    other => {
                        let notation = other.unwrap_or_default();
                        let message = format!(
                            "{notation} is not a notation: there are cute, composed, linear, relation"
                        );
                        return Err(CalcError::new(column, message));
                    }
                };
                let layout = layouts[0];
                convert(layout, to, &self.budget).map(Answer::from).map_err(|error| {
                    let begin = if error.is_undecided() { "not found" } else { "not possible" };
                    CalcError::new(column, format!("{begin}: {error}"))
                })
            }
        }
    }

    /// The picture of what a call of `draw` is about. A composition is drawn before and after.
    fn draw(
        &self,
        drawing: Drawing,
        call: &Call,
        layouts: &[&AnyLayout],
        parameters: &Given,
        column: usize,
    ) -> Result<Answer, CalcError> {
        let failed = |message: String| CalcError::new(column, message);
        let picture = match (drawing, layouts) {
            (Drawing::Layout, [layout]) => {
                let size = parameters.integer("size");
                match self.composition(call).filter(|_| size.is_none()) {
                    Some((outer, inner)) => picture_of_composition(&outer, &inner, layout),
                    None => draw::draw(layout, size),
                }
            }
            (Drawing::ThreadValue, [layout]) => {
                let shape = parameters.text("shape").map(|text| {
                    let read = text.parse::<Tuple<i64>>();
                    read.map_err(|error| failed(format!("shape '{text}' is not read: {error}")))
                });
                draw::draw_holders(layout, shape.transpose()?.as_ref())
            }
            (Drawing::Banks, [access, shared @ ..]) => {
                let bits = parameters.integer("bits").unwrap_or(32);
                draw::draw_banks(access, shared.first().copied(), bits)
            }
            _ => return Err(failed("there is nothing to draw".to_owned())),
        };
        picture.map(Answer::Picture).map_err(|error| failed(error.to_string()))
    }

    /// The layouts that the operand of a call composes, if it is a composition.
    fn composition(&self, call: &Call) -> Option<(AnyLayout, AnyLayout)> {
        let Node::Call(inside) = &call.operands.first()?.node else { return None };
        let CalcFunction::Algebra(operation) = inside.function else { return None };
        let ("compose", [outer, inner]) = (operation.name(), &inside.operands[..]) else {
            return None;
        };
        let layout = |operand| self.layout(operand, &mut Vec::new()).ok();
        Some((layout(outer)?, layout(inner)?))
    }

    fn operation(
        &self,
        operation: &Operation,
        layouts: &[&AnyLayout],
        parameters: &Given,
        column: usize,
        notes: &mut Vec<Note>,
    ) -> Result<Answer, CalcError> {
        let evaluated = operation.evaluate(layouts, parameters, &self.budget);
        let mut values = evaluated.map_err(|error| {
            let operands: Vec<String> =
                layouts.iter().map(|layout| Answer::from((*layout).clone()).to_string()).collect();
            let call = operation.call(&operands, parameters);
            CalcError::new(
                column,
                match error.is_undecided() {
                    true => format!("unknown whether there is {call}: {error}"),
                    false => format!("there is no {call}: {error}"),
                },
            )
        })?;
        let answer = match values.len() {
            1 => Answer::from(values.remove(0)),
            _ => Answer::Several(values.into_iter().map(Answer::from).collect()),
        };
        if let ("compose", [outer, inner], Answer::Layout(result)) =
            (operation.name(), layouts, &answer)
            && parameters.text("promotion").is_none()
        {
            notes.extend(remark::of_composition(outer, inner, result, &self.budget));
        }
        if let ([layout, by], true) = (layouts, operation.is_division()) {
            notes.extend(remark::of_division(layout, by, &self.budget));
            notes.extend(remark::of_whole_modes(operation, layout, by, &self.budget));
        }
        Ok(answer)
    }

    /// The parameters of a call, with their numbers evaluated.
    pub(super) fn given(&self, call: &Call, notes: &mut Vec<Note>) -> Result<Given, CalcError> {
        let mut given = Given(Vec::new());
        for (parameter, written) in &call.parameters {
            let value = match written {
                Written::Number(expression) => GivenValue::Integer(self.number(expression, notes)?),
                Written::Numbers(numbers) => GivenValue::Integers(numbers.clone()),
                Written::Text(text) => GivenValue::Text(text.clone()),
            };
            given.0.push((*parameter, value));
        }
        Ok(given)
    }
}

/// The composition before and after, beside CuTe's answer where that is wrong.
fn picture_of_composition(
    outer: &AnyLayout,
    inner: &AnyLayout,
    composed: &AnyLayout,
) -> Result<Picture, DrawError> {
    let steps = outer.as_static().zip(inner.as_static()).map(|(g, f)| composition_steps(g, f));
    let candidate = steps.and_then(|steps| steps.candidate().cloned()).map(AnyLayout::from);
    let is_wrong = |candidate: &AnyLayout| {
        matches!(equivalent(composed, candidate, &Budget::default()), Verdict::Refuted(_))
    };
    let wrong = candidate.filter(is_wrong);
    draw::draw_composition(outer, inner, composed, wrong.as_ref())
}

/// The parameters of a call.
pub(super) struct Given(Vec<(Parameter, GivenValue)>);

enum GivenValue {
    Integer(i64),
    Integers(Vec<i64>),
    Text(String),
}

impl Given {
    fn find(&self, name: &str) -> Option<&GivenValue> {
        self.0.iter().find(|(parameter, _)| parameter.name() == name).map(|(_, value)| value)
    }
}

impl Parameters for Given {
    fn integer(&self, name: &str) -> Option<i64> {
        match self.find(name)? {
            GivenValue::Integer(number) => Some(*number),
            _ => None,
        }
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        match self.find(name)? {
            GivenValue::Integers(numbers) => Some(numbers.clone()),
            _ => None,
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        match self.find(name)? {
            GivenValue::Text(text) => Some(text.clone()),
            _ => None,
        }
    }
}
