//! What somebody types who delegates a mail: requests become what readers are told, labels fill the part that they name or
//! steer the writer, and none of it is printed.

use postrider_content::designer::design;
use postrider_content::sketch::Item;

use super::requests::{label, text};
use super::sketches::{brief_of, shown};

/// A prompt, what the mail says, and what only its writer hears.
type Told = (
    &'static str,
    &'static [&'static str],
    &'static [&'static str],
);

fn complain(prompts: &[Told]) {
    let mut found = Vec::new();
    for (prompt, says, says_not) in prompts {
        let text = text(prompt).to_lowercase();
        let has = |said: &&&str| text.contains(&said.to_lowercase());
        let missing = says.iter().filter(|said| !has(said));
        found.extend(missing.map(|said| format!("no {said} <- {prompt}: {text}")));
        let there = says_not.iter().filter(has);
        found.extend(there.map(|said| format!("says {said} <- {prompt}: {text}")));
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}

const DELEGATED: &[Told] = &[
    (
        "Please write to everyone who booked the pottery weekend: the kiln broke, we move it from 14 March to 21 March.",
        &["You booked the pottery weekend.", "14 March to 21 March"],
        &["everyone", "write to"],
    ),
    (
        "ask everyone who bought the tent for a review, takes 2 minutes, they get 10% off their next order",
        &[
            "You bought the tent.",
            "We would like to ask you for a review",
            "10% off your next order",
        ],
        &["Who bought", "their"],
    ),
    (
        "Ask customers who cancelled last month what went wrong. One question, two minutes, they get nothing for it. Be humble.",
        &[
            "Please tell us what went wrong",
            "One question, two minutes",
        ],
        &["Who cancelled", "humble"],
    ),
    (
        "Ankündigung: Unser Repair-Café zieht um. Ab 4. Mai sind wir in der Lindenstraße 8. Öffnungszeiten bleiben gleich, mittwochs 16 bis 20 Uhr.",
        &[
            "Unser Repair-Café zieht um",
            "Ab 4. Mai",
            "mittwochs 16 bis 20 Uhr",
        ],
        &["Ankündigung:"],
    ),
    (
        "We now deliver on Sundays in Leeds and York. Order by Friday 6pm. Delivery costs £3.50, free from £40.",
        &["Delivery costs £3.50, free from £40"],
        &["on us"],
    ),
    (
        "thank our beta testers, the app is live in both stores since today, their feedback fixed 83 bugs. give them lifetime pro for free, they only have to log in before 30 june",
        &["fixed 83 bugs", "30 June"],
        &["like to try it", "nearly ready", "their"],
    ),
    (
        "Heads-up: prices go up 5% on 1 March. existing annual plans keep their price until renewal. say why: hosting costs.",
        &["Existing annual plans keep their price"],
        &["Heads-up"],
    ),
    (
        "Para los socios: el torneo de pádel es el sábado 6 de junio a las 10. Inscripción 12 € hasta el 1 de junio.",
        &["El torneo de pádel es el sábado 6 de junio", "12 €"],
        &["Para los socios"],
    ),
    (
        "I need a note to the people who donated to the roof appeal saying that we reached £48,000 of the £60,000. Warm, not begging. Sign it from Father Brennan.",
        &["£48,000 of the £60,000", "Father Brennan"],
        &["begging"],
    ),
    (
        "Email 2 of 3 in the trial series: day 5, show them how to invite teammates, mention that the trial ends in 9 days",
        &["how to invite teammates", "The trial ends in 9 days"],
        &["2 of 3", "series"],
    ),
    (
        "Tell our regulars the espresso machine is back from repair and the first coffee on Thursday 8 to 10am is on the house.",
        &[
            "The espresso machine is back from repair",
            "is on the house",
        ],
        &["first coffee\n", "regulars"],
    ),
    (
        "Invite past guests to book the farmhouse for autumn: 15% off stays of three nights or more in October, code HARVEST, book at https://farm.example/stay",
        &[
            "15% off stays of three nights or more\n",
            "in October",
            "HARVEST",
        ],
        &["more in\n"],
    ),
    (
        "remind people who left something in their cart that shipping is free over 50 euro this week",
        &["You left something in your cart.", "free over 50 euro"],
        &["their", "remind"],
    ),
    (
        "Event: Open studio | Date: 5 June, 6pm | Place: Hafenstr. 12 | Entry free | bring a friend",
        &["Hafenstr. 12", "Entry free", "Bring a friend"],
        &["|", "Event:"],
    ),
    (
        "can you whip up an email that lets our regulars know we're closed 24-26 dec and back on the 27th, keep it short and friendly",
        &["We're closed 24-26 Dec and back on the 27th"],
        &["whip", "regulars", "keep it"],
    ),
    (
        "Please put together an email for the parents of year 4 about the museum trip on 12 june. mention that lunch is included and remind them to bring a raincoat. no emojis please",
        &[
            "The museum trip is on 12 June",
            "Lunch is included.",
            "Please bring a raincoat.",
        ],
        &["year 4", "put together", "emoji", "mention"],
    ),
    (
        "email to all volunteers: ask them to reply with their t-shirt size by friday, let them know that parking is free, sign it from the whole team",
        &[
            "Please reply with your t-shirt size by Friday",
            "Parking is free.",
            "The whole team",
        ],
        &["let you know", "sign it", "ask you"],
    ),
    (
        "hey, need an email to let people know the waitlist for swim lessons is open, end with a thank you for their patience",
        &[
            "The waitlist for swim lessons is open",
            "Thank you for your patience.",
        ],
        &["need an", "end with", "know the waitlist"],
    ),
    (
        "Tell our bell ringers the tower is closed until 3 march and to bring their own keys",
        &[
            "The tower is closed until 3 March",
            "Please bring your own keys.",
        ],
        &["ringers", "and to bring"],
    ),
    (
        "write a quick email reminding everyone about the AGM on 4 nov at 7pm in the scout hut, there will be cake. Make sure to mention that new members can vote too",
        &[
            "The AGM is on 4 Nov at 7pm in the scout hut",
            "There will be cake.",
            "New members can vote too.",
        ],
        &["make sure", "reminding"],
    ),
    (
        "Could you do an email to thank everyone who came to the fun run and tell them we raised £2,310? keep the tone light, about 100 words",
        &[
            "Thank you to everyone who came to the fun run",
            "We raised £2,310",
        ],
        &["tone light", "100 words", "could you"],
    ),
    (
        "just a short note to our piano students that lessons start again on 9 january, they should bring their red book. don't forget to mention the recital on 20 march",
        &[
            "Lessons start again on 9 January",
            "You should bring your red book.",
            "The recital is on 20 March.",
        ],
        &["forget", "students"],
    ),
    (
        "we'd like people to know that our booking page moved to https://book.example, ask them to update their bookmarks",
        &["Our booking page moved to", "Please update your bookmarks."],
        &["like people", "ask them"],
    ),
    (
        "I want an email that invites our customers to a wine tasting on 5 october at 6pm, tickets £15. Ask them to book online and to tell us about allergies. End with see you there",
        &[
            "wine tasting on 5 October at 6pm",
            "Tickets £15",
            "Please book online and tell us about allergies.",
            "See you there.",
        ],
        &["invites our", "end with", "and to tell"],
    ),
    (
        "Announce to our subscribers that the podcast is back on tuesday with season 3. Don't make it too long. Use emojis. Say that episode one is about bees",
        &[
            "The podcast is back on Tuesday with season 3",
            "Episode one is about bees.",
        ],
        &["to our subscribers", "too long", "emojis"],
    ),
    (
        "quick email pls: delivery days change from tuesday to wednesday from next week. explain that it's because of our new driver. people don't need to do anything",
        &[
            "Delivery days change from Tuesday to Wednesday",
            "You don't need to do anything.",
        ],
        &["quick email", "explain", "people don"],
    ),
    (
        "Remind customers their vouchers expire on 31 march, they can use them in the shop or online. In British English",
        &[
            "Your vouchers expire on 31 March",
            "You can use them in the shop or online.",
        ],
        &["use you", "british"],
    ),
    (
        "Please could you create a newsletter for our gym members that mentions the new opening hours (6am to 10pm), the new spin bikes, and asks them to wipe down the machines. Friendly and upbeat tone please!",
        &[
            "opening hours (6am to 10pm), the new spin bikes",
            "Please wipe down the machines.",
        ],
        &["asks you", "asks them", "mentions", "upbeat"],
    ),
    (
        "Please make sure the email says that dogs are welcome. The fete is on 7 July from 12 to 4 on the green. We'd love people to bring cake.",
        &["Dogs are welcome", "Please bring cake."],
        &["the email", "make sure"],
    ),
    (
        "reminder email: gym membership fees go up 1 jan to £29. give them the option to lock in £25 by paying yearly before 20 dec.",
        &[
            "Gym membership fees go up 1 Jan to £29",
            "You can lock in £25 by paying yearly before 20 Dec.",
        ],
        &["option", "give them", "give you"],
    ),
    (
        "make a mail for our garden helpers: saturday 10am we plant potatoes. also ask who can bring a wheelbarrow. sign it with Love, Petra",
        &[
            "we plant potatoes",
            "Who can bring a wheelbarrow?",
            "Love,\nPetra",
        ],
        &["also ask", "helpers", "sign it"],
    ),
    (
        "keep it short, 20% off all mugs until friday. tell people what the code is: MUGS20",
        &["20% off all mugs", "MUGS20"],
        &["keep it", "tell people"],
    ),
    (
        "We're a small dog groomer. from 1 june a full groom costs £45. link to the price list https://groom.example/prices",
        &["From 1 June a full groom costs £45"],
        &["link to"],
    ),
    (
        "Hiya, could you knock up a quick mail for the parents? Sports day moved to thursday 19 june bc of rain. keep it upbeat!",
        &["Sports day moved to Thursday 19 June because of rain"],
        &["knock", "hiya", "upbeat"],
    ),
    (
        "Could we get an email out to families who have not paid the trip deposit (£20) yet, it was due on friday. gentle tone please",
        &[
            "You have not paid the trip deposit (£20) yet.",
            "It was due on Friday.",
        ],
        &["could we", "families", "gentle"],
    ),
    (
        "can we have a mail going to all volunteers thanking them for the litter pick, 64 bags collected. tell them the next one is on 8 march",
        &[
            "Thank you for the litter pick, 64 bags collected",
            "The next one is on 8 March.",
        ],
        &["can we", "going to"],
    ),
    (
        "Could you please write to members whose membership expires this month? They can renew for £30 until the 28th and keep their locker.",
        &[
            "Your membership expires this month",
            "You can renew for £30 until the 28th and keep your locker.",
        ],
        &["whose", "their"],
    ),
    (
        "Just let them know their appointment is on tuesday at 3pm and to arrive 10 minutes early",
        &[
            "Your appointment is on Tuesday at 3pm",
            "Please arrive 10 minutes early.",
        ],
        &["let you", "and to"],
    ),
    (
        "ok so we got the van back from the garage, deliveries start again monday. pls write that to our customers and say sorry for the wait. nothing long",
        &[
            "We got the van back from the garage",
            "We are sorry for the wait.",
        ],
        &["write that", "nothing long", "say sorry"],
    ),
    (
        "need a promo mail for our spring range, 15% off till sunday w code SPRING15. shout about the new linen shirts. add a line about the new swimwear",
        &[
            "Our spring range, 15% off till Sunday",
            "New linen shirts.",
            "New swimwear.",
        ],
        &["shout", "add a line", "promo mail"],
    ),
    (
        "short email, friendly, to everyone who booked the kayak tour: meet at the jetty at 9, tell them to arrive 15 min early. keep it plain but lively, no big deal tone",
        &["Meet at the jetty at 9", "Please arrive 15 min early."],
        &["friendly", "keep it", "big deal", "everyone who"],
    ),
    (
        "mail to all pupils in year 11: exam timetable is out. tell them not to panic and to check their room numbers",
        &[
            "Exam timetable is out",
            "Please do not panic and check your room numbers.",
        ],
        &["year 11", "pupils"],
    ),
    // What is said to readers stays with them.
    (
        "Please tell your friends. The offer ends on 30 April. Sign it by Friday.",
        &[
            "tell your friends",
            "offer ends on 30 April",
            "Sign it by Friday.",
        ],
        &[],
    ),
    (
        "The subject of the talk is bees. Our new button factory opens on 3 May. T-shirts come in small, medium and large.",
        &[
            "The subject of the talk is bees",
            "button factory",
            "small, medium and large",
        ],
        &[],
    ),
    (
        "Mention this email at the till for 10% off. Include your name. Say hello to Biscuit. Tell everyone you know.",
        &[
            "Mention this email at the till for 10% off",
            "Include your name.",
            "Say hello to Biscuit.",
            "Tell everyone you know.",
        ],
        &[],
    ),
    (
        "Subject to weather, we start at 9. Keep it in the fridge. Keep this email for your records. Simple to make, lovely to eat.",
        &[
            "Subject to weather, we start at 9",
            "Keep it in the fridge.",
            "Keep this email for your records.",
            "Simple to make",
        ],
        &[],
    ),
    (
        "Announce our new club called Night Owls. We open a bakery named Ember on 3 May, which is a small one.",
        &["Night Owls", "a bakery named Ember on 3 May"],
        &["announce"],
    ),
    (
        "Remember to bring your boots. Don't forget to lock the gate. Make sure you close the door.",
        &[
            "Remember to bring your boots",
            "Don't forget to lock the gate",
            "Make sure you close the door",
        ],
        &[],
    ),
];

#[test]
fn what_a_writer_is_asked_to_tell_is_told_to_readers() {
    complain(DELEGATED);
}

const BRIEFS: &[Told] = &[
    (
        "Brand is Fern & Fable; Audience: plant lovers; Offer: 20% off all ferns until 9 May; Code: FERN20; Button: Shop ferns",
        &["20% off all ferns until 9 May", "FERN20", "Shop ferns"],
        &["fable", "plant lovers", "button", "audience"],
    ),
    (
        "App called Tidepool. New feature: shared tide charts. Tone: upbeat. CTA - Try it out",
        &["shared tide charts", "Try it out"],
        &["app called", "upbeat", "CTA"],
    ),
    (
        "Company - Larkspur Yoga\nTopic - new saturday class 9am\nLength - max 80 words\nCTA - Book your mat",
        &["New Saturday class 9am", "Book your mat"],
        &["larkspur", "80 words", "company -", "length"],
    ),
    (
        "Shop name: The Button Box. Date: 28 Oct; Place: 5 Mill Lane; Price: £6. Length: short",
        &["28 Oct", "5 Mill Lane", "£6"],
        &["shop name", "length", "Oct; Place"],
    ),
    (
        "Audience - trial users / Goal - upgrade / Offer - 30% off the first year / Code - GROW30 / CTA - Upgrade now / Tone - helpful",
        &["30% off the first year", "GROW30", "Upgrade now"],
        &["trial users", "goal", "helpful", "/ "],
    ),
    (
        "Format: newsletter, Tone: casual, Audience: dog owners, Date: Sat 8 June, Place: Elm Park, What: dog show, Entry: £3 per dog, Button text: Enter your dog",
        &[
            "Sat 8 June",
            "Elm Park",
            "dog show",
            "£3 per dog",
            "Enter your dog",
        ],
        &["casual", "dog owners", "format:"],
    ),
    (
        "Announcement email. Company: Brightwater Pools. Audience: season ticket holders. Key message: the outdoor pool opens on 4 May. Mention: lockers take £1 coins. Tone: cheerful",
        &["The outdoor pool opens on 4 May", "Lockers take £1 coins."],
        &[
            "brightwater",
            "ticket holders",
            "key message",
            "mention:",
            "cheerful",
        ],
    ),
    (
        "charity: Harbour Hounds. goal: get donations for vet bills. 3 dogs need surgery this month, £900 in total. button = Donate. sign-off: the Harbour Hounds team",
        &[
            "3 dogs need surgery this month",
            "£900",
            "Donate",
            "Warm regards,\nThe Harbour Hounds team",
        ],
        &["charity:", "goal", "button"],
    ),
    (
        "TONE: warm. AUDIENCE: new subscribers. DETAILS: free delivery on first orders; gift wrap for £2. CTA: reply to this email with the name of your dog and its age by Friday",
        &[
            "Free delivery on first orders",
            "Gift wrap for £2",
            "Reply to this email with the name of your dog",
        ],
        &["tone:", "new subscribers", "CTA"],
    ),
    (
        "Newsletter for Hillside Primary. Items: sports day 12 July; book fair 3-7 July; summer fair 15 July. PS: lost property goes to charity on 20 July",
        &[
            "Book fair 3-7 July",
            "PS: Lost property goes to charity on 20 July.",
        ],
        &["Newsletter for", "Items:"],
    ),
    (
        "client: Bluebird Florist | campaign: Mother's Day | offer: free delivery | order by: 26 March | style: elegant | button text: Order flowers",
        &["Mother's Day", "free delivery", "26 March", "Order flowers"],
        &["bluebird", "elegant", "|", "button text"],
    ),
    // A label is one where it steers the writer.
    (
        "Walk: Harbour loop\nLength: 5 km\nFor: beginners and families with dogs\nShop: closed on Monday",
        &["5 km", "beginners", "Closed on Monday"],
        &[],
    ),
    (
        "From Monday the gate is locked at 8pm. Contact: 555-0188.",
        &["The gate is locked at 8pm", "555-0188"],
        &[],
    ),
];

#[test]
fn labels_of_a_brief_are_obeyed_and_not_printed() {
    complain(BRIEFS);
}

#[test]
fn what_names_a_part_of_the_mail_fills_it() {
    for (prompt, subject, headline, button) in [
        (
            "Subject: We're moving / Headline: New home for the studio / Text: From 1 March we are at 8 Quay Street. / Button: See the map",
            "We're moving",
            "New home for the studio",
            "See the map",
        ),
        (
            "Write an email. Subject line: \"Doors open Friday\". Headline: The gallery reopens. Body: We reopen on Friday 3 May at 10am. CTA: Plan your visit.",
            "Doors open Friday",
            "The gallery reopens",
            "Plan your visit",
        ),
        (
            "use the subject line \"Your table is waiting\" and tell people our tasting menu is back on thursdays. headline: Thursdays taste better. add a Book a table button",
            "Your table is waiting",
            "Thursdays taste better",
            "Book a table",
        ),
        (
            "Please do an email that asks our readers to fill in the survey (5 minutes). The subject should be \"Got 5 minutes?\". The button should say Take the survey",
            "Got 5 minutes?",
            "Got 5 minutes?",
            "Take the survey",
        ),
        (
            "draft an email announcing our summer menu, title: Summer on a plate, add a button that says See the menu, nothing too salesy",
            "Summer on a plate",
            "Summer on a plate",
            "See the menu",
        ),
    ] {
        let sketch = design(&brief_of(prompt)).sketch;
        assert_eq!(sketch.subject, subject, "{prompt}");
        assert_eq!(sketch.headline, headline, "{prompt}");
        assert_eq!(label(&sketch), Some(button), "{prompt}");
        let labels = ["button", "subject", "headline", "salesy"];
        let shown = shown(&sketch).join("\n").to_lowercase();
        let printed = labels.iter().find(|label| shown.contains(**label));
        assert_eq!(printed, None, "{prompt}: {shown}");
    }
}

#[test]
fn the_author_has_the_first_word_in_the_inbox_and_the_last_in_the_mail() {
    let prompt = "Subject: Thank you!; Preview: You raised £4,200; Body: Because of you the minibus is paid for.; CTA: See the photos; Sign-off: Everyone at Larkfield; PS: the party is on 3 May";
    let sketch = design(&brief_of(prompt)).sketch;
    assert_eq!(sketch.subject, "Thank you!");
    assert_eq!(sketch.preview_text, "You raised £4,200");
    let sign_off = sketch.sign_off.as_deref();
    assert_eq!(sign_off, Some("Warm regards,\nEveryone at Larkfield"));
    let last = sketch.items.last();
    let postscript = "PS: The party is on 3 May.".to_owned();
    assert_eq!(last, Some(&Item::Text { text: postscript }));
}

#[test]
fn what_is_not_to_be_mentioned_is_left_out() {
    complain(&[
        (
            "The cabin sleeps four, and it costs £90 a night. Bring your own towels. please don't mention the price",
            &["The cabin sleeps four", "towels"],
            &["£90", "price"],
        ),
        (
            "The fete is on 7 July. The raffle has great prizes. The old venue was too small. Don't mention the old venue",
            &["7 July", "raffle"],
            &["venue"],
        ),
        (
            "The new venue is the town hall. Don't mention the old venue.",
            &["The new venue is the town hall"],
            &["old venue"],
        ),
    ]);
}
