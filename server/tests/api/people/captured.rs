//! Captured mail in the app: of one brand, for whoever may send for it; that of the installation for its owner.

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::Role;
use postrider_mail::capture::Captured;
use postrider_mail::smtp::Envelope;
use serde_json::{Value, json};

use super::{A_WHILE, give_password, post, token_in};
use crate::support::{Answer, Brand, Caller, TestServer, assert_problem};

const PATH: &str = "/app/api/captured-mails";
const NOTICES: &str = "/app/api/notices";

fn keep(server: &TestServer, brand: &Brand, name: &str, to: &str, message: &[u8]) {
    let captured = Captured::open(&server.folder().join("captured"));
    let envelope = Envelope {
        from: "b-1@bounces.a.test",
        to,
    };
    captured
        .keep(&brand.brand_id, name, message, &envelope)
        .unwrap();
}

fn message(subject: &str) -> Vec<u8> {
    let message = format!(
        "From: =?utf-8?q?J=C3=BCrgen?= <news@a.test>\r\nTo: ada@x.test\r\nSubject: {subject}\r\n\
         X-Seen:  one\r\n  line\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=o\r\n\r\n--o\r\n\
         Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
         Gr=C3=BC=C3=9Fe\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\
         <p><a href=\"https://a.test/?a=1&amp;b=2\">one</a></p>\r\n--b--\r\n--o\r\n\
         Content-Type: text/calendar\r\nContent-Disposition: attachment; filename=\"date.ics\"\r\n\r\n\
         BEGIN\r\n--o--\r\n"
    );
    message.into_bytes()
}

/// The ids on a page.
fn ids(page: &Answer) -> Vec<&str> {
    let data = page["data"].as_array().unwrap().iter();
    data.map(|mail| mail["mailId"].as_str().unwrap()).collect()
}

/// Somebody with this role, on this brand.
async fn on(brand: &Brand, role: Role) -> Caller {
    (*brand.org.member(role).await).clone().on(brand)
}

#[tokio::test]
async fn mails_are_listed_page_by_page_newest_first() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let editor = on(&brand, Role::Editor).await;
    let none = editor.get(PATH).await.expect(200);
    assert_eq!(none["data"], json!([]));
    let mail = message("=?utf-8?b?R3LDvMOfZQ==?=");
    for number in 1..=5 {
        let to = if number == 2 {
            "Bob@y.test"
        } else {
            "ada@x.test"
        };
        keep(&server, &brand, &format!("1-{number}"), to, &mail);
    }
    let first = editor.get(&format!("{PATH}?limit=2")).await.expect(200);
    assert_eq!(ids(&first), ["1-5", "1-4"]);
    let newest = &first["data"][0];
    assert_eq!(newest["from"], "Jürgen <news@a.test>");
    assert_eq!(
        (&newest["to"], &newest["subject"]),
        (&json!("ada@x.test"), &json!("Grüße"))
    );
    assert_eq!(newest["bytes"], mail.len());
    assert!(newest["capturedAt"].as_str().unwrap().ends_with('Z'));
    // What comes meanwhile shifts nothing.
    keep(&server, &brand, "1-6", "ada@x.test", &mail);
    let next = |page: &Answer| {
        let cursor = page["pagination"]["cursor"].as_str().unwrap();
        format!("{PATH}?limit=2&cursor={cursor}")
    };
    let second = editor.get(&next(&first)).await.expect(200);
    assert_eq!(ids(&second), ["1-3", "1-2"]);
    let third = editor.get(&next(&second)).await.expect(200);
    assert_eq!(ids(&third), ["1-1"]);
    assert_eq!(third["pagination"]["hasMore"], false);
    let bob = editor.get(&format!("{PATH}?recipient=bOB@")).await;
    assert_eq!(ids(&bob.expect(200)), ["1-2"]);
    let other = format!("{}&recipient=ada", next(&first));
    assert_problem(
        &editor.get(&other).await,
        400,
        "INVALID_REQUEST",
        Some("cursor"),
    );
}

