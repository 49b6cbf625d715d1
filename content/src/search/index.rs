//! What can be searched, and how well each entry fits a query.

use std::collections::{HashMap, HashSet};

use super::words::{Word, words};
use super::{Entry, Near};

/// How soon more of the same word counts no more, and how much a long field counts less than a short one.
const K1: f32 = 1.2;
const B: f32 = 0.5;
/// Title; tags; description.
const WEIGHTS: [f32; 3] = [3.0, 2.0, 1.0];
/// What a word of the same group counts beside the very word.
const SYNONYM: f32 = 0.6;
/// What a word counts that is one letter away.
const MISSPELT: f32 = 0.8;
/// Letters of a word that may be misspelt: among short ones every other is a letter away.
const MISSPELT_MIN: usize = 5;
/// What the phrase that is most like the query counts beside all fields.
const ASK: f32 = 1.5;

/// What meaning counts beside words, of which the entry that fits best by them has 1. Of 80 queries that nothing was made to
/// fit, words alone bring something wanted to the first place for 74 %, and both together for 87 %.
const NEAR: f32 = 3.0;

/// Words of a query that are looked at, each once: it may be a whole text.
const WORDS_MAX: usize = 1_000;
/// Words of them that may be misspelt: each is held against all words there are.
const MISSPELT_WORDS_MAX: usize = 50;

/// A word, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Term {
    Stem(String),
    Group(u16),
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Where the entry stood when the index was made.
    pub place: usize,
    pub score: f32,
}

pub struct Index {
    /// The words of every phrase of every entry.
    asks: Vec<Vec<Vec<Word>>>,
    terms: HashMap<Term, Found>,
}

/// Where a term is.
#[derive(Default)]
struct Found {
    /// How much it says: the rarer, the more.
    rarity: f32,
    /// How often it is in the fields of each entry, by their weights; 0 where only phrases have it.
    places: HashMap<usize, f32>,
}

/// A word of a query, and what it counts.
struct Wanted {
    word: Word,
    share: f32,
}

impl Index {
    pub fn new(entries: &[Entry]) -> Self {
        let fields: Vec<[Vec<Word>; 3]> = entries.iter().map(fields).collect();
        let lengths: [f32; 3] = [0, 1, 2].map(|field| {
            let words: usize = fields.iter().map(|fields| fields[field].len()).sum();
            (words as f32 / fields.len().max(1) as f32).max(1.0)
        });
        let asks = entries.iter().map(|entry| {
            let asks = entry.asks.iter();
            asks.map(|ask| words(ask)).collect()
        });
        let asks: Vec<Vec<Vec<Word>>> = asks.collect();
        let mut index = Self {
            asks: Vec::new(),
            terms: HashMap::new(),
        };
        for (place, fields) in fields.iter().enumerate() {
            for ((words, weight), length) in fields.iter().zip(WEIGHTS).zip(lengths) {
                let share = weight / (1.0 - B + B * words.len() as f32 / length);
                index.add(place, words, share);
            }
        }
        for (place, asks) in asks.iter().enumerate() {
            for ask in asks {
                index.add(place, ask, 0.0);
            }
        }
        index.asks = asks;
        let all = entries.len();
        for found in index.terms.values_mut() {
            found.rarity = rarity(found.places.len(), all);
        }
        index
    }

    fn add(&mut self, place: usize, words: &[Word], share: f32) {
        for term in words.iter().flat_map(terms_of) {
            let found = self.terms.entry(term).or_default();
            *found.places.entry(place).or_default() += share;
        }
    }

    /// What fits, the best first; nothing that has no word in common with the query.
    pub fn search(&self, query: &str) -> Vec<Hit> {
        best_first(self.by_words(query).collect())
    }

    /// The same where it is known how near each entry is to what the query means ([`Vectors::near`](super::Vectors::near)):
    /// what is near enough fits without any word in common.
    pub fn search_near(&self, query: &str, near: &Near) -> Vec<Hit> {
        let by_words: HashMap<usize, f32> = self
            .by_words(query)
            .map(|hit| (hit.place, hit.score))
            .collect();
        let best = by_words.values().copied().fold(f32::MIN_POSITIVE, f32::max);
        let hits = near.each.iter().enumerate().filter_map(|(place, is_near)| {
            let words = by_words.get(&place);
            let fits = words.is_some() || *is_near >= near.enough;
            let words = words.copied().unwrap_or_default() / best;
            let score = words + NEAR * is_near;
            fits.then_some(Hit { place, score })
        });
        best_first(hits.collect())
    }

