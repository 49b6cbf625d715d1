//! A campaign as it is asked for, and what accepting it depends on.

use std::sync::Arc;

use aws_lc_rs::hmac;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::BrandIdentity;
use postrider_store::domains::Sandbox;

use crate::contacts::write::WriteContext;
use crate::credits::Payer;
use crate::validation::KnownDomains;

/// Stands for every contact of the brand where an audience is named.
pub const EVERYBODY: &str = "all";

/// What is to be sent, to whom and when. What is left out comes from the design, the domain and the brand.
pub struct Campaign {
    /// Public ids, as they were given.
    pub email_id: String,
    pub email_version_id: Option<String>,
    pub domain_id: Option<String>,
    pub addressed_to: AddressedTo,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    /// Address and name.
    pub from: Option<(EmailAddress, Option<String>)>,
    pub reply_to: Option<EmailAddress>,
    /// In the future; without one, it starts now.
    pub scheduled_at: Option<i64>,
    /// It is only counted.
    pub dry_run: bool,
}

pub enum AddressedTo {
    Everybody,
    /// By its public id.
    Audience(String),
    /// As they were given, repeated ones and all.
    Addresses(Vec<EmailAddress>),
}

/// Who asks for a campaign and when, and what this process knows that the database does not.
#[derive(Clone)]
pub struct CampaignContext {
    pub brand: BrandIdentity,
    pub payer: Payer,
    pub sandbox: Sandbox,
    pub now: i64,
    /// Of the hashes under which opt-outs of deleted contacts are remembered.
    pub opt_outs: hmac::Key,
    pub mail_domains: Arc<KnownDomains>,
    pub field_bounds: FieldBounds,
    /// Mails leave, and the links in them lead to an address without encryption.
    pub has_plain_links: bool,
}

impl CampaignContext {
    pub(super) fn brand(&self) -> BrandKey {
        self.brand.key
    }

    /// What writing contacts needs to know.
    pub(super) fn contacts(&self) -> WriteContext<'_> {
        WriteContext {
            brand: self.brand.key,
            time_zone: &self.brand.time_zone,
            now: self.now,
            opt_outs: &self.opt_outs,
            domains: &self.mail_domains,
            bounds: self.field_bounds,
        }
    }
}
