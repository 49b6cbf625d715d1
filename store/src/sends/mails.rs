//! The mails of streams, each of which is a send to whoever asks.

use postrider_domain::sending::send::{RecipientState, SendStatus};

use super::mails_of_status::status_of;
use crate::db::time_of_number;
use crate::{lookups, record, statements};

/// What every query of mails selects, along an index.
macro_rules! select {
    ($along:literal, $rest:literal) => {
        concat!(
            "SELECT {columns} FROM recipients AS r ",
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
    GET -> Mail = select!("{along}(recipients__org__brand__public_id)", "AND r.public_id = $3");
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Mail {
        /// Grows with time, like the numbers of sends.
        pub number: i64 = "r.number",
        pub public_id: String = "r.public_id",
        /// The stream, and its place there.
        pub send: i64 = "r.send",
        pub ordinal: i64 = "r.ordinal",
        pub state: RecipientState = "r.state",
        pub opened_at: Option<i64> = "r.opened_at",
        pub clicked_at: Option<i64> = "r.clicked_at",
        pub unsubscribed_at: Option<i64> = "r.unsubscribed_at",
        pub complained_at: Option<i64> = "r.complained_at",
        pub run: Option<i64> = "r.run",
        pub refs: MailRefs = ..,
    }
}

record! {
    /// What the rows that a mail names are called outside; nothing where a row is gone.
    #[derive(Clone, Debug, Default, PartialEq, Eq)]
    pub struct MailRefs {
        pub run: Option<String> = "u.public_id",
        pub instance: Option<String> = "i.public_id",
        pub recipient: Option<String> = "c.email",
    }
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

lookups! {
    pub get(&str) -> Mail = GET;
}
