//! The commands, beside a running server.

use serde_json::{Value, json};

use crate::support::{Installation, TestServer, assert_problem, until};

async fn run(installation: &Installation, arguments: &str) -> Value {
    let words: Vec<&str> = arguments.split(' ').chain(["--json"]).collect();
    installation.command(&words).await.json()
}

fn states(list: &Value, key: &str) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let rows = list.as_array().unwrap().iter();
    rows.map(|row| (text(&row[key]), text(&row["state"])))
        .collect()
}

#[tokio::test]
async fn an_organization_is_suspended_and_resumed_at_once() {
    // The errors page that problems are compared with comes from a server of this process.
    TestServer::start().await;
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let caller = server.caller(made["secret"].as_str().unwrap());
    let org = made["organizationId"].as_str().unwrap();
    caller.get("/v1/brand").await.expect(200);
    let suspended = run(&installation, &format!("org suspend {org}")).await;
    assert_eq!(
        suspended,
        json!({ "organizationId": org, "name": "My organization", "plan": "unlimited", "state": "suspended" })
    );
    let refused = caller.get("/v1/brand").await;
    assert_problem(&refused, 403, "ORGANIZATION_SUSPENDED", None);
    let again = run(&installation, &format!("org suspend {org}")).await;
    assert_eq!(again, suspended);
    let brands = run(&installation, &format!("brand list --org {org}")).await;
    assert_eq!(brands[0]["state"], "suspended");
    let resumed = run(&installation, &format!("org resume {org}")).await;
    assert_eq!(resumed["state"], "active");
    caller.get("/v1/brand").await.expect(200);
}

#[tokio::test]
async fn nothing_is_deleted_without_a_word() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let (org, brand) = (
        made["organizationId"].as_str().unwrap(),
        made["brandId"].as_str().unwrap(),
    );
    for arguments in [["org", "delete", org], ["brand", "delete", brand]] {
        let ended = installation.command(&arguments).await;
        assert!(!ended.status.success());
        assert!(ended.stderr.contains("--yes"), "{}", ended.stderr);
    }
    for arguments in [
        &["org", "delete", "nowhere", "--yes"][..],
        &["org", "suspend", "nowhere"],
        &["org", "resume", "nowhere"],
        &["brand", "delete", "nowhere", "--yes"],
    ] {
        let ended = installation.command(arguments).await;
        assert!(!ended.status.success());
        assert!(ended.stderr.contains("nowhere"), "{}", ended.stderr);
    }
    let listed = run(&installation, "org list").await;
    assert_eq!(
        states(&listed, "organizationId"),
        [(org.to_owned(), "active".to_owned())]
    );
}

#[tokio::test]
async fn whoever_sits_at_a_terminal_types_the_name() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let org = made["organizationId"].as_str().unwrap();
    let delete = format!("org delete {org}");
    let asked = installation.command_on_a_terminal(&delete, "My org").await;
    assert!(asked.contains("nothing was deleted"), "{asked}");
    let listed = run(&installation, "org list").await;
    assert_eq!(listed[0]["state"], "active");
    let asked = installation
        .command_on_a_terminal(&delete, "My organization")
        .await;
    assert!(!asked.contains("nothing was deleted"), "{asked}");
    let caller = server.caller(made["secret"].as_str().unwrap());
    let refused = caller.get("/v1/brand").await;
    assert_eq!(refused.status, 401, "{}", refused.text());
}

#[tokio::test]
async fn the_last_organization_is_deleted_and_no_other_comes_in_its_place() {
    let installation = Installation::empty().await;
    let mut server = installation.serve().await;
    let made = server.made();
    let caller = server.caller(made["secret"].as_str().unwrap());
    let (org, brand) = (
        made["organizationId"].as_str().unwrap().to_owned(),
        made["brandId"].as_str().unwrap().to_owned(),
    );
    let second = run(&installation, &format!("brand create Second --org {org}")).await;
    let second = second["brandId"].as_str().unwrap().to_owned();
    let deleted = run(&installation, &format!("brand delete {brand} --yes")).await;
    assert_eq!(
        deleted,
        json!({ "brandId": brand, "name": "My brand", "state": "deleting" })
    );
    caller.get("/v1/brand").await.expect(404);
    let brands = run(&installation, &format!("brand list --org {org}")).await;
    let state = |id: &str, state: &str| (id.to_owned(), state.to_owned());
    assert_eq!(
        states(&brands, "brandId"),
        [state(&second, "active"), state(&brand, "deleting")]
    );
    let deleted = run(&installation, &format!("org delete {org} --yes")).await;
    assert_eq!(deleted["state"], "deleting");
    let refused = installation.command(&["org", "resume", &org]).await;
    assert!(!refused.status.success() && refused.stderr.contains("removed"));
    let refused = installation
        .command(&["brand", "create", "X", "--org", &org])
        .await;
    assert!(!refused.status.success() && refused.stderr.contains("removed"));
    // As if an hour had passed.
    let earlier = "deleted_at = deleted_at - 7200000";
    installation
        .database
        .sql(&format!("UPDATE organizations SET {earlier}"))
        .await;
    installation
        .database
        .sql(&format!("UPDATE brands SET {earlier}"))
        .await;
    until("it is gone", async || {
        installation
            .database
            .sql("UPDATE jobs SET due_at = 0 WHERE kind = 'removal' AND owner IS NULL")
            .await;
        let listed = run(&installation, "org list").await;
        listed.as_array().unwrap().is_empty().then_some(())
    })
    .await;
    server.ask_to_stop().await;
    assert!(server.ended().await.success());
    let _server = installation.serve().await;
    assert_eq!(run(&installation, "org list").await, json!([]));
}
