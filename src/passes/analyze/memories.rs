//! Shared memories with all of their readers and writers.

use melior::ir::OperationRef;
use melior::ir::operation::OperationLike;

use super::reader::Read;
use crate::algebra::AnyLayout;
use crate::analyze::{AnalyzeError, Cost, Gap, Machine, Port, Question};
use crate::dialect::attribute::content;
use crate::dialect::ir;
use crate::linear::LinearLayout;

/// What uses each shared memory whose constant says `plain`: the same rows without a swizzle.
#[derive(Default)]
pub(super) struct Memories<'c> {
    all: Vec<Memory<'c>>,
}

struct Memory<'c> {
    first: OperationRef<'c, 'c>,
    function: Option<&'c str>,
    allocation: Option<&'c str>,
    plain: LinearLayout,
    memory: LinearLayout,
    gaps: Vec<Gap>,
    element_bits: u32,
    accesses: Vec<LinearLayout>,
}

impl<'c> Memories<'c> {
    /// The same rows without a swizzle of the memory that an access is to, if its constant says them.
    pub fn plain(operation: OperationRef<'c, 'c>) -> Option<&'c LinearLayout> {
        let definition = ir::operand(operation, 1).and_then(ir::defining_op)?;
        match definition.attribute("plain").ok().and_then(content)? {
            AnyLayout::Linear(plain) => Some(plain),
            _ => None,
        }
    }

    /// Adds an access to the memory that it is to.
    pub fn note(&mut self, operation: OperationRef<'c, 'c>, plain: &LinearLayout, read: &Read) {
        let Read::Shared { registers, memory, gaps, element_bits } = read else { return };
        let function = ir::string_attribute(operation, "function");
        let allocation = ir::string_attribute(operation, "allocation");
        let known = self.all.iter_mut().find(|own| {
            own.function == function
                && own.allocation == allocation
                && own.memory == *memory
                && own.plain == *plain
                && own.gaps == *gaps
                && own.element_bits == *element_bits
        });
        match known {
            // The same access in a loop and before it is one.
            Some(own) if own.accesses.contains(registers) => {}
            Some(own) => own.accesses.push(registers.clone()),
            None => self.all.push(Memory {
                first: operation,
                function,
                allocation,
                plain: plain.clone(),
                memory: memory.clone(),
                gaps: gaps.clone(),
                element_bits: *element_bits,
                accesses: vec![registers.clone()],
            }),
        }
    }

    /// The best swizzle of each, at its first access.
    pub fn answers(
        &self,
        machine: &Machine,
    ) -> Vec<(OperationRef<'c, 'c>, Result<Cost, AnalyzeError>)> {
        let answer = |own: &Memory<'c>| {
            let accesses: Vec<(Port, &LinearLayout)> =
                own.accesses.iter().map(|access| (Port::Load, access)).collect();
            let question = Question::Swizzle {
                plain: &own.plain,
                memory: &own.memory,
                gaps: &own.gaps,
                accesses: &accesses,
                element_bits: own.element_bits,
            };
            (own.first, question.answer(machine))
        };
        self.all.iter().map(answer).collect()
    }
}
