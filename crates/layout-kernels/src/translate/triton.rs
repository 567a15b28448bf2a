//! A `.ttgir` file as `layout` IR.

use std::fmt::{self, Write};

use rustc_hash::FxHashMap;

use crate::triton::{
    EncodedType, MemDesc, Module, Movement, Operation, Padding, Position, ReadError, Tensor,
    read_module,
};

/// What a file was translated to, and what could not be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Imported {
    ir: String,
    findings: Vec<Finding>,
}

/// Something in the file that could not be translated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    position: Position,
    is_error: bool,
    message: String,
}

impl Imported {
    /// The text of a module of the `layout` dialect.
    pub fn ir(&self) -> &str {
        &self.ir
    }

    /// What was skipped, in the order of the file.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

impl Finding {
    /// The place in the original file.
    pub fn position(&self) -> Position {
        self.position
    }

    /// True if the file is malformed there; false if it has an encoding that has no layout, or nothing of
    /// Triton's.
    pub fn is_error(&self) -> bool {
        self.is_error
    }

    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Translates a pretty-printed `.ttgir` file, which is called `file_name` in locations.
///
/// Each encoding on each shape becomes a `layout.constant` with the encoding as it is written, the
/// shape and the element type as attributes. A padded encoding is written with its gaps closed,
/// and has them in the attribute `padding`. Each operation that moves data becomes a question:
///
/// | movement | operation |
/// |---|---|
/// | `convert`, `shared_load`, `shared_store`, `global_to_shared`, `tensor_memory_load`, `tensor_memory_store` | `layout.invert_and_compose` of the registers and the other side: where each register is there |
/// | `global_load`, `global_store`, `global_to_shared` | `layout.constant` of the registers |
///
/// with the name of the operation, of its function, and the size of the elements as attributes. What
/// the arithmetic on pointers says is there, too: `strides`, in elements, `unit` for one that is not
/// known, and if all are numbers a constant of the CuTe layout of the addresses. The constant of a
/// shared memory that may be swizzled otherwise has its rows without a swizzle in `plain`, and accesses
/// name the `allocation` that they are to. A part of a shared memory that begins at numbers becomes a
/// `layout.assert_in_bounds` for each dim.
///
/// # Errors
///
/// A file that is not text, or has no module, function or operation.
///
/// ```
/// let file = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [2], warpsPerCTA = [1], order = [0]}>
/// module { tt.func @f(%p: tensor<4x!tt.ptr<f32>, #b>) { %x = tt.load %p : tensor<4x!tt.ptr<f32>, #b> } }";
/// let imported = layout_kernels::translate::import_triton(file.as_bytes(), "f.ttgir")?;
/// let expected = r##"%1 = layout.constant #layout.linear<{register = [[2]], lane = [[1]], warp = [], block = []}> {movement = "global_load", operation = "tt.load", function = "f", element_bits = 32 : i64} loc("f.ttgir":2:60)"##;
/// assert!(imported.ir().contains(expected), "{}", imported.ir());
/// # Ok::<(), layout_kernels::triton::ReadError>(())
/// ```
pub fn import_triton(bytes: &[u8], file_name: &str) -> Result<Imported, ReadError> {
    let module = read_module(bytes)?;
    let mut writer = Writer {
        module: &module,
        file: Quoted(file_name).to_string(),
        ir: String::new(),
        constants: FxHashMap::default(),
        n_values: 0,
        findings: Vec::new(),
    };
    writer.write();
    let mut findings = writer.findings;
    let ir = writer.ir;
    findings.extend(module.nothing_of_triton().map(|nothing| Finding {
        position: Position { line: 1, column: 1 },
        is_error: false,
        message: format!("{nothing}: nothing is translated"),
    }));
    findings.extend(module.errors().iter().map(|error| Finding {
        position: error.position(),
        is_error: true,
        message: error.to_string(),
    }));
    findings.sort_by_key(|finding| finding.position);
    Ok(Imported { ir, findings })
}

/// What names a constant: the encoding as it is written, the shape, the element type.
type Key<'m> = (&'m str, &'m [i64], &'m str);

/// A layout that has been written.
#[derive(Clone)]
struct Constant {
    value: usize,
    layout: String,
    padding: Vec<Padding>,
}

struct Writer<'m> {
    module: &'m Module,
    /// The name of the file in quotes.
    file: String,
    ir: String,
    constants: FxHashMap<Key<'m>, Constant>,
    n_values: usize,
    findings: Vec<Finding>,
}

