//! How the sink misbehaves: a list of rules, asked at fixed points of a conversation.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::str::FromStr;
use std::time::Duration;

use super::mistake::BehaviourError;
use super::profile::{Profile, Receiver};

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Fault {
    TemporaryFailure,
    PermanentFailure,
    Greylist,
    RefuseAtMail,
    Refuse,
    RefuseAtDot,
    AuthFailure,
    Tarpit,
    Garbage,
    GarbageAtDot,
    CloseMidPipeline,
    DropAtDot,
    Hang,
    HangAtDot,
}

/// Where in a conversation a fault shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Point {
    Auth,
    Mail,
    Recipient,
    Data,
    Dot,
    Reply,
}

/// What stands behind the `=`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Argument {
    Nothing,
    /// `0.25` or `25%` of the recipients.
    Share,
    Milliseconds,
}

struct Known {
    name: &'static str,
    fault: Fault,
    point: Point,
    argument: Argument,
}

const fn known(name: &'static str, fault: Fault, point: Point, argument: Argument) -> Known {
    Known {
        name,
        fault,
        point,
        argument,
    }
}

const KNOWN: [Known; 14] = {
    use Argument::{Milliseconds, Nothing, Share};
    use Point::{Auth, Data, Dot, Mail, Recipient, Reply};
    [
        known("tempfail", Fault::TemporaryFailure, Recipient, Share),
        known("permfail", Fault::PermanentFailure, Recipient, Share),
        known("greylist", Fault::Greylist, Recipient, Nothing),
        known("refuse", Fault::Refuse, Recipient, Nothing),
        known("refuse-at-mail", Fault::RefuseAtMail, Mail, Nothing),
        known("refuse-at-dot", Fault::RefuseAtDot, Dot, Nothing),
        known("auth-fail", Fault::AuthFailure, Auth, Nothing),
        known("tarpit", Fault::Tarpit, Reply, Milliseconds),
        known("garbage", Fault::Garbage, Recipient, Share),
        known("garbage-at-dot", Fault::GarbageAtDot, Dot, Share),
        known(
            "close-mid-pipeline",
            Fault::CloseMidPipeline,
            Recipient,
            Share,
        ),
        known("drop-at-dot", Fault::DropAtDot, Dot, Share),
        known("hang", Fault::Hang, Data, Nothing),
        known("hang-at-dot", Fault::HangAtDot, Dot, Nothing),
    ]
};

#[derive(Clone, Debug, PartialEq)]
struct Rule {
    fault: Fault,
    point: Point,
    /// A share of the recipients, or milliseconds.
    number: f64,
    /// How often it still applies.
    left: u64,
}

/// `"tempfail=10%,refuse:100"`: a tenth of the recipients is put off, and the first hundred are refused. The first
/// rule that applies decides; where none does, the provider that is played (`"gmail,tarpit=20"`).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Behaviour {
    rules: Vec<Rule>,
    /// Of every recipient whose domain has no other.
    pub(super) profile: Option<Profile>,
}

/// Somebody at a point of a conversation. Recipients are hashes, so that a rerun chooses the same ones.
pub(super) struct Who {
    pub seed: u64,
    pub recipient: u64,
    /// How often this recipient was put off before.
    pub tries: u32,
}

impl Behaviour {
    pub(super) fn decide(&mut self, point: Point, who: &Who) -> Option<Fault> {
        let rule = self
            .rules
            .iter_mut()
            .find(|rule| rule.point == point && rule.left > 0 && rule.chooses(who))?;
        rule.left -= 1;
        Some(rule.fault)
    }

    /// How long an answer is held back.
    pub(super) fn delay(&mut self) -> Option<Duration> {
        let rule = self
            .rules
            .iter_mut()
            .find(|rule| rule.fault == Fault::Tarpit && rule.left > 0)?;
        rule.left -= 1;
        Some(Duration::from_secs_f64(rule.number / 1000.0))
    }

    pub(super) fn has(&self, fault: Fault) -> bool {
        self.rules.iter().any(|rule| rule.fault == fault)
    }
}

impl Rule {
    fn chooses(&self, who: &Who) -> bool {
        let tries = match self.fault {
            Fault::Greylist => return who.tries == 0,
            // Nobody is there, however often one asks.
            Fault::PermanentFailure => 0,
            _ => who.tries,
        };
        if self.number >= 1.0 {
            return true;
        }
        let mut hasher = DefaultHasher::new();
        (who.seed, self.fault, who.recipient, tries).hash(&mut hasher);
        (hasher.finish() as f64) < self.number * (u64::MAX as f64)
    }
}

impl FromStr for Behaviour {
    type Err = BehaviourError;

