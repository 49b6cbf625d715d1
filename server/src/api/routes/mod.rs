//! The whole surface: every route of the contract is a row here, built or not, in the order of its
//! parts, and what the app alone calls. Each noun's rows stand in one list below.

mod all;
mod app;
mod automations;
mod contacts;
mod content;
mod emails;
mod meta;
mod method;
mod receivers;
mod runs;
mod sends;
mod triggers;

pub use all::contract;
pub use app::rows as app;
pub use receivers::rows as receivers;
