//! What the child does with a source, inside its own limits: an answer or an error, never a crash. Sources are
//! short: one that nests deeper than a stack may end the child, which is why there is one.

use postrider_content::jsx::{self, Limits, NEVER_TOO_DEEP};

pub(super) fn run(source: &str) {
    if source.len() <= NEVER_TOO_DEEP {
        let _ = jsx::compile_and_run(source, &Limits::default());
    }
}
