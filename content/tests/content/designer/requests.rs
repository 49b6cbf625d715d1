//! What is said to the writer of a mail stays there, and where it is not sure what a mail is about, its author speaks alone.

use postrider_content::designer::design;
use postrider_content::sketch::{Item, Sketch};

use super::sketches::{brief_of, shown};

pub fn text(prompt: &str) -> String {
    let sketch = design(&brief_of(prompt)).sketch;
    let mut lines = shown(&sketch);
    lines.push(sketch.subject.clone());
    lines.push(sketch.preview_text.clone());
    lines.join("\n")
}

pub fn label(sketch: &Sketch) -> Option<&str> {
    sketch.items.iter().find_map(|item| match item {
        Item::Button { label, .. } => Some(label.as_str()),
        _ => None,
    })
}

/// A request, what the mail says, and what only its writer hears.
const REQUESTS: [(&str, &[&str], &[&str]); 52] = [
    (
        "Could you draft a polite reminder that rent is due on the first of the month and that late payments carry a £25 fee?",
        &[
            "Rent is due on the first of the month",
            "late payments carry a £25 fee",
        ],
        &["draft", "polite", "fee?"],
    ),
    (
        "Could you prepare a storm warning email: the harbour festival on Saturday is postponed to the following Saturday, tickets stay valid.",
        &[
            "is postponed to the following Saturday",
            "Tickets stay valid.",
        ],
        &["storm warning", "invited", "Join us"],
    ),
    (
        "I'd like an email for people whose credit card expires this month asking them to update their payment details before the 28th.",
        &[
            "Your credit card expires this month",
            "Please update your payment details before the 28th.",
        ],
        &["I'd like", "people whose"],
    ),
    (
        "Write a friendly email to freelancers on our platform that payouts will now be weekly instead of monthly, starting in April.",
        &["Payouts will now be weekly instead of monthly"],
        &["friendly", "our platform"],
    ),
    (
        "Please write an email to students who have not yet returned their library books. Books are due before the end of term on 18 June.",
        &["You have not yet returned your library books.", "18 June"],
        &["students", "their library"],
    ),
    (
        "Write an apology to everyone who received the wrong size T-shirt. We'll send the right one at no cost and they can keep the wrong one.",
        &[
            "We are sorry",
            "You received the wrong size T-shirt.",
            "you can keep the wrong one",
        ],
        &["apology", "right version"],
    ),
    (
        "I need an email inviting parents to the spring concert on Friday 24 April at 6pm in the main hall. Entry is free, donations welcome.",
        &[
            "pring concert",
            "24 April at 6pm",
            "main hall",
            "Entry is free",
        ],
        &["I need", "inviting"],
    ),
    (
        "I would like to invite our club members to the annual general meeting on 9 November, 7:30 pm. Agenda: accounts, election of treasurer, new kit.",
        &[
            "nnual general meeting",
            "9 November, 7:30 pm",
            "Election of treasurer",
        ],
        &["I would like", "our club members"],
    ),
    (
        "Can you write an email congratulating customers on their one-year anniversary with us and giving them a free month?",
        &[
            "Congratulations on your one-year anniversary with us",
            "You get a free month.",
        ],
        &["congratulating", "giving"],
    ),
    (
        "Could you write an email to volunteers thanking them for last Saturday's beach clean? 84 people collected 310 kg of rubbish.",
        &["Thank you for last Saturday's beach clean", "310 kg"],
        &["Help wanted", "We need you", "thanking"],
    ),
    (
        "We'd like to let our patients know that Dr. Patel is retiring at the end of June and Dr. Okafor is taking over her list.",
        &[
            "Dr. Patel is retiring at the end of June",
            "Dr. Okafor is taking over her list.",
        ],
        &["We'd like", "our patients"],
    ),
    (
        "I need a password reset email, link valid for one hour.",
        &["valid for one hour"],
        &["I need"],
    ),
    (
        "Könntest du eine Mail an unsere Mieter schreiben, dass am 12. Mai von 8 bis 12 Uhr das Wasser abgestellt wird?",
        &["Am 12. Mai wird von 8 bis 12 Uhr das Wasser abgestellt."],
        &["Könntest", "Mieter"],
    ),
    (
        "Schreib bitte unseren Kunden, dass die Werkstatt bis 6. Januar geschlossen ist und Notfälle unter 0171 5550199 erreichbar sind",
        &[
            "Die Werkstatt ist bis 6. Januar geschlossen",
            "Notfälle sind unter 0171 5550199 erreichbar.",
        ],
        &["dass", "Schreib"],
    ),
    (
        "Peux-tu écrire à nos clients que nos tarifs augmentent de 4 % au 1er février, sauf pour les abonnements en cours",
        &["Nos tarifs augmentent de 4 % au 1er février", "sauf pour"],
        &["Peux-tu", "nos clients"],
    ),
    (
        "Escribe a los voluntarios para darles las gracias por la recogida de alimentos: 2.300 kilos en un solo fin de semana",
        &["Gracias por la recogida de alimentos: 2.300 kilos"],
        &["Escribe", "voluntarios"],
    ),
    (
        "Descontaremos tres euros a todos los afectados, sin que tengan que pedirlo.",
        &["sin que tengan que pedirlo"],
        &[],
    ),
    (
        "Please tell our tenants at Larch Court that the lift will be out of service on Tuesday 1 December.",
        &["The lift will be out of service on Tuesday 1 December"],
        &["tenants", "Court that"],
    ),
    (
        "Please apologise to everyone who got their veg box late last week; the van broke down",
        &[
            "We are sorry that you got your veg box late last week",
            "The van broke down.",
        ],
        &["apologise"],
    ),
    (
        "Write to our donors and ask if they would give again before 31 December; every pound is matched.",
        &[
            "Would you give again before 31 December?",
            "Every pound is matched.",
        ],
        &["donors", ";"],
    ),
    (
        "We raised £12,480 for the minibus! Thank everyone who ran, baked or gave.",
        &["Thank you to everyone who ran, baked or gave."],
        &[],
    ),
    (
        "reminder rent is due on the 1st, late fee of $50 after the 5th",
        &["Rent is due on the 1st", "late fee of $50"],
        &["reminder rent"],
    ),
    (
        "Event: Lantern Walk. Date: 12 December, 5pm. Place: Millpond car park. CTA: Reserve a lantern https://lanterns.example",
        &["Lantern Walk", "Millpond car park", "Reserve a lantern"],
        &["Event:", "CTA"],
    ),
    (
        "Campaign: Plant Fair | Audience: past visitors | Date: 24 April | Tickets: £8 | CTA: Book tickets https://plants.example",
        &["Plant Fair", "24 April", "£8", "Book tickets"],
        &["past visitors", "|"],
    ),
    (
        "Today we are launching Shared Inboxes for every team on the Pro plan. Starter customers can try it free until 31 January.",
        &["on the Pro plan", "Starter customers can try it free"],
        &["Starter you"],
    ),
    (
        "Order #48213 has shipped with DHL. Track it at https://track.example/48213.",
        &["Order #48213 has shipped with DHL", "Track it"],
        &["Your code", "Order now"],
    ),
    (
        "Bitte schreibe eine Einladung zum Sommerfest der Kita am 21. Juni ab 15 Uhr. Jede Familie bringt einen Kuchen mit.",
        &["Sommerfest der Kita", "21. Juni ab 15 Uhr", "Kuchen"],
        &["schreibe"],
    ),
    (
        "Pouvez-vous écrire un mail pour inviter nos clients à la dégustation de vin du samedi 16 novembre à 18h ? Entrée libre.",
        &[
            "dégustation de vin du samedi 16 novembre à 18h",
            "Entrée libre",
        ],
        &["Pouvez-vous", "nos clients", "18h?", "18h ?"],
    ),
    (
        "Por favor escribe un correo para recordar a los pacientes su cita con el dentista mañana a las 10:30.",
        &["cita con el dentista mañana a las 10:30"],
        &["Por favor", "pacientes"],
    ),
    (
        "tell customers who bought the Kestrel bike light to stop charging it, the battery can overheat",
        &[
            "You bought the Kestrel bike light.",
            "Please stop charging it.",
            "The battery can overheat.",
        ],
        &["customers"],
    ),
    (
        "Please write two short paragraphs for our translators' network: the yearly rate survey is open until 20 November.",
        &["The yearly rate survey is open until 20 November"],
        &["paragraphs", "network"],
    ),
    (
        "Bonjour, je voudrais prévenir nos adhérents que le cours de yoga change de salle le 8 janvier.",
        &["Le cours de yoga change de salle le 8 janvier"],
        &["prévenir", "adhérents"],
    ),
    (
        "Names and email addresses of about 400 customers were in it, but no passwords. You can reply to the mail.",
        &[
            "Names and email addresses of about 400 customers were in it, but no passwords",
            "reply to the mail",
        ],
        &[],
    ),
    (
        "The gallery reopens on Friday. Please keep it friendly and short.",
        &["The gallery reopens on Friday"],
        &["friendly", "and short"],
    ),
    (
        "Are you ready for summer, London? The pools open on Saturday.",
        &["Are you ready for summer, London?"],
        &["summer. London"],
    ),
    (
        "Event: Open day. Date: 3 May. Place: Mill. Link: {{ trackingUrl }}",
        &["Open day", "3 May", "Mill"],
        &["Link trackingUrl", "Link {{"],
    ),
    (
        "Your phone died? 20% off all repairs this week, and bring your friends.",
        &["20% off all repairs", "Shop now"],
        &[],
    ),
    (
        "hey can you write something nice to customers who have not ordered since summer? maybe tell them we have new teas from nepal",
        &["We have new teas from nepal"],
        &["maybe", "tell", "Welcome", "joined", "something"],
    ),
    (
        "Subject: Your parking permit\nBody: permits for 2027 can be picked up at the office from Monday. Old ones are void after 31 December.",
        &[
            "Permits for 2027 can be picked up at the office from Monday.",
            "Old ones are void after 31 December.",
        ],
        &["Body"],
    ),
    (
        "invoice reminder for clients whose invoice is 14 days overdue, friendly but firm, link https://example.com/pay",
        &["Your invoice is 14 days overdue"],
        &["firm", "clients"],
    ),
    (
        "Rédige un message pour prévenir nos clients que la boutique ferme à 16 h le 24 décembre",
        &["La boutique ferme à 16 h le 24 décembre"],
        &["prévenir", "clients"],
    ),
    (
        "Redacta un correo para los socios: el gimnasio abre los domingos de 9 a 14 desde el 1 de abril",
        &["El gimnasio abre los domingos de 9 a 14 desde el 1 de abril"],
        &["redacta", "socios"],
    ),
    (
        "write a thank you to the 312 people who gave blood last saturday, next date is 9 may",
        &[
            "312 people who gave blood last Saturday",
            "ext date is 9 May",
        ],
        &["write"],
    ),
    (
        "Make the usual thing for the committee, next meeting is on 9 May at 18:30",
        &["Next meeting is on 9 May at 18:30"],
        &["usual thing"],
    ),
    (
        "Launch email for our new oat milk \"Haver\". No sugar, made in Leeds, 1 litre for £1.95. In shops from 2 June.",
        &["Haver", "1 litre for £1.95", "In shops from 2 June"],
        &["Launch for", "launch email"],
    ),
    (
        "Write a short note to volunteers: the river clean-up moves to Sunday 9am because of the storm, meet at the boathouse, bring gloves",
        &["The river clean-up moves to Sunday 9am", "bring gloves"],
        &["A message from", "volunteers"],
    ),
    (
        "Send a warm welcome to new subscribers of our bread letter, every other Thursday, recipes and nothing else",
        &["Every other Thursday, recipes and nothing else"],
        &["warm welcome to new", "send a"],
    ),
    (
        "ask our beta testers which of the three logos they like best, survey at https://example.com/logos, closes Friday",
        &["Please tell us which of the three logos you like best"],
        &["testers", "Join the test"],
    ),
    (
        "A short and sincere apology to customers who got two confirmation emails yesterday, nothing was charged twice",
        &[
            "You got two confirmation emails yesterday",
            "Nothing was charged twice",
            "We are sorry",
        ],
        &["sincere", "customers"],
    ),
    (
        "Write something for the people on the waiting list: 6 new allotment plots are free in April, first come first served, reply to this mail",
        &[
            "6 new allotment plots are free in April",
            "First come first served",
        ],
        &["A message for you", "waiting list"],
    ),
    // What is asked of readers stays with them.
    (
        "Please move your cars by Sunday night. Stop using the lift and ask for a key.",
        &["Please move your cars by Sunday night", "and ask for a key"],
        &["We would like to ask"],
    ),
    (
        "The kitten you sponsored has a home! Thanks to your £15 a month, Biscuit was adopted on Friday.",
        &["Thanks to your £15 a month, Biscuit was adopted on Friday."],
        &["Thank you to your"],
    ),
];

