//! Takes out of a sketch what offends.

use serde_json::Value;

use super::known::Known;
use super::problems;
use crate::sketch::{Item, Sketch, texts};

/// Taking one thing out may bring up another; a sketch that is not good after so many rounds is none.
const ROUNDS: usize = 6;
/// Keys that may be `null`.
const OPTIONAL: [&str; 8] = [
    "eyebrow", "lead", "signOff", "by", "price", "before", "image", "url",
];

/// The sketch without what offends; nothing if too little of a mail remains.
pub fn mended(mut sketch: Sketch, known: &Known) -> Option<Sketch> {
    for _ in 0..ROUNDS {
        let problems = problems(&sketch, known);
        if problems.is_empty() {
            return is_a_mail(&sketch, known).then_some(sketch);
        }
        let paths = problems
            .iter()
            .map(|problem| steps(problem.param.as_deref()?));
        let mut offending: Vec<Vec<Step>> = paths
            .map(|path| path.map(offending))
            .collect::<Option<_>>()?;
        // From the end, so that what comes before keeps its place.
        offending.sort();
        offending.dedup();
        let mut json = serde_json::to_value(&sketch).ok()?;
        for path in offending.iter().rev() {
            take_out(&mut json, path)?;
        }
        sketch = serde_json::from_value(json).ok()?;
    }
    None
}

fn is_a_mail(sketch: &Sketch, known: &Known) -> bool {
    let is_text = |item: &Item| {
        matches!(
            item,
            Item::Text { .. } | Item::List { .. } | Item::Facts { .. }
        )
    };
    let has_text = sketch.lead.is_some() || sketch.items.iter().any(is_text);
    let has_button = sketch
        .items
        .iter()
        .any(|item| matches!(item, Item::Button { .. }));
    has_text && (has_button || !known.has_link())
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    Key(String),
    Index(usize),
}

/// `items[3].rows[0].value`, step by step.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    for part in path.split('.') {
        let (key, indices) = part
            .split_once('[')
            .map_or((part, ""), |(key, rest)| (key, rest));
        steps.push(Step::Key(key.to_owned()));
        for index in indices.split('[').filter(|index| !index.is_empty()) {
            steps.push(Step::Index(index.strip_suffix(']')?.parse().ok()?));
        }
    }
    Some(steps)
}

/// What goes with an offending place: itself if it may be absent or stands in the head of the mail, else the entry that it
/// stands in. An image is nothing without its address; a product may be.
fn offending(mut path: Vec<Step>) -> Vec<Step> {
    let is_optional = match path.last() {
        Some(Step::Key(key)) if path.len() > 3 => OPTIONAL.contains(&key.as_str()),
        Some(Step::Key(key)) => key == "by",
        _ => false,
    };
    if !is_optional
        && let Some(entry) = path.iter().rposition(|step| matches!(step, Step::Index(_)))
    {
        path.truncate(entry + 1);
    }
    path
}

/// Nothing if a mail cannot be without it. What is said elsewhere takes the place of a title.
fn take_out(json: &mut Value, path: &[Step]) -> Option<()> {
    let (last, outer) = path.split_last()?;
    match last {
        Step::Index(index) => {
            at(json, outer)?.as_array_mut()?.remove(*index);
        }
        Step::Key(key) if OPTIONAL.contains(&key.as_str()) => at(json, outer)?[key] = Value::Null,
        Step::Key(key) => match key.as_str() {
            "title" | "subject" => replace(json, key, "headline")?,
            "previewText" => {
                replace(json, key, "lead").or_else(|| replace(json, key, "headline"))?;
            }
            _ => return None,
        },
    }
    Some(())
}

fn replace(json: &mut Value, key: &str, other: &str) -> Option<()> {
    let value = texts::plain(json[other].as_str()?);
    json[key] = value.into();
    Some(())
}

fn at<'j>(json: &'j mut Value, path: &[Step]) -> Option<&'j mut Value> {
    path.iter().try_fold(json, |json, step| match step {
        Step::Key(key) => json.get_mut(key),
        Step::Index(index) => json.get_mut(*index),
    })
}
