//! A database that is away for a while: 503, and the server recovers alone.

use std::path::{Path, PathBuf};
use std::time::Duration;

use postrider_server::entropy;
use postrider_server::process::server::Running;
use serde_json::json;
use tokio::process::Command;

use crate::support::{Caller, TestServer, assert_problem, until};

/// A second start of a stopped server's data, under another URL.
async fn serve_again(server: &TestServer, folder: &Path, url: &str) -> (Running, Caller) {
    let running = TestServer::with().launch(folder, url).await;
    let address = format!("http://{}", running.address);
    let mut caller = server.nobody();
    caller.url = address;
    (running, caller)
}

async fn add(caller: &Caller, name: &str) -> crate::support::Answer {
    caller
        .post(
            "/v1/contacts",
            json!({ "email": format!("{name}@example.com") }),
        )
        .await
}

#[tokio::test]
async fn connections_that_were_cut_are_made_again() {
    let mut server = TestServer::start().await;
    if server.database.is_sqlite() {
        return;
    }
    let brand = server.brand().await;
    server.stop().await;
    let role = format!("r_{}", entropy::lower32());
    server
        .database
        .sql(&format!("CREATE ROLE {role} SUPERUSER LOGIN"))
        .await;
    let url = server
        .database
        .url()
        .replace("postgres@", &format!("{role}@"));
    let (running, nobody) = serve_again(&server, server.folder(), &url).await;
    let caller = nobody.with_key("", &brand.secret);
    add(&caller, "before").await.expect(201);

    let cut = format!(
        "SELECT pg_terminate_backend(pid)::text FROM pg_stat_activity WHERE usename = '{role}'"
    );
    server.database.sql(&cut).await;
    // The server may notice only when it tries: one 503 is honest, after that it works.
    until("it works again", async || {
        (add(&caller, "cut").await.status < 300).then_some(())
    })
    .await;

    server
        .database
        .sql(&format!("ALTER ROLE {role} NOLOGIN"))
        .await;
    server.database.sql(&cut).await;
    let away = until("it is away", async || {
        Some(add(&caller, "away").await).filter(|answer| answer.status >= 500)
    })
    .await;
    assert_problem(&away, 503, "SERVICE_UNAVAILABLE", None);
    assert!(away.number("retry-after").is_some());
    assert_problem(
        &caller.get("/v1/brand").await,
        503,
        "SERVICE_UNAVAILABLE",
        None,
    );
    caller.get("/readyz").await.expect(503);
    caller.get("/healthz").await.expect(200);
    server
        .database
        .sql(&format!("ALTER ROLE {role} LOGIN"))
        .await;
    until("it recovers", async || {
        (caller.get("/readyz").await.status == 200).then_some(())
    })
    .await;
    until("it writes again", async || {
        (add(&caller, "after").await.status < 300).then_some(())
    })
    .await;
    running.stop().await;
    server.database.sql(&format!("DROP ROLE {role}")).await;
}

#[tokio::test]
async fn a_writer_that_is_locked_out_answers_503_and_goes_on() {
    let server = TestServer::start().await;
    if !server.database.is_sqlite() {
        return;
    }
    let brand = server.brand().await;
    let path = server.folder().join("postrider.db");
    let lock = rusqlite::Connection::open(path).unwrap();
    lock.execute_batch("BEGIN IMMEDIATE").unwrap();
    let answer = add(&brand, "locked").await;
    assert_problem(&answer, 503, "SERVICE_UNAVAILABLE", None);
    assert!(answer.number("retry-after").is_some());
    brand.get("/v1/contacts").await.expect(200);
    lock.execute_batch("ROLLBACK").unwrap();
    add(&brand, "locked").await.expect(201);
}

/// A file system of a few megabytes.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// `None` where this process may not mount.
    async fn mount(path: &Path) -> Option<Self> {
        std::fs::create_dir(path).unwrap();
        let mut command = Command::new("mount");
        command
            .args(["-t", "tmpfs", "-o", "size=6m", "tmpfs"])
            .arg(path);
        let mounted = command.status().await.is_ok_and(|status| status.success());
        mounted.then(|| Self(path.to_owned()))
    }

    /// Takes all the space that is left.
    fn fill(&self) {
        use std::io::Write;
        let mut file = std::fs::File::create(self.0.join("filler")).unwrap();
        let block = [0; 4096];
        while file.write_all(&block).is_ok() {}
    }

    fn free(&self) {
        std::fs::remove_file(self.0.join("filler")).unwrap();
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount")
            .arg("-l")
            .arg(&self.0)
            .status();
    }
}

#[tokio::test]
async fn a_full_disk_is_503_and_the_server_recovers_alone() {
    let mut server = TestServer::start().await;
    if !server.database.is_sqlite() {
        return;
    }
    let brand = server.brand().await;
    server.stop().await;
    let folder = server.folder().join("small");
    let Some(disk) = SmallDisk::mount(&folder).await else {
        println!("skipped: this process may not mount a file system");
        return;
    };
    std::fs::copy(
        server.folder().join("postrider.db"),
        folder.join("postrider.db"),
    )
    .unwrap();
    let url = format!("sqlite:{}", folder.join("postrider.db").display());
    let (running, nobody) = serve_again(&server, &folder, &url).await;
    let caller = nobody.with_key("", &brand.secret);
    add(&caller, "before").await.expect(201);
    disk.fill();
    let full = until("a write finds no space", async || {
        Some(add(&caller, &entropy::lower32()).await).filter(|answer| answer.status != 201)
    })
    .await;
    assert_problem(&full, 503, "SERVICE_UNAVAILABLE", None);
    assert!(full.number("retry-after").is_some());
    caller
        .get("/v1/contacts/before@example.com")
        .await
        .expect(200);
    disk.free();
    add(&caller, "after").await.expect(201);
    let stopping = tokio::time::timeout(Duration::from_secs(20), running.stop());
    stopping.await.expect("it stops");
}
