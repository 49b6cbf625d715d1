//! What the events of each provider say.

use super::*;

#[test]
fn every_contract_can_be_kept() {
    let settings = Settings {
        tables: vec!["public.profiles".to_owned()],
        ..Settings::default()
    };
    for provider in Provider::ALL {
        assert_eq!(Provider::parse(provider.as_str()), Some(provider));
        for event in provider.events(&settings) {
            let contract = event.contract();
            let checked = crate::automations::trigger::Contract::check(
                contract.fields.clone(),
                contract.enforcement,
            );
            assert_eq!(checked, Ok(contract), "{}", event.event_type);
        }
    }
    let types: Vec<String> = Provider::Supabase
        .events(&settings)
        .into_iter()
        .map(|event| event.event_type)
        .collect();
    assert_eq!(types[1], "public.profiles.UPDATE");
}

#[test]
fn the_chosen_address_of_a_clerk_user_counts() {
    let user = |chosen: Value| {
        Sent::json(&json!({ "type": "user.updated", "data": {
            "id": "user_1", "first_name": " Ada\r\n", "last_name": null, "username": null,
            "primary_email_address_id": chosen, "created_at": 1_767_225_600_000_i64,
            "email_addresses": [
                { "id": "idn_0", "email_address": "first@acme.test" },
                { "id": "idn_1", "email_address": "Ada@Acme.test", "verification": { "status": "verified" } },
            ] } }))
        .header("svix-id", "msg_1")
        .read(Provider::Clerk)
        .unwrap()
    };
    let event = user(json!("idn_1"));
    assert_eq!(event.ids, ["msg_1"]);
    assert_eq!(event.email.address.as_deref(), Some("ada@acme.test"));
    assert_eq!(
        Value::Object(event.payload),
        json!({ "userId": "user_1", "firstName": "Ada", "emailVerified": true,
            "createdAt": "2026-01-01T00:00:00.000Z" })
    );
    assert_eq!(
        Value::Object(event.fields),
        json!({ "clerk_user_id": "user_1", "clerk_username": null, "clerk_email_verified": true,
            "clerk_created_at": 1_767_225_600 })
    );
    let event = user(Value::Null);
    assert_eq!(event.email.address.as_deref(), Some("first@acme.test"));
    assert_eq!(event.payload["emailVerified"], false);
}

#[test]
fn stytch_tells_only_what_was_done_directly() {
    let body = |source: &str, action: &str| {
        json!({ "event_id": "e-1", "action": action, "object_type": "user", "source": source,
            "id": "user-1", "timestamp": "2026-01-01T00:00:00Z" })
    };
    let read = |body: &Value| Sent::json(body).read(Provider::Stytch);
    assert_eq!(read(&body("SCIM", "CREATE")), None);
    assert_eq!(read(&body("DIRECT", "UPDATE")), None);
    let deleted = read(&body("DIRECT", "DELETE")).unwrap();
    assert_eq!(deleted.event_type, "user.deleted");
    assert_eq!(known_as(&deleted), ("stytch_user_id", "user-1"));
    assert_eq!(deleted.fields["stytch_deleted_at"], 1_767_225_600);
}

#[test]
fn workos_finds_an_address_in_three_places() {
    let read = |data: Value| {
        let body = json!({ "id": "event_1", "event": "dsync.user.deleted",
            "created_at": "2026-01-01T00:00:00.000Z", "data": data });
        Sent::json(&body).read(Provider::Workos).unwrap()
    };
    let emails =
        json!([{ "primary": false, "value": "b@x.io" }, { "primary": true, "value": "a@x.io" }]);
    for (data, expect) in [
        (
            json!({ "email": "c@x.io", "emails": emails }),
            Some("c@x.io"),
        ),
        (
            json!({ "emails": emails, "username": "d@x.io" }),
            Some("a@x.io"),
        ),
        (
            json!({ "email": null, "username": "d@x.io" }),
            Some("d@x.io"),
        ),
        (json!({ "username": "ada" }), None),
    ] {
        let event = read(data);
        assert_eq!(event.email.address.as_deref(), expect);
        assert_eq!(event.fields["workos_deleted_at"], 1_767_225_600);
    }
}

