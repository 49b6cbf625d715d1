//! Whole verdicts, without and with DNS.

use super::*;

fn verdict(text: &str) -> AddressVerdict {
    judge(text).verdict
}

#[test]
fn judged_without_dns() {
    // address, status, reason, did you mean, flags
    let cases = "
        ada@example.com           | valid   |                |                    |
        Ada@EXAMPLE.com           | valid   |                |                    |
        ada                       | invalid | invalid_syntax |                    |
        ada@localhost             | invalid | invalid_syntax |                    |
        info@example.com          | valid   | role_address   |                    | role
        ada@mailinator.com        | risky   | disposable     |                    | disposable
        info@mailinator.com       | risky   | disposable     |                    | disposable role
        Ada.L@gmial.com           | risky   | typo           | ada.l@gmail.com    | disposable
        ada@hotnail.com           | risky   | typo           | ada@hotmail.com    |
        info@firma.con            | risky   | typo           | info@firma.com     | role
        spamtrap@example.com      | risky   | spam_trap      |                    |
        spamtrap@gmail.con        | risky   | spam_trap      | spamtrap@gmail.com |
        jörg@müller.de            | valid   |                |                    |
    ";
    for line in cases.trim().lines() {
        let cells: Vec<_> = line.split('|').map(str::trim).collect();
        let found = verdict(cells[0]);
        let flags = [
            found.is_disposable.then_some("disposable"),
            found.is_role.then_some("role"),
        ];
        let flags: Vec<_> = flags.into_iter().flatten().collect();
        let shown = [
            found.status.as_str(),
            found.reason.map(Reason::as_str).unwrap_or_default(),
            found.did_you_mean.as_deref().unwrap_or_default(),
            &flags.join(" "),
        ];
        assert_eq!(shown, cells[1..], "{}", cells[0]);
    }
    assert_eq!(
        judge("JÖRG@Müller.de").address.unwrap().domain(),
        "xn--mller-kva.de"
    );
    assert_eq!(judge("ada").address, None);
}

#[test]
fn dns_joins_and_the_worse_stands() {
    use DomainAnswer::{NoAnswer, NoMail, TakesMail};
    let cases = [
        ("ada@example.com", TakesMail, "valid", ""),
        ("ada@example.com", NoMail, "invalid", "no_mx"),
        ("ada@example.com", NoAnswer, "unknown", "unknown"),
        ("info@example.com", TakesMail, "valid", "role_address"),
        ("info@example.com", NoMail, "invalid", "no_mx"),
        ("info@example.com", NoAnswer, "unknown", "unknown"),
        ("ada@mailinator.com", TakesMail, "risky", "disposable"),
        ("ada@mailinator.com", NoMail, "invalid", "no_mx"),
        ("ada@mailinator.com", NoAnswer, "risky", "disposable"),
        ("ada@hotnail.com", TakesMail, "risky", "typo"),
        ("ada@hotnail.com", NoMail, "invalid", "no_mx"),
        ("ada@hotnail.com", NoAnswer, "risky", "typo"),
        ("spamtrap@example.com", NoAnswer, "risky", "spam_trap"),
        ("ada", TakesMail, "invalid", "invalid_syntax"),
        ("ada", NoMail, "invalid", "invalid_syntax"),
        ("ada", NoAnswer, "invalid", "invalid_syntax"),
    ];
    for (address, answer, status, reason) in cases {
        let before = verdict(address);
        let found = before.clone().with_domain(answer);
        let shown = (
            found.status.as_str(),
            found.reason.map_or("", Reason::as_str),
        );
        assert_eq!(shown, (status, reason), "{address} {answer:?}");
        assert_eq!(found.did_you_mean, before.did_you_mean);
        assert_eq!(found.is_role, before.is_role);
        assert_eq!(found.is_disposable, before.is_disposable);
    }
}

#[test]
fn details_hold_only_what_there_is_to_say() {
    let details = |text| verdict(text).details().to_string();
    assert_eq!(details("ada@example.com"), "{}");
    assert_eq!(
        details("info@example.com"),
        r#"{"isRole":true,"reason":"role_address"}"#
    );
    assert_eq!(
        details("info@gmial.com"),
        r#"{"didYouMean":"info@gmail.com","isDisposable":true,"isRole":true,"reason":"typo"}"#
    );
}

#[test]
fn statuses_read_back() {
    for status in Status::ALL {
        assert_eq!(Status::parse(status.as_str()), Some(status));
    }
    assert_eq!(Status::parse("good"), None);
}
