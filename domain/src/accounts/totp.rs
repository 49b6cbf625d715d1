//! Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds. Some apps silently take these
//! for all, so there are no others.

use std::fmt;

use data_encoding::BASE32_NOPAD;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use totp_rs::{Builder, Secret, Totp};

use crate::numbers::Millis;

const DIGITS: usize = 6;
/// What may stand in a URL as it is; apps that decode nothing show the rest as it is sent.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'@');

/// What an app and we know, and nobody else. Stored sealed.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; 20]);

impl TotpSecret {
    pub fn new(entropy: [u8; 20]) -> Self {
        Self(entropy)
    }

    /// From what was stored; nothing if that is of another length.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// As it is typed into an app that cannot read the picture of the URL.
    pub fn to_text(&self) -> String {
        BASE32_NOPAD.encode(&self.0)
    }

    /// What an app reads: whose account it is, and with whom.
    pub fn url(&self, issuer: &str, account: &str) -> String {
        // A colon parts the two, so neither may have one.
        let escape = |text: &str| utf8_percent_encode(&text.replace(':', " "), ESCAPED).to_string();
        let (issuer, account) = (escape(issuer), escape(account));
        let secret = self.to_text();
        format!("otpauth://totp/{issuer}:{account}?secret={secret}&issuer={issuer}")
    }

    /// The step of a code that is right now, or was or will be within 30 seconds: clocks of telephones differ. None for one
    /// that is not after the last step that was accepted, so nobody can use a code that was seen once. That holds between two
    /// at once only if the step is written where the one before it stands.
    pub fn accept(&self, code: &str, last_step: Option<i64>, now: Millis) -> Option<i64> {
        let code: String = code.chars().filter(|c| !c.is_whitespace()).collect();
        if code.len() != DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let seconds = u64::try_from(now.0 / 1000).ok()?;
        let step = self.totp().check(&code, seconds)? as i64;
        (last_step < Some(step)).then_some(step)
    }

    /// Six digits, SHA-1, 30 seconds and a step either side are what it has unless told otherwise; the tests hold it.
    fn totp(&self) -> Totp {
        let secret = Secret::new_stack(self.0);
        Builder::new().with_secret(secret).build_noncompliant()
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("TotpSecret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The secret of the examples of both RFCs.
    fn secret() -> TotpSecret {
        TotpSecret::new(*b"12345678901234567890")
    }

    fn accept(code: &str, last: Option<i64>, second: i64) -> Option<i64> {
        secret().accept(code, last, Millis(second * 1000))
    }

    /// RFC 4226, appendix D: the codes of steps 0 to 9.
    const HOTP: [&str; 10] = [
        "755224", "287082", "359152", "969429", "338314", "254676", "287922", "162583", "399871",
        "520489",
    ];

    #[test]
    fn codes_are_those_of_rfc_4226() {
        for (step, code) in (0..).zip(HOTP) {
            assert_eq!(accept(code, None, step * 30), Some(step), "{code}");
        }
    }

    /// RFC 6238, appendix B, which shows eight digits: six are the last of them.
    #[test]
    fn codes_are_those_of_rfc_6238() {
        for (second, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(
                accept(&code[2..], None, second),
                Some(second / 30),
                "{code}"
            );
        }
    }

    #[test]
    fn a_step_either_side_is_accepted_and_no_more() {
        for (second, accepted) in [
            (89, false),
            (90, true),
            (120, true),
            (179, true),
            (180, false),
        ] {
            assert_eq!(
                accept(HOTP[4], None, second).is_some(),
                accepted,
                "{second}"
            );
        }
        assert_eq!(accept(HOTP[0], None, -1), None, "before 1970");
    }

    #[test]
    fn a_step_is_accepted_once() {
        assert_eq!(accept(HOTP[4], Some(3), 120), Some(4));
        assert_eq!(accept(HOTP[4], Some(4), 120), None);
        // Nor one before it, though its code is still right.
        assert_eq!(accept(HOTP[3], Some(4), 120), None);
        assert_eq!(accept(HOTP[5], Some(4), 120), Some(5));
    }

    #[test]
    fn codes_are_read_as_people_type_them() {
        for (code, accepted) in [
            (" 755 224\n", true),
            ("75522", false),
            ("7552240", false),
            ("", false),
            ("75522a", false),
            ("٧٥٥٢٢٤", false),
            ("-55224", false),
        ] {
            assert_eq!(accept(code, None, 0).is_some(), accepted, "{code}");
        }
    }

    #[test]
    fn the_url_names_account_and_issuer() {
        assert_eq!(
            secret().url("Post & Rider: Übersee", "ada+x@example.test"),
            "otpauth://totp/Post%20%26%20Rider%20%20%C3%9Cbersee:ada%2Bx@example.test?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Post%20%26%20Rider%20%20%C3%9Cbersee"
        );
    }

    #[test]
    fn it_is_stored_whole_and_shown_nowhere() {
        let secret = secret();
        assert_eq!(
            TotpSecret::from_bytes(secret.as_bytes()),
            Some(secret.clone())
        );
        assert_eq!(TotpSecret::from_bytes(&[1; 19]), None);
        assert_eq!(format!("{secret:?}"), "TotpSecret(…)");
    }
}
