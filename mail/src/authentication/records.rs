//! How many policies of a kind a name publishes. Who publishes several has none: no receiver can know which of them is meant.

use postrider_domain::sending::sending_domain::{Answer, organizational};

use crate::dns::Resolver;

/// Whether a domain has several SPF records (RFC 7208 section 4.5).
pub(super) async fn are_several_spf(resolver: &Resolver, domain: &str) -> bool {
    count(resolver, domain, "v=spf1").await > 1
}

/// Whether there are several DMARC policies where that of a domain is looked for: at its own name, then at that of its
/// organization (RFC 7489 section 6.6.3).
pub(super) async fn are_several_dmarc(resolver: &Resolver, domain: &str) -> bool {
    let domain = domain.to_ascii_lowercase();
    let own = count(resolver, &format!("_dmarc.{domain}"), "v=DMARC1").await;
    let organization = organizational(&domain);
    if own > 0 || organization == domain {
        return own > 1;
    }
    count(resolver, &format!("_dmarc.{organization}"), "v=DMARC1").await > 1
}

/// What DNS does not say is not counted.
async fn count(resolver: &Resolver, name: &str, version: &str) -> usize {
    match resolver.texts(name).await {
        Answer::Found(texts) => texts.iter().filter(|text| is_of(text, version)).count(),
        Answer::Nothing | Answer::NoAnswer => 0,
    }
}

/// Another version is another kind of record.
fn is_of(text: &str, version: &str) -> bool {
    let (start, rest) = text.split_at(text.floor_char_boundary(version.len()));
    start.eq_ignore_ascii_case(version) && !rest.starts_with(|next: char| next.is_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_told_by_their_version() {
        for (text, version, expected) in [
            ("v=spf1 -all", "v=spf1", true),
            ("V=SPF1", "v=spf1", true),
            ("v=spf10 -all", "v=spf1", false),
            ("v=spf", "v=spf1", false),
            (" v=spf1 -all", "v=spf1", false),
            ("v=DMARC1; p=none", "v=DMARC1", true),
            ("v=DMARC1;p=none", "v=DMARC1", true),
            ("v=DMARC", "v=DMARC1", false),
            ("äöüäöü", "v=spf1", false),
            ("", "v=spf1", false),
        ] {
            assert_eq!(is_of(text, version), expected, "{text}");
        }
    }
}
