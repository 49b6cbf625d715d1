//! To whom the lines of prompts are said: what the classifier makes of lines that it never saw, and that it learned from none of
//! the prompts of the tests.

use postrider_content::designer::listener::{share_of_writer, surely_to_writer};

use super::prompts::{long, prompts};

/// Lines of prompts that somebody wrote who knew of neither, `w` before those that are said to the writer.
const LINES: &str = include_str!("../../prompts/lines.txt");

/// A line, and whether it is said to the writer.
fn lines(text: &str) -> Vec<(bool, &str)> {
    let lines = text.lines().filter_map(|line| line.split_once(' '));
    lines.map(|(whom, line)| (whom == "w", line)).collect()
}

fn learned() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/designer/lines");
    let files = std::fs::read_dir(folder).expect("the lines");
    let texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()));
    let texts: Vec<String> = texts.map(|text| text.expect("text")).collect();
    let all = texts.iter().flat_map(|text| lines(text));
    all.map(|(_, line)| line.to_owned()).collect()
}

/// Words alone, in small letters.
fn bare(text: &str) -> String {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    [" ", &words.collect::<Vec<_>>().join(" "), " "].concat()
}

#[test]
fn what_is_said_to_the_writer_is_mostly_heard_and_what_is_said_to_readers_hardly_ever_lost() {
    let lines = lines(LINES);
    let (to_writer, to_readers): (Vec<_>, Vec<_>) = lines.iter().partition(|(whom, _)| *whom);
    let share = |lines: &[(bool, &str)], mark: f32| {
        let taken = |(_, line): &&(bool, &str)| {
            if mark > 0.0 {
                share_of_writer(line) >= mark
            } else {
                surely_to_writer(line)
            }
        };
        lines.iter().filter(taken).count() * 100 / lines.len()
    };
    // What of the lines to the writer is heard at least, and of those to readers lost at most, in percent: anywhere, and at the
    // beginning and the end of prompts, where hardly anything is said to readers that tells nothing. The others are left to the
    // grammar, or stand in the mail.
    for (place, mark, least, most) in [
        ("anywhere", 0.0, 45, 5),
        ("first", 0.85, 50, 15),
        ("last", 0.8, 50, 15),
    ] {
        let (heard, lost) = (share(&to_writer, mark), share(&to_readers, mark));
        println!("{place}: {heard} % heard, {lost} % lost");
        assert!(
            heard >= least && lost <= most,
            "{place}: {heard} % heard, {lost} % lost"
        );
    }
}

#[test]
fn no_line_that_is_learned_stands_in_a_prompt_of_the_tests() {
    let learned = learned();
    assert!(learned.len() > 6_000, "{}", learned.len());
    let prompts = prompts().into_iter().chain(long());
    let mut texts: Vec<String> = prompts.map(|prompt| bare(&prompt.text)).collect();
    texts.extend(lines(LINES).into_iter().map(|(_, line)| bare(line)));
    let several = |line: &&String| line.split_whitespace().count() >= 4;
    let near: Vec<_> = learned
        .iter()
        .filter(several)
        .map(|line| bare(line))
        .filter(|line| texts.iter().any(|text| text.contains(line)))
        .collect();
    assert!(near.is_empty(), "{near:#?}");
}
