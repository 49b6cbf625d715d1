//! What becomes of one recipient.

use super::{Profile, Trait};
use crate::sink::hash::hash;

/// All that is decided about an address beforehand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fate {
    pub first: First,
    pub ending: Ending,
    pub reader: Reader,
    pub machine: Machine,
    /// How soon a person does things, from 0 (at once) to 1.
    pub(crate) ease: f64,
}

/// What the first try meets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    Taken,
    Greylisted,
    /// No room in the mailbox, for a while.
    Full,
}

/// How it ends between this person and the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// Nobody is there, and the server says so when the address is named.
    Unknown,
    /// Nobody is there, which comes out after the mail was taken.
    ReturnedLate,
    Complains,
    Unsubscribes,
    Stays,
}

/// What the person does with the mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Ignores,
    Opens,
    OpensAndClicks,
}

/// What comes before the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Machine {
    Nothing,
    Prefetch,
    /// A filter that says who it is.
    Scanner,
    /// A filter that calls itself a browser.
    DisguisedScanner,
}

impl Fate {
    /// Whether somebody is there to get the mail.
    pub fn exists(&self) -> bool {
        !matches!(self.ending, Ending::Unknown | Ending::ReturnedLate)
    }
}

impl Profile {
    /// The same at every call, and in every run with this seed.
    pub fn fate(&self, seed: u64, address: &str) -> Fate {
        let draw = |what: &str| hash(&(seed, what, address)) as f64 / u64::MAX as f64;
        let ending = choose(
            draw("ending"),
            &[
                (self.share(Trait::Bounce), Ending::Unknown),
                (self.share(Trait::Late), Ending::ReturnedLate),
                (self.share(Trait::Complain), Ending::Complains),
                (self.share(Trait::Unsubscribe), Ending::Unsubscribes),
            ],
            Ending::Stays,
        );
        let first = choose(
            draw("first"),
            &[
                (self.share(Trait::Greylist), First::Greylisted),
                (self.share(Trait::Full), First::Full),
            ],
            First::Taken,
        );
        let open = self.share(Trait::Open);
        let clicks = open * self.share(Trait::Click);
        let reader = choose(
            draw("reader"),
            &[
                (clicks, Reader::OpensAndClicks),
                (open - clicks, Reader::Opens),
            ],
            Reader::Ignores,
        );
        let machine = choose(
            draw("machine"),
            &[
                (self.share(Trait::Prefetch), Machine::Prefetch),
                (self.share(Trait::Scan) * 0.7, Machine::Scanner),
                (self.share(Trait::Scan) * 0.3, Machine::DisguisedScanner),
            ],
            Machine::Nothing,
        );
        let is_nobody = matches!(ending, Ending::Unknown | Ending::ReturnedLate);
        Fate {
            // A mailbox that does not exist is never full.
            first: match first {
                First::Full if is_nobody => First::Taken,
                first => first,
            },
            ending,
            reader: if is_nobody { Reader::Ignores } else { reader },
            machine: if is_nobody { Machine::Nothing } else { machine },
            ease: draw("ease"),
        }
    }
}

fn choose<T: Copy>(draw: f64, shares: &[(f64, T)], otherwise: T) -> T {
    let mut before = 0.0;
    for (share, choice) in shares {
        before += share;
        if draw < before {
            return *choice;
        }
    }
    otherwise
}
