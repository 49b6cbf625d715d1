use proptest::prelude::*;

use super::{Charset, Scanned, Scanner};
use crate::contacts::import::records::{Encoding, Records};
use crate::contract::problem::Problem;

/// What is stored of a file that comes in pieces of a size, and what was found in it.
fn scan(bytes: &[u8], piece: usize, charset: Option<&str>) -> Result<(Vec<u8>, Scanned), Problem> {
    let mut scanner = Scanner::new(charset.map(|name| Charset::parse(name).unwrap()));
    let mut stored = Vec::new();
    for piece in bytes.chunks(piece.max(1)) {
        stored.extend_from_slice(&scanner.piece(piece)?);
    }
    let (rest, found) = scanner.finish()?;
    stored.extend(rest);
    assert_eq!(found.bytes, stored.len() as u64);
    Ok((stored, found))
}

fn header(found: &Scanned) -> Vec<&str> {
    found.header.iter().map(String::as_str).collect()
}

/// The cells below the header, as the import will read them.
fn cells(stored: &[u8], found: &Scanned) -> Vec<Vec<String>> {
    let mut records = Records::new(found.encoding, found.data_start);
    let mut rows = Vec::new();
    for mut input in [&stored[found.data_start as usize..], &[]] {
        let last = input.is_empty();
        while (last || !input.is_empty()) && records.advance(&mut input).unwrap() {
            rows.push(records.take().unwrap().iter().map(str::to_owned).collect());
        }
    }
    rows
}

fn utf16(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(bytes).collect()
}

const TEXT: &str =
    "Email,Größe\r\nada@example.com,\"a \"\"b\"\"\r\nc\"\r\n\r\nbob@example.com,€ 5\r\n";

#[test]
fn rows_are_counted_and_the_header_is_kept() {
    for piece in [1, 2, 3, 7, 63, 64, 65, 1000] {
        let (stored, found) = scan(TEXT.as_bytes(), piece, None).unwrap();
        assert_eq!(stored, TEXT.as_bytes(), "{piece}");
        assert_eq!(header(&found), ["Email", "Größe"]);
        assert_eq!((found.rows, found.encoding), (2, Encoding::Utf8));
        assert_eq!(cells(&stored, &found)[1], ["bob@example.com", "€ 5"]);
    }
}

#[test]
fn small_and_empty_files() {
    let cases: &[(&str, &[&str], u64)] = &[
        ("", &[], 0),
        ("\r\n\n", &[], 0),
        ("email", &["email"], 0),
        ("email\n", &["email"], 0),
        ("\u{feff}email,x\n", &["email", "x"], 0),
        ("email\na@x.io", &["email"], 1),
        ("email\n\n\na@x.io\n\n,\n", &["email"], 2),
    ];
    for (text, expected, rows) in cases {
        for piece in [1, 2, 100] {
            let (stored, found) = scan(text.as_bytes(), piece, None).unwrap();
            assert_eq!(
                (header(&found), found.rows),
                (expected.to_vec(), *rows),
                "{text:?}"
            );
            assert_eq!(cells(&stored, &found).len() as u64, *rows, "{text:?}");
        }
    }
}

#[test]
fn utf16_becomes_utf8() {
    let marked = format!("\u{feff}{TEXT}");
    for file in [
        utf16(&marked, u16::to_le_bytes),
        utf16(&marked, u16::to_be_bytes),
    ] {
        for charset in [None, Some("utf-16")] {
            for piece in [1, 3, 64, 1000] {
                let (stored, found) = scan(&file, piece, charset).unwrap();
                assert_eq!(String::from_utf8(stored).unwrap(), TEXT);
                assert_eq!((found.rows, found.encoding), (2, Encoding::Utf8));
                assert_eq!(header(&found), ["Email", "Größe"]);
            }
        }
    }
    // Without a mark, plain letters give it away.
    let plain = "Email,First Name,Last Name,Plan,Since\r\nada@example.com,Ada,King,pro,2020\r\n";
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        for text in [plain, "a\n"] {
            let (stored, _) = scan(&utf16(text, bytes), 5, None).unwrap();
            assert_eq!(String::from_utf8(stored).unwrap(), text);
        }
    }
    let (stored, _) = scan(&utf16(TEXT, u16::to_be_bytes), 5, Some("utf-16be")).unwrap();
    assert_eq!(stored, TEXT.as_bytes());
}

#[test]
fn western_bytes_are_taken_for_what_they_are() {
    let file = b"email,name\na@x.io,M\xfcller\nb@x.io,caf\xe9";
    for piece in 1..file.len() {
        let (stored, found) = scan(file, piece, None).unwrap();
        assert_eq!(stored, file);
        assert_eq!(found.encoding, Encoding::Windows1252);
        assert_eq!(cells(&stored, &found)[0], ["a@x.io", "Müller"]);
    }
    for charset in ["iso-8859-1", "windows-1252", "Latin1"] {
        let (_, found) = scan(b"email,Gr\xf6\xdfe\n", 4, Some(charset)).unwrap();
        assert_eq!(header(&found), ["email", "Größe"]);
        // What would pass for UTF-8 is what the sender says.
        let (_, found) = scan("email,ü\n".as_bytes(), 4, Some(charset)).unwrap();
        assert_eq!(header(&found), ["email", "Ã¼"]);
    }
}

