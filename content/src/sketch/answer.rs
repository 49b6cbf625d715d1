//! Reads the sketch that a model answers. Models write numbers for texts, and keys that nobody asked for: what can be
//! understood is, and the rest is told with its path, so that the model can be asked again.

use postrider_domain::contract::problem::{Problem, excerpt};
use postrider_domain::designs::design::Category;
use serde_json::{Map, Value};

use super::check::{ITEMS, check, check_item};
use super::json::PROBLEMS_MAX;
use super::{Fact, Item, Product, Sketch, json};

/// What an answer holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Answer {
    /// All that could be read; nothing where there is no headline.
    pub sketch: Option<Sketch>,
    /// Why it is not good yet.
    pub problems: Vec<Problem>,
    /// Whether the sketch has all that was said: the answer did not end too early, and nothing in it could not be read.
    pub is_whole: bool,
    /// Where the items that were read stand in the answer.
    places: Vec<usize>,
}

impl Answer {
    /// A problem of the sketch as one of the answer, which may have items that could not be read.
    #[must_use]
    pub fn placed(&self, mut problem: Problem) -> Problem {
        problem.param = problem.param.map(|path| in_answer(&self.places, &path));
        problem
    }
}

pub fn read(answer: &str) -> Answer {
    let (object, problem) = json::object(answer);
    let is_cut = problem.is_some();
    let mut reader = Reader {
        problems: problem.into_iter().collect(),
        has_losses: is_cut,
        ..Reader::default()
    };
    let Some(object) = object else {
        return reader.ended(None);
    };
    let mut sketch = reader.sketch(json::unwrapped(&object));
    // An item that the end cut through is none.
    let is_half = |item: &Item| !check_item("", item).is_empty();
    if is_cut && sketch.items.last().is_some_and(is_half) {
        sketch.items.pop();
        reader.places.pop();
    }
    if sketch.headline.trim().is_empty() {
        reader.report("headline", "Must not be empty.");
        return reader.ended(None);
    }
    // What could not be read was told already.
    for mut problem in check(&sketch) {
        problem.param = problem.param.map(|path| in_answer(&reader.places, &path));
        if !reader.knows(problem.param.as_deref()) {
            reader.keep(problem);
        }
    }
    reader.ended(Some(sketch))
}

#[derive(Default)]
struct Reader {
    problems: Vec<Problem>,
    /// Something that was said is not in the sketch.
    has_losses: bool,
    /// Where the items that were read stand in the answer.
    places: Vec<usize>,
}

impl Reader {
    fn report(&mut self, path: &str, message: impl Into<String>) {
        self.keep(Problem::invalid(path, message));
    }

    /// The same of what was said and cannot be understood.
    fn lose(&mut self, path: &str, message: impl Into<String>) {
        self.has_losses = true;
        self.report(path, message);
    }

    fn keep(&mut self, problem: Problem) {
        if self.problems.len() < PROBLEMS_MAX {
            self.problems.push(problem);
        }
    }

    fn knows(&self, path: Option<&str>) -> bool {
        self.problems
            .iter()
            .any(|problem| problem.param.as_deref() == path)
    }

    fn ended(self, sketch: Option<Sketch>) -> Answer {
        Answer {
            sketch,
            problems: self.problems,
            is_whole: !self.has_losses,
            places: self.places,
        }
    }

    fn sketch(&mut self, object: &Map<String, Value>) -> Sketch {
        Sketch {
            category: self.category(object),
            title: self.text(object, "", "title"),
            subject: self.text(object, "", "subject"),
            preview_text: self.text(object, "", "previewText"),
            eyebrow: self.optional(object, "", "eyebrow"),
            headline: self.text(object, "", "headline"),
            lead: self.optional(object, "", "lead"),
            items: self.items(object),
            sign_off: self.optional(object, "", "signOff"),
        }
    }

    fn category(&mut self, object: &Map<String, Value>) -> Category {
        let word = self.text(object, "", "category");
        Category::parse(&word).unwrap_or_else(|| {
            let message = format!("`{}` is no category.", excerpt(&word, 40));
            self.report("category", message);
            Category::Other
        })
    }

