use super::{BURST_MS, Evidence, MachineReason, Pace, reason};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/131.0.0.0 Safari/537.36";
const GMAIL: &str =
    "Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)";

fn of(user_agent: &str) -> Option<MachineReason> {
    reason(&Evidence {
        user_agent,
        ..Evidence::default()
    })
}

#[test]
fn people_are_people() {
    for agent in [
        CHROME,
        GMAIL,
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
         Mobile/15E148",
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Thunderbird/132.0",
        "Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17928; Pro)",
        "Mozilla/5.0 (Linux; Android 13; CUBOT P80) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36",
        "okhttp/4.12.0",
        "Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Robotics lab)",
    ] {
        assert_eq!(of(agent), None, "{agent}");
    }
}

#[test]
fn machines_are_told_by_their_agent() {
    use MachineReason::{AutomatedAgent, NoUserAgent, PrefetchProxy, SecurityScanner};
    for (agent, expect) in [
        ("", NoUserAgent),
        ("  ", NoUserAgent),
        ("-", NoUserAgent),
        ("Mozilla/5.0", PrefetchProxy),
        (
            "YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
            PrefetchProxy,
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
             Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0",
            PrefetchProxy,
        ),
        ("Mozilla/5.0 (compatible; SafeLinks/1.0)", SecurityScanner),
        ("BarracudaCentral/1.0", SecurityScanner),
        ("Mozilla/5.0 Proofpoint URL Defense", SecurityScanner),
        ("Mimecast-TTP", SecurityScanner),
        ("curl/8.5.0", AutomatedAgent),
        ("Wget/1.21", AutomatedAgent),
        ("python-requests/2.32", AutomatedAgent),
        ("Go-http-client/2.0", AutomatedAgent),
        (
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/131.0.0.0 Safari/537.36",
            AutomatedAgent,
        ),
        (
            "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
            AutomatedAgent,
        ),
        ("Slackbot-LinkExpanding 1.0", AutomatedAgent),
        ("somebot", AutomatedAgent),
    ] {
        assert_eq!(of(agent), Some(expect), "{agent}");
    }
}

#[test]
fn requests_tell_it_themselves() {
    let evidence = Evidence {
        user_agent: CHROME,
        ..Evidence::default()
    };
    for (is_head, purpose, expect) in [
        (false, "", None),
        (true, "", Some(MachineReason::HeadRequest)),
        (false, "prefetch", Some(MachineReason::Prefetch)),
        (false, "prefetch;prerender", Some(MachineReason::Prefetch)),
        (false, "Preview", Some(MachineReason::Prefetch)),
        (false, "navigate", None),
    ] {
        let evidence = Evidence {
            is_head,
            purpose,
            ..evidence
        };
        assert_eq!(reason(&evidence), expect, "{evidence:?}");
    }
}

#[test]
fn an_agent_of_any_length_is_read() {
    assert_eq!(of(&"é".repeat(100_000)), None);
    assert_eq!(
        of(&format!("curl/{}", "ü".repeat(600))),
        Some(MachineReason::AutomatedAgent)
    );
}

/// Clicks as (link, time), and which of them are a person's in the end.
fn check(clicks: &[(u64, i64)], people: &[usize]) {
    let (mut pace, mut left) = (Pace::default(), Vec::new());
    for (index, (link, at)) in clicks.iter().enumerate() {
        if pace.is_burst(*link, *at) {
            let back: Vec<usize> = pace.take_back().collect();
            left.retain(|index| !back.contains(index));
        } else {
            pace.taken_for_person(*link, *at, index);
            left.push(index);
        }
    }
    assert_eq!(left, people, "{clicks:?}");
}

#[test]
fn many_links_within_seconds_are_a_burst_from_the_first() {
    check(&[(1, 0)], &[0]);
    check(&[(1, 0), (2, 100)], &[0, 1]);
    check(&[(1, 0), (2, 100), (3, 200)], &[]);
    check(&[(1, 0), (2, 0), (3, 0), (4, 2_000), (1, 4_900)], &[]);
    check(
        &[(1, 0), (1, 10), (1, 20), (1, 30), (1, 40)],
        &[0, 1, 2, 3, 4],
    );
    // The first is too long ago to be part of it.
    check(&[(1, 0), (2, 2_000), (3, BURST_MS + 1)], &[0, 1, 2]);
    // After the scanner comes the reader.
    check(
        &[(1, 0), (2, 10), (3, 20), (2, 60_000), (3, 65_000)],
        &[3, 4],
    );
    // A reader, and the scanner of a mail that was passed on.
    check(&[(1, 0), (1, 60_000), (2, 60_010), (3, 60_020)], &[0]);
}

#[test]
fn what_is_over_can_be_forgotten() {
    let mut pace = Pace::default();
    assert!(!pace.is_burst(1, 0));
    pace.taken_for_person(1, 0, ());
    assert!(!pace.is_over(BURST_MS));
    assert!(pace.is_over(BURST_MS + 1));
    assert!(!pace.is_burst(2, 10));
    pace.taken_for_person(2, 10, ());
    assert!(pace.is_burst(3, 20));
    assert!(!pace.is_over(20 + BURST_MS));
    assert!(pace.is_over(21 + BURST_MS));
}
