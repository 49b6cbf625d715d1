//! Which picture of a page is its logo.

use postrider_domain::accounts::brand::{Color, LogoGround};
use url::Url;

use super::json_ld::{owners, picture};
use super::links::site_of;
use super::manifest::{Manifest, longest_side};
use crate::web_page::{Element, WebPage};

#[derive(Clone, Debug, PartialEq)]
pub struct LogoCandidate {
    pub source: LogoSource,
    /// How sure it is; below zero it is none.
    pub score: i32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LogoSource {
    Address(Url),
    /// A drawing that stands in the page.
    Svg(String),
}

/// What somebody has seen in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureFacts {
    pub width: u32,
    pub height: u32,
    /// From 0 to 1, of all that is not see-through.
    pub lightness: f64,
    pub is_opaque: bool,
    /// Colours with their share of it.
    pub colors: Vec<(Color, f64)>,
}

/// Candidates that are looked at.
const MOST: usize = 10;
/// Pictures of a page that are looked at: a logo is among the first.
const PICTURES_MAX: usize = 300;
/// What a picture in a page has at least to be looked at.
const LIKELY: i32 = 45;
/// What a second logo, for the other ground, has at least.
const SURE: i32 = 60;
/// How far up a picture's surroundings speak for it.
const AROUND: usize = 4;
/// Bytes of a drawing.
const SVG_MAX: usize = 100 << 10;

/// Words of pictures that are somebody else's, or no logo.
const OTHERS: [&str; 14] = [
    "partner",
    "client",
    "customer",
    "payment",
    "badge",
    "award",
    "sponsor",
    "sprite",
    "flag",
    "avatar",
    "paypal",
    "visa",
    "testimonial",
    "rating",
];

/// The most likely first.
pub fn logo_candidates(page: &WebPage, manifest: Option<&Manifest>) -> Vec<LogoCandidate> {
    let mut found = Vec::new();
    for owner in owners(page) {
        let address = picture(owner, "logo").and_then(|logo| page.join(&logo));
        found.extend(address.map(|url| candidate(url, 100)));
    }
    for name in ["og:logo", "logo"] {
        let address = page.meta(name).and_then(|logo| page.join(logo));
        found.extend(address.map(|url| candidate(url, 80)));
    }
    found.extend(pictures(page));
    found.extend(icons(page));
    if let Some(manifest) = manifest {
        let icons = manifest.icons.iter().filter(|(_, side)| *side >= 96);
        found.extend(icons.map(|(url, side)| candidate(url.clone(), 28 + larger(*side))));
    }
    found.sort_by_key(|candidate| -candidate.score);
    let mut distinct: Vec<LogoCandidate> = Vec::new();
    for candidate in found {
        let is_new = |known: &LogoCandidate| known.source != candidate.source;
        if distinct.len() < MOST && distinct.iter().all(is_new) {
            distinct.push(candidate);
        }
    }
    distinct
}

fn candidate(url: Url, score: i32) -> LogoCandidate {
    LogoCandidate {
        source: LogoSource::Address(url),
        score,
    }
}

/// A little for every hundred pixels.
fn larger(side: u32) -> i32 {
    (side / 100).min(5) as i32
}

fn icons(page: &WebPage) -> impl Iterator<Item = LogoCandidate> {
    page.named("link").filter_map(|link| {
        let side = longest_side(link.attribute("sizes").unwrap_or_default());
        let url = page.join(link.attribute("href")?)?;
        let path = url.path().to_ascii_lowercase();
        let is_drawn = link.attribute("type") == Some("image/svg+xml") || path.contains(".svg");
        if link.has_word("rel", "apple-touch-icon") {
            Some(candidate(url, 35 + larger(side)))
        } else if link.has_word("rel", "icon") && (side >= 96 || is_drawn) {
            Some(candidate(url, 25 + larger(side)))
        } else {
            None
        }
    })
}

