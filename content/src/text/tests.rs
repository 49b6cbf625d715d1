use super::from_html;

#[test]
fn mails_become_lines() {
    for (html, text) in [
        (
            "<h1>Hello</h1><p>a  b\n c</p><p>d</p>",
            "Hello\n\na b c\n\nd",
        ),
        ("a<br>b<br><br>c<br/>", "a\nb\n\nc"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("a<b>b</b> <i>c</i>&nbsp;d &amp; &lt;e&gt;", "ab c d & <e>"),
        (
            "<p>Read <a href='https://x.example/?a=1&amp;b'>more</a>.</p>",
            "Read more (https://x.example/?a=1&b).",
        ),
        (
            "<a href='https://x.example'>https://x.example</a> <a href='#top'>up</a>",
            "https://x.example up",
        ),
        (
            "<a href='mailto:a@b.example'>a@b.example</a>",
            "a@b.example",
        ),
        (
            "<a href='https://x.example'><img src=x alt='Shoes'></a>",
            "Shoes (https://x.example)",
        ),
        ("<a href='https://x.example'><img src=x></a>b", "b"),
        (
            "<ul><li>a<li>b</ul><ol><li>c</li><li><p>d</p></li></ol>e",
            "- a\n- b\n\n1. c\n2. d\n\ne",
        ),
        (
            "<table><tr><td>Mug</td><td>2</td></tr><tr><td>Tea</td><td>1</td></tr></table>x",
            "Mug  2\nTea  1\n\nx",
        ),
        ("<div style='display:none'>preview</div><p>a</p>", "a"),
        (
            "<title>t</title><style>s</style><!-- c --><!--[if mso]>m<![endif]-->a",
            "a",
        ),
        (
            "<p>Hi {{ firstName | &quot;you&quot; }}, <a href='{{unsubscribeUrl}}'>bye</a></p>",
            "Hi {{ firstName | \"you\" }}, bye ({{unsubscribeUrl}})",
        ),
        ("a<hr>b", "a\n\n---\n\nb"),
        ("<pre>a\n  b\n</pre>c", "a\n  b\n\nc"),
        (
            "<pre>\nif a:\n\n\n    <b>b</b> = 1\n    <i>c</i>\n\t</pre>d",
            "if a:\n\n    b = 1\n    c\n\nd",
        ),
        (
            "<style>.pre{display:none}</style><p class=pre>preview</p>a",
            "a",
        ),
        ("<p>&nbsp;</p><p>\u{200C}&zwnj;</p>a&shy;b", "ab"),
        ("", ""),
        ("</p></ul></a>x", "x"),
    ] {
        assert_eq!(from_html(html), text, "{html}");
    }
}
