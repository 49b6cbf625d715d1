//! Every error code of the API, as data: the envelope, the `/docs/errors` page, the OpenAPI document
//! and `GET /v1/help` are made from this one list.

/// The contract's eight kinds of error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Authentication,
    Authorization,
    InvalidRequest,
    NotFound,
    Conflict,
    RateLimit,
    NotImplemented,
    Internal,
}

impl Kind {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Authentication => "authentication_error",
            Self::Authorization => "authorization_error",
            Self::InvalidRequest => "invalid_request",
            Self::NotFound => "not_found",
            Self::Conflict => "conflict",
            Self::RateLimit => "rate_limit",
            Self::NotImplemented => "not_implemented",
            Self::Internal => "internal_error",
        }
    }

    /// The kind follows from the HTTP status alone.
    const fn of(status: u16) -> Self {
        match status {
            401 => Self::Authentication,
            403 => Self::Authorization,
            404 => Self::NotFound,
            409 => Self::Conflict,
            429 => Self::RateLimit,
            501 => Self::NotImplemented,
            500 | 503 => Self::Internal,
            _ => Self::InvalidRequest,
        }
    }
}

struct Entry {
    name: &'static str,
    status: u16,
    when: &'static str,
    suggestion: &'static str,
}

macro_rules! catalog {
    ($($code:ident = $name:literal, $status:literal, $when:literal, $suggestion:literal;)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($code),* }

        impl Code {
            pub const ALL: &'static [Code] = &[$(Code::$code),*];

            const fn entry(self) -> Entry {
                match self {
                    $(Code::$code => Entry { name: $name, status: $status, when: $when, suggestion: $suggestion }),*
                }
            }
        }
    };
}

impl Code {
    pub const fn as_str(self) -> &'static str {
        self.entry().name
    }

    pub const fn status(self) -> u16 {
        self.entry().status
    }

    pub const fn kind(self) -> Kind {
        Kind::of(self.status())
    }

    /// One sentence for the reference: when the code is answered.
    pub const fn when(self) -> &'static str {
        self.entry().when
    }

    /// What helps, where the place that found the problem knows nothing better.
    pub const fn suggestion(self) -> &'static str {
        self.entry().suggestion
    }
}

