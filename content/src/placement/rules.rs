//! The table of rules. Ids are public: what stands here once keeps its name.

use postrider_domain::placement::{Diagnosis, Level};

use super::mail::{Found, Mail};
use super::{headers, links, markup, sender, subject, words};
use Level::{Error, Info, Warning};
use Needs::{Headers, Html};

pub(super) struct Rule {
    pub id: &'static str,
    pub level: Level,
    pub needs: Needs,
    pub message: &'static str,
    pub recommendation: &'static str,
    pub look: fn(&Mail<'_>) -> Found,
}

/// What a rule must be able to read of a mail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    Headers,
    Html,
}

impl Rule {
    pub fn needs_page(&self) -> bool {
        self.needs == Html
    }

    pub fn diagnosis(&self, note: &str) -> Diagnosis {
        let message = match note {
            "" => format!("{}.", self.message),
            note => format!("{}: {note}.", self.message),
        };
        Diagnosis::new(self.id, self.level, message, self.recommendation)
    }
}

macro_rules! rules {
    ($($id:literal $level:ident $needs:ident, $look:expr, $message:literal, $recommendation:literal;)*) => {
        pub(super) const RULES: &[Rule] = &[$(Rule {
            id: $id,
            level: $level,
            needs: $needs,
            message: $message,
            recommendation: $recommendation,
            look: $look,
        }),*];
    };
}

