//! Markup that is broken, or dressed up.

use postrider_content::html::{clean, import};

/// What stands before and after.
const MARKUP: &[(&str, &str)] = &[
    ("<p>a<b>b<table><td>c", "<p>a<b>b<table><td>c"),
    ("<p>a</p><a href=\"https://x.example", "<p>a</p>"),
    ("<p>a</p><img src=x onerror=\"alert(1)", "<p>a</p>"),
    ("<p>a</p><!-- b", "<p>a</p><!-- b-->"),
    ("<p>a</p><style>b", "<p>a</p><style>b</style>"),
    ("<p a=1 a=2 =x \"y' <b>a</p>", "<p a=1 a=2 =x \"y' <b>a</p>"),
    ("<p/onclick=x/title=y>a", "<p/>a"),
    (
        "<p title='a'onclick='x'class='b'>a",
        "<p title='a' class='b'>a",
    ),
    ("a\u{202E}b\u{2067}c", "a\u{202E}b\u{2067}c"),
    (
        "<a href=\"j&Tab;a&NewLine;vascript&colon;x\">a</a>",
        "<a href=\"#\">a</a>",
    ),
    (
        "<a href='&#x6A&#x61vascript&#58x'>a</a>",
        "<a href='#'>a</a>",
    ),
    ("<a href='\u{1}javascript:x'>a</a>", "<a href='#'>a</a>"),
    ("<v:rect href='javascript:x'>a", "<v:rect href=''>a"),
    (
        "<img src=a srcset='javascript:x 1x, b 2x'>",
        "<img src=a srcset='b 2x'>",
    ),
    (
        "a<form action=x><input value=y><button>b</button></form>",
        "ab",
    ),
    (
        "a<object data=x><param name=y><b>c</b></object>",
        "a<b>c</b>",
    ),
    ("a<meta http-equiv=' Refresh ' content='0;url=x'>", "a"),
    ("a<link rel='x PreLoad' href='https://x.example'>", "a"),
    (
        "a<meta http-equiv='{{ x | \"refresh\" }}' content='0;url=x'>",
        "a",
    ),
    ("a<meta http-equiv=re{{x}}fresh content='0;url=x'>", "a"),
    ("a<link rel='{{ x }}' href='https://x.example'>", "a"),
    (
        "<a href='https://x.example' ping=/p attributionsrc=/a>a</a>",
        "<a href='https://x.example'>a</a>",
    ),
    (
        "<p style='b:u{{ x }}rl(http://10.0.0.1/a)'>a",
        "<p style=''>a",
    ),
    ("a<link rel=stylesheet href='http://x.example/a.css'>", "a"),
    ("a<math><mi//xlink:href=\"data:x,<script>\">b</math>", "a"),
    (
        "a<svg><p><style><g title=\"</style><img src=x onerror=1>\"></svg>",
        "a",
    ),
    (
        "a<noscript><p title=\"</noscript><img src=x onerror=1>\"></noscript>",
        "a<p title=\"<img src=x>\">",
    ),
    ("a<xmp><p></xmp><iframe src=x><b></iframe>b", "ab"),
    (
        "a<!--[if mso]><script>x</script><p onclick=y>b</p><![endif]-->",
        "a<!--[if mso]><p>b</p><![endif]-->",
    ),
    (
        "a<p style='x:expression(1);color:red'>b",
        "a<p style=';color:red'>b",
    ),
    (
        "a<style>@import 'http://x.example';b{}</style>",
        "a<style>;b{}</style>",
    ),
];

#[test]
fn it_is_kept_closed_or_taken_out() {
    for (html, left) in MARKUP {
        let cleaned = clean(html).unwrap_or_else(|error| panic!("{html}: {error}"));
        assert_eq!(&cleaned.html, left, "{html}");
    }
}

#[test]
fn what_cannot_be_read_in_one_way_is_refused() {
    let error = import(
        "<select><style></select><img src=x onerror=1></style>a",
        None,
    )
    .unwrap_err();
    assert!(error.message.contains("ambiguous"), "{error}");
}
