//! How what the designer writes reads: headlines that end, sentences that are some, nothing that was said to the writer.

use postrider_content::designer::{Designed, design};
use postrider_content::sketch::Item;

use super::sketches::{brief_of, complaints, shown};

/// Words on which no line ends.
const STOPS: &str = "a an the our your their my to of for with and or but from at in on by is are was will be has have der die das ein eine und mit von für le la les un une des de du et avec pour el los las una y con para";

fn ends_in_the_middle(line: &str) -> bool {
    let last = line.split_whitespace().next_back().unwrap_or_default();
    let small = last.to_lowercase();
    let verb = ["go on", "goes on", "join in"]
        .iter()
        .any(|verb| line.ends_with(verb));
    let stops = STOPS.split(' ').any(|stop| stop == small) && !verb;
    stops || line.ends_with([',', ':', '-', '–'])
}

/// A paragraph that holds a sentence which says nothing: `Register.`
fn stumps(designed: &Designed) -> Vec<String> {
    let texts = designed.sketch.items.iter().filter_map(|item| match item {
        Item::Text { text } => Some(text.as_str()),
        _ => None,
    });
    let texts = texts.chain(designed.sketch.lead.as_deref());
    let sentences = texts.flat_map(|text| text.split_inclusive(". "));
    let short = |sentence: &&str| {
        let words = sentence.split_whitespace().count();
        let number = sentence.contains(|c: char| c.is_ascii_digit() || c == '{');
        let whole = ["Thank you.", "Welcome!", "Happy birthday!"].contains(&sentence.trim());
        sentence.trim_end().ends_with('.') && words == 1 && !number && !whole
    };
    sentences.filter(short).map(str::to_owned).collect()
}

fn wrong(designed: &Designed) -> Vec<String> {
    let sketch = &designed.sketch;
    let lines = [&sketch.headline, &sketch.subject];
    let halves = lines
        .into_iter()
        .filter(|line| ends_in_the_middle(line))
        .map(|line| format!("ends in the middle: {line}"));
    let stumps = stumps(designed);
    let stumps = stumps.iter().map(|stump| format!("says nothing: {stump}"));
    halves.chain(stumps).collect()
}

#[test]
fn no_line_ends_in_the_middle_and_no_sentence_says_nothing() {
    let found = complaints(|_, designed| wrong(designed));
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
    // What cannot fail proves nothing.
    assert!(ends_in_the_middle("It is time for a"));
    assert!(!ends_in_the_middle("It is time for a service"));
}

