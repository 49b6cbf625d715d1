//! The tables, in the order in which they are emptied, and what is deleted of each at once.

use super::Tenant;
use crate::db::{DbError, Statement, Tx};
use crate::people::departing;
use crate::{contacts, statements};

/// Some rows of a table, by its key, of those that this says; the last parameter is how many. Ordered, so that two that do
/// the same never wait for each other in a circle.
macro_rules! remove_where {
    ($table:literal, $key:literal, $which:literal) => {
        remove_where!($table, $key, $which, "$4")
    };
    ($table:literal, $key:literal, $which:literal, $limit:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE ",
            $which,
            " ORDER BY ",
            $key,
            " LIMIT ",
            $limit,
            ")"
        )
    };
}
pub(crate) use remove_where;

macro_rules! remove {
    ($table:literal, $key:literal) => {
        remove_where!($table, $key, "org = $1 AND brand >= $2 AND brand <= $3")
    };
}

/// What belongs to the organization itself, as if it were of a brand 0.
macro_rules! remove_of_org {
    ($table:literal, $key:literal) => {
        remove_where!(
            $table,
            $key,
            "org = $1 AND CAST($2 AS BIGINT) <= 0 AND CAST($3 AS BIGINT) >= 0"
        )
    };
}

statements! {
    HEADS = remove!("heads", "org, brand, send");
    LINES = remove!("lines", "org, brand, send, site");
    // The job that removes belongs to no brand, and ends by itself.
    JOBS = remove_where!(
        "jobs",
        "org, id",
        "org = $1 AND brand >= $2 AND brand <= $3 AND kind <> 'removal'"
    );
    TIMERS = remove!("timers", "org, brand, due_at, run");
    RUNS = remove!("runs", "org, brand, id");
    STEPS = remove!("steps", "org, brand, automation, audience_run, node, hour, process");
    AUDIENCE_RUNS = remove!("audience_runs", "org, brand, id");
    TRIGGER_INSTANCES = remove!("trigger_instances", "org, brand, id");
    TRIGGERS = remove!("triggers", "org, brand, id");
    AUTOMATION_VERSIONS = remove!("automation_versions", "org, brand, id");
    AUTOMATIONS = remove!("automations", "org, brand, id");
    RECEIVED_EVENTS = remove!("received_events", "org, brand, connection, event");
    TOLD_FIELDS = remove!("told_fields", "org, brand, contact, provider");
    COUNTED_INVOICES = remove!("counted_invoices", "org, brand, invoice");
    CONNECTIONS = remove!("connections", "org, brand, id");
    RECIPIENTS = remove!("recipients", "org, brand, send, ordinal");
    CLAIMS = remove!("claims", "owner, id");
    SENDS = remove!("sends", "org, brand, id");
    TALLIES = remove!("tallies", "org, brand, send, process");
    HOURS = remove!("hours", "org, brand, hour, send, provider, process");
    EVENTS = remove!("events", "org, brand, id");
    ENGAGEMENT = remove!("engagement", "org, brand, contact");
    SUPPRESSIONS = remove!("suppressions", "org, brand, contact");
    SOFT_BOUNCES = remove!("soft_bounces", "org, brand, contact");
    OPT_OUTS = remove!("opt_outs", "org, brand, address_hash");
    DEPARTED_CONTACTS = remove!("departed_contacts", "org, brand, contact");
    DEPARTURES = remove!("departures", "org, brand, contact");
    DELETED_FIELDS = remove!("deleted_fields", "org, brand, field");
    FIELDS = remove!("fields", "org, brand, id");
    AUDIENCES = remove!("audiences", "org, brand, id");
    IMPORT_ERRORS = remove!("import_errors", "org, brand, import, row");
    VALIDATION_PIECES = remove!("validation_pieces", "org, brand, validation, piece");
    VALIDATIONS = remove!("validations", "org, brand, id");
    TEST_MAILS = remove!("test_mails", "org, brand, id");
    COMMENT_MESSAGES = remove!("comment_messages", "org, brand, thread, id");
    COMMENT_THREADS = remove!("comment_threads", "org, brand, email, id");
    GENERATIONS = remove!("generations", "org, brand, id");
    PLACEMENT_SEEDS = remove!("placement_seeds", "org, brand, test, id");
    PLACEMENT_TESTS = remove!("placement_tests", "org, brand, id");
    CHAT_MESSAGES = remove!("chat_messages", "org, brand, chat, id");
    CHATS = remove!("chats", "org, brand, id");
    EMAIL_VERSIONS = remove!("email_versions", "org, brand, email, id");
    EMAILS = remove!("emails", "org, brand, id");
    EMAIL_GROUPS = remove!("email_groups", "org, brand, id");
    DOMAIN_REPORTS = remove!("domain_reports", "org, brand, domain, kind, day, reporter, report");
    DOMAIN_REPORTERS = remove!("domain_reporters", "org, brand, domain, reporter");
    DOMAIN_SOURCES = remove!("domain_sources", "org, brand, domain, day, reporter, source");
    DOMAIN_TLS = remove!("domain_tls", "org, brand, domain, day, reporter, kind");
    DOMAINS = remove!("domains", "org, brand, id");
    INSIGHTS = remove!("insights", "org, brand, id");
    INSIGHT_RUNS = remove!("insight_runs", "org, brand");
    ASSET_VECTORS = remove!("asset_vectors", "org, brand, asset");
    UPLOADS = remove!("uploads", "org, brand, id");
    RETIRED_IDS = remove!("retired_ids", "org, brand, id");
    CONTACT_CHANGES = remove!("contact_changes", "org, brand");
    ENGAGEMENT_CHANGES = remove!("engagement_changes", "org, brand");
    MEMBERSHIP_BRANDS = remove!("membership_brands", "org, brand, person");
    INVITATIONS = remove_of_org!("invitations", "org, id");
    AUDIT_LOG = remove_of_org!("audit_log", "org, id");
    IDEMPOTENCY_KEYS = remove_of_org!("idempotency_keys", "org, key");
    USAGE_PERIODS = remove_of_org!("usage_periods", "org, starts_at");
    CREDIT_HOLDS = remove_of_org!("credit_holds", "org, id");
    KEPT_ANSWERS = remove_of_org!("kept_answers", "org");
    STORAGE = remove_of_org!("storage", "org");
}

