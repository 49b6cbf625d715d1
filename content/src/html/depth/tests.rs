use proptest::prelude::*;

use super::*;

fn refusal(html: &str) -> Option<usize> {
    check(html).err().map(|error| error.at)
}

#[test]
fn real_markup_passes_however_long() {
    for html in [
        "<table><tr><td><p>x<br><b>y</b></p></td></tr></table>".repeat(3_000),
        // Misnested, unclosed, closed twice.
        "<div><span>x</div>".repeat(100),
        "<b><i>x</b></i></p></div>".repeat(3_000),
        format!("<table>{}</table>", "<tr><td>x<td>y".repeat(60)),
        format!("<ul>{}</ul>", "<li>x".repeat(250)),
        "<img src=x><hr><input>".repeat(3_000),
        "<!--[if mso]><table><tr><td><![endif]-->".repeat(3_000),
        format!("{}x{}", "<div>".repeat(256), "</div>".repeat(256)),
        format!(
            "<a href='{}'>{}</a>",
            "x".repeat(500),
            "<b>x</b>".repeat(2_000)
        ),
    ] {
        assert_eq!(check(&html), Ok(()), "{}", &html[..60]);
    }
}

#[test]
fn what_a_parser_cannot_bear_is_refused() {
    for html in [
        "<div>".repeat(257),
        // End tags that close nothing, as something stands between.
        "<span><div></span>".repeat(300),
        "<b><div></b>".repeat(300),
        "<div><table><tr><td></div>".repeat(300),
        "<p><hr><i><div></p>".repeat(300),
        "<form><table><tr><td><form></form></td></tr></table></form>".repeat(300),
        format!("<svg>{}", "<col>".repeat(300)),
        format!("<noscript>{}", "<div>".repeat(300)),
        format!("<p>{}</p>", "<b>".repeat(33)),
        // Each paragraph would get the style again.
        format!(
            "<p><b style='{}'></p>{}",
            "x".repeat(50_000),
            "<p>x</p>".repeat(6_000)
        ),
        format!("<i {}>", "a ".repeat(300)),
    ] {
        assert!(check(&html).is_err(), "{}", &html[..60]);
    }
    assert_eq!(refusal(&format!("x{}", "<u>".repeat(40))), Some(1 + 3 * 32));
}

/// Elements that a parser treats in ways of their own.
const NAMES: &str = "div p b i a span table tr td tbody caption ul li dl dd h1 h2 form button svg math mi desc \
    foreignObject select option object nobr font colgroup center pre section ruby rt";

fn soup() -> impl Strategy<Value = String> {
    let others = "template br hr col body html";
    let names = NAMES.split(' ').chain(others.split(' '));
    let names = proptest::sample::select(names.collect::<Vec<_>>());
    // Well-formed, but for a tag here and there: most else is refused at once.
    let element = (names, proptest::bool::weighted(0.1)).prop_map(|(name, is_unclosed)| {
        let end = if is_unclosed {
            String::new()
        } else {
            format!("</{name}>")
        };
        (format!("<{name}>"), end)
    });
    let leaf = element.clone().prop_map(|(start, end)| vec![start, end]);
    let tree = leaf.prop_recursive(5, 12, 3, move |inner| {
        (element.clone(), proptest::collection::vec(inner, 0..3)).prop_map(
            |((start, end), children)| {
                let mut tags = vec![start];
                tags.extend(children.concat());
                tags.push(end);
                tags
            },
        )
    });
    (tree, any::<(u8, u8)>(), any::<bool>()).prop_map(|(mut tags, (from, to), swaps)| {
        let (from, to) = (usize::from(from) % tags.len(), usize::from(to) % tags.len());
        if swaps {
            tags.swap(from, to);
        }
        tags.concat()
    })
}

proptest! {
    /// However it is written, what passes stays shallow once a parser has built it.
    #[test]
    fn a_parser_builds_no_deeper_than_promised(pattern in soup()) {
        let html = pattern.repeat(400);
        if check(&html).is_ok() {
            let mut keeper = ammonia::Builder::empty();
            keeper.tags(NAMES.split(' ').collect());
            let built = keeper.clean(&html).to_string();
            let (mut depth, mut deepest) = (0_usize, 0_usize);
            for token in scan(&built).unwrap() {
                match token {
                    Token::Start(tag) if !is_void(&tag.name) => depth += 1,
                    Token::End { .. } => depth = depth.saturating_sub(1),
                    _ => {}
                }
                deepest = deepest.max(depth);
            }
            prop_assert!(deepest <= 2 * DEPTH_MAX, "{deepest}: {pattern}");
        }
    }
}
