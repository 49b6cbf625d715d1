//! Utility classes.

use super::{body, rendered};

/// The style attribute that classes become, and the classes that stay.
fn classes(names: &str) -> String {
    let html = body(&format!(
        "<E.Tailwind><p className=\"{names}\"/></E.Tailwind>"
    ));
    html.replace("<p", "")
        .replace("></p>", "")
        .replace(" style=", "")
        .replace('"', "")
}

#[test]
fn classes_become_styles() {
    let cases = [
        ("p-4", "padding:16px"),
        ("px-2.5", "padding-left:10px;padding-right:10px"),
        ("-mt-2 mb-px", "margin-top:-8px;margin-bottom:1px"),
        ("m-[3px_auto]", "margin:3px auto"),
        (
            "w-1/3 h-full max-w-md",
            "width:33.3333%;height:100%;max-width:448px",
        ),
        ("text-sm", "font-size:14px;line-height:20px"),
        ("text-sm/6", "font-size:14px;line-height:24px"),
        ("leading-7 text-lg", "font-size:18px;line-height:28px"),
        (
            "text-red-500 bg-black/50",
            "color:#ef4444;background-color:rgba(0,0,0,0.5)",
        ),
        ("text-[#fff]/[0.3]", "color:rgba(255,255,255,0.3)"),
        (
            "text-[14px] text-center",
            "font-size:14px;text-align:center",
        ),
        (
            "font-bold font-mono",
            "font-weight:700;font-family:ui-monospace,Menlo,Monaco,Consolas,&quot;Liberation Mono&quot;,&quot;Courier New&quot;,monospace",
        ),
        (
            "border border-solid border-gray-200",
            "border-width:1px;border-color:#e5e7eb;border-style:solid",
        ),
        (
            "border-t-2 border-b-[#abc]",
            "border-top-width:2px;border-bottom-color:#abc",
        ),
        (
            "rounded rounded-t-none",
            "border-radius:4px;border-top-left-radius:0;border-top-right-radius:0",
        ),
        (
            "tracking-wide uppercase underline",
            "letter-spacing:0.025em;text-transform:uppercase;text-decoration-line:underline",
        ),
        (
            "bg-[url(https://x.example/a_b.png)]",
            "background-image:url(https://x.example/a b.png)",
        ),
    ];
    for (names, expected) in cases {
        assert_eq!(classes(names), expected, "{names}");
    }
}

#[test]
fn the_more_particular_class_wins_wherever_it_stands() {
    assert_eq!(
        classes("pl-1 px-2 p-3"),
        "padding:12px;padding-left:4px;padding-right:8px"
    );
}

#[test]
fn what_is_not_known_stays_a_class() {
    assert_eq!(
        classes("card p-1 constructor __proto__ text-nocolor-5 w-[a;b]"),
        " class=card constructor __proto__ text-nocolor-5 w-[a;b]padding:4px"
    );
}

#[test]
fn a_style_goes_before_classes() {
    let html = body("<E.Tailwind><p className=\"p-4 m-1\" style={{ padding: 2 }}/></E.Tailwind>");
    assert_eq!(html, "<p style=\"padding:2px;margin:4px\"></p>");
}

#[test]
fn outside_tailwind_a_class_is_a_class() {
    assert_eq!(body("<p className=\"p-4\"/>"), "<p class=\"p-4\"></p>");
}

#[test]
fn a_theme_adds_and_replaces() {
    let config = "{ theme: { fontSize: { tiny: ['9px', { lineHeight: '11px' }] }, extend: { colors: { brand: { DEFAULT: '#111', soft: '#eee' } }, spacing: { gap: '7px' } } } }";
    let html = body(&format!(
        "<E.Tailwind config={{{config}}}><p className=\"text-brand bg-brand-soft p-gap text-tiny text-sm bg-white\"/></E.Tailwind>"
    ));
    assert_eq!(
        html,
        "<p class=\"text-sm\" style=\"padding:7px;font-size:9px;line-height:11px;color:#111;background-color:#ffffff\"></p>"
    );
}

#[test]
fn screens_schemes_and_pointers_become_rules_in_the_head() {
    let source = "import { Html, Head, Body, Tailwind } from '@react-email/components';
        export default <Tailwind><Html><Head/><Body>
            <p className=\"lg:p-3 sm:p-2 dark:text-white hover:underline max-sm:hidden sm:p-2 group-hover:p-1\">x</p>
        </Body></Html></Tailwind>";
    let html = rendered(source);
    let rules = ".hover_underline:hover{text-decoration-line:underline!important}\
        @media (max-width:640px){.max-sm_hidden{display:none!important}}\
        @media (min-width:640px){.sm_p-2{padding:8px!important}}\
        @media (min-width:1024px){.lg_p-3{padding:12px!important}}\
        @media (prefers-color-scheme:dark){.dark_text-white{color:#ffffff!important}}";
    assert!(
        html.contains(&format!("<style>{rules}</style></head>")),
        "{html}"
    );
    assert!(html.contains("<p class=\"lg_p-3 sm_p-2 dark_text-white hover_underline max-sm_hidden sm_p-2 group-hover:p-1\">x</p>"), "{html}");
}

#[test]
fn rules_get_a_head_where_there_is_none() {
    let source = "import { Tailwind } from 'react-email'; export default <Tailwind><html><body><p className=\"sm:p-1\"/></body></html></Tailwind>";
    assert!(rendered(source).contains("<html><head><style>@media (min-width:640px){.sm_p-1{padding:4px!important}}</style></head><body>"));
}
