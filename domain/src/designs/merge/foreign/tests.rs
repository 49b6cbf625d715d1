use std::borrow::Cow;

use proptest::prelude::*;

use super::translate;

const UNSUBSCRIBE: &str = "{{ unsubscribeUrl }}";
const VIEW: &str = "{{ viewInBrowserUrl }}";

#[test]
fn unsubscribe_links_of_other_tools_are_ours() {
    for foreign in [
        "*|UNSUB|*",
        "{{ UnsubscribeURL }}",
        "{{UnsubscribeURL}}",
        "<%asm_group_unsubscribe_raw_url%>",
        "{% unsubscribe_link %}",
        "{%unsubscribe_url%}",
        "{{ unsubscribe_url }}",
        "{{unsubscribe_link}}",
        "%UNSUBSCRIBELINK%",
        "{$unsubscribe}",
        "[[UNSUB_LINK_EN]]",
        "[[UNSUB_LINK_DE]]",
        "{{{RESEND_UNSUBSCRIBE_URL}}}",
        "{{{unsubscribe}}}",
        "{{ unsubscribe }}",
        "{{${unsubscribe_url}}}",
        "%unsubscribe_url%",
        "%%unsub_center_url%%",
        "{unsubscribe_link}",
        "%7B%7Bunsubscribe_url%7D%7D",
        "{{%20unsubscribeURL%20}}",
    ] {
        assert_eq!(translate(foreign), UNSUBSCRIBE, "{foreign}");
        let link = format!("<a href=\"{foreign}\">x</a>");
        assert_eq!(
            translate(&link),
            format!("<a href=\"{UNSUBSCRIBE}\">x</a>"),
            "{foreign}"
        );
    }
}

#[test]
fn views_in_the_browser_are_ours() {
    for foreign in [
        "*|ARCHIVE|*",
        "{{ MessageURL }}",
        "{{ mirror }}",
        "{$url}",
        "%WEBCOPY%",
        "[[PERMALINK]]",
        "{% view_in_browser_url %}",
        "{{ view_as_page_url }}",
        "%%view_email_url%%",
    ] {
        assert_eq!(translate(foreign), VIEW, "{foreign}");
    }
}

const NAMES: &[(&str, &str)] = &[
    (
        "Hi *|FNAME|* *|LNAME|*,",
        "Hi {{ firstName }} {{ lastName }},",
    ),
    (
        "*|EMAIL|* *|LIST:ADDRESS|*",
        "{{ email }} {{ brandAddress }}",
    ),
    ("*|MERGE7|* *|MC:SUBJECT|*", "{{ MERGE7 }} "),
    ("*|IF:FNAME|*x*|END:IF|*", "*|IF:FNAME|*x*|END:IF|*"),
    (
        "{{ contact.FIRSTNAME }} {{contact.CITY}}",
        "{{ firstName }} {{ CITY }}",
    ),
    (
        "{{ .Subscriber.FirstName }} {{ .Subscriber.Attribs.city }}",
        "{{ firstName }} {{ city }}",
    ),
    (
        "{{ person.first_name|default:'friend' }}",
        "{{ firstName | 'friend' }}",
    ),
    (
        "{{ person|lookup:'Favourite Colour'|default:'' }}",
        "{{ Favourite Colour | '' }}",
    ),
    (
        "{{ first_name|title|default:\"you\" }}",
        "{{ firstName | \"you\" }}",
    ),
    ("{{ customer.first_name | capitalize }}", "{{ firstName }}"),
    ("{{ customer.plan }}", "{{ customer.plan }}"),
    (
        "{{ contact.FIRSTNAME | default : &quot;you&quot; }}",
        "{{ firstName | &quot;you&quot; }}",
    ),
    (
        "{{${first_name} | default: 'you'}}",
        "{{ firstName | 'you' }}",
    ),
    (
        "{{{FIRST_NAME|there}}} {{{ orderId }}}",
        "{{ firstName | there }} {{ orderId }}",
    ),
    (
        "{{ params.orderId }} {{var:total:\"0\"}}",
        "{{ orderId }} {{ total | \"0\" }}",
    ),
    (
        "[[data:firstname:\"you\"]] [[other]]",
        "{{ firstName | \"you\" }} [[other]]",
    ),
    (
        "[Name,fallback=there] [Name] [FirstName,fallback=you]",
        "{{ Name | there }} [Name] {{ firstName | you }}",
    ),
    (
        "{$name} {$last_name} {$city|default('Rome')}",
        "{{ name }} {{ lastName }} {{ city | 'Rome' }}",
    ),
    (
        "%FIRSTNAME% %recipient.first_name% %recipient_email%",
        "{{ firstName }} {{ firstName }} {{ email }}",
    ),
    ("%SENDER-INFO-SINGLELINE%", "{{ brandAddress }}"),
    (
        "{{Sender_Name}}, {{Sender_Address}}{{Sender_City}}",
        "{{ brandName }}, {{ brandAddress }}",
    ),
    ("{{ organization.full_address }}", "{{ brandAddress }}"),
];

