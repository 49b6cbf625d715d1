//! The one place where outcomes are written. A claim that is no longer the process's own settles nothing, whatever
//! was settled stays, and whoever is to be taken again leaves the claim: it has no more to say about them.

use std::collections::{HashMap, HashSet};

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::contacts::mailbox::{Mailbox, Provider};
use postrider_domain::sending::send::{RecipientState, Tally};
use postrider_domain::tenant::BrandKey;

use super::change::{Change, ReportCell};
use super::claims::{OpenClaim, StoredClaim};
use super::events::{self, NewEvent};
use super::mailboxes;
pub use super::outcome::RecipientOutcome;
use super::tallies;
use crate::contacts::{self, Suppressed};
use crate::db::{DbError, Tx, Value};
use crate::{contact_changes, params, record, statements};

statements! {
    // Writes nothing new: whoever else would settle the same claims waits.
    LOCK -> StoredClaim = "
        SELECT {columns} FROM claims WHERE owner = $1 AND id {in_ints}($2) ORDER BY id {for_update}";
    bulk(owner: Int, id: Int, ordinals: Text) SHRINK = "
        UPDATE claims SET ordinals = r.ordinals FROM {rows} AS r
        WHERE claims.owner = r.owner AND claims.id = r.id";
    // The bounds are for PostgreSQL, which reads all recipients of a send to find some while it has no statistics.
    RECIPIENTS -> RecipientRow = "
        SELECT {columns} FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal >= $4 AND ordinal <= $5
            AND ordinal {in_ints}($6)
        ORDER BY ordinal {for_update}";
    bulk(
        org: Int, brand: Int, send: Int, ordinal: Int, state: Int, due_at: Int, tries: Int, put_off_at: Int
    ) SETTLE = "
        UPDATE recipients SET state = r.state, due_at = r.due_at, attempts = recipients.attempts + r.tries,
            first_tried_at = COALESCE(recipients.first_tried_at, r.put_off_at)
        FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal";
    bulk(org: Int, brand: Int, contact: Int, at: Int) ENGAGE = "
        INSERT INTO engagement (org, brand, contact, last_sent_at, sends, opens, clicks)
        SELECT r.org, r.brand, r.contact, r.at, 1, 0, 0 FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, contact) DO UPDATE SET sends = engagement.sends + 1,
            last_sent_at = CASE WHEN engagement.last_sent_at > excluded.last_sent_at
                THEN engagement.last_sent_at ELSE excluded.last_sent_at END";
    RELEASE = "DELETE FROM claims WHERE owner = $1 AND id {in_ints}($2)";
    ABANDON = "UPDATE claims SET abandoned_at = $3 WHERE owner = $1 AND id {in_ints}($2)";
    SETTLED = "
        INSERT INTO journals (process, settled) VALUES ($1, $2)
        ON CONFLICT (process) DO UPDATE SET settled = excluded.settled";
    LAST_SETTLED -> (i64,) = "SELECT settled FROM journals WHERE process = $1";
}

/// Ordinals this close together are looked up in one stretch.
const NEAR: i64 = 64;

#[derive(Clone, Debug)]
pub struct Settlement {
    pub claim: i64,
    pub ordinal: i64,
    pub outcome: RecipientOutcome,
    pub at: i64,
    /// Whose mailbox it was, where the address is at hand.
    pub mailbox: Option<Mailbox>,
    /// JSON for the event.
    pub detail: Option<String>,
}

/// A batch of outcomes of one owner.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub settlements: Vec<Settlement>,
    /// Claims of which nothing is open after it.
    pub finished: Vec<i64>,
}

/// Whose a claim is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    ByItsOwner,
    /// By nobody: all of it is in doubt, unless somebody finds out.
    ByNobody,
}

struct Claim {
    brand: BrandKey,
    send: i64,
    held: Held,
    ordinals: HashSet<i64>,
    /// Whether some have left it.
    has_shrunk: bool,
}

impl From<OpenClaim> for Claim {
    fn from(open: OpenClaim) -> Self {
        let held = if open.is_abandoned {
            Held::ByNobody
        } else {
            Held::ByItsOwner
        };
        Self {
            brand: open.brand,
            send: open.send,
            held,
            ordinals: open.ordinals.into_iter().collect(),
            has_shrunk: false,
        }
    }
}

