//! A test of a campaign: one mail to one inbox, at once. It leaves no row, and the design can still be sent.

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::numbers::Millis;
use postrider_store::db::Tx;
use postrider_store::domains::DomainRecord;
use serde_json::{Map, Value};

use super::campaign::{Campaign, CampaignContext};
use super::resolving::{default_domain, email, from, named_audience, named_domain, ready, version};
use super::warnings::{SendWarning, SendWarningCode};
use crate::failure::Failure;
use crate::sending::{TestAllowance, TestMail, TestSender, from_own_sender};

/// So that nobody takes a test for the real thing.
const PREFIX: &str = "[Test] ";

/// Which campaign goes to which inbox. Whom else it names, and when, is checked and then ignored.
pub struct CampaignTest {
    /// With a design of any type.
    pub campaign: Campaign,
    pub to: EmailAddress,
    /// What merge tags say, by name.
    pub payload: Map<String, Value>,
}

/// The mail that the mailer hands over, and what whoever sends it should know.
pub struct PreparedTest {
    pub mail: TestMail,
    pub warnings: Vec<SendWarning>,
}

/// Takes the mail from the day's allowance.
pub async fn test_mail(
    tx: &Tx,
    context: &CampaignContext,
    test: &CampaignTest,
    allowance: TestAllowance,
) -> Result<PreparedTest, Failure> {
    let (brand, campaign) = (context.brand(), &test.campaign);
    let email = email(tx, brand, &campaign.email_id).await?;
    let version = version(tx, brand, &email, campaign.email_version_id.as_deref()).await?;
    let named = named_domain(tx, context, campaign).await?;
    named_audience(tx, brand, campaign).await?;
    let sender = sender(tx, context, campaign, named).await?;
    let version = ready(&email, version)?;
    let subject = campaign.subject.as_ref().or(email.subject.as_ref());
    let warnings = match &sender {
        Ok(_) => Vec::new(),
        Err(why) => vec![SendWarning::new(
            SendWarningCode::InstallationSender,
            from_own_sender(why),
        )],
    };
    let mail = TestMail {
        brand,
        number: tx.number(),
        email: email.id,
        version: version.id,
        to: test.to.to_string(),
        subject: format!("{PREFIX}{}", subject.unwrap_or(&email.title)),
        preview_text: campaign.preview_text.clone(),
        payload: test.payload.clone(),
        sender: sender.ok(),
        run: None,
    };
    allowance.take(tx, &mail, Millis(context.now)).await?;
    Ok(PreparedTest { mail, warnings })
}

/// The brand's, if it has a domain that is ready; else why not.
async fn sender(
    tx: &Tx,
    context: &CampaignContext,
    campaign: &Campaign,
    named: Option<DomainRecord>,
) -> Result<Result<TestSender, String>, Failure> {
    let domain = match named {
        Some(domain) => domain,
        None => match default_domain(tx, context, campaign).await {
            Ok(domain) => domain,
            // A test needs none.
            Err(Failure::Problem(problem)) => return Ok(Err(problem.message)),
            Err(failure) => return Err(failure),
        },
    };
    let (from_email, from_name) = from(tx, context.brand(), campaign, &domain).await?;
    if !domain.is_sendable() {
        let why = format!("The domain `{}` is not verified for sending.", domain.name);
        return Ok(Err(why));
    }
    let reply_to = campaign.reply_to.as_ref().map(EmailAddress::to_string);
    Ok(Ok(TestSender {
        domain: domain.id,
        from_email,
        from_name,
        reply_to: reply_to.or(domain.default_reply_to),
    }))
}
