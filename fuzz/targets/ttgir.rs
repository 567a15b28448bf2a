//! A file of Triton's: read, linted by its rules and translated.
#![no_main]

use layout_kernels::translate::import_triton;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = import_triton(bytes, "kernel.ttgir");
});
