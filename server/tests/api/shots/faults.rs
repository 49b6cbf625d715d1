//! Browsers that die, and servers that do.

use std::path::Path;
use std::time::Duration;

use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::json;

use super::{GREEN, HTML_TO_PNG, asked_again, green, seen_by, swept};
use crate::support::{Installation, assert_problem, until};

#[tokio::test]
async fn a_browser_that_dies_of_every_second_picture_takes_them_all_and_one_that_dies_of_all_costs_nothing()
 {
    let double = BrowserDouble::new(Behaviour::DiesOfEverySecond);
    let server = seen_by(&double.program).await.start().await;
    let brand = server.brand().await;
    for _ in 0..3 {
        assert_eq!(green(&brand).await.expect(200)["height"], 40);
    }
    assert_eq!(double.shots(), 5);

    let double = BrowserDouble::new(Behaviour::DiesOfAll);
    let server = seen_by(&double.program).await.plan("five", Some(5), None);
    let server = server.start().await;
    let brand = server.org_on("five").await.brand().await;
    // Whoever sends it again fares no better: nobody is told to.
    let failed = green(&brand).await;
    assert_problem(&failed, 422, "CONTENT_OPERATION_FAILED", None);
    assert_eq!(failed.header("retry-after"), None);
    let usage = brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["credits"]["remaining"], 5, "{}", usage.json);
    assert_eq!(server.files_in("assets").await.len(), 0);

    // One that does not even come so far is no mail's fault.
    let server = seen_by(Path::new("/bin/true")).await.start().await;
    let failed = green(&server.brand().await).await;
    assert_problem(&failed, 503, "SERVICE_UNAVAILABLE", None);
    assert_eq!(failed.header("retry-after"), Some("10"));
}

#[tokio::test]
async fn no_browser_outlives_a_server_whether_it_is_stopped_or_killed() {
    let double = BrowserDouble::new(Behaviour::Good);
    let mut server = seen_by(&double.program).await.start().await;
    green(&server.brand().await).await.expect(200);
    assert!(double.is_left());
    server.stop().await;
    let gone = async || (!double.is_left()).then_some(());
    until("the browser is gone", gone).await;

    let double = BrowserDouble::new(Behaviour::Hangs);
    let program = double.program.display().to_string();
    let mut installation = Installation::new().await.set("POSTRIDER_BROWSER", &program);
    if super::settings(&double.program).await.sandbox == postrider_media::browser::Sandbox::Off {
        installation = installation.set("POSTRIDER_BROWSER_SANDBOX", "off");
    }
    let server = installation.serve().await;
    let made = server.made();
    let caller = server.caller(made["secret"].as_str().unwrap());
    let dying = caller
        .request("POST", HTML_TO_PNG)
        .json(&json!({ "html": GREEN }))
        .try_send();
    let killing = async {
        let wanted = async || (double.shots() > 0).then_some(());
        until("the browser is at work", wanted).await;
        server.kill().await;
    };
    let (answer, ()) = tokio::join!(dying, killing);
    assert!(answer.is_err());
    let gone = async || (!double.is_left()).then_some(());
    until("the browser is gone", gone).await;
}

#[tokio::test]
async fn a_picture_whose_server_was_killed_is_taken_by_the_retry_and_charged_once() {
    for point in [
        "outside.begun",
        "html_to_png.stored",
        "outside.worked",
        "outside.settled",
        "outside.finished",
    ] {
        let double = BrowserDouble::new(Behaviour::Good);
        let mut server = seen_by(&double.program)
            .await
            .plan("five", Some(5), None)
            .clock_stopped()
            .twin_wait(Duration::from_millis(100))
            .start()
            .await;
        let brand = server.org_on("five").await.brand().await;
        let asked = (HTML_TO_PNG, &json!({ "html": GREEN }));
        let made = asked_again(point, &mut server, &double, &brand, asked).await;
        made.expect(200);
        // What the one before has stored has no row, and is gone a day later; what it has held is given back.
        assert_eq!(swept(&server, 1).await, 1, "{point}");
        assert_eq!(server.number("SELECT count(*) FROM assets").await, 1);
        let usage = server.again(&brand).get("/v1/usage").await.expect(200);
        assert_eq!(usage["credits"]["used"], 1, "{point}");
        assert_eq!(usage["credits"]["remaining"], 4, "{point}");
    }
}

#[tokio::test]
async fn the_doctor_starts_the_browser_and_says_what_it_is() {
    let examined = async |name: &str, value: &str| {
        let installation = Installation::new().await.set(name, value);
        let ended = installation.command(&["doctor", "--json"]).await;
        let report: serde_json::Value = serde_json::from_str(&ended.stdout).unwrap();
        let findings = report["findings"].as_array().unwrap().iter();
        let mut found = findings.filter(|finding| finding["check"] == "browser");
        found.next().unwrap().clone()
    };
    let double = BrowserDouble::new(Behaviour::Good);
    let program = double.program.display().to_string();
    let there = examined("POSTRIDER_BROWSER", &program).await;
    assert!(
        there["seen"].as_str().unwrap().contains("Chrome/"),
        "{there:#}"
    );
    let gone = async || (!double.is_left()).then_some(());
    until("the browser is gone", gone).await;
    let off = examined("POSTRIDER_BROWSER", "off").await;
    assert_eq!(off["status"], "ok");
    let wrong = examined("POSTRIDER_BROWSER", "/no/such/browser").await;
    assert_eq!(wrong["status"], "problem");
    let advice = wrong["advice"].as_str().unwrap();
    assert!(advice.contains("chromium-headless-shell"), "{wrong:#}");
    let broken = examined("POSTRIDER_BROWSER", "/bin/true").await;
    assert_eq!(broken["status"], "problem", "{broken:#}");
}
