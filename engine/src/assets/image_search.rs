//! Which images of a brand fit a question.

use std::cmp::Reverse;
use std::collections::HashSet;

use postrider_content::search::{Entry, Index};
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_store::assets::{self, AssetRecord, AssetWords};
use postrider_store::db::{Db, DbError};
use url::Url;

use super::Library;
use crate::aside::aside;

/// Images looked at between two reads.
const PIECE: i64 = 1_000;
/// Older images than 100,000 others are not found.
const PIECES: usize = 100;
/// Characters of a path that an image can be found by.
const PATH_CHARACTERS: usize = 200;
/// Characters that an image can be found by beside its description.
const ALL_CHARACTERS: usize = 1_000;

/// Which images are asked for.
#[derive(Clone, Debug)]
pub struct ImageSearch {
    pub words: String,
    pub kind: Option<AssetKind>,
    pub limit: usize,
}

impl Library {
    /// Those that fit best, the best first; among equals the newest. Piece by piece against the best so far, each read by itself,
    /// so that a large library takes neither more memory nor a longer transaction than a small one.
    pub async fn find(
        &self,
        db: &Db,
        brand: BrandKey,
        question: &ImageSearch,
    ) -> Result<Vec<AssetRecord>, DbError> {
        let asker = Asker::Organization(brand.org);
        let place = self.searching.take(asker).await;
        let _place = place.map_err(|_| DbError::QueueFull)?;
        let mut best: Vec<AssetWords> = Vec::new();
        let mut after = None;
        for _ in 0..PIECES {
            let piece =
                db.read(move |tx| async move { assets::words(&tx, brand, after, PIECE).await });
            let piece = piece.await?;
            let is_last = (piece.len() as i64) < PIECE;
            after = piece.last().map(|image| image.id);
            let of_kind = |image: &AssetWords| question.kind.is_none_or(|kind| image.kind == kind);
            best.extend(piece.into_iter().filter(of_kind));
            let (words, limit, looked_at) = (question.words.clone(), question.limit, best);
            let ranked = aside(move || rank(&words, looked_at, limit)).await;
            best = ranked.map_err(|error| DbError::Other(error.to_string()))?;
            if is_last {
                break;
            }
        }
        db.read(move |tx| async move {
            let mut found = Vec::with_capacity(best.len());
            for image in best {
                found.extend(assets::by_number(&tx, brand, image.id).await?);
            }
            Ok(found)
        })
        .await
    }
}

impl Library {
    /// Of those that fit the ones of which it is known what they show; no logos, which are on every mail anyway.
    pub async fn find_described(
        &self,
        brand: BrandKey,
        words: &str,
        limit: usize,
    ) -> Result<Vec<AssetRecord>, DbError> {
        let question = ImageSearch {
            words: words.to_owned(),
            kind: None,
            // Some of what fits falls out.
            limit: limit * 2,
        };
        let mut found = self.find(&self.db, brand, &question).await?;
        found.retain(|image| image.description.is_some() && image.kind != AssetKind::Logo);
        found.truncate(limit);
        Ok(found)
    }
}

/// Those that fit, the best first.
fn rank(question: &str, mut images: Vec<AssetWords>, limit: usize) -> Vec<AssetWords> {
    images.sort_by_key(|image| Reverse(image.id));
    let entries: Vec<Entry> = images.iter().map(entry).collect();
    let hits = Index::new(&entries).search(question).into_iter();
    let fitting = hits.filter_map(|hit| images.get(hit.place));
    fitting.take(limit).cloned().collect()
}

/// What its author says of an image counts most.
fn entry(image: &AssetWords) -> Entry {
    Entry {
        title: image.description.clone().unwrap_or_default(),
        tags: vec![image.kind.as_str().to_owned()],
        description: image.words.clone(),
        asks: Vec::new(),
    }
}

/// What an image at this address can be found by: the words of its path, if the address is no image itself.
pub(crate) fn words_of(url: &Url) -> String {
    if url.scheme() == "data" {
        return String::new();
    }
    let path = percent_encoding::percent_decode_str(url.path()).decode_utf8_lossy();
    words_of_name(&path)
}

/// All that an image can be found by, each word once: what is made of something that was made has the words of both.
pub(crate) fn all_words(parts: &[&str]) -> String {
    let mut known = HashSet::new();
    let words = parts.iter().flat_map(|part| part.split_whitespace());
    let words: Vec<&str> = words.filter(|word| known.insert(*word)).collect();
    words.join(" ").chars().take(ALL_CHARACTERS).collect()
}

/// What an image can be found by that has this name.
pub(crate) fn words_of_name(name: &str) -> String {
    let words = name.split(|character: char| !character.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let words = words.join(" ").to_lowercase();
    words.chars().take(PATH_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn image(id: i64, description: &str, words: &str) -> AssetWords {
        AssetWords {
            id,
            kind: AssetKind::Upload,
            description: (!description.is_empty()).then(|| description.to_owned()),
            words: words.to_owned(),
        }
    }

    fn found(question: &str, images: &[AssetWords], limit: usize) -> Vec<i64> {
        let ranked = rank(question, images.to_vec(), limit);
        ranked.iter().map(|image| image.id).collect()
    }

    #[test]
    fn what_the_author_says_counts_most_and_what_does_not_fit_is_not_there() {
        let images = [
            image(1, "A cat on a sofa", "landscape photo"),
            image(2, "", "media cat png"),
            image(3, "A dog", "portrait photo"),
            image(4, "", "media table png"),
        ];
        assert_eq!(found("cats", &images, 9), [1, 2]);
        assert_eq!(found("cats", &images, 1), [1]);
        assert_eq!(found("a photo of the dog", &images, 9)[0], 3);
        assert!(found("elephant", &images, 9).is_empty());
        assert_eq!(found("upload", &images, 9), [4, 3, 2, 1]);
        assert!(found("…", &images, 9).is_empty());
    }

    #[test]
    fn the_newest_come_first_among_equals_whatever_order_they_came_in() {
        let images: Vec<AssetWords> = [5, 9, 1].map(|id| image(id, "A cat", "")).to_vec();
        assert_eq!(found("cat", &images, 9), [9, 5, 1]);
    }

    #[test]
    fn a_word_that_is_known_is_not_told_again() {
        let words = all_words(&["Red shoes", "", "square photo red", "square photo"]);
        assert_eq!(words, "Red shoes square photo red");
    }

    #[test]
    fn an_address_tells_what_it_shows() {
        let url = |text: &str| words_of(&text.parse().unwrap());
        assert_eq!(
            url("https://shop.test/media/red%20Shoes-2.PNG?x=1"),
            "media red shoes 2 png"
        );
        assert_eq!(url("data:image/png;base64,AAAA"), "");
        assert_eq!(
            url(&format!("https://a.test/{}", "b".repeat(900))).len(),
            200
        );
    }
}
