//! Rate-limit policies and idempotency keys on every row.

use std::collections::HashMap;

use postrider_domain::contract::policy::Policy;
use postrider_server::api::routes::contract;

use super::{call, call_with};
use crate::support::{TestServer, assert_problem, assert_promised_headers};

#[tokio::test]
async fn every_route_counts_in_the_window_of_its_policy_and_shows_it() {
    let server = TestServer::with().contract_limits().start().await;
    let brand = server.brand().await;
    let mut counted: HashMap<Policy, i64> = HashMap::new();
    for row in contract() {
        let limit = i64::from(row.policy.unwrap().per_minute());
        let answer = call(&brand, &row).await;
        assert_promised_headers(&answer);
        let count = counted.entry(row.policy.unwrap()).or_default();
        *count += 1;
        let about = format!(
            "{} {} ({})",
            row.method,
            row.path,
            row.policy.unwrap().as_str()
        );
        assert_eq!(answer.number("x-ratelimit-limit"), Some(limit), "{about}");
        if *count <= limit {
            assert_eq!(
                answer.number("x-ratelimit-remaining"),
                Some(limit - *count),
                "{about}"
            );
            assert_ne!(answer.status, 429, "{about}");
        } else {
            assert_problem(&answer, 429, "RATE_LIMITED", None);
        }
    }
    server.at_rest().await;
}

#[tokio::test]
async fn empty_and_overlong_idempotency_keys_are_refused_where_the_header_counts() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let too_long = "k".repeat(101);
    for (number, row) in contract().iter().enumerate() {
        for key in ["", too_long.as_str()] {
            let answer = call_with(&brand, row, &[("Idempotency-Key", key)]).await;
            if honours_the_header(row.method.as_str(), row.path) {
                assert_problem(&answer, 400, "INVALID_REQUEST", Some("Idempotency-Key"));
            } else {
                assert_ne!(
                    answer.json["error"]["param"], "Idempotency-Key",
                    "{}",
                    row.path
                );
            }
        }
        let longest = format!("{number:0>100}");
        let answer = call_with(&brand, row, &[("Idempotency-Key", &longest)]).await;
        assert_ne!(
            answer.json["error"]["param"], "Idempotency-Key",
            "{}",
            row.path
        );
    }
    server.at_rest().await;
}

fn honours_the_header(method: &str, path: &str) -> bool {
    method == "POST" || path.ends_with("/accessibility-audit")
}

/// Where something answers 501, it is for want of a program that an operator installs, or of a model.
#[test]
fn every_row_of_the_contract_is_built() {
    let missing = contract().into_iter().filter(|row| !row.is_built());
    let missing: Vec<&str> = missing.map(|row| row.name).collect();
    assert_eq!(missing, [] as [&str; 0]);
}