fn pictures(page: &WebPage) -> impl Iterator<Item = LogoCandidate> {
    let is_picture = |element: &&Element| matches!(element.name.as_str(), "img" | "svg");
    let pictures = page.elements.iter().filter(is_picture);
    pictures.take(PICTURES_MAX).filter_map(|element| {
        let score = score(page, element);
        if score < LIKELY {
            return None;
        }
        let source = if element.name == "img" {
            LogoSource::Address(page.join(address(element)?)?)
        } else {
            LogoSource::Svg(drawing(page, element)?)
        };
        Some(LogoCandidate { source, score })
    })
}

/// Where its picture is: pages that load late keep it elsewhere.
fn address(element: &Element) -> Option<&str> {
    let late = ["data-src", "data-lazy-src", "data-original"]
        .iter()
        .find_map(|name| element.attribute(name));
    late.or_else(|| element.attribute("src"))
        .filter(|address| !address.is_empty())
}

/// One that needs nothing but itself.
fn drawing(page: &WebPage, element: &Element) -> Option<String> {
    element.attribute("viewbox")?;
    let source = page.source(element);
    let is_whole = source.len() <= SVG_MAX && source.ends_with("</svg>");
    let needs_more = source.contains("<use") || source.contains("<foreignObject");
    if !is_whole || needs_more {
        return None;
    }
    // In a page the name of the language goes without saying.
    let rest = source.strip_prefix("<svg")?;
    let is_named = source.contains("http://www.w3.org/2000/svg");
    let space = if is_named {
        ""
    } else {
        " xmlns=\"http://www.w3.org/2000/svg\""
    };
    Some(format!("<svg{space}{rest}"))
}

fn score(page: &WebPage, element: &Element) -> i32 {
    let own = words(
        element,
        &[
            "class",
            "id",
            "src",
            "alt",
            "data-src",
            "aria-label",
            "title",
        ],
    );
    let around: Vec<&Element> = page.around(element).collect();
    let near = around.iter().take(AROUND);
    let near: Vec<String> = near
        .map(|element| words(element, &["class", "id", "aria-label"]))
        .collect();
    let is_in = |name: &str| {
        let has = |element: &&Element| {
            element.name == name || words(element, &["class", "id", "role"]).contains(name)
        };
        around.iter().any(has)
    };
    let label = site_of(&page.url).and_then(|site| site.split('.').next());
    let is_home = around
        .iter()
        .any(|element| element.name == "a" && page.is_home(element));
    let mut score = 0;
    let mut add = |holds: bool, points: i32| score += if holds { points } else { 0 };
    add(own.contains("logo"), 30);
    add(
        near.iter()
            .any(|words| words.contains("logo") || words.contains("brand")),
        15,
    );
    add(is_in("header") || is_in("nav") || is_in("banner"), 30);
    add(is_home, 30);
    add(
        label.is_some_and(|label| label.len() > 2 && own.contains(label)),
        10,
    );
    add(is_in("footer"), -40);
    let is_others = |words: &String| OTHERS.iter().any(|other| words.contains(other));
    add(is_others(&own) || near.iter().any(is_others), -60);
    score
}

fn words(element: &Element, attributes: &[&str]) -> String {
    let values = attributes.iter().filter_map(|name| element.attribute(name));
    // An address may hold a whole picture.
    let short = values.filter(|value| value.len() < 500);
    short.collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Which of the pictures are the brand's logos, by their places in the list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChosenLogos {
    pub first: Option<(usize, LogoGround)>,
    /// For the other ground.
    pub second: Option<(usize, LogoGround)>,
}

pub fn choose(seen: &[(i32, PictureFacts)]) -> ChosenLogos {
    let mut judged: Vec<(usize, i32, LogoGround)> = seen
        .iter()
        .enumerate()
        .map(|(at, (score, facts))| (at, score + shape(facts), ground(facts)))
        .filter(|(_, score, _)| *score > 0)
        .collect();
    judged.sort_by_key(|(_, score, _)| -score);
    let place = |(at, _, ground): &(usize, i32, LogoGround)| (*at, *ground);
    let first = judged.first().map(place);
    let second = judged.iter().find(|(_, score, ground)| {
        *score >= SURE && first.is_some_and(|(_, chosen)| chosen != *ground)
    });
    ChosenLogos {
        first,
        second: second.map(place),
    }
}

