//! Markup that nobody wrote.

#![expect(clippy::unwrap_used, reason = "tests")]

use postrider_content::html::Rules;
use postrider_content::html::scan::{Token, scan};
use postrider_content::html::{clean, import};
use postrider_domain::designs::merge::foreign::translate;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;

use crate::browser;

/// Pieces from which markup can be put together in ways that nobody has thought of.
const PIECES: &[&str] = &[
    "<",
    ">",
    "\"",
    "'",
    "=",
    "/",
    " ",
    "\n",
    "&",
    ";",
    "-",
    "--",
    "!",
    "]",
    "<!--",
    "-->",
    "<![endif]",
    "[if mso]>",
    "<!--[if mso]>",
    "<![endif]-->",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<noscript>",
    "</noscript>",
    "<textarea>",
    "</textarea>",
    "<title>",
    "</title>",
    "<xmp>",
    "</xmp>",
    "<template>",
    "</template>",
    "<form>",
    "<select>",
    "</select>",
    "<plaintext>",
    "<iframe srcdoc=",
    "<base href=x>",
    "<a href=",
    "<a href='",
    "<img src=x onerror=",
    "<img alt=y src='x'>",
    "<img alt='",
    " alt=z",
    " src=\"https://x.example/i\"",
    "<a title=y href=https://x.example>",
    "<!--\u{FEFF}",
    "<div class=preheader style='display:none'>",
    "onclick=x",
    "javascript:",
    "java&Tab;script:",
    "&#106;",
    "&lt;",
    "style='",
    "style=\"",
    "url(",
    "expression(",
    "behavior:",
    "\\65",
    "/*",
    "*/",
    "@import ",
    "{",
    "}",
    "{{",
    "}}",
    "{{a|\"",
    "http://127.0.0.1/",
    "//x.example",
    "data:text/html,",
    "srcset='a 1x,",
    "<p",
    "<p>",
    "</p>",
    "x",
    "é",
    "\u{202E}",
    "<td background=",
    "<v:fill src=",
    "<!",
    "<?",
    "</",
    "<![CDATA[",
    "]]>",
    "<table>",
    "<body>",
    "</body>",
    "<meta http-equiv=refresh>",
];

fn nasty() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..24).prop_map(|pieces| pieces.concat())
}

/// An image or a link with its attributes in any order and spelling.
fn shuffled() -> impl Strategy<Value = String> {
    let attributes = prop::sample::subsequence(
        vec![
            "src=\"https://x.example/a.png\"",
            "src=https://x.example/b",
            "alt='A &quot;cat&quot;'",
            "alt=cat",
            "alt",
            "alt=\"\"",
            "width=10",
            "href='https://x.example/?a&amp;b'",
            "href=https://x.example",
            "class=btn",
            "title=\"t\"",
        ],
        0..=11,
    );
    (
        prop::sample::select(vec!["img", "a"]),
        attributes.prop_shuffle(),
    )
        .prop_map(|(name, attributes)| format!("<{name} {}>", attributes.join(" ")))
}

/// Reads each of `TEXTS` as a document and tells of what no mail should hold.
const JUDGE: &str = r"
    const elements = new Set(['script', 'svg', 'math', 'iframe', 'form', 'noscript', 'base', 'object', 'embed', 'template',
        'textarea', 'input', 'button', 'select', 'xmp', 'plaintext', 'frameset', 'noembed', 'noframes', 'applet']);
    const schemes = ['http:', 'https:', 'mailto:', 'tel:', 'cid:', 'sms:'];
    const found = TEXTS.map(text => {
        const offences = [];
        for (const element of new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')) {
            if (elements.has(element.localName)) offences.push(element.localName);
            for (const { name, value } of element.attributes) {
                if (/^on./.test(name) || name === 'srcdoc') offences.push(name);
                if (!/^(href|src|background|action|xlink:href)$/.test(name)) continue;
                let url;
                try { url = new URL(value, 'https://base.example/'); } catch { continue; }
                if (!schemes.includes(url.protocol) && !/^data:image/.test(value)) offences.push(url.protocol);
                if (url.hostname === '127.0.0.1') offences.push(url.hostname);
            }
        }
        return offences.length ? offences.join(' ') + ' in ' + text : '';
    });
    document.body.textContent = 'found ' + JSON.stringify(found.filter(Boolean));