/// Of rows with texts of many kilobytes a piece holds so many.
const LARGE_ROWS: i64 = 20;

/// The rows of a tenant in one table.
#[derive(Clone, Copy, Debug)]
enum Rows {
    Small(&'static Statement),
    /// With texts of many kilobytes.
    Large(&'static Statement),
    /// With what finds them.
    Contacts,
    /// Of an organization, with those who belong nowhere else.
    Memberships,
}

use Rows::{Contacts, Large, Memberships, Small};

/// What the loop that mails goes by: whoever takes from a send holds its head, so nobody does once that is gone.
static MAILING: &[Rows] = &[Small(&HEADS), Small(&LINES)];

/// Recipients go before all that is written about them, and what the organization itself has goes last.
static EVERYTHING: &[Rows] = &[
    Small(&HEADS),
    Small(&LINES),
    Small(&JOBS),
    Small(&TIMERS),
    Small(&RUNS),
    Small(&STEPS),
    Small(&AUDIENCE_RUNS),
    Small(&TRIGGER_INSTANCES),
    Small(&TRIGGERS),
    Large(&AUTOMATION_VERSIONS),
    Small(&AUTOMATIONS),
    Small(&RECEIVED_EVENTS),
    Small(&TOLD_FIELDS),
    Small(&COUNTED_INVOICES),
    Small(&CONNECTIONS),
    Small(&RECIPIENTS),
    Small(&CLAIMS),
    Large(&SENDS),
    Small(&TALLIES),
    Small(&HOURS),
    Small(&EVENTS),
    Contacts,
    Small(&ENGAGEMENT),
    Small(&SUPPRESSIONS),
    Small(&SOFT_BOUNCES),
    Small(&OPT_OUTS),
    Small(&DEPARTED_CONTACTS),
    Small(&DEPARTURES),
    Small(&DELETED_FIELDS),
    Small(&FIELDS),
    Large(&AUDIENCES),
    Small(&IMPORT_ERRORS),
    Large(&VALIDATION_PIECES),
    Small(&VALIDATIONS),
    Small(&TEST_MAILS),
    Small(&COMMENT_MESSAGES),
    Small(&COMMENT_THREADS),
    Large(&GENERATIONS),
    Small(&PLACEMENT_SEEDS),
    Large(&PLACEMENT_TESTS),
    Large(&CHAT_MESSAGES),
    Small(&CHATS),
    Large(&EMAIL_VERSIONS),
    Small(&EMAILS),
    Small(&EMAIL_GROUPS),
    Small(&DOMAIN_REPORTS),
    Small(&DOMAIN_REPORTERS),
    Small(&DOMAIN_SOURCES),
    Small(&DOMAIN_TLS),
    Small(&DOMAINS),
    Small(&INSIGHTS),
    Small(&INSIGHT_RUNS),
    Small(&ASSET_VECTORS),
    Small(&UPLOADS),
    Small(&RETIRED_IDS),
    Small(&CONTACT_CHANGES),
    Small(&ENGAGEMENT_CHANGES),
    Small(&MEMBERSHIP_BRANDS),
    Memberships,
    Small(&INVITATIONS),
    Large(&AUDIT_LOG),
    Large(&IDEMPOTENCY_KEYS),
    Small(&USAGE_PERIODS),
    Small(&CREDIT_HOLDS),
    Small(&KEPT_ANSWERS),
    Small(&STORAGE),
];

impl Rows {
    /// Deletes some, about `limit`, and says how many.
    async fn remove(self, tx: &Tx, tenant: Tenant, limit: i64) -> Result<u64, DbError> {
        match self {
            Small(statement) => tx.execute(statement, tenant.piece(limit)).await,
            Large(statement) => {
                let limit = limit.min(LARGE_ROWS);
                tx.execute(statement, tenant.piece(limit)).await
            }
            Contacts => contacts::remove(tx, tenant.piece(limit)).await,
            Memberships => match tenant {
                Tenant::Organization(org) => departing::remove_memberships(tx, org, limit).await,
                Tenant::Brand(_) => Ok(0),
            },
        }
    }
}

/// From now on nobody takes recipients of the tenant, once this says that nothing is left.
pub async fn stop_mailing(tx: &Tx, tenant: Tenant, limit: i64) -> Result<bool, DbError> {
    Ok(some(tx, tenant, limit, MAILING, 0).await?.is_some())
}

/// Deletes some rows of the first table that has any, from the one with this number on, and gives the number of that one;
/// nothing once none has any.
pub async fn remove_some(
    tx: &Tx,
    tenant: Tenant,
    from: usize,
    limit: i64,
) -> Result<Option<usize>, DbError> {
    some(tx, tenant, limit, EVERYTHING, from).await
}

async fn some(
    tx: &Tx,
    tenant: Tenant,
    limit: i64,
    tables: &[Rows],
    from: usize,
) -> Result<Option<usize>, DbError> {
    for (number, rows) in tables.iter().enumerate().skip(from) {
        if rows.remove(tx, tenant, limit).await? > 0 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}
