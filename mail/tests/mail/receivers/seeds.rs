//! Messages in the mailboxes of a Dovecot.

use postrider_mail::password::Password;
use postrider_mail::seeds::{
    LookLimits, Place, Security, SeedError, SeedMailbox, Sought, look, mark,
};
use postrider_mail::smtp::TrustedCertificate;
use postrider_test_support::servers::Folder::{Inbox, Named};
use postrider_test_support::servers::{Dovecot, Folder, Maildir};

/// 2026-01-02T00:30:00Z
const SENT: i64 = 1_767_313_800_000;

fn seed(dovecot: &Dovecot, maildir: &Maildir) -> SeedMailbox {
    SeedMailbox {
        host: "localhost".to_owned(),
        port: dovecot.port,
        security: Security::Plain,
        user: maildir.user.clone(),
        password: Password::new(Dovecot::PASSWORD),
        inbox: "INBOX".to_owned(),
        spam: Vec::new(),
    }
}

fn message(id: &str) -> Vec<u8> {
    format!(
        "From: a@example.com\r\nMessage-ID: <{id}>\r\nSubject: Hello\r\n\r\nFrom here on it is text.\r\n"
    )
    .into_bytes()
}

async fn look_for(
    dovecot: &Dovecot,
    seed: &SeedMailbox,
    message_id: &str,
) -> Result<Place, SeedError> {
    let sought = Sought {
        message_id,
        sent_ms: Some(SENT),
    };
    let trusted = TrustedCertificate::of(dovecot.roots()).unwrap();
    look(seed, sought, &LookLimits::default(), &trusted).await
}

async fn place(dovecot: &Dovecot, seed: &SeedMailbox, message_id: &str) -> Place {
    look_for(dovecot, seed, message_id).await.unwrap()
}

#[tokio::test]
async fn a_message_is_found_where_it_lies_and_nothing_is_changed() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("everywhere");
    let seed = seed(dovecot, &maildir);
    let junk = Named(Dovecot::JUNK);
    // There is no folder for spam yet: servers make it with the first that comes.
    let before_all = place(dovecot, &seed, "a@example.com").await;
    assert_eq!(before_all, Place::NotInInbox);
    maildir.deliver(Inbox, &message("a@example.com"));
    maildir.deliver(junk, &message("b@example.com"));
    maildir.deliver(Named("Archive"), &message("c@example.com"));
    let before = [Inbox, junk].map(|folder| maildir.state(folder));
    assert_eq!(place(dovecot, &seed, "<a@example.com>").await, Place::Inbox);
    assert_eq!(place(dovecot, &seed, "b@example.com").await, Place::Spam);
    assert_eq!(place(dovecot, &seed, "c@example.com").await, Place::Missing);
    // A part of an id is another id.
    assert_eq!(place(dovecot, &seed, "@example.com").await, Place::Missing);
    let after = [Inbox, junk].map(|folder| maildir.state(folder));
    assert_eq!(after, before);
}

#[tokio::test]
async fn a_message_that_has_got_another_id_is_found_by_its_mark() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("renamed");
    let seed = seed(dovecot, &maildir);
    let renamed = |id: &str, marked: &str| {
        let mut message = message(id);
        mark(&mut message, marked);
        message
    };
    let junk = Named(Dovecot::JUNK);
    maildir.deliver(Inbox, &renamed("0100-1@ses.test", "a@example.com"));
    maildir.deliver(junk, &renamed("0100-2@ses.test", "b@example.com"));
    assert_eq!(place(dovecot, &seed, "a@example.com").await, Place::Inbox);
    assert_eq!(place(dovecot, &seed, "b@example.com").await, Place::Spam);
    assert_eq!(place(dovecot, &seed, "@example.com").await, Place::Missing);
}

#[tokio::test]
async fn what_comes_late_is_found_at_the_next_look() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("late");
    let seed = seed(dovecot, &maildir);
    for (folder, id, expected) in [
        (Inbox, "one@example.com", Place::Inbox),
        (Named(Dovecot::JUNK), "two@example.com", Place::Spam),
    ] {
        assert_eq!(place(dovecot, &seed, id).await, Place::NotInInbox);
        maildir.deliver(folder, &message(id));
        assert_eq!(place(dovecot, &seed, id).await, expected);
    }
}

