//! The request around what a mail is to say: `Could you write a short note to parents that …` is said to the writer, and
//! only what follows it to anybody else.

use super::asked::is_saying;
use super::deeds::deed_in;
use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Kind, Token, span, tokens as tokens_of};

/// Words between an article and the name of a mail: `a short and friendly reminder`.
const MANNER_MAX: usize = 6;
/// Tokens of a request before a colon.
const ASKED_MAX: usize = 14;
/// Words of `something warm and nice`.
const SOMETHING_MAX: usize = 3;
/// Words of a name that nobody asks for: `failed payment reminder`.
const BARE_MAX: usize = 6;
/// What stands between the name of a mail and those who get it.
const ON_ITS_WAY: &str = "out going sent";
/// Words that name an audience.
const PEOPLE_MAX: usize = 5;

/// A request that stands before something.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// What its audience may be told of itself: `You signed up for the webinar.`
    pub told: Option<String>,
    /// What the name of the mail says by itself: `We are sorry.` for an apology.
    pub spoken: Option<String>,
    /// Whom it is for, where that is more than a word.
    pub audience: Option<String>,
    /// What it calls the mail: `a polite reminder`.
    pub called: Option<String>,
    /// What the mail is to say.
    pub rest: String,
}

/// The request that a sentence begins with.
pub fn request(text: &str, grammar: &Grammar) -> Option<Request> {
    let tokens = tokens_of(text);
    let asked = grammar.opening(&tokens);
    let body = &tokens[asked..];
    let Some(name) = name(&tokens, asked, grammar).map(|at| at - asked) else {
        // `write two paragraphs for our network: …`
        let asks = body
            .first()
            .is_some_and(|first| first.is_in(&grammar.writer_verbs));
        let colon = body.iter().take(ASKED_MAX).position(|token| token.is(":"));
        let leads = colon.filter(|colon| asks && !says_more(body, *colon, grammar));
        return leads.map(|colon| Request {
            told: deed_in(&body[..colon], text, grammar),
            rest: said(text, &body[colon..]),
            ..Request::default()
        });
    };
    if !ends(body, name, grammar) {
        return None;
    }
    let called = span(text, &body[..=name]).map(str::to_owned);
    let behind = behind(body, name);
    if let Some(rest) = telling(behind, grammar) {
        return Some(Request {
            called,
            rest: span(text, rest).unwrap_or_default().to_owned(),
            ..Request::default()
        });
    }
    let Some(people) = people(behind, &body[name], grammar) else {
        return to_nobody(text, body, name, grammar);
    };
    let (group, behind) = behind.split_at(people);
    let end = group_end(behind, grammar);
    let (clause, rest) = behind.split_at(end);
    // Said of them before it is said to them.
    let told = deed_in(clause, text, grammar);
    let audience = (told.is_none() && !clause.is_empty()).then(|| {
        let from = group.get(1).map_or(0, |first| first.start);
        tidy::line(&text[from..clause[clause.len() - 1].end()])
    });
    Some(Request {
        told,
        spoken: grammar.spoken.get(&body[name].text.to_lowercase()).cloned(),
        audience,
        called,
        rest: telling(rest, grammar).map_or_else(
            || said(text, rest),
            |rest| span(text, rest).unwrap_or_default().to_owned(),
        ),
    })
}

/// `schreib allen, dass es Neues gibt: …` says something before its colon, and where a frame knows the request, it knows more
/// of it.
fn says_more(tokens: &[Token], colon: usize, grammar: &Grammar) -> bool {
    let known = grammar.subjects.is_empty() && grammar.frame(tokens).is_some();
    known || tokens[..colon].iter().any(|token| token.is_any("dass que"))
}

