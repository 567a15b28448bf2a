//! isl's own notation, which nothing but a test reads or writes: the oracle for ours.

use std::ffi::{c_char, c_void};

use super::object::Map;
use super::raw::{Give, Keep, RawContext, RawMap};
use super::space::c_string;
use super::{Context, IslError};

unsafe extern "C" {
    fn isl_map_read_from_str(context: Keep<'_, RawContext>, text: *const c_char) -> Give<RawMap>;
    safe fn isl_map_to_str(map: Keep<'_, RawMap>) -> *mut c_char;
    /// The C library's: isl's strings are allocated with `malloc`.
    fn free(memory: *mut c_void);
}

impl Map {
    /// What isl's parser makes of `text`.
    pub fn from_isl_text(context: &Context, text: &str) -> Result<Self, IslError> {
        let text = c_string(text)?;
        // SAFETY: the text lives during the call.
        context.own(unsafe { isl_map_read_from_str(context.keep(), text.as_ptr()) })
    }

    /// What isl prints.
    pub fn to_isl_text(&self) -> Result<String, IslError> {
        let text = isl_map_to_str(self.keep());
        let copy = self.context().text(text);
        // SAFETY: the text is ours or null, and nothing else has it.
        unsafe { free(text.cast()) };
        copy
    }
}
