//! What profiles had in mind, and what they did.

use serde::Serialize;

/// One profile's part of a rehearsal.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ProfileReport {
    /// Different addresses that were named.
    pub recipients: u64,
    /// Recipients that were named again after they bounced, complained or unsubscribed.
    pub again: u64,
    /// What was decided about them.
    pub planned: Figures,
    /// What has happened. Requests and mails count when they were answered with success.
    pub done: Figures,
}

/// Numbers of recipients, but for `throttled` (answers), `machine_opens` and `machine_clicks` (requests).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figures {
    pub accepted: u64,
    pub greylisted: u64,
    pub full: u64,
    /// Nobody plans it: it depends on how fast the mails come.
    pub throttled: u64,
    pub hard_bounced: u64,
    pub late_bounced: u64,
    pub complained: u64,
    pub unsubscribed: u64,
    /// By people.
    pub opened: u64,
    pub clicked: u64,
    pub machine_opens: u64,
    pub machine_clicks: u64,
}

/// What something counts as once it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counts {
    LateBounced,
    Complained,
    Unsubscribed,
    Opened,
    Clicked,
    MachineOpen,
    MachineClick,
    Nothing,
}

impl Figures {
    pub(super) fn add(&mut self, counts: Counts) {
        match counts {
            Counts::LateBounced => self.late_bounced += 1,
            Counts::Complained => self.complained += 1,
            Counts::Unsubscribed => self.unsubscribed += 1,
            Counts::Opened => self.opened += 1,
            Counts::Clicked => self.clicked += 1,
            Counts::MachineOpen => self.machine_opens += 1,
            Counts::MachineClick => self.machine_clicks += 1,
            Counts::Nothing => {}
        }
    }
}

/// What is done behind the mails: requests, reports.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AftermathReport {
    /// Still to be done.
    pub waiting: u64,
    /// Did not work, and are not tried again.
    pub failed: u64,
    /// More than could be kept in mind.
    pub left_out: u64,
    pub last_failure: Option<String>,
}
