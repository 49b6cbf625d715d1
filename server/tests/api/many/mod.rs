//! Several processes on one database: they share the work, and whatever happens to one is no loss.

mod copies;
mod database;
mod ends;
mod frozen;
mod kills;
mod roles;
mod rolling;
mod sharing;

use crate::kill::sending::{Plan, Rig, patiently};
use crate::support::{Binary, Installation, settings};

const SECRET: &str = "a secret that all processes share, 32 characters and more";

/// Two processes with people to mail.
pub struct Two {
    pub rig: Rig,
    pub first: Binary,
    pub second: Binary,
}

/// Several processes need a database that is not a file: `None` where the suite runs on one.
pub async fn installation() -> Option<Installation> {
    settings::postgres()?;
    Some(shared(Installation::new().await))
}

/// What all processes of an installation have in common.
pub fn shared(installation: Installation) -> Installation {
    let objects = installation.data().with_file_name("objects");
    installation
        .set("POSTRIDER_SECRET", SECRET)
        .set("POSTRIDER_OBJECTS", objects.to_str().unwrap())
}

impl Two {
    pub async fn start(installation: Installation, people: usize) -> Self {
        let plan = Plan {
            people,
            connections: 4,
            dkim: "relay",
        };
        let (rig, first) = Rig::on(installation, plan).await;
        let second = rig.installation.serve_beside().await;
        Self { rig, first, second }
    }
}

/// Waits until so many mails are out and both processes have others under way.
pub async fn until_both_mail(rig: &Rig, mailed: usize) {
    rig.until_mailed(mailed).await;
    patiently("both mail", async || {
        let owners = rig.number("SELECT count(DISTINCT owner) FROM claims").await;
        (owners == 2).then_some(())
    })
    .await;
}

/// How many were delivered by each process.
pub async fn delivered_by_each(rig: &Rig) -> Vec<i64> {
    let sql = "SELECT CAST(sum(delivered) AS BIGINT) FROM tallies GROUP BY process ORDER BY 1";
    let rows = rig.installation.database.sql(sql).await;
    rows.iter().map(|row| row.int(0).unwrap()).collect()
}

/// How many processes have taken somebody, and how many they took.
pub async fn open_claims(rig: &Rig) -> (i64, i64) {
    let sql = "
        SELECT count(DISTINCT owner),
            CAST(coalesce(sum(json_array_length(CAST(ordinals AS json))), 0) AS BIGINT)
        FROM claims WHERE abandoned_at IS NULL";
    let row = &rig.installation.database.sql(sql).await[0];
    (row.int(0).unwrap(), row.int(1).unwrap())
}
