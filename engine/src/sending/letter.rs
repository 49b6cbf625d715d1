//! The mail of a send, compiled once: for each recipient it is a walk over its parts.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_domain::contacts::field::{CoreColumn, FieldType, KnownFields};
use postrider_domain::contract::paths;
use postrider_domain::designs::merge::{self, Template, Value};
use postrider_domain::sending::tracking::{LONGEST_TARGET, Purpose, Signer, Token};
use postrider_domain::tenant::BrandKey;
use postrider_mail::dkim;
use postrider_mail::message::{Mailbox, Message};
use postrider_store::delivery::people::Person;
use serde_json::Map;

/// What tags take their values from beside the recipient.
pub type Payload = Map<String, serde_json::Value>;

/// What is stored of it: a JSON object, or nothing.
pub fn payload_of(stored: Option<&str>) -> Payload {
    stored
        .and_then(|json| serde_json::from_str(json).ok())
        .unwrap_or_default()
}

/// Where the value of a tag comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Source {
    Column(CoreColumn),
    /// The key under which the value stands in the contact's row.
    Custom(String, FieldType),
    UnsubscribeUrl,
    ViewInBrowserUrl,
    BrandName,
    BrandAddress,
}

/// The texts of a mail, as their author wrote them.
pub struct Texts<'a> {
    pub subject: &'a str,
    pub html: &'a str,
    pub text: &'a str,
}

/// Who sends it, and how its links look.
#[derive(Clone)]
pub struct Origin {
    pub from_email: String,
    pub from_name: Option<String>,
    pub reply_to: Option<String>,
    /// Of the sending domain; its return paths are below it.
    pub domain: String,
    pub signer: Option<Arc<dkim::Signer>>,
    /// What links, pixel and pages begin with.
    pub base_url: String,
    pub tracks_opens: bool,
    pub tracks_clicks: bool,
    /// Whether people can unsubscribe from it.
    pub is_marketing: bool,
    pub feedback_id: String,
}

/// What every mail of a brand can say.
pub struct BrandFacts {
    pub name: String,
    pub address: Option<String>,
    pub zone: TimeZone,
    pub fields: KnownFields,
    /// Keys of payloads that hold dates, as the trigger declares them.
    pub payload_dates: Vec<String>,
}

pub struct Letter {
    brand: BrandKey,
    send: i64,
    subject: Template,
    html: Template,
    text: Template,
    sources: HashMap<String, Source>,
    facts: BrandFacts,
    pub(super) origin: Origin,
}

/// One mail, ready to leave.
#[derive(Debug)]
pub struct Mail {
    pub return_path: String,
    pub to: String,
    pub bytes: Vec<u8>,
}

#[derive(Debug, thiserror::Error)]
#[error("the design cannot be read: {0}")]
pub struct LetterError(String);

/// The links of one recipient.
struct Links {
    unsubscribe: String,
    view: String,
}

impl Letter {
    pub fn compile(
        brand: BrandKey,
        send: i64,
        texts: &Texts<'_>,
        facts: BrandFacts,
        origin: Origin,
    ) -> Result<Self, LetterError> {
        let subject = merge::compile_header(texts.subject);
        let text = merge::compile_text(texts.text);
        let html = postrider_content::merge::compile_html(texts.html)
            .map_err(|error| LetterError(error.to_string()))?;
        let mut sources = HashMap::new();
        for name in [&subject, &text, &html]
            .iter()
            .flat_map(|part| part.names())
        {
            if let Some(source) = source_of(&name.name, &facts.fields) {
                sources.insert(name.name.clone(), source);
            }
        }
        Ok(Self {
            brand,
            send,
            subject,
            html,
            text,
            sources,
            facts,
            origin,
        })
    }

    /// What tags take their values from beside the recipient, as it is stored, with its dates as readers see them.
    pub fn payload(&self, stored: Option<&str>) -> Payload {
        let mut payload = payload_of(stored);
        let dates = self.facts.payload_dates.iter().map(String::as_str);
        merge::show_dates(&mut payload, dates, &self.facts.zone);
        payload
    }

