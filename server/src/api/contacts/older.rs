//! `POST /contacts/create`: an older shape in which unknown keys are custom properties.

use std::sync::Arc;

use postrider_domain::contacts::field::IMMUTABLE_KEYS;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::ids;
use postrider_domain::contract::problem::Problem;
use postrider_domain::patch::Patch;
use postrider_engine::contacts::single::refuse_failed;
use postrider_engine::contacts::write::{Manner, Numbered, write_rows};
use postrider_store::contacts;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::given::Given;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ContactToCreate", extend("x-immutable-keys" = IMMUTABLE_KEYS))]
pub struct CreateBody {
    /// Must be new.
    #[schemars(extend("x-required" = true, "examples" = ["ada@example.com"]))]
    pub email: Option<String>,
    #[serde(default)]
    pub first_name: Patch<String>,
    #[serde(default)]
    pub last_name: Patch<String>,
    pub subscribed: Option<bool>,
    #[serde(flatten)]
    pub properties: Map<String, Value>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "ContactCreated")]
pub struct Created {
    success: bool,
    /// The contactId.
    id: String,
}

pub async fn prepare_create(cx: Cx, body: Arc<CreateBody>) -> ApiResult<Numbered> {
    let given = Given {
        email: body.email.as_deref(),
        first_name: &body.first_name,
        last_name: &body.last_name,
        subscribed: body.subscribed,
        custom_fields: Some(&body.properties),
        consent: None,
    };
    // Here a custom property stands at the top, so its name is its path.
    let write = given.check(cx.now()).map_err(at_the_top)?;
    Ok(Numbered {
        index: 0,
        email: body.email.clone(),
        write: Ok(write),
    })
}

fn at_the_top(mut problem: Problem) -> Problem {
    problem.param = problem
        .param
        .map(|param| param.trim_start_matches("customFields.").to_owned());
    problem
}

pub async fn create(tx: Tx, cx: Cx, row: Arc<Numbered>) -> ApiResult<Reply<Created>> {
    let Ok(write) = &row.write else {
        return Err(Problem::new(Code::InternalError, "The contact was not checked.").into());
    };
    let brand = cx.brand()?;
    let written = write_rows(
        &tx,
        cx.contacts()?,
        std::slice::from_ref(&*row),
        Manner::UPLOAD,
    )
    .await?;
    refuse_failed(written.errors.first()).map_err(at_the_top)?;
    if written.created == 0 {
        return Err(Problem::new(
            Code::ContactAlreadyExists,
            "A contact with this address exists.",
        )
        .param("email")
        .into());
    }
    let record = contacts::get(&tx, brand.key, write.email.as_str()).await?;
    let number = record.map(|record| record.id).unwrap_or_default();
    Ok(Reply::ok(Created {
        success: true,
        id: ids::contact_id(&brand.public_id, number),
    }))
}
