//! Which images of a brand fit a question.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::sync::Arc;

use postrider_content::search::{Entry, Hit, Index, Vectors};
use postrider_domain::designs::asset::AssetKind;
use postrider_domain::tenant::BrandKey;
use postrider_domain::turns::Asker;
use postrider_meaning::unpacked;
use postrider_store::asset_vectors::{self, AssetVector};
use postrider_store::assets::{self, AssetRecord, AssetWords};
use postrider_store::db::{Db, DbError, Tx};
use url::Url;

use super::Library;
use super::understanding::{Candidate, Understood, entry};
use crate::aside::{NotDone, aside};

/// Images looked at between two reads.
pub(super) const PIECE: i64 = 1_000;
/// Older images than 100,000 others are not found.
pub(super) const PIECES: usize = 100;
/// Characters of a path that an image can be found by.
const PATH_CHARACTERS: usize = 200;
/// Characters that an image can be found by beside its description.
const ALL_CHARACTERS: usize = 1_000;

/// Which images are asked for.
#[derive(Clone, Debug)]
pub struct ImageSearch {
    /// What they are to fit, one text or another, whose best images come in turn: the few words of a wish and the many of a mail
    /// do not drown each other.
    pub texts: Vec<String>,
    pub among: SearchedImages,
    pub rest: SearchRest,
    pub limit: usize,
}

/// The images of a library among which a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchedImages {
    All,
    OfKind(AssetKind),
    /// Those of which it is known what they show; no logos, which are on every mail anyway.
    Described,
}

/// What comes behind the images that fit, where they are fewer than are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchRest {
    Nothing,
    /// All others, the newest first.
    Newest,
}

impl SearchedImages {
    fn hold(self, image: &AssetWords) -> bool {
        match self {
            Self::All => true,
            Self::OfKind(kind) => image.kind == kind,
            Self::Described => {
                let description = image.description.as_deref().unwrap_or_default();
                image.kind != AssetKind::Logo && !description.trim().is_empty()
            }
        }
    }
}

impl Library {
    /// Those that fit best, the best first; among equals the newest. Piece by piece against the best so far, each read by itself,
    /// so that a large library takes neither more memory nor a longer transaction than a small one.
    pub async fn find(
        &self,
        db: &Db,
        brand: BrandKey,
        search: ImageSearch,
    ) -> Result<Vec<AssetRecord>, DbError> {
        let asker = Asker::Organization(brand.org);
        let place = self.searching.take(asker).await;
        let _place = place.map_err(|_| DbError::QueueFull)?;
        let understood = self.understand(&search.texts).await;
        let question = Arc::new(Question { search, understood });
        let mut best: Vec<Candidate> = Vec::new();
        let (mut after, mut is_missing) = (None, false);
        for _ in 0..PIECES {
            let reading = Arc::clone(&question);
            let piece = db.read(move |tx| async move { reading.piece(&tx, brand, after).await });
            let (images, vectors) = piece.await?;
            let is_last = (images.len() as i64) < PIECE;
            after = images.last().map(|image| image.id);
            let ranking = Arc::clone(&question);
            let ranked = aside(move || ranking.rank_with(best, images, vectors)).await;
            let ranked = ranked.map_err(|error: NotDone| DbError::Other(error.to_string()))?;
            best = ranked.0;
            is_missing |= ranked.1;
            if is_last {
                break;
            }
        }
        if is_missing {
            self.want_vectors(brand).await;
        }
        db.read(move |tx| async move {
            let mut found = Vec::with_capacity(best.len());
            for image in best {
                found.extend(assets::by_number(&tx, brand, image.words.id).await?);
            }
            Ok(found)
        })
        .await
    }

    /// For whoever makes a mail: of the images of which it is known what they show those that fit the texts, and then the newest.
    pub async fn find_described(
        &self,
        brand: BrandKey,
        texts: Vec<String>,
        limit: usize,
    ) -> Result<Vec<AssetRecord>, DbError> {
        let search = ImageSearch {
            texts,
            among: SearchedImages::Described,
            rest: SearchRest::Newest,
            limit,
        };
        self.find(&self.db, brand, search).await
    }
}

/// A search, and what it means where that is known.
struct Question {
    search: ImageSearch,
    understood: Option<Understood>,
}

impl Question {
    /// What some images are found by, the newest first, with the vectors that they have if those count.
    async fn piece(
        &self,
        tx: &Tx,
        brand: BrandKey,
        after: Option<i64>,
    ) -> Result<(Vec<AssetWords>, Vec<AssetVector>), DbError> {
        let images = assets::words(tx, brand, after, PIECE).await?;
        let mut vectors = Vec::new();
        if self.understood.is_some() {
            let numbers: Vec<i64> = images.iter().map(|image| image.id).collect();
            vectors = asset_vectors::of(tx, brand, &numbers).await?;
        }
        Ok((images, vectors))
    }

