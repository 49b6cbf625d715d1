//! SIGKILL while the audience becomes recipients, and before the first mail: no member is lost, none counts twice.

use std::time::Duration;

use serde_json::json;

use super::evidence;
use super::{Plan, Rig, patiently};
use crate::support::Caller;

const PEOPLE: usize = 15_000;

async fn unsubscribe(caller: &Caller, emails: &[String]) {
    for some in emails.chunks(100) {
        let rows: Vec<_> = some
            .iter()
            .map(|email| json!({ "email": email, "subscribed": false }))
            .collect();
        let body = json!({ "contacts": rows });
        let written = caller.post("/v1/contacts", body).await.expect(200);
        assert_eq!(written["summary"]["failed"], 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kill_during_the_freeze_loses_and_doubles_nobody() {
    let (rig, mut server) = Rig::new(Plan {
        people: PEOPLE,
        connections: 8,
        dkim: "relay",
    })
    .await;
    let gone: Vec<String> = (0..PEOPLE)
        .step_by(50)
        .map(|person| format!("p{person}@people.test"))
        .collect();
    unsubscribe(&rig.caller(&server), &gone).await;
    // Nothing leaves while the server is killed.
    rig.misbehave("hang");
    let send = rig.send(&server).await;
    let mut frozen = Vec::new();
    for kill in 0..6 {
        tokio::time::sleep(Duration::from_millis(kill * 20)).await;
        server.kill().await;
        frozen.push(rig.number("SELECT last_ordinal FROM sends").await as usize);
        server = rig.installation.serve().await;
    }
    println!("frozen at each kill: {frozen:?}");
    let is_part = |frozen: &&usize| 0 < **frozen && **frozen < PEOPLE;
    let in_the_middle = frozen.iter().filter(is_part).count();
    assert!(in_the_middle > 0, "no kill came during the freeze");
    patiently("everybody is planned", async || {
        let shown = rig.read(&server, &send).await;
        let members = ["planned", "excluded"].map(|name| shown["delivery"][name].as_u64().unwrap());
        (members.iter().sum::<u64>() == PEOPLE as u64).then_some(())
    })
    .await;
    assert_eq!(rig.mailed(), 0);
    server.kill().await;
    rig.misbehave("ok");
    let server = rig.installation.serve().await;
    let figures = evidence::of_ended(&rig, &server, &send).await;
    assert_eq!((figures.mailed, figures.in_doubt), (PEOPLE - gone.len(), 0));
    let shown = rig.read(&server, &send).await;
    assert_eq!(shown["exclusions"]["unsubscribed"], gone.len());
    assert_eq!(shown["recipientCount"], PEOPLE - gone.len());
}
