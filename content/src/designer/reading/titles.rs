//! The line of the author that can stand above a mail: whole where it is short, else as far as it says something true by
//! itself.

use super::content::Content;
use super::dates;
use super::deeds::is_deed;
use super::grammar::Grammar;
use super::plans::is_label;
use super::standing::{can_stand, refers};
use super::tidy;
use super::tokens::{Kind, Token, tokens};

/// Characters of the author's own words as a headline.
const TITLE_MAX: usize = 60;
/// Characters of a sentence that cannot be cut.
const WHOLE_MAX: usize = 70;
/// Characters of a line that can be cut nowhere earlier.
const LONG_MAX: usize = 84;
/// Tokens of a sentence that says one thing.
const SHORT: usize = 6;
/// Tokens of a line that must have a verb.
const LONG_LINE: usize = 9;
/// Words of a line that was cut.
const CUT_MIN: usize = 3;
/// Lines that are looked at.
const LINES: usize = 3;

/// What leads to a title and is none.
const LABELS: [&str; 10] = [
    "we are sorry",
    "sorry",
    "remember",
    "reminder",
    "note",
    "please note",
    "important",
    "good news",
    "update",
    "attention",
];

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Title {
    pub text: String,
    /// Which content says it, if that says no more.
    pub at: Option<usize>,
    /// Which content says more, and what: it needs not say the title again.
    pub rest: Option<(usize, String)>,
    /// The author called it so: nothing else may stand above the mail.
    pub named: bool,
}

impl Title {
    /// What the author calls the mail stands above it where nothing else can.
    pub fn of_name(name: &str) -> Self {
        Self {
            text: tidy::capital(name),
            ..Self::default()
        }
    }

    /// What the author wants to stand there.
    pub fn of_author(text: &str) -> Self {
        Self {
            text: tidy::capital(text.trim_end_matches('.')),
            named: true,
            ..Self::default()
        }
    }

    /// Whether it is the first that the author said.
    pub fn is_first(&self) -> bool {
        let rest = self.rest.as_ref().map(|(at, _)| *at);
        self.at.or(rest).is_none_or(|at| at == 0)
    }
}

pub fn title(content: &[Content], code: Option<&str>, grammar: &Grammar) -> Option<Title> {
    let lines = content.iter().enumerate().take(LINES);
    let mut lines: Vec<(usize, &str)> = lines
        .filter_map(|(at, content)| match content {
            Content::Sentence(text) | Content::Fragment(text) => Some((at, text.as_str())),
            Content::Row { label, value } if is_title(label, grammar) => Some((at, value.as_str())),
            // What a brief begins with is what it is about.
            Content::Row { label, value }
                if at == 0 && !is_label(label) && !value.contains(|c: char| c.is_ascii_digit()) =>
            {
                Some((at, value.as_str()))
            }
            _ => None,
        })
        .collect();
    // What readers did themselves is no news to them.
    if let [(_, first), (_, second), ..] = lines[..]
        && is_deed(first)
    {
        if refers(second) {
            return None;
        }
        lines.remove(0);
    }
    let code = code.unwrap_or("{{");
    let (first, others) = lines.split_first()?;
    of_line(*first, code, grammar).or_else(|| {
        // What is only too long was still said first.
        if can_stand(first.1.trim_end_matches('.'), code, grammar) {
            return None;
        }
        let mut others = others.iter().filter(|(_, text)| is_news(text, grammar));
        others.find_map(|line| of_line(*line, code, grammar))
    })
}

fn of_line((at, text): (usize, &str), code: &str, grammar: &Grammar) -> Option<Title> {
    let whole = text.trim_end_matches('.');
    // The eyebrow says that it is an invitation.
    let invited = grammar
        .invited
        .iter()
        .find_map(|words| whole.strip_prefix(words.as_str()));
    let bare = invited.unwrap_or(whole);
    // `Sorry, the pool is closed`: the news stands behind it.
    if let Some(tail) = news_behind(bare) {
        let title = of_line((at, tail), code, grammar)?;
        return Some(Title {
            text: title.text,
            ..Title::default()
        });
    }
    if !can_stand(bare, code, grammar) {
        return None;
    }
    let all = || Title {
        text: tidy::capital(bare),
        at: Some(at).filter(|_| invited.is_none()),
        rest: invited.map(|_| (at, String::new())),
        named: false,
    };
    let length = bare.chars().count();
    // A link stands below, never above.
    let linked = bare.contains("](");
    if length <= TITLE_MAX && !linked {
        return Some(all());
    }
    // `We are sorry: …` says nothing without what follows.
    let label = |head: &str| LABELS.contains(&head.to_lowercase().as_str());
    let labelled = bare.split_once(": ").filter(|(head, _)| label(head));
    if let Some((_, tail)) = labelled {
        let title = of_line((at, tail), code, grammar)?;
        return Some(Title {
            text: title.text,
            ..Title::default()
        });
    }
    let shortened = |most: usize, place: Place| {
        cut(bare, most, place, grammar).map(|(text, rest)| Title {
            text,
            at: None,
            rest: rest.map(|rest| (at, rest)),
            named: false,
        })
    };
    let title = shortened(TITLE_MAX, Place::Marks).or_else(|| shortened(TITLE_MAX, Place::Words));
    if linked {
        return title.filter(|title| !title.text.contains('['));
    }
    title
        .or_else(|| (length <= WHOLE_MAX && !bare.contains([',', ':', ';'])).then(all))
        .or_else(|| shortened(LONG_MAX, Place::Marks))
        .or_else(|| (length <= LONG_MAX && !bare.contains([':', ';'])).then(all))
        .or_else(|| shortened(LONG_MAX, Place::Words))
}