impl<'m> Writer<'m> {
    fn write(&mut self) {
        self.ir.push_str("module attributes {");
        let module = self.module;
        if let Some(target) = module.target() {
            self.text(format_args!("triton.target = {}, ", Quoted(target)));
        }
        for (name, number) in [
            ("num_ctas", module.num_ctas()),
            ("num_warps", module.num_warps()),
            ("threads_per_warp", module.threads_per_warp()),
        ] {
            if let Some(number) = number {
                self.text(format_args!("triton.{name} = {number} : i64, "));
            }
        }
        self.text(format_args!("triton.file = {}}} {{\n", self.file.clone()));
        for encoded in module.encodings() {
            self.encoding(encoded);
        }
        for operation in module.operations() {
            self.operation(operation);
        }
        self.ir.push_str("}\n");
    }

    fn text(&mut self, text: fmt::Arguments<'_>) {
        self.ir.write_fmt(text).expect("a string takes any text");
    }

    fn encoding(&mut self, encoded: &'m EncodedType) {
        // Pointers and types that are not known are not moved by anything that asks for their size.
        let bits = encoded.element().bits().unwrap_or(32);
        let encoding = match encoded.encoding() {
            Ok(encoding) => encoding,
            Err(error) => return self.skip(encoded.position(), error.to_string()),
        };
        let (layout, padding) = match encoding.without_gaps(encoded.shape(), bits) {
            Ok((layout, padding)) => (layout.to_string(), padding.to_vec()),
            Err(error) => {
                let shape = encoded.shape();
                let message = format!("{} on shape {shape:?}: {error}", encoded.text());
                return self.skip(encoded.position(), message);
            }
        };
        let key = (encoded.text(), encoded.shape(), encoded.element().as_str());
        let constant = Constant { value: self.n_values, layout, padding };
        let shape: Vec<String> = encoded.shape().iter().map(i64::to_string).collect();
        let plain = encoding.without_swizzle();
        let plain = plain.and_then(|plain| {
            let (layout, _) = plain.without_gaps(encoded.shape(), bits).ok()?;
            Some(format!(", plain = #layout.linear<{layout}>"))
        });
        let attributes = format!(
            "encoding = {}, shape = array<i64: {}>, element = {}{}{}",
            Quoted(encoded.text()),
            shape.join(", "),
            Quoted(encoded.element().as_str()),
            padding_attribute(&constant.padding),
            plain.unwrap_or_default()
        );
        self.constant(&constant.layout, &attributes, encoded.position());
        self.constants.insert(key, constant);
    }

    fn skip(&mut self, position: Position, message: String) {
        self.findings.push(Finding { position, is_error: false, message });
    }

