//! What the tests of several crates stand on, and what `bench` plays the world with.
#![expect(
    clippy::unwrap_used,
    reason = "what goes wrong here fails the test that uses it"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "tests spawn tasks, read the real clock and find their server in the environment"
)]

pub mod browser_double;
pub mod database;
pub mod dns_server;
pub mod model_server;
mod png_bomb;
pub mod rude_server;
pub mod servers;
mod small_weights;
pub mod smtp_server;

pub use png_bomb::png_bomb;
pub use small_weights::write_small_weights;
