use super::*;

fn cleaned(css: &str) -> (String, Vec<String>) {
    let cleaned = clean(css, &Rules::default());
    let what = cleaned
        .stripped
        .iter()
        .map(|(what, ..)| what.clone())
        .collect();
    (cleaned.css.unwrap_or_else(|| css.to_owned()), what)
}

#[test]
fn harmless_styles_stay_as_they_are() {
    for css in [
        "color:red;background:url(https://shop.example/a.png) no-repeat",
        "background:url(data:image/png;base64,iVBORw0KGgo=);color:#fff",
        "@media (max-width:600px){.a{width:100%!important}} /* expression( */ .b:hover{scroll-behavior:smooth}",
        "@import url('https://fonts.example/css?family=A:400;700'); @font-face{font-family:X;src:url(https://f.example/x.woff2)}",
        "v\\:* {behavior:url(#default#VML);display:inline-block}",
        "content:\"a;b{c}\"; font-family:'Segoe UI', Arial;mso-line-height-rule:exactly",
        "a{b",
        "}}}",
        "\"unclosed",
        "/* unclosed",
        "url(",
        "\\",
        "",
    ] {
        let kept = clean(css, &Rules::default());
        assert!(kept.css.is_none(), "{css}: {kept:?}");
    }
}

#[test]
fn code_is_found_in_any_spelling() {
    for (css, left, what) in [
        (
            "width:expression(alert(1));color:red",
            ";color:red",
            "expression",
        ),
        ("width:ex/**/pression(alert(1))", "", "expression"),
        ("width:\\65 xpression(alert(1))", "", "expression"),
        (
            "color:red;-moz-binding:url(https://x.example/x.xml#y)",
            "color:red;",
            "-moz-binding",
        ),
        (
            "behavior:url(https://x.example/x.htc);a:b",
            ";a:b",
            "behavior",
        ),
        ("*BEHAVIOR : url(x.htc)", "", "behavior"),
        ("background:url(javascript:alert(1))", "", "javascript:"),
        (
            "background:url('java\\73 cript:alert(1)')",
            "",
            "javascript:",
        ),
        (
            "background:url(\" java\\\nscript:alert(1)\")",
            "",
            "javascript:",
        ),
        ("background:\\75rl(https://x.example)", "", "url()"),
        (
            "background:url(http://127.0.0.1/x.png);a:b",
            ";a:b",
            "127.0.0.1",
        ),
        ("background:url(data:text/html,x)", "", "data:"),
        ("@import 'http://x.example/x.css';a{}", ";a{}", "@import"),
        ("@import url(x.css);a{}", ";a{}", "@import"),
        ("@IMPORT \"https://10.0.0.1/\";", ";", "10.0.0.1"),
        ("a{b:'\n;c:expression(1)}", "a{b:'\n;}", "expression"),
        ("a:u{{ x }}rl(http://10.0.0.1/a)", "", "10.0.0.1"),
        ("a:ur{{ x | \"l\" }}(http://10.0.0.1/a)", "", "10.0.0.1"),
        ("beha{{ x }}vior:y", "", "behavior"),
    ] {
        assert_eq!(
            cleaned(css),
            (left.to_owned(), vec![what.to_owned()]),
            "{css}"
        );
    }
}

#[test]
fn addresses_are_completed_and_replaced() {
    let rules = Rules {
        base_url: Some("https://shop.example/m/".parse().unwrap()),
        ..Rules::default()
    };
    let css =
        "a{background:url( \"a(1).png\" )}@import '//f.example/x.css';@font-face{src:url(f.woff)}";
    let full = "a{background:url( 'https://shop.example/m/a(1).png' )}@import 'https://f.example/x.css';\
                @font-face{src:url('https://shop.example/m/f.woff')}";
    assert_eq!(clean(css, &rules).css.as_deref(), Some(full));

    let mut seen = Vec::new();
    let new = addresses(full, |address, purpose| {
        seen.push((address.to_owned(), purpose));
        (purpose == Use::Image).then(|| "https://us.example/it's.png".to_owned())
    });
    assert_eq!(
        seen.iter().map(|(_, purpose)| *purpose).collect::<Vec<_>>(),
        [Use::Image, Use::Import, Use::Font]
    );
    assert!(
        new.unwrap()
            .starts_with("a{background:url( 'https://us.example/it%27s.png' )}@import 'https://f")
    );
}
