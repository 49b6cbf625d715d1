//! Documents of what a model wrote, and what the author is told about them.

use postrider_content::brief::{Brief, PageFacts};
use postrider_content::compose::{Look, compose, layout_for};
use postrider_content::designer::language;
use postrider_content::document::Document;
use postrider_content::edit::{self, FIELDS_ALONE, Head, Operation, outline};
use postrider_content::models::not_shown;
use postrider_content::page_facts;
use postrider_content::sketch::{Item, Sketch, texts};

use super::maker::{Change, MakerError, MakerResult, Proposal};
use crate::models::LeftOut;

/// What a model made, and what is owed for it.
pub struct Paid<T> {
    pub made: T,
    /// Why not all of it is there.
    pub left_out: LeftOut,
    /// The server did not count.
    pub is_estimated: bool,
    pub credits: i64,
}

const UNREAD: &str = "Some of what the model wrote is missing: its answer ended too early, or could not be read in full.";
const LEFT_OUT: &str = "Some of what the model wrote is left out: figures, dates, codes, links or pictures that you did not give.";
const RECKONED: &str = "The model's server does not count: what this cost was reckoned from the length of what was said.";
const NO_BUTTON: &str = "No link was given and the brand has no website, so there is no button. Name a link in a prompt to add one.";
const TIDIED: &str = "The model put the mail in order, in the look of the brand, with its words, links and pictures. The version before this one has it as it came.";

/// Characters that are quoted of what changed.
const EXCERPT: usize = 60;

impl<T> Paid<T> {
    fn message(&self, said: String) -> String {
        let unread = self.left_out.is_unread.then(|| UNREAD.to_owned());
        let left_out = self.left_out.is_offending.then(|| LEFT_OUT.to_owned());
        let is_reckoned = self.is_estimated && self.credits > 0;
        let reckoned = is_reckoned.then(|| RECKONED.to_owned());
        let all: Vec<String> = [Some(said), unread, left_out, reckoned]
            .into_iter()
            .flatten()
            .collect();
        all.join("\n\n")
    }
}

pub fn design(mut paid: Paid<Sketch>, brief: &Brief, look: Look) -> Proposal {
    add_cards(&mut paid.made, &brief.pages);
    let sketch = &paid.made;
    let is_button = |item: &Item| matches!(item, Item::Button { .. });
    let mut said = format!("The model wrote it. The subject is “{}”.", sketch.subject);
    if !sketch.items.iter().any(is_button) && brief.brand.site.is_none() {
        said = format!("{said}\n\n{NO_BUTTON}");
    }
    let look = Look {
        lang: Some(language::language(&words(sketch)).code.to_owned()),
        ..look
    };
    let layout = layout_for(sketch, &brief.seed());
    Proposal {
        document: compose(sketch, &look, layout).into(),
        title: Some(sketch.title.clone()),
        subject: Some(sketch.subject.clone()),
        preview_text: Some(sketch.preview_text.clone()),
        category: Some(sketch.category),
        borrowed: brief.borrowed(),
        message: paid.message(said),
        credits: paid.credits,
    }
}

/// A page that the author named is shown, whether the model speaks of it or not. What it says of itself stays away: the
/// model was free to tell it, and was held to what is known.
fn add_cards(sketch: &mut Sketch, pages: &[PageFacts]) {
    let said = serde_json::to_string(sketch).unwrap_or_default();
    let is_shown = |page: &&PageFacts| said.contains(page.url.as_str());
    let (_, missing): (Vec<_>, Vec<_>) = pages.iter().partition(is_shown);
    let missing: Vec<PageFacts> = missing.into_iter().cloned().collect();
    if let Some(Item::Products { mut products }) = page_facts::cards(&missing) {
        for product in &mut products {
            product.text.clear();
        }
        sketch.insert_before_button(Item::Products { products });
    }
}

/// Enough of a mail to know its language by.
fn words(sketch: &Sketch) -> String {
    let items = sketch.items.iter().filter_map(|item| match item {
        Item::Text { text } | Item::Heading { text } => Some(text.as_str()),
        _ => None,
    });
    let head = [Some(sketch.headline.as_str()), sketch.lead.as_deref()];
    let all = head.into_iter().flatten().chain(items).map(texts::plain);
    all.collect::<Vec<_>>().join("\n")
}

