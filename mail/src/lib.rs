//! Mail itself: what DNS says about mail domains, messages, signatures, SMTP. Knows no database, and no HTTP but
//! for the visitors that the sink plays.

pub mod authentication;
pub mod capture;
pub mod dkim;
pub mod dns;
pub mod filters;
pub mod inbound;
pub mod message;
mod mime;
pub mod password;
mod plain;
mod receiving;
pub mod reports;
pub mod returned;
pub mod seeds;
pub mod sink;
pub mod smtp;
mod socket;