/// Prompts that once made one wince, and what a mail of each says and does not say.
const SAID: [(&str, &[&str], &[&str]); 27] = [
    (
        "Our bakery dog Biscuit turned 10! everyone who brings their dog on Saturday gets a free puppy cookie",
        &["Everyone who brings their dog on Saturday"],
        &["your dog"],
    ),
    (
        "Write to members who rented a canoe in May: the river is open again. 10% off until 3 July with code PADDLE.",
        &["The river is open again", "PADDLE"],
        &["nearly over"],
    ),
    (
        "Fees rise on 1 March: adults from $40 to $44, children from $20 to $22. Families pay what they paid before.",
        &["Fees rise on 1 March", "children from $20 to $22"],
        &["adults from $40 to $44, children\n"],
    ),
    (
        "invite beta testers for our tide table app, 30 places",
        &["Be one of the first to try our tide table app", "30 places"],
        &["Invite beta"],
    ),
    (
        "abandoned basket, they left a lamp, offer free delivery",
        &["You left a lamp.", "free delivery"],
        &["offer free delivery, ", ", offer"],
    ),
    (
        "we printed the wrong date in the flyer. correct date is 9 May. right link is https://fair.example/9",
        &["9 May", "Open the right link"],
        &["right link is"],
    ),
    (
        "Free talk: How to keep bees. Monday 6pm. Book: https://hive.example/t",
        &["Free talk: How to keep bees", "Book now"],
        &["Book."],
    ),
    (
        "we need a night porter, apply by answering to this mail",
        &["by answering to this mail"],
        &["to this."],
    ),
    (
        "Welcome to the Harbour Rowers! Your locker key waits at the desk.",
        &["Welcome to the Harbour Rowers!"],
        &["Welcome to Northwind"],
    ),
    (
        "Willkommen im Ruderverein Alster! Der Schlüssel liegt am Empfang bereit.",
        &["Willkommen im Ruderverein Alster!"],
        &["Willkommen bei Northwind"],
    ),
    (
        "remind people their coffee subscription ships on tuesday, they can change the roast until monday noon",
        &["Your coffee subscription ships on Tuesday"],
        &["Thank you for subscribing", "on the list"],
    ),
    (
        "The Brew 9 kettle has a firmware bug that drains its battery. Version 3.2 fixes it.",
        &["Brew 9", "Version 3.2 fixes it"],
        &["New, and ready to use", "something new"],
    ),
    (
        "last chance to vote for the mural, poll closes sunday at 8pm https://mural.example/vote",
        &["Vote now"],
        &["offer"],
    ),
    (
        "Tell all residents: the gate will be painted between 5 and 9 May.",
        &["The gate will be painted"],
        &["Residents:"],
    ),
    (
        "Registration for the ferry opens on Monday at 8am. Members can register two days earlier.",
        &["Members can register two days earlier"],
        &["You can register two days"],
    ),
    (
        "Invite our clients to a free tax evening on 9 January at 6pm, online.",
        &["online"],
        &[],
    ),
    (
        "our ferry broke down, all tours start at noon instead of 10 this week, super sorry",
        &["Our ferry broke down", "We are very sorry."],
        &["Super."],
    ),
    (
        "The road through the Elm Lane estate will be shut off on 4 March from 9:00 to 14:00 because of repairs",
        &["will be shut off on 4 March"],
        &[],
    ),
    (
        "Unser Hofladen hat ab sofort auch samstags von 8 bis 13 Uhr geöffnet",
        &["von 8 bis 13 Uhr geöffnet"],
        &["von 8\n"],
    ),
    (
        "Abrimos una nueva tienda en la calle Mayor 18 el 2 de mayo.",
        &["calle Mayor 18", "2 de mayo"],
        &["calle r"],
    ),
    (
        "florist: we moved to 9 Hill Lane, ground floor, parking behind the house. hours stay the same",
        &["9 Hill Lane"],
        &["Florist."],
    ),
    (
        "your bag could not be delivered because nobody was home, pick it up at 7 Dock Road until monday",
        &["Pick it up at 7 Dock Road"],
        &["It is there", "has arrived"],
    ),
    (
        "Bitte erinnere alle Mitglieder daran, dass die Karten am 30. Juni ablaufen",
        &["Die Karten laufen am 30. Juni ab"],
        &["Bitte erinnere"],
    ),
    (
        "El museo estará cerrado del 5 al 12 de agosto por vacaciones",
        &["del 5 al 12 de agosto"],
        &["al 12\n"],
    ),
    (
        "Danke an alle, die beim Sommerfest geholfen haben. Wir haben 1.240 Euro für das neue Dach gesammelt.",
        &[
            "Danke an alle, die beim Sommerfest geholfen haben",
            "1.240 Euro",
        ],
        &["Kurz und wichtig"],
    ),
    (
        "our website was hacked, please change your passwords",
        &["Our website was hacked", "Please change your passwords."],
        &["nothing that you need to do"],
    ),
    (
        "Sommerfest am 12. Juli ab 15 Uhr im Stadtpark. Eintritt frei.",
        &["Sommerfest", "12. Juli ab 15 Uhr", "Stadtpark"],
        &["Am 12. Juli"],
    ),
];

