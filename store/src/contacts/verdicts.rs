//! What is known of the addresses of contacts, and whom it suppresses.

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::contacts::validation::{AddressVerdict, Status};
use postrider_domain::tenant::BrandKey;

use super::write::Pending;
use crate::db::{DbError, Tx, Value};
use crate::{contact_changes, params, record, statements};

statements! {
    // A verdict takes the place of an earlier verdict, never of a bounce, a complaint or a person's word. One that
    // decides nothing leaves standing why somebody is suppressed: else nobody would know what lifts it.
    bulk(
        org: Int, brand: Int, email: Text, status: Text, details: Text, reason: Text, decides: Bool, now: Int
    ) APPLY = "
        UPDATE contacts SET
            validation_status = CASE
                WHEN NOT r.decides AND contacts.suppressed_reason IN ('invalid', 'risky')
                    THEN contacts.validation_status
                ELSE r.status
            END,
            validation = CASE
                WHEN NOT r.decides AND contacts.suppressed_reason IN ('invalid', 'risky')
                    THEN contacts.validation
                ELSE r.details
            END,
            validated_at = r.now,
            suppressed_reason = CASE
                WHEN r.decides AND COALESCE(contacts.suppressed_reason, 'invalid') IN ('invalid', 'risky')
                    THEN r.reason
                ELSE contacts.suppressed_reason
            END,
            suppressed_at = CASE
                WHEN r.decides AND COALESCE(contacts.suppressed_reason, 'invalid') IN ('invalid', 'risky')
                    THEN CASE
                        WHEN r.reason IS NULL THEN NULL
                        WHEN r.reason = contacts.suppressed_reason THEN contacts.suppressed_at
                        ELSE r.now
                    END
                ELSE contacts.suppressed_at
            END,
            updated_at = r.now
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.email = r.email";
    // The domains of all rows are looked at, whatever few match: so the rows are counted, not the matches.
    ON_DOMAINS -> LookedAt = "
        SELECT {columns} FROM (
            SELECT id, email, validation,
                substr(email, {position}(email, '@') + 1) IN {texts}($5) AS matches
            FROM contacts WHERE org = $1 AND brand = $2 AND id > $3
            ORDER BY id LIMIT $4) AS c
        WHERE c.matches OR c.id = (
            SELECT max(l.id) FROM (
                SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND id > $3
                ORDER BY id LIMIT $4) AS l)
        ORDER BY c.id";
}

/// What a verdict does to the suppression of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    Suppress(SuppressionReason),
    /// Ends a suppression that an earlier verdict brought.
    Lift,
    Nothing,
}

impl Effect {
    /// Of a verdict that counts in full.
    pub fn of(verdict: &AddressVerdict) -> Self {
        match verdict.status {
            Status::Invalid => Self::Suppress(SuppressionReason::Invalid),
            Status::Risky => Self::Suppress(SuppressionReason::Risky),
            Status::Valid => Self::Lift,
            Status::Unknown => Self::Nothing,
        }
    }
}

/// A verdict on an address.
#[derive(Clone, Debug)]
pub struct JudgedAddress {
    pub email: String,
    pub verdict: AddressVerdict,
    pub effect: Effect,
}

/// Shows verdicts on those of the brand's contacts that have the addresses; says how many have. Each address
/// comes at most once.
pub async fn apply_verdicts(
    tx: &Tx,
    brand: BrandKey,
    mut judged: Vec<JudgedAddress>,
    now: i64,
) -> Result<u64, DbError> {
    if judged.is_empty() {
        return Ok(0);
    }
    judged.sort_unstable_by(|a, b| a.email.cmp(&b.email));
    let rows = judged.iter().map(|judged| row_of(brand, judged, now));
    let shown = tx.bulk(&APPLY, rows.collect()).await?;
    if shown > 0 {
        contact_changes::note(tx, brand, now).await?;
    }
    Ok(shown)
}

fn row_of(brand: BrandKey, judged: &JudgedAddress, now: i64) -> Vec<Value> {
    let reason = match judged.effect {
        Effect::Suppress(reason) => Some(reason.as_str()),
        Effect::Lift | Effect::Nothing => None,
    };
    params![
        brand.org,
        brand.brand,
        &judged.email,
        judged.verdict.status.as_str(),
        judged.verdict.details().to_string(),
        reason,
        judged.effect != Effect::Nothing,
        now,
    ]
    .into()
}

/// What new contacts begin with. After the insert: nearly no row has a verdict, and the others do not pay
/// for its columns.
pub(super) async fn begin(
    tx: &Tx,
    brand: BrandKey,
    created: &[Pending<'_>],
    now: i64,
) -> Result<(), DbError> {
    let judged = created.iter().filter_map(|new| {
        let verdict = new.contact.verdict.clone()?;
        Some(JudgedAddress {
            email: new.contact.email.clone(),
            effect: Effect::of(&verdict),
            verdict,
        })
    });
    apply_verdicts(tx, brand, judged.collect(), now).await?;
    Ok(())
}

record! {
    /// A contact whose domain was asked for.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct OnDomain {
        pub email: String = "c.email",
        /// JSON.
        pub validation: Option<String> = "c.validation",
    }
}

record! {
    /// Such a contact, or the last that was looked at.
    struct LookedAt {
        id: i64 = "c.id",
        contact: OnDomain = ..,
        matches: bool = "c.matches",
    }
}

/// Some of a brand's contacts that have one of these domains, and after which row to go on; `None` when
/// all were looked at.
pub async fn on_domains(
    tx: &Tx,
    brand: BrandKey,
    domains: &[String],
    after: i64,
    limit: i64,
) -> Result<(Vec<OnDomain>, Option<i64>), DbError> {
    let domains = Value::texts(domains.iter().map(String::as_str));
    let values = params![brand.org, brand.brand, after, limit, domains];
    let looked_at = tx.all(&ON_DOMAINS, values).await?;
    let last = looked_at.last().map(|last| last.id);
    let found = looked_at.into_iter().filter(|each| each.matches);
    Ok((found.map(|each| each.contact).collect(), last))
}
