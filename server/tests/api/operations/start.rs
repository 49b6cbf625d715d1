//! Starting.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::Value;

use crate::support::Installation;

#[tokio::test]
async fn the_first_start_tells_what_it_made_once() {
    let installation = Installation::new().await;
    let mut server = installation.serve().await;
    let made = server.made();
    for key in [
        "organizationId",
        "brandId",
        "keyId",
        "secret",
        "owner",
        "claimLink",
        "url",
    ] {
        assert!(
            made[key].as_str().is_some_and(|text| !text.is_empty()),
            "{key}"
        );
    }
    let secret = made["secret"].as_str().unwrap();
    let brand = server.caller(secret).get("/v1/brand").await.expect(200);
    assert_eq!(brand["brandId"], made["brandId"]);
    server.ask_to_stop().await;
    assert!(server.ended().await.success());
    let link = made["claimLink"].as_str().unwrap();
    let url = made["url"].as_str().unwrap();
    let token = link.strip_prefix(&format!("{url}/app/claim#")).unwrap();
    for (place, text) in [
        ("the log", server.raw_log()),
        ("the output", server.stdout()),
    ] {
        assert!(
            !text.contains(secret) && !text.contains(token),
            "{place} is no place for a secret: {text}"
        );
    }
    let told: Value = serde_json::from_str(&server.stdout()).unwrap();
    let file = installation.data().join("first-start");
    assert_eq!(told["secretsIn"], file.to_str().unwrap());
    assert_eq!(told["brandId"], made["brandId"]);
    assert_eq!(mode(&file), 0o600);

    let again = installation.serve().await;
    assert_eq!(again.stdout(), "");
    again.caller(secret).get("/v1/brand").await.expect(200);
    let keys = installation
        .command(&["key", "list", "--json"])
        .await
        .json();
    assert_eq!(keys.as_array().unwrap().len(), 1);
}

/// With them, a server at rest has twice as much in memory.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn a_server_takes_no_huge_pages() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.pid())).unwrap();
    assert!(status.contains("THP_enabled:\t0\n"), "{status}");
}

/// `script` gives a process a terminal of its own.
#[tokio::test]
async fn on_a_terminal_the_first_start_prints_its_secrets() {
    let installation = Installation::new().await;
    let shown = installation.serve_on_a_terminal().await;
    assert!(
        shown.contains("API key (shown once)    pr_live_"),
        "{shown}"
    );
    assert!(shown.contains("/app/claim#"), "{shown}");
    assert!(!installation.data().join("first-start").exists());
}

#[tokio::test]
async fn a_data_folder_has_one_server() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let second = installation
        .try_serve()
        .await
        .err()
        .expect("the folder is locked");
    assert!(!second.status.success());
    assert!(second.stderr.contains("in use"), "{}", second.stderr);
    assert!(
        second.stderr.contains("POSTRIDER_DATA"),
        "it says what to do: {}",
        second.stderr
    );
    // The lock ends with the process, however it ends.
    server.kill().await;
    installation.serve().await;
}

#[tokio::test]
async fn the_files_are_readable_by_their_user_alone() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let secret = server.made()["secret"].as_str().unwrap().to_owned();
    server.caller(&secret).get("/v1/brand").await.expect(200);
    assert_eq!(mode(&installation.data()), 0o700);
    let mut names = Vec::new();
    for entry in std::fs::read_dir(installation.data()).unwrap() {
        let path = entry.unwrap().path();
        let expected = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode(&path), expected, "{}", path.display());
        names.push(path.file_name().unwrap().to_string_lossy().into_owned());
    }
    for name in ["lock", "secret", "first-start"] {
        assert!(names.iter().any(|found| found == name), "{names:?}");
    }
}

fn mode(path: &Path) -> u32 {
    std::fs::metadata(path).unwrap().permissions().mode() & 0o777
}

#[tokio::test]
async fn another_secret_than_the_databases_is_refused() {
    let installation = Installation::new().await;
    let mut server = installation.serve().await;
    server.ask_to_stop().await;
    server.ended().await;
    let other = "another secret, which has more than 32 characters";
    let installation = installation.set("POSTRIDER_SECRET", other);
    let refused = installation
        .try_serve()
        .await
        .err()
        .expect("the secret is wrong");
    assert!(!refused.status.success());
    assert!(refused.stderr.contains("secret"), "{}", refused.stderr);
    assert!(!refused.stderr.contains(other));
}

#[tokio::test]
async fn a_wrong_setting_is_named() {
    for (name, value) in [
        ("POSTRIDER_LISTEN", "nowhere"),
        ("POSTRIDER_SECRET", "short"),
        ("POSTRIDER_RATE_LIMITS", "nothing.here=1"),
        ("POSTRIDER_LOG_FORMAT", "loud"),
    ] {
        let installation = Installation::new().await.set(name, value);
        let refused = installation
            .try_serve()
            .await
            .err()
            .expect("a wrong setting");
        assert!(!refused.status.success());
        assert!(refused.stderr.contains(name), "{name}: {}", refused.stderr);
    }
}
