//! What images mean, by the weights of this server.

use std::collections::HashMap;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use postrider_content::search::Entry;
use postrider_meaning::WeightsError;
use postrider_store::asset_vectors::{self, AssetVector};
use postrider_store::assets::AssetWords;
use postrider_store::db::DbError;

use super::{BrandKey, Library, Meaning};
use crate::aside::aside;

/// Bytes of a hash that tell weights and words.
const MADE_OF: usize = 16;

/// What a search looks for by meaning.
pub(super) struct Understood {
    mark: u64,
    /// A vector for each text of the search; none of one that says nothing.
    pub texts: Vec<Option<Vec<f32>>>,
}

/// An image that is looked at, with the vector that the weights made of these words.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub words: AssetWords,
    pub vector: Option<Vec<u8>>,
}

impl Library {
    /// Nothing without weights, or where they are no good: then words alone count.
    pub(super) async fn understand(&self, texts: &[String]) -> Option<Understood> {
        let meaning = Arc::clone(&self.understanding.as_ref()?.meaning);
        if !meaning.is_worth_asking() {
            return None;
        }
        let texts = texts.to_vec();
        let understood = aside(move || understood(&meaning, &texts)).await;
        understood.ok()?.ok()
    }

    /// Images have no vector yet: the next search goes by what they mean, this one by their words.
    pub(super) async fn want_vectors(&self, brand: BrandKey) {
        let Some(understanding) = &self.understanding else {
            return;
        };
        let now = (understanding.clock)();
        let wanted = self
            .db
            .write(move |tx| async move { asset_vectors::want_missing(&tx, brand, now).await });
        let wanted: Result<(), DbError> = wanted.await;
        if let Err(error) = wanted {
            tracing::warn!(%error, "what images mean will be found out later");
        }
    }
}

fn understood(meaning: &Meaning, texts: &[String]) -> Result<Understood, WeightsError> {
    let said: Vec<&str> = texts.iter().map(|text| text.trim()).collect();
    let mut vectors = meaning.vectors(&said)?.into_iter();
    let texts = said.iter().map(|text| {
        let vector = vectors.next();
        vector.filter(|_| !text.is_empty())
    });
    Ok(Understood {
        texts: texts.collect(),
        mark: meaning.mark()?,
    })
}

impl Understood {
    /// Images with the vectors that they have; and whether one has none that was made of what it says now.
    pub fn candidates(
        &self,
        images: Vec<AssetWords>,
        vectors: Vec<AssetVector>,
    ) -> (Vec<Candidate>, bool) {
        let mut vectors: HashMap<i64, AssetVector> =
            vectors.into_iter().map(|one| (one.asset, one)).collect();
        let mut is_missing = false;
        let candidates = images.into_iter().map(|words| {
            let text = shows(&words);
            let kept = vectors.remove(&words.id);
            let kept = kept.filter(|kept| kept.made_of == made_of(self.mark, text));
            is_missing |= kept.is_none() && !text.is_empty();
            Candidate {
                words,
                vector: kept.map(|kept| kept.vector),
            }
        });
        (candidates.collect(), is_missing)
    }
}

/// What its author says of an image counts most.
pub(super) fn entry(image: &AssetWords) -> Entry {
    Entry {
        title: image.description.clone().unwrap_or_default(),
        tags: vec![image.kind.as_str().to_owned()],
        description: image.words.clone(),
        asks: Vec::new(),
    }
}

/// What its vector is made of: what somebody says that it shows, else what is known of it. Together they would hide each other:
/// of 37 questions 33 find what they want by what it shows, and 21 by both.
pub(super) fn shows(image: &AssetWords) -> &str {
    let description = image.description.as_deref().unwrap_or_default().trim();
    if description.is_empty() {
        image.words.trim()
    } else {
        description
    }
}

/// What tells a vector of this text by these weights from all others.
pub(super) fn made_of(mark: u64, text: &str) -> Vec<u8> {
    let told = [&mark.to_le_bytes()[..], text.as_bytes()].concat();
    let hash = digest(&SHA256, &told);
    hash.as_ref().iter().copied().take(MADE_OF).collect()
}
