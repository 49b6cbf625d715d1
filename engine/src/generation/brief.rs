//! What whoever makes a design is told about the brand: its own words and names of fields, never a contact's data.

use postrider_content::brief::{BrandBrief, Brief, BriefImage};
use postrider_content::catalog::{self, Template};
use postrider_content::compose::Look;
use postrider_content::document::{Body, Document, Page};
use postrider_content::resketch;
use postrider_domain::accounts::brand::Theme;
use postrider_domain::contacts::field::CoreColumn;
use postrider_domain::designs::design::EmailType;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::{self, BrandRecord};
use postrider_store::db::{DbError, Tx};
use postrider_store::emails::{self, EmailRecord, VersionContent};
use postrider_store::fields;
use postrider_store::generations::{self, GenerationRecord};
use postrider_store::triggers::{self, TriggerRecord};

use super::request::Request;
use crate::aside::aside;
use crate::assets::Library;
use crate::designs::{look_of, site_of};

/// Images that whoever makes a design may choose from.
const IMAGES_MAX: usize = 24;
/// Characters of a mail's words that its images are searched by.
const WORDS_MAX: usize = 4_000;
/// Triggers that are asked for the names in their payloads, and names of one brand.
const TRIGGERS_MAX: i64 = 20;
const KEYS_MAX: usize = 50;

/// What is known of a brand.
pub struct BrandFacts {
    pub record: BrandRecord,
    /// Names of the merge tags that contacts may have values for.
    merge_tags: Vec<String>,
    /// Names in what sets automations off.
    payload_keys: Vec<String>,
}

/// All that a turn reads before it begins.
pub struct Gathered {
    pub generation: GenerationRecord,
    pub request: Request,
    pub email: EmailRecord,
    /// What a change begins with.
    pub head: Option<VersionContent>,
    /// What a new design is to look like; nothing if it was deleted since.
    pub reference: Option<Reference>,
    pub brand: BrandFacts,
    library: Library,
}

/// A design to go by.
pub enum Reference {
    Design(VersionContent),
    /// Its words and their order; the look is the brand's.
    Template(&'static Template),
}

/// `None`: nobody waits for it any more.
pub async fn gather(
    tx: &Tx,
    library: &Library,
    brand: BrandKey,
    generation: i64,
) -> Result<Option<Gathered>, DbError> {
    let Some(generation) = generations::running(tx, brand, generation).await? else {
        return Ok(None);
    };
    let request: Request = serde_json::from_str(&generation.request)
        .map_err(|error| DbError::Other(format!("what is asked for cannot be read: {error}")))?;
    let email = emails::by_number(tx, brand, generation.email).await?;
    let facts = BrandFacts::read(tx, brand).await?;
    let (Some(email), Some(facts)) = (email, facts) else {
        return Ok(None);
    };
    Ok(Some(Gathered {
        library: library.clone(),
        head: emails::head_content(tx, brand, email.id).await?,
        reference: reference(tx, brand, &request).await?,
        generation,
        request,
        email,
        brand: facts,
    }))
}

async fn reference(
    tx: &Tx,
    brand: BrandKey,
    request: &Request,
) -> Result<Option<Reference>, DbError> {
    let Request::Design {
        reference: Some(id),
        ..
    } = request
    else {
        return Ok(None);
    };
    if let Some(template) = catalog::template(id) {
        return Ok(Some(Reference::Template(template)));
    }
    let Some(email) = emails::get(tx, brand, id).await? else {
        return Ok(None);
    };
    let content = emails::head_content(tx, brand, email.id).await?;
    Ok(content.map(Reference::Design))
}

impl BrandFacts {
    pub async fn read(tx: &Tx, brand: BrandKey) -> Result<Option<Self>, DbError> {
        let Some(record) = brands::get(tx, brand).await? else {
            return Ok(None);
        };
        let own = fields::known(tx, brand).await?;
        let columns = [
            CoreColumn::FirstName,
            CoreColumn::LastName,
            CoreColumn::Email,
        ];
        let columns = columns.map(|column| column.as_str().to_owned());
        let own = own.names().map(ToOwned::to_owned);
        Ok(Some(Self {
            merge_tags: columns.into_iter().chain(own).collect(),
            payload_keys: payload_keys(&triggers::list(tx, brand, None, TRIGGERS_MAX).await?),
            record,
        }))
    }

