//! Fires as fast as they are answered; an answer comes after the commit.

use std::cell::RefCell;
use std::time::Duration;

use super::setup::Automation;
use crate::child::Served;
use crate::contacts::email;
use crate::database::BenchDatabase;
use crate::http::Load;
use crate::machine::{Meter, Sample};
use crate::outcome::Result;

const FIRES: u64 = 20_000;
/// Each waits for the disk; many share a commit.
const CALLERS: usize = 128;

pub struct Fires {
    pub sample: Sample,
    pub p99: Duration,
}

/// For people who are contacts already.
pub async fn measure(
    place: &BenchDatabase,
    server: &Served,
    (automation, contacts): (&Automation, u64),
) -> Result<Fires> {
    let fire = |n: u64| automation.fire(server, &email(n * 7919 % contacts));
    let load = Load {
        callers: CALLERS,
        contains: "\"automationRunIds\":[\"".to_owned(),
        ..Load::answered(200, (0..FIRES).map(fire).collect())
    };
    let mut connections = load.open(&server.address).await?;
    let times = RefCell::default();
    let meter = Meter {
        process: server.pid,
        database: place.postgres_process(),
    };
    let sample = meter
        .measure(FIRES as usize, load.send_timed(&mut connections, &times))
        .await?;
    let mut times = times.into_inner();
    times.sort_unstable();
    Ok(Fires {
        sample,
        p99: times[times.len() * 99 / 100],
    })
}
