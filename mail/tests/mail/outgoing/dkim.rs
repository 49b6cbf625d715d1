//! Signatures, verified by two implementations that are not ours.

use std::collections::HashMap;
use std::hash::Hash;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Instant;

use data_encoding::BASE64;
use mail_auth::common::parse::TxtRecordParser;
use mail_auth::common::verify::DomainKey;
use mail_auth::{
    AuthenticatedMessage, DkimResult, MessageAuthenticator, Parameters, ResolverCache, Txt,
};
use postrider_mail::dkim::{
    KeyKind, PrivateKey, Signer, generate_ed25519, generate_rsa, public_record,
};
use postrider_mail::message::Message;
use serde_json::{Value, json};

use super::message::{example, written};

/// In the past: verifiers refuse signatures from the future.
const NOW: i64 = 1_760_000_000_000;

/// The keys of example.com; generating RSA keys in a test run takes seconds, so there is one.
static KEYS: LazyLock<[PrivateKey; 2]> =
    LazyLock::new(|| [generate_rsa().unwrap(), generate_ed25519().unwrap()]);

fn signer() -> Signer {
    let [rsa, ed25519] = &*KEYS;
    let keys: [(&str, KeyKind, &[u8]); 2] = [
        ("pr1", rsa.kind, &rsa.pkcs8),
        ("pr2", ed25519.kind, &ed25519.pkcs8),
    ];
    Signer::new("example.com", &keys).unwrap()
}

fn records() -> HashMap<String, String> {
    let names = ["pr1", "pr2"].map(|selector| format!("{selector}._domainkey.example.com"));
    let texts = KEYS.each_ref().map(|key| public_record(key).unwrap());
    names.into_iter().zip(texts).collect()
}

/// A mail with everything in it that could go wrong on the way through canonical forms.
fn campaign() -> Message<'static> {
    Message {
        subject: "A subject  with double  spaces that is long enough to be folded at least once on its way",
        html: "<p>Two  spaces,\ta tab and ones at the end   \n\n\n   ümläut = \u{1f600}</p>\n.\n..\n\n\n",
        text: "Hello  Ada,\n\tbye   \n\n",
        reply_to: Some("answers@example.com"),
        unsubscribe: Some("https://links.example.com/unsubscribe/abc"),
        feedback_id: Some("1:2:campaign:postrider"),
        ..example()
    }
}

fn signed(message: &Message<'_>) -> Vec<u8> {
    let mut bytes = written(message);
    signer().sign(&mut bytes, NOW);
    bytes
}

/// Each message with one thing changed on the way, and whether its signatures still hold.
fn journeys() -> Vec<(&'static str, Vec<u8>, bool)> {
    let intact = signed(&campaign());
    let text = String::from_utf8(intact.clone()).unwrap();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1).into_bytes()
    };
    vec![
        ("intact", intact.clone(), true),
        ("plain", signed(&example()), true),
        (
            "white space in a header",
            changed("\r\nTo: ", "\r\nTO:   "),
            true,
        ),
        (
            "white space at the end of a line",
            changed(
                "Content-Transfer-Encoding: quoted-printable\r\n",
                "Content-Transfer-Encoding:  quoted-printable \r\n",
            ),
            true,
        ),
        (
            "a header that is not signed",
            [b"Received: from x\r\n".to_vec(), intact.clone()].concat(),
            true,
        ),
        (
            "unsubscribe link",
            changed("unsubscribe/abc", "unsubscribe/abd"),
            false,
        ),
        (
            "no unsubscribe link",
            changed("List-Unsubscribe: ", "X-Was: "),
            false,
        ),
        ("one click", changed("=One-Click", "=Two-Click"), false),
        (
            "no one click",
            changed("List-Unsubscribe-Post: ", "X-Was: "),
            false,
        ),
        ("subject", changed("Subject: A ", "Subject: B "), false),
        (
            "from",
            changed("news@example.com", "eve@example.com"),
            false,
        ),
        (
            "a second from",
            [b"From: eve@example.com\r\n".to_vec(), intact].concat(),
            false,
        ),
        ("body", changed("bye", "bay"), false),
    ]
}

fn python() -> PathBuf {
    #[expect(
        clippy::disallowed_methods,
        reason = "where the tests' tools are installed"
    )]
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| "target".into(), PathBuf::from);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join(target).join("tools/bin/python")
}

