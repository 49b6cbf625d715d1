// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
import type { AnswerOf, BodyOf, CallOptions, QueryOf, Transport, Upload } from "../types.js"
import { segment } from "../address.js"
import type { operations } from "./schema.js"

export const methods = (transport: Transport) => ({
  analytics: {
    /** Performance of each automation. */
    automations: (query?: QueryOf<operations["analytics.automations"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["analytics.automations"]>>({ method: "GET", path: "/v1/analytics/automations", query }, options),
    /** The feed of events. */
    events: (query?: QueryOf<operations["analytics.events"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["analytics.events"]>>({ method: "GET", path: "/v1/analytics/events", query, cursorIn: "query" }, options),
    /** Totals, rates and a series. */
    overview: (query?: QueryOf<operations["analytics.overview"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["analytics.overview"]>>({ method: "GET", path: "/v1/analytics/overview", query }, options),
  },
  apiKeys: {
    /** Revoke a key, effective at once. */
    revoke: (keyId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["apiKeys.revoke"]>>({ method: "DELETE", path: `/v1/api-keys/${segment(keyId)}` }, options),
  },
  audienceRuns: {
    /** Cancel an audience run. */
    cancel: (audienceRunId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audienceRuns.cancel"]>>({ method: "POST", path: `/v1/automations/audience-runs/${segment(audienceRunId)}/cancel`, keyed: true }, options),
    /** Read an audience run. */
    get: (audienceRunId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audienceRuns.get"]>>({ method: "GET", path: `/v1/automations/audience-runs/${segment(audienceRunId)}` }, options),
    /** List audience runs. */
    list: (query?: QueryOf<operations["audienceRuns.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["audienceRuns.list"]>>({ method: "GET", path: "/v1/automations/audience-runs", query, cursorIn: "query" }, options),
    /** Pause an audience run. */
    pause: (audienceRunId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audienceRuns.pause"]>>({ method: "POST", path: `/v1/automations/audience-runs/${segment(audienceRunId)}/pause`, keyed: true }, options),
    /** Resume an audience run. */
    resume: (audienceRunId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audienceRuns.resume"]>>({ method: "POST", path: `/v1/automations/audience-runs/${segment(audienceRunId)}/resume`, keyed: true }, options),
  },
  audiences: {
    /** Save an audience. */
    create: (body: BodyOf<operations["audiences.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audiences.create"]>>({ method: "POST", path: "/v1/audiences", body, keyed: true }, options),
    /** Delete an audience. */
    delete: (audienceId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audiences.delete"]>>({ method: "DELETE", path: `/v1/audiences/${segment(audienceId)}` }, options),
    /** Read an audience. */
    get: (audienceId: string, query?: QueryOf<operations["audiences.get"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audiences.get"]>>({ method: "GET", path: `/v1/audiences/${segment(audienceId)}`, query }, options),
    /** List audiences. */
    list: (query?: QueryOf<operations["audiences.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["audiences.list"]>>({ method: "GET", path: "/v1/audiences", query, cursorIn: "query" }, options),
    /** Change an audience. */
    update: (audienceId: string, body?: BodyOf<operations["audiences.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["audiences.update"]>>({ method: "PATCH", path: `/v1/audiences/${segment(audienceId)}`, body }, options),
  },
  automationRuns: {
    /** Cancel a run. */
    cancel: (automationRunId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automationRuns.cancel"]>>({ method: "POST", path: `/v1/automations/runs/${segment(automationRunId)}/cancel`, keyed: true }, options),
    /** Read a run. */
    get: (automationRunId: string, query?: QueryOf<operations["automationRuns.get"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automationRuns.get"]>>({ method: "GET", path: `/v1/automations/runs/${segment(automationRunId)}`, query }, options),
    /** List runs. */
    list: (query?: QueryOf<operations["automationRuns.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["automationRuns.list"]>>({ method: "GET", path: "/v1/automations/runs", query, cursorIn: "query" }, options),
  },
  automations: {
    /** Create an automation. */
    create: (body: BodyOf<operations["automations.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automations.create"]>>({ method: "POST", path: "/v1/automations", body, keyed: true }, options),
    /** Delete an automation. */
    delete: (automationId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automations.delete"]>>({ method: "DELETE", path: `/v1/automations/${segment(automationId)}` }, options),
    /** Read an automation. */
    get: (automationId: string, query?: QueryOf<operations["automations.get"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automations.get"]>>({ method: "GET", path: `/v1/automations/${segment(automationId)}`, query }, options),
    /** List automations. */
    list: (query?: QueryOf<operations["automations.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["automations.list"]>>({ method: "GET", path: "/v1/automations", query, cursorIn: "query" }, options),
    /** Launch a manual-audience run. */
    run: (automationId: string, body?: BodyOf<operations["automations.run"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automations.run"]>>({ method: "POST", path: `/v1/automations/${segment(automationId)}/run`, body, keyed: true }, options),
    /** Walk an automation as a test. */
    test: (automationId: string, body: BodyOf<operations["automations.test"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automations.test"]>>({ method: "POST", path: `/v1/automations/${segment(automationId)}/test`, body, keyed: true }, options),
    /** Change, publish or unpublish an automation. */
    update: (automationId: string, body?: BodyOf<operations["automations.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["automations.update"]>>({ method: "PATCH", path: `/v1/automations/${segment(automationId)}`, body }, options),
  },
  brand: {
    /** Delete an image. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    deleteImage: (assetId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["brand.deleteImage"]>>({ method: "DELETE", path: `/v1/brand/images/${segment(assetId)}` }, options),
    /** Read the brand. */
    get: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["brand.get"]>>({ method: "GET", path: "/v1/brand" }, options),
    /** Browse or search the brand's images. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    listImages: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["brand.listImages"]>>({ method: "GET", path: "/v1/brand/images" }, options),
    /** Change the brand. */
    update: (body?: BodyOf<operations["brand.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["brand.update"]>>({ method: "PATCH", path: "/v1/brand", body }, options),
  },
  brands: {
    /** List the organization's brands. */
    list: (query?: QueryOf<operations["brands.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["brands.list"]>>({ method: "GET", path: "/v1/brands", query, cursorIn: "query" }, options),
  },
  chats: {
    /** Read a design chat. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    get: (chatId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["chats.get"]>>({ method: "GET", path: `/v1/chats/${segment(chatId)}` }, options),
    /** List design chats. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    list: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["chats.list"]>>({ method: "GET", path: "/v1/chats" }, options),
  },
  contacts: {
    /** Delete up to 1000 contacts. */
    batchDelete: (body: BodyOf<operations["contacts.batchDelete"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.batchDelete"]>>({ method: "POST", path: "/v1/contacts/batch-delete", body, keyed: true }, options),
    /** Create a contact (older shape). */
    createOlder: (body: BodyOf<operations["contacts.createOlder"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.createOlder"]>>({ method: "POST", path: "/contacts/create", body, keyed: true }, options),
    /** Delete a contact. */
    delete: (body: BodyOf<operations["contacts.delete"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.delete"]>>({ method: "DELETE", path: "/v1/contacts", body }, options),
    /** Delete a contact by its address. */
    deleteByEmail: (email: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.deleteByEmail"]>>({ method: "DELETE", path: `/v1/contacts/${segment(email)}` }, options),
    /** Delete up to 1000 contacts. */
    deleteMany: (body: BodyOf<operations["contacts.deleteMany"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.deleteMany"]>>({ method: "DELETE", path: "/v1/contacts", body }, options),
    /** Rows that could not be imported, as CSV. */
    downloadImportErrors: (importId: string, options?: CallOptions) =>
      transport.download({ method: "GET", path: `/v1/contacts/imports/${segment(importId)}/errors` }, options),
    /** Contacts as CSV. */
    export: (query?: QueryOf<operations["contacts.export"]>, options?: CallOptions) =>
      transport.download({ method: "GET", path: "/v1/contacts/export", query }, options),
    /** Read a contact. */
    get: (email: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.get"]>>({ method: "GET", path: `/v1/contacts/${segment(email)}` }, options),
    /** Progress of an import. */
    getImport: (importId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.getImport"]>>({ method: "GET", path: `/v1/contacts/imports/${segment(importId)}` }, options),
    /** Progress of a validation. */
    getValidation: (validationId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.getValidation"]>>({ method: "GET", path: `/v1/contacts/validations/${segment(validationId)}` }, options),
    /** Import contacts from CSV. */
    importCsv: (body: BodyOf<operations["contacts.importCsv"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.importCsv"]>>({ method: "POST", path: "/v1/contacts/import-csv", body, keyed: true }, options),
    /** Import contacts from a CSV file of any size. */
    importCsvFile: (file: Upload, query?: QueryOf<operations["contacts.importCsvFile"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.importCsvFile"]>>({ method: "POST", path: "/v1/contacts/import-csv", file, fileType: "text/csv", query, keyed: true }, options),
    /** List contacts. */
    list: (query?: QueryOf<operations["contacts.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["contacts.list"]>>({ method: "GET", path: "/v1/contacts", query, cursorIn: "query" }, options),
    /** Search contacts with filters. */
    search: (body?: BodyOf<operations["contacts.search"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["contacts.search"]>>({ method: "POST", path: "/v1/contacts/search", body, keyed: true, cursorIn: "body" }, options),
    /** Lift a suppression. */
    unsuppress: (email: string, body?: BodyOf<operations["contacts.unsuppress"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.unsuppress"]>>({ method: "POST", path: `/v1/contacts/${segment(email)}/unsuppress`, body, keyed: true }, options),
    /** Change a contact. */
    update: (body: BodyOf<operations["contacts.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.update"]>>({ method: "PATCH", path: "/v1/contacts", body }, options),
    /** Change a contact by its address. */
    updateByEmail: (email: string, body?: BodyOf<operations["contacts.updateByEmail"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.updateByEmail"]>>({ method: "PATCH", path: `/v1/contacts/${segment(email)}`, body }, options),
    /** Change a contact (older shape). */
    updateOlder: (body: BodyOf<operations["contacts.updateOlder"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.updateOlder"]>>({ method: "PATCH", path: "/contacts", body }, options),
    /** Create or update a contact. */
    upsert: (body: BodyOf<operations["contacts.upsert"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.upsert"]>>({ method: "POST", path: "/v1/contacts", body, keyed: true }, options),
    /** Create or update up to 1000 contacts. */
    upsertBatch: (body: BodyOf<operations["contacts.upsertBatch"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.upsertBatch"]>>({ method: "POST", path: "/v1/contacts", body, keyed: true }, options),
    /** Check addresses. */
    validate: (body: BodyOf<operations["contacts.validate"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["contacts.validate"]>>({ method: "POST", path: "/v1/contacts/validate", body, keyed: true }, options),
  },
  content: {
    /** Add an image to the library. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    addImage: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.addImage"]>>({ method: "POST", path: "/v1/content/add-image", keyed: true }, options),
    /** Start an image upload. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    createImageUpload: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.createImageUpload"]>>({ method: "POST", path: "/v1/content/image-uploads", keyed: true }, options),
    /** Suggest subjects, previews or copy. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    generate: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.generate"]>>({ method: "POST", path: "/v1/content/generate", keyed: true }, options),
    /** Generate an image. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    generateImage: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.generateImage"]>>({ method: "POST", path: "/v1/content/generate-image", keyed: true }, options),
    /** Make a GIF from a prompt, an image or a video. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    gif: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.gif"]>>({ method: "POST", path: "/v1/content/gif", keyed: true }, options),
    /** Render HTML to a picture. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    htmlToPng: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.htmlToPng"]>>({ method: "POST", path: "/v1/content/html-to-png", keyed: true }, options),
    /** Optimize or resize an image. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    transform: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["content.transform"]>>({ method: "POST", path: "/v1/content/transform", keyed: true }, options),
  },
  domains: {
    /** Add a sending domain. */
    create: (body: BodyOf<operations["domains.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["domains.create"]>>({ method: "POST", path: "/v1/domains", body, keyed: true }, options),
    /** Delete a domain. */
    delete: (domainId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["domains.delete"]>>({ method: "DELETE", path: `/v1/domains/${segment(domainId)}` }, options),
    /** Read a domain. */
    get: (domainId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["domains.get"]>>({ method: "GET", path: `/v1/domains/${segment(domainId)}` }, options),
    /** List sending domains. */
    list: (query?: QueryOf<operations["domains.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["domains.list"]>>({ method: "GET", path: "/v1/domains", query, cursorIn: "query" }, options),
    /** Set a domain's sender defaults. */
    update: (domainId: string, body?: BodyOf<operations["domains.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["domains.update"]>>({ method: "PATCH", path: `/v1/domains/${segment(domainId)}`, body }, options),
    /** Check a domain's DNS records now. */
    verify: (domainId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["domains.verify"]>>({ method: "POST", path: `/v1/domains/${segment(domainId)}/verify`, keyed: true }, options),
  },
  emailGroups: {
    /** Create an email group. */
    create: (body: BodyOf<operations["emailGroups.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emailGroups.create"]>>({ method: "POST", path: "/v1/email-groups", body, keyed: true }, options),
    /** Delete an email group; `ungrouped` is none (400). */
    delete: (groupId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emailGroups.delete"]>>({ method: "DELETE", path: `/v1/email-groups/${segment(groupId)}` }, options),
    /** Read an email group. */
    get: (groupId: string, query?: QueryOf<operations["emailGroups.get"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emailGroups.get"]>>({ method: "GET", path: `/v1/email-groups/${segment(groupId)}`, query }, options),
    /** List email groups. */
    list: (query?: QueryOf<operations["emailGroups.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["emailGroups.list"]>>({ method: "GET", path: "/v1/email-groups", query, cursorIn: "query" }, options),
    /** Rename an email group; `ungrouped` is none (400). */
    update: (groupId: string, body: BodyOf<operations["emailGroups.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emailGroups.update"]>>({ method: "PATCH", path: `/v1/email-groups/${segment(groupId)}`, body }, options),
  },
  emails: {
    /** Audit a design's accessibility. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    accessibilityAudit: (emailId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.accessibilityAudit"]>>({ method: "GET", path: `/v1/emails/${segment(emailId)}/accessibility-audit`, keyed: true }, options),
    /** Screenshots across inboxes. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    clientPreviews: (emailId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.clientPreviews"]>>({ method: "POST", path: `/v1/emails/${segment(emailId)}/client-previews`, keyed: true }, options),
    /** Generate a design from a prompt. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    create: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.create"]>>({ method: "POST", path: "/v1/emails", keyed: true }, options),
    /** Start an inbox-placement test. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    createPlacementTest: (emailId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.createPlacementTest"]>>({ method: "POST", path: `/v1/emails/${segment(emailId)}/inbox-placement-tests`, keyed: true }, options),
    /** Delete a design. */
    delete: (emailId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.delete"]>>({ method: "DELETE", path: `/v1/emails/${segment(emailId)}` }, options),
    /** Copy a design. */
    duplicate: (emailId: string, body?: BodyOf<operations["emails.duplicate"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.duplicate"]>>({ method: "POST", path: `/v1/emails/${segment(emailId)}/duplicate`, body, keyed: true }, options),
    /** Read a design. */
    get: (emailId: string, query?: QueryOf<operations["emails.get"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.get"]>>({ method: "GET", path: `/v1/emails/${segment(emailId)}`, query }, options),
    /** Read a placement test. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    getPlacementTest: (emailId: string, testId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.getPlacementTest"]>>({ method: "GET", path: `/v1/emails/${segment(emailId)}/inbox-placement-tests/${segment(testId)}` }, options),
    /** Import HTML, MJML or JSX as a design. */
    import: (body?: BodyOf<operations["emails.import"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.import"]>>({ method: "POST", path: "/v1/emails/import", body, keyed: true }, options),
    /** List email designs. */
    list: (query?: QueryOf<operations["emails.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["emails.list"]>>({ method: "GET", path: "/v1/emails", query, cursorIn: "query" }, options),
    /** Comment threads of a design. */
    listComments: (emailId: string, query?: QueryOf<operations["emails.listComments"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["emails.listComments"]>>({ method: "GET", path: `/v1/emails/${segment(emailId)}/comments`, query, cursorIn: "query" }, options),
    /** List inbox-placement tests. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    listPlacementTests: (emailId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.listPlacementTests"]>>({ method: "GET", path: `/v1/emails/${segment(emailId)}/inbox-placement-tests` }, options),
    /** Make an earlier version the head again. */
    restore: (emailId: string, body: BodyOf<operations["emails.restore"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.restore"]>>({ method: "POST", path: `/v1/emails/${segment(emailId)}/restore`, body, keyed: true }, options),
    /** Edit a design. */
    update: (emailId: string, body?: BodyOf<operations["emails.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["emails.update"]>>({ method: "PATCH", path: `/v1/emails/${segment(emailId)}`, body }, options),
  },
  fields: {
    /** Define a field. */
    create: (body: BodyOf<operations["fields.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["fields.create"]>>({ method: "POST", path: "/v1/fields", body, keyed: true }, options),
    /** Delete a field. */
    delete: (fieldName: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["fields.delete"]>>({ method: "DELETE", path: `/v1/fields/${segment(fieldName)}` }, options),
    /** Delete the field named in the body. */
    deleteNamed: (body: BodyOf<operations["fields.deleteNamed"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["fields.deleteNamed"]>>({ method: "DELETE", path: "/v1/fields", body }, options),
    /** Read a field. */
    get: (fieldName: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["fields.get"]>>({ method: "GET", path: `/v1/fields/${segment(fieldName)}` }, options),
    /** List fields. */
    list: (query?: QueryOf<operations["fields.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["fields.list"]>>({ method: "GET", path: "/v1/fields", query, cursorIn: "query" }, options),
  },
  flows: {
    /** Read a flow. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    get: (slug: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["flows.get"]>>({ method: "GET", path: `/v1/flows/${segment(slug)}` }, options),
    /** Browse ready-made flows. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    list: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["flows.list"]>>({ method: "GET", path: "/v1/flows" }, options),
  },
  help: {
    /** What this server can do. */
    get: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["help.get"]>>({ method: "GET", path: "/v1/help" }, options),
  },
  insights: {
    /** Read an insight. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    get: (insightId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["insights.get"]>>({ method: "GET", path: `/v1/insights/${segment(insightId)}` }, options),
    /** List insights. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    list: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["insights.list"]>>({ method: "GET", path: "/v1/insights" }, options),
  },
  integrations: {
    /** Catalog of integration events. */
    list: (query?: QueryOf<operations["integrations.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["integrations.list"]>>({ method: "GET", path: "/v1/integrations", query, cursorIn: "query" }, options),
  },
  notifications: {
    /** List notifications. */
    list: (query?: QueryOf<operations["notifications.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["notifications.list"]>>({ method: "GET", path: "/v1/notifications", query, cursorIn: "query" }, options),
  },
  sends: {
    /** Cancel a send. */
    cancel: (sendId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.cancel"]>>({ method: "POST", path: `/v1/sends/${segment(sendId)}/cancel`, keyed: true }, options),
    /** Send a campaign. */
    create: (body: BodyOf<operations["sends.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.create"]>>({ method: "POST", path: "/v1/sends", body, keyed: true }, options),
    /** Read a send. */
    get: (sendId: string, query?: QueryOf<operations["sends.get"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.get"]>>({ method: "GET", path: `/v1/sends/${segment(sendId)}`, query }, options),
    /** List sends. */
    list: (query?: QueryOf<operations["sends.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["sends.list"]>>({ method: "GET", path: "/v1/sends", query, cursorIn: "query" }, options),
    /** Pause a send. */
    pause: (sendId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.pause"]>>({ method: "POST", path: `/v1/sends/${segment(sendId)}/pause`, keyed: true }, options),
    /** Resume a paused send. */
    resume: (sendId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.resume"]>>({ method: "POST", path: `/v1/sends/${segment(sendId)}/resume`, keyed: true }, options),
    /** Send a test to one inbox. */
    test: (body: BodyOf<operations["sends.test"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.test"]>>({ method: "POST", path: "/v1/sends", body, keyed: true }, options),
    /** Send a test to one inbox (older spelling). */
    testOlder: (body: BodyOf<operations["sends.testOlder"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["sends.testOlder"]>>({ method: "POST", path: "/v1/sends", body, keyed: true }, options),
  },
  templates: {
    /** Read a template. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    get: (emailId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["templates.get"]>>({ method: "GET", path: `/v1/templates/${segment(emailId)}` }, options),
    /** Browse the template catalog. The server does not have it yet: 501 `NOT_IMPLEMENTED`. */
    list: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["templates.list"]>>({ method: "GET", path: "/v1/templates" }, options),
  },
  transactional: {
    /** List transactional designs (older shape). */
    listOlder: (query?: QueryOf<operations["transactional.listOlder"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["transactional.listOlder"]>>({ method: "GET", path: "/transactional", query }, options),
  },
  triggerInstances: {
    /** Read a trigger instance. */
    get: (triggerInstanceId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggerInstances.get"]>>({ method: "GET", path: `/v1/automations/trigger-instances/${segment(triggerInstanceId)}` }, options),
    /** List trigger instances. */
    list: (query?: QueryOf<operations["triggerInstances.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["triggerInstances.list"]>>({ method: "GET", path: "/v1/automations/trigger-instances", query, cursorIn: "query" }, options),
  },
  triggers: {
    /** Create a trigger. */
    create: (body: BodyOf<operations["triggers.create"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.create"]>>({ method: "POST", path: "/v1/automations/triggers", body, keyed: true }, options),
    /** Delete a trigger. */
    delete: (triggerEventId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.delete"]>>({ method: "DELETE", path: `/v1/automations/triggers/${segment(triggerEventId)}` }, options),
    /** Delete the trigger named in the body. */
    deleteNamed: (body: BodyOf<operations["triggers.deleteNamed"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.deleteNamed"]>>({ method: "DELETE", path: "/v1/automations/triggers", body }, options),
    /** Fire a trigger. */
    fire: (triggerEventId: string, body: BodyOf<operations["triggers.fire"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.fire"]>>({ method: "POST", path: `/v1/automations/triggers/${segment(triggerEventId)}/fire`, body, keyed: true }, options),
    /** Read a trigger. */
    get: (triggerEventId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.get"]>>({ method: "GET", path: `/v1/automations/triggers/${segment(triggerEventId)}` }, options),
    /** List triggers. */
    list: (query?: QueryOf<operations["triggers.list"]>, options?: CallOptions) =>
      transport.pages<AnswerOf<operations["triggers.list"]>>({ method: "GET", path: "/v1/automations/triggers", query, cursorIn: "query" }, options),
    /** Whether a fire would start something. */
    readiness: (triggerEventId: string, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.readiness"]>>({ method: "GET", path: `/v1/automations/triggers/${segment(triggerEventId)}/readiness` }, options),
    /** Change a trigger. */
    update: (triggerEventId: string, body?: BodyOf<operations["triggers.update"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.update"]>>({ method: "PATCH", path: `/v1/automations/triggers/${segment(triggerEventId)}`, body }, options),
    /** Change the trigger named in the body. */
    updateNamed: (body: BodyOf<operations["triggers.updateNamed"]>, options?: CallOptions) =>
      transport.request<AnswerOf<operations["triggers.updateNamed"]>>({ method: "PATCH", path: "/v1/automations/triggers", body }, options),
  },
  usage: {
    /** Credits and sends of this month. */
    get: (options?: CallOptions) =>
      transport.request<AnswerOf<operations["usage.get"]>>({ method: "GET", path: "/v1/usage" }, options),
  },
})