/// Words of which the beginning of a sentence is made that only leads to the news: `Just a quick note to say that`.
const LEADING: &str = "just a an quick short little friendly gentle note reminder heads up heads-up word to let you know say that we wanted want would like writing write this is are i'm we're i am please be aware with so very really sorry folks everyone all guys but afraid unfortunately";
/// Words on which such a beginning ends.
const LEADING_ENDS: &str = "that say know sorry folks everyone guys but unfortunately";

/// The news behind a beginning that only leads to it.
fn news_behind(text: &str) -> Option<&str> {
    let tokens = tokens(text);
    let leads = |token: &&Token| token.is_any(LEADING) || token.text == ",";
    let count = tokens.iter().take_while(leads).count();
    let (opening, news) = tokens.split_at(count);
    let ends = opening
        .iter()
        .rfind(|token| token.kind == Kind::Word)
        .is_some_and(|last| last.is_any(LEADING_ENDS));
    // `Everyone who comes` leads to nothing, and `We are sorry that you waited` reproaches nobody.
    let alone = count == 1 && !opening[0].is_any("sorry unfortunately");
    let fits = ends && !alone && news.len() >= CUT_MIN;
    let first = news.first().filter(|first| fits && !first.is("you"))?;
    Some(&text[first.start..])
}

fn is_title(label: &str, grammar: &Grammar) -> bool {
    let small = label.to_lowercase();
    grammar.keys_for_titles.contains(&small)
}

/// A later line that says something by itself.
fn is_news(text: &str, grammar: &Grammar) -> bool {
    let tokens = tokens(text);
    // `Dark mode is here.`
    let short = tokens.len() <= SHORT && tokens.iter().any(|token| token.is_any("is are"));
    let opens = tokens
        .first()
        .is_some_and(|first| short || first.is_any("we we've we're our the your"));
    let finite = |token: &Token| token.is_in(&grammar.finite);
    opens && tokens.iter().any(finite) && !refers(text) && !text.ends_with('?')
}

/// Where a line may be cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Marks,
    Words,
}

/// The line up to a word before which it is whole already, and what stands behind that where it can stand by itself.
/// What would be promised without its condition stays together.
fn cut(text: &str, most: usize, at: Place, grammar: &Grammar) -> Option<(String, Option<String>)> {
    let tokens = tokens(text);
    // `The printer we sell` is no sentence.
    let finite = |tokens: &[Token]| {
        let verb = |(place, token): (usize, &Token)| {
            token.is_in(&grammar.finite) && (place == 0 || !token.is_any("we you they it i"))
        };
        tokens.iter().enumerate().any(verb)
    };
    let spoken = finite(&tokens);
    let at_marks_only = at == Place::Marks || is_verb_last(&tokens);
    for end in (CUT_MIN..tokens.len()).rev() {
        let (kept, rest) = tokens.split_at(end);
        let (last, sign) = (&kept[kept.len() - 1], &tokens[end]);
        let mark =
            sign.kind == Kind::Mark && matches!(sign.text, "," | ";" | ":" | "(" | "-" | "–");
        if !mark && (at_marks_only || !sign.is_in(&grammar.cuts)) {
            continue;
        }
        if text[..last.end()].chars().count() > most {
            continue;
        }
        // `We would like to tell you, that …`
        let leads = rest.get(1).is_some_and(|next| next.is_any("that dass que"));
        let bound_word = last.is_in(&grammar.cuts) || last.is_in(&grammar.binding);
        let timely = last.is_any("now today tomorrow tonight");
        let hangs = leads || bound_word && !timely || is_stop(last);
        // `New integration partner: you can now …`, `Recall: our glass kettle, sold in May, can crack`
        let labelled = sign.text == "," && kept[1].text == ":";
        let news = (sign.text == ":" && is_new(&kept[0]) || labelled) && !finite(kept);
        let whole = (finite(kept) == spoken || news) && !offers(kept) && !is_half(kept, rest);
        // Out of what is dropped may come no more than was said.
        let bound = limits(rest, grammar) && !news;
        // A second sentence is kept whole or not at all.
        let joins = sign.is_any("and but und et y");
        // Where we know no verb, a long line may end before its own: `our colleague | and organist Ruth left us`.
        let unknown = joins && !spoken && tokens.len() > LONG_LINE;
        let second = kept.iter().rposition(|token| token.is("and"));
        let halved = second.is_some_and(|at| finite(&kept[at..]) && !sign.is("and"));
        // `The machine is back and the first coffee | on Thursday is on us` takes half of the second one.
        let added = kept.iter().rposition(|token| token.is_any("and und et y"));
        let torn = added
            .is_some_and(|at| finite(&kept[..at]) && !finite(&kept[at..]) && finite(&rest[1..]));
        if !hangs && whole && !bound && !halved && !torn && !unknown {
            let behind = text[last.end()..].trim_start_matches([',', ':', ';', ' ', '-', '–']);
            let opens = rest.get(1).is_some_and(|first| {
                !first.is_in(&grammar.binding) && !first.is_in(&grammar.leaning)
            });
            // What stands between two dashes belongs to both sides.
            let dash = |token: &Token| matches!(token.text, "-" | "–" | "—");
            let between = dash(sign) && (rest[1..].iter().any(dash) || rest.len() <= CUT_MIN);
            let alone = mark && sign.text != "(" && opens && !between && !finite(rest);
            // `… and Dr. Okafor takes over` is a sentence of its own.
            let second = sign.is("and")
                && opens
                && rest
                    .get(1)
                    .is_some_and(|first| !first.is_in(&grammar.finite))
                && rest
                    .iter()
                    .skip(2)
                    .any(|token| token.is_in(&grammar.finite));
            let behind = behind.strip_prefix("and ").unwrap_or(behind);
            let behind = (alone || second).then(|| tidy::sentence(behind));
            return Some((tidy::capital(&text[..last.end()]), behind));
        }
    }
    None
}

