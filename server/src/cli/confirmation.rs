//! What cannot be undone is asked about.

use clap::Args;
use postrider_engine::accounts::standing::Doomed;

use super::command_error::CommandError;
use super::output::ask;

/// Whether it still has to be asked.
#[derive(Args, Clone, Copy)]
pub struct Confirmation {
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Confirmation {
    /// Whoever is asked types the name.
    pub fn require(self, what: &str, doomed: &Doomed) -> Result<(), CommandError> {
        if self.yes {
            return Ok(());
        }
        let sends = match doomed.unfinished_sends {
            0 => String::new(),
            1 => "\nA send is not finished, and ends here.".to_owned(),
            many => format!("\n{many} sends are not finished, and end here."),
        };
        let question = format!(
            "This removes the {what} {} with all that it has, for good.{sends}\nType its name to go on: ",
            doomed.name
        );
        let Some(answer) = ask(&question) else {
            return Err(CommandError::Refused(format!(
                "deleting a {what} cannot be undone: run this on a terminal, where it asks, or add `--yes`"
            )));
        };
        if answer == doomed.name.trim() {
            return Ok(());
        }
        let message = "that is not its name: nothing was deleted";
        Err(CommandError::Refused(message.to_owned()))
    }
}
