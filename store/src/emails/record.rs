//! One design as it is stored, without the content of its versions.

use postrider_domain::designs::design::{Category, EmailStatus, EmailType};
use postrider_domain::sending::send::SendStatus;

use crate::{lookups, record, statements};

macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT {columns}
            FROM emails AS e
            LEFT JOIN email_groups AS g
                ON g.org = e.org AND g.brand = e.brand AND g.id = e.email_group
            LEFT JOIN email_versions AS v
                ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
            LEFT JOIN sends AS s
                ON s.org = e.org AND s.brand = e.brand AND s.id = e.live_send
            LEFT JOIN chats AS c
                ON c.org = e.org AND c.brand = e.brand AND c.email = e.id
            LEFT JOIN generations AS n
                ON n.org = e.org AND n.brand = e.brand AND n.email = e.id AND n.status = 'running'
            WHERE e.org = $1 AND e.brand = $2 AND e.deleted_at IS NULL ",
            $rest
        )
    };
}
pub(super) use select;

statements! {
    GET -> EmailRecord = select!("AND e.public_id = $3");
    BY_NUMBER -> EmailRecord = select!("AND e.id = $3");
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct EmailRecord {
        pub id: i64 = "e.id",
        pub public_id: String = "e.public_id",
        pub title: String = "e.title",
        pub kind: EmailType = "e.type",
        pub status: EmailStatus = "e.status",
        pub subject: Option<String> = "e.subject",
        pub preview_text: Option<String> = "e.preview_text",
        pub category: Option<Category> = "e.category",
        /// Nothing: ungrouped.
        pub group: Option<GroupRef> = ..,
        /// JSON; set while the status is failed.
        pub error: Option<String> = "e.error",
        /// The version that is shown and sent; nothing until the first one is made.
        pub head: Option<HeadRef> = ..,
        /// The public id of the version that is being made by a prompt.
        pub making: Option<String> = "n.version_id",
        /// The public id of the chat about it, if there was a prompt.
        pub chat_id: Option<String> = "c.public_id",
        pub created_at: i64 = "e.created_at",
        pub updated_at: i64 = "e.updated_at",
        /// The send that has taken this campaign's design.
        pub sent: Option<SentRef> = ..,
    }
}

impl EmailRecord {
    /// The line beside the subject in an inbox: the design's own, else the one that its document has.
    pub fn shown_preview_text(&self) -> Option<&str> {
        let of_head = || self.head.as_ref()?.preview_text.as_deref();
        self.preview_text.as_deref().or_else(of_head)
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct GroupRef {
        pub id: i64 = "g.id",
        pub public_id: String = "g.public_id",
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct HeadRef {
        pub id: i64 = "v.id",
        pub public_id: String = "v.public_id",
        /// The preview text that its document has.
        pub preview_text: Option<String> = "v.preview_text",
        /// The name of the object that shows it.
        pub preview_image: Option<String> = "v.preview_image",
    }
}

record! {
    /// The send of a campaign's design.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct SentRef {
        pub public_id: String = "s.public_id",
        pub status: SendStatus = "s.status",
        /// When it started; of one that is not scheduled, when it was accepted until it does.
        pub sent_at: Option<i64> =
            "COALESCE(s.started_at, CASE WHEN s.scheduled_at IS NULL THEN s.created_at END)",
        /// When it is to start, or was.
        pub scheduled_at: Option<i64> = "s.scheduled_at",
        pub recipient_count: i64 = "s.recipient_count",
    }
}

lookups! {
    pub get(&str) -> EmailRecord = GET;
    pub by_number(i64) -> EmailRecord = BY_NUMBER;
}