#[test]
fn a_request_is_never_sent_to_readers() {
    let mut found = Vec::new();
    for (prompt, says, says_not) in REQUESTS {
        let text = text(prompt).to_lowercase();
        let missing = says
            .iter()
            .filter(|said| !text.contains(&said.to_lowercase()));
        found.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let there = says_not
            .iter()
            .filter(|said| text.contains(&said.to_lowercase()));
        found.extend(there.map(|said| format!("says {said} <- {prompt}: {text}")));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

/// A word in each sounds like another kind of mail.
const DOUBTFUL: [(&str, &str); 9] = [
    ("no class on monday bank holiday", "invited"),
    (
        "The app lets you scan receipts and keeps them for your tax return.",
        "payment",
    ),
    ("game delayed to spring, we need more time, sorry", "order"),
    (
        "Dear parents, head lice have been reported in Year 2. Treatment is available from any pharmacy.",
        "new",
    ),
    (
        "school photo day is tuesday 14 october, uniform please, order forms go home friday",
        "season",
    ),
    (
        "Last night someone tried to log in to our systems. We have reset all passwords as a precaution.",
        "ignore",
    ),
    (
        "This is the last call for early bird tickets. They are €199 until Friday and €299 after.",
        "when",
    ),
    (
        "Our library stays open until 9pm on Thursdays from now on. Bring a friend.",
        "invited",
    ),
    (
        "Our founder Marta passed away on Sunday. The shop stays closed this week.",
        "plan ahead",
    ),
];

#[test]
fn where_it_is_not_sure_what_a_mail_is_about_its_author_speaks_alone() {
    for (prompt, never) in DOUBTFUL {
        let text = text(prompt);
        let words = text.split(|c: char| !c.is_alphanumeric() && c != ' ');
        let said = words.map(str::to_lowercase).any(|line| {
            let mut words = line.split(' ');
            line.contains(never) && (never.contains(' ') || words.any(|word| word == never))
        });
        assert!(!said, "{prompt}: {text}");
    }
}

#[test]
fn what_the_author_writes_on_a_button_stands_on_it() {
    for (prompt, wanted) in [
        (
            "Event: Founder breakfast\nDate: 6 March, 8:30\nCTA: Save my seat",
            "Save my seat",
        ),
        (
            "Event: Founder breakfast\nDate: 6 March\nButton: Save my seat https://tidely.example/seat",
            "Save my seat",
        ),
        (
            "Evento: Noche de juegos\nFecha: viernes 13 de junio, 20:00\nBotón: Reservar plaza",
            "Reservar plaza",
        ),
        (
            "Veranstaltung: Lesung mit Gästen\nDatum: 18. Oktober\nButton: Platz reservieren",
            "Platz reservieren",
        ),
        (
            "pub quiz thursday 8pm, teams of up to 6, book a table",
            "Book now",
        ),
    ] {
        let sketch = design(&brief_of(prompt)).sketch;
        assert_eq!(label(&sketch), Some(wanted), "{prompt}");
        let shown = shown(&sketch).join("\n");
        let rows = sketch.items.iter().any(|item| {
            matches!(item, Item::Facts { rows } if rows.iter().any(|row| row.value.contains(wanted)))
        });
        assert!(!rows, "{shown}");
    }
}

#[test]
fn a_salutation_stands_on_a_line_of_its_own() {
    let prompt = "Dear neighbours, our summer fair is on Saturday 12 July. There will be cake. Children are free.";
    let sketch = design(&brief_of(prompt)).sketch;
    let lead = sketch.lead.unwrap_or_default();
    assert!(lead.starts_with("Dear neighbours,"), "{lead}");
    assert!(!lead.starts_with("Dear neighbours, "), "{lead}");
}