#[test]
fn names_and_addresses_are_ours() {
    for (foreign, ours) in NAMES {
        assert_eq!(translate(foreign), *ours, "{foreign}");
    }
}

#[test]
fn whole_links_are_links() {
    for (foreign, ours) in [
        (
            "{% unsubscribe 'No more' %}",
            "<a href=\"{{ unsubscribeUrl }}\">No more</a>",
        ),
        (
            "{% unsubscribe %}",
            "<a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a>",
        ),
        (
            "<a href=\"{% unsubscribe %}\">",
            "<a href=\"{{ unsubscribeUrl }}\">",
        ),
        (
            "<unsubscribe class=x>Out</unsubscribe>",
            "<a href=\"{{ unsubscribeUrl }}\" class=x>Out</a>",
        ),
        (
            "<webversion>See</webversion>",
            "<a href=\"{{ viewInBrowserUrl }}\">See</a>",
        ),
        (
            "<a href=\"{{ TrackLink \"https://a.example/\" . }}\">",
            "<a href=\"https://a.example/\">",
        ),
        (
            "<a href=\"https://a.example@TrackLink\">{{ TrackView }}",
            "<a href=\"https://a.example\">",
        ),
    ] {
        assert_eq!(translate(foreign), ours, "{foreign}");
    }
}

#[test]
fn words_in_brackets_are_addresses_only_where_one_may_stand() {
    for (foreign, ours) in [
        (
            "<a href=\"[weblink]\">",
            "<a href=\"{{ viewInBrowserUrl }}\">",
        ),
        (
            "<a href=\"[Unsubscribe]\">",
            "<a href=\"{{ unsubscribeUrl }}\">",
        ),
        (
            "<a href='[webversion]'>",
            "<a href='{{ viewInBrowserUrl }}'>",
        ),
        (
            "{\"link\": \"[unsubscribe]\"}",
            "{\"link\": \"{{ unsubscribeUrl }}\"}",
        ),
        (
            "Press [unsubscribe] below, \"or [unsubscribe]\"",
            "Press [unsubscribe] below, \"or [unsubscribe]\"",
        ),
        (
            "<p>[Unsubscribe]</p>[weblink]",
            "<p>[Unsubscribe]</p>[weblink]",
        ),
    ] {
        assert_eq!(translate(foreign), ours, "{foreign}");
    }
}

#[test]
fn a_field_called_name_keeps_its_name() {
    for (foreign, ours) in [
        ("%name% %NAME% %%name%%", "{{ name }} {{ NAME }} {{ name }}"),
        ("{{{name}}} *|NAME|*", "{{ name }} {{ NAME }}"),
        ("{{ name | default: \"x\" }}", "{{ name | \"x\" }}"),
        ("{{ contact.name }}", "{{ name }}"),
        ("{{ name }} [name]", "{{ name }} [name]"),
    ] {
        assert_eq!(translate(foreign), ours, "{foreign}");
    }
}

#[test]
fn quotes_of_a_fallback_do_not_end_an_attribute() {
    for (foreign, ours) in [
        (
            "<a href=\"{{ shopUrl | \"https://shop.example\" }}\">{{ a | \"b\" }}",
            "<a href=\"{{ shopUrl | &quot;https://shop.example&quot; }}\">{{ a | \"b\" }}",
        ),
        (
            "<a title='{{ person.x|default:'y' }}'>",
            "<a title='{{ x | &#39;y&#39; }}'>",
        ),
        (
            "<a href=\"?e=%7B%7B%20email%20%7C%20%22x%22%20%7D%7D\">",
            "<a href=\"?e={{ email | &quot;x&quot; }}\">",
        ),
    ] {
        assert_eq!(translate(foreign), ours, "{foreign}");
    }
}

#[test]
fn what_is_ours_or_nobodys_stays() {
    for text in [
        "",
        "{{ unsubscribeUrl }}{{viewInBrowserUrl}}{{ firstName | \"you\" }}{{ first_name }}{{ order.id | title }}",
        "<td width=\"50%\" style=\"width:50%;height:100%\">5% off, 10% email, 50%email% or 5%name%</td>",
        "<style>@media screen{a[name]{color:red}}</style><!--[if mso]>x<![endif]-->",
        "{{ {{{{ }} {{}} {% if x %} {%%} <%%> [[]] [] %% {$} *||* <unsubscribed> {{ # }}",
        "ünï*|cödé {{ \u{2603}",
    ] {
        assert!(
            matches!(translate(text), Cow::Borrowed(same) if same == text),
            "{}",
            translate(text)
        );
    }
}

proptest! {
    #[test]
    fn whatever_follows_what_is_ours_stays(
        text in "([a-z<>\"' |%*$:.é]|\\{\\{|\\}\\}|\\{|\\[\\[|\\*\\||\\|\\*|unsubscribe|FNAME|contact\\.|default:|%7B){0,24}"
    ) {
        let text = format!("{{{{ orderId }}}} {text}");
        let translated = translate(&text);
        prop_assert!(translated.starts_with("{{ orderId }} "));
        prop_assert_eq!(text == translated, matches!(translated, Cow::Borrowed(_)));
    }
}
