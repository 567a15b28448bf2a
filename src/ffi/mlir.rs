//! Between Rust and the C++ glue of `dialect/*.cpp`, as what is above calls it.
//!
//! The interface is `dialect/LayoutC.h`, which documents every function. [`glue`] declares the
//! functions that Rust calls, [`hooks`] has those that C++ calls, over traits that the dialect and
//! the passes implement, [`ir`] has what melior lacks, [`foreign`] what operations of other dialects
//! say through MLIR's interfaces, [`affine`] reads and builds affine maps, and [`point_set`] is MLIR's
//! Presburger library.

mod affine;
mod attribute;
mod content;
mod diagnostic;
mod driver;
mod foreign;
pub(crate) mod glue;
mod hooks;
mod ir;
mod memref;
mod names;
mod open;
mod parallel;
mod place;
mod point_set;
mod stack;

pub(crate) use affine::{
    AffineExpr, AffineOperator, affine_map, affine_results, affine_set, dims_and_symbols,
    map_input_count, map_of_result,
};
pub(crate) use attribute::{
    Spelled, array_layout, attribute, constant, content, dictionary, elements, layout_of_type,
    layout_of_value, layout_type, layouts_and_types_of, layouts_of,
};
pub(crate) use diagnostic::emit;
pub(crate) use driver::{driver_main, lsp_server_main, with_modules};
pub(crate) use foreign::{
    Effects, LoopVariable, Number, effects, element_type, enum_value, forwards_operands,
    is_affine_dim, is_call, is_function, is_llvm_array, is_llvm_struct, is_speculatable,
    loop_variables, matrix_shape, memory_space_number, overflow_flags, properties, region_sources,
    result_range, successor_operand, with_element_type,
};
pub(crate) use hooks::{Hooks, Passes, install, register_dialect, register_passes};
pub(crate) use ir::{
    Dictionary, argument_block, dictionary_of, erase, fixed_vector, has_uses, is_before, is_vector,
    move_to_end, name, named_attribute, opaque, operation, replace_affine_attributes,
    replace_all_uses, replace_layout_attributes, set_attribute, set_operands, strides_and_offset,
};
pub(crate) use memref::type_has_memref;
pub(crate) use names::ValueNames;
pub(crate) use open::{OPEN_FILE, Told, with_text};
pub(crate) use parallel::for_each;
pub(crate) use place::FilePosition;
pub(crate) use point_set::{PointSet, Sample};
pub(crate) use stack::with_deep_stack;
