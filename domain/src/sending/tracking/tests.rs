use std::collections::HashSet;

use proptest::prelude::*;

use super::{LONGEST_TARGET, Purpose, Signer, Token};
use crate::tenant::BrandKey;

const PURPOSES: [Purpose; 4] = [
    Purpose::Open,
    Purpose::Click { link: 3 },
    Purpose::Unsubscribe,
    Purpose::View,
];

fn signer() -> Signer {
    Signer::new([7; 32])
}

fn token(purpose: Purpose) -> Token {
    Token {
        brand: BrandKey { org: 3, brand: 12 },
        send: 912_345_678_901_234_567,
        ordinal: 1_000_000,
        purpose,
    }
}

fn written(token: &Token) -> String {
    let mut text = String::new();
    signer().write(token, &mut text);
    text
}

fn sealed(token: &Token, target: &str) -> String {
    let mut text = String::new();
    assert!(signer().write_sealed(token, target, &mut text));
    text
}

fn tokens() -> impl Strategy<Value = Token> {
    let purpose = prop_oneof![
        Just(Purpose::Open),
        any::<u16>().prop_map(|link| Purpose::Click { link }),
        Just(Purpose::Unsubscribe),
        Just(Purpose::View),
    ];
    (0..i64::MAX, 0..i64::MAX, 0..i64::MAX, 0..i64::MAX, purpose).prop_map(
        |(org, brand, send, ordinal, purpose)| Token {
            brand: BrandKey { org, brand },
            send,
            ordinal,
            purpose,
        },
    )
}

proptest! {
    #[test]
    fn what_was_written_is_read(token in tokens()) {
        let read = signer().read(&written(&token)).unwrap();
        prop_assert_eq!(read.token, token);
        prop_assert_eq!(read.target, None);
    }

    #[test]
    fn a_sealed_target_comes_back_and_is_not_readable(token in tokens(), target in "https://[ -~]{4,300}") {
        let text = sealed(&token, &target);
        let read = signer().read(&text).unwrap();
        prop_assert_eq!(read.token, Token { purpose: Purpose::SealedClick, ..token });
        prop_assert_eq!(read.target.as_deref(), Some(target.as_str()));
        prop_assert_eq!(&text, &sealed(&token, &target), "the same input gives the same token");
        let bytes = data_encoding::BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
        prop_assert!(!bytes.windows(8).any(|part| target.as_bytes().windows(8).any(|of| of == part)));
    }

    #[test]
    fn a_return_path_survives_a_change_of_case(token in tokens()) {
        let mut text = String::new();
        signer().write_return_path(&token, &mut text);
        let expect = Token { purpose: Purpose::ReturnPath, ..token };
        prop_assert!(text.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()));
        prop_assert_eq!(signer().read_return_path(&text), Some(expect));
        prop_assert_eq!(signer().read_return_path(&text.to_uppercase()), Some(expect));
    }

    #[test]
    fn a_changed_bit_is_refused(token in tokens(), at in any::<prop::sample::Index>(), target in "[a-z]{0,40}") {
        for text in [written(&token), sealed(&token, &target)] {
            let mut bytes = data_encoding::BASE64URL_NOPAD.decode(text.as_bytes()).unwrap();
            let bit = at.index(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            let changed = data_encoding::BASE64URL_NOPAD.encode(&bytes);
            prop_assert_eq!(signer().read(&changed), None);
        }
    }

    #[test]
    fn what_is_no_token_is_refused(text in ".{0,120}") {
        prop_assert_eq!(signer().read(&text), None);
        prop_assert_eq!(signer().read_return_path(&text), None);
        prop_assert_eq!(signer().read_message_id(&text), None);
    }
}

#[test]
fn a_token_cut_or_lengthened_is_refused() {
    let click = token(Purpose::Click { link: 3 });
    for text in [written(&click), sealed(&click, "https://example.com/?a=b")] {
        for end in 0..text.len() {
            assert_eq!(signer().read(&text[..end]), None, "{end} of {text}");
        }
        for tail in ["A", "AA", "AAAA", "=", " ", "%00"] {
            assert_eq!(signer().read(&format!("{text}{tail}")), None);
        }
    }
}

