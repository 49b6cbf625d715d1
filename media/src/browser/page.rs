//! A page in a context of its own.

use serde_json::json;
use tokio::sync::mpsc;

use super::calls::{Event, Orders};
use super::error::BrowserError;
use super::lease::Lease;
use super::shot::{Answers, Picture, Shot};
use super::visit::Visit;
use super::wire::text;

pub(super) struct Page {
    lease: Lease,
    session: String,
    events: mpsc::UnboundedReceiver<Event>,
    /// Pictures that were taken of it.
    shots: u64,
}

impl Page {
    pub async fn open(orders: &Orders) -> Result<Self, BrowserError> {
        let mut lease = Lease::begin(orders).await?;
        let made = lease.ask(None, "Target.createBrowserContext", json!({}));
        let context = text(&made.await?, "browserContextId")?;
        lease.clear_up(&context);
        let target = json!({ "url": "about:blank", "browserContextId": context });
        let target = lease.ask(None, "Target.createTarget", target).await?;
        let target = text(&target, "targetId")?;
        let attach = json!({ "targetId": target, "flatten": true });
        let session = lease.ask(None, "Target.attachToTarget", attach).await?;
        let session = text(&session, "sessionId")?;
        let events = lease.listen(&session);
        let page = Self {
            lease,
            session,
            events,
            shots: 0,
        };
        for (method, params) in [
            ("Page.enable", json!({})),
            ("Page.setLifecycleEventsEnabled", json!({ "enabled": true })),
            ("Inspector.enable", json!({})),
            (
                "Emulation.setScriptExecutionDisabled",
                json!({ "value": true }),
            ),
            (
                "Fetch.enable",
                json!({ "patterns": [{ "urlPattern": "*" }] }),
            ),
        ] {
            page.lease.ask(Some(&page.session), method, params).await?;
        }
        Ok(page)
    }

    pub async fn shoot(
        &mut self,
        html: &str,
        shot: &Shot,
        answers: &Answers,
    ) -> Result<Picture, BrowserError> {
        self.shots += 1;
        let url = format!("http://mail.invalid/{}", self.shots);
        let visit = Visit::new(&self.lease, &self.session, &mut self.events, answers);
        let picture = visit.shoot(url, html, shot).await?;
        self.lease.taken();
        Ok(picture)
    }
}
