//! From a fire to the receiver's word for its mail, while a campaign goes out beside it.

use std::time::Duration;

use postrider_domain::sending::send::EventType;

use super::setup::{self, Automation, Shape};
use crate::child::{self, Served};
use crate::contacts::email;
use crate::database::BenchDatabase;
use crate::http::Connection;
use crate::outcome::Result;
use crate::sending::{self, prepare};

/// Between two fires.
const PACE: Duration = Duration::from_millis(10);
const LOOK: Duration = Duration::from_millis(100);
/// For the mails of the last fires, in looks.
const PATIENCE: usize = 300;

pub struct Handover {
    pub fires: i64,
    pub p50_ms: i64,
    pub p99_ms: i64,
}

pub async fn measure(
    place: &BenchDatabase,
    prepared: &prepare::Prepared,
    contacts: u64,
) -> Result<Handover> {
    let sink = child::sink(&place.folder().join("sink.json")).await?;
    let relay = format!("smtp://{}", sink.address);
    let settings = [
        ("POSTRIDER_MAIL", relay.as_str()),
        ("POSTRIDER_PUBLIC_URL", "https://links.example.com"),
        ("POSTRIDER_DKIM", "relay"),
    ];
    let on = place.url("server");
    let server = child::server_again((place.folder(), &on), &prepared.secret, &settings).await?;
    let automation = setup::automation(&server, Shape::Mails).await?;
    let campaign = prepare::design(&server).await?;
    let send = sending::start(&server, &campaign).await?;
    let mut fires = 0;
    tokio::select! {
        ended = sending::wait(&server, &send, contacts) => ended?,
        failed = fire_on(&server, &automation, &mut fires) => failed?,
    }
    let times = format!(
        "FROM events AS e
         JOIN runs AS r ON r.org = e.org AND r.brand = e.brand AND r.id = e.run
         JOIN automations AS a ON a.org = r.org AND a.brand = r.brand AND a.id = r.automation
         WHERE a.public_id = '{}' AND e.type = {}",
        automation.id,
        EventType::Delivered as i64
    );
    all_are_there(place, &times, fires).await?;
    let percentile = async |part: i64| {
        let skipped = fires * part / 100;
        let sql = format!(
            "SELECT e.occurred_at - r.created_at {times} ORDER BY 1 LIMIT 1 OFFSET {skipped}"
        );
        place.number(&sql).await
    };
    let (p50_ms, p99_ms) = (percentile(50).await?, percentile(99).await?);
    server.end().await?;
    sink.end().await?;
    Ok(Handover {
        fires,
        p50_ms,
        p99_ms,
    })
}

/// Until it is dropped.
async fn fire_on(server: &Served, automation: &Automation, fires: &mut i64) -> Result<()> {
    let mut connection = Connection::open(&server.address).await?;
    loop {
        let fire = automation.fire(server, &email(fires.unsigned_abs()));
        // Counted before: it may be dropped while the answer is on its way.
        *fires += 1;
        let answer = connection.exchange(&fire).await?;
        if answer.status != 200 {
            return Err(format!("a fire was refused: {}", answer.text()).into());
        }
        tokio::time::sleep(PACE).await;
    }
}

/// Each fire has its mail; the last may have been cut off before it was one.
async fn all_are_there(place: &BenchDatabase, times: &str, fires: i64) -> Result<()> {
    for _ in 0..PATIENCE {
        if place.number(&format!("SELECT count(*) {times}")).await? >= fires - 1 {
            return Ok(());
        }
        tokio::time::sleep(LOOK).await;
    }
    Err("some fires have no mail".into())
}
