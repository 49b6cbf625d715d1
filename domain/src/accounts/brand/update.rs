//! What a caller may change of a brand.

use schemars::JsonSchema;
use serde::Deserialize;

use super::{IdentityUpdate, ThemeUpdate};
use crate::patch::Patch;

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BrandUpdate {
    #[schemars(length(min = 1, max = 200), extend("format" = "line"))]
    pub name: Option<String>,
    /// Logo, theme and identity are read from there, as far as you have not set them; the same address again reads it again.
    /// Without a scheme, `https` is meant; `null` forgets it.
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub website_url: Patch<String>,
    /// Who the brand is: what every mail tells its readers.
    pub identity: Option<IdentityUpdate>,
    /// What mails look like.
    pub theme: Option<ThemeUpdate>,
    /// How the brand speaks; used when text is written for it.
    #[serde(default)]
    #[schemars(length(max = 5000))]
    pub voice: Patch<String>,
    /// IANA name; decides what a day is in filters and waits.
    #[schemars(extend("format" = "time-zone"))]
    pub time_zone: Option<String>,
    /// Whether mails carry a picture that tells of their opening.
    pub track_opens: Option<bool>,
    /// Whether links in mails lead past this server, to be counted.
    pub track_clicks: Option<bool>,
}
