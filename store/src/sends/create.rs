//! A send that is accepted.

use postrider_domain::sending::send::{SendKind, SendStatus};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{jobs, params, statements};

/// The kind of job that freezes a send's audience and starts it; its subject is the send.
pub const JOB: &str = "send";

statements! {
    CREATE = "
        INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain,
            audience, audience_name, addresses, subject, preview_text, from_email, from_name,
            reply_to, recipient_count, frozen_to, frozen, last_ordinal, allowance, scheduled_at,
            created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 0, FALSE,
            0, 0, $19, $20, $20)";
    // Of two that want the same design, one finds it taken.
    RESERVE = "
        UPDATE emails SET live_send = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND live_send IS NULL AND deleted_at IS NULL
            AND status = 'ready' AND type = 'campaign'";
}

/// Who a campaign goes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipients {
    /// All contacts of the brand.
    Everybody,
    Audience {
        id: i64,
        name: String,
    },
    /// JSON: a list of addresses.
    Addresses(String),
}

#[derive(Clone, Debug)]
pub struct NewSend {
    pub public_id: String,
    pub email: i64,
    pub email_version: i64,
    pub domain: i64,
    pub recipients: Recipients,
    pub subject: String,
    pub preview_text: Option<String>,
    pub from_email: String,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    /// Eligible now.
    pub recipient_count: i64,
    pub scheduled_at: Option<i64>,
}

impl NewSend {
    pub fn status(&self) -> SendStatus {
        match self.scheduled_at {
            Some(_) => SendStatus::Scheduled,
            None => SendStatus::Queued,
        }
    }
}

/// Reserves the design, writes the campaign down and has it started when it is due. `None`: the design is
/// not there to be sent, and nothing was written.
pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    new: &NewSend,
    now: i64,
) -> Result<Option<i64>, DbError> {
    let id = tx.number();
    let reserve = params![brand.org, brand.brand, new.email, id];
    if tx.execute(&RESERVE, reserve).await? == 0 {
        return Ok(None);
    }
    let (audience, audience_name, addresses) = match &new.recipients {
        Recipients::Everybody => (None, None, None),
        Recipients::Audience { id, name } => (Some(*id), Some(name.as_str()), None),
        Recipients::Addresses(json) => (None, None, Some(json.as_str())),
    };
    let values = params![
        brand.org,
        brand.brand,
        id,
        &new.public_id,
        SendKind::Campaign.as_str(),
        new.status().as_str(),
        new.email,
        new.email_version,
        new.domain,
        audience,
        audience_name,
        addresses,
        &new.subject,
        new.preview_text.as_deref(),
        &new.from_email,
        new.from_name.as_deref(),
        new.reply_to.as_deref(),
        new.recipient_count,
        new.scheduled_at,
        now,
    ];
    tx.execute(&CREATE, values).await?;
    jobs::enqueue(tx, brand, JOB, id, new.scheduled_at.unwrap_or(now)).await?;
    Ok(Some(id))
}
