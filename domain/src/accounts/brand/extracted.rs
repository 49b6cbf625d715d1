//! What was read from a brand's website. What a person has set stays as it is: only what is empty, or was read before and
//! nobody has touched since, is filled.

use serde::{Deserialize, Serialize};

use super::{BrandUpdate, Identity, IdentityUpdate, Theme, ThemeUpdate};
use crate::patch::Patch;

/// What a brand has from its website, and from nobody else.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Extracted {
    /// The website that was read to its end.
    pub website_url: Option<String>,
    pub identity: Identity,
    pub theme: Theme,
}

/// What becomes of something that was read before and is not found any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Missing {
    /// The same website may have been slow to show it.
    Stays,
    /// It was that of another website.
    Goes,
}

impl Extracted {
    /// How what is missing on a website is to be taken.
    pub fn missing_on(&self, website_url: &str) -> Missing {
        match &self.website_url {
            Some(before) if before != website_url => Missing::Goes,
            _ => Missing::Stays,
        }
    }

    /// What a person sets or clears is the website's no more.
    pub fn yield_to(&mut self, update: &BrandUpdate) {
        if let Some(update) = &update.identity {
            self.yield_identity(update);
        }
        if let Some(update) = &update.theme {
            self.yield_theme(update);
        }
    }

    fn yield_identity(&mut self, update: &IdentityUpdate) {
        let own = &mut self.identity;
        yielded(&update.brand_name, &mut own.brand_name);
        yielded(&update.description, &mut own.description);
        yielded(&update.tagline, &mut own.tagline);
        yielded(&update.contact_email, &mut own.contact_email);
        yielded(&update.contact_phone, &mut own.contact_phone);
        yielded(&update.address, &mut own.address);
        if update.social_links.is_some() {
            own.social_links.clear();
        }
    }

    fn yield_theme(&mut self, update: &ThemeUpdate) {
        let own = &mut self.theme;
        yielded(&update.primary_color, &mut own.primary_color);
        yielded(&update.secondary_color, &mut own.secondary_color);
        yielded(&update.background_color, &mut own.background_color);
        yielded(&update.text_color, &mut own.text_color);
        yielded(&update.heading_font, &mut own.heading_font);
        yielded(&update.body_font, &mut own.body_font);
        yielded(&update.button_radius, &mut own.button_radius);
    }

    pub fn fill_theme(&mut self, theme: &mut Theme, found: Theme, missing: Missing) {
        let own = &mut self.theme;
        let colors = [
            (
                &mut theme.primary_color,
                &mut own.primary_color,
                found.primary_color,
            ),
            (
                &mut theme.secondary_color,
                &mut own.secondary_color,
                found.secondary_color,
            ),
            (
                &mut theme.background_color,
                &mut own.background_color,
                found.background_color,
            ),
            (&mut theme.text_color, &mut own.text_color, found.text_color),
            (
                &mut theme.heading_font,
                &mut own.heading_font,
                found.heading_font,
            ),
            (&mut theme.body_font, &mut own.body_font, found.body_font),
        ];
        for (current, own, found) in colors {
            fill(current, own, found, missing);
        }
        let (current, own) = (&mut theme.button_radius, &mut own.button_radius);
        fill(current, own, found.button_radius, missing);
    }

    pub fn fill_identity(&mut self, identity: &mut Identity, found: Identity, missing: Missing) {
        let own = &mut self.identity;
        let texts = [
            (
                &mut identity.brand_name,
                &mut own.brand_name,
                found.brand_name,
            ),
            (
                &mut identity.description,
                &mut own.description,
                found.description,
            ),
            (&mut identity.tagline, &mut own.tagline, found.tagline),
            (
                &mut identity.contact_email,
                &mut own.contact_email,
                found.contact_email,
            ),
            (
                &mut identity.contact_phone,
                &mut own.contact_phone,
                found.contact_phone,
            ),
            (&mut identity.address, &mut own.address, found.address),
        ];
        for (current, own, found) in texts {
            fill(current, own, found, missing);
        }
        let (current, own) = (&mut identity.social_links, &mut own.social_links);
        let is_free = current.is_empty() || current == own;
        if is_free && (!found.social_links.is_empty() || missing == Missing::Goes) {
            own.clone_from(&found.social_links);
            *current = found.social_links;
        }
    }
}

fn yielded<T>(patch: &Patch<T>, own: &mut Option<T>) {
    if !matches!(patch, Patch::Keep) {
        *own = None;
    }
}

fn fill<T: Clone + PartialEq>(
    current: &mut Option<T>,
    own: &mut Option<T>,
    found: Option<T>,
    missing: Missing,
) {
    let is_free = current.is_none() || current == own;
    if is_free && (found.is_some() || missing == Missing::Goes) {
        own.clone_from(&found);
        *current = found;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn theme(color: Option<&str>, radius: Option<u32>) -> Theme {
        Theme {
            primary_color: color.map(str::to_owned),
            button_radius: radius,
            ..Theme::default()
        }
    }

    #[test]
    fn what_nobody_set_is_filled_and_what_somebody_set_stays() {
        let mut extracted = Extracted::default();
        let mut current = theme(Some("#111111"), None);
        extracted.fill_theme(
            &mut current,
            theme(Some("#222222"), Some(4)),
            Missing::Stays,
        );
        assert_eq!(current, theme(Some("#111111"), Some(4)));
        // What was read before is read anew.
        extracted.fill_theme(&mut current, theme(None, Some(8)), Missing::Stays);
        assert_eq!(current, theme(Some("#111111"), Some(8)));
        extracted.fill_theme(&mut current, theme(None, None), Missing::Stays);
        assert_eq!(current, theme(Some("#111111"), Some(8)));
        extracted.fill_theme(&mut current, theme(None, None), Missing::Goes);
        assert_eq!(current, theme(Some("#111111"), None));
    }

    #[test]
    fn somebody_may_set_what_was_read() {
        let mut extracted = Extracted::default();
        let mut current = Theme::default();
        extracted.fill_theme(&mut current, theme(None, Some(4)), Missing::Stays);
        let update: BrandUpdate = serde_json::from_str(r#"{"theme":{"buttonRadius":4}}"#).unwrap();
        extracted.yield_to(&update);
        extracted.fill_theme(&mut current, theme(None, Some(9)), Missing::Goes);
        assert_eq!(current, theme(None, Some(4)));
    }

    #[test]
    fn links_are_filled_together() {
        let links = |links: &[&str]| Identity {
            social_links: links.iter().map(|link| (*link).to_owned()).collect(),
            ..Identity::default()
        };
        let mut extracted = Extracted::default();
        let mut current = Identity::default();
        extracted.fill_identity(&mut current, links(&["a"]), Missing::Stays);
        extracted.fill_identity(&mut current, links(&["b", "c"]), Missing::Stays);
        assert_eq!(current, links(&["b", "c"]));
        current.social_links.push("mine".to_owned());
        extracted.fill_identity(&mut current, links(&["d"]), Missing::Goes);
        assert_eq!(current, links(&["b", "c", "mine"]));
    }

    #[test]
    fn another_website_forgets_the_one_before() {
        let mut extracted = Extracted::default();
        assert_eq!(extracted.missing_on("https://a.test/"), Missing::Stays);
        extracted.website_url = Some("https://a.test/".to_owned());
        assert_eq!(extracted.missing_on("https://a.test/"), Missing::Stays);
        assert_eq!(extracted.missing_on("https://b.test/"), Missing::Goes);
    }
}
