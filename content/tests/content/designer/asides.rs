//! What no pattern knows and a prompt's author still says to the writer alone stands in no mail, and what readers would miss does.

use super::requests::text;

/// A prompt, what its mail says, and what it does not say.
const ASIDES: [(&str, &[&str], &[&str]); 22] = [
    (
        "Price of our honey goes from 7 to 8 euros per jar from 1 June. Whoever orders before that pays the old price. Be honest, no drama.",
        &["goes from 7 to 8 euros", "Whoever orders before that"],
        &["honest", "drama"],
    ),
    (
        "The pool closes at 4 on Friday. Last time people said it was too long. Bring your own towel.",
        &["The pool closes at 4 on Friday", "Bring your own towel."],
        &["too long"],
    ),
    (
        "Start is at 6am (should I say this?), £13.85 an hour, Mill Lane (behind the church).",
        &["£13.85 an hour", "(behind the church)"],
        &["should I"],
    ),
    (
        "bonjour, il me faudrait un mail pour les adhérents, la distribution de jeudi 16 avril est décalée au vendredi 17, même heure",
        &["La distribution de jeudi 16 avril est décalée au vendredi 17"],
        &["faudrait", "Il me"],
    ),
    (
        "The hall is open again from 3 May. Work took six weeks and the floor is new. Signed Ada Lind, Director.",
        &["The hall is open again from 3 May", "Ada Lind, Director"],
        &["Signed"],
    ),
    (
        "Good afternoon. The repair café is on Saturday 9 May from 10 until 1. There is a stairlift, ask for Geoffrey.",
        &["repair café is on Saturday 9 May", "sk for Geoffrey"],
        &["Good afternoon", "We would like to ask you"],
    ),
    (
        "need smth for the starter kit, it has the pan and the lid, together 89 euros. people can mix colours",
        &["You can mix colours."],
        &["people"],
    ),
    (
        "Here is this month's piece:\n\nThe ferry left without me on Monday.\nThere is an owl on the pier who has stopped minding people.",
        &["There is an owl on the pier"],
        &["Here is this month's piece"],
    ),
    (
        "Write a mail for our makerspace: the laser cutter is back from Monday 9 March. I don't want to say who broke it in this one.",
        &["laser cutter is back"],
        &["makerspace", "who broke it"],
    ),
    (
        "It paid for: 2,140 nights, a new boiler (£9,600), and one worker, Kemi, through to October.",
        &["and one worker, Kemi, through to October"],
        &[],
    ),
    (
        "Refunds are possible until 30 April -> https://trike.example/refund",
        &["possible until 30 April"],
        &["->"],
    ),
    (
        "Choir night is on Friday at seven. Keep it short, the kids can come too.",
        &["he kids can come too"],
        &["Keep it short"],
    ),
    (
        "Dear all,\n\nI never thought I would say this: the bakery closes for good on Friday.",
        &["I never thought I would say this"],
        &[],
    ),
    (
        "Concert on Thursday 11 December at 6pm. Mention that Mr Doyle plays the organ himself, he'd never say so.",
        &["Mr Doyle plays the organ himself"],
        &["Mention"],
    ),
    (
        "We taste six ciders on thurs 23 april, book at https://cider.example. my sister makes two of them so a bit of pride is allowed",
        &["Thurs 23 April"],
        &["pride", "two of you"],
    ),
    (
        "Zur Eröffnung gibt es am 1. Juni Kuchen für alle. Bitte nicht zu werblich.",
        &["Kuchen für alle"],
        &["werblich"],
    ),
    (
        "Bonjour, merci d'écrire à nos adhérents que la piscine sera fermée du 6 au 19 juillet pour travaux.",
        &["La piscine sera fermée du 6 au 19 juillet"],
        &["adhérents", "Bonjour"],
    ),
    (
        "Robot, drone and rocket workshop on Saturday at ten.",
        &["Robot, drone and rocket workshop"],
        &[],
    ),
    (
        "La piscina apre lunedì 4 maggio. L'ingresso è libero e gratuito per tutti. Niente cani, per favore.",
        &["L'ingresso è libero", "Niente cani, per favore."],
        &[],
    ),
    (
        "Bassein otkryt s 4 maya. Вход свободный для всех.",
        &["Вход свободный для всех."],
        &[],
    ),
    (
        "Tours at 2 (in English) and 4 (in German) on Sunday. Maya Lind (who founded the shop) leads them.",
        &["(in English)", "(in German)", "(who founded the shop)"],
        &[],
    ),
    (
        "Our news. There are 40 recipes in this one. Bring: a towel :), soap, cups.",
        &["40 recipes in this one"],
        &[],
    ),
];

#[test]
fn asides_stay_with_the_writer_and_nothing_else_does() {
    let mut wrong = Vec::new();
    for (prompt, says, never) in ASIDES {
        let text = text(prompt);
        let missing = says.iter().filter(|said| !text.contains(**said));
        wrong.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let leaked = never.iter().filter(|said| text.contains(**said));
        wrong.extend(leaked.map(|said| format!("leaked {said} <- {prompt}: {text}")));
    }
    assert!(wrong.is_empty(), "{}: {wrong:#?}", wrong.len());
}

/// Characters: a quarter of the longest prompt, since nothing is optimised here. What looked back at all words from each of them
/// took minutes.
const LONG: usize = 2_000;

#[test]
fn prompts_that_go_on_and_on_are_read_at_once() {
    for (first, part) in [
        ("", "a("),
        ("", "„a"),
        ("", "a "),
        ("we ", "a, "),
        ("if ", "we go, "),
        ("", "may "),
        ("", "11 a, "),
        ("we are open, ", "sorry "),
        ("", "super sorry, "),
        ("", "?, "),
        ("", ", "),
        ("", "and "),
        ("they tell ", "them "),
        ("they ", "use their car "),
        ("", "tell members "),
        ("", "keep it short and "),
    ] {
        let prompt = [first, &part.repeat(LONG / part.len())].concat();
        assert!(!text(&prompt).is_empty(), "{part}");
    }
}