/// Every other purpose, written over the bytes of one that is authentic.
#[test]
fn a_token_never_opens_another_purpose() {
    let mut texts: Vec<_> = PURPOSES
        .into_iter()
        .map(|purpose| written(&token(purpose)))
        .collect();
    texts.push(sealed(&token(Purpose::SealedClick), "https://example.com"));
    for text in texts {
        let bytes = data_encoding::BASE64URL_NOPAD
            .decode(text.as_bytes())
            .unwrap();
        for purpose in (0..=255).filter(|code| *code != bytes[1]) {
            let mut other = bytes.clone();
            other[1] = purpose;
            let other = data_encoding::BASE64URL_NOPAD.encode(&other);
            assert_eq!(signer().read(&other), None, "{text} as {purpose}");
        }
        let as_return_path = data_encoding::BASE32_DNSSEC.encode(&bytes);
        assert_eq!(signer().read_return_path(&as_return_path), None);
        assert_eq!(signer().read_message_id(&as_return_path), None);
    }
    let mut path = String::new();
    signer().write_return_path(&token(Purpose::Open), &mut path);
    let bytes = data_encoding::BASE32_DNSSEC
        .decode(path.as_bytes())
        .unwrap();
    assert_eq!(
        signer().read(&data_encoding::BASE64URL_NOPAD.encode(&bytes)),
        None
    );
}

/// Who sees the one must not be able to make the other of it.
#[test]
fn a_message_id_is_no_return_path() {
    let (mut id, mut path) = (String::new(), String::new());
    signer().write_message_id(&token(Purpose::Open), &mut id);
    signer().write_return_path(&token(Purpose::Open), &mut path);
    let read = signer().read_message_id(&id.to_uppercase());
    assert_eq!(read, Some(token(Purpose::MessageId)));
    assert_eq!(signer().read_return_path(&id), None);
    assert_eq!(signer().read_message_id(&path), None);
    let mut bytes = data_encoding::BASE32_DNSSEC.decode(id.as_bytes()).unwrap();
    let as_link = data_encoding::BASE64URL_NOPAD.encode(&bytes);
    assert_eq!(signer().read(&as_link), None);
    bytes[1] = Purpose::ReturnPath.code();
    let forged = data_encoding::BASE32_DNSSEC.encode(&bytes);
    assert_eq!(signer().read_return_path(&forged), None);
}

#[test]
fn older_keys_are_read_and_foreign_ones_are_not() {
    let text = written(&token(Purpose::Unsubscribe));
    let changed = Signer::new([8; 32]);
    assert_eq!(changed.read(&text), None);
    let ring = changed.with_older([9; 32]).with_older([7; 32]);
    assert_eq!(ring.read(&text).unwrap().token, token(Purpose::Unsubscribe));
    let mut new = String::new();
    ring.write(&token(Purpose::Unsubscribe), &mut new);
    assert_eq!(signer().read(&new), None, "written with the current key");
    assert!(ring.read(&new).is_some());
}

#[test]
fn tokens_are_short_and_all_different() {
    let texts: HashSet<_> = PURPOSES
        .into_iter()
        .map(|purpose| written(&token(purpose)))
        .collect();
    assert_eq!(texts.len(), PURPOSES.len());
    for text in texts {
        assert!(text.len() <= 36, "{} characters", text.len());
    }
    let mut path = String::new();
    signer().write_return_path(&token(Purpose::Open), &mut path);
    assert!(path.len() <= 60, "a local part has 64 characters");
}

#[test]
fn a_target_that_is_too_long_is_not_sealed() {
    let mut text = String::new();
    let long = "x".repeat(LONGEST_TARGET);
    assert!(signer().write_sealed(&token(Purpose::SealedClick), &long, &mut text));
    assert_eq!(signer().read(&text).unwrap().target, Some(long));
    text.clear();
    let longer = "x".repeat(LONGEST_TARGET + 1);
    assert!(!signer().write_sealed(&token(Purpose::SealedClick), &longer, &mut text));
    assert_eq!(text, "");
}

#[test]
fn tokens_never_change() {
    // They stand in mails that were sent: whoever changes how they are made breaks every link.
    assert_eq!(
        written(&token(Purpose::Unsubscribe)),
        "7gQDDAypTY-nRUuHwIQ9tyGyOnpUs_uZ7g"
    );
    assert_eq!(
        sealed(&token(Purpose::SealedClick), "https://example.com"),
        "7gMDDAypTY-nRUuHwIQ9ryPPwZeNPrM5yGoo7NgIuLeDH0YreGVJlzxNzPMaXTJ-QH4"
    );
}
