//! Which folders hold what was held back.

use super::SeedError;
use super::SeedMailbox;
use super::answer::{Word, words};
use super::naming;
use super::session::Session;
use super::status::Kind;

/// Folders that are looked into; a mailbox has one.
const MOST: usize = 8;

/// What they are called where the server does not say which they are.
const NAMES: [&str; 15] = [
    "Junk",
    "Spam",
    "Junk E-mail",
    "Junk Email",
    "Junk Mail",
    "Bulk",
    "Bulk Mail",
    "Spamverdacht",
    "Unerwünscht",
    "Courrier indésirable",
    "Indésirables",
    "Correo no deseado",
    "Posta indesiderata",
    "Lixo eletrônico",
    "Ongewenste e-mail",
];

struct Folder {
    /// As the server writes it.
    name: String,
    is_junk: bool,
    has_usual_name: bool,
}

/// Their names as the server writes them.
pub(super) async fn spam_folders(
    session: &mut Session,
    mailbox: &SeedMailbox,
) -> Result<Vec<String>, SeedError> {
    if !mailbox.spam.is_empty() {
        let named = mailbox.spam.iter().map(|name| naming::folder(name));
        return Ok(named.collect());
    }
    if session.can("SPECIAL-USE") {
        // It names few where a mailbox may have thousands; what does not understand it is asked for all of them.
        let heard = session.ask("LIST (SPECIAL-USE) \"\" \"*\"").await?;
        let junk = chosen(&heard.answers, |folder| folder.is_junk);
        if heard.status.kind == Kind::Ok && !junk.is_empty() {
            return Ok(junk);
        }
    }
    let heard = session.demand("LIST \"\" \"*\"").await?;
    let junk = chosen(&heard.answers, |folder| folder.is_junk);
    if !junk.is_empty() {
        return Ok(junk);
    }
    Ok(chosen(&heard.answers, |folder| folder.has_usual_name))
}

fn chosen(answers: &[Vec<u8>], wanted: fn(&Folder) -> bool) -> Vec<String> {
    let folders = answers.iter().filter_map(|answer| folder(answer));
    let wanted = folders.filter(wanted).map(|folder| folder.name);
    wanted.take(MOST).collect()
}

/// `LIST (\HasNoChildren \Junk) "/" "Junk"`
fn folder(answer: &[u8]) -> Option<Folder> {
    let words = words(answer);
    let (first, rest) = words.split_first()?;
    if !first.is("LIST") || rest.first() != Some(&Word::Open) {
        return None;
    }
    let end = rest.iter().position(|word| *word == Word::Close)?;
    let [separator, name, ..] = &rest[end + 1..] else {
        return None;
    };
    let has = |flag: &str| rest[1..end].iter().any(|word| word.is(flag));
    if has("\\Noselect") || has("\\NonExistent") {
        return None;
    }
    let name = str::from_utf8(name.bytes()).ok()?.to_owned();
    // What could not be named to the server cannot be opened.
    naming::quoted(&name).ok()?;
    let last = match separator {
        Word::Text(separator) => {
            let separator = str::from_utf8(separator).ok().filter(|s| !s.is_empty());
            separator.and_then(|separator| name.rsplit(separator).next())
        }
        _ => None,
    };
    let last = last.unwrap_or(&name);
    let is_usual = |usual: &str| naming::folder(usual).eq_ignore_ascii_case(last);
    Some(Folder {
        is_junk: has("\\Junk"),
        has_usual_name: NAMES.iter().any(|usual| is_usual(usual)),
        name,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_are_known_by_use_or_by_name() {
        let read = |text: &str| {
            let folder = folder(text.as_bytes())?;
            Some((folder.name, folder.is_junk, folder.has_usual_name))
        };
        let seen = |name: &str, is_junk, is_usual| Some((name.to_owned(), is_junk, is_usual));
        for (text, expected) in [
            (
                r#"LIST (\HasNoChildren \Junk) "/" "[Gmail]/Spam""#,
                seen("[Gmail]/Spam", true, true),
            ),
            (r#"list (\junk) "/" Werbung"#, seen("Werbung", true, false)),
            (r#"LIST () "." INBOX.spam"#, seen("INBOX.spam", false, true)),
            ("LIST () NIL {4}\r\nBulk", seen("Bulk", false, true)),
            (
                r#"LIST () "/" "Courrier ind&AOk-sirable""#,
                seen("Courrier ind&AOk-sirable", false, true),
            ),
            (r#"LIST () "/" "Spammers""#, seen("Spammers", false, false)),
            (r#"LIST (\Noselect \Junk) "/" "Junk""#, None),
            (r#"LIST (\Junk "/" "Junk""#, None),
            (r#"LIST (\Junk) "/""#, None),
            ("LIST (\\Junk) \"/\" {3}\r\na\nb", None),
            (r#"LSUB () "/" Junk"#, None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn not_every_folder_of_a_liar_is_opened() {
        let answers = vec![br#"LIST (\Junk) "/" "Junk""#.to_vec(); 1000];
        assert_eq!(chosen(&answers, |folder| folder.is_junk).len(), MOST);
    }
}
