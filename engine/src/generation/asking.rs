//! A prompt is taken: all that it brings about later is in one commit.

use postrider_content::catalog;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{Category, EmailType};
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;
use postrider_store::chats::{self, MessageRecord, Speaker};
use postrider_store::db::{DbError, Tx};
use postrider_store::emails::{self, EmailRecord, UnmadeEmail};
use postrider_store::generations::{self, NewGeneration};
use postrider_store::{brands, jobs};

use super::job::KIND;
use super::request::Request;
use crate::designs::{DesignContext, lock_group, not_found, not_ready, overtaken, title_of};
use crate::failure::Failure;

/// What whoever imports with `cleanUp` has said, as the chat shows it.
const CLEAN_UP: &str = "Tidy this design up.";

/// A design that is asked for in words.
pub struct PromptedDesign {
    pub prompt: String,
    pub kind: EmailType,
    /// Without one, what the design is called by whoever makes it.
    pub title: Option<String>,
    pub subject: Option<String>,
    pub preview_text: Option<String>,
    pub category: Option<Category>,
    /// By its public id.
    pub group_id: Option<String>,
    /// The public id of the design that it is to look like.
    pub reference: Option<String>,
    /// Addresses of the pages that it is about.
    pub pages: Vec<String>,
}

/// A new design, which is `generating`.
pub async fn ask_for_design(
    tx: &Tx,
    context: &DesignContext,
    asked: &PromptedDesign,
) -> Result<EmailRecord, Failure> {
    let brand = context.brand;
    let group = lock_group(tx, brand, asked.group_id.as_deref()).await?;
    require_reference(tx, brand, asked.reference.as_deref()).await?;
    require_ready(tx, brand).await?;
    let (title, subject) = (asked.title.as_deref(), asked.subject.as_deref());
    let unmade = UnmadeEmail {
        public_id: (context.ids)(),
        title: title_of(&[title, subject, Some(asked.prompt.as_str())]),
        kind: asked.kind,
        subject: asked.subject.clone(),
        preview_text: asked.preview_text.clone(),
        category: asked.category,
        group,
    };
    let email = emails::create_unmade(tx, brand, unmade, context.now).await?;
    let request = Request::Design {
        prompt: asked.prompt.clone(),
        is_titled: asked.title.is_some(),
        reference: asked.reference.clone(),
        pages: asked.pages.clone(),
    };
    begin(tx, context, email, (asked.prompt.as_str(), request)).await
}

/// What a design is to look like: a template is always there.
async fn require_reference(tx: &Tx, brand: BrandKey, id: Option<&str>) -> Result<(), Failure> {
    let Some(id) = id.filter(|id| catalog::template(id).is_none()) else {
        return Ok(());
    };
    let reference = emails::get(tx, brand, id).await?;
    let reference = reference.ok_or_else(|| not_found().param("referenceEmailId"))?;
    if reference.head.is_none() {
        return Err(not_ready().param("referenceEmailId").into());
    }
    Ok(())
}

/// A design that is there is `generating`; what it was stays until there is something else. `email` is the design as
/// it was when this began.
pub async fn ask_for_change(
    tx: &Tx,
    context: &DesignContext,
    email: &EmailRecord,
    prompt: &str,
) -> Result<EmailRecord, Failure> {
    let (brand, now) = (context.brand, Millis(context.now));
    require_ready(tx, brand).await?;
    let head = email.head.as_ref().ok_or_else(not_ready)?;
    if !emails::begin_generating(tx, brand, email.id, head.id, now).await? {
        let message = "Another edit began, or was saved, while this one was being taken.";
        return Err(overtaken(message).into());
    }
    let request = Request::Change {
        prompt: prompt.to_owned(),
    };
    begin(tx, context, email.id, (prompt, request)).await
}

/// A design that was imported in this transaction is `generating`, until there is a tidy version of it.
pub async fn ask_to_clean_up(
    tx: &Tx,
    context: &DesignContext,
    imported: &EmailRecord,
) -> Result<EmailRecord, Failure> {
    let head = imported.head.as_ref().ok_or_else(not_ready)?;
    let now = Millis(context.now);
    if !emails::begin_generating(tx, context.brand, imported.id, head.id, now).await? {
        return Err(not_ready().into());
    }
    begin(tx, context, imported.id, (CLEAN_UP, Request::CleanUp)).await
}

/// Without a website that is being read, a brand has its look.
pub async fn require_ready(tx: &Tx, brand: BrandKey) -> Result<(), Failure> {
    let brand = brands::get(tx, brand).await?;
    if brand.is_none_or(|brand| brand.readiness.is_ready()) {
        return Ok(());
    }
    let message = "The brand's website is still being read.";
    Err(Problem::new(Code::BrandNotReady, message)
        .suggest("Ask again when `readiness.ready` of the brand is true; that takes seconds.")
        .into())
}

async fn begin(
    tx: &Tx,
    context: &DesignContext,
    email: i64,
    (prompt, request): (&str, Request),
) -> Result<EmailRecord, Failure> {
    let (brand, now) = (context.brand, context.now);
    let chat = chats::open(tx, brand, email, &(context.ids)(), now).await?;
    let message = MessageRecord {
        role: Speaker::User,
        body: prompt.to_owned(),
        version_id: None,
        created_at: now,
    };
    chats::say(tx, brand, chat, &message).await?;
    let request = serde_json::to_string(&request)
        .map_err(|error| DbError::Other(format!("a prompt cannot be written: {error}")))?;
    let new = NewGeneration {
        email,
        chat,
        version_id: (context.ids)(),
        request,
    };
    let generation = generations::create(tx, brand, &new, now).await?;
    jobs::enqueue(tx, brand, KIND, generation, now).await?;
    let record = emails::by_number(tx, brand, email).await?;
    Ok(record.ok_or_else(not_found)?)
}