fn dkimpy(messages: &[&[u8]]) -> Vec<Vec<Value>> {
    let python = python();
    let mut child = Command::new(&python)
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/outgoing/verify_dkim.py"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{}: {e}; scripts/install makes it", python.display()));
    let messages: Vec<String> = messages.iter().map(|bytes| BASE64.encode(bytes)).collect();
    let request = json!({ "records": records(), "messages": messages });
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(request.to_string().as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn dkimpy_agrees() {
    let journeys = journeys();
    let messages: Vec<&[u8]> = journeys
        .iter()
        .map(|(_, bytes, _)| bytes.as_slice())
        .collect();
    let found = dkimpy(&messages);
    assert_eq!(found.len(), journeys.len());
    for ((what, _, holds), signatures) in journeys.iter().zip(&found) {
        let [rsa, ed25519] = signatures.as_slice() else {
            panic!("{what}: {signatures:?}");
        };
        assert_eq!(rsa["algorithm"], "rsa-sha256");
        assert_eq!(rsa["selector"], "pr1");
        assert_eq!(ed25519["algorithm"], "ed25519-sha256");
        assert_eq!(ed25519["selector"], "pr2");
        assert_eq!(rsa["valid"], *holds, "{what}: {rsa}");
        assert_eq!(ed25519["valid"], *holds, "{what}: {ed25519}");
    }
    let intact = found[0][0]["headers"].as_array().unwrap();
    let count = |name: &str| intact.iter().filter(|&header| header == name).count();
    for name in [
        "from",
        "list-unsubscribe",
        "list-unsubscribe-post",
        "to",
        "subject",
        "date",
        "message-id",
        "mime-version",
        "content-type",
        "reply-to",
        "feedback-id",
    ] {
        // Once for the one that is there, once for the one that nobody may add.
        assert_eq!(count(name), 2, "{name} in {intact:?}");
    }
    assert_eq!(count("cc"), 1);
}

/// Records given directly: mail-auth looks into its cache before it asks DNS.
struct Records(HashMap<String, Txt>);

impl ResolverCache<Box<str>, Txt> for Records {
    fn get<Q>(&self, name: &Q) -> Option<Txt>
    where
        Box<str>: std::borrow::Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let key = self.0.keys().find(|key| {
            let key: Box<str> = key.as_str().into();
            std::borrow::Borrow::<Q>::borrow(&key) == name
        })?;
        self.0.get(key).cloned()
    }

    fn remove<Q>(&self, _: &Q) -> Option<Txt>
    where
        Box<str>: std::borrow::Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        None
    }

    fn insert(&self, _: Box<str>, _: Txt, _: Instant) {}
}

#[tokio::test]
async fn mail_auth_agrees() {
    let records = records().into_iter().map(|(name, text)| {
        let key = DomainKey::parse(text.as_bytes()).unwrap();
        (format!("{name}."), Txt::DomainKey(key.into()))
    });
    let records = Records(records.collect());
    let authenticator = MessageAuthenticator::new_system_conf().unwrap();
    for (what, bytes, holds) in journeys() {
        let message = AuthenticatedMessage::parse(&bytes).unwrap();
        let parameters = Parameters::new(&message).with_txt_cache(&records);
        let outputs = authenticator.verify_dkim(parameters).await;
        assert_eq!(outputs.len(), 2, "{what}");
        for output in outputs {
            assert_eq!(
                output.result() == &DkimResult::Pass,
                holds,
                "{what}: {output:?}"
            );
        }
    }
}

#[test]
fn signatures_are_short_lines_of_ascii_with_the_time() {
    let bytes = signed(&campaign());
    let unsigned = written(&campaign());
    assert!(bytes.ends_with(&unsigned));
    let signatures = std::str::from_utf8(&bytes[..bytes.len() - unsigned.len()]).unwrap();
    assert!(signatures.is_ascii());
    assert!(
        signatures.lines().all(|line| line.len() <= 78),
        "{signatures}"
    );
    assert_eq!(signatures.matches("t=1760000000;").count(), 2);
    assert!(
        !signatures.contains("l="),
        "a signed length would let others append"
    );
}

#[test]
fn records_say_their_kind() {
    let [rsa, ed25519] = KEYS.each_ref().map(|key| public_record(key).unwrap());
    assert!(rsa.starts_with("v=DKIM1; k=rsa; p=MIIB"), "{rsa}");
    assert!(ed25519.starts_with("v=DKIM1; k=ed25519; p="), "{ed25519}");
    assert_eq!(ed25519.len(), "v=DKIM1; k=ed25519; p=".len() + 44);
}

#[test]
fn what_cannot_sign_is_refused() {
    let [rsa, _] = &*KEYS;
    assert!(Signer::new("example.com", &[("s", KeyKind::Ed25519, &rsa.pkcs8)]).is_err());
    assert!(Signer::new("example.com", &[("s", KeyKind::Rsa, b"x")]).is_err());
    assert!(Signer::new("example.com; l=0", &[("s", rsa.kind, &rsa.pkcs8)]).is_err());
    assert!(Signer::new("example.com", &[("s\r\nx", rsa.kind, &rsa.pkcs8)]).is_err());
}

#[test]
fn keys_are_not_shown() {
    assert_eq!(format!("{:?}", KEYS[0]), "PrivateKey(rsa)");
    assert_eq!(format!("{:?}", signer()), "Signer(example.com)");
}

#[test]
fn a_signer_is_shared_between_threads() {
    fn shared<T: Send + Sync + Clone>(_: &T) {}
    shared(&signer());
}
