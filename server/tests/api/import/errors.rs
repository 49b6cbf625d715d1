//! Every row that could not be imported, as a file.

use std::fmt::Write;

use super::{ended, import, upload};
use crate::support::{Answer, TestServer, assert_promised_headers};

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
