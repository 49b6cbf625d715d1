//! Speaks to the reader instead of about them: what is `their` order in a request is `your` order in the mail. A sentence is
//! turned as a whole, or where it speaks of others not at all.

use super::grammar::Grammar;
use super::others;
use super::tidy::capital;
use super::tokens::{Kind, Token, tokens};

/// Those of whom a request speaks where it means its readers: `people can order online`.
const READERS: &str =
    "people customers users clients guests attendees participants visitors subscribers";
/// Verbs that are the same for `people` and for `you`.
const MODALS: &str = "can could should must need may will might";
/// What readers do to things, and no writer to readers.
const DONE_TO: &str = "see get find buy try order browse wear bring collect pick wash keep watch visit book return check meet";
/// What is done to readers, and words that lead to them.
const DONE_TO_READERS: &str = "from to of for with about tell telling ask asking remind reminding thank thanking let letting invite inviting send sending give giving help helping show charge refund contact email call reach owe miss wish offer not is was isn't wasn't";
/// Others that people are in a sentence without being its readers.
const GROUPS: &str =
    "them all list team group club public class crew everyone everybody choir committee staff";

pub fn turned(text: &str, grammar: &Grammar) -> String {
    let tokens = tokens(text);
    let others = others::named(&tokens, grammar).unwrap_or(tokens.len());
    let others = others.min(others_from(&tokens, grammar));
    let mut written = String::with_capacity(text.len());
    let (mut at, mut place) = (0, 0);
    let mut before = Before {
        others,
        ..Before::default()
    };
    while let Some(token) = tokens.get(place) {
        let Some((length, to)) = second_person(&tokens, place, &before, grammar) else {
            before.pass(&tokens, place, grammar);
            place += 1;
            continue;
        };
        for place in place..place + length {
            before.pass(&tokens, place, grammar);
        }
        written.push_str(&text[at..token.start]);
        let first = token.text.chars().next().is_some_and(char::is_uppercase);
        written.push_str(&if first { capital(to) } else { to.to_owned() });
        at = tokens[place + length - 1].end();
        place += length;
    }
    written.push_str(&text[at..]);
    written
}

/// What stands before a place, seen once from the first token on: a prompt may say `them` a thousand times.
#[derive(Default)]
struct Before {
    /// From where on somebody else is meant.
    others: usize,
    /// Somebody was spoken to.
    is_spoken: bool,
    /// Readers were spoken of.
    is_met: bool,
    /// `They can use them online`: what somebody acts upon is something else.
    acts: bool,
}

impl Before {
    fn pass(&mut self, tokens: &[Token], place: usize, grammar: &Grammar) {
        let token = &tokens[place];
        let they = token.is_any("they they'll they'd they've");
        self.is_spoken = self.is_spoken || is_spoken(tokens, place);
        // `I put them in the shed` may be about things: readers are told, asked, thanked or spoken of before.
        self.is_met = self.is_met || they || token.is("their") || token.is_in(&grammar.who);
        let other = token.is_any("we i it he she our us we'll i'll");
        self.acts = they || self.acts && !other;
    }
}

/// `Annual plans keep their price`: it is the price of what stands before.
fn is_of_things(tokens: &[Token], place: usize, grammar: &Grammar) -> bool {
    let Some([owner, verb]) = place
        .checked_sub(2)
        .and_then(|from| tokens.get(from..place))
    else {
        return false;
    };
    let things = owner.kind == Kind::Word
        && owner.text.ends_with('s')
        && !owner.is_in(&grammar.who)
        && !owner.is_any(READERS)
        && !owner.is_any("always sometimes perhaps");
    tokens[place].is("their") && verb.is_any("keep have lose get hold retain change") && things
}

