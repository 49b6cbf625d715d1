//! SIGKILL while the audience becomes recipients, and before the first mail: no member is lost, none counts twice.

use serde_json::json;

use super::{Plan, Rig, patiently};
use crate::support::{Binary, Caller};

/// So many that the freeze takes longer than a start.
const PEOPLE: usize = 40_000;
const KILLS: usize = 6;

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

/// Waits until so many members are judged.
async fn until_frozen(rig: &Rig, server: &Binary, send: &str, members: usize) {
    patiently("members become recipients", async || {
        let shown = rig.read(server, send).await;
        let judged = ["planned", "excluded"].map(|name| shown["delivery"][name].as_u64().unwrap());
        (judged.iter().sum::<u64>() >= members as u64).then_some(())
    })
    .await;
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
        .step_by(100)
        .map(|person| format!("p{person}@people.test"))
        .collect();
    unsubscribe(&rig.caller(&server), &gone).await;
    // Nothing leaves while the server is killed.
    rig.misbehave("hang");
    let send = rig.send(&server).await;
    let mut frozen = Vec::new();
    for kill in 0..KILLS {
        until_frozen(&rig, &server, &send, PEOPLE * kill / KILLS).await;
        server.kill().await;
        frozen.push(rig.number("SELECT last_ordinal FROM sends").await as usize);
        server = rig.installation.serve().await;
    }
    println!("frozen at each kill: {frozen:?}");
    let is_part = |frozen: &usize| (1..PEOPLE).contains(frozen);
    assert!(frozen.iter().any(is_part), "no kill came during the freeze");
    until_frozen(&rig, &server, &send, PEOPLE).await;
    assert_eq!(rig.mailed(), 0);
    for members in ["*", "DISTINCT contact", "DISTINCT ordinal"] {
        let counted = rig
            .number(&format!("SELECT count({members}) FROM recipients"))
            .await;
        assert_eq!(counted, PEOPLE as i64, "{members}");
    }
    let shown = rig.read(&server, &send).await;
    assert_eq!(shown["exclusions"]["unsubscribed"], gone.len());
    assert_eq!(shown["recipientCount"], PEOPLE - gone.len());
    server.kill().await;
    rig.misbehave("ok");
    let server = rig.installation.serve().await;
    rig.until_mailed(1_000).await;
    rig.control(&server, &send, "cancel").await;
    rig.until_settled().await;
    let mut mailed: Vec<String> = rig
        .sink
        .pairs()
        .into_iter()
        .map(|pair| pair.recipient)
        .collect();
    let all = mailed.len();
    mailed.sort_unstable();
    mailed.dedup();
    assert_eq!(mailed.len(), all, "somebody has two mails");
    assert!(
        gone.iter()
            .all(|email| mailed.binary_search(email).is_err())
    );
}
