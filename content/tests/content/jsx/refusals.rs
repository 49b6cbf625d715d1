//! What a template cannot do, and where it tried.

use postrider_content::jsx::{Limits, compile_and_run};
use postrider_content::report::SourcePosition;

use super::refused;

#[track_caller]
fn check(source: &str, message: &str, at: Option<(u32, u32)>) {
    let error = refused(source);
    assert!(error.message.contains(message), "{source}\n{error:?}");
    assert_eq!(
        error.at,
        at.map(|(line, column)| SourcePosition { line, column }),
        "{source}\n{error:?}"
    );
}

#[test]
fn syntax() {
    check(
        "export default () => (\n  <p>\n    <b>\n  </p>\n);",
        "Syntax error: Expected corresponding JSX closing tag for 'b'.",
        Some((4, 5)),
    );
    check(
        "const a = 1;\nconst a = 2;",
        "Identifier `a` has already been declared",
        Some((1, 7)),
    );
    check("export default /(/;", "SyntaxError", None);
    check("", "no default export", None);
}

#[test]
fn imports() {
    check(
        "import { map } from \"lodash\";\nexport default () => <p>{map([1])}</p>;",
        "`lodash` cannot be imported: in a template only react and @react-email/components are there.",
        Some((1, 21)),
    );
    check(
        "\n import x from './x'; export default x;",
        "`./x` cannot be imported: a template is one file",
        Some((2, 16)),
    );
    check(
        "import fs from 'node:fs'; export default fs;",
        "`node:fs` cannot be imported",
        Some((1, 16)),
    );
    check(
        "import { Html,\n  Carousel } from '@react-email/components'; export default () => <Carousel/>;",
        "`Carousel` cannot be imported",
        Some((2, 3)),
    );
    check(
        "export * from 'os';",
        "`os` cannot be imported",
        Some((1, 15)),
    );
    check(
        "export { readFile } from 'std';",
        "`std` cannot be imported",
        Some((1, 26)),
    );
    check(
        "export default () => import('os');",
        "`import()` is not supported",
        Some((1, 22)),
    );
    check(
        "const x = require('fs'); export default () => <p/>;",
        "`require` is not there",
        Some((1, 11)),
    );
    check(
        "import x = require('fs'); export default x;",
        "`require` is not there",
        Some((1, 8)),
    );
    check(
        "/** @jsxImportSource preact */ export default <p/>;",
        "`preact/jsx-dev-runtime` cannot be imported",
        Some((1, 1)),
    );
}

#[test]
fn components() {
    check(
        "export default () => (\n  <div>\n    <Missing />\n  </div>\n);",
        "ReferenceError: Missing is not defined",
        Some((3, 6)),
    );
    check(
        "import * as E from 'react-email';\nexport default () => <p>\n  <E.Carousel wide /></p>;",
        "`E.Carousel` is not a component",
        Some((3, 3)),
    );
    check(
        "import { Component } from 'react';\nclass A extends Component { render() { return null; } }\nexport default () => <A/>;",
        "`A` is a class",
        Some((3, 22)),
    );
    check(
        "export default async () => <p/>;",
        "Asynchronous components are not supported",
        None,
    );
    check(
        "const A = async () => <p/>;\nexport default () => <A/>;",
        "Asynchronous components are not supported",
        Some((2, 22)),
    );
    check(
        "const x = await Promise.resolve(1);\nexport default <p/>;",
        "`await` is not supported",
        None,
    );
    check(
        "export default () => <p>{{ a: 1, b: 2 }}</p>;",
        "An object cannot be rendered (it has the keys a, b).",
        Some((1, 22)),
    );
    check(
        "export default () => <p>{() => 1}</p>;",
        "A function stands where",
        Some((1, 22)),
    );
    check(
        "export default () => <br>x</br>;",
        "<br> cannot have content",
        Some((1, 22)),
    );
    check(
        "export default 5;",
        "neither a component nor an element",
        None,
    );
    check(
        "export function Email() { return <p/>; }",
        "write `export default Email`",
        None,
    );
}

#[test]
fn errors_of_the_template_itself() {
    check(
        "const user: any = undefined;\nexport default function Email() {\n  const name = 'é';\n  return <p>{name}{user.name}</p>;\n}",
        "TypeError: cannot read property 'name' of undefined",
        Some((4, 20)),
    );
    check(
        "\n  throw new RangeError('no such thing');",
        "The template threw RangeError: no such thing.",
        Some((2, 13)),
    );
    check(
        "export default () => <p>\n{(() => { throw 'words'; })()}</p>;",
        "The template threw words.",
        None,
    );
    check("throw null;", "no error", None);
    check(
        "const e = new Error('x'); e.message = 'y'.repeat(1e6); throw e;",
        "yyy",
        Some((1, 15)),
    );
}

#[test]
fn what_is_not_there() {
    for (call, name) in [
        ("fetch('https://example.com')", "fetch"),
        ("setTimeout(() => 1, 5)", "setTimeout"),
    ] {
        check(
            &format!("\nconst x = {call};\nexport default <p/>;"),
            name,
            Some((2, 11)),
        );
    }
    check(
        "const x = new WebSocket('wss://example.com');",
        "`WebSocket` is not there",
        Some((1, 15)),
    );
    for name in [
        "window",
        "document",
        "std",
        "os",
        "Deno",
        "Buffer",
        "module",
        "__dirname",
        "markdown",
    ] {
        check(
            &format!("export default () => <p>{{{name}}}</p>;"),
            &format!("{name} is not defined"),
            Some((1, 26)),
        );
    }
    check("process.exit(1);", "not a function", Some((1, 1)));
    check(
        "export default <p>{(1).toLocaleString('de-DE')}</p>;",
        "`de-DE` is not there",
        Some((1, 24)),
    );
}

#[test]
fn too_much() {
    check(&"x".repeat(1024 * 1024 + 1), "larger than 1024 KB", None);
    check(
        "const a = 'x'.repeat(3e6);\nexport default () => <p>{a}{a}</p>;",
        "The result is too large",
        Some((2, 22)),
    );
    check(
        "const A = () => <i><A/></i>; export default A;",
        "does a component contain itself?",
        Some((1, 20)),
    );
    check(
        "const f = (): number => f() + 1; f();",
        "does a function or a component contain itself?",
        Some((1, 7)),
    );
    check(
        "let a: any = []; a.push(a); export default <p>{a}</p>;",
        "calls itself too deep",
        Some((1, 44)),
    );
    let small = Limits {
        output: 300,
        ..Limits::default()
    };
    let error = compile_and_run("export default <p>{'é'.repeat(100)}</p>;", &small).unwrap_err();
    assert_eq!(error.message, "The result is too large.");
}
