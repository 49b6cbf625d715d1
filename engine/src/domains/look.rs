//! One look at what a domain publishes, all records at once and nothing remembered.

use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use postrider_domain::sending::sending_domain::{
    Answer, Check, DomainStatus, Expected, Hints, PublicKey, Purpose, RecordStatus, RecordTargets,
    RecordType, Seen, expected, judge, organizational, overall, tracking_host,
};
use postrider_domain::sending::tracking::{ReportedDomain, Signer};
use postrider_mail::dns::Resolver;
use postrider_store::domains::DomainRecord;

use super::probe::{Probe, Reach};

/// For one record, with everything that is asked to explain its absence.
const PATIENCE: Duration = Duration::from_secs(5);
/// What addresses for reports begin with.
pub const REPORTS: &str = "r-";

/// Cheap to clone.
#[derive(Clone)]
pub struct Lookout(Arc<Shared>);

struct Shared {
    resolver: Resolver,
    targets: RecordTargets,
    probe: Probe,
    reports: Option<ReportAddresses>,
}

/// Where reports about domains come to, if mail comes back at all.
#[derive(Clone)]
pub struct ReportAddresses {
    pub tokens: Arc<Signer>,
    /// Our own name.
    pub host: String,
}

impl ReportAddresses {
    fn of(&self, domain: &DomainRecord) -> String {
        let mut address = REPORTS.to_owned();
        let reported = ReportedDomain {
            brand: domain.owner(),
            domain: domain.id,
        };
        self.tokens.write_reports(reported, &mut address);
        format!("{address}@{}", self.host)
    }
}

/// What was found.
#[derive(Clone, Debug)]
pub struct DomainFindings {
    pub status: DomainStatus,
    pub checks: Vec<Check>,
    /// `None`: nobody can say.
    pub reach: Option<Reach>,
}

impl Lookout {
    pub fn new(
        resolver: Resolver,
        targets: RecordTargets,
        probe: Probe,
        reports: Option<ReportAddresses>,
    ) -> Self {
        Self(Arc::new(Shared {
            resolver,
            targets,
            probe,
            reports,
        }))
    }

    /// Who is asked.
    pub fn resolver(&self) -> &Resolver {
        &self.0.resolver
    }

    /// Where reports about domains come to, if anywhere: our own name.
    pub fn reports_host(&self) -> Option<&str> {
        let reports = self.0.reports.as_ref();
        reports.map(|addresses| addresses.host.as_str())
    }

    /// What a domain has to publish.
    pub fn expected(&self, domain: &DomainRecord) -> Vec<Expected> {
        if domain.sandbox {
            return Vec::new();
        }
        // We wrote it ourselves; a domain without keys cannot be verified.
        let keys: Vec<PublicKey> = domain
            .public_keys
            .as_deref()
            .and_then(|keys| serde_json::from_str(keys).ok())
            .unwrap_or_default();
        let reports = self.0.reports.as_ref();
        let reports = reports.map(|addresses| addresses.of(domain));
        expected(&domain.name, &keys, &self.0.targets, reports.as_deref())
    }

    pub async fn look(&self, domain: &DomainRecord) -> DomainFindings {
        let records = self.expected(domain);
        let looks = records
            .iter()
            .map(|record| self.0.record(record, &domain.name));
        let checks = join_all(looks).await;
        let status = overall(&records, &checks);
        // Chart the share of `temporary_failure`: when it grows, the resolver is away or refuses us.
        metrics::counter!("postrider_domain_looks_total", "status" => status.as_str()).increment(1);
        DomainFindings {
            status,
            reach: self.0.reach(&domain.name, &checks).await,
            checks,
        }
    }
}

impl Shared {
    async fn record(&self, expected: &Expected, domain: &str) -> Check {
        let findings = tokio::time::timeout(PATIENCE, self.look_at(expected, domain));
        match findings.await {
            Ok(check) => check,
            Err(_) => judge(expected, &unanswered(expected), &Hints::default()),
        }
    }

    async fn look_at(&self, expected: &Expected, domain: &str) -> Check {
        let mut seen = self.seen(expected.record_type(), &expected.name).await;
        if expected.purpose == Purpose::Dmarc && is_nothing(&seen) {
            // A policy of the organizational domain holds for all names below it.
            let above = organizational(domain);
            if above != domain {
                seen = self.seen(RecordType::Txt, &format!("_dmarc.{above}")).await;
            }
        }
        if !is_nothing(&seen) {
            return judge(expected, &seen, &Hints::default());
        }
        let hints = self.hints(expected, domain).await;
        judge(expected, &seen, &hints)
    }

    async fn seen(&self, kind: RecordType, name: &str) -> Seen {
        match kind {
            RecordType::Txt => Seen::Text(self.resolver.texts(name).await),
            RecordType::Mx => Seen::Exchanges(self.resolver.exchanges(name).await),
            RecordType::Cname => Seen::Alias(self.resolver.alias(name).await),
        }
    }

    /// Where a record may be that is not in its place.
    async fn hints(&self, expected: &Expected, domain: &str) -> Hints {
        let doubled = format!("{}.{domain}", expected.name);
        let (there, has_address) = tokio::join!(
            self.seen(expected.record_type(), &doubled),
            self.has_address(expected)
        );
        Hints {
            doubled: is_found(&there).then_some(doubled),
            has_address,
        }
    }

    async fn has_address(&self, expected: &Expected) -> bool {
        expected.record_type() == RecordType::Cname
            && matches!(
                self.resolver.addresses(&expected.name).await,
                Answer::Found(_)
            )
    }

    /// How the tracking host reaches us, if its record is there.
    async fn reach(&self, domain: &str, checks: &[Check]) -> Option<Reach> {
        let tracking = checks
            .iter()
            .find(|check| check.purpose == Purpose::Tracking)?;
        match tracking.status {
            RecordStatus::Verified => {}
            RecordStatus::Failed => return Some(Reach::Nowhere),
            RecordStatus::Pending | RecordStatus::TemporaryFailure => return None,
        }
        let host = tracking_host(domain);
        match self.resolver.addresses(&host).await {
            Answer::Found(addresses) => Some(self.probe.reach(&host, &addresses).await),
            Answer::Nothing => Some(Reach::Nowhere),
            Answer::NoAnswer => None,
        }
    }
}

fn unanswered(expected: &Expected) -> Seen {
    match expected.record_type() {
        RecordType::Txt => Seen::Text(Answer::NoAnswer),
        RecordType::Mx => Seen::Exchanges(Answer::NoAnswer),
        RecordType::Cname => Seen::Alias(Answer::NoAnswer),
    }
}

fn is_nothing(seen: &Seen) -> bool {
    matches!(
        seen,
        Seen::Text(Answer::Nothing)
            | Seen::Exchanges(Answer::Nothing)
            | Seen::Alias(Answer::Nothing)
    )
}

fn is_found(seen: &Seen) -> bool {
    matches!(
        seen,
        Seen::Text(Answer::Found(_))
            | Seen::Exchanges(Answer::Found(_))
            | Seen::Alias(Answer::Found(_))
    )
}
