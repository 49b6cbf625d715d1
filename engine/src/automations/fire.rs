//! A fire of a trigger: what it is, and what becomes of it.

use postrider_domain::automations::trigger::{
    InstanceState, Landing, NotStarted, PayloadError, PayloadWarning,
};
use postrider_domain::contacts::address::EmailAddress;
use postrider_store::domains::Sandbox;
use postrider_store::usage::Account;
use serde_json::{Map, Value};

use super::starting::StartConditions;
use crate::contacts::landing::Landed;
use crate::contacts::write::WriteContext;

/// Whose event it is, and what its start depends on.
#[derive(Clone, Copy)]
pub struct Ground<'a> {
    pub contacts: WriteContext<'a>,
    /// The allowance of deliveries.
    pub account: Account,
    pub sandbox: Sandbox,
}

impl Ground<'_> {
    pub(super) fn conditions(&self) -> StartConditions {
        StartConditions {
            brand: self.contacts.brand,
            now: self.contacts.now,
            account: self.account,
            sandbox: self.sandbox,
        }
    }
}

/// The row of a fire.
#[derive(Clone, Debug)]
pub enum Slot {
    /// To be made: a caller's fire, `tin_…`.
    New { public_id: String },
    /// There since the provider's event arrived, in the state `received`.
    Received {
        id: i64,
        public_id: String,
        attempts: i64,
    },
}

/// Which automations a fire may start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Starts {
    Published,
    /// A rehearsal of the provider: the contact is written, and that is all.
    Nothing,
}

#[derive(Clone, Debug)]
pub struct Fire {
    pub slot: Slot,
    /// What is written to the contact; nothing: what the contract says.
    pub landing: Option<Landing>,
    pub starts: Starts,
}

impl Fire {
    /// By a caller of the API.
    pub fn by_caller(public_id: String) -> Self {
        Self {
            slot: Slot::New { public_id },
            landing: None,
            starts: Starts::Published,
        }
    }
}

pub enum FireResult {
    Fired(Fired),
    /// The payload does not fit; that is recorded, and no contact is written.
    Rejected {
        instance_id: String,
        errors: Vec<PayloadError>,
    },
    /// Nobody's automation waits for it; nothing is recorded. Only of a caller's fire.
    NothingPublished,
}

pub struct Fired {
    pub instance_id: String,
    pub state: InstanceState,
    pub contact: i64,
    /// Ids of the runs.
    pub runs: Vec<String>,
    /// Ids of the automations.
    pub matched: Vec<String>,
    pub not_started: Vec<NotStarted>,
    pub warnings: Vec<PayloadWarning>,
}

/// A payload that passed.
pub(super) struct Passed {
    pub(super) email: EmailAddress,
    pub(super) values: Map<String, Value>,
    pub(super) warnings: Vec<PayloadWarning>,
}

/// A payload whose contact is written.
pub(super) struct Arrived {
    pub(super) slot: Slot,
    pub(super) passed: Passed,
    pub(super) landed: Landed,
}