";

fn offences(texts: &[String]) -> String {
    let texts = serde_json::to_string(texts)
        .unwrap()
        .replace('<', "\\u003c");
    let page = browser::document(&format!(
        "<body><script>const TEXTS = {texts};{JUDGE}</script>"
    ));
    let found = page.split_once("found ").expect("the browser judged").1;
    found.split_once("</body>").unwrap().0.to_owned()
}

#[test]
fn a_browser_finds_nothing_left() {
    let mut runner = TestRunner::deterministic();
    let mut html = || nasty().new_tree(&mut runner).unwrap().current();
    let cleaned = |html: String| clean(&html).ok().map(|cleaned| cleaned.html);
    let texts: Vec<String> = (0..8_000).filter_map(|_| cleaned(html())).collect();
    assert!(texts.len() > 4_000);
    assert_eq!(offences(&texts), "[]");
    // It would have found them.
    let dirty = offences(&[
        "<p onclick=x>".to_owned(),
        "<svg>".to_owned(),
        "<a href='java\nscript:x'>".to_owned(),
    ]);
    for offence in ["onclick", "svg", "javascript:"] {
        assert!(dirty.contains(offence), "{dirty}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn tokens_cover_the_source(html in nasty()) {
        if let Ok(tokens) = scan(&html) {
            let mut at = 0;
            for token in &tokens {
                let range = token.range();
                prop_assert!(range.start >= at && range.end > range.start, "{:?}", token);
                prop_assert!(html.get(range.clone()).is_some());
                if let Token::Start(tag) = token {
                    for attribute in &tag.attributes {
                        prop_assert!(attribute.range.start > range.start && attribute.range.end < range.end);
                        if let Some(value) = &attribute.value {
                            prop_assert!(html.get(value.clone()).is_some());
                            prop_assert!(value.start >= attribute.range.start && value.end <= attribute.range.end);
                        }
                    }
                }
                at = range.end;
            }
        }
    }

    #[test]
    fn what_is_clean_stays_as_it_is(html in nasty()) {
        if let Ok(cleaned) = clean(&html) {
            let again = clean(&cleaned.html).unwrap();
            prop_assert_eq!(&again.html, &cleaned.html);
            prop_assert_eq!(again.stripped, []);
            for token in scan(&cleaned.html).unwrap() {
                if let Token::Start(tag) = token {
                    prop_assert!(!matches!(tag.name.as_str(), "script" | "svg" | "math" | "iframe" | "form" | "noscript" | "base"));
                    for attribute in &tag.attributes {
                        let value = attribute.value.clone().map(|value| cleaned.html[value].to_ascii_lowercase());
                        prop_assert!(!attribute.name.starts_with("on"));
                        prop_assert!(attribute.name != "href" || !value.unwrap_or_default().starts_with("javascript:"));
                    }
                }
            }
        }
    }

    #[test]
    fn attributes_stand_in_any_order(tags in prop::collection::vec(shuffled(), 1..6)) {
        let html = format!("{}text", tags.join("x</a>"));
        let document = import(&html, None).unwrap().document;
        prop_assert_eq!(&document.render(None).html, &html);
        prop_assert_eq!(document.check("document", &Rules::default()), Ok(()));
    }

    #[test]
    fn imports_come_out_as_they_were_cleaned(html in nasty()) {
        if let (Ok(cleaned), Ok(import)) = (clean(&translate(&html)), import(&html, None)) {
            prop_assert_eq!(&import.document.render(None).html, &cleaned.html);
            prop_assert_eq!(import.document.check("document", &Rules::default()), Ok(()));
            let footer = import.document.render(Some("<p id=footer>bye</p>")).html;
            let shown = scan(&footer).unwrap().iter().any(|token| matches!(token, Token::Start(tag) if tag.attribute("id").is_some()));
            prop_assert!(shown, "the footer is swallowed: {}", footer);
        }
    }
}
