//! What can be done behind a mail, and how that can fail.

use crate::sink::figures::Counts;
use crate::sink::profile::Receiver;

/// Something to do.
#[derive(Clone, Debug)]
pub(in crate::sink) struct Action {
    pub receiver: Receiver,
    pub recipient: u64,
    pub what: What,
}

#[derive(Clone, Debug)]
pub(in crate::sink) enum What {
    Visit {
        url: String,
        agent: &'static str,
        counts: Counts,
    },
    /// A filter: one link after the other, without a pause.
    Scan {
        visits: Vec<(Method, String, Counts)>,
        agent: &'static str,
    },
    Unsubscribe {
        url: String,
        agent: &'static str,
    },
    /// A mail without a sender.
    Return {
        to: String,
        message: Vec<u8>,
        counts: Counts,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sink) enum Method {
    Head,
    Get,
}

impl Action {
    pub fn lane(&self) -> Lane {
        match self.what {
            What::Return { .. } => Lane::Post,
            _ => Lane::Web,
        }
    }

    /// How many bytes it takes.
    pub fn weight(&self) -> usize {
        let beside = match &self.what {
            What::Visit { url, .. } | What::Unsubscribe { url, .. } => url.len(),
            What::Scan { visits, .. } => {
                let links = visits.iter().map(|(_, url, _)| url.len());
                links.sum::<usize>() + size_of_val(visits.as_slice())
            }
            What::Return { to, message, .. } => to.len() + message.len(),
        };
        size_of::<Self>() + beside
    }
}

impl What {
    pub fn counts(&self) -> Box<dyn Iterator<Item = Counts> + '_> {
        match self {
            Self::Visit { counts, .. } | Self::Return { counts, .. } => {
                Box::new(std::iter::once(*counts))
            }
            Self::Scan { visits, .. } => Box::new(visits.iter().map(|(_, _, counts)| *counts)),
            Self::Unsubscribe { .. } => Box::new(std::iter::once(Counts::Unsubscribed)),
        }
    }
}

/// Post and visits do not wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::sink) enum Lane {
    Web,
    Post,
}

/// How an action failed.
pub(in crate::sink) enum Failed {
    /// It is worth another try.
    Now(String),
    ForGood(String),
}
