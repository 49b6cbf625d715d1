//! Whether the clock of this machine can be believed.

use std::path::Path;

use postrider_domain::time;
use postrider_store::db::{Db, DbError};
use postrider_store::processes;

use super::finding::{Check, Finding};
use crate::clock::Clock;

const NOTED_MS: i64 = 2000;
const WRONG_MS: i64 = 60_000;
const ADVICE: &str = "Run a time service on every machine, such as chrony or systemd-timesyncd. Dates of mails, \
                      signatures and certificates depend on it.";

/// What systemd writes down when it has set the clock.
const TIMESYNC: &str = "/run/systemd/timesync";

pub async fn look(db: Option<&Db>, clock: &Clock) -> Finding {
    let shown = time::format(clock.now());
    let Some(db) = db else {
        return of_machine(&shown);
    };
    match ahead(db, clock).await {
        Ok(Some(ahead)) if ahead.abs() >= NOTED_MS => {
            let side = if ahead > 0 { "ahead of" } else { "behind" };
            let seen = format!(
                "{shown}, {:.1} s {side} the database",
                ahead.abs() as f64 / 1000.0
            );
            if ahead.abs() < WRONG_MS {
                Finding::warning(Check::Clock, seen, ADVICE)
            } else {
                Finding::problem(Check::Clock, seen, ADVICE)
            }
        }
        Ok(Some(ahead)) => Finding::ok(
            Check::Clock,
            format!("{shown}, {} ms from the database", ahead.abs()),
        ),
        Ok(None) => match last_seen(db).await {
            Ok(Some(seen)) if seen > clock.now() + NOTED_MS => Finding::problem(
                Check::Clock,
                format!(
                    "{shown}, but the service was seen at {}",
                    time::format(seen)
                ),
                format!("The clock was set back. {ADVICE}"),
            ),
            _ => of_machine(&shown),
        },
        Err(error) => Finding::warning(Check::Clock, error.to_string(), ADVICE),
    }
}

/// By how much this machine is ahead of the database, if that has a clock of its own.
async fn ahead(db: &Db, clock: &Clock) -> Result<Option<i64>, DbError> {
    let before = clock.now();
    let Some(theirs) = db.time().await? else {
        return Ok(None);
    };
    let after = clock.now();
    Ok(Some(before.midpoint(after) - theirs))
}

async fn last_seen(db: &Db) -> Result<Option<i64>, DbError> {
    let rows = db.read(|tx| async move { processes::all(&tx).await });
    Ok(rows.await?.iter().map(|process| process.seen_at).max())
}

fn of_machine(shown: &str) -> Finding {
    let timesync = Path::new(TIMESYNC);
    if timesync.exists() && !timesync.join("synchronized").exists() {
        let seen = format!("{shown}, which no time server has confirmed");
        return Finding::warning(Check::Clock, seen, ADVICE);
    }
    Finding::ok(Check::Clock, shown)
}
