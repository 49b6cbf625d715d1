//! Slips of the finger in the domain of an address. Whoever is found here is not mailed, so a rule must hold
//! for strangers too: only names next to a large mailbox provider, and endings that do not exist.

use std::borrow::Cow;

use super::providers::{NEIGHBOURS, PROVIDERS};

/// Endings that are no top-level domain, and what was meant. `co`, `cm`, `om` and `cam` exist.
const ENDINGS: [(&str, &str); 23] = [
    ("ccom", "com"),
    ("cim", "com"),
    ("ckm", "com"),
    ("clm", "com"),
    ("cmo", "com"),
    ("coim", "com"),
    ("comm", "com"),
    ("comn", "com"),
    ("con", "com"),
    ("conm", "com"),
    ("coom", "com"),
    ("copm", "com"),
    ("couk", "co.uk"),
    ("cpm", "com"),
    ("ner", "net"),
    ("nett", "net"),
    ("nte", "net"),
    ("ocm", "com"),
    ("ogr", "org"),
    ("orgg", "org"),
    ("vcom", "com"),
    ("vom", "com"),
    ("xom", "com"),
];

/// Endings that exist, but under which the providers that end in `com` have no mailboxes.
const SHORTENED_COM: [&str; 3] = ["cm", "co", "om"];

/// More than one slip, and still no doubt.
const FREQUENT: [(&str, &str); 10] = [
    ("aoll.com", "aol.com"),
    ("gmaill.co", "gmail.com"),
    ("gmailc.om", "gmail.com"),
    ("gmailcom.com", "gmail.com"),
    ("hotmailc.om", "hotmail.com"),
    ("jotmail.com", "hotmail.com"),
    ("putlook.com", "outlook.com"),
    ("tahoo.com", "yahoo.com"),
    ("uahoo.com", "yahoo.com"),
    ("yahooc.om", "yahoo.com"),
];

/// The domain that was probably meant, if it is another one.
pub(super) fn correct(domain: &str) -> Option<String> {
    let ended = with_real_ending(domain);
    let corrected = of_provider(&ended).map_or(ended, Cow::Owned);
    match corrected {
        Cow::Borrowed(_) => None,
        Cow::Owned(corrected) => Some(corrected),
    }
}

fn with_real_ending(domain: &str) -> Cow<'_, str> {
    let Some((rest, last)) = domain.rsplit_once('.') else {
        return Cow::Borrowed(domain);
    };
    match ENDINGS.iter().find(|(typed, _)| *typed == last) {
        Some((_, meant)) => Cow::Owned(format!("{rest}.{meant}")),
        None => Cow::Borrowed(domain),
    }
}

fn of_provider(domain: &str) -> Option<String> {
    if NEIGHBOURS.contains(&domain) {
        return None;
    }
    if let Some((_, meant)) = FREQUENT.iter().find(|(typed, _)| *typed == domain) {
        return Some((*meant).to_owned());
    }
    let (name, ending) = domain.split_once('.')?;
    let provider = PROVIDERS
        .iter()
        .find(|provider| provider.name == name || is_slip(name, provider.name))?;
    let ending = if provider.endings.contains(&ending) {
        ending
    } else if provider.endings[0] == "com" && SHORTENED_COM.contains(&ending) {
        "com"
    } else {
        return None;
    };
    let meant = format!("{}.{ending}", provider.name);
    (meant != domain).then_some(meant)
}

