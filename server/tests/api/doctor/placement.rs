//! Mailboxes of placement tests, and the spam filter.

use postrider_test_support::servers::{Dovecot, Folder, Rspamd};

use super::examined;
use crate::placement::killed::seeds;
use crate::support::Installation;

#[tokio::test]
async fn mailboxes_and_a_filter_that_answer_are_well() {
    let (Some(dovecot), Some(rspamd)) = (Dovecot::shared(), Rspamd::shared()) else {
        return;
    };
    let maildir = dovecot.mailbox("examined");
    let spam = b"Message-ID: <spam@example.com>\r\n\r\nBuy.\r\n";
    maildir.deliver(Folder::Named(Dovecot::JUNK), spam);
    let installation = Installation::new()
        .await
        .configured(&seeds("examined", dovecot.port))
        .set(
            "POSTRIDER_RSPAMD",
            &format!("http://127.0.0.1:{}", rspamd.port),
        );
    let report = examined(&installation).await;
    report.assert_well("seeds");
    report.assert_well("spam_filter");
    assert_eq!(report.only("seeds")["subject"], "examined@people.test");
    // Without any of them there is nothing to say.
    let report = examined(&Installation::new().await).await;
    assert!(report.all("seeds").is_empty() && report.all("spam_filter").is_empty());
}

#[tokio::test]
async fn a_mailbox_whose_spam_nobody_finds_is_not_well() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    dovecot.mailbox("examined-without-spam");
    let seeds = seeds("examined-without-spam", dovecot.port);
    let installation = Installation::new().await.configured(&seeds);
    let _server = installation.serve().await;
    let report = examined(&installation).await;
    report.assert_found("seeds", "warning", &["`spam`", "pending"]);
    assert!(report.is_success, "{:#}", report.json);
}

#[tokio::test]
async fn a_mailbox_that_lets_nobody_in_and_a_filter_that_is_silent_are_found_and_no_password_is_told()
 {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let wrong = seeds("examined-in-vain", dovecot.port).replace(Dovecot::PASSWORD, "fiddlesticks");
    let installation = Installation::new()
        .await
        .configured(&wrong)
        .set("POSTRIDER_SPAMD", "127.0.0.1:1");
    let _server = installation.serve().await;
    let report = examined(&installation).await;
    report.assert_found("seeds", "warning", &["[[seeds]]", "IMAP"]);
    report.assert_found(
        "spam_filter",
        "warning",
        &["spamassassin", "POSTRIDER_SPAMD"],
    );
    assert!(!report.json.to_string().contains("fiddlesticks"));
    assert!(
        report.is_success,
        "the service runs without: {:#}",
        report.json
    );
}
