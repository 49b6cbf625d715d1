//! Small regular work of a server process: last-used times, idle rate windows, and the engine's sweeps.

use std::time::Duration;

use metrics_exporter_prometheus::PrometheusHandle;
use postrider_engine::housekeeping;
use postrider_store::keys;
use tokio_util::sync::CancellationToken;

use crate::app::App;

const EVERY: Duration = Duration::from_secs(5);

pub async fn run(app: App, metrics: Option<PrometheusHandle>, stop: CancellationToken) {
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        if let Some(metrics) = &metrics {
            // The recorder keeps every sample until somebody asks it to add them up.
            metrics.run_upkeep();
        }
        app.clock.catch_up();
        let now = app.clock.now();
        app.limiter.sweep(now);
        flush(&app).await;
        if let Err(error) = housekeeping::sweep(&app.db, now, &stop).await {
            tracing::warn!(error = %error, "housekeeping will try again");
        }
    }
}

/// Writes the last-used times that are due.
pub async fn flush(app: &App) {
    let due: Vec<_> = app
        .last_used
        .take_due(app.clock.now())
        .into_iter()
        .map(|touch| (touch.org, touch.key, touch.at))
        .collect();
    if due.is_empty() {
        return;
    }
    let written = app
        .db
        .write_bulk(move |tx| {
            let due = due.clone();
            async move { keys::touch(&tx, due).await }
        })
        .await;
    if let Err(error) = written {
        tracing::warn!(error = %error, "last-used times could not be written");
    }
}
