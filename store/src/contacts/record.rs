//! One contact as it is stored.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{lookups, params, record, statements};

statements! {
    GET -> ContactRecord = "
        SELECT {columns} FROM contacts WHERE org = $1 AND brand = $2 AND email = $3";
    GET_MANY -> ContactRecord = "
        SELECT {columns} FROM contacts {along}(contacts__org__brand__email)
        WHERE org = $1 AND brand = $2 AND email {in_texts}($3)";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct ContactRecord {
        pub id: i64 = "contacts.id",
        pub email: String = "contacts.email",
        pub first_name: Option<String> = "contacts.first_name",
        pub last_name: Option<String> = "contacts.last_name",
        pub subscribed: bool = "contacts.subscribed",
        pub unsubscribed_at: Option<i64> = "contacts.unsubscribed_at",
        pub suppressed_reason: Option<String> = "contacts.suppressed_reason",
        pub suppressed_at: Option<i64> = "contacts.suppressed_at",
        pub validation_status: Option<String> = "contacts.validation_status",
        pub validated_at: Option<i64> = "contacts.validated_at",
        /// JSON.
        pub validation: Option<String> = "contacts.validation",
        /// JSON.
        pub consent: Option<String> = "contacts.consent",
        /// The import's public id.
        pub import_id: Option<String> = "
            (SELECT i.public_id FROM imports AS i WHERE i.org = contacts.org
                AND i.brand = contacts.brand AND i.id = contacts.import)",
        /// JSON, field number to value. Numbers of deleted fields may still be in it.
        pub custom: String = "{json}(contacts.custom)",
        pub created_at: i64 = "contacts.created_at",
        pub updated_at: i64 = "contacts.updated_at",
        /// JSON of why it is suppressed, where somebody said it: see `Suppressed`.
        pub evidence: Option<String> = "
            CASE WHEN contacts.suppressed_reason IS NOT NULL THEN (
                SELECT s.detail FROM suppressions AS s WHERE s.org = contacts.org
                    AND s.brand = contacts.brand AND s.contact = contacts.id
                    AND s.at = contacts.suppressed_at) END",
        /// The public id of the send that it came of.
        pub evidence_send: Option<String> = "
            CASE WHEN contacts.suppressed_reason IS NOT NULL THEN (
                SELECT d.public_id FROM suppressions AS s
                JOIN sends AS d ON d.org = s.org AND d.brand = s.brand AND d.id = s.send
                WHERE s.org = contacts.org AND s.brand = contacts.brand AND s.contact = contacts.id
                    AND s.at = contacts.suppressed_at) END",
    }
}

lookups! {
    pub get(&str) -> ContactRecord = GET;
}

/// Those of them that exist, in no particular order.
pub async fn get_many<'e>(
    tx: &Tx,
    brand: BrandKey,
    emails: impl IntoIterator<Item = &'e str>,
) -> Result<Vec<ContactRecord>, DbError> {
    let emails = Value::texts(emails);
    tx.all(&GET_MANY, params![brand.org, brand.brand, emails])
        .await
}
