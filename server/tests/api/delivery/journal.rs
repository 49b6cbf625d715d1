//! A journal that cannot be written: nobody is mailed whom it does not know about.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::{Post, crowd, ended, quiet, read, send};
use crate::support::{Loop, Measures, TestServer};

/// A file system of a few pages.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None`: only root can make one.
    fn at(folder: &Path) -> Option<Self> {
        let mounted = Command::new("mount")
            .args(["-t", "tmpfs", "-o", "size=4k,mode=700", "postrider-test"])
            .arg(folder)
            .status();
        mounted.ok()?.success().then(|| Self(folder.to_owned()))
    }

    fn grow(&self) {
        let grown = Command::new("mount")
            .args(["-o", "remount,size=4m"])
            .arg(&self.0)
            .status();
        assert!(grown.unwrap().success());
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg("--lazy").arg(&self.0).status();
    }
}

/// How many bytes of a journal file are whole records.
fn whole_records(bytes: &[u8]) -> usize {
    let mut at = 0;
    while let Some(length) = bytes.get(at..at + 2) {
        let end = at + 2 + usize::from(u16::from_le_bytes([length[0], length[1]])) + 4;
        let is_known = bytes.get(at + 2).is_some_and(|kind| (1..=4).contains(kind));
        if end > bytes.len() || !is_known {
            break;
        }
        at = end;
    }
    at
}

#[tokio::test]
async fn a_full_disk_stops_the_mail_and_room_lets_it_go_on() {
    let measures = Measures::begin();
    let mut post = Post::with(TestServer::with().clock_stopped().mail_connections(4), "ok").await;
    post.server.stop().await;
    let folder = post.server.folder().join("journal");
    for file in std::fs::read_dir(&folder).unwrap() {
        std::fs::remove_file(file.unwrap().path()).unwrap();
    }
    let Some(disk) = SmallDisk::at(&folder) else {
        eprintln!("skipped: only root can make a disk that is full");
        return;
    };
    post.server.restart().await;
    let brand = post.server.again(&post.brand);
    let addresses = crowd(&brand, 150).await;
    let id = send(&brand, json!({})).await;
    let stuck = loop {
        let before = post.sink.report().accepted;
        measures.whole_round(&post.server, Loop::Mailing).await;
        quiet(&post.server).await;
        if before > 0 && post.sink.report().accepted == before {
            break before;
        }
    };
    let waiting = read(&brand, &id).await;
    assert_eq!(waiting["status"], "running");
    assert_eq!(
        waiting["delivery"]["delivered"], stuck,
        "what left is known"
    );
    assert!(
        (20..150).contains(&stuck),
        "the disk holds the records of some: {stuck}"
    );
    disk.grow();
    let sent = ended(&post.server, &brand, &id).await;
    assert_eq!(
        (&sent["status"], &sent["delivery"]["delivered"]),
        (&json!("completed"), &json!(150))
    );
    post.assert_mailed(&addresses);
    for file in std::fs::read_dir(&folder).unwrap() {
        let bytes = std::fs::read(file.unwrap().path()).unwrap();
        assert_eq!(
            whole_records(&bytes),
            bytes.len(),
            "what came after the full disk can be read"
        );
    }
    post.server.stop().await;
    drop(disk);
}
