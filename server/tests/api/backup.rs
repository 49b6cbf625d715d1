//! `postrider backup`: a copy beside a running server, and a server that starts from it.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};
use tokio::process::Command;
use tokio::task::JoinSet;

use crate::support::{Caller, Installation, until};

const MARK: &str = "restored-from-backup";

fn caller_of(server: &crate::support::Binary, made: &Value) -> Caller {
    server.caller(made["secret"].as_str().unwrap())
}

/// Writes contacts until it is dropped, and knows which were acknowledged.
struct Writer {
    acknowledged: Arc<Mutex<Vec<String>>>,
    _tasks: JoinSet<()>,
}

impl Writer {
    fn start(caller: &Caller) -> Self {
        let acknowledged = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = JoinSet::new();
        for lane in 0..4 {
            let (caller, done) = (caller.clone(), Arc::clone(&acknowledged));
            tasks.spawn(async move {
                for number in 0.. {
                    let email = format!("c{lane}-{number}@example.com");
                    let body = json!({ "email": email });
                    caller.post("/v1/contacts", body).await.expect(201);
                    done.lock().unwrap().push(email);
                }
            });
        }
        Self {
            acknowledged,
            _tasks: tasks,
        }
    }

    fn acknowledged(&self) -> Vec<String> {
        self.acknowledged.lock().unwrap().clone()
    }
}

async fn backup(installation: &Installation, target: &Path) -> Value {
    let target = target.to_str().unwrap();
    let words = ["backup", target, "--json"];
    installation.command(&words).await.json()
}

/// A campaign for a day that never comes.
async fn scheduled(caller: &Caller) -> String {
    let design =
        json!({ "format": "html", "content": "<p>Hi</p>", "title": "News", "subject": "News" });
    let design = caller.post("/v1/emails/import", design).await.expect(201);
    let send = json!({ "emailId": design["emailId"], "audienceId": "all", "scheduledAt": "2099-01-01T00:00:00Z" });
    let send = caller.post("/v1/sends", send).await.expect(202);
    send["sendId"].as_str().unwrap().to_owned()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        }
        found.push(path);
    }
    found
}

#[tokio::test]
async fn what_was_acknowledged_before_is_in_the_copy_and_a_send_waits_there() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let caller = caller_of(&server, &made);
    let writer = Writer::start(&caller);
    until("contacts are there", async || {
        (writer.acknowledged().len() > 20).then_some(())
    })
    .await;
    let send = scheduled(&caller).await;
    let captured = installation.data().join("captured/brand");
    std::fs::create_dir_all(&captured).unwrap();
    std::fs::write(captured.join("1.eml"), "x").unwrap();
    let image = installation.data().join("objects/assets");
    std::fs::create_dir_all(&image).unwrap();
    std::fs::write(image.join("image"), "abc").unwrap();

    let before = writer.acknowledged();
    let copy = installation.data().join("../copies/first");
    let said = backup(&installation, &copy).await;
    // The server goes on; where nothing of the database is copied, the copy may be there before the next is written.
    until("it goes on", async || {
        (writer.acknowledged().len() > before.len()).then_some(())
    })
    .await;
    drop(writer);

    assert_eq!(said["captured"], json!({ "files": 1, "bytes": 1 }));
    assert!(said["objects"]["files"].as_i64().unwrap() >= 1, "{said}");
    assert!(copy.join(MARK).exists());
    assert_eq!(
        std::fs::read(copy.join("objects/assets/image")).unwrap(),
        b"abc"
    );
    let secret = |folder: &Path| std::fs::read_to_string(folder.join("secret")).unwrap();
    assert_eq!(secret(&copy), secret(&installation.data()));
    for path in files(&copy).iter().chain([&copy]) {
        let access = std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(access, expected, "{}", path.display());
    }
    if !installation.database.is_sqlite() {
        assert_eq!(said["database"], Value::Null);
        assert!(!copy.join("postrider.db").exists());
        return;
    }
    assert!(said["database"]["bytes"].as_i64().unwrap() > 0);
    let restored = installation.serve_copy(&copy).await;
    let caller = caller_of(&restored, &made);
    for email in &before {
        caller
            .get(&format!("/v1/contacts/{email}"))
            .await
            .expect(200);
    }
    let send = format!("/v1/sends/{send}");
    let paused = caller.get(&send).await.expect(200);
    assert_eq!(paused["status"], "paused", "{}", paused.json);
    assert_eq!(paused["pauseReason"], "restored", "{}", paused.json);
    assert!(!copy.join(MARK).exists());
}

#[tokio::test]
async fn one_file_holds_the_same() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let caller = caller_of(&server, &made);
    let body = json!({ "email": "ada@example.com" });
    caller.post("/v1/contacts", body).await.expect(201);
    let file = installation.data().join("../backup.tar");
    let said = backup(&installation, &file).await;
    assert_eq!(said["target"], file.to_str().unwrap());
    assert_eq!(
        std::fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o600
    );
    assert!(!installation.data().join("../backup.tar.partial").exists());
    let unpacked = installation.data().join("../unpacked");
    std::fs::create_dir(&unpacked).unwrap();
    let tar = Command::new("tar")
        .arg("-xf")
        .arg(&file)
        .arg("-C")
        .arg(&unpacked)
        .status();
    assert!(tar.await.unwrap().success());
    assert!(unpacked.join(MARK).exists() && unpacked.join("secret").exists());
    if installation.database.is_sqlite() {
        let restored = installation.serve_copy(&unpacked).await;
        let caller = caller_of(&restored, &made);
        caller.get("/v1/contacts/ada@example.com").await.expect(200);
    }
}

#[tokio::test]
async fn a_secret_of_the_environment_is_kept_with_the_copy() {
    let secret = "a secret that is set and not in a file, 32 and more";
    let installation = Installation::new().await.set("POSTRIDER_SECRET", secret);
    drop(installation.serve().await);
    let copy = installation.data().join("../copy");
    backup(&installation, &copy).await;
    assert_eq!(
        std::fs::read_to_string(copy.join("secret")).unwrap(),
        secret
    );
}

#[tokio::test]
async fn nothing_is_overwritten_and_nothing_half_done_stays() {
    let installation = Installation::new().await;
    drop(installation.serve().await);
    let data = installation.data();
    let refused = async |target: &Path, message: &str| {
        let ended = installation
            .command(&["backup", target.to_str().unwrap()])
            .await;
        assert!(!ended.status.success());
        assert!(ended.stderr.contains(message), "{}", ended.stderr);
    };
    let taken = data.join("../taken.tar");
    std::fs::write(&taken, "x").unwrap();
    refused(&taken, "not empty").await;
    assert_eq!(std::fs::read(&taken).unwrap(), b"x");
    refused(&data, "not empty").await;
    std::fs::create_dir_all(data.join("captured")).unwrap();
    refused(&data.join("captured/a/b"), "which is to be copied").await;
    let empty = data.join("../empty");
    std::fs::create_dir(&empty).unwrap();
    std::fs::rename(data.join("secret"), data.join("../elsewhere")).unwrap();
    refused(&empty, "secret").await;
    assert!(!empty.join(MARK).exists());
    std::fs::rename(data.join("../elsewhere"), data.join("secret")).unwrap();
    backup(&installation, &empty).await;
    assert!(empty.join(MARK).exists());
}
