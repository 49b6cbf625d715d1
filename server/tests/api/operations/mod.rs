//! What an operator sees: the binary, its folder, its commands, its signals, its logs.

mod commands;
mod commands_told;
mod database;
mod logs;
mod pages;
mod start;
mod stop;
