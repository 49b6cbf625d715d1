//! A mail as the rules look at it.

use url::{Host, Url};

use crate::audit::page::{Element, Page};

/// A header of a mail, its value on one line and decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub name: String,
    pub value: String,
}

/// A mail as it leaves.
#[derive(Clone, Copy, Debug)]
pub struct FinishedMail<'a> {
    pub from_email: &'a str,
    pub from_name: Option<&'a str>,
    pub reply_to: Option<&'a str>,
    pub headers: &'a [Header],
    pub subject: &'a str,
    pub html: &'a str,
    pub text: &'a str,
    /// Names of files that come with it.
    pub attachments: &'a [String],
    /// All of it, as it goes over the wire.
    pub bytes: usize,
    /// Whether people can unsubscribe from it.
    pub is_marketing: bool,
    /// The brand's, if it has said one.
    pub postal_address: Option<&'a str>,
    /// Hosts of the sender and of this server.
    pub own_hosts: &'a [String],
}

/// What a rule finds: what exactly is wrong, or nothing to add to the rule's own words. `None`: the mail is good.
pub(super) type Found = Option<String>;

pub(super) struct Mail<'a> {
    pub finished: &'a FinishedMail<'a>,
    /// Nothing if no parser may see it.
    pub page: Option<Page>,
    /// What readers see, its spaces folded.
    pub words: String,
    pub links: Vec<Link>,
}

/// A link that is shown.
pub(super) struct Link {
    /// What stands in it.
    pub words: String,
    /// Where it leads on the web.
    pub url: Option<Url>,
}

impl Link {
    fn of(page: &Page, element: &Element) -> Self {
        let address = element.attribute("href").unwrap_or_default().trim();
        let url = Url::parse(address).ok();
        Self {
            words: page.text_of(element),
            url: url.filter(|url| matches!(url.scheme(), "http" | "https")),
        }
    }

    /// The name that it leads to; none if that is a number.
    pub fn domain(&self) -> Option<&str> {
        match self.url.as_ref()?.host()? {
            Host::Domain(name) => Some(name),
            Host::Ipv4(_) | Host::Ipv6(_) => None,
        }
    }
}

impl<'a> Mail<'a> {
    pub fn read(finished: &'a FinishedMail<'a>) -> Self {
        let read = || Page::read(finished.html, Some(finished.text));
        let page = std::panic::catch_unwind(std::panic::AssertUnwindSafe(read));
        let page = page.ok().flatten();
        let (mut words, mut links) = (String::new(), Vec::new());
        if let Some(page) = &page {
            for word in page
                .shown_texts()
                .flat_map(|text| text.words.split_whitespace())
            {
                if !words.is_empty() {
                    words.push(' ');
                }
                words.push_str(word);
            }
            links.extend(page.links().map(|(_, element)| Link::of(page, element)));
        }
        Self {
            finished,
            page,
            words,
            links,
        }
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let is_it = |header: &&Header| header.name.eq_ignore_ascii_case(name);
        let found = self.finished.headers.iter().find(is_it);
        found.map(|header| header.value.as_str())
    }

    /// Its elements, if it could be read.
    pub fn elements(&self) -> &[Element] {
        self.page.as_ref().map_or(&[], |page| &page.elements)
    }

    /// Whether a host is the sender's or this server's.
    pub fn is_own(&self, host: &str) -> bool {
        let below = |own: &String| {
            let rest = host.strip_suffix(own.as_str());
            rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        self.finished.own_hosts.iter().any(below)
    }
}
