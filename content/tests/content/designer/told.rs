//! What stands in no mail is told to its author: nothing of a prompt gets lost between the two.

use postrider_content::designer::{Designed, design};

use super::sketches::{brief_of, complaints, plain, shown};

fn of(prompt: &str) -> Designed {
    design(&brief_of(prompt))
}

/// All that is read of a mail, in the inbox too.
fn read(designed: &Designed) -> String {
    let sketch = &designed.sketch;
    let mut lines = shown(sketch);
    lines.extend([sketch.subject.clone(), sketch.preview_text.clone()]);
    plain(&lines.join("\n"))
}

/// Words of hurry and of courtesy, and of the request itself, of which nobody needs to be told.
const POLITE: [&str; 9] = [
    "pls", "omg", "can", "could", "you", "please", "ask", "schreib", "mal",
];

#[test]
fn what_is_left_out_of_the_200_mails_is_told() {
    let found = complaints(|prompt, designed| {
        let told = plain(&designed.message);
        let words = prompt.not.iter().flat_map(|not| not.split(' '));
        let words = words.filter(|word| !POLITE.contains(word));
        let untold = words.filter(|word| !told.contains(&plain(word)));
        untold.map(|word| format!("{word} is not told")).collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn no_number_of_the_200_prompts_is_lost_between_mail_and_message() {
    let found = complaints(|prompt, designed| {
        let all = [read(designed), plain(&designed.message)].join("\n");
        let text = plain(&prompt.text);
        let numbers = text.split(|c: char| !c.is_alphanumeric());
        let numbers = numbers.filter(|word| word.contains(|c: char| c.is_ascii_digit()));
        // `1.` before an item of a list says nothing.
        let lost = numbers.filter(|number| number.len() > 1 && !all.contains(*number));
        lost.map(|number| format!("{number} is lost")).collect()
    });
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// A prompt, what its mail says, and what only its author is told.
const TOLD: [(&str, &[&str], &[&str]); 13] = [
    (
        "Write a 100-word email to members: the pool is closed on 3 May.",
        &["The pool is closed on 3 May"],
        &["100-word"],
    ),
    (
        "Write a 2-line reminder that the rent is due on Friday",
        &["rent is due on Friday"],
        &["2-line"],
    ),
    (
        "Type: newsletter #12\nNews: the hall is open again\nDate: 3 May",
        &["3 May"],
        &["#12"],
    ),
    (
        "Type: reminder 7\nType: newsletter 9\nDate: 3 May\nNews: the hall is open again",
        &["3 May"],
        &["reminder 7", "newsletter 9"],
    ),
    (
        "Date: 5 May\nPrice: £20\nVenue: Hall\nDon't mention the price",
        &["5 May", "Hall"],
        &["£20", "Don't mention the price"],
    ),
    (
        "The fete is on 7 July. Bring:\n- a chair\n- £5 for the barn\n- a hat\nDon't mention the barn.",
        &["a chair", "a hat", "7 July"],
        &["£5 for the barn"],
    ),
    (
        "The party starts at 8pm at the barn. Don't mention the bar.",
        &["The party starts at 8pm at the barn"],
        &["Don't mention the bar"],
    ),
    (
        "The hall opens on 3 May. Our supplier was late. Tickets cost £7 each. Please don't mention the price or the supplier.",
        &["The hall opens on 3 May"],
        &["Our supplier was late", "£7"],
    ),
    (
        "The hall opens on 3 May. The delays were long. Don't mention the delay.",
        &["The hall opens on 3 May"],
        &["The delays were long"],
    ),
    (
        "Subject: Save £5 today\nSubject: Last chance\nBody: The sale ends on Friday.",
        &["Last chance", "The sale ends on Friday"],
        &["Save £5 today"],
    ),
    (
        "Button: Book for £3\nButton: Book now\nBody: The tour is on Friday.",
        &["Book now", "The tour is on Friday"],
        &["Book for £3"],
    ),
    (
        "Dear neighbours,\nDear friends,\nthe hall is open again from 3 May.",
        &["Dear friends", "from 3 May"],
        &["Dear neighbours"],
    ),
    (
        "Hi Sam,\nplease write a mail to our members: the hall is open again from 3 May.",
        &["The hall is open again from 3 May"],
        &["Hi Sam"],
    ),
];

#[test]
fn what_only_the_author_is_told_stands_in_no_mail() {
    let mut found = Vec::new();
    for (prompt, says, told) in TOLD {
        let designed = of(prompt);
        let (text, message) = (read(&designed), plain(&designed.message));
        let missing = says.iter().filter(|said| !text.contains(&plain(said)));
        found.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let leaked = told.iter().filter(|said| text.contains(&plain(said)));
        found.extend(leaked.map(|said| format!("leaked {said} <- {prompt}: {text}")));
        let untold = told.iter().filter(|said| !message.contains(&plain(said)));
        found.extend(untold.map(|said| format!("untold {said} <- {prompt}: {message}")));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

#[test]
fn a_button_that_leads_nowhere_is_missed() {
    for (prompt, missed) in [
        ("The pool is closed on Monday 4 May.", true),
        ("20% off all mugs: https://mugs.example", false),
        ("Our founder Marta passed away on Sunday.", false),
        (
            "Body: Our founder Marta passed away on Sunday.\nButton: Sign the book of condolence",
            true,
        ),
    ] {
        let mut brief = brief_of(prompt);
        brief.brand.site = None;
        let warnings = design(&brief).warnings;
        assert_eq!(!warnings.is_empty(), missed, "{prompt}: {warnings:?}");
    }
}