/// No line ends on it.
fn is_stop(token: &Token) -> bool {
    token.kind == Kind::Mark
        || token.is_any(
            "end ends start starts begin begins opens closes runs ist sind wird hat bleibt est sont sera es está the a an our your my their is are was will be has have can must should may go goes get gets need needs take takes to of we you this that every each der die das den dem ein eine einen einem einer unser unsere von le la les un une des de du l' nos vos notre votre partir d' qu' el los las del una nuestro nuestra nuestros nuestras tu tus",
        )
}

/// Half an offer is another offer.
fn offers(kept: &[Token]) -> bool {
    let off = |pair: &[Token]| pair[0].has_digit() && pair[1].is("off");
    kept.windows(2).any(off)
        || kept
            .iter()
            .any(|token| token.text.contains('%') || token.is_any("free double half voucher"))
}

/// Whether a cut would leave one half of a pair, or a piece of what stands behind a colon.
fn is_half(kept: &[Token], rest: &[Token]) -> bool {
    let sign = &rest[0];
    // `$60,000 and the shelter opens` are two things.
    let number = rest.get(1).is_some_and(Token::has_digit);
    let pair = sign.is("and") && kept.iter().any(|token| token.is_any("between both"));
    let span = kept.last().is_some_and(Token::has_digit)
        && (sign.is_any("bis to until till au al a de - –")
            || number && sign.is_any("and und et y à"));
    // `Remember: clocks go back`
    let behind = !is_new(&kept[0]) && kept.iter().skip(2).any(|token| token.is(":"));
    let comma = sign.is(",");
    // `on Sunday, 14 June`
    let dated = comma
        && kept.last().is_some_and(dates::is_date)
        && number
        && rest.get(2).is_some_and(dates::is_date);
    // `beef, trout or salmon`
    let marks = kept.iter().rev().take(3);
    let counted = comma && marks.into_iter().any(|token| token.is(","));
    // `for every team on the Pro plan` says less than `for every team`.
    let all = kept
        .iter()
        .any(|token| token.is_any("every all everyone everybody any"));
    let limited = all
        && sign.is_any("on at in for with of from")
        && !rest
            .iter()
            .skip(1)
            .take(2)
            .any(|token| token.has_digit() || dates::is_date(token));
    // `We are sorry that the boxes arrived | with bruised tomatoes`
    let sorry = sign.kind == Kind::Word && kept.iter().any(|token| token.is("sorry"));
    pair || span || behind || dated || counted || limited || sorry
}

fn is_new(token: &Token) -> bool {
    token.is_any("new neu nouveau nouvelle nuevo nueva")
}

/// Whether words limit what stands before them; `over` does before a number alone.
fn limits(rest: &[Token], grammar: &Grammar) -> bool {
    rest.iter().enumerate().any(|(place, token)| {
        let number = rest.iter().skip(place + 1).take(2).any(Token::has_digit);
        let known = token.is_in(&grammar.conditions);
        known && (number || !token.is_any("over above under up"))
    })
}

/// `Der Laden hat samstags geöffnet`: without its end nobody knows what it says.
fn is_verb_last(tokens: &[Token]) -> bool {
    // `… findet am 22. Januar um 19 Uhr statt`
    let parted = tokens
        .last()
        .is_some_and(|last| last.is_any("statt aus ab an auf ein um zu vor mit teil zurück los"));
    parted
        || tokens.iter().any(|token| {
            token.is_any(
            "hat haben wird werden wurde wurden kann können muss müssen ist sind bleibt bleiben",
        )
        })
}