    pub fn brief(&self, prompt: &str, kind: EmailType) -> Brief {
        let (brand, identity) = (&self.record, &self.record.identity);
        let who = BrandBrief {
            name: identity.public_name(&brand.name).to_owned(),
            description: identity.description.clone(),
            tagline: identity.tagline.clone(),
            voice: brand.voice.clone(),
            site: site_of(brand),
        };
        let payload_keys = match kind {
            EmailType::Campaign => Vec::new(),
            EmailType::Automation | EmailType::Transactional => self.payload_keys.clone(),
        };
        Brief {
            merge_tags: self.merge_tags.clone(),
            payload_keys,
            ..Brief::of(prompt, kind, who)
        }
    }

    pub fn look(&self) -> Look {
        look_of(&self.record)
    }
}

impl Gathered {
    pub fn brief(&self, prompt: &str) -> Brief {
        Brief {
            category: self.email.category,
            ..self.brand.brief(prompt, self.email.kind)
        }
    }

    /// Those of the brand's library that fit the prompt, or what the mail says that is there, the best first; then the newest, for
    /// whoever is asked for any image, or in a language that the library does not speak, may use no other. A piece at a time, and
    /// outside of what the turn has read: a library may be large.
    pub async fn images(&self, prompt: &str) -> Result<Vec<BriefImage>, DbError> {
        let brand = self.brand.record.key;
        let texts = vec![prompt.to_owned(), self.words_of_mail().await];
        let found = self.library.find_described(brand, texts, IMAGES_MAX);
        let found = match found.await {
            // A mail without pictures is better than none.
            Err(DbError::QueueFull) => Vec::new(),
            found => found?,
        };
        let images = found.into_iter().map(|image| BriefImage {
            url: self.library.address(&image.name),
            description: image.description.unwrap_or_default(),
        });
        Ok(images.collect())
    }

    /// What the mail says that is there; nothing if there is none.
    async fn words_of_mail(&self) -> String {
        let Some(head) = &self.head else {
            return String::new();
        };
        // An imported one has megabytes.
        let html = head.html.clone();
        let body = aside(move || resketch::words(&html)).await;
        let body = body.unwrap_or_default();
        let said = [
            self.email.subject.as_deref(),
            self.email.shown_preview_text(),
            Some(body.as_str()),
        ];
        let said: Vec<&str> = said.into_iter().flatten().collect();
        said.join("\n").chars().take(WORDS_MAX).collect()
    }

    /// That of the brand; of a design to go by, its colours and letters.
    pub fn look(&self) -> Look {
        let look = self.brand.look();
        let page = match &self.reference {
            Some(Reference::Design(content)) => page_of(content),
            Some(Reference::Template(_)) | None => None,
        };
        match page {
            Some(page) => Look {
                theme: theme_of(&page),
                ..look
            },
            None => look,
        }
    }
}

/// Names of what can be written into a mail, each once.
fn payload_keys(triggers: &[TriggerRecord]) -> Vec<String> {
    let mut keys: Vec<String> = Vec::new();
    let fields = triggers.iter().flat_map(|trigger| &trigger.contract.fields);
    for field in fields.filter(|field| field.kind.field_type().is_some()) {
        if keys.len() < KEYS_MAX && !keys.contains(&field.key) {
            keys.push(field.key.clone());
        }
    }
    keys
}

/// Of a design that is made of blocks.
fn page_of(content: &VersionContent) -> Option<Page> {
    let document: Document = serde_json::from_str(&content.document).ok()?;
    match document.body {
        Body::Blocks(blocks) => Some(blocks.page),
        Body::Html(_) => None,
    }
}

fn theme_of(page: &Page) -> Theme {
    let text = |value: &str| Some(value.to_owned());
    Theme {
        primary_color: text(&page.button_color),
        secondary_color: None,
        background_color: text(&page.content_background_color),
        text_color: text(&page.heading_color),
        heading_font: text(&page.heading_font),
        body_font: text(&page.body_font),
        button_radius: Some(page.button_radius.get().into()),
    }
}
