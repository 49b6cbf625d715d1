//! Every row with every role: what a person may call, with the scopes of keys beside it.

use postrider_domain::accounts::role::Role;
use postrider_server::api::callers::Callers;
use postrider_server::api::routes::{app, contract};
use postrider_server::api::row::{Row, Tenant};

use crate::routes::{path_of, with_body};
use crate::support::{Answer, Brand, Caller, TestServer, assert_problem};

fn rows() -> Vec<Row> {
    [contract(), app()].concat()
}

/// Whether the row lets somebody with this role in.
fn is_for(row: &Row, role: Role) -> bool {
    row.tenant == Tenant::Person || role.allows(row.permission)
}

#[test]
fn the_matrix_is_what_people_read_it_to_be() {
    let lines = rows().into_iter().map(|row| {
        let scopes: Vec<&str> = row.scopes.iter().map(|scope| scope.as_str()).collect();
        let scope = match (row.callers.include_keys(), scopes.is_empty()) {
            (false, _) => "no key".to_owned(),
            (true, true) => "any key".to_owned(),
            (true, false) => scopes.join(","),
        };
        let roles = match row.callers {
            Callers::Anybody => "anybody".to_owned(),
            _ => Role::ALL
                .map(|role| {
                    if is_for(&row, role) {
                        role.as_str()
                    } else {
                        "·"
                    }
                })
                .map(|word| format!("{word:7}"))
                .join(" "),
        };
        let name = format!("{:6} {}", row.method.as_str(), row.path);
        format!("{name:70} {scope:12} {roles}")
            .trim_end()
            .to_owned()
    });
    insta::assert_snapshot!("rows_and_roles", lines.collect::<Vec<_>>().join("\n"));
}

async fn ask(caller: &Caller, row: &Row, brand: &Brand) -> Answer {
    let path = match row.name {
        // Its brand is in its path.
        "downloads.get" => row
            .path
            .replace("{brandId}", &brand.brand_id)
            .replace("{ticket}", "x"),
        _ => path_of(row),
    };
    let request = caller.request(row.method.as_str(), &path);
    with_body(request, row).send().await
}

#[tokio::test]
async fn every_cell_of_the_matrix_is_what_it_says() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    for role in Role::ALL {
        for row in rows().iter().filter(|row| row.callers != Callers::Anybody) {
            // Signing out and the like would end what the next row calls with.
            let caller = (*org.member(role).await).clone().on(&brand);
            let answer = ask(&caller, row, &brand).await;
            let about = format!("{role} {} {}: {}", row.method, row.path, answer.text());
            if is_for(row, role) {
                assert!(
                    ![401, 403].contains(&answer.status) || answer.code() == "INVALID_CREDENTIALS",
                    "{about}"
                );
            } else {
                let needed = row.permission.needs().as_str();
                assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some(needed));
            }
        }
    }
    server.at_rest().await;
}

#[tokio::test]
async fn every_row_refuses_other_sites_ended_sessions_and_brands_of_others() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let foreign = server.brand().await;
    let owner = org.member(Role::Owner).await;
    let gone = org.member(Role::Owner).await;
    gone.delete("/app/api/session").await.expect(200);
    let cookie = format!("postrider={}", owner.token);
    let evil = server.nobody().on(&brand);
    let evil = evil
        .with_header("Cookie", &cookie)
        .with_header("Origin", "https://evil.test");
    let (gone, elsewhere) = ((*gone).clone().on(&brand), (*owner).clone().on(&foreign));
    for row in rows().iter().filter(|row| row.callers != Callers::Anybody) {
        assert_problem(
            &ask(&evil, row, &brand).await,
            403,
            "CROSS_SITE_REQUEST",
            None,
        );
        assert_problem(
            &ask(&gone, row, &brand).await,
            401,
            "AUTHENTICATION_REQUIRED",
            None,
        );
        if row.tenant != Tenant::Person {
            assert_problem(
                &ask(&elsewhere, row, &foreign).await,
                404,
                "BRAND_NOT_FOUND",
                None,
            );
        }
    }
}
