//! Images, and what those know of them who do not see them.

use super::super::found::Found;
use super::super::page::{Element, Page};
use super::super::watch::Watch;

pub fn alt(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    found(page, watch, |picture| picture.attribute("alt").is_none())
}

pub fn file_name(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    found(page, watch, |picture| {
        picture.attribute("alt").is_some_and(is_file_name)
    })
}

/// The pictures of a mail of which something is true.
fn found(page: &Page, watch: &Watch<'_>, is_wrong: fn(&Element) -> bool) -> Option<Vec<Found>> {
    let mut pictures = watch.over(page.pictures()).peekable();
    pictures.peek()?;
    let wrong = pictures.filter(|(_, picture)| is_wrong(picture));
    Some(wrong.map(|(at, _)| Found::at(at)).collect())
}

/// `hero_final.png`, `IMG_2041`.
fn is_file_name(alt: &str) -> bool {
    let alt = alt.trim().to_ascii_lowercase();
    if alt.is_empty() || alt.contains(char::is_whitespace) {
        return false;
    }
    let endings = [
        ".png", ".jpg", ".jpeg", ".gif", ".webp", ".svg", ".bmp", ".avif",
    ];
    let camera = alt.strip_prefix("img_").or(alt.strip_prefix("dsc"));
    endings.iter().any(|ending| alt.ends_with(ending))
        || alt.contains("://")
        || camera.is_some_and(|rest| rest.contains(|letter: char| letter.is_ascii_digit()))
}

/// Links that show an image, and of which nothing is said.
pub fn linked(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let mut links = watch
        .over(page.links())
        .filter(|(_, link)| page.pictures_in(link).next().is_some())
        .peekable();
    links.peek()?;
    let silent = links.filter(|(_, link)| page.name_of(link).is_empty());
    Some(silent.map(|(at, _)| Found::at(at)).collect())
}

/// Letters that a footer has, too.
const LEAST_LETTERS: usize = 60;

pub fn only(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    page.pictures().next()?;
    let texts = watch.over(page.shown_texts());
    let letters =
        texts.flat_map(|text| text.words.chars().filter(|letter| letter.is_alphanumeric()));
    Some(if letters.take(LEAST_LETTERS).count() < LEAST_LETTERS {
        vec![Found::in_mail()]
    } else {
        Vec::new()
    })
}

#[cfg(test)]
mod tests {
    use super::is_file_name;

    #[test]
    fn names_of_files_are_told_from_words() {
        for name in [
            "hero.png",
            "Spring_Sale-2.JPG",
            "IMG_2041",
            "DSC0001",
            "https://x.example/a",
        ] {
            assert!(is_file_name(name), "{name}");
        }
        for words in [
            "",
            "A hero",
            "Logo",
            "dscribe",
            "Seedlings in a .png frame",
            "img_",
        ] {
            assert!(!is_file_name(words), "{words}");
        }
    }
}
