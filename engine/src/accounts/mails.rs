//! What people are mailed about their accounts: from the installation itself, to one address, never as part of a send.

use std::fmt::Write;

use postrider_content::html::entities::escape_attribute;
use postrider_domain::contract::paths::ICONS;
use postrider_domain::palette;

/// Tables and inline styles, as mail programs want them; colors by their names.
const TEMPLATE: &str = include_str!("account_mail.html");

/// A mail with one link in it. Where that leads is the installation's own public URL, whatever host a caller named.
#[derive(Clone)]
pub struct AccountMail {
    pub to: String,
    pub subject: String,
    heading: String,
    /// What it says before the link, a paragraph each.
    before: Vec<String>,
    /// What the link is called, and where it leads.
    button: &'static str,
    link: String,
    /// What it says after the link, a paragraph each.
    after: Vec<String>,
    /// Why it came.
    why: &'static str,
}

/// Whom an invitation names.
pub struct Invited<'i> {
    pub to: &'i str,
    pub organization: &'i str,
    /// How whoever invites is known; nothing if a command did it.
    pub invited_by: Option<&'i str>,
    pub role: &'i str,
}

/// To join an organization.
pub fn invitation(invited: &Invited<'_>, link: String) -> AccountMail {
    let organization = one_line(invited.organization);
    let who = invited.invited_by.map_or_else(
        || "You are invited".to_owned(),
        |by| format!("{} invites you", one_line(by)),
    );
    AccountMail {
        to: invited.to.to_owned(),
        subject: format!("Join {organization} on Postrider"),
        heading: format!("Join {organization}"),
        before: vec![format!(
            "{who} to join {organization} on Postrider, with the role {}.",
            invited.role
        )],
        button: "Accept the invitation",
        link,
        after: vec![
            "The link is good once, for 7 days, and for this address alone.".to_owned(),
            "If you did not expect this, leave it: nothing happens without you.".to_owned(),
        ],
        why: "You get this mail because somebody invited this address.",
    }
}

/// To choose a new password.
pub fn reset(to: &str, link: String) -> AccountMail {
    AccountMail {
        to: to.to_owned(),
        subject: "Choose a new password for Postrider".to_owned(),
        heading: "Choose a new password".to_owned(),
        before: vec!["Somebody asked for a new password for your account.".to_owned()],
        button: "Choose a new password",
        link,
        after: vec![
            "The link is good once and for one hour. Your other sessions end when you use it."
                .to_owned(),
            "If it was not you, leave it: your password stays as it is.".to_owned(),
        ],
        why: "You get this mail because a new password was asked for with this address.",
    }
}

impl AccountMail {
    pub fn text(&self) -> String {
        let mut text = String::new();
        for paragraph in &self.before {
            let _ = write!(text, "{paragraph}\n\n");
        }
        let _ = write!(text, "{}:\n{}\n", self.button, self.link);
        for paragraph in &self.after {
            let _ = write!(text, "\n{paragraph}\n");
        }
        let _ = write!(text, "\n-- \nPostrider. {}\n", self.why);
        text
    }

    /// `content_url`: where mails have their pictures from.
    pub fn html(&self, content_url: &str) -> String {
        let icon = format!("{content_url}{}postrider.png", ICONS.start);
        let preview = self.before.first().map_or("", String::as_str);
        filled(
            &palette::painted(TEMPLATE),
            &[
                ("title", &escape_attribute(&self.subject)),
                ("preview", &escape_attribute(preview)),
                ("icon", &escape_attribute(&icon)),
                ("heading", &escape_attribute(&self.heading)),
                ("before", &paragraphs(&self.before, ("text", "ink"))),
                ("link", &escape_attribute(&self.link)),
                ("button", self.button),
                ("after", &paragraphs(&self.after, ("soft", "ink-2"))),
                ("why", self.why),
            ],
        )
    }
}

/// In a color by day; the class has the one by night.
fn paragraphs(texts: &[String], (class, color): (&str, &str)) -> String {
    let start = format!("<p class=\"{class}\" style=\"margin:0 0 12px;color:light({color})\">");
    let start = palette::painted(&start);
    let paragraph = |text: &String| format!("{start}{}</p>", escape_attribute(text));
    texts.iter().map(paragraph).collect()
}

/// The template with something in each of its places, in one walk: nothing that people wrote is taken for a place.
fn filled(template: &str, places: &[(&str, &str)]) -> String {
    let (mut filled, mut rest) = (String::with_capacity(template.len()), template);
    while let Some(at) = rest.find('{') {
        filled.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let place = places.iter().find_map(|(name, value)| {
            let behind = rest.strip_prefix(name)?.strip_prefix('}')?;
            Some((value, behind))
        });
        match place {
            Some((value, behind)) => {
                filled.push_str(value);
                rest = behind;
            }
            // A brace of the style sheet.
            None => filled.push('{'),
        }
    }
    filled.push_str(rest);
    filled
}

/// Names are chosen by people: a line break in one has no place in a subject.
fn one_line(name: &str) -> String {
    name.split(|character: char| character.is_control())
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const URL: &str = "https://mail.example.test";

    #[test]
    fn a_mail_is_whole_and_light() {
        let mail = reset("ada@example.test", format!("{URL}/app/reset#t"));
        let html = mail.html(URL);
        for left in ["light(", "dark(", "{title}", "{link}", "{why}"] {
            assert!(!html.contains(left), "{left} in {html}");
        }
        assert!(html.contains("src=\"https://mail.example.test/icons/postrider.png\""));
        assert!(html.len() < 15 << 10, "{}", html.len());
    }

    #[test]
    fn names_can_say_nothing_but_themselves() {
        let invited = Invited {
            to: "ada@example.test",
            organization: "<script>alert(1)</script>\r\nBcc: eve@example.test {link}",
            invited_by: Some("\"><img src=x>"),
            role: "editor",
        };
        let mail = invitation(
            &invited,
            "https://mail.example.test/app/invitation#t".to_owned(),
        );
        assert_eq!(
            mail.subject,
            "Join <script>alert(1)</script> Bcc: eve@example.test {link} on Postrider"
        );
        let html = mail.html(URL);
        assert!(
            !html.contains("<script>") && !html.contains("<img src=x"),
            "{html}"
        );
        assert!(html.contains("Bcc: eve@example.test {link}</h1>"), "{html}");
        assert!(html.contains("href=\"https://mail.example.test/app/invitation#t\""));
        assert!(
            mail.text()
                .contains("https://mail.example.test/app/invitation#t\n")
        );
    }
}