    fn items(&mut self, object: &Map<String, Value>) -> Vec<Item> {
        let values = self.list(object, "", "items");
        let mut items = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let path = format!("items[{index}]");
            match value {
                Value::Object(item) => items.extend(self.item(item, &path)),
                // A bare text is a paragraph.
                Value::String(text) => items.push(Item::Text { text: text.clone() }),
                _ => self.lose(&path, "Must be an object with `kind`."),
            }
            self.places.resize(items.len(), index);
        }
        items
    }

    fn item(&mut self, item: &Map<String, Value>, path: &str) -> Option<Item> {
        let kind = self.text(item, path, "kind");
        Some(match kind.as_str() {
            "heading" => Item::Heading {
                text: self.text(item, path, "text"),
            },
            "text" => Item::Text {
                text: self.text(item, path, "text"),
            },
            "list" => Item::List {
                numbered: item.get("numbered") == Some(&Value::Bool(true)),
                items: self.texts(item, path, "items"),
            },
            "button" => Item::Button {
                label: self.text(item, path, "label"),
                url: self.text(item, path, "url"),
            },
            "image" => Item::Image {
                image: self.text(item, path, "image"),
                alt: self.text(item, path, "alt"),
                url: self.optional(item, path, "url"),
            },
            "coupon" => Item::Coupon {
                label: self.optional(item, path, "label").unwrap_or_default(),
                code: self.text(item, path, "code"),
            },
            "quote" => Item::Quote {
                text: self.text(item, path, "text"),
                by: self.optional(item, path, "by"),
            },
            "facts" => Item::Facts {
                rows: self.entries(item, path, "rows", |reader, row, path| Fact {
                    label: reader.text(row, path, "label"),
                    value: reader.text(row, path, "value"),
                }),
            },
            "products" => Item::Products {
                products: self.entries(item, path, "products", Self::product),
            },
            "divider" => Item::Divider,
            other => {
                let message = format!("`{}` is no kind of item.", excerpt(other, 40));
                self.lose(&format!("{path}.kind"), message);
                return None;
            }
        })
    }

    fn product(&mut self, product: &Map<String, Value>, path: &str) -> Product {
        Product {
            title: self.text(product, path, "title"),
            text: self.optional(product, path, "text").unwrap_or_default(),
            price: self.optional(product, path, "price"),
            before: self.optional(product, path, "before"),
            image: self.optional(product, path, "image"),
            url: self.optional(product, path, "url"),
        }
    }

    fn text(&mut self, object: &Map<String, Value>, path: &str, key: &str) -> String {
        self.optional(object, path, key).unwrap_or_else(|| {
            let path = within(path, key);
            if !self.knows(Some(&path)) {
                self.report(&path, "Must be a text that is not empty.");
            }
            String::new()
        })
    }

    /// An empty text is none; a number is its digits.
    fn optional(&mut self, object: &Map<String, Value>, path: &str, key: &str) -> Option<String> {
        match object.get(key) {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) => {
                Some(text.trim().to_owned()).filter(|text| !text.is_empty())
            }
            Some(Value::Number(number)) => Some(number.to_string()),
            Some(_) => {
                self.lose(&within(path, key), "Must be a text.");
                None
            }
        }
    }

    fn texts(&mut self, object: &Map<String, Value>, path: &str, key: &str) -> Vec<String> {
        let mut texts = Vec::new();
        for (index, value) in self.list(object, path, key).iter().enumerate() {
            match value {
                Value::String(text) => texts.push(text.trim().to_owned()),
                Value::Number(number) => texts.push(number.to_string()),
                _ => self.lose(
                    &format!("{}[{index}]", within(path, key)),
                    "Must be a text.",
                ),
            }
        }
        texts
    }

    fn entries<T>(
        &mut self,
        object: &Map<String, Value>,
        path: &str,
        key: &str,
        read: fn(&mut Self, &Map<String, Value>, &str) -> T,
    ) -> Vec<T> {
        let mut entries = Vec::new();
        for (index, value) in self.list(object, path, key).iter().enumerate() {
            let path = format!("{}[{index}]", within(path, key));
            match value {
                Value::Object(entry) => entries.push(read(self, entry, &path)),
                _ => self.lose(&path, "Must be an object."),
            }
        }
        entries
    }

    fn list<'v>(&mut self, object: &'v Map<String, Value>, path: &str, key: &str) -> &'v [Value] {
        let (path, message) = (within(path, key), "Must be a list.");
        match object.get(key) {
            // One more than any list may have, so that it is told that there are too many.
            Some(Value::Array(values)) => return &values[..values.len().min(ITEMS + 1)],
            None | Some(Value::Null) => self.report(&path, message),
            Some(_) => self.lose(&path, message),
        }
        &[]
    }
}

/// A path of the sketch as a path of the answer.
fn in_answer(places: &[usize], path: &str) -> String {
    let item = path
        .strip_prefix("items[")
        .and_then(|rest| rest.split_once(']'));
    let place = item.and_then(|(index, _)| places.get(index.parse::<usize>().ok()?));
    match (item, place) {
        (Some((_, rest)), Some(place)) => format!("items[{place}]{rest}"),
        _ => path.to_owned(),
    }
}

fn within(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}.{key}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_without_end_is_read_to_its_bound() {
        let of = |item: &str| {
            let items = vec![item; 20_000].join(",");
            let headline = r#""headline":"Spring","items":"#;
            read(&format!("{{{headline}[{items}]}}"))
        };
        for item in [r#"{"kind":"text"}"#, "{}", "1"] {
            let answer = of(item);
            let told = answer.problems.len();
            assert!((ITEMS..=PROBLEMS_MAX).contains(&told), "{item}: {told}");
            let read = answer.sketch.unwrap().items.len();
            assert!(read <= ITEMS + 1, "{item}: {read}");
        }
        let answer = of(r#"{"kind":"text","text":"Sow now"}"#);
        let is_told = |problem: &Problem| problem.param.as_deref() == Some("items");
        assert!(answer.problems.iter().any(is_told), "{:?}", answer.problems);
    }
}