    fn operation(&mut self, operation: &'m Operation) {
        let Some(movement) = operation.movement() else { return };
        let attributes = |name: &str| {
            let mut text =
                format!("movement = \"{name}\", operation = {}", Quoted(operation.name()));
            let function = operation.function().and_then(|at| self.module.functions().get(at));
            if let Some(function) = function {
                text += &format!(", function = {}", Quoted(function.name()));
            }
            if let Some(bits) = movement.element_bits() {
                text += &format!(", element_bits = {bits} : i64");
            }
            if let Some(allocation) = operation.allocation() {
                text += &format!(", allocation = {}", Quoted(allocation));
            }
            text
        };
        self.addresses(operation);
        let position = operation.position();
        match movement {
            Movement::Convert { from, to } => {
                let attributes = attributes("convert");
                self.question(self.tensor(to), self.tensor(from), attributes, position);
            }
            Movement::SharedLoad { memory, value } => {
                let attributes = attributes("shared_load");
                self.question(self.tensor(value), self.memory(memory), attributes, position);
            }
            Movement::SharedStore { value, memory } => {
                let attributes = attributes("shared_store");
                self.question(self.tensor(value), self.memory(memory), attributes, position);
            }
            Movement::TensorMemoryLoad { memory, value } => {
                let attributes = attributes("tensor_memory_load");
                self.question(self.tensor(value), self.memory(memory), attributes, position);
            }
            Movement::TensorMemoryStore { value, memory } => {
                let attributes = attributes("tensor_memory_store");
                self.question(self.tensor(value), self.memory(memory), attributes, position);
            }
            Movement::GlobalLoad { tensor } => {
                let attributes = attributes("global_load") + &strides_attribute(operation);
                self.global(self.tensor(tensor), &attributes, position);
            }
            Movement::GlobalStore { tensor } => {
                let attributes = attributes("global_store") + &strides_attribute(operation);
                self.global(self.tensor(tensor), &attributes, position);
            }
            Movement::GlobalToShared { pointers, memory } => {
                let attributes = attributes("global_to_shared");
                let of_global = attributes.clone() + &strides_attribute(operation);
                self.global(self.tensor(pointers), &of_global, position);
                self.question(self.tensor(pointers), self.memory(memory), attributes, position);
            }
            Movement::View { from, to } => self.view(operation, from, to),
            Movement::Allocation { .. } => {}
        }
    }

    /// The addresses of an access whose strides are all numbers, as far as its mask lets them through:
    /// do they fit in 32 bits?
    fn addresses(&mut self, operation: &'m Operation) {
        let Some(access) = operation.access() else { return };
        let Some(index) = access.index().filter(|index| index.pointer().is_some()) else { return };
        let strides: Option<Vec<String>> = index
            .strides()
            .iter()
            .map(|stride| stride.as_constant().map(|stride| stride.to_string()))
            .collect();
        let Some(strides) = strides.filter(|strides| !strides.is_empty()) else { return };
        let extents = index.extents_within(access.mask().map_or(&[], |mask| mask.bounds()));
        if extents.contains(&0) {
            return;
        }
        let shape: Vec<String> = extents.iter().map(i64::to_string).collect();
        let value = self.next_value();
        let location = self.location(operation.position());
        let layout = format!("({}):({})", shape.join(","), strides.join(","));
        self.text(format_args!("  %{value} = layout.constant #layout.cute<{layout}> {location}\n"));
    }

    /// That a part of a memory is in it, a claim for each dim where it begins at a number.
    fn view(&mut self, operation: &'m Operation, from: &'m MemDesc, to: &'m MemDesc) {
        let Some(begins) = operation.begins(from.shape().len()) else { return };
        let n_dropped = begins.len().saturating_sub(to.shape().len());
        for (dim, begin) in begins.into_iter().enumerate() {
            let extent = dim.checked_sub(n_dropped).and_then(|dim| to.shape().get(dim).copied());
            let (extent, size) = (extent.unwrap_or(1), from.shape()[dim]);
            let (Some(begin), 1.., 1..) = (begin, extent, size) else { continue };
            if begin == 0 && extent == size {
                continue;
            }
            let value = self.next_value();
            let location = self.location(operation.position());
            self.text(format_args!(
                "  %{value} = layout.constant #layout.composed<S<0,0,0> o {begin} o {extent}:1> {location}\n"
            ));
            self.text(format_args!("  layout.assert_in_bounds %{value}, {size} {location}\n"));
        }
    }

    fn tensor(&self, tensor: &'m Tensor) -> Option<Constant> {
        let key = (tensor.encoding_text()?, tensor.shape(), tensor.element().as_str());
        self.constants.get(&key).cloned()
    }

    fn memory(&self, memory: &'m MemDesc) -> Option<Constant> {
        let key =
            (memory.tensor().encoding_text()?, memory.laid_out_shape(), memory.element().as_str());
        self.constants.get(&key).cloned()
    }

