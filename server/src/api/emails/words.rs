//! What all rows share that take words for designs.

use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::problem::Problem;

use crate::app::App;

/// Only what a model does costs something.
pub fn price_of_words(app: &App) -> Metering {
    if app.maker.is_metered() {
        Metering::Usage
    } else {
        Metering::Free
    }
}

pub fn check_prompt(prompt: &str) -> Result<(), Problem> {
    if prompt.trim().is_empty() {
        return Err(Problem::invalid("prompt", "The prompt says nothing."));
    }
    if prompt.contains('\0') {
        return Err(Problem::invalid("prompt", "The prompt holds a zero byte."));
    }
    Ok(())
}
