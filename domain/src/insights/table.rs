//! The detectors, one row each, and a run of them all.

use super::counters::Counters;
use super::reading::{Category, Detector, Reading};
use super::stats::largest_that_counts;
use super::{audience, automation, content, deliverability, engagement, reports};

/// Of the findings that chance could have made, no more than so many are chance.
const FALSE_FINDINGS: f64 = 0.05;

pub(super) struct Row {
    pub(super) detector: Detector,
    category: Category,
    /// Whether a critical finding is a notification: of records that are gone the domain itself has one.
    notifies: bool,
    unread: Unread,
    judge: fn(&Counters) -> Vec<Reading>,
}

/// What it says of a finding that there is nothing to read of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unread {
    /// Too few cases are left: it is calm.
    Calm,
    /// Nothing: the detector looks at the newest sends or a day alone, and these are over.
    Nothing,
    /// It was a fact, and is none any more.
    Over,
}

const fn row(detector: Detector, category: Category, judge: fn(&Counters) -> Vec<Reading>) -> Row {
    Row {
        detector,
        category,
        notifies: true,
        unread: Unread::Calm,
        judge,
    }
}

/// Nothing is counted that chance could move.
const fn fact(detector: Detector, category: Category, judge: fn(&Counters) -> Vec<Reading>) -> Row {
    Row {
        unread: Unread::Over,
        ..row(detector, category, judge)
    }
}

pub(super) static TABLE: &[Row] = &[
    row(
        Detector::Bounces,
        Category::Deliverability,
        deliverability::bounces,
    ),
    row(
        Detector::Complaints,
        Category::Deliverability,
        deliverability::complaints,
    ),
    row(
        Detector::InDoubt,
        Category::Deliverability,
        deliverability::in_doubt,
    ),
    Row {
        unread: Unread::Nothing,
        ..row(
            Detector::ProviderRefuses,
            Category::Deliverability,
            deliverability::provider_refuses,
        )
    },
    Row {
        notifies: false,
        ..fact(
            Detector::RecordsLost,
            Category::Deliverability,
            deliverability::records_lost,
        )
    },
    row(
        Detector::ForeignSources,
        Category::Deliverability,
        reports::foreign_sources,
    ),
    row(
        Detector::AlignmentFails,
        Category::Deliverability,
        reports::alignment_fails,
    ),
    row(
        Detector::TlsFails,
        Category::Deliverability,
        reports::tls_fails,
    ),
    row(
        Detector::OpensFall,
        Category::Engagement,
        engagement::opens_fall,
    ),
    row(
        Detector::ClicksFall,
        Category::Engagement,
        engagement::clicks_fall,
    ),
    row(
        Detector::BestHour,
        Category::Engagement,
        engagement::best_hour,
    ),
    row(
        Detector::BestDesign,
        Category::Content,
        engagement::best_design,
    ),
    Row {
        unread: Unread::Nothing,
        ..row(
            Detector::Unsubscribes,
            Category::Audience,
            audience::unsubscribes,
        )
    },
    row(
        Detector::SilentAudience,
        Category::Audience,
        audience::silent,
    ),
    row(
        Detector::ShrinkingList,
        Category::Audience,
        audience::shrinking,
    ),
    row(
        Detector::AutomationFails,
        Category::Automation,
        automation::fails,
    ),
    row(
        Detector::DeadLetters,
        Category::Automation,
        automation::dead_letters,
    ),
    fact(Detector::ClippedMail, Category::Content, content::clipped),
    fact(Detector::NoAddress, Category::Content, content::no_address),
];

fn row_of(detector: Detector) -> Option<&'static Row> {
    TABLE.iter().find(|row| row.detector == detector)
}

impl Detector {
    pub fn category(self) -> Category {
        row_of(self).map_or(Category::Content, |row| row.category)
    }
}

/// Whether a critical finding of this detector is a notification.
pub fn notifies(detector: Detector) -> bool {
    row_of(detector).is_some_and(|row| row.notifies)
}

/// What it means that there is nothing to read any more of what this detector found.
pub(super) fn unread(detector: Detector) -> Unread {
    row_of(detector).map_or(Unread::Calm, |row| row.unread)
}

/// What all detectors say. Of those that chance could have moved, only as many fire as chance can hardly explain together.
pub fn judge(counters: &Counters) -> Vec<Reading> {
    let mut readings: Vec<Reading> = TABLE.iter().flat_map(|row| (row.judge)(counters)).collect();
    let chances: Vec<f64> = readings
        .iter()
        .filter_map(|reading| reading.chance)
        .collect();
    let largest = largest_that_counts(&chances, FALSE_FINDINGS);
    for reading in &mut readings {
        reading.fires &= reading.chance.is_none_or(|chance| chance <= largest);
    }
    readings
}
