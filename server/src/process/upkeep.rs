//! Small regular work of a server process: last-used times, idle rate windows, and the engine's sweeps.

use std::sync::Arc;
use std::time::Duration;

use postrider_engine::automations::audience;
use postrider_engine::contacts::departing;
use postrider_engine::pictures::uploads;
use postrider_engine::{assets, housekeeping, imports, previews};
use postrider_mail::capture::Captured;
use postrider_store::db::Db;
use postrider_store::keys;
use postrider_store::people::sessions;
use tokio_util::sync::CancellationToken;

use crate::app::App;
use crate::clock::Clock;
use crate::config::process_role::ProcessRole;
use crate::process::mailing::CAPTURED;

const EVERY: Duration = Duration::from_secs(5);
const HOUR: Duration = Duration::from_hours(1);
const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// How long an answer about the time may take.
const PROMPT: Duration = Duration::from_secs(1);

/// What goes through all that is stored keeps nothing waiting that is due every few seconds.
pub async fn run(app: App, stop: CancellationToken) {
    tokio::join!(often(&app, &stop), hourly(&app, &stop));
}

async fn often(app: &App, stop: &CancellationToken) {
    let captured = Arc::new(Captured::open(&app.config.data.join(CAPTURED)));
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(EVERY) => {}
        }
        if let Some(metrics) = &app.metrics {
            // The recorder keeps every sample until somebody asks it to add them up.
            metrics.run_upkeep();
        }
        app.clock.catch_up();
        agree_on_time(&app.db, &app.clock).await;
        let now = app.clock.now();
        app.limiter.sweep(now);
        if let Err(error) = app.mail_domains.learn(&app.db, now).await {
            tracing::warn!(error = %error, "mail domains will be looked up by every write");
        }
        flush(app).await;
        if !app.config.roles.have(ProcessRole::Worker) {
            continue;
        }
        if let Err(error) = housekeeping::sweep(&app.db, now, stop).await {
            tracing::warn!(error = %error, "housekeeping will try again");
        }
        if let Err(error) = departing::clear(&app.db, &captured, now, stop).await {
            tracing::warn!(error = %error, "deleted people will be looked for again");
        }
        if let Err(error) = audience::sweep(&app.db, now, stop).await {
            tracing::warn!(error = %error, "audience runs will be looked at later");
        }
    }
}

async fn hourly(app: &App, stop: &CancellationToken) {
    if !app.config.roles.have(ProcessRole::Worker) {
        return;
    }
    let mut pause = EVERY;
    // The design behind which pictures are asked for the next time.
    let mut unseen = None;
    while stop
        .run_until_cancelled(tokio::time::sleep(pause))
        .await
        .is_some()
    {
        let now = app.clock.now();
        forget_events(app, now, stop).await;
        forget_audit_log(app, now, stop).await;
        match previews::want_unseen(&app.db, &app.camera, unseen, now).await {
            Ok(last) => unseen = last,
            Err(error) => {
                tracing::warn!(error = %error, "designs without a picture will get theirs later");
            }
        }
        // Cut off anywhere, the next time goes on.
        stop.run_until_cancelled(clear_files(app, now)).await;
        pause = HOUR;
    }
}

/// What people did, once it was kept as long as is wanted.
async fn forget_audit_log(app: &App, now: i64, stop: &CancellationToken) {
    let Some(days) = app.config.audit_days else {
        return;
    };
    let before = now - i64::from(days.get()) * DAY_MS;
    if let Err(error) = housekeeping::forget_audit_log(&app.db, before, stop).await {
        tracing::warn!(error = %error, "old rows of the audit log will be deleted later");
    }
}

/// Events that were kept as long as is wanted.
async fn forget_events(app: &App, now: i64, stop: &CancellationToken) {
    let Some(days) = app.config.event_days else {
        return;
    };
    let before = now - i64::from(days.get()) * DAY_MS;
    if let Err(error) = housekeeping::forget_events(&app.db, before, stop).await {
        tracing::warn!(error = %error, "old events will be deleted later");
    }
}

/// Files that nobody needs.
async fn clear_files(app: &App, now: i64) {
    if let Err(error) = imports::sweep(&app.db, &app.objects, now).await {
        tracing::warn!(error = %error, "files that nobody needs will be deleted later");
    }
    if let Err(error) = uploads::sweep(&app.db, &app.objects, now).await {
        tracing::warn!(error = %error, "uploads that nobody needs will be deleted later");
    }
    if let Err(error) = assets::sweep(&app.db, &app.objects, now).await {
        tracing::warn!(error = %error, "images that nobody needs will be deleted later");
    }
}

/// Every process on one database goes by its clock.
pub async fn agree_on_time(db: &Db, clock: &Clock) {
    let asked = tokio::time::Instant::now();
    match db.time().await {
        // An answer that was long on its way tells a time that is over.
        Ok(Some(_)) if asked.elapsed() > PROMPT => {}
        Ok(Some(time)) => clock.follow(time + asked.elapsed().as_millis() as i64 / 2),
        Ok(None) => {}
        Err(error) => tracing::warn!(error = %error, "the database did not tell its time"),
    }
}

/// Writes that keys and sessions were used, as far as it is due.
pub async fn flush(app: &App) {
    flush_keys(app).await;
    flush_sessions(app).await;
}

async fn flush_sessions(app: &App) {
    let seen = app.last_seen.take();
    if seen.is_empty() {
        return;
    }
    let due = seen.clone();
    let written = app.db.write_bulk(move |tx| {
        let due = due.clone();
        async move { sessions::see(&tx, due).await }
    });
    if let Err(error) = written.await {
        tracing::warn!(error = %error, "that sessions are used could not be written; the next round tries again");
        app.last_seen.again(seen);
    }
}

async fn flush_keys(app: &App) {
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
