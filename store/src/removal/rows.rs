//! The tables, in the order in which they are emptied, and what is deleted of each at once.

use super::Tenant;
use crate::db::{DbError, Statement, Tx};
use crate::{contacts, params, statements};

/// Some rows of a table, by its key. Ordered, so that two that do the same never wait for each other in a circle.
macro_rules! remove {
    ($table:literal, $key:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE org = $1 AND brand >= $2 AND brand <= $3 ORDER BY ",
            $key,
            " LIMIT $4)"
        )
    };
}

/// The same for what belongs to the organization alone.
macro_rules! remove_of_org {
    ($table:literal, $key:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE org = $1 ORDER BY ",
            $key,
            " LIMIT $2)"
        )
    };
}

statements! {
    HEADS = remove!("heads", "org, brand, send");
    LINES = remove!("lines", "org, brand, send, site");
    // The job that removes belongs to no brand, and ends by itself.
    JOBS = "
        DELETE FROM jobs WHERE (org, id) IN (
            SELECT org, id FROM jobs
            WHERE org = $1 AND brand >= $2 AND brand <= $3 AND kind <> 'removal' ORDER BY org, id LIMIT $4)";
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
    EMAIL_VERSIONS = remove!("email_versions", "org, brand, email, id");
    EMAILS = remove!("emails", "org, brand, id");
    EMAIL_GROUPS = remove!("email_groups", "org, brand, id");
    DOMAINS = remove!("domains", "org, brand, id");
    USERS = remove_of_org!("users", "org, id");
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
pub struct TenantRows {
    statement: &'static Statement,
    /// Of those that a piece may hold.
    most: i64,
}

const fn small(statement: &'static Statement) -> TenantRows {
    TenantRows {
        statement,
        most: i64::MAX,
    }
}

const fn large(statement: &'static Statement) -> TenantRows {
    TenantRows {
        statement,
        most: LARGE_ROWS,
    }
}

/// What the loop that mails goes by: whoever takes from a send holds its head, so nobody does once that is gone.
pub const MAILING: [TenantRows; 2] = [small(&HEADS), small(&LINES)];

/// What brands have. Recipients go before all that is written about them.
pub const OF_BRANDS: [TenantRows; 38] = [
    small(&JOBS),
    small(&TIMERS),
    small(&RUNS),
    small(&STEPS),
    small(&AUDIENCE_RUNS),
    small(&TRIGGER_INSTANCES),
    small(&TRIGGERS),
    large(&AUTOMATION_VERSIONS),
    small(&AUTOMATIONS),
    small(&RECEIVED_EVENTS),
    small(&TOLD_FIELDS),
    small(&COUNTED_INVOICES),
    small(&CONNECTIONS),
    small(&RECIPIENTS),
    small(&CLAIMS),
    large(&SENDS),
    small(&TALLIES),
    small(&HOURS),
    small(&EVENTS),
    small(&ENGAGEMENT),
    small(&SUPPRESSIONS),
    small(&SOFT_BOUNCES),
    small(&OPT_OUTS),
    small(&DEPARTED_CONTACTS),
    small(&DEPARTURES),
    small(&DELETED_FIELDS),
    small(&FIELDS),
    large(&AUDIENCES),
    small(&IMPORT_ERRORS),
    large(&VALIDATION_PIECES),
    small(&VALIDATIONS),
    small(&TEST_MAILS),
    small(&COMMENT_MESSAGES),
    small(&COMMENT_THREADS),
    large(&EMAIL_VERSIONS),
    small(&EMAILS),
    small(&EMAIL_GROUPS),
    small(&DOMAINS),
];

/// What organizations have and their brands do not.
pub const OF_ORGANIZATION: [TenantRows; 6] = [
    small(&USERS),
    large(&IDEMPOTENCY_KEYS),
    small(&USAGE_PERIODS),
    small(&CREDIT_HOLDS),
    small(&KEPT_ANSWERS),
    small(&STORAGE),
];

impl TenantRows {
    /// Deletes some, about `rows`. `false`: none were left.
    pub async fn remove(self, tx: &Tx, tenant: Tenant, rows: i64) -> Result<bool, DbError> {
        let values = tenant.piece(rows.min(self.most));
        Ok(tx.execute(self.statement, values).await? > 0)
    }

    /// The same of the tables that only an organization has.
    pub async fn remove_of_org(self, tx: &Tx, org: i64, rows: i64) -> Result<bool, DbError> {
        let values = params![org, rows.min(self.most)];
        Ok(tx.execute(self.statement, values).await? > 0)
    }
}

/// Contacts leave with what finds them.
pub async fn remove_contacts(tx: &Tx, tenant: Tenant, rows: i64) -> Result<bool, DbError> {
    contacts::remove(tx, tenant.piece(rows)).await
}
