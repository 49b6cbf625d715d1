use super::*;

fn told(html: &str) -> Vec<String> {
    let tell = |token: &Token| match token {
        Token::Doctype(range) => format!("doctype {}", &html[range.clone()]),
        Token::Start(tag) => {
            let attributes = tag.attributes.iter().map(|attribute| {
                let value = attribute.value.clone().map(|value| &html[value]);
                format!(
                    " {}={value:?}{:?}[{}]",
                    attribute.name,
                    attribute.quote,
                    &html[attribute.range.clone()]
                )
            });
            format!("start {}{}", tag.name, attributes.collect::<String>())
        }
        Token::End { name, range } => format!("end {name} {}", &html[range.clone()]),
        Token::Text { range, kind } => format!("text {kind:?} {}", &html[range.clone()]),
        Token::Comment { range, inner } => format!(
            "comment {} ({})",
            &html[range.clone()],
            &html[inner.clone()]
        ),
    };
    scan(html).unwrap().iter().map(tell).collect()
}

#[test]
fn tokens_stand_where_they_stand() {
    let html = "<!DOCTYPE html><P Class=a title = 'b c' data-é=\"&amp;\" hidden/>é &amp; <3 a</p ><!-- x --><br>";
    assert_eq!(
        told(html),
        [
            "doctype <!DOCTYPE html>",
            "start p class=Some(\"a\")None[Class=a] title=Some(\"b c\")Single[title = 'b c'] \
             data-é=Some(\"&amp;\")Double[data-é=\"&amp;\"] hidden=NoneNone[hidden]",
            "text Data é &amp; <3 a",
            "end p </p >",
            "comment <!-- x --> ( x )",
            "start br",
        ]
    );
}

#[test]
fn texts_are_told_apart() {
    let html =
        "<title>a<b></title><style>c<d></style><script>'</b>'</script><noscript><e></noscript>f";
    assert_eq!(
        told(html),
        [
            "start title",
            "text Title a<b>",
            "end title </title>",
            "start style",
            "text Style c<d>",
            "end style </style>",
            "start script",
            "text Script '</b>'",
            "end script </script>",
            "start noscript",
            "text OtherRaw <e>",
            "end noscript </noscript>",
            "text Data f",
        ]
    );
}

#[test]
fn every_end_tag_is_told_of() {
    assert_eq!(
        told("</a></B\n>x</p a='>' b=\">\"></><!-->y<?z?></ q>"),
        [
            "end a </a>",
            "end b </B\n>",
            "text Data x",
            "end p </p a='>' b=\">\">",
            "comment <!--> ()",
            "text Data y",
            "comment <?z?> (?z?)",
            "comment </ q> ( q)",
        ]
    );
    // What a tag without end holds is no tag.
    assert_eq!(told("x<a href='</p>"), ["text Data x"]);
}

#[test]
fn conditional_comments_are_scanned_where_they_stand() {
    let html = "é<!--[if mso]><b title=x>é</b><![endif]-->";
    let [_, Token::Comment { inner, .. }] = &scan(html).unwrap()[..] else {
        panic!("a text and a comment");
    };
    let part = inner.start + "[if mso]>".len()..inner.end - "<![endif]".len();
    let tokens = scan_within(html, part).unwrap();
    let texts: Vec<&str> = tokens.iter().map(|token| &html[token.range()]).collect();
    assert_eq!(texts, ["<b title=x>", "é", "</b>"]);
    let Token::Start(tag) = &tokens[0] else {
        panic!("a start tag");
    };
    assert_eq!(tag.value(html, "title"), Some("x"));
}

#[test]
fn comments_have_an_inside() {
    for (html, inner) in [
        ("<!--\u{feff}a-->", "\u{feff}a"),
        (
            "<!--\u{feff}[if mso]>é<![endif]-->",
            "\u{feff}[if mso]>é<![endif]",
        ),
        ("<!--\u{feff}a", "\u{feff}a"),
        ("<!--a--!>", "a"),
        ("<!-->", ""),
        ("<!--->", ""),
        ("<!---->", ""),
        ("<!-- <!-->", " <!"),
        ("<!--a-", "a-"),
        ("<?\u{feff}a>", "?\u{feff}a"),
        ("<!a>", "a"),
    ] {
        let Token::Comment { inner: range, .. } = &scan(html).unwrap()[0] else {
            panic!("{html}: a comment");
        };
        assert_eq!(&html[range.clone()], inner, "{html}");
    }
}
