//! Executes a kernel of TTGIR: integers as they are, anything else as a hash of what it comes from.

use std::collections::HashMap;
use std::rc::Rc;

use layout_kernels::triton::{AttributeValue, Position, Program, Region, Step, Type};

use super::arithmetic::{chosen, result, width};
use super::memories::{Memories, Schedule};
use super::names::number_of;
use super::value::{ExecutedValue, Numbers, hash};

/// The turns of a loop whose number of turns is not computed.
const UNKNOWN_TURNS: usize = 5;

/// How a kernel is run.
#[derive(Clone)]
pub struct Settings {
    /// What an argument is, by its number among all.
    pub argument: fn(usize, i64) -> i64,
    pub first: i64,
    pub programs: [i64; 3],
    pub schedule: Schedule,
    /// Tensors of integers are computed.
    pub has_tensors: bool,
    /// Numbers have as many bits as their types.
    pub wraps: bool,
    pub takes_else: bool,
    /// What is asked wherever an operation is executed: numbers by their names.
    pub asked: HashMap<Position, Vec<String>>,
}

/// An access to global memory at a place that something is asked of.
#[derive(Debug)]
pub struct ExecutedAccess {
    pub position: Position,
    pub offsets: Rc<Numbers>,
    /// Which elements are accessed.
    pub mask: Rc<Numbers>,
    pub answers: Vec<Option<i64>>,
}

pub struct Run<'s> {
    pub settings: &'s Settings,
    pub names: HashMap<String, ExecutedValue>,
    /// What the names that a loop carries stood for before it.
    pub firsts: HashMap<String, ExecutedValue>,
    pub memories: Memories,
    pub accesses: Vec<ExecutedAccess>,
    n_steps: usize,
}

/// Where an element of the result comes from.
type Change = dyn Fn(&[usize]) -> Vec<usize>;

/// The end of a run that goes on for too long.
pub struct Ended;

/// The accesses of a run, and what became of the memories.
pub fn run(program: &Program, settings: &Settings) -> (Vec<ExecutedAccess>, Memories) {
    let memories = Memories::new(settings.schedule);
    let (names, firsts) = (HashMap::new(), HashMap::new());
    let mut run = Run { settings, names, firsts, memories, accesses: Vec::new(), n_steps: 0 };
    for (at, own) in program.arguments.iter().enumerate() {
        let value = match &own.kind {
            Type::Other { name, .. } if name.ends_with(".ptr") => {
                ExecutedValue::Addresses(own.name.as_str().into(), Numbers::one(0))
            }
            kind if width(kind).is_some() => {
                ExecutedValue::number((settings.argument)(at, settings.first))
            }
            _ => ExecutedValue::Data(hash(&own.name)),
        };
        run.names.insert(own.name.clone(), value);
    }
    let _ = run.region(&program.body);
    run.memories.end();
    (run.accesses, run.memories)
}