#[test]
fn empty_lines_before_the_header_are_not_kept() {
    for (mark, end) in [("", "\n"), ("", "\r\n"), ("\u{feff}", "\n")] {
        let mut scanner = Scanner::new(None);
        let mut bytes = mark.as_bytes().to_vec();
        bytes.extend(end.repeat(32 << 10).into_bytes());
        let mut passed = 0;
        while passed < 8 << 20 {
            passed += scanner.piece(&bytes).unwrap().len();
            assert_eq!(scanner.count.head.capacity(), 0);
            bytes = end.repeat(32 << 10).into_bytes();
        }
        scanner.piece(b"\nemail,n\na@x.io,1\n").unwrap();
        assert_eq!(scanner.count.head, b"email,n\n");
        let (_, found) = scanner.finish().unwrap();
        assert_eq!((header(&found), found.rows), (vec!["email", "n"], 1));
        assert_eq!(found.data_start, passed as u64 + 9);
    }
}

#[test]
fn a_header_that_does_not_end_is_refused_before_it_fills_the_memory() {
    // The cells stay empty: what grows is what is kept of the file.
    let piece = "\"\",".repeat(10_000);
    let mut scanner = Scanner::new(None);
    let mut passed = 0;
    let problem = loop {
        match scanner.piece(piece.as_bytes()) {
            Ok(stored) => passed += stored.len(),
            Err(problem) => break problem,
        }
        assert!(scanner.count.head.len() <= 2 << 20);
        assert!(passed < 16 << 20);
    };
    assert_eq!(problem.param.as_deref(), Some("csv"));
}

/// A file, its charset, and what the refusal speaks of.
const REFUSED: &[(&[u8], Option<&str>, &str)] = &[
    (
        b"email,n\na@x.io,\xc3\xbc\nb@x.io,\xfc\nc@x.io,\n",
        None,
        "line 3",
    ),
    (b"email,n\na@x.io,\xfc\nb@x.io,\xc3\xbc\n", None, "line 2"),
    (b"\xef\xbb\xbfemail,n\na@x.io,\xfc\n", None, "line 2"),
    (b"email,n\na@x.io,\xfc\n", Some("utf-8"), "line 2"),
    (b"email,n\na@x.io,\xe2\x82", Some("utf-8"), "line 2"),
    (b"email,n\na@x.io,\xc3\xbc\n\xe2\x82", None, "line 3"),
    (b"email,n\na@x.io,a\0b\n", None, "NUL byte in line 2"),
    (b"\xff\xfee\0m\0a\0\x00\xd8\n\0", None, "UTF-16"),
    (b"\xff\xfee\0m\0a\0i", None, "UTF-16"),
    (b"\xff\xfe\0\0e\0\0\0", None, "NUL"),
    (b"email,n\na@x.io,\xfc\n", Some("utf-16"), "UTF-16"),
];

#[test]
fn what_cannot_be_read_is_said_with_its_line() {
    for (file, charset, message) in REFUSED {
        for piece in [1, 2, 5, 1000] {
            let problem = scan(file, piece, *charset).unwrap_err();
            assert!(
                problem.message.contains(message),
                "{piece}: {}",
                problem.message
            );
            assert_eq!(problem.param.as_deref(), Some("csv"));
        }
    }
    let endless = format!("email,n\na@x.io,\"{}", "x\n".repeat(1 << 20));
    let problem = scan(endless.as_bytes(), 10_000, None).unwrap_err();
    assert!(problem.suggestion.unwrap().contains("quotation"));
    for charset in ["utf-7", "shift_jis", "nonsense", ""] {
        let problem = Charset::parse(charset).unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("Content-Type"));
    }
}

proptest! {
    /// Texts of every kind of character, in UTF-8 and cut anywhere, are found whole.
    #[test]
    fn pieces_do_not_matter_for_text(
        rows in prop::collection::vec("[a-z,\"\r\nüß€😀 ]{0,12}", 0..12), piece in 1_usize..80,
    ) {
        let text = format!("email,{}\n", rows.join("\n"));
        let whole = scan(text.as_bytes(), usize::MAX, None);
        let cut = scan(text.as_bytes(), piece, None);
        prop_assert_eq!(whole.unwrap(), cut.unwrap());
    }

    /// Any bytes give the same verdict however they are cut, and what is accepted can be read.
    #[test]
    fn pieces_do_not_matter_for_bytes(
        bytes in prop::collection::vec(prop::sample::select(
            &b"ab,\"\n\r\0\xc3\xbc\xe2\x82\xac\xff\xfe\xfc\xf0\x9f"[..]), 0..120),
        piece in 1_usize..80,
    ) {
        let whole = scan(&bytes, usize::MAX, None);
        let cut = scan(&bytes, piece, None);
        prop_assert_eq!(whole.is_ok(), cut.is_ok());
        if let (Ok(whole), Ok(cut)) = (whole, cut) {
            prop_assert_eq!(&whole, &cut);
            prop_assert_eq!(cells(&whole.0, &whole.1).len() as u64, whole.1.rows);
        }
    }

    #[test]
    fn utf16_is_found_whole(text in "[a-zü€😀,\n]{2,60}", piece in 1_usize..80) {
        let file = utf16(&format!("\u{feff}{text}"), u16::to_le_bytes);
        let (stored, _) = scan(&file, piece, None).unwrap();
        prop_assert_eq!(String::from_utf8(stored).unwrap(), text);
    }
}
