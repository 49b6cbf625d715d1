//! The prompts: those of the tests, and those that the classifier learned from.

use serde::Deserialize;

/// What a prompt asks for, and what must become of it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    pub text: String,
    #[serde(default = "english")]
    pub lang: String,
    /// The intent that fits best.
    pub intent: String,
    /// Intents and whole categories that are fine too.
    #[serde(default)]
    pub also: Vec<String>,
    /// Must be read in the mail and in its text.
    pub facts: Vec<String>,
    /// May be read in neither.
    #[serde(default)]
    pub not: Vec<String>,
    /// Asked for afterwards.
    pub edit: Option<String>,
    /// What the edit brings.
    #[serde(default)]
    pub shows: Vec<String>,
    /// What the edit takes away.
    #[serde(default)]
    pub hides: Vec<String>,
}

fn english() -> String {
    "en".to_owned()
}

#[derive(Deserialize)]
struct File {
    prompt: Vec<Prompt>,
}

const FILES: [&str; 4] = [
    include_str!("../../prompts/shop.toml"),
    include_str!("../../prompts/product.toml"),
    include_str!("../../prompts/people.toml"),
    include_str!("../../prompts/languages.toml"),
];

fn of_file(file: &str) -> Vec<Prompt> {
    toml::from_str::<File>(file)
        .expect("a file of prompts")
        .prompt
}

/// Pasted briefs of more words than any of the 200 has.
pub fn long() -> Vec<Prompt> {
    let all = of_file(include_str!("../../prompts/long.toml"));
    for prompt in &all {
        let words = prompt.text.split_whitespace().count();
        assert!((200..=600).contains(&words), "{words}");
    }
    all
}

/// All 200.
pub fn prompts() -> Vec<Prompt> {
    let all: Vec<Prompt> = FILES.iter().flat_map(|file| of_file(file)).collect();
    assert_eq!(all.len(), 200);
    all
}

/// A prompt that the classifier learned from.
pub struct Lesson {
    pub intent: String,
    /// `t`idy, ter`s`e, `m`essy or `p`asted.
    pub register: char,
    pub text: String,
}

pub fn lessons() -> Vec<Lesson> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/designer/prompts");
    let mut lessons = Vec::new();
    for file in std::fs::read_dir(folder).expect("the lessons") {
        let path = file.expect("a file").path();
        let category = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let mut intent = String::new();
        for line in std::fs::read_to_string(&path).expect("text").lines() {
            if let Some(name) = line.strip_prefix('[') {
                intent = format!("{category}.{}", name.trim_end_matches(']'));
            } else if let Some((register, text)) = line.split_once(' ') {
                lessons.push(Lesson {
                    intent: intent.clone(),
                    register: register.parse().expect("a letter"),
                    text: text.replace("\\n", "\n"),
                });
            }
        }
    }
    lessons
}

#[test]
fn sixty_prompts_have_an_edit_and_no_expectation_stands_without_one() {
    let prompts = prompts();
    let edits = prompts
        .iter()
        .filter(|prompt| prompt.edit.is_some())
        .count();
    assert!(edits >= 60, "{edits}");
    for prompt in prompts.iter().filter(|prompt| prompt.edit.is_none()) {
        assert!(
            prompt.shows.is_empty() && prompt.hides.is_empty(),
            "{}",
            prompt.text
        );
    }
}

#[test]
fn what_is_expected_of_a_prompt_stands_in_it() {
    for prompt in prompts().into_iter().chain(long()) {
        let text = prompt.text.to_lowercase();
        for said in prompt.facts.iter().chain(&prompt.not) {
            assert!(text.contains(&said.to_lowercase()), "{said}: {text}");
        }
    }
}
