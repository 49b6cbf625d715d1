//! The built-in designer, held against 200 prompts that nothing was trained on.

mod abroad;
mod asides;
mod briefs;
mod designs;
mod facts;
mod intents;
mod listeners;
mod long;
mod prompts;
mod requests;
mod sketches;
mod told;
mod wording;
