//! Lines that an author strung together with commas: what is said in one breath stands in a mail as a line, a list and
//! sentences of their own.

use super::content::Content;
use super::dates;
use super::grammar::Grammar;
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// Characters of a line that is short enough to stay one.
const LINE_MAX: usize = 60;
/// Pieces behind a line that make a list.
const LIST_MIN: usize = 2;
/// Pieces that make a list where no line leads to them.
const BARE_LIST_MIN: usize = 3;

/// Words at the end of a choice.
pub(super) const CHOICE_MAX: usize = 4;

/// What a piece between two commas is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// `bring your boots`
    Request,
    /// `we raised enough for two`
    Clause,
    /// `entry free`
    Detail,
    /// `which is why we moved`: belongs to what stands before it.
    Bound,
}

/// A line of the author as what it is made of; `before` it stands what was said already.
pub fn split(line: &str, before: &[Content], grammar: &Grammar) -> Option<Vec<Content>> {
    let mut pieces = pieces(line);
    // `Open call: theme water, three works each`: what stands before the colon leads to the others.
    if let Some((head, rest)) = pieces.first().and_then(|first| first.split_once(": ")) {
        let asks = pieces[1..]
            .iter()
            .any(|piece| role(piece, grammar) == Role::Request);
        let leads = pieces.len() >= BARE_LIST_MIN && !line.contains(" and ") && before.is_empty();
        if !leads && (!asks || role(rest, grammar) == Role::Request) {
            return None;
        }
        // A single word is nothing to stand by itself.
        if leads && head.contains(' ') && !is_label(head) {
            pieces.splice(0..1, [head, rest]);
        }
    }
    if pieces.len() < 2 || grammar.subjects.is_empty() {
        return None;
    }
    // `our founder, Margaret Hale, died` is one sentence.
    let inner = &pieces[1..pieces.len() - 1];
    if inner.iter().any(|piece| is_name(piece)) || tells_of_first(&pieces, grammar) {
        return None;
    }
    let roles: Vec<Role> = pieces.iter().map(|piece| role(piece, grammar)).collect();
    let bare = line.trim_end_matches('.');
    if roles[0] == Role::Detail && !roles.contains(&Role::Bound) {
        let short = bare.chars().count() <= LINE_MAX;
        let told = roles[1..].iter().all(|role| *role == Role::Detail);
        if short && told && pieces.len() == 2 {
            return None;
        }
        return listed(&pieces, &roles, before);
    }
    // `a lunch, a raincoat and £6` is one thing with three parts.
    let counted = pieces
        .iter()
        .zip(&roles)
        .skip(1)
        .any(|(piece, role)| *role == Role::Detail && piece.contains(" and "));
    // `ran, baked or gave` are one thing too.
    let last = pieces
        .last()
        .is_some_and(|last| last.contains(" or ") && last.split(' ').count() <= CHOICE_MAX);
    if counted || last {
        return None;
    }
    sentences(&pieces, &roles, grammar)
}

/// `The new café - our pride and joy - opens in May`: the verb belongs to what stands first.
fn tells_of_first(pieces: &[&str], grammar: &Grammar) -> bool {
    let opens =
        |piece: &str, found: &dyn Fn(&Token) -> bool| tokens(piece).first().is_some_and(found);
    let named = opens(pieces[0], &|first| first.is_any("the our my your this"));
    let verb = |first: &Token| first.is_in(&grammar.finite) && !first.is_in(&grammar.subjects);
    let spoken = tokens(pieces[0])
        .iter()
        .skip(1)
        .any(|token| token.is_in(&grammar.finite));
    named && !spoken && pieces[1..].iter().any(|piece| opens(piece, &verb))
}

/// Two words or more, all of them large, and no day.
fn is_name(piece: &str) -> bool {
    let tokens = tokens(piece);
    let large = |token: &Token| {
        token.text.starts_with(char::is_uppercase) && !token.has_digit() && !dates::is_date(token)
    };
    (2..=4).contains(&tokens.len()) && tokens.iter().all(large)
}

/// `New in the shop: red shoes`: says how to take what follows, and nothing without it.
fn is_label(head: &str) -> bool {
    tokens(head)
        .first()
        .is_some_and(|first| first.is_any("new now recall lost found wanted introducing reminder"))
}

