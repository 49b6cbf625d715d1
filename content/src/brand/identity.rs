//! Who a website says it is.

use postrider_domain::accounts::brand::Identity;
use serde_json::{Map, Value};

use super::address::address;
use super::json_ld::{OTHERS, object, owners, text};
use super::links::site_of;
use super::manifest::Manifest;
use super::social;
use super::title::{self, is_tagline};
use super::words::line;
use crate::web_page::{Element, WebPage};

/// Characters, as callers may set them.
const NAME_MAX: usize = 200;
const DESCRIPTION_MAX: usize = 2000;
const TAGLINE_MAX: usize = 500;
const EMAIL_MAX: usize = 254;
const PHONE_MAX: usize = 50;

/// `contact` is another page of the website, which says where its owner is.
pub fn identity(
    page: &WebPage,
    contact: Option<&WebPage>,
    manifest: Option<&Manifest>,
) -> Identity {
    let pages = || std::iter::once(page).chain(contact);
    let owners = owners(page);
    let told = |name: &str| {
        owners
            .iter()
            .find_map(|owner| text(owner, name))
            .map(str::to_owned)
    };
    let meta = |name: &str| page.meta(name).map(str::to_owned);
    let names = [
        told("name"),
        marked_name(page),
        meta("og:site_name"),
        meta("application-name"),
        meta("apple-mobile-web-app-title"),
        manifest.and_then(|manifest| manifest.name.clone()),
    ];
    let known = first_line(names, NAME_MAX);
    let title = title::read(page, known.as_deref());
    let descriptions = [
        meta("description"),
        told("description"),
        meta("og:description"),
        manifest.and_then(|manifest| manifest.description.clone()),
    ];
    let taglines = [told("slogan"), title.tagline, heading(page)];
    Identity {
        brand_name: known.or_else(|| first_line([title.name], NAME_MAX)),
        description: first_line(descriptions, DESCRIPTION_MAX),
        tagline: first_line(taglines, TAGLINE_MAX),
        contact_email: pages().find_map(email),
        contact_phone: pages().find_map(phone),
        address: pages().find_map(address),
        social_links: social::links(page),
    }
}

/// Of what is said in several places, the first that is fit to be repeated.
fn first_line<const N: usize>(said: [Option<String>; N], most: usize) -> Option<String> {
    let mut said = said.into_iter().flatten();
    said.find_map(|text| line(&text, most))
}

/// The name of an owner that is marked in the page itself.
fn marked_name(page: &WebPage) -> Option<String> {
    let is_owner = |element: &&Element| {
        let mut around = page.around(element);
        let kind = around.find_map(|element| element.attribute("itemtype"));
        let kind = kind.and_then(|kind| kind.rsplit('/').next());
        kind.is_some_and(|kind| !OTHERS.contains(&kind))
    };
    let mut names = page
        .elements
        .iter()
        .filter(|element| element.has_word("itemprop", "name"))
        .filter(is_owner);
    names.next().map(|element| page.text_of(element))
}

/// The first heading, if it is short enough to be said in one breath.
fn heading(page: &WebPage) -> Option<String> {
    let heading = page.text_of(page.named("h1").next()?);
    is_tagline(&heading).then_some(heading)
}

/// What the owner says of itself, or of where it is reached.
fn said<'p>(owner: &'p Map<String, Value>, name: &str) -> Option<&'p str> {
    let contact = || text(object(owner, "contactPoint")?, name);
    text(owner, name).or_else(contact)
}

/// The owner's own, else the first that the page writes to, one of the same website before others.
fn email(page: &WebPage) -> Option<String> {
    let told = owners(page)
        .into_iter()
        .find_map(|owner| said(owner, "email"));
    let linked = page.named("a").filter_map(|link| {
        let href = link.attribute("href")?;
        let start = href.get(..7)?;
        start.eq_ignore_ascii_case("mailto:").then(|| &href[7..])
    });
    let addresses: Vec<String> = told.into_iter().chain(linked).filter_map(mailbox).collect();
    let site = site_of(&page.url).unwrap_or_default();
    let is_own = |address: &&String| address.ends_with(site) && !site.is_empty();
    let own = addresses.iter().find(is_own);
    own.or(addresses.first()).cloned()
}

