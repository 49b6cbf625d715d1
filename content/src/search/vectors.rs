//! What can be searched, by what it means.

use postrider_meaning::{Meaning, WeightsError, cosine};

use super::Entry;

/// Vectors of entries, in their order: several of each.
pub struct Vectors(Vec<Vec<Vec<f32>>>);

impl Vectors {
    /// Takes a while: every text of every entry goes through the model.
    pub fn new(meaning: &Meaning, entries: &[Entry]) -> Result<Self, WeightsError> {
        let texts: Vec<Vec<String>> = entries.iter().map(texts).collect();
        let all: Vec<&str> = texts.iter().flatten().map(String::as_str).collect();
        let mut vectors = meaning.vectors(&all)?.into_iter();
        let own = |texts: &Vec<String>| vectors.by_ref().take(texts.len()).collect();
        Ok(Self(texts.iter().map(own).collect()))
    }

    /// Of entries whose vectors were made before, one of each; one that has none is far from everything.
    pub fn kept(vectors: impl IntoIterator<Item = Option<Vec<f32>>>) -> Self {
        let own = |vector: Option<Vec<f32>>| vector.into_iter().collect();
        Self(vectors.into_iter().map(own).collect())
    }

    /// How near each entry is to a query, 1 at most: half of it is what is nearest, half all that it has to say. That is better
    /// than either alone.
    pub fn near(&self, query: &[f32]) -> Vec<f32> {
        let near = |vectors: &Vec<Vec<f32>>| {
            let each = vectors.iter().map(|vector| cosine(vector, query));
            let (best, sum) = each.fold((0.0_f32, 0.0), |(best, sum), near| {
                (best.max(near), sum + near)
            });
            f32::midpoint(best, sum / vectors.len().max(1) as f32)
        };
        self.0.iter().map(near).collect()
    }
}

/// What an entry says at length.
pub fn whole(entry: &Entry) -> String {
    let said = [&*entry.title, &*entry.description].map(str::trim);
    let said = said.into_iter().filter(|text| !text.is_empty());
    said.collect::<Vec<&str>>().join(". ")
}

fn texts(entry: &Entry) -> Vec<String> {
    let mut texts = vec![whole(entry)];
    texts.extend(entry.asks.iter().cloned());
    texts
}
