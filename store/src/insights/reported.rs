//! What receivers have reported of a brand's domains, as detectors look at it.

use postrider_domain::insights::counters::{ReportFacts, SourceFacts, Told};
use postrider_domain::insights::stats::Share;
use postrider_domain::tenant::BrandKey;

use super::counters::DOMAINS;
use crate::db::{DbError, Tx};
use crate::reports::{Source, health};
use crate::{params, statements};

statements! {
    list REPORTED -> (i64,) = "
        SELECT id FROM domains AS d
        WHERE d.org = $1 AND d.brand = $2 AND EXISTS (
            SELECT 1 FROM domain_reporters AS r WHERE r.org = d.org AND r.brand = d.brand AND r.domain = d.id)
        ORDER BY d.id DESC LIMIT $3";
}

/// The numbers of domains about which somebody has reported, of those that were added last.
pub async fn reported(tx: &Tx, brand: BrandKey) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, DOMAINS];
    let rows = tx.all(&REPORTED, values).await?;
    Ok(rows.into_iter().map(|(domain,)| domain).collect())
}

/// The same numbers that the health of the domain shows.
pub async fn reports_of(
    tx: &Tx,
    brand: BrandKey,
    domain: i64,
    now: i64,
) -> Result<ReportFacts, DbError> {
    let totals = health(tx, brand, domain, now).await?.totals;
    let (all, others) = (&totals.tls, &totals.tls_of_others);
    let kinds = others.kinds.iter().filter(|(_, failed)| **failed > 0);
    Ok(ReportFacts {
        messages: totals.alignment.messages,
        tls: Told {
            all: Share::of(all.failed, all.sessions),
            others: Share::of(others.failed, others.sessions),
        },
        tls_kind: kinds
            .max_by_key(|(_, failed)| **failed)
            .map(|(kind, _)| *kind),
        sources: totals.sources.into_iter().map(source).collect(),
    })
}

fn source(source: Source) -> SourceFacts {
    let failing = |messages, passed| Share::of(messages - passed, messages);
    SourceFacts {
        failing: Told {
            all: failing(source.messages, source.passed),
            others: failing(source.messages_of_others, source.passed_of_others),
        },
        address: source.source,
    }
}
