use super::render;
use crate::designs::merge::{Builder, UrlUse, as_is};

fn url(source: &str, used_as: UrlUse, value: &str) -> String {
    let mut builder = Builder::new(source.len());
    builder.url(source, as_is, used_as);
    render(&builder.finish(), &[("x", value)])
}

#[test]
fn a_value_is_encoded_for_its_place_in_a_url() {
    for (source, value, expected) in [
        (
            "https://a.example/{{x}}/b",
            "a b/ü?#&%20",
            "https://a.example/a%20b%2F%C3%BC%3F%23%26%2520/b",
        ),
        (
            "https://a.example/?q={{x}}&r=1",
            "a&b=c+d",
            "https://a.example/?q=a%26b%3Dc%2Bd&r=1",
        ),
        (
            "https://a.example#{{x}}",
            "a-b._~ c",
            "https://a.example#a-b._~%20c",
        ),
        (
            "https://a.example?{{x}}",
            "@b.c",
            "https://a.example?%40b.c",
        ),
        (
            "https://{{x}}.example/",
            "sh-op.1/@evil:8?#",
            "https://sh-op.1evil8.example/",
        ),
        ("https://{{x}}", "a.example/b", "https://a.exampleb"),
        ("https:\\\\{{x}}", "a/b", "https:\\\\ab"),
        ("https:{{x}}", "//a", "https:a"),
        ("app://{{x}}/{{x}}", "a/b", "app://ab/a%2Fb"),
        (
            "mailto:{{x}}?subject={{x}}",
            "a+b@c.example,d",
            "mailto:a+b@c.example%2Cd?subject=a%2Bb%40c.example%2Cd",
        ),
        ("tel:{{x}}", "+49 (0) 1;x", "tel:+49%20%280%29%201%3Bx"),
        ("#{{x}}", "a b", "#a%20b"),
        // The value is the URL.
        (
            "{{x}}",
            " https://a.example/b?c=d&e='f'#g h\"<é%20%zz\\",
            "https://a.example/b?c=d&amp;e=&#39;f&#39;#g%20h%22%3C%C3%A9%20%25zz%5C",
        ),
        (" {{x}} ", "https://a.example", " https://a.example "),
        (
            "{{x}}?a={{x}}",
            "https://a.example/",
            "https://a.example/?a=https%3A%2F%2Fa.example%2F",
        ),
        ("http{{x}}://a.example/", "s", "https://a.example/"),
    ] {
        assert_eq!(
            url(source, UrlUse::Attribute, value),
            expected,
            "{source} {value}"
        );
    }
}

#[test]
fn no_value_makes_a_script_of_a_url() {
    for (source, value) in [
        ("{{x}}", "javascript:alert(1)"),
        ("{{x}}", " \u{1}JavaScript:alert(1)"),
        ("{{x}}", "java\nscript:alert(1)"),
        ("{{x}}", "java\tscript\r:alert(1)"),
        ("{{x}}", "data:text/html,x"),
        ("{{x}}", "vbscript:x"),
        ("{{x}}", "file:///etc/passwd"),
        ("{{x}}", ""),
        ("{{x}}", "www.example.com"),
        ("{{x}}", "//a.example/b"),
        ("{{x}}", "/a"),
        ("{{x}}", "?a"),
        ("{{x}}", ":a"),
        ("java{{x}}script:alert(1)", ""),
        ("java{{x}}script:alert(1)", "\n"),
        ("j\na{{x}}script:alert(1)", "vA"),
        ("{{x}}script:alert(1)", "java"),
        ("{{x}}:alert(1)", "javascript"),
        ("javascript:a({{x}})", "1"),
        (" \u{1}java\nscript:a({{x}})", "1"),
        ("data:text/html,{{x}}", "1"),
        ("/path/{{x}}", "1"),
        ("//a.example/{{x}}", "1"),
    ] {
        for used_as in [UrlUse::Attribute, UrlUse::Css, UrlUse::CssAttribute] {
            assert_eq!(url(source, used_as, value), "#", "{source} {value:?}");
        }
    }
}

#[test]
fn a_url_cannot_leave_its_parentheses() {
    let value = "https://a.example/'x'(y)\"&z\\";
    let expected = "https://a.example/%27x%27%28y%29%22&z%5C";
    assert_eq!(url("{{x}}", UrlUse::Css, value), expected);
    assert_eq!(
        url("{{x}}", UrlUse::CssAttribute, value),
        expected.replace('&', "&amp;")
    );
}
