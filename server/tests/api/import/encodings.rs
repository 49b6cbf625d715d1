//! Files as spreadsheets write them.

use serde_json::json;

use super::{PATH, ended, stored, upload};
use crate::support::{Brand, TestServer, assert_problem};

const TEXT: &str = "Email,Größe\r\nada@example.com,\"5 €,\r\n\"\"groß\"\"\"\r\n";

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

/// In Windows' own encoding, which is Latin-1 where both have a character.
fn western(text: &str) -> Vec<u8> {
    text.chars()
        .map(|c| match c {
            '€' => 0x80,
            c => u8::try_from(u32::from(c)).unwrap(),
        })
        .collect()
}

async fn assert_read(server: &TestServer, brand: &Brand) {
    let contact = brand.get("/v1/contacts/ada@example.com").await.expect(200);
    assert_eq!(
        contact["customFields"],
        json!({ "Größe": "5 €,\r\n\"groß\"" })
    );
    server.sql("DELETE FROM contacts").await;
}

#[tokio::test]
async fn every_usual_encoding_is_read() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let marked = format!("\u{feff}{TEXT}");
    let files = [
        ("text/csv", TEXT.as_bytes().to_vec()),
        ("text/csv", marked.as_bytes().to_vec()),
        ("Text/CSV; charset=\"UTF-8\"", TEXT.as_bytes().to_vec()),
        ("text/csv", western(TEXT)),
        (
            "text/csv; header=present; charset=windows-1252",
            western(TEXT),
        ),
        ("text/csv;charset=ISO-8859-1", western(TEXT)),
        ("text/csv", utf16(&marked, u16::to_le_bytes)),
        ("text/csv", utf16(&marked, u16::to_be_bytes)),
        ("text/csv; charset=utf-16", utf16(&marked, u16::to_be_bytes)),
        ("text/csv; charset=utf-16le", utf16(TEXT, u16::to_le_bytes)),
    ];
    for (kind, file) in files {
        let request = brand.request("POST", PATH).header("Content-Type", kind);
        let accepted = request.body(file).send().await.expect(202);
        let ended = ended(&server, &brand, &accepted).await;
        assert_eq!(ended["summary"]["created"], 1, "{kind}");
        assert_read(&server, &brand).await;
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_refused_and_not_kept() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let endless = format!("email,n\na@example.com,\"{}", "x\n".repeat(1 << 20));
    let files: [(&[u8], &str); 5] = [
        (b"email,n\na@x.io,\xc3\xbc\nb@x.io,\xfc\n", "line 3"),
        (b"email,n\na@x.io,\0\n", "NUL"),
        (b"\xff\xfee\0m\0a\0\x00\xd8\n\0", "UTF-16"),
        (endless.as_bytes(), "longer than 1 MiB"),
        (b"", "Email"),
    ];
    for (file, words) in files {
        let refused = upload(&brand, "", file).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("csv"));
        let message = refused.json["error"]["message"].as_str().unwrap();
        assert!(message.contains(words), "{message}");
    }
    for kind in [
        "text/csv; charset=utf-7",
        "text/csv; charset=",
        "text/csv; charset=\"x",
    ] {
        let request = brand.request("POST", PATH).header("Content-Type", kind);
        let refused = request.body("email\n").send().await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("Content-Type"));
    }
    let refused = brand
        .request("POST", PATH)
        .header("Content-Type", "text/csv; charset=utf-8")
        .body(western(TEXT))
        .send()
        .await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("csv"));
    assert_eq!(stored(&server).await, [""; 0]);
    assert_eq!(server.number("SELECT count(*) FROM imports").await, 0);
}
