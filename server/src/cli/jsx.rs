//! `jsx`: one template of somebody else, rendered in a process that is nothing else.

use std::process::ExitCode;

use postrider_content::jsx::child;

pub fn run() -> ExitCode {
    // Nobody reads what it would say: no answer is the answer.
    child::main().map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS)
}
