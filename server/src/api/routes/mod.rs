//! The whole surface: every route of the contract is a row here, built or not, in the order of its
//! parts. Each noun's rows stand in one list below.

mod all;
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
pub use receivers::rows as receivers;
