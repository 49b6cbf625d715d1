//! SIGKILL while a tenant is removed: the next start goes on, nothing of it is left in the end, and nobody else's rows are
//! touched.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Binary, Caller, Installation, settings, until};

async fn number(installation: &Installation, sql: &str) -> i64 {
    installation.database.sql(sql).await[0].int(0).unwrap()
}

async fn command(installation: &Installation, arguments: &[&str]) -> Value {
    let arguments = [arguments, &["--json"]].concat();
    installation.command(&arguments).await.json()
}

/// Imports people and mails all of them; mail is kept.
async fn fill(caller: &Caller, people: usize) {
    let mut csv = String::from("email,firstName,plan\n");
    for person in 0..people {
        writeln!(csv, "p{person}@example.com,Person,gold").unwrap();
    }
    let request = caller
        .request("POST", "/v1/contacts/import-csv")
        .header("Content-Type", "text/csv")
        .body(csv);
    let import = request.send().await.expect(202);
    ends(
        caller,
        &format!(
            "/v1/contacts/imports/{}",
            import["importId"].as_str().unwrap()
        ),
    )
    .await;
    let html = "<html><body><p>Hello {{ firstName }}</p><a href=\"{{ unsubscribeUrl }}\">Leave</a></body></html>";
    let design = json!({ "format": "html", "content": html, "title": "News", "subject": "News" });
    let design = caller.post("/v1/emails/import", design).await.expect(201);
    let send = json!({ "emailId": design["emailId"], "audienceId": "all" });
    let send = caller.post("/v1/sends", send).await.expect(202);
    ends(
        caller,
        &format!("/v1/sends/{}", send["sendId"].as_str().unwrap()),
    )
    .await;
}

async fn ends(caller: &Caller, path: &str) {
    let patience = Duration::from_mins(5);
    let ending = async {
        while caller.get(path).await.expect(200)["completedAt"].is_null() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(patience, ending).await.expect(path);
}

/// Rows by table of all organizations but one, or of that one alone.
async fn rows(installation: &Installation, whose: &str) -> BTreeMap<String, i64> {
    let mut counts = BTreeMap::new();
    for table in installation.database.tables_of_tenants().await {
        // A picture of a design is wanted for two seconds.
        let but = match table.as_str() {
            "jobs" => " AND kind <> 'preview'",
            _ => "",
        };
        let count = format!("SELECT count(*) FROM {table} WHERE {whose}{but}");
        counts.insert(table, number(installation, &count).await);
    }
    counts.retain(|_, count| *count > 0);
    counts
}

/// How much of it is left, where most of its rows are.
const BULK: &str = "SELECT (SELECT count(*) FROM recipients WHERE org = 1) + (SELECT count(*) FROM events WHERE org = 1)
    + (SELECT count(*) FROM contacts WHERE org = 1) + (SELECT count(*) FROM engagement WHERE org = 1)";

async fn down_to(installation: &Installation, most: i64) -> i64 {
    until("rows leave", async || {
        let left = number(installation, BULK).await;
        (left <= most).then_some(left)
    })
    .await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_kill_during_a_removal() {
    let (people, kills) = if settings::torture() {
        (50_000, 10)
    } else {
        (12_000, 4)
    };
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let secret = made["secret"].as_str().unwrap().to_owned();
    let org = made["organizationId"].as_str().unwrap().to_owned();
    fill(&server.caller(&secret), people).await;
    let other = Other::make(&installation, &server).await;
    let image = installation.data().join("objects/assets/gone");
    keep_image(&installation, &image).await;
    let before = rows(&installation, "org > 1").await;
    assert_eq!(
        number(
            &installation,
            "SELECT id FROM organizations ORDER BY id LIMIT 1"
        )
        .await,
        1
    );

    // Nobody begins on it before it is looked at.
    server.kill().await;
    command(&installation, &["org", "delete", &org, "--yes"]).await;
    let all = number(&installation, BULK).await;
    let mut interrupted = 0;
    for kill in 1..=kills {
        // Looked at from its first moment: it begins before it answers.
        let mut process = installation.process(&["serve"]);
        let mut process = process
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let left = down_to(&installation, all - all * kill / (kills + 1)).await;
        process.kill().await.unwrap();
        interrupted += i64::from(left > 0);
    }
    let server = installation.serve().await;
    assert!(interrupted > 0, "kills came in the middle");
    assert_eq!(down_to(&installation, 0).await, 0);
    leaves_for_good(&installation).await;
    assert_eq!(rows(&installation, "org = 1").await, BTreeMap::new());
    assert!(!image.exists());
    other
        .assert_untouched(&installation, &server, &before)
        .await;
}

/// All but its names leaves, and an hour later these too.
async fn leaves_for_good(installation: &Installation) {
    let earlier = "UPDATE organizations SET deleted_at = deleted_at - 7200000 WHERE id = 1";
    until("all but its names is gone", async || {
        let left = rows(installation, "org = 1").await;
        left.keys()
            .all(|table| ["api_keys", "brands", "jobs"].contains(&table.as_str()))
            .then_some(())
    })
    .await;
    // As if an hour had passed.
    installation.database.sql(earlier).await;
    until("its name is gone", async || {
        let due = "UPDATE jobs SET due_at = 0 WHERE kind = 'removal' AND owner IS NULL";
        installation.database.sql(due).await;
        let left = number(
            installation,
            "SELECT count(*) FROM organizations WHERE id = 1",
        )
        .await;
        (left == 0).then_some(())
    })
    .await;
}

async fn keep_image(installation: &Installation, image: &Path) {
    std::fs::create_dir_all(image.parent().unwrap()).unwrap();
    std::fs::write(image, "bytes").unwrap();
    let blob = if installation.database.is_sqlite() {
        "BLOB"
    } else {
        "BYTEA"
    };
    let row = format!(
        "INSERT INTO assets (org, brand, id, public_id, kind, name, url, sha256, width, height, bytes, content_type,
            added_at)
         SELECT org, id, 1, 'gone', 'image', 'gone', 'x', CAST('x' AS {blob}), 1, 1, 5, 'image/png', 1
         FROM brands WHERE org = 1"
    );
    installation.database.sql(&row).await;
}

/// An organization that is to stay.
struct Other {
    secret: String,
}

/// Its people.
const OTHERS: usize = 200;

impl Other {
    async fn make(installation: &Installation, server: &Binary) -> Self {
        let org = command(installation, &["org", "create", "Other"]).await;
        let org = org["organizationId"].as_str().unwrap();
        let brand = command(installation, &["brand", "create", "Shop", "--org", org]).await;
        let brand = brand["brandId"].as_str().unwrap();
        let key = ["key", "create", "--brand", brand, "--scopes", "all"];
        let key = command(installation, &key).await;
        let secret = key["secret"].as_str().unwrap().to_owned();
        fill(&server.caller(&secret), OTHERS).await;
        Self { secret }
    }

    async fn assert_untouched(
        &self,
        installation: &Installation,
        server: &Binary,
        before: &BTreeMap<String, i64>,
    ) {
        assert_eq!(&rows(installation, "org > 1").await, before);
        let everybody = json!({ "search": "p1", "limit": 1, "count": true });
        let caller = server.caller(&self.secret);
        let found = caller
            .post("/v1/contacts/search", everybody)
            .await
            .expect(200);
        assert_eq!(found["total"], 111, "p1, p10 to p19, p100 to p199");
    }
}
