//! Images by meaning, with the real weights, where they are.

use postrider_content::search::{Entry, Index, Vectors};
use postrider_meaning::{Meaning, packed, unpacked};

use super::meaning::real_weights;

/// What images show, as people say it.
const IMAGES: [&str; 24] = [
    "A small harbour in the morning",
    "Rex, our office dog",
    "Two mugs of coffee on a wooden table",
    "The front of the shop in spring",
    "A red bicycle beside a canal",
    "Our team at the summer party",
    "A bowl of tomato soup with basil",
    "Hands that hold seedlings",
    "A stack of folded linen shirts",
    "Running shoes on wet asphalt",
    "The workshop at night",
    "A map of the hiking trails",
    "Glass jars with honey",
    "A violin on a chair",
    "Children who paint a fence",
    "A laptop with a dashboard of charts",
    "Fresh bread in a basket",
    "The old lighthouse in a storm",
    "A bunch of tulips in paper",
    "An empty lecture hall",
    "A train in the mountains",
    "Leather bags on a shelf",
    "A sleeping cat on a window sill",
    "Fireworks above the river",
];
/// Questions without a word of the images that are wanted, by their places.
const QUESTIONS: [(&str, &[usize]); 37] = [
    ("puppy", &[1]),
    ("something warm to drink", &[2]),
    ("music", &[13]),
    ("jogging", &[9]),
    ("bakery", &[16]),
    ("ships", &[0]),
    ("boats on the sea", &[0, 17]),
    ("new year's celebration", &[23]),
    ("cycling tour", &[4]),
    ("lunch", &[6]),
    ("something sweet for breakfast", &[12]),
    ("storefront", &[3]),
    ("gardening", &[7]),
    ("flowers for mother's day", &[18]),
    ("rail travel", &[20]),
    ("kitten", &[22]),
    ("clothing", &[8]),
    ("handbags", &[21]),
    ("our colleagues", &[5]),
    ("analytics software", &[15]),
    ("university", &[19]),
    ("walking outdoors", &[11]),
    ("family activity", &[14]),
    ("craftsmanship", &[10]),
    ("vegetarian meal", &[6]),
    ("pets", &[1, 22]),
    ("espresso", &[2]),
    ("orchestra", &[13]),
    ("sunrise", &[0]),
    ("marathon", &[9]),
    ("office life", &[1, 5]),
    ("honeybees", &[12]),
    ("fashion", &[8, 21]),
    ("coast", &[17, 0]),
    ("pastries", &[16]),
    ("kids", &[14]),
    ("railway", &[20]),
];
/// What none of them shows.
const OTHERS: [&str; 12] = [
    "dentist appointment",
    "tax return",
    "rocket launch",
    "snowboard",
    "wedding dress",
    "elephant",
    "password reset",
    "swimming pool",
    "insurance",
    "hospital",
    "toothpaste",
    "submarine",
];

#[test]
fn real_weights_find_images_by_what_they_show() {
    let Some(folder) = real_weights() else {
        return;
    };
    let meaning = Meaning::new(&folder);
    let vectors = meaning.vectors(&IMAGES).unwrap();
    let vectors = vectors.iter().map(|vector| Some(unpacked(&packed(vector))));
    let vectors = Vectors::kept(vectors);
    let entries = IMAGES.map(|title| Entry {
        title: title.to_owned(),
        tags: vec!["upload".to_owned()],
        description: "png photo square".to_owned(),
        asks: Vec::new(),
    });
    let index = Index::new(&entries);
    let found = |question: &str| -> Vec<usize> {
        let query = meaning.vectors(&[question]).unwrap();
        let hits = index.search_near(question, &vectors.near(&query[0]));
        hits.iter().map(|hit| hit.place).collect()
    };
    let among = |places: usize| {
        let hits = QUESTIONS.iter().filter(|(question, wanted)| {
            let found = found(question);
            found
                .iter()
                .take(places)
                .any(|place| wanted.contains(place))
        });
        100 * hits.count() / QUESTIONS.len()
    };
    let (first, third) = (among(1), among(3));
    let strange: usize = OTHERS.iter().map(|other| found(other).len()).sum();
    let each = strange as f32 / OTHERS.len() as f32;
    println!("hit@1 {first} %, hit@3 {third} %; of what is not there {each:.1} images");
    assert!(first >= 68 && third >= 85, "{first} {third}");
    assert!(each < 2.0, "{each}");
}