/// A request that says what to write and to nobody in particular.
fn to_nobody(text: &str, body: &[Token], name: usize, grammar: &Grammar) -> Option<Request> {
    let called = span(text, &body[..=name]).map(str::to_owned);
    let behind = behind(body, name);
    // `an apology for the delay`: the name says how the rest is meant.
    let named = behind
        .first()
        .is_some_and(|next| next.is_any("for of to about on"))
        && grammar
            .frame(&body[name..])
            .is_some_and(|(taken, _)| taken > 1);
    if !named && is_for_whom(behind) {
        return Some(Request {
            audience: span(text, behind).map(tidy::line),
            called,
            ..Request::default()
        });
    }
    // `a mail to celebrate …` says what it is for: a table knows more of that.
    if !named && behind.first().is_some_and(|next| next.is("to")) {
        return None;
    }
    let rest = if named { &body[name..] } else { behind };
    Some(Request {
        called,
        rest: said(text, rest),
        ..Request::default()
    })
}

/// What follows the name of a mail that goes `out to` people.
fn behind<'a, 't>(body: &'a [Token<'t>], name: usize) -> &'a [Token<'t>] {
    let rest = &body[name + 1..];
    let out = rest.first().is_some_and(|next| next.is_any(ON_ITS_WAY));
    &rest[usize::from(out)..]
}

/// What an email does that is one `to let people know` or `that asks them`.
fn telling<'a, 't>(tokens: &'a [Token<'t>], grammar: &Grammar) -> Option<&'a [Token<'t>]> {
    let (first, rest) = tokens.split_first()?;
    let (taken, _) = grammar.frame(rest)?;
    (first.is_any("to that which") && (taken > 1 || is_saying(rest))).then_some(rest)
}

/// `a newsletter for Hillside Primary`: a name, and nothing that the mail says.
fn is_for_whom(behind: &[Token]) -> bool {
    let Some((first, name)) = behind.split_first() else {
        return false;
    };
    let large = |token: &Token| token.text.starts_with(char::is_uppercase) && !token.has_digit();
    let signs = |token: &Token| token.kind == Kind::Mark;
    let all = name.iter().all(|token| large(token) || signs(token));
    first.is("for") && all && name.iter().any(large)
}

/// Whether a request can end with the name of the mail: `the first mail new members get` goes on, and so does `a mail that
/// goes out when …`.
fn ends(tokens: &[Token], name: usize, grammar: &Grammar) -> bool {
    let Some(next) = tokens.get(name + 1) else {
        return true;
    };
    let told_of_it = next.is("that")
        && tokens
            .get(name + 2)
            .is_some_and(|verb| verb.is_in(&grammar.finite) && !verb.is_in(&grammar.subjects));
    let leads = next.kind != Kind::Word
        || next.is_in(&grammar.leads)
        || next.is_any("to for of on who 2")
        || next.is_any(ON_ITS_WAY);
    leads && !told_of_it
}

/// Where the name of the mail stands: behind a verb of writing, or behind `I need a`.
fn name(tokens: &[Token], asked: usize, grammar: &Grammar) -> Option<usize> {
    let verb = tokens
        .get(asked)
        .is_some_and(|first| first.is_in(&grammar.writer_verbs));
    let from = asked + usize::from(verb);
    if from == 0 {
        return bare_name(tokens, grammar);
    }
    // `something nice to customers`
    if tokens.get(from).is_some_and(|token| token.is("something")) {
        let more = tokens[from + 1..]
            .iter()
            .take(SOMETHING_MAX)
            .take_while(|token| {
                token.kind == Kind::Word
                    && !token.is_in(&grammar.leads)
                    && !token.is_in(&grammar.binding)
            });
        return Some(from + more.count());
    }
    let short = tokens
        .iter()
        .skip(from)
        .take(MANNER_MAX + 2)
        .take_while(|token| {
            token.kind == Kind::Word
                && !token.is_in(&grammar.binding)
                && !token.is_in(&grammar.finite)
        })
        .count();
    let found = (from..from + short)
        .rev()
        .find(|at| tokens[*at].is_in(&grammar.mails))?;
    let article = tokens[from].is_in(&grammar.articles);
    article.then_some(found)
}