#[tokio::test]
async fn a_mail_is_shown_in_its_parts_and_given_as_it_is() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let editor = on(&brand, Role::Editor).await;
    let mail = message("Hello");
    keep(&server, &brand, "1-1", "ada@x.test", &mail);
    let shown = editor.get(&format!("{PATH}/1-1")).await.expect(200);
    assert_eq!(shown["returnPath"], "b-1@bounces.a.test");
    assert_eq!(shown["text"], "Grüße");
    assert_eq!(
        shown["html"],
        "<p><a href=\"https://a.test/?a=1&amp;b=2\">one</a></p>"
    );
    assert_eq!(shown["links"], json!(["https://a.test/?a=1&b=2"]));
    assert_eq!(
        shown["attachments"],
        json!([{ "name": "date.ics", "mediaType": "text/calendar", "bytes": 5 }])
    );
    let header = |name: &str, value: &str| json!({ "name": name, "value": value });
    let headers = shown["headers"].as_array().unwrap();
    assert_eq!(
        headers[..4],
        [
            header("From", "Jürgen <news@a.test>"),
            header("To", "ada@x.test"),
            header("Subject", "Hello"),
            header("X-Seen", "one line"),
        ]
    );
    assert_eq!(
        (&shown["bytes"], &shown["isCut"]),
        (&json!(mail.len()), &json!(false))
    );
    let source = editor.get(&format!("{PATH}/1-1/source")).await.expect(200);
    assert_eq!(source.text().as_bytes(), mail);
    let said = |name: &str| source.header(name).unwrap().to_owned();
    assert_eq!(said("content-type"), "message/rfc822");
    assert_eq!(
        said("content-disposition"),
        "attachment; filename=\"1-1.eml\""
    );
    assert_eq!(said("x-content-type-options"), "nosniff");
}

#[tokio::test]
async fn of_a_very_long_mail_the_beginning_is_shown() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let editor = on(&brand, Role::Editor).await;
    let mut mail = b"Subject: long\r\nContent-Type: text/html\r\n\r\n".to_vec();
    mail.resize(12 << 20, b'x');
    keep(&server, &brand, "1-1", "ada@x.test", &mail);
    let listed = editor.get(PATH).await.expect(200);
    assert_eq!(listed["data"][0]["bytes"], mail.len());
    let shown = editor.get(&format!("{PATH}/1-1")).await.expect(200);
    assert_eq!(
        (&shown["bytes"], &shown["isCut"]),
        (&json!(mail.len()), &json!(true))
    );
    let html = shown["html"].as_str().unwrap().len();
    assert!((3 << 20..5 << 20).contains(&html), "{html}");
    let source = editor.get(&format!("{PATH}/1-1/source")).await.expect(200);
    assert_eq!(source.text().len(), mail.len());
}

#[tokio::test]
async fn nobody_reads_mail_of_another_brand_or_another_file() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (ours, theirs) = (org.brand().await, org.brand().await);
    keep(&server, &theirs, "1-1", "ada@x.test", b"Subject: x\r\n\r\n");
    let editor = on(&ours, Role::Editor).await;
    assert_eq!(ids(&editor.get(PATH).await.expect(200)), [""; 0]);
    let long = "x".repeat(300);
    for id in [
        "1-1",
        "..%2F1-1",
        &format!("..%2F{}%2F1-1", theirs.brand_id),
        ".1-1",
        "1-1%00",
        "%ff",
        &long,
    ] {
        for path in [format!("{PATH}/{id}"), format!("{PATH}/{id}/source")] {
            assert_problem(&editor.get(&path).await, 404, "NOT_FOUND", None);
        }
    }
    // The folders beside those of brands are nobody's brand.
    let limited = BrandLimit::Brands(vec![theirs.key.brand]);
    let limited = (*org.member_of(Role::Admin, limited).await).clone();
    for brand in ["installation", "postmaster", &ours.brand_id] {
        let answer = limited.clone().with_header("X-Brand-Id", brand);
        assert_problem(&answer.get(PATH).await, 404, "BRAND_NOT_FOUND", None);
    }
    let viewer = on(&theirs, Role::Viewer).await;
    let refused = viewer.get(&format!("{PATH}/1-1")).await;
    assert_problem(&refused, 403, "INSUFFICIENT_ROLE", Some("editor"));
    assert_problem(&ours.get(PATH).await, 401, "AUTHENTICATION_REQUIRED", None);
}

