//! Mailboxes that are looked into: what is in them counts, and nothing else.

use postrider_test_support::servers::{Dovecot, Folder};
use serde_json::{Value, json};

use super::{Means, Rig, codes, ended, mailbox, read, seed_at, used};
use crate::delivery::header;
use crate::emails::{add_version, version};
use crate::support::until;

const LONG_MS: i64 = 60_000;

#[tokio::test]
async fn mails_are_found_where_they_are() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (let_in, first) = mailbox(dovecot, "one", "placed-inbox");
    let (held_back, second) = mailbox(dovecot, "one", "placed-spam");
    let (without_it, third) = mailbox(dovecot, "two", "placed-nowhere");
    without_it.make(Folder::Named(Dovecot::JUNK));
    let means = Means::looking(vec![first, second, third], 4_000);
    let rig = Rig::start(means).await;
    let id = rig.ask().await;
    let message = rig.mailed("placed-inbox@seeds.test").await;
    let_in.deliver(Folder::Inbox, &message);
    let message = rig.mailed("placed-spam@seeds.test").await;
    held_back.deliver(Folder::Named(Dovecot::JUNK), &message);
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 3, "inbox": 1, "spam": 1, "missing": 1, "pending": 0 }),
        "{test}"
    );
    assert_eq!(
        test["results"]["byProvider"],
        json!([
            { "provider": "one", "total": 2, "inbox": 1, "spam": 1, "missing": 0, "pending": 0 },
            { "provider": "two", "total": 1, "inbox": 0, "spam": 0, "missing": 1, "pending": 0 },
        ])
    );
    assert_eq!(
        (&test["status"], &test["seedCount"]),
        (&json!("completed"), &json!(3))
    );
    let authentication = &test["results"]["authentication"];
    assert_eq!(
        authentication,
        &json!({ "spf": "unknown", "dkim": "pass", "dmarc": "pass" })
    );
    for code in ["SEED_SPAM", "SEED_MISSING", "SPF", "NO_SPAM_FILTER"] {
        assert!(codes(&test).contains(&code), "{test}");
    }
    // Whoever tests learns no address.
    assert!(!test.to_string().contains("seeds.test"));
    assert_eq!((used(&rig.brand).await, rig.held().await), (10, 0));
    // It is the real mail, from the real sender, and counts nowhere.
    let mail = String::from_utf8(message).unwrap();
    assert!(mail.contains("Subject: Subject of news"), "{mail}");
    assert!(mail.contains("DKIM-Signature:") && mail.contains("List-Unsubscribe-Post:"));
    assert_eq!(rig.server.number("SELECT count(*) FROM sends").await, 0);
    assert_eq!(
        rig.server.number("SELECT count(*) FROM test_mails").await,
        0
    );
    let usage = rig.brand.get("/v1/usage").await.expect(200);
    assert_eq!(usage["emailSends"]["used"], 0);
    // What is not opened tells its provider nothing.
    assert_eq!(let_in.state(Folder::Inbox).len(), 1);
}

/// As Amazon SES does.
#[tokio::test]
async fn a_mail_to_which_its_relay_gave_another_id_is_found() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (maildir, seed) = mailbox(dovecot, "one", "placed-renamed");
    let rig = Rig::start(Means::looking(vec![seed], LONG_MS)).await;
    let id = rig.ask().await;
    let message = rig.mailed("placed-renamed@seeds.test").await;
    let own = header(&message, "message-id").concat();
    let line = format!("\r\nMessage-ID: {own}\r\n");
    let mail = String::from_utf8(message).unwrap();
    assert_eq!(mail.matches(&line).count(), 1, "{mail}");
    let renamed = mail.replace(&line, "\r\nMessage-ID: <0100-1@ses.test>\r\n");
    maildir.deliver(Folder::Inbox, renamed.as_bytes());
    let test = ended(&rig.brand, &id).await;
    assert_eq!(test["results"]["overall"]["inbox"], 1, "{test}");
}

#[tokio::test]
async fn a_mailbox_whose_spam_folder_is_unknown_was_not_looked_into() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (_maildir, seed) = mailbox(dovecot, "one", "placed-unknown");
    let rig = Rig::start(Means::looking(vec![seed], 2_000)).await;
    let id = rig.ask().await;
    let test = ended(&rig.brand, &id).await;
    assert_eq!(
        test["results"]["overall"],
        json!({ "total": 1, "inbox": 0, "spam": 0, "missing": 0, "pending": 1 }),
        "{test}"
    );
    let entries = test["diagnosis"].as_array().unwrap();
    let unseen = |entry: &&Value| entry["code"] == "SEED_NOT_LOOKED_INTO";
    let entry = entries.iter().find(unseen).unwrap();
    let message = entry["message"].as_str().unwrap();
    assert!(message.ends_with("its spam folder is not known; set `spam`."));
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 0));
}

#[tokio::test]
async fn what_a_mail_says_of_its_reader_tells_nobody_of_the_mailbox() {
    let seeds = vec![seed_at("one", "told-nobody", 9)];
    let rig = Rig::start(Means::looking(seeds, 1_000)).await;
    let html = "<p>Hi</p>\n<p>{{ email }}</p>\n<img src=\"https://x.test/{{ email }}\">";
    add_version(&rig.server, &rig.brand, "news", version("news-2", html)).await;
    let id = rig.ask().await;
    let mail = rig.mailed("told-nobody@seeds.test").await;
    let mail = String::from_utf8(mail).unwrap();
    assert_eq!(mail.matches("told-nobody").count(), 1, "{mail}");
    assert!(mail.contains("To: <told-nobody@seeds.test>"), "{mail}");
    assert!(mail.contains("reader@example.net"), "{mail}");
    ended(&rig.brand, &id).await;
}

#[tokio::test]
async fn a_mail_that_comes_late_is_found_when_it_is_there() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let (late, seed) = mailbox(dovecot, "one", "placed-late");
    late.make(Folder::Named(Dovecot::JUNK));
    let rig = Rig::start(Means::looking(vec![seed], LONG_MS)).await;
    let id = rig.ask().await;
    let message = rig.mailed("placed-late@seeds.test").await;
    until("it was looked for in vain", async || {
        let looks = "SELECT count(*) FROM placement_seeds WHERE last_look = 'worked'";
        (rig.server.number(looks).await == 1).then_some(())
    })
    .await;
    let running = read(&rig.brand, &id).await;
    assert_eq!(running["results"]["overall"]["pending"], 1);
    assert_eq!(running["diagnosis"], json!([]));
    let notices = rig.brand.get("/v1/notifications").await.expect(200);
    let notice = &notices["data"][0];
    assert_eq!(
        (&notice["type"], &notice["status"]),
        (&json!("placement_test"), &json!("processing"))
    );
    assert_eq!(
        (&notice["emailId"], &notice["testId"]),
        (&json!("news"), &json!(id))
    );
    assert!(
        notice["progressPercent"].as_i64().unwrap() >= 20,
        "{notice}"
    );
    assert_eq!((used(&rig.brand).await, rig.held().await), (0, 10));
    late.deliver(Folder::Inbox, &message);
    let test = ended(&rig.brand, &id).await;
    assert_eq!(test["results"]["overall"]["inbox"], 1);
    assert_eq!(rig.times_mailed("placed-late@seeds.test"), 1);
    let notices = rig.brand.get("/v1/notifications").await.expect(200);
    assert_eq!(notices["data"][0]["status"], "completed");
}
