//! The words of email designs.

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::designs::merge;

pub use crate::designs::line::{LINE_MAX, TITLE_MAX, check_line, check_title, is_unfit_for_a_line};

/// What a design is for. It never changes: a campaign design is sent once, the others again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailType")]
pub enum EmailType {
    /// Sent once, to an audience.
    Campaign,
    /// Sent by automations to people who may unsubscribe.
    Automation,
    /// Sent by automations about something its recipient did; needs no unsubscribe link.
    Transactional,
}

impl EmailType {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Campaign => "campaign",
            Self::Automation => "automation",
            Self::Transactional => "transactional",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Campaign, Self::Automation, Self::Transactional]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }

    /// Whether people must be able to unsubscribe from it.
    pub fn is_marketing(self) -> bool {
        self != Self::Transactional
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "EmailStatus")]
pub enum EmailStatus {
    /// Being made, or changed by a prompt.
    Generating,
    Ready,
    Failed,
}

impl EmailStatus {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Generating => "generating",
            Self::Ready => "ready",
            Self::Failed => "failed",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Generating, Self::Ready, Self::Failed]
            .into_iter()
            .find(|status| status.as_str() == text)
    }
}

/// How a version came to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum VersionSource {
    Generated,
    Imported,
    Edited,
    Restored,
    Template,
}

impl VersionSource {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Generated => "generated",
            Self::Imported => "imported",
            Self::Edited => "edited",
            Self::Restored => "restored",
            Self::Template => "template",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [
            Self::Generated,
            Self::Imported,
            Self::Edited,
            Self::Restored,
            Self::Template,
        ]
        .into_iter()
        .find(|source| source.as_str() == text)
    }
}

/// What a design is about: one list for designs, templates and flows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "EmailCategory")]
pub enum Category {
    Welcome,
    Onboarding,
    Newsletter,
    Promotion,
    Announcement,
    ProductUpdate,
    Event,
    AbandonedCart,
    OrderUpdate,
    Billing,
    Account,
    Feedback,
    Reengagement,
    Referral,
    Seasonal,
    Other,
}

impl Category {
    pub const ALL: [Self; 16] = [
        Self::Welcome,
        Self::Onboarding,
        Self::Newsletter,
        Self::Promotion,
        Self::Announcement,
        Self::ProductUpdate,
        Self::Event,
        Self::AbandonedCart,
        Self::OrderUpdate,
        Self::Billing,
        Self::Account,
        Self::Feedback,
        Self::Reengagement,
        Self::Referral,
        Self::Seasonal,
        Self::Other,
    ];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Welcome => "welcome",
            Self::Onboarding => "onboarding",
            Self::Newsletter => "newsletter",
            Self::Promotion => "promotion",
            Self::Announcement => "announcement",
            Self::ProductUpdate => "product_update",
            Self::Event => "event",
            Self::AbandonedCart => "abandoned_cart",
            Self::OrderUpdate => "order_update",
            Self::Billing => "billing",
            Self::Account => "account",
            Self::Feedback => "feedback",
            Self::Reengagement => "reengagement",
            Self::Referral => "referral",
            Self::Seasonal => "seasonal",
            Self::Other => "other",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|category| category.as_str() == text)
    }
}

/// A merge tag that a version holds, as it is kept with the version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "MergeTag")]
pub struct UsedTag {
    pub name: String,
    /// Whether it says what stands there when there is no value.
    pub fallback: bool,
}

/// Each name once, in order; it has a fallback if it has one wherever it stands.
pub fn each_once(tags: impl IntoIterator<Item = UsedTag>) -> Vec<UsedTag> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut once: Vec<UsedTag> = Vec::new();
    for tag in tags {
        let place = *places.entry(tag.name.clone()).or_insert(once.len());
        match once.get_mut(place) {
            Some(known) => known.fallback &= tag.fallback,
            None => once.push(tag),
        }
    }
    once
}

/// The tags of a version beside those of its subject and preview text, which change without a version.
pub fn with_lines(tags: Vec<UsedTag>, lines: &[Option<&str>]) -> Vec<UsedTag> {
    let in_lines = lines.iter().flatten().flat_map(|line| merge::tags(line));
    each_once(tags.into_iter().chain(in_lines.map(|tag| UsedTag {
        fallback: tag.fallback.is_some(),
        name: tag.name.into_owned(),
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for kind in [
            EmailType::Campaign,
            EmailType::Automation,
            EmailType::Transactional,
        ] {
            assert_eq!(EmailType::parse(kind.as_str()), Some(kind));
        }
        assert_eq!(EmailType::parse("Campaign"), None);
        assert_eq!(EmailStatus::parse("complete"), None);
        for category in Category::ALL {
            assert_eq!(Category::parse(category.as_str()), Some(category));
            let json = serde_json::to_value(category).unwrap();
            assert_eq!(json, category.as_str());
        }
    }
}
