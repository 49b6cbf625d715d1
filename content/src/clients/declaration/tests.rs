use super::*;
use crate::clients::Client;

fn read(client: &str, element: &str, style: &str) -> (String, Vec<String>) {
    let mut reading = Reading {
        client: Client::find(client).unwrap(),
        notes: Notes::default(),
    };
    let understood = attribute(style, element, &mut reading).unwrap_or_else(|| style.to_owned());
    (understood, reading.notes.told())
}

#[test]
fn what_a_client_does_not_know_falls_out() {
    for (client, element, before, after) in [
        ("gmail-web", "p", "color:red;position:absolute", "color:red"),
        ("gmail-web", "p", "margin:-4px 0;color:red", "color:red"),
        ("gmail-web", "p", "color:red", "color:red"),
        ("gmail-web", "p", "color:rgb(1 2 3);margin:0", ""),
        (
            "apple-mail-ios",
            "p",
            "color:rgb(1 2 3);margin:-1px",
            "color:rgb(1 2 3);margin:-1px",
        ),
        ("outlook-web", "p", "width:calc(100% - 2px)", ""),
        ("yahoo-web", "p", "font-size:2rem;height:3px", "height:3px"),
        ("yahoo-web", "p", "-webkit-transform:none;top:0", ""),
        ("proton", "p", "width:min(1px, 2vw)", "width:min(1px, 2vw)"),
    ] {
        assert_eq!(read(client, element, before).0, after, "{client}: {before}");
    }
}

#[test]
fn word_has_rules_of_its_own() {
    for (element, before, after) in [
        ("td", "padding:4px 8px", "padding:4px 8px"),
        ("a", "padding:4px 8px;color:red", "color:red"),
        ("div", "max-width:600px;width:50%;margin:0 auto", ""),
        (
            "table",
            "max-width:600px;width:50%",
            "max-width:600px;width:50%",
        ),
        ("img", "width:100%;height:auto;display:block", "height:auto"),
        (
            "td",
            "background:#FFF url(x.png) center",
            "background-color:#fff",
        ),
        ("td", "background:url(x.png)", ""),
        (
            "p",
            "display:none;font-weight:500",
            "display:none;font-weight:normal",
        ),
        ("a", "mso-hide:all;color:red !important", "display:none"),
        ("td", "mso-padding-alt:9px", "padding:9px"),
        (
            "td",
            "border-radius:4px;box-shadow:0 0 1px red;color:rgba(0,0,0,.5)",
            "",
        ),
        (
            "p",
            "Color:Red;Font-Family:Arial",
            "Color:Red;Font-Family:Arial",
        ),
    ] {
        assert_eq!(
            read("outlook-windows", element, before).0,
            after,
            "{before}"
        );
    }
    assert_eq!(
        read(
            "outlook-windows",
            "a",
            "padding:1px;padding-left:2px;border-radius:3px;display:inline-block"
        )
        .1,
        [
            "Ignores `border-radius`.",
            "Ignores `display:inline-block`.",
            "Ignores `padding` outside of table cells (2 times)."
        ]
    );
}

#[test]
fn dark_clients_turn_what_is_left() {
    assert_eq!(
        read(
            "outlook-web-dark",
            "td",
            "background-color:#FFFFFF !important;COLOR:#000"
        )
        .0,
        "background-color:#1f1f1f !important;color:#ffffff"
    );
    assert_eq!(
        read("apple-mail-ios-dark", "td", "background-color:#FFFFFF").0,
        "background-color:#FFFFFF"
    );
}

#[test]
fn hostile_styles_take_no_time() {
    for unit in ["rgb(", "a:(", ";", ":", "a:b(c;", "'", "!", "é:é("] {
        let style = unit.repeat(300_000 / unit.len());
        for client in ["gmail-web", "outlook-windows-dark"] {
            read(client, "p", &style);
        }
    }
}
