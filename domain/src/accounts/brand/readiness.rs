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

/// What is looked for on a website, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Logo,
    Theme,
    Domain,
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

impl Step {
    const ALL: [Self; 3] = [Self::Logo, Self::Theme, Self::Domain];
}

impl Steps {
    const fn all(status: StepStatus) -> Self {
        Self {
            logo: status,
            theme: status,
            domain: status,
        }
    }

    pub fn of(self, step: Step) -> StepStatus {
        match step {
            Step::Logo => self.logo,
            Step::Theme => self.theme,
            Step::Domain => self.domain,
        }
    }

    #[must_use]
    fn with(mut self, step: Step, status: StepStatus) -> Self {
        match step {
            Step::Logo => self.logo = status,
            Step::Theme => self.theme = status,
            Step::Domain => self.domain = status,
        }
        self
    }

    /// The first that is not done.
    pub fn next(self) -> Option<Step> {
        Step::ALL.into_iter().find(|step| !self.of(*step).is_done())
    }

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
        Self::of(Steps::all(StepStatus::Skipped))
    }

    /// Of a brand whose website is about to be read.
    pub fn awaited() -> Self {
        Self::of(Steps::all(StepStatus::Queued))
    }

    /// Somebody works on the first step that is not done.
    #[must_use]
    pub fn at_work(&self) -> Self {
        let running = |step| self.steps.with(step, StepStatus::Running);
        Self {
            error: self.error.clone(),
            ..Self::of(self.steps.next().map_or(self.steps, running))
        }
    }

    /// A step has ended, and the next one is worked on.
    #[must_use]
    pub fn after(&self, step: Step, ended: StepStatus) -> Self {
        let ended = Self::of(self.steps.with(step, ended));
        Self {
            error: self.error.clone(),
            ..ended
        }
        .at_work()
    }

    /// For the same reason, whatever is not done will not be.
    #[must_use]
    pub fn failed(&self, error: ExtractionError) -> Self {
        let mut steps = self.steps;
        while let Some(step) = steps.next() {
            steps = steps.with(step, StepStatus::Failed);
        }
        Self::of(steps).because(error)
    }

    /// Says why something failed.
    #[must_use]
    pub fn because(self, error: ExtractionError) -> Self {
        Self {
            error: Some(error),
            ..self
        }
    }

    pub fn steps(&self) -> Steps {
        self.steps
    }

    pub fn progress(&self) -> u8 {
        self.progress
    }

    pub fn error(&self) -> Option<&ExtractionError> {
        self.error.as_ref()
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

    #[test]
    fn steps_follow_each_other() {
        let awaited = Readiness::awaited();
        assert_eq!((awaited.is_ready(), awaited.progress()), (false, 0));
        let begun = awaited.at_work();
        assert_eq!(begun.steps().each(), [Running, Queued, Queued]);
        let error = ExtractionError {
            code: "UNREACHABLE".to_owned(),
            message: "No answer.".to_owned(),
        };
        let first = begun.after(Step::Logo, Failed).because(error.clone());
        assert_eq!(first.steps().each(), [Failed, Running, Queued]);
        assert_eq!(first.steps().next(), Some(Step::Theme));
        let second = first.after(Step::Theme, Completed);
        let last = second.after(Step::Domain, Skipped);
        assert_eq!(last.steps().each(), [Failed, Completed, Skipped]);
        assert_eq!(
            (last.status(), last.error()),
            (BrandStatus::Failed, Some(&error))
        );
        let given_up = begun.after(Step::Logo, Completed).failed(error);
        assert_eq!(given_up.steps().each(), [Completed, Failed, Failed]);
        assert!(given_up.is_ready());
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
