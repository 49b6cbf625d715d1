//! Loops that run for as long as the process does, and whether they go round.

use postrider_store::db::DbError;

/// Alert: a loop that stands still counts no more, one that cannot do its work counts as `failed`.
pub(crate) fn ended<T>(of: &'static str, round: &Result<T, DbError>) {
    let outcome = if round.is_ok() { "done" } else { "failed" };
    metrics::counter!("postrider_rounds_total", "loop" => of, "outcome" => outcome).increment(1);
}
