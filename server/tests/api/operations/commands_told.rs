//! What commands change is told in the audit log, and none of the secrets that they print or read.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use crate::support::members::{PASSWORD, with_session};
use crate::support::{Answer, Caller, Installation};

async fn run(installation: &Installation, arguments: &str) -> Value {
    let words: Vec<&str> = arguments.split(' ').chain(["--json"]).collect();
    installation.command(&words).await.json()
}

async fn run_with(installation: &Installation, arguments: &str, input: &str) -> Value {
    let words: Vec<&str> = arguments.split(' ').chain(["--json"]).collect();
    let mut process = installation.process(&words);
    process.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = process.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(input.as_bytes()).await.unwrap();
    drop(stdin);
    let output = child.wait_with_output().await.unwrap();
    assert!(output.status.success(), "{arguments}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn text(value: &Value, key: &str) -> String {
    let text = value[key].as_str();
    text.unwrap_or_else(|| panic!("{key} in {value}"))
        .to_owned()
}

/// What the log tells, the oldest first.
async fn log(installation: &Installation) -> Vec<String> {
    let sql = "SELECT act || ' ' || target_kind || ' ' || coalesce(before, '') || ' ' || coalesce(after, '')
        FROM audit_log WHERE person IS NULL AND session IS NULL AND act LIKE 'command.%' ORDER BY id";
    let rows = installation.database.sql(sql).await;
    rows.iter().map(|row| row.text(0).unwrap()).collect()
}

/// Runs every command that changes an organization, and says which secrets were made or read.
async fn run_all(installation: &Installation) -> (String, Vec<String>) {
    const SECRET: &str = "whsec_c2VjcmV0LXRoYXQtbm9ib2R5LW1heS1rbm93";
    let org = run(installation, "org create Acme --plan free").await;
    let org = text(&org, "organizationId");
    let brand = run(installation, &format!("brand create Shop --org {org}")).await;
    let brand = text(&brand, "brandId");
    run(installation, &format!("plan set --org {org} --plan pro")).await;
    let user = format!("user create ada@example.com --org {org} --role editor");
    let user = run(installation, &user).await;
    let link = text(
        &run(installation, "user link ada@example.com").await,
        "link",
    );
    let key = format!("key create --brand {brand} --scopes contacts --name CRM");
    let key = run(installation, &key).await;
    // The second time nothing is changed.
    for _ in 0..2 {
        run(installation, &format!("key revoke {}", text(&key, "keyId"))).await;
    }
    let connect = format!("connection create --brand {brand} --provider clerk --secret-stdin");
    let connection = run_with(installation, &connect, SECRET).await;
    let connection = text(&connection, "connectionId");
    let rotate = format!("connection rotate {connection} --secret-stdin");
    run_with(installation, &rotate, SECRET).await;
    for command in [
        format!("connection delete {connection}"),
        format!("org suspend {org}"),
        format!("org resume {org}"),
        "org list".to_owned(),
        format!("brand list --org {org}"),
        format!("key list --org {org}"),
        format!("brand delete {brand} --yes"),
    ] {
        run(installation, &command).await;
    }
    let token = link.rsplit('#').next().unwrap_or_default();
    let secrets = [SECRET, token].map(str::to_owned);
    let shown = [text(&user, "password"), text(&key, "secret")];
    (org, [secrets, shown].concat())
}

#[tokio::test]
async fn every_command_that_changes_something_is_told() {
    let installation = Installation::new().await;
    let _server = installation.serve().await;
    let (org, secrets) = run_all(&installation).await;
    let told = log(&installation).await;
    let acts: Vec<&str> = told
        .iter()
        .filter_map(|line| line.split(' ').next())
        .collect();
    assert_eq!(
        acts,
        [
            "command.org.create",
            "command.brand.create",
            "command.plan.set",
            "command.user.create",
            "command.user.link",
            "command.key.create",
            "command.key.revoke",
            "command.connection.create",
            "command.connection.rotate",
            "command.connection.delete",
            "command.org.suspend",
            "command.org.resume",
            "command.brand.delete",
        ]
    );
    let set = r#"command.plan.set organization {"plan":"free"} {"plan":"pro"}"#;
    assert_eq!(told[2], set);
    let made = r#"command.key.create key  {"name":"CRM","scopes":["contacts"]}"#;
    assert_eq!(told[5], made);
    let stopped = r#"command.org.suspend organization {"state":"active"} {"state":"suspended"}"#;
    assert_eq!(told[10], stopped);
    let all = told.join("\n");
    for secret in secrets {
        assert!(!all.contains(&secret), "{all}");
    }
    run(&installation, &format!("org delete {org} --yes")).await;
}

/// Somebody who signs in with the password alone.
async fn sign_in(caller: &Caller) -> Answer {
    let body = json!({ "email": "ada@example.com", "password": PASSWORD });
    let request = caller.request("POST", "/app/api/session");
    let request = request.header("Sec-Fetch-Site", "same-origin");
    request.json(&body).send().await
}

#[tokio::test]
async fn a_lost_second_factor_is_forgotten_and_every_session_ends() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let link = text(
        &run(&installation, "user link owner@localhost").await,
        "link",
    );
    let token = link.rsplit('#').next().unwrap();
    let body = json!({ "token": token, "email": "ada@example.com", "password": PASSWORD });
    let request = server.nobody().request("POST", "/app/api/claim");
    let request = request.header("Sec-Fetch-Site", "same-origin");
    let claimed = request.json(&body).send().await.expect(201);
    let cookie = claimed.header("set-cookie").unwrap();
    let cookie = cookie.split(';').next().unwrap();
    let ada = with_session(&server.nobody(), cookie.strip_prefix("postrider=").unwrap());
    let forget = ["user", "forget-second-factor", "Ada@example.com"];
    let none = installation.command(&forget).await;
    assert!(
        !none.status.success() && none.stderr.contains("no second factor"),
        "{}",
        none.stderr
    );
    ada.get("/app/api/session").await.expect(200);

    let bytes = if installation.database.is_sqlite() {
        "x'00'"
    } else {
        "'\\x00'::bytea"
    };
    let protect = format!(
        "UPDATE people SET totp_secret = {bytes}, totp_step = 7 WHERE email = 'ada@example.com'"
    );
    installation.database.sql(&protect).await;
    let refused = sign_in(&server.nobody()).await;
    assert_eq!(
        (refused.status, refused.code()),
        (401, "SECOND_FACTOR_REQUIRED")
    );

    let forgotten = run(&installation, "user forget-second-factor Ada@example.com").await;
    assert_eq!(
        forgotten,
        json!({ "email": "ada@example.com", "sessionsEnded": 1 })
    );
    ada.get("/app/api/session").await.expect(401);
    sign_in(&server.nobody()).await.expect(201);
    let told = log(&installation).await;
    assert!(
        told.iter()
            .any(|line| line.starts_with("command.user.forgetSecondFactor person")),
        "{told:?}"
    );
    let nobody = installation
        .command(&["user", "forget-second-factor", "nobody@example.com"])
        .await;
    assert!(!nobody.status.success() && nobody.stderr.contains("nobody@example.com"));
}
