// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
export interface components {
  schemas: {
    /** @description A campaign that was accepted (202), or what it would be (`dryRun`, 200). */
    AcceptedSend: {
      emailId: string;
      kind: components["schemas"]["SendKind"];
      /** @description Who can be mailed as things stand. */
      recipientCount: number;
      scheduledAt?: string | null;
      sendId: string;
      /** @description `queued` or `scheduled` */
      status: components["schemas"]["SendStatus"];
      warnings?: components["schemas"]["SendWarning"][];
    } | {
      dryRun: boolean;
      exclusions: components["schemas"]["SendExclusions"];
      recipientCount: number;
      warnings?: components["schemas"]["SendWarning"][];
    };
    AccessibilityAudit: {
      auditedAt: string;
      /** @description Every rule. */
      checks: components["schemas"]["AuditCheck"][];
      completion: components["schemas"]["AuditCompletion"];
      emailId: string;
      /** @description The version that was audited. */
      emailVersionId: string;
      /** @description At most 50 of one rule; `summary` counts all. */
      findings: components["schemas"]["AuditFinding"][];
      summary: components["schemas"]["AuditSummary"];
    };
    AddImageRequest: {
      /** @description What it shows: it can be found by that. */
      description?: string | null;
      /** @description Where the image is now. */
      imageUrl?: string | null;
      /** @description Of `POST /v1/content/image-uploads`, after the bytes were sent. Either this or `imageUrl` is required. */
      uploadId?: string | null;
    };
    AlignmentSource: {
      /** @description A domain that has signed these mails, or allows the host to send its own: a clue whose host it is. */
      authenticatedAs?: string | null;
      /** @description Signed by the domain. */
      dkimPassed: number;
      failed: number;
      messages: number;
      passed: number;
      /** @description What receivers put away as spam, because of the domain's policy. */
      quarantined: number;
      /** @description What receivers refused, because of it. */
      rejected: number;
      /** @description How many reporters have seen it: organizations, whatever names they report from. */
      reporters: number;
      /** @description The address that mailed. */
      source: string;
      /** @description From a host that the domain allows. */
      spfPassed: number;
    };
    /** @description `null` means unlimited. */
    Allowance: {
      limit?: number | null;
      remaining?: number | null;
      /** @description Held by work that has not ended. */
      reserved?: number;
      used: number;
    };
    Asset: {
      addedAt: string;
      assetId: string;
      bytes: number;
      contentType: string;
      description?: string | null;
      height: number;
      kind: components["schemas"]["AssetKind"];
      /** @description Where mails show it from, for ever. */
      url: string;
      width: number;
    };
    AssetKind: "logo" | "brand" | "generated" | "upload";
    AssetPage: {
      data: components["schemas"]["Asset"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @description What became of the images and of what has no place in a mail. */
    AssetReport: {
      /** @description Images that the design shows. */
      discovered: number;
      /** @description Those now kept and served by us. */
      rehosted: number;
      /** @description Those left where they were, each with a warning that says why. */
      retained: number;
      /** @description What was taken out. */
      stripped: components["schemas"]["Stripped"][];
      warnings: components["schemas"]["DesignWarning"][];
    };
    Audience: {
      audienceId: string;
      /** @description Members, whatever their subscription, as of `countedAt`. */
      count: number;
      countedAt?: string | null;
      createdAt: string;
      filters: components["schemas"]["FilterGroup"];
      name: string;
      updatedAt: string;
    };
    AudienceBody: {
      /** @description Who belongs to it; at most 100 conditions, 5 levels deep. */
      filters: components["schemas"]["FilterGroup"];
      name: string;
    };
    AudiencePage: {
      data: components["schemas"]["Audience"][];
      pagination: components["schemas"]["Pagination"];
    };
    AudienceRun: {
      /** @description `all` for every contact of the brand; absent once the audience is deleted. */
      audienceId?: string | null;
      /** @description The audience's name when it was launched. */
      audienceName: string;
      audienceRunId: string;
      automationId: string;
      /** @description The version that was the newest when it was launched. */
      automationVersionId: string;
      completedAt?: string | null;
      /** @description Members whose run is completed. */
      completedCount: number;
      createdAt: string;
      /** @description Why it failed. */
      error?: components["schemas"]["RowFault"] | null;
      failedCount: number;
      nodeStats: components["schemas"]["AudienceRunNode"][];
      /** @description Why it is `paused`. */
      pauseReason?: components["schemas"]["PauseReason"] | null;
      scheduledAt?: string | null;
      /** @description Members without a run, because they cannot be mailed, and those whose run was canceled. */
      skippedCount: number;
      startedAt?: string | null;
      status: components["schemas"]["SendStatus"];
      /**
      * @description Members when it was launched; from its start on, those who were looked at so far. The sum of the three counts below
      *     and of those who are still on their way.
      */
      totalRecipients: number;
      updatedAt: string;
    };
    /** @description How many members came to a node, and what became of them there. */
    AudienceRunNode: {
      completed: number;
      entered: number;
      failed: number;
      nodeId: string;
      /** @description The send of a `sendEmail` node. */
      sendId?: string | null;
      skipped: number;
    };
    AudienceRunPage: {
      data: components["schemas"]["AudienceRun"][];
      pagination: components["schemas"]["Pagination"];
    };
    AudienceUpdate: {
      /** @description Replaces the filters as a whole. */
      filters?: components["schemas"]["FilterGroup"] | null;
      name?: string | null;
    };
    /** @description An automation whose trigger node still names the audience. */
    AudienceWarning: {
      automationId: string;
      /** @description `AUTOMATION_NAMES_AUDIENCE` */
      code: string;
      message: string;
    };
    /** @description What became of one rule. */
    AuditCheck: {
      /**
      * @description Names the rule, now and later.
      * @example image-alt
      */
      id: string;
      status: components["schemas"]["AuditCheckStatus"];
    };
    AuditCheckStatus: ("passed" | "issues") | "not_applicable" | "unavailable";
    AuditCompletion: {
      /** @description 0 to 100; null if the audit is partial. */
      score?: number | null;
      /** @description A partial audit costs nothing and can be asked for again under the same idempotency key. */
      status: components["schemas"]["AuditCompletionStatus"];
    };
    /** @enum {string} */
    AuditCompletionStatus: "complete" | "partial";
    /** @description One thing that one rule found. */
    AuditFinding: {
      message: string;
      remediation: string;
      /** @description The check that found it. */
      ruleId: string;
      /** @description Where it stands in the HTML; absent if it is about the mail as a whole. */
      selector?: string | null;
      severity: components["schemas"]["AuditSeverity"];
      /**
      * @description The success criterion of WCAG 2.2 that it offends.
      * @example 1.4.3
      */
      wcag?: string | null;
    };
    AuditSeverity: "error" | "warning" | "info";
    /** @description How much was found. */
    AuditSummary: {
      errors: number;
      info: number;
      warnings: number;
    };
    /** @description The words of RFC 8601. */
    AuthenticationResult: ("pass" | "fail" | "softfail" | "neutral") | "none" | "temperror" | "permerror" | "unknown";
    Automation: {
      automationId: string;
      /** @description The newest version. */
      automationVersionId: string;
      connections?: components["schemas"]["AutomationConnection"][] | null;
      createdAt: string;
      description?: string | null;
      /** @description The designs that the newest version names. */
      emailIds: string[];
      kind: components["schemas"]["AutomationKind"];
      /** @description The version that fires start. */
      liveAutomationVersionId?: string | null;
      name: string;
      /** @description With `include=graph`, those of the newest version. */
      nodes?: components["schemas"]["AutomationNode"][] | null;
      published: boolean;
      publishedAt?: string | null;
      /** @description The trigger of the newest version. */
      triggerEventId?: string | null;
      updatedAt: string;
      version: number;
      /** @description Newest first, with `include=versions`. */
      versions?: components["schemas"]["AutomationVersion"][] | null;
      /** @description What the newest or the live version needs and its trigger, as it is now, does not give: the first 50. */
      warnings: components["schemas"]["AutomationWarning"][];
    };
    AutomationBody: {
      connections: components["schemas"]["AutomationConnection"][];
      description?: string | null;
      /** @description Says what is wrong with it, and changes nothing. */
      dryRun?: boolean | null;
      name: string;
      /** @description The first is the trigger node, and no other is. */
      nodes: components["schemas"]["AutomationNode"][];
      /** @description Short for that of the trigger node. */
      triggerEventId?: string | null;
    };
    AutomationConnection: {
      /** @description The way out of a split or an engagement filter. */
      branch?: string | null;
      from: string;
      to: string;
    };
    AutomationInclude: "graph" | "versions";
    /** @description What starts an automation. */
    AutomationKind: "event" | "manualAudience";
    /** @enum {string} */
    AutomationListInclude: "graph";
    /** @description A node as its schema says it: flattened parts cannot be told apart by a word. */
    AutomationNode: {
      config: components["schemas"]["TriggerConfig"];
      id: string;
      label?: string | null;
      position?: components["schemas"]["NodePosition"] | null;
      /** @constant */
      type: "trigger";
    } | {
      config: components["schemas"]["SendEmailConfig"];
      id: string;
      label?: string | null;
      position?: components["schemas"]["NodePosition"] | null;
      /** @constant */
      type: "sendEmail";
    } | {
      config: components["schemas"]["WaitConfig"];
      id: string;
      label?: string | null;
      position?: components["schemas"]["NodePosition"] | null;
      /** @constant */
      type: "wait";
    } | {
      config: components["schemas"]["FilterConfig"];
      id: string;
      label?: string | null;
      position?: components["schemas"]["NodePosition"] | null;
      /** @constant */
      type: "filter";
    } | {
      config: components["schemas"]["SplitConfig"];
      id: string;
      label?: string | null;
      position?: components["schemas"]["NodePosition"] | null;
      /** @constant */
      type: "split";
    };
    AutomationNodeCounts: {
      filter: number;
      sendEmail: number;
      split: number;
      trigger: number;
      wait: number;
    };
    /** @enum {string} */
    AutomationNodeStatus: "running" | "completed" | "failed" | "skipped";
    /** @description Something to be put right, or to be known. */
    AutomationNotice: {
      message: string;
      /** @description Absent where it is about the graph as a whole. */
      nodeId?: string | null;
      nodeLabel?: string | null;
      /** @description Where in the graph, as in `nodes[2].config.filters[0].value`, if it is about a condition or a wait. */
      param?: string | null;
      severity: components["schemas"]["AutomationNoticeSeverity"];
    };
    AutomationNoticeSeverity: "warning" | "error";
    AutomationPage: {
      data: components["schemas"]["Automation"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @description Tests are counted nowhere. */
    AutomationPerformance: {
      automationId: string;
      canceled: number;
      clicked: number;
      completed: number;
      /** @description Taken, and not returned since. */
      delivered: number;
      failed: number;
      name: string;
      /**
      * @description In the order of the version that runs, else of the newest; behind them those that only older versions have and
      *     at which something happened.
      */
      nodes: components["schemas"]["NodePerformance"][];
      opened: number;
      published: boolean;
      rates: components["schemas"]["OverviewRates"];
      /** @description That began. */
      runs: number;
      /** @description A receiver took the mail. */
      sent: number;
      unsubscribed: number;
    };
    AutomationPreview: {
      /**
      * @description What keeps it from being published. Of these lists each has at most 200 entries; the last says how many more there
      *     are.
      */
      blockers: components["schemas"]["AutomationNotice"][];
      /** @description What keeps it from being saved. */
      issues: components["schemas"]["GraphIssue"][];
      nodeCounts: components["schemas"]["AutomationNodeCounts"];
      /** @description Whether it could be saved and published, or launched, as things stand. */
      valid: boolean;
      warnings: components["schemas"]["AutomationNotice"][];
    };
    AutomationReport: {
      /** @description The newest automation first; those in which nothing happened too, deleted ones only if something did. */
      data: components["schemas"]["AutomationPerformance"][];
      range: components["schemas"]["TimeRange"];
      totals: components["schemas"]["AutomationTotals"];
    };
    AutomationRun: {
      /** @description The launch on an audience that it is part of. */
      audienceRunId?: string | null;
      automationId: string;
      automationRunId: string;
      /** @description The version that it walks, whatever is published meanwhile. */
      automationVersionId: string;
      completedAt?: string | null;
      createdAt: string;
      /** @description The node it stands at, while it runs. */
      currentNodeId?: string | null;
      /** @description SHA-256 of that version's graph, in hex. */
      definitionHash: string;
      /** @description Why it failed. */
      error?: components["schemas"]["RowFault"] | null;
      /** @description What it did at each node, in order; with `include=logs`. */
      logs?: components["schemas"]["AutomationRunLog"][] | null;
      mode: components["schemas"]["AutomationRunMode"];
      /** @description Absent once the contact is deleted. */
      recipientEmail?: string | null;
      startedAt?: string | null;
      status: components["schemas"]["SendStatus"];
      triggerEventId?: string | null;
      /** @description The fire that started it. */
      triggerInstanceId?: string | null;
      /** @description When it goes on, while it waits. */
      wakeAt?: string | null;
    };
    /** @enum {string} */
    AutomationRunInclude: "logs";
    AutomationRunLog: {
      /** @description The way out that was taken. */
      branch?: string | null;
      completedAt?: string | null;
      durationMs?: number | null;
      /** @description Why it failed or was skipped. */
      error?: components["schemas"]["RowFault"] | null;
      /** @description The node's label; its id if it has none. */
      label: string;
      nodeId: string;
      nodeType: string;
      /** @description The trigger is 0. */
      orderIndex: number;
      /** @description The send that the node's mail belongs to. */
      sendId?: string | null;
      startedAt: string;
      status: components["schemas"]["AutomationNodeStatus"];
      /** @description Of a test: that its mail did not come from the node's domain, and why. */
      warnings?: components["schemas"]["RowFault"][];
    };
    AutomationRunMode: "live" | "test";
    AutomationRunPage: {
      data: components["schemas"]["AutomationRun"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @description Tests are counted nowhere. */
    AutomationTotals: {
      canceled: number;
      clicked: number;
      completed: number;
      /** @description Taken, and not returned since. */
      delivered: number;
      failed: number;
      opened: number;
      rates: components["schemas"]["OverviewRates"];
      /** @description That began. */
      runs: number;
      /** @description A receiver took the mail. */
      sent: number;
      unsubscribed: number;
    };
    AutomationUpdate: {
      /** @description With `published: true`: the version that is to be live, instead of the newest. */
      automationVersionId?: string | null;
      /** @description Replaces all of them. */
      connections?: components["schemas"]["AutomationConnection"][] | null;
      /** @description `null` removes it. */
      description?: string | null;
      /** @description Says what is wrong with it, and changes nothing. */
      dryRun?: boolean | null;
      name?: string | null;
      /** @description Replaces all of them: a new version, unless it is the same graph. What is live stays until the next publish. */
      nodes?: components["schemas"]["AutomationNode"][] | null;
      /** @description `true` makes the newest version live, `false` lets no fire start it any more. */
      published?: boolean | null;
      /** @description With `published: false`: cancels the runs that are under way. */
      stopInFlight?: boolean | null;
      /** @description Binds the trigger node to another trigger. */
      triggerEventId?: string | null;
    };
    AutomationVersion: {
      automationVersionId: string;
      createdAt: string;
      /** @description SHA-256 of the graph: two versions with the same are the same. */
      definitionHash: string;
      /** @description Whether it is the one that fires start. */
      live: boolean;
      /** @description When it was published first. */
      publishedAt?: string | null;
      /** @description Counts from 1. */
      version: number;
    };
    AutomationWarning: {
      /** @description The version that it is about. */
      automationVersionId: string;
      message: string;
      nodeId?: string | null;
      severity: components["schemas"]["AutomationNoticeSeverity"];
    };
    Automations: {
      /** @description Why something did not start. */
      errors: string[];
      /** @description Runs started. */
      triggered: number;
    };
    BatchAnswer: {
      errors: components["schemas"]["RowError"][];
      fieldsCreated: string[];
      summary: components["schemas"]["Summary"];
      /** @description The check of the addresses that runs in the background. */
      validationId?: string | null;
      warnings?: components["schemas"]["Warning"][];
    };
    BatchBody: {
      /** @description For every row that has none of its own. */
      consent?: components["schemas"]["ConsentInput"] | null;
      /**
      * @description A row that cannot be written is told in `errors` and costs only itself. Where an address repeats, its rows are
      *     merged in their order.
      */
      contacts: components["schemas"]["ContactRow"][];
      /** @description Check the addresses, 2 credits each: up to 100 at once, more in the background. */
      validate?: boolean | null;
    };
    Bounds: {
      /** @description Credits and sends reset here. */
      end: string;
      start: string;
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
    BrandPage: {
      data: components["schemas"]["Brand"][];
      pagination: components["schemas"]["Pagination"];
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
    BrandUpdate: {
      /** @description Who the brand is: what every mail tells its readers. */
      identity?: components["schemas"]["IdentityUpdate"] | null;
      name?: string | null;
      /** @description What mails look like. */
      theme?: components["schemas"]["ThemeUpdate"] | null;
      /** @description IANA name; decides what a day is in filters and waits. */
      timeZone?: string | null;
      /** @description Whether links in mails lead past this server, to be counted. */
      trackClicks?: boolean | null;
      /** @description Whether mails carry a picture that tells of their opening. */
      trackOpens?: boolean | null;
      /** @description How the brand speaks; used when text is written for it. */
      voice?: string | null;
      /**
      * @description Logo, theme and identity are read from there, as far as you have not set them; the same address again reads it again.
      *     Without a scheme, `https` is meant; `null` forgets it.
      */
      websiteUrl?: string | null;
    };
    /** @description What a change means that the caller may not have thought of. */
    BrandWarning: {
      /** @description `TIME_ZONE_CHANGED` */
      code: string;
      message: string;
    };
    Chat: {
      /** @description What it is about. */
      artifacts: components["schemas"]["ChatArtifact"][];
      chatId: string;
      createdAt: string;
      /** @description The newest 200, the oldest of them first. */
      messages: components["schemas"]["ChatMessage"][];
      /** @description Of the design. */
      title: string;
      updatedAt: string;
    };
    ChatArtifact: {
      /** @description The `emailId` of a design. */
      id: string;
      type: components["schemas"]["ChatArtifactType"];
    };
    /** @enum {string} */
    ChatArtifactType: "email";
    ChatMessage: {
      createdAt: string;
      /** @description The version that came of it. */
      emailVersionId?: string | null;
      role: components["schemas"]["ChatRole"];
      text: string;
    };
    ChatPage: {
      data: components["schemas"]["Chat"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @enum {string} */
    ChatRole: "user" | "assistant";
    CheckedAddress: {
      /** @description The address as it was probably meant. */
      didYouMean?: string | null;
      /** @description As contacts have it; as it was given if it is no address. */
      email: string;
      isDisposable: boolean;
      isRole: boolean;
      /** @description `invalid_syntax`, `no_mx`, `disposable`, `role_address`, `spam_trap`, `typo`, `mailbox_unknown` or `unknown` */
      reason?: string | null;
      /** @description `valid`, `risky`, `invalid` or `unknown` */
      status: string;
    };
    ClientPreview: {
      /** @example gmail-web */
      client: string;
      dark: boolean;
      family: components["schemas"]["MailClientFamily"];
      /** @description Of the picture, which is kept for 30 days; absent if there is none. */
      imageUrl?: string | null;
      /**
      * @description No picture is the client's own, and the label says so.
      * @example Gmail on the web (simulated)
      */
      label: string;
      /** @example web */
      platform: string;
      status: components["schemas"]["ClientPreviewStatus"];
      /**
      * @description What the client drops in this mail, and images that could not be loaded; if there is no picture, also why.
      * @example [
      *       "Ignores `border-radius` (3 times)."
      *     ]
      */
      warnings: string[];
    };
    /** @enum {string} */
    ClientPreviewStatus: "completed" | "failed";
    ClientPreviews: {
      emailId: string;
      /** @description The version that is shown. */
      emailVersionId: string;
      /** @description In the order in which they were asked for. */
      previews: components["schemas"]["ClientPreview"][];
      status: components["schemas"]["ClientPreviewsStatus"];
    };
    ClientPreviewsRequest: {
      /** @description Which mail clients; twelve of them if not given. One that is named twice is shown once. */
      clients?: components["schemas"]["MailClient"][] | null;
      /** @description A version of the design; its newest if not given. */
      emailVersionId?: string | null;
    };
    ClientPreviewsStatus: "completed" | "partially_completed";
    Comment: {
      commentId: string;
      createdAt: string;
      /** @description Oldest first. */
      messages: components["schemas"]["CommentMessage"][];
      /** @description `open` or `resolved` */
      status: string;
      target: components["schemas"]["CommentTarget"];
      updatedAt: string;
    };
    CommentAuthor: {
      /** @description Of the person or the key that wrote, as it was then. */
      name: string;
    };
    CommentBody: {
      /** @description Plain text of several lines. */
      body: string;
      /**
      * @description Without one, the whole design.
      * @example {
      *       "kind": "email"
      *     }
      */
      target?: components["schemas"]["CommentTargetBody"] | null;
    };
    CommentMessage: {
      author: components["schemas"]["CommentAuthor"];
      /** @description Plain text: whoever shows it escapes it. */
      body: string;
      createdAt: string;
      messageId: string;
    };
    CommentMessageBody: {
      /** @description Plain text of several lines. */
      body: string;
    };
    CommentPage: {
      data: components["schemas"]["Comment"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @enum {string} */
    CommentStatus: "open" | "resolved";
    /** @description What a thread is about. */
    CommentTarget: {
      /** @constant */
      kind: "email";
    } | {
      elementId: string;
      /** @constant */
      kind: "element";
    };
    CommentTargetBody: {
      /** @description Beside `element` alone: the id of a block or field in the design's document. */
      elementId?: string | null;
      kind: components["schemas"]["CommentTargetKind"];
    };
    /** @enum {string} */
    CommentTargetKind: "email" | "element";
    CommentUpdate: {
      status: components["schemas"]["CommentStatus"];
    };
    ConditionBranch: {
      filters: components["schemas"]["FilterNode"][];
      id: string;
      label?: string | null;
      logicalOperator: components["schemas"]["LogicalOperator"];
    };
    /** @description Where and when somebody agreed to get mail. */
    ConsentInput: {
      /** @description When consent was given, ISO 8601. */
      capturedAt?: string | null;
      /** @description What proves it, for example a form's URL. */
      evidence?: string | null;
      /** @description Which text the person agreed to. */
      policyVersion?: string | null;
      /** @description Where consent was given, for example `signup-form`. */
      source?: string | null;
    };
    Contact: {
      consent?: components["schemas"]["ConsentInput"] | null;
      contactId: string;
      createdAt: string;
      /** @description String, number, boolean; a date is Unix seconds. */
      customFields: {
        [key: string]: unknown;
      };
      email: string;
      firstName?: string | null;
      importId?: string | null;
      lastName?: string | null;
      lastValidatedAt?: string | null;
      subscribed: boolean;
      suppressed: boolean;
      /** @description `bounced`, `complained`, `invalid`, `risky` or `manual` */
      suppressedReason?: string | null;
      /**
      * @description Why it is suppressed: what was said, by whom, about which mail. `GET /v1/contacts?suppressed=true` is the
      *     suppression list of the brand.
      */
      suppression?: components["schemas"]["Suppression"] | null;
      updatedAt: string;
      validationDetails?: components["schemas"]["ValidationDetails"] | null;
      /** @description `valid`, `risky`, `invalid` or `unknown` */
      validationStatus?: string | null;
    };
    ContactBody: {
      consent?: components["schemas"]["ConsentInput"] | null;
      /** @description Values by field name; `null` clears one. A new name makes a field, typed by its first value. */
      customFields?: {
        [key: string]: unknown;
      } | null;
      /**
      * @description Names the contact: an address that is known is updated.
      * @example ada@example.com
      */
      email?: string | null;
      firstName?: string | null;
      lastName?: string | null;
      /** @description Nobody who unsubscribed is subscribed again by this, unless `consent` is newer. */
      subscribed?: boolean | null;
      /** @description Check the address now; 2 credits. */
      validate?: boolean | null;
    };
    ContactCreated: {
      /** @description The contactId. */
      id: string;
      success: boolean;
    };
    ContactPage: {
      data: components["schemas"]["Contact"][];
      pagination: components["schemas"]["Pagination"];
    };
    ContactRow: {
      consent?: components["schemas"]["ConsentInput"] | null;
      /** @description Values by field name; `null` clears one. A new name makes a field, typed by its first value. */
      customFields?: {
        [key: string]: unknown;
      } | null;
      /**
      * @description Names the contact: an address that is known is updated.
      * @example ada@example.com
      */
      email?: string | null;
      firstName?: string | null;
      lastName?: string | null;
      /** @description Nobody who unsubscribed is subscribed again by this, unless `consent` is newer. */
      subscribed?: boolean | null;
    };
    ContactToCreate: {
      /**
      * @description Must be new.
      * @example ada@example.com
      */
      email?: string | null;
      firstName?: string | null;
      lastName?: string | null;
      subscribed?: boolean | null;
    } & {
      [key: string]: unknown;
    };
    ContactToDelete: {
      /**
      * @description Which contact. An opt-out is remembered after its data is gone.
      * @example ada@example.com
      */
      email?: string | null;
    };
    ContactUpdate: {
      /** @description Merged with what is there; `null` clears one. */
      customFields?: {
        [key: string]: unknown;
      } | null;
      /**
      * @description Which contact; an address does not change.
      * @example ada@example.com
      */
      email?: string | null;
      firstName?: string | null;
      lastName?: string | null;
      /** @description The person's own wish: honoured after an opt-out too. */
      subscribed?: boolean | null;
      /** @description Fires the brand's trigger `contact.updated`, if there is one. */
      triggerAutomations?: boolean | null;
    };
    ContactUpdateByEmail: {
      /** @description Merged with what is there; `null` clears one. */
      customFields?: {
        [key: string]: unknown;
      } | null;
      firstName?: string | null;
      lastName?: string | null;
      /** @description The person's own wish: honoured after an opt-out too. */
      subscribed?: boolean | null;
      /** @description Fires the brand's trigger `contact.updated`, if there is one. */
      triggerAutomations?: boolean | null;
    };
    ContactUpdated: {
      data: components["schemas"]["UpdatedContact"];
      meta: components["schemas"]["Meta"];
      success: boolean;
    };
    ContactsToDelete: {
      /** @description Which contacts; those that do not exist are listed in the answer. */
      emails: string[];
    };
    ContractWarning: {
      automationId: string;
      /** @description `AUTOMATION_INCOMPATIBLE` */
      code: string;
      message: string;
    };
    Credits: {
      creditValue: number;
      operations: components["schemas"]["Operation"][];
    };
    DateField: {
      /** @description `payload.<path>`, `contact.<column>` or `contact.customFields.<name>` */
      field: string;
    };
    DefaultSender: {
      email: string;
      name?: string | null;
    };
    DefaultSenderUpdate: {
      /** @description An address on the domain itself. */
      email: string;
      /** @example Analytical Engines */
      name?: string | null;
    };
    DeletedAsset: {
      assetId: string;
      deleted: boolean;
    };
    DeletedAudience: {
      audienceId: string;
      /** @description Members, whatever their subscription, as of `countedAt`. */
      count: number;
      countedAt?: string | null;
      createdAt: string;
      deleted: boolean;
      filters: components["schemas"]["FilterGroup"];
      name: string;
      updatedAt: string;
      warnings?: components["schemas"]["AudienceWarning"][];
    };
    DeletedAutomation: {
      automationId: string;
      deleted: boolean;
    };
    DeletedContact: {
      deleted: boolean;
      email: string;
    };
    DeletedContacts: {
      deletedCount: number;
      /** @description As they were sent. */
      notFound: string[];
    };
    DeletedDomain: {
      deleted: boolean;
      domainId: string;
    };
    DeletedEmail: {
      deleted: boolean;
      emailId: string;
    };
    DeletedEmailGroup: {
      deleted: boolean;
      groupId: string;
    };
    DeletedField: {
      deleted: boolean;
      fieldName: string;
    };
    DeletedTrigger: {
      /** @description SHA-256 over fields and enforcement; another one is another contract. */
      contractHash: string;
      createdAt: string;
      deleted: boolean;
      description?: string | null;
      enforcement: components["schemas"]["Enforcement"];
      payloadSchema: components["schemas"]["PayloadSchema"];
      /** @description `service_api`, or the integration's name */
      provider: string;
      /** @description The integration's name of the event. */
      providerEventKey?: string | null;
      title: string;
      triggerEventId: string;
      updatedAt: string;
      /** @description Rises when the contract changes. */
      version: number;
    };
    /** @enum {string} */
    DesignAlign: "left" | "center" | "right";
    /** @description A block. Sections stand on the page, columns there or in a section, all others anywhere. */
    DesignBlock: {
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      backgroundColor?: string | null;
      /** @description Shown behind the blocks, cut to cover the section. */
      backgroundImage?: string | null;
      blocks: components["schemas"]["DesignBlock"][];
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      /**
      * @default {
      *       "bottom": 32,
      *       "left": 32,
      *       "right": 32,
      *       "top": 32
      *     }
      */
      padding?: components["schemas"]["DesignPadding"];
      /** @description Rounded corners; without it the first and the last band have those of the page. */
      radius?: number | null;
      /** @constant */
      type: "section";
    } | {
      columns: components["schemas"]["DesignColumn"][];
      /**
      * @description Pixels between two columns.
      * @default 24
      */
      gap?: number;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      /**
      * @description On a phone the columns stand below each other.
      * @default true
      */
      stackOnMobile?: boolean;
      /** @constant */
      type: "columns";
      /** @default top */
      verticalAlign?: components["schemas"]["DesignVerticalAlign"];
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      color?: string | null;
      fontSize?: number | null;
      /** @description Text with simple marks (`b strong i em u s a br span sup sub code`); anything else is taken out. */
      html: string;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      /** @default 2 */
      level?: number;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @constant */
      type: "heading";
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      color?: string | null;
      fontSize?: number | null;
      /** @description Text with simple marks (`b strong i em u s a br span sup sub code`); anything else is taken out. */
      html: string;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @constant */
      type: "text";
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      backgroundColor?: string | null;
      /** @default false */
      fullWidth?: boolean;
      /** @description Where a link goes: `http`, `https`, `mailto`, `tel`, `#`, or a merge tag. */
      href: string;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      /** @description Plain text; merge tags are filled in. */
      label: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      radius?: number | null;
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      textColor?: string | null;
      /** @constant */
      type: "button";
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      /** @description What the image says to those who do not see it; empty for mere decoration. */
      alt?: string | null;
      /** @description Where a link goes: `http`, `https`, `mailto`, `tel`, `#`, or a merge tag. */
      href?: string | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      radius?: number | null;
      /** @description Where an image is: `http`, `https`, or a merge tag. */
      src: string;
      /** @constant */
      type: "image";
      /** @description Pixels; without it the image fills its column. */
      width?: number | null;
    } | {
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      color?: string | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @default 1 */
      thickness?: number;
      /** @constant */
      type: "divider";
    } | {
      height: number;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      /** @constant */
      type: "spacer";
    } | {
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      color?: string | null;
      fontSize?: number | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      items: string[];
      /**
      * @description Numbers instead of dots.
      * @default false
      */
      ordered?: boolean;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @constant */
      type: "list";
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      /** @default dark */
      iconStyle?: components["schemas"]["DesignIconStyle"];
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      links: components["schemas"]["DesignSocialLink"][];
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @constant */
      type: "social";
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      button?: components["schemas"]["DesignProductButton"] | null;
      /** @description Of its words. */
      color?: string | null;
      /** @description Text with simple marks (`b strong i em u s a br span sup sub code`); anything else is taken out. */
      description?: string | null;
      /** @description Where title and image lead. */
      href?: string | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      image?: components["schemas"]["DesignProductImage"] | null;
      /** @description The price before, shown crossed out. */
      originalPrice?: string | null;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @description Plain text; merge tags are filled in. */
      price?: string | null;
      /** @description Plain text; merge tags are filled in. */
      title: string;
      /** @constant */
      type: "productCard";
    } | {
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      backgroundColor?: string | null;
      /** @description Plain text; merge tags are filled in. */
      code: string;
      /** @description Of its words and of the frame. */
      color?: string | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      /** @description Stands above the code. */
      label?: string | null;
      padding?: components["schemas"]["DesignPadding"] | null;
      radius?: number | null;
      /** @constant */
      type: "coupon";
    } | {
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      backgroundColor?: string | null;
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      color?: string | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      radius?: number | null;
      rows: components["schemas"]["DesignFact"][];
      /** @constant */
      type: "facts";
    } | {
      align?: components["schemas"]["DesignAlign"] | null;
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      color?: string | null;
      /** @description Stands above address and links. */
      html?: string | null;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @default true */
      showAddress?: boolean;
      /** @default true */
      showUnsubscribe?: boolean;
      /** @default false */
      showViewInBrowser?: boolean;
      /** @constant */
      type: "footer";
    } | {
      /** @description The author's own HTML. Scripts, forms and what else has no place in a mail are taken out. */
      html: string;
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @constant */
      type: "rawHtml";
    };
    DesignColumn: {
      /** @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`. */
      backgroundColor?: string | null;
      blocks: components["schemas"]["DesignBlock"][];
      /** @description Names a block for as long as it lives: 1 to 64 letters, digits, `_` and `-`. */
      id: string;
      padding?: components["schemas"]["DesignPadding"] | null;
      /** @description Percent of the width; those of all columns make 100. */
      width: number;
    };
    /** @enum {string} */
    DesignDirection: "ltr" | "rtl";
    DesignDocument: {
      /** @description The form of the document; 1 is the only one so far. */
      schema: number;
    } & ({
      /** @description From top to bottom. A block that is not a section stands in one of its own. */
      blocks: components["schemas"]["DesignBlock"][];
      /** @constant */
      kind: "blocks";
      /**
      * @default {
      *       "backgroundColor": "#f4f4f5",
      *       "bodyFont": "Helvetica, Arial, sans-serif",
      *       "buttonColor": "#18181b",
      *       "buttonRadius": 6,
      *       "buttonTextColor": "#ffffff",
      *       "contentBackgroundColor": "#ffffff",
      *       "contentRadius": 0,
      *       "direction": "ltr",
      *       "dividerColor": "#e4e4e7",
      *       "fontSize": 16,
      *       "headingColor": "#18181b",
      *       "headingFont": "Helvetica, Arial, sans-serif",
      *       "lang": "en",
      *       "linkColor": "#1d4ed8",
      *       "mutedColor": "#6b6b74",
      *       "paddingBottom": 24,
      *       "paddingTop": 24,
      *       "textColor": "#27272a",
      *       "width": 600
      *     }
      */
      page?: components["schemas"]["DesignPage"];
    } | {
      fields: components["schemas"]["DesignHtmlField"][];
      /** @constant */
      kind: "html";
      parts: components["schemas"]["DesignHtmlPart"][];
      /** @description The field with the hidden line that inboxes show beside the subject. */
      preheader?: string | null;
    });
    DesignFact: {
      /** @description Plain text; merge tags are filled in. */
      label: string;
      /** @description Text with simple marks (`b strong i em u s a br span sup sub code`); anything else is taken out. */
      value: string;
    };
    /** @description Something that can be changed by hand. Its values are plain text, and merge tags. */
    DesignHtmlField: {
      id: string;
      /** @constant */
      kind: "title";
      value: string;
    } | {
      id: string;
      /** @constant */
      kind: "text";
      value: string;
    } | {
      href: string;
      id: string;
      /** @constant */
      kind: "link";
    } | {
      href: string;
      id: string;
      /** @constant */
      kind: "button";
      label: string;
    } | {
      alt?: string | null;
      id: string;
      /** @constant */
      kind: "image";
      src: string;
    };
    DesignHtmlPart: string | components["schemas"]["DesignHtmlReference"];
    /** @description What the HTML around a place has already written. */
    DesignHtmlPlace: "quoted" | "bare" | "missing";
    DesignHtmlReference: {
      field: string;
      place?: components["schemas"]["DesignHtmlPlace"];
      /**
      * @description How the value was spelled here, where it would be spelled otherwise today. It comes out as it came in
      *     for as long as nobody changes the value.
      */
      source?: string | null;
      value: components["schemas"]["DesignHtmlValue"];
    };
    /**
    * @description Which of a field's values stands at a place.
    * @enum {string}
    */
    DesignHtmlValue: "text" | "label" | "href" | "src" | "alt";
    /** @description What the icons look like. */
    DesignIconStyle: "dark" | "light";
    /**
    * @description Where a social link goes.
    * @enum {string}
    */
    DesignNetwork: "facebook" | "instagram" | "x" | "linkedin" | "youtube" | "tiktok" | "github" | "pinterest" | "threads" | "bluesky" | "mastodon" | "whatsapp" | "telegram" | "website" | "email";
    /** @description Pixels of space on each side; a side that is left out has none. */
    DesignPadding: {
      /** @default 0 */
      bottom?: number;
      /** @default 0 */
      left?: number;
      /** @default 0 */
      right?: number;
      /** @default 0 */
      top?: number;
    };
    /** @description The page that the blocks stand on. Blocks may overrule its colours. */
    DesignPage: {
      /**
      * @description Around the content.
      * @default #f4f4f5
      */
      backgroundColor?: string;
      /**
      * @description Font families, the wanted one first: `Georgia, serif`.
      * @default Helvetica, Arial, sans-serif
      */
      bodyFont?: string;
      /**
      * @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
      * @default #18181b
      */
      buttonColor?: string;
      /** @default 6 */
      buttonRadius?: number;
      /**
      * @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
      * @default #ffffff
      */
      buttonTextColor?: string;
      /**
      * @description Behind the content.
      * @default #ffffff
      */
      contentBackgroundColor?: string;
      /**
      * @description Rounded corners of the content.
      * @default 0
      */
      contentRadius?: number;
      /** @default ltr */
      direction?: components["schemas"]["DesignDirection"];
      /**
      * @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
      * @default #e4e4e7
      */
      dividerColor?: string;
      /** @default 16 */
      fontSize?: number;
      /**
      * @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
      * @default #18181b
      */
      headingColor?: string;
      /**
      * @description Font families, the wanted one first: `Georgia, serif`.
      * @default Helvetica, Arial, sans-serif
      */
      headingFont?: string;
      /**
      * @description A language as `en` or `pt-BR`.
      * @default en
      */
      lang?: string;
      /**
      * @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
      * @default #1d4ed8
      */
      linkColor?: string;
      /**
      * @description Of what is less important: footers, crossed-out prices.
      * @default #6b6b74
      */
      mutedColor?: string;
      /** @default 24 */
      paddingBottom?: number;
      /**
      * @description Pixels between the content and the top of the page.
      * @default 24
      */
      paddingTop?: number;
      /**
      * @description `#rgb`, `#rrggbb`, `#rrggbbaa` or `transparent`.
      * @default #27272a
      */
      textColor?: string;
      /**
      * @description Pixels that the content is wide on a screen that has the room.
      * @default 600
      */
      width?: number;
    };
    DesignProductButton: {
      /** @description Where a link goes: `http`, `https`, `mailto`, `tel`, `#`, or a merge tag. */
      href: string;
      /** @description Plain text; merge tags are filled in. */
      label: string;
    };
    DesignProductImage: {
      /** @description Plain text; merge tags are filled in. */
      alt?: string | null;
      /** @description Where it leads, if not where the title does. */
      href?: string | null;
      /** @description Where an image is: `http`, `https`, or a merge tag. */
      src: string;
    };
    DesignSocialLink: {
      network: components["schemas"]["DesignNetwork"];
      /** @description Where a link goes: `http`, `https`, `mailto`, `tel`, `#`, or a merge tag. */
      url: string;
    };
    /** @enum {string} */
    DesignVerticalAlign: "top" | "middle" | "bottom";
    /** @description Something that the author should know. */
    DesignWarning: {
      code: components["schemas"]["DesignWarningCode"];
      message: string;
    };
    DesignWarningCode: "TOO_LARGE" | "IMAGE_NOT_FETCHED" | "IMAGE_WITHOUT_TEXT" | "UNKNOWN_MERGE_TAG" | "UNSUPPORTED" | "TOO_MANY_FIELDS" | "PLACEHOLDER_LINK";
    /** @description Who makes designs of prompts. */
    Designer: {
      kind: components["schemas"]["DesignerKind"];
      /** @description Whether that costs credits. */
      metered: boolean;
      /** @description The name of the model. */
      model?: string | null;
    };
    /** @enum {string} */
    DesignerKind: "built_in" | "model";
    DiagnosisLevel: "error" | "warning" | "info";
    DnsRecord: {
      /** @description What DNS has there, once it was asked. */
      found?: string[] | null;
      /** @description What is wrong, and how to mend it. */
      message?: string | null;
      /** @description Fully qualified, without a dot at the end. */
      name: string;
      priority?: number | null;
      /** @description What it is for. */
      record: components["schemas"]["Purpose"];
      /** @description Without it nothing is sent; the others are advised. */
      required: boolean;
      status: components["schemas"]["RecordStatus"];
      /** @description Seconds. */
      ttl: number;
      type: components["schemas"]["RecordType"];
      value: string;
    };
    Domain: {
      /** @description Whether clicks are, if the brand agrees. */
      clickTracking: boolean;
      createdAt: string;
      defaults: components["schemas"]["DomainDefaults"];
      domainId: string;
      /** @description How its mail fares, and mail in its name: the last 30 days, with `include=health`. */
      health?: components["schemas"]["DomainHealth"] | null;
      lastCheckedAt?: string | null;
      name: string;
      /** @description Whether opens of its mails are counted, if the brand agrees. */
      openTracking: boolean;
      /** @description What to publish in DNS, and what was found there. */
      records: components["schemas"]["DnsRecord"][];
      /** @description Whether mail can be sent from it: the same as the status `verified`. */
      sendable: boolean;
      status: components["schemas"]["DomainStatus"];
      updatedAt: string;
      /** @description When it was found verified, or was last. */
      verifiedAt?: string | null;
    };
    /** @description Mails in the domain's name, whoever sent them, as receivers report them (DMARC). Zero until they do. */
    DomainAlignment: {
      failed: number;
      /** @description Of what one reporter tells, no more counts than four times what was sent from the domain, or 10,000. */
      messages: number;
      /** @description Proven to be the domain's, by a signature of it or by its SPF record. */
      passed: number;
      /** @description At most 25 hosts; those that most reporters have seen first. */
      sources: components["schemas"]["AlignmentSource"][];
    };
    DomainBody: {
      /** @description A registrable domain or one below it: `example.com`, `news.example.com`. */
      name: string;
    };
    DomainDefaults: {
      from?: components["schemas"]["DefaultSender"] | null;
      replyTo?: string | null;
    };
    DomainDefaultsUpdate: {
      /** @description Replaces the sender as a whole; `null` removes it. */
      from?: components["schemas"]["DefaultSenderUpdate"] | null;
      /** @description `null` removes it. */
      replyTo?: string | null;
    };
    DomainHealth: {
      alignment: components["schemas"]["DomainAlignment"];
      /** @description The beginning of a day, thirty days ago. */
      from: string;
      /** @description What was sent from the domain, by who has the mailboxes; those with most mails first. */
      providers: components["schemas"]["DomainProvider"][];
      records: components["schemas"]["DomainRecordSummary"];
      tls: components["schemas"]["DomainTls"];
      to: string;
    };
    DomainInclude: "health";
    DomainPage: {
      data: components["schemas"]["Domain"][];
      pagination: components["schemas"]["Pagination"];
    };
    DomainProvider: {
      bounced: number;
      complained: number;
      delivered: number;
      /** @description `gmail`, `outlook`, `yahoo` and so on, or `other`. */
      provider: string;
      sent: number;
    };
    /** @description The records that are advised or required, as DNS was last found. */
    DomainRecordSummary: {
      /** @description What those are for that are not there, or not as they should be. */
      failed: components["schemas"]["Purpose"][];
      total: number;
      verified: number;
    };
    /** @description Whether mail can be sent from a domain, and if not, how far it is. */
    DomainStatus: "pending" | "verified" | "failed" | "temporary_failure" | "partially_verified";
    /** @description Connections of those who mail to the domain, as they report them (TLS-RPT). Zero until they do. */
    DomainTls: {
      failed: number;
      /** @description Why they failed, the most frequent first. */
      kinds: components["schemas"]["DomainTlsFailure"][];
      /** @description Of what one reporter tells, no more counts than of mails in `alignment`. */
      sessions: number;
    };
    DomainTlsFailure: {
      failed: number;
      kind: components["schemas"]["TlsFailure"];
    };
    DomainUpdate: {
      /** @description Whether clicks are, if the brand agrees. */
      clickTracking?: boolean | null;
      /** @description What a send from the domain uses where it says nothing itself; `null` removes all of it. */
      defaults?: components["schemas"]["DomainDefaultsUpdate"] | null;
      /** @description Whether opens of its mails are counted, if the brand agrees. */
      openTracking?: boolean | null;
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
    EmailCopy: {
      /** @description Without one, the title of the original and `(copy)`. */
      title?: string | null;
    };
    EmailFormat: ("html" | "mjml") | "jsx";
    EmailGroup: {
      /** @description Absent for `ungrouped`, which was always there. */
      createdAt?: string | null;
      /** @description Designs in it. */
      emailCount: number;
      /** @description With `include=emails`, the newest 100. */
      emails?: components["schemas"]["Email"][] | null;
      /** @description With `include=emails`: whether there are more. */
      emailsTruncated?: boolean | null;
      /** @description `ungrouped` for the designs that are in no group. */
      groupId: string;
      name: string;
    };
    EmailGroupBody: {
      name: string;
    };
    EmailGroupInclude: "emails";
    EmailGroupPage: {
      data: components["schemas"]["EmailGroup"][];
      pagination: components["schemas"]["Pagination"];
    };
    EmailImport: {
      /** @description What relative addresses in the source are relative to. */
      baseUrl?: string | null;
      /**
      * @description Lays the design out anew in the brand's look. It is there as it came, and `generating` until the tidy version is
      *     made; if that fails, it stays as it came. Metered by use where a model does it.
      */
      cleanUp?: boolean | null;
      /** @description The source, at most 5 MiB. */
      content?: string | null;
      /** @description The design as a document, instead of `format` and `content`. */
      document?: components["schemas"]["DesignDocument"] | null;
      /** @description What `content` is written in. */
      format?: components["schemas"]["EmailFormat"] | null;
      groupId?: string | null;
      /** @description The line beside the subject in an inbox; taken from the source if not given. */
      previewText?: string | null;
      subject?: string | null;
      /** @description Taken from the source if not given. */
      title?: string | null;
      /** @description `campaign` if not given. */
      type?: components["schemas"]["EmailType"] | null;
    };
    EmailInclude: "html" | "versions" | "document";
    /** @enum {string} */
    EmailListInclude: "html";
    EmailPage: {
      data: components["schemas"]["Email"][];
      pagination: components["schemas"]["Pagination"];
    };
    EmailPrompt: {
      /** @description Found in the prompt if not given. */
      category?: components["schemas"]["EmailCategory"] | null;
      /** @description Pages that the mail is about: each is shown with its title, its price and its picture. */
      contentUrls?: string[] | null;
      groupId?: string | null;
      /** @description The line beside the subject in an inbox; made from the prompt if not given. */
      previewText?: string | null;
      /** @description What the mail is about and what it should say. */
      prompt: string;
      /**
      * @description A design of the brand whose colours, letters and shapes it is to have, if that is made of blocks; or a template, which
      *     it is to be like in the look of the brand.
      */
      referenceEmailId?: string | null;
      /** @description Made from the prompt if not given. */
      subject?: string | null;
      /** @description Made from the prompt if not given. */
      title?: string | null;
      /** @description `campaign` if not given. */
      type?: components["schemas"]["EmailType"] | null;
    };
    EmailRestore: {
      /** @description A version of this design. */
      emailVersionId: string;
    };
    /** @enum {string} */
    EmailSort: "createdAt" | "updatedAt";
    EmailStatus: ("ready" | "failed") | "generating";
    /** @description What a design is for. It never changes: a campaign design is sent once, the others again and again. */
    EmailType: "campaign" | "automation" | "transactional";
    EmailUpdate: {
      /** @description What relative addresses in `content` are relative to. */
      baseUrl?: string | null;
      /** @description The design anew, at most 5 MiB: a new version. */
      content?: string | null;
      /** @description The design as its document, edited: a new version. */
      document?: components["schemas"]["DesignDocument"] | null;
      /** @description The version that was edited; if it is no longer the newest, the edit is refused. */
      emailVersionId?: string | null;
      /** @description What `content` is written in. */
      format?: components["schemas"]["EmailFormat"] | null;
      /** @description `ungrouped` or `null` takes it out of its group. */
      groupId?: string | null;
      /** @description `null` removes it. */
      previewText?: string | null;
      /** @description What is to be different: a new version, which is made after the answer. Metered by use where a model makes it. */
      prompt?: string | null;
      /** @description `null` removes it. */
      subject?: string | null;
      title?: string | null;
    };
    EmailVersion: {
      createdAt: string;
      emailVersionId: string;
      /** @description How it came to be. */
      source: components["schemas"]["VersionSource"];
      /** @description Counts from 1. */
      version: number;
    };
    /** @description What becomes of keys that the contract does not name. */
    Enforcement: "warn" | "prune" | "strict";
    /** @enum {string} */
    EngagementEvent: "opened" | "clicked";
    EngagementWait: {
      event: components["schemas"]["EngagementEvent"];
      /** @description The `sendEmail` node whose mail it is about. */
      nodeId: string;
      within: components["schemas"]["Span"];
    };
    ErrorEntry: {
      code: string;
      http: number;
      type: string;
    };
    Event: {
      audienceRunId?: string | null;
      /** @description The automation that mailed or ran. */
      automationId?: string | null;
      automationName?: string | null;
      automationRunId?: string | null;
      /** @description `hard` or `soft` */
      bounceType?: string | null;
      /** @description `email`, `automation`, `trigger` or `inbound` */
      domain: string;
      emailId?: string | null;
      emailName?: string | null;
      eventId: string;
      /**
      * @description Of `email`: `queued`, `sent`, `delivered`, `deferred`, `bounced`, `complained`, `opened`, `clicked`,
      *     `unsubscribed`, `suppressed`, `failed` or `in_doubt`; of `automation`: `run_started`, `run_completed`,
      *     `run_failed`, `run_canceled`, `node_completed`, `node_failed` or `node_skipped`; of `trigger`: `fired`,
      *     `partially_fired`, `rejected` or `dead_letter`; of `inbound`: `received`, `verified`, `rejected` or `reply`.
      */
      eventType: string;
      /** @description A machine did it, and no person: it is in no statistics. */
      machineGenerated?: boolean | null;
      machineReason?: string | null;
      /** @description `live`, or `test` for a test send and for a test of an automation */
      mode: string;
      nodeId?: string | null;
      occurredAt: string;
      /**
      * @description Who has the recipient's mailbox: `gmail`, `outlook`, `yahoo` and so on, or `other`; of a fire, the provider of
      *     its trigger.
      */
      provider?: string | null;
      /** @description Absent once the contact is deleted. */
      recipientEmail?: string | null;
      sendId?: string | null;
      /** @description What the receiving server said. */
      smtpReply?: string | null;
      /** @description For people to read. */
      summary: string;
      triggerEventId?: string | null;
      /** @description The fire that it is about, or that started the run. */
      triggerInstanceId?: string | null;
      /** @description What was clicked. */
      url?: string | null;
    };
    EventPage: {
      data: components["schemas"]["Event"][];
      pagination: components["schemas"]["Pagination"];
      range: components["schemas"]["TimeRange"];
    };
    /** @enum {string} */
    EventType: "queued" | "sent" | "delivered" | "deferred" | "bounced" | "complained" | "opened" | "clicked" | "unsubscribed" | "suppressed" | "failed" | "in_doubt" | "run_started" | "run_completed" | "run_failed" | "run_canceled" | "node_completed" | "node_failed" | "node_skipped" | "fired" | "partially_fired" | "rejected" | "dead_letter" | "received" | "verified" | "reply";
    Field: {
      createdAt?: string | null;
      fieldName: string;
      /** @description `string`, `number`, `boolean` or `date` */
      fieldType: string;
      isCore: boolean;
      label?: string | null;
    };
    FieldBody: {
      /**
      * @description Up to 100 characters, without `.`, `{`, `}`, `|` and `"`.
      * @example city
      */
      fieldName: string;
      /** @description What its values are; it never changes. */
      fieldType: components["schemas"]["NamedType"];
      /** @description What people call it. */
      label?: string | null;
    };
    FieldPage: {
      data: components["schemas"]["Field"][];
      pagination: components["schemas"]["Pagination"];
    };
    FieldToDelete: {
      /** @example city */
      fieldName: string;
    };
    FilterCondition: {
      /**
      * @description A core column, `customFields.<name>` or an `engagement.` field. In the graph of an automation: `payload.<path>`,
      *     `contact.<column>`, `contact.customFields.<name>` or an `engagement.` field. `customFields.` may be left out.
      */
      field: string;
      operator: components["schemas"]["Operator"];
      /** @description The type that the caller takes the field to have; refused if it has another. */
      type?: string | null;
      /** @description What to compare with: a value, a list, `[min, max]`, or `{ amount, unit }`. */
      value?: unknown;
    };
    FilterConfig: components["schemas"]["FilterGroup"] | {
      engagement: components["schemas"]["EngagementWait"];
    };
    FilterGroup: {
      filters: components["schemas"]["FilterNode"][];
      logicalOperator: components["schemas"]["LogicalOperator"];
    };
    /** @description A condition or a nested group. */
    FilterNode: components["schemas"]["FilterCondition"] | components["schemas"]["FilterGroup"];
    FireBody: {
      /** @description For callers that cannot send the header `Idempotency-Key`, which goes before it. */
      idempotencyKey?: string | null;
      /**
      * @description What the trigger's `payloadSchema` declares; up to 64 KiB, 10 levels deep.
      * @example {
      *       "email": "ada@example.com"
      *     }
      */
      payload: {
        [key: string]: unknown;
      };
    };
    FireDetails: {
      automationRunIds: string[];
      matchedAutomationIds: string[];
      /** @description Matched automations that did not start, and why. */
      notStarted: components["schemas"]["NotStarted"][];
      receivedAt: string;
      state: components["schemas"]["TriggerInstanceState"];
      triggerInstanceId: string;
      /** @description What was done with the payload that may not have been meant. */
      warnings: components["schemas"]["PayloadWarning"][];
    };
    /** @description Where it is fired. */
    FireEndpoint: {
      method: string;
      url: string;
    };
    FiredTrigger: {
      details: components["schemas"]["FireDetails"];
      /** @description `triggered` */
      status: string;
      success: boolean;
    };
    Flow: {
      category: components["schemas"]["EmailCategory"];
      description: string;
      emailCount: number;
      /** @description Those of its mails, in their order. */
      previewImages: string[];
      slug: string;
      /** @description Days from its start to its last mail; a date that only the payload knows counts for nothing. */
      spanDays: number;
      title: string;
      updatedAt: string;
    };
    /** @description A flow with its mails and its graph. */
    FlowDetail: {
      category: components["schemas"]["EmailCategory"];
      connections: components["schemas"]["AutomationConnection"][];
      description: string;
      emailCount: number;
      /** @description As in an automation; the ids of designs are those of templates. */
      nodes: components["schemas"]["AutomationNode"][];
      /** @description Those of its mails, in their order. */
      previewImages: string[];
      slug: string;
      /** @description Days from its start to its last mail; a date that only the payload knows counts for nothing. */
      spanDays: number;
      /** @description Its mails. */
      steps: components["schemas"]["FlowStep"][];
      title: string;
      /** @description What has to be fired, and with what. */
      trigger: components["schemas"]["FlowTrigger"];
      updatedAt: string;
    };
    FlowInclude: "html";
    FlowPage: {
      data: components["schemas"]["Flow"][];
      pagination: components["schemas"]["Pagination"];
    };
    FlowStep: {
      /** @description Days from the start of the flow, on the longest way there. */
      dayOffset: number;
      /** @description The template that it is made of. */
      emailId: string;
      /** @description With `include=html`: merge tags and all, in the house style. */
      html?: string | null;
      /** @description Counts from 1. */
      order: number;
      previewImage: string;
      previewText: string;
      subject: string;
    };
    FlowTrigger: {
      description: string;
      payloadSchema: components["schemas"]["PayloadSchema"];
      title: string;
    };
    FlowUse: {
      /** @description What its mails come from. Without one the draft has none yet, and cannot be published. */
      domainId?: string | null;
      /** @description Without one, the title of the flow. */
      name?: string | null;
      /** @description A trigger that is there; without one, the flow makes its own. */
      triggerEventId?: string | null;
    };
    GenerateImageRequest: {
      /** @description `1:1` if not given. */
      aspectRatio?: components["schemas"]["ImageAspectRatio"] | null;
      /** @description What is to be seen. */
      prompt: string;
      /** @description An image of the library to begin with. */
      referenceAssetId?: string | null;
    };
    GeneratedImage: {
      assetId: string;
      height: number;
      url: string;
      width: number;
    };
    Gif: {
      assetId: string;
      bytes: number;
      frames: number;
      height: number;
      url: string;
      width: number;
    };
    GifEffect: "zoom" | "pan" | "fade" | "slide" | "pulse" | "shine";
    /** @enum {string} */
    GifFrom: "prompt" | "image" | "video";
    GifRequest: {
      /** @description From `image`: one of the library, or `imageUrl`. */
      assetId?: string | null;
      /** @description From `video`: seconds to show; 10 if not given. */
      duration?: number | null;
      /** @description From `image`: how it moves; `zoom` if not given. */
      effect?: components["schemas"]["GifEffect"] | null;
      /** @description From `video`: pictures a second; 10 if not given. */
      fps?: number | null;
      from: components["schemas"]["GifFrom"];
      imageUrl?: string | null;
      /** @description From `prompt`: the words to show, in quotes or as they are; or what is to be seen, where a model draws. */
      prompt?: string | null;
      /** @description From `video`: seconds to leave out. */
      start?: number | null;
      uploadId?: string | null;
      /** @description From `video`: where it is, or `uploadId`. */
      videoUrl?: string | null;
      /** @description From `video`: pixels; 600 if not given, and never more than the video has. */
      width?: number | null;
    };
    Granularity: "hour" | "day";
    GraphIssue: {
      kind: components["schemas"]["GraphIssueKind"];
      message: string;
      /** @description The id of the node, also where a connection names one that is not there. */
      nodeId: string;
    };
    GraphIssueKind: ("connection_unknown_from" | "connection_unknown_to" | "connection_targets_trigger" | "connection_self_loop" | "email_not_found" | "domain_not_found") | "duplicate_node_id" | "email_version_mismatch" | "email_wrong_type" | "domain_not_ready";
    Help: {
      credits: components["schemas"]["Credits"];
      designer: components["schemas"]["Designer"];
      errors: components["schemas"]["ErrorEntry"][];
      placementTests: components["schemas"]["PlacementTests"];
      /** @description Where calls are counted: in this process alone, or together with others. */
      rateLimitStore: components["schemas"]["RateLimitStore"];
      rateLimits: components["schemas"]["RateLimit"][];
      scopes: string[];
      /** @description What `semantic` goes by among templates and flows, and `q` among images of a brand. */
      semanticSearch: components["schemas"]["SemanticSearch"];
      statuses: string[];
      version: string;
    };
    HtmlImage: {
      assetId: string;
      height: number;
      url: string;
      width: number;
    };
    HtmlToPngRequest: {
      /** @description A design. */
      emailId?: string | null;
      /**
      * @description Either this or `emailId` is required. Scripts, forms, frames and the like are taken out first, as from an import;
      *     merge tags show their fallbacks.
      */
      html?: string | null;
      /**
      * @description What is below is cut off; 8,000 CSS pixels if not given. An image has 40 megapixels at most: of a wide one at
      *     twice the scale less is shown.
      */
      maxHeight?: number | null;
      /** @description Pixels of the image for one of CSS; 1 if not given, and where the image would have more than 20 MiB otherwise. */
      scale?: number | null;
      /** @description Of the window, in CSS pixels; 600 if not given. */
      width?: number | null;
    };
    IdentityUpdate: {
      /** @description The postal address that every marketing mail must carry. */
      address?: string | null;
      brandName?: string | null;
      contactEmail?: string | null;
      contactPhone?: string | null;
      description?: string | null;
      socialLinks?: string[] | null;
      tagline?: string | null;
    };
    /** @enum {string} */
    ImageAspectRatio: "1:1" | "3:2" | "2:3" | "16:9";
    ImageFit: "inside" | "cover" | "contain" | "fill";
    /** @enum {string} */
    ImageFormat: "png" | "jpeg" | "gif" | "webp";
    ImageUpload: {
      expiresAt: string;
      /** @description The most that a file of this type may have. */
      maxBytes: number;
      uploadId: string;
      /** @description PUT the bytes here. Whoever has the address may. */
      uploadUrl: string;
    };
    ImageUploadRequest: {
      /** @description `image/png`, `image/jpeg`, `image/gif`, `image/webp`, `image/svg+xml`; or `video/mp4` and the like, for a GIF. */
      contentType: string;
      /** @description What the file is called: the image can be found by it. */
      fileName: string;
      /** @description Bytes: exactly so many are taken. */
      size: number;
    };
    /** @description Up to 1000 rows are imported at once (200), more in the background (202). */
    ImportAnswer: components["schemas"]["Imported"] | components["schemas"]["ImportProgress"];
    ImportBody: {
      /** @description For every row. */
      consent?: components["schemas"]["ConsentInput"] | null;
      /**
      * @description The whole text, with a header line. Up to 1000 rows are imported at once, more in the background.
      * @example email,city
      *     ada@example.com,Paris
      */
      csv: string;
      /**
      * @description Header to core column or field name; `""` drops the column.
      * @default {}
      */
      mapping?: {
        [key: string]: string;
      };
      /** @description Check the addresses, 2 credits each. */
      validate?: boolean | null;
    };
    ImportProgress: {
      completedAt?: string | null;
      createdAt: string;
      /** @description Why it ended before its time. */
      error?: components["schemas"]["RowFault"] | null;
      /** @description The first 100; all of them are at `/v1/contacts/imports/{importId}/errors`. */
      errors: components["schemas"]["RowError"][];
      fieldsCreated: string[];
      importId: string;
      processedRows: number;
      progressPercent?: number | null;
      /** @description `queued`, `running`, `completed`, `partially_completed` or `failed` */
      status: string;
      summary: components["schemas"]["ImportSummary"];
      totalRows?: number | null;
      /** @description The check of the addresses. */
      validationId?: string | null;
      /** @description The first 100. */
      warnings?: components["schemas"]["Warning"][];
    };
    /** @description Every row is counted once. */
    ImportSummary: {
      created: number;
      failed: number;
      skipped: number;
      updated: number;
    };
    Imported: {
      errors: components["schemas"]["RowError"][];
      fieldsCreated: string[];
      importId: string;
      summary: components["schemas"]["ImportSummary"];
      /** @description The check of the addresses that runs in the background. */
      validationId?: string | null;
      warnings?: components["schemas"]["Warning"][];
    };
    ImportedEmail: {
      assetReport: components["schemas"]["AssetReport"];
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
    Inbox: string | string[];
    Include: "count";
    Insight: {
      category: components["schemas"]["InsightCategory"];
      createdAt: string;
      description: string;
      insightId: string;
      /** @description The numbers as they were when it was found, or last became worse. */
      metrics: {
        [key: string]: components["schemas"]["InsightMetric"];
      };
      /** @description What to do about it. */
      recommendation: string;
      severity: components["schemas"]["InsightSeverity"];
      state: components["schemas"]["InsightState"];
      /** @description What it is about. */
      subject: components["schemas"]["InsightSubject"];
      title: string;
      updatedAt: string;
    };
    /** @enum {string} */
    InsightCategory: "deliverability" | "engagement" | "audience" | "automation" | "content";
    /** @description A number of a finding, and the counts that it comes from. */
    InsightMetric: {
      denominator?: number | null;
      numerator?: number | null;
      value: number;
    };
    InsightPage: {
      data: components["schemas"]["Insight"][];
      pagination: components["schemas"]["Pagination"];
    };
    /**
    * @description How much it matters, the least first.
    * @enum {string}
    */
    InsightSeverity: "info" | "opportunity" | "warning" | "critical";
    InsightState: "active" | "resolved" | "dismissed";
    InsightStateUpdate: "active" | "dismissed";
    /** @description What a finding is about. */
    InsightSubject: {
      /** @description Its public id. */
      id: string;
      kind: components["schemas"]["InsightSubjectKind"];
      /** @description What people call it. */
      label?: string | null;
    };
    /** @enum {string} */
    InsightSubjectKind: "send" | "email" | "automation" | "domain" | "brand";
    InsightUpdate: {
      state: components["schemas"]["InsightStateUpdate"];
    };
    Integration: {
      connected: boolean;
      connectionId?: string | null;
      events: components["schemas"]["IntegrationEvent"][];
      /** @description What the provider is used for. */
      kind: string;
      name: string;
      /** @description In the receiver's address, and before the names of its contact fields. */
      provider: string;
      /** @description Where the provider posts its events to. */
      receiverUrl?: string | null;
    };
    IntegrationEvent: {
      /** @description The provider's name of it. */
      eventType: string;
      payloadSchema: components["schemas"]["PayloadSchema"];
      /** @description Whether that trigger is there. */
      provisioned: boolean;
      title: string;
      /** @description The trigger that it fires. */
      triggerEventId?: string | null;
    };
    IntegrationPage: {
      data: components["schemas"]["Integration"][];
      pagination: components["schemas"]["Pagination"];
    };
    LaunchBody: {
      /** @description Who walks it: an audience, or `all` for every contact of the brand. Without one, that of the trigger node. */
      audienceId?: string | null;
      /** @description Counts who would walk it, and changes nothing. */
      dryRun?: boolean | null;
      /**
      * @description When it starts, in the future: an ISO time. Without one, now.
      * @example 2030-01-02T03:04:05Z
      */
      scheduledAt?: string | null;
    };
    /** @description An audience run that was accepted (202), or what it would be (`dryRun`, 200). */
    Launched: components["schemas"]["AudienceRun"] | {
      audienceId: string;
      dryRun: boolean;
      /** @description Members who would not, and why. */
      exclusions: components["schemas"]["SendExclusions"];
      /** @description Members who would walk it. */
      recipientCount: number;
      /** @description Mails that a member gets at most. */
      sendNodeCount: number;
    };
    /** @enum {string} */
    LogicalOperator: "and" | "or";
    Logo: {
      height?: number | null;
      theme?: string | null;
      url: string;
      width?: number | null;
    };
    /** @enum {string} */
    MailClient: "gmail-web" | "gmail-android" | "gmail-ios" | "gmail-ios-dark" | "outlook-windows" | "outlook-windows-dark" | "outlook-web" | "outlook-web-dark" | "outlook-mac" | "outlook-ios" | "apple-mail-mac" | "apple-mail-mac-dark" | "apple-mail-ios" | "apple-mail-ios-dark" | "yahoo-web" | "samsung" | "thunderbird" | "proton";
    /** @enum {string} */
    MailClientFamily: "gmail" | "outlook" | "apple" | "yahoo" | "other";
    /** @description A merge tag that a version holds, as it is kept with the version. */
    MergeTag: {
      /** @description Whether it says what stands there when there is no value. */
      fallback: boolean;
      name: string;
    };
    Meta: {
      requestId: string;
    };
    MovedAudienceRun: {
      audienceRunId: string;
      /** @description The one it left. */
      previousStatus: components["schemas"]["SendStatus"];
      status: components["schemas"]["SendStatus"];
    };
    MovedAutomationRun: {
      automationRunId: string;
      /** @description The one it left. */
      previousStatus: components["schemas"]["SendStatus"];
      /** @description `canceled`, or how it had ended before. */
      status: components["schemas"]["SendStatus"];
    };
    MovedSend: {
      /** @description The one it left. */
      previousStatus: components["schemas"]["SendStatus"];
      sendId: string;
      status: components["schemas"]["SendStatus"];
    };
    NamedTriggerUpdate: {
      description?: string | null;
      enforcement?: components["schemas"]["Enforcement"] | null;
      /** @description Replaces the fields as a whole. */
      payloadSchema?: components["schemas"]["PayloadSchema"] | null;
      title?: string | null;
      /** @description Which trigger; its id does not change. */
      triggerEventId: string;
    };
    /** @enum {string} */
    NamedType: "string" | "number" | "boolean" | "date";
    /** @description Recipients, each counted once per mail; what machines opened and clicked is not in here. */
    NodePerformance: {
      clicked: number;
      completed: number;
      /** @description Taken, and not returned since. */
      delivered: number;
      /** @description Runs that came there. */
      entered: number;
      failed: number;
      label?: string | null;
      nodeId: string;
      opened: number;
      rates: components["schemas"]["OverviewRates"];
      /** @description A receiver took the mail. */
      sent: number;
      /** @description Runs that passed by: somebody who is not mailed, or a node behind a filter that ended the run. */
      skipped: number;
      /** @description `trigger`, `sendEmail`, `wait`, `filter` or `split` */
      type: string;
      unsubscribed: number;
    };
    NodePosition: {
      x: number;
      y: number;
    };
    NodeSender: {
      /** @description An address on the domain. */
      email: string;
      name?: string | null;
    };
    /** @description A matched automation that did not start. */
    NotStarted: {
      automationId: string;
      message: string;
      reason: components["schemas"]["NotStartedReason"];
    };
    NotStartedReason: ("undeclared_merge_tag" | "domain_not_ready" | "email_not_ready" | "recipient_unsubscribed" | "recipient_suppressed" | "quota_exceeded") | "start_error";
    Notification: {
      createdAt: string;
      /** @description The domain that it is about. */
      domainId?: string | null;
      /** @description The design that it is about. */
      emailId?: string | null;
      /** @description The insight that it is about. */
      insightId?: string | null;
      /** @description The same for as long as what it tells of is there. */
      notificationId: string;
      /** @description While it is processing, where it is known. */
      progressPercent?: number | null;
      /** @description The send that it is about. */
      sendId?: string | null;
      status: components["schemas"]["NotificationStatus"];
      subtitle?: string | null;
      /** @description The placement test that it is about, of that design. */
      testId?: string | null;
      title: string;
      type: components["schemas"]["NotificationType"];
      updatedAt: string;
    };
    NotificationPage: {
      data: components["schemas"]["Notification"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @enum {string} */
    NotificationStatus: "processing" | "completed" | "failed";
    NotificationType: "contact_import" | "contact_validation" | "email_design" | "send" | "domain" | "brand" | "insight" | "placement_test";
    OlderPagination: {
      /** @description `null` on the last page. */
      nextCursor?: string | null;
      /** @description The address of the next page, `null` on the last one. */
      nextPage?: string | null;
      perPage: number;
      /** @description On this page. */
      returnedResults: number;
      totalPages: number;
      /** @description On all pages together. */
      totalResults: number;
    };
    OlderTestSendBody: {
      /** @description It has to be there, and nobody of it is mailed. */
      audienceId?: string | null;
      /**
      * @description As for a campaign. While no domain is ready, a test comes from the server's own sender in the brand's name, and
      *     `warnings` says so.
      */
      domainId?: string | null;
      /** @description `false`: a test mails one inbox and changes nothing else. */
      dryRun?: boolean | null;
      /** @description A design of any type. */
      emailId: string;
      /** @description A version of the design; without one, the newest. */
      emailVersionId?: string | null;
      /** @description As for a campaign, if a domain is ready. */
      from?: components["schemas"]["Sender"] | null;
      mode: components["schemas"]["TestMode"];
      /** @description What merge tags say, by name. */
      payload?: {
        [key: string]: unknown;
      } | null;
      /** @description The line beside the subject in an inbox; without one, the design's. */
      previewText?: string | null;
      /** @description As for a campaign, if a domain is ready. */
      replyTo?: string | null;
      /**
      * @description It has to be a time in the future, and the test is mailed at once.
      * @example 2030-01-02T03:04:05Z
      */
      scheduledAt?: string | null;
      /** @description Without one, the design's. */
      subject?: string | null;
      /** @description `true`, if anything. */
      test?: boolean | null;
      /**
      * @description One address, or a list of one.
      * @example ada@example.com
      */
      to: components["schemas"]["Inbox"];
    };
    Operation: {
      available: boolean;
      cost?: number | null;
      metering: string;
      method: string;
      /** @description What this server lacks for it, and how its operator gets that. */
      missing?: string | null;
      /** @description The method of the SDK. */
      name: string;
      operation: string;
      path: string;
      /** @description Where the input decides about the cost. */
      prices?: components["schemas"]["OperationPrice"][];
    };
    OperationPrice: {
      /** @description Whether this server can do it: a program may be missing. */
      available: boolean;
      cost: number;
      /** @description What this server lacks for it, and how its operator gets that. */
      missing?: string | null;
      /** @description What the input says. */
      when: string;
    };
    /** @enum {string} */
    Operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "in" | "not_in" | "contains_any" | "not_contains_any" | "gt" | "gte" | "lt" | "lte" | "between" | "is_true" | "is_false" | "is_empty" | "is_not_empty" | "exists" | "not_exists" | "before" | "after" | "on_date" | "within_last" | "not_within_last";
    /** @enum {string} */
    Order: "asc" | "desc";
    Overview: {
      /** @description Those at whose mailboxes something happened, the one that took the most mails first. */
      byMailboxProvider: components["schemas"]["OverviewProvider"][];
      range: components["schemas"]["TimeRange"];
      rates: components["schemas"]["OverviewRates"];
      /** @description Every hour or day of the range, those in which nothing happened too. */
      series: components["schemas"]["OverviewMoment"][];
      totals: components["schemas"]["OverviewCounters"];
    };
    /** @description Recipients, each counted once per send; what machines opened and clicked is counted apart, each time. */
    OverviewCounters: {
      bounced: number;
      clicked: number;
      complained: number;
      /** @description Taken, and not returned since: what comes back later is taken off where it was counted. */
      delivered: number;
      /** @description Given up for another reason than the address. */
      failed: number;
      /** @description The receiver may have it or not. */
      inDoubt: number;
      machineClicks: number;
      machineOpens: number;
      opened: number;
      /** @description A receiver took the mail. */
      sent: number;
      unsubscribed: number;
    };
    OverviewMoment: {
      /** @description When the hour begins, or the day in the brand's time zone. */
      at: string;
      counters: components["schemas"]["OverviewCounters"];
    };
    OverviewProvider: {
      counters: components["schemas"]["OverviewCounters"];
      /** @description `gmail`, `outlook`, `yahoo` and so on, or `other` */
      provider: string;
      rates: components["schemas"]["OverviewRates"];
    };
    /** @description From 0 to 1; null where there is nothing to compare with. */
    OverviewRates: {
      /** @description Bounced, of those that were delivered, bounced or failed. */
      bounce?: number | null;
      /** @description Clicked, of those delivered. */
      click?: number | null;
      /** @description Clicked, of those opened. */
      clickToOpen?: number | null;
      /** @description Complained, of those delivered. */
      complaint?: number | null;
      /** @description Delivered, of those that were delivered, bounced or failed. */
      delivery?: number | null;
      /** @description Opened, of those delivered. */
      open?: number | null;
      /** @description Unsubscribed, of those delivered. */
      unsubscribe?: number | null;
    };
    Pagination: {
      /** @description Pass it back as `cursor` for the next page; absent on the last one. */
      cursor?: string | null;
      hasMore: boolean;
      /** @description The page size used. */
      limit: number;
    };
    /** @description Why a send waits. */
    PauseReason: "manual" | "quota" | "refused" | "restored";
    /** @description A key that payloads have or may have. */
    PayloadField: {
      /** @description Taken where the key is missing. */
      fallback?: unknown;
      key: string;
      /** @description Personal: never shown in logs and events. */
      pii?: boolean;
      /** @default false */
      required?: boolean;
      type: components["schemas"]["PayloadType"];
    };
    /** @enum {string} */
    PayloadKind: "object";
    PayloadSchema: {
      /**
      * @description Must hold `{ "key": "email", "type": "string", "required": true }`.
      * @default []
      */
      fields?: components["schemas"]["PayloadField"][];
      /** @description A payload is an object; who likes may say so, as JSON Schema does. */
      type?: components["schemas"]["PayloadKind"] | null;
    };
    PayloadType: ("string" | "number" | "boolean" | "object" | "array") | "integer" | "date";
    /** @description What was done with a payload that the caller may not have meant. */
    PayloadWarning: {
      /** @description `UNKNOWN_FIELD`, `FIELD_TYPE_MISMATCH`, `FIELD_VALUE_SKIPPED` or `RESERVED_NAME` */
      code: string;
      field: string;
      message: string;
    };
    PercentageBranch: {
      id: string;
      label?: string | null;
      percentage: number;
    };
    PlacementAuthentication: {
      /** @description Whether a signature of the mail is good. */
      dkim: components["schemas"]["AuthenticationResult"];
      /** @description Whether one of both speaks for the domain in From. */
      dmarc: components["schemas"]["AuthenticationResult"];
      /** @description Whether the domain that bounces go to allows the host that mails leave from. */
      spf: components["schemas"]["AuthenticationResult"];
    };
    /** @description How many seeds have the mail where. */
    PlacementCounts: {
      inbox: number;
      /** @description It was refused, or looked for until the end and not found. */
      missing: number;
      /** @description It is looked for, or could not be looked for: `diagnosis` says why once the test is over. */
      pending: number;
      spam: number;
      total: number;
    };
    PlacementDiagnosis: {
      /**
      * @description Names what was found, now and later.
      * @example subject-capitals
      */
      code: string;
      level: components["schemas"]["DiagnosisLevel"];
      message: string;
      recommendation: string;
    };
    PlacementHeaders: {
      /** @description Whether mail programs can show a way to unsubscribe. */
      listUnsubscribe: boolean;
      /** @description Whether one click does it. */
      oneClick: boolean;
      /** @description Whether the mail has a part of plain text. */
      plainText: boolean;
    };
    /** @description The same for the seeds of one provider. */
    PlacementProvider: {
      inbox: number;
      /** @description It was refused, or looked for until the end and not found. */
      missing: number;
      /** @description It is looked for, or could not be looked for: `diagnosis` says why once the test is over. */
      pending: number;
      /**
      * @description As the operator of the server calls it.
      * @example gmail
      */
      provider: string;
      spam: number;
      total: number;
    };
    PlacementResults: {
      authentication: components["schemas"]["PlacementAuthentication"];
      byProvider: components["schemas"]["PlacementProvider"][];
      headers: components["schemas"]["PlacementHeaders"];
      /** @description Of seeds alone. */
      overall: components["schemas"]["PlacementCounts"];
      /** @description Null if this server has no filter, or it did not answer. */
      spamFilter?: components["schemas"]["SpamVerdict"] | null;
    };
    PlacementTest: {
      createdAt: string;
      /** @description The worst first; empty until the test is over. */
      diagnosis: components["schemas"]["PlacementDiagnosis"][];
      domainId: string;
      /** @description While the status is failed. */
      error?: components["schemas"]["RowFault"] | null;
      /** @description Absent until the mail was judged. */
      results?: components["schemas"]["PlacementResults"] | null;
      /** @description How many mailboxes of this server's operator it is mailed to. */
      seedCount: number;
      /**
      * @description `queued`, `running`, then `completed`; `partially_completed` if not all could be looked into, as `diagnosis` says;
      *     `failed` if the mail could not be made.
      */
      status: components["schemas"]["PlacementTestStatus"];
      /** @example ibp_0123456789abcdefghijk */
      testId: string;
    };
    PlacementTestBody: {
      /** @description The domain that the mail comes from. */
      domainId: string;
      /** @description A version of the design; without one, the newest. */
      emailVersionId?: string | null;
      /** @description Without one, the design's. */
      subject?: string | null;
    };
    PlacementTestPage: {
      data: components["schemas"]["PlacementTest"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @enum {string} */
    PlacementTestStatus: "queued" | "running" | "completed" | "partially_completed" | "failed";
    /** @description What inbox-placement tests go by here. */
    PlacementTests: {
      /** @description Where they are. */
      providers: string[];
      /** @description Mailboxes that a test is mailed to; none while nothing that is mailed leaves this server. */
      seedCount: number;
      /** @description `rspamd` or `spamassassin`, if one is asked. */
      spamFilter?: string | null;
    };
    PublishedAutomation: {
      automationId: string;
      name: string;
    };
    /** @description What a record is for. */
    Purpose: "DKIM" | "SPF" | "DMARC" | "RETURN_PATH" | "TRACKING" | "TLSRPT";
    RateLimit: {
      perMinute: number;
      policy: string;
    };
    /** @enum {string} */
    RateLimitStore: "process" | "shared";
    Readiness: {
      error?: components["schemas"]["RowFailure"] | null;
      /** @description 0 to 100 */
      progress: number;
      ready: boolean;
      status: string;
      steps: components["schemas"]["Steps"];
    };
    ReadinessBlocker: {
      automationId?: string | null;
      /** @description `NO_PUBLISHED_AUTOMATION`, or a reason of `notStarted` */
      code: string;
      message: string;
    };
    /** @description Bound automations, published or not; fires and runs as far as they are kept, counted up to 100,000. */
    ReadinessCounts: {
      automations: number;
      instances: number;
      published: number;
      runs: number;
    };
    /** @description What DNS says about one record. */
    RecordStatus: "pending" | "verified" | "failed" | "temporary_failure";
    /**
    * @description The type of a record.
    * @enum {string}
    */
    RecordType: "TXT" | "CNAME" | "MX";
    RevokedKey: {
      deleted: boolean;
      keyId: string;
      revokedAt?: string | null;
    };
    RowError: {
      code: string;
      email?: string | null;
      index: number;
      message: string;
      param?: string | null;
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
    SearchAnswer: {
      data: components["schemas"]["Contact"][];
      pagination: components["schemas"]["Pagination"];
      /** @description How many match; only with `count: true`. */
      total?: number | null;
    };
    SearchBody: {
      /** @description Only members of this audience. */
      audienceId?: string | null;
      /** @description Adds `total`. */
      count?: boolean | null;
      /** @description `pagination.cursor` of the page before. */
      cursor?: string | null;
      /** @description At most 100 conditions, 5 levels deep. */
      filters?: components["schemas"]["FilterNode"][] | null;
      /** @description Entries on a page. */
      limit?: number | null;
      /** @description How `filters` are joined; without it, all must hold. */
      logic?: components["schemas"]["LogicalOperator"] | null;
      /** @description Without one, `desc`. */
      order?: components["schemas"]["Order"] | null;
      /** @description Any part of address, first or last name. */
      search?: string | null;
      /**
      * @description A core column or `customFields.<name>`.
      * @example createdAt
      */
      sort?: string | null;
    };
    SemanticSearch: "words" | "meaning";
    Send: {
      /** @description `all` for every contact of the brand; absent once the audience is deleted. */
      audienceId?: string | null;
      /** @description The audience's name when the send was accepted. */
      audienceName?: string | null;
      /** @description The launch on an audience whose mail at this node it is. */
      audienceRunId?: string | null;
      /** @description The automation that mails; absent for campaigns, like its node, run, fire and audience run. */
      automationId?: string | null;
      /** @description The run that came to the node; absent if the send is that of a whole audience run. */
      automationRunId?: string | null;
      completedAt?: string | null;
      createdAt: string;
      /** @description When one send is read. */
      delivery?: components["schemas"]["SendDelivery"] | null;
      /** @description Absent once the domain is deleted. */
      domainId?: string | null;
      emailId?: string | null;
      /** @description The version that was the newest when the send was accepted. */
      emailVersionId?: string | null;
      /** @description Why it waits or failed. */
      error?: components["schemas"]["RowFault"] | null;
      /** @description The newest 1,000, the newest first, with `include=events`. */
      events?: components["schemas"]["Event"][] | null;
      /** @description Whether there are more events, with `include=events`. */
      eventsTruncated?: boolean | null;
      /** @description Members who got no mail, and why; when one send is read. */
      exclusions?: components["schemas"]["SendExclusions"] | null;
      from: components["schemas"]["Sender"];
      kind: components["schemas"]["SendKind"];
      /** @description The `sendEmail` node whose mail it is. */
      nodeId?: string | null;
      /** @description Why it is `paused`. */
      pauseReason?: components["schemas"]["PauseReason"] | null;
      previewText?: string | null;
      /** @description Who could be mailed when it was accepted; from its start on, who is. */
      recipientCount: number;
      /** @description The one recipient of a run's mail; absent once the contact is deleted. */
      recipientEmail?: string | null;
      replyTo?: string | null;
      scheduledAt?: string | null;
      sendId: string;
      startedAt?: string | null;
      stats: components["schemas"]["SendStats"];
      status: components["schemas"]["SendStatus"];
      subject: string;
      /** @description The addresses that it was sent to instead of an audience. */
      to?: string[] | null;
      /** @description The fire that started the run. */
      triggerInstanceId?: string | null;
      updatedAt: string;
    };
    SendBody: {
      /** @description Who gets it: an audience, or `all` for every contact of the brand. */
      audienceId?: string | null;
      /** @description Without one, the domain of `from.email`, else the brand's only domain that is ready. */
      domainId?: string | null;
      /** @description Counts who would get it, and changes nothing. */
      dryRun?: boolean | null;
      /** @description A design of type `campaign`: it is sent once. */
      emailId: string;
      /** @description A version of the design; without one, the newest as it stands now. */
      emailVersionId?: string | null;
      /** @description Without one, the domain's default, else `hello@` the domain with the brand's name. */
      from?: components["schemas"]["Sender"] | null;
      /** @description `live`, as without it; `test` makes it a test to one inbox. */
      mode?: components["schemas"]["SendMode"] | null;
      /** @description The line beside the subject in an inbox; without one, the design's. */
      previewText?: string | null;
      /** @description Where answers go; without one, the domain's default. */
      replyTo?: string | null;
      /**
      * @description When it starts, in the future: an ISO time. Without one, now.
      * @example 2030-01-02T03:04:05Z
      */
      scheduledAt?: string | null;
      /** @description Without one, the design's. Merge tags are filled in for each recipient. */
      subject?: string | null;
      /** @description `true` makes it a test to one inbox. */
      test?: boolean | null;
      /** @description Who gets it, instead of `audienceId`: one address or up to 1000, which become contacts. */
      to?: components["schemas"]["SendTo"] | null;
    };
    /**
    * @description Where the recipients stand: `planned` is the sum of `pending`, `deferred`, `delivered`, `bounced`, `failed`,
    *     `inDoubt` and `canceled`.
    */
    SendDelivery: {
      /** @description A receiver took the mail, whatever it said later. */
      accepted: number;
      bounced: number;
      /** @description The send was canceled before they got it. */
      canceled: number;
      /** @description Wait for their next try. */
      deferred: number;
      delivered: number;
      /** @description Members who get no mail: the sum of `exclusions`. */
      excluded: number;
      failed: number;
      /** @description The connection broke when the mail was handed over: the receiver may have it or not. */
      inDoubt: number;
      machineClicks: number;
      machineOpens: number;
      /** @description Not tried yet. */
      pending: number;
      planned: number;
    };
    SendEmailConfig: {
      domainId?: string | null;
      /** @description A design of type `automation` or `transactional`. */
      emailId?: string | null;
      emailVersionId?: string | null;
      /** @description Without one, the domain's default, else `hello@` the domain with the brand's name. */
      from?: components["schemas"]["NodeSender"] | null;
      /** @description The line beside the subject in an inbox; without one, the design's. */
      previewText?: string | null;
      /** @description Where answers go; without one, the domain's default. */
      replyTo?: string | null;
      subject?: string | null;
    };
    /** @description Members who get no mail, each counted under the first reason that fits. */
    SendExclusions: {
      /** @description Named more than once in `to`. */
      duplicate: number;
      /** @description The address is invalid or risky. */
      invalid: number;
      /** @description Bounced, complained, or suppressed by hand. */
      suppressed: number;
      unsubscribed: number;
    };
    SendInclude: "events";
    /** @enum {string} */
    SendKind: "campaign" | "automation";
    /** @enum {string} */
    SendMode: "live" | "test";
    SendPage: {
      data: components["schemas"]["Send"][];
      pagination: components["schemas"]["Pagination"];
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
    /** @description Recipients, each counted once; what machines opened and clicked is not in here. */
    SendStats: {
      bounced: number;
      clicked: number;
      complained: number;
      /** @description Taken, and not returned since. */
      delivered: number;
      opened: number;
      /** @description A receiver took the mail. */
      sent: number;
      unsubscribed: number;
    };
    /**
    * @description The contract's one vocabulary for runs, sends, imports and tests.
    * @enum {string}
    */
    SendStatus: "queued" | "scheduled" | "running" | "paused" | "completed" | "partially_completed" | "failed" | "canceled";
    /** @description Addresses, one alone or many. */
    SendTo: string[] | string;
    SendWarning: {
      code: components["schemas"]["SendWarningCode"];
      /** @description How many there are, where it is about several at once. */
      count?: number | null;
      level: components["schemas"]["SendWarningLevel"];
      message: string;
      /** @description The key of the request that it is about, if it is about one. */
      param?: string | null;
      /** @description What to do about it. */
      suggestion: string;
    };
    SendWarningCode: "NO_POSTAL_ADDRESS" | "PUBLIC_URL_NOT_HTTPS" | "UNKNOWN_MERGE_TAG" | "PLACEHOLDER_LINK" | "INSTALLATION_SENDER";
    /**
    * @description `warning`: it keeps nothing from being sent.
    * @enum {string}
    */
    SendWarningLevel: "warning";
    /** @description Who a mail is from. */
    Sender: {
      /** @description An address on the domain. */
      email: string;
      name?: string | null;
    };
    /**
    * @description Who fired.
    * @enum {string}
    */
    Source: "api" | "integration";
    SpamRule: {
      description?: string | null;
      name: string;
      /** @description Above zero it speaks against the mail. */
      score: number;
    };
    SpamVerdict: {
      /** @description `rspamd` or `spamassassin` */
      filter: string;
      /** @description What weighs most first. */
      rules: components["schemas"]["SpamRule"][];
      score: number;
      /** @description From this score on it is spam. */
      threshold: number;
    };
    Span: {
      duration: number;
      unit: components["schemas"]["SpanUnit"];
    };
    /** @enum {string} */
    SpanUnit: "seconds" | "minutes" | "hours" | "days" | "weeks";
    SplitConfig: {
      branches: components["schemas"]["ConditionBranch"][];
      /** @description The way of whoever fulfils none of them. */
      elseBranch: string;
      /** @constant */
      mode: "condition";
    } | {
      branches: components["schemas"]["PercentageBranch"][];
      /** @constant */
      mode: "percentage";
    };
    /** @description `queued`, `running`, `completed`, `failed` or `skipped` each */
    Steps: {
      domain: string;
      logo: string;
      theme: string;
    };
    /** @description Something that was taken out, as often as it stood there. */
    Stripped: {
      count: number;
      /** @description The line of the first. */
      line: number;
      reason: string;
      /** @description The element, attribute, scheme or host: `script`, `onclick`, `10.0.0.1`. */
      what: string;
    };
    /** @description Every row is counted once. */
    Summary: {
      created: number;
      failed: number;
      updated: number;
    };
    /** @description What is kept of what was said. */
    Suppression: {
      /** @description Since when. */
      at?: string | null;
      /** @description `hard`, or `soft` for one of many over a long time */
      bounceType?: string | null;
      /** @description `bounced`, `complained`, `invalid`, `risky` or `manual` */
      reason: string;
      /** @description Which server or provider reported it. */
      reporter?: string | null;
      /** @description The send that brought it to light. */
      sendId?: string | null;
      /** @description What the receiving server said. */
      smtpReply?: string | null;
      /**
      * @description `reply`: the receiver's answer when it was mailed; `report`: a report that came later; `complaint`: the
      *     person, by way of their mailbox provider. Absent where no mail brought it.
      */
      source?: string | null;
    };
    Template: {
      /** @description The house style that it is shown in. A design made of it has the look of its own brand. */
      brand: string;
      category: components["schemas"]["EmailCategory"];
      description: string;
      /** @description It never changes, and is the same on every server. */
      emailId: string;
      /** @description With `include=html`: merge tags and all, in the house style. */
      html?: string | null;
      /** @description What it looks like in the house style: a WebP file of 600 by 800, open to everybody. */
      previewImage: string;
      tags: string[];
      title: string;
      updatedAt: string;
    };
    TemplateInclude: "html";
    TemplatePage: {
      data: components["schemas"]["Template"][];
      pagination: components["schemas"]["Pagination"];
    };
    TemplateUse: {
      groupId?: string | null;
      /** @description Without one, that of the template. */
      title?: string | null;
      /** @description Without one, `transactional` for orders, bills and accounts, else `campaign`. */
      type?: components["schemas"]["EmailType"] | null;
    };
    /**
    * @description `test`
    * @enum {string}
    */
    TestMode: "test";
    TestRun: {
      automationRunId: string;
      mode: components["schemas"]["AutomationRunMode"];
      /** @description `queued` */
      status: components["schemas"]["SendStatus"];
    };
    TestRunBody: {
      /** @description A version of the automation; without one, the newest, published or not. */
      automationVersionId?: string | null;
      /** @description What a fire would bring, checked against the trigger's contract; `email` is the recipient if it is left out. */
      payload?: {
        [key: string]: unknown;
      } | null;
      /**
      * @description The address that all its mail goes to. If there is a contact with it, filters and merge tags see that contact.
      * @example ada@example.com
      */
      recipient: string;
    };
    TestSend: {
      recipient: string;
      /** @description `completed` */
      status: components["schemas"]["SendStatus"];
      warnings?: components["schemas"]["SendWarning"][];
    };
    TestSendBody: {
      /** @description It has to be there, and nobody of it is mailed. */
      audienceId?: string | null;
      /**
      * @description As for a campaign. While no domain is ready, a test comes from the server's own sender in the brand's name, and
      *     `warnings` says so.
      */
      domainId?: string | null;
      /** @description `false`: a test mails one inbox and changes nothing else. */
      dryRun?: boolean | null;
      /** @description A design of any type. */
      emailId: string;
      /** @description A version of the design; without one, the newest. */
      emailVersionId?: string | null;
      /** @description As for a campaign, if a domain is ready. */
      from?: components["schemas"]["Sender"] | null;
      /** @description Says the same. */
      mode?: components["schemas"]["TestMode"] | null;
      /** @description What merge tags say, by name. */
      payload?: {
        [key: string]: unknown;
      } | null;
      /** @description The line beside the subject in an inbox; without one, the design's. */
      previewText?: string | null;
      /** @description As for a campaign, if a domain is ready. */
      replyTo?: string | null;
      /**
      * @description It has to be a time in the future, and the test is mailed at once.
      * @example 2030-01-02T03:04:05Z
      */
      scheduledAt?: string | null;
      /** @description Without one, the design's. */
      subject?: string | null;
      /** @description `true` */
      test: boolean;
      /**
      * @description One address, or a list of one.
      * @example ada@example.com
      */
      to: components["schemas"]["Inbox"];
    };
    TextKind: "subjects" | "previews" | "copy";
    TextRequest: {
      /** @description At most so many are suggested; 5 if not given. */
      count?: number | null;
      /** @description A design to suggest texts for. */
      emailId?: string | null;
      kind: components["schemas"]["TextKind"];
      /** @description What the mail is about. Either this or `emailId` is required. */
      prompt?: string | null;
    };
    TextSuggestions: {
      suggestions: string[];
    };
    ThemeUpdate: {
      backgroundColor?: string | null;
      bodyFont?: string | null;
      buttonRadius?: number | null;
      headingFont?: string | null;
      primaryColor?: string | null;
      secondaryColor?: string | null;
      textColor?: string | null;
    };
    /** @description What the answer is about. */
    TimeRange: {
      /** @description From then on. */
      from: string;
      /** @description Up to then, but not at it. */
      to: string;
    };
    /** @description Why a mail was not encrypted as it should be. */
    TlsFailure: ("certificate_expired" | "certificate_not_trusted" | "tlsa_invalid" | "dnssec_invalid" | "sts_policy_invalid" | "other") | "starttls_not_supported" | "certificate_host_mismatch" | "validation_failure" | "dane_required" | "sts_policy_fetch_error" | "sts_webpki_invalid";
    TransactionalEmail: {
      /** @description The merge tags that have to be filled in. */
      dataVariables: string[];
      /** @description The emailId. */
      id: string;
      lastUpdated: string;
      /** @description The title. */
      name: string;
    };
    TransactionalPage: {
      data: components["schemas"]["TransactionalEmail"][];
      pagination: components["schemas"]["OlderPagination"];
    };
    TransformOperation: "resize" | "optimize";
    TransformRequest: {
      /** @description An image of the library. Either this or `imageUrl` is required. */
      assetId?: string | null;
      /** @description To resize; `inside` if not given. */
      fit?: components["schemas"]["ImageFit"] | null;
      /** @description The same as before if not given. */
      format?: components["schemas"]["ImageFormat"] | null;
      height?: number | null;
      imageUrl?: string | null;
      operation: components["schemas"]["TransformOperation"];
      /** @description For JPEG and WebP; 82 if not given. */
      quality?: number | null;
      /** @description To resize: one side is enough, the other follows. */
      width?: number | null;
    };
    TransformedImage: {
      assetId: string;
      bytes: number;
      height: number;
      originalBytes: number;
      url: string;
      width: number;
    };
    Trigger: {
      /** @description SHA-256 over fields and enforcement; another one is another contract. */
      contractHash: string;
      createdAt: string;
      description?: string | null;
      enforcement: components["schemas"]["Enforcement"];
      payloadSchema: components["schemas"]["PayloadSchema"];
      /** @description `service_api`, or the integration's name */
      provider: string;
      /** @description The integration's name of the event. */
      providerEventKey?: string | null;
      title: string;
      triggerEventId: string;
      updatedAt: string;
      /** @description Rises when the contract changes. */
      version: number;
    };
    TriggerBody: {
      description?: string | null;
      /** @description What becomes of keys that are not declared: `warn` if nothing is said. */
      enforcement?: components["schemas"]["Enforcement"] | null;
      /** @description What its payloads hold. */
      payloadSchema?: components["schemas"]["PayloadSchema"] | null;
      title: string;
      /**
      * @description The name under which it is fired; one is made if none is given.
      * @example signed-up
      */
      triggerEventId?: string | null;
    };
    /** @description Without a `mode`, events start it. */
    TriggerConfig: {
      /** @constant */
      mode?: "event";
      triggerEventId?: string | null;
    } | {
      /** @description Who it is launched for unless the launch says so; `all` is every contact. */
      audienceId?: string | null;
      /** @constant */
      mode: "manualAudience";
    };
    /** @description One fire of a trigger. */
    TriggerInstance: {
      /** @description How often a start was tried. */
      attempts: number;
      automationRunIds: string[];
      matchedAutomationIds: string[];
      /** @description Matched automations that did not start, and why. */
      notStarted: components["schemas"]["NotStarted"][];
      processedAt?: string | null;
      /** @description Of an integration's event. */
      provider?: string | null;
      receivedAt: string;
      recipientEmail?: string | null;
      rejectionReason?: string | null;
      source: components["schemas"]["Source"];
      state: components["schemas"]["TriggerInstanceState"];
      triggerEventId: string;
      triggerInstanceId: string;
    };
    TriggerInstancePage: {
      data: components["schemas"]["TriggerInstance"][];
      pagination: components["schemas"]["Pagination"];
    };
    TriggerInstanceState: ("partially_fired" | "fired") | "received" | "verified" | "matched" | "rejected" | "dead_letter";
    TriggerPage: {
      data: components["schemas"]["Trigger"][];
      pagination: components["schemas"]["Pagination"];
    };
    /** @description Whether a fire would start something. */
    TriggerReadiness: {
      blockers: components["schemas"]["ReadinessBlocker"][];
      counts: components["schemas"]["ReadinessCounts"];
      endpoint: components["schemas"]["FireEndpoint"];
      payloadSchema: components["schemas"]["PayloadSchema"];
      publishedAutomations: components["schemas"]["PublishedAutomation"][];
      /** @description Every automation that a fire matches can start, and there is one. */
      ready: boolean;
      triggerEventId: string;
    };
    TriggerToDelete: {
      triggerEventId: string;
    };
    TriggerUpdate: {
      description?: string | null;
      enforcement?: components["schemas"]["Enforcement"] | null;
      /** @description Replaces the fields as a whole. */
      payloadSchema?: components["schemas"]["PayloadSchema"] | null;
      title?: string | null;
    };
    UnsuppressBody: {
      /** @description Why the address is good again. Not kept: it may name people. */
      reason?: string | null;
    };
    UpdatedBrand: {
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
      warnings?: components["schemas"]["BrandWarning"][];
      websiteUrl?: string | null;
    };
    UpdatedContact: {
      automations?: components["schemas"]["Automations"] | null;
      consent?: components["schemas"]["ConsentInput"] | null;
      contactId: string;
      createdAt: string;
      /** @description String, number, boolean; a date is Unix seconds. */
      customFields: {
        [key: string]: unknown;
      };
      email: string;
      firstName?: string | null;
      importId?: string | null;
      lastName?: string | null;
      lastValidatedAt?: string | null;
      subscribed: boolean;
      suppressed: boolean;
      /** @description `bounced`, `complained`, `invalid`, `risky` or `manual` */
      suppressedReason?: string | null;
      /**
      * @description Why it is suppressed: what was said, by whom, about which mail. `GET /v1/contacts?suppressed=true` is the
      *     suppression list of the brand.
      */
      suppression?: components["schemas"]["Suppression"] | null;
      updatedAt: string;
      validationDetails?: components["schemas"]["ValidationDetails"] | null;
      /** @description `valid`, `risky`, `invalid` or `unknown` */
      validationStatus?: string | null;
    };
    UpdatedEmail: {
      /** @description What became of the images, where a new version was made. */
      assetReport?: components["schemas"]["AssetReport"] | null;
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
    UpdatedTrigger: {
      /** @description SHA-256 over fields and enforcement; another one is another contract. */
      contractHash: string;
      createdAt: string;
      description?: string | null;
      enforcement: components["schemas"]["Enforcement"];
      payloadSchema: components["schemas"]["PayloadSchema"];
      /** @description `service_api`, or the integration's name */
      provider: string;
      /** @description The integration's name of the event. */
      providerEventKey?: string | null;
      title: string;
      triggerEventId: string;
      updatedAt: string;
      /** @description Rises when the contract changes. */
      version: number;
      /** @description Published automations that no longer fit the contract: fires do not start them until one of the two is changed. */
      warnings?: components["schemas"]["ContractWarning"][];
    };
    Usage: {
      credits: components["schemas"]["Allowance"];
      emailSends: components["schemas"]["Allowance"];
      period: components["schemas"]["Bounds"];
      plan: string;
      /** @description Bytes of images and of files that wait for their import. */
      storage: components["schemas"]["Allowance"];
    };
    UsedFlow: {
      automationId: string;
      automationVersionId: string;
      /** @description What keeps the automation from being published as things stand. */
      blockers: components["schemas"]["AutomationNotice"][];
      /** @description Its designs, in the order of the flow. */
      emails: components["schemas"]["Email"][];
      /** @description The group of its designs. */
      groupId: string;
      /** @description What starts it. */
      triggerEventId: string;
    };
    ValidateBody: {
      /** @description What is no address is answered as `invalid`. One that stands here twice is answered twice and paid once. */
      emails: string[];
    };
    /** @description Up to 100 addresses are answered at once (200), more are checked in the background (202). */
    Validated: {
      /** @description In the order of `emails`. */
      data: components["schemas"]["CheckedAddress"][];
      summary: components["schemas"]["ValidationSummary"];
    } | {
      /** @description `queued` */
      status: string;
      validationId: string;
    };
    ValidationDetails: {
      didYouMean?: string | null;
      isDisposable?: boolean | null;
      isRole?: boolean | null;
      reason?: string | null;
    };
    ValidationProgress: {
      completedAt?: string | null;
      createdAt: string;
      /** @description When it is done and for 30 days, in the order of the addresses; not of more than 10,000. */
      data?: components["schemas"]["CheckedAddress"][] | null;
      error?: components["schemas"]["RowFault"] | null;
      processed: number;
      progressPercent: number;
      /** @description `queued`, `running`, `completed`, `partially_completed` (DNS was silent about some) or `failed` */
      status: string;
      /** @description Of those that were looked at so far. */
      summary: components["schemas"]["ValidationSummary"];
      total: number;
      validationId: string;
    };
    /** @enum {string} */
    ValidationStatus: "valid" | "risky" | "invalid" | "unknown";
    /** @description How many addresses came to what. */
    ValidationSummary: {
      invalid: number;
      risky: number;
      total: number;
      unknown: number;
      valid: number;
    };
    /**
    * @description How a version came to be.
    * @enum {string}
    */
    VersionSource: "generated" | "imported" | "edited" | "restored" | "template";
    WaitConfig: components["schemas"]["Span"] | {
      until: components["schemas"]["DateField"];
    } | {
      /** @description Only on these; without them, every day. */
      days?: components["schemas"]["Weekday"][] | null;
      /** @description The brand's, if none is given. */
      timeZone?: string | null;
      /** @description `HH:MM` */
      untilTime: string;
    };
    Warning: {
      /** @description `RESUBSCRIBE_SKIPPED` or `COLUMN_IGNORED` */
      code: string;
      email?: string | null;
      index?: number | null;
      message: string;
    };
    /** @enum {string} */
    Weekday: "mon" | "tue" | "wed" | "thu" | "fri" | "sat" | "sun";
    /** @description The automation as it stands now, or with `dryRun` what would become of it. */
    WrittenAutomation: components["schemas"]["Automation"] | components["schemas"]["AutomationPreview"];
    WrittenContact: {
      consent?: components["schemas"]["ConsentInput"] | null;
      contactId: string;
      createdAt: string;
      /** @description String, number, boolean; a date is Unix seconds. */
      customFields: {
        [key: string]: unknown;
      };
      email: string;
      firstName?: string | null;
      importId?: string | null;
      lastName?: string | null;
      lastValidatedAt?: string | null;
      subscribed: boolean;
      suppressed: boolean;
      /** @description `bounced`, `complained`, `invalid`, `risky` or `manual` */
      suppressedReason?: string | null;
      /**
      * @description Why it is suppressed: what was said, by whom, about which mail. `GET /v1/contacts?suppressed=true` is the
      *     suppression list of the brand.
      */
      suppression?: components["schemas"]["Suppression"] | null;
      updatedAt: string;
      validationDetails?: components["schemas"]["ValidationDetails"] | null;
      /** @description `valid`, `risky`, `invalid` or `unknown` */
      validationStatus?: string | null;
      warnings?: components["schemas"]["Warning"][];
    };
  };
}
export interface operations {
  "analytics.automations": {
    parameters: {
      query?: {
        automationId?: string;
        from?: string;
        to?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AutomationReport"];
        };
      };
    };
  };
  "analytics.events": {
    parameters: {
      query?: {
        automationId?: string;
        automationRunId?: string;
        cursor?: string;
        eventType?: components["schemas"]["EventType"][];
        from?: string;
        limit?: number;
        recipient?: string;
        sendId?: string;
        to?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EventPage"];
        };
      };
    };
  };
  "analytics.overview": {
    parameters: {
      query?: {
        automationId?: string;
        emailId?: string;
        from?: string;
        granularity?: components["schemas"]["Granularity"];
        sendId?: string;
        to?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Overview"];
        };
      };
    };
  };
  "apiKeys.revoke": {
    parameters: {
      path: {
        /** @description The id of the key. */
        keyId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["RevokedKey"];
        };
      };
    };
  };
  "audienceRuns.cancel": {
    parameters: {
      path: {
        /** @description The id of the audience run. */
        audienceRunId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedAudienceRun"];
        };
      };
    };
  };
  "audienceRuns.get": {
    parameters: {
      path: {
        /** @description The id of the audience run. */
        audienceRunId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AudienceRun"];
        };
      };
    };
  };
  "audienceRuns.list": {
    parameters: {
      query?: {
        automationId?: string;
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AudienceRunPage"];
        };
      };
    };
  };
  "audienceRuns.pause": {
    parameters: {
      path: {
        /** @description The id of the audience run. */
        audienceRunId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedAudienceRun"];
        };
      };
    };
  };
  "audienceRuns.resume": {
    parameters: {
      path: {
        /** @description The id of the audience run. */
        audienceRunId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedAudienceRun"];
        };
      };
    };
  };
  "audiences.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AudienceBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Audience"];
        };
      };
    };
  };
  "audiences.delete": {
    parameters: {
      path: {
        /** @description The id of the audience. */
        audienceId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedAudience"];
        };
      };
    };
  };
  "audiences.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["Include"][];
      };
      path: {
        /** @description The id of the audience. */
        audienceId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Audience"];
        };
      };
    };
  };
  "audiences.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AudiencePage"];
        };
      };
    };
  };
  "audiences.update": {
    parameters: {
      path: {
        /** @description The id of the audience. */
        audienceId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["AudienceUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Audience"];
        };
      };
    };
  };
  "automationRuns.cancel": {
    parameters: {
      path: {
        /** @description The id of the automation run. */
        automationRunId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedAutomationRun"];
        };
      };
    };
  };
  "automationRuns.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["AutomationRunInclude"][];
      };
      path: {
        /** @description The id of the automation run. */
        automationRunId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AutomationRun"];
        };
      };
    };
  };
  "automationRuns.list": {
    parameters: {
      query?: {
        audienceRunId?: string;
        automationId?: string;
        automationRunId?: string;
        cursor?: string;
        from?: string;
        limit?: number;
        status?: components["schemas"]["SendStatus"];
        to?: string;
        triggerEventId?: string;
        triggerInstanceId?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AutomationRunPage"];
        };
      };
    };
  };
  "automations.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["AutomationBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["WrittenAutomation"];
        };
      };
      201: {
        content: {
          "application/json": components["schemas"]["WrittenAutomation"];
        };
      };
    };
  };
  "automations.delete": {
    parameters: {
      path: {
        /** @description The id of the automation. */
        automationId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedAutomation"];
        };
      };
    };
  };
  "automations.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["AutomationInclude"][];
      };
      path: {
        /** @description The id of the automation. */
        automationId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Automation"];
        };
      };
    };
  };
  "automations.list": {
    parameters: {
      query?: {
        cursor?: string;
        include?: components["schemas"]["AutomationListInclude"][];
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AutomationPage"];
        };
      };
    };
  };
  "automations.run": {
    parameters: {
      path: {
        /** @description The id of the automation. */
        automationId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["LaunchBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Launched"];
        };
      };
      202: {
        content: {
          "application/json": components["schemas"]["Launched"];
        };
      };
    };
  };
  "automations.test": {
    parameters: {
      path: {
        /** @description The id of the automation. */
        automationId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestRunBody"];
      };
    };
    responses: {
      202: {
        content: {
          "application/json": components["schemas"]["TestRun"];
        };
      };
    };
  };
  "automations.update": {
    parameters: {
      path: {
        /** @description The id of the automation. */
        automationId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["AutomationUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["WrittenAutomation"];
        };
      };
    };
  };
  "brand.deleteImage": {
    parameters: {
      path: {
        /** @description The id of the asset. */
        assetId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedAsset"];
        };
      };
    };
  };
  "brand.get": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Brand"];
        };
      };
    };
  };
  "brand.listImages": {
    parameters: {
      query?: {
        cursor?: string;
        kind?: components["schemas"]["AssetKind"];
        limit?: number;
        q?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AssetPage"];
        };
      };
    };
  };
  "brand.update": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["BrandUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["UpdatedBrand"];
        };
      };
    };
  };
  "brands.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["BrandPage"];
        };
      };
    };
  };
  "chats.get": {
    parameters: {
      path: {
        /** @description The id of the chat. */
        chatId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Chat"];
        };
      };
    };
  };
  "chats.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ChatPage"];
        };
      };
    };
  };
  "contacts.batchDelete": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactsToDelete"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedContacts"];
        };
      };
    };
  };
  "contacts.createOlder": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactToCreate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ContactCreated"];
        };
      };
    };
  };
  "contacts.delete": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactToDelete"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedContact"];
        };
      };
    };
  };
  "contacts.deleteByEmail": {
    parameters: {
      path: {
        /**
        * @description The contact's address.
        * @example ada@example.com
        */
        email: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedContact"];
        };
      };
    };
  };
  "contacts.deleteMany": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactsToDelete"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedContacts"];
        };
      };
    };
  };
  "contacts.downloadImportErrors": {
    parameters: {
      path: {
        /** @description The id of the import. */
        importId: string;
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
  "contacts.export": {
    parameters: {
      query?: {
        audienceId?: string;
        search?: string;
        subscribed?: boolean;
        suppressed?: boolean;
        validationStatus?: components["schemas"]["ValidationStatus"];
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
  "contacts.get": {
    parameters: {
      path: {
        /**
        * @description The contact's address.
        * @example ada@example.com
        */
        email: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Contact"];
        };
      };
    };
  };
  "contacts.getImport": {
    parameters: {
      path: {
        /** @description The id of the import. */
        importId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ImportProgress"];
        };
      };
    };
  };
  "contacts.getValidation": {
    parameters: {
      path: {
        /** @description The id of the validation. */
        validationId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ValidationProgress"];
        };
      };
    };
  };
  "contacts.importCsv": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ImportBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ImportAnswer"];
        };
      };
      202: {
        content: {
          "application/json": components["schemas"]["ImportAnswer"];
        };
      };
    };
  };
  "contacts.importCsvFile": {
    parameters: {
      query?: {
        consent?: string;
        mapping?: string;
        validate?: boolean;
      };
    };
    requestBody: {
      content: {
        "text/csv": string;
      };
    };
    responses: {
      202: {
        content: {
          "application/json": components["schemas"]["ImportProgress"];
        };
      };
    };
  };
  "contacts.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
        order?: components["schemas"]["Order"];
        search?: string;
        sort?: string;
        subscribed?: boolean;
        suppressed?: boolean;
        validationStatus?: components["schemas"]["ValidationStatus"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ContactPage"];
        };
      };
    };
  };
  "contacts.search": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["SearchBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SearchAnswer"];
        };
      };
    };
  };
  "contacts.unsuppress": {
    parameters: {
      path: {
        /**
        * @description The contact's address.
        * @example ada@example.com
        */
        email: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["UnsuppressBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Contact"];
        };
      };
    };
  };
  "contacts.update": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ContactUpdated"];
        };
      };
    };
  };
  "contacts.updateByEmail": {
    parameters: {
      path: {
        /**
        * @description The contact's address.
        * @example ada@example.com
        */
        email: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ContactUpdateByEmail"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["UpdatedContact"];
        };
      };
    };
  };
  "contacts.updateOlder": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ContactUpdated"];
        };
      };
    };
  };
  "contacts.upsert": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ContactBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["WrittenContact"];
        };
      };
      201: {
        content: {
          "application/json": components["schemas"]["WrittenContact"];
        };
      };
    };
  };
  "contacts.upsertBatch": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["BatchBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["BatchAnswer"];
        };
      };
    };
  };
  "contacts.validate": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ValidateBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Validated"];
        };
      };
      202: {
        content: {
          "application/json": components["schemas"]["Validated"];
        };
      };
    };
  };
  "content.addImage": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["AddImageRequest"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Asset"];
        };
      };
    };
  };
  "content.createImageUpload": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["ImageUploadRequest"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["ImageUpload"];
        };
      };
    };
  };
  "content.generate": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TextRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TextSuggestions"];
        };
      };
    };
  };
  "content.generateImage": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GenerateImageRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["GeneratedImage"];
        };
      };
    };
  };
  "content.gif": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["GifRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Gif"];
        };
      };
    };
  };
  "content.htmlToPng": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["HtmlToPngRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["HtmlImage"];
        };
      };
    };
  };
  "content.transform": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TransformRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TransformedImage"];
        };
      };
    };
  };
  "domains.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["DomainBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Domain"];
        };
      };
    };
  };
  "domains.delete": {
    parameters: {
      path: {
        /** @description The id of the domain. */
        domainId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedDomain"];
        };
      };
    };
  };
  "domains.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["DomainInclude"][];
      };
      path: {
        /** @description The id of the domain. */
        domainId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Domain"];
        };
      };
    };
  };
  "domains.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
        sendableOnly?: boolean;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DomainPage"];
        };
      };
    };
  };
  "domains.update": {
    parameters: {
      path: {
        /** @description The id of the domain. */
        domainId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["DomainUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Domain"];
        };
      };
    };
  };
  "domains.verify": {
    parameters: {
      path: {
        /** @description The id of the domain. */
        domainId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Domain"];
        };
      };
    };
  };
  "emailGroups.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailGroupBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["EmailGroup"];
        };
      };
    };
  };
  "emailGroups.delete": {
    parameters: {
      path: {
        /** @description The id of the group. */
        groupId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedEmailGroup"];
        };
      };
    };
  };
  "emailGroups.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["EmailGroupInclude"][];
      };
      path: {
        /** @description The id of the group. */
        groupId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EmailGroup"];
        };
      };
    };
  };
  "emailGroups.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EmailGroupPage"];
        };
      };
    };
  };
  "emailGroups.update": {
    parameters: {
      path: {
        /** @description The id of the group. */
        groupId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailGroupBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EmailGroup"];
        };
      };
    };
  };
  "emails.accessibilityAudit": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AccessibilityAudit"];
        };
      };
    };
  };
  "emails.clientPreviews": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["ClientPreviewsRequest"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["ClientPreviews"];
        };
      };
    };
  };
  "emails.createComment": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CommentBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Comment"];
        };
      };
    };
  };
  "emails.createPlacementTest": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["PlacementTestBody"];
      };
    };
    responses: {
      202: {
        content: {
          "application/json": components["schemas"]["PlacementTest"];
        };
      };
    };
  };
  "emails.delete": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedEmail"];
        };
      };
    };
  };
  "emails.duplicate": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["EmailCopy"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Email"];
        };
      };
    };
  };
  "emails.generate": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailPrompt"];
      };
    };
    responses: {
      202: {
        content: {
          "application/json": components["schemas"]["Email"];
        };
      };
    };
  };
  "emails.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["EmailInclude"][];
      };
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
  "emails.getPlacementTest": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
        /** @description The id of the test. */
        testId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PlacementTest"];
        };
      };
    };
  };
  "emails.import": {
    parameters: {
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["EmailImport"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["ImportedEmail"];
        };
      };
    };
  };
  "emails.list": {
    parameters: {
      query?: {
        category?: components["schemas"]["EmailCategory"];
        cursor?: string;
        from?: string;
        include?: components["schemas"]["EmailListInclude"][];
        limit?: number;
        search?: string;
        sortBy?: components["schemas"]["EmailSort"];
        status?: components["schemas"]["EmailStatus"];
        to?: string;
        type?: components["schemas"]["EmailType"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["EmailPage"];
        };
      };
    };
  };
  "emails.listComments": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["CommentPage"];
        };
      };
    };
  };
  "emails.listPlacementTests": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["PlacementTestPage"];
        };
      };
    };
  };
  "emails.replyToComment": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
        /** @description The id of the comment. */
        commentId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CommentMessageBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Comment"];
        };
      };
    };
  };
  "emails.restore": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["EmailRestore"];
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
  "emails.update": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["EmailUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["UpdatedEmail"];
        };
      };
      202: {
        content: {
          "application/json": components["schemas"]["UpdatedEmail"];
        };
      };
    };
  };
  "emails.updateComment": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
        /** @description The id of the comment. */
        commentId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["CommentUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Comment"];
        };
      };
    };
  };
  "fields.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FieldBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Field"];
        };
      };
      201: {
        content: {
          "application/json": components["schemas"]["Field"];
        };
      };
    };
  };
  "fields.delete": {
    parameters: {
      path: {
        /**
        * @description The field's name.
        * @example city
        */
        fieldName: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedField"];
        };
      };
    };
  };
  "fields.deleteNamed": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FieldToDelete"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedField"];
        };
      };
    };
  };
  "fields.get": {
    parameters: {
      path: {
        /**
        * @description The field's name.
        * @example city
        */
        fieldName: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Field"];
        };
      };
    };
  };
  "fields.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["FieldPage"];
        };
      };
    };
  };
  "flows.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["FlowInclude"][];
      };
      path: {
        /** @description The flow's short name. */
        slug: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["FlowDetail"];
        };
      };
    };
  };
  "flows.list": {
    parameters: {
      query?: {
        category?: components["schemas"]["EmailCategory"];
        cursor?: string;
        limit?: number;
        semantic?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["FlowPage"];
        };
      };
    };
  };
  "flows.use": {
    parameters: {
      path: {
        /** @description The flow's short name. */
        slug: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["FlowUse"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["UsedFlow"];
        };
      };
    };
  };
  "help.get": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Help"];
        };
      };
    };
  };
  "insights.get": {
    parameters: {
      path: {
        /** @description The id of the insight. */
        insightId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Insight"];
        };
      };
    };
  };
  "insights.list": {
    parameters: {
      query?: {
        category?: components["schemas"]["InsightCategory"];
        cursor?: string;
        limit?: number;
        severity?: components["schemas"]["InsightSeverity"];
        state?: components["schemas"]["InsightState"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["InsightPage"];
        };
      };
    };
  };
  "insights.update": {
    parameters: {
      path: {
        /** @description The id of the insight. */
        insightId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["InsightUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Insight"];
        };
      };
    };
  };
  "integrations.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["IntegrationPage"];
        };
      };
    };
  };
  "notifications.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["NotificationPage"];
        };
      };
    };
  };
  "sends.cancel": {
    parameters: {
      path: {
        /** @description The id of the send. */
        sendId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedSend"];
        };
      };
    };
  };
  "sends.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["SendBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["AcceptedSend"];
        };
      };
      202: {
        content: {
          "application/json": components["schemas"]["AcceptedSend"];
        };
      };
    };
  };
  "sends.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["SendInclude"][];
      };
      path: {
        /** @description The id of the send. */
        sendId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Send"];
        };
      };
    };
  };
  "sends.list": {
    parameters: {
      query?: {
        audienceRunId?: string;
        automationId?: string;
        automationRunId?: string;
        cursor?: string;
        emailId?: string;
        from?: string;
        kind?: components["schemas"]["SendKind"];
        limit?: number;
        status?: components["schemas"]["SendStatus"];
        to?: string;
        triggerInstanceId?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["SendPage"];
        };
      };
    };
  };
  "sends.pause": {
    parameters: {
      path: {
        /** @description The id of the send. */
        sendId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedSend"];
        };
      };
    };
  };
  "sends.resume": {
    parameters: {
      path: {
        /** @description The id of the send. */
        sendId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["MovedSend"];
        };
      };
    };
  };
  "sends.test": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TestSendBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TestSend"];
        };
      };
    };
  };
  "sends.testOlder": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["OlderTestSendBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TestSend"];
        };
      };
    };
  };
  "templates.get": {
    parameters: {
      query?: {
        include?: components["schemas"]["TemplateInclude"][];
      };
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Template"];
        };
      };
    };
  };
  "templates.list": {
    parameters: {
      query?: {
        brand?: string;
        category?: components["schemas"]["EmailCategory"];
        cursor?: string;
        include?: components["schemas"]["TemplateInclude"][];
        limit?: number;
        semantic?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TemplatePage"];
        };
      };
    };
  };
  "templates.use": {
    parameters: {
      path: {
        /** @description The id of the email. */
        emailId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["TemplateUse"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Email"];
        };
      };
    };
  };
  "transactional.listOlder": {
    parameters: {
      query?: {
        cursor?: string;
        perPage?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TransactionalPage"];
        };
      };
    };
  };
  "triggerInstances.get": {
    parameters: {
      path: {
        /** @description The id of the trigger instance. */
        triggerInstanceId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TriggerInstance"];
        };
      };
    };
  };
  "triggerInstances.list": {
    parameters: {
      query?: {
        cursor?: string;
        from?: string;
        limit?: number;
        to?: string;
        triggerEventId?: string;
        triggerInstanceId?: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TriggerInstancePage"];
        };
      };
    };
  };
  "triggers.create": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TriggerBody"];
      };
    };
    responses: {
      201: {
        content: {
          "application/json": components["schemas"]["Trigger"];
        };
      };
    };
  };
  "triggers.delete": {
    parameters: {
      path: {
        /** @description The id of the trigger event. */
        triggerEventId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedTrigger"];
        };
      };
    };
  };
  "triggers.deleteNamed": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["TriggerToDelete"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["DeletedTrigger"];
        };
      };
    };
  };
  "triggers.fire": {
    parameters: {
      path: {
        /** @description The id of the trigger event. */
        triggerEventId: string;
      };
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["FireBody"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["FiredTrigger"];
        };
      };
    };
  };
  "triggers.get": {
    parameters: {
      path: {
        /** @description The id of the trigger event. */
        triggerEventId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Trigger"];
        };
      };
    };
  };
  "triggers.list": {
    parameters: {
      query?: {
        cursor?: string;
        limit?: number;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TriggerPage"];
        };
      };
    };
  };
  "triggers.readiness": {
    parameters: {
      path: {
        /** @description The id of the trigger event. */
        triggerEventId: string;
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["TriggerReadiness"];
        };
      };
    };
  };
  "triggers.update": {
    parameters: {
      path: {
        /** @description The id of the trigger event. */
        triggerEventId: string;
      };
    };
    requestBody?: {
      content: {
        "application/json": components["schemas"]["TriggerUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["UpdatedTrigger"];
        };
      };
    };
  };
  "triggers.updateNamed": {
    parameters: {
    };
    requestBody: {
      content: {
        "application/json": components["schemas"]["NamedTriggerUpdate"];
      };
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["UpdatedTrigger"];
        };
      };
    };
  };
  "usage.get": {
    parameters: {
    };
    responses: {
      200: {
        content: {
          "application/json": components["schemas"]["Usage"];
        };
      };
    };
  };
}
