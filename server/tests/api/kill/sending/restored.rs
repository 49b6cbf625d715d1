//! A database that is older than what was mailed: nobody can know whom, so nobody is mailed before a person has looked.

use std::fs;
use std::path::Path;

use serde_json::json;

use super::evidence;
use super::{Plan, Rig, stop};
use crate::support::{Binary, Loop};

const LATER: &str = "2099-01-01T00:00:00.000Z";

/// A send that is under way, slowly.
async fn under_way() -> (Rig, Binary, String) {
    let (rig, server) = Rig::new(Plan {
        people: 1_500,
        connections: 8,
        dkim: "relay",
    })
    .await;
    rig.misbehave("tarpit=5");
    let send = rig.send(&server).await;
    rig.until_mailed(200).await;
    (rig, server, send)
}

async fn backup(rig: &Rig) -> std::path::PathBuf {
    let folder = rig.installation.data().with_file_name("backup");
    let made = rig
        .installation
        .command(&["backup", folder.to_str().unwrap()])
        .await;
    assert!(made.status.success(), "{}", made.stderr);
    folder
}

async fn assert_paused(rig: &Rig, server: &Binary, send: &str) {
    let shown = rig.read(server, send).await;
    assert_eq!(
        (&shown["status"], &shown["pauseReason"]),
        (&json!("paused"), &json!("restored")),
        "{shown}"
    );
}

/// However long one looks.
async fn assert_mails_nobody(rig: &Rig, server: &Binary) {
    let before = rig.mailed();
    server.whole_round(Loop::Mailing).await;
    server.whole_round(Loop::MailingLook).await;
    assert_eq!(rig.mailed(), before);
}

/// Puts an earlier copy of the file where the database is.
fn put_back(copy: &Path, data: &Path) {
    for end in ["", "-wal", "-shm"] {
        let _ = fs::remove_file(data.join(format!("postrider.db{end}")));
    }
    fs::copy(copy.join("postrider.db"), data.join("postrider.db")).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_went_back_in_time_mails_nobody() {
    let (rig, server, send) = under_way().await;
    if !rig.installation.database.is_sqlite() {
        return; // the other tests here need no copy of a file
    }
    let scheduled = rig.send_at(&server, Some(LATER)).await;
    let copy = backup(&rig).await;
    rig.until_mailed(rig.mailed() + 300).await;
    server.kill().await;
    put_back(&copy, &rig.installation.data());
    let server = rig.installation.serve().await;
    assert_paused(&rig, &server, &send).await;
    assert_paused(&rig, &server, &scheduled).await;
    assert_mails_nobody(&rig, &server).await;
    // Somebody has looked: what they let go on is not stopped by the next start.
    rig.control(&server, &scheduled, "resume").await;
    rig.control(&server, &send, "cancel").await;
    stop(server).await;
    let server = rig.installation.serve().await;
    let shown = rig.read(&server, &scheduled).await;
    assert_eq!(shown["status"], "scheduled", "{shown}");
    let before = rig.mailed();
    let next = rig.send(&server).await;
    rig.misbehave("ok");
    let ended = rig.until_ended(&server, &next).await;
    assert_eq!(ended["delivery"]["delivered"], rig.people, "{ended}");
    assert_eq!(rig.mailed(), before + rig.people);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_data_folder_that_is_a_copy_mails_nobody() {
    let (rig, server, send) = under_way().await;
    let copy = backup(&rig).await;
    rig.until_mailed(rig.mailed() + 100).await;
    stop(server).await;
    let data = rig.installation.data();
    fs::rename(&data, data.with_file_name("lost")).unwrap();
    fs::rename(&copy, &data).unwrap();
    let server = rig.installation.serve().await;
    assert_paused(&rig, &server, &send).await;
    assert_mails_nobody(&rig, &server).await;
}

/// The mark alone does it, and is gone once every send is paused; whoever resumes gets what they asked for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_mark_of_a_copy_pauses_every_send_once() {
    let (rig, server, send) = under_way().await;
    stop(server).await;
    let mark = rig.installation.data().join("restored-from-backup");
    fs::write(&mark, "").unwrap();
    let server = rig.installation.serve().await;
    assert_paused(&rig, &server, &send).await;
    assert!(!mark.exists());
    stop(server).await;
    let server = rig.installation.serve().await;
    assert_paused(&rig, &server, &send).await;
    assert_mails_nobody(&rig, &server).await;
    rig.misbehave("ok");
    rig.control(&server, &send, "resume").await;
    let figures = evidence::of_ended(&rig, &server, &send).await;
    assert_eq!((figures.mailed, figures.in_doubt), (rig.people, 0));
}
