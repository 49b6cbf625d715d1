//! Who may call what: every row of the whole surface, asked by each kind of caller.

use postrider_domain::automations::integration::Provider;
use postrider_domain::contract::paths;
use postrider_server::api::callers::Callers;
use postrider_server::api::row::{Row, Tenant};
use postrider_server::surface;

use super::{path_of, with_body};
use crate::integrations::Connected;
use crate::integrations::bodies::stripe_invoice;
use crate::support::{Answer, Caller, TestServer, assert_problem};

/// Everybody who might call.
struct Everybody {
    brand_key: Caller,
    organization_key: Caller,
    provider: Connected,
    nobody: Caller,
}

impl Everybody {
    async fn on(server: &TestServer) -> Self {
        let org = server.org().await;
        let brand = org.brand().await;
        Self {
            brand_key: brand.key("all").await,
            organization_key: org.key("all").await.on(&brand),
            provider: Connected::new(server, Provider::Stripe).await,
            nobody: server.nobody(),
        }
    }

    fn path(&self, row: &Row) -> String {
        match row.path {
            paths::RECEIVER => self.provider.path(),
            _ => path_of(row),
        }
    }

    async fn ask(&self, caller: &Caller, row: &Row) -> Answer {
        let request = caller.request(row.method.as_str(), &self.path(row));
        with_body(request, row).send().await
    }

    /// With what proves a provider under the body, and nothing else.
    async fn ask_signed(&self, row: &Row, event: &str) -> Answer {
        let signed = self.provider.sign(&stripe_invoice(event, "in_1"));
        let mut request = self.nobody.request(row.method.as_str(), &self.path(row));
        for (name, value) in &signed.headers {
            request = request.header(name, value);
        }
        if row.takes_query() && !row.takes_file() {
            return request.send().await;
        }
        request.body(signed.body).send().await
    }
}

#[tokio::test]
async fn every_row_takes_the_callers_that_it_names_and_no_others() {
    let server = TestServer::start().await;
    let all = Everybody::on(&server).await;
    let mut seen = [0; 3];
    for (number, row) in surface::rows(Vec::new()).iter().enumerate() {
        let about = format!("{} {}", row.method, row.path);
        // Before the keys: one of them revokes what it can.
        let signed = all.ask_signed(row, &format!("evt_{number}")).await;
        let nobody = all.ask(&all.nobody, row).await;
        let brand_key = all.ask(&all.brand_key, row).await;
        let organization_key = all.ask(&all.organization_key, row).await;
        for answer in [&signed, &nobody, &brand_key, &organization_key] {
            assert!(answer.header("x-request-id").is_some(), "{about}");
            let counted = answer.header("x-ratelimit-limit").is_some();
            assert_eq!(counted, row.policy.is_some(), "{about}");
        }
        match row.callers {
            Callers::Key | Callers::KeyOrPerson => {
                seen[0] += 1;
                for stranger in [&signed, &nobody] {
                    assert_problem(stranger, 401, "AUTHENTICATION_REQUIRED", None);
                }
                assert!(![401, 403].contains(&organization_key.status), "{about}");
                if row.tenant == Tenant::OrganizationKey {
                    assert_problem(&brand_key, 403, "ORG_SCOPE_REQUIRED", None);
                } else {
                    assert!(![401, 403].contains(&brand_key.status), "{about}");
                }
            }
            Callers::Provider => {
                seen[1] += 1;
                assert_eq!(signed.status, 200, "{about}");
                for stranger in [&nobody, &brand_key, &organization_key] {
                    assert_problem_of_receiver(stranger);
                }
            }
            Callers::Anybody if row.path.starts_with("/app/api/") => {
                for answer in [&signed, &nobody, &brand_key, &organization_key] {
                    if row.method == "GET" {
                        assert_eq!(answer.status, 200, "{about}");
                    } else {
                        assert_problem(answer, 403, "CROSS_SITE_REQUEST", None);
                    }
                }
            }
            Callers::Anybody => {
                seen[2] += 1;
                for answer in [&signed, &brand_key, &organization_key] {
                    assert_eq!(answer.status, nobody.status, "{about}");
                    assert!(![401, 403].contains(&answer.status), "{about}");
                }
            }
            Callers::Person => {
                for stranger in [&signed, &nobody, &brand_key, &organization_key] {
                    assert_problem(stranger, 401, "AUTHENTICATION_REQUIRED", None);
                }
            }
        }
    }
    assert!(seen.iter().all(|count| *count > 0), "{seen:?}");
    server.at_rest().await;
}

#[track_caller]
fn assert_problem_of_receiver(answer: &Answer) {
    assert_eq!((answer.status, answer.code()), (401, "INVALID_SIGNATURE"));
}

#[test]
fn rows_that_share_a_path_and_verb_share_their_callers_and_processes() {
    let rows = surface::rows(Vec::new());
    for row in &rows {
        for other in rows.iter().filter(|other| other.path == row.path) {
            assert_eq!(other.served_by, row.served_by, "{}", row.path);
            if other.method == row.method {
                assert_eq!(other.callers, row.callers, "{}", row.path);
            }
        }
    }
}

#[test]
fn only_known_callers_have_idempotency_keys() {
    for row in surface::rows(Vec::new()) {
        let is_known = row.callers.include_keys() || row.callers == Callers::Person;
        assert!(is_known || !row.idempotent, "{}", row.path);
    }
}
