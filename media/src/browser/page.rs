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
        let lease = Lease::begin(orders).await?;
        let context = text(&lease.make_context().await?, "browserContextId")?;
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
        if self.shots > 0 {
            self.leave().await?;
        }
        self.shots += 1;
        let url = format!("http://mail.invalid/{}", self.shots);
        let visit = Visit::new(&self.lease, &self.session, &mut self.events, answers, html);
        let picture = visit.shoot(url, shot).await?;
        self.lease.taken();
        Ok(picture)
    }

    /// Whether the browser was nobody else's.
    pub fn is_alone(&self) -> bool {
        self.lease.is_alone()
    }

    /// What was shown before asks for nothing any more once it has gone, and what it has asked for is nobody's.
    async fn leave(&mut self) -> Result<(), BrowserError> {
        let nothing = json!({ "url": "about:blank" });
        let session = Some(self.session.as_str());
        self.lease.ask(session, "Page.navigate", nothing).await?;
        while self.events.try_recv().is_ok() {}
        Ok(())
    }
}
