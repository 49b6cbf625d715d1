//! Writes down what a look has found.

use postrider_domain::sending::sending_domain::{DomainStatus, Look, State, after};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::{self, DomainJudgement, DomainRecord};

use super::look::DomainFindings;

pub enum Applied {
    /// The domain as it is now, and when to look again.
    Now(Box<DomainRecord>, Option<i64>),
    /// All is there, but another organization was first.
    Elsewhere,
    /// It was deleted meanwhile.
    Gone,
}

/// What counts is the domain as it stands, not as it stood when the look began.
pub async fn apply(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    (looked, look): (&DomainFindings, Look),
    now: i64,
) -> Result<Applied, DbError> {
    let Some(domain) = domains::lock(tx, brand, id).await? else {
        return Ok(Applied::Gone);
    };
    let mut found = looked.status;
    if found == DomainStatus::Verified
        && domains::verified_elsewhere(tx, brand, &domain.name).await?
    {
        if look == Look::Asked {
            return Ok(Applied::Elsewhere);
        }
        // It stays what it was: whoever was first may give the name up.
        found = domain.status;
    }
    let (state, again) = after(state_of(&domain), found, look, now);
    let judged = DomainJudgement {
        state,
        records: serde_json::to_string(&looked.checks).unwrap_or_default(),
        tracking_scheme: match looked.reach {
            None => domain.tracking_scheme.clone(),
            Some(reach) => reach.scheme().map(str::to_owned),
        },
        notice: notice(tx, &domain, state.status),
    };
    match domains::judge(tx, brand, id, judged, now).await? {
        Some(domain) => Ok(Applied::Now(Box::new(domain), again)),
        None => Ok(Applied::Gone),
    }
}

fn state_of(domain: &DomainRecord) -> State {
    State {
        status: domain.status,
        verified_at: domain.verified_at,
        missed_at: domain.missed_at,
        watched_until: domain.watched_until,
    }
}

/// Its owner is told when it stops being verified, for as long as it is not.
fn notice(tx: &Tx, domain: &DomainRecord, status: DomainStatus) -> Option<i64> {
    let lost = domain.status == DomainStatus::Verified && status != DomainStatus::Verified;
    match status {
        DomainStatus::Verified => None,
        _ if lost => {
            tracing::warn!(
                domain.id = domain.public_id,
                "a domain has lost its records"
            );
            // Many at once are no accident of their owners: the mail host was renamed, or the resolver lies.
            metrics::counter!("postrider_domains_lost_total").increment(1);
            Some(tx.number())
        }
        _ => domain.notice,
    }
}