impl Run<'_> {
    pub fn value(&self, name: &str) -> ExecutedValue {
        self.names.get(name).cloned().unwrap_or(ExecutedValue::Data(hash(&name)))
    }

    pub fn operands(&self, step: &Step) -> Vec<ExecutedValue> {
        step.operation.operands().iter().map(|name| self.value(name)).collect()
    }

    fn define(&mut self, names: &[String], values: Vec<ExecutedValue>) {
        for (at, name) in names.iter().enumerate() {
            let own = values.get(at).cloned();
            self.names.insert(
                name.clone(),
                own.unwrap_or(ExecutedValue::Data(hash(&(name, self.n_steps)))),
            );
        }
    }

    fn region(&mut self, region: &Region) -> Result<Vec<ExecutedValue>, Ended> {
        let (mut at, mut n_jumps) = (0, 0);
        while let Some(step) = region.steps.get(at) {
            at += 1;
            self.n_steps += 1;
            if 100_000 < self.n_steps {
                return Err(Ended);
            }
            let operands = self.operands(step);
            let name = step.operation.name();
            if !step.successors.is_empty() {
                // A condition that is not known is the other one after some turns.
                let is_worn = UNKNOWN_TURNS <= n_jumps;
                let takes_else = match operands.first().and_then(ExecutedValue::as_number) {
                    Some(number) => number == 0,
                    None => self.settings.takes_else != is_worn,
                };
                let target = &step.successors[usize::from(takes_else && 1 < step.successors.len())];
                let block = region.blocks.iter().find(|own| own.name == target.block).unwrap();
                let handed = target.operands.iter().map(|name| self.value(name)).collect();
                self.define(&block.arguments, handed);
                (at, n_jumps) = (block.begin, n_jumps + 1);
                continue;
            }
            let values = match (name, &step.regions[..]) {
                ("scf.yield" | "scf.condition" | "tt.return", _) => return Ok(operands),
                ("scf.for", [body]) => self.counted(&operands, body)?,
                ("scf.while", [condition, body]) => self.open(operands, condition, body)?,
                ("scf.if", [yes, rest @ ..]) => {
                    let takes_else =
                        operands[0].as_number().map_or(self.settings.takes_else, |c| c == 0);
                    match (takes_else, rest) {
                        (false, _) => self.region(yes)?,
                        (true, [no, ..]) => self.region(no)?,
                        (true, []) => Vec::new(),
                    }
                }
                (_, []) => self.operation(step, &operands),
                _ => panic!("{name} is not executed"),
            };
            self.define(&step.results, values);
        }
        Ok(Vec::new())
    }

    fn counted(
        &mut self,
        operands: &[ExecutedValue],
        body: &Region,
    ) -> Result<Vec<ExecutedValue>, Ended> {
        let bounds: Vec<Option<i64>> = operands[..3].iter().map(ExecutedValue::as_number).collect();
        let mut carried = operands[3..].to_vec();
        for (name, first) in body.arguments[1..].iter().zip(&carried) {
            self.firsts.insert(name.clone(), first.clone());
        }
        let mut counter = bounds[0];
        for turn in 0.. {
            let goes_on = match (counter, bounds[1]) {
                (Some(counter), Some(end)) => counter < end,
                _ => turn < UNKNOWN_TURNS,
            };
            if !goes_on {
                break;
            }
            let own = counter.map_or(ExecutedValue::Data(turn as u64), ExecutedValue::number);
            self.define(&body.arguments, [vec![own], carried].concat());
            carried = self.region(body)?;
            counter = counter.zip(bounds[2]).map(|(counter, by)| counter + by);
        }
        Ok(carried)
    }

    fn open(
        &mut self,
        mut carried: Vec<ExecutedValue>,
        condition: &Region,
        body: &Region,
    ) -> Result<Vec<ExecutedValue>, Ended> {
        for turn in 0.. {
            self.define(&condition.arguments, carried);
            let mut handed = self.region(condition)?.into_iter();
            let goes_on = handed.next().and_then(|own| own.as_number());
            carried = handed.collect();
            if !goes_on.map_or(turn < UNKNOWN_TURNS, |own| own != 0) {
                break;
            }
            self.define(&body.arguments, carried);
            carried = self.region(body)?;
        }
        Ok(carried)
    }

    fn operation(&mut self, step: &Step, operands: &[ExecutedValue]) -> Vec<ExecutedValue> {
        let operation = &step.operation;
        let (dialect, name) = operation.name().split_once('.').unwrap_or(("", operation.name()));
        if let Some(values) = self.memory_operation(step, name, operands) {
            return values;
        }
        let kind = operation.types()[1].first().or(operation.types()[0].first());
        let tensor = kind.and_then(Type::as_tensor);
        let shape: Vec<usize> =
            tensor.map_or(Vec::new(), |own| own.shape().iter().map(|&e| e as usize).collect());
        if tensor.is_none() || self.settings.has_tensors {
            let known = match dialect {
                "arith" => self.arithmetic(step, &shape, operands),
                _ => self.shaped(step, name, &shape, operands),
            };
            if let Some(known) = known {
                return vec![known];
            }
        }
        let from: Vec<u64> = operands.iter().map(|own| self.data(own)).collect();
        let text = (name, operation.words(), operation.numbers(), operation.offsets());
        let of = |at: usize| ExecutedValue::Data(hash(&(text, &from, at)));
        (0..step.results.len()).map(of).collect()
    }

    /// What a value is at this time.
    pub fn data(&self, value: &ExecutedValue) -> u64 {
        match value {
            ExecutedValue::Product(number) => self.memories.value_of(*number),
            _ => value.hashed(),
        }
    }

    fn arithmetic(
        &self,
        step: &Step,
        shape: &[usize],
        operands: &[ExecutedValue],
    ) -> Option<ExecutedValue> {
        let operation = &step.operation;
        if operation.name() == "arith.constant" {
            let word = |word: &str| operation.has_word(word);
            let number = match (word("true"), word("false")) {
                (true, _) => Some(1),
                (_, true) => Some(0),
                _ => operation.constant().filter(|_| {
                    operation.types()[0]
                        .iter()
                        .chain(operation.types()[1])
                        .any(|k| width(k).is_some())
                }),
            }?;
            let values = vec![number; shape.iter().product()];
            return Some(ExecutedValue::Numbers(Rc::new(Numbers {
                shape: shape.to_vec(),
                values,
            })));
        }
        if operation.name() == "arith.select" {
            let [ExecutedValue::Numbers(which), yes, no] = operands else { return None };
            return match (yes, no) {
                (ExecutedValue::Numbers(yes), ExecutedValue::Numbers(no)) => {
                    chosen(which, yes, no).map(ExecutedValue::Numbers)
                }
                _ if which.shape.is_empty() => {
                    Some(if which.values[0] == 0 { no } else { yes }.clone())
                }
                _ => None,
            };
        }
        let numbers: Option<Vec<&Numbers>> = operands
            .iter()
            .map(|own| match own {
                ExecutedValue::Numbers(own) => Some(&**own),
                _ => None,
            })
            .collect();
        result(operation, &numbers?, self.settings.wraps).map(ExecutedValue::Numbers)
    }

    /// Operations of Triton's on integers and addresses.
    fn shaped(
        &self,
        step: &Step,
        name: &str,
        shape: &[usize],
        operands: &[ExecutedValue],
    ) -> Option<ExecutedValue> {
        let operation = &step.operation;
        let integer = |name: &str| operation.attribute(name).and_then(AttributeValue::as_integer);
        let axis = || ["x", "y", "z"].iter().position(|axis| operation.has_word(axis));
        let change: Box<Change> = match name {
            "get_program_id" => {
                return Some(ExecutedValue::number(self.settings.programs[axis()?]));
            }
            "get_num_programs" => return Some(ExecutedValue::number(8)),
            "make_range" => {
                let values = (integer("start")?..integer("end")?).collect();
                return Some(ExecutedValue::Numbers(Rc::new(Numbers {
                    shape: shape.to_vec(),
                    values,
                })));
            }
            "addptr" => {
                let [ExecutedValue::Addresses(of, from), ExecutedValue::Numbers(by)] = operands
                else {
                    return None;
                };
                let values =
                    from.values.iter().zip(&by.values).map(|(from, by)| from + by).collect();
                let sum = Numbers { shape: from.shape.clone(), values };
                return Some(ExecutedValue::Addresses(of.clone(), Rc::new(sum)));
            }
            "splat" => Box::new(|_| Vec::new()),
            "convert_layout" | "bitcast" => Box::new(<[usize]>::to_vec),
            "expand_dims" => {
                let axis = integer("axis")? as usize;
                Box::new(move |place| [&place[..axis], &place[axis + 1..]].concat())
            }
            "broadcast" => {
                let (ExecutedValue::Numbers(own) | ExecutedValue::Addresses(_, own)) = &operands[0]
                else {
                    return None;
                };
                let from = own.shape.clone();
                Box::new(move |place| {
                    place.iter().zip(&from).map(|(&at, &extent)| at.min(extent - 1)).collect()
                })
            }
            "trans" => {
                let order = operation.attribute("order")?.as_list()?;
                let order: Vec<usize> = order
                    .iter()
                    .filter_map(|own| own.as_integer())
                    .map(|dim| dim as usize)
                    .collect();
                Box::new(move |place| {
                    let of = |dim| place[order.iter().position(|own| *own == dim).unwrap()];
                    (0..order.len()).map(of).collect()
                })
            }
            _ => return None,
        };
        Some(match operands.first()? {
            ExecutedValue::Numbers(own) => ExecutedValue::Numbers(own.at_places(shape, change)),
            ExecutedValue::Addresses(of, own) => {
                ExecutedValue::Addresses(of.clone(), own.at_places(shape, change))
            }
            _ => return None,
        })
    }

    /// Notes an access to global memory, if something is asked of it.
    pub fn access(&mut self, step: &Step, addresses: &ExecutedValue, mask: Option<&ExecutedValue>) {
        let position = step.operation.position();
        let Some(asked) = self.settings.asked.get(&position) else { return };
        let ExecutedValue::Addresses(_, offsets) = addresses else { return };
        let mask = match mask {
            None => offsets.of_each(|_| 1),
            Some(ExecutedValue::Numbers(mask)) if mask.values.len() == offsets.values.len() => {
                mask.clone()
            }
            Some(_) => return,
        };
        let answers = asked.iter().map(|text| number_of(text, self)).collect();
        self.accesses.push(ExecutedAccess { position, offsets: offsets.clone(), mask, answers });
    }
}
