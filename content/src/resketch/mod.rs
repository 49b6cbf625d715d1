//! A sketch of HTML that somebody else made: its words, links, pictures and buttons in their order. How it looked is not
//! kept; what every mail of ours has anyway (logo, footer) falls out.

mod footers;
mod reading;
mod runs;

use postrider_domain::designs::design::Category;

use crate::html::{self, Field, Import};
use crate::sketch::texts::{links, plain};
use crate::sketch::{BUTTONS_MAX, Item, Sketch};
use reading::{HEADING_MAX, Piece, read};

/// Characters that the line above a headline, a lead and a paragraph have at most.
const EYEBROW_MAX: usize = 40;
const LEAD_MAX: usize = 300;
const TEXT_MAX: usize = 3_000;
/// Of a sketch, and of a list in it.
const ITEMS_MAX: usize = 60;
const LIST_MAX: usize = 30;

pub struct Resketched {
    pub sketch: Sketch,
    /// The language that the HTML says it is in.
    pub lang: Option<String>,
    /// For its author: what is not in the sketch.
    pub left_out: Vec<String>,
}

/// `None`: there is nothing to read in it.
pub fn resketch(html: &str) -> Option<Resketched> {
    let import = html::import(html, None).ok()?;
    let reading = read(html, &buttons(&import));
    let title = import.title.filter(|title| !title.trim().is_empty());
    let Parts {
        eyebrow,
        headline,
        lead,
        rest,
    } = Parts::of(reading.pieces);
    let mut items = items(rest);
    let headline = headline
        .or_else(|| title.clone())
        .or_else(|| beginning(&items))?;
    let mut left_out = Vec::new();
    if reading.has_footer {
        let note = "Lines about unsubscribing and the like are left out: the footer says it.";
        left_out.push(note.to_owned());
    }
    if items.len() > ITEMS_MAX {
        let count = items.len();
        left_out.push(format!("Of {count} parts the first {ITEMS_MAX} are there."));
        items.truncate(ITEMS_MAX);
    }
    let preview_text = import
        .preview_text
        .or_else(|| lead.as_deref().map(plain))
        .unwrap_or_default();
    let sketch = Sketch {
        category: Category::Other,
        title: title.unwrap_or_else(|| headline.clone()),
        subject: headline.clone(),
        preview_text,
        eyebrow,
        headline,
        lead,
        items,
        sign_off: None,
    };
    Some(Resketched {
        sketch,
        lang: reading.lang,
        left_out,
    })
}

/// What an HTML says, without its footer.
pub fn words(html: &str) -> String {
    let Some(Resketched { sketch, .. }) = resketch(html) else {
        return String::new();
    };
    let said = sketch.items.into_iter().filter_map(|item| match item {
        Item::Heading { text } | Item::Text { text } => Some(plain(&text)),
        Item::List { items, .. } => Some(
            items
                .iter()
                .map(|item| plain(item))
                .collect::<Vec<_>>()
                .join("\n"),
        ),
        _ => None,
    });
    let lead = sketch.lead.as_deref().map(plain);
    let lines: Vec<String> = std::iter::once(sketch.headline)
        .chain(lead)
        .chain(said)
        .collect();
    lines.join("\n")
}

/// What looks like a button, by its words and where it leads.
fn buttons(import: &Import) -> Vec<(String, String)> {
    let fields = import.document.fields.iter();
    let button = |field: &Field| match field {
        Field::Button { label, href, .. } => Some((label.clone(), href.clone())),
        _ => None,
    };
    fields.filter_map(button).collect()
}

/// What stands at the top of a mail, and all else in its order.
struct Parts {
    eyebrow: Option<String>,
    headline: Option<String>,
    lead: Option<String>,
    rest: Vec<Piece>,
}

