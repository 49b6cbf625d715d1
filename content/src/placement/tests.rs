//! Every rule from both sides: a mail that it speaks against, and one close to it that is good.

use super::*;

const WORDS: &str = "Our spring guide is here, with seven walks along the river and a map for each of them. \
    Bring your dog, your children and a warm coat, and tell us how it was.";
const ADDRESS: &str = "1 Main Street, Springfield";

/// A good mail, of which a case changes something.
struct Case {
    from_email: String,
    from_name: Option<String>,
    reply_to: Option<String>,
    headers: Vec<Header>,
    subject: String,
    /// What stands in the body.
    inner: String,
    text: String,
    attachments: Vec<String>,
    is_marketing: bool,
    address: Option<String>,
}

fn header(name: &str, value: &str) -> Header {
    Header {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

fn good() -> Case {
    Case {
        from_email: "hello@acme.example".to_owned(),
        from_name: Some("Acme".to_owned()),
        reply_to: None,
        headers: vec![
            header("Date", "Mon, 5 Jan 2026 10:00:00 +0000"),
            header("Message-ID", "<abc@acme.example>"),
            header("List-Unsubscribe", "<https://links.acme.example/u/x>"),
            header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
        ],
        subject: "Seven walks for spring".to_owned(),
        inner: format!(
            "<p>{WORDS}</p><p><a href=\"https://acme.example/walks\">Read the guide</a></p><p>Acme, {ADDRESS}</p>"
        ),
        text: format!("{WORDS}\n\nRead the guide: https://acme.example/walks\n\nAcme, {ADDRESS}"),
        attachments: Vec::new(),
        is_marketing: true,
        address: Some(ADDRESS.to_owned()),
    }
}

impl Case {
    fn judge(&self) -> ContentJudgement {
        let html = format!(
            "<!doctype html><html><head><title>Acme</title></head><body>{}</body></html>",
            self.inner
        );
        judge(&FinishedMail {
            from_email: &self.from_email,
            from_name: self.from_name.as_deref(),
            reply_to: self.reply_to.as_deref(),
            headers: &self.headers,
            subject: &self.subject,
            html: &html,
            text: &self.text,
            attachments: &self.attachments,
            bytes: html.len() + self.text.len(),
            is_marketing: self.is_marketing,
            postal_address: self.address.as_deref(),
            own_hosts: &["acme.example".to_owned(), "127.0.0.1".to_owned()],
        })
    }

    fn codes(&self) -> Vec<String> {
        let judgement = self.judge();
        assert_eq!(judgement.unchecked, Vec::<String>::new());
        judgement
            .found
            .into_iter()
            .map(|entry| entry.code.into_owned())
            .collect()
    }
}

fn with_subject(subject: &str) -> Case {
    Case {
        subject: subject.to_owned(),
        ..good()
    }
}

/// With something below the words.
fn with(html: &str) -> Case {
    let good = good();
    Case {
        inner: format!("{}{html}", good.inner),
        ..good
    }
}

fn linking(words: &str, address: &str) -> Case {
    with(&format!("<a href=\"{address}\">{words}</a>"))
}

/// With words below the others, in both texts.
fn saying(words: &str) -> Case {
    let mut case = with(&format!("<p>{words}</p>"));
    case.text.extend(["\n\n", words]);
    case
}

fn without(name: &str) -> Case {
    let mut case = good();
    case.headers.retain(|header| header.name != name);
    case
}

fn with_header(name: &str, value: &str) -> Case {
    let mut case = without(name);
    case.headers.push(header(name, value));
    case
}

fn from(email: &str, name: Option<&str>, reply_to: Option<&str>) -> Case {
    Case {
        from_email: email.to_owned(),
        from_name: name.map(str::to_owned),
        reply_to: reply_to.map(str::to_owned),
        ..good()
    }
}

/// For each rule: what it speaks against, and what it lets pass.
#[expect(clippy::too_many_lines, reason = "a table")]
fn cases() -> Vec<(&'static str, Vec<Case>, Vec<Case>)> {
    let name = Some("Acme");
    let long = "a".repeat(71);
    let pixel = |host: &str| {
        with(&format!(
            "<img src=\"https://{host}/p.gif\" width=\"1\" height=\"1\" alt=\"\">"
        ))
    };
    let links = |count: usize, domains: usize| {
        let link = |at: usize| {
            format!(
                "<a href=\"https://d{}.example/{at}\">See {at}</a> ",
                at % domains
            )
        };
        with(&(0..count).map(link).collect::<String>())
    };
    vec![
        ("subject-missing", vec![with_subject(" ")], vec![with_subject("Hi")]),
        (
            "subject-capitals",
            vec![with_subject("LAST CHANCE FOR SPRING")],
            vec![with_subject("NASA and ESA look at spring"), with_subject("SALE")],
        ),
        (
            "subject-punctuation",
            vec![with_subject("Spring is here!!"), with_subject("$$$ for you"), with_subject("What? Why? How?")],
            vec![with_subject("Spring is here!"), with_subject("Ready? From $5")],
        ),
        ("subject-long", vec![with_subject(&long)], vec![with_subject(&long[1..])]),
        (
            "subject-fake-reply",
            vec![with_subject("Re: your order"), with_subject("FWD : spring")],
            vec![with_subject("Recipe: spring soup"), {
                let mut case = with_subject("Re: your order");
                case.headers.push(header("In-Reply-To", "<x@acme.example>"));
                case
            }],
        ),
        (
            "subject-phrases",
            vec![with_subject("Make money from home"), with_subject("Risk free walks")],
            vec![with_subject("Make moneybags of felt"), with_subject("Walks in spring")],
        ),
        ("subject-emoji", vec![with_subject("Spring 🌷🌷🌷")], vec![with_subject("Spring 🌷")]),
        (
            "subject-spaced",
            vec![with_subject("F R E E walks"), with_subject("Cheap m3ds here")],
            vec![with_subject("A B C of walks"), with_subject("See you at 4 pm in Room B12")],
        ),
        (
            "from-name-missing",
            vec![from("hello@acme.example", None, None), from("hello@acme.example", Some(" "), None)],
            vec![good()],
        ),
        (
            "from-name-address",
            vec![from("hello@acme.example", Some("ceo@bank.example"), None)],
            vec![from("hello@acme.example", Some("Hello@acme.example"), None), from("hello@acme.example", Some("Ada @ Acme"), None)],
        ),
        (
            "from-no-reply",
            vec![from("no-reply@acme.example", name, None), from("do_not_reply@acme.example", name, None)],
            vec![from("no-reply@acme.example", name, Some("help@acme.example")), from("reply@acme.example", name, None)],
        ),
        (
            "from-free-mail",
            vec![from("acme@gmail.com", name, None)],
            vec![from("acme@notgmail.com", name, None)],
        ),
        (
            "reply-to-elsewhere",
            vec![from("hello@acme.example", name, Some("a@other.example"))],
            vec![from("hello@news.acme.example", name, Some("help@acme.example"))],
        ),
        ("date-missing", vec![without("Date")], vec![good()]),
        (
            "message-id-missing",
            vec![without("Message-ID"), with_header("Message-ID", "abc@acme.example"), with_header("Message-ID", "<abc>")],
            vec![good()],
        ),
        (
            "list-unsubscribe-missing",
            vec![without("List-Unsubscribe")],
            vec![good(), Case { is_marketing: false, ..without("List-Unsubscribe") }],
        ),
        (
            "one-click-missing",
            vec![without("List-Unsubscribe-Post")],
            vec![good(), Case { is_marketing: false, ..without("List-Unsubscribe-Post") }],
        ),
        (
            "unsubscribe-not-https",
            vec![with_header("List-Unsubscribe", "<http://acme.example/u>")],
            vec![with_header("List-Unsubscribe", "<http://acme.example/u>, <https://acme.example/u>")],
        ),
        ("attachments", vec![Case { attachments: vec!["a.pdf".to_owned()], ..good() }], vec![good()]),
        ("text-missing", vec![Case { text: " \n-".to_owned(), ..good() }], vec![Case { text: "Hi".to_owned(), ..good() }]),
        (
            "text-differs",
            vec![Case { text: "Please look at this mail in a browser, since programs without pictures show nothing.".to_owned(), ..good() }],
            vec![good()],
        ),
        ("capitals", vec![Case { inner: WORDS.to_uppercase(), ..good() }], vec![saying("ONLY TODAY")]),
        ("exclamation", vec![saying("Hurry!!")], vec![saying("Hurry! And come!")]),
        (
            "phrases",
            vec![saying("Act now: no obligation, risk free.")],
            vec![saying("No obligation, risk free.")],
        ),
        ("placeholder-text", vec![saying("Lorem ipsum dolor")], vec![saying("Loremipsum")]),
        (
            "merge-tags-left",
            vec![with_subject("Hello {{ firstName }}"), saying("Dear *|FNAME|*"), saying("Dear %%first_name%%"), saying("Write {{ }} or {{ first name }}")],
            vec![saying("Use {{ }} in code"), saying("100%% of *| it |"), saying("from 10%% to 20")],
        ),
        ("html-large", vec![with(&"<b>x</b>".repeat(14_000))], vec![with(&"<b>x</b>".repeat(10_000))]),
        (
            "hidden-text",
            vec![with(&format!("<div style=\"display:none\">{}</div>", "casino ".repeat(60)))],
            vec![with(&format!("<div style=\"display:none\">A guide to spring{}</div>", "&#847; ".repeat(90)))],
        ),
        (
            "unseen-color",
            vec![with("<p style=\"color:#fff\">casino casino casino casino</p>"), with("<p style=\"color:#fefefe;background:#ffffff\">viagra viagra viagra viagra</p>")],
            vec![with("<p style=\"color:#fff;background:#333\">Spring has come to the river</p>"), with("<p style=\"color:#fff\">.</p>")],
        ),
        (
            "image-only",
            vec![Case { inner: "<img src=\"https://acme.example/a.png\" alt=\"All of it\"><p>Unsubscribe</p>".to_owned(), ..good() }],
            vec![with("<img src=\"https://acme.example/a.png\" alt=\"\">"), Case { inner: "<p>Hi</p>".to_owned(), ..good() }],
        ),
        ("form", vec![with("<form action=\"https://acme.example\"><button>Go</button></form>"), with("<input name=\"a\">")], vec![good()]),
        (
            "active-content",
            vec![with("<script>alert(1)</script>"), with("<iframe src=\"https://acme.example\"></iframe>"), with("<p onclick=\"go()\">x</p>")],
            vec![with("<p title=\"onclick\">x</p>")],
        ),
        (
            "data-uri",
            vec![with("<img src=\"data:image/png;base64,AA\" alt=\"\">"), with("<p style=\"background:url(data:image/png;base64,AA)\">x</p>")],
            vec![with("<img src=\"https://acme.example/data:1.png\" alt=\"\">")],
        ),
        ("foreign-pixel", vec![pixel("spy.example")], vec![pixel("acme.example"), pixel("links.acme.example")]),
        (
            "link-shortener",
            vec![linking("Go", "https://bit.ly/x"), linking("Go", "https://www.tinyurl.com/x")],
            vec![linking("Go", "https://rabbit.ly/x")],
        ),
        (
            "link-number",
            vec![linking("Go", "http://192.0.2.7/x"), linking("Go", "http://[2001:db8::1]/x")],
            vec![linking("Go", "http://127.0.0.1/x"), linking("Go", "https://1.example/x")],
        ),
        (
            "link-mismatch",
            vec![linking("https://bank.example/login", "https://evil.test/x"), linking("www.bank.example", "https://evil.test/x")],
            vec![
                linking("www.bank.example", "https://shop.bank.example/x"),
                linking("bank.example", "https://links.acme.example/c/x"),
                linking("Read on...", "https://evil.test/x"),
                linking("Node.js 22", "https://evil.test/x"),
            ],
        ),
        (
            "link-user",
            vec![linking("Go", "https://bank.example@evil.test/"), linking("Go", "https://evil.test:8443/")],
            vec![linking("Go", "https://acme.example:8443/"), linking("Go", "https://evil.test/@user")],
        ),
        ("link-many", vec![links(61, 1), links(13, 13)], vec![links(50, 5)]),
        (
            "address-missing",
            vec![Case { address: None, ..good() }, Case { address: Some("2 Side Street".to_owned()), ..good() }],
            vec![good(), Case { is_marketing: false, address: None, ..good() }],
        ),
    ]
}

#[test]
fn a_good_mail_has_nothing_against_it() {
    assert_eq!(good().codes(), Vec::<String>::new());
}

#[test]
fn every_rule_is_tried_from_both_sides() {
    let cases = cases();
    let tried: Vec<&str> = cases.iter().map(|(id, ..)| *id).collect();
    let ids: Vec<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(tried, ids);
    for (id, bad, fine) in cases {
        for (at, case) in bad.iter().enumerate() {
            assert!(
                case.codes().iter().any(|code| code == id),
                "{id}: bad {at}: {:?}",
                case.codes()
            );
        }
        for (at, case) in fine.iter().enumerate() {
            assert!(
                !case.codes().iter().any(|code| code == id),
                "{id}: good {at}"
            );
        }
    }
}

#[test]
fn what_no_parser_may_see_is_said_to_be_unchecked() {
    let case = Case {
        inner: "<div>".repeat(10_000),
        subject: "LAST CHANCE FOR SPRING".to_owned(),
        ..good()
    };
    let judgement = case.judge();
    assert!(judgement.unchecked.contains(&"hidden-text".to_owned()));
    assert!(
        judgement
            .found
            .iter()
            .any(|entry| entry.code == "subject-capitals")
    );
    assert!(!judgement.unchecked.contains(&"subject-capitals".to_owned()));
}

#[test]
fn hostile_texts_are_judged_quickly() {
    for text in [
        "{{".repeat(200_000),
        "*|".repeat(200_000),
        "!".repeat(400_000),
        "a ".repeat(200_000),
        "\u{202e}<".repeat(100_000),
    ] {
        let case = Case {
            subject: text.clone(),
            inner: format!("<p>{}</p>", text.replace('<', "&lt;")),
            text,
            ..good()
        };
        drop(case.judge());
    }
}
