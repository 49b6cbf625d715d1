//! What an audit says.

use schemars::JsonSchema;
use serde::Serialize;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Audit {
    /// 0 to 100; none if a check is missing.
    pub score: Option<u8>,
    pub summary: Summary,
    /// Every rule, in the order of the table.
    pub checks: Vec<Check>,
    pub findings: Vec<Finding>,
}

/// How much was found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AuditSummary")]
pub struct Summary {
    pub errors: usize,
    pub warnings: usize,
    pub info: usize,
}

/// What became of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "AuditCheck")]
pub struct Check {
    /// Names the rule, now and later.
    #[schemars(extend("examples" = ["image-alt"]))]
    pub id: &'static str,
    pub status: CheckStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "AuditCheckStatus")]
pub enum CheckStatus {
    Passed,
    Issues,
    /// The mail has nothing that the rule is about.
    NotApplicable,
    /// It could not be checked this time.
    Unavailable,
}

/// One thing that one rule found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "AuditFinding")]
pub struct Finding {
    /// The check that found it.
    pub rule_id: &'static str,
    pub severity: Severity,
    pub message: String,
    pub remediation: &'static str,
    /// The success criterion of WCAG 2.2 that it offends.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("examples" = ["1.4.3"]))]
    pub wcag: Option<&'static str>,
    /// Where it stands in the HTML; absent if it is about the mail as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selector: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AuditSeverity")]
pub enum Severity {
    /// Keeps somebody from reading or using the mail.
    Error,
    /// Makes it hard.
    Warning,
    /// Could be better; costs no points.
    Info,
}

impl Audit {
    /// Whether every rule could be checked.
    pub fn is_complete(&self) -> bool {
        self.score.is_some()
    }
}

impl Summary {
    pub(super) fn add(&mut self, severity: Severity, count: usize) {
        match severity {
            Severity::Error => self.errors += count,
            Severity::Warning => self.warnings += count,
            Severity::Info => self.info += count,
        }
    }
}

impl Severity {
    /// What the findings of one rule cost: the first the most, and never all.
    pub(super) fn points(self, count: usize) -> usize {
        let (first, more, most) = match self {
            Self::Error => (12, 3, 30),
            Self::Warning => (4, 1, 10),
            Self::Info => (0, 0, 0),
        };
        match count {
            0 => 0,
            count => most.min(first + more * (count - 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_finding_of_a_rule_costs_the_most() {
        let points = |severity: Severity| [0, 1, 2, 3, 100].map(|count| severity.points(count));
        assert_eq!(points(Severity::Error), [0, 12, 15, 18, 30]);
        assert_eq!(points(Severity::Warning), [0, 4, 5, 6, 10]);
        assert_eq!(points(Severity::Info), [0; 5]);
    }
}
