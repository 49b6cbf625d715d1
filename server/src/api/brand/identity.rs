//! Who the brand is.

use postrider_domain::contact::Patch;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BrandIdentity")]
pub struct Identity {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    brand_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    tagline: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contact_email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contact_phone: Option<String>,
    /// The postal address that every marketing mail must carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    #[serde(default)]
    social_links: Vec<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IdentityChange {
    #[serde(default)]
    #[schemars(length(max = 200), extend("format" = "line"))]
    brand_name: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 2000))]
    description: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    tagline: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 254), extend("format" = "line"))]
    contact_email: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 50), extend("format" = "line"))]
    contact_phone: Patch<String>,
    /// The postal address that every marketing mail must carry.
    #[serde(default)]
    #[schemars(length(max = 500))]
    address: Patch<String>,
    #[schemars(length(max = 20))]
    social_links: Option<Vec<String>>,
}

impl IdentityChange {
    /// What is left out stays, `null` clears.
    pub fn apply(&self, before: Identity) -> Identity {
        Identity {
            brand_name: self.brand_name.clone().apply(before.brand_name),
            description: self.description.clone().apply(before.description),
            tagline: self.tagline.clone().apply(before.tagline),
            contact_email: self.contact_email.clone().apply(before.contact_email),
            contact_phone: self.contact_phone.clone().apply(before.contact_phone),
            address: self.address.clone().apply(before.address),
            social_links: self.social_links.clone().unwrap_or(before.social_links),
        }
    }
}
