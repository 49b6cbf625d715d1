//! A prompt that changes a mail, cut into commands: a verb, what it is about, and what is new.

use super::super::reading::sentences;
use super::super::reading::tokens::{Kind, Token, tokens, unquoted};
use super::words::{self, POLITE, Side, TO, Target, Verb, WITH, is_in};

/// One command, as far as words alone tell.
#[derive(Clone, Debug)]
pub struct Command<'t> {
    pub text: &'t str,
    pub verb: Verb,
    /// What is named, in order.
    pub targets: Vec<Target>,
    pub tokens: Vec<Token<'t>>,
    /// Texts in quotes.
    pub quoted: Vec<&'t str>,
    /// What stands behind the first `to`, without quotes.
    pub new: Option<&'t str>,
    /// The token that new words begin with; behind the last one if there are none.
    new_from: usize,
    pub link: Option<&'t str>,
    /// Which of several.
    pub nth: Option<usize>,
    pub place: Option<(Side, Option<Target>)>,
}

/// The commands of a prompt, and what is none.
pub fn commands(prompt: &str) -> (Vec<Command<'_>>, Vec<&str>) {
    let (mut found, mut unknown): (Vec<Command>, Vec<&str>) = (Vec::new(), Vec::new());
    for sentence in sentences(prompt) {
        for clause in clauses(sentence) {
            match command(clause, found.last()) {
                Some(command) => found.push(command),
                None => unknown.push(clause),
            }
        }
    }
    (found, unknown)
}

/// How sizes are counted, what says that one is meant, and what may stand behind one.
const UNITS: &str = "px pt pixel pixels point points punkt píxeles";
const SIZES: &str = "size font-size fontsize größe schriftgröße schriftgrad taille tamaño bigger larger smaller größer kleiner grand grande petit petite pequeño pequeña";
const WIDTHS: &str = "wide width breite largeur ancho anchura";
const EXTENTS: &str =
    "wide width breit breite large largeur ancho anchura tall high size groß hoch";
const ARTICLES: &str = "the a an our this that der die das den le la les l' el los las";
const JOINTS: &str = "and then und dann et puis y luego , ; also";
/// What stands between `to` and how large something is to be, beside the names of parts and sizes.
const BESIDE_SIZES: &str = "of by from be about a little much lot some von um etwas viel de du un une peu beaucoup más mucho";

/// A sentence, cut before each verb that a joint leads to.
fn clauses(sentence: &str) -> Vec<&str> {
    let tokens = tokens(sentence);
    let mut starts = vec![0];
    for (place, token) in tokens.iter().enumerate().skip(1) {
        let joined = is_in(token, JOINTS);
        let next = tokens[place + 1..].iter().find(|next| !is_in(next, POLITE));
        let verb = next.is_some_and(|next| words::verb(next).is_some());
        if joined && (verb || names_another(&tokens[place + 1..])) {
            starts.push(token.start);
        }
    }
    starts.push(sentence.len());
    starts
        .windows(2)
        .map(|pair| sentence[pair[0]..pair[1]].trim())
        .filter(|clause| clause.chars().any(char::is_alphanumeric))
        .collect()
}

/// `… and the headline blue`: the verb holds for this one too.
fn names_another(tokens: &[Token]) -> bool {
    let article = tokens.first().is_some_and(|first| is_in(first, ARTICLES));
    let named = tokens.get(1).and_then(words::target);
    article && named.is_some_and(|target| target != Target::Whole)
}

