use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::contacts::field::FieldType;
use crate::contract::catalog::Code;
use crate::patch::Patch;

fn known() -> KnownFields {
    [
        ("age", 1, FieldType::Number),
        ("vip", 2, FieldType::Boolean),
        ("born", 3, FieldType::Date),
        ("note", 4, FieldType::String),
    ]
    .into_iter()
    .collect()
}

fn mapped(csv: &str, pairs: &[(&str, &str)]) -> Result<Import, Problem> {
    let mapping = pairs
        .iter()
        .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
        .collect();
    parse(csv, &mapping, &known())
}

fn contacts(csv: &str) -> Vec<ContactInput> {
    mapped(csv, &[])
        .unwrap()
        .rows
        .into_iter()
        .map(|row| row.contact.unwrap())
        .collect()
}

fn custom(csv: &str) -> Vec<(String, Value)> {
    contacts(csv).remove(0).custom_fields
}

#[test]
fn the_template_columns_in_any_spelling() {
    let expected = ContactInput {
        email: Some("ada@x.io".into()),
        first_name: Patch::Set("Ada".into()),
        last_name: Patch::Set("King, Countess".into()),
        subscribed: Some(false),
        ..ContactInput::default()
    };
    let line = "ada@x.io,Ada,\"King, Countess\",FALSE";
    for header in [
        "Email,First Name,Last Name,Subscribed",
        "\u{feff}email,first name,LAST NAME,subscribed",
        " EMAIL ,firstName,last_name, Subscribed",
    ] {
        for end in ["\n", "\r\n"] {
            let csv = format!("{header}{end}{line}{end}");
            assert_eq!(contacts(&csv), std::slice::from_ref(&expected), "{csv:?}");
        }
    }
}

#[test]
fn cells_take_the_type_of_their_field() {
    let csv = "email,age,vip,born,note,Plan Name\na@x.io, 4.5 ,Yes,2023-11-14T22:13:20Z,=1+1, pro ";
    let expected = [
        ("age", json!(4.5)),
        ("vip", json!(true)),
        ("born", json!(1_700_000_000)),
        ("note", json!("=1+1")),
        ("Plan Name", json!(" pro ")),
    ]
    .map(|(name, value)| (name.to_owned(), value));
    assert_eq!(custom(csv), expected);
    assert_eq!(
        custom("email,born\na@x.io,1700000000"),
        [("born".to_owned(), json!(1_700_000_000))]
    );
    assert_eq!(
        custom("email,new\na@x.io,5"),
        [("new".to_owned(), json!("5"))]
    );
    assert_eq!(
        custom("email,note\na@x.io,\"a\nb \"\"c\"\"\""),
        [("note".to_owned(), json!("a\nb \"c\""))]
    );
}

#[test]
fn empty_cells_say_nothing_and_empty_rows_are_skipped() {
    let import = mapped(
        "Email,First Name,age,\na@x.io,,,\n,,,\n\n   ,\nb@x.io\n",
        &[],
    )
    .unwrap();
    assert_eq!(import.skipped, 2);
    let rows: Vec<_> = import
        .rows
        .iter()
        .map(|row| (row.index, row.email.as_deref()))
        .collect();
    assert_eq!(rows, [(0, Some("a@x.io")), (3, Some("b@x.io"))]);
    let first = import.rows[0].contact.as_ref().unwrap();
    assert_eq!(
        (&first.first_name, first.custom_fields.len()),
        (&Patch::Keep, 0)
    );
}

#[test]
fn a_bad_row_costs_only_itself() {
    let csv = "email,age,vip,born,subscribed\n\
        a@x.io,old,,,\n\
        b@x.io,,maybe,,\n\
        c@x.io,,,someday,\n\
        d@x.io,,,,perhaps\n\
        e@x.io,1,,,true,extra\n\
        f@x.io,NaN,,,\n\
        ,1,,,\n\
        g@x.io,1,0,1700000000,1,\n";
    let import = mapped(csv, &[]).unwrap();
    let faults: Vec<_> = import
        .rows
        .iter()
        .map(|row| {
            row.contact
                .as_ref()
                .map_err(|p| (p.code, p.param.clone().unwrap()))
                .err()
        })
        .collect();
    let fault = |code, param: &str| Some((code, param.to_owned()));
    let expected = [
        fault(Code::FieldTypeMismatch, "customFields.age"),
        fault(Code::FieldTypeMismatch, "customFields.vip"),
        fault(Code::FieldTypeMismatch, "customFields.born"),
        fault(Code::InvalidRequest, "subscribed"),
        fault(Code::InvalidRequest, "csv"),
        fault(Code::FieldTypeMismatch, "customFields.age"),
        None,
        None,
    ];
    assert_eq!(faults, expected);
    assert_eq!(import.rows[6].contact.as_ref().unwrap().email, None);
}

