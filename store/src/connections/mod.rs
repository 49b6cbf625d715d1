//! Providers' accounts whose events arrive here.