    fn by_words(&self, query: &str) -> impl Iterator<Item = Hit> {
        let mut known = HashSet::new();
        let mut distinct = words(query);
        distinct.retain(|word| known.insert(word.stem.clone()));
        let meant = |(place, word): (usize, Word)| {
            if place < MISSPELT_WORDS_MAX {
                self.known(word)
            } else {
                Wanted { word, share: 1.0 }
            }
        };
        let first = distinct.into_iter().take(WORDS_MAX);
        let wanted: Vec<Wanted> = first.enumerate().map(meant).collect();
        let whole: f32 = wanted.iter().map(|wanted| self.says(&wanted.word)).sum();
        let fields = self.fields(&wanted);
        fields.into_iter().map(move |(place, fields)| {
            let asks = self.asks.get(place).into_iter().flatten();
            let ask = asks
                .map(|ask| self.likeness(&wanted, whole, ask))
                .fold(0.0, f32::max);
            let score = fields / (whole * (K1 + 1.0)) + ASK * ask;
            Hit { place, score }
        })
    }

    /// The word, or the one that it was meant to be.
    fn known(&self, word: Word) -> Wanted {
        let is_known = word.group.is_some() || self.stem(&word.stem).is_some();
        if is_known || word.stem.len() < MISSPELT_MIN {
            return Wanted { word, share: 1.0 };
        }
        let near = self.terms.keys().filter_map(|term| match term {
            Term::Stem(stem) if stem.as_bytes().first() == word.stem.as_bytes().first() => {
                (strsim::osa_distance(stem, &word.stem) == 1).then_some(stem)
            }
            _ => None,
        });
        // Of several the first in the alphabet, so that it is always the same.
        match near.min() {
            Some(stem) => Wanted {
                word: words(stem).into_iter().next().unwrap_or(word),
                share: MISSPELT,
            },
            None => Wanted { word, share: 1.0 },
        }
    }

    /// How much a word of a query says. One that is nowhere says as much as one that is rare: whoever typed it meant it.
    fn says(&self, word: &Word) -> f32 {
        self.stem(&word.stem)
            .or_else(|| self.group(word.group))
            .map_or_else(|| rarity(1, self.asks.len()), |found| found.rarity)
    }

    fn stem(&self, stem: &str) -> Option<&Found> {
        self.terms.get(&Term::Stem(stem.to_owned()))
    }

    fn group(&self, group: Option<u16>) -> Option<&Found> {
        self.terms.get(&Term::Group(group?))
    }

    /// What the fields of each entry count that has any of the words, in its fields or in a phrase.
    fn fields(&self, wanted: &[Wanted]) -> HashMap<usize, f32> {
        let mut scores: HashMap<usize, f32> = HashMap::new();
        for Wanted { word, share } in wanted {
            let (own, group) = (self.stem(&word.stem), self.group(word.group));
            let counted = |found: Option<&Found>, place: usize| {
                let found = found?;
                let often = found.places.get(&place)?;
                Some(found.rarity * often * (K1 + 1.0) / (K1 + often))
            };
            let places = [own, group].into_iter().flatten();
            let places: HashSet<usize> = places
                .flat_map(|found| found.places.keys().copied())
                .collect();
            for place in places {
                let count = best(counted(own, place), counted(group, place));
                *scores.entry(place).or_default() += share * count;
            }
        }
        scores
    }

    /// Between 0 and 1: what of the query is in the phrase, and what of the phrase in the query.
    fn likeness(&self, wanted: &[Wanted], whole: f32, ask: &[Word]) -> f32 {
        let shared: f32 = wanted
            .iter()
            .map(|wanted| {
                let word = &wanted.word;
                let own = ask
                    .iter()
                    .any(|other| other.stem == word.stem)
                    .then(|| self.says(word));
                let is_group = |other: &Word| other.group.is_some() && other.group == word.group;
                let group = ask.iter().any(is_group).then(|| self.group(word.group));
                let group = group.flatten().map(|found| found.rarity);
                wanted.share * best(own, group)
            })
            .sum();
        let length: f32 = ask.iter().map(|word| self.says(word)).sum();
        if length <= 0.0 {
            return 0.0;
        }
        shared / (whole * length).sqrt()
    }
}

fn best_first(mut hits: Vec<Hit>) -> Vec<Hit> {
    hits.sort_by(|one, other| {
        let by_score = other.score.total_cmp(&one.score);
        by_score.then(one.place.cmp(&other.place))
    });
    hits
}

fn best(own: Option<f32>, group: Option<f32>) -> f32 {
    let group = group.map(|group| SYNONYM * group);
    own.unwrap_or_default().max(group.unwrap_or_default())
}

fn fields(entry: &Entry) -> [Vec<Word>; 3] {
    let tags = entry.tags.join(", ");
    [words(&entry.title), words(&tags), words(&entry.description)]
}

fn terms_of(word: &Word) -> impl Iterator<Item = Term> {
    let group = word.group.map(Term::Group);
    std::iter::once(Term::Stem(word.stem.clone())).chain(group)
}

/// Of a term that so many of all entries have.
fn rarity(count: usize, all: usize) -> f32 {
    let (count, all) = (count as f32, all as f32);
    (1.0 + (all - count + 0.5) / (count + 0.5)).ln()
}
