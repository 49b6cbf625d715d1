use std::collections::HashMap;

use jiff::tz::TimeZone;
use serde_json::Value;

use super::ContactWrite;
use crate::contacts::address::EmailAddress;
use crate::contacts::field::{FieldBounds, FieldName, FieldType, FieldValue, KnownFields};
use crate::contract::problem::Problem;

/// The custom values of one row; `None` clears the field.
pub type CustomValues = Vec<(FieldName, Option<FieldValue>)>;

/// What a batch of writes does to the brand's fields: which to create, and each row's typed values.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FieldPlan {
    pub new_fields: Vec<(FieldName, FieldType)>,
    pub rows: Vec<Result<CustomValues, Problem>>,
}

impl FieldPlan {
    /// A new field takes the type of the first value seen. A row that is refused creates nothing. `zone` is the brand's.
    pub fn make<'a>(
        known: &KnownFields,
        room: FieldRoom,
        zone: &TimeZone,
        writes: impl IntoIterator<Item = &'a ContactWrite>,
    ) -> Self {
        let mut plan = Self::default();
        let mut planned = HashMap::new();
        for write in writes {
            let row = plan_row(known, &planned, room, zone, write).map(|(values, created)| {
                for (name, kind) in created {
                    planned.insert(name.clone(), kind);
                    plan.new_fields.push((name, kind));
                }
                values
            });
            plan.rows.push(row);
        }
        plan
    }
}

/// How much more there may be.
#[derive(Clone, Copy, Debug)]
pub struct FieldRoom {
    pub bounds: FieldBounds,
    /// Fields that the brand may still get.
    pub new_fields: usize,
}

type Created = Vec<(FieldName, FieldType)>;

fn plan_row(
    known: &KnownFields,
    planned: &HashMap<FieldName, FieldType>,
    room: FieldRoom,
    zone: &TimeZone,
    write: &ContactWrite,
) -> Result<(CustomValues, Created), Problem> {
    let mut values = Vec::with_capacity(write.custom.len());
    let mut created = Vec::new();
    for (name, value) in &write.custom {
        let existing = known.get(name.as_str()).map(|field| field.field_type);
        let kind = match existing.or_else(|| planned.get(name).copied()) {
            Some(kind) => kind,
            // Nothing to clear and nothing to learn a type from.
            None if *value == Value::Null => continue,
            None => {
                // A list or an object has no type; reading it as text gives the refusal.
                let kind = FieldType::of(value).unwrap_or(FieldType::String);
                created.push((name.clone(), kind));
                if planned.len() + created.len() > room.new_fields {
                    let param = format!("customFields.{name}");
                    return Err(room.bounds.too_many_fields(param, name.as_str()));
                }
                kind
            }
        };
        // The path is spelled only when something is wrong: this runs for every value of a batch.
        let value = FieldValue::read(value, kind, zone, name.as_str())
            .map_err(|problem| problem.param(format!("customFields.{name}")))?;
        values.push((name.clone(), value));
    }
    if let Some((index, excess)) = room
        .bounds
        .first_over(values.iter().map(|(_, value)| value))
    {
        let param = format!("customFields.{}", values[index].0);
        return Err(room.bounds.too_much(excess, param));
    }
    Ok((values, created))
}

