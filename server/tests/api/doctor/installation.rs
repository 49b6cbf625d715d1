//! Folder, database, secret, processes.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;

use postrider_test_support::model_server::{KEY, ModelServer};

use super::{Report, dns, examined, kind_server, leaving};
use crate::support::Installation;

#[tokio::test]
async fn a_service_that_has_just_started_is_well() {
    let installation = Installation::new().await;
    let _server = installation.serve().await;
    let report = examined(&installation).await;
    assert!(report.is_success, "{:#}", report.json);
    assert_eq!(report.json["problems"], 0);
    for check in [
        "settings",
        "data_folder",
        "open_files",
        "database",
        "secret",
        "clock",
        "processes",
        "objects",
        "metrics",
    ] {
        report.assert_well(check);
    }
    assert_eq!(report.all("inbound"), Vec::<&serde_json::Value>::new());
    let ended = installation.command(&["doctor"]).await;
    assert!(ended.status.success());
    assert!(
        ended.stdout.starts_with("Installation\n  ✓ settings"),
        "{}",
        ended.stdout
    );
    assert!(
        !ended.stdout.contains('\u{1b}'),
        "colours are for terminals"
    );
}

#[tokio::test]
async fn looking_makes_and_changes_nothing() {
    let installation = Installation::empty().await;
    fs::set_permissions(installation.data(), Permissions::from_mode(0o750)).unwrap();
    let report = examined(&installation).await;
    report.assert_found("data_folder", "problem", &["chmod -R go="]);
    if installation.database.is_sqlite() {
        report.assert_found("database", "warning", &["not there yet", "postrider serve"]);
    } else {
        report.assert_found("database", "warning", &["empty", "postrider serve"]);
    }
    assert_eq!(fs::read_dir(installation.data()).unwrap().count(), 0);
    let mode = fs::metadata(installation.data())
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o750);
}

#[tokio::test]
async fn a_file_that_others_may_read_is_named() {
    let installation = Installation::new().await;
    let _server = installation.serve().await;
    let secret = installation.data().join("secret");
    fs::set_permissions(&secret, Permissions::from_mode(0o644)).unwrap();
    let report = examined(&installation).await;
    let path = secret.display().to_string();
    report.assert_found("data_folder", "problem", &[&path, "chmod"]);
}

#[tokio::test]
async fn a_setting_that_makes_no_sense_is_a_finding() {
    let installation = Installation::new().await.set("POSTRIDER_MAIL", "pigeons");
    let report = examined(&installation).await;
    report.assert_found("settings", "problem", &["POSTRIDER_MAIL", "capture, mx"]);
}

#[tokio::test]
async fn a_database_that_is_away_and_one_of_another_secret() {
    let away = "postgres://nobody@127.0.0.1:1/none";
    let installation = Installation::new()
        .await
        .set("POSTRIDER_DATABASE_URL", away);
    let report = examined(&installation).await;
    report.assert_found("database", "problem", &["POSTRIDER_DATABASE_URL"]);

    let installation = Installation::new().await;
    installation.command(&["migrate"]).await;
    let other = installation.set(
        "POSTRIDER_SECRET",
        "another secret, of which nobody has ever heard",
    );
    let report = examined(&other).await;
    report.assert_found("secret", "problem", &["not the one", "POSTRIDER_SECRET"]);
}

#[tokio::test]
async fn processes_that_keep_files_in_different_places_are_found() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    examined(&installation).await.assert_well("objects");
    let beside = "INSERT INTO processes (id, life, version, roles, objects, started_at, seen_at)
        SELECT 7, 7, version, roles, 'folder elsewhere', started_at, seen_at + 3600000 FROM processes";
    installation.database.sql(beside).await;
    let report = examined(&installation).await;
    report.assert_found(
        "objects",
        "problem",
        &["2 different places", "POSTRIDER_OBJECTS"],
    );

    let older = "UPDATE processes SET version = '0.0.1' WHERE id = 7";
    installation.database.sql(older).await;
    let report = examined(&installation).await;
    report.assert_found("processes", "warning", &["0.0.1", "upgrade"]);
    drop(server);
}

#[tokio::test]
async fn redis_that_is_away_is_a_warning() {
    let installation = Installation::new()
        .await
        .set("POSTRIDER_REDIS_URL", "redis://127.0.0.1:1");
    let report = examined(&installation).await;
    report.assert_found("redis", "warning", &["POSTRIDER_REDIS_URL"]);
}

