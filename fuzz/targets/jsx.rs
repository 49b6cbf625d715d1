#![no_main]
//! What the child does with a source, inside its own limits: an answer or an error, never a crash.

use libfuzzer_sys::fuzz_target;
use postrider_content::jsx;

fuzz_target!(|source: &str| {
    let _ = jsx::compile_and_run(source);
});
