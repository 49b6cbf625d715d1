//! What is told while the rounds run.

#[expect(clippy::print_stderr, reason = "progress, beside the table")]
pub fn note(text: &str) {
    eprintln!("{text}");
}
