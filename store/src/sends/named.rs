//! Campaigns by the design that they send: they have no name of their own.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // Of the newest campaigns alone: somebody looks for what was sent lately.
    NAMED -> NamedSend = "
        SELECT {columns}
        FROM (SELECT org, brand, id, public_id, status, email FROM sends
            WHERE org = $1 AND brand = $2 AND kind = 'campaign' ORDER BY id DESC LIMIT 1000) AS s
        JOIN emails AS e ON e.org = s.org AND e.brand = s.brand AND e.id = s.email
        WHERE {position}(e.folded, $3) > 0
        ORDER BY s.id DESC LIMIT $4";
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NamedSend {
        pub public_id: String = "s.public_id",
        pub status: SendStatus = "s.status",
        /// Of the design.
        pub title: String = "e.title",
    }
}

/// Those whose design has the folded text in its title or subject, the newest first.
pub async fn named(
    tx: &Tx,
    brand: BrandKey,
    folded: &str,
    limit: i64,
) -> Result<Vec<NamedSend>, DbError> {
    let values = params![brand.org, brand.brand, folded, limit];
    tx.all(&NAMED, values).await
}
