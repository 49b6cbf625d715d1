//! A data folder that is used twice.

use std::path::Path;
use std::process::Command;

use super::{Two, installation, until_both_mail};
use crate::kill::sending::patiently;
use crate::support::Binary;

fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-r").args([from, to]).status();
    assert!(copied.unwrap().success());
}

fn said(server: &Binary) -> bool {
    let text = server.raw_log();
    text.contains("took this one's place")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_a_folder_in_use_is_refused() {
    let Some(installation) = installation().await else {
        return;
    };
    let server = installation.serve().await;
    let data = installation.data().with_file_name("copy");
    copy(&installation.data(), &data);
    for _ in 0..2 {
        let ended = installation.try_serve_in(&data).await.err().unwrap();
        assert!(!ended.status.success());
        assert!(
            ended.stderr.contains("is a copy of a data folder"),
            "{}",
            ended.stderr
        );
    }
    // With a number of its own it is a second process.
    std::fs::remove_file(data.join("process")).unwrap();
    std::fs::remove_dir_all(data.join("journal")).unwrap();
    let second = installation.try_serve_in(&data).await.ok().unwrap();
    assert!(!said(&server) && !said(&second));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_whose_place_was_taken_ends_and_mails_nobody() {
    let Some(installation) = installation().await else {
        return;
    };
    let Two {
        rig,
        first,
        mut second,
    } = Two::start(installation, 1_000).await;
    let (data, beside) = (
        rig.installation.data_beside().with_file_name("copy"),
        rig.installation.data_beside(),
    );
    rig.misbehave("tarpit=20");
    let send = rig.send(&first).await;
    until_both_mail(&rig, 200).await;
    second.freeze().await;
    copy(&beside, &data);
    // Nobody can tell that the one that stands still is not dead.
    let third = rig.installation.try_serve_in(&data).await.ok().unwrap();
    second.thaw().await;
    assert!(!second.ended().await.success());
    assert!(said(&second), "{}", second.raw_log());
    let shown = patiently("the send has ended", async || {
        let shown = rig.read(&third, &send).await;
        (!shown["completedAt"].is_null()).then_some(shown)
    })
    .await;
    assert_eq!(rig.sink.report().duplicates, 0, "{shown}");
}
