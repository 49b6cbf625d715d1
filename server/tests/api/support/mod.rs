//! The harness.
//!
//! ```ignore
//! #[tokio::test]
//! async fn second_upsert_of_one_address_updates() {
//!     let server = TestServer::start().await;
//!     let brand = server.brand().await;               // its own organization, brand and key (`all`)
//!     let made = brand.post("/v1/contacts", json!({ "email": "ada@example.com" })).await;
//!     assert_eq!(made.status, 201);
//!     assert_problem(&brand.get("/v1/contacts/nobody@example.com").await, 404, "CONTACT_NOT_FOUND", None);
//! }
//! ```
//!
//! - A server runs in the test's own process, on a free port, with a folder and a database of its own;
//!   which kind of database is not the test's business. When the server goes out of scope, a write that
//!   is still open fails the test. `stop().await` ends it in order; `restart().await` starts it again on the
//!   same data, and `again(&caller)` finds it there.
//! - Limits are far away. `TestServer::with().contract_limits()` brings them back; the builder also sets
//!   the clock, windows of one second, plans, more rows ([`probe`]) and what happens at fault points.
//! - [`Brand`] and an `Org` (`server.org().await`) call with their own key; `brand.key("contacts").await` makes another,
//!   `org.key("all").await.on(&brand)` names the brand in `X-Brand-Id`, `server.nobody()` has no key.
//! - `org.member(Role::Editor).await` is signed in and calls as a page of ours does.
//! - `caller.request("POST", path).header(…).json(…).send().await` where a verb alone is not enough.
//! - Whole answers: `insta::assert_json_snapshot!(answer.json, { ".contactId" => "[id]" }, @"…")`.
//! - [`Installation`] runs the real binary: `serve()`, `kill()` (SIGKILL), `serve()` again, `command()`.

mod binary;
mod browser;
pub mod bucket;
mod bucket_server;
mod client;
mod database;
mod faulty_bucket;
mod image_host;
mod mail_server;
mod measures;
pub mod members;
mod parts;
mod port;
pub mod probe;
mod problem;
mod server;
pub mod settings;
mod stand_in;
mod tenants;
mod wait;

pub use binary::{Binary, Installation};
pub use browser::Browser;
pub use client::{Answer, Caller, Request};
pub use faulty_bucket::{Asked, Fault, FaultyBucket};
pub use image_host::{ImageHost, encoded, png};
pub use mail_server::{Answers, Heard, MailServer, with};
pub use measures::{Loop, Measures};
pub use members::Member;
pub use parts::parts;
pub use port::free_port;
pub use postrider_test_support::dns_server;
pub use problem::{assert_envelope, assert_problem, assert_promised_headers};
pub use server::{Builder, TestServer};
pub use stand_in::StandIn;
pub use tenants::{Brand, Org};
pub use wait::{until, until_within};
