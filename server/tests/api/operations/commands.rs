//! Administration from the command line, beside a running server.

use serde_json::{Value, json};

use crate::support::{Installation, TestServer, assert_problem};

/// What a command prints for scripts.
async fn run(installation: &Installation, arguments: &str) -> Value {
    let words: Vec<&str> = arguments.split(' ').chain(["--json"]).collect();
    installation.command(&words).await.json()
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key]
        .as_str()
        .unwrap_or_else(|| panic!("{key} in {value}"))
}

#[tokio::test]
async fn organizations_brands_and_users_are_made_beside_a_running_server() {
    let installation = Installation::new().await;
    let _server = installation.serve().await;
    let org = run(&installation, "org create Acme --plan free").await;
    assert_eq!((text(&org, "name"), text(&org, "plan")), ("Acme", "free"));
    let listed = run(&installation, "org list").await;
    assert!(listed.as_array().unwrap().contains(&org), "{listed}");

    let id = text(&org, "organizationId");
    let brand = run(&installation, &format!("brand create Shop --org {id}")).await;
    assert_eq!(text(&brand, "name"), "Shop");
    let brands = run(&installation, &format!("brand list --org {id}")).await;
    assert_eq!(brands, json!([brand]));

    let user = format!("user create Ada@Example.com --org {id} --role editor");
    let made = run(&installation, &user).await;
    assert_eq!(
        (text(&made, "email"), text(&made, "role")),
        ("ada@example.com", "editor")
    );
    assert!(text(&made, "password").len() >= 20);
    let words: Vec<&str> = user.split(' ').collect();
    let again = installation.command(&words).await;
    assert!(!again.status.success() && again.stderr.contains("ada@example.com"));

    let other = run(&installation, "org create Other --plan free").await;
    let other = text(&other, "organizationId");
    let there = format!("user create ada@example.com --org {other} --role viewer");
    let there = run(&installation, &there).await;
    assert_eq!(there["userId"], made["userId"]);
    assert_eq!(there["password"], Value::Null, "the one she has stays");
}

#[tokio::test]
async fn a_link_that_is_printed_opens_an_account_once() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let token = |link: &Value| {
        let (_, token) = text(link, "link").rsplit_once("/app/claim#").unwrap();
        token.to_owned()
    };
    let first = token(&run(&installation, "user link owner@localhost").await);
    let second = token(&run(&installation, "user link Owner@Localhost").await);
    let claim = async |token: &str| {
        let body = json!({ "token": token, "email": "ada@example.com", "password": "correct horse battery" });
        let request = server.nobody().request("POST", "/app/api/claim");
        let request = request.header("Sec-Fetch-Site", "same-origin");
        request.json(&body).send().await
    };
    for (token, status) in [(&first, 404), (&second, 201), (&second, 404)] {
        claim(token).await.expect(status);
    }
    let nobody = installation
        .command(&["user", "link", "nobody@example.com"])
        .await;
    assert!(!nobody.status.success() && nobody.stderr.contains("nobody@example.com"));
}

#[tokio::test]
async fn keys_and_plans_are_made_beside_a_running_server_and_hold_at_once() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let org = run(&installation, "org create Acme --plan free").await;
    let org = text(&org, "organizationId");
    let brand = run(&installation, &format!("brand create Shop --org {org}")).await;
    let brand = text(&brand, "brandId");

    let key = format!("key create --brand {brand} --scopes contacts,sends --name CRM");
    let key = run(&installation, &key).await;
    assert_eq!(key["scopes"], json!(["contacts", "sends"]));
    let caller = server.caller(text(&key, "secret"));
    caller.get("/v1/contacts").await.expect(200);
    assert_eq!(caller.get("/v1/usage").await.expect(200)["plan"], "free");
    run(&installation, &format!("plan set --org {org} --plan pro")).await;
    assert_eq!(caller.get("/v1/usage").await.expect(200)["plan"], "pro");

    let org_key = run(
        &installation,
        &format!("key create --org {org} --scopes all"),
    )
    .await;
    let seen = server
        .caller(text(&org_key, "secret"))
        .get("/v1/brands")
        .await
        .expect(200);
    assert_eq!(seen["data"][0]["brandId"], brand);

    let keys = run(&installation, &format!("key list --org {org}")).await;
    assert_eq!(keys.as_array().unwrap().len(), 2);
    assert!(
        !keys.to_string().contains(text(&key, "secret")),
        "a list never shows a secret"
    );
}

#[tokio::test]
async fn a_key_revoked_on_the_command_line_is_refused_at_once() {
    // The errors page that problems are compared with comes from a server of this process.
    TestServer::start().await;
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let (key_id, secret) = (
        made["keyId"].as_str().unwrap(),
        made["secret"].as_str().unwrap(),
    );
    let caller = server.caller(secret);
    caller.get("/v1/brand").await.expect(200);
    let revoked = installation
        .command(&["key", "revoke", key_id, "--json"])
        .await
        .json();
    assert_eq!(
        (&revoked["keyId"], &revoked["deleted"]),
        (&json!(key_id), &json!(true))
    );
    assert_problem(&caller.get("/v1/brand").await, 401, "API_KEY_REVOKED", None);
    let again = installation
        .command(&["key", "revoke", key_id, "--json"])
        .await
        .json();
    assert_eq!(again["deleted"], false);
    assert_eq!(again["revokedAt"], revoked["revokedAt"]);
}

#[tokio::test]
async fn a_command_that_cannot_do_it_says_why_and_fails() {
    let installation = Installation::new().await;
    for (arguments, word) in [
        (&["brand", "create", "X", "--org", "nowhere"][..], "nowhere"),
        (&["org", "create", "X", "--plan", "gold"], "gold"),
        (
            &["key", "create", "--brand", "nowhere", "--scopes", "all"],
            "nowhere",
        ),
        (
            &[
                "key",
                "create",
                "--brand",
                "nowhere",
                "--scopes",
                "everything",
            ],
            "everything",
        ),
        (&["key", "revoke", "nothing"], "nothing"),
        (&["key", "create", "--scopes", "all"], "--brand"),
    ] {
        let ended = installation.command(arguments).await;
        assert!(!ended.status.success(), "{arguments:?}");
        assert!(
            ended.stderr.contains(word),
            "{arguments:?}: {}",
            ended.stderr
        );
        assert_eq!(ended.stdout, "", "{arguments:?}");
    }
}

#[tokio::test]
async fn migrate_prepares_a_database_for_the_first_start() {
    let installation = Installation::empty().await;
    for _ in 0..2 {
        let ended = installation.command(&["migrate"]).await;
        assert!(ended.status.success(), "{}", ended.stderr);
    }
    let server = installation.serve().await;
    assert!(
        server.made()["secret"].is_string(),
        "migrating is no first start"
    );
}
