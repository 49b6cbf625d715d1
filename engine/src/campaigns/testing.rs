//! A test of a campaign: one mail to one inbox, at once. It leaves no row, and the design can still be sent.

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::Tx;
use serde_json::{Map, Value};

use super::resolving::{email, ready, version};
use crate::failure::Failure;
use crate::sending::TestMail;

/// So that nobody takes a test for the real thing.
const PREFIX: &str = "[Test] ";

/// Which design goes to which inbox.
pub struct CampaignTest {
    /// A design of any type, by its public id.
    pub email_id: String,
    /// A version of the design; without one, the newest.
    pub email_version_id: Option<String>,
    pub to: EmailAddress,
    /// Without one, the design's.
    pub subject: Option<String>,
    /// What merge tags say, by name.
    pub payload: Map<String, Value>,
}

/// The mail that the mailer hands over.
pub async fn test_mail(tx: &Tx, brand: BrandKey, test: &CampaignTest) -> Result<TestMail, Failure> {
    let email = email(tx, brand, &test.email_id).await?;
    let version = version(tx, brand, &email, test.email_version_id.as_deref()).await?;
    let version = ready(&email, version)?;
    let subject = test.subject.as_ref().or(email.subject.as_ref());
    Ok(TestMail {
        brand,
        email: email.id,
        version: version.id,
        to: test.to.to_string(),
        subject: format!("{PREFIX}{}", subject.unwrap_or(&email.title)),
        preview_text: None,
        payload: test.payload.clone(),
    })
}
