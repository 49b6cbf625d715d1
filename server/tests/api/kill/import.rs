//! SIGKILL during an import: it is finished all the same, every row once.

use std::fmt::Write;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Binary, Caller, Installation, settings, until};

/// Of these rows every hundredth is malformed, every hundredth empty, and every hundredth repeats an
/// earlier address.
struct File {
    rows: usize,
}

/// Far enough back to be in another unit of the import, except in the first rows.
fn repeated(row: usize) -> usize {
    let first = row - 99;
    first.checked_sub(FAR).unwrap_or(first)
}

/// How far back.
const FAR: usize = 2_500;

impl File {
    fn text(&self) -> String {
        let mut text = String::from("Email,First Name,plan,Note\r\n");
        for row in 0..self.rows {
            let written = match row % 100 {
                97 => write!(text, "broken {row},,,\r\n"),
                98 => write!(text, ",,,\r\n"),
                99 => write!(
                    text,
                    "c{}@example.com,Again,late,\"row\n{row}\"\r\n",
                    repeated(row)
                ),
                _ => write!(text, "c{row}@example.com,First,early,\"row {row}\"\r\n"),
            };
            written.unwrap();
        }
        text
    }

    fn each_kind(&self) -> usize {
        self.rows / 100
    }

    fn contacts(&self) -> usize {
        self.rows - 3 * self.each_kind()
    }

    /// Whatever was killed when: the numbers of a run without a kill.
    async fn assert_imported(&self, caller: &Caller, import: &Value) {
        let each = self.each_kind();
        assert_eq!(import["status"], "partially_completed", "{import}");
        assert_eq!(import["processedRows"], self.rows);
        assert_eq!(import["progressPercent"], 100);
        let expected =
            json!({ "created": self.contacts(), "updated": each, "failed": each, "skipped": each });
        assert_eq!(import["summary"], expected);
        let count = json!({ "limit": 1, "count": true });
        let all = caller.post("/v1/contacts/search", count).await.expect(200);
        assert_eq!(all["total"], self.contacts());
        let late = json!({ "limit": 1, "count": true,
            "filters": [{ "field": "customFields.plan", "operator": "equals", "value": "late" }] });
        let late = caller.post("/v1/contacts/search", late).await.expect(200);
        assert_eq!(
            late["total"],
            each - FAR / 100,
            "the last row of an address counts"
        );
        let path = format!(
            "/v1/contacts/imports/{}/errors",
            import["importId"].as_str().unwrap()
        );
        let errors = caller.get(&path).await.expect(200);
        assert_eq!(errors.text().lines().count(), each + 1);
    }
}

async fn begin(caller: &Caller, file: &File) -> String {
    let request = caller
        .request("POST", "/v1/contacts/import-csv")
        .header("Content-Type", "text/csv")
        .body(file.text());
    let accepted = request.send().await.expect(202);
    assert_eq!(accepted["totalRows"], file.rows);
    accepted["importId"].as_str().unwrap().to_owned()
}

async fn progress(caller: &Caller, import: &str) -> Value {
    let path = format!("/v1/contacts/imports/{import}");
    let answer = caller.get(&path).await.expect(200);
    serde_json::from_slice(&answer.bytes).unwrap()
}

/// Waits, for as long as the import moves, until it has come so far or has ended.
async fn reached(caller: &Caller, import: &str, rows: usize) -> Value {
    let mut last = progress(caller, import).await;
    let mut still = 0;
    loop {
        let ended = !last["completedAt"].is_null();
        if ended || last["processedRows"].as_u64().unwrap() >= rows as u64 {
            return last;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
        let now = progress(caller, import).await;
        still = if now["processedRows"] == last["processedRows"] {
            still + 1
        } else {
            0
        };
        assert!(still < 3000, "the import does not move: {now}");
        last = now;
    }
}

async fn finished(caller: &Caller, import: &str) -> Value {
    reached(caller, import, usize::MAX).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_kill_during_an_import() {
    let (rows, kills) = if settings::torture() {
        (200_000, 10)
    } else {
        (12_000, 3)
    };
    let installation = Installation::new().await;
    let mut server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    let file = File { rows };
    let import = begin(&server.caller(&secret), &file).await;
    let mut interrupted = 0;
    for kill in 1..=kills {
        let caller = server.caller(&secret);
        let stands = reached(&caller, &import, rows * kill / (kills + 1)).await;
        interrupted += usize::from(stands["completedAt"].is_null());
        server.kill().await;
        server = installation.serve().await;
    }
    assert!(interrupted > kills / 2, "most kills came in the middle");
    let caller = server.caller(&secret);
    let import = finished(&caller, &import).await;
    file.assert_imported(&caller, &import).await;
}

/// Two processes share a database and the stored file; each in turn is killed and comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_kill_either_of_two_processes_during_an_import() {
    let (rows, kills) = if settings::torture() {
        (200_000, 10)
    } else {
        (20_000, 1)
    };
    let shared = tempfile::tempdir().unwrap();
    let installation = Installation::new()
        .await
        .set(
            "POSTRIDER_SECRET",
            "a secret that both of the processes know",
        )
        .set("POSTRIDER_OBJECTS", &shared.path().display().to_string());
    if installation.database.is_sqlite() {
        return; // one process has the file
    }
    let mut one = installation.serve().await;
    let secret = one.made()["secret"].as_str().unwrap().to_owned();
    let mut other = installation.serve_beside().await;
    let file = File { rows };
    let import = begin(&one.caller(&secret), &file).await;
    for kill in 1..=kills {
        reached(&other.caller(&secret), &import, rows * kill / (kills + 1)).await;
        one.kill().await;
        // The one that is left goes on when the lease of the dead has ended.
        let before = progress(&other.caller(&secret), &import).await;
        if before["completedAt"].is_null() {
            let next = before["processedRows"].as_u64().unwrap() as usize + 1;
            reached(&other.caller(&secret), &import, next).await;
        }
        let revived = if kill % 2 == 1 {
            installation.serve().await
        } else {
            installation.serve_beside().await
        };
        one = std::mem::replace(&mut other, revived);
    }
    let caller = other.caller(&secret);
    let import = finished(&caller, &import).await;
    file.assert_imported(&caller, &import).await;
    until("nothing is left in the store", async || {
        stored(shared.path()).is_empty().then_some(())
    })
    .await;
    stop(one).await;
    stop(other).await;
}

fn stored(folder: &std::path::Path) -> Vec<std::path::PathBuf> {
    let imports = folder.join("imports");
    let files = std::fs::read_dir(imports).into_iter().flatten();
    files.map(|file| file.unwrap().path()).collect()
}

async fn stop(mut server: Binary) {
    server.ask_to_stop().await;
    assert!(server.ended().await.success());
}