#[test]
fn stripe_is_read_in_its_old_and_new_forms() {
    let read = |kind: &str, object: Value| {
        let body = json!({ "id": "evt_1", "type": kind, "created": 1_767_225_600,
            "livemode": false, "data": { "object": object } });
        Sent::json(&body).read(Provider::Stripe).unwrap()
    };
    let price = json!({ "id": "price_1", "product": { "id": "prod_1", "name": "Pro" }, "nickname": null,
        "unit_amount": null, "currency": "usd" });
    let item = json!({ "quantity": 2, "current_period_end": 1_769_904_000, "price": price });
    let new = json!({ "id": "sub_1", "customer": { "id": "cus_1" }, "status": "active",
        "items": { "data": [item] } });
    let event = read("customer.subscription.created", new);
    assert!(!event.is_live);
    assert_eq!(known_as(&event), ("stripe_customer_id", "cus_1"));
    assert_eq!(event.payload["planName"], "Pro");
    assert_eq!(event.payload["productId"], "prod_1");
    assert_eq!(event.payload.get("amountCents"), None);
    assert_eq!(event.fields["stripe_renews_at"], 1_769_904_000);
    let invoice = json!({ "id": "in_1", "customer": "cus_1", "customer_email": "not an address",
        "customer_name": "Ada King Lovelace", "amount_paid": 2900, "currency": "usd",
        "parent": { "subscription_details": { "subscription": "sub_1" } },
        "status_transitions": { "paid_at": 1_767_225_599 } });
    let event = read("invoice.paid", invoice);
    assert_eq!(event.email.address, None);
    assert_eq!(event.payload["subscriptionId"], "sub_1");
    assert_eq!(event.payload["firstName"], "Ada");
    assert_eq!(event.payload["lastName"], "King Lovelace");
    assert_eq!(event.payload["paidAt"], "2025-12-31T23:59:59.000Z");
    assert_eq!(event.invoice.unwrap().cents, 2900);
}

#[test]
fn shopify_goes_by_headers_and_consent() {
    let customer = |state: &str| {
        let body = json!({ "id": 7001, "email": "ada@acme.test", "total_spent": "120.50",
            "orders_count": 3, "email_marketing_consent": { "state": state } });
        Sent::json(&body)
            .header("x-shopify-topic", "customers/update")
            .header("x-shopify-webhook-id", "w-1")
            .header("x-shopify-shop-domain", "a shop\u{1}")
            .read(Provider::Shopify)
            .unwrap()
    };
    let event = customer("not_subscribed");
    assert!(!event.subscribes && customer("subscribed").subscribes);
    assert_eq!(event.payload["customerId"], "7001");
    assert_eq!(event.payload["totalSpent"], 120.5);
    assert_eq!(event.payload["acceptsMarketing"], false);
    assert_eq!(event.payload.get("shopDomain"), None);
    assert_eq!(event.ids.len(), 1, "no header is an id");
    assert!(event.ids[0].starts_with("sha256:"));
    assert_eq!(Sent::json(&json!({})).read(Provider::Shopify), None);
}

#[test]
fn supabase_copies_columns_but_no_secrets() {
    let settings = Settings {
        email_column: Some("mail".to_owned()),
        tables: vec!["public.profiles".to_owned()],
        ..Settings::default()
    };
    let read = |body: &Value| Sent::json(body).read_with(Provider::Supabase, &settings);
    let record = json!({ "id": 8, "mail": "ada@acme.test", "email": "other@acme.test", "plan": "pro",
        "is_admin": true, "encrypted_password": "x", "recovery_token": "x", "accessToken": "x",
        "email_change_token_new": "x", "client_secret": "x", "first_name": "Ada", "meta": { "deep": 1 },
        "created_at": "2026-01-01 00:00:00+00", "seen_count": "5", "a.b": 1, "gone": null });
    let body = json!({ "type": "UPDATE", "schema": "public", "table": "profiles", "record": record,
        "old_record": { "id": 8, "plan": "free", "recovery_token": "y" } });
    let event = read(&body).unwrap();
    assert_eq!(event.event_type, "public.profiles.UPDATE");
    assert_eq!(event.email.address.as_deref(), Some("ada@acme.test"));
    assert_eq!(
        Value::Object(event.fields),
        json!({ "supabase_id": 8, "supabase_plan": "pro", "supabase_is_admin": true,
            "supabase_created_at": 1_767_225_600, "supabase_seen_count": 5, "supabase_gone": null })
    );
    assert_eq!(event.payload["firstName"], "Ada");
    assert_eq!(event.payload["rowId"], "8");
    assert_eq!(event.payload["isAdmin"], true);
    assert_eq!(event.payload.get("email"), None);
    let changed = event.payload["changedColumns"].as_str().unwrap();
    assert!(
        changed.contains("plan") && !changed.contains("token"),
        "{changed}"
    );
    let text = event.payload.values().filter_map(Value::as_str);
    assert!(!text.into_iter().any(|text| text == "x"));
    let mut other = body.clone();
    other["table"] = json!("orders");
    assert_eq!(read(&other), None);
    let mut other = body;
    other["type"] = json!("TRUNCATE");
    assert_eq!(read(&other), None);
}

#[test]
fn revenuecat_finds_people_in_three_ways() {
    let read = |kind: &str, more: Value| {
        let mut event = json!({ "id": "1F", "type": kind, "environment": "SANDBOX",
            "entitlement_ids": ["pro", "plus"], "price": 9.99 });
        event
            .as_object_mut()
            .unwrap()
            .append(&mut more.as_object().unwrap().clone());
        Sent::json(&json!({ "event": event })).read(Provider::Revenuecat)
    };
    let event = read("RENEWAL", json!({ "app_user_id": "Ada@acme.test" })).unwrap();
    assert_eq!(event.email.address.as_deref(), Some("ada@acme.test"));
    assert_eq!(event.payload["entitlementIds"], "pro,plus");
    assert_eq!(event.fields["revenuecat_status"], "active");
    assert_eq!(event.fields["revenuecat_cancel_reason"], Value::Null);
    assert!(!event.is_live);
    let event = read(
        "CANCELLATION",
        json!({ "app_user_id": "u-1", "cancel_reason": "UNSUBSCRIBE" }),
    );
    let event = event.unwrap();
    assert_eq!(known_as(&event), ("revenuecat_app_user_id", "u-1"));
    assert_eq!(event.fields["revenuecat_status"], "canceled");
    assert_eq!(event.payload["cancelReason"], "UNSUBSCRIBE");
    assert_eq!(read("TEST", json!({})), None);
}

