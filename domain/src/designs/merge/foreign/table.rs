//! What other tools call the things that merge tags stand for.

use crate::designs::merge::reserved::{
    BRAND_ADDRESS, BRAND_NAME, UNSUBSCRIBE_URL, VIEW_IN_BROWSER_URL,
};

/// How a foreign tag is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    /// `*|NAME|*`
    Stars,
    /// `{{ name }}`, `{{{ name }}}`
    Braces,
    /// `{% name %}`, `<% name %>`
    Statement,
    /// `[[name]]`
    DoubleBrackets,
    /// `[name]`
    Brackets,
    /// `%name%`, `%%name%%`
    Percents,
    /// `{$name}`
    Dollar,
    /// `{name}`
    Brace,
}

use Syntax::{Brace, Braces, Brackets, Dollar, DoubleBrackets, Percents, Stars, Statement};

/// The longer of two that begin alike first.
pub(super) const SYNTAXES: [(&str, &str, Syntax); 12] = [
    ("*|", "|*", Stars),
    ("{{{", "}}}", Braces),
    ("{{", "}}", Braces),
    ("{%", "%}", Statement),
    ("{$", "}", Dollar),
    ("{", "}", Brace),
    ("<%", "%>", Statement),
    ("[[", "]]", DoubleBrackets),
    ("[", "]", Brackets),
    ("%%", "%%", Percents),
    ("%7b%7b", "%7d%7d", Braces),
    ("%", "%", Percents),
];

/// Said by a tool for nothing that a mail here needs.
pub(super) const NOTHING: &str = "";

/// Syntax, words in lower case, our name.
pub(super) const WORDS: &[(Syntax, &[&str], &str)] = &[
    (Stars, &["unsub", "update_profile"], UNSUBSCRIBE_URL),
    (
        Stars,
        &["archive", "archive_link_short"],
        VIEW_IN_BROWSER_URL,
    ),
    (Stars, &["list:company", "list:name"], BRAND_NAME),
    (
        Stars,
        &[
            "list:address",
            "list:addressline",
            "list:address_html",
            "html:list_address",
            "html:list_address_html",
        ],
        BRAND_ADDRESS,
    ),
    (
        Stars,
        &[
            "mc:subject",
            "mc_preview_text",
            "mc:preview_text",
            "rewards",
            "list:address_vcard",
        ],
        NOTHING,
    ),
    (
        Braces,
        &[
            "unsubscribe",
            "unsubscribeurl",
            "unsubscribe_url",
            "unsubscribe_link",
            "unsubscribe_link_all",
            "unsubscribe_preferences",
            "hostedunsubscribeurl",
            "resend_unsubscribe_url",
            "manage_preferences_url",
            "subscriber_preferences_url",
        ],
        UNSUBSCRIBE_URL,
    ),
    (
        Braces,
        &[
            "mirror",
            "messageurl",
            "view_as_page_url",
            "view_in_browser_url",
            "view_in_browser_link",
            "viewinbrowserurl",
            "web_view_link",
            "web_version_url",
        ],
        VIEW_IN_BROWSER_URL,
    ),
    (
        Braces,
        &[
            "sender_name",
            "organization.name",
            "site_settings.company_name",
        ],
        BRAND_NAME,
    ),
    (
        Braces,
        &[
            "sender_address",
            "organization.full_address",
            "site_settings.company_street_address_1",
        ],
        BRAND_ADDRESS,
    ),
    (
        Braces,
        &["sender_city", "sender_state", "sender_zip", "trackview"],
        NOTHING,
    ),
    (
        Statement,
        &[
            "unsubscribe",
            "unsubscribe_link",
            "unsubscribe_url",
            "asm_group_unsubscribe_raw_url",
            "asm_group_unsubscribe_url",
            "asm_global_unsubscribe_raw_url",
            "asm_global_unsubscribe_url",
            "asm_preferences_raw_url",
            "manage_preferences",
            "manage_preferences_link",
            "manage_preferences_url",
        ],
        UNSUBSCRIBE_URL,
    ),
    (
        Statement,
        &[
            "view_in_browser",
            "view_in_browser_link",
            "view_in_browser_url",
            "web_view",
            "web_view_link",
        ],
        VIEW_IN_BROWSER_URL,
    ),
    (
        DoubleBrackets,
        &["unsubscribe", "unsubscribe_link", "unsub_link"],
        UNSUBSCRIBE_URL,
    ),
    (
        DoubleBrackets,
        &["permalink", "web_version_link", "view"],
        VIEW_IN_BROWSER_URL,
    ),
    (Brackets, &["unsubscribe"], UNSUBSCRIBE_URL),
    (Brackets, &["weblink", "webversion"], VIEW_IN_BROWSER_URL),
    (
        Percents,
        &[
            "unsubscribelink",
            "unsubscribe_url",
            "tag_unsubscribe_url",
            "mailing_list_unsubscribe_url",
            "unsub_center_url",
            "profile_center_url",
        ],
        UNSUBSCRIBE_URL,
    ),
    (
        Percents,
        &["webcopy", "view_email_url"],
        VIEW_IN_BROWSER_URL,
    ),
    (Percents, &["member_busname"], BRAND_NAME),
    (
        Percents,
        &["sender-info", "sender-info-singleline", "member_addr"],
        BRAND_ADDRESS,
    ),
    (
        Percents,
        &[
            "member_city",
            "member_state",
            "member_postalcode",
            "member_country",
        ],
        NOTHING,
    ),
    (Dollar, &["unsubscribe", "preferences"], UNSUBSCRIBE_URL),
    (Dollar, &["url"], VIEW_IN_BROWSER_URL),
    (
        Brace,
        &["unsubscribe_link", "unsubscribe_url"],
        UNSUBSCRIBE_URL,
    ),
];

/// Columns of contacts, by what they are called where it is certain that a contact is meant.
pub(super) const COLUMNS: &[(&[&str], &str)] = &[
    (
        &[
            "first_name",
            "firstname",
            "fname",
            "prenom",
            "recipient_fname",
            "recipient.first_name",
        ],
        "firstName",
    ),
    (
        &[
            "last_name",
            "lastname",
            "lname",
            "nom",
            "recipient_lname",
            "recipient.last_name",
        ],
        "lastName",
    ),
    (
        &[
            "email",
            "email_address",
            "emailaddress",
            "emailaddr",
            "recipient_email",
            "recipient.email",
        ],
        "email",
    ),
];

/// Whose property a name with a prefix is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    Contact,
    /// A payload may well have an object of this name: only columns are meant for certain.
    LikelyContact,
    Payload,
}

pub(super) const OWNERS: [(&str, Owner); 11] = [
    (".subscriber.attribs.", Owner::Contact),
    (".subscriber.", Owner::Contact),
    ("subscriber.", Owner::Contact),
    ("contact.", Owner::Contact),
    ("person.", Owner::Contact),
    ("profile.", Owner::Contact),
    ("data:", Owner::Contact),
    ("customer.", Owner::LikelyContact),
    ("recipient.", Owner::LikelyContact),
    ("params.", Owner::Payload),
    ("var:", Owner::Payload),
];

/// Filters that only change the looks of a value.
pub(super) const FILTERS: [&str; 12] = [
    "capitalize",
    "downcase",
    "escape",
    "force_escape",
    "html",
    "lower",
    "safe",
    "strip",
    "title",
    "trim",
    "upcase",
    "upper",
];

/// Elements that some tools make links of.
pub(super) const ELEMENTS: [(&str, &str); 2] = [
    ("unsubscribe", UNSUBSCRIBE_URL),
    ("webversion", VIEW_IN_BROWSER_URL),
];
