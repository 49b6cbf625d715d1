//! What arrives when nothing goes wrong.

use postrider_mail::capture::Captured;
use serde_json::{Value, json};

use super::{DOMAIN, Post, crowd, events, header, letter, read, send, standing};
use crate::emails::design;
use crate::sends::{PATH, audience, campaign};
use crate::support::{Brand, TestServer};

const HTML: &str = r#"<!doctype html><html><head><title>News</title></head>
<body><h1>Hello {{ firstName | "you" }}</h1><p>{{ plan }} &amp; more</p>
<a href="https://shop.example.com/spring">Shop</a>
<a href="{{ unsubscribeUrl }}">Unsubscribe</a></body></html>"#;

async fn import(brand: &Brand, html: &str) -> String {
    let body = json!({ "format": "html", "content": html, "title": "News" });
    let made = brand.post("/v1/emails/import", body).await.expect(201);
    made["emailId"].as_str().unwrap().to_owned()
}

async fn ada_and_bob(brand: &Brand) {
    let contacts = json!({ "contacts": [
        { "email": "ada@example.com", "firstName": "Ada <b>", "customFields": { "plan": "Größe" } },
        { "email": "bob@example.org", "customFields": { "plan": "free" } },
    ] });
    brand.post("/v1/contacts", contacts).await.expect(200);
}

#[tokio::test]
async fn a_mail_without_a_title_is_called_by_its_subject() {
    let post = Post::start("ok").await;
    ada_and_bob(&post.brand).await;
    let email = import(&post.brand, &HTML.replace("<title>News", "<title>")).await;
    let subject = "News & {{ firstName | \"you & me\" }}";
    let id = send(&post.brand, json!({ "emailId": email, "subject": subject })).await;
    standing(&post.brand, &id, "completed").await;
    for (to, title) in [
        ("ada@example.com", "News &amp; Ada &lt;b&gt;"),
        ("bob@example.org", "News &amp; you &amp; me"),
    ] {
        let [mail] = post.mails_to(to).try_into().unwrap();
        let html = letter(&mail).html;
        assert!(html.contains(&format!("<title>{title}</title>")), "{html}");
    }
}

#[tokio::test]
async fn a_campaign_arrives_as_its_author_wrote_it() {
    let post = Post::start("ok").await;
    ada_and_bob(&post.brand).await;
    let email = import(&post.brand, HTML).await;
    let id = send(
        &post.brand,
        json!({
            "emailId": email, "subject": "{{ firstName | \"Friend\" }}: grüne {{ plan }}",
            "previewText": "What is new", "from": { "email": format!("ada@{DOMAIN}"), "name": "Ada & Söhne, Ltd." },
            "replyTo": "answers@example.net",
        }),
    )
    .await;
    let sent = standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&["ada@example.com".to_owned(), "bob@example.org".to_owned()]);

    let [mail] = post.mails_to("ada@example.com").try_into().unwrap();
    let ada = letter(&mail);
    assert_eq!(ada.from, format!("Ada & Söhne, Ltd. <ada@{DOMAIN}>"));
    assert_eq!(
        (ada.to.as_str(), ada.reply_to.as_str()),
        ("ada@example.com", "answers@example.net")
    );
    assert_eq!(ada.subject, "Ada <b>: grüne Größe");
    assert!(ada.text.contains("Hello Ada <b>"), "{}", ada.text);
    assert!(ada.text.contains("Größe & more"), "{}", ada.text);
    assert!(
        ada.html.contains("<h1>Hello Ada &lt;b&gt;</h1>"),
        "{}",
        ada.html
    );
    assert!(ada.html.contains("What is new"), "{}", ada.html);
    assert!(
        ada.html.contains("/o/") && ada.html.contains("/c/"),
        "{}",
        ada.html
    );
    assert!(
        !ada.html.contains("https://shop.example.com/spring"),
        "{}",
        ada.html
    );
    let [other] = post.mails_to("bob@example.org").try_into().unwrap();
    let bob = letter(&other);
    assert_eq!(bob.subject, "Friend: grüne free");
    assert!(bob.html.contains("Hello you"), "{}", bob.html);

    assert_named_alike(&post, &mail.from, &ada.message_id);
    assert_ne!(ada.message_id, bob.message_id);
    let feedback = format!("{id}:{}:campaign:postrider", post.brand.brand_id);
    assert_eq!(header(&mail.message, "feedback-id"), [feedback]);
    assert_eq!(sent["stats"]["sent"], 2);
}

