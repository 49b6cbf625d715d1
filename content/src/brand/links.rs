//! What a page has beside it: its style sheets, its manifest, and the page that says whose it is.

use postrider_domain::sending::sending_domain::organizational;
use url::Url;

use crate::web_page::{Element, WebPage};

/// Style sheets with nothing but files of fonts and icons.
const FONT_HOSTS: [&str; 6] = [
    "fonts.googleapis.com",
    "fonts.bunny.net",
    "use.typekit.net",
    "p.typekit.net",
    "use.fontawesome.com",
    "kit.fontawesome.com",
];

/// Links of a page that are looked at.
const LINKS_MAX: usize = 2_000;

/// Words of pages that name whose website it is, the surest first.
const CONTACT_WORDS: [&str; 9] = [
    "impressum",
    "imprint",
    "mentions-legales",
    "aviso-legal",
    "contact",
    "kontakt",
    "contacto",
    "about",
    "ueber-uns",
];

/// The registrable name of the host, or the host where it has none.
pub(super) fn site_of(url: &Url) -> Option<&str> {
    url.domain().map(organizational).or_else(|| url.host_str())
}

impl WebPage {
    /// The style sheets for screens, those of the website itself first.
    pub fn style_sheets(&self) -> Vec<Url> {
        let is_for_screens = |link: &&Element| {
            let media = link.attribute("media").unwrap_or_default();
            !media.contains("print") && !media.contains("dark")
        };
        let sheets = self
            .named("link")
            .filter(|link| link.has_word("rel", "stylesheet") && !link.has_word("rel", "alternate"))
            .filter(is_for_screens);
        let mut sheets: Vec<Url> = sheets
            .filter_map(|link| self.join(link.attribute("href")?))
            .filter(|url| {
                url.host_str()
                    .is_some_and(|host| !FONT_HOSTS.contains(&host))
            })
            .collect();
        sheets.sort_by_key(|url| site_of(url) != site_of(&self.url));
        sheets.dedup();
        sheets
    }

    pub fn manifest(&self) -> Option<Url> {
        let mut links = self.named("link");
        let link = links.find(|link| link.has_word("rel", "manifest"))?;
        self.join(link.attribute("href")?)
    }

    /// The page of the same website that most likely tells where its owner is.
    pub fn contact_page(&self) -> Option<Url> {
        let links = self.named("a").take(LINKS_MAX).filter_map(|link| {
            let mut url = self.join(link.attribute("href")?)?;
            url.set_fragment(None);
            let is_here = url.origin() == self.url.origin() && url.path() != self.url.path();
            let said = format!("{} {}", url.path(), self.text_of(link)).to_lowercase();
            let rank = CONTACT_WORDS.iter().position(|word| said.contains(word))?;
            is_here.then_some((rank, url))
        });
        links.min_by_key(|(rank, _)| *rank).map(|(_, url)| url)
    }

    /// Whether a link leads to the page's own beginning.
    pub(super) fn is_home(&self, link: &Element) -> bool {
        let url = link.attribute("href").and_then(|href| self.join(href));
        url.is_some_and(|url| {
            let path = url.path().trim_start_matches('/');
            let is_index = path.starts_with("index.") && !path.contains('/');
            let is_start = path.is_empty() || is_index || url.path() == self.url.path();
            url.origin() == self.url.origin() && is_start
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::web_page::page;

    #[test]
    fn what_stands_beside_a_page_is_found() {
        let page = page(
            "<link rel=stylesheet href=//cdn.other.test/b.css><link rel='stylesheet' href=/a.css>\
             <link rel=stylesheet media=print href=p.css><link rel='alternate stylesheet' href=d.css>\
             <link rel=stylesheet href='https://fonts.googleapis.com/css?family=Lora'>\
             <link rel=manifest href=site.webmanifest>\
             <a href=/about>We</a><a href=/contact#form>Contact</a><a href=https://other.test/impressum>x</a>",
        );
        let sheets: Vec<String> = page
            .style_sheets()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(
            sheets,
            [
                "https://www.acme.test/a.css",
                "https://cdn.other.test/b.css"
            ]
        );
        let manifest = page.manifest().unwrap();
        assert_eq!(
            manifest.as_str(),
            "https://www.acme.test/start/site.webmanifest"
        );
        assert_eq!(
            page.contact_page().unwrap().as_str(),
            "https://www.acme.test/contact"
        );
    }
}
