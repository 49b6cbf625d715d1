//! Headers of every answer.

use postrider_server::surface;

use super::{call, path_of};
use crate::support::{Answer, TestServer};

#[track_caller]
fn assert_not_sniffed(answer: &Answer, what: &str) {
    let said = answer.header("x-content-type-options");
    assert_eq!(said, Some("nosniff"), "{what}: {}", answer.status);
}

/// The API, the receivers of events, pages, images, pixels, health, numbers: as anybody and with a key, answered or refused.
#[tokio::test]
async fn no_answer_is_taken_for_another_type() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let nobody = server.nobody();
    for row in surface::rows(Vec::new()) {
        for caller in [&*brand, &nobody] {
            let answer = call(caller, &row).await;
            assert_not_sniffed(&answer, row.name);
        }
        for verb in ["HEAD", "OPTIONS", "TRACE"] {
            let answer = nobody.request(verb, &path_of(&row)).send().await;
            assert_not_sniffed(&answer, &format!("{verb} {}", row.path));
        }
    }
    for path in ["/", "/v1", "/v2/contacts", "/nowhere", "/assets/../secret"] {
        assert_not_sniffed(&nobody.get(path).await, path);
    }
}