    /// The best of those so far and of some more; and whether a vector is missing that there should be.
    fn rank_with(
        &self,
        best: Vec<Candidate>,
        images: Vec<AssetWords>,
        vectors: Vec<AssetVector>,
    ) -> (Vec<Candidate>, bool) {
        let among = self.search.among;
        let images = images.into_iter().filter(|image| among.hold(image));
        let (more, is_missing) = if let Some(understood) = &self.understood {
            understood.candidates(images.collect(), vectors)
        } else {
            let by_words = |words| Candidate {
                words,
                vector: None,
            };
            (images.map(by_words).collect(), false)
        };
        let all = best.into_iter().chain(more).collect();
        (self.rank(all), is_missing)
    }

    /// Those that fit, the best first, and what is to come behind them.
    fn rank(&self, mut images: Vec<Candidate>) -> Vec<Candidate> {
        images.sort_by_key(|image| Reverse(image.words.id));
        let hits = self.hits(&images);
        let most = hits.iter().map(Vec::len).max().unwrap_or_default();
        let in_turn = (0..most).flat_map(|at| hits.iter().filter_map(move |hits| hits.get(at)));
        let rest = match self.search.rest {
            SearchRest::Nothing => 0..0,
            SearchRest::Newest => 0..images.len(),
        };
        let mut known = HashSet::new();
        let places = in_turn.map(|hit| hit.place).chain(rest);
        let places = places.filter(|place| known.insert(*place));
        let found = places.filter_map(|place| images.get(place));
        found.take(self.search.limit).cloned().collect()
    }

    /// What fits each text, the best first.
    fn hits(&self, images: &[Candidate]) -> Vec<Vec<Hit>> {
        let entries: Vec<Entry> = images.iter().map(|image| entry(&image.words)).collect();
        let index = Index::new(&entries);
        let texts = self.search.texts.iter();
        let Some(understood) = &self.understood else {
            return texts.map(|text| index.search(text)).collect();
        };
        let vectors = images.iter().map(|image| image.vector.as_deref());
        let vectors = Vectors::kept(vectors.map(|vector| vector.map(unpacked)));
        let by = |(text, query): (&String, &Option<Vec<f32>>)| match query {
            Some(query) => index.search_near(text, &vectors.near(query)),
            None => index.search(text),
        };
        texts.zip(&understood.texts).map(by).collect()
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

    fn ranked(search: &ImageSearch, images: &[AssetWords]) -> Vec<i64> {
        let question = Question {
            search: search.clone(),
            understood: None,
        };
        let (ranked, is_missing) = question.rank_with(Vec::new(), images.to_vec(), Vec::new());
        assert!(!is_missing);
        ranked.iter().map(|image| image.words.id).collect()
    }

    fn found(question: &str, images: &[AssetWords], limit: usize) -> Vec<i64> {
        let search = ImageSearch {
            texts: vec![question.to_owned()],
            among: SearchedImages::All,
            rest: SearchRest::Nothing,
            limit,
        };
        ranked(&search, images)
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
    fn what_fits_a_text_comes_first_and_the_newest_come_last() {
        let images = [
            image(1, "A lighthouse", ""),
            image(2, "A small harbour", ""),
            image(3, "Boats in the harbour", ""),
            image(4, "A dog", ""),
            image(5, "A cat", ""),
        ];
        let search = |texts: [&str; 2], limit: usize| ImageSearch {
            texts: texts.map(str::to_owned).into(),
            among: SearchedImages::Described,
            rest: SearchRest::Newest,
            limit,
        };
        let edit = ["Add the photo of the lighthouse", "Our harbours open again"];
        assert_eq!(ranked(&search(edit, 9), &images), [1, 3, 2, 5, 4]);
        assert_eq!(ranked(&search(edit, 2), &images), [1, 3]);
        assert_eq!(ranked(&search(["Mehr Bilder", ""], 3), &images), [5, 4, 3]);
        let mut long: Vec<String> = (0..120).map(|number| format!("word{number}")).collect();
        long.push("use the photo of the lighthouse".to_owned());
        let long = long.join(" ");
        assert_eq!(ranked(&search([long.as_str(), ""], 2), &images), [1, 5]);
        // All of them are images, and one shows what the mail is about.
        let photos = [
            image(1, "A small harbour", "photo"),
            image(2, "A dog", "photo"),
            image(3, "A cat", "photo"),
        ];
        let vague = ["Add an image", "Our harbours open again"];
        assert_eq!(ranked(&search(vague, 2), &photos), [3, 1]);
    }

    #[test]
    fn a_search_is_among_some() {
        let logo = AssetWords {
            kind: AssetKind::Logo,
            ..image(1, "Our mark", "")
        };
        let described = image(2, "A cat", "");
        let unknown = [image(3, "", "a cat"), image(4, " ", "a cat")];
        for (among, expect) in [
            (SearchedImages::All, vec![1, 2, 3, 4]),
            (SearchedImages::OfKind(AssetKind::Logo), vec![1]),
            (SearchedImages::Described, vec![2]),
        ] {
            let all = [&logo, &described, &unknown[0], &unknown[1]].into_iter();
            let held = all.filter(|image| among.hold(image));
            let held: Vec<i64> = held.map(|image| image.id).collect();
            assert_eq!(held, expect, "{among:?}");
        }
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