#[test]
fn what_made_one_wince_is_said_as_somebody_would_say_it() {
    let mut found = Vec::new();
    for (prompt, says, says_not) in SAID {
        let designed = design(&brief_of(prompt));
        let sketch = &designed.sketch;
        let mut lines = shown(sketch);
        lines.push(sketch.subject.clone());
        let text = lines.join("\n");
        let missing = says.iter().filter(|said| !text.contains(**said));
        found.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let there = says_not.iter().filter(|said| text.contains(**said));
        found.extend(there.map(|said| format!("says {said} <- {prompt}: {text}")));
        let wrong = wrong(&designed).into_iter();
        found.extend(wrong.map(|wrong| format!("{wrong} <- {prompt}")));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// Names in what the author calls a mail, what stands above it, and what is told to its author alone.
const NAMED: [(&str, &str, &str); 7] = [
    ("Write a Diwali greeting.", "Diwali greeting", ""),
    ("Write a Kestrel newsletter.", "Kestrel newsletter", ""),
    ("Kestrel newsletter", "", "Kestrel newsletter"),
    (
        "Please write a short and friendly Ramadan message",
        "Ramadan",
        "",
    ),
    (
        "We need a Riverside newsletter: the ferry is back on 4 May.",
        "The ferry is back on 4 May",
        "Riverside",
    ),
    (
        "Could you draft an NHS reminder that the surgery is closed on 6 May?",
        "The surgery is closed on 6 May",
        "NHS",
    ),
    (
        "Write a polite reminder to Kestrel members that the gate is locked at 8pm.",
        "The gate is locked at 8pm",
        "Kestrel",
    ),
];

#[test]
fn a_name_in_the_name_of_a_mail_is_not_lost() {
    let mut found = Vec::new();
    for (prompt, above, told) in NAMED {
        let designed = design(&brief_of(prompt));
        let sketch = &designed.sketch;
        let (headline, subject) = (&sketch.headline, &sketch.subject);
        let is_named = above.is_empty() || headline == above && subject.contains(above);
        if !is_named || !designed.message.contains(told) {
            let message = &designed.message;
            found.push(format!("{headline} | {subject} | {message} <- {prompt}"));
        }
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn every_name_of_a_prompt_is_in_the_mail_or_told_to_its_author() {
    let found = complaints(|prompt, designed| {
        let seen = [shown(&designed.sketch).join("\n"), designed.message.clone()];
        let seen = seen.join("\n").to_lowercase();
        let sentences = prompt
            .text
            .split(['.', '!', '?', ':', '\n', '-', '"', '“', '(']);
        let inner = sentences.flat_map(|sentence| sentence.split_whitespace().skip(1));
        let names = inner.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()));
        // Small letters behind a capital: other rules hold for codes.
        let is_name = |word: &&str| {
            let mut letters = word.chars();
            letters.next().is_some_and(char::is_uppercase)
                && letters.next().is_some_and(char::is_lowercase)
                && word.chars().all(char::is_alphabetic)
        };
        let lost = names
            .filter(is_name)
            .filter(|name| !seen.contains(&name.to_lowercase()));
        let lost = lost.filter(|_| prompt.lang != "de");
        lost.map(|name| format!("lost {name}")).collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// Of which nothing is known but what they say themselves.
const NOTES: [&str; 3] = [
    "Anna Berg joins us as head gardener on Monday",
    "The keys of the shed hang in the kitchen from now on.",
    "your annual boiler check is due. call 555-0112",
];

#[test]
fn a_note_begins_with_the_words_of_its_author() {
    for prompt in NOTES {
        let sketch = design(&brief_of(prompt)).sketch;
        let first = prompt.split(['.', ',']).next().unwrap();
        let said = sketch.headline.to_lowercase();
        assert_eq!(said, first.to_lowercase(), "{prompt}");
        assert!(sketch.subject.to_lowercase().contains(&said), "{prompt}");
        let lead = sketch.lead.unwrap_or_default();
        let own = prompt
            .to_lowercase()
            .contains(lead.to_lowercase().trim_end_matches('.'));
        assert!(own, "{prompt}: {lead}");
    }
}