/// Return path and `Message-ID` mean the same recipient, and are not the same: a reply shows the one to others, who
/// must not be able to send bounces to the other.
#[track_caller]
fn assert_named_alike(post: &Post, from: &str, message_id: &str) {
    let path = from
        .strip_suffix(&format!("@bounces.{DOMAIN}"))
        .expect(from);
    let path = path.strip_prefix("b-").expect(path);
    let id = message_id.strip_suffix(&format!("@{DOMAIN}"));
    let id = id.expect(message_id);
    let tokens = &post.server.app().keys().track;
    let returned = tokens.read_return_path(path).unwrap();
    let named = tokens.read_message_id(id).unwrap();
    assert_eq!(
        (named.send, named.ordinal),
        (returned.send, returned.ordinal)
    );
    assert_eq!(tokens.read_return_path(id), None);
}

#[tokio::test]
async fn both_signatures_hold_and_cover_the_unsubscribe_headers() {
    let post = Post::start("ok").await;
    crowd(&post.brand, 3).await;
    let id = send(&post.brand, json!({})).await;
    standing(&post.brand, &id, "completed").await;
    let report = post.sink.report();
    for algorithm in ["rsa-sha256", "ed25519-sha256"] {
        let found = report.dkim[algorithm];
        assert_eq!(
            (found.pass, found.fail, found.unknown),
            (3, 0, 0),
            "{algorithm}"
        );
    }
    assert!(report.headers.are_complete(), "{:?}", report.headers);
    let base = post.server.nobody().url;
    for mail in post.sink.messages() {
        let [link] = header(&mail.message, "list-unsubscribe")
            .try_into()
            .unwrap();
        assert!(link.starts_with(&format!("<{base}/unsubscribe/")), "{link}");
        let one_click = header(&mail.message, "list-unsubscribe-post");
        assert_eq!(one_click, ["List-Unsubscribe=One-Click"]);
        let signatures = header(&mail.message, "dkim-signature");
        assert_eq!(signatures.len(), 2);
        for signature in signatures {
            let plain: String = signature.to_lowercase().split_whitespace().collect();
            let signed = plain
                .split(';')
                .find_map(|tag| tag.strip_prefix("h="))
                .unwrap();
            let signed: Vec<&str> = signed.split(':').collect();
            for name in [
                "from",
                "to",
                "subject",
                "date",
                "message-id",
                "list-unsubscribe",
                "list-unsubscribe-post",
            ] {
                assert!(signed.contains(&name), "{name} in {signed:?}");
            }
            assert!(plain.contains(&format!("d={DOMAIN};")), "{plain}");
        }
    }
}

#[tokio::test]
async fn a_filtered_audience_gets_it_and_nobody_else() {
    let post = Post::start("ok").await;
    ada_and_bob(&post.brand).await;
    let people = audience(&post.brand, "At .org", "@example.org").await;
    let id = send(&post.brand, json!({ "audienceId": people })).await;
    let sent = standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&["bob@example.org".to_owned()]);
    assert_eq!(sent["recipientCount"], 1);
    assert_eq!(sent["delivery"]["excluded"], 0);
}

#[tokio::test]
async fn a_list_of_addresses_gets_it_once_each() {
    let post = Post::start("ok").await;
    ada_and_bob(&post.brand).await;
    let to = json!(["new@example.com", "ADA@example.com", "new@example.com"]);
    let id = send(&post.brand, json!({ "to": to })).await;
    let sent = standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&["ada@example.com".to_owned(), "new@example.com".to_owned()]);
    assert_eq!(sent["exclusions"]["duplicate"], 1);
    assert_eq!(
        (&sent["recipientCount"], &sent["delivery"]["planned"]),
        (&json!(2), &json!(2))
    );
}

