//! The graph of an automation as callers write it and as versions keep it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::filter::{FilterGroup, FilterNode, LogicalOperator};

pub const MAX_NODES: usize = 500;
pub const MAX_CONNECTIONS: usize = 1_000;

/// What starts an automation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum AutomationKind {
    /// Each fire of its trigger, while it is published.
    Event,
    /// A launch for an audience; it is never published.
    ManualAudience,
}

impl AutomationKind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Event => "event",
            Self::ManualAudience => "manualAudience",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        [Self::Event, Self::ManualAudience]
            .into_iter()
            .find(|kind| kind.as_str() == text)
    }
}

/// The ways out of a filter that waits for an open or a click.
pub const ENGAGED: &str = "engaged";
pub const NOT_ENGAGED: &str = "notEngaged";

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Graph {
    pub nodes: Vec<Node>,
    pub connections: Vec<Connection>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Node {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    #[serde(flatten)]
    pub config: NodeConfig,
    /// Where an editor draws it; nothing depends on it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Connection {
    pub from: String,
    pub to: String,
    /// The way out of a split or an engagement filter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branch: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "config", rename_all = "camelCase")]
pub enum NodeConfig {
    Trigger(TriggerConfig),
    SendEmail(SendEmailConfig),
    Wait(WaitConfig),
    Filter(FilterConfig),
    Split(SplitConfig),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NodeType {
    Trigger,
    SendEmail,
    Wait,
    Filter,
    Split,
}

impl NodeType {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Trigger => "trigger",
            Self::SendEmail => "sendEmail",
            Self::Wait => "wait",
            Self::Filter => "filter",
            Self::Split => "split",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "mode",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum TriggerConfig {
    Event {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        trigger_event_id: Option<String>,
    },
    ManualAudience {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        audience_id: Option<String>,
    },
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SendEmailConfig {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_version_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preview_text: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Sender>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply_to: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sender {
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, rename_all_fields = "camelCase")]
pub enum WaitConfig {
    For(Span),
    /// Until the date in a field of payload or contact.
    Until {
        until: DateField,
    },
    /// Until the next time that it is this late.
    UntilTime {
        /// `HH:MM`
        until_time: String,
        /// The brand's, if none is given.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time_zone: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        days: Option<Vec<Weekday>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateField {
    pub field: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Span {
    pub duration: u32,
    pub unit: SpanUnit,
}

impl Span {
    pub const fn ms(self) -> i64 {
        let second = 1_000;
        let unit = match self.unit {
            SpanUnit::Seconds => second,
            SpanUnit::Minutes => 60 * second,
            SpanUnit::Hours => 3_600 * second,
            SpanUnit::Days => 86_400 * second,
            SpanUnit::Weeks => 7 * 86_400 * second,
        };
        self.duration as i64 * unit
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum SpanUnit {
    Seconds,
    Minutes,
    Hours,
    Days,
    Weeks,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Weekday {
    Mon,
    Tue,
    Wed,
    Thu,
    Fri,
    Sat,
    Sun,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FilterConfig {
    Engagement { engagement: Engagement },
    Conditions(FilterGroup),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Engagement {
    /// The `sendEmail` node whose mail it is about.
    pub node_id: String,
    pub event: EngagementEvent,
    pub within: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum EngagementEvent {
    Opened,
    Clicked,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(
    tag = "mode",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum SplitConfig {
    /// The first branch whose conditions hold.
    Condition {
        branches: Vec<Branch>,
        else_branch: String,
    },
    /// The same person always goes the same way.
    Percentage { branches: Vec<Share> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Branch {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub logical_operator: LogicalOperator,
    pub filters: Vec<FilterNode>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Share {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub percentage: f64,
}

impl Node {
    pub const fn kind(&self) -> NodeType {
        match self.config {
            NodeConfig::Trigger(_) => NodeType::Trigger,
            NodeConfig::SendEmail(_) => NodeType::SendEmail,
            NodeConfig::Wait(_) => NodeType::Wait,
            NodeConfig::Filter(_) => NodeType::Filter,
            NodeConfig::Split(_) => NodeType::Split,
        }
    }
}