/// Where an address repeats in a batch its rows are written one after the other, each on what the one before it left.
/// Gives the positions of the first row of each address, then of the second rows, and so on, each in order.
pub fn in_succession<'a>(emails: impl IntoIterator<Item = &'a EmailAddress>) -> Vec<Vec<usize>> {
    let mut rows_of = HashMap::new();
    let mut steps: Vec<Vec<usize>> = Vec::new();
    for (position, email) in emails.into_iter().enumerate() {
        let step: &mut usize = rows_of.entry(email).or_default();
        match steps.get_mut(*step) {
            Some(rows) => rows.push(position),
            None => steps.push(vec![position]),
        }
        *step += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::contacts::contact::ContactInput;
    use crate::contract::catalog::Code;

    /// New fields, and each row's number of values.
    type Planned<N> = (Vec<(N, FieldType)>, Vec<Result<usize, Code>>);

    fn write(custom: Value) -> ContactWrite {
        let Value::Object(custom) = custom else {
            panic!("an object")
        };
        let input = ContactInput {
            email: Some("a@x.io".into()),
            custom_fields: custom.into_iter().collect(),
            ..ContactInput::default()
        };
        ContactWrite::check(input, 0).unwrap()
    }

    fn known() -> KnownFields {
        [("age", 1, FieldType::Number), ("born", 2, FieldType::Date)]
            .into_iter()
            .collect()
    }

    fn room(new_fields: usize) -> FieldRoom {
        FieldRoom {
            bounds: FieldBounds::default(),
            new_fields,
        }
    }

    fn plan(rows: &[Value]) -> Planned<String> {
        let writes: Vec<_> = rows.iter().cloned().map(write).collect();
        let plan = FieldPlan::make(&known(), room(9), &TimeZone::UTC, &writes);
        let fields = plan
            .new_fields
            .into_iter()
            .map(|(name, kind)| (name.into_string(), kind))
            .collect();
        let rows = plan
            .rows
            .into_iter()
            .map(|row| row.map(|v| v.len()).map_err(|p| p.code))
            .collect();
        (fields, rows)
    }

    #[test]
    fn new_fields_take_the_type_of_their_first_value() {
        let mismatch = Err(Code::FieldTypeMismatch);
        let cases: [(&[Value], Planned<&str>); 6] = [
            (&[json!({})], (vec![], vec![Ok(0)])),
            (
                &[json!({"age": 3, "born": "2000-01-01T00:00:00Z"})],
                (vec![], vec![Ok(2)]),
            ),
            (&[json!({"age": null, "plan": null})], (vec![], vec![Ok(1)])),
            (
                &["null", "1", "\"pro\"", "null"].map(|plan| {
                    let plan: Value = serde_json::from_str(plan).unwrap();
                    json!({ "plan": plan })
                }),
                (
                    vec![("plan", FieldType::Number)],
                    vec![Ok(0), Ok(1), mismatch, Ok(1)],
                ),
            ),
            (
                &[json!({"age": "x", "plan": 1}), json!({"plan": "pro"})],
                (vec![("plan", FieldType::String)], vec![mismatch, Ok(1)]),
            ),
            (
                &[json!({"tags": ["a"]})],
                (vec![], vec![Err(Code::InvalidRequest)]),
            ),
        ];
        for (rows, (fields, results)) in cases {
            let fields = fields.into_iter().map(|(n, k)| (n.to_owned(), k));
            assert_eq!(plan(rows), (fields.collect(), results), "{rows:?}");
        }
    }

    #[test]
    fn a_mismatch_names_the_field() {
        let plan = FieldPlan::make(
            &known(),
            room(9),
            &TimeZone::UTC,
            &[write(json!({"age": true}))],
        );
        let problem = plan.rows[0].as_ref().unwrap_err();
        assert_eq!(problem.param.as_deref(), Some("customFields.age"));
    }

    #[test]
    fn a_row_for_whose_fields_there_is_no_room_makes_none() {
        let rows = [
            json!({"a": 1}),
            json!({"b": 1, "c": 1}),
            json!({"b": 1, "a": 2, "age": 3}),
        ];
        let plan = FieldPlan::make(&known(), room(2), &TimeZone::UTC, &rows.map(write));
        let names: Vec<&str> = plan
            .new_fields
            .iter()
            .map(|(name, _)| name.as_str())
            .collect();
        assert_eq!(names, ["a", "b"]);
        let refused = plan.rows[1].as_ref().unwrap_err();
        assert_eq!(refused.param.as_deref(), Some("customFields.c"));
        assert!(plan.rows[0].is_ok() && plan.rows[2].is_ok());
    }

    #[test]
    fn rows_of_one_address_follow_each_other() {
        let emails = ["a@x.io", "b@x.io", "A@x.io", "c@x.io", "b@X.io", "a@x.io"]
            .map(|text| EmailAddress::parse(text).unwrap());
        assert_eq!(in_succession(&emails), [vec![0, 1, 3], vec![2, 4], vec![5]]);
        assert_eq!(in_succession(&[]), Vec::<Vec<usize>>::new());
    }
}