#[tokio::test]
async fn a_model_is_looked_for_and_asked_nothing() {
    let models = ModelServer::start(|_| String::new()).await;
    let with = async |name: &str, key: &str| {
        let installation = Installation::new().await;
        let installation = installation
            .set("POSTRIDER_AI_URL", &models.base_url())
            .set("POSTRIDER_AI_MODEL", name)
            .set("POSTRIDER_AI_KEY", key);
        examined(&installation).await
    };
    let unpriced = with("good", KEY).await;
    unpriced.assert_found(
        "model",
        "warning",
        &["`good` answers", "[ai.prices.\"good\"]"],
    );
    let unknown = with("other", KEY).await;
    unknown.assert_found("model", "problem", &["`other`", "POSTRIDER_AI_MODEL"]);
    let denied = with("good", "another").await;
    denied.assert_found("model", "warning", &["POSTRIDER_AI_KEY", "built in"]);
    let drawing = async |name: &str| {
        let installation = Installation::new().await;
        let installation = installation
            .set("POSTRIDER_AI_URL", &models.base_url())
            .set("POSTRIDER_AI_IMAGE_MODEL", name)
            .set("POSTRIDER_AI_KEY", KEY);
        examined(&installation).await
    };
    drawing("good").await.assert_well("image_model");
    let unknown = drawing("other").await;
    let said = ["`other`", "POSTRIDER_AI_IMAGE_MODEL"];
    unknown.assert_found("image_model", "problem", &said);
    assert!(unknown.all("model").is_empty());
    assert!(models.asked().is_empty());
    let without = examined(&Installation::new().await).await;
    assert!(without.all("model").is_empty());
}

#[tokio::test]
async fn what_reads_videos_is_run() {
    let with =
        async |name: &str, path: &str| examined(&Installation::new().await.set(name, path)).await;
    let seen = |report: &Report| {
        report.assert_well("ffmpeg");
        report.only("ffmpeg")["seen"].as_str().unwrap().to_owned()
    };
    let found = with("PATH", "/no/such:/usr/local/bin:/usr/bin").await;
    assert!(seen(&found).starts_with("GIFs are made of videos by /usr/"));
    let none = with("POSTRIDER_FFMPEG", "off").await;
    assert!(seen(&none).contains("install ffmpeg"));
    let other = with("POSTRIDER_FFMPEG", "/bin/true").await;
    other.assert_found("ffmpeg", "warning", &["/bin/true", "POSTRIDER_FFMPEG"]);
    let missing = with("POSTRIDER_FFMPEG", "/no/such/program").await;
    missing.assert_found(
        "settings",
        "problem",
        &["POSTRIDER_FFMPEG", "/no/such/program"],
    );
}

#[tokio::test]
async fn a_report_for_people_says_what_to_do() {
    let (dns, relay) = (dns().await, kind_server().await);
    let installation = leaving(&dns, &relay.url()).await;
    let ended = installation.command(&["doctor"]).await;
    assert!(!ended.status.success());
    assert!(ended.stdout.contains("✗ data folder"), "{}", ended.stdout);
    assert!(
        ended.stdout.contains("→ It holds the secret"),
        "{}",
        ended.stdout
    );
    let too_long = ended.stdout.lines().find(|line| line.chars().count() > 100);
    // The path of a temporary folder cannot be broken.
    assert!(
        too_long.is_none_or(|line| line.contains('/')),
        "{too_long:?}"
    );
}

#[tokio::test]
async fn metrics_that_nobody_or_everybody_reads_are_found() {
    let public = async |more: &[(&str, &str)]| {
        let mut installation = Installation::new()
            .await
            .set("POSTRIDER_PUBLIC_URL", "https://mail.postrider.test");
        for (name, value) in more {
            installation = installation.set(name, value);
        }
        examined(&installation).await
    };
    let both = ["POSTRIDER_METRICS_LISTEN", "POSTRIDER_METRICS_TOKEN"];
    let nobody = public(&[]).await;
    nobody.assert_found("metrics", "warning", &["nobody", both[0], both[1]]);
    let everybody = public(&[(both[0], "0.0.0.0:9090")]).await;
    everybody.assert_found("metrics", "warning", &["whoever", both[1]]);
    public(&[(both[0], "127.0.0.1:9090")])
        .await
        .assert_well("metrics");
    public(&[(both[1], "a-token")]).await.assert_well("metrics");
}
