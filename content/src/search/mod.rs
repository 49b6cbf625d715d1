//! Search by meaning, in memory: words are folded, stemmed and led back to what they have in common with others; fields count
//! by their weight (BM25), and so does the one phrase that is most like the query. That needs no model; where there are weights
//! of one, how near texts are to the query counts too.

mod index;
mod picture;
mod synonyms;
mod vectors;
mod words;

pub use index::{Hit, Index};
pub use picture::Spoken;
pub use vectors::{Near, Vectors};

/// What can be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    pub title: String,
    /// Words that it goes by, its category among them.
    pub tags: Vec<String>,
    pub description: String,
    /// Phrases that somebody would type who looks for it.
    pub asks: Vec<String>,
}
