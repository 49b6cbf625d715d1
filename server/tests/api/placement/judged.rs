//! What is said of a mail without any mailbox.

use std::net::Ipv4Addr;

use postrider_engine::placement::SpamFilter;
use postrider_mail::filters;
use postrider_mail::smtp::TrustedCertificate;
use postrider_test_support::servers::{Rspamd, Spamd};
use serde_json::json;
use url::Url;

use super::{Means, Rig, TESTS, codes, domain, ended, held, used};
use crate::delivery::DOMAIN;
use crate::domains::MAIL_HOST;
use crate::emails::design;
use crate::sends::campaign;
use crate::support::TestServer;
use crate::support::dns_server::Says;

const WITHIN_MS: i64 = 60_000;

fn rspamd(port: u16) -> SpamFilter {
    let url = Url::parse(&format!("http://127.0.0.1:{port}")).unwrap();
    let trusted = TrustedCertificate::system().unwrap();
    SpamFilter::Rspamd(filters::Rspamd::new(&url, None, &trusted).unwrap())
}

#[tokio::test]
async fn without_seeds_nothing_leaves_and_judging_is_free() {
    let rig = Rig::start(Means::looking(Vec::new(), WITHIN_MS)).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        (&test["status"], &test["seedCount"]),
        (&json!("partially_completed"), &json!(0))
    );
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 0, "inbox": 0, "spam": 0, "missing": 0, "pending": 0 })
    );
    assert_eq!(test["results"]["spamFilter"], json!(null));
    assert_eq!(
        test["results"]["headers"],
        json!({ "listUnsubscribe": true, "oneClick": true, "plainText": true })
    );
    assert_eq!(test["results"]["authentication"]["dkim"], "pass");
    for code in [
        "NO_SEEDS",
        "NO_SPAM_FILTER",
        "address-missing",
        "unsubscribe-not-https",
    ] {
        assert!(codes(&test).contains(&code), "{code}: {test}");
    }
    assert!(rig.relay.offered().is_empty());
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
    let help = rig.brand.get("/v1/help").await.expect(200);
    assert_eq!(
        help["placementTests"],
        json!({ "seedCount": 0, "providers": [] })
    );
}

#[tokio::test]
async fn captured_mail_is_judged_and_stays_here() {
    let seed = super::seed_at("one", "captured", 9);
    let means = Means::looking(vec![seed], WITHIN_MS);
    let server = means.set(TestServer::with()).start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    let body = json!({ "domainId": domain(&brand).await });
    let asked = brand.post(TESTS, body).await.expect(202);
    assert_eq!(
        (asked.number("x-credit-cost"), &asked["status"]),
        (Some(10), &json!("queued"))
    );
    let test = ended(&brand, asked["testId"].as_str().unwrap()).await;
    assert_eq!(
        (&test["status"], &test["seedCount"]),
        (&json!("partially_completed"), &json!(0))
    );
    assert!(codes(&test).contains(&"MAIL_IS_CAPTURED"), "{test}");
    // Nothing is kept among the captured mails either.
    assert!(
        !server
            .folder()
            .join("captured")
            .join(&brand.brand_id)
            .exists()
    );
    assert_eq!((used(&brand).await, held(&server, &brand).await), (0, 0));
}

#[tokio::test]
async fn rspamd_is_asked_and_paid_for() {
    let Some(real) = Rspamd::shared() else {
        return;
    };
    let means = Means {
        filter: Some(rspamd(real.port)),
        ..Means::looking(Vec::new(), WITHIN_MS)
    };
    let rig = Rig::start(means).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    let verdict = &test["results"]["spamFilter"];
    assert_eq!(verdict["filter"], "rspamd", "{test}");
    assert!(verdict["score"].is_number() && verdict["threshold"].as_f64().unwrap() > 0.0);
    assert!(!verdict["rules"].as_array().unwrap().is_empty());
    assert_eq!(test["status"], "partially_completed");
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
    let help = rig.brand.get("/v1/help").await.expect(200);
    assert_eq!(help["placementTests"]["spamFilter"], "rspamd");
}

