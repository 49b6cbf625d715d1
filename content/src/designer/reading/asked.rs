//! What the grammar says of words: whether they were said to the writer, and what becomes of those that were not.

use std::borrow::Cow;

use super::grammar::Grammar;
use super::pattern::{Known, Pattern};
use super::tokens::{Kind, Token};

impl Grammar {
    fn known(&self) -> Known<'_> {
        Known {
            who: &self.who,
            finite: &self.finite,
        }
    }

    /// Only names a kind of mail: `refund processed`.
    pub fn is_name(&self, tokens: &[Token]) -> bool {
        let known = |token: &Token| {
            token.kind == Kind::Mark || token.is_in(&self.meta) || token.is_in(&self.named)
        };
        !tokens.is_empty() && tokens.iter().all(known)
    }

    /// Asks somebody to write, and not `uns`; `Make sure that …` is asked of readers.
    pub fn is_writing(&self, tokens: &[Token]) -> bool {
        let other = |next: &Token| next.is_any("uns sure certain");
        let first = tokens.first();
        let asks = first.is_some_and(|first| first.is_in(&self.writer_verbs));
        asks && !tokens.get(1).is_some_and(other)
    }

    pub fn is_directive(&self, tokens: &[Token]) -> bool {
        let said = |pattern: &Pattern| pattern.at(tokens, &self.known()).is_some();
        self.directives.iter().any(said)
            || self.is_manner(tokens)
            || self.is_length(tokens)
            || self.is_brand(tokens)
    }

    /// Only says who writes: `for a dog walking app called Waggle`, but not `a new app called Waggle`.
    fn is_brand(&self, tokens: &[Token]) -> bool {
        let house = "brand company bakery cafe café salon gym platform tool startup";
        let news = |token: &Token| token.is_in(&self.finite) || token.is_any("new another second");
        // `We run a cat café called …`
        let runs = tokens.len() > 2
            && tokens[0].is_any("we i")
            && tokens[1].is_any("run own are have manage");
        let ours = usize::from(
            tokens
                .first()
                .is_some_and(|first| first.is_any("we're i'm")),
        );
        let tokens = &tokens[if runs { 2 } else { ours }..];
        let called = tokens.iter().position(|token| token.is_any("called named"));
        let noun = called.and_then(|at| tokens.get(at.checked_sub(1)?));
        let names =
            noun.is_some_and(|noun| noun.is_in(&self.keys_for_brands) || noun.is_any(house));
        names && !tokens.iter().any(news)
    }

    /// Only says how long the mail is to be: `about 100 words`.
    fn is_length(&self, tokens: &[Token]) -> bool {
        const ABOUT: &str = "max maximum min minimum about around under below roughly up to no longer less fewer most at tops approx approximately for aim total between and words";
        const FEW: &str = "a one two three four five few";
        let unit = |token: &Token| token.is_in(&self.lengths);
        let count = |token: &Token| token.has_digit() || token.is_any(FEW);
        let plain = |token: &Token| {
            let joins = token.is_in(&self.joints) || token.is_in(&self.manners);
            unit(token) || count(token) || joins || token.is_any(ABOUT) || token.kind == Kind::Mark
        };
        tokens.iter().any(unit) && tokens.iter().any(count) && tokens.iter().all(plain)
    }

    /// Only says how the mail is to sound: `friendly but firm`.
    fn is_manner(&self, tokens: &[Token]) -> bool {
        let is = |token: &Token| token.is_in(&self.manners);
        let joins = |token: &Token| token.kind == Kind::Mark || token.is_in(&self.joints);
        let told = tokens.iter().any(is) && tokens.iter().all(|token| is(token) || joins(token));
        told || self.is_tone(tokens)
    }

    /// `keep it technical but readable`, `no big deal tone`; but `keep it in the fridge`.
    fn is_tone(&self, tokens: &[Token]) -> bool {
        const PLACES: &str = "in at on under with for away dry cool frozen safe closed shut locked clean handy out off from until till and";
        const TONE_MAX: usize = 5;
        let polite = usize::from(tokens.first().is_some_and(|first| first.is("please")));
        let kept = match tokens.get(polite..) {
            Some([keep, it, next, ..]) => keep.is("keep") && it.is("it") && !next.is_any(PLACES),
            _ => false,
        };
        let of_tone = tokens.last().is_some_and(|last| last.is_any("tone vibe"));
        let news = |token: &Token| token.is_in(&self.finite) || token.is_any("the our new");
        let short = of_tone && tokens.len() <= TONE_MAX && !tokens.iter().any(news);
        !self.manners.is_empty() && (kept || short)
    }

    /// How many tokens ask politely: `hi, could you please`.
    pub fn opening(&self, tokens: &[Token]) -> usize {
        let mut taken = 0;
        let more = |taken: usize| {
            let patterns = self.openings.iter();
            patterns
                .filter_map(|pattern| pattern.at(&tokens[taken..], &self.known()))
                .max()
        };
        while let Some(more) = more(taken).filter(|more| *more > 0) {
            taken += more;
        }
        taken
    }

    /// The frame that takes most of what the tokens begin with, and how many it takes; what asks politely comes off with it:
    /// `we would like to tell people that`.
    pub fn frame(&self, tokens: &[Token]) -> Option<(usize, &str)> {
        let asked = self.opening(tokens);
        let behind = Some(&tokens[asked..])
            .filter(|_| asked > 1)
            .and_then(|rest| {
                let (taken, gives) = self.bare_frame(rest)?;
                (taken > 1 || is_saying(rest)).then_some((asked + taken, gives))
            });
        let bare = self.bare_frame(tokens).into_iter();
        behind
            .into_iter()
            .chain(bare)
            .max_by_key(|(taken, _)| *taken)
    }

    fn bare_frame(&self, tokens: &[Token]) -> Option<(usize, &str)> {
        if asks_nothing(tokens, self) {
            return None;
        }
        let tokens = &told(tokens);
        self.frames
            .iter()
            .filter_map(|(pattern, gives)| {
                Some((pattern.at(tokens, &self.known())?, gives.as_str()))
            })
            .filter(|(taken, _)| *taken > 0)
            .max_by_key(|(taken, _)| *taken)
    }
}

