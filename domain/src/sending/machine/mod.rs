//! Opens and clicks that no person made: telling them apart, with the reason.
//!
//! What cannot be told from a person is taken for one. An image proxy that fetches when somebody looks (Gmail's) is
//! a person; one that fetches before anybody looks (Apple's, Yahoo's) is not.

mod agents;
mod pace;
#[cfg(test)]
mod tests;

pub use pace::{BURST_LINKS, BURST_MS, Pace};

/// Why an open or click counts as a machine's. The words are shown on events.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MachineReason {
    /// A request that asks for no content: nobody reads that way.
    HeadRequest,
    /// The request says itself that nobody has asked yet.
    Prefetch,
    /// A mail provider that loads images on arrival, read or not.
    PrefetchProxy,
    /// A filter that looks where links lead before anybody may go there.
    SecurityScanner,
    /// A program, by its own name.
    AutomatedAgent,
    NoUserAgent,
    /// Several links of one mail within seconds.
    ClickBurst,
}

impl MachineReason {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::HeadRequest => "head_request",
            Self::Prefetch => "prefetch",
            Self::PrefetchProxy => "prefetch_proxy",
            Self::SecurityScanner => "security_scanner",
            Self::AutomatedAgent => "automated_agent",
            Self::NoUserAgent => "no_user_agent",
            Self::ClickBurst => "click_burst",
        }
    }
}

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
