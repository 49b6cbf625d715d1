//! Addresses of pages on the web, as people write them.

use postrider_domain::contract::problem::Problem;
use url::Url;

/// One that names a host, and nobody's password.
pub fn page_address(param: &str, text: &str) -> Result<Url, Problem> {
    let url = Url::parse(text.trim()).ok();
    url.filter(|url| matches!(url.scheme(), "http" | "https") && url.host().is_some())
        .filter(|url| url.username().is_empty() && url.password().is_none())
        .ok_or_else(|| {
            let message = "This is no http or https address of a page.";
            Problem::invalid(param, message)
        })
}
