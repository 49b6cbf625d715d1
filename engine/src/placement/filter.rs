//! The spam filter that is asked, if one is set.

use postrider_mail::filters::{FilterError, FilterLimits, Rspamd, Spamd, Transport, Verdict};

/// Of two that are set the first is asked.
#[derive(Clone, Debug)]
pub enum SpamFilter {
    Rspamd(Rspamd),
    Spamd(Spamd),
}

/// Which it is, as callers are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AskedFilter {
    Rspamd,
    SpamAssassin,
}

impl AskedFilter {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Rspamd => "rspamd",
            Self::SpamAssassin => "spamassassin",
        }
    }
}

impl SpamFilter {
    pub fn kind(&self) -> AskedFilter {
        match self {
            Self::Rspamd(_) => AskedFilter::Rspamd,
            Self::Spamd(_) => AskedFilter::SpamAssassin,
        }
    }

    pub async fn ask(
        &self,
        message: &[u8],
        transport: Transport<'_>,
    ) -> Result<Verdict, FilterError> {
        let limits = FilterLimits::default();
        match self {
            Self::Rspamd(rspamd) => rspamd.ask(message, transport, &limits).await,
            Self::Spamd(spamd) => spamd.ask(message, transport, &limits).await,
        }
    }
}
