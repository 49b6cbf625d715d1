//! Which names can be a sending domain.

use crate::contacts::address::ascii_domain;
use crate::contract::catalog::Code;
use crate::contract::problem::Problem;

/// The brand's own domain of capture mode is `<brand>.sandbox.test`.
pub const SANDBOX_SUFFIX: &str = "sandbox.test";
/// The names of its records are longer by up to 36 characters, and DNS knows none over 253.
const LONGEST: usize = 217;

/// A registrable domain or one below it, in lower case and A-label form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SendingDomain(String);

impl SendingDomain {
    pub fn parse(text: &str) -> Result<Self, Problem> {
        let text = text.strip_suffix('.').unwrap_or(text);
        if is_suffix(&text.to_ascii_lowercase()) {
            return Err(rejected(
                "This is a suffix under which others register their domains.",
            ));
        }
        let name = ascii_domain(text).map_err(|_| {
            Problem::invalid("name", "This is not a domain name.").suggest(
                "Send a name such as `example.com` or `news.example.com`, without `http://`.",
            )
        })?;
        // A suffix may be written in its own script.
        if is_suffix(&name) {
            return Err(rejected(
                "This is a suffix under which others register their domains.",
            ));
        }
        if name == SANDBOX_SUFFIX || name.ends_with(&format!(".{SANDBOX_SUFFIX}")) {
            return Err(rejected("Names in `sandbox.test` are given by the server."));
        }
        if name.len() > LONGEST {
            return Err(rejected(
                "The name is so long that DNS could not hold its records.",
            ));
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn into_string(self) -> String {
        self.0
    }
}

fn rejected(message: &str) -> Problem {
    Problem::new(Code::DomainProviderError, message).param("name")
}

/// A single label that nobody lists is no suffix but no domain name either.
fn is_suffix(name: &str) -> bool {
    psl::suffix(name.as_bytes())
        .is_some_and(|suffix| suffix == name && (suffix.is_known() || name.contains('.')))
}

/// The registrable domain that a name belongs to: where a DMARC policy may stand for all names below.
pub fn organizational(name: &str) -> &str {
    psl::domain_str(name).unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn registrable_names_and_those_below_them_are_taken() {
        for (given, stored) in [
            ("example.com", "example.com"),
            ("News.Example.CO.UK", "news.example.co.uk"),
            ("example.com.", "example.com"),
            ("Müller.de", "xn--mller-kva.de"),
            ("a.b.c.example.org", "a.b.c.example.org"),
            ("someone.github.io", "someone.github.io"),
            ("firma.test", "firma.test"),
        ] {
            assert_eq!(SendingDomain::parse(given).unwrap().as_str(), stored);
        }
    }

    #[test]
    fn what_is_no_domain_name_is_the_callers_mistake() {
        let long_label = format!("{}.com", "a".repeat(64));
        for given in [
            "",
            "   ",
            "localhost",
            "example",
            "http://example.com",
            "example.com/path",
            "ada@example.com",
            "-example.com",
            "exa mple.com",
            "exa_mple.com",
            "*.example.com",
            "127.0.0.1",
            "[::1]",
            "example..com",
            "example.com..",
            &long_label,
        ] {
            let problem = SendingDomain::parse(given).unwrap_err();
            assert_eq!(problem.code, Code::InvalidRequest, "{given:?}");
            assert_eq!(problem.param.as_deref(), Some("name"), "{given:?}");
        }
    }

    #[test]
    fn suffixes_and_the_servers_own_names_are_rejected() {
        let long = format!("{}example.com", "a23456789.".repeat(21));
        for given in [
            "com",
            "COM",
            "co.uk",
            "github.io",
            "公司.cn",
            "sandbox.test",
            "x.sandbox.test",
            &long,
        ] {
            let problem = SendingDomain::parse(given).unwrap_err();
            assert_eq!(problem.code, Code::DomainProviderError, "{given:?}");
            assert_eq!(problem.param.as_deref(), Some("name"), "{given:?}");
        }
    }

    #[test]
    fn the_organizational_domain_is_one_below_the_suffix() {
        for (name, expect) in [
            ("news.example.co.uk", "example.co.uk"),
            ("example.com", "example.com"),
            ("a.b.firma.test", "firma.test"),
        ] {
            assert_eq!(organizational(name), expect);
        }
    }
}
