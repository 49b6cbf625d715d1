//! What becomes of long briefs: nothing is lost in them and nothing leaks out of them, as with the 200.

use postrider_content::designer::design;
use postrider_content::document::render;
use postrider_content::sketch;

use super::designs::{composed, options, words};
use super::intents::is_accepted;
use super::prompts::long;
use super::sketches::{brief, plain, shown};
use crate::compose::contrast::assert_readable;

#[test]
fn long_briefs_lose_nothing_and_leak_nothing() {
    let mut found = Vec::new();
    for prompt in long() {
        let designed = design(&brief(&prompt));
        let document = composed(&designed);
        assert_readable(&document, &designed.sketch.headline);
        let rendered = render(&document, &options());
        let (html, text) = (words(&rendered.html), plain(&rendered.text));
        let sketch = &designed.sketch;
        let read = [
            shown(sketch).join("\n"),
            sketch.subject.clone(),
            sketch.preview_text.clone(),
        ];
        let read = plain(&read.join("\n"));
        let name: String = prompt.text.trim().chars().take(40).collect();
        let facts = prompt.facts.iter().map(|fact| plain(fact));
        let lost = facts.filter(|fact| !(html.contains(fact) && text.contains(fact)));
        found.extend(lost.map(|fact| format!("lost {fact} <- {name}")));
        let leaked = prompt.not.iter().filter(|said| read.contains(&plain(said)));
        found.extend(leaked.map(|said| format!("leaked {said} <- {name}")));
        let problems = sketch::check(sketch)
            .into_iter()
            .chain(sketch::check_buttons(sketch));
        found.extend(problems.map(|problem| format!("{problem:?} <- {name}")));
        assert_eq!(designed.lang, prompt.lang, "{name}");
        if !is_accepted(&prompt, designed.intent) {
            found.push(format!("{} <- {name}", designed.intent));
        }
    }
    assert!(found.is_empty(), "{}: {found:#?}", found.len());
}