pub fn change(paid: &Paid<Vec<Operation>>, change: &Change) -> MakerResult {
    let Change { document, head, .. } = change;
    let operations = paid.made.iter().cloned();
    let (taken, beyond): (Vec<_>, Vec<_>) =
        operations.partition(|operation| operation.is_taken_by(document));
    if taken.is_empty() && !beyond.is_empty() {
        return Err(MakerError::Refused(not_done(&beyond)));
    }
    // It was applied before, to see whether it can be.
    let edited = edit::apply(document, head, &taken)
        .map_err(|_| MakerError::Failed("a change that was judged cannot be made".to_owned()))?;
    let mut said = done(&taken, document);
    if !beyond.is_empty() {
        said = format!("{said}\n\n{}", not_done(&beyond));
    }
    let message = paid.message(said);
    Ok(Proposal {
        credits: paid.credits,
        ..Proposal::of_change(edited.document, edited.head, message)
    })
}

/// What was changed, each once.
fn done(operations: &[Operation], before: &Document) -> String {
    let outline = outline(before);
    let name = |block: &str| {
        if before.is_of_blocks() {
            return block.to_owned();
        }
        // The ids of fields are numbers: their words are what an author knows them by.
        match outline.iter().find(|named| named.block == block) {
            Some(named) if !named.text.is_empty() => format!("“{}”", excerpt(&named.text)),
            Some(named) if named.kind == "image" => "an image".to_owned(),
            _ => "something".to_owned(),
        }
    };
    let places = operations.iter().map(|operation| match operation {
        Operation::SetText { block, .. }
        | Operation::SetLink { block, .. }
        | Operation::SetImage { block, .. }
        | Operation::SetStyle { block, .. } => format!("{} is different", name(block)),
        Operation::Remove { block } => format!("{} is gone", name(block)),
        Operation::Move { block, .. } => format!("{} stands elsewhere", name(block)),
        Operation::Insert { .. } => "there is something new".to_owned(),
        Operation::SetPage { .. } => "the page looks different".to_owned(),
        Operation::SetSubject { text } => format!("the subject is “{text}”"),
        Operation::SetPreviewText { text } => format!("the preview text is “{text}”"),
    });
    let changed = format!("The model changed it: {}.", each_once(places));
    match not_shown(&outline) {
        0 => changed,
        hidden => format!(
            "{changed}\n\nThe mail was too long to show the model all of it: the last {hidden} of its texts, links and images stayed as they are."
        ),
    }
}

/// The beginning of what is quoted.
fn excerpt(text: &str) -> String {
    match text.char_indices().nth(EXCERPT) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// What was asked for of an imported design that it does not take.
fn not_done(operations: &[Operation]) -> String {
    let wishes = operations.iter().map(|operation| match operation {
        Operation::SetStyle { .. } | Operation::SetPage { .. } => "another look",
        Operation::Insert { .. } => "something new",
        Operation::Remove { .. } => "something taken out",
        Operation::Move { .. } => "another order",
        Operation::SetText { .. }
        | Operation::SetLink { .. }
        | Operation::SetImage { .. }
        | Operation::SetSubject { .. }
        | Operation::SetPreviewText { .. } => "other words",
    });
    let wishes = each_once(wishes.map(str::to_owned));
    format!("This brought no change: {wishes}. {FIELDS_ALONE}")
}

fn each_once(texts: impl Iterator<Item = String>) -> String {
    let mut kept: Vec<String> = Vec::new();
    for text in texts {
        if !kept.contains(&text) {
            kept.push(text);
        }
    }
    kept.join(", ")
}

pub fn tidy(paid: &Paid<Sketch>, look: &Look) -> Proposal {
    let layout = layout_for(&paid.made, &look.name);
    let document = compose(&paid.made, look, layout);
    let message = paid.message(TIDIED.to_owned());
    Proposal {
        credits: paid.credits,
        ..Proposal::of_change(document.into(), Head::default(), message)
    }
}