rules! {
    "subject-missing" Error Headers, subject::missing,
        "The mail has no subject",
        "Give the design a subject.";
    "subject-capitals" Warning Headers, subject::capitals,
        "The subject shouts",
        "Write it as a sentence.";
    "subject-punctuation" Warning Headers, subject::punctuation,
        "The subject has more exclamation or question marks, or signs of money, than a sentence needs",
        "Leave one of them, or none.";
    "subject-long" Info Headers, subject::long,
        "The subject is cut off in most inboxes",
        "Say it in 70 characters or less.";
    "subject-fake-reply" Warning Headers, subject::fake_reply,
        "The subject looks like an answer, and the mail is none",
        "Leave out `Re:` and `Fwd:`.";
    "subject-phrases" Warning Headers, subject::phrases,
        "The subject says what many unwanted mails say",
        "Say what is in the mail instead.";
    "subject-emoji" Info Headers, subject::emoji,
        "The subject has many pictures among its letters",
        "Leave one, or none.";
    "subject-spaced" Warning Headers, subject::spaced,
        "Letters of the subject stand apart, or hide what they spell",
        "Write words as words.";
    "from-name-missing" Info Headers, sender::name_missing,
        "The sender has no name",
        "Give the domain a `defaultFrom` with a name.";
    "from-name-address" Warning Headers, sender::name_is_address,
        "The sender's name looks like another address than the one that it stands beside",
        "Write a name.";
    "from-no-reply" Info Headers, sender::no_reply,
        "The sender's address says that nobody reads answers",
        "Use an address that people may answer: answers are a sign that a mail was wanted.";
    "from-free-mail" Error Headers, sender::free_mail,
        "The sender's address belongs to a provider of free mailboxes, who forbids others to mail for it",
        "Send from a domain of your own.";
    "reply-to-elsewhere" Info Headers, sender::reply_elsewhere,
        "Answers go to another organization's domain",
        "Let them go to an address of the domain that the mail is from.";
    "date-missing" Error Headers, headers::date,
        "The mail has no date",
        "Report this: it is a mistake of the server.";
    "message-id-missing" Error Headers, headers::message_id,
        "The mail has no Message-ID, or a malformed one",
        "Report this: it is a mistake of the server.";
    "list-unsubscribe-missing" Error Headers, headers::list_unsubscribe,
        "Mail programs cannot show a way to unsubscribe: List-Unsubscribe is missing",
        "Send it as a campaign or with an automation: they have it.";
    "one-click-missing" Error Headers, headers::one_click,
        "People cannot unsubscribe by one click, which large providers demand",
        "Send it as a campaign or with an automation: they have it.";
    "unsubscribe-not-https" Warning Headers, headers::unsubscribe_https,
        "The address for one click is not encrypted, and large providers do not call it",
        "Whoever runs the server gives it an https address: POSTRIDER_PUBLIC_URL, or the domain's tracking host.";
    "attachments" Warning Headers, headers::attachments,
        "Files come with the mail",
        "Link to them instead.";
    "text-missing" Error Headers, words::text_missing,
        "The mail has no plain text",
        "Write words beside the images: the plain text is made of them.";
    "text-differs" Warning Html, words::text_differs,
        "The plain text says something else than the HTML",
        "Let it be made of the design anew: edit and save it.";
    "capitals" Warning Html, words::capitals,
        "Much of the text is in capitals",
        "Write sentences.";
    "exclamation" Warning Html, words::exclamation,
        "The text has exclamation marks in rows",
        "Leave one of them, or none.";
    "phrases" Warning Html, words::phrases,
        "The text says several things that many unwanted mails say",
        "Say it in words of your own.";
    "placeholder-text" Warning Html, words::placeholder,
        "Some of the text is there to be replaced",
        "Write what belongs there.";
    "merge-tags-left" Error Headers, words::merge_tags,
        "A merge tag was not filled in",
        "Write tags as `{{ name | fallback }}`; those of other products mean nothing here.";
    "html-large" Warning Headers, markup::large,
        "The HTML is larger than 102 KB: Gmail cuts it off, with the way to unsubscribe at its end",
        "Make it shorter.";
    "hidden-text" Error Html, markup::hidden_text,
        "Much text is there that no reader sees",
        "Take it out: filters take hidden text for an attempt to deceive them.";
    "unseen-color" Error Html, markup::unseen_color,
        "Text has the color of what is behind it",
        "Make it readable, or take it out.";
    "image-only" Error Html, markup::image_only,
        "All that the mail says is in its images",
        "Write it as text.";
    "form" Error Html, markup::form,
        "The mail has a form, which mail programs disable and filters distrust",
        "Link to a page with the form.";
    "active-content" Error Html, markup::active,
        "The mail has scripts, frames or embedded objects",
        "Take them out: no mail program runs them.";
    "data-uri" Warning Html, markup::data_uri,
        "An image stands in the HTML itself",
        "Put it among the brand's images.";
    "foreign-pixel" Warning Html, markup::foreign_pixel,
        "An image that nobody sees is loaded from somebody else's host",
        "Take the pixel out: opens are counted here, on a host of the domain's own.";
    "link-shortener" Error Html, links::shortener,
        "A link hides where it leads behind a shortener",
        "Link to the page itself.";
    "link-number" Error Html, links::number,
        "A link leads to a number instead of a name",
        "Link to a host with a name.";
    "link-mismatch" Error Html, links::mismatch,
        "A link shows another address than the one that it leads to",
        "Write words in it, or the address that it leads to.";
    "link-user" Error Html, links::user,
        "A link has a user name or an unusual port",
        "Link to a plain address.";
    "link-many" Warning Html, links::many,
        "The mail has more links, or leads to more domains, than most wanted mails do",
        "Leave out what readers do not need.";
    "address-missing" Warning Html, words::address,
        "The mail does not say who sends it from where, as law demands for commercial mail in many countries",
        "Give the brand a postal address, and the design a footer that shows it.";
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn there_are_forty_and_their_texts_read_on() {
        let ids: HashSet<&str> = RULES.iter().map(|rule| rule.id).collect();
        assert_eq!((ids.len(), RULES.len()), (40, 40));
        for rule in RULES {
            // A note may follow the one, nothing the other.
            assert!(!rule.message.ends_with('.'), "{}", rule.id);
            assert!(rule.recommendation.ends_with('.'), "{}", rule.id);
        }
    }

    #[test]
    fn the_docs_tell_of_every_rule() {
        let docs = include_str!("../../../docs/PLACEMENT.md");
        let level = |rule: &Rule| format!("{:?}", rule.level).to_lowercase();
        for rule in RULES {
            let row = format!("| `{}` | {} | {} |", rule.id, level(rule), rule.message);
            assert!(docs.contains(&row), "{row}");
        }
    }
}
