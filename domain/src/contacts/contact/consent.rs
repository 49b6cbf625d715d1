use jiff::tz::TimeZone;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::contacts::field::check_text;
use crate::contract::problem::Problem;
use crate::time::{self, When};

/// A date without a time zone may be a day ahead of UTC; what is later than that is no record of the past.
const AHEAD_MS: i64 = 24 * 60 * 60 * 1000;
const MAX_SOURCE: usize = 200;

/// Where and when somebody agreed to get mail.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ConsentInput {
    /// Where consent was given, for example `signup-form`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-required" = true))]
    pub source: Option<String>,
    /// When consent was given, ISO 8601.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(extend("x-required" = true))]
    pub captured_at: Option<String>,
    /// Which text the person agreed to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy_version: Option<String>,
    /// What proves it, for example a form's URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Consent {
    pub source: String,
    pub captured_at: When,
    pub policy_version: Option<String>,
    pub evidence: Option<String>,
}

impl ConsentInput {
    /// `now` is there because a consent from the future would outweigh every later opt-out.
    pub fn check(self, now: i64) -> Result<Consent, Problem> {
        let source = self.source.unwrap_or_default();
        if source.trim().is_empty() || source.chars().count() > MAX_SOURCE {
            let message = "`source` says where consent was given, in 1 to 200 characters.";
            return Err(Problem::invalid("consent.source", message));
        }
        let captured_at = self
            .captured_at
            .as_deref()
            .and_then(When::parse)
            .ok_or_else(|| {
                let message = "`capturedAt` says when consent was given, as an ISO 8601 time.";
                Problem::invalid("consent.capturedAt", message)
            })?;
        if captured_at.start(&TimeZone::UTC) > now.saturating_add(AHEAD_MS) {
            return Err(Problem::invalid(
                "consent.capturedAt",
                "`capturedAt` is in the future.",
            ));
        }
        let optional = |text: Option<String>, param: &str| -> Result<_, Problem> {
            text.map(|text| check_text(&text, param)).transpose()
        };
        Ok(Consent {
            source: check_text(&source, "consent.source")?,
            captured_at,
            policy_version: optional(self.policy_version, "consent.policyVersion")?,
            evidence: optional(self.evidence, "consent.evidence")?,
        })
    }
}

impl Consent {
    /// As it is shown and kept, and when it was given, where the brand is.
    pub fn recorded(&self, zone: &TimeZone) -> (ConsentInput, i64) {
        let captured_at = self.captured_at.start(zone);
        let shown = ConsentInput {
            source: Some(self.source.clone()),
            captured_at: Some(time::format(captured_at)),
            policy_version: self.policy_version.clone(),
            evidence: self.evidence.clone(),
        };
        (shown, captured_at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: i64 = 1_700_000_000_000;

    fn given(source: &str, captured_at: &str) -> ConsentInput {
        ConsentInput {
            source: Some(source.into()),
            captured_at: Some(captured_at.into()),
            ..ConsentInput::default()
        }
    }

    #[test]
    fn source_and_time_are_needed() {
        let consent = given("form", "2023-11-14T22:13:20Z").check(NOW).unwrap();
        assert_eq!(
            (consent.source.as_str(), consent.captured_at),
            ("form", When::Instant(NOW))
        );
        let (shown, _) = consent.recorded(&TimeZone::UTC);
        assert_eq!(
            shown.captured_at.as_deref(),
            Some("2023-11-14T22:13:20.000Z")
        );
        let cases = [
            (ConsentInput::default(), "consent.source"),
            (given(" ", "2023-11-14T22:13:20Z"), "consent.source"),
            (given("a\0b", "2023-11-14T22:13:20Z"), "consent.source"),
            (given("form", "last week"), "consent.capturedAt"),
            (given("form", "2023-11-17T00:00:00Z"), "consent.capturedAt"),
            (
                ConsentInput {
                    source: Some("form".into()),
                    ..ConsentInput::default()
                },
                "consent.capturedAt",
            ),
        ];
        for (input, param) in cases {
            assert_eq!(input.check(NOW).unwrap_err().param.as_deref(), Some(param));
        }
    }
}
