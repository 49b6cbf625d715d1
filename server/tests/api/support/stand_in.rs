//! Somebody in place of those who make designs of words: what it does, the prompt says.

use std::sync::Arc;
use std::time::Duration;

use postrider_content::brief::Brief;
use postrider_content::compose::Look;
use postrider_content::designer::Wanted;
use postrider_content::document::{BlockDocument, Body, Document};
use postrider_content::sketch::Sketch;
use postrider_domain::designs::design::Category;
use postrider_engine::generation::{
    Change, Errand, Maker, MakerError, MakerResult, Proposal, Room, Suggestions,
};
use postrider_engine::jobs::Pending;
use serde_json::json;
use tokio::sync::watch;

/// Says the prompt in a headline. `refuse` and `break` in it do what they say, and `wait` waits until the test lets it go
/// on.
#[derive(Clone)]
pub struct StandIn {
    /// Credits for each design, if it is metered.
    price: Option<i64>,
    /// Ends the process as soon as it is asked.
    is_deadly: bool,
    open: watch::Sender<bool>,
    /// Prompts that were begun.
    begun: watch::Sender<usize>,
}

impl Default for StandIn {
    fn default() -> Self {
        Self {
            price: None,
            is_deadly: false,
            open: watch::Sender::new(false),
            begun: watch::Sender::new(0),
        }
    }
}

impl StandIn {
    pub fn metered(price: i64) -> Self {
        Self {
            price: Some(price),
            ..Self::default()
        }
    }

    pub fn deadly() -> Self {
        Self {
            is_deadly: true,
            ..Self::metered(3)
        }
    }

    /// Whoever waits goes on, and nobody waits from now on.
    pub fn let_go(&self) {
        self.open.send_replace(true);
    }

    /// Waits until so many prompts were begun.
    pub async fn begun(&self, count: usize) {
        let mut begun = self.begun.subscribe();
        let enough = begun.wait_for(|begun| *begun >= count);
        let patience = Duration::from_mins(1);
        tokio::time::timeout(patience, enough)
            .await
            .unwrap()
            .unwrap();
    }

    pub fn count(&self) -> usize {
        *self.begun.borrow()
    }

    pub fn shared(&self) -> Arc<dyn Maker> {
        Arc::new(self.clone())
    }

    async fn obey(&self, prompt: &str) -> Result<(), MakerError> {
        self.begun.send_modify(|begun| *begun += 1);
        if self.is_deadly {
            std::process::abort();
        }
        if prompt.contains("wait") {
            let mut open = self.open.subscribe();
            let _ = open.wait_for(|open| *open).await;
        }
        if prompt.contains("refuse") {
            return Err(MakerError::Refused("That cannot be made.".to_owned()));
        }
        if prompt.contains("break") && !*self.open.borrow() {
            return Err(MakerError::Failed("the stand-in broke".to_owned()));
        }
        Ok(())
    }

    fn proposal(&self, headline: &str, message: &str) -> Proposal {
        Proposal {
            document: document(headline),
            title: None,
            subject: None,
            preview_text: None,
            category: None,
            borrowed: Vec::new(),
            message: message.to_owned(),
            credits: self.price.unwrap_or(0),
        }
    }
}

fn document(headline: &str) -> Document {
    let block = json!({ "type": "heading", "id": "headline", "level": 1, "html": headline });
    let blocks = json!({ "page": {}, "blocks": [block] });
    serde_json::from_value::<BlockDocument>(blocks)
        .unwrap()
        .into()
}

impl Maker for StandIn {
    fn design(&self, _: Errand, brief: Brief, look: Look) -> Pending<'_, MakerResult> {
        Box::pin(async move {
            self.obey(&brief.prompt).await?;
            Ok(Proposal {
                title: Some("A title".to_owned()),
                subject: Some(format!("From {}", look.name)),
                preview_text: Some("A preview".to_owned()),
                category: Some(Category::Event),
                ..self.proposal(&brief.prompt, "It is made.")
            })
        })
    }

    fn change(&self, _: Errand, brief: Brief, change: Change) -> Pending<'_, MakerResult> {
        Box::pin(async move {
            self.obey(&brief.prompt).await?;
            let Body::Blocks(document) = &change.document.body else {
                panic!("the stand-in changes blocks alone");
            };
            assert_eq!(document.blocks.len(), 1);
            Ok(Proposal {
                subject: Some("Another subject".to_owned()),
                ..self.proposal(&brief.prompt, "It is changed.")
            })
        })
    }

    fn tidy(&self, _: Errand, sketch: Sketch, _: Look) -> Pending<'_, MakerResult> {
        Box::pin(async move {
            self.obey(&sketch.headline).await?;
            Ok(self.proposal(&sketch.headline, "It is tidy."))
        })
    }

    fn suggest(
        &self,
        _: Errand,
        brief: Brief,
        wanted: Wanted,
        count: usize,
    ) -> Pending<'_, Result<Suggestions, MakerError>> {
        Box::pin(async move {
            let brief = brief.with_mail_in_prompt();
            self.obey(&brief.prompt).await?;
            let text = |n| format!("{wanted:?} {n}: {}", brief.prompt);
            Ok(Suggestions {
                texts: (1..=count).map(text).collect(),
                credits: self.price.unwrap_or(0),
            })
        })
    }

    fn is_metered(&self) -> bool {
        self.price.is_some()
    }

    fn room(&self) -> Room {
        Room::HERE
    }
}
