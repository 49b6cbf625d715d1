//! What every SMTP server does: takes the bytes of a client apart into lines and messages, and reads the lines.

mod command;
mod data;
mod framing;

pub(crate) use command::Command;
pub(crate) use data::unstuffed;
pub(crate) use framing::{Framing, Piece};