/// `invoice reminder for clients whose …`: nobody asks, and still it only names a mail.
fn bare_name(tokens: &[Token], grammar: &Grammar) -> Option<usize> {
    let at = tokens
        .iter()
        .take(BARE_MAX)
        .position(|token| token.is_in(&grammar.mails))?;
    let plain = |token: &Token| token.kind == Kind::Word && !token.is_in(&grammar.finite);
    let behind = &tokens[at + 1..];
    let taken = people(behind, &tokens[at], grammar);
    let next = taken.and_then(|taken| behind.get(taken));
    let led = next.is_some_and(|next| next.is_any("who whose"));
    // `quick email to parents about …`, `short note saying …`
    let goes_on = if taken.is_some() {
        next.is_some_and(|next| next.is_in(&grammar.leads) || next.is_any("to :"))
    } else {
        let leads = "that saying telling asking reminding announcing inviting about :";
        let first = behind.first();
        first.is_some_and(|first| first.is_any(leads))
            || telling(behind, grammar).is_some()
            || is_for_whom(behind)
    };
    let asked = goes_on && is_quickly_named(&tokens[..=at], grammar);
    ((led || asked) && tokens[..at].iter().all(plain)).then_some(at)
}

/// `quick email`, `a short note`, but not `our latest update`.
fn is_quickly_named(name: &[Token], grammar: &Grammar) -> bool {
    let Some((mail, before)) = name.split_last() else {
        return false;
    };
    let manner = |token: &Token| {
        let article = token.is_in(&grammar.articles) && !token.is_any("our my the this");
        article
            || token.is_in(&grammar.manners)
            || token.is_any("small little nice newsletter promo")
    };
    let known = mail.is_any("email mail e-mail newsletter mailing")
        || !before.is_empty() && mail.is_any("note message memo");
    known && before.iter().all(manner)
}

/// How many tokens say to whom: `to all parents`.
fn people(tokens: &[Token], name: &Token, grammar: &Grammar) -> Option<usize> {
    let first = tokens.first()?;
    if !first.is_any("to for 2") {
        return None;
    }
    let known = |token: &Token| token.is_in(&grammar.who);
    // `a mail to backers`, but `an invitation to our summer drinks`
    let letter = name.is_any("email mail e-mail message note letter reminder newsletter");
    let words = tokens
        .iter()
        .skip(1)
        .take(PEOPLE_MAX)
        .take_while(|token| token.kind == Kind::Word && !token.is_in(&grammar.leads))
        .count();
    let group = &tokens[1..=words];
    // `an email for our bell ringers about …`, but `a newsletter for our summer sales`
    let next = tokens.get(words + 1);
    let led = next.is_some_and(|next| next.is(":") || next.is_in(&grammar.leads));
    let ours = led
        && group
            .first()
            .is_some_and(|first| first.is_any("our my all the"));
    let open = letter && (first.is_any("to 2") || ours);
    let many = |token: &Token| open && token.text.ends_with('s') && token.text.len() > 3;
    let last = group.iter().rposition(known).or_else(|| {
        let last = group.len().checked_sub(1)?;
        // `for our makerspace: …`
        let all = ours && next.is_some_and(|next| next.is(":"));
        (all || many(&group[last])).then_some(last)
    })?;
    Some(last + 2)
}

/// How many tokens tell more of an audience: `who bought the tent`, `of our gym`.
fn group_end(tokens: &[Token], grammar: &Grammar) -> usize {
    let opens = tokens
        .first()
        .is_some_and(|first| first.is_any("who whose on in of from at waiting living near"));
    if !opens {
        return 0;
    }
    let end = tokens.iter().position(|token| {
        token.is_in(&grammar.leads) && !token.is("with")
            || matches!(token.text, ":" | "," | ";" | "." | "?")
    });
    end.unwrap_or(tokens.len())
}

/// The rest without the word or sign that leads to it.
fn said(text: &str, tokens: &[Token]) -> String {
    let signs = tokens
        .iter()
        .take_while(|token| matches!(token.text, ":" | "," | "-" | "–" | "." | ";" | "?" | "!"))
        .count();
    let tokens = &tokens[signs..];
    let leads = |first: &Token| first.is_any("that with for on");
    let that = usize::from(signs == 0 && tokens.first().is_some_and(leads));
    let rest = span(text, &tokens[that..]).unwrap_or_default();
    rest.replace(" and that if ", ". If ")
        .replace(" and that ", " and ")
}
