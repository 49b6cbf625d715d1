//! What the providers count against what the service counts.

use postrider_mail::sink::{Ending, Fate, Figures, First, Reader, Report};
use serde_json::{Value, json};

use super::{PROFILES, Rehearsal};

fn sum(report: &Report, of: fn(&Figures) -> u64) -> u64 {
    report.profiles.values().map(|each| of(&each.done)).sum()
}

/// Those who got the mail and want no more.
pub fn lost(report: &Report) -> i64 {
    sum(report, |done| done.complained + done.unsubscribed) as i64
}

/// Every provider did what was decided beforehand, nobody got a mail twice, and nobody who had left got one.
pub fn assert_as_planned(rehearsal: &Rehearsal, report: &Report) {
    assert_eq!(report.duplicates, 0, "{:?}", report.duplicate_examples);
    let aftermath = &report.aftermath;
    assert_eq!(
        (aftermath.failed, aftermath.left_out),
        (0, 0),
        "{aftermath:?}"
    );
    for (domain, profile) in &rehearsal.profiles {
        let found = &report.profiles[profile.receiver.as_str()];
        let fates: Vec<Fate> = rehearsal.fates(domain).map(|(_, fate)| fate).collect();
        assert_eq!(found.recipients, fates.len() as u64, "{domain}");
        assert_eq!(found.again, 0, "{domain}");
        let throttled = found.done.throttled;
        assert!(throttled > 0, "{domain} throttled nobody");
        let planned = Figures {
            throttled,
            ..found.planned
        };
        assert_eq!(found.done, planned, "{domain}");
        assert_decided(domain, &found.done, &fates);
    }
}

/// What was done is what the addresses alone decide, and some of everything.
fn assert_decided(domain: &str, done: &Figures, fates: &[Fate]) {
    let ends = |ending: Ending| count(fates, |fate| fate.ending == ending);
    let begins = |first: First| count(fates, |fate| fate.first == first);
    for (what, done, decided) in [
        ("bounced", done.hard_bounced, ends(Ending::Unknown)),
        ("late", done.late_bounced, ends(Ending::ReturnedLate)),
        ("complained", done.complained, ends(Ending::Complains)),
        (
            "unsubscribed",
            done.unsubscribed,
            ends(Ending::Unsubscribes),
        ),
        ("greylisted", done.greylisted, begins(First::Greylisted)),
        ("full", done.full, begins(First::Full)),
        (
            "opened",
            done.opened,
            count(fates, |fate| fate.reader != Reader::Ignores),
        ),
        (
            "clicked",
            done.clicked,
            count(fates, |fate| fate.reader == Reader::OpensAndClicks),
        ),
    ] {
        assert_eq!(done, decided, "{domain} {what}");
        assert!(done > 0, "{domain}: nobody {what}");
    }
    assert!(done.machine_opens > 0, "{domain}");
}

fn count(fates: &[Fate], of: impl Fn(&Fate) -> bool) -> u64 {
    fates.iter().filter(|fate| of(fate)).count() as u64
}

/// What the send says of itself is what the providers say, and machines are not in `stats`.
pub fn assert_send(send: &Value, report: &Report) {
    let figure = |of: fn(&Figures) -> u64| sum(report, of);
    let (accepted, late) = (
        figure(|done| done.accepted),
        figure(|done| done.late_bounced),
    );
    assert_eq!(
        send["stats"],
        json!({
            "sent": accepted,
            "delivered": accepted - late,
            "bounced": figure(|done| done.hard_bounced) + late,
            "complained": figure(|done| done.complained),
            "unsubscribed": figure(|done| done.unsubscribed),
            "opened": figure(|done| done.opened),
            "clicked": figure(|done| done.clicked),
        })
    );
    let delivery = &send["delivery"];
    let machines = [
        ("machineOpens", figure(|done| done.machine_opens)),
        ("machineClicks", figure(|done| done.machine_clicks)),
        ("pending", 0),
        ("deferred", 0),
        ("failed", 0),
        ("inDoubt", 0),
    ];
    for (name, expected) in machines {
        assert_eq!(delivery[name], expected, "{name}: {send:#}");
    }
}

/// The same for each provider, from the counts by the hour.
pub async fn assert_overview(rehearsal: &Rehearsal, report: &Report) {
    let overview = rehearsal.brand.get("/v1/analytics/overview").await;
    let overview = overview.expect(200).json;
    let providers = overview["byMailboxProvider"].as_array().unwrap();
    for ((domain, _), name) in PROFILES.iter().zip(["gmail", "outlook", "yahoo", "other"]) {
        let (_, profile) = rehearsal
            .profiles
            .iter()
            .find(|(of, _)| of == domain)
            .unwrap();
        let done = report.profiles[profile.receiver.as_str()].done;
        let found = providers.iter().find(|row| row["provider"] == name);
        let found = found.unwrap_or_else(|| panic!("no {name}: {overview:#}"));
        for (counter, expected) in [
            ("sent", done.accepted),
            ("delivered", done.accepted - done.late_bounced),
            ("bounced", done.hard_bounced + done.late_bounced),
            ("complained", done.complained),
            ("unsubscribed", done.unsubscribed),
            ("opened", done.opened),
            ("clicked", done.clicked),
            ("machineOpens", done.machine_opens),
            ("machineClicks", done.machine_clicks),
        ] {
            assert_eq!(
                found["counters"][counter], expected,
                "{name} {counter}: {found}"
            );
        }
    }
}
