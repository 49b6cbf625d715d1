//! Our signatures and the providers': what their own published libraries sign is taken, and they take what our tests
//! sign.

use std::path::{Path, PathBuf};

use postrider_domain::automations::integration::Provider;
use serde_json::Value;
use tokio::process::Command;

use super::bodies::{clerk_user, stripe_invoice, stytch_user, workos_user};
use super::signing::Signed;
use super::{Connected, secret};
use crate::support::{TestServer, settings};

/// Signs the body with the provider's library; prints the headers as JSON.
const SIGN: &str = r#"
import json, sys, time, datetime
library, secret, body = sys.argv[1:4]
now = datetime.datetime.now(tz=datetime.timezone.utc)
if library in ("svix", "standardwebhooks"):
    if library == "svix":
        from svix.webhooks import Webhook
    else:
        from standardwebhooks import Webhook
    signature = Webhook(secret).sign("msg_library", now, body)
    headers = {"svix-id": "msg_library", "svix-timestamp": str(int(now.timestamp())), "svix-signature": signature}
elif library == "stripe":
    import stripe
    at = int(time.time())
    tag = stripe.WebhookSignature._compute_signature(f"{at}.{body}", secret)
    headers = {"stripe-signature": f"t={at},{stripe.WebhookSignature.EXPECTED_SCHEME}={tag}"}
print(json.dumps(headers))
"#;

/// Verifies headers and body with the provider's library; fails if it refuses them.
const VERIFY: &str = r#"
import json, sys
library, secret, body, headers = sys.argv[1:5]
headers = json.loads(headers)
if library == "svix":
    from svix.webhooks import Webhook
    Webhook(secret).verify(body, headers)
elif library == "standardwebhooks":
    from standardwebhooks import Webhook
    Webhook(secret).verify(body, {name.replace("svix", "webhook"): value for name, value in headers.items()})
elif library == "stripe":
    import stripe
    stripe.WebhookSignature.verify_header(body, headers["stripe-signature"], secret, tolerance=300)
elif library == "workos":
    from workos.webhooks._verification import verify_header
    verify_header(event_body=body.encode(), event_signature=headers["workos-signature"], secret=secret)
else:
    sys.exit("no such library")
"#;

fn python() -> PathBuf {
    let target = settings::get("CARGO_TARGET_DIR").unwrap_or_else(|| "target".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join(target).join("tools/bin/python")
}

async fn run(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(python())
        .args(["-c", program])
        .args(arguments)
        .output()
        .await
        .expect("the tools are installed: run scripts/install");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    if output.status.success() {
        Ok(text(output.stdout))
    } else {
        Err(text(output.stderr))
    }
}

#[tokio::test]
async fn what_their_libraries_sign_is_taken() {
    let server = TestServer::start().await;
    for (provider, library, body) in [
        (Provider::Clerk, "svix", clerk_user("user.created")),
        (
            Provider::Stytch,
            "standardwebhooks",
            stytch_user("CREATE", "e-1"),
        ),
        (Provider::Stripe, "stripe", stripe_invoice("evt_1", "in_1")),
    ] {
        let connected = Connected::new(&server, provider).await;
        let body = body.to_string();
        let printed = run(SIGN, &[library, secret(provider), &body])
            .await
            .unwrap();
        let headers: Value = serde_json::from_str(&printed).unwrap();
        let headers = headers.as_object().unwrap().iter();
        let signed = Signed {
            headers: headers
                .map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()))
                .collect(),
            body,
        };
        connected.take(&signed).await;
        let changed = Signed {
            body: signed.body.replace("Ada", "Eve"),
            ..signed
        };
        assert_eq!(connected.post(&changed).await.status, 401, "{library}");
    }
    server.at_rest().await;
}

#[tokio::test]
async fn their_libraries_take_what_our_tests_sign() {
    let server = TestServer::start().await;
    for (provider, library, body) in [
        (Provider::Clerk, "svix", clerk_user("user.created")),
        (
            Provider::Stytch,
            "standardwebhooks",
            stytch_user("CREATE", "e-1"),
        ),
        (Provider::Stripe, "stripe", stripe_invoice("evt_1", "in_1")),
        (
            Provider::Workos,
            "workos",
            workos_user("dsync.user.created", "event_1"),
        ),
    ] {
        let connected = Connected::new(&server, provider).await;
        let signed = connected.sign(&body);
        let headers: Value = signed
            .headers
            .iter()
            .cloned()
            .collect::<std::collections::BTreeMap<_, _>>()
            .into_iter()
            .map(|(name, value)| (name, Value::from(value)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let headers = headers.to_string();
        let verify =
            async |body: &str| run(VERIFY, &[library, secret(provider), body, &headers]).await;
        verify(&signed.body).await.unwrap();
        assert!(
            verify(&signed.body.replace("Ada", "Eve")).await.is_err(),
            "{library}"
        );
        connected.take(&signed).await;
    }
    server.at_rest().await;
}
