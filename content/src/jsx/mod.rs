//! Templates in JSX, with the vocabulary of React Email, become HTML.
//!
//! A template is a program of somebody else: it runs in a JavaScript engine without IO, in a child of this
//! very program that limits itself and is killed from outside. [`Renderer`] is what the service uses,
//! [`child::main`] what the child does, [`compile_and_run`] the work itself.

pub mod child;
mod compile;
#[cfg(target_os = "linux")]
mod confine;
mod limits;
mod place;
mod renderer;
mod run;
mod runtime;

use crate::report::ImportError;
pub use limits::Limits;
pub use renderer::Renderer;

/// The parser and what walks its tree recurse as deep as the source nests. Only what is touched is used.
const THREAD_STACK: usize = 128 * 1024 * 1024;

/// Compiles a template, runs it and gives its HTML.
///
/// This is the child's work, and not for a process that matters. Loops, regular expressions, memory and nested
/// calls of the template end at their limits. Two things end at those of the child only: a source over
/// [`NEVER_TOO_DEEP`] bytes can nest so deep that the stack overflows, which ends the process, and the parser
/// and a few functions of the engine can be kept busy for long without looking at the clock.
pub fn compile_and_run(source: &str, limits: &Limits) -> Result<String, ImportError> {
    if source.len() > limits.source {
        return Err(ImportError::new(format!(
            "The template is larger than {} KB.",
            limits.source / 1024
        )));
    }
    std::thread::scope(|scope| {
        let work = || run::run(&compile::compile(source)?, source, limits);
        let thread = std::thread::Builder::new()
            .stack_size(THREAD_STACK)
            .spawn_scoped(scope, work)
            .map_err(|_| ImportError::new("There is not enough memory for the template."))?;
        thread
            .join()
            .unwrap_or_else(|_| Err(ImportError::new("The template cannot be compiled.")))
    })
}

/// Sources up to here cannot nest so deep that they end the process, in whatever build.
pub const NEVER_TOO_DEEP: usize = 4096;