/// Whether one slip turns `meant` into `typed`: two letters swapped, or one wrong, missing or too many. The
/// first letter must be right unless it is swapped: there fingers slip seldom, and there other names begin
/// (mail.com, email.com and ymail.com are not gmail.com, nor are cloud.com and ucloud.com icloud.com).
fn is_slip(typed: &str, meant: &str) -> bool {
    let (typed, meant) = (typed.as_bytes(), meant.as_bytes());
    let same = typed.iter().zip(meant).take_while(|(a, b)| a == b).count();
    match (&typed[same..], &meant[same..]) {
        ([a, b, typed @ ..], [c, d, meant @ ..]) if (a, b) == (d, c) && typed == meant => true,
        _ if same == 0 => false,
        ([_, typed @ ..], [_, meant @ ..]) if typed == meant => true,
        ([_, typed @ ..], meant) if typed == meant => true,
        (typed, [_, meant @ ..]) => typed == meant,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn slips_are_corrected() {
        let cases = "
            gmail.com       gmial.com gamil.com gmai.com gmal.com gmil.com gmaill.com gnail.com gmaul.com g-mail.com
            gmail.com       mgail.com gmail.con gmail.cmo gmail.co gmail.cm gmail.om gmial.con gmai.co gmailc.om
            googlemail.com  googelmail.com goglemail.com googlemail.con
            hotmail.com     hotnail.com hotmial.com hotamil.com homtail.com hotmal.com hotmai.con jotmail.com
            hotmail.fr      hotmial.fr
            hotmail.co.uk   hotmal.co.uk hotmail.couk
            yahoo.com       yaho.com yahooo.com yhaoo.com yahoo.con yahoo.co ayhoo.com
            yahoo.co.uk     yaho.co.uk
            outlook.com     outlok.com outllook.com putlook.com outlook.cm
            icloud.com      iclod.com iclould.com icluod.com icloud.co
            comcast.net     comcst.net comcast.nett
            t-online.de     tonline.de t-onlin.de
            aol.com         aoll.com aol.con
            live.com        live.con
            firma.com       firma.con firma.comm firma.vom
            mail.firma.com  mail.firma.ocm
            verein.org      verein.ogr
        ";
        for line in cases.trim().lines() {
            let (meant, typed) = line.trim().split_once(' ').unwrap();
            for typed in typed.split_whitespace() {
                assert_eq!(correct(typed).as_deref(), Some(meant), "{typed}");
            }
        }
    }

    #[test]
    fn real_domains_are_left_alone() {
        let domains = "
            gmail.com googlemail.com mail.com email.com ymail.com hmail.com fmail.com jmail.com xmail.com gomail.com
            hotmail.com hotmail.ch hotmail.nl live.com live.ca live.co.uk live.cn live.de msn.com passport.com
            outlook.com outlook.fr outlook.jp outlook.com.br
            yahoo.com yahoo.ca yahoo.co.uk yahoo.co.in yahoo.co.id yahoo.co.jp yahoo.com.ar yahoo.com.au yahoo.fr
            yazoo.com ymail.com rocketmail.com aim.com aol.com aol.de aol.fr aol.co.uk ao.com al.com aon.com
            icloud.com cloud.com ucloud.com xcloud.com incloud.com itcloud.com me.com mac.com mi.com
            gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us web.de mail.de mail.ru email.de email.it freenet.de
            t-online.de t-online.hu online.de proton.me protonmail.com protonmail.ch pm.me photon.me
            comcast.net comcast.com verizon.net verizon.com cox.net fox.net att.net charter.net rogers.com
            orange.fr free.fr sfr.fr laposte.net wanadoo.fr libero.it alice.it tiscali.it virgilio.it
            qq.com 163.com 126.com sina.com naver.com daum.net hanmail.net yandex.ru yandex.com ya.ru
            example.co example.cm example.om example.cam example.com company.co business.co
        ";
        for domain in domains.split_whitespace() {
            assert_eq!(correct(domain), None, "{domain}");
        }
        for provider in PROVIDERS {
            for ending in provider.endings {
                let domain = format!("{}.{ending}", provider.name);
                assert_eq!(correct(&domain), None, "{domain}");
            }
        }
    }

    #[test]
    fn every_correction_is_final() {
        for (_, meant) in FREQUENT {
            assert_eq!(correct(meant), None, "{meant}");
        }
        for (_, meant) in ENDINGS {
            assert!(!ENDINGS.iter().any(|(typed, _)| *typed == meant));
        }
        for domain in NEIGHBOURS {
            let (name, _) = domain.split_once('.').unwrap();
            let needed = PROVIDERS
                .iter()
                .any(|provider| is_slip(name, provider.name));
            assert!(needed, "{domain} is not near a provider");
        }
    }

    proptest! {
        /// Damerau's distance, computed the long way, decides the same.
        #[test]
        fn a_slip_is_a_distance_of_one(typed in "[abc]{0,5}", meant in "[abc]{1,5}") {
            let distance = strsim::osa_distance(&typed, &meant);
            let swapped_or_first_right = typed.as_bytes().first() == meant.as_bytes().first()
                || (typed.len() == meant.len() && typed.get(2..) == meant.get(2..)
                    && typed.bytes().take(2).eq(meant.bytes().take(2).collect::<Vec<_>>().into_iter().rev()));
            prop_assert_eq!(is_slip(&typed, &meant), distance == 1 && swapped_or_first_right);
        }
    }
}
