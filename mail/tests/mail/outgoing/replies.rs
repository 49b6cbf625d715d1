//! Replies as large and small mail servers give them, and what they mean.

use postrider_mail::smtp::Phase::{Auth, Data, Dot, Greeting, Hello, Mail, Rcpt};
use postrider_mail::smtp::ReplyClass::{
    Accepted, AddressFailure, MessageFailure, RefusesUs, Throttled, TryLater,
};
use postrider_mail::smtp::{Phase, Reply, ReplyClass, classify};

const ACCEPTED: &[(Phase, &str)] = &[
    (Dot, "250 2.0.0 Ok: queued as 4XyZ"),
    (Dot, "250 Ok 0102018f-0000"),
    (Dot, "250 2.6.0 <m1@example.com> Queued mail for delivery"),
    (Rcpt, "250 2.1.5 OK"),
    (Rcpt, "251 User not local; will forward"),
    (Rcpt, "252 Cannot verify user, but will take the message"),
    (Data, "354 Start mail input"),
];

const TRY_LATER: &[(Phase, &str)] = &[
    (
        Rcpt,
        "550 5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages",
    ),
    (
        Rcpt,
        "450 4.2.0 <ada@example.org>: Recipient address rejected: Greylisted, try again in 300 seconds",
    ),
    (
        Rcpt,
        "451 4.7.1 Greylisting in action, please come back later",
    ),
    (
        Rcpt,
        "450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery",
    ),
    (
        Rcpt,
        "450 4.1.1 <ada@example.org>: Recipient address rejected: unverified address: user unknown",
    ),
    (
        Rcpt,
        "452 4.2.2 The recipient's inbox is out of storage space",
    ),
    (Rcpt, "450 4.1.2 Domain not found"),
    (Rcpt, "451 4.3.5 Server configuration problem"),
    (Rcpt, "452 4.5.3 Too many recipients"),
    (
        Rcpt,
        "450 4.7.1 Client host rejected: cannot find your hostname",
    ),
    (Mail, "452 4.3.1 Insufficient system storage"),
    (Auth, "454 4.7.0 Temporary authentication failure"),
    (
        Dot,
        "451 4.3.0 Message temporarily rejected: spam check unavailable",
    ),
];

const THROTTLED: &[(Phase, &str)] = &[
    (Rcpt, "451 4.7.500 Server busy. Please try again later"),
    (
        Mail,
        "421 4.7.0 [TSS04] Messages temporarily deferred due to unexpected volume or user complaints",
    ),
    (
        Mail,
        "421 4.7.28 Our system has detected an unusual rate of unsolicited mail from your address",
    ),
    (
        Greeting,
        "421 4.7.0 Too many concurrent connections from this address",
    ),
    (
        Greeting,
        "421 Service not available, closing transmission channel",
    ),
    (
        Auth,
        "454 Throttling failure: maximum sending rate exceeded",
    ),
    (
        Dot,
        "421 4.7.26 This mail is rate limited because it is not authenticated",
    ),
    (Dot, "454 Throttling failure: Daily message quota exceeded"),
];

const ADDRESS_FAILURE: &[(Phase, &str)] = &[
    (
        Rcpt,
        "550 5.1.1 The email account that you tried to reach does not exist. Please try double-checking the address",
    ),
    (
        Rcpt,
        "550 5.1.1 <ada@example.org>: Recipient address rejected: User unknown in virtual mailbox table",
    ),
    (Rcpt, "550 5.1.1 <ada@example.org> User unknown; rejecting"),
    (Rcpt, "550 5.1.1 RESOLVER.ADR.RecipNotFound; not found"),
    (
        Rcpt,
        "550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup",
    ),
    (
        Rcpt,
        "550 5.1.2 <ada@gone.example>: Recipient address rejected: Domain not found",
    ),
    (Rcpt, "501 5.1.3 Bad recipient address syntax"),
    (Rcpt, "551 5.1.6 The user has moved and left no address"),
    (Rcpt, "556 5.1.10 Domain does not accept mail"),
    (Rcpt, "556 Domain does not accept mail"),
    (
        Rcpt,
        "550 5.2.1 The email account that you tried to reach is disabled",
    ),
    (
        Rcpt,
        "550 5.5.0 Requested action not taken: mailbox unavailable",
    ),
    (
        Rcpt,
        "550 5.4.1 Recipient address rejected: Access denied. AS(201806281)",
    ),
    (Rcpt, "550 5.4.4 Unable to route: host not found"),
    (Rcpt, "550 5.4.310 DNS domain gone.example does not exist"),
    (Rcpt, "550 5.1.0 Address rejected: no such user"),
    (Rcpt, "550 #5.1.0 Address rejected: unknown address"),
    (Rcpt, "550 Requested action not taken: mailbox unavailable"),
    (Rcpt, "550 No such user here"),
    (Rcpt, "550 Unrouteable address"),
    (Rcpt, "550 unknown user <ada@example.org>"),
    (Rcpt, "550 Mailbox not found"),
    (Rcpt, "550 Invalid recipient <ada@example.org>"),
    (Rcpt, "550 sorry, no mailbox here by that name"),
    (Rcpt, "551 User not local"),
    (Rcpt, "553 Mailbox name not allowed"),
    (Rcpt, "553 5.1.2 We cannot find the domain of the recipient"),
    (
        Rcpt,
        "552 1 Requested mail action aborted, mailbox not found",
    ),
    (
        Dot,
        "554 delivery error: dd This user doesn't have an account here (ada@example.org) [0]",
    ),
    (Dot, "554 5.1.1 No such user"),
    (Dot, "550 5.1.1 unknown or illegal alias: ada@example.org"),
];