fn mailbox(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches("mailto:");
    let text = text.split('?').next().unwrap_or_default();
    let (name, host) = text.split_once('@')?;
    let is_plain = |part: &str| {
        let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | '+');
        !part.is_empty() && part.chars().all(is_allowed)
    };
    let is_one = is_plain(name) && is_plain(host) && host.contains('.') && text.len() <= EMAIL_MAX;
    is_one.then(|| text.to_ascii_lowercase())
}

fn phone(page: &WebPage) -> Option<String> {
    let told = owners(page)
        .into_iter()
        .find_map(|owner| said(owner, "telephone"));
    let linked = page.named("a").filter_map(|link| {
        let href = link.attribute("href")?;
        let number = href.strip_prefix("tel:")?;
        let shown = page.text_of(link);
        Some(if is_phone(&shown) {
            shown
        } else {
            number.replace("%20", " ")
        })
    });
    told.map(str::to_owned)
        .into_iter()
        .chain(linked)
        .find(|number| is_phone(number))
}

fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let is_allowed = |c: char| c.is_ascii_digit() || " +-–()./".contains(c);
    (5..=20).contains(&digits) && text.len() <= PHONE_MAX && text.chars().all(is_allowed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web_page::page;

    #[test]
    fn what_is_said_for_machines_goes_first() {
        let page = page(
            r#"<title>Lamps – Acme</title><meta property="og:site_name" content="acme.test">
            <meta name=description content=" Lamps &amp;&#10; shades. ">
            <script type="application/ld+json">{"@graph":[{"@type":"WebPage","name":"Start"},
              {"@type":"Product","name":"Lamp","brand":"x"},
              {"@type":["Organization"],"name":"Acme","slogan":"Light for all","email":"MAILTO@acme.test","telephone":"+1 555 0100",
               "contactPoint":{"email":"help@acme.test"}}]}</script>"#,
        );
        let found = identity(&page, None, None);
        assert_eq!(found.brand_name.as_deref(), Some("Acme"));
        assert_eq!(found.description.as_deref(), Some("Lamps & shades."));
        assert_eq!(found.tagline.as_deref(), Some("Light for all"));
        assert_eq!(found.contact_email.as_deref(), Some("mailto@acme.test"));
        assert_eq!(found.contact_phone.as_deref(), Some("+1 555 0100"));
    }

    #[test]
    fn a_plain_page_is_read_as_people_read_it() {
        let start = page(
            "<title>Acme</title><h1>Light for long evenings</h1><a href='mailto:shop@mail.test'>x</a>\
             <a href='MAILTO:hello@acme.test?subject=x'>write</a><a href='tel:+49301234567'>030 / 123 45 67</a>",
        );
        let contact = page("<address>Lindenweg 3<br>10115 Berlin</address>");
        let found = identity(&start, Some(&contact), None);
        assert_eq!(found.brand_name.as_deref(), Some("Acme"));
        assert_eq!(found.tagline.as_deref(), Some("Light for long evenings"));
        assert_eq!(found.contact_email.as_deref(), Some("hello@acme.test"));
        assert_eq!(found.contact_phone.as_deref(), Some("030 / 123 45 67"));
        assert_eq!(found.address.as_deref(), Some("Lindenweg 3\n10115 Berlin"));
    }

    #[test]
    fn a_name_may_be_marked_in_the_page() {
        let marked = page(
            "<div itemscope itemtype='https://schema.org/Product'><b itemprop=name>Lamp</b></div>\
             <div itemscope itemtype='https://schema.org/Restaurant'><b itemprop=name>Al Porto</b></div>",
        );
        let found = identity(&marked, None, None);
        assert_eq!(found.brand_name.as_deref(), Some("Al Porto"));
    }

    #[test]
    fn a_page_that_says_nothing_is_nobody() {
        let shell = page("<div id=root></div><script src=/app.js></script>");
        assert_eq!(identity(&shell, None, None), Identity::default());
        let manifest = Manifest {
            name: Some("Shell".to_owned()),
            ..Manifest::default()
        };
        let named = identity(&shell, None, Some(&manifest));
        assert_eq!(named.brand_name.as_deref(), Some("Shell"));
    }

    #[test]
    fn nonsense_is_nothing() {
        for text in ["@", "a@b", "a b@c.de", "x@y.de\r\nBcc: z@y.de", "<x>@y.de"] {
            assert_eq!(mailbox(text), None, "{text}");
        }
        for text in ["call us", "12", "+1 555 0100 <b>", "1".repeat(30).as_str()] {
            assert!(!is_phone(text), "{text}");
        }
    }
}
