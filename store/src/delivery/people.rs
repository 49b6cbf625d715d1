//! The people that mails go to, as far as a mail can speak of them.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{lookups, params, record, statements};

statements! {
    WITH_ADDRESS -> Person = "
        SELECT {columns} FROM contacts WHERE org = $1 AND brand = $2 AND email = $3";
    OF_RECIPIENT -> Person = "
        SELECT {columns} FROM recipients AS r
        JOIN contacts ON contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.contact
        WHERE r.org = $1 AND r.brand = $2 AND r.send = $3 AND r.ordinal = $4";
}

record! {
    /// What a mail can say about whom it goes to.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Person {
        pub contact: i64 = "contacts.id",
        pub email: String = "contacts.email",
        pub first_name: Option<String> = "contacts.first_name",
        pub last_name: Option<String> = "contacts.last_name",
        /// JSON by field number.
        pub custom: String = "{json}(contacts.custom)",
        pub subscribed: bool = "contacts.subscribed",
        pub suppressed: bool = "contacts.suppressed_reason IS NOT NULL",
        pub validation_status: Option<String> = "contacts.validation_status",
        pub validated_at: Option<i64> = "contacts.validated_at",
        pub created_at: i64 = "contacts.created_at",
        pub updated_at: i64 = "contacts.updated_at",
    }
}

/// Whom a recipient of a send is, as far as it is still known.
pub async fn person(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    ordinal: i64,
) -> Result<Option<Person>, DbError> {
    let values = params![brand.org, brand.brand, send, ordinal];
    tx.one(&OF_RECIPIENT, values).await
}

lookups! {
    /// The contact with this address.
    pub person_with(&str) -> Person = WITH_ADDRESS;
}
