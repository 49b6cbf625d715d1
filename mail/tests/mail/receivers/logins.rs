//! How we make ourselves known to servers, and to whom not.

use std::time::Duration;

use postrider_mail::password::Password;
use postrider_mail::seeds::{Place, Security, SeedError, SeedMailbox};
use postrider_test_support::smtp_server::Step::Hear;
use postrider_test_support::smtp_server::{Server, say};

use super::hostile::{limits, look_at, look_with, script, seed};

#[tokio::test]
async fn a_server_that_says_the_password_back_is_not_repeated() {
    // The proof is `\0ada\0open sesame`.
    for words in ["open sesame is wrong", "AGFkYQBvcGVuIHNlc2FtZQ== is wrong"] {
        for at in 1..4 {
            let said = format!("P{at} NO {words}");
            let error = look_with(script(at, vec![say(&said)])).await.unwrap_err();
            let shown = format!("{error} {error:?}");
            assert!(shown.contains("… is wrong"), "{shown}");
        }
    }
}

#[tokio::test]
async fn a_password_that_is_said_back_in_quotes_is_not_repeated() {
    let in_quotes = r#""open \"sesame\\""#;
    let refusal = format!("P2 NO LOGIN ada {in_quotes} is wrong");
    let script = vec![
        say("* OK ready"),
        Hear("P1 CAPABILITY"),
        say("* CAPABILITY IMAP4rev1\r\nP1 OK"),
        Hear(r#"P2 LOGIN "ada" "open \"sesame\\""#),
        say(&refusal),
    ];
    let server = Server::start(vec![script]).await;
    let seed = SeedMailbox {
        password: Password::new(r#"open "sesame\"#),
        ..seed(server.address().port(), Security::Plain)
    };
    let error = look_at(&seed, &limits(Duration::from_secs(10))).await;
    let expected = r#"NO LOGIN ada "…" is wrong"#;
    assert_eq!(error, Err(SeedError::Refused(expected.into())));
}

#[tokio::test]
async fn logins_go_as_the_server_wants_them() {
    let rest = || {
        vec![
            Hear("P3 EXAMINE"),
            say("P3 OK"),
            Hear("P4 UID SEARCH"),
            say("* SEARCH 1\r\nP4 OK"),
        ]
    };
    let in_two = vec![
        say("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready"),
        Hear("P1 AUTHENTICATE PLAIN"),
        say("+ "),
        Hear("AGFkYQBvcGVuIHNlc2FtZQ=="),
        say("P1 OK in"),
        Hear("P2 CAPABILITY"),
        say("* CAPABILITY IMAP4rev1\r\nP2 OK"),
    ];
    let by_login = vec![
        say("* OK ready"),
        Hear("P1 CAPABILITY"),
        say("* CAPABILITY IMAP4rev1\r\nP1 OK"),
        Hear("P2 LOGIN \"ada\" \"open sesame\""),
        say("P2 OK [CAPABILITY IMAP4rev1] in"),
    ];
    for begin in [in_two, by_login] {
        let looked = look_with([begin, rest()].concat()).await.unwrap();
        assert_eq!(looked, Place::Inbox);
    }
    let disabled = look_with(vec![say("* OK [CAPABILITY IMAP4rev1 LOGINDISABLED] ready")]).await;
    assert!(
        matches!(disabled, Err(SeedError::Refused(_))),
        "{disabled:?}"
    );
    let unasked = look_with(script(1, vec![say("+ more")])).await;
    assert!(matches!(unasked, Err(SeedError::NotImap(_))), "{unasked:?}");
}

#[tokio::test]
async fn no_password_goes_in_the_clear_where_encryption_is_wanted() {
    let script = vec![
        say("* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] no STARTTLS here"),
        Hear("P1 STARTTLS"),
        say("P1 BAD what is that"),
    ];
    let server = Server::start(vec![script]).await;
    let seed = seed(server.address().port(), Security::StartTls);
    let error = look_at(&seed, &limits(Duration::from_secs(10))).await;
    assert_eq!(error, Err(SeedError::Tls("BAD what is that".into())));
    assert_eq!(server.seen().await.lines, ["P1 STARTTLS"]);
    // Somebody on the way put words behind the server's, to be taken for words that came encrypted.
    let script = vec![
        say("* OK ready"),
        Hear("P1 STARTTLS"),
        say("P1 OK go on\r\n* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready"),
    ];
    let server = Server::start(vec![script]).await;
    let seed = SeedMailbox {
        port: server.address().port(),
        ..seed
    };
    let error = look_at(&seed, &limits(Duration::from_secs(10))).await;
    assert!(matches!(error, Err(SeedError::Tls(_))), "{error:?}");
}
