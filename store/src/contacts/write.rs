//! What callers give to be written, and what they get back.

use postrider_domain::contacts::contact::{Intent, Request};
use postrider_domain::contacts::field::{ContactExcess, FieldBounds};
use postrider_domain::contacts::validation::AddressVerdict;
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;

use super::record::ContactRecord;

#[derive(Clone, Debug)]
pub struct ContactUpsert {
    pub email: String,
    pub first_name: Patch<String>,
    pub last_name: Patch<String>,
    pub subscribed: Option<bool>,
    /// JSON, field number to value; null clears.
    pub custom: String,
    /// JSON, and when it was given.
    pub consent: Option<(String, i64)>,
    /// The import's row number.
    pub import: Option<i64>,
    /// What a contact that is new begins with; one that is there keeps its own.
    pub verdict: Option<AddressVerdict>,
    /// To be mailed no more, by hand.
    pub suppress: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Upserted {
    pub email: String,
    pub id: i64,
    pub created: bool,
    /// `subscribed: true` was asked for and not granted.
    pub resubscribe_skipped: bool,
    /// How it stands after the write, where that is known.
    pub record: Option<Box<ContactRecord>>,
}

/// A contact that was not written because its custom values would be over a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Overfull {
    pub email: String,
    pub excess: ContactExcess,
}

/// What became of contacts that were to be written, each sorted by address.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpsertOutcome {
    pub written: Vec<Upserted>,
    pub overfull: Vec<Overfull>,
}

/// What is the same for all contacts of one call.
#[derive(Clone, Copy)]
pub struct UpsertRules<'a> {
    pub intent: Intent,
    pub now: i64,
    /// What a contact that is there may have after the write; of one that is new the caller has seen to it.
    pub bounds: FieldBounds,
    /// The keyed hash under which the brand remembers what a deleted contact had refused. Asked only
    /// where the brand remembers something: in a large batch the hashes would take a tenth of the time.
    pub address_hash: &'a (dyn Fn(&str) -> Vec<u8> + Sync),
}

/// One call's tenant and terms.
#[derive(Clone, Copy)]
pub(super) struct Write<'a> {
    pub(super) brand: BrandKey,
    pub(super) rules: UpsertRules<'a>,
}

impl Write<'_> {
    pub(super) fn request(self, contact: &ContactUpsert) -> Request {
        Request {
            subscribed: contact.subscribed,
            consent_at: contact.consent.as_ref().map(|(_, at)| *at),
            intent: self.rules.intent,
        }
    }
}

/// A contact and its row's number, which is our own while it is not known whether there is a row.
pub(super) struct Pending<'a> {
    pub(super) contact: &'a ContactUpsert,
    pub(super) id: i64,
}
