use crate::designs::merge::{FALLBACK_MAX, NAME_MAX, tags};

/// Each tag as `name` or `name=fallback`.
fn read(text: &str) -> Vec<String> {
    let show = |tag: crate::designs::merge::Tag| match tag.fallback {
        Some(fallback) => format!("{}={fallback}", tag.name),
        None => tag.name.into_owned(),
    };
    tags(text).map(show).collect()
}

#[test]
fn a_tag_has_a_name_and_may_have_a_fallback() {
    for (text, expected) in [
        ("{{name}}", "name"),
        ("{{ name }}", "name"),
        ("{{\u{a0}name\u{a0}}}", "name"),
        ("{{\n  name\n}}", "name"),
        ("{{ First Name }}", "First Name"),
        ("{{ First\n   Name }}", "First Name"),
        ("{{ First\u{a0}Name }}", "First Name"),
        ("{{ two  spaces }}", "two  spaces"),
        ("{{ order.items.0 }}", "order.items.0"),
        ("{{ prénom }}", "prénom"),
        ("{{ name | you }}", "name=you"),
        ("{{name|you}}", "name=you"),
        ("{{ name | dear friend }}", "name=dear friend"),
        ("{{ name | }}", "name="),
        ("{{ name | \"\" }}", "name="),
        ("{{ name | \"you\" }}", "name=you"),
        ("{{ name | ' you ' }}", "name= you "),
        ("{{ name | \"a | b\" }}", "name=a | b"),
        ("{{ name | '{x}' }}", "name={x}"),
        ("{{ name | \"it's\" }}", "name=it's"),
        ("{{ name | it's }}", "name=it's"),
        ("{{ name | \"you }}", "name=\"you"),
        ("{{ name | \"a\" or \"b\" }}", "name=\"a\" or \"b\""),
    ] {
        assert_eq!(read(text), [expected], "{text}");
        let tag = tags(text).next();
        assert_eq!(tag.map(|tag| tag.range), Some(0..text.len()), "{text}");
    }
}

#[test]
fn what_is_not_well_formed_is_text() {
    for text in [
        "",
        "name",
        "{{",
        "}}",
        "{{}}",
        "{{ }}",
        "{{{}}}",
        "{ { name } }",
        "{{ name",
        "{{ name }",
        "}} name {{",
        "{{ | x }}",
        "{{ a{b }}",
        "{{ a}b }}",
        "{{ a\"b }}",
        "{{ a\0b }}",
        "{{ name | {x} }}",
        "{{ name | a | b }}",
        "{{ name | \"a\" | \"b\" }}",
    ] {
        assert_eq!(read(text), [""; 0], "{text}");
    }
}

#[test]
fn the_innermost_braces_count() {
    for (text, expected, at) in [
        ("{{{ name }}}", "name", 1..11),
        ("{{ a {{ b }} }}", "b", 5..12),
        ("{{ a {{ b", "", 0..0),
        ("{{{{{{ x }}", "x", 4..11),
        ("{{ {{ }} {{ x }}", "x", 9..16),
    ] {
        let found: Vec<_> = tags(text)
            .map(|tag| (tag.name.into_owned(), tag.range))
            .collect();
        let expected = if expected.is_empty() {
            vec![]
        } else {
            vec![(expected.to_owned(), at)]
        };
        assert_eq!(found, expected, "{text}");
    }
    assert_eq!(read("{{a}}{{b}} {{ c | d }}}}"), ["a", "b", "c=d"]);
}

#[test]
fn a_name_has_up_to_a_hundred_characters() {
    let name = "ü".repeat(NAME_MAX);
    assert_eq!(read(&format!("{{{{ {name} }}}}")), [name.as_str()]);
    assert_eq!(read(&format!("{{{{ {name}x }}}}")), [""; 0]);
}

#[test]
fn a_fallback_has_up_to_a_thousand_bytes() {
    let fallback = "x".repeat(FALLBACK_MAX);
    let expected = format!("a={fallback}");
    assert_eq!(read(&format!("{{{{a|{fallback}}}}}")), [expected.as_str()]);
    assert_eq!(
        read(&format!("{{{{ a | '{fallback}' }}}}")),
        [expected.as_str()]
    );
    assert_eq!(read(&format!("{{{{a|{fallback}x}}}}{{{{b}}}}")), ["b"]);
}
