use jiff::tz::TimeZone;

use super::render;
use crate::designs::merge::{
    Builder, Escape, Name, Template, Value, as_is, compile_header, compile_text, unknown,
};

fn compile(text: &str, escape: Escape) -> Template {
    let mut builder = Builder::new(text.len());
    builder.text(text, as_is, escape);
    builder.finish()
}

#[test]
fn a_missing_value_leaves_its_fallback_or_nothing() {
    let template = compile_text("Hi {{ name | you }}, {{ name }}!");
    assert_eq!(render(&template, &[("name", "Ann")]), "Hi Ann, Ann!");
    assert_eq!(render(&template, &[("Name", "Ann")]), "Hi you, !");
    for empty in ["", " ", "\u{a0}\n"] {
        assert_eq!(
            render(&template, &[("name", empty)]),
            "Hi you, !",
            "{empty:?}"
        );
    }
}

#[test]
fn values_show_as_a_reader_expects() {
    let template = compile_text("{{ value | - }}");
    let new_york = TimeZone::get("America/New_York").unwrap();
    let json = serde_json::json!({ "list": [1], "object": {}, "null": null, "big": 9_007_199_254_740_993_i64 });
    for (value, expected) in [
        (Some(Value::Text("Ann")), "Ann"),
        (Some(Value::Number(5.0)), "5"),
        (Some(Value::Number(19.90)), "19.9"),
        (Some(Value::Number(-0.0)), "0"),
        (Some(Value::Number(-0.25)), "-0.25"),
        (Some(Value::Number(1e21)), "1000000000000000000000"),
        (Some(Value::Number(f64::NAN)), "-"),
        (Some(Value::Bool(true)), "true"),
        (Some(Value::Bool(false)), "false"),
        // Shortly after midnight in Greenwich it is still yesterday in New York.
        (Some(Value::Date(1_794_700_900)), "14 November 2026"),
        (Some(Value::Date(i64::MAX)), "-"),
        (Value::of_json(&json["big"]), "9007199254740993"),
        (Value::of_json(&json["list"]), "-"),
        (Value::of_json(&json["object"]), "-"),
        (Value::of_json(&json["null"]), "-"),
        (None, "-"),
    ] {
        let mut out = String::new();
        template.render(&new_york, |_| value, &mut out);
        assert_eq!(out, expected, "{value:?}");
    }
    let mut out = String::new();
    template.render(
        &TimeZone::UTC,
        |_| Some(Value::Date(1_794_700_900)),
        &mut out,
    );
    assert_eq!(out, "15 November 2026");
}

#[test]
fn a_value_is_escaped_for_where_it_stands() {
    let value = "<b>\"O'Neil\" & Söhne;\r\n\u{202e}\0{{ x }}";
    for (escape, expected) in [
        (Escape::Text, "<b>\"O'Neil\" & Söhne;\n\u{202e}{{ x }}"),
        (Escape::Header, "<b>\"O'Neil\" & Söhne;{{ x }}"),
        (
            Escape::Html,
            "&lt;b&gt;&quot;O&#39;Neil&quot; &amp; Söhne;\r\n\u{202e}{{ x }}",
        ),
        (Escape::Strict, "bONeil  Shne x "),
    ] {
        let template = compile("[{{ v }}|{{ none | \"<&>\" }}]", escape);
        let fallback = match escape {
            Escape::Html => "&lt;&amp;&gt;",
            Escape::Strict => "",
            _ => "<&>",
        };
        assert_eq!(
            render(&template, &[("v", value), ("x", "twice")]),
            format!("[{expected}|{fallback}]")
        );
    }
}

#[test]
fn a_url_in_plain_text_stays_one_word() {
    let values = [("q", "a b/é"), ("host", "x y")];
    for (text, expected) in [
        ("{{ q }} {{ q }}", "a b/é a b/é"),
        (
            "https://a.example/?q={{ q }}&r={{ q | x }} {{ q }}",
            "https://a.example/?q=a%20b%2F%C3%A9&r=a%20b%2F%C3%A9 a b/é",
        ),
        (
            "(http://{{ host }}.example/{{ q }})",
            "(http://xy.example/a%20b%2F%C3%A9)",
        ),
        ("no://url {{ q }}", "no://url a b/é"),
        (
            "{{ q }}http://{{ host }}{{ q }}/{{ q }} {{ q }}",
            "a b/éhttp://xyab/a%20b%2F%C3%A9 a b/é",
        ),
        // The URL begins with the first of two.
        (
            "https://a.example/?to=http://{{ q }}",
            "https://a.example/?to=http://a%20b%2F%C3%A9",
        ),
    ] {
        assert_eq!(render(&compile_text(text), &values), expected, "{text}");
    }
}

#[test]
fn each_name_is_asked_for_once() {
    let template = compile_header("{{ a }}{{ b | x }}{{ a | y }}{{ b | z }}{{ A }}");
    let name = |name: &str, has_fallback| Name {
        name: name.to_owned(),
        has_fallback,
    };
    assert_eq!(
        template.names(),
        [name("a", false), name("b", true), name("A", false)]
    );
    let mut asked = Vec::new();
    let lookup = |name: &str| {
        asked.push(name.to_owned());
        Some(Value::Integer(7))
    };
    let mut out = "before ".to_owned();
    template.render(&TimeZone::UTC, lookup, &mut out);
    assert_eq!(out, "before 77777");
    assert_eq!(asked, ["a", "b", "A"]);
}

#[test]
fn unknown_names_are_those_that_leave_a_hole() {
    let subject = compile_header("{{ firstName }} {{ plan }} {{ city | here }}");
    let body = compile_text(
        "{{ plan | basic }} {{ unsubscribeUrl }} {{ brandName }} {{ Plan }} {{ order.id }}",
    );
    let names = subject.names().iter().chain(body.names());
    let names = names.map(|name| (name.name.as_str(), name.has_fallback));
    assert_eq!(
        unknown(names, |name| name == "firstName"),
        ["plan", "Plan", "order.id"]
    );
}
