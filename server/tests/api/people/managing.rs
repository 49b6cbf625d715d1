//! Roles and brands of people: given and taken away by those who may, and the last owner stays.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use serde_json::{Value, json};

use crate::support::{Caller, Member, TestServer, assert_problem};

/// The path of somebody, as this caller sees them.
async fn path_of(caller: &Caller, member: &Member) -> String {
    let id = id_of(caller, member).await.expect("somebody who is seen");
    format!("/app/api/people/{id}")
}

async fn id_of(caller: &Caller, member: &Member) -> Option<String> {
    let people = caller.get("/app/api/people").await.expect(200);
    let people = people["data"].as_array().unwrap().clone();
    let found = people
        .iter()
        .find(|person| person["email"] == member.email.as_str());
    found.map(|person| person["personId"].as_str().unwrap().to_owned())
}

#[tokio::test]
async fn only_owners_touch_owners_and_the_last_one_stays() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (owner, admin) = (org.member(Role::Owner).await, org.member(Role::Admin).await);
    let editor = org.member(Role::Editor).await;
    let owners = path_of(&owner, &owner).await;
    let editors = path_of(&owner, &editor).await;
    for answer in [
        admin.delete(&owners).await,
        admin.patch(&owners, json!({ "role": "viewer" })).await,
        admin.patch(&editors, json!({ "role": "owner" })).await,
    ] {
        assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some("owner"));
    }
    for answer in [
        owner.delete(&owners).await,
        owner.patch(&owners, json!({ "role": "admin" })).await,
        owner.delete("/app/api/session/organization").await,
    ] {
        assert_problem(&answer, 409, "LAST_OWNER", None);
    }
    let limited = json!({ "role": "owner", "brandIds": [org.brand().await.brand_id] });
    let answer = owner.patch(&editors, limited).await;
    assert_problem(&answer, 400, "INVALID_REQUEST", Some("brandIds"));
    let promoted = admin
        .patch(&editors, json!({ "role": "admin" }))
        .await
        .expect(200);
    assert_eq!(promoted["role"], "admin");
    owner
        .patch(&editors, json!({ "role": "owner" }))
        .await
        .expect(200);
    owner
        .delete("/app/api/session/organization")
        .await
        .expect(200);
    assert_problem(
        &owner.get("/app/api/session").await,
        401,
        "AUTHENTICATION_REQUIRED",
        None,
    );
    server.at_rest().await;
}

#[tokio::test]
async fn people_of_others_are_not_there() {
    let server = TestServer::start().await;
    let (org, other) = (server.org().await, server.org().await);
    let owner = org.member(Role::Owner).await;
    let (stranger, theirs) = (
        other.member(Role::Editor).await,
        other.member(Role::Owner).await,
    );
    let path = path_of(&theirs, &stranger).await;
    for answer in [
        owner.patch(&path, json!({ "role": "viewer" })).await,
        owner.delete(&path).await,
        owner.delete("/app/api/people/nobody").await,
    ] {
        assert_problem(&answer, 404, "PERSON_NOT_FOUND", None);
    }
    // Somebody of both loses one alone, and stays signed in for the other.
    org.join(stranger.number, Role::Viewer, BrandLimit::AllBrands)
        .await;
    let path = path_of(&owner, &stranger).await;
    owner.delete(&path).await.expect(200);
    let session = stranger.get("/app/api/session").await.expect(200);
    assert_eq!(session["organizations"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn a_limited_admin_manages_its_brands_alone() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (own, other) = (org.brand().await, org.brand().await);
    let owner = org.member(Role::Owner).await;
    let of = |brands: Vec<i64>| BrandLimit::Brands(brands);
    let (own_no, other_no) = (own.key.brand, other.key.brand);
    let admin = org.member_of(Role::Admin, of(vec![own_no])).await;
    let inside = org.member_of(Role::Editor, of(vec![own_no])).await;
    let across = org
        .member_of(Role::Editor, of(vec![own_no, other_no]))
        .await;
    let outside = org.member_of(Role::Editor, of(vec![other_no])).await;
    assert!(id_of(&admin, &outside).await.is_none());
    let hidden = path_of(&owner, &outside).await;
    let answer = admin.patch(&hidden, json!({ "role": "viewer" })).await;
    assert_problem(&answer, 404, "PERSON_NOT_FOUND", None);
    let people = admin.get("/app/api/people").await.expect(200);
    let shown = |member: &Member| -> Value {
        let people = people["data"].as_array().unwrap();
        let found = people
            .iter()
            .find(|person| person["email"] == member.email.as_str());
        found.unwrap()["brandIds"].clone()
    };
    assert_eq!(shown(&across), json!([own.brand_id]));
    assert_eq!(shown(&owner), Value::Null);
    for (member, body) in [
        (&across, json!({ "role": "viewer" })),
        (&inside, json!({ "brandIds": null })),
    ] {
        let path = path_of(&admin, member).await;
        let answer = admin.patch(&path, body).await;
        assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some("brandIds"));
    }
    let path = path_of(&admin, &inside).await;
    let body = json!({ "brandIds": [other.brand_id] });
    let answer = admin.patch(&path, body).await;
    assert_problem(&answer, 404, "BRAND_NOT_FOUND", Some("brandIds[0]"));
    admin
        .patch(&path, json!({ "role": "viewer" }))
        .await
        .expect(200);
    admin.delete(&path).await.expect(200);
    // Neither does it make or delete brands, nor keys for all of them.
    let answer = admin
        .post("/app/api/brands", json!({ "name": "New" }))
        .await;
    assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some("admin"));
    let path = format!("/app/api/brands/{}", own.brand_id);
    assert_problem(
        &admin.delete(&path).await,
        403,
        "INSUFFICIENT_ROLE",
        Some("admin"),
    );
    server.at_rest().await;
}

