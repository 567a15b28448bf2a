//! What a module with one operation is written of.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::statement::{Statement, Written};
use super::{Cut, Cutter, IN_PLACE, OF_TENSORS, VIEWS};
use crate::triton::types::{MemDesc, Tensor, Type};

/// The function of a piece while it is written.
#[derive(Default)]
pub(super) struct Draft {
    /// The type of each argument; argument i is `%ai`.
    arguments: Vec<Written>,
    /// What the values of the kernel are called here.
    pub names: FxHashMap<String, String>,
    lines: Vec<String>,
    /// The names of what it returns, and the types.
    pub results: Vec<(String, String)>,
    /// The memory that it hands to another function, and the type, if it is a kernel.
    pub handed: Option<(String, String)>,
}

impl Draft {
    /// An argument, once for each value.
    pub fn argument(&mut self, value: &str, written: &Written) -> String {
        if let Some(name) = self.names.get(value) {
            return name.clone();
        }
        let name = format!("a{}", self.arguments.len());
        self.arguments.push(written.clone());
        self.names.insert(value.to_owned(), name.clone());
        name
    }

    /// An operation of one result; the name of it.
    pub fn push(&mut self, text: String) -> String {
        let own = format!("r{}", self.lines.len());
        self.lines.push(format!("%{own} = {text}"));
        own
    }

    /// An operation whose operands have names.
    pub fn line(&mut self, statement: &Statement) -> String {
        let own = format!("r{}", self.lines.len());
        let name_of =
            |value: &str| self.names.get(value).cloned().unwrap_or_else(|| value.to_owned());
        let results = match statement.results.len() {
            0 => String::new(),
            1 => format!("%{own} = "),
            count => format!("%{own}:{count} = "),
        };
        let text = statement.text(name_of);
        let types = match statement.types.is_empty() {
            true => String::new(),
            false => format!(" : {}", statement.types),
        };
        self.lines.push(format!("{results}{text}{types}"));
        own
    }
}

/// A reduction or a scan whose region is more than one operation, with functions in its place that are
/// declared and not defined, one for each operand: whatever they are, the same elements are combined.
fn declared(statement: &Statement) -> Option<Statement> {
    let elements: Option<Vec<&str>> = statement
        .operand_types
        .iter()
        .map(|own| Some(own.kind.as_tensor()?.element().as_str()))
        .collect();
    let elements = elements?;
    let (begin, is_one) = statement.region(2 * elements.len())?;
    if is_one {
        return None;
    }
    let both = elements.iter().chain(&elements);
    let named: Vec<String> =
        both.clone().enumerate().map(|(at, element)| format!("%x{at}: {element}")).collect();
    let names: Vec<String> = (0..named.len()).map(|at| format!("%x{at}")).collect();
    let kinds: Vec<&str> = both.copied().collect();
    let mut lines = vec![format!("^bb0({}):", named.join(", "))];
    for (at, element) in elements.iter().enumerate() {
        lines.push(format!(
            "  %y{at} = tt.extern_elementwise {} {{libname = \"\", libpath = \"\", pure = true, symbol = \
             \"combine_{at}\"}} : ({}) -> {element}",
            names.join(", "),
            kinds.join(", ")
        ));
    }
    let results: Vec<String> = (0..elements.len()).map(|at| format!("%y{at}")).collect();
    lines.push(format!(
        "  {}.return {} : {}",
        statement.name,
        results.join(", "),
        elements.join(", ")
    ));
    let mut statement = statement.clone();
    statement.put_region(begin, &lines);
    Some(statement)
}

/// True if this is a memory that threads share.
fn is_shared(memory: &MemDesc) -> bool {
    memory.memory() == Some("shared_memory")
}

/// True for the memory of the tensor cores.
fn is_tensor_memory(memory: &MemDesc) -> bool {
    memory.memory() == Some("tensor_memory")
}

/// True if a function can be given a memory.
fn is_given(memory: &MemDesc) -> bool {
    is_shared(memory) || is_tensor_memory(memory) && memory.is_mutable()
}