/// How many tokens speak of the reader there, and what is said to them instead.
fn second_person<'g>(
    tokens: &[Token],
    place: usize,
    before: &Before,
    grammar: &'g Grammar,
) -> Option<(usize, &'g str)> {
    let token = &tokens[place];
    if is_of_things(tokens, place, grammar) {
        return None;
    }
    if place < before.others && !grammar.persons.is_empty() && means_readers(tokens, place, grammar)
    {
        return Some((1, "you"));
    }
    // Who was spoken to before `they` is not meant by it.
    let spoken = place >= before.others || before.is_spoken;
    let found = grammar.persons.iter().find(|(from, _)| {
        let about = from.iter().any(|word| word.starts_with("the"));
        // `Starter customers can` speaks of some alone.
        let some = place > 0
            && from.len() > 1
            && from[0] != "to"
            && token.is_in(&grammar.who)
            && tokens[place - 1].kind == Kind::Word
            && !tokens[place - 1].is_in(&grammar.binding)
            && !tokens[place - 1].is_in(&grammar.leaning)
            && !tokens[place - 1].is_any("our all the");
        let fits = |(offset, word): (usize, &String)| {
            let token = tokens.get(place + offset);
            token.is_some_and(|token| token.is(word))
        };
        !(some || spoken && about) && from.iter().enumerate().all(fits)
    })?;
    let (from, to) = found;
    let done = |verbs: &str| place > 0 && tokens[place - 1].is_any(verbs);
    let known = done(DONE_TO_READERS) || before.is_met;
    // `See them at …` is asked of the reader, and is about things.
    let about_things = done(DONE_TO) || !known || before.acts;
    let thing = from.len() == 1 && token.is("them") && about_things;
    (!thing).then_some((from.len(), to.as_str()))
}

/// `you`, and whoever is no reader: `everyone who brings their dog` brings no dog of the reader's.
fn is_spoken(tokens: &[Token], place: usize) -> bool {
    let token = &tokens[place];
    // `Thank you for their patience` is said of the same people.
    let thanked = place > 0 && tokens[place - 1].is("thank");
    let next = tokens.get(place + 1);
    let some = token.is_any("everyone everybody anyone anybody those")
        && next.is_some_and(|next| next.is_any("who that with"));
    some || token.is_any("you your yourself whoever") && !thanked
}

/// `people can order online`, `people don't need to do anything`
fn means_readers(tokens: &[Token], place: usize, grammar: &Grammar) -> bool {
    let next = |count: usize, words: &str| {
        tokens
            .get(place + count)
            .is_some_and(|next| next.is_any(words))
    };
    let asked = next(1, MODALS) || next(1, "don't have") && next(2, "need have to");
    let opens = place.checked_sub(1).is_none_or(|before| {
        let before = &tokens[before];
        before.kind == Kind::Mark || before.is_in(&grammar.binding)
    });
    tokens[place].is_any(READERS) && asked && opens
}

/// From where on somebody else acts: `parents bring their own cups` leaves all of it to parents.
fn others_from(tokens: &[Token], grammar: &Grammar) -> usize {
    let acts = |place: &usize| {
        let token = &tokens[*place];
        let known = token.is_in(&grammar.who) && !token.is_any(GROUPS)
            || token.is_any("everyone everybody anyone anybody");
        let verb = tokens.get(place + 1);
        let verb = verb.is_some_and(|verb| verb.is_in(&grammar.finite));
        let readers =
            || means_readers(tokens, *place, grammar) || is_turned(tokens, *place, grammar);
        known && verb && !readers()
    };
    let found = (0..tokens.len()).find(acts);
    found.unwrap_or(tokens.len())
}

/// Whether the table turns this word together with others: `members think`, `the customer`.
fn is_turned(tokens: &[Token], place: usize, grammar: &Grammar) -> bool {
    let turns = |start: usize| {
        grammar.persons.iter().any(|(from, _)| {
            let words = tokens[start..].iter().zip(from);
            let same = words.filter(|(token, word)| token.is(word)).count();
            from.len() > 1 && same == from.len() && start + same > place
        })
    };
    (place.saturating_sub(3)..=place).any(turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_turned_as_a_whole_or_not_at_all() {
        let grammar = Grammar::of("en");
        for (said, expected) in [
            ("they can use their card", "you can use your card"),
            ("they've paid, they'd like it", "you've paid, you'd like it"),
            (
                "people don't need to bring their card",
                "you don't need to bring your card",
            ),
            ("they can use them online", "you can use them online"),
            (
                "if they do not reply we remove them",
                "if you do not reply we remove you",
            ),
            (
                "everyone needs their own mug",
                "everyone needs their own mug",
            ),
            (
                "existing annual plans keep their price",
                "existing annual plans keep their price",
            ),
            (
                "parents must bring their own mugs",
                "parents must bring their own mugs",
            ),
            (
                "thank you for their patience",
                "thank you for your patience",
            ),
            ("we hear from them", "we hear from you"),
            ("If it was not them, say so", "If it was not you, say so"),
            (
                "move your bikes otherwise I put them in the shed",
                "move your bikes otherwise I put them in the shed",
            ),
            ("our milk comes from them", "our milk comes from them"),
        ] {
            assert_eq!(turned(said, grammar), expected, "{said}");
        }
    }
}
