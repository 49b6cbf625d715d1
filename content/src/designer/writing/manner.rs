//! How a brand speaks: whether it greets, its last words, and what makes a mail like another.

use postrider_domain::designs::design::Category;

use super::super::reading::tidy::capital;
use super::super::reading::tokens::tokens;
use super::super::reading::{Address, Content, Reading, is_one};
use super::phrases::Book;
use crate::brief::Brief;
use crate::sketch::{Item, Sketch};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Manner {
    Warm,
    Formal,
    Casual,
}

/// Beginnings of words, in four languages.
const FORMAL: &str = "formal professional serious sober businesslike förmlich formell professionell sachlich seriös formel professionnel sérieu profesional serio";
const CASUAL: &str = "casual playful fun funny cheeky relaxed witty informal locker lustig verspielt frech décontract ludique drôle divertid desenfad";

/// What turns one of them around.
const DENIALS: [&str; 8] = [
    "not", "less", "nicht", "weniger", "pas", "moins", "no", "menos",
];

/// Characters of a tagline below a name.
const TAGLINE_MAX: usize = 80;

/// As the brand says of itself, unless the prompt says otherwise.
fn manner(brief: &Brief, directives: &[String]) -> Manner {
    let voice = brief.brand.voice.clone().unwrap_or_default();
    let said = [directives.join(" "), voice];
    let found = said.iter().find_map(|text| {
        let small = text.to_lowercase();
        let words = small.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        let has = |cues: &str| {
            let is = |word: &str| cues.split(' ').any(|cue| word.starts_with(cue));
            // `nicht zu förmlich` asks for the other.
            let denied = |at: usize| {
                words[at.saturating_sub(2)..at]
                    .iter()
                    .any(|word| DENIALS.contains(word))
            };
            let mut told = words.iter().enumerate();
            told.any(|(at, word)| is(word) && !denied(at))
        };
        match (has(CASUAL), has(FORMAL)) {
            (true, false) => Some(Manner::Casual),
            (false, true) => Some(Manner::Formal),
            _ => None,
        }
    });
    found.unwrap_or(Manner::Warm)
}

/// `I have moved my studio.`
fn speaks_alone(reading: &Reading) -> bool {
    reading.content.iter().any(|content| match content {
        Content::Sentence(text) => {
            let tokens = tokens(text);
            tokens
                .iter()
                .any(|token| token.is_any("i i'm i've i'll i'd ich je j'ai"))
        }
        _ => false,
    })
}

/// The last words: the author's own, if the prompt is signed. Below those of ours stands what the brand says of itself, where a mail introduces it.
pub fn sign_off(brief: &Brief, reading: &Reading, category: Category, book: &Book) -> String {
    let signature = reading.signature.as_ref();
    // `Thanks, Maya` below `Sign it from the team` is said to the writer.
    if let Some(signature) = signature.filter(|_| reading.sign_off.is_none()) {
        return signature.clone();
    }
    let words = match manner(brief, &reading.directives) {
        // Who speaks of `I` is no team.
        Manner::Warm if speaks_alone(reading) => &book.sign_off_formal,
        Manner::Warm => &book.sign_off,
        Manner::Formal => &book.sign_off_formal,
        Manner::Casual => &book.sign_off_casual,
    };
    let words = Some(words).filter(|words| !clashes(words, reading, book));
    let words = words.unwrap_or(&book.sign_off_casual);
    let usual = words.replace("{brand}", brief.brand.name.trim());
    let mut said = match &reading.sign_off {
        Some(given) => signed(given, &usual),
        None => usual,
    };
    let introduces = matches!(
        category,
        Category::Welcome | Category::Newsletter | Category::Announcement
    );
    let tagline = brief.brand.tagline.as_deref().unwrap_or_default().trim();
    let fits = (1..=TAGLINE_MAX).contains(&tagline.chars().count());
    let plain = !tagline.contains(['*', '[', ']', '{', '}', '\n']);
    if introduces && fits && plain {
        said.push('\n');
        said.push_str(tagline);
    }
    said
}

/// Whether a phrase of ours speaks to readers in another form than the author: no mail says `tu` and `vous`.
pub fn clashes(phrase: &str, reading: &Reading, book: &Book) -> bool {
    let title = reading
        .title
        .as_ref()
        .map_or("", |title| title.text.as_str());
    let own = if title.is_empty() {
        phrase.to_owned()
    } else {
        phrase.replace(title, "")
    };
    // `écrivez-nous` is two words.
    let own = own.replace('-', " ");
    let mut words = tokens(&own).into_iter();
    reading.address == Address::Other && words.any(|word| is_one(&word, &book.speaks_to))
}

