//! What is asked for and refused, by whom, and how tests are listed.

use std::collections::HashSet;

use postrider_domain::designs::design::EmailStatus;
use serde_json::{Value, json};

use super::{Means, Rig, TESTS, domain, ended, held, seed_at, used};
use crate::domains::add;
use crate::emails::{add_version, design, draft, set_status, version};
use crate::sends::campaign;
use crate::support::{TestServer, assert_problem};

const LONG_MS: i64 = 60_000;

#[tokio::test]
async fn what_is_not_there_or_not_ready_is_named() {
    let rig = Rig::start(Means::looking(Vec::new(), LONG_MS)).await;
    let (server, brand) = (&rig.server, &rig.brand);
    let ready = json!(domain(brand).await);
    let unready = add(brand, "other.example.com").await["domainId"].clone();
    let failed = design(server, brand, campaign("failed")).await;
    set_status(server, brand, &failed, EmailStatus::Failed).await;
    design(server, brand, draft("untitled")).await;
    let path = |email: &str| format!("/v1/emails/{email}/inbox-placement-tests");
    let to = |domain: &Value| json!({ "domainId": domain });
    let missing = json!("nothing");
    let old = json!({ "domainId": ready, "emailVersionId": "x" });
    let untitled = |subject: &str| json!({ "domainId": ready, "subject": subject });
    let injected = untitled("Hi\r\nBcc: x");
    let addressed = json!({ "domainId": ready, "to": "a@b.test" });
    for (email, body, status, code, param) in [
        (
            "news",
            old,
            404,
            "EMAIL_VERSION_NOT_FOUND",
            "emailVersionId",
        ),
        ("failed", to(&ready), 422, "EMAIL_NOT_READY", "emailId"),
        ("news", to(&missing), 404, "DOMAIN_NOT_FOUND", "domainId"),
        ("news", to(&unready), 422, "DOMAIN_NOT_READY", "domainId"),
        ("news", json!({}), 400, "INVALID_REQUEST", "domainId"),
        ("news", untitled(""), 400, "INVALID_REQUEST", "subject"),
        ("news", untitled("  "), 400, "INVALID_REQUEST", "subject"),
        ("news", injected, 400, "INVALID_REQUEST", "subject"),
        ("untitled", to(&ready), 400, "INVALID_REQUEST", "subject"),
        ("news", addressed, 400, "INVALID_REQUEST", "to"),
    ] {
        let refused = brand.post(&path(email), body).await;
        assert_problem(&refused, status, code, Some(param));
    }
    for id in ["ibp_nothing", "%00"] {
        let unknown = brand.get(&format!("{TESTS}/{id}")).await;
        assert_problem(&unknown, 404, "NOT_FOUND", None);
    }
    let unknown = brand.get(&path("nothing")).await;
    assert_problem(&unknown, 404, "EMAIL_NOT_FOUND", None);
    let unknown = brand.post(&path("nothing"), to(&ready)).await;
    assert_problem(&unknown, 404, "EMAIL_NOT_FOUND", None);
    assert_eq!((used(brand).await, held(server, brand).await), (0, 0));
}

#[tokio::test]
async fn the_subject_is_that_of_the_moment_in_which_a_test_was_asked_for() {
    let rig = Rig::start(Means::looking(Vec::new(), LONG_MS)).await;
    rig.ask().await;
    let subjects = "SELECT count(*) FROM placement_tests WHERE subject = 'Subject of news'";
    assert_eq!(rig.server.number(subjects).await, 1);
    // A design without one can be tested under a subject of the test's own.
    design(&rig.server, &rig.brand, draft("untitled")).await;
    let body = json!({ "domainId": domain(&rig.brand).await, "subject": "News" });
    let path = "/v1/emails/untitled/inbox-placement-tests";
    rig.brand.post(path, body).await.expect(202);
    rig.server.at_rest().await;
}

#[tokio::test]
async fn an_earlier_version_is_tested_as_it_was() {
    let rig = Rig::start(Means::looking(Vec::new(), LONG_MS)).await;
    let new = version("news-2", "<form></form>");
    add_version(&rig.server, &rig.brand, "news", new).await;
    let domain = domain(&rig.brand).await;
    for (version, has_form) in [(json!("news-1"), false), (Value::Null, true)] {
        let mut body = json!({ "domainId": domain });
        if !version.is_null() {
            body["emailVersionId"] = version;
        }
        let asked = rig.brand.post(TESTS, body).await.expect(202);
        let test = ended(&rig.brand, asked["testId"].as_str().unwrap()).await;
        assert_eq!(super::codes(&test).contains(&"form"), has_form, "{test}");
    }
}

