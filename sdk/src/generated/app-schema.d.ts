// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
export interface components {
  schemas: {
    Acceptance: {
      /** @description Where the account has a second factor. */
      code?: string | null;
      /** @description For an address without an account. */
      name?: string | null;
      /**
      * @description For an address without an account: the one that is chosen, 12 characters or more. For one with an account: its
      *     own, unless its person is signed in.
      */
      password?: string | null;
      /** @description What stands behind the `#` of the link. */
      token: string;
    };
    ApiKey: {
      /** @description Absent for a key of the organization. */
      brandId?: string | null;
      createdAt: string;
      /** @description When it ends: another has taken its place. */
      expiresAt?: string | null;
      keyId: string;
      lastUsedAt?: string | null;
      name: string;
      /** @description What the key has behind `pr_live_`, as far as it is no secret. */
      prefix: string;
      /** @description When it has ended. */
      revokedAt?: string | null;
      scopes: string[];
    };
    ApiKeyPage: {
      data: components["schemas"]["ApiKey"][];
      pagination: components["schemas"]["Pagination"];
    };
    AppState: {
      /** @description Whether mails are kept instead of sent. */
      capturesMail: boolean;
      /** @description Whether an owner can sign in. Before that the link is needed which the first start has made. */
      claimed: boolean;
      /** @description Who is signed in, if anybody is. */
      person?: components["schemas"]["Person"] | null;
    };
    AuditActor: {
      email: string;
      personId: string;
    };
    AuditEntry: {
      act: string;
      /** @description From where. */
      address?: string | null;
      after?: unknown;
      at: string;
      /** @description What it was before, as far as it was changed. */
      before?: unknown;
      brandId?: string | null;
      /** @description Of an act on many. */
      counts?: unknown;
      /** @description Absent for a command on the server. */
      person?: components["schemas"]["AuditActor"] | null;
      sessionId?: string | null;
      target?: components["schemas"]["AuditTarget"] | null;
    };
    AuditEntryPage: {
      data: components["schemas"]["AuditEntry"][];
      pagination: components["schemas"]["Pagination"];
    };
    AuditTarget: {
      id: string;
      kind: string;
    };
    Brand: {
      brandId: string;
      createdAt: string;
      /** @description The registrable name of the website, once that was read. */
      domain?: string | null;
      identity: components["schemas"]["BrandIdentity"];
      logos: components["schemas"]["Logo"][];
      name: string;
      readiness: components["schemas"]["Readiness"];
      /** @description `extracting`, `completed` or `failed` */
      status: string;
      theme: components["schemas"]["BrandTheme"];
      timeZone: string;
      trackClicks: boolean;
      trackOpens: boolean;
      updatedAt: string;
      voice?: string | null;
      websiteUrl?: string | null;
    };
    BrandIdentity: {
      /** @description The postal address that every marketing mail must carry. */
      address?: string | null;
      brandName?: string | null;
      contactEmail?: string | null;
      contactPhone?: string | null;
      description?: string | null;
      /** @default [] */
      socialLinks?: string[];
      tagline?: string | null;
    };
    BrandTheme: {
      backgroundColor?: string | null;
      bodyFont?: string | null;
      /** @description Pixels */
      buttonRadius?: number | null;
      headingFont?: string | null;
      primaryColor?: string | null;
      secondaryColor?: string | null;
      textColor?: string | null;
    };
    CapturedMail: {
      /** @description Of the whole message. */
      bytes: number;
      capturedAt: string;
      /** @description As the header says it: `Ada <ada@example.com>` */
      from: string;
      mailId: string;
      subject: string;
      /** @description The address that it would have gone to. */
      to: string;
    };
    CapturedMailPage: {
      data: components["schemas"]["CapturedMail"][];
      pagination: components["schemas"]["Pagination"];
    };
    Claim: {
      /** @description Where the account has a second factor: a link does not stand for it. */
      code?: string | null;
      /** @description For the first owner alone, whose address is none that gets mail. */
      email?: string | null;
      name?: string | null;
      /** @description 12 characters or more. */
      password: string;
      /** @description What stands behind the `#` of the link. */
      token: string;
    };
    Confirmation: {
      /** @description Six digits that the app shows. */
      code: string;
    };
    DeletedBrand: {
      brandId: string;
      /** @description It is stopped for good; what it has is removed in the background. */
      deleted: boolean;
    };
    DeletedMails: {
      /** @description How many there were. */
      deleted: number;
    };
    /** @description Something that the author should know. */
    DesignWarning: {
      code: components["schemas"]["DesignWarningCode"];
      message: string;
    };
    DesignWarningCode: "TOO_LARGE" | "IMAGE_NOT_FETCHED" | "IMAGE_WITHOUT_TEXT" | "UNKNOWN_MERGE_TAG" | "UNSUPPORTED" | "TOO_MANY_FIELDS" | "PLACEHOLDER_LINK";
    DownloadBody: {
      /** @description What `GET /v1/contacts/export` takes. */
      contacts?: components["schemas"]["ExportQuery"] | null;
      /** @description The rows of an import that could not be imported. */
      importErrors?: components["schemas"]["OfImport"] | null;
    };
    DownloadLink: {
      expiresAt: string;
      /** @description Good once it is opened before it expires, in the browser that asked for it. */
      url: string;
    };
    Email: {
      category?: components["schemas"]["EmailCategory"] | null;
      /** @description What was said about it, if it was made or changed by a prompt. */
      chatId?: string | null;
      createdAt: string;
      /** @description What is edited, with `include=document`. */
      document?: unknown;
      emailId: string;
      /**
      * @description The version that is shown and sent; of a design that is being made, the one that it will have; absent if none
      *     was made.
      */
      emailVersionId?: string | null;
      /** @description Why the status is `failed`. */
      error?: components["schemas"]["RowFault"] | null;
      /** @description `ungrouped` if it is in no group. */
      groupId: string;
      /** @description The HTML of the version, with `include=html`: merge tags and all, the preview text in its place. */
      html?: string | null;
      /** @description The merge tags that the design asks for; when one design is read. */
      mergeTags?: components["schemas"]["MergeTag"][] | null;
      /** @description A small picture of the version that is shown and sent; when one design is read, and once it is made. */
      previewImage?: string | null;
      /** @description The line beside the subject in an inbox: the one given, else the one that the design itself holds. */
      previewText?: string | null;
      /** @description The send that has taken this campaign. */
      sendState?: components["schemas"]["SendState"] | null;
      status: components["schemas"]["EmailStatus"];
      subject?: string | null;
      title: string;
      type: components["schemas"]["EmailType"];
      updatedAt: string;
      /** @description Newest first, with `include=versions`. */
      versions?: components["schemas"]["EmailVersion"][] | null;
      /** @description What its author should know; when one design is read. */
      warnings?: components["schemas"]["DesignWarning"][] | null;
    };
    /**
    * @description What a design is about: one list for designs, templates and flows.
    * @enum {string}
    */
    EmailCategory: "welcome" | "onboarding" | "newsletter" | "promotion" | "announcement" | "product_update" | "event" | "abandoned_cart" | "order_update" | "billing" | "account" | "feedback" | "reengagement" | "referral" | "seasonal" | "other";
    EmailStatus: ("ready" | "failed") | "generating";
    /** @description What a design is for. It never changes: a campaign design is sent once, the others again and again. */
    EmailType: "campaign" | "automation" | "transactional";
    EmailVersion: {
      createdAt: string;
      emailVersionId: string;
      /** @description How it came to be. */
      source: components["schemas"]["VersionSource"];
      /** @description Counts from 1. */
      version: number;
    };
    EndedSessions: {
      ended: number;
    };
    ExportQuery: {
      /** @description Only members of this audience. */
      audienceId?: string | null;
      /** @description Any part of address, first or last name. */
      search?: string | null;
      /** @description Only those who want mail, or only those who do not. */
      subscribed?: boolean | null;
      /** @description Only addresses that get no mail whatever they want, or only the others. */
      suppressed?: boolean | null;
      /** @description Only contacts whose address was found to be this. */
      validationStatus?: components["schemas"]["ValidationStatus"] | null;
    };
    ForgottenPassword: {
      email: string;
    };
    FoundAutomation: {
      automationId: string;
      name: string;
      published: boolean;
    };
    FoundByName: {
      automations: components["schemas"]["FoundAutomation"][];
      campaigns: components["schemas"]["FoundCampaign"][];
      contacts: components["schemas"]["FoundContact"][];
      designs: components["schemas"]["FoundDesign"][];
    };
    FoundCampaign: {
      sendId: string;
      status: components["schemas"]["SendStatus"];
      /** @description Of its design. */
      title: string;
    };
    /** @description A contact as it stands among what else was found by name. */
    FoundContact: {
      contactId: string;
      email: string;
      firstName?: string | null;
      lastName?: string | null;
    };
    FoundDesign: {
      emailId: string;
      title: string;
    };
    GivenPassword: {
      /** @description Where the account has a second factor. */
      code?: string | null;
      password: string;
    };
    GivenToken: {
      /** @description What stands behind the `#` of the link. */
      token: string;
    };
    Invitation: {
      /** @description The brands that the person will see, of those that you see; absent: all there are. */
      brandIds?: string[] | null;
      createdAt: string;
      email: string;
      expiresAt: string;
      invitationId: string;
      isExpired: boolean;
      /** @description `viewer`, `editor`, `admin` or `owner` */
      role: string;
    };
    InvitationBody: {
      /** @description The brands that the person will see; without it, all there are and all to come. */
      brandIds?: string[] | null;
      email: string;
      role: components["schemas"]["Role"];
    };
    InvitationPage: {
      data: components["schemas"]["Invitation"][];
      pagination: components["schemas"]["Pagination"];
    };
    JoinedOrganization: {
      brands: components["schemas"]["SeenBrand"][];
      /** @description Whether the person sees some brands alone. */
      limited: boolean;
      name: string;
      organizationId: string;
      /** @description `viewer`, `editor`, `admin` or `owner` */
      role: string;
      suspended: boolean;
    };
    KeyBody: {
      /** @description Without one it is a key of the organization, for all brands. */
      brandId?: string | null;
      /** @description What it is for. */
      name: string;
      /** @description `all`, or some of the others. */
      scopes: string[];
    };
    ListedSession: {
      address?: string | null;
      browser?: string | null;
      /** @description Whether it is the one that asks. */
      current: boolean;
      /** @description Within a minute or so. */
      lastSeenAt: string;
      madeAt: string;
      sessionId: string;
    };
    Logo: {
      height?: number | null;
      theme?: string | null;
      url: string;
      width?: number | null;
    };
    LookAt: {
      organizationId: string;
    };
    MailAttachment: {
      bytes: number;
      mediaType: string;
      name?: string | null;
    };
    MailHeader: {
      name: string;
      value: string;
    };
    Member: {
      /** @description The brands that the person sees, of those that you see; absent: all there are. */
      brandIds?: string[] | null;
      email: string;
      /** @description Whether the person has chosen a password, and so can sign in. */
      hasPassword: boolean;
      hasSecondFactor: boolean;
      joinedAt: string;
      name?: string | null;
      personId: string;
      /** @description `viewer`, `editor`, `admin` or `owner` */
      role: string;
    };
    MemberPage: {
      data: components["schemas"]["Member"][];
      pagination: components["schemas"]["Pagination"];
    };
    MemberUpdate: {
      /** @description The brands that the person sees; `null`: all there are and all to come. */
      brandIds?: string[] | null;
      role?: components["schemas"]["Role"] | null;
    };
    /** @description A merge tag that a version holds, as it is kept with the version. */
    MergeTag: {
      /** @description Whether it says what stands there when there is no value. */
      fallback: boolean;
      name: string;
    };
    Moving: {
      /** @description How many recipients or rows are done, where they are counted. */
      done?: number | null;
      /** @description Of the send, the import or the audience run. */
      id: string;
      scheduledAt?: string | null;
      /** @description `queued`, `scheduled`, `running` or `paused` */
      status: string;
      /** @description Of the design that is sent, or the name of the automation; empty for an import. */
      title: string;
      total?: number | null;
    };
    NewAddress: {
      email: string;
    };
    NewApiKey: {
      /** @description Absent for a key of the organization. */
      brandId?: string | null;
      createdAt: string;
      /** @description When it ends: another has taken its place. */
      expiresAt?: string | null;
      keyId: string;
      lastUsedAt?: string | null;
      name: string;
      /** @description What the key has behind `pr_live_`, as far as it is no secret. */
      prefix: string;
      /** @description The key that it takes the place of. */
      replaces?: components["schemas"]["ReplacedKey"] | null;
      /** @description When it has ended. */
      revokedAt?: string | null;
      scopes: string[];
      /** @description Shown once. A request that is repeated under its idempotency key is answered without it. */
      secret?: string | null;
    };
    NewBrand: {
      /** @description The postal address that every marketing mail must carry. */
      address?: string | null;
      name: string;
      /** @description IANA name; without one, `UTC`. */
      timeZone?: string | null;
    };
    NewPassword: {
      currentPassword: string;
      /** @description 12 characters or more. */
      password: string;
    };
    OfImport: {
      importId: string;
    };
    /** @description What an authenticator app is told. It counts once a code of it was given. */
    OfferedSecondFactor: {
      /** @description As it is typed in by hand. */
      secret: string;
      /** @description As it is read from a picture. */
      url: string;
    };
    /** @description What an invitation says to whoever holds its link. */
    OpenInvitation: {
      email: string;
      /** @description Whether the address has an account here, whose password is asked for instead of a new one. */
      hasAccount: boolean;
      organizationName: string;
      /** @description `viewer`, `editor`, `admin` or `owner` */
      role: string;
    };
    OpenSessions: {
      /** @description The newest first; there are 50 at most. */
      data: components["schemas"]["ListedSession"][];
    };
    OpenedMail: {
      attachments: components["schemas"]["MailAttachment"][];
      /** @description Of the whole message. */
      bytes: number;
      capturedAt: string;
      /** @description As the header says it: `Ada <ada@example.com>` */
      from: string;
      /** @description In the order of the message, decoded. */
      headers: components["schemas"]["MailHeader"][];
      /** @description Empty where the mail has no such part. What stands in it is a stranger's: show it in a sandbox. */
      html: string;
      /** @description Whether only the beginning is shown, because the mail is very long; its source has all of it. */
      isCut: boolean;
      /** @description Addresses that the HTML part leads to, each once. */
      links: string[];
      mailId: string;
      /** @description Where bounces would have gone. */
      returnPath: string;
      subject: string;
      /** @description Empty where the mail has no such part. */
      text: string;
      /** @description The address that it would have gone to. */
      to: string;
    };
    Pagination: {
      /** @description Pass it back as `cursor` for the next page; absent on the last one. */
      cursor?: string | null;
      hasMore: boolean;
      /** @description The page size used. */
      limit: number;
    };
    PasswordHolds: {
      wantsPassword: boolean;
    };
    Person: {
      email: string;
      hasSecondFactor: boolean;
      name?: string | null;
      /** @description Whether the account has no address yet that gets mail: the first owner's, until they give one. */
      needsAddress: boolean;
      personId: string;
    };
    ProfileUpdate: {
      name?: string | null;
    };
    Pulse: {
      audienceRuns: components["schemas"]["Moving"][];
      imports: components["schemas"]["Moving"][];
      /** @description Whether something runs or is about to: worth asking again soon. */
      isMoving: boolean;
      /** @description Another one than before: `GET /v1/notifications` has something new. */
      newestNotificationId?: string | null;
      sends: components["schemas"]["Moving"][];
    };
    Readiness: {
      error?: components["schemas"]["RowFailure"] | null;
      /** @description 0 to 100 */
      progress: number;
      ready: boolean;
      status: string;
      steps: components["schemas"]["Steps"];
    };
    RecoveryCodes: {
      /** @description Each stands for the app once. Those that were made before are worth nothing any more. */
      recoveryCodes: string[];
    };
    RemovedMember: {
      personId: string;
      removed: boolean;
    };
    RemovedSecondFactor: {
      removed: boolean;
    };
    ReplacedKey: {
      /** @description Until then both are good. */
      expiresAt: string;
      keyId: string;
    };
    Reset: {
      /** @description Where the account has a second factor: a link does not stand for it. */
      code?: string | null;
      /** @description 12 characters or more. */
      password: string;
      /** @description What stands behind the `#` of the link. */
      token: string;
    };
    /** @description What is true whoever asks. */
    ResetAsked: {
      /** @description A mail comes if the address has an account here. */
      accepted: boolean;
    };
    RevokedInvitation: {
      invitationId: string;
      revoked: boolean;
    };
    /**
    * @description A role as callers write it.
    * @enum {string}
    */
    Role: "viewer" | "editor" | "admin" | "owner";
    RotateBody: {
      /** @description For so long both are good; without it, an hour. 0 ends the old one at once. */
      overlapMinutes?: number | null;
    };
    RowFailure: {
      code: string;
      message: string;
    };
    /** @description Why a row that works in the background came to nothing, as its row keeps and shows it. */
    RowFault: {
      code: string;
      message: string;
    };
    SecondFactor: {
      enabled: boolean;
      recoveryCodesLeft: number;
    };
    SeenBrand: {
      brandId: string;
      name: string;
    };
    /** @description A campaign is sent once. */
    SendState: {
      recipientCount: number;
      /** @description When it is to start, or was. */
      scheduledAt?: string | null;
      sendId: string;
      /** @description When it started; absent while it is scheduled. */
      sentAt?: string | null;
      status: components["schemas"]["SendStatus"];
    };
    /**
    * @description The contract's one vocabulary for runs, sends, imports and tests.
    * @enum {string}
    */
    SendStatus: "queued" | "scheduled" | "running" | "paused" | "completed" | "partially_completed" | "failed" | "canceled";
    SentInvitation: {
      /** @description The brands that the person will see, of those that you see; absent: all there are. */
      brandIds?: string[] | null;
      createdAt: string;
      email: string;
      expiresAt: string;
      invitationId: string;
      isExpired: boolean;
      /**
      * @description The same link that was mailed, to be handed over in another way. Shown once: a request that is repeated under its
      *     idempotency key is answered without it.
      */
      link?: string | null;
      /** @description What hindered it. */
      mailProblem?: string | null;
      /** @description Whether a mail server took the mail. */
      mailed: boolean;
      /** @description `viewer`, `editor`, `admin` or `owner` */
      role: string;
    };
    Session: {
      madeAt: string;
      /** @description The organization that calls are about which name no brand. */
      organizationId?: string | null;
      organizations: components["schemas"]["JoinedOrganization"][];
      person: components["schemas"]["Person"];
      sessionId: string;
      /** @description Whether what is dangerous asks for the password again. */
      wantsPassword: boolean;
    };
    SignIn: {
      /** @description Six digits of the authenticator app, or a recovery code, where the account has a second factor. */
      code?: string | null;
      email: string;
      password: string;
    };
    SignedOut: {
      signedOut: boolean;
    };
    /** @description `queued`, `running`, `completed`, `failed` or `skipped` each */
    Steps: {
      domain: string;
      logo: string;
      theme: string;
    };
    /** @enum {string} */
    ValidationStatus: "valid" | "risky" | "invalid" | "unknown";
    /**
    * @description How a version came to be.
    * @enum {string}
    */
    VersionSource: "generated" | "imported" | "edited" | "restored" | "template";
  };
}
export interface operations {
  "account.claim": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Claim"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
    };
  };
  "app.find": {
    parameters: {
      query: {
        limit?: number;
        q: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["FoundByName"];
        };
      };
    };
  };
  "app.pulse": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Pulse"];
        };
      };
    };
  };
  "app.state": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AppState"];
        };
      };
    };
  };
  "auditLog.list": {
    parameters: {
      query?: {
        act?: string;
        cursor?: string;
        from?: string;
        limit?: number;
        personId?: string;
        targetId?: string;
        targetKind?: string;
        to?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AuditEntryPage"];
        };
      };
    };
  };
  "brands.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewBrand"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Brand"];
        };
      };
    };
  };
  "brands.delete": {
    parameters: {
      path: {
        /** @description The id of the brand. */
        brandId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedBrand"];
        };
      };
    };
  };
  "capturedMails.delete": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedMails"];
        };
      };
    };
  };
  "capturedMails.get": {
    parameters: {
      path: {
        /** @description The id of the mail. */
        mailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OpenedMail"];
        };
      };
    };
  };
  "capturedMails.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
        recipient?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CapturedMailPage"];
        };
      };
    };
  };
  "capturedMails.source": {
    parameters: {
      path: {
        /** @description The id of the mail. */
        mailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "message/rfc822": string;
        };
      };
    };
  };
  "downloads.create": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["DownloadBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["DownloadLink"];
        };
      };
    };
  };
  "downloads.get": {
    parameters: {
      path: {
        /** @description The id of the brand. */
        brandId: string;
        /** @description The id of the ticket. */
        ticket: string;
      };
    };
    responses: {
      200: {
        content: {
          "text/csv": string;
        };
      };
    };
  };
  "emails.stop": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Email"];
        };
      };
    };
  };
  "invitations.accept": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Acceptance"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
    };
  };
  "invitations.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["InvitationBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["SentInvitation"];
        };
      };
    };
  };
  "invitations.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["InvitationPage"];
        };
      };
    };
  };
  "invitations.look": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GivenToken"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OpenInvitation"];
        };
      };
    };
  };
  "invitations.revoke": {
    parameters: {
      path: {
        /** @description The id of the invitation. */
        invitationId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RevokedInvitation"];
        };
      };
    };
  };
  "keys.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["KeyBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["NewApiKey"];
        };
      };
    };
  };
  "keys.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ApiKeyPage"];
        };
      };
    };
  };
  "keys.rotate": {
    parameters: {
      path: {
        /** @description The id of the key. */
        keyId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["RotateBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["NewApiKey"];
        };
      };
    };
  };
  "notices.get": {
    parameters: {
      path: {
        /** @description The id of the mail. */
        mailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OpenedMail"];
        };
      };
    };
  };
  "notices.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
        recipient?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CapturedMailPage"];
        };
      };
    };
  };
  "passwordResets.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ForgottenPassword"];
      };
    };
    responses: {
      202: {
        content: {
          "application/json": components["schemas"]["ResetAsked"];
        };
      };
    };
  };
  "passwordResets.use": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Reset"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
    };
  };
  "people.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MemberPage"];
        };
      };
    };
  };
  "people.remove": {
    parameters: {
      path: {
        /** @description The id of the person. */
        personId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RemovedMember"];
        };
      };
    };
  };
  "people.update": {
    parameters: {
      path: {
        /** @description The id of the person. */
        personId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["MemberUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Member"];
        };
      };
    };
  };
  "profile.confirmTotp": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["Confirmation"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RecoveryCodes"];
        };
      };
    };
  };
  "profile.endSession": {
    parameters: {
      path: {
        /** @description The id of the session. */
        sessionId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EndedSessions"];
        };
      };
    };
  };
  "profile.endSessions": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EndedSessions"];
        };
      };
    };
  };
  "profile.offerTotp": {
    parameters: {
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["OfferedSecondFactor"];
        };
      };
    };
  };
  "profile.removeTotp": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RemovedSecondFactor"];
        };
      };
    };
  };
  "profile.renewRecoveryCodes": {
    parameters: {
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["RecoveryCodes"];
        };
      };
    };
  };
  "profile.sessions": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["OpenSessions"];
        };
      };
    };
  };
  "profile.setEmail": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewAddress"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Person"];
        };
      };
    };
  };
  "profile.setPassword": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NewPassword"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EndedSessions"];
        };
      };
    };
  };
  "profile.totp": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SecondFactor"];
        };
      };
    };
  };
  "profile.update": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ProfileUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Person"];
        };
      };
    };
  };
  "session.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SignIn"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
    };
  };
  "session.delete": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SignedOut"];
        };
      };
    };
  };
  "session.get": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
    };
  };
  "session.leave": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RemovedMember"];
        };
      };
    };
  };
  "session.organization": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["LookAt"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Session"];
        };
      };
    };
  };
  "session.password": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GivenPassword"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PasswordHolds"];
        };
      };
    };
  };
}