#[tokio::test]
async fn the_mails_of_a_brand_are_deleted_and_that_is_told() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (ours, theirs) = (org.brand().await, org.brand().await);
    for (brand, name) in [(&ours, "1-1"), (&ours, "1-2"), (&theirs, "2-1")] {
        keep(&server, brand, name, "ada@x.test", b"Subject: x\r\n\r\n");
    }
    let editor = on(&ours, Role::Editor).await;
    let source = format!("{PATH}/1-1/source");
    editor.get(&source).await.expect(200);
    let deleted = editor.delete(PATH).await.expect(200);
    assert_eq!(deleted["deleted"], 2);
    assert_eq!(ids(&editor.get(PATH).await.expect(200)), [""; 0]);
    assert_problem(&editor.get(&source).await, 404, "NOT_FOUND", None);
    assert_eq!(editor.delete(PATH).await.expect(200)["deleted"], 0);
    let other = on(&theirs, Role::Editor).await;
    assert_eq!(ids(&other.get(PATH).await.expect(200)), ["2-1"]);
    let admin = org.member(Role::Admin).await;
    let told = admin.get("/app/api/audit-log").await.expect(200);
    let told: Vec<Value> = told["data"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| json!([row["act"], row["target"], row["counts"], row["brandId"]]))
        .collect();
    let target = json!({ "kind": "mail", "id": "1-1" });
    assert_eq!(
        told,
        [
            json!(["capturedMails.delete", null, { "deleted": 0 }, ours.brand_id]),
            json!(["capturedMails.delete", null, { "deleted": 2 }, ours.brand_id]),
            json!(["capturedMails.source", target, null, ours.brand_id]),
        ]
    );
}

#[tokio::test]
async fn mails_of_the_installation_are_for_the_owner_of_all_there_is() {
    let server = TestServer::with().clock_stopped().start().await;
    let org = server.first_org().await;
    let (owner, admin) = (org.member(Role::Owner).await, org.member(Role::Admin).await);
    let body = json!({ "email": admin.email });
    let asked = post(&server.nobody(), "/app/api/password-resets", body).await;
    asked.expect(202);
    server.all_written().await;
    let listed = owner.get(NOTICES).await.expect(200);
    assert_eq!(listed["data"][0]["to"], admin.email);
    let path = format!("{NOTICES}/{}", ids(&listed)[0]);
    let shown = owner.get(&path).await.expect(200);
    token_in(shown["text"].as_str().unwrap(), &server, "reset");
    // Whoever reads the link has the account: an admin would become an owner by it.
    for path in [NOTICES, &path] {
        assert_problem(
            &admin.get(path).await,
            403,
            "INSUFFICIENT_ROLE",
            Some("owner"),
        );
    }
    // A session that was left open is not enough for the link.
    server.clock.advance(A_WHILE);
    assert_problem(&owner.get(&path).await, 403, "PASSWORD_REQUIRED", None);
    owner.get(NOTICES).await.expect(200);
    give_password(&owner).await;
    owner.get(&path).await.expect(200);
    let missing = owner.get(&format!("{NOTICES}/..%2Fx")).await;
    assert_problem(&missing, 404, "NOT_FOUND", None);
    // People of another organization get such mails too.
    let other = server.org().await.member(Role::Owner).await;
    for owner in [&owner, &other] {
        for path in [NOTICES, &path] {
            assert_problem(&owner.get(path).await, 404, "NOT_FOUND", None);
        }
    }
}

#[tokio::test]
async fn where_mail_leaves_none_is_shown() {
    let server = TestServer::with().mail_leaves().start().await;
    let brand = server.first_org().await.brand().await;
    keep(&server, &brand, "1-1", "ada@x.test", b"Subject: x\r\n\r\n");
    let owner = on(&brand, Role::Owner).await;
    for path in [PATH, NOTICES] {
        assert_eq!(owner.get(path).await.expect(200)["data"], json!([]));
        let one = owner.get(&format!("{path}/1-1")).await;
        assert_problem(&one, 404, "NOT_FOUND", None);
    }
    let source = owner.get(&format!("{PATH}/1-1/source")).await;
    assert_problem(&source, 404, "NOT_FOUND", None);
    assert_eq!(owner.delete(PATH).await.expect(200)["deleted"], 0);
}
