//! Every row that could not be imported, as a file.

use std::fmt::Write;

use serde_json::json;

use super::{ended, import, upload};
use crate::support::{Answer, TestServer, assert_problem, assert_promised_headers, parts};

async fn errors(brand: &crate::support::Brand, import: &Answer) -> Answer {
    let id = import["importId"].as_str().unwrap();
    brand
        .get(&format!("/v1/contacts/imports/{id}/errors"))
        .await
        .expect(200)
}

#[tokio::test]
async fn row_errors_of_a_small_import_can_be_downloaded() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let csv = "email\nada@example.com\n=cmd\n\n\"a,\"\"b\"\n";
    let done = import(&brand, csv).await.expect(200);
    let file = errors(&brand, &done).await;
    assert_promised_headers(&file);
    let name = format!("import-errors-{}.csv", done["importId"].as_str().unwrap());
    assert_eq!(
        file.header("content-disposition"),
        Some(format!("attachment; filename=\"{name}\"").as_str())
    );
    let message = done["errors"][0]["message"].as_str().unwrap();
    let expected = format!(
        "Row,Email,Code,Message,Param\r\n\
         2,'=cmd,INVALID_REQUEST,{message},email\r\n\
         3,\"a,\"\"b\",INVALID_REQUEST,{message},email\r\n"
    );
    assert_eq!(file.text(), expected);
    let none = import(&brand, "email\nada@example.com\n").await.expect(200);
    assert_eq!(
        errors(&brand, &none).await.text(),
        "Row,Email,Code,Message,Param\r\n"
    );
}

#[tokio::test]
async fn an_import_that_is_not_there_has_no_errors() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for id in ["nonsense", "00000000000000000000000000000000"] {
        let refused = brand
            .get(&format!("/v1/contacts/imports/{id}/errors"))
            .await;
        assert_problem(&refused, 404, "IMPORT_NOT_FOUND", None);
    }
}

#[tokio::test]
async fn long_cells_are_cut_and_a_part_of_the_download_stays_small() {
    const ROWS: usize = 3000;
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let field = json!({ "fieldName": "age", "fieldType": "number" });
    brand.post("/v1/fields", field).await.expect(201);
    let long = "ü".repeat(400);
    let mut csv = "email,age\n".to_owned();
    for _ in 0..ROWS {
        let _ = writeln!(csv, "{long},{long}");
    }
    let accepted = upload(&brand, "", csv).await.expect(202);
    let ended = ended(&server, &brand, &accepted).await;
    let (email, cell) = ("ü".repeat(320) + "…", "ü".repeat(100) + "…");
    assert_eq!(ended["errors"][0]["email"], email);
    let message = ended["errors"][0]["message"].as_str().unwrap();
    assert!(message.starts_with(&format!("`{cell}` ")), "{message}");
    let path = format!(
        "/v1/contacts/imports/{}/errors",
        ended["importId"].as_str().unwrap()
    );
    let parts = parts(&server, &brand, &path).await;
    for part in &parts {
        assert!(part.len() < (1 << 20) + (64 << 10), "{}", part.len());
    }
    let file = parts.concat();
    for (n, line) in file.lines().skip(1).enumerate() {
        assert!(line.starts_with(&format!("{},{email},", n + 1)), "{line}");
    }
    assert_eq!(file.lines().count(), ROWS + 1);
}

#[tokio::test]
async fn all_row_errors_of_a_large_import_can_be_downloaded() {
    const ROWS: usize = 12_000;
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let mut csv = "email\n".to_owned();
    for n in 0..ROWS {
        let _ = writeln!(csv, "broken{n}");
    }
    let accepted = upload(&brand, "", csv).await.expect(202);
    let ended = ended(&server, &brand, &accepted).await;
    assert_eq!(ended["errors"].as_array().unwrap().len(), 100);
    assert_eq!(ended["status"], "failed");
    let file = errors(&brand, &ended).await;
    let lines: Vec<&str> = file.text().lines().collect();
    assert_eq!(lines.len(), ROWS + 1);
    for (n, line) in lines[1..].iter().enumerate() {
        assert!(line.starts_with(&format!("{},broken{n},", n + 1)), "{line}");
    }
}
