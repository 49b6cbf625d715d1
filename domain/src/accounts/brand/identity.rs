//! Who the brand is.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::patch::Patch;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "BrandIdentity")]
pub struct Identity {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub brand_name: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tagline: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_email: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contact_phone: Option<String>,
    /// The postal address that every marketing mail must carry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub address: Option<String>,
    #[serde(default)]
    pub social_links: Vec<String>,
}

impl Identity {
    /// The name that readers of its mails and pages see: its own, else the one under which the brand is listed.
    pub fn public_name<'n>(&'n self, listed_as: &'n str) -> &'n str {
        self.brand_name.as_deref().unwrap_or(listed_as)
    }

    /// Laws of many countries ask for one in every marketing mail; blanks are none.
    pub fn has_postal_address(&self) -> bool {
        self.address
            .as_ref()
            .is_some_and(|address| !address.trim().is_empty())
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct IdentityUpdate {
    #[serde(default)]
    #[schemars(length(max = 200), extend("format" = "line"))]
    pub brand_name: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 2000))]
    pub description: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub tagline: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 254), extend("format" = "line"))]
    pub contact_email: Patch<String>,
    #[serde(default)]
    #[schemars(length(max = 50), extend("format" = "line"))]
    pub contact_phone: Patch<String>,
    /// The postal address that every marketing mail must carry.
    #[serde(default)]
    #[schemars(length(max = 500))]
    pub address: Patch<String>,
    #[schemars(length(max = 20))]
    pub social_links: Option<Vec<String>>,
}

impl IdentityUpdate {
    /// What is left out stays, `null` clears.
    #[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"{"brandName":"Acme","description":"Anvils","tagline":"It works","contactEmail":"hello@acme.test","contactPhone":"+1 555","address":"Road 1","socialLinks":["https://social.test/acme"]}"#;

    fn read(json: &str) -> Identity {
        serde_json::from_str(json).unwrap()
    }

    #[test]
    fn it_is_stored_and_shown_in_one_form() {
        for (stored, written) in [
            (WHOLE, WHOLE),
            (r#"{"socialLinks":[]}"#, r#"{"socialLinks":[]}"#),
            ("{}", r#"{"socialLinks":[]}"#),
            (
                r#"{"socialLinks":[],"unknown":1,"tagline":null}"#,
                r#"{"socialLinks":[]}"#,
            ),
        ] {
            let identity = read(stored);
            assert_eq!(
                serde_json::to_string(&identity).unwrap(),
                written,
                "{stored}"
            );
        }
        assert_eq!(read("{}"), Identity::default());
    }

    #[test]
    fn a_change_keeps_what_it_leaves_out_and_null_clears() {
        let cases = [
            ("{}", WHOLE),
            (r#"{"socialLinks":null}"#, WHOLE),
            (
                r#"{"brandName":null,"description":null,"tagline":null,"contactEmail":null,"contactPhone":null,"address":null,"socialLinks":[]}"#,
                r#"{"socialLinks":[]}"#,
            ),
            (
                r#"{"tagline":"Better","description":null,"contactEmail":null,"contactPhone":null,"socialLinks":["a","b"]}"#,
                r#"{"brandName":"Acme","tagline":"Better","address":"Road 1","socialLinks":["a","b"]}"#,
            ),
        ];
        for (change, after) in cases {
            let change: IdentityUpdate = serde_json::from_str(change).unwrap();
            assert_eq!(change.apply(read(WHOLE)), read(after), "{change:?}");
        }
        assert!(serde_json::from_str::<IdentityUpdate>(r#"{"brand_name":"x"}"#).is_err());
    }

    #[test]
    fn its_own_name_goes_before_the_listed_one() {
        for (stored, name) in [
            ("{}", "listed"),
            (r#"{"brandName":"Acme"}"#, "Acme"),
            (r#"{"brandName":""}"#, ""),
        ] {
            assert_eq!(read(stored).public_name("listed"), name, "{stored}");
        }
    }

    #[test]
    fn blanks_are_no_postal_address() {
        for (stored, has) in [
            ("{}", false),
            (r#"{"address":""}"#, false),
            (r#"{"address":" \n\t "}"#, false),
            (r#"{"address":" Road 1"}"#, true),
        ] {
            assert_eq!(read(stored).has_postal_address(), has, "{stored}");
        }
    }
}
