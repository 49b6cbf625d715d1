//! The look of a brand, which designs are composed in.

use postrider_content::compose::Look;
use postrider_content::html::{Private, Rules};
use postrider_domain::network::AllowPrivate;
use postrider_store::brands::BrandRecord;

pub fn look_of(brand: &BrandRecord) -> Look {
    Look {
        name: brand.identity.public_name(&brand.name).to_owned(),
        site: site_of(brand),
        logos: brand.logos.clone(),
        theme: brand.theme.clone(),
        lang: None,
    }
}

/// Where links of the brand lead that say no more. A website inside somebody's own network is one that no reader of a mail
/// can open.
pub fn site_of(brand: &BrandRecord) -> Option<String> {
    let rules = Rules {
        base_url: None,
        private: Private::Strip(AllowPrivate::default()),
        own: Vec::new(),
    };
    let site = brand.website_url.as_ref()?;
    (!rules.is_private(site)).then(|| site.clone())
}
