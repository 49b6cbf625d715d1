//! `semantic` where there are weights, and where there should be some.

use std::path::{Path, PathBuf};

use postrider_test_support::write_small_weights;
use serde_json::Value;

use super::{FLOWS, TEMPLATES, titles};
use crate::support::{Caller, Installation, TestServer, assert_problem, until};

/// No template has the word; one of those that it stands for is in several.
const UNHEARD: &str = "gobbledegook";

async fn with(weights: Option<PathBuf>) -> TestServer {
    TestServer::with()
        .configure(move |config| config.embeddings.clone_from(&weights))
        .start()
        .await
}

fn small_weights() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    write_small_weights(folder.path(), &[&["birthday", UNHEARD]]);
    folder
}

async fn found(server: &TestServer, path: &str, words: &str) -> (Value, Vec<String>) {
    let brand = server.brand().await;
    let path = format!("{path}?semantic={words}");
    let page = brand.get(&path).await.expect(200);
    let help = brand.get("/v1/help").await.expect(200);
    let titles = titles(&page).into_iter().map(str::to_owned).collect();
    (help["semanticSearch"].clone(), titles)
}

#[tokio::test]
async fn with_weights_what_means_the_same_is_found() {
    let words_alone = with(None).await;
    for path in [TEMPLATES, FLOWS] {
        let (by, titles) = found(&words_alone, path, UNHEARD).await;
        assert_eq!((by, titles.len()), ("words".into(), 0));
    }
    let weights = small_weights();
    let server = with(Some(weights.path().to_owned())).await;
    for path in [TEMPLATES, FLOWS] {
        let (by, titles) = found(&server, path, UNHEARD).await;
        assert_eq!(by, "meaning");
        assert!(titles[0].to_lowercase().contains("birthday"), "{titles:?}");
    }
}

#[tokio::test]
async fn many_at_once_each_find_the_same() {
    let weights = small_weights();
    let server = with(Some(weights.path().to_owned())).await;
    let brand = server.brand().await;
    let path = format!("{TEMPLATES}?semantic={UNHEARD}");
    let searches = (0..12).map(|_| async { brand.get(&path).await.expect(200).json });
    let pages = futures_util::future::join_all(searches).await;
    assert!(!pages[0]["data"].as_array().unwrap().is_empty());
    assert!(pages.iter().all(|page| page == &pages[0]));
}

/// The titles of a page, and the path of the next one.
async fn page(caller: &Caller, path: &str) -> (Vec<String>, Option<String>) {
    let page = caller.get(path).await.expect(200);
    let titles = titles(&page).into_iter().map(str::to_owned).collect();
    let list = path.split("&cursor").next().unwrap();
    let cursor = page["pagination"]["cursor"].as_str();
    (titles, cursor.map(|next| format!("{list}&cursor={next}")))
}

async fn rest(caller: &Caller, mut next: Option<String>) -> Vec<String> {
    let mut rest = Vec::new();
    while let Some(path) = next {
        let (titles, more) = page(caller, &path).await;
        rest.extend(titles);
        next = more;
    }
    rest
}

#[tokio::test]
async fn all_pages_of_a_list_have_the_order_of_the_first() {
    let weights = small_weights();
    let (vocabulary, moved) = ("vocab.txt", "elsewhere.txt");
    let rename = |from: &str, to: &str| {
        std::fs::rename(weights.path().join(from), weights.path().join(to)).unwrap();
    };
    let mut server = with(Some(weights.path().to_owned())).await;
    let brand = server.brand().await;
    for list in [TEMPLATES, FLOWS] {
        let caller = server.again(&brand);
        let path =
            |limit: usize| format!("{list}?limit={limit}&semantic={UNHEARD}+birthday+reminder");
        let (by_meaning, _) = page(&caller, &path(100)).await;
        let (first_by_meaning, second_by_meaning) = page(&caller, &path(1)).await;
        rename(vocabulary, moved);
        server.restart().await;
        let caller = server.again(&brand);
        let (by_words, _) = page(&caller, &path(100)).await;
        assert_ne!(by_words, by_meaning);
        let (first_by_words, second_by_words) = page(&caller, &path(1)).await;
        let refused = caller.get(second_by_meaning.as_ref().unwrap()).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
        rename(moved, vocabulary);
        server.restart().await;
        let caller = server.again(&brand);
        for (first, second, all) in [
            (first_by_meaning, second_by_meaning, by_meaning),
            (first_by_words, second_by_words, by_words),
        ] {
            assert_eq!([first, rest(&caller, second).await].concat(), all);
        }
    }
}

#[tokio::test]
async fn weights_that_are_no_good_leave_the_words() {
    let missing = with(Some(PathBuf::from("/nowhere"))).await;
    let (by, titles) = found(&missing, TEMPLATES, "birthday").await;
    assert_eq!(by, "words");
    assert!(!titles.is_empty());
    // Good when the server started; when somebody searches first, they are gone.
    let weights = small_weights();
    let server = with(Some(weights.path().to_owned())).await;
    std::fs::remove_file(weights.path().join("vocab.txt")).unwrap();
    assert_eq!(found(&server, TEMPLATES, "birthday").await, (by, titles));
}

#[tokio::test]
async fn a_start_and_the_doctor_say_what_is_there() {
    let said = async |folder: &Path| {
        let folder = folder.to_str().unwrap();
        let installation = Installation::new().await;
        let installation = installation.set("POSTRIDER_EMBEDDINGS", folder);
        let doctor = installation.command(&["doctor", "--json"]).await;
        let report: Value = serde_json::from_str(&doctor.stdout).unwrap();
        let mut findings = report["findings"].as_array().unwrap().iter();
        let finding = findings.find(|one| one["check"] == "embeddings");
        let server = installation.serve().await;
        let line = until("it says how it searches", async || {
            let log = server.raw_log();
            let line = log.lines().find(|line| line.contains("are searched by"));
            line.map(str::to_owned)
        })
        .await;
        (finding.unwrap().clone(), line)
    };
    let weights = small_weights();
    let (finding, line) = said(weights.path()).await;
    assert_eq!(finding["status"], "ok", "{finding}");
    assert!(line.contains("by meaning"), "{line}");
    std::fs::write(weights.path().join("model.safetensors"), "<html>").unwrap();
    let (finding, line) = said(weights.path()).await;
    assert_eq!(finding["status"], "warning", "{finding}");
    assert!(finding["advice"].as_str().unwrap().contains("make weights"));
    assert!(line.contains("by words alone") && line.contains("model.safetensors"));
}
