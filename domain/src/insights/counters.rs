//! What detectors look at: counts that others have kept, and a few facts. Nothing here names a contact.

use super::stats::Share;
use crate::contacts::mailbox::Provider;
use crate::designs::design::EmailType;
use crate::sending::domain_report::TlsFailure;
use crate::sending::send::Tally;

/// Of HTML, beyond which Gmail shows a link in place of the rest.
pub const CLIPPED_BYTES: i64 = 102 * 1024;

/// When what is reported is a finding: of so many cases at least, and beyond this part of them.
#[derive(Clone, Copy, Debug)]
pub struct ReportBound {
    pub least: i64,
    pub rate: f64,
}

/// Of all mails in a domain's name, those of sources that are nobody's of the domain. Forwarded mail is always a little.
pub const FOREIGN: ReportBound = ReportBound {
    least: 100,
    rate: 0.01,
};
/// Of the mails of its own sources, those that are not proven.
pub const UNPROVEN: ReportBound = ReportBound {
    least: 200,
    rate: 0.05,
};
/// Of the connections to it, those that fail.
pub const UNENCRYPTED: ReportBound = ReportBound {
    least: 100,
    rate: 0.02,
};

/// All that a run knows of a brand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    pub now: i64,
    pub brand: BrandFacts,
    /// Campaigns and the sends of audience runs that have started in the last 90 days, the newest first, and no more than 1,000.
    pub sends: Vec<SendCounts>,
    /// What automations mailed and how their runs ended in the last 7 days.
    pub automations: Vec<AutomationCounts>,
    /// What designs of automations did in the last 7 days.
    pub designs: Vec<DesignCounts>,
    pub domains: Vec<DomainFacts>,
    pub providers: Vec<ProviderCounts>,
    /// Fires that were given up in the last 7 days.
    pub dead_letters: i64,
    /// Contacts who may be mailed and were in the last 180 days, and those of them who got at least 8 mails and showed no sign of
    /// life in that time. Nothing: nobody has counted them yet.
    pub silence: Option<Share>,
    /// Who came in the last 30 days, counted no further than shows that they are well more than `losses`.
    pub gains: i64,
    /// Who was lost in the last 30 days: by unsubscribing or by a complaint.
    pub losses: i64,
    /// Of the designs that are mailed, those that are too long for an inbox.
    pub clipped: Vec<LongDesign>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BrandFacts {
    pub public_id: String,
    pub name: String,
    pub has_address: bool,
}

/// A send and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendCounts {
    pub public_id: String,
    /// The title of its design.
    pub title: String,
    pub kind: EmailType,
    pub started_at: i64,
    /// Of the day on the brand's clock, 0 to 23.
    pub hour: i64,
    pub tally: Tally,
}

/// A thing by its public id and what people call it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub id: String,
    pub name: String,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AutomationCounts {
    pub automation: Named,
    pub tally: Tally,
    pub completed: i64,
    pub failed: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignCounts {
    pub design: Named,
    pub kind: EmailType,
    /// On how many days, by UTC, mails of it were taken.
    pub days: i64,
    pub tally: Tally,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DomainFacts {
    pub number: i64,
    pub domain: Named,
    pub has_lost_records: bool,
    /// What came of its campaigns and the sends of audience runs that have started in the last 30 days, however many they are.
    pub tally: Tally,
    /// Nothing: nobody has reported about it.
    pub reports: Option<ReportFacts>,
}

/// What receivers have reported about a domain in the last 30 days. Of what one organization tells, no more counts than of
/// what all others tell, or than a finding takes at least.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReportFacts {
    /// Mails in its name, whoever sent them.
    pub messages: i64,
    /// Those of the hosts that mail in its name that most have seen.
    pub sources: Vec<SourceFacts>,
    /// Mails of the hosts of which more than one organization tells that mails were proven to be the domain's: how many
    /// others were not.
    pub own: Told,
    /// Connections of those who mail to it: how many could not be encrypted as they should.
    pub tls: Told,
    /// Why most of these failed.
    pub tls_kind: Option<TlsFailure>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFacts {
    pub address: String,
    /// Its mails that were proven to be the domain's, without those that the one tells of who tells of most.
    pub proven: i64,
    /// Its mails, without those that this one tells of.
    pub mails: i64,
    /// And without the one that tells of most of them: nothing, if it is alone.
    pub mails_of_others: i64,
}

/// What organizations tell of failures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Told {
    pub all: Share,
    /// Without the one that has most to do with it if the failures are beyond their bound: nothing, if it is alone.
    pub others: Share,
}

/// Recipients at one mailbox provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProviderCounts {
    pub provider: Provider,
    /// The last 24 hours.
    pub day: Tally,
    /// The 30 days before.
    pub before: Tally,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LongDesign {
    pub design: Named,
    pub bytes: i64,
}

/// Recipients whose fate is known.
pub(super) fn attempted(tally: &Tally) -> i64 {
    tally.delivered + tally.bounced + tally.failed + tally.in_doubt
}