fn command<'t>(text: &'t str, before: Option<&Command<'t>>) -> Option<Command<'t>> {
    let all = tokens(text);
    let at = all
        .iter()
        .position(|token| token.kind == Kind::Word && !is_in(token, POLITE))?;
    let first = &all[at];
    // `A red button, please` has no verb; `Shorter` says what to do all the same.
    let again = before
        .filter(|_| is_in(first, ARTICLES))
        .map(|before| before.verb);
    let verb = words::verb(first)
        .or_else(|| all.iter().find_map(words::degree))
        .or(again)?;
    let tokens: Vec<Token> = all[at..].to_vec();
    let place = place(&tokens);
    let named_to = place.as_ref().map_or(tokens.len(), |(at, _)| *at);
    let mut targets: Vec<Target> = tokens[..named_to]
        .iter()
        .skip(1)
        .filter_map(words::target)
        .collect();
    // `… and link it to`: what was spoken of before.
    let again = targets.iter().all(|target| *target == Target::Whole)
        && tokens
            .iter()
            .any(|token| is_in(token, "it ihn sie le la lo"));
    if let (true, Some(before)) = (again, before) {
        targets.splice(0..0, before.targets.iter().copied());
    }
    let new = behind(text, &tokens, TO).or_else(|| behind(text, &tokens, WITH));
    Some(Command {
        text,
        verb,
        quoted: quotes(&tokens),
        new: new.map(|(_, words)| words),
        new_from: words_from(&tokens, new),
        link: tokens
            .iter()
            .find(|token| token.kind == Kind::Link)
            .map(|token| token.text),
        nth: tokens.iter().find_map(words::ordinal),
        place: place.map(|(_, place)| place),
        targets,
        tokens,
    })
}

fn quotes<'t>(tokens: &[Token<'t>]) -> Vec<&'t str> {
    tokens
        .iter()
        .filter(|token| token.kind == Kind::Quoted)
        .map(|token| unquoted(token.text))
        .collect()
}

/// What stands behind the first of the words, up to the end, and the token that it begins with.
fn behind<'t>(text: &'t str, tokens: &[Token<'t>], words: &str) -> Option<(usize, &'t str)> {
    let at = tokens
        .iter()
        .skip(1)
        .position(|token| is_in(token, words))?
        + 1;
    let next = tokens.get(at + 1)?;
    let rest = text[next.start..].trim().trim_end_matches('.');
    (!rest.is_empty()).then(|| (at + 1, unquoted(rest)))
}

/// The token that new words begin with. `Make the text in Section 2 smaller` names a place and has none.
fn words_from(tokens: &[Token], new: Option<(usize, &str)>) -> usize {
    let is_place = |from: &usize| is_in(&tokens[0], "make mach mache") && tokens[from - 1].is("in");
    new.map(|(from, _)| from)
        .filter(|from| !is_place(from))
        .unwrap_or(tokens.len())
}

/// Whether a word says which part is meant, or how large it is to be.
fn names_part_or_size(token: &Token) -> bool {
    let is_size = is_in(token, SIZES) || is_in(token, WIDTHS) || words::degree(token).is_some();
    is_size || words::target(token).is_some()
}

/// Whether a word belongs to a command about a size, and is none that a mail is to say.
fn is_of_size(token: &Token) -> bool {
    let beside = [ARTICLES, BESIDE_SIZES, TO, WITH];
    token.kind == Kind::Mark
        || names_part_or_size(token)
        || words::ordinal(token).is_some()
        || beside.iter().any(|words| is_in(token, words))
}

/// Where the place begins, the side, and beside what.
fn place(tokens: &[Token]) -> Option<(usize, (Side, Option<Target>))> {
    let at = tokens
        .iter()
        .skip(1)
        .position(|token| words::side(token).is_some())?
        + 1;
    let side = words::side(&tokens[at])?;
    let beside = tokens[at + 1..].iter().find_map(words::target);
    match side {
        Side::Before | Side::After => beside.map(|beside| (at, (side, Some(beside)))),
        _ => Some((at, (side, None))),
    }
}

impl<'t> Command<'t> {
    /// What it is about: the first that says more than that it is text.
    pub fn target(&self) -> Option<Target> {
        let strong = |target: &&Target| {
            !matches!(
                target,
                Target::Background | Target::Font | Target::Link | Target::Text | Target::Whole
            )
        };
        let exact = |target: &&Target| {
            matches!(target, Target::Item | Target::Sentence | Target::Paragraph)
        };
        let weak = |target: &&Target| **target != Target::Whole;
        let targets = &self.targets;
        targets
            .iter()
            .find(exact)
            .or_else(|| targets.iter().find(strong))
            .or_else(|| targets.iter().find(weak))
            .or_else(|| targets.first())
            .copied()
    }