/// Whether words that ask the writer for something elsewhere ask for nothing here, or ask it of readers.
fn asks_nothing(tokens: &[Token], grammar: &Grammar) -> bool {
    let [first, next, ..] = tokens else {
        return false;
    };
    // `email addresses`, `the show is on Friday`
    let thing = "address addresses list account accounts inbox";
    let named = first.is_any("email mail e-mail text") && next.is_any(thing);
    let noun = first.is_any("offer note update show") && next.is_in(&grammar.finite);
    // `Mention this mail at the till`, `Include your name`, `Say hello to Biscuit`, `Tell everyone you know`
    let shown = first.is_any("mention include add show") && next.is_any("this your");
    let greets = first.is("say") && next.is_any("hello hi goodbye");
    // `ask for Geoffrey`
    let large = |name: &Token| {
        let mut letters = name.text.chars();
        letters.next().is_some_and(char::is_uppercase) && letters.all(char::is_lowercase)
    };
    let ends = |next: &Token| next.kind == Kind::Mark || next.is_any("at in on by behind");
    let person = tokens.get(2).is_some_and(large) && tokens.get(3).is_none_or(ends);
    let sends = first.is("ask") && next.is("for") && person;
    let known = tokens.get(2).is_some_and(|you| you.is("you"))
        && tokens.get(3).is_some_and(|verb| verb.is("know"));
    named || noun && !next.is_any("it you they we") || shown || greets || known || sends
}

/// Verbs that say what a mail does: an email that `asks` them is one to `ask` them.
const TOLD: [(&str, &str); 14] = [
    ("tells", "tell"),
    ("reminds", "remind"),
    ("asks", "ask"),
    ("lets", "let"),
    ("invites", "invite"),
    ("mentions", "mention"),
    ("explains", "explain"),
    ("says", "say"),
    ("announces", "announce"),
    ("informs", "inform"),
    ("notifies", "notify"),
    ("warns", "warn"),
    ("encourages", "encourage"),
    ("highlights", "highlight"),
];

/// Tokens that a frame may look at.
const FRAME_MAX: usize = 60;

/// The tokens, of which the first is no third person.
fn told<'a, 't>(tokens: &'a [Token<'t>]) -> Cow<'a, [Token<'t>]> {
    let verb = tokens
        .first()
        .and_then(|first| TOLD.iter().find(|(says, _)| first.is(says)));
    let Some((_, verb)) = verb else {
        return Cow::Borrowed(tokens);
    };
    let mut tokens = tokens[..tokens.len().min(FRAME_MAX)].to_vec();
    tokens[0].text = *verb;
    Cow::Owned(tokens)
}

/// `mention the parking`: takes anything, and needs nobody to tell it to.
pub fn is_saying(tokens: &[Token]) -> bool {
    let verbs = "say says mention mentions explain explains";
    tokens.first().is_some_and(|first| first.is_any(verbs))
}
