//! The graph of an automation as callers write it and as versions keep it.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};

use super::trigger_config::TriggerConfig;
use crate::contacts::filter::{FilterGroup, FilterNode, LogicalOperator};

pub const MAX_NODES: usize = 500;
pub const MAX_CONNECTIONS: usize = 1_000;
/// How long a wait or the window of an engagement filter can be: ten years.
pub const MAX_SPAN_MS: i64 = 3_653 * 86_400_000;

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

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
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

/// A node as its schema says it: flattened parts cannot be told apart by a word.
#[derive(JsonSchema)]
#[serde(tag = "type", rename_all = "camelCase", deny_unknown_fields)]
#[expect(dead_code, reason = "only its schema is used")]
enum NodeForm {
    Trigger {
        #[schemars(length(min = 1, max = 100))]
        id: String,
        #[schemars(length(max = 200))]
        label: Option<String>,
        config: TriggerConfig,
        position: Option<Position>,
    },
    SendEmail {
        #[schemars(length(min = 1, max = 100))]
        id: String,
        #[schemars(length(max = 200))]
        label: Option<String>,
        config: SendEmailConfig,
        position: Option<Position>,
    },
    Wait {
        #[schemars(length(min = 1, max = 100))]
        id: String,
        #[schemars(length(max = 200))]
        label: Option<String>,
        config: WaitConfig,
        position: Option<Position>,
    },
    Filter {
        #[schemars(length(min = 1, max = 100))]
        id: String,
        #[schemars(length(max = 200))]
        label: Option<String>,
        config: FilterConfig,
        position: Option<Position>,
    },
    Split {
        #[schemars(length(min = 1, max = 100))]
        id: String,
        #[schemars(length(max = 200))]
        label: Option<String>,
        config: SplitConfig,
        position: Option<Position>,
    },
}

impl JsonSchema for Node {
    fn schema_name() -> Cow<'static, str> {
        "AutomationNode".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        NodeForm::json_schema(generator)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NodePosition")]
pub struct Position {
    pub x: f64,
    pub y: f64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "AutomationConnection")]
pub struct Connection {
    #[schemars(length(min = 1, max = 100))]
    pub from: String,
    #[schemars(length(min = 1, max = 100))]
    pub to: String,
    /// The way out of a split or an engagement filter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 100))]
    pub branch: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", content = "config", rename_all = "camelCase")]
pub enum NodeConfig {
    Trigger(TriggerConfig),
    SendEmail(SendEmailConfig),
    Wait(WaitConfig),
    Filter(FilterConfig),
    Split(SplitConfig),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "camelCase")]
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

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SendEmailConfig {
    /// A design of type `automation` or `transactional`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub email_version_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub domain_id: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(min = 1, max = 500))]
    pub subject: Option<String>,
    /// The line beside the subject in an inbox; without one, the design's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 500))]
    pub preview_text: Option<String>,
    /// Without one, the domain's default, else `hello@` the domain with the brand's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Sender>,
    /// Where answers go; without one, the domain's default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 254))]
    pub reply_to: Option<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "NodeSender")]
pub struct Sender {
    /// An address on the domain.
    #[schemars(length(max = 254))]
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub name: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged, rename_all_fields = "camelCase", deny_unknown_fields)]
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
        #[schemars(extend("format" = "time-zone"))]
        time_zone: Option<String>,
        /// Only on these; without them, every day.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[schemars(length(min = 1, max = 7))]
        days: Option<Vec<Weekday>>,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DateField {
    /// `payload.<path>`, `contact.<column>` or `contact.customFields.<name>`
    #[schemars(length(min = 1, max = 300))]
    pub field: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Span {
    #[schemars(range(min = 1, max = 500_000_000))]
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
#[serde(untagged, deny_unknown_fields)]
pub enum FilterConfig {
    /// Whoever does not fulfil them is done with the automation.
    Conditions(FilterGroup),
    /// Waits for an open or a click, and goes on by `engaged` or `notEngaged`.
    Engagement { engagement: Engagement },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "EngagementWait")]
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
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum SplitConfig {
    /// The first branch whose conditions hold.
    Condition {
        #[schemars(length(min = 1, max = 50))]
        branches: Vec<Branch>,
        /// The way of whoever fulfils none of them.
        #[schemars(length(min = 1, max = 100))]
        else_branch: String,
    },
    /// The same person always goes the same way.
    Percentage {
        #[schemars(length(min = 1, max = 50))]
        branches: Vec<Share>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "ConditionBranch")]
pub struct Branch {
    #[schemars(length(min = 1, max = 100))]
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub label: Option<String>,
    pub logical_operator: LogicalOperator,
    pub filters: Vec<FilterNode>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "PercentageBranch")]
pub struct Share {
    #[schemars(length(min = 1, max = 100))]
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
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