#[tokio::test]
async fn a_changed_role_is_told_with_what_it_was() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let brand = org.brand().await;
    let (owner, editor) = (
        org.member(Role::Owner).await,
        org.member(Role::Editor).await,
    );
    let path = path_of(&owner, &editor).await;
    let body = json!({ "role": "viewer", "brandIds": [brand.brand_id] });
    owner.patch(&path, body).await.expect(200);
    let log = owner
        .get("/app/api/audit-log?act=people.update")
        .await
        .expect(200);
    let [entry] = log["data"].as_array().unwrap().as_slice() else {
        panic!("{}", log.text())
    };
    assert_eq!(entry["before"]["role"], "editor");
    assert_eq!(entry["before"]["brandIds"], Value::Null);
    assert_eq!(entry["after"]["role"], "viewer");
    assert_eq!(entry["after"]["brandIds"], json!([brand.brand_id]));
    // It holds from the next request on.
    let caller = (*editor).clone().on(&brand);
    let answer = caller
        .post("/v1/contacts", json!({ "email": "a@example.com" }))
        .await;
    assert_problem(&answer, 403, "INSUFFICIENT_ROLE", Some("editor"));
}

#[tokio::test]
async fn brands_are_made_and_deleted() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let owner = org.member(Role::Owner).await;
    let foreign = server.brand().await;
    let body = json!({ "name": "Second", "timeZone": "Europe/Vienna", "address": "1 Road, Town" });
    let made = owner.post("/app/api/brands", body).await.expect(201);
    assert_eq!(made["timeZone"], "Europe/Vienna");
    assert_eq!(made["identity"]["address"], "1 Road, Town");
    for (body, param) in [
        (json!({ "name": "" }), "name"),
        (json!({ "name": "a\nb" }), "name"),
        (
            json!({ "name": "a", "timeZone": "Mars/Olympus" }),
            "timeZone",
        ),
    ] {
        let answer = owner.post("/app/api/brands", body).await;
        assert_problem(&answer, 400, "INVALID_REQUEST", Some(param));
    }
    let path = format!("/app/api/brands/{}", foreign.brand_id);
    assert_problem(&owner.delete(&path).await, 404, "BRAND_NOT_FOUND", None);
    let path = format!("/app/api/brands/{}", made["brandId"].as_str().unwrap());
    owner.delete(&path).await.expect(200);
    assert_problem(&owner.delete(&path).await, 404, "BRAND_NOT_FOUND", None);
    server.leaves_jobs("the brand is removed in the background");
}