/// Writes the outcomes, and gives the sends that they belong to.
pub async fn settle(tx: &Tx, owner: i64, batch: Batch) -> Result<Vec<(BrandKey, i64)>, DbError> {
    let mut claims = lock(tx, owner, &batch).await?;
    let mut by_send: HashMap<(BrandKey, i64), Vec<(Settlement, Held)>> = HashMap::new();
    for settlement in batch.settlements {
        if let Some(claim) = claims.get_mut(&settlement.claim)
            && claim.ordinals.contains(&settlement.ordinal)
        {
            if settlement.outcome.due_at().is_some() {
                claim.ordinals.remove(&settlement.ordinal);
                claim.has_shrunk = true;
            }
            by_send
                .entry((claim.brand, claim.send))
                .or_default()
                .push((settlement, claim.held));
        }
    }
    let mut sends: Vec<_> = by_send.into_iter().collect();
    sends.sort_unstable_by_key(|((brand, send), _)| (brand.org, brand.brand, *send));
    let mut changes = Vec::with_capacity(sends.len());
    let mut touched = Vec::with_capacity(sends.len());
    for ((brand, send), settlements) in sends {
        changes.extend(settle_send(tx, brand, send, settlements).await?);
        touched.push((brand, send));
    }
    tallies::add(tx, owner, changes).await?;
    claims.retain(|id, claim| claim.has_shrunk && !batch.finished.contains(id));
    shrink(tx, owner, claims).await?;
    if !batch.finished.is_empty() {
        tx.execute(&RELEASE, params![owner, Value::ints(batch.finished)])
            .await?;
    }
    Ok(touched)
}

/// Keeps claims whose owner stays away, so that its journal can still say what became of them.
pub async fn abandon(tx: &Tx, owner: i64, claims: Vec<i64>, now: i64) -> Result<(), DbError> {
    tx.execute(&ABANDON, params![owner, Value::ints(claims), now])
        .await?;
    Ok(())
}

/// Notes the number of a batch in the commit that writes it.
pub async fn note_settled(tx: &Tx, process: i64, batch: i64) -> Result<(), DbError> {
    tx.execute(&SETTLED, params![process, batch]).await?;
    Ok(())
}

pub async fn last_settled(tx: &Tx, process: i64) -> Result<i64, DbError> {
    let last = tx.value(&LAST_SETTLED, params![process]).await?;
    Ok(last.unwrap_or(0))
}

async fn lock(tx: &Tx, owner: i64, batch: &Batch) -> Result<HashMap<i64, Claim>, DbError> {
    let mut ids: Vec<i64> = batch.settlements.iter().map(|each| each.claim).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let stored = tx.all(&LOCK, params![owner, Value::ints(ids)]).await?;
    let open = stored.into_iter().map(OpenClaim::from);
    Ok(open.map(|open| (open.id, open.into())).collect())
}

/// Writes who is left in each claim. Somebody who is taken again is in another one.
async fn shrink(tx: &Tx, owner: i64, claims: HashMap<i64, Claim>) -> Result<(), DbError> {
    let mut rows = Vec::with_capacity(claims.len());
    for (id, claim) in claims {
        let mut ordinals: Vec<i64> = claim.ordinals.into_iter().collect();
        ordinals.sort_unstable();
        let ordinals = serde_json::json!(ordinals).to_string();
        rows.push(vec![owner.into(), id.into(), ordinals.into()]);
    }
    tx.bulk(&SHRINK, rows).await?;
    Ok(())
}

record! {
    struct RecipientRow {
        ordinal: i64 = "ordinal",
        contact: i64 = "contact",
        state: RecipientState = "state",
        /// For its next try.
        due_at: Option<i64> = "due_at",
        /// Of the automation whose mail it is.
        run: Option<i64> = "run",
        automation: Option<i64> = "
            (SELECT s.automation FROM sends AS s WHERE s.org = $1 AND s.brand = $2 AND s.id = $3)",
    }
}

impl RecipientRow {
    /// Nothing is settled twice; a doubt is, by whoever finds out.
    fn takes(&self, outcome: &RecipientOutcome, held: Held) -> bool {
        match self.state {
            RecipientState::Planned => held == Held::ByItsOwner,
            RecipientState::Deferred => held == Held::ByItsOwner && self.due_at.is_none(),
            RecipientState::InDoubt => outcome.is_certain(),
            _ => false,
        }
    }
}

/// How these stand, in ascending order, for this transaction alone.
async fn stand(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    ordinals: &[i64],
) -> Result<Vec<RecipientRow>, DbError> {
    let (first, last) = (ordinals.first().copied(), ordinals.last().copied());
    let listed = Value::ints(ordinals.iter().copied());
    let values = params![brand.org, brand.brand, send, first, last, listed];
    tx.all(&RECIPIENTS, values).await
}