    /// Where each element of `left` is in `right`; nothing if one of them has no layout.
    fn question(
        &mut self,
        left: Option<Constant>,
        right: Option<Constant>,
        attributes: String,
        position: Position,
    ) {
        let (Some(left), Some(right)) = (left, right) else { return };
        let value = self.next_value();
        let padding = padding_attribute(&right.padding);
        let location = self.location(position);
        let (left, right) = (left.value, right.value);
        self.text(format_args!(
            "  %{value} = layout.invert_and_compose %{left}, %{right} {{{attributes}{padding}}} {location}\n"
        ));
    }

    fn global(&mut self, tensor: Option<Constant>, attributes: &str, position: Position) {
        if let Some(tensor) = tensor {
            self.constant(&tensor.layout, attributes, position);
        }
    }

    fn constant(&mut self, layout: &str, attributes: &str, position: Position) {
        let value = self.next_value();
        let location = self.location(position);
        self.text(format_args!(
            "  %{value} = layout.constant #layout.linear<{layout}> {{{attributes}}} {location}\n"
        ));
    }

    fn next_value(&mut self) -> usize {
        self.n_values += 1;
        self.n_values - 1
    }

    fn location(&self, position: Position) -> String {
        format!("loc({}:{}:{})", self.file, position.line, position.column)
    }
}

/// The strides that the arithmetic on the pointers of an operation has.
fn strides_attribute(operation: &Operation) -> String {
    let Some(strides) = operation.access().and_then(|access| access.strides()) else {
        return String::new();
    };
    let list: Vec<String> = strides
        .iter()
        .map(|stride| stride.map_or("unit".to_owned(), |stride| format!("{stride} : i64")))
        .collect();
    let together = operation
        .together()
        .map_or(String::new(), |together| format!(", together = {together} : i64"));
    format!(", strides = [{}]{together}", list.join(", "))
}

fn padding_attribute(padding: &[Padding]) -> String {
    if padding.is_empty() {
        return String::new();
    }
    let gaps: Vec<String> =
        padding.iter().map(|gap| format!("[{}, {}]", gap.interval, gap.padding)).collect();
    format!(", padding = [{}]", gaps.join(", "))
}

/// A text in quotes as MLIR reads it: quotes, backslashes and all that is not printable escaped.
struct Quoted<'t>(&'t str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for byte in self.0.bytes() {
            match byte {
                b'"' | b'\\' => write!(f, "\\{}", char::from(byte))?,
                b' '..=b'~' => f.write_char(char::from(byte))?,
                _ => write!(f, "\\{byte:02X}")?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_escaped() {
        assert_eq!(Quoted("a\"b\\c\né").to_string(), r#""a\"b\\c\0A\C3\A9""#);
    }

    #[test]
    fn what_has_no_layout_is_reported_by_name_and_its_questions_are_left_out() {
        let file = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [2], warpsPerCTA = [1], order = [0]}>
module {
  %a = ttg.convert_layout %x : tensor<4xf32, #b> -> tensor<4xf32, #ttg.new_thing<{a = 1}>>
  %c = ttg.convert_layout %x : tensor<4xf32, #b> -> tensor<6xf32, #b>
  %d = ttg.convert_layout %x : tensor<4xf32, #b> -> tensor<6xf32, #nowhere>
  %e = ttg.convert_layout %x : tensor<4xf32, #b> -> tensor<4xf32, #b>
}";
        let imported = import_triton(file.as_bytes(), "f.ttgir").unwrap();
        let findings: Vec<String> = imported
            .findings()
            .iter()
            .map(|found| format!("{} {} {}", found.position(), found.is_error(), found.message()))
            .collect();
        assert_eq!(
            findings,
            [
                "3:67 false unknown encoding new_thing",
                "4:67 false #b on shape [6]: out-dim dim0 has size 6, which is not a power of two",
                "5:67 true alias #nowhere is not defined",
            ]
        );
        assert_eq!(imported.ir().matches("invert_and_compose").count(), 1);
        assert!(imported.ir().contains("loc(\"f.ttgir\":6:8)"));
    }
}
