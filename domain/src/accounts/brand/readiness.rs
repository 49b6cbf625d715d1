//! Whether all that is read from a brand's website has been read.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BrandStatus {
    /// Its website is being read.
    Extracting,
    Completed,
    /// Something could not be read; nothing waits for it any more.
    Failed,
}

impl BrandStatus {
    pub const ALL: [Self; 3] = [Self::Extracting, Self::Completed, Self::Failed];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Extracting => "extracting",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == text)
    }
}

// All of it follows from the steps: see `Readiness::of`. In the document a status is any text: words may be added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Readiness {
    ready: bool,
    #[schemars(with = "String")]
    status: BrandStatus,
    /// 0 to 100
    progress: u8,
    steps: Steps,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    error: Option<ExtractionError>,
}

/// `queued`, `running`, `completed`, `failed` or `skipped` each
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Steps {
    #[schemars(with = "String")]
    pub logo: StepStatus,
    #[schemars(with = "String")]
    pub theme: StepStatus,
    #[schemars(with = "String")]
    pub domain: StepStatus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepStatus {
    Queued,
    Running,
    Completed,
    Failed,
    Skipped,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "RowFailure")]
pub struct ExtractionError {
    pub code: String,
    pub message: String,
}

impl StepStatus {
    /// Nothing more will happen to it.
    pub fn is_done(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Skipped)
    }
}

impl Steps {
    const SKIPPED: Self = Self {
        logo: StepStatus::Skipped,
        theme: StepStatus::Skipped,
        domain: StepStatus::Skipped,
    };

    fn each(self) -> [StepStatus; 3] {
        [self.logo, self.theme, self.domain]
    }

    fn status(self) -> BrandStatus {
        if !self.each().into_iter().all(StepStatus::is_done) {
            BrandStatus::Extracting
        } else if self.each().contains(&StepStatus::Failed) {
            BrandStatus::Failed
        } else {
            BrandStatus::Completed
        }
    }

    /// How many of a hundred parts are done.
    fn progress(self) -> u8 {
        let parts = self.each().map(|step| u32::from(step.is_done()) * 100);
        (parts.iter().sum::<u32>() / 3) as u8
    }
}

impl Readiness {
    /// A brand is ready when no step is awaited any more: one that failed does not hold it up.
    pub fn of(steps: Steps) -> Self {
        let status = steps.status();
        Self {
            ready: status != BrandStatus::Extracting,
            status,
            progress: steps.progress(),
            steps,
            error: None,
        }
    }

    /// Of a brand without a website: it is ready at once, its steps skipped.
    pub fn nothing_to_extract() -> Self {
        Self::of(Steps::SKIPPED)
    }

    pub fn is_ready(&self) -> bool {
        self.ready
    }

    pub fn status(&self) -> BrandStatus {
        self.status
    }
}

#[cfg(test)]
mod tests {
    use StepStatus::{Completed, Failed, Queued, Running, Skipped};

    use super::*;

    #[test]
    fn a_brand_is_ready_when_no_step_is_awaited() {
        for (steps, ready, status, progress) in [
            ([Skipped, Skipped, Skipped], true, "completed", 100),
            ([Completed, Completed, Completed], true, "completed", 100),
            ([Completed, Skipped, Completed], true, "completed", 100),
            ([Completed, Failed, Skipped], true, "failed", 100),
            ([Failed, Failed, Failed], true, "failed", 100),
            ([Queued, Queued, Queued], false, "extracting", 0),
            ([Running, Queued, Queued], false, "extracting", 0),
            ([Completed, Running, Queued], false, "extracting", 33),
            ([Completed, Running, Skipped], false, "extracting", 66),
            ([Failed, Running, Skipped], false, "extracting", 66),
        ] {
            let [logo, theme, domain] = steps;
            let readiness = Readiness::of(Steps {
                logo,
                theme,
                domain,
            });
            let seen = (
                readiness.is_ready(),
                readiness.status().as_str(),
                readiness.progress,
            );
            assert_eq!(seen, (ready, status, progress), "{steps:?}");
        }
    }

    /// What every version so far has stored for a brand without a website.
    const READY_AT_ONCE: &str = r#"{"ready":true,"status":"completed","progress":100,"steps":{"logo":"skipped","theme":"skipped","domain":"skipped"}}"#;

    #[test]
    fn it_is_stored_and_shown_in_one_form() {
        let written = serde_json::to_string(&Readiness::nothing_to_extract()).unwrap();
        assert_eq!(written, READY_AT_ONCE);
        for stored in [
            READY_AT_ONCE,
            r#"{"ready":false,"status":"extracting","progress":33,"steps":{"logo":"completed","theme":"running","domain":"queued"}}"#,
            r#"{"ready":true,"status":"failed","progress":100,"steps":{"logo":"failed","theme":"failed","domain":"skipped"},"error":{"code":"UNREACHABLE","message":"No answer."}}"#,
        ] {
            let read: Readiness = serde_json::from_str(stored).unwrap();
            assert_eq!(serde_json::to_string(&read).unwrap(), stored);
        }
    }

    #[test]
    fn statuses_read_as_they_are_written() {
        for status in BrandStatus::ALL {
            assert_eq!(BrandStatus::parse(status.as_str()), Some(status));
            assert_eq!(serde_json::to_value(status).unwrap(), status.as_str());
        }
        assert_eq!(BrandStatus::parse("Completed"), None);
        assert_eq!(BrandStatus::parse("ready"), None);
    }
}