#[tokio::test]
async fn spamassassin_is_asked_and_paid_for() {
    let Some(real) = Spamd::shared() else {
        return;
    };
    let filter = filters::Spamd {
        host: "127.0.0.1".to_owned(),
        port: real.port,
        user: None,
    };
    let means = Means {
        filter: Some(SpamFilter::Spamd(filter)),
        ..Means::looking(Vec::new(), WITHIN_MS)
    };
    let rig = Rig::start(means).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    let verdict = &test["results"]["spamFilter"];
    assert_eq!(verdict["filter"], "spamassassin", "{test}");
    assert!(verdict["score"].is_number() && verdict["threshold"].as_f64().unwrap() > 0.0);
    assert!(!verdict["rules"].as_array().unwrap().is_empty());
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
}

/// A server that mails straight to receivers knows what address they see; behind a relay nobody does.
#[tokio::test]
async fn the_address_that_mails_leave_from_is_judged_by_the_policy_of_the_return_path() {
    let address = Ipv4Addr::new(192, 0, 2, 9);
    for (leaves_from, spf) in [(Some(address), "pass"), (None, "unknown")] {
        let means = Means {
            leaves_from,
            ..Means::looking(Vec::new(), WITHIN_MS)
        };
        let rig = Rig::start(means).await;
        let id = rig.ask().await;
        let test = ended(&rig.brand, &id).await;
        assert_eq!(test["results"]["authentication"]["spf"], spf, "{test}");
    }
}

#[tokio::test]
async fn where_dns_does_not_tell_the_address_spf_was_not_found_out() {
    let means = Means {
        leaves_from: Some(Ipv4Addr::new(192, 0, 2, 9)),
        ..Means::looking(Vec::new(), WITHIN_MS)
    };
    let rig = Rig::start(means).await;
    rig.dns.says(MAIL_HOST, Says::ServerFailure);
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["authentication"],
        json!({ "spf": "temperror", "dkim": "pass", "dmarc": "pass" })
    );
    let entries = test["diagnosis"].as_array().unwrap();
    let entry = entries.iter().find(|entry| entry["code"] == "SPF").unwrap();
    assert_eq!(entry["message"], "SPF was not judged: DNS did not answer.");
}

#[tokio::test]
async fn a_filter_that_is_down_is_said_to_be_silent() {
    let means = Means {
        filter: Some(rspamd(9)),
        ..Means::looking(Vec::new(), WITHIN_MS)
    };
    let rig = Rig::start(means).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(test["results"]["spamFilter"], json!(null));
    assert!(codes(&test).contains(&"SPAM_FILTER_SILENT"), "{test}");
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

#[tokio::test]
async fn a_subject_of_the_test_is_the_one_that_is_judged() {
    let rig = Rig::start(Means::looking(Vec::new(), WITHIN_MS)).await;
    let body =
        json!({ "domainId": domain(&rig.brand).await, "subject": "LAST CHANCE TO BUY NOW!!" });
    let asked = rig.brand.post(TESTS, body).await.expect(202);
    let test = ended(&rig.brand, asked["testId"].as_str().unwrap()).await;
    for code in ["subject-capitals", "subject-punctuation"] {
        assert!(codes(&test).contains(&code), "{DOMAIN} {test}");
    }
}

#[tokio::test]
async fn where_campaigns_count_opens_or_clicks_nobody_has_looked_into_that() {
    let rig = Rig::start(Means::looking(Vec::new(), WITHIN_MS)).await;
    let path = format!("/v1/domains/{}", domain(&rig.brand).await);
    for (opens, clicks, is_said) in [
        (true, true, true),
        (false, true, true),
        (false, false, false),
    ] {
        let tracking = json!({ "openTracking": opens, "clickTracking": clicks });
        rig.brand.patch(&path, tracking).await.expect(200);
        let test = ended(&rig.brand, &rig.ask().await).await;
        let said = codes(&test).contains(&"TRACKING_NOT_CHECKED");
        assert_eq!(said, is_said, "{opens} {clicks} {test}");
    }
}