    /// The mail for one recipient, signed. The same recipient gets the same bytes at the same time.
    pub fn write(
        &self,
        person: &Person,
        ordinal: i64,
        payload: &Payload,
        tokens: &Signer,
        now: i64,
    ) -> Mail {
        let values = Values::new(self, person, payload, ordinal, tokens);
        let mut subject = String::new();
        self.subject
            .render(&self.facts.zone, |name| values.get(name), &mut subject);
        let mut text = String::new();
        self.text
            .render(&self.facts.zone, |name| values.get(name), &mut text);
        let html = self.html(&values, ordinal, tokens);
        let mut return_token = String::new();
        tokens.write_return_path(&self.token(ordinal, Purpose::ReturnPath), &mut return_token);
        let message_id = self.message_id(ordinal, tokens);
        let mut bytes = Vec::new();
        Message {
            from: Mailbox {
                email: &self.origin.from_email,
                name: self.origin.from_name.as_deref(),
            },
            to: Mailbox {
                email: &person.email,
                name: None,
            },
            reply_to: self.origin.reply_to.as_deref(),
            subject: &subject,
            html: &html,
            text: &text,
            message_id: &message_id,
            date: now,
            unsubscribe: self
                .origin
                .is_marketing
                .then_some(values.links.unsubscribe.as_str()),
            feedback_id: Some(&self.origin.feedback_id),
            boundary: (self.send ^ ordinal.rotate_left(40)) as u64,
        }
        .write(&mut bytes);
        if let Some(signer) = &self.origin.signer {
            signer.sign(&mut bytes, now);
        }
        Mail {
            return_path: format!("b-{return_token}@bounces.{}", self.origin.domain),
            to: person.email.clone(),
            bytes,
        }
    }

    /// Without angle brackets.
    pub fn message_id(&self, ordinal: i64, tokens: &Signer) -> String {
        let mut id = String::new();
        tokens.write_message_id(&self.token(ordinal, Purpose::MessageId), &mut id);
        id.push('@');
        id + &self.origin.domain
    }

    /// The page that "view in browser" shows: nothing on it is counted.
    pub fn view(
        &self,
        person: &Person,
        ordinal: i64,
        payload: &Payload,
        tokens: &Signer,
    ) -> String {
        let values = Values::new(self, person, payload, ordinal, tokens);
        let mut html = String::new();
        self.html
            .render(&self.facts.zone, |name| values.get(name), &mut html);
        html
    }

    /// Where a link of the mail leads everybody.
    pub fn link(&self, index: usize) -> Option<&str> {
        let link = self.html.links().get(index)?;
        link.is_static.then_some(link.target.as_str())
    }

    fn html(&self, values: &Values<'_>, ordinal: i64, tokens: &Signer) -> String {
        let mut html = String::new();
        let lookup = |name: &str| values.get(name);
        if self.origin.tracks_clicks {
            let retarget = |index: usize, target: &str, out: &mut String| {
                self.counted_link(index, target, ordinal, tokens, out);
            };
            self.html
                .render_with_links(&self.facts.zone, lookup, retarget, &mut html);
        } else {
            self.html.render(&self.facts.zone, lookup, &mut html);
        }
        if self.origin.tracks_opens {
            let mut pixel = format!("<img src=\"{}{}", self.origin.base_url, paths::OPEN.start);
            tokens.write(&self.token(ordinal, Purpose::Open), &mut pixel);
            pixel.push_str(
                ".gif\" width=\"1\" height=\"1\" alt=\"\" style=\"display:block;border:0\">",
            );
            let end = html.rfind("</body>").unwrap_or(html.len());
            html.insert_str(end, &pixel);
        }
        html
    }

    /// Our own pages are not counted: whoever leaves is not asked twice where to. Neither are links of a length that
    /// nobody wants written down for every click.
    fn counted_link(
        &self,
        index: usize,
        target: &str,
        ordinal: i64,
        tokens: &Signer,
        out: &mut String,
    ) {
        let base = &self.origin.base_url;
        let own = target.strip_prefix(base.as_str()).unwrap_or_default();
        if own.starts_with(paths::UNSUBSCRIBE.start) || own.starts_with(paths::VIEW.start) {
            return;
        }
        if target.len() > LONGEST_TARGET {
            return;
        }
        out.push_str(base);
        out.push_str(paths::CLICK.start);
        let is_static = self
            .html
            .links()
            .get(index)
            .is_some_and(|link| link.is_static);
        match u16::try_from(index) {
            Ok(link) if is_static => {
                tokens.write(&self.token(ordinal, Purpose::Click { link }), out);
            }
            _ => {
                let token = self.token(ordinal, Purpose::SealedClick);
                if !tokens.write_sealed(&token, target, out) {
                    out.clear();
                }
            }
        }
    }

