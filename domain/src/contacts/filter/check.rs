use super::ast::{Filter, Test};
use super::fields::{Field, Fields};
use super::input::{FilterCondition, FilterGroup, FilterNode, LogicalOperator};
use super::limits::{MAX_CONDITIONS, MAX_LEVELS};
use super::nearest::nearest;
use super::operand;
use super::operator::Operator;
use crate::contacts::field::FieldType;
use crate::contract::problem::Problem;

/// Checks a filter against the fields that there are now. `at` is where the group stands in the
/// request, for example `filters`.
pub fn check<S: Fields>(
    group: &FilterGroup,
    fields: &S,
    at: &str,
) -> Result<Filter<Test, S::Field>, Problem> {
    check_list(
        group.logical_operator,
        &group.filters,
        fields,
        &format!("{at}.filters"),
    )
}

/// The same for a list that stands at `at` by itself. An empty one matches everybody, whatever `logic`.
pub fn check_list<S: Fields>(
    logic: LogicalOperator,
    nodes: &[FilterNode],
    fields: &S,
    at: &str,
) -> Result<Filter<Test, S::Field>, Problem> {
    if nodes.is_empty() {
        return Ok(Filter::All(Vec::new()));
    }
    Checker {
        fields,
        conditions: 0,
    }
    .group(logic, nodes, at, 1)
}

struct Checker<'f, S> {
    fields: &'f S,
    conditions: usize,
}

impl<S: Fields> Checker<'_, S> {
    fn group(
        &mut self,
        logic: LogicalOperator,
        nodes: &[FilterNode],
        at: &str,
        level: usize,
    ) -> Result<Filter<Test, S::Field>, Problem> {
        if level > MAX_LEVELS {
            return Err(Problem::invalid(
                at,
                "Filters are nested at most 5 levels deep.",
            ));
        }
        if nodes.is_empty() {
            let problem = Problem::invalid(at, "A nested group needs at least one condition.");
            return Err(problem.suggest("Leave the group out."));
        }
        let mut parts = Vec::with_capacity(nodes.len().min(MAX_CONDITIONS));
        for (index, node) in nodes.iter().enumerate() {
            let at = format!("{at}[{index}]");
            parts.push(match node {
                FilterNode::Condition(condition) => self.condition(condition, &at)?,
                FilterNode::Group(group) => {
                    let inner = format!("{at}.filters");
                    self.group(group.logical_operator, &group.filters, &inner, level + 1)?
                }
            });
        }
        Ok(match logic {
            LogicalOperator::And => Filter::All(parts),
            LogicalOperator::Or => Filter::Any(parts),
        })
    }

    fn condition(
        &mut self,
        condition: &FilterCondition,
        at: &str,
    ) -> Result<Filter<Test, S::Field>, Problem> {
        self.conditions += 1;
        if self.conditions > MAX_CONDITIONS {
            return Err(Problem::invalid(at, "A filter has at most 100 conditions."));
        }
        let field = self.fields.read(condition, at)?;
        check_type(condition.field_type.as_deref(), field.field_type(), at)?;
        let operator = read_operator(&condition.operator, field.field_type(), at)?;
        let test = operand::read(
            &field,
            operator,
            condition.value.as_ref(),
            &format!("{at}.value"),
        )?;
        Ok(Filter::Condition {
            field,
            test,
            negated: operator.is_negated(),
        })
    }
}

fn check_type(given: Option<&str>, actual: FieldType, at: &str) -> Result<(), Problem> {
    match given {
        Some(given) if given != actual.as_str() => {
            let message = format!("The field is a {}, not a {given}.", actual.as_str());
            let problem = Problem::invalid(format!("{at}.type"), message);
            Err(problem.suggest(format!("Leave `type` out or send `{}`.", actual.as_str())))
        }
        _ => Ok(()),
    }
}

fn read_operator(word: &str, kind: FieldType, at: &str) -> Result<Operator, Problem> {
    let param = format!("{at}.operator");
    let fitting = Operator::for_type(kind);
    let names = || fitting.iter().map(|operator| operator.as_str());
    let list = || {
        format!(
            "A {} field has: {}.",
            kind.as_str(),
            names().collect::<Vec<_>>().join(", ")
        )
    };
    match Operator::parse(word) {
        Some(operator) if fitting.contains(&operator) => Ok(operator),
        Some(_) => {
            let message = format!("`{word}` does not fit a {} field.", kind.as_str());
            Err(Problem::invalid(param, message).suggest(list()))
        }
        None => {
            let suggestion =
                nearest(word, names()).map_or_else(list, |near| format!("Did you mean `{near}`?"));
            Err(
                Problem::invalid(param, format!("There is no operator `{word}`."))
                    .suggest(suggestion),
            )
        }
    }
}