/// The texts between commas; those inside quotes, brackets and dates stay.
fn pieces(line: &str) -> Vec<&str> {
    let tokens = tokens(line);
    let mut found = Vec::new();
    let mut start = 0;
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate() {
        let opens = token.text == "(" && line[token.start..].contains(')');
        depth = (depth + i32::from(opens) - i32::from(token.text == ")")).max(0);
        let cuts = matches!(token.text, "," | ";") || (token.text == "-" && place > 0);
        if !cuts || depth > 0 || place == 0 || place + 1 == tokens.len() {
            continue;
        }
        if is_in_date(&tokens, place) {
            continue;
        }
        found.push(line[start..token.start].trim());
        start = token.end();
    }
    found.push(line[start..].trim());
    found.retain(|piece| piece.chars().any(char::is_alphanumeric));
    found
}

/// `Sunday, 4 June`, `Dec 12, 5pm`: a comma of one date.
fn is_in_date(tokens: &[Token], comma: usize) -> bool {
    let dated = |at: Option<usize>| {
        at.and_then(|at| tokens.get(at))
            .is_some_and(|token| dates::is_date(token) || dates::is_time(token))
    };
    let number = |at: usize| tokens.get(at).is_some_and(Token::has_digit);
    let before = dated(comma.checked_sub(1)) || (number(comma - 1) && dated(comma.checked_sub(2)));
    let after = dated(Some(comma + 1)) || (number(comma + 1) && dated(Some(comma + 2)));
    before && after
}

fn role(piece: &str, grammar: &Grammar) -> Role {
    let tokens = tokens(piece);
    let words: Vec<&Token> = tokens
        .iter()
        .filter(|token| token.kind == Kind::Word)
        .collect();
    let Some(first) = words.first() else {
        return Role::Detail;
    };
    let polite = usize::from(first.is_any("please just"));
    let asked = words
        .get(polite)
        .is_some_and(|word| word.is_in(&grammar.reader_verbs));
    // `10 May` is no verb.
    let finite = words
        .iter()
        .any(|word| word.is_in(&grammar.finite) && word.text != "May");
    let begins = first.is_in(&grammar.finite) && !first.is_in(&grammar.subjects);
    // `super sorry`
    if words.len() <= 3 && words.last().is_some_and(|last| last.is("sorry")) {
        return Role::Clause;
    }
    // `…, so please allow two weeks`
    if first.is("so") {
        return Role::Bound;
    }
    // `Thanks to your help, …` and `Subject to weather, …` lead to what follows.
    if first.is_any("thanks subject due") && words.get(1).is_some_and(|next| next.is("to")) {
        return Role::Bound;
    }
    // `…, we hope, …`
    if let [_, verb] = words[..]
        && verb.is_any("hope think believe promise know guess reckon seems fear suppose say")
    {
        return Role::Bound;
    }
    if asked && (words.len() > 1 || polite > 0) {
        return Role::Request;
    }
    if first.is_in(&grammar.binding) || (begins && words.len() > 1 && !is_habit(first)) {
        return Role::Bound;
    }
    let speaks = first.is_in(&grammar.subjects) && is_speaker(first);
    if speaks && words.len() > 1 || finite && words.len() > 2 {
        return Role::Clause;
    }
    Role::Detail
}

/// `takes three minutes`, `closes on Friday`: a verb that may stand alone in a note.
fn is_habit(token: &Token) -> bool {
    token.is_any("takes starts ends closes opens costs runs needs works begins comes")
}

