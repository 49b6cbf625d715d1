//! `postrider connection …`

use std::process::Stdio;

use postrider_domain::automations::integration::Provider;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;

use super::bodies::{stripe_invoice, supabase_row};
use super::signing::{SECRET, Signed, WHSEC, sign};
use crate::support::{Answer, Binary, Installation};

/// Runs a command with a secret on its standard input; what it printed, or what it complained of.
async fn run(
    installation: &Installation,
    arguments: &[&str],
    secret: &str,
) -> Result<Value, String> {
    let mut child = installation
        .process(&[arguments, &["--json"]].concat())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    // A command that refuses its arguments does not read.
    let _ = input.write_all(format!("{secret}\n").as_bytes()).await;
    drop(input);
    let output = child.wait_with_output().await.unwrap();
    if !output.status.success() {
        return Err(String::from_utf8(output.stderr).unwrap());
    }
    Ok(serde_json::from_slice(&output.stdout).unwrap())
}

/// Makes a connection; gives its id.
pub async fn create(
    installation: &Installation,
    brand: &str,
    provider: &str,
    secret: &str,
    more: &[&str],
) -> String {
    let arguments = [
        "connection",
        "create",
        "--brand",
        brand,
        "--provider",
        provider,
        "--secret-stdin",
    ];
    let made = run(installation, &[&arguments, more].concat(), secret)
        .await
        .unwrap();
    let id = made["connectionId"].as_str().unwrap().to_owned();
    let path = format!("/api/integrations/{provider}/webhook/{id}");
    assert!(
        made["receiverUrl"].as_str().unwrap().ends_with(&path),
        "{made}"
    );
    assert_eq!(made["provider"], provider);
    assert_eq!(made.as_object().unwrap().len(), 3);
    id
}

async fn post(binary: &Binary, provider: Provider, id: &str, signed: &Signed) -> Answer {
    let mut request = binary.nobody().request("POST", &provider.receiver_path(id));
    for (name, value) in &signed.headers {
        request = request.header(name, value);
    }
    request.body(signed.body.clone()).send().await
}

fn now() -> i64 {
    postrider_server::clock::Clock::machine().now()
}

fn signed(secret: &str, event: &str) -> Signed {
    let body = stripe_invoice(event, "in_1").to_string();
    sign(Provider::Stripe, secret, &body, now())
}

/// The old secret counts for a while, or not at all.
async fn rotate_twice(installation: &Installation, server: &Binary, id: &str) {
    let rotated = run(
        installation,
        &["connection", "rotate", id, "--secret-stdin"],
        "new one",
    )
    .await;
    assert!(rotated.unwrap()["oldSecretUntil"].is_string());
    post(server, Provider::Stripe, id, &signed(SECRET, "evt_2"))
        .await
        .expect(200);
    post(server, Provider::Stripe, id, &signed("new one", "evt_3"))
        .await
        .expect(200);
    let rotate = ["connection", "rotate", id, "--secret-stdin", "--now"];
    let rotated = run(installation, &rotate, "newest").await.unwrap();
    assert_eq!(rotated.get("oldSecretUntil"), None);
    let newest = signed("newest", "evt_5");
    post(server, Provider::Stripe, id, &newest)
        .await
        .expect(200);
    for old in [SECRET, "new one"] {
        let refused = post(server, Provider::Stripe, id, &signed(old, "evt_6")).await;
        assert_eq!((refused.status, refused.code()), (401, "INVALID_SIGNATURE"));
    }
}

#[tokio::test]
async fn connections_are_made_rotated_listed_and_deleted_beside_a_server() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let brand = made["brandId"].as_str().unwrap();
    let caller = server.caller(made["secret"].as_str().unwrap());
    let id = create(&installation, brand, "stripe", SECRET, &["--sandbox"]).await;
    post(&server, Provider::Stripe, &id, &signed(SECRET, "evt_1"))
        .await
        .expect(200);
    rotate_twice(&installation, &server, &id).await;
    let listed = installation
        .command(&["connection", "list", "--brand", brand, "--json"])
        .await;
    let listed = listed.json();
    assert_eq!(listed[0].get("oldSecretUntil"), None);
    assert_eq!(listed[0]["connectionId"], id.as_str());
    assert_eq!(listed[0]["settings"], json!({ "sandbox": true }));
    assert!(listed[0]["lastEventAt"].is_string() && !listed.to_string().contains(SECRET));
    let triggers = caller.get("/v1/automations/triggers").await.expect(200);
    assert_eq!(triggers["data"].as_array().unwrap().len(), 5);
    let deleted = installation
        .command(&["connection", "delete", &id, "--json"])
        .await
        .json();
    assert_eq!(deleted, json!({ "connectionId": id, "deleted": true }));
    let triggers = caller.get("/v1/automations/triggers").await.expect(200);
    assert_eq!(triggers["data"], json!([]));
    let gone = post(&server, Provider::Stripe, &id, &signed("newest", "evt_4")).await;
    assert_eq!((gone.status, gone.code()), (404, "CONNECTION_NOT_FOUND"));
    let again = installation.command(&["connection", "delete", &id]).await;
    assert!(!again.status.success() && again.stderr.contains(&id));
    assert!(
        !server.raw_log().contains(SECRET),
        "secrets are not for logs"
    );
}

