//! From a send to what comes back: domains, states, retries, tracking, and the feed of events.

pub mod bounce;
pub mod domain_report;
pub mod event_feed;
pub mod machine;
pub mod mta_sts;
pub mod retry;
pub mod send;
pub mod sending_domain;
pub mod tracking;
