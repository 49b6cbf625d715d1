//! What the receivers have, against what the database says of each recipient.

use std::collections::HashMap;

use postrider_domain::sending::send::{EventType, RecipientState};
use serde_json::Value;

use super::Rig;

pub struct Evidence {
    /// How often each address got a mail.
    got: HashMap<String, usize>,
    /// What the database says of each.
    state: HashMap<String, RecipientState>,
    shown: Value,
}

/// Counts of a send that has ended.
pub struct Figures {
    pub mailed: usize,
    pub delivered: usize,
    pub in_doubt: usize,
    pub bounced: usize,
}

impl Evidence {
    pub async fn gather(rig: &Rig, send: &str, shown: Value) -> Self {
        let mut got = HashMap::new();
        for pair in rig.sink.pairs() {
            *got.entry(pair.recipient).or_default() += 1;
        }
        let sql = format!(
            "SELECT contacts.email, recipients.state FROM recipients
            JOIN sends ON sends.id = recipients.send
            JOIN contacts ON contacts.id = recipients.contact
            WHERE sends.public_id = '{send}'"
        );
        let mut state = HashMap::new();
        for row in rig.installation.database.sql(&sql).await {
            let stands = RecipientState::from_code(row.int(1).unwrap()).unwrap();
            let before = state.insert(row.text(0).unwrap(), stands);
            assert!(before.is_none(), "a recipient is there twice");
        }
        let evidence = Self { got, state, shown };
        evidence.assert_events(rig).await;
        evidence
    }

    /// One event for each outcome, and none for anybody else.
    async fn assert_events(&self, rig: &Rig) {
        for (kind, state) in [
            (EventType::Delivered, RecipientState::Delivered),
            (EventType::InDoubt, RecipientState::InDoubt),
            (EventType::Bounced, RecipientState::Bounced),
            (EventType::Failed, RecipientState::Failed),
        ] {
            let sql = format!("SELECT count(*) FROM events WHERE type = {}", kind.code());
            let events = usize::try_from(rig.number(&sql).await).unwrap();
            assert_eq!(events, self.count(state), "events of {kind:?}");
        }
        // What an absent process had taken stays for its journal.
        for table in ["claims WHERE abandoned_at IS NULL", "heads"] {
            let left = rig.number(&format!("SELECT count(*) FROM {table}")).await;
            assert_eq!(left, 0, "{table} are left");
        }
    }

    fn count(&self, state: RecipientState) -> usize {
        let those = self.state.values().filter(|stands| **stands == state);
        those.count()
    }

    fn shown(&self, name: &str) -> usize {
        usize::try_from(self.shown["delivery"][name].as_u64().unwrap()).unwrap()
    }

    /// The promise: nobody twice, nobody lost, and what is shown is what happened.
    pub fn assert_kept(&self, rig: &Rig) -> Figures {
        let shown = &self.shown;
        let twice: Vec<_> = self.got.iter().filter(|(_, times)| **times > 1).collect();
        assert!(twice.is_empty(), "mailed twice: {twice:?}; {shown}");
        assert_eq!(self.state.len(), rig.people, "everybody is a recipient");
        for (address, state) in &self.state {
            let may_be_mailed = match state {
                RecipientState::Delivered => Some(true),
                RecipientState::InDoubt => None,
                RecipientState::Planned | RecipientState::Deferred => {
                    panic!("{address} ends as {state:?}")
                }
                _ => Some(false),
            };
            let is_mailed = self.got.contains_key(address);
            assert!(
                may_be_mailed.is_none_or(|mailed| mailed == is_mailed),
                "{address} is {state:?}, and mailed: {is_mailed}"
            );
        }
        for (name, state) in [
            ("delivered", RecipientState::Delivered),
            ("bounced", RecipientState::Bounced),
            ("failed", RecipientState::Failed),
            ("inDoubt", RecipientState::InDoubt),
        ] {
            assert_eq!(self.shown(name), self.count(state), "{name}: {shown}");
        }
        let members = self.shown("planned") + self.shown("excluded");
        assert_eq!(members, rig.people, "{shown}");
        let ended = ["delivered", "bounced", "failed", "inDoubt"];
        let ended: usize = ended.iter().map(|name| self.shown(name)).sum();
        assert_eq!(ended, self.shown("planned"), "{shown}");
        assert_eq!(self.shown("pending") + self.shown("deferred"), 0, "{shown}");
        let figures = Figures {
            mailed: self.got.len(),
            delivered: self.shown("delivered"),
            in_doubt: self.shown("inDoubt"),
            bounced: self.shown("bounced"),
        };
        assert!(figures.delivered <= figures.mailed);
        assert!(figures.mailed <= figures.delivered + figures.in_doubt);
        figures
    }
}

/// What came of a send that has ended.
pub async fn of_ended(rig: &Rig, server: &crate::support::Binary, send: &str) -> Figures {
    let shown = rig.until_ended(server, send).await;
    Evidence::gather(rig, send, shown).await.assert_kept(rig)
}