catalog! {
    AuthenticationRequired = "AUTHENTICATION_REQUIRED", 401,
        "No key was sent, and nobody is signed in.",
        "Send your API key as `Authorization: Bearer <key>` or `X-API-Key: <key>`.";
    InvalidApiKey = "INVALID_API_KEY", 401,
        "The key is malformed or unknown.",
        "Copy the whole key again; it starts with `pr_live_` and is shown once, when it is made.";
    ApiKeyRevoked = "API_KEY_REVOKED", 401,
        "The key was revoked.",
        "Use another key, or make a new one in the dashboard or with `postrider key create`.";
    OrganizationSuspended = "ORGANIZATION_SUSPENDED", 403,
        "The operator of this server has suspended the organization.",
        "Ask the operator of the server to resume it; nothing is lost, and everything goes on then.";
    InvalidSignature = "INVALID_SIGNATURE", 401,
        "A webhook's signature does not match the connection's secret.",
        "Check that the connection's secret is the provider's current signing secret.";
    InsufficientPermissions = "INSUFFICIENT_PERMISSIONS", 403,
        "The key lacks the scope that the route needs; `param` names it.",
        "Use a key with the scope named in `param`, or with `all`.";
    OrgScopeRequired = "ORG_SCOPE_REQUIRED", 403,
        "A brand key called an operation of the organization.",
        "Use a key of the organization.";
    InsufficientRole = "INSUFFICIENT_ROLE", 403,
        "The signed-in person lacks the role; `param` names it.",
        "Ask an owner or admin of the organization.";
    CrossSiteRequest = "CROSS_SITE_REQUEST", 403,
        "A request with a session that another site may have caused: its browser does not say that a page of this service made it.",
        "Call with an API key; a session counts only for pages under the public URL of this service.";
    InvalidCredentials = "INVALID_CREDENTIALS", 401,
        "Email address and password do not belong together.",
        "Check both. A new password comes by mail (“Forgot it?”), or by a link from whoever runs the server (`postrider user link`).";
    SecondFactorRequired = "SECOND_FACTOR_REQUIRED", 401,
        "The password is right, and the account has a second factor: `code` is missing or wrong.",
        "Send `code` with the password: six digits of the authenticator app, or a recovery code.";
    PasswordRequired = "PASSWORD_REQUIRED", 403,
        "What is asked for is dangerous, and the signed-in person gave the password more than 15 minutes ago.",
        "Give it again, then repeat the request.";
    SecondFactorActive = "SECOND_FACTOR_ACTIVE", 409,
        "The account has a second factor already.",
        "Switch it off first: Settings, Profile.";
    SecondFactorMissing = "SECOND_FACTOR_MISSING", 409,
        "The account has no second factor that recovery codes could stand for.",
        "Set one up: Settings, Profile.";
    PersonNotFound = "PERSON_NOT_FOUND", 404,
        "No such person in the organization.",
        "Those who work here are listed: Settings, People.";
    LastOwner = "LAST_OWNER", 409,
        "The organization would be without an owner.",
        "Make somebody else an owner first.";
    AlreadyMember = "ALREADY_MEMBER", 409,
        "The person belongs to the organization already.",
        "Change their role or brands: Settings, People.";
    ApiKeyEnded = "API_KEY_ENDED", 409,
        "The key has ended: none can take its place.",
        "Make a new one: Settings, API keys.";
    InvitationNotFound = "INVITATION_NOT_FOUND", 404,
        "No such invitation, or somebody has accepted it.",
        "Those that are open are listed: Settings, People.";
    LinkNotFound = "LINK_NOT_FOUND", 404,
        "The link was used, has expired, or never was.",
        "Ask for another: an invitation from whoever sent it, a new password where you sign in (“Forgot it?”), a claim from whoever runs the server (`postrider user link`).";
    SessionNotFound = "SESSION_NOT_FOUND", 404,
        "No such session of the signed-in person.",
        "Yours are listed: Settings, Profile.";
    EmailTaken = "EMAIL_TAKEN", 409,
        "Another person has this address.",
        "Choose another address, or sign in with that one.";
    MethodNotAllowed = "METHOD_NOT_ALLOWED", 405,
        "The path exists, but not with this verb; `Allow` lists the verbs it has.",
        "Use one of the verbs in the `Allow` header.";
    InvalidRequest = "INVALID_REQUEST", 400,
        "Malformed JSON, an unknown, removed or snake_case key, a value of the wrong kind, or a bad cursor; `param` names the key.",
        "Correct the input named in `param` and send the request again.";
    InvalidPayload = "INVALID_PAYLOAD", 400,
        "The payload of a trigger fire does not fit the trigger's contract.",
        "Compare the payload with the trigger's `payloadSchema`; `details.errors` lists each difference.";
    PayloadTooLarge = "PAYLOAD_TOO_LARGE", 413,
        "The body is larger than the route takes.",
        "Send less in one request; docs/API.md lists the limits.";
    IdempotencyConflict = "IDEMPOTENCY_CONFLICT", 409,
        "The `Idempotency-Key` was used before with another request.",
        "Use a fresh `Idempotency-Key` for a different request.";
    IdempotencyInProgress = "IDEMPOTENCY_IN_PROGRESS", 409,
        "The first request with this `Idempotency-Key` is still running.",
        "Send the same request again after `Retry-After` seconds.";
    RateLimited = "RATE_LIMITED", 429,
        "The window of this key and policy is used up.",
        "Wait `Retry-After` seconds and send the request again.";
    InsufficientCredits = "INSUFFICIENT_CREDITS", 402,
        "The credit balance is below the cost of the operation.",
        "Wait until `period.end` of `GET /v1/usage`, or move to a larger plan.";
    SendQuotaExceeded = "SEND_QUOTA_EXCEEDED", 402,
        "The monthly send allowance does not cover this.",
        "Wait until `period.end` of `GET /v1/usage`, or move to a larger plan.";
    StorageQuotaExceeded = "STORAGE_QUOTA_EXCEEDED", 402,
        "The plan's bytes of images and files do not cover this.",
        "See `storage` of `GET /v1/usage`; use fewer or smaller images, wait until running imports have ended, or move to a larger plan.";
    ServiceUnavailable = "SERVICE_UNAVAILABLE", 503,
        "The database or the credit balance cannot be reached, or the work produced nothing; nothing was charged.",
        "Send the same request again after `Retry-After` seconds.";
    NotImplemented = "NOT_IMPLEMENTED", 501,
        "The operation is not available on this server.",
        "See `GET /v1/help` for the operations that are available.";
    InternalError = "INTERNAL_ERROR", 500,
        "An error that nobody foresaw.",
        "Send the request again; if it fails again, report it with the `x-request-id` of this response.";
    NotFound = "NOT_FOUND", 404,
        "No such path, or no such row.",
        "Check the path against the reference at `/docs`.";
    BrandNotFound = "BRAND_NOT_FOUND", 404,
        "The brand does not exist, was deleted, or belongs to another organization.",
        "Check `X-Brand-Id`, or use a key of a brand that exists.";
    BrandNotReady = "BRAND_NOT_READY", 422,
        "Brand extraction has not finished.",
        "Read `readiness` of `GET /v1/brand` and try again when it is ready.";
    ContactNotFound = "CONTACT_NOT_FOUND", 404,
        "No contact with this address in the brand.",
        "Check the address (URL-encoded in paths), or create the contact with `POST /v1/contacts`.";
    ContactAlreadyExists = "CONTACT_ALREADY_EXISTS", 409,
        "A contact with this address exists.",
        "Change it with `PATCH /v1/contacts`.";
    CoreFieldImmutable = "CORE_FIELD_IMMUTABLE", 422,
        "A column that only the server writes; `param` names it.",
        "Leave the key named in `param` out.";
    MissingEmail = "MISSING_EMAIL", 422,
        "The contact has no `email`.",
        "Add `email`: it is the key of a contact.";
    FieldNotFound = "FIELD_NOT_FOUND", 404,
        "No field with this name in the brand.",
        "List the names with `GET /v1/fields`; they are case-sensitive.";
    FieldTypeMismatch = "FIELD_TYPE_MISMATCH", 409,
        "The field exists with another type.",
        "Send a value of the field's type, or use another field name.";
    FieldInUse = "FIELD_IN_USE", 409,
        "The field is used by an audience or an automation.",
        "Remove the field from what `details` lists first.";
    AudienceNotFound = "AUDIENCE_NOT_FOUND", 404,
        "No such audience in the brand.",
        "List the audiences with `GET /v1/audiences`.";
    AudienceInUse = "AUDIENCE_IN_USE", 409,
        "An unfinished send or an automation uses the audience.",
        "Wait for or cancel what `details` lists first.";
    ImportNotFound = "IMPORT_NOT_FOUND", 404,
        "No such import in the brand.",
        "Use the `importId` that the import answered with.";
    ValidationNotFound = "VALIDATION_NOT_FOUND", 404,
        "No such validation in the brand.",
        "Use the `validationId` that the validation answered with.";
    DomainNotFound = "DOMAIN_NOT_FOUND", 404,
        "No such domain in the brand.",
        "List the domains with `GET /v1/domains`.";
    DomainNotReady = "DOMAIN_NOT_READY", 422,
        "The domain is not verified for sending.",
        "Publish its `records` and call `POST /v1/domains/{domainId}/verify`.";
    DomainAlreadyExists = "DOMAIN_ALREADY_EXISTS", 409,
        "The domain is in the brand already.",
        "Read it with `GET /v1/domains`.";
    DomainVerifiedElsewhere = "DOMAIN_VERIFIED_ELSEWHERE", 409,
        "Another organization has verified the domain.",
        "Use another domain, or delete it there first.";
    DomainOtherBrand = "DOMAIN_OTHER_BRAND", 409,
        "Another brand of the organization has the domain.",
        "Delete it there first, or use a subdomain.";
    DomainVerificationFailed = "DOMAIN_VERIFICATION_FAILED", 422,
        "DNS does not show the records yet.",
        "Compare `details.records` with what your DNS provider shows, and verify again.";
    DomainProviderError = "DOMAIN_PROVIDER_ERROR", 422,
        "Nobody can send from this name.",
        "Use a domain that you registered, or a subdomain of it.";
    DomainInUse = "DOMAIN_IN_USE", 409,
        "An unfinished send or a published automation uses the domain.",
        "Wait for or change what `details` lists first.";
    EmailNotFound = "EMAIL_NOT_FOUND", 404,
        "No such email in the brand.",
        "List the emails with `GET /v1/emails`.";
    EmailVersionNotFound = "EMAIL_VERSION_NOT_FOUND", 404,
        "No such version of the email.",
        "List the versions with `GET /v1/emails/{emailId}?include=versions`.";
    EmailGroupNotFound = "EMAIL_GROUP_NOT_FOUND", 404,
        "No such email group in the brand.",
        "List the groups with `GET /v1/email-groups`.";
    EmailNotReady = "EMAIL_NOT_READY", 422,
        "The design is still being generated, or failed.",
        "Read the email again until `status` is `ready`.";
    EmailInProgress = "EMAIL_IN_PROGRESS", 409,
        "Another edit of the email is running.",
        "Read the email again until `status` is `ready`, then edit.";
    EmailAlreadySent = "EMAIL_ALREADY_SENT", 409,
        "A campaign email is sent once; this one was.",
        "Copy it with `POST /v1/emails/{emailId}/duplicate` and send the copy.";
    EmailInUse = "EMAIL_IN_USE", 409,
        "A published automation or an unfinished send uses the email.",
        "Change what `details` lists first.";
    EmailWrongType = "EMAIL_WRONG_TYPE", 422,
        "The email's type does not fit the operation.",
        "Campaigns send emails of type `campaign`; automations the two other types.";
    EmailImportFailed = "EMAIL_IMPORT_FAILED", 422,
        "The content could not be imported; nothing was stored.",
        "Correct what the message names and import again.";
    EmailGenerationFailed = "EMAIL_GENERATION_FAILED", 422,
        "The design could not be generated; appears only as `error.code` of an email.",
        "Generate again, perhaps with a simpler prompt.";
    SendNotFound = "SEND_NOT_FOUND", 404,
        "No such send in the brand.",
        "List the sends with `GET /v1/sends`.";
    SendNotCancelable = "SEND_NOT_CANCELABLE", 409,
        "The send is finished.",
        "Read its `status` with `GET /v1/sends/{sendId}`.";
    SendNotPausable = "SEND_NOT_PAUSABLE", 409,
        "Only a queued or running send can be paused.",
        "Read its `status` with `GET /v1/sends/{sendId}`.";
    SendNotResumable = "SEND_NOT_RESUMABLE", 409,
        "Only a paused send can be resumed.",
        "Read its `status` with `GET /v1/sends/{sendId}`.";
    NoEligibleRecipients = "NO_ELIGIBLE_RECIPIENTS", 422,
        "Nobody of the audience can be mailed.",
        "Look at the audience's members: all are unsubscribed, suppressed or invalid.";
    TriggerEventNotFound = "TRIGGER_EVENT_NOT_FOUND", 404,
        "No such trigger in the brand.",
        "List the triggers with `GET /v1/automations/triggers`.";
    TriggerInstanceNotFound = "TRIGGER_INSTANCE_NOT_FOUND", 404,
        "No such trigger instance in the brand.",
        "Use the `triggerInstanceId` that the fire answered with.";
    TriggerImmutable = "TRIGGER_IMMUTABLE", 422,
        "A trigger of an integration cannot be edited.",
        "Publish or unpublish the automations bound to it instead.";
    TriggerAlreadyExists = "TRIGGER_ALREADY_EXISTS", 409,
        "A trigger with this `triggerEventId` exists.",
        "Change it with `PATCH /v1/automations/triggers/{triggerEventId}`, or choose another id.";
    TriggerHasDependentAutomations = "TRIGGER_HAS_DEPENDENT_AUTOMATIONS", 409,
        "Automations refer to the trigger.",
        "Delete or rebind what `details.referencingAutomations` lists first.";
    PayloadSchemaEmailRequired = "PAYLOAD_SCHEMA_EMAIL_REQUIRED", 400,
        "`payloadSchema.fields` lacks the required string field `email`.",
        "Add `{ \"key\": \"email\", \"type\": \"string\", \"required\": true }`.";
    NoPublishedAutomation = "NO_PUBLISHED_AUTOMATION", 422,
        "No published automation is bound to the trigger.",
        "Publish one with `PATCH /v1/automations/{automationId}`.";
    AutomationNotFound = "AUTOMATION_NOT_FOUND", 404,
        "No such automation in the brand.",
        "List the automations with `GET /v1/automations`.";
    AutomationVersionNotFound = "AUTOMATION_VERSION_NOT_FOUND", 404,
        "No such version of the automation.",
        "List the versions with `GET /v1/automations/{automationId}?include=versions`.";
    AutomationNotPublished = "AUTOMATION_NOT_PUBLISHED", 422,
        "The automation is not published.",
        "Nothing needs to be unpublished.";
    AutomationNotManual = "AUTOMATION_NOT_MANUAL", 422,
        "Only a manual-audience automation can be launched.",
        "Fire the automation's trigger instead.";
    AutomationGraphInvalid = "AUTOMATION_GRAPH_INVALID", 400,
        "The graph fails its structural or reference checks; `details.issues` lists them.",
        "Mend each of `details.issues` and send the graph again.";
    PublishValidationFailed = "PUBLISH_VALIDATION_FAILED", 422,
        "A check before publishing failed; `details.blockers` lists them.",
        "Mend each of `details.blockers` and publish again.";
    AutomationRunNotFound = "AUTOMATION_RUN_NOT_FOUND", 404,
        "No such run in the brand.",
        "List the runs with `GET /v1/automations/runs`.";
    AudienceRunNotFound = "AUDIENCE_RUN_NOT_FOUND", 404,
        "No such audience run in the brand.",
        "List them with `GET /v1/automations/audience-runs`.";
    RunNotPausable = "RUN_NOT_PAUSABLE", 409,
        "Only a queued or running audience run can be paused.",
        "Read its `status` first.";
    RunNotResumable = "RUN_NOT_RESUMABLE", 409,
        "Only a paused audience run can be resumed.",
        "Read its `status` first.";
    FlowNotFound = "FLOW_NOT_FOUND", 404,
        "No such flow in the catalog.",
        "List the flows with `GET /v1/flows`.";
    ChatNotFound = "CHAT_NOT_FOUND", 404,
        "No such chat in the brand.",
        "List the chats with `GET /v1/chats`.";
    InsightNotFound = "INSIGHT_NOT_FOUND", 404,
        "No such insight in the brand.",
        "List the insights with `GET /v1/insights`.";
    ContentOperationFailed = "CONTENT_OPERATION_FAILED", 422,
        "The content operation could not be done with this input; nothing was charged.",
        "Correct what the message names.";
    UploadNotFound = "UPLOAD_NOT_FOUND", 404,
        "No such upload, or it expired 15 minutes after its creation.",
        "Start again with `POST /v1/content/image-uploads`.";
    UploadNotReceived = "UPLOAD_NOT_RECEIVED", 409,
        "The file has not been uploaded yet.",
        "PUT the bytes to `uploadUrl` first.";
    ConnectionNotFound = "CONNECTION_NOT_FOUND", 404,
        "No such integration connection.",
        "Copy the receiver address from the connection again.";
}
