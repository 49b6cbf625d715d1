//! Drawings become pixels: mail clients show none. Nothing is fetched for one, and what would take too long is refused before
//! the first stroke: what cannot be judged by its words (`bounds`) is not built, what is built is judged once more (`work`).

mod bounds;
mod counting;
mod draw;
mod linked;
mod links;
mod numbers;
mod rules;
mod sheets;
#[cfg(test)]
mod tests;
mod work;

pub(crate) use draw::letter_widths;
pub use draw::{draw, draw_at, draw_to, unknown_letters};