    /// Speaks of a part of the mail, not of words in it.
    pub fn names_part(&self) -> bool {
        self.quoted.len() < 2 && self.target().is_some_and(|target| target != Target::Whole)
    }

    pub fn has(&self, words: &str) -> bool {
        self.tokens.iter().any(|token| is_in(token, words))
    }

    /// The words that say what to do: all, or those before new ones, which begin with a capital. `The big sale` is no wish
    /// for larger letters.
    pub fn instruction(&self) -> &[Token<'t>] {
        let (before, new) = self.tokens.split_at(self.new_from);
        let first = new.first();
        let is_begun = first.is_some_and(|first| first.text.starts_with(char::is_uppercase));
        let is_other = |token: &Token| !token.has_digit() && !is_of_size(token);
        if is_begun && new.iter().any(is_other) {
            before
        } else {
            &self.tokens
        }
    }

    /// Whether a token stands among new words: `to Earn 500 points` does not say how large something is to be, though
    /// `in the footer 12px` does.
    fn is_in_words(&self, at: usize) -> bool {
        let before = self.tokens.get(self.new_from..at).unwrap_or_default();
        let is_about_size = before.iter().all(is_of_size) && before.iter().any(names_part_or_size);
        !before.is_empty() && !is_about_size
    }

    /// How many pixels something is to have: `18px`, `14 pt`, or a bare number where a size is spoken of.
    pub fn pixels(&self) -> Option<u16> {
        let mut found = self.tokens.iter().enumerate().filter_map(|(at, token)| {
            let digits = token.text.trim_end_matches(char::is_alphabetic);
            let number: u16 = digits.parse().ok()?;
            let own = &token.text[digits.len()..];
            let next = self.tokens.get(at + 1);
            let unit = next.filter(|next| own.is_empty() && next.is_any(UNITS));
            let behind = self.tokens.get(at + 1 + usize::from(unit.is_some())..)?;
            let unit = unit.map_or(own, |unit| unit.text).to_lowercase();
            // `40px screens` are words.
            let ends = behind.iter().all(|token| {
                token.kind == Kind::Mark || token.is_any(EXTENTS) || is_in(token, POLITE)
            });
            let is_size = match unit.as_str() {
                "" => {
                    let part = self.target().is_some_and(|part| part != Target::Whole);
                    part && (self.has(SIZES) || self.has(WIDTHS))
                }
                unit => UNITS.split(' ').any(|known| known == unit),
            };
            let points = ["pt", "point", "points", "punkt"].contains(&unit.as_str());
            let pixels = if points {
                u32::from(number) * 4 / 3
            } else {
                u32::from(number)
            };
            let is_meant = is_size && ends && !self.is_in_words(at);
            is_meant.then(|| u16::try_from(pixels).unwrap_or(u16::MAX))
        });
        found.next()
    }

    /// What is new: in quotes, or behind `to`.
    pub fn value(&self) -> Option<&'t str> {
        self.quoted.last().copied().or(self.new)
    }

    /// Two texts, of which the second takes the place of the first.
    pub fn exchange(&self) -> Option<(&'t str, &'t str)> {
        if let [old, new] = self.quoted[..] {
            return Some((old, new));
        }
        let joint = if self.verb == Verb::Replace { WITH } else { TO };
        let at = self.tokens.iter().position(|token| is_in(token, joint))?;
        let before = self.tokens.get(1..at)?;
        let old = self.span(before)?;
        let new = self.span(self.tokens.get(at + 1..)?)?;
        Some((old, new))
    }

    /// The words of some of its tokens, without an article before them.
    pub fn span(&self, tokens: &[Token<'t>]) -> Option<&'t str> {
        let from = tokens.iter().position(|token| !is_in(token, ARTICLES))?;
        let (first, last) = (tokens.get(from)?, tokens.last()?);
        let bare = unquoted(&self.text[first.start..last.end()]).trim_end_matches(['.', '!']);
        (!bare.is_empty()).then_some(bare)
    }
}
