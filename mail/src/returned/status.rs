//! Reports for machines (RFC 3464): a group of fields for each recipient.

use super::action::Action;
use super::class::{Class, Status};
use super::fields::{self, Group};
use super::report::Report;
use crate::plain::line;

const MAX_REMOTE: usize = 100;

/// What all groups together say of the one recipient that our mails have. An address may stand for several, or
/// lead elsewhere: it failed only as badly as the mildest of them, and not at all if the mail arrived somewhere.
pub(super) fn read(text: &str) -> Option<Report> {
    let groups = fields::read(text);
    let mut reports: Vec<Report> = groups.iter().filter_map(report).collect();
    let arrived = reports
        .iter()
        .position(|report| report.action == Action::Delivered);
    if let Some(at) = arrived {
        return Some(reports.swap_remove(at));
    }
    let failed = reports.iter().any(|report| report.action == Action::Failed);
    if failed {
        reports.retain(|report| report.action == Action::Failed);
    }
    reports.into_iter().min_by_key(|report| report.class)
}

fn report(group: &Group) -> Option<Report> {
    let status = group.get("status").and_then(Status::read);
    let action = match group.get("action").map(str::to_ascii_lowercase).as_deref() {
        Some("failed") => Action::Failed,
        Some("delayed") => Action::Delayed,
        Some("delivered" | "relayed" | "expanded") => Action::Delivered,
        // Some forget it, and name the status alone.
        _ => status.as_ref()?.action(),
    };
    let said = group.get_typed("diagnostic-code").unwrap_or_default();
    let (class, reply) = Class::of(said, status);
    Some(Report {
        action,
        class,
        diagnostic: reply.to_line(),
        remote: group
            .get_typed("remote-mta")
            .map(|name| line(name, MAX_REMOTE)),
    })
}
