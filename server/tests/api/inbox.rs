//! `postrider inbox`: the mail that was kept instead of sent.

use data_encoding::BASE64;
use postrider_mail::capture::Captured;
use postrider_mail::smtp::Envelope;
use serde_json::json;

use crate::support::Installation;

/// Whatever a message holds: other programs than ours may have written it.
fn keep(installation: &Installation, brand: &str, name: &str, subject: &str) {
    let captured = Captured::open(&installation.data().join("captured"));
    let message = format!(
        "From: =?utf-8?q?J=C3=BCrgen?= <news@a.test>\r\nTo: ada@x.test\r\nSubject: =?utf-8?b?{}?=\r\n\
         Date: Thu, 1 Jan 2026 00:00:00 +0000\r\nMessage-ID: <{name}@a.test>\r\n\
         List-Unsubscribe: <https://a.test/unsubscribe/x>\r\nMIME-Version: 1.0\r\n\
         Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\n\
         Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
         Gr=C3=BC=C3=9Fe =1B[31mred=1B[0m\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n\
         <p>Hi <a href=\"https://a.test/?a=1&amp;b=2\">one</a> <a href='https://a.test/2'>two</a> \
         <a href='https://a.test/2'>again</a></p>\r\n--b--\r\n",
        BASE64.encode(subject.as_bytes())
    );
    let envelope = Envelope {
        from: "b-1@bounces.a.test",
        to: "ada@x.test",
    };
    captured
        .keep(brand, name, message.as_bytes(), &envelope)
        .unwrap();
}

#[tokio::test]
async fn mails_are_listed_newest_first_with_their_subjects_decoded() {
    let installation = Installation::new().await;
    let none = installation.command(&["inbox", "list"]).await;
    assert_eq!(none.stdout, "There is no mail.\n");
    assert!(!installation.data().join("captured").exists());
    keep(&installation, "one", "1-1", "Grüße aus Köln");
    keep(&installation, "two", "1-2", "Two");
    let all = installation
        .command(&["inbox", "list", "--json"])
        .await
        .json();
    let subjects = [&all[0]["subject"], &all[1]["subject"]];
    assert_eq!(subjects, ["Two", "Grüße aus Köln"]);
    assert_eq!(all[1]["to"], "ada@x.test");
    assert_eq!(
        (&all[1]["id"], &all[1]["brandId"]),
        (&json!("1-1"), &json!("one"))
    );
    let one = ["inbox", "list", "--json", "--brand", "one"];
    assert_eq!(installation.command(&one).await.json(), json!([all[1]]));
    let newest = ["inbox", "list", "--json", "--limit", "1"];
    assert_eq!(installation.command(&newest).await.json(), json!([all[0]]));
    let table = installation.command(&["inbox", "list"]).await.stdout;
    let lines: Vec<&str> = table.lines().collect();
    assert!(lines[0].starts_with("ID   TIME"), "{table}");
    assert!(lines[2].starts_with("1-1  20"), "{table}");
    assert!(
        lines[2].ends_with("Z  ada@x.test  Grüße aus Köln"),
        "{table}"
    );
}

#[tokio::test]
async fn a_mail_is_shown_in_parts_and_nothing_in_it_steers_the_terminal() {
    let installation = Installation::new().await;
    keep(&installation, "one", "1-1", "Hello");
    let show = async |part: &[&str]| {
        let words = [&["inbox", "show", "1-1"], part].concat();
        installation.command(&words).await
    };
    let page = show(&[]).await.stdout;
    insta::assert_snapshot!(page, @r"
    From         Jürgen <news@a.test>
    To           ada@x.test
    Subject      Hello
    Date         Thu, 1 Jan 2026 00:00:00 +0000
    Envelope     b-1@bounces.a.test → ada@x.test
    Message-ID   1-1@a.test
    Unsubscribe  https://a.test/unsubscribe/x
    Brand        one

    Grüße ␛[31mred␛[0m

    Links of the HTML part
       1  https://a.test/?a=1&b=2
       2  https://a.test/2
    ");
    assert!(show(&["--html"]).await.stdout.starts_with("<p>Hi <a href"));
    // Into a pipe they go as they are.
    assert!(show(&["--text"]).await.stdout.contains("\u{1b}[31m"));
    let raw = show(&["--raw"]).await.stdout;
    assert!(
        raw.starts_with("From: ") && raw.contains("\r\n\r\n"),
        "{raw}"
    );
    let json = show(&["--json"]).await.json();
    assert_eq!(json["raw"], raw);
    assert_eq!(json["envelope"]["from"], "b-1@bounces.a.test");
    assert_eq!(
        json["links"],
        json!(["https://a.test/?a=1&b=2", "https://a.test/2"])
    );
    let missing = installation.command(&["inbox", "show", "../1-1"]).await;
    assert!(!missing.status.success());
    assert!(
        missing.stderr.contains("there is no mail ../1-1"),
        "{}",
        missing.stderr
    );
}

#[tokio::test]
async fn a_subject_cannot_forge_rows() {
    let installation = Installation::new().await;
    keep(&installation, "one", "1", "a\nb\u{1b}[2J\u{9b}2J\u{202e}c");
    let table = installation.command(&["inbox", "list"]).await.stdout;
    assert_eq!(table.lines().count(), 2, "{table}");
    assert!(!table.contains(['\u{1b}', '\u{9b}', '\u{202e}']), "{table}");
}

#[tokio::test]
async fn mails_are_cleared_by_brand_or_all() {
    let installation = Installation::new().await;
    for (brand, name) in [("one", "1"), ("one", "2"), ("two", "3")] {
        keep(&installation, brand, name, "x");
    }
    let one = ["inbox", "clear", "--brand", "one"];
    assert_eq!(
        installation.command(&one).await.stdout,
        "Deleted 2 mails.\n"
    );
    let all = installation
        .command(&["inbox", "clear", "--json"])
        .await
        .json();
    assert_eq!(all, json!({ "deleted": 1 }));
    let left = installation
        .command(&["inbox", "list", "--json"])
        .await
        .json();
    assert_eq!(left, json!([]));
}
