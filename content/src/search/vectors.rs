//! What can be searched, by what it means.

use postrider_meaning::{Meaning, WeightsError, cosine};

use super::Entry;

/// How near an entry must be that has no word in common with the query: one of twenty that nobody wanted is nearer.
const ENOUGH: f32 = 0.35;
/// The same of one that has a single vector, which is all that counts then.
const ENOUGH_OF_ONE: f32 = 0.29;

/// Vectors of entries, in their order: several of each.
pub struct Vectors {
    each: Vec<Vec<Vec<f32>>>,
    enough: f32,
}

/// How near entries are to a query, in their order, 1 at most; and how near is enough for one that has no word of it.
pub struct Near {
    pub each: Vec<f32>,
    pub enough: f32,
}

impl Vectors {
    /// Takes a while: every text of every entry goes through the model.
    pub fn new(meaning: &Meaning, entries: &[Entry]) -> Result<Self, WeightsError> {
        let texts: Vec<Vec<String>> = entries.iter().map(texts).collect();
        let all: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        let mut vectors = meaning.vectors(&all)?.into_iter();
        let own = |texts: &Vec<String>| vectors.by_ref().take(texts.len()).collect();
        Ok(Self {
            each: texts.iter().map(own).collect(),
            enough: ENOUGH,
        })
    }

    /// Of entries whose vectors were made before, one of each; one that has none is far from everything.
    pub fn kept(vectors: impl IntoIterator<Item = Option<Vec<f32>>>) -> Self {
        let own = |vector: Option<Vec<f32>>| vector.into_iter().collect();
        Self {
            each: vectors.into_iter().map(own).collect(),
            enough: ENOUGH_OF_ONE,
        }
    }

    /// Half of it is what is nearest, half all that an entry has to say. That is better than either alone.
    pub fn near(&self, query: &[f32]) -> Near {
        let near = |vectors: &Vec<Vec<f32>>| {
            let each = vectors.iter().map(|vector| cosine(vector, query));
            let (best, sum) = each.fold((0.0_f32, 0.0), |(best, sum), near| {
                (best.max(near), sum + near)
            });
            f32::midpoint(best, sum / vectors.len().max(1) as f32)
        };
        Near {
            each: self.each.iter().map(near).collect(),
            enough: self.enough,
        }
    }
}

/// What an entry says at length.
fn whole(entry: &Entry) -> String {
    let said = [&*entry.title, &*entry.description].map(str::trim);
    let said = said.into_iter().filter(|text| !text.is_empty());
    said.collect::<Vec<&str>>().join(". ")
}

fn texts(entry: &Entry) -> Vec<String> {
    let mut texts = vec![whole(entry)];
    texts.extend(entry.asks.iter().cloned());
    texts
}
