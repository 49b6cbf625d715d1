//! `postrider doctor`: looks at everything that sending needs, and says what to do. It works beside a running service
//! and changes nothing.

mod browser;
mod certificate;
mod clock;
mod consent;
mod database;
mod descriptors;
mod direct;
mod domains;
mod embeddings;
mod examination;
mod ffmpeg;
mod finding;
mod folder;
mod host;
mod inbound;
mod metrics;
mod model;
mod objects;
mod patience;
mod placement;
mod processes;
mod redis;
mod relay;
mod report;
mod resolver;
mod web;

pub use examination::run;
pub use processes::alive;