    fn from_str(list: &str) -> Result<Self, BehaviourError> {
        let mut behaviour = Self::default();
        let words = list.split(',').map(str::trim);
        for word in words.filter(|word| !word.is_empty() && *word != "ok") {
            let name = word.split('?').next().unwrap_or_default();
            if Receiver::parse(name).is_none() {
                behaviour.rules.push(rule(word)?);
            } else if behaviour.profile.replace(word.parse()?).is_some() {
                let why = "one provider plays for everybody; others need a domain".to_owned();
                return Err(BehaviourError::new(word, why));
            }
        }
        Ok(behaviour)
    }
}

fn rule(word: &str) -> Result<Rule, BehaviourError> {
    let wrong = |why: &str| BehaviourError::new(word, why.to_owned());
    let (rest, times) = match word.split_once(':') {
        Some((rest, times)) => (rest, Some(times)),
        None => (word, None),
    };
    let (name, number) = match rest.split_once('=') {
        Some((name, number)) => (name, Some(number)),
        None => (rest, None),
    };
    let known = KNOWN
        .iter()
        .find(|known| known.name == name)
        .ok_or_else(|| wrong(&format!("there are ok, {}", names())))?;
    let left = match times {
        None => u64::MAX,
        Some(times) => times
            .parse()
            .map_err(|_| wrong("behind `:` stands how often it happens"))?,
    };
    let number = match (known.argument, number) {
        (Argument::Nothing, None) => 1.0,
        (Argument::Nothing, Some(_)) => return Err(wrong("it takes no number")),
        (Argument::Share, None) => return Err(wrong("it needs a share, such as =0.25 or =25%")),
        (Argument::Share, Some(text)) => parse_share(text)
            .ok_or_else(|| wrong("a share is a number from 0 to 1, or from 0% to 100%"))?,
        (Argument::Milliseconds, text) => text
            .and_then(|text| text.parse::<u32>().ok())
            .map(f64::from)
            .ok_or_else(|| wrong("it needs a number of milliseconds, such as =200"))?,
    };
    Ok(Rule {
        fault: known.fault,
        point: known.point,
        number,
        left,
    })
}

/// `0.25` or `25%`.
pub fn parse_share(text: &str) -> Option<f64> {
    let number = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    (0.0..=1.0).contains(&number).then_some(number)
}

fn names() -> String {
    let names = KNOWN.iter().map(|known| known.name);
    let names = names.chain(Receiver::ALL.map(Receiver::as_str));
    names.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(behaviour: &str, seed: u64, tries: u32) -> Vec<u64> {
        let mut behaviour: Behaviour = behaviour.parse().unwrap();
        (0..1000)
            .filter(|recipient| {
                let who = Who {
                    seed,
                    recipient: *recipient,
                    tries,
                };
                behaviour.decide(Point::Recipient, &who).is_some()
            })
            .collect()
    }

    #[test]
    fn a_share_of_the_recipients_is_chosen_and_a_rerun_chooses_the_same() {
        let first = chosen("tempfail=10%", 1, 0);
        assert!((60..140).contains(&first.len()), "{}", first.len());
        assert_eq!(first, chosen("tempfail=0.1", 1, 0));
        assert_ne!(first, chosen("tempfail=0.1", 2, 0));
        assert_ne!(first, chosen("tempfail=0.1", 1, 1), "a retry may succeed");
        assert_eq!(chosen("permfail=0.1", 1, 0), chosen("permfail=0.1", 1, 7));
    }

    #[test]
    fn ends_of_the_range_and_limits_hold() {
        assert_eq!(chosen("tempfail=0", 1, 0), [0u64; 0]);
        assert_eq!(chosen("tempfail=1", 1, 0).len(), 1000);
        assert_eq!(chosen("refuse:3", 1, 0), [0, 1, 2]);
        assert_eq!(chosen("greylist", 1, 0).len(), 1000);
        assert_eq!(chosen("greylist", 1, 1), [0u64; 0]);
        assert_eq!(chosen("ok", 1, 0), [0u64; 0]);
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        for (text, why) in [
            ("slow", "there are ok, tempfail"),
            ("tempfail", "needs a share"),
            ("tempfail=2", "from 0 to 1"),
            ("tempfail=NaN", "from 0 to 1"),
            ("tarpit=x", "milliseconds"),
            ("refuse=1", "no number"),
            ("refuse:often", "how often"),
            ("gmail?bounce", "bounce=2&open=30"),
            ("gmail?bounce=200", "from 0 to 100"),
            ("gmail?bounces=2", "there are greylist, full"),
            ("gmail?bounce=60&late=50", "more than 100 percent"),
            ("gmail,yahoo", "others need a domain"),
        ] {
            let error = text.parse::<Behaviour>().unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        }
    }
}
