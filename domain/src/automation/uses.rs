//! What a version names outside itself, found once when it is written.

use serde::{Deserialize, Serialize};

/// Stored beside the graph. Numbers are those of rows; names are as callers know them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Uses {
    pub trigger: Option<i64>,
    pub audience: Option<i64>,
    /// Of nodes that name design and version.
    pub emails: Vec<EmailUse>,
    /// Every design that is named, as callers know it, once.
    pub email_ids: Vec<String>,
    pub domains: Vec<i64>,
    /// Custom fields of contacts that filters, waits and tags look at, by name.
    pub fields: Vec<String>,
    /// Merge tags without a fallback, reserved ones left out.
    pub tags: Vec<TagUse>,
    /// Keys of the payload that filters, splits and waits look at.
    pub payload_keys: Vec<TagUse>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct EmailUse {
    /// The node's id.
    pub node: String,
    pub email: i64,
    pub version: i64,
    pub domain: Option<i64>,
    pub kind: DesignKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum DesignKind {
    /// Marketing: goes to nobody who unsubscribed.
    Automation,
    Transactional,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct TagUse {
    pub node: String,
    pub name: String,
}

impl Uses {
    /// Whether nobody who unsubscribed can get any of its mail.
    pub fn is_all_marketing(&self) -> bool {
        let mut emails = self.emails.iter();
        emails.all(|email| email.kind == DesignKind::Automation)
    }
}
