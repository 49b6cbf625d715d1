//! What gives a machine away.

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
