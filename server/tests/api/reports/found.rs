//! What is found in reports.

use serde_json::json;

use super::{Reported, TAKEN, connections, row};
use crate::support::until;

#[tokio::test]
async fn what_two_report_is_found_though_nothing_is_sent() {
    let reported = Reported::start().await;
    let details = json!([{ "result-type": "certificate-expired", "failed-session-count": 100 }]);
    let tls = connections(reported.yesterday(), [200, 100], &details);
    for (name, mails) in [("big.test", 400), ("office.test", 60)] {
        let receiver = reported.reporter(name);
        let report = reported.aggregate("1", &[row("203.0.113.66", mails, "fail")]);
        for mail in [
            receiver.xml(&report),
            receiver.mail("application/tlsrpt+json", tls.as_bytes()),
        ] {
            assert_eq!(reported.bring("", &mail).await, TAKEN);
        }
    }
    // Within an hour by itself.
    let now = "UPDATE jobs SET due_at = 0 WHERE kind = 'insights' AND owner IS NULL";
    let asked = "/v1/insights?category=deliverability";
    let found = until("the domain is looked at", async || {
        reported.server.sql(now).await;
        reported.server.nudge().await;
        let list = reported.brand.get(asked).await.expect(200).json;
        let found = list["data"].as_array().unwrap().clone();
        (found.len() == 2).then_some(found)
    })
    .await;
    let mut titles: Vec<_> = found.iter().map(|one| one["title"].clone()).collect();
    titles.sort_unstable_by_key(ToString::to_string);
    assert_eq!(
        titles,
        [
            "Mail to firma.test is not always encrypted",
            "Others mail in the name of firma.test"
        ]
    );
    for one in found {
        assert_eq!(one["subject"]["id"], reported.domain["domainId"]);
        assert_eq!(one["severity"], "warning");
    }
}
