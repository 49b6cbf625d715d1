//! What the pages behind a mail's links need to know.

use postrider_domain::tenant::BrandKey;

use super::RecipientRef;
use crate::db::{DbError, Tx};
use crate::tenants::brand_is_deleted;
use crate::{params, record, statements};

statements! {
    READER -> Found = concat!(
        "SELECT {columns} FROM recipients AS x
        LEFT JOIN departed_contacts AS d ON d.org = x.org AND d.brand = x.brand AND d.contact = x.contact
        LEFT JOIN contacts AS c ON c.org = x.org AND c.brand = x.brand
            AND c.id = COALESCE(d.successor, x.contact)
        WHERE x.org = $1 AND x.brand = $2 AND x.send = $3 AND x.ordinal = $4 AND NOT ",
        brand_is_deleted!("x.org", "x.brand")
    );
    OPTED_OUT -> (i64,) = "
        SELECT 1 FROM recipients AS x
        JOIN departed_contacts AS d ON d.org = x.org AND d.brand = x.brand
            AND d.contact = x.contact
        JOIN opt_outs AS o ON o.org = d.org AND o.brand = d.brand AND o.address_hash = d.address_hash
        WHERE x.org = $1 AND x.brand = $2 AND x.send = $3 AND x.ordinal = $4
            AND o.unsubscribed_at IS NOT NULL";
    HTML -> (String,) = "
        SELECT v.html FROM sends AS s
        JOIN email_versions AS v ON v.org = s.org AND v.brand = s.brand AND v.email = s.email
            AND v.id = s.email_version
        WHERE s.org = $1 AND s.brand = $2 AND s.id = $3";
}

record! {
    struct Found {
        /// When the link of this mail was followed.
        unsubscribed_at: Option<i64> = "x.unsubscribed_at",
        contact: Option<Contact> = ..,
    }
}

record! {
    /// Whoever has the address now.
    struct Contact {
        custom: String = "{json}(c.custom)",
        is_subscribed: bool = "c.subscribed",
        unsubscribed_at: Option<i64> = "c.unsubscribed_at",
    }
}

/// Whoever reads a mail, as far as they are known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reader {
    pub is_subscribed: bool,
    /// Whether what this mail's unsubscribe link did can be taken back.
    pub can_return: bool,
    /// JSON: values under field numbers; nothing if the contact is deleted.
    pub custom: Option<String>,
}

/// Nothing if there is no such recipient, or its brand is deleted.
pub async fn reader(tx: &Tx, recipient: RecipientRef) -> Result<Option<Reader>, DbError> {
    let Some(found) = tx.one(&READER, recipient.params()).await? else {
        return Ok(None);
    };
    let Some(contact) = found.contact else {
        let opted_out = tx.value(&OPTED_OUT, recipient.params()).await?;
        return Ok(Some(Reader {
            is_subscribed: opted_out.is_none(),
            can_return: false,
            custom: None,
        }));
    };
    let link_did_it =
        contact.unsubscribed_at.is_some() && contact.unsubscribed_at == found.unsubscribed_at;
    Ok(Some(Reader {
        is_subscribed: contact.is_subscribed,
        can_return: !contact.is_subscribed && link_did_it,
        custom: Some(contact.custom),
    }))
}

/// The design that a send mails, in which its links stand in their order.
pub async fn html(tx: &Tx, brand: BrandKey, send: i64) -> Result<Option<String>, DbError> {
    tx.value(&HTML, params![brand.org, brand.brand, send]).await
}
