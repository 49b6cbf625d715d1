//! The mails of streams, each of which is a send to whoever asks.

use postrider_domain::sending::send::{RecipientState, SendStatus};
use postrider_domain::tenant::BrandKey;

use super::standing::status_of;
use crate::db::{DbError, Row, Tx, time_of_number};
use crate::{params, statements};

/// What every query of mails selects, in the order in which [`mail_of`] reads it, along an index.
macro_rules! select {
    ($along:literal, $rest:literal) => {
        concat!(
            "SELECT r.number, r.public_id, r.send, r.ordinal, r.state, r.opened_at, r.clicked_at,
                r.unsubscribed_at, r.complained_at, r.run, u.public_id, i.public_id, c.email
            FROM recipients AS r ",
            $along,
            " LEFT JOIN runs AS u ON u.org = r.org AND u.brand = r.brand AND u.id = r.run
            LEFT JOIN trigger_instances AS i ON i.org = r.org AND i.brand = r.brand AND i.id = u.instance
            LEFT JOIN contacts AS c ON c.org = r.org AND c.brand = r.brand AND c.id = r.contact
            WHERE r.org = $1 AND r.brand = $2 ",
            $rest
        )
    };
}
pub(super) use select;

statements! {
    GET = select!("{along}(recipients__org__brand__public_id)", "AND r.public_id = $3");
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mail {
    /// Grows with time, like the numbers of sends.
    pub number: i64,
    pub public_id: String,
    /// The stream, and its place there.
    pub send: i64,
    pub ordinal: i64,
    pub state: RecipientState,
    pub opened_at: Option<i64>,
    pub clicked_at: Option<i64>,
    pub unsubscribed_at: Option<i64>,
    pub complained_at: Option<i64>,
    pub run: Option<i64>,
    pub refs: MailRefs,
}

/// What the rows that a mail names are called outside; nothing where a row is gone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MailRefs {
    pub run: Option<String>,
    pub instance: Option<String>,
    pub recipient: Option<String>,
}

impl Mail {
    pub fn created_at(&self) -> i64 {
        time_of_number(self.number)
    }

    /// Where it stands while its stream stands so.
    pub fn status(&self, stream: SendStatus) -> SendStatus {
        status_of(self.state, stream)
    }
}

pub async fn get(tx: &Tx, brand: BrandKey, public_id: &str) -> Result<Option<Mail>, DbError> {
    let values = params![brand.org, brand.brand, public_id];
    let row = tx.row(&GET, values).await?;
    row.as_ref().map(mail_of).transpose()
}

pub(super) fn mail_of(row: &Row) -> Result<Mail, DbError> {
    let code = row.int(4)?;
    let state = RecipientState::from_code(code)
        .ok_or_else(|| DbError::Other(format!("a recipient is stored with state {code}")))?;
    Ok(Mail {
        number: row.int(0)?,
        public_id: row.text(1)?,
        send: row.int(2)?,
        ordinal: row.int(3)?,
        state,
        opened_at: row.opt_int(5)?,
        clicked_at: row.opt_int(6)?,
        unsubscribed_at: row.opt_int(7)?,
        complained_at: row.opt_int(8)?,
        run: row.opt_int(9)?,
        refs: MailRefs {
            run: row.opt_text(10)?,
            instance: row.opt_text(11)?,
            recipient: row.opt_text(12)?,
        },
    })
}