#[test]
fn a_mapping_renames_and_drops_columns() {
    let csv = "Mail,Name,Alter,Internal\na@x.io,Ada,36,secret";
    let pairs = [
        ("Mail", "email"),
        ("Name", "firstName"),
        ("Alter", "age"),
        ("Internal", ""),
    ];
    let import = mapped(csv, &pairs).unwrap();
    let contact = import.rows[0].contact.as_ref().unwrap();
    assert_eq!(contact.email.as_deref(), Some("a@x.io"));
    assert_eq!(contact.first_name, Patch::Set("Ada".into()));
    assert_eq!(contact.custom_fields, [("age".to_owned(), json!(36))]);
}

#[test]
fn an_exported_file_is_read_as_it_was() {
    let csv = "Email,suppressed,createdAt,'=plan\n'+a@x.io,false,2026-01-01T00:00:00.000Z,'-5\n";
    let import = mapped(csv, &[]).unwrap();
    let contact = import.rows[0].contact.as_ref().unwrap();
    assert_eq!(contact.email.as_deref(), Some("+a@x.io"));
    assert_eq!(contact.custom_fields, [("=plan".to_owned(), json!("-5"))]);
}

#[test]
fn columns_named_like_ours_are_no_fields() {
    let csv = "email,Suppressed,Created At,updated_at,VALIDATIONSTATUS,contact id,importId,id\n\
        a@x.io,yes,x,x,x,x,x,7\n\
        b@x.io,false,,,,,,\n\
        c@x.io,maybe,,,,,,\n";
    let import = mapped(csv, &[]).unwrap();
    let ignored = [
        "Created At",
        "updated_at",
        "VALIDATIONSTATUS",
        "contact id",
        "importId",
    ];
    assert_eq!(import.ignored, ignored);
    let contact = |row: usize| import.rows[row].contact.as_ref();
    let first = contact(0).unwrap();
    assert!(first.suppress && !contact(1).unwrap().suppress);
    assert_eq!(first.custom_fields, [("id".to_owned(), json!("7"))]);
    assert_eq!(contact(2).unwrap_err().param.as_deref(), Some("suppressed"));
    let mapped_to = |name: &str| mapped("email,x\na@x.io,1\n", &[("x", name)]);
    let suppressed = mapped_to("suppressed").unwrap().rows.remove(0);
    assert!(suppressed.contact.unwrap().suppress);
    let refused = mapped_to("Updated At").unwrap_err();
    assert_eq!(refused.code, Code::CoreFieldImmutable);
}

#[test]
fn fields_that_the_brand_has_are_its_own_whatever_their_names() {
    let fields = ["Suppressed", "Created At"].map(|name| (name, 1, FieldType::String));
    let csv = "email,Suppressed,Created At\na@x.io,true,x\n";
    let import = parse(csv, &BTreeMap::new(), &fields.into_iter().collect()).unwrap();
    let contact = import.rows[0].contact.as_ref().unwrap();
    assert!(!contact.suppress && import.ignored.is_empty());
    let expected = [("Suppressed", json!("true")), ("Created At", json!("x"))];
    assert_eq!(
        contact.custom_fields,
        expected.map(|(name, value)| (name.to_owned(), value))
    );
}

#[test]
fn what_a_look_at_an_address_said_is_no_persons_word() {
    let csv = "email,suppressed,suppressedReason\na@x.io,true,risky\nb@x.io,true,bounced\n\
        c@x.io,true,\nd@x.io,false,invalid\n";
    let suppressed: Vec<bool> = contacts(csv)
        .iter()
        .map(|contact| contact.suppress)
        .collect();
    assert_eq!(suppressed, [false, true, true, false]);
}

