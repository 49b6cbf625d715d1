//! What the world says about mail domains. Knows no database and no HTTP.

pub mod dns;
