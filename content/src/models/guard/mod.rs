//! What a model may not say: nowhere is led to, and nothing is claimed, that the brief does not know of. What a stranger
//! wrote into a page that the author named can so become a sentence at worst, never a link or a price.

mod dates;
mod figures;
mod known;
mod mend;
mod places;

use postrider_domain::contract::problem::{Problem, excerpt};
use postrider_domain::designs::merge;

pub use self::known::Known;
pub use self::mend::mended;
pub use self::places::shown;

use self::places::{Said, places, places_in};
use crate::sketch::{Item, Sketch, check, check_buttons, texts};

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

/// What an item says that is not known.
pub fn problems_of_item(path: &str, item: &Item, known: &Known) -> Vec<Problem> {
    claims(places_in(path, item), known)
}

fn claims(places: Vec<(String, Said<'_>)>, known: &Known) -> Vec<Problem> {
    let claim = |(path, said): (String, Said<'_>)| {
        let message = match said {
            Said::Words(words) => problem_of_words(words, known),
            Said::Letters(letters) => (!known.has_letters(letters)).then(|| NOT_SAID.to_owned()),
            Said::Code(code) => problem_of_code(code, known),
            Said::Link(url) => problem_of_link(url, known),
            Said::Image(image) => problem_of_image(image, known),
        };
        message.map(|message| Problem::invalid(path, message))
    };
    places.into_iter().filter_map(claim).collect()
}

const NOT_SAID: &str = "Does not stand in the brief to the letter.";
const NO_LINK: &str = "Leads to an address that the brief does not give.";

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
    let plain = texts::plain(words);
    let is_bare = |word: &&str| word.contains("://");
    let mut bare = plain.split(char::is_whitespace).filter(is_bare);
    let is_led_astray = texts::links(words)
        .into_iter()
        .any(|url| !known.leads_to(url));
    if is_led_astray || bare.any(|word| !known.leads_to(word.trim_matches(['.', ',', '(', ')']))) {
        return Some(NO_LINK.to_owned());
    }
    let unknown = known.unknown_in(&plain)?;
    let unknown = excerpt(&unknown, 40);
    Some(format!("`{unknown}` does not stand in the brief."))
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
