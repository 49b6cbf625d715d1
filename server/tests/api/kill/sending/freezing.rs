//! SIGKILL while the audience becomes recipients: no member is lost, none counts twice.

use std::time::Duration;

use serde_json::json;

use super::evidence;
use super::{Plan, Rig, patiently};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_the_freeze_loses_and_doubles_nobody() {
    let (rig, mut server) = Rig::new(Plan {
        people: 12_000,
        connections: 8,
        dkim: "relay",
    })
    .await;
    // Nothing leaves before everybody is planned: nobody is there to take it.
    rig.misbehave("refuse-at-mail");
    let mut out = Vec::new();
    for person in (0..rig.people).step_by(40) {
        out.push(format!("p{person}@people.test"));
    }
    for some in out.chunks(100) {
        let some: Vec<_> = some
            .iter()
            .map(|email| json!({ "email": email, "subscribed": false }))
            .collect();
        let caller = rig.caller(&server);
        let written = caller.post("/v1/contacts", json!({ "contacts": some })).await;
        assert_eq!(written.expect(200)["summary"]["failed"], 0);
    }
    let send = rig.send(&server).await;
    let mut seen = Vec::new();
    for kill in 0..6_u64 {
        tokio::time::sleep(Duration::from_millis(kill * 15)).await;
        server.kill().await;
        let frozen = rig.number("SELECT sum(last_ordinal) FROM sends").await;
        seen.push(frozen);
        server = rig.installation.serve().await;
    }
    println!("frozen at each kill: {seen:?}");
    let shown = patiently("everybody is planned", async || {
        let shown = rig.read(&server, &send).await;
        let count = |name: &str| shown["delivery"][name].as_u64().unwrap() as usize;
        (count("planned") + count("excluded") == rig.people).then_some(shown)
    })
    .await;
    assert_eq!(shown["exclusions"]["unsubscribed"], out.len());
    assert_eq!(rig.mailed(), 0);
    let rows = "SELECT count(*) FROM recipients";
    assert_eq!(rig.number(rows).await, rig.people as i64);
    let distinct = "SELECT count(DISTINCT contact) FROM recipients";
    assert_eq!(rig.number(distinct).await, rig.people as i64);
    let _ = evidence::of_ended;
}