const MESSAGE_FAILURE: &[(Phase, &str)] = &[
    (
        Rcpt,
        "552 5.2.2 The email account that you tried to reach is over quota and inactive",
    ),
    (Rcpt, "552 5.2.2 <ada@example.org>: mailbox full"),
    (Rcpt, "554 5.2.2 STOREDRV; mailbox full"),
    (Rcpt, "550 Mailbox is full / quota exceeded"),
    (
        Rcpt,
        "550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required",
    ),
    (
        Rcpt,
        "550 5.7.124 Sender not in the list of allowed senders of the group",
    ),
    (Rcpt, "550 5.7.17 Mailbox owner has changed"),
    (Rcpt, "550 Something nobody has seen before"),
    (
        Rcpt,
        "550 5.7.1 <ada@example.org>: Recipient address rejected: user unknown",
    ),
    (Mail, "552 5.3.4 Message size exceeds fixed limit"),
    (Mail, "552 Message size exceeds maximum permitted"),
    (Mail, "550 5.6.7 Address needs SMTPUTF8"),
    (Dot, "552 5.3.4 Your message exceeded our size limits"),
    (Dot, "550 5.2.3 Message too large for this mailbox"),
    (Dot, "552 5.2.2 Over quota"),
    (Dot, "554 5.6.0 Invalid message content"),
    (Dot, "550 5.4.6 Routing loop detected"),
    (Dot, "554 Transaction failed"),
];

const REFUSES_US: &[(Phase, &str)] = &[
    (
        Rcpt,
        "553 sorry, your envelope sender is in my badmailfrom list (#5.7.1)",
    ),
    (
        Rcpt,
        "553 sorry, your mail was administratively denied. (#5.7.1)",
    ),
    (Rcpt, "550 192.0.2.1 does not have a valid PTR record"),
    (Rcpt, "550 Sender's domain does not have a valid MX"),
    (Rcpt, "550 Client host not found"),
    (
        Greeting,
        "554 5.7.1 Service unavailable; client host blocked",
    ),
    (Greeting, "554 mx.example no SMTP service here"),
    (Greeting, "521 5.3.2 This host does not accept mail"),
    (Hello, "550 5.7.1 Bad HELO name"),
    (Auth, "535 5.7.8 Username and Password not accepted"),
    (Auth, "535 Authentication Credentials Invalid"),
    (Auth, "535 Authentication failed: Maximum credits exceeded"),
    (Auth, "534 5.7.9 Application-specific password required"),
    (Auth, "504 5.7.4 Unrecognized authentication type"),
    (Mail, "530 5.7.0 Must issue a STARTTLS command first"),
    (Mail, "530 Authentication required"),
    (Mail, "530 5.7.57 Client not authenticated to send mail"),
    (
        Mail,
        "538 Encryption required for requested authentication mechanism",
    ),
    (
        Mail,
        "553 5.1.8 <b-1@example.com>: Sender address rejected: Domain not found",
    ),
    (Mail, "553 5.7.1 Sender address rejected: not owned by user"),
    (Mail, "550 5.1.0 <b-1@example.com> sender rejected"),
    (Mail, "550 5.1.1 No such user"),
    (
        Mail,
        "550 The from address does not match a verified sender identity",
    ),
    (Mail, "501 5.5.4 Invalid argument"),
    (Mail, "555 5.5.2 Syntax error"),
    (Mail, "554 Transaction failed"),
    (Rcpt, "554 5.7.1 <ada@example.org>: Relay access denied"),
    (Rcpt, "550 5.7.1 Unable to relay"),
    (Rcpt, "550 relay not permitted"),
    (
        Rcpt,
        "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)",
    ),
    (
        Rcpt,
        "550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus",
    ),
    (Rcpt, "550 5.1.1 rejected: 192.0.2.1 is on our blacklist"),
    (
        Rcpt,
        "550 5.7.606 Access denied, banned sending IP [192.0.2.1]",
    ),
    (Rcpt, "550 Administrative prohibition"),
    (Rcpt, "550 JunkMail rejected - listed at bl.example"),
    (Rcpt, "503 5.5.1 Bad sequence of commands"),
    (Rcpt, "550 5.1.0 Sender denied"),
    (Data, "503 5.5.1 RCPT first"),
    (Data, "554 Refused"),
    (
        Dot,
        "550 5.7.26 This mail has been blocked because the sender is unauthenticated",
    ),
    (
        Dot,
        "550 5.7.1 Our system has detected that this message is likely unsolicited mail",
    ),
    (Dot, "554 5.7.9 Message not accepted for policy reasons"),
    (Dot, "554 5.7.5 DMARC policy violation"),
    (
        Dot,
        "550 5.7.515 Access denied, sending domain does not meet the required authentication level",
    ),
    (Dot, "554 Message rejected: Email address is not verified"),
    (
        Dot,
        "554 5.7.1 Message rejected because of unacceptable content",
    ),
    (Dot, "550 spam message rejected"),
    (Dot, "550 High probability of spam"),
    (
        Dot,
        "552 5.7.0 This message was blocked because its content presents a potential security issue",
    ),
];

