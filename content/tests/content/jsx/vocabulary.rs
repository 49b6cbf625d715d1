//! What elements, props and components become.

use super::{body, rendered};

#[track_caller]
fn check(element: &str, expected: &str) {
    assert_eq!(body(element), expected, "{element}");
}

#[test]
fn children_are_what_they_are_in_react() {
    check(
        "<p>{null}{undefined}{true}{false}{0}{''}{[1, ['a', <b key=\"x\">c</b>]]}{10n}</p>",
        "<p>01a<b>c</b>10</p>",
    );
    check(
        "<>{[1, 2].map((n) => <i key={n}>{n}</i>)}{1 > 2 && <u>never</u>}</>",
        "<i>1</i><i>2</i>",
    );
    check("<p>{new Set(['a', 'b'])}</p>", "<p>ab</p>");
    check(
        "<p>\n  two words\n  on lines {'and'} &amp; &eacute;\n</p>",
        "<p>two words on lines and &amp; é</p>",
    );
    check(
        "<p dangerouslySetInnerHTML={{ __html: '<b>raw</b>' }} />",
        "<p><b>raw</b></p>",
    );
}

#[test]
fn text_and_attributes_are_escaped_and_merge_tags_stay() {
    check(
        "<p title={'\"<&>'}>{'\"<&>'}</p>",
        "<p title=\"&quot;&lt;&amp;&gt;\">\"&lt;&amp;&gt;</p>",
    );
    check(
        "<p>{'{{ name | \"friend\" }}'}</p>",
        "<p>{{ name | \"friend\" }}</p>",
    );
    check("<p>{'\\ud800'}{'\\0'}</p>", "<p>\u{fffd}\u{fffd}</p>");
}

#[test]
fn attributes_have_the_names_of_html() {
    check(
        "<td colSpan={2} className=\"a\" htmlFor=\"b\" aria-hidden={false} data-x={true} noWrap hidden={false} onClick={() => 1} key=\"k\" ref={null}>x</td>",
        "<td colspan=\"2\" class=\"a\" for=\"b\" aria-hidden=\"false\" data-x=\"true\" nowrap=\"\">x</td>",
    );
    check(
        "<table cellPadding={0} bgColor=\"#fff\"><br/></table>",
        "<table cellpadding=\"0\" bgcolor=\"#fff\"><br/></table>",
    );
    check(
        "<v:roundrect xmlns:v=\"urn:x\" arcsize=\"10%\"/>",
        "<v:roundrect xmlns:v=\"urn:x\" arcsize=\"10%\"></v:roundrect>",
    );
}

#[test]
fn styles_get_their_units() {
    check(
        "<p style={{ marginTop: 4, lineHeight: 1.5, opacity: 0, padding: 0, WebkitTextSizeAdjust: 'none', msoLineHeightRule: 'exactly', '--x': 2, color: undefined, top: null }}/>",
        "<p style=\"margin-top:4px;line-height:1.5;opacity:0;padding:0;-webkit-text-size-adjust:none;mso-line-height-rule:exactly;--x:2\"></p>",
    );
    check("<p style={{}}/>", "<p></p>");
}

#[test]
fn hooks_give_their_first_value() {
    let source = "import { useState, useReducer, useRef, useEffect, useId, memo, forwardRef, Children, cloneElement } from 'react';
        const Inner = memo(forwardRef<HTMLElement, { n: number }>(({ n }, ref) => <b>{n}{String(ref)}</b>));
        export default function Email() {
            const [n, setN] = useState(() => 1);
            const [r] = useReducer((s: number) => s + 1, 2);
            const ref = useRef(3);
            useEffect(() => { throw new Error('never'); });
            return <body>{n}{r}{ref.current}{useId() === useId()}<Inner n={4}/>{Children.count([1, null, 2])}{cloneElement(<i>x</i>, { id: 'y' })}</body>;
        }";
    assert!(
        rendered(source).contains("<body>123<b>4null</b>2<i id=\"y\">x</i></body>"),
        "{}",
        rendered(source)
    );
}

#[test]
fn a_button_has_its_padding_in_outlook_too() {
    check(
        "<E.Button href=\"#\" style={{ padding: '10px 1em', paddingLeft: 8 }}>Go</E.Button>",
        concat!(
            "<a href=\"#\" style=\"line-height:100%;text-decoration:none;display:inline-block;max-width:100%;mso-padding-alt:0px;padding:10px 16px 10px 8px\" target=\"_blank\">",
            "<span><!--[if mso]><i style=\"mso-font-width:400%;mso-text-raise:15\" hidden>&#8202;</i><![endif]--></span>",
            "<span style=\"max-width:100%;display:inline-block;line-height:120%;mso-padding-alt:0px;mso-text-raise:7.5px\">Go</span>",
            "<span><!--[if mso]><i style=\"mso-font-width:400%\" hidden>&#8202;&#8202;&#8203;</i><![endif]--></span></a>"
        ),
    );
}

#[test]
fn html_in_markdown_is_text() {
    check(
        "<E.Markdown>{'**b** <img src=x onerror=1>\\n\\n<div>\\n'}</E.Markdown>",
        "<div><p><strong>b</strong> &lt;img src=x onerror=1&gt;</p>\n&lt;div&gt;\n</div>",
    );
}

#[test]
fn numbers_and_dates_are_english() {
    let cases = [
        ("(1234567.891).toLocaleString()", "1,234,567.891"),
        (
            "(-0.5).toLocaleString('en-US', { style: 'percent' })",
            "-50%",
        ),
        (
            "new Intl.NumberFormat('en-US', { style: 'currency', currency: 'JPY' }).format(1200)",
            "¥1,200",
        ),
        (
            "(5).toLocaleString('en-GB', { minimumFractionDigits: 2 })",
            "5.00",
        ),
        ("new Date(0).toLocaleDateString()", "1/1/1970"),
        (
            "new Date(0).toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' })",
            "Thursday, Jan 1",
        ),
        (
            "new Date(0).toLocaleDateString('en-US', { month: 'long', year: 'numeric' })",
            "January 1970",
        ),
        (
            "new Date(0).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })",
            "12:00 AM",
        ),
        ("new Date(NaN).toLocaleDateString()", "Invalid Date"),
    ];
    for (expression, expected) in cases {
        check(
            &format!("<p>{{{expression}}}</p>"),
            &format!("<p>{expected}</p>"),
        );
    }
}

#[test]
fn typescript_is_left_out() {
    let source = "import { Text, type TextProps } from '@react-email/components';
        import { Unknown } from './types';
        enum Size { Small = 12, Large = Small * 2 }
        declare const VERSION: string;
        abstract class Shape<T> { constructor(readonly side: T) {} }
        const id = <T,>(value: T): T => value!;
        export default (props: TextProps & Unknown) => <Text style={{ fontSize: id<number>(Size.Large) as number }}>{(props as any).children ?? 'none'}</Text>;";
    assert!(rendered(source).contains(
        "<p style=\"font-size:24px;line-height:24px;margin-top:16px;margin-bottom:16px\">none</p>"
    ));
}