    fn token(&self, ordinal: i64, purpose: Purpose) -> Token {
        Token {
            brand: self.brand,
            send: self.send,
            ordinal,
            purpose,
        }
    }

    fn links(&self, ordinal: i64, tokens: &Signer) -> Links {
        let link = |path: &str, purpose: Purpose| {
            let mut url = format!("{}{path}", self.origin.base_url);
            tokens.write(&self.token(ordinal, purpose), &mut url);
            url
        };
        Links {
            unsubscribe: link(paths::UNSUBSCRIBE.start, Purpose::Unsubscribe),
            view: link(paths::VIEW.start, Purpose::View),
        }
    }
}

fn source_of(name: &str, fields: &KnownFields) -> Option<Source> {
    Some(match name {
        merge::UNSUBSCRIBE_URL => Source::UnsubscribeUrl,
        merge::VIEW_IN_BROWSER_URL => Source::ViewInBrowserUrl,
        merge::BRAND_NAME => Source::BrandName,
        merge::BRAND_ADDRESS => Source::BrandAddress,
        name => {
            if let Some(column) = CoreColumn::of_tag(name) {
                return Some(Source::Column(column));
            }
            let field = fields.get(name)?;
            Source::Custom(field.number.to_string(), field.field_type)
        }
    })
}

/// The values of the tags for one recipient.
struct Values<'a> {
    letter: &'a Letter,
    person: &'a Person,
    payload: &'a Payload,
    custom: Payload,
    links: Links,
}

impl<'a> Values<'a> {
    fn new(
        letter: &'a Letter,
        person: &'a Person,
        payload: &'a Payload,
        ordinal: i64,
        tokens: &Signer,
    ) -> Self {
        let wanted = letter
            .sources
            .values()
            .any(|source| matches!(source, Source::Custom(..)));
        let custom = if wanted {
            serde_json::from_str(&person.custom).unwrap_or_default()
        } else {
            Payload::new()
        };
        Self {
            letter,
            person,
            payload,
            custom,
            links: letter.links(ordinal, tokens),
        }
    }

    /// The payload first, then the contact.
    fn get(&self, name: &str) -> Option<Value<'_>> {
        if let Some(value) = self.payload.get(name)
            && !merge::is_reserved(name)
        {
            return Value::of_json(value);
        }
        match self.letter.sources.get(name)? {
            Source::Column(column) => column_of(self.person, *column),
            Source::Custom(key, FieldType::Date) => self
                .custom
                .get(key)?
                .as_f64()
                .map(|at| Value::Date(at as i64)),
            Source::Custom(key, _) => Value::of_json(self.custom.get(key)?),
            Source::UnsubscribeUrl => Some(Value::Text(&self.links.unsubscribe)),
            Source::ViewInBrowserUrl => Some(Value::Text(&self.links.view)),
            Source::BrandName => Some(Value::Text(&self.letter.facts.name)),
            Source::BrandAddress => self.letter.facts.address.as_deref().map(Value::Text),
        }
    }
}

/// What the contact's row says.
fn column_of(person: &Person, column: CoreColumn) -> Option<Value<'_>> {
    let date = |at: i64| Value::Date(at / 1000);
    match column {
        CoreColumn::Email => Some(Value::Text(&person.email)),
        CoreColumn::FirstName => person.first_name.as_deref().map(Value::Text),
        CoreColumn::LastName => person.last_name.as_deref().map(Value::Text),
        CoreColumn::Subscribed => Some(Value::Bool(person.subscribed)),
        CoreColumn::Suppressed => Some(Value::Bool(person.suppressed)),
        CoreColumn::ValidationStatus => person.validation_status.as_deref().map(Value::Text),
        CoreColumn::LastValidatedAt => person.validated_at.map(date),
        CoreColumn::ImportId => None,
        CoreColumn::CreatedAt => Some(date(person.created_at)),
        CoreColumn::UpdatedAt => Some(date(person.updated_at)),
    }
}
