//! What an author types stands as it was typed: addresses, names, plans, signatures. And no phrase of ours goes against it.

use postrider_content::designer::design;
use postrider_content::sketch::{Item, Sketch};

use super::sketches::{brief_of, shown};

fn of(prompt: &str) -> Sketch {
    design(&brief_of(prompt)).sketch
}

/// All that is read of a mail, in the inbox too.
fn text(sketch: &Sketch) -> String {
    let mut lines = shown(sketch);
    lines.extend([sketch.subject.clone(), sketch.preview_text.clone()]);
    lines.join("\n")
}

fn buttons(sketch: &Sketch) -> Vec<(&str, &str)> {
    let buttons = sketch.items.iter().filter_map(|item| match item {
        Item::Button { label, url } => Some((label.as_str(), url.as_str())),
        _ => None,
    });
    buttons.collect()
}

/// A prompt, and what no mail of it says.
const AGAINST: [(&str, &[&str]); 14] = [
    (
        "the pottery workshop on saturday is called off, teacher is ill, refunds by wednesday",
        &["invited", "love to see", "forward to", "Join us"],
    ),
    (
        "reminder: tomorrows yoga class is cancelled because the heating broke",
        &[
            "See you",
            "forward to",
            "nearly time",
            "see you go",
            "cancellation",
        ],
    ),
    (
        "shop is closed 24 to 26 dec, orders placed then ship on the 28th",
        &[
            "Shop now",
            "Order now",
            "come by",
            "Thank you for your order",
        ],
    ),
    (
        "20% off all mugs, orders arrive by friday 19 december",
        &["mugs by Friday", "mugs, by Friday"],
    ),
    (
        "20% off all planters. our summer fair ends on sunday 7 june at 4pm",
        &["planters, ends", "planters until"],
    ),
    (
        "our 20% sale starts friday and ends sunday",
        &["nearly over", "last chance", "Last chance"],
    ),
    (
        "15% off all seeds, last day is 3 may so be quick",
        &["Take your time", "in peace", "Whenever"],
    ),
    (
        "the hall kitchen is being renovated until march, use the side door",
        &["renew", "subscription", "belong together"],
    ),
    (
        "we forgot the link in yesterdays mail, here it is: https://fern.example/list",
        &["password"],
    ),
    (
        "free trial class on saturday 10am, bring a mat",
        &["trial is", "trial ends"],
    ),
    (
        "applications for the summer school open on 3 may",
        &["find us", "our place", "Come in"],
    ),
    (
        "drop in for a cuppa on thursdays, reduced hours in august",
        &["cheaper", "lower price", "costs less"],
    ),
    (
        "reminder: jumble sale on saturday, doors 10am, all welcome to help",
        &["nearly over", "You have joined", "joining us"],
    ),
    (
        "please confirm your attendance for the AGM by friday",
        &["this address", "ignore it"],
    ),
];

