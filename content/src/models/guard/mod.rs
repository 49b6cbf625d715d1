//! What a model may not say: nowhere is led to, and nothing is claimed, that the brief does not know of. What a stranger
//! wrote into a page that the author named can so become a sentence at worst, never a link or a price.

mod addresses;
mod codes;
mod dates;
mod figures;
mod known;
mod mend;
mod places;
mod spoken;

use postrider_domain::contract::problem::{Problem, excerpt};
use postrider_domain::designs::merge;

pub use self::addresses::{key as address_key, names_address};
pub use self::known::Known;
pub use self::mend::mended;
pub use self::places::shown;

use self::places::{Said, places, places_in};
use crate::addresses::addresses;
use crate::html::address::replace_tags;
use crate::sketch::{Item, Sketch, check, check_buttons, check_item, texts};

/// All that keeps a sketch from being a mail of which this is known; paths are those of its JSON.
pub fn problems(sketch: &Sketch, known: &Known) -> Vec<Problem> {
    let mut problems = check(sketch);
    problems.extend(check_buttons(sketch));
    problems.extend(claims_of(sketch, known));
    problems
}

/// What a sketch says that is not known.
pub fn claims_of(sketch: &Sketch, known: &Known) -> Vec<Problem> {
    claims(places(sketch), known)
}

/// What could be said better. The model is told once. A mail is good without, so mending leaves it: to a few a gap is shown,
/// as in mails that are written by hand, and no sentence is lost for all.
pub fn gaps_of(sketch: &Sketch, known: &Known) -> Vec<Problem> {
    gaps(places(sketch), known)
}

/// All that keeps an item from a mail of which this is known.
pub fn problems_of_item(path: &str, item: &Item, known: &Known) -> Vec<Problem> {
    let mut problems = check_item(path, item);
    problems.extend(claims(places_in(path, item), known));
    problems
}

/// What an item could say better.
pub fn gaps_of_item(path: &str, item: &Item, known: &Known) -> Vec<Problem> {
    gaps(places_in(path, item), known)
}

fn claims(places: Vec<(String, Said<'_>)>, known: &Known) -> Vec<Problem> {
    let claim = |(path, said): (String, Said<'_>)| {
        let message = match said {
            Said::Words(words) => problem_of_words(words, known),
            Said::Letters(letters) => problem_of_letters(letters, known),
            Said::Code(code) => problem_of_code(code, known),
            Said::Link(url) => problem_of_link(url, known),
            Said::Image(image) => problem_of_image(image, known),
        };
        message.map(|message| Problem::invalid(path, message))
    };
    places.into_iter().filter_map(claim).collect()
}

fn gaps(places: Vec<(String, Said<'_>)>, known: &Known) -> Vec<Problem> {
    let gap = |(path, said): (String, Said<'_>)| match said {
        Said::Words(words) => {
            let message = problem_of_gaps(words, known)?;
            Some(Problem::invalid(path, message))
        }
        _ => None,
    };
    places.into_iter().filter_map(gap).collect()
}

const NOT_SAID: &str = "Does not stand in the brief to the letter.";
const NO_LINK: &str = "Leads to an address that the brief does not give.";

/// Strangers may be quoted, but they lead nowhere.
fn problem_of_letters(letters: &str, known: &Known) -> Option<String> {
    if !known.has_letters(letters) {
        return Some(NOT_SAID.to_owned());
    }
    leads_astray(letters, known).then(|| NO_LINK.to_owned())
}

pub fn problem_of_code(code: &str, known: &Known) -> Option<String> {
    (!known.has_code(code)).then(|| NOT_SAID.to_owned())
}

pub fn problem_of_link(url: &str, known: &Known) -> Option<String> {
    (!known.leads_to(url)).then(|| NO_LINK.to_owned())
}

pub fn problem_of_image(image: &str, known: &Known) -> Option<String> {
    (!known.shows(image)).then(|| "Is none of the images of the brief.".to_owned())
}

pub fn problem_of_words(words: &str, known: &Known) -> Option<String> {
    if let Some(tag) = merge::tags(words).find(|tag| !known.has_tag(&tag.name)) {
        let name = excerpt(&tag.name, 40);
        return Some(format!("There is no merge tag `{name}`."));
    }
    if has_markup(words) {
        return Some("Holds HTML, which nobody would see as such.".to_owned());
    }
    if leads_astray(words, known) {
        return Some(NO_LINK.to_owned());
    }
    let unknown = known.unknown_in(&read(words))?;
    let unknown = excerpt(&unknown, 40);
    Some(format!("`{unknown}` does not stand in the brief."))
}

/// Somebody of whom nothing is known would read a gap.
pub fn problem_of_gaps(words: &str, known: &Known) -> Option<String> {
    let plain = texts::plain(words);
    let gap = merge::tags(&plain).find(|tag| known.leaves_gap(tag))?;
    let name = excerpt(&gap.name, 40);
    Some(format!(
        "`{name}` has no fallback: write `{{{{ {name} | \"words instead\" }}}}`."
    ))
}

/// What somebody reads of whom nothing is known.
fn read(words: &str) -> String {
    let fallback: for<'t> fn(&'t merge::Tag<'_>) -> &'t str =
        |tag| tag.fallback.as_deref().unwrap_or_default();
    replace_tags(&texts::plain(words), fallback)
}

/// Whether there is a link, or what a mail client makes one of, to an address that is not known.
fn leads_astray(words: &str, known: &Known) -> bool {
    let mut links = texts::links(words).into_iter();
    links.any(|url| !known.leads_to(url))
        || addresses(&read(words)).any(|address| !known.leads_to(address))
}

/// `<b`, `</b`, `<!--`: what `a < b` and `<3` are not.
fn has_markup(words: &str) -> bool {
    words.match_indices('<').any(|(at, _)| {
        let next = words[at + 1..].chars().next();
        next.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!'))
    })
}

#[cfg(test)]
mod tests;