async fn settle_send(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    mut settlements: Vec<(Settlement, Held)>,
) -> Result<Vec<Change>, DbError> {
    settlements.sort_unstable_by_key(|(settlement, _)| settlement.ordinal);
    settlements.dedup_by_key(|(settlement, _)| settlement.ordinal);
    let ordinals: Vec<i64> = settlements.iter().map(|(each, _)| each.ordinal).collect();
    let mut recipients = HashMap::with_capacity(ordinals.len());
    // Those that are tried again may lie far before the others.
    for near in ordinals.chunk_by(|one, next| next - one <= NEAR) {
        let found = stand(tx, brand, send, near).await?.into_iter();
        recipients.extend(found.map(|stands| (stands.ordinal, stands)));
    }
    settlements.retain(|(settlement, held)| {
        let stands = recipients.get(&settlement.ordinal);
        stands.is_some_and(|stands| stands.takes(&settlement.outcome, *held))
    });
    let nameless = settlements
        .iter()
        .filter(|(each, _)| each.mailbox.is_none());
    let nameless = nameless.filter_map(|(each, _)| recipients.get(&each.ordinal));
    let nameless = nameless.map(|stands| stands.contact).collect();
    let mailboxes = mailboxes::of(tx, brand, nameless).await?;
    let mut written = Written::default();
    for (mut settlement, _) in settlements {
        if let Some(stands) = recipients.get(&settlement.ordinal) {
            let known = mailboxes.get(&stands.contact).copied();
            settlement.mailbox = settlement.mailbox.or(known);
            written.add(tx, brand, send, settlement, stands);
        }
    }
    written.write(tx, brand, send).await
}

/// What a batch writes for one send.
#[derive(Default)]
struct Written {
    by: HashMap<ReportCell, Tally>,
    rows: Vec<Vec<Value>>,
    events: Vec<NewEvent>,
    engaged: Vec<(i64, i64)>,
    bounced: Vec<Suppressed>,
    gave_up: Vec<Suppressed>,
    at: i64,
}

impl Written {
    fn add(
        &mut self,
        tx: &Tx,
        brand: BrandKey,
        send: i64,
        done: Settlement,
        stands: &RecipientRow,
    ) {
        let outcome = &done.outcome;
        let provider = done.mailbox.map_or(Provider::Other, |at| at.provider);
        let by = self
            .by
            .entry(ReportCell::at(done.at, provider))
            .or_default();
        by.moved(stands.state, outcome.state());
        self.at = self.at.max(done.at);
        let tries = i64::from(!matches!(outcome, RecipientOutcome::Released(_)));
        self.rows.push(vec![
            brand.org.into(),
            brand.brand.into(),
            send.into(),
            done.ordinal.into(),
            outcome.state().code().into(),
            outcome.due_at().into(),
            tries.into(),
            outcome.put_off_at(done.at).into(),
        ]);
        match outcome {
            RecipientOutcome::Delivered => self.engaged.push((stands.contact, done.at)),
            RecipientOutcome::Bounced => {
                let said = done.detail.as_deref();
                let hard = Suppressed::by_reply(stands.contact, send, "hard", said);
                self.bounced.push(hard);
            }
            RecipientOutcome::GaveUp => {
                let said = done.detail.as_deref();
                let soft = Suppressed::by_reply(stands.contact, send, "soft", said);
                self.gave_up.push(soft);
            }
            _ => {}
        }
        if let Some(kind) = outcome.event() {
            self.events.push(NewEvent {
                send: Some(send),
                ordinal: Some(done.ordinal),
                contact: Some(stands.contact),
                domain: done.mailbox.map(|at| at.domain),
                detail: done.detail,
                automation: stands.automation,
                run: stands.run.filter(|_| stands.automation.is_some()),
                is_stamped: true,
                ..NewEvent::new(brand, tx.number(), kind, done.at)
            });
        }
    }

    async fn write(mut self, tx: &Tx, brand: BrandKey, send: i64) -> Result<Vec<Change>, DbError> {
        tx.bulk(&SETTLE, self.rows).await?;
        events::append(tx, self.events).await?;
        self.engaged.sort_unstable();
        self.engaged.dedup_by_key(|(contact, _)| *contact);
        if !self.engaged.is_empty() {
            contact_changes::note_engagement(tx, std::iter::once(brand)).await?;
        }
        let engaged = self.engaged.into_iter().map(|(contact, at)| {
            vec![
                brand.org.into(),
                brand.brand.into(),
                contact.into(),
                at.into(),
            ]
        });
        tx.bulk(&ENGAGE, engaged.collect()).await?;
        self.gave_up.sort_unstable_by_key(|each| each.contact);
        for soft in self.gave_up {
            let known = contacts::count_soft(tx, brand, soft.contact, self.at).await?;
            if known.is_pattern() {
                self.bounced.push(soft);
            }
        }
        if !self.bounced.is_empty() {
            contacts::suppress(tx, brand, self.bounced, SuppressionReason::Bounced, self.at)
                .await?;
        }
        let change = |(place, by)| Change {
            brand,
            send,
            cell: Some(place),
            by,
        };
        Ok(self.by.into_iter().map(change).collect())
    }
}