#[tokio::test]
async fn who_cannot_pay_is_told_before_anything_is_done() {
    let server = TestServer::with().plan("nine", Some(9), None).start().await;
    let brand = server.org_on("nine").await.brand().await;
    design(&server, &brand, campaign("news")).await;
    let body = json!({ "domainId": domain(&brand).await });
    let refused = brand.post(TESTS, body).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    assert_eq!(
        server.number("SELECT count(*) FROM placement_tests").await,
        0
    );
    assert_eq!(
        server
            .number("SELECT count(*) FROM jobs WHERE kind = 'placement'")
            .await,
        0
    );
}

#[tokio::test]
async fn what_is_held_for_one_test_is_not_there_for_another() {
    let server = TestServer::with().plan("nineteen", Some(19), None);
    let means = Means::looking(vec![seed_at("one", "held", 9)], LONG_MS);
    let rig = Rig::with(server, means).await;
    let org = rig.brand.key.org;
    rig.server
        .sql(&format!(
            "UPDATE organizations SET plan = 'nineteen' WHERE id = {org}"
        ))
        .await;
    rig.server.leaves_jobs("its mailbox is never reached");
    rig.ask().await;
    let body = json!({ "domainId": domain(&rig.brand).await });
    let refused = rig.brand.post(TESTS, body).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
}

#[tokio::test]
async fn the_same_request_under_one_key_is_one_test() {
    let rig = Rig::start(Means::looking(Vec::new(), LONG_MS)).await;
    let body = json!({ "domainId": domain(&rig.brand).await });
    let first = rig
        .brand
        .post_once("once", TESTS, body.clone())
        .await
        .expect(202);
    let again = rig.brand.post_once("once", TESTS, body).await.expect(202);
    assert_eq!(first["testId"], again["testId"]);
    assert_eq!(
        rig.server
            .number("SELECT count(*) FROM placement_tests")
            .await,
        1
    );
    rig.server.at_rest().await;
}

#[tokio::test]
async fn tests_are_their_brands_alone_and_need_the_scope() {
    let rig = Rig::start(Means::looking(Vec::new(), LONG_MS)).await;
    let id = rig.ask().await;
    let path = format!("{TESTS}/{id}");
    let other = rig.server.brand().await;
    design(&rig.server, &other, campaign("news")).await;
    assert_problem(&other.get(&path).await, 404, "NOT_FOUND", None);
    assert_eq!(other.get(TESTS).await.expect(200)["data"], json!([]));
    // Another brand's domain is none.
    let body = json!({ "domainId": domain(&rig.brand).await });
    assert_problem(
        &other.post(TESTS, body.clone()).await,
        404,
        "DOMAIN_NOT_FOUND",
        Some("domainId"),
    );
    // Of another design of the same brand it is none either.
    design(&rig.server, &rig.brand, campaign("other")).await;
    let elsewhere = format!("/v1/emails/other/inbox-placement-tests/{id}");
    assert_problem(&rig.brand.get(&elsewhere).await, 404, "NOT_FOUND", None);
    let stranger = rig.brand.key("contacts").await;
    for answer in [
        stranger.get(&path).await,
        stranger.get(TESTS).await,
        stranger.post(TESTS, body).await,
    ] {
        assert_eq!(answer.status, 403, "{}", answer.text());
    }
    rig.server.at_rest().await;
}

#[tokio::test]
async fn tests_are_listed_newest_first_page_by_page() {
    let rig = Rig::start(Means::looking(Vec::new(), LONG_MS)).await;
    let mut ids = Vec::new();
    for _ in 0..5 {
        let id = rig.ask().await;
        ended(&rig.brand, &id).await;
        ids.push(id);
    }
    ids.reverse();
    let (mut listed, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = rig
            .brand
            .get(&format!("{TESTS}?limit=2{cursor}"))
            .await
            .expect(200);
        let data = page["data"].as_array().unwrap();
        assert!(data.iter().all(|test| test["results"].is_object()));
        listed.extend(
            data.iter()
                .map(|test| test["testId"].as_str().unwrap().to_owned()),
        );
        let Some(next) = page["pagination"]["cursor"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    assert_eq!(listed, ids);
    assert!(ids.iter().collect::<HashSet<_>>().len() == 5);
}

#[tokio::test]
async fn an_organization_has_so_many_that_are_not_over() {
    let rig = Rig::start(Means::looking(vec![seed_at("one", "many", 9)], LONG_MS)).await;
    rig.server.leaves_jobs("their mailbox is never reached");
    for _ in 0..20 {
        rig.ask().await;
    }
    let body = json!({ "domainId": domain(&rig.brand).await });
    let refused = rig.brand.post(TESTS, body).await;
    assert_problem(&refused, 429, "RATE_LIMITED", None);
    assert_eq!(refused.number("retry-after"), Some(60));
    assert_eq!(rig.held().await, 200);
}