impl Parts {
    fn of(mut above: Vec<Piece>) -> Self {
        let Some(at) = headline_at(&above) else {
            return Self {
                eyebrow: None,
                headline: None,
                lead: None,
                rest: above,
            };
        };
        let mut below = above.split_off(at + 1);
        let headline = above.pop();
        let texts = above.iter().filter(|piece| matches!(piece, Piece::Text(_)));
        let eyebrow = match above.iter().position(|piece| is_short(piece, EYEBROW_MAX)) {
            Some(at) if texts.count() == 1 => Some(above.remove(at)),
            _ => None,
        };
        // Without anything below it, it is the mail.
        let is_lead = below.len() > 1 && is_short(&below[0], LEAD_MAX);
        let lead = is_lead.then(|| below.remove(0));
        above.append(&mut below);
        let text = |piece: Option<Piece>| piece.and_then(Piece::text);
        Self {
            eyebrow: text(eyebrow).map(|text| plain(&text)),
            headline: text(headline).map(|text| plain(&text)),
            lead: text(lead),
            rest: above,
        }
    }
}

/// The first heading, else a short text at the beginning.
fn headline_at(pieces: &[Piece]) -> Option<usize> {
    let is_heading = |piece: &Piece| matches!(piece, Piece::Heading(_));
    let heading = pieces.iter().position(is_heading);
    let first = || {
        pieces
            .iter()
            .take(3)
            .position(|piece| is_short(piece, HEADING_MAX))
    };
    heading.or_else(first)
}

/// A text without links of at most so many characters.
fn is_short(piece: &Piece, most: usize) -> bool {
    matches!(piece, Piece::Text(text) if links(text).is_empty() && plain(text).chars().count() <= most)
}

fn items(pieces: Vec<Piece>) -> Vec<Item> {
    let mut items: Vec<Item> = Vec::new();
    let mut open_list = None;
    let mut buttons: Vec<String> = Vec::new();
    for piece in pieces {
        let list = match &piece {
            Piece::Line { list, .. } => Some(*list),
            _ => None,
        };
        let is_open = list.is_some() && list == open_list;
        open_list = list;
        match (piece, items.last_mut()) {
            (Piece::Line { text, .. }, Some(Item::List { items, .. }))
                if is_open && items.len() < LIST_MAX =>
            {
                items.push(text);
            }
            (Piece::Line { numbered, text, .. }, _) => items.push(Item::List {
                numbered,
                items: vec![text],
            }),
            (Piece::Divider, None | Some(Item::Divider)) => {}
            (Piece::Divider, _) => items.push(Item::Divider),
            (Piece::Heading(text), _) => items.push(Item::Heading { text: plain(&text) }),
            (Piece::Text(text), _) => {
                items.extend(paragraphs(&text).map(|text| Item::Text { text }));
            }
            (Piece::Image { image, alt, url }, _) => items.push(Item::Image { image, alt, url }),
            (Piece::Button { label, url }, _) => {
                // A mail asks for one thing; what else it offers is a link.
                let fits = buttons.len() < BUTTONS_MAX
                    && buttons.first().is_none_or(|first| *first == url);
                items.push(if fits {
                    buttons.push(url.clone());
                    Item::Button { label, url }
                } else {
                    let text = format!("[{label}]({url})");
                    Item::Text { text }
                });
            }
        }
    }
    if matches!(items.last(), Some(Item::Divider)) {
        items.pop();
    }
    items
}

/// The first words of a mail that has nothing shorter.
fn beginning(items: &[Item]) -> Option<String> {
    const WORDS: usize = 8;
    let first = items.iter().find_map(|item| match item {
        Item::Text { text } => Some(plain(text)),
        Item::List { items, .. } => items.first().map(|item| plain(item)),
        _ => None,
    })?;
    let words: Vec<&str> = first.split_whitespace().take(WORDS).collect();
    let start: String = words.join(" ").chars().take(HEADING_MAX).collect();
    Some(format!("{start}…"))
}

/// A text in parts that are not too long, cut between words.
fn paragraphs(text: &str) -> impl Iterator<Item = String> {
    let mut parts = vec![String::new()];
    for word in text.split_inclusive(char::is_whitespace) {
        if let Some(last) = parts.last_mut() {
            if last.is_empty() || last.len() + word.len() <= TEXT_MAX {
                last.push_str(word);
            } else {
                parts.push(word.to_owned());
            }
        }
    }
    parts.into_iter().map(|part| part.trim().to_owned())
}
