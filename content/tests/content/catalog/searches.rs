//! What people type finds what they look for.

use postrider_content::catalog::{Template, search_flows, search_templates};
use postrider_content::search::{Entry, Index};

pub const QUERIES: &str = include_str!("../../queries/templates.txt");
/// Written apart, and not looked at while the search was made. At the first try 85 % of the first forty found something
/// wanted; then more synonyms were added, and of the second forty 95 % did.
pub const UNSEEN: [&str; 2] = [
    include_str!("../../queries/unseen.txt"),
    include_str!("../../queries/fresh.txt"),
];

/// Each query with what is wanted.
pub fn queries(text: &'static str) -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let (query, wanted) = line.split_once(" = ").unwrap();
            (query, wanted.split(", ").collect())
        })
        .collect()
}

/// How many of a hundred find something wanted among the first `among`, and those that do not.
pub fn hits(
    queries: &[(&str, Vec<&str>)],
    among: usize,
    search: impl Fn(&str) -> Vec<&'static Template>,
) -> (usize, Vec<String>) {
    let missed = queries.iter().filter_map(|(query, wanted)| {
        let found = search(query);
        let mut best: Vec<&str> = found.iter().map(|found| found.slug).collect();
        best.truncate(among);
        let is_hit = best.iter().any(|found| wanted.contains(found));
        (!is_hit).then(|| format!("{query}: {wanted:?}, not {best:?}"))
    });
    let missed: Vec<String> = missed.collect();
    let hits = queries.len() - missed.len();
    (hits * 100 / queries.len(), missed)
}

#[test]
fn queries_find_their_templates() {
    let queries = queries(QUERIES);
    assert_eq!(queries.len(), 100);
    let at = |among: usize| hits(&queries, among, search_templates);
    let (first, third) = (at(1), at(3));
    println!("hit@1 {} %, hit@3 {} %: {:#?}", first.0, third.0, third.1);
    assert!(third.0 >= 90 && first.0 >= 70);
}

#[test]
fn so_do_queries_that_nothing_was_made_to_fit() {
    for text in UNSEEN {
        let queries = queries(text);
        assert_eq!(queries.len(), 40);
        let at = |among: usize| hits(&queries, among, search_templates);
        let (first, third) = (at(1), at(3));
        println!("hit@1 {} %, hit@3 {} %: {:#?}", first.0, third.0, third.1);
        assert!(third.0 >= 85);
    }
}

#[test]
fn titles_and_asks_find_their_own() {
    for template in postrider_content::catalog::templates() {
        for query in template.asks.iter().map(String::as_str) {
            let found = search_templates(query);
            let place = found.iter().position(|found| found.slug == template.slug);
            assert!(place.is_some_and(|place| place < 3), "{query}: {place:?}");
        }
    }
}

#[test]
fn flows_are_found_too() {
    for (query, wanted) in [
        ("drip campaign for new signups", "welcome"),
        ("customers who left the checkout", "abandoned-cart"),
        ("14 day trial", "trial"),
        ("card was declined", "failed-payment"),
        ("webinar reminders", "event"),
        ("people who stopped buying", "win-back"),
        ("ask for reviews after an order", "after-purchase"),
        ("new product waitlist", "launch"),
        ("clean my list", "sunset"),
        ("birthday wishes", "birthday"),
    ] {
        let found = search_flows(query);
        let is_found = found.iter().take(2).any(|flow| flow.slug == wanted);
        assert!(is_found, "{query}");
    }
}

#[test]
fn nothing_is_found_by_nothing() {
    for query in ["", "   ", "the of and", "?!", "zzzzqqq", "💌"] {
        assert!(search_templates(query).is_empty(), "{query:?}");
    }
    let endless = "discount ".repeat(10_000);
    assert!(!search_templates(&endless).is_empty());
}

#[test]
fn whatever_has_words_can_be_searched() {
    let entry = |title: &str, description: &str| Entry {
        title: title.to_owned(),
        description: description.to_owned(),
        ..Entry::default()
    };
    let index = Index::new(&[
        entry("Café at night", "A photo of a street with lamps"),
        entry("Logo", "Our mark on white"),
        entry("Team", "Everybody in front of the office"),
    ]);
    let first = |query: &str| index.search(query).first().map(|hit| hit.place);
    assert_eq!(first("cafe"), Some(0));
    assert_eq!(first("pictures of streets"), Some(0));
    assert_eq!(first("strete lamp"), Some(0));
    assert_eq!(first("colleagues"), Some(2));
    assert_eq!(first("mountain"), None);
    let mut long: Vec<String> = (0..400).map(|number| format!("word{number}")).collect();
    long.push("street".to_owned());
    assert_eq!(first(&long.join(" ")), Some(0));
    // However often others are said before it.
    let repeated = format!("{} street", "mountain ".repeat(2_000));
    assert_eq!(first(&repeated), Some(0));
    assert!(Index::new(&[]).search("anything").is_empty());
}
