//! Opens and clicks that no person made: telling them apart, with the reason.
//!
//! What cannot be told from a person is taken for one. An image proxy that fetches when somebody looks (Gmail's) is
//! a person; one that fetches before anybody looks (Apple's, Yahoo's) is not.

mod agents;
mod pace;
mod reason;
#[cfg(test)]
mod tests;

pub use pace::{BURST_LINKS, BURST_MS, Pace};
pub use reason::MachineReason;

/// What a request shows of who makes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'a> {
    pub user_agent: &'a str,
    pub is_head: bool,
    /// `Purpose`, `X-Purpose`, `Sec-Purpose` or `X-Moz`, whichever is there.
    pub purpose: &'a str,
}

/// Nothing if it looks like a person.
pub fn reason(evidence: &Evidence<'_>) -> Option<MachineReason> {
    if evidence.is_head {
        return Some(MachineReason::HeadRequest);
    }
    let purpose = evidence.purpose.to_ascii_lowercase();
    if purpose.contains("prefetch") || purpose.contains("preview") {
        return Some(MachineReason::Prefetch);
    }
    agents::reason(evidence.user_agent)
}
