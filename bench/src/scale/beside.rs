//! Single writes at a steady pace, alone and beside an import.

use std::time::{Duration, Instant};

use futures_util::future::{join, try_join_all};
use serde_json::json;

use crate::child::Served;
use crate::http::{Connection, request};
use crate::machine::now;
use crate::outcome::Result;
use crate::scale::{file, importing};

/// Writes a second, spread over so many callers.
const RATE: u32 = 200;
const CALLERS: u32 = 20;
const ALONE: Duration = Duration::from_secs(5);
/// What is imported meanwhile, at every size.
const IMPORTED: u64 = 100_000;

/// The time within which 99 of 100 writes were answered, from the moment each was due.
pub struct Delays {
    pub alone: Duration,
    pub beside_import: Duration,
    pub worst_beside_import: Duration,
}

pub async fn measure(server: &Served, contacts: u64) -> Result<Delays> {
    let alone = paced(server, contacts, async {
        tokio::time::sleep(ALONE).await;
        Ok(())
    })
    .await?;
    let csv = file::csv(contacts..contacts + IMPORTED);
    let beside = paced(server, contacts, importing::import(server, &csv)).await?;
    Ok(Delays {
        alone: percentile(&alone, 99),
        beside_import: percentile(&beside, 99),
        worst_beside_import: percentile(&beside, 100),
    })
}

/// Writes at the pace until the other work has ended.
async fn paced(
    server: &Served,
    contacts: u64,
    other: impl Future<Output = Result<()>>,
) -> Result<Vec<Duration>> {
    let over = std::cell::Cell::new(false);
    let other = async {
        let done = other.await;
        over.set(true);
        done
    };
    let start = now() + Duration::from_millis(100);
    let callers = (0..CALLERS).map(|caller| call(server, contacts, (start, caller), &over));
    let (taken, done) = join(try_join_all(callers), other).await;
    done?;
    let mut taken = taken?.concat();
    taken.sort_unstable();
    Ok(taken)
}

async fn call(
    server: &Served,
    contacts: u64,
    (start, caller): (Instant, u32),
    over: &std::cell::Cell<bool>,
) -> Result<Vec<Duration>> {
    let mut connection = Connection::open(&server.address).await?;
    let mut taken = Vec::new();
    for turn in 0_u32.. {
        let number = turn * CALLERS + caller;
        let due = start + Duration::from_secs(1) / RATE * number;
        tokio::time::sleep_until(due.into()).await;
        if over.get() {
            break;
        }
        let email = format!("beside-{}@example.com", u64::from(number) % contacts);
        let body = json!({ "email": email, "customFields": { "orders": turn } }).to_string();
        let answer = connection
            .exchange(&request("POST", "/v1/contacts", &server.secret, &body))
            .await?;
        if answer.status > 201 {
            return Err(format!("a write was refused: {}", answer.text()).into());
        }
        // From when it was due: a caller that had to wait for its turn has waited too.
        taken.push(due.elapsed());
    }
    Ok(taken)
}

fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    let last = sorted.len().saturating_sub(1);
    sorted
        .get((sorted.len() * percent / 100).min(last))
        .copied()
        .unwrap_or_default()
}