#[test]
fn no_phrase_goes_against_what_the_author_says() {
    let mut found = Vec::new();
    for (prompt, never) in AGAINST {
        let text = text(&of(prompt));
        let said = never.iter().filter(|said| text.contains(**said));
        found.extend(said.map(|said| format!("{said} <- {prompt}: {text}")));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// A prompt, what its subject or headline says, and what neither does.
const ABOVE: [(&str, &str, &str); 8] = [
    (
        "Dear members,\n\nThe pool is closed on Monday for repairs.",
        "The pool is closed on Monday",
        "Dear",
    ),
    (
        "Dear friends of the library,\nwe bought 200 new books with your money.",
        "We bought 200 new books",
        "friends",
    ),
    (
        "The pool is closed on Monday for repairs. Cheers, the team",
        "The pool is closed on Monday",
        "team",
    ),
    (
        "there will be no bin collection on monday 4 may",
        "There will be no bin collection",
        "from Northwind",
    ),
    (
        "This saturday we plant 40 trees in the park.",
        "This Saturday we plant 40 trees",
        "from Northwind",
    ),
    (
        "Until friday the upper car park is shut.",
        "Until Friday the upper car park is shut",
        "from Northwind",
    ),
    (
        "Sorry, the choir does not sing this week.",
        "The choir does not sing this week",
        "from Northwind",
    ),
    (
        "What do you think of the new timetable?",
        "What do you think of the new timetable?",
        "from Northwind",
    ),
];

#[test]
fn what_stands_above_says_the_news() {
    let mut found = Vec::new();
    for (prompt, says, never) in ABOVE {
        let sketch = of(prompt);
        let above = [sketch.headline.as_str(), &sketch.subject];
        let is_said = above.iter().all(|line| line.contains(says));
        if !is_said || above.iter().any(|line| line.contains(never)) {
            found.push(format!("{above:?} <- {prompt}"));
        }
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn a_preview_says_what_the_subject_does_not_and_the_least_last() {
    for (prompt, says) in [
        (
            "The pool is closed on Monday. Reply to this mail if you want your money back. A pipe burst in the changing room and flooded the floor.",
            "A pipe burst",
        ),
        (
            "The pool is closed on Monday. A pipe burst. It is mended by Wednesday, we hope, and the lockers are dry again.",
            "A pipe burst. It is mended by Wednesday",
        ),
    ] {
        let sketch = of(prompt);
        assert!(
            sketch.preview_text.starts_with(says),
            "{}",
            sketch.preview_text
        );
    }
}

#[test]
fn what_happens_when_stands_in_rows_below_a_line_of_its_own() {
    for (prompt, rows) in [
        (
            "lunch club menu this week: Mon: soup, Tue: pie, Wed: curry",
            vec![("Mon", "Soup"), ("Tue", "Pie"), ("Wed", "Curry")],
        ),
        (
            "open morning at the studio on saturday 6 june. 9am yoga, 10am coffee, 11 talk",
            vec![("9am", "Yoga"), ("10am", "Coffee"), ("11", "Talk")],
        ),
        (
            "Half term club is back.\n9:00 games\n12:30 lunch\n1pm den building",
            vec![
                ("9:00", "Games"),
                ("12:30", "Lunch"),
                ("1pm", "Den building"),
            ],
        ),
    ] {
        let sketch = of(prompt);
        let shown = sketch.items.iter().find_map(|item| match item {
            Item::Facts { rows } => Some(rows),
            _ => None,
        });
        let shown = shown.map(|rows| {
            let rows = rows
                .iter()
                .map(|row| (row.label.as_str(), row.value.as_str()));
            rows.collect::<Vec<_>>()
        });
        assert_eq!(shown, Some(rows), "{prompt}: {:?}", sketch.items);
    }
}

#[test]
fn an_address_without_https_is_where_the_button_leads() {
    for (prompt, label, url) in [
        (
            "spring wreath workshop on 4 april, book at fernandfable.example/book",
            "Book now",
            "https://fernandfable.example/book",
        ),
        (
            "The new timetable is out. Download it from www.tram.example.",
            "Download it",
            "https://www.tram.example",
        ),
    ] {
        let sketch = of(prompt);
        assert_eq!(buttons(&sketch), [(label, url)], "{prompt}");
    }
}

#[test]
fn a_mail_is_signed_once_and_as_its_author_did() {
    for (prompt, signature) in [
        (
            "the studio is closed on friday for a wedding. Thanks, Maya from the studio",
            "Thanks,\nMaya from the studio",
        ),
        (
            "Hi all,\nthe studio is closed on friday.\n\nWarm wishes from a cold room,\nsee you soon\nMaya",
            "See you soon\nMaya",
        ),
        (
            "Doors open at seven on Friday. See you there! Jo & Ben",
            "See you there!\nJo & Ben",
        ),
    ] {
        let sketch = of(prompt);
        assert_eq!(sketch.sign_off.as_deref(), Some(signature), "{prompt}");
        let text = text(&sketch);
        let name = signature.lines().last().unwrap();
        assert_eq!(text.matches(name).count(), 1, "{text}");
    }
    let unsigned = of("The studio is closed on Friday. Thanks, everyone").sign_off;
    assert_eq!(
        unsigned.as_deref(),
        Some("Warm regards,\nThe Northwind team")
    );
}

#[test]
fn nobody_is_sent_to_a_site_that_the_author_did_not_name() {
    for (prompt, has_button) in [
        (
            "the keys of the shed hang in the kitchen from now on",
            false,
        ),
        ("Thank you to everyone who baked for the fete.", false),
        ("no class on monday, bank holiday", false),
        ("20% off all mugs until friday", true),
        ("The new timetable is out: https://northwind.example", true),
    ] {
        assert_eq!(!buttons(&of(prompt)).is_empty(), has_button, "{prompt}");
    }
}

/// A prompt, what a mail of it says, and what it does not.
const KEPT: [(&str, &[&str], &[&str]); 10] = [
    (
        "Fern & Fable open a second café on 3 May in Leeds",
        &["Fern & Fable"],
        &["Fern and Fable"],
    ),
    (
        "the pool is closed on monday & we reopen on wednesday",
        &["closed on Monday and we reopen"],
        &["&"],
    ),
    (
        "the builders come on tuesday, they need access to all flats. please let them in",
        &["they need access", "let them in"],
        &["you need access", "let you in"],
    ),
    (
        "Jo and Sam start on monday, they bake rye bread",
        &["they bake rye bread"],
        &["you bake"],
    ),
    (
        "tell customers that their parcel is late and that they get a refund",
        &["Your parcel is late", "you get a refund"],
        &["their parcel", "they get"],
    ),
    (
        "The new café - our pride and joy - opens on 3 May",
        &["The new café - our pride and joy - opens on 3 May"],
        &["Our pride and joy\n"],
    ),
    (
        "The picnic is on Sunday at noon.\n\nPlease bring:\n- a blanket\n- a cup",
        &["Please bring:", "A blanket"],
        &[],
    ),
    (
        "winter boots - just £40 this week, now in all sizes",
        &["just £40", "now in all sizes"],
        &[],
    ),
    (
        "Shop closed on monday for stocktaking, more at https://fern.example/hours",
        &["Shop closed on Monday"],
        &["Shop now"],
    ),
    (
        "Order forms are due on friday, details at https://school.example/photos",
        &["Order forms are due on Friday"],
        &["Order now"],
    ),
];

#[test]
fn what_was_typed_is_kept() {
    let mut found = Vec::new();
    for (prompt, says, says_not) in KEPT {
        let text = text(&of(prompt));
        let missing = says
            .iter()
            .filter(|said| !text.to_lowercase().contains(&said.to_lowercase()));
        found.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let there = says_not.iter().filter(|said| text.contains(**said));
        found.extend(there.map(|said| format!("says {said} <- {prompt}: {text}")));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}