impl Cutter<'_> {
    /// The module of an operation.
    pub(super) fn cut(&self, statement: &Statement) -> Cut {
        let name = statement.name.split_once('.').map_or("", |(_, name)| name);
        let types = || statement.operand_types.iter().chain(&statement.result_types);
        let is_of_layouts =
            types().any(|own| matches!(own.kind, Type::Tensor(_) | Type::MemDesc(_)));
        if IN_PLACE.contains(&name) || !is_of_layouts {
            return Cut::Nothing;
        }
        let mut draft = Draft::default();
        let written = match name {
            "local_alloc" if statement.operands().is_empty() => return Cut::Nothing,
            _ if statement.has_symbol => None,
            "local_alloc" => self.of_tensors(statement, &mut draft),
            "local_load" | "tmem_load" => self.load(statement, &mut draft),
            "tmem_alloc" => self.tensor_allocation(statement, &mut draft),
            "tmem_store" => self.tensor_store(statement, &mut draft),
            "local_store" => self.store(statement, &mut draft),
            "reduce" | "scan" => {
                let combined = declared(statement).unwrap_or_else(|| statement.clone());
                self.of_tensors(&combined, &mut draft)
            }
            _ if OF_TENSORS.contains(&name) => self.of_tensors(statement, &mut draft),
            _ if VIEWS.contains(&name) => self.view(statement, &mut draft),
            _ => self.global(name, statement, &mut draft),
        };
        match written {
            Some(()) => Cut::Piece(self.module(&draft)),
            None => Cut::No,
        }
    }

    /// Tensors are its operands, and tensors or a memory its results.
    fn of_tensors(&self, statement: &Statement, draft: &mut Draft) -> Option<()> {
        if !statement.captures().is_empty() {
            return None;
        }
        let operands = statement.operands();
        let types = &statement.operand_types;
        for (number, operand) in operands.iter().enumerate() {
            // One type stands for all operands.
            let written = if types.len() == 1 { types.first()? } else { types.get(number)? };
            draft.argument(operand, written);
        }
        let name = draft.line(statement);
        let kinds = match statement.result_types.is_empty() {
            true => types,
            false => &statement.result_types,
        };
        let count = statement.results.len();
        for number in 0..count {
            let written = if kinds.len() == 1 { kinds.first()? } else { kinds.get(number)? };
            if let Type::MemDesc(memory) = &written.kind
                && !is_shared(memory)
            {
                return None;
            }
            let own = if count == 1 { name.clone() } else { format!("{name}#{number}") };
            draft.results.push((own, written.text.clone()));
        }
        Some(())
    }

    fn load(&self, statement: &Statement, draft: &mut Draft) -> Option<()> {
        // A token beside it is what others wait for, and a second tensor what is reduced.
        if statement.operands().len() != 1 || statement.results.len() != 1 {
            return None;
        }
        let memory = statement.operand_types.first()?;
        self.memory(statement.operands().first()?, memory, draft)?;
        let name = draft.line(statement);
        draft.results.push((name, statement.result_types.first()?.text.clone()));
        Some(())
    }

    fn store(&self, statement: &Statement, draft: &mut Draft) -> Option<()> {
        let [value, memory] = statement.operands()[..] else { return None };
        let [value_type, memory_type] = &statement.operand_types[..] else {
            let value_type = statement.operand_types.first()?;
            draft.argument(value, value_type);
            self.memory(memory, statement.result_types.first()?, draft)?;
            draft.line(statement);
            return Some(());
        };
        draft.argument(value, value_type);
        self.memory(memory, memory_type, draft)?;
        draft.line(statement);
        Some(())
    }

    /// A view is read through a layout that every shape has.
    fn view(&self, statement: &Statement, draft: &mut Draft) -> Option<()> {
        let view = self.viewed(statement, draft)?;
        let result = statement.result_types.first()?;
        let Type::MemDesc(memory) = &result.kind else { return None };
        let (load, tensor) = match is_tensor_memory(memory) {
            true => ("ttng.tmem_load", self.rows_of_lanes(memory)?),
            false => ("ttg.local_load", self.plain_tensor(memory)?),
        };
        let name = draft.push(format!("{load} %{view} : {} -> {tensor}", result.text));
        draft.results.push((name, tensor));
        Some(())
    }

    /// The name of a view.
    fn viewed(&self, statement: &Statement, draft: &mut Draft) -> Option<String> {
        let operands = statement.operands();
        let (memory, numbers) = operands.split_first()?;
        self.memory(memory, statement.operand_types.first()?, draft)?;
        for number in numbers {
            let (kind, text) =
                (Type::Other { name: "i32".to_owned(), nested: Vec::new() }, "i32".to_owned());
            draft.argument(number, &Written { kind, text });
        }
        Some(draft.line(statement))
    }

    /// Gives a memory a name: that of an argument if its type says where its elements are, and of the
    /// view that it is, if it is a part.
    pub(super) fn memory(&self, value: &str, written: &Written, draft: &mut Draft) -> Option<()> {
        let Type::MemDesc(memory) = &written.kind else { return None };
        if !is_given(memory) {
            return None;
        }
        if memory.laid_out_shape() == memory.shape() {
            draft.argument(value, written);
            return Some(());
        }
        let view = self.known.get(value)?;
        if !view.name.split_once('.').is_some_and(|(_, name)| VIEWS.contains(&name)) {
            return None;
        }
        let name = self.viewed(view, draft)?;
        draft.names.insert(value.to_owned(), name);
        Some(())
    }

    /// The type of a tensor as large as a memory, the last dim over lanes and warps.
    fn plain_tensor(&self, memory: &MemDesc) -> Option<String> {
        let shape = memory.shape();
        let last = shape.len().checked_sub(1)?;
        let list = |at_last: i64| {
            let numbers = (0..shape.len()).map(|dim| if dim == last { at_last } else { 1 });
            numbers.map(|own| own.to_string()).collect::<Vec<_>>().join(", ")
        };
        let order = (0..shape.len()).rev().map(|dim| dim.to_string()).collect::<Vec<_>>();
        Some(format!(
            "tensor<{}, #ttg.blocked<{{sizePerThread = [{}], threadsPerWarp = [{}], warpsPerCTA = \
             [{}], order = [{}]}}>>",
            dims(memory.tensor()),
            list(1),
            list(self.machine.lanes),
            list(self.machine.warps),
            order.join(", ")
        ))
    }

    /// The module of a function, with a kernel that calls it.
    fn module(&self, draft: &Draft) -> String {
        let Draft { arguments, lines, results, .. } = draft;
        let list = |own: Vec<String>| own.join(", ");
        let numbered = |own: &dyn Fn(usize, &Written) -> String| {
            list(arguments.iter().enumerate().map(|(at, written)| own(at, written)).collect())
        };
        let kinds = list(results.iter().map(|(_, kind)| kind.clone()).collect());
        let given = match results.len() {
            0 => String::new(),
            1 => format!(" -> {kinds}"),
            _ => format!(" -> ({kinds})"),
        };
        let mut text = format!("{}module attributes {} {{\n", self.aliases, self.dictionary());
        let parameter =
            |at: usize, written: &Written| format!("%a{at}: {}", written.text) + promise(written);
        let parameters = numbered(&parameter);
        if let Some((name, kind)) = &draft.handed {
            let _ = writeln!(
                text,
                "  tt.func private @g(%a0: {kind}) attributes {{noinline = true}} {{\n    tt.return\n  }}"
            );
            let _ = writeln!(text, "  tt.func public @f({parameters}) {{");
            for line in lines {
                let _ = writeln!(text, "    {line}");
            }
            let _ = writeln!(text, "    tt.call @g(%{name}) : ({kind}) -> ()");
            return text + "    tt.return\n  }\n}\n";
        }
        let _ = writeln!(
            text,
            "  tt.func private @f({parameters}){given} attributes {{noinline = true}} {{"
        );
        for line in lines {
            let _ = writeln!(text, "    {line}");
        }
        let names = list(results.iter().map(|(name, _)| format!("%{name}")).collect());
        let returned =
            if results.is_empty() { String::new() } else { format!(" {names} : {kinds}") };
        let _ = writeln!(text, "    tt.return{returned}\n  }}");
        let pointers =
            arguments.iter().enumerate().filter_map(|(at, own)| match pointer(&own.kind) {
                Some(pointer) => Some(format!("%p{at}: {pointer}")),
                None => is_pointer(own).then(|| parameter(at, own)),
            });
        let _ = writeln!(text, "  tt.func public @k({}) {{", list(pointers.collect()));
        for (at, argument) in arguments.iter().enumerate() {
            for line in self.made(at, argument) {
                let _ = writeln!(text, "    {line}");
            }
        }
        let result = match results.len() {
            0 => String::new(),
            1 => "%r = ".to_owned(),
            count => format!("%r:{count} = "),
        };
        let passed = numbered(&|at, _| format!("%a{at}"));
        let taken = numbered(&|_, written| written.text.clone());
        let given = if results.is_empty() { " -> ()".to_owned() } else { given };
        let _ = writeln!(text, "    {result}tt.call @f({passed}) : ({taken}){given}");
        text + "    tt.return\n  }\n}\n"
    }

    /// The dictionary of the module, with the warps of the partition.
    fn dictionary(&self) -> String {
        let Some((before, after)) = self.attributes.split_once("num-warps\" = ") else {
            return self.attributes.clone();
        };
        let after = after.trim_start_matches(|letter: char| letter.is_ascii_digit());
        format!("{before}num-warps\" = {}{after}", self.machine.warps)
    }

    /// The lines that make some value for an argument: what it is makes no difference.
    fn made(&self, at: usize, argument: &Written) -> Vec<String> {
        let text = &argument.text;
        match &argument.kind {
            Type::Tensor(_) => match pointer(&argument.kind) {
                Some(pointer) => vec![format!("%a{at} = tt.splat %p{at} : {pointer} -> {text}")],
                None => vec![constant(&format!("a{at}"), &argument.kind, text)],
            },
            Type::MemDesc(memory) if !memory.is_mutable() => {
                let tensor = self.plain_tensor(memory).unwrap_or_default();
                let kind = Type::Tensor(memory.tensor().clone());
                let value = constant(&format!("v{at}"), &kind, &tensor);
                vec![value, format!("%a{at} = ttg.local_alloc %v{at} : ({tensor}) -> {text}")]
            }
            Type::MemDesc(memory) => {
                let dialect = if is_tensor_memory(memory) { "ttng.tmem" } else { "ttg.local" };
                vec![format!("%a{at} = {dialect}_alloc : () -> {text}")]
            }
            Type::Other { .. } if is_pointer(argument) => Vec::new(),
            Type::Other { .. } => vec![format!("%a{at} = arith.constant 0 : {text}")],
        }
    }
}

/// `64x32xf16`.
fn dims(tensor: &Tensor) -> String {
    let mut text = String::new();
    for size in tensor.shape() {
        let _ = write!(text, "{size}x");
    }
    text + tensor.element().as_str()
}

/// The type of the elements of a tensor of pointers.
fn pointer(kind: &Type) -> Option<&str> {
    let element = kind.as_tensor()?.element().as_str();
    element.starts_with('!').then_some(element)
}

fn is_pointer(argument: &Written) -> bool {
    matches!(&argument.kind, Type::Other { name, .. } if name == "tt.ptr")
}

/// What a kernel is told of a pointer: that of a tensor is aligned.
fn promise(argument: &Written) -> &'static str {
    if is_pointer(argument) { " {tt.divisibility = 16 : i32}" } else { "" }
}

/// A tensor of zeros.
fn constant(name: &str, kind: &Type, text: &str) -> String {
    let element = kind.as_tensor().map_or("", |own| own.element().as_str());
    let zero = match element {
        "i1" => "false",
        _ if element.starts_with('i') => "0",
        _ => "0.000000e+00",
    };
    format!("%{name} = arith.constant dense<{zero}> : {text}")
}