/// How an author begins last words, and not a name.
const FAREWELLS: &str = "see yours thanks thank love cheers best warm warmly kind regards with happy until take all have enjoy stay";

/// The author's own last words: their name below ours, or our name below their words.
fn signed(given: &str, usual: &str) -> String {
    let (words, name) = usual.split_once('\n').unwrap_or((usual, ""));
    let bids = tokens(given)
        .first()
        .is_some_and(|first| first.is_any(FAREWELLS));
    match given.split_once(", ") {
        Some((words, name)) if bids => [words, ",\n", &capital(name)].concat(),
        _ if bids && given.ends_with(['!', '.', '?', ',']) => [given, "\n", name].concat(),
        _ if bids => [given, ",\n", name].concat(),
        _ => [words, "\n", given].concat(),
    }
}

/// The greeting of mails that are written to one person; those that are shown to many have none.
pub fn greeting<'b>(brief: &Brief, category: Category, book: &'b Book) -> Option<&'b str> {
    let personal = matches!(
        category,
        Category::Welcome
            | Category::Onboarding
            | Category::OrderUpdate
            | Category::Billing
            | Category::Account
    );
    let known = brief.merge_tags.iter().any(|tag| tag == "firstName");
    (personal && known).then_some(book.greeting.as_str())
}

/// Makes a mail like one that the author likes: with the parts that it has, in its order.
pub fn follow(sketch: &mut Sketch, reference: &Sketch) {
    if reference.eyebrow.is_none() {
        sketch.eyebrow = None;
    }
    if reference.sign_off.is_none() {
        sketch.sign_off = None;
    }
    let is_text = |item: &Item| matches!(item, Item::Text { .. });
    let first = reference.items.iter().position(is_text);
    let leads = |kind: fn(&Item) -> bool| {
        let at = reference.items.iter().position(kind);
        at.is_some_and(|at| first.is_none_or(|first| at < first))
    };
    let kinds: [fn(&Item) -> bool; 3] = [
        |item| matches!(item, Item::Button { .. }),
        |item| matches!(item, Item::Coupon { .. }),
        |item| matches!(item, Item::Facts { .. }),
    ];
    for kind in kinds {
        if leads(kind)
            && let Some(at) = sketch.items.iter().position(kind)
        {
            let item = sketch.items.remove(at);
            sketch.items.insert(0, item);
        }
    }
}

#[cfg(test)]
mod tests {
    use postrider_domain::designs::design::EmailType;

    use super::*;
    use crate::brief::BrandBrief;

    fn brief(voice: &str) -> Brief {
        let brand = BrandBrief {
            name: "Northwind".to_owned(),
            tagline: Some("Slow mail, done well".to_owned()),
            voice: Some(voice.to_owned()),
            ..BrandBrief::default()
        };
        let mut brief = Brief::of("a prompt", EmailType::Campaign, brand);
        brief.merge_tags = vec!["firstName".to_owned()];
        brief
    }

    #[test]
    fn a_brand_speaks_in_its_voice_unless_the_prompt_says_otherwise() {
        let book = Book::of("en").unwrap();
        let said = |voice: &str, directive: &str| {
            let mut reading = Reading::default();
            reading.directives.push(directive.to_owned());
            sign_off(&brief(voice), &reading, Category::Billing, book)
        };
        assert_eq!(said("", "not too formal"), said("", ""));
        assert_eq!(said("precise and formal", ""), "Kind regards,\nNorthwind");
        assert_eq!(
            said("precise and formal", "keep it playful"),
            "Cheers,\nThe Northwind team"
        );
        assert_eq!(said("", ""), "Warm regards,\nThe Northwind team");
        let welcome = sign_off(&brief(""), &Reading::default(), Category::Welcome, book);
        assert!(welcome.ends_with("\nSlow mail, done well"), "{welcome}");
    }

    #[test]
    fn one_person_is_greeted_by_name_and_many_are_not() {
        let book = Book::of("en").unwrap();
        let brief = brief("");
        let greeting = |category| greeting(&brief, category, book);
        assert_eq!(
            greeting(Category::OrderUpdate),
            Some("Hello {{ firstName | \"there\" }}!")
        );
        assert_eq!(greeting(Category::Promotion), None);
    }
}
