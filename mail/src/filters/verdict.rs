//! What a filter says, and what is in the way of asking it.

use std::net::IpAddr;

use crate::plain;

/// Rules that are told of.
const MOST_RULES: usize = 200;
/// Characters of a rule's name, and of what it says.
const LONGEST_NAME: usize = 100;
const LONGEST_DESCRIPTION: usize = 300;

/// How a message came, as the filter would know it from its mail server.
#[derive(Clone, Copy, Debug, Default)]
pub struct Transport<'a> {
    pub ip: Option<IpAddr>,
    pub helo: &'a str,
    /// The sender and the recipient of the envelope.
    pub from: &'a str,
    pub recipient: &'a str,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Verdict {
    /// Finite, as all numbers here.
    pub score: f64,
    /// From which score on it is spam. An rspamd that tells only from where on it refuses mail gives that.
    pub threshold: f64,
    /// What the filter itself calls it.
    pub is_spam: bool,
    /// Those that weigh most first; at most 200.
    pub rules: Vec<Rule>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    pub name: String,
    /// Above zero it speaks against the message.
    pub score: f64,
    pub description: Option<String>,
}

/// Why there is no verdict. The texts are for operators, and never hold a password.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FilterError {
    #[error("the filter cannot be reached: {0}")]
    Unreachable(String),
    #[error("the filter refuses to answer: {0}")]
    Refused(String),
    #[error("the filter's answer makes no sense: {0}")]
    Nonsense(String),
    #[error("the filter says more than we listen to")]
    TooMuch,
    #[error("the filter did not answer in time")]
    TooLate,
}

impl Verdict {
    /// In order, and without what cannot be shown or reckoned with.
    pub(super) fn checked(self) -> Result<Self, FilterError> {
        let mut numbers = self.rules.iter().map(|rule| rule.score);
        if !(self.score.is_finite() && self.threshold.is_finite() && numbers.all(f64::is_finite)) {
            return Err(FilterError::Nonsense("a score is no number".into()));
        }
        let mut rules: Vec<Rule> = self.rules.into_iter().map(Rule::shown).collect();
        let weight = |rule: &Rule| rule.score.abs();
        rules.sort_by(|a, b| {
            let by_weight = weight(b).total_cmp(&weight(a));
            by_weight.then_with(|| a.name.cmp(&b.name))
        });
        rules.truncate(MOST_RULES);
        Ok(Self { rules, ..self })
    }
}

impl Rule {
    fn shown(self) -> Self {
        let description = self.description.unwrap_or_default();
        let description = plain::line(&description, LONGEST_DESCRIPTION);
        Self {
            name: plain::line(&self.name, LONGEST_NAME),
            score: self.score,
            description: (!description.is_empty()).then_some(description),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, score: f64, description: &str) -> Rule {
        Rule {
            name: name.to_owned(),
            score,
            description: Some(description.to_owned()),
        }
    }

    fn verdict(score: f64, threshold: f64, rules: Vec<Rule>) -> Result<Verdict, FilterError> {
        let verdict = Verdict {
            score,
            threshold,
            is_spam: false,
            rules,
        };
        verdict.checked()
    }

    #[test]
    fn what_weighs_most_stands_first_and_can_be_shown() {
        let rules = vec![
            rule("B", 0.1, ""),
            rule("A", 0.1, " two\r\n lines\u{202e}"),
            rule("C", -5.0, ""),
        ];
        let told = verdict(1.0, 5.0, rules).unwrap();
        let names: Vec<&str> = told.rules.iter().map(|rule| &*rule.name).collect();
        assert_eq!(names, ["C", "A", "B"]);
        let said = told.rules.iter().map(|rule| rule.description.as_deref());
        assert_eq!(said.collect::<Vec<_>>(), [None, Some("two lines"), None]);
        let many = vec![rule(&"n".repeat(1000), 0.0, &"d".repeat(1000)); 500];
        let told = verdict(1.0, 5.0, many).unwrap();
        assert_eq!(told.rules.len(), MOST_RULES);
        assert_eq!(told.rules[0].name.len(), LONGEST_NAME);
    }

    #[test]
    fn what_is_no_number_is_no_verdict() {
        for odd in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(verdict(odd, 5.0, Vec::new()).is_err());
            assert!(verdict(1.0, odd, Vec::new()).is_err());
            assert!(verdict(1.0, 5.0, vec![rule("A", odd, "")]).is_err());
        }
    }
}