#[test]
fn bad_headers_and_mappings_are_refused_as_a_whole() {
    type Case<'a> = (&'a str, &'a [(&'a str, &'a str)], Code, &'a str);
    let cases: [Case; 11] = [
        ("", &[], Code::InvalidRequest, "csv"),
        ("name\nAda", &[], Code::InvalidRequest, "csv"),
        ("email;name\na@x.io;Ada", &[], Code::InvalidRequest, "csv"),
        ("email,plan,plan\n", &[], Code::InvalidRequest, "csv"),
        ("email,E Mail\n", &[], Code::InvalidRequest, "csv"),
        ("email,a.b\n", &[], Code::InvalidRequest, "csv"),
        (
            "email,createdAt\n",
            &[("createdAt", "createdAt")],
            Code::CoreFieldImmutable,
            "mapping.createdAt",
        ),
        (
            "email,x\n",
            &[("y", "plan")],
            Code::InvalidRequest,
            "mapping.y",
        ),
        (
            "email,x\n",
            &[("x", "a|b")],
            Code::InvalidRequest,
            "mapping.x",
        ),
        (
            "email,x\n",
            &[("x", "importId")],
            Code::CoreFieldImmutable,
            "mapping.x",
        ),
        (
            "email,x\n",
            &[("x", "email")],
            Code::InvalidRequest,
            "mapping.x",
        ),
    ];
    for (csv, pairs, code, param) in cases {
        let problem = mapped(csv, pairs).unwrap_err();
        assert_eq!(
            (problem.code, problem.param.as_deref()),
            (code, Some(param)),
            "{csv:?}"
        );
    }
    let semicolons = mapped("email;name\na@x.io;Ada", &[]).unwrap_err();
    assert!(semicolons.suggestion.unwrap().contains("comma"));
    let reserved = mapped("email,source\n", &[]).unwrap_err();
    assert!(reserved.suggestion.unwrap().contains("mapping"));
}

/// A header line with so many columns.
fn wide(columns: usize) -> String {
    let names = (1..columns).map(|n| format!("column {n}"));
    let names: Vec<String> = std::iter::once("email".to_owned()).chain(names).collect();
    names.join(",") + "\n"
}

#[test]
fn a_file_has_up_to_a_thousand_columns() {
    assert!(mapped(&wide(1000), &[]).is_ok());
    let problem = mapped(&wide(1001), &[]).unwrap_err();
    assert_eq!(
        (problem.code, problem.param.as_deref()),
        (Code::InvalidRequest, Some("csv"))
    );
    assert!(problem.message.contains("1001"), "{}", problem.message);
    assert!(problem.suggestion.unwrap().contains("split"));
}

#[test]
fn refusals_quote_only_the_beginning_of_what_is_long() {
    let problem = mapped(&wide(1000), &[("nonsense", "email")]).unwrap_err();
    let suggestion = problem.suggestion.unwrap();
    assert!(
        suggestion.contains("column 19 and 980 more"),
        "{suggestion}"
    );
    let long = "ü".repeat(100_000);
    let cases = [
        format!("email,{long}\n"),
        format!("{long}\n"),
        format!("email,x\n,{long}"),
    ];
    for (csv, pairs) in [
        (&cases[0], [].as_slice()),
        (&cases[1], &[(long.as_str(), "")]),
        (&cases[2], &[(long.as_str(), "email")]),
    ] {
        let problem = mapped(csv, pairs).unwrap_err();
        let told = problem.message.len() + problem.suggestion.unwrap_or_default().len();
        assert!(told < 1000, "{}", problem.message);
    }
    for field in ["age", "vip", "born"] {
        let csv = format!("email,{field}\na@x.io,{long}\n");
        let row = mapped(&csv, &[]).unwrap().rows.remove(0);
        let expected = format!("`{}…`", "ü".repeat(100));
        assert!(row.contact.unwrap_err().message.starts_with(&expected));
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(csv in "(email,age\n)?[a-z,\"\n\r\u{feff}; @.0-9]{0,80}") {
        let _ = mapped(&csv, &[]);
    }
}