/// A line with what belongs to it below: details as a list, all else as sentences.
fn listed(pieces: &[&str], roles: &[Role], before: &[Content]) -> Option<Vec<Content>> {
    let first = before.is_empty();
    let mut found = Vec::new();
    let mut details: Vec<String> = Vec::new();
    let mut said = Vec::new();
    let from = usize::from(first);
    let mut role_before = Role::Detail;
    let mut follow = false;
    if first {
        found.push(Content::Fragment(tidy::sentence(pieces[0])));
    }
    let spoken = |piece: &str| {
        let tokens = tokens(piece);
        let opens = |first: &Token| is_speaker(first) || first.is_any("the our your all every");
        tokens.first().is_some_and(opens) || tokens.last().is_some_and(|last| last.is("sorry"))
    };
    for (piece, role) in pieces.iter().zip(roles).skip(from) {
        let told = *role == Role::Request || (*role == Role::Clause && spoken(piece));
        // What follows a sentence belongs to it.
        let follows = *role == Role::Detail && role_before == Role::Clause && !said.is_empty();
        let sorry = tokens(piece).last().is_some_and(|last| last.is("sorry"));
        role_before = if sorry { Role::Request } else { *role };
        if follows && let Some(Content::Sentence(text)) = said.last_mut() {
            *text = tidy::sentence(&[text.trim_end_matches('.'), piece].join(", "));
            role_before = Role::Clause;
        } else if told {
            said.push(Content::Sentence(tidy::sentence(piece)));
        } else {
            // What was said before a detail stays before it.
            follow |= details.is_empty() && !said.is_empty();
            details.push(tidy::line(piece).trim_end_matches('.').to_owned());
        }
    }
    let least = if first { LIST_MIN } else { BARE_LIST_MIN };
    if details.len() >= least {
        found.push(Content::List {
            numbered: false,
            items: details.iter().map(|text| tidy::capital(text)).collect(),
        });
    } else if !details.is_empty() {
        if said.is_empty() && !first {
            return None;
        }
        let detail = Content::Fragment(tidy::sentence(&details.join(", ")));
        let at = if follow { said.len() } else { 0 };
        said.insert(at, detail);
    }
    found.extend(said);
    Some(found)
}

/// Words by which somebody speaks.
fn is_speaker(token: &Token) -> bool {
    token.is_any("we you they it i he she we're you're they're it's we've you've i'm we'll you'll there there's here's this that's thanks thank")
}

/// Sentences that were strung together, each for itself, and details behind them as a list.
fn sentences(pieces: &[&str], roles: &[Role], grammar: &Grammar) -> Option<Vec<Content>> {
    let behind = trailing(pieces, roles);
    let (pieces, details) = pieces.split_at(pieces.len() - behind);
    let mut found: Vec<String> = Vec::new();
    for (piece, role) in pieces.iter().zip(roles) {
        let free = matches!(role, Role::Request | Role::Clause);
        let whole = |last: &str| is_whole(last, grammar);
        match found.last_mut() {
            Some(last) if !(free && whole(last)) => {
                last.push_str(", ");
                last.push_str(piece);
            }
            _ => found.push((*piece).to_owned()),
        }
    }
    let texts = found
        .iter()
        .map(|text| Content::Sentence(tidy::sentence(text)));
    let mut content: Vec<Content> = texts.collect();
    if !details.is_empty() {
        let items = details.iter().map(|text| tidy::line(text));
        content.push(Content::List {
            numbered: false,
            items: items
                .map(|text| tidy::capital(text.trim_end_matches('.')))
                .collect(),
        });
    }
    (content.len() > 1).then_some(content)
}

/// How many details stand at the end that can stand in a list: each has a number, or they are many.
fn trailing(pieces: &[&str], roles: &[Role]) -> usize {
    let count = roles
        .iter()
        .rev()
        .take_while(|role| **role == Role::Detail)
        .count();
    let last = &pieces[pieces.len() - count..];
    let numbered = last
        .iter()
        .filter(|piece| piece.contains(|c: char| c.is_ascii_digit()))
        .count();
    let joined = last.iter().any(|piece| piece.contains(" and "));
    let fits = count >= LIST_MIN && count < pieces.len() && !joined && numbered > 0;
    if fits { count } else { 0 }
}

/// Bytes of a text that tell whether it says something: what is strung together may go on for a page.
const TELLING: usize = 400;

/// Says something by itself: `If it rains` does not.
fn is_whole(text: &str, grammar: &Grammar) -> bool {
    let text = &text[..text.floor_char_boundary(TELLING)];
    let first = tokens(text).first().copied();
    let bound = first.is_some_and(|first| first.is_in(&grammar.binding));
    let last = text.rsplit(", ").next().unwrap_or(text);
    let role = role(text, grammar);
    !bound && matches!(role, Role::Clause | Role::Request) && !last.is_empty()
}
