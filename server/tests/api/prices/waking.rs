use serde_json::json;

use super::{Counted, assert_prices};
use crate::triggers::{automation, fire, trigger};

impl Counted {
    /// How often each kind of worker was woken: for jobs, for mail, for runs.
    fn woken(&self) -> [u64; 3] {
        ["jobs", "mail", "runs"].map(|worker| self.measures.woken(worker))
    }
}

/// Contacts concern nobody in the background: they would be looked for in vain after every write.
#[tokio::test]
async fn an_upsert_wakes_nobody() {
    let counted = Counted::start().await;
    let before = counted.woken();
    for n in 0..20 {
        let email = format!("{n}@example.com");
        counted.upsert(json!({ "email": email })).await.expect(201);
        counted.upsert(json!({ "email": email })).await.expect(200);
    }
    assert_eq!(counted.woken(), before);
}

/// Who is fired at is told: the runs. What mails or does jobs is left alone until the run has something for it.
#[tokio::test]
async fn a_fire_wakes_the_runs_alone() {
    let counted = Counted::start().await;
    trigger(&counted.brand, "signed-up", &[]).await;
    automation(&counted.brand, "signed-up").await;
    counted.server.at_rest().await;
    let before = counted.woken();
    let payload = json!({ "email": "first@example.com" });
    let fired = async { fire(&counted.brand, "signed-up", payload).await.expect(200) };
    let price = counted.price(fired).await;
    let after = counted.woken();
    assert_eq!((after[0], after[2]), (before[0], before[2] + 1));
    assert_prices(&counted.server, "fire", &[("a fire", price)]);
}
