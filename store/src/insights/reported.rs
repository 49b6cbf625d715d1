//! What receivers have reported of a brand's domains, as detectors look at it: so that no organization alone makes a finding,
//! and none hides what the others say.

use postrider_domain::insights::counters::{
    FOREIGN, ReportBound, ReportFacts, SourceFacts, Told, UNENCRYPTED, UNPROVEN,
};
use postrider_domain::insights::stats::Share;
use postrider_domain::sending::domain_report::{TlsFailure, day_of};
use postrider_domain::tenant::BrandKey;

use super::counters::DOMAINS;
use crate::db::{DbError, Query, Tx, Value};
use crate::reports::told::told;
use crate::reports::{MOST_SHOWN, Window};
use crate::{params, record, statements};

/// `even!("said", "even")`: the cases of each organization in `said`, and how many of them failed. None has more cases than
/// all others together, or than $6 if the others have fewer: whoever tells of no failure hides half of the others' at most.
/// One that is alone has nobody to hide.
macro_rules! even {
    ($from:literal, $into:literal) => {
        concat!(
            $into,
            " AS (
                SELECT organization, number * share AS number, failed * share AS failed, share
                FROM (
                    SELECT organization, number, failed,
                        CASE WHEN number > most THEN most / number ELSE CAST(1 AS DOUBLE PRECISION) END AS share
                    FROM (
                        SELECT organization, number, failed, CASE WHEN rest < 1 THEN number
                            WHEN rest < CAST(CAST($6 AS BIGINT) AS DOUBLE PRECISION)
                            THEN CAST(CAST($6 AS BIGINT) AS DOUBLE PRECISION) ELSE rest END AS most
                        FROM (
                            SELECT organization, number, failed, sum(number) OVER () - number AS rest FROM ",
            $from,
            ") AS beside) AS bounded) AS weighed)"
        )
    };
}

/// What all in `said` tell together; and the others without the one of whose failures most are beyond $7 of its cases. That
/// is who has most to do with it if the rate of all is beyond $7: the one with most failures may just have most cases.
macro_rules! agreed {
    () => {
        concat!(
            even!("said", "even"),
            ",
            ranked AS (
                SELECT even.*, row_number() OVER (
                    ORDER BY failed - number * CAST($7 AS DOUBLE PRECISION) DESC, organization
                ) AS worst
                FROM even),
            others AS (SELECT organization, number, failed FROM ranked WHERE worst > 1),
            ",
            even!("others", "even_others"),
            "
            SELECT {columns} FROM even LEFT JOIN even_others AS o ON o.organization = even.organization"
        )
    };
}

/// `surest`: of those who tell of a source, the first tells of most mails that are proven.
macro_rules! surest {
    () => {
        "sure AS (
            SELECT parts.*, row_number() OVER (PARTITION BY source ORDER BY passed * part DESC, organization) AS surest
            FROM parts)"
    };
}

/// All mails in the domain's name that each tells of.
macro_rules! everything {
    () => {
        concat!(
            "said AS (
                SELECT organization, max(everything * part) AS number, CAST(0 AS DOUBLE PRECISION) AS failed
                FROM parts GROUP BY organization),
            ",
            even!("said", "even")
        )
    };
}

statements! {
    list REPORTED -> (i64,) = "
        SELECT id FROM domains AS d
        WHERE d.org = $1 AND d.brand = $2 AND EXISTS (
            SELECT 1 FROM domain_reporters AS r WHERE r.org = d.org AND r.brand = d.brand AND r.domain = d.id)
        ORDER BY d.id DESC LIMIT $3";
    MAILS -> (i64,) = told!(sources: ", ", everything!(), "
        SELECT CAST(round(COALESCE(sum(number), 0)) AS BIGINT) FROM even");
    // In the order in which the health of the domain shows them. Whoever is alone with telling that mails of a host were proven
    // is not heard about it: of those who are, the `loudest` tells of most mails.
    HOSTS -> Host = told!(sources: ", ", everything!(), ", ", surest!(), ",
        weighed AS (
            SELECT sure.*, messages * part * share AS mails,
                CASE WHEN surest = 1 AND passed > 0 THEN 0 ELSE 1 END AS heard
            FROM sure JOIN even ON even.organization = sure.organization),
        ranked AS (
            SELECT weighed.*,
                row_number() OVER (PARTITION BY source ORDER BY heard DESC, mails DESC, organization) AS loudest
            FROM weighed)
        SELECT {columns} FROM ranked WHERE source <> ''
        GROUP BY source ORDER BY count(*) DESC, min(place), sum(messages * part) DESC, source LIMIT $7");
    // A host is the domain's own if two tell that mails of it were proven: one alone may be its own who mails in the
    // domain's name.
    OWN -> Said = told!(sources: ", ", surest!(), ",
        proven AS (
            SELECT sure.*, sum(CASE WHEN surest > 1 THEN passed ELSE 0 END) OVER (PARTITION BY source) AS proven
            FROM sure),
        said AS (
            SELECT organization, sum(messages * part) AS number, sum((messages - passed) * part) AS failed
            FROM proven WHERE source <> '' AND proven > 0 GROUP BY organization),
        ", agreed!());
    CONNECTIONS -> Said = told!(connections: ",
        said AS (SELECT organization, sessions * part AS number, failed * part AS failed FROM parts WHERE kind = ''),
        ", agreed!());
    // Of each kind, without the one that tells of most of it.
    WHY -> (String,) = told!(connections: ",
        ranked AS (
            SELECT parts.*, row_number() OVER (PARTITION BY kind ORDER BY failed DESC, organization) AS worst
            FROM parts)
        SELECT kind FROM ranked WHERE kind <> '' AND worst > 1 AND failed > 0
        GROUP BY kind ORDER BY sum(failed * part) DESC, kind LIMIT 1");
}

record! {
    struct Host {
        address: String = "source",
        proven: i64 = "CAST(sum(CASE WHEN surest > 1 THEN passed ELSE 0 END) AS BIGINT)",
        mails: i64 = "CAST(round(sum(mails * heard)) AS BIGINT)",
        mails_of_others: i64 =
            "CAST(round(sum(CASE WHEN loudest > 1 THEN mails * heard ELSE 0 END)) AS BIGINT)",
    }
}

record! {
    struct Said {
        number: i64 = "CAST(round(COALESCE(sum(even.number), 0)) AS BIGINT)",
        failed: i64 = "CAST(round(COALESCE(sum(even.failed), 0)) AS BIGINT)",
        number_of_others: i64 = "CAST(round(COALESCE(sum(o.number), 0)) AS BIGINT)",
        failed_of_others: i64 = "CAST(round(COALESCE(sum(o.failed), 0)) AS BIGINT)",
    }
}

/// The numbers of domains about which somebody has reported, of those that were added last.
pub async fn reported(tx: &Tx, brand: BrandKey) -> Result<Vec<i64>, DbError> {
    let values = params![brand.org, brand.brand, DOMAINS];
    let rows = tx.all(&REPORTED, values).await?;
    Ok(rows.into_iter().map(|(domain,)| domain).collect())
}

/// Of the same reports as the health of the domain.
pub async fn reports_of(
    tx: &Tx,
    brand: BrandKey,
    domain: i64,
    now: i64,
) -> Result<ReportFacts, DbError> {
    let (window, _) = Window::of(tx, brand, domain, now).await?;
    let told = params![
        brand.org,
        brand.brand,
        domain,
        day_of(window.from),
        window.believable
    ];
    let with = |more: &[Value]| [&told[..], more].concat();
    let bounded = |bound: ReportBound| with(&params![bound.least, bound.rate]);
    let mails = tx.value(&MAILS, with(&params![FOREIGN.least])).await?;
    let shown = with(&params![FOREIGN.least, MOST_SHOWN]);
    let hosts = tx.all(&HOSTS, shown).await?;
    let why = tx.value(&WHY, with(&[])).await?;
    Ok(ReportFacts {
        messages: mails.unwrap_or_default(),
        sources: hosts.into_iter().map(Host::facts).collect(),
        own: said(tx, &OWN, bounded(UNPROVEN)).await?,
        tls: said(tx, &CONNECTIONS, bounded(UNENCRYPTED)).await?,
        tls_kind: why.map(|kind| TlsFailure::parse(&kind)),
    })
}

async fn said(tx: &Tx, query: &'static Query<Said>, values: Vec<Value>) -> Result<Told, DbError> {
    let said = tx.one(query, values).await?;
    Ok(said.map(Said::told).unwrap_or_default())
}

impl Host {
    fn facts(self) -> SourceFacts {
        SourceFacts {
            address: self.address,
            proven: self.proven,
            mails: self.mails,
            mails_of_others: self.mails_of_others,
        }
    }
}

impl Said {
    fn told(self) -> Told {
        Told {
            all: Share::of(self.failed, self.number),
            others: Share::of(self.failed_of_others, self.number_of_others),
        }
    }
}