#[test]
fn an_event_knows_when_it_happened() {
    let at = NOW - 1000;
    let iso = crate::time::format(at);
    let settings = Settings {
        tables: vec!["a.b".to_owned()],
        ..Settings::default()
    };
    let happened = |provider: Provider, body: Value| {
        let sent = Sent::json(&body)
            .header("x-shopify-topic", "customers/update")
            .header("svix-timestamp", &((NOW - 5000) / 1000).to_string());
        sent.read_with(provider, &settings).unwrap().occurred_at
    };
    for (provider, body) in [
        (
            Provider::Clerk,
            json!({ "type": "user.created", "timestamp": at, "data": {} }),
        ),
        (
            Provider::Stytch,
            json!({ "source": "DIRECT", "object_type": "user", "action": "CREATE", "timestamp": iso }),
        ),
        (
            Provider::Workos,
            json!({ "event": "dsync.user.created", "created_at": iso, "data": {} }),
        ),
        (
            Provider::Stripe,
            json!({ "type": "invoice.paid", "created": at / 1000, "data": { "object": {} } }),
        ),
        (
            Provider::Shopify,
            json!({ "created_at": "2020-01-01T00:00:00Z", "updated_at": iso }),
        ),
        (Provider::Shopify, json!({ "created_at": iso })),
        (
            Provider::Revenuecat,
            json!({ "event": { "type": "RENEWAL", "event_timestamp_ms": at } }),
        ),
    ] {
        assert_eq!(happened(provider, body), at, "{}", provider.as_str());
    }
    let user = json!({ "type": "user.created", "data": {} });
    assert_eq!(happened(Provider::Clerk, user), NOW - 5000);
    let row = json!({ "type": "INSERT", "schema": "a", "table": "b", "record": {} });
    assert_eq!(happened(Provider::Supabase, row), NOW);
    assert_eq!(happened(Provider::Shopify, json!({})), NOW);
    // Nobody knows the future.
    let ahead = json!({ "event": { "type": "RENEWAL", "event_timestamp_ms": NOW + 1 } });
    assert_eq!(happened(Provider::Revenuecat, ahead), NOW);
}

#[test]
fn no_shape_of_a_body_breaks_a_reader() {
    let settings = Settings {
        tables: vec!["a.b".to_owned()],
        ..Settings::default()
    };
    for odd in [
        json!(null),
        json!(1),
        json!("x"),
        json!([]),
        json!([[]]),
        json!({}),
    ] {
        for kind in [
            "user.created",
            "organization.created",
            "invoice.paid",
            "customer.deleted",
            "customer.subscription.updated",
            "INSERT",
        ] {
            let body = json!({ "type": kind, "data": odd, "event": odd, "source": "DIRECT", "action": "CREATE",
                "object_type": "user", "user": odd, "schema": "a", "table": "b", "record": odd,
                "customer": odd, "line_items": odd, "email": odd, "id": odd });
            for provider in Provider::ALL {
                Sent::json(&body)
                    .header("x-shopify-topic", "orders/paid")
                    .read_with(provider, &settings);
            }
            let nested = json!({ "type": kind, "data": { "object": odd } });
            Sent::json(&nested).read(Provider::Stripe);
            let event = json!({ "event": { "type": "RENEWAL", "subscriber_attributes": odd } });
            Sent::json(&event).read(Provider::Revenuecat);
        }
    }
}

#[test]
fn settings_fit_their_provider() {
    let asked = |tables: &[&str], column: Option<&str>| Asked {
        email_column: column.map(str::to_owned),
        tables: tables.iter().map(|&table| table.to_owned()).collect(),
        sandbox: false,
    };
    let settings = Settings::check(
        Provider::Supabase,
        asked(&["profiles", "public.profiles", "auth.users"], Some("mail")),
    );
    let settings = settings.unwrap();
    assert_eq!(settings.tables, ["public.profiles", "auth.users"]);
    assert_eq!(Settings::from_json(&settings.to_json()), Some(settings));
    assert_eq!(Settings::default().email_column(), "email");
    for (provider, wrong) in [
        (Provider::Supabase, asked(&[], None)),
        (Provider::Supabase, asked(&["a:b"], None)),
        (Provider::Supabase, asked(&["a"], Some("a b"))),
        (Provider::Stripe, asked(&["a"], None)),
        (
            Provider::Clerk,
            Asked {
                sandbox: true,
                ..Asked::default()
            },
        ),
    ] {
        assert!(Settings::check(provider, wrong).is_err());
    }
}
