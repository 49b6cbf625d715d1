//! Who does what with a mail, and when.

use super::action::{Method, What};
use super::offer::Offer;
use super::returned;
use crate::sink::figures::Counts;
use crate::sink::profile::{Ending, Fate, Machine, Profile, Reader, Receiver, Trait};
use crate::sink::recipient::Addressee;

/// Nobody reads a mail sooner. Longer than what tells filters from people by their pace.
const AT_LEAST_MS: i64 = 5_000;
/// From reading to following a link, or to leaving.
const THINKING_MS: i64 = 4_000;
/// As many links of one mail make a filter that hides conspicuous.
const CONSPICUOUS: usize = 3;

const BROWSER: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                       Chrome/131.0.0.0 Safari/537.36";
const APPLE_PROXY: &str = "Mozilla/5.0";

/// Each with the milliseconds until then.
pub(in crate::sink) fn make(
    profile: &Profile,
    fate: &Fate,
    offer: &Offer,
    from: &str,
    to: &Addressee,
) -> Vec<(i64, What)> {
    let mut plan = Vec::new();
    let room = (profile.number(Trait::React) * 1000.0) as i64 - AT_LEAST_MS;
    let reads = AT_LEAST_MS + (fate.ease * room.max(0) as f64) as i64;
    machine(profile.receiver, fate, offer, &mut plan);
    if fate.reader != Reader::Ignores {
        person(profile.receiver, fate, offer, reads, &mut plan);
    }
    let then = reads + THINKING_MS;
    match fate.ending {
        Ending::ReturnedLate if !from.is_empty() => {
            let message = returned::bounce(profile.receiver, offer, from, &to.address);
            plan.push((reads, returning(from, message, Counts::LateBounced)));
        }
        Ending::Complains => {
            if let Some((_, domain)) = from.rsplit_once('@') {
                let message = returned::complaint(profile.receiver, offer, from, &to.address);
                let feedback = format!("feedback@{domain}");
                plan.push((then, returning(&feedback, message, Counts::Complained)));
            }
        }
        Ending::Unsubscribes => {
            if let Some(url) = offer.one_click.clone() {
                let agent = BROWSER;
                plan.push((then, What::Unsubscribe { url, agent }));
            }
        }
        Ending::ReturnedLate | Ending::Unknown | Ending::Stays => {}
    }
    plan
}

fn returning(to: &str, message: Vec<u8>, counts: Counts) -> What {
    What::Return {
        to: to.to_owned(),
        message,
        counts,
    }
}

fn person(receiver: Receiver, fate: &Fate, offer: &Offer, reads: i64, plan: &mut Vec<(i64, What)>) {
    let visit = |url: &str, agent, counts| What::Visit {
        url: url.to_owned(),
        agent,
        counts,
    };
    if let Some(pixel) = &offer.pixel {
        let agent = mail_program(receiver);
        plan.push((reads, visit(pixel, agent, Counts::Opened)));
        // Some look again; they are still one person.
        if fate.ease < 0.25 {
            plan.push((reads + AT_LEAST_MS, visit(pixel, agent, Counts::Nothing)));
        }
    }
    if fate.reader == Reader::OpensAndClicks && !offer.counted.is_empty() {
        let chosen = (fate.ease * offer.counted.len() as f64) as usize;
        let link = &offer.counted[chosen.min(offer.counted.len() - 1)];
        plan.push((reads + THINKING_MS, visit(link, BROWSER, Counts::Clicked)));
    }
}

fn machine(receiver: Receiver, fate: &Fate, offer: &Offer, plan: &mut Vec<(i64, What)>) {
    match fate.machine {
        Machine::Nothing => {}
        Machine::Prefetch => {
            if let Some(pixel) = &offer.pixel {
                let visit = What::Visit {
                    url: pixel.clone(),
                    agent: proxy(receiver),
                    counts: Counts::MachineOpen,
                };
                plan.push((0, visit));
            }
        }
        Machine::DisguisedScanner if offer.counted.len() >= CONSPICUOUS => {
            let links = offer.counted.iter().cloned();
            let visits = links.map(|url| (Method::Get, url, Counts::MachineClick));
            plan.push((
                0,
                What::Scan {
                    visits: visits.collect(),
                    agent: BROWSER,
                },
            ));
        }
        Machine::Scanner | Machine::DisguisedScanner => {
            let visits = everything(offer);
            if !visits.is_empty() {
                let agent = scanner(receiver, fate);
                plan.push((0, What::Scan { visits, agent }));
            }
        }
    }
}

/// The image, and every link twice: what is there, and what it says.
fn everything(offer: &Offer) -> Vec<(Method, String, Counts)> {
    let mut visits = Vec::new();
    if let Some(pixel) = &offer.pixel {
        visits.push((Method::Get, pixel.clone(), Counts::MachineOpen));
    }
    for (links, counts) in [
        (&offer.counted, Counts::MachineClick),
        (&offer.others, Counts::Nothing),
    ] {
        for link in links {
            visits.push((Method::Head, link.clone(), counts));
            visits.push((Method::Get, link.clone(), counts));
        }
    }
    visits
}

/// What loads the images of a mail that somebody reads.
fn mail_program(receiver: Receiver) -> &'static str {
    match receiver {
        Receiver::Gmail => {
            "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)"
        }
        Receiver::Outlook => {
            "Mozilla/4.0 (compatible; ms-office; MSOffice 16; Microsoft Outlook 16.0.17928)"
        }
        // On the web Yahoo's own proxy loads them, read or not; in programs the person does.
        Receiver::Yahoo => {
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
             Mobile/15E148"
        }
        Receiver::Enterprise => {
            "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)"
        }
    }
}

/// What loads them before anybody does.
fn proxy(receiver: Receiver) -> &'static str {
    match receiver {
        Receiver::Gmail => {
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
             Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0"
        }
        Receiver::Yahoo => {
            "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html"
        }
        // Accounts that are read with Apple's mail program.
        Receiver::Outlook | Receiver::Enterprise => APPLE_PROXY,
    }
}

fn scanner(receiver: Receiver, fate: &Fate) -> &'static str {
    match receiver {
        Receiver::Outlook => "Mozilla/5.0 (compatible; SafeLinks/1.0)",
        _ if fate.ease < 0.4 => "Mozilla/5.0 Proofpoint URL Defense",
        _ if fate.ease < 0.7 => "BarracudaCentral/1.0",
        _ => "Mimecast-TTP",
    }
}
