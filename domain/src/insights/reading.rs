//! What a detector says about one subject.

use std::borrow::Cow;
use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

macro_rules! words {
    ($(#[$meta:meta])* $name:ident as $shown:literal { $($(#[$of:meta])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
        )]
        #[schemars(rename = $shown)]
        pub enum $name { $($(#[$of])* #[serde(rename = $word)] $variant),* }

        impl $name {
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word),* }
            }

            pub fn parse(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$variant),)* _ => None }
            }
        }
    };
}

words! {
    /// How much it matters, the least first.
    Severity as "InsightSeverity" {
        Info = "info",
        Opportunity = "opportunity",
        Warning = "warning",
        Critical = "critical",
    }
}

words! {
    Category as "InsightCategory" {
        Deliverability = "deliverability",
        Engagement = "engagement",
        Audience = "audience",
        Automation = "automation",
        Content = "content",
    }
}

words! {
    InsightState as "InsightState" {
        Active = "active",
        /// It is no longer so.
        Resolved = "resolved",
        /// Somebody does not want to see it.
        Dismissed = "dismissed",
    }
}

words! {
    SubjectKind as "InsightSubjectKind" {
        Send = "send",
        Email = "email",
        Automation = "automation",
        Domain = "domain",
        Brand = "brand",
    }
}

words! {
    /// Who finds something. The words are stored.
    Detector as "InsightDetector" {
        Bounces = "bounces",
        Complaints = "complaints",
        InDoubt = "in_doubt",
        OpensFall = "opens_fall",
        ClicksFall = "clicks_fall",
        Unsubscribes = "unsubscribes",
        ProviderRefuses = "provider_refuses",
        AutomationFails = "automation_fails",
        DeadLetters = "dead_letters",
        SilentAudience = "silent_audience",
        ShrinkingList = "shrinking_list",
        BestHour = "best_hour",
        BestDesign = "best_design",
        RecordsLost = "records_lost",
        ForeignSources = "foreign_sources",
        AlignmentFails = "alignment_fails",
        TlsFails = "tls_fails",
        ClippedMail = "clipped_mail",
        NoAddress = "no_address",
    }
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "InsightSubject")]
pub struct Subject {
    pub kind: SubjectKind,
    /// Its public id.
    pub id: String,
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
}

impl Subject {
    pub fn new(kind: SubjectKind, id: &str, label: &str) -> Self {
        Self {
            kind,
            id: id.to_owned(),
            label: Some(label.to_owned()),
        }
    }
}

/// A number of a finding, and the counts that it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "InsightMetric")]
pub struct Metric {
    pub value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub numerator: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denominator: Option<i64>,
}

pub type Metrics = BTreeMap<String, Metric>;

/// What people read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub title: String,
    pub description: String,
    pub recommendation: String,
}

/// What a detector saw of a subject of which there are enough cases.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    pub detector: Detector,
    pub subject: Subject,
    /// What tells two subjects apart of which one id is shown: the mailbox provider, the hour of the day.
    pub part: Option<Cow<'static, str>>,
    pub severity: Severity,
    /// How much of its bound it has reached.
    pub strength: f64,
    /// How likely it is by chance, where that is asked.
    pub chance: Option<f64>,
    /// Whether it is a finding.
    pub fires: bool,
    pub metrics: Metrics,
    pub text: Text,
}

impl Reading {
    /// Under which a subject is known to its detector.
    pub fn subject_key(&self) -> String {
        let kind = self.subject.kind.as_str();
        match &self.part {
            Some(part) => format!("{kind}:{}:{part}", self.subject.id),
            None => format!("{kind}:{}", self.subject.id),
        }
    }

    /// Each doubling over the bound is a step.
    pub fn step(&self) -> i64 {
        self.strength.clamp(1.0, 1e9).log2().floor() as i64
    }
}