#[tokio::test]
async fn what_happened_stands_in_rows_events_and_usage() {
    let post = Post::start("ok").await;
    let addresses = crowd(&post.brand, 25).await;
    let id = send(&post.brand, json!({})).await;
    let sent = standing(&post.brand, &id, "completed").await;
    post.assert_mailed(&addresses);
    let none = json!({ "unsubscribed": 0, "invalid": 0, "suppressed": 0, "duplicate": 0 });
    assert_eq!(sent["exclusions"], none);
    let delivery = json!({
        "planned": 25, "excluded": 0, "pending": 0, "deferred": 0, "accepted": 25, "delivered": 25, "bounced": 0, "canceled": 0,
        "failed": 0, "inDoubt": 0, "machineOpens": 0, "machineClicks": 0,
    });
    assert_eq!(sent["delivery"], delivery);
    assert_eq!(
        (&sent["stats"]["sent"], &sent["stats"]["delivered"]),
        (&json!(25), &json!(25))
    );
    assert!(sent["startedAt"].is_string() && sent["completedAt"].is_string());

    let delivered = events(&sent, "delivered");
    assert_eq!(delivered.len(), 25);
    assert_eq!(sent["events"].as_array().unwrap().len(), 25);
    assert!(
        delivered
            .iter()
            .all(|event| event["smtpReply"] == "250 2.0.0 taken"),
        "{delivered:?}"
    );
    let usage = post.brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 25);
    let filters = json!({ "logicalOperator": "and", "filters": [
        { "field": "engagement.sends", "operator": "equals", "value": 1 },
        { "field": "engagement.lastSentAt", "operator": "within_last", "value": { "amount": 1, "unit": "hours" } },
    ] });
    let found = post
        .brand
        .post(
            "/v1/audiences",
            json!({ "name": "Mailed", "filters": filters }),
        )
        .await
        .expect(201);
    let counted = json!({
        "emailId": "again", "audienceId": found["audienceId"], "dryRun": true,
    });
    design(&post.server, &post.brand, campaign("again")).await;
    let counted = post.brand.post("/v1/sends", counted).await.expect(200);
    assert_eq!(counted["recipientCount"], 25);
}

#[tokio::test]
async fn captured_mail_needs_no_domain() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    design(&server, &brand, campaign("news")).await;
    crowd(&brand, 3).await;
    let id = send(&brand, json!({})).await;
    let sent: Value = standing(&brand, &id, "completed").await;
    assert_eq!(sent["delivery"]["delivered"], 3);
    let captured = Captured::open(&server.folder().join("captured"));
    let entries = captured.list(Some(&brand.brand_id), 10).unwrap();
    assert_eq!(entries.len(), 3);
    let kept = captured.read(&entries[0].id).unwrap().unwrap();
    assert!(kept.from.starts_with("b-"), "{}", kept.from);
    let again = read(&brand, &id).await;
    assert!(
        events(&again, "delivered")
            .iter()
            .all(|event| event["smtpReply"] == "250 2.0.0 Captured")
    );
}

/// Every column of a contact, but the file that it came from.
#[tokio::test]
async fn columns_of_the_contact_are_merge_tags_or_told_as_unknown() {
    let post = Post::start("ok").await;
    let ada = json!({ "email": "ada@example.com", "lastName": "Byron" });
    post.brand.post("/v1/contacts", ada).await.expect(201);
    let validated = "UPDATE contacts SET validation_status = 'valid', validated_at = 1772445600000,
        created_at = 1772359200000, updated_at = 1772359200000";
    post.server.sql(validated).await;
    let subject = "{{ email }} {{ lastName }} {{ subscribed }} {{ suppressed }} {{ validationStatus }} \
        {{ lastValidatedAt }} {{ createdAt }} {{ updatedAt }} {{ importId }}";
    let body = json!({ "emailId": "news", "audienceId": "all", "subject": subject });
    let accepted = post.brand.post(PATH, body).await.expect(202);
    let warned = accepted["warnings"].as_array().unwrap().iter();
    let unknown: Vec<&str> = warned
        .filter(|warning| warning["code"] == "UNKNOWN_MERGE_TAG")
        .map(|warning| warning["message"].as_str().unwrap())
        .collect();
    assert!(
        matches!(unknown[..], [message] if message.contains("importId")),
        "{unknown:?}"
    );
    standing(
        &post.brand,
        accepted["sendId"].as_str().unwrap(),
        "completed",
    )
    .await;
    let [mail] = post.mails_to("ada@example.com").try_into().unwrap();
    assert_eq!(
        letter(&mail).subject.trim_end(),
        "ada@example.com Byron true false valid 2 March 2026 1 March 2026 1 March 2026"
    );
}
