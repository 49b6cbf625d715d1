//! What the database tells an operator.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock};

use metrics::{
    Counter, CounterFn, Gauge, GaugeFn, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder,
    SharedString, Unit,
};
use postrider_store::db::Dialect;

use crate::harness::{add, on_each};

/// What was recorded under each name and its labels; of a histogram, how often.
type Recorded = Arc<Mutex<BTreeMap<String, f64>>>;

struct Notebook(Recorded);

struct Line {
    name: String,
    recorded: Recorded,
}

impl Line {
    fn change(&self, by: f64) {
        let mut recorded = self.recorded.lock().unwrap();
        *recorded.entry(self.name.clone()).or_default() += by;
    }
}

impl CounterFn for Line {
    fn increment(&self, value: u64) {
        self.change(value as f64);
    }

    fn absolute(&self, _: u64) {}
}

impl GaugeFn for Line {
    fn increment(&self, value: f64) {
        self.change(value);
    }

    fn decrement(&self, value: f64) {
        self.change(-value);
    }

    fn set(&self, _: f64) {}
}

impl HistogramFn for Line {
    fn record(&self, _: f64) {
        self.change(1.0);
    }
}

impl Notebook {
    fn line(&self, key: &Key) -> Arc<Line> {
        let labels: Vec<_> = key.labels().map(metrics::Label::value).collect();
        Arc::new(Line {
            name: format!("{} {}", key.name(), labels.join(" "))
                .trim()
                .to_owned(),
            recorded: Arc::clone(&self.0),
        })
    }
}

impl Recorder for Notebook {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}
    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, key: &Key, _: &Metadata<'_>) -> Counter {
        Counter::from_arc(self.line(key))
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        Gauge::from_arc(self.line(key))
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        Histogram::from_arc(self.line(key))
    }
}

/// Other tests of this process are recorded too: numbers here only say "at least".
fn recorded() -> MutexGuard<'static, BTreeMap<String, f64>> {
    static RECORDED: OnceLock<Recorded> = OnceLock::new();
    let recorded = RECORDED.get_or_init(|| {
        let recorded = Recorded::default();
        metrics::set_global_recorder(Notebook(Arc::clone(&recorded))).unwrap();
        recorded
    });
    recorded.lock().unwrap()
}

#[tokio::test]
async fn waits_and_commits_are_recorded() {
    drop(recorded());
    on_each(|db| async move {
        for id in 0..10 {
            add(&db, id, "a").await.unwrap();
        }
        db.ping().await.unwrap();
        db.read_heavy(|_| async { Ok::<_, postrider_store::db::DbError>(()) })
            .await
            .unwrap();
        let recorded = recorded();
        let at_least = |name: &str, count: f64| {
            let found = recorded.get(name).copied().unwrap_or_default();
            assert!(found >= count, "{name}: {found}\n{recorded:?}");
        };
        match db.dialect() {
            Dialect::Sqlite => {
                at_least("postrider_db_wait_seconds write quick", 10.0);
                at_least("postrider_db_wait_seconds read quick", 1.0);
                at_least("postrider_db_wait_seconds read slow", 1.0);
                at_least("postrider_db_waiting write quick", 0.0);
                at_least("postrider_db_committed_total", 10.0);
                at_least("postrider_db_commits_total", 1.0);
                at_least("postrider_db_commit_seconds", 1.0);
            }
            Dialect::Postgres => {
                at_least("postrider_db_wait_seconds pool quick", 11.0);
                at_least("postrider_db_wait_seconds pool slow", 1.0);
                at_least("postrider_db_waiting pool quick", 0.0);
            }
        }
    })
    .await;
}
