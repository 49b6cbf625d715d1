//! Whom mail is not taken for, and what is too much.

use super::{Home, sampled};
use crate::domains::MAIL_HOST;

const ADA: &str = "ada@example.com";

#[tokio::test]
async fn a_forged_return_path_gets_no_further_than_its_name() {
    let home = Home::sent(&[ADA]).await;
    let path = home.return_path(ADA);
    let (local, domain) = path.split_once('@').unwrap();
    let report = home.about(ADA, "postfix_unknown");
    let mut wrong = vec![
        format!("b-@{domain}"),
        format!("{}@{domain}", &local[2..]),
        format!("{}@{domain}", &local[..local.len() - 1]),
        format!("{local}0@{domain}"),
        format!("{local}@{MAIL_HOST}"),
        format!("nobody@{MAIL_HOST}"),
    ];
    for at in 2..local.len() {
        let mut changed = local.to_owned();
        let other = if &local[at..=at] == "a" { "b" } else { "a" };
        changed.replace_range(at..=at, other);
        wrong.push(format!("{changed}@{domain}"));
    }
    for address in wrong {
        let answer = home.bring("", &address, &report).await;
        assert_eq!(answer, "550 5.1.1 no such mailbox here", "{address}");
    }
    assert_eq!(home.contact(ADA).await["suppressed"], false);
    // As some servers write it.
    let loud = format!("{}@{}", local.to_uppercase(), domain.to_uppercase());
    assert_eq!(home.bring("", &loud, &report).await, "250 2.0.0 taken");
    assert_eq!(home.contact(ADA).await["suppressed"], true);
}

#[tokio::test]
async fn nothing_is_passed_on() {
    let home = Home::sent(&[ADA]).await;
    let before = home.sink.report().accepted;
    let path = home.return_path(ADA);
    let (local, domain) = path.split_once('@').unwrap();
    for address in [
        ADA.to_owned(),
        "victim@elsewhere.test".to_owned(),
        format!("feedback@{MAIL_HOST}.elsewhere.test"),
        format!("{local}@elsewhere.test"),
        format!("{local}%{domain}@elsewhere.test"),
        format!("@{domain}:victim@elsewhere.test"),
    ] {
        let answer = home.bring(ADA, &address, &sampled("arf_abuse")).await;
        assert_eq!(answer, "550 5.7.1 we pass no mail on", "{address}");
    }
    assert_eq!(home.sink.report().accepted, before);
}

#[tokio::test]
async fn what_is_too_large_is_refused_and_changes_nothing() {
    let home = Home::sent(&[ADA]).await;
    let mut report = home.about(ADA, "postfix_unknown");
    report.push_str(&"x".repeat(70).repeat(8000));
    let answer = home.bring("", &home.return_path(ADA), &report).await;
    assert_eq!(answer, "552 5.3.4 message too large");
    assert_eq!(home.contact(ADA).await["suppressed"], false);
}
