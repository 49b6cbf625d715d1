//! What user agents say.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use super::reason::MachineReason;

/// Longer than any browser's: what is behind it says nothing more.
const LOOKED_AT: usize = 512;

/// Parts of names of what loads images on arrival.
const PREFETCH_PROXIES: [&str; 3] = [
    "yahoomailproxy",
    "yahoocachesystem",
    // Gmail's own prefetch, which calls itself a browser of 2015 that never was.
    "chrome/42.0.2311.135 safari/537.36 edge/12.246 mozilla/5.0",
];

/// Parts of names of filters and of the sandboxes in which they open links.
const SCANNERS: [&str; 21] = [
    "safelinks",
    "barracuda",
    "proofpoint",
    "urldefense",
    "mimecast",
    "messagelabs",
    "symantec",
    "cloudmark",
    "trendmicro",
    "trend micro",
    "fireeye",
    "fortinet",
    "fortiguard",
    "sophos",
    "forcepoint",
    "ironport",
    "zscaler",
    "bitdefender",
    "kaspersky",
    "checkpoint",
    "virustotal",
];

/// Parts of names of programs.
const PROGRAMS: [&str; 33] = [
    "crawler",
    "spider",
    "slurp",
    "curl/",
    "wget/",
    "python",
    "aiohttp",
    "httpx",
    "go-http-client",
    "java/",
    "apache-httpclient",
    "libwww-perl",
    "lwp::",
    "ruby",
    "php/",
    "guzzlehttp",
    "node-fetch",
    "undici",
    "axios/",
    "got (",
    "reqwest",
    "headless",
    "phantomjs",
    "puppeteer",
    "playwright",
    "selenium",
    "scrapy",
    "facebookexternalhit",
    "whatsapp/",
    "uripreview",
    "bingpreview",
    "linkcheck",
    "monitor",
];

pub(super) fn reason(user_agent: &str) -> Option<MachineReason> {
    let agent = user_agent.trim();
    if agent.is_empty() || agent == "-" {
        return Some(MachineReason::NoUserAgent);
    }
    // Apple's Mail Privacy Protection gives this and nothing more.
    if agent == "Mozilla/5.0" {
        return Some(MachineReason::PrefetchProxy);
    }
    let agent = &agent[..agent.floor_char_boundary(LOOKED_AT)];
    match named(agent) {
        None if is_bot(&agent.to_ascii_lowercase()) => Some(MachineReason::AutomatedAgent),
        named => named,
    }
}

/// All the names at once: every open and click of every mail is asked for all of them.
static NAMES: LazyLock<AhoCorasick> = LazyLock::new(|| {
    let names = PREFETCH_PROXIES.iter().chain(&SCANNERS).chain(&PROGRAMS);
    let mut builder = AhoCorasick::builder();
    let built = builder.ascii_case_insensitive(true).build(names);
    built.expect("a few short names are no more than it can hold")
});

/// What the first kind of name in it says, in the order of the lists.
fn named(agent: &str) -> Option<MachineReason> {
    let found = NAMES.find_overlapping_iter(agent);
    let first = found.map(|name| name.pattern().as_usize()).min()?;
    Some(if first < PREFETCH_PROXIES.len() {
        MachineReason::PrefetchProxy
    } else if first < PREFETCH_PROXIES.len() + SCANNERS.len() {
        MachineReason::SecurityScanner
    } else {
        MachineReason::AutomatedAgent
    })
}

/// `Googlebot/2.1`, `bot@example.com`, but not the phones of a maker called Cubot.
fn is_bot(agent: &str) -> bool {
    agent.match_indices("bot").any(|(at, word)| {
        let after = agent[at + word.len()..].chars().next();
        !agent[..at].ends_with("cu") && !after.is_some_and(char::is_alphabetic)
    })
}
