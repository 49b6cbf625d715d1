//! What the author of a mail should know.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "DiagnosisLevel")]
pub enum Level {
    /// Keeps mails from inboxes.
    Error,
    /// Speaks against the mail.
    Warning,
    /// Good to know: also what was not looked into.
    Info,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PlacementDiagnosis")]
pub struct Diagnosis {
    /// Names what was found, now and later.
    #[schemars(extend("examples" = ["subject-capitals"]))]
    pub code: Cow<'static, str>,
    pub level: Level,
    pub message: String,
    pub recommendation: String,
}

impl Diagnosis {
    pub fn new(
        code: &'static str,
        level: Level,
        message: impl Into<String>,
        recommendation: impl Into<String>,
    ) -> Self {
        Self {
            code: Cow::Borrowed(code),
            level,
            message: message.into(),
            recommendation: recommendation.into(),
        }
    }
}
