//! What the designer takes prompts for, and that it learned from none of them.

use std::collections::{BTreeMap, HashSet};

use postrider_content::designer::features::words;
use postrider_content::designer::intent::{INTENTS, guesses};
use postrider_content::designer::language::language;

use super::prompts::{Prompt, lessons, prompts};
use super::sketches::{Made, made};

pub fn is_accepted(prompt: &Prompt, intent: &str) -> bool {
    let category = intent.split('.').next().unwrap_or_default();
    intent == prompt.intent
        || prompt
            .also
            .iter()
            .any(|also| also == intent || also == category)
}

#[test]
fn nine_of_ten_designs_are_of_an_accepted_kind_and_eight_of_the_very_one() {
    let (mut accepted, mut exact) = (0, 0);
    for Made { prompt, designed } in made() {
        let found = designed.intent;
        accepted += usize::from(is_accepted(prompt, found));
        exact += usize::from(prompt.intent == found);
        if prompt.intent != found {
            let guess = guesses(&prompt.text)[0];
            println!(
                "{found} ({} {:.2}) for {}: {}",
                guess.intent,
                guess.share,
                prompt.intent,
                prompt.text.trim()
            );
        }
    }
    let all = made().len();
    println!("accepted {accepted}, exact {exact} of {all}");
    assert!(accepted * 10 >= all * 9, "{accepted} accepted");
    assert!(exact * 10 >= all * 8, "{exact} exact");
}

#[test]
fn every_intent_is_taught_in_four_registers() {
    let lessons = lessons();
    assert!(lessons.len() > 1_400, "{}", lessons.len());
    for intent in INTENTS {
        let mut registers: BTreeMap<char, usize> = BTreeMap::new();
        for lesson in lessons.iter().filter(|lesson| lesson.intent == intent) {
            *registers.entry(lesson.register).or_default() += 1;
        }
        let names: String = registers.keys().collect();
        assert_eq!(names, "mpst", "{intent}");
        assert!(registers.values().all(|count| *count >= 2), "{intent}");
    }
    assert!(
        lessons
            .iter()
            .all(|lesson| INTENTS.contains(&lesson.intent.as_str()))
    );
}

fn pairs(text: &str) -> HashSet<String> {
    let words = words(text);
    words.windows(2).map(|pair| pair.join(" ")).collect()
}

/// How much of two texts is the same: 1 for all of both.
fn overlap(one: &HashSet<String>, other: &HashSet<String>) -> f64 {
    let shared = one.intersection(other).count();
    2.0 * shared as f64 / (one.len() + other.len()).max(1) as f64
}

#[test]
fn nothing_that_is_taught_nearly_repeats_a_prompt_of_the_tests() {
    let prompts: Vec<_> = prompts().iter().map(|prompt| pairs(&prompt.text)).collect();
    let mut near = Vec::new();
    for lesson in lessons() {
        let lesson_pairs = pairs(&lesson.text);
        if prompts
            .iter()
            .any(|prompt| overlap(prompt, &lesson_pairs) > 0.5)
        {
            near.push(lesson.text);
        }
    }
    assert!(near.is_empty(), "{near:#?}");
}

#[test]
fn the_language_of_each_prompt_is_known() {
    for prompt in prompts() {
        assert_eq!(language(&prompt.text).code, prompt.lang, "{}", prompt.text);
    }
}