/// What its form says for a picture, or against it.
fn shape(facts: &PictureFacts) -> i32 {
    let ratio = f64::from(facts.width) / f64::from(facts.height.max(1));
    let by_ratio = match ratio {
        ratio if !(0.4..=12.0).contains(&ratio) => -60,
        ratio if ratio >= 1.5 => 10,
        _ => 0,
    };
    let is_tiny = facts.width.max(facts.height) < 32;
    by_ratio - if is_tiny { 80 } else { 0 }
}

/// Light letters are made for dark grounds. What brings its own ground along stands on any.
fn ground(facts: &PictureFacts) -> LogoGround {
    if facts.lightness > 0.82 && !facts.is_opaque {
        LogoGround::Dark
    } else {
        LogoGround::Light
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    fn found(html: &str) -> Vec<(String, i32)> {
        let shown = |candidate: &LogoCandidate| {
            let source = match &candidate.source {
                LogoSource::Address(url) => url.path().to_owned(),
                LogoSource::Svg(svg) => svg.clone(),
            };
            (source, candidate.score)
        };
        logo_candidates(&page(html), None)
            .iter()
            .map(shown)
            .collect()
    }

    fn first(html: &str) -> Option<String> {
        found(html).into_iter().next().map(|(source, _)| source)
    }

    #[test]
    fn the_picture_in_the_header_that_leads_home_is_the_logo() {
        let html = r#"<link rel=apple-touch-icon href=/touch.png sizes=180x180><link rel=icon href=/favicon.ico>
            <header class=site-header><a href="/"><img class=logo src=/acme.png alt="Acme"></a></header>
            <main><img src=/hero.jpg><div class="client-logos"><img class=logo src=/other.png></div></main>
            <footer><a href=/><img src=/foot-logo.png></a></footer>"#;
        assert_eq!(
            found(html),
            [("/acme.png".to_owned(), 100), ("/touch.png".to_owned(), 36)]
        );
    }

    #[test]
    fn what_is_said_for_machines_goes_first() {
        let html = r#"<script type="application/ld+json">{"@type":"Organization","name":"A","logo":{"url":"/said.png"}}</script>
            <header><img class=logo src=/seen.png></header>"#;
        assert_eq!(first(html).as_deref(), Some("/said.png"));
    }

    #[test]
    fn drawings_of_the_page_count_if_they_are_whole() {
        let drawing = |inner: &str| {
            format!(
                "<header><a href=/ class=logo><svg viewBox='0 0 9 9'>{inner}</svg></a></header>"
            )
        };
        let whole = first(&drawing("<path d='M0 0h9v9z'/>")).unwrap();
        assert!(
            whole.starts_with("<svg xmlns=") && whole.ends_with("</svg>"),
            "{whole}"
        );
        assert_eq!(first(&drawing("<use href='#logo'/>")), None);
        assert_eq!(first("<p>Nothing</p><img src=/photo.jpg>"), None);
    }

    fn facts(width: u32, height: u32, lightness: f64) -> PictureFacts {
        PictureFacts {
            width,
            height,
            lightness,
            is_opaque: false,
            colors: Vec::new(),
        }
    }

    #[test]
    fn a_logo_has_the_shape_of_one_and_a_ground() {
        let chosen = choose(&[
            (100, facts(2000, 40, 0.3)),
            (70, facts(300, 80, 0.4)),
            (65, facts(300, 80, 0.98)),
        ]);
        assert_eq!(chosen.first, Some((1, LogoGround::Light)));
        assert_eq!(chosen.second, Some((2, LogoGround::Dark)));
        assert_eq!(choose(&[(30, facts(16, 16, 0.3))]), ChosenLogos::default());
        let tile = PictureFacts {
            is_opaque: true,
            ..facts(180, 180, 0.95)
        };
        assert_eq!(choose(&[(35, tile)]).first, Some((0, LogoGround::Light)));
    }
}
