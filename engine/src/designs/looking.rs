//! The look of a brand, which designs are composed in.

use postrider_content::compose::Look;
use postrider_store::brands::BrandRecord;

pub fn look_of(brand: &BrandRecord) -> Look {
    Look {
        name: brand.identity.public_name(&brand.name).to_owned(),
        site: brand.website_url.clone(),
        logos: brand.logos.clone(),
        theme: brand.theme.clone(),
        lang: None,
    }
}
