//! Lines of the calculator, one session a file.
#![no_main]

use layout_tools::calc::Session;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut session = Session::default();
    for line in text.lines().take(4) {
        // An answer is printed too.
        if let Ok(reply) = session.run(line)
            && let Some(answer) = reply.answer()
        {
            let _ = answer.to_string();
        }
    }
});
