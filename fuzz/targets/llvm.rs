//! LLVM IR in text.
#![no_main]

use layout_lowering::llvm::read_module;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let _ = read_module(text);
});