#[tokio::test]
async fn tables_and_the_column_of_addresses_are_settings() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let brand = made["brandId"].as_str().unwrap();
    let more = ["--tables", "profiles,auth.users", "--email-column", "mail"];
    let id = create(&installation, brand, "supabase", SECRET, &more).await;
    let mut body = supabase_row("INSERT");
    body["record"]["mail"] = json!("other@acme.test");
    let signed = sign(Provider::Supabase, SECRET, &body.to_string(), now());
    post(&server, Provider::Supabase, &id, &signed)
        .await
        .expect(200);
    let caller = server.caller(made["secret"].as_str().unwrap());
    crate::support::until("the contact is there", async || {
        let contact = caller.get("/v1/contacts/other@acme.test").await;
        (contact.status == 200).then_some(())
    })
    .await;
}

/// Gives its id.
async fn brand(installation: &Installation) -> String {
    let org = ["org", "create", "Acme", "--json"];
    let org = installation.command(&org).await.json();
    let org = org["organizationId"].as_str().unwrap();
    let made = ["brand", "create", "Acme", "--org", org, "--json"];
    let made = installation.command(&made).await.json();
    made["brandId"].as_str().unwrap().to_owned()
}

const UNFIT: [(&str, &[&str], &str, &str); 10] = [
    ("stripe", &[], "s", "--secret-stdin"),
    ("paypal", &["--secret-stdin"], "s", "paypal"),
    ("stripe", &["--secret-stdin"], "", "empty"),
    ("clerk", &["--secret-stdin"], "not base64!", "whsec_"),
    ("supabase", &["--secret-stdin"], "s", "tables"),
    ("revenuecat", &["--secret-stdin"], "fifteen letters", "16"),
    (
        "supabase",
        &["--secret-stdin", "--tables", "a"],
        "fifteen letters",
        "16",
    ),
    (
        "supabase",
        &["--secret-stdin", "--tables", "a b"],
        "s",
        "a b",
    ),
    (
        "stripe",
        &["--secret-stdin", "--tables", "a"],
        "s",
        "supabase",
    ),
    (
        "clerk",
        &["--secret-stdin", "--sandbox"],
        WHSEC,
        "test mode",
    ),
];

#[tokio::test]
async fn what_does_not_fit_is_refused_in_words() {
    let installation = Installation::new().await;
    let brand = brand(&installation).await;
    let create = async |provider: &str, more: &[&str], secret: &str| {
        let arguments = [
            "connection",
            "create",
            "--brand",
            &brand,
            "--provider",
            provider,
        ];
        run(&installation, &[&arguments, more].concat(), secret).await
    };
    for (provider, more, secret, said) in UNFIT {
        let refused = create(provider, more, secret).await.unwrap_err();
        assert!(refused.contains(said), "{provider} {more:?}: {refused}");
    }
    let nobody = [
        "connection",
        "create",
        "--brand",
        "nobody",
        "--provider",
        "stripe",
        "--secret-stdin",
    ];
    assert!(
        run(&installation, &nobody, "s")
            .await
            .unwrap_err()
            .contains("nobody")
    );
    let listed = installation
        .command(&["connection", "list", "--brand", &brand, "--json"])
        .await;
    assert_eq!(listed.json(), json!([]));
}

/// Runs a program with a terminal as its standard input; prints what it complained of.
const ON_A_TERMINAL: &str = r"
import os, subprocess, sys
ours, theirs = os.openpty()
os.write(ours, b'a secret that is typed\n\x04')
ended = subprocess.run(sys.argv[1:], stdin=theirs, capture_output=True, text=True)
print(ended.stderr)
";

#[tokio::test]
async fn no_secret_is_typed_where_it_is_seen() {
    let installation = Installation::new().await;
    let brand = brand(&installation).await;
    let arguments = [
        "connection",
        "create",
        "--brand",
        &brand,
        "--provider",
        "stripe",
        "--secret-stdin",
    ];
    let process = installation.process(&arguments);
    let process = process.as_std();
    let mut python = tokio::process::Command::new("python3");
    python
        .args(["-c", ON_A_TERMINAL])
        .arg(process.get_program());
    python.args(process.get_args());
    for (name, value) in process.get_envs() {
        python.env(name, value.unwrap());
    }
    let ended = python.output().await.unwrap();
    let said = String::from_utf8(ended.stdout).unwrap();
    assert!(said.contains("pipe it in"), "{said}");
    let listed = installation
        .command(&["connection", "list", "--brand", &brand, "--json"])
        .await;
    assert_eq!(listed.json(), json!([]));
}

#[tokio::test]
async fn a_connection_that_automations_use_stays() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let made = server.made();
    let brand = made["brandId"].as_str().unwrap();
    let caller = server.caller(made["secret"].as_str().unwrap());
    let id = create(&installation, brand, "clerk", WHSEC, &[]).await;
    let trigger = format!("clerk:{id}:user.created");
    let draft = json!({ "name": "Welcome aboard", "nodes": [
        { "id": "start", "type": "trigger", "config": { "mode": "event", "triggerEventId": trigger } },
    ], "connections": [] });
    let automation = caller.post("/v1/automations", draft).await.expect(201);
    let automation = automation["automationId"].as_str().unwrap();
    let refused = installation.command(&["connection", "delete", &id]).await;
    assert!(!refused.status.success());
    assert!(
        refused.stderr.contains("Welcome aboard") && refused.stderr.contains(automation),
        "{}",
        refused.stderr
    );
    caller
        .delete(&format!("/v1/automations/{automation}"))
        .await
        .expect(200);
    installation
        .command(&["connection", "delete", &id, "--json"])
        .await
        .json();
}
