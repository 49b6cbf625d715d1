//! A route as it is told to callers: plain data, without the code that answers it.

use schemars::JsonSchema;
use serde::Serialize;

/// What is said of the price of a GIF that is made of a video.
pub const OF_VIDEOS: &str = "from: video";

#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Operation {
    /// The method of the SDK.
    pub name: &'static str,
    pub operation: &'static str,
    pub method: String,
    pub path: &'static str,
    pub metering: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<i64>,
    /// Where the input decides about the cost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub prices: Vec<Price>,
    pub available: bool,
    /// What this server lacks for it, and how its operator gets that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<&'static str>,
}

#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "OperationPrice")]
pub struct Price {
    /// What the input says.
    pub when: &'static str,
    pub cost: i64,
    /// Whether this server can do it: a program may be missing.
    pub available: bool,
    /// What this server lacks for it, and how its operator gets that.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<&'static str>,
}