fn check(class: ReplyClass, table: &[(Phase, &str)]) {
    for (phase, line) in table {
        let reply = Reply::parse(line).unwrap();
        assert_eq!(classify(*phase, &reply), class, "{phase}: {line}");
    }
}

#[test]
fn replies_mean_what_they_say() {
    check(Accepted, ACCEPTED);
    check(TryLater, TRY_LATER);
    check(Throttled, THROTTLED);
    check(AddressFailure, ADDRESS_FAILURE);
    check(MessageFailure, MESSAGE_FAILURE);
    check(RefusesUs, REFUSES_US);
}

/// The rows of `receivers.txt`, with the receiver that each is of.
fn rows() -> Vec<(&'static str, Phase, ReplyClass, Reply)> {
    let mut rows = Vec::new();
    let mut receiver = "";
    for line in include_str!("receivers.txt").lines() {
        if let Some(name) = line.strip_prefix("== ") {
            receiver = name;
        } else if !line.is_empty() && !line.starts_with('#') {
            let cells: Vec<&str> = line.splitn(3, '|').map(str::trim).collect();
            let verdict = match cells[1] {
                "accepted" => Accepted,
                "later" => TryLater,
                "throttled" => Throttled,
                "address" => AddressFailure,
                "message" => MessageFailure,
                "us" => RefusesUs,
                other => panic!("no verdict: {other}"),
            };
            let phase = Phase::parse(cells[0]).unwrap();
            rows.push((receiver, phase, verdict, Reply::parse(cells[2]).unwrap()));
        }
    }
    rows
}

#[test]
fn large_receivers_are_understood() {
    let rows = rows();
    assert!(rows.len() > 150, "{}", rows.len());
    let wrong: Vec<String> = rows
        .iter()
        .map(|(receiver, phase, verdict, reply)| {
            (receiver, verdict, classify(*phase, reply), reply)
        })
        .filter(|(_, verdict, found, _)| *verdict != found)
        .map(|(receiver, verdict, found, reply)| {
            format!("{receiver}: {found:?} instead of {verdict:?}: {reply}")
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Whatever a server says against us, in whatever words, nobody's address fails for it.
#[test]
fn refusals_of_us_suppress_nobody() {
    let words = ["no such user", "user unknown", "mailbox unavailable", ""];
    for detail in 0..40 {
        for text in words {
            let reply = Reply::new(550, Some((5, 7, detail)), text);
            assert_ne!(classify(Rcpt, &reply), AddressFailure, "{reply}");
        }
    }
    for code in [530, 534, 535, 538] {
        for phase in [Auth, Mail, Rcpt, Data, Dot] {
            for text in words {
                let reply = Reply::new(code, None, text);
                assert_eq!(classify(phase, &reply), RefusesUs, "{reply}");
            }
        }
    }
    for code in 400..500 {
        let reply = Reply::new(code, Some((4, 1, 1)), "user unknown");
        let expect = if code == 421 { Throttled } else { TryLater };
        assert_eq!(classify(Rcpt, &reply), expect, "{reply}");
    }
}

#[test]
fn phases_have_names_that_read_back() {
    for phase in [
        Greeting,
        Hello,
        Phase::StartTls,
        Auth,
        Mail,
        Rcpt,
        Data,
        Dot,
    ] {
        assert_eq!(Phase::parse(phase.as_str()), Some(phase));
    }
    assert_eq!(Phase::parse("quit"), None);
}
