//! Mailbox providers that the sink plays. What a provider does to a recipient is decided by a hash of the address and
//! the seed: a rerun does the same, and the right numbers can be told beforehand.

mod doors;
mod fate;
#[cfg(test)]
mod tests;
mod wording;

use std::fmt;
use std::str::FromStr;

pub(super) use doors::{Doors, RecipientAnswer};
pub use fate::{Ending, Fate, First, Machine, Reader};

use super::mistake::BehaviourError;

/// Whom the sink plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Receiver {
    Gmail,
    Outlook,
    Yahoo,
    /// A company behind a gateway that greylists and looks into every link.
    Enterprise,
}

impl Receiver {
    pub const ALL: [Self; 4] = [Self::Gmail, Self::Outlook, Self::Yahoo, Self::Enterprise];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Gmail => "gmail",
            Self::Outlook => "outlook",
            Self::Yahoo => "yahoo",
            Self::Enterprise => "enterprise",
        }
    }

    pub(super) fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|each| each.as_str() == name)
    }
}

impl fmt::Display for Receiver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// What can be set of a profile, in the order of [`TABLE`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trait {
    Greylist,
    Full,
    Bounce,
    Late,
    Complain,
    Unsubscribe,
    Open,
    Click,
    Prefetch,
    Scan,
    Wait,
    React,
    Rate,
}

const TRAITS: usize = 13;
/// Those before this are in percent.
const PERCENT: usize = Trait::Wait as usize;

/// Percent of the recipients; at the end seconds, and messages a second.
#[rustfmt::skip]
const TABLE: [(&str, [f64; 4]); TRAITS] = [
    //              gmail outlook  yahoo enterprise
    ("greylist",    [ 2.0,    5.0,  10.0,  40.0]), // are put off at the first try
    ("full",        [ 1.0,    1.0,   2.0,   0.5]), // have no room for a while
    ("bounce",      [ 2.0,    2.5,   3.0,   1.5]), // are unknown when they are named
    ("late",        [ 0.3,    0.5,   0.5,   1.0]), // turn out to be unknown after the mail was taken
    ("complain",    [ 0.2,    0.4,   0.5,   0.1]), // call it spam
    ("unsubscribe", [ 0.6,    0.5,   0.6,   0.3]), // leave with one click
    ("open",        [35.0,   30.0,  28.0,  25.0]), // read it
    ("click",       [12.0,   10.0,  10.0,  15.0]), // of those who read it, follow a link
    ("prefetch",    [15.0,   20.0,  40.0,   5.0]), // have a proxy that loads images before anybody looks
    ("scan",        [ 0.0,    3.0,   0.0,  60.0]), // have a filter that follows every link on arrival
    ("wait",        [20.0,   30.0,  30.0,  45.0]), // seconds of greylisting; a full mailbox takes twice as long
    ("react",       [60.0,   60.0,  60.0,  60.0]), // seconds within which people do what they do
    ("rate",        [200.0, 150.0, 120.0, 100.0]), // messages a second, more are throttled
];

/// A provider with its numbers: `gmail`, or `gmail?bounce=2&complain=0.1`.
#[derive(Clone, Debug, PartialEq)]
pub struct Profile {
    pub receiver: Receiver,
    numbers: [f64; TRAITS],
}

impl Profile {
    pub fn new(receiver: Receiver) -> Self {
        Self {
            receiver,
            numbers: TABLE.map(|(_, of)| of[receiver as usize]),
        }
    }

    pub fn number(&self, of: Trait) -> f64 {
        self.numbers[of as usize]
    }

    /// From 0 to 1.
    fn share(&self, of: Trait) -> f64 {
        self.number(of) / 100.0
    }

    /// How long greylisting lasts.
    fn wait_ms(&self) -> i64 {
        (self.number(Trait::Wait) * 1000.0) as i64
    }

    fn set(&mut self, setting: &str) -> Result<(), String> {
        let known = || {
            let names = TABLE.iter().map(|(name, _)| *name);
            names.collect::<Vec<_>>().join(", ")
        };
        let (name, number) = setting
            .split_once('=')
            .ok_or_else(|| "settings look like bounce=2&open=30".to_owned())?;
        let at = TABLE
            .iter()
            .position(|(known, _)| *known == name)
            .ok_or_else(|| format!("there are {}", known()))?;
        let number: f64 = number
            .parse()
            .map_err(|_| format!("`{number}` is no number"))?;
        let most = if at < PERCENT { 100.0 } else { 1e9 };
        if !(0.0..=most).contains(&number) {
            return Err(format!("{name} is a number from 0 to {most}"));
        }
        self.numbers[at] = number;
        Ok(())
    }
}

impl FromStr for Profile {
    type Err = BehaviourError;

    fn from_str(text: &str) -> Result<Self, BehaviourError> {
        let wrong = |why: String| BehaviourError::new(text, why);
        let (name, settings) = text.split_once('?').unwrap_or((text, ""));
        let receiver = Receiver::parse(name).ok_or_else(|| {
            let names = Receiver::ALL.map(Receiver::as_str).join(", ");
            wrong(format!("the profiles are {names}"))
        })?;
        let mut profile = Self::new(receiver);
        for setting in settings.split('&').filter(|setting| !setting.is_empty()) {
            profile.set(setting).map_err(wrong)?;
        }
        let endings = [
            Trait::Bounce,
            Trait::Late,
            Trait::Complain,
            Trait::Unsubscribe,
        ];
        let sum: f64 = endings.iter().map(|of| profile.number(*of)).sum();
        if sum > 100.0 {
            return Err(wrong(
                "bounce, late, complain and unsubscribe are more than 100 percent".to_owned(),
            ));
        }
        Ok(profile)
    }
}
