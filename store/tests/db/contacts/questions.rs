//! Made-up filters: every operator on every field, with operands that some contact has.

use postrider_domain::contacts::field::{CoreColumn, FieldType};
use postrider_domain::contacts::filter::{
    Engagement, FieldRef, FilterCondition, FilterGroup, FilterNode, LogicalOperator, Operator,
};
use postrider_domain::time;
use proptest::collection::vec;
use proptest::prelude::{Just, any};
use proptest::sample::select;
use proptest::strategy::{BoxedStrategy, Strategy};
use serde_json::{Value, json};

use super::people::{IMPORTS, NUMBERS, TEXTS, known, times};

/// Every field with every operator that fits it.
pub fn pairs() -> Vec<(String, Operator)> {
    let custom = FieldType::ALL.map(|kind| format!("customFields.{}", kind.as_str()));
    let core = CoreColumn::ALL.map(|column| column.as_str().to_owned());
    let engagement = Engagement::ALL.map(|field| field.as_str().to_owned());
    let fields = core.into_iter().chain(custom).chain(engagement);
    let with_operators = |field: String| {
        let operators = Operator::for_type(type_of(&field));
        operators
            .iter()
            .map(move |operator| (field.clone(), *operator))
    };
    fields.flat_map(with_operators).collect()
}

fn type_of(field: &str) -> FieldType {
    FieldRef::find(field, &known()).unwrap().field_type()
}

pub fn condition(field: String, operator: Operator) -> BoxedStrategy<FilterNode> {
    operand(&field, operator)
        .prop_map(move |value| {
            FilterNode::Condition(FilterCondition {
                field: field.clone(),
                operator: operator.as_str().to_owned(),
                value,
                field_type: None,
            })
        })
        .boxed()
}

pub fn group() -> impl Strategy<Value = FilterGroup> {
    let leaf = select(pairs()).prop_flat_map(|(field, operator)| condition(field, operator));
    let node = leaf.prop_recursive(3, 24, 4, |inner| {
        (logic(), vec(inner, 1..4)).prop_map(|(logical_operator, filters)| {
            FilterNode::Group(FilterGroup {
                logical_operator,
                filters,
            })
        })
    });
    (logic(), vec(node, 0..4)).prop_map(|(logical_operator, filters)| FilterGroup {
        logical_operator,
        filters,
    })
}

fn logic() -> impl Strategy<Value = LogicalOperator> {
    any::<bool>().prop_map(|and| {
        if and {
            LogicalOperator::And
        } else {
            LogicalOperator::Or
        }
    })
}

fn operand(field: &str, operator: Operator) -> BoxedStrategy<Option<Value>> {
    if operator.is_unary() {
        return Just(None).boxed();
    }
    let value = match type_of(field) {
        FieldType::String => text_operand(field, operator.positive()),
        FieldType::Number => number_operand(operator.positive()),
        FieldType::Boolean => any::<bool>().prop_map(|flag| json!(flag)).boxed(),
        FieldType::Date => date_operand(operator.positive()),
    };
    value.prop_map(Some).boxed()
}

fn list(item: BoxedStrategy<Value>) -> BoxedStrategy<Value> {
    vec(item, 1..5).prop_map(Value::Array).boxed()
}

fn text_operand(field: &str, operator: Operator) -> BoxedStrategy<Value> {
    let whole = match field {
        "validationStatus" => select(vec!["valid", "RISKY", "invalid"]).boxed(),
        "importId" => select([IMPORTS, &["imp_aA", "nothing"]].concat()).boxed(),
        "email" => select(vec![
            "Ada0@X.de",
            "MÜLLER1@x.de",
            "müller2@x.de",
            "no address",
            "",
        ])
        .boxed(),
        _ => select(TEXTS).boxed(),
    };
    let whole = whole.prop_map(|text| json!(text)).boxed();
    // A piece out of the middle, in another case.
    let part = select(&TEXTS[1..]).prop_flat_map(|text| {
        let length = text.chars().count();
        (0..length, 1..=length).prop_map(move |(from, count)| {
            let piece: String = text.chars().skip(from).take(count).collect();
            json!(piece.to_uppercase())
        })
    });
    let part =
        proptest::prop_oneof![1 => part, 1 => select(&TEXTS[1..]).prop_map(|text| json!(text))]
            .boxed();
    match operator {
        Operator::In => list(whole),
        Operator::ContainsAny => list(part),
        Operator::Contains | Operator::StartsWith | Operator::EndsWith => part,
        _ => whole,
    }
}

fn number_operand(operator: Operator) -> BoxedStrategy<Value> {
    let number = || select(NUMBERS).prop_map(|number| json!(number)).boxed();
    match operator {
        Operator::In => list(number()),
        Operator::Between => (select(NUMBERS), select(NUMBERS))
            .prop_map(|(a, b)| if a <= b { json!([a, b]) } else { json!([b, a]) })
            .boxed(),
        _ => number(),
    }
}

fn date_operand(operator: Operator) -> BoxedStrategy<Value> {
    let date = || {
        (select(times()), 0..4).prop_map(|(ms, form)| match form {
            0 => json!(time::format(ms)),
            1 => json!(&time::format(ms)[..10]),
            2 => json!(&time::format(ms)[..16]),
            _ => json!(ms as f64 / 1000.0),
        })
    };
    let ago = (1..10_i64, select(vec!["hours", "days", "weeks"]))
        .prop_map(|(amount, unit)| json!({ "amount": amount, "unit": unit }));
    match operator {
        Operator::WithinLast => ago.boxed(),
        Operator::Between => (date(), date()).prop_map(|(a, b)| json!([a, b])).boxed(),
        _ => date().boxed(),
    }
}