#[tokio::test]
async fn folders_for_spam_are_known_by_use_by_name_and_by_setting() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let found = async |user: &str, folder: Folder<'_>, spam: &[&str]| {
        let maildir = dovecot.mailbox(user);
        maildir.deliver(folder, &message("x@example.com"));
        let seed = SeedMailbox {
            spam: spam.iter().map(|&name| name.to_owned()).collect(),
            ..seed(dovecot, &maildir)
        };
        look_for(dovecot, &seed, "x@example.com").await
    };
    // Its server says so of this name, and of the usual ones nothing.
    assert_eq!(found("use", Named("Werbung"), &[]).await, Ok(Place::Spam));
    assert_eq!(found("junk", Named("Junk"), &[]).await, Ok(Place::Spam));
    assert_eq!(
        found("spam", Named("mail/spam"), &[]).await,
        Ok(Place::Spam)
    );
    let french = Named("Courrier ind&AOk-sirable");
    assert_eq!(found("french", french, &[]).await, Ok(Place::Spam));
    assert_eq!(
        found("other", Named("Quarantine"), &[]).await,
        Ok(Place::NotInInbox)
    );
    assert_eq!(
        found("set", Named("Quarantine"), &["Quarantine"]).await,
        Ok(Place::Spam)
    );
    let written = Named("Pourriel filtr&AOk-");
    assert_eq!(
        found("foreign", written, &["Pourriel filtré"]).await,
        Ok(Place::Spam)
    );
    // What the setting names and is not there cannot be looked into: nobody may take that for a mail that went missing.
    let absent = found("absent", Named("Junk"), &["Jnuk"]).await;
    assert!(matches!(absent, Err(SeedError::Declined(_))), "{absent:?}");
}

#[tokio::test]
async fn a_message_is_found_among_ten_thousand() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("many");
    for n in 0..10_000 {
        maildir.deliver(Inbox, &message(&format!("{n}@example.com")));
    }
    maildir.deliver(Named(Dovecot::JUNK), &message("junk@example.com"));
    let seed = seed(dovecot, &maildir);
    assert_eq!(
        place(dovecot, &seed, "1234@example.com").await,
        Place::Inbox
    );
    assert_eq!(
        place(dovecot, &seed, "10000@example.com").await,
        Place::Missing
    );
    assert_eq!(place(dovecot, &seed, "junk@example.com").await, Place::Spam);
}

#[tokio::test]
async fn the_way_is_encrypted_and_the_certificate_checked() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("safe");
    maildir.deliver(Inbox, &message("a@example.com"));
    for (security, port) in [
        (Security::Tls, dovecot.tls_port),
        (Security::StartTls, dovecot.port),
    ] {
        let by_name = SeedMailbox {
            security,
            port,
            ..seed(dovecot, &maildir)
        };
        assert_eq!(
            place(dovecot, &by_name, "a@example.com").await,
            Place::Inbox
        );
        let sought = Sought {
            message_id: "a@example.com",
            sent_ms: None,
        };
        let limits = LookLimits::default();
        let strangers = TrustedCertificate::system().unwrap();
        let stranger = look(&by_name, sought, &limits, &strangers).await;
        assert!(matches!(stranger, Err(SeedError::Tls(_))), "{stranger:?}");
        let of_another_name = SeedMailbox {
            host: "127.0.0.1".to_owned(),
            ..by_name
        };
        let other = look_for(dovecot, &of_another_name, "a@example.com").await;
        assert!(matches!(other, Err(SeedError::Tls(_))), "{other:?}");
    }
    // Encrypted from the first byte, and not at all, where the other is spoken.
    let in_the_clear = SeedMailbox {
        security: Security::Tls,
        ..seed(dovecot, &maildir)
    };
    let trouble = look_for(dovecot, &in_the_clear, "a@example.com").await;
    assert!(matches!(trouble, Err(SeedError::Tls(_))), "{trouble:?}");
}

#[tokio::test]
async fn who_is_not_let_in_is_told_so_without_the_password() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("locked");
    let seed = SeedMailbox {
        password: Password::new("not this one"),
        ..seed(dovecot, &maildir)
    };
    let refused = look_for(dovecot, &seed, "a@example.com").await.unwrap_err();
    assert!(matches!(refused, SeedError::Refused(_)), "{refused:?}");
    assert!(!format!("{refused:?} {seed:?}").contains("not this one"));
}

#[tokio::test]
async fn names_cannot_become_commands() {
    let Some(dovecot) = Dovecot::shared() else {
        return;
    };
    let maildir = dovecot.mailbox("injected");
    maildir.deliver(Inbox, &message("a@example.com"));
    let good = seed(dovecot, &maildir);
    for id in [
        "x@y>\"\r\nP9 DELETE INBOX\r\n",
        "x@y\nP9 LOGOUT",
        "x@y\0",
        "",
        "x y@z",
    ] {
        let trouble = look_for(dovecot, &good, id).await;
        assert!(matches!(trouble, Err(SeedError::Unaskable(_))), "{id:?}");
    }
    // What is odd and can be said is searched for as it stands.
    for id in [
        r#"x"@y"#,
        r"x\@y",
        r#"x@y>")("ALL"#,
        r#"<x@y>"<"#,
        "{5}",
        "*",
        "%",
    ] {
        let looked = place(dovecot, &good, id).await;
        assert_eq!(looked, Place::NotInInbox, "{id:?}");
    }
    for name in ["INBOX\"\r\nP9 LOGOUT", "a\" (b", "a\\"] {
        let odd = SeedMailbox {
            inbox: name.to_owned(),
            ..good.clone()
        };
        let trouble = look_for(dovecot, &odd, "a@example.com").await;
        assert!(
            matches!(trouble, Err(SeedError::Declined(_))),
            "{name:?}: {trouble:?}"
        );
    }
}
