//! What people are mailed about their accounts: from the installation itself, to one address, never as part of a send.

use std::fmt::Write;

use postrider_content::html::entities::escape_attribute;

/// A mail with one link in it. Where that leads is the installation's own public URL, whatever host a caller named.
#[derive(Clone)]
pub struct AccountMail {
    pub to: String,
    pub subject: String,
    /// What it says before the link, a paragraph each.
    before: Vec<String>,
    /// What the link is called, and where it leads.
    button: &'static str,
    link: String,
    /// What it says after the link, a paragraph each.
    after: Vec<String>,
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
    }
}

/// To choose a new password.
pub fn reset(to: &str, link: String) -> AccountMail {
    AccountMail {
        to: to.to_owned(),
        subject: "Choose a new password for Postrider".to_owned(),
        before: vec!["Somebody asked for a new password for your account.".to_owned()],
        button: "Choose a new password",
        link,
        after: vec![
            "The link is good once and for one hour. Your other sessions end when you use it."
                .to_owned(),
            "If it was not you, leave it: your password stays as it is.".to_owned(),
        ],
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
        text
    }

    pub fn html(&self) -> String {
        let paragraphs = |texts: &[String]| {
            let mut html = String::new();
            for text in texts {
                let text = escape_attribute(text);
                let _ = write!(html, "<p style=\"margin:0 0 16px\">{text}</p>");
            }
            html
        };
        format!(
            "<!DOCTYPE html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}</title></head>\
             <body style=\"margin:0;padding:32px 16px;background:#F5F4F0;color:#1B2333;\
             font:16px/1.5 -apple-system,'Segoe UI',Helvetica,Arial,sans-serif\">\
             <div style=\"max-width:520px;margin:0 auto;padding:32px;background:#FFFFFF;border:1px solid #E2DFD6\">\
             {before}<p style=\"margin:0 0 24px\"><a href=\"{link}\" style=\"display:inline-block;padding:12px 20px;\
             background:#1B2333;color:#FFFFFF;text-decoration:none\">{button}</a></p>\
             {after}<p style=\"margin:0;color:#5E6472;font-size:13px;word-break:break-all\">{link}</p></div></body></html>",
            title = escape_attribute(&self.subject),
            before = paragraphs(&self.before),
            after = paragraphs(&self.after),
            link = escape_attribute(&self.link),
            button = self.button,
        )
    }
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

    #[test]
    fn names_can_say_nothing_but_themselves() {
        let invited = Invited {
            to: "ada@example.test",
            organization: "<script>alert(1)</script>\r\nBcc: eve@example.test",
            invited_by: Some("\"><img src=x>"),
            role: "editor",
        };
        let mail = invitation(
            &invited,
            "https://mail.example.test/app/invitation#t".to_owned(),
        );
        assert_eq!(
            mail.subject,
            "Join <script>alert(1)</script> Bcc: eve@example.test on Postrider"
        );
        let html = mail.html();
        assert!(
            !html.contains("<script>") && !html.contains("<img"),
            "{html}"
        );
        assert!(html.contains("href=\"https://mail.example.test/app/invitation#t\""));
        assert!(
            mail.text()
                .contains("https://mail.example.test/app/invitation#t\n")
        );
    }
}
