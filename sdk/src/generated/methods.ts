// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
import type { AnswerOf, BodyOf, CallOptions, Pages, QueryOf, Transport, Upload } from "../types.js"
import { segment } from "../address.js"
import type { operations } from "./schema.js"

export const methods = (transport: Transport) => ({
  analytics: {
    /** Performance of each automation: `GET /v1/analytics/automations`. */
    automations: (query?: QueryOf<operations["analytics.automations"]>, options?: CallOptions): Promise<AnswerOf<operations["analytics.automations"]>> =>
      transport.request({ method: "GET", path: "/v1/analytics/automations", query }, options),
    /** The feed of events: `GET /v1/analytics/events`. */
    events: (query?: QueryOf<operations["analytics.events"]>, options?: CallOptions): Pages<AnswerOf<operations["analytics.events"]>> =>
      transport.pages({ method: "GET", path: "/v1/analytics/events", query, cursorIn: "query" }, options),
    /** Totals, rates and a series: `GET /v1/analytics/overview`. */
    overview: (query?: QueryOf<operations["analytics.overview"]>, options?: CallOptions): Promise<AnswerOf<operations["analytics.overview"]>> =>
      transport.request({ method: "GET", path: "/v1/analytics/overview", query }, options),
  },
  apiKeys: {
    /** Revoke a key, effective at once: `DELETE /v1/api-keys/{keyId}`. */
    revoke: (keyId: string, options?: CallOptions): Promise<AnswerOf<operations["apiKeys.revoke"]>> =>
      transport.request({ method: "DELETE", path: `/v1/api-keys/${segment(keyId)}` }, options),
  },
  audienceRuns: {
    /** Cancel an audience run: `POST /v1/automations/audience-runs/{audienceRunId}/cancel`. */
    cancel: (audienceRunId: string, options?: CallOptions): Promise<AnswerOf<operations["audienceRuns.cancel"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/audience-runs/${segment(audienceRunId)}/cancel`, keyed: true }, options),
    /** Read an audience run: `GET /v1/automations/audience-runs/{audienceRunId}`. */
    get: (audienceRunId: string, options?: CallOptions): Promise<AnswerOf<operations["audienceRuns.get"]>> =>
      transport.request({ method: "GET", path: `/v1/automations/audience-runs/${segment(audienceRunId)}` }, options),
    /** List audience runs: `GET /v1/automations/audience-runs`. */
    list: (query?: QueryOf<operations["audienceRuns.list"]>, options?: CallOptions): Pages<AnswerOf<operations["audienceRuns.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/automations/audience-runs", query, cursorIn: "query" }, options),
    /** Pause an audience run: `POST /v1/automations/audience-runs/{audienceRunId}/pause`. */
    pause: (audienceRunId: string, options?: CallOptions): Promise<AnswerOf<operations["audienceRuns.pause"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/audience-runs/${segment(audienceRunId)}/pause`, keyed: true }, options),
    /** Resume an audience run: `POST /v1/automations/audience-runs/{audienceRunId}/resume`. */
    resume: (audienceRunId: string, options?: CallOptions): Promise<AnswerOf<operations["audienceRuns.resume"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/audience-runs/${segment(audienceRunId)}/resume`, keyed: true }, options),
  },
  audiences: {
    /** Save an audience: `POST /v1/audiences`. */
    create: (body: BodyOf<operations["audiences.create"]>, options?: CallOptions): Promise<AnswerOf<operations["audiences.create"]>> =>
      transport.request({ method: "POST", path: "/v1/audiences", body, keyed: true }, options),
    /** Delete an audience: `DELETE /v1/audiences/{audienceId}`. */
    delete: (audienceId: string, options?: CallOptions): Promise<AnswerOf<operations["audiences.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/audiences/${segment(audienceId)}` }, options),
    /** Read an audience: `GET /v1/audiences/{audienceId}`. */
    get: (audienceId: string, query?: QueryOf<operations["audiences.get"]>, options?: CallOptions): Promise<AnswerOf<operations["audiences.get"]>> =>
      transport.request({ method: "GET", path: `/v1/audiences/${segment(audienceId)}`, query }, options),
    /** List audiences: `GET /v1/audiences`. */
    list: (query?: QueryOf<operations["audiences.list"]>, options?: CallOptions): Pages<AnswerOf<operations["audiences.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/audiences", query, cursorIn: "query" }, options),
    /** Change an audience: `PATCH /v1/audiences/{audienceId}`. */
    update: (audienceId: string, body?: BodyOf<operations["audiences.update"]>, options?: CallOptions): Promise<AnswerOf<operations["audiences.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/audiences/${segment(audienceId)}`, body }, options),
  },
  automationRuns: {
    /** Cancel a run: `POST /v1/automations/runs/{automationRunId}/cancel`. */
    cancel: (automationRunId: string, options?: CallOptions): Promise<AnswerOf<operations["automationRuns.cancel"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/runs/${segment(automationRunId)}/cancel`, keyed: true }, options),
    /** Read a run: `GET /v1/automations/runs/{automationRunId}`. */
    get: (automationRunId: string, query?: QueryOf<operations["automationRuns.get"]>, options?: CallOptions): Promise<AnswerOf<operations["automationRuns.get"]>> =>
      transport.request({ method: "GET", path: `/v1/automations/runs/${segment(automationRunId)}`, query }, options),
    /** List runs: `GET /v1/automations/runs`. */
    list: (query?: QueryOf<operations["automationRuns.list"]>, options?: CallOptions): Pages<AnswerOf<operations["automationRuns.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/automations/runs", query, cursorIn: "query" }, options),
  },
  automations: {
    /** Create an automation: `POST /v1/automations`. */
    create: (body: BodyOf<operations["automations.create"]>, options?: CallOptions): Promise<AnswerOf<operations["automations.create"]>> =>
      transport.request({ method: "POST", path: "/v1/automations", body, keyed: true }, options),
    /** Delete an automation: `DELETE /v1/automations/{automationId}`. */
    delete: (automationId: string, options?: CallOptions): Promise<AnswerOf<operations["automations.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/automations/${segment(automationId)}` }, options),
    /** Read an automation: `GET /v1/automations/{automationId}`. */
    get: (automationId: string, query?: QueryOf<operations["automations.get"]>, options?: CallOptions): Promise<AnswerOf<operations["automations.get"]>> =>
      transport.request({ method: "GET", path: `/v1/automations/${segment(automationId)}`, query }, options),
    /** List automations: `GET /v1/automations`. */
    list: (query?: QueryOf<operations["automations.list"]>, options?: CallOptions): Pages<AnswerOf<operations["automations.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/automations", query, cursorIn: "query" }, options),
    /** Launch a manual-audience run: `POST /v1/automations/{automationId}/run`. */
    run: (automationId: string, body?: BodyOf<operations["automations.run"]>, options?: CallOptions): Promise<AnswerOf<operations["automations.run"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/${segment(automationId)}/run`, body, keyed: true }, options),
    /** Walk an automation as a test: `POST /v1/automations/{automationId}/test`. */
    test: (automationId: string, body: BodyOf<operations["automations.test"]>, options?: CallOptions): Promise<AnswerOf<operations["automations.test"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/${segment(automationId)}/test`, body, keyed: true }, options),
    /** Change, publish or unpublish an automation: `PATCH /v1/automations/{automationId}`. */
    update: (automationId: string, body?: BodyOf<operations["automations.update"]>, options?: CallOptions): Promise<AnswerOf<operations["automations.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/automations/${segment(automationId)}`, body }, options),
  },
  brand: {
    /** Delete an image: `DELETE /v1/brand/images/{assetId}`. */
    deleteImage: (assetId: string, options?: CallOptions): Promise<AnswerOf<operations["brand.deleteImage"]>> =>
      transport.request({ method: "DELETE", path: `/v1/brand/images/${segment(assetId)}` }, options),
    /** Read the brand: `GET /v1/brand`. */
    get: (options?: CallOptions): Promise<AnswerOf<operations["brand.get"]>> =>
      transport.request({ method: "GET", path: "/v1/brand" }, options),
    /** Browse or search the brand's images: `GET /v1/brand/images`. */
    listImages: (query?: QueryOf<operations["brand.listImages"]>, options?: CallOptions): Pages<AnswerOf<operations["brand.listImages"]>> =>
      transport.pages({ method: "GET", path: "/v1/brand/images", query, cursorIn: "query" }, options),
    /** Change the brand: `PATCH /v1/brand`. */
    update: (body?: BodyOf<operations["brand.update"]>, options?: CallOptions): Promise<AnswerOf<operations["brand.update"]>> =>
      transport.request({ method: "PATCH", path: "/v1/brand", body }, options),
  },
  brands: {
    /** List the organization's brands: `GET /v1/brands`. */
    list: (query?: QueryOf<operations["brands.list"]>, options?: CallOptions): Pages<AnswerOf<operations["brands.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/brands", query, cursorIn: "query" }, options),
  },
  chats: {
    /** Read a design chat: `GET /v1/chats/{chatId}`. */
    get: (chatId: string, options?: CallOptions): Promise<AnswerOf<operations["chats.get"]>> =>
      transport.request({ method: "GET", path: `/v1/chats/${segment(chatId)}` }, options),
    /** List design chats: `GET /v1/chats`. */
    list: (query?: QueryOf<operations["chats.list"]>, options?: CallOptions): Pages<AnswerOf<operations["chats.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/chats", query, cursorIn: "query" }, options),
  },
  contacts: {
    /** Delete up to 1000 contacts: `POST /v1/contacts/batch-delete`. */
    batchDelete: (body: BodyOf<operations["contacts.batchDelete"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.batchDelete"]>> =>
      transport.request({ method: "POST", path: "/v1/contacts/batch-delete", body, keyed: true }, options),
    /** Create a contact (older shape): `POST /contacts/create`. */
    createOlder: (body: BodyOf<operations["contacts.createOlder"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.createOlder"]>> =>
      transport.request({ method: "POST", path: "/contacts/create", body, keyed: true }, options),
    /** Delete a contact: `DELETE /v1/contacts`. */
    delete: (body: BodyOf<operations["contacts.delete"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.delete"]>> =>
      transport.request({ method: "DELETE", path: "/v1/contacts", body }, options),
    /** Delete a contact by its address: `DELETE /v1/contacts/{email}`. */
    deleteByEmail: (email: string, options?: CallOptions): Promise<AnswerOf<operations["contacts.deleteByEmail"]>> =>
      transport.request({ method: "DELETE", path: `/v1/contacts/${segment(email)}` }, options),
    /** Delete up to 1000 contacts: `DELETE /v1/contacts`. */
    deleteMany: (body: BodyOf<operations["contacts.deleteMany"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.deleteMany"]>> =>
      transport.request({ method: "DELETE", path: "/v1/contacts", body }, options),
    /** Rows that could not be imported, as CSV: `GET /v1/contacts/imports/{importId}/errors`. */
    downloadImportErrors: (importId: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.download({ method: "GET", path: `/v1/contacts/imports/${segment(importId)}/errors` }, options),
    /** Contacts as CSV: `GET /v1/contacts/export`. */
    export: (query?: QueryOf<operations["contacts.export"]>, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.download({ method: "GET", path: "/v1/contacts/export", query }, options),
    /** Read a contact: `GET /v1/contacts/{email}`. */
    get: (email: string, options?: CallOptions): Promise<AnswerOf<operations["contacts.get"]>> =>
      transport.request({ method: "GET", path: `/v1/contacts/${segment(email)}` }, options),
    /** Progress of an import: `GET /v1/contacts/imports/{importId}`. */
    getImport: (importId: string, options?: CallOptions): Promise<AnswerOf<operations["contacts.getImport"]>> =>
      transport.request({ method: "GET", path: `/v1/contacts/imports/${segment(importId)}` }, options),
    /** Progress of a validation: `GET /v1/contacts/validations/{validationId}`. */
    getValidation: (validationId: string, options?: CallOptions): Promise<AnswerOf<operations["contacts.getValidation"]>> =>
      transport.request({ method: "GET", path: `/v1/contacts/validations/${segment(validationId)}` }, options),
    /** Import contacts from CSV: `POST /v1/contacts/import-csv`. */
    importCsv: (body: BodyOf<operations["contacts.importCsv"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.importCsv"]>> =>
      transport.request({ method: "POST", path: "/v1/contacts/import-csv", body, keyed: true }, options),
    /** Import contacts from a CSV file of any size: `POST /v1/contacts/import-csv`. */
    importCsvFile: (file: Upload, query?: QueryOf<operations["contacts.importCsvFile"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.importCsvFile"]>> =>
      transport.request({ method: "POST", path: "/v1/contacts/import-csv", file, fileType: "text/csv", query, keyed: true }, options),
    /** List contacts: `GET /v1/contacts`. */
    list: (query?: QueryOf<operations["contacts.list"]>, options?: CallOptions): Pages<AnswerOf<operations["contacts.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/contacts", query, cursorIn: "query" }, options),
    /** Search contacts with filters: `POST /v1/contacts/search`. */
    search: (body?: BodyOf<operations["contacts.search"]>, options?: CallOptions): Pages<AnswerOf<operations["contacts.search"]>> =>
      transport.pages({ method: "POST", path: "/v1/contacts/search", body, keyed: true, cursorIn: "body" }, options),
    /** Lift a suppression: `POST /v1/contacts/{email}/unsuppress`. */
    unsuppress: (email: string, body?: BodyOf<operations["contacts.unsuppress"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.unsuppress"]>> =>
      transport.request({ method: "POST", path: `/v1/contacts/${segment(email)}/unsuppress`, body, keyed: true }, options),
    /** Change a contact: `PATCH /v1/contacts`. */
    update: (body: BodyOf<operations["contacts.update"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.update"]>> =>
      transport.request({ method: "PATCH", path: "/v1/contacts", body }, options),
    /** Change a contact by its address: `PATCH /v1/contacts/{email}`. */
    updateByEmail: (email: string, body?: BodyOf<operations["contacts.updateByEmail"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.updateByEmail"]>> =>
      transport.request({ method: "PATCH", path: `/v1/contacts/${segment(email)}`, body }, options),
    /** Change a contact (older shape): `PATCH /contacts`. */
    updateOlder: (body: BodyOf<operations["contacts.updateOlder"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.updateOlder"]>> =>
      transport.request({ method: "PATCH", path: "/contacts", body }, options),
    /** Create or update a contact: `POST /v1/contacts`. */
    upsert: (body: BodyOf<operations["contacts.upsert"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.upsert"]>> =>
      transport.request({ method: "POST", path: "/v1/contacts", body, keyed: true }, options),
    /** Create or update up to 1000 contacts: `POST /v1/contacts`. */
    upsertBatch: (body: BodyOf<operations["contacts.upsertBatch"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.upsertBatch"]>> =>
      transport.request({ method: "POST", path: "/v1/contacts", body, keyed: true }, options),
    /** Check addresses: `POST /v1/contacts/validate`. */
    validate: (body: BodyOf<operations["contacts.validate"]>, options?: CallOptions): Promise<AnswerOf<operations["contacts.validate"]>> =>
      transport.request({ method: "POST", path: "/v1/contacts/validate", body, keyed: true }, options),
  },
  content: {
    /** Add an image to the library: `POST /v1/content/add-image`. */
    addImage: (body?: BodyOf<operations["content.addImage"]>, options?: CallOptions): Promise<AnswerOf<operations["content.addImage"]>> =>
      transport.request({ method: "POST", path: "/v1/content/add-image", body, keyed: true }, options),
    /** Start an image upload: `POST /v1/content/image-uploads`. */
    createImageUpload: (body: BodyOf<operations["content.createImageUpload"]>, options?: CallOptions): Promise<AnswerOf<operations["content.createImageUpload"]>> =>
      transport.request({ method: "POST", path: "/v1/content/image-uploads", body, keyed: true }, options),
    /** Suggest subjects, previews or copy: `POST /v1/content/generate`. */
    generate: (body: BodyOf<operations["content.generate"]>, options?: CallOptions): Promise<AnswerOf<operations["content.generate"]>> =>
      transport.request({ method: "POST", path: "/v1/content/generate", body, keyed: true }, options),
    /** Generate an image: `POST /v1/content/generate-image`. */
    generateImage: (body: BodyOf<operations["content.generateImage"]>, options?: CallOptions): Promise<AnswerOf<operations["content.generateImage"]>> =>
      transport.request({ method: "POST", path: "/v1/content/generate-image", body, keyed: true }, options),
    /** Make a GIF from a prompt, an image or a video: `POST /v1/content/gif`. */
    gif: (body: BodyOf<operations["content.gif"]>, options?: CallOptions): Promise<AnswerOf<operations["content.gif"]>> =>
      transport.request({ method: "POST", path: "/v1/content/gif", body, keyed: true }, options),
    /** Render HTML to a picture: `POST /v1/content/html-to-png`. */
    htmlToPng: (body?: BodyOf<operations["content.htmlToPng"]>, options?: CallOptions): Promise<AnswerOf<operations["content.htmlToPng"]>> =>
      transport.request({ method: "POST", path: "/v1/content/html-to-png", body, keyed: true }, options),
    /** Optimize or resize an image: `POST /v1/content/transform`. */
    transform: (body: BodyOf<operations["content.transform"]>, options?: CallOptions): Promise<AnswerOf<operations["content.transform"]>> =>
      transport.request({ method: "POST", path: "/v1/content/transform", body, keyed: true }, options),
  },
  domains: {
    /** Add a sending domain: `POST /v1/domains`. */
    create: (body: BodyOf<operations["domains.create"]>, options?: CallOptions): Promise<AnswerOf<operations["domains.create"]>> =>
      transport.request({ method: "POST", path: "/v1/domains", body, keyed: true }, options),
    /** Delete a domain: `DELETE /v1/domains/{domainId}`. */
    delete: (domainId: string, options?: CallOptions): Promise<AnswerOf<operations["domains.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/domains/${segment(domainId)}` }, options),
    /** Read a domain: `GET /v1/domains/{domainId}`. */
    get: (domainId: string, query?: QueryOf<operations["domains.get"]>, options?: CallOptions): Promise<AnswerOf<operations["domains.get"]>> =>
      transport.request({ method: "GET", path: `/v1/domains/${segment(domainId)}`, query }, options),
    /** List sending domains: `GET /v1/domains`. */
    list: (query?: QueryOf<operations["domains.list"]>, options?: CallOptions): Pages<AnswerOf<operations["domains.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/domains", query, cursorIn: "query" }, options),
    /** Set a domain's sender defaults: `PATCH /v1/domains/{domainId}`. */
    update: (domainId: string, body?: BodyOf<operations["domains.update"]>, options?: CallOptions): Promise<AnswerOf<operations["domains.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/domains/${segment(domainId)}`, body }, options),
    /** Check a domain's DNS records now: `POST /v1/domains/{domainId}/verify`. */
    verify: (domainId: string, options?: CallOptions): Promise<AnswerOf<operations["domains.verify"]>> =>
      transport.request({ method: "POST", path: `/v1/domains/${segment(domainId)}/verify`, keyed: true }, options),
  },
  emailGroups: {
    /** Create an email group: `POST /v1/email-groups`. */
    create: (body: BodyOf<operations["emailGroups.create"]>, options?: CallOptions): Promise<AnswerOf<operations["emailGroups.create"]>> =>
      transport.request({ method: "POST", path: "/v1/email-groups", body, keyed: true }, options),
    /** Delete an email group; `ungrouped` is none (400): `DELETE /v1/email-groups/{groupId}`. */
    delete: (groupId: string, options?: CallOptions): Promise<AnswerOf<operations["emailGroups.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/email-groups/${segment(groupId)}` }, options),
    /** Read an email group: `GET /v1/email-groups/{groupId}`. */
    get: (groupId: string, query?: QueryOf<operations["emailGroups.get"]>, options?: CallOptions): Promise<AnswerOf<operations["emailGroups.get"]>> =>
      transport.request({ method: "GET", path: `/v1/email-groups/${segment(groupId)}`, query }, options),
    /** List email groups: `GET /v1/email-groups`. */
    list: (query?: QueryOf<operations["emailGroups.list"]>, options?: CallOptions): Pages<AnswerOf<operations["emailGroups.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/email-groups", query, cursorIn: "query" }, options),
    /** Rename an email group; `ungrouped` is none (400): `PATCH /v1/email-groups/{groupId}`. */
    update: (groupId: string, body: BodyOf<operations["emailGroups.update"]>, options?: CallOptions): Promise<AnswerOf<operations["emailGroups.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/email-groups/${segment(groupId)}`, body }, options),
  },
  emails: {
    /** Audit a design's accessibility: `GET /v1/emails/{emailId}/accessibility-audit`. */
    accessibilityAudit: (emailId: string, options?: CallOptions): Promise<AnswerOf<operations["emails.accessibilityAudit"]>> =>
      transport.request({ method: "GET", path: `/v1/emails/${segment(emailId)}/accessibility-audit`, keyed: true }, options),
    /** Show what mail clients make of a design: `POST /v1/emails/{emailId}/client-previews`. */
    clientPreviews: (emailId: string, body?: BodyOf<operations["emails.clientPreviews"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.clientPreviews"]>> =>
      transport.request({ method: "POST", path: `/v1/emails/${segment(emailId)}/client-previews`, body, keyed: true }, options),
    /** Start a comment thread about a design or one element of it: `POST /v1/emails/{emailId}/comments`. */
    createComment: (emailId: string, body: BodyOf<operations["emails.createComment"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.createComment"]>> =>
      transport.request({ method: "POST", path: `/v1/emails/${segment(emailId)}/comments`, body, keyed: true }, options),
    /** Start an inbox-placement test: `POST /v1/emails/{emailId}/inbox-placement-tests`. */
    createPlacementTest: (emailId: string, body: BodyOf<operations["emails.createPlacementTest"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.createPlacementTest"]>> =>
      transport.request({ method: "POST", path: `/v1/emails/${segment(emailId)}/inbox-placement-tests`, body, keyed: true }, options),
    /** Delete a design: `DELETE /v1/emails/{emailId}`. */
    delete: (emailId: string, options?: CallOptions): Promise<AnswerOf<operations["emails.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/emails/${segment(emailId)}` }, options),
    /** Copy a design: `POST /v1/emails/{emailId}/duplicate`. */
    duplicate: (emailId: string, body?: BodyOf<operations["emails.duplicate"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.duplicate"]>> =>
      transport.request({ method: "POST", path: `/v1/emails/${segment(emailId)}/duplicate`, body, keyed: true }, options),
    /** Generate a design from a prompt: `POST /v1/emails`. */
    generate: (body: BodyOf<operations["emails.generate"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.generate"]>> =>
      transport.request({ method: "POST", path: "/v1/emails", body, keyed: true }, options),
    /** Read a design: `GET /v1/emails/{emailId}`. */
    get: (emailId: string, query?: QueryOf<operations["emails.get"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.get"]>> =>
      transport.request({ method: "GET", path: `/v1/emails/${segment(emailId)}`, query }, options),
    /** Read a placement test: `GET /v1/emails/{emailId}/inbox-placement-tests/{testId}`. */
    getPlacementTest: (emailId: string, testId: string, options?: CallOptions): Promise<AnswerOf<operations["emails.getPlacementTest"]>> =>
      transport.request({ method: "GET", path: `/v1/emails/${segment(emailId)}/inbox-placement-tests/${segment(testId)}` }, options),
    /** Import HTML, MJML or JSX as a design: `POST /v1/emails/import`. */
    import: (body?: BodyOf<operations["emails.import"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.import"]>> =>
      transport.request({ method: "POST", path: "/v1/emails/import", body, keyed: true }, options),
    /** List email designs: `GET /v1/emails`. */
    list: (query?: QueryOf<operations["emails.list"]>, options?: CallOptions): Pages<AnswerOf<operations["emails.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/emails", query, cursorIn: "query" }, options),
    /** Comment threads of a design: `GET /v1/emails/{emailId}/comments`. */
    listComments: (emailId: string, query?: QueryOf<operations["emails.listComments"]>, options?: CallOptions): Pages<AnswerOf<operations["emails.listComments"]>> =>
      transport.pages({ method: "GET", path: `/v1/emails/${segment(emailId)}/comments`, query, cursorIn: "query" }, options),
    /** List inbox-placement tests: `GET /v1/emails/{emailId}/inbox-placement-tests`. */
    listPlacementTests: (emailId: string, query?: QueryOf<operations["emails.listPlacementTests"]>, options?: CallOptions): Pages<AnswerOf<operations["emails.listPlacementTests"]>> =>
      transport.pages({ method: "GET", path: `/v1/emails/${segment(emailId)}/inbox-placement-tests`, query, cursorIn: "query" }, options),
    /** Answer in a comment thread, which is open from then on: `POST /v1/emails/{emailId}/comments/{commentId}/messages`. */
    replyToComment: (emailId: string, commentId: string, body: BodyOf<operations["emails.replyToComment"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.replyToComment"]>> =>
      transport.request({ method: "POST", path: `/v1/emails/${segment(emailId)}/comments/${segment(commentId)}/messages`, body, keyed: true }, options),
    /** Make an earlier version the head again: `POST /v1/emails/{emailId}/restore`. */
    restore: (emailId: string, body: BodyOf<operations["emails.restore"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.restore"]>> =>
      transport.request({ method: "POST", path: `/v1/emails/${segment(emailId)}/restore`, body, keyed: true }, options),
    /** Edit a design: `PATCH /v1/emails/{emailId}`. */
    update: (emailId: string, body?: BodyOf<operations["emails.update"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/emails/${segment(emailId)}`, body }, options),
    /** Resolve a comment thread, or open it again: `PATCH /v1/emails/{emailId}/comments/{commentId}`. */
    updateComment: (emailId: string, commentId: string, body: BodyOf<operations["emails.updateComment"]>, options?: CallOptions): Promise<AnswerOf<operations["emails.updateComment"]>> =>
      transport.request({ method: "PATCH", path: `/v1/emails/${segment(emailId)}/comments/${segment(commentId)}`, body }, options),
  },
  fields: {
    /** Define a field: `POST /v1/fields`. */
    create: (body: BodyOf<operations["fields.create"]>, options?: CallOptions): Promise<AnswerOf<operations["fields.create"]>> =>
      transport.request({ method: "POST", path: "/v1/fields", body, keyed: true }, options),
    /** Delete a field: `DELETE /v1/fields/{fieldName}`. */
    delete: (fieldName: string, options?: CallOptions): Promise<AnswerOf<operations["fields.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/fields/${segment(fieldName)}` }, options),
    /** Delete the field named in the body: `DELETE /v1/fields`. */
    deleteNamed: (body: BodyOf<operations["fields.deleteNamed"]>, options?: CallOptions): Promise<AnswerOf<operations["fields.deleteNamed"]>> =>
      transport.request({ method: "DELETE", path: "/v1/fields", body }, options),
    /** Read a field: `GET /v1/fields/{fieldName}`. */
    get: (fieldName: string, options?: CallOptions): Promise<AnswerOf<operations["fields.get"]>> =>
      transport.request({ method: "GET", path: `/v1/fields/${segment(fieldName)}` }, options),
    /** List fields: `GET /v1/fields`. */
    list: (query?: QueryOf<operations["fields.list"]>, options?: CallOptions): Pages<AnswerOf<operations["fields.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/fields", query, cursorIn: "query" }, options),
  },
  flows: {
    /** Read a flow: `GET /v1/flows/{slug}`. */
    get: (slug: string, query?: QueryOf<operations["flows.get"]>, options?: CallOptions): Promise<AnswerOf<operations["flows.get"]>> =>
      transport.request({ method: "GET", path: `/v1/flows/${segment(slug)}`, query }, options),
    /** Browse ready-made flows: `GET /v1/flows`. */
    list: (query?: QueryOf<operations["flows.list"]>, options?: CallOptions): Pages<AnswerOf<operations["flows.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/flows", query, cursorIn: "query" }, options),
    /** Make a flow a draft automation of the brand: `POST /v1/flows/{slug}/use`. */
    use: (slug: string, body?: BodyOf<operations["flows.use"]>, options?: CallOptions): Promise<AnswerOf<operations["flows.use"]>> =>
      transport.request({ method: "POST", path: `/v1/flows/${segment(slug)}/use`, body, keyed: true }, options),
  },
  help: {
    /** What this server can do: `GET /v1/help`. */
    get: (options?: CallOptions): Promise<AnswerOf<operations["help.get"]>> =>
      transport.request({ method: "GET", path: "/v1/help" }, options),
  },
  insights: {
    /** Read an insight: `GET /v1/insights/{insightId}`. */
    get: (insightId: string, options?: CallOptions): Promise<AnswerOf<operations["insights.get"]>> =>
      transport.request({ method: "GET", path: `/v1/insights/${segment(insightId)}` }, options),
    /** List insights: `GET /v1/insights`. */
    list: (query?: QueryOf<operations["insights.list"]>, options?: CallOptions): Pages<AnswerOf<operations["insights.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/insights", query, cursorIn: "query" }, options),
    /** Dismiss an insight, or show it again: `PATCH /v1/insights/{insightId}`. */
    update: (insightId: string, body: BodyOf<operations["insights.update"]>, options?: CallOptions): Promise<AnswerOf<operations["insights.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/insights/${segment(insightId)}`, body }, options),
  },
  integrations: {
    /** Catalog of integration events: `GET /v1/integrations`. */
    list: (query?: QueryOf<operations["integrations.list"]>, options?: CallOptions): Pages<AnswerOf<operations["integrations.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/integrations", query, cursorIn: "query" }, options),
  },
  notifications: {
    /** List notifications: `GET /v1/notifications`. */
    list: (query?: QueryOf<operations["notifications.list"]>, options?: CallOptions): Pages<AnswerOf<operations["notifications.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/notifications", query, cursorIn: "query" }, options),
  },
  sends: {
    /** Cancel a send: `POST /v1/sends/{sendId}/cancel`. */
    cancel: (sendId: string, options?: CallOptions): Promise<AnswerOf<operations["sends.cancel"]>> =>
      transport.request({ method: "POST", path: `/v1/sends/${segment(sendId)}/cancel`, keyed: true }, options),
    /** Send a campaign: `POST /v1/sends`. */
    create: (body: BodyOf<operations["sends.create"]>, options?: CallOptions): Promise<AnswerOf<operations["sends.create"]>> =>
      transport.request({ method: "POST", path: "/v1/sends", body, keyed: true }, options),
    /** Read a send: `GET /v1/sends/{sendId}`. */
    get: (sendId: string, query?: QueryOf<operations["sends.get"]>, options?: CallOptions): Promise<AnswerOf<operations["sends.get"]>> =>
      transport.request({ method: "GET", path: `/v1/sends/${segment(sendId)}`, query }, options),
    /** List sends: `GET /v1/sends`. */
    list: (query?: QueryOf<operations["sends.list"]>, options?: CallOptions): Pages<AnswerOf<operations["sends.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/sends", query, cursorIn: "query" }, options),
    /** Pause a send: `POST /v1/sends/{sendId}/pause`. */
    pause: (sendId: string, options?: CallOptions): Promise<AnswerOf<operations["sends.pause"]>> =>
      transport.request({ method: "POST", path: `/v1/sends/${segment(sendId)}/pause`, keyed: true }, options),
    /** Resume a paused send: `POST /v1/sends/{sendId}/resume`. */
    resume: (sendId: string, options?: CallOptions): Promise<AnswerOf<operations["sends.resume"]>> =>
      transport.request({ method: "POST", path: `/v1/sends/${segment(sendId)}/resume`, keyed: true }, options),
    /** Send a test to one inbox: `POST /v1/sends`. */
    test: (body: BodyOf<operations["sends.test"]>, options?: CallOptions): Promise<AnswerOf<operations["sends.test"]>> =>
      transport.request({ method: "POST", path: "/v1/sends", body, keyed: true }, options),
    /** Send a test to one inbox (older spelling): `POST /v1/sends`. */
    testOlder: (body: BodyOf<operations["sends.testOlder"]>, options?: CallOptions): Promise<AnswerOf<operations["sends.testOlder"]>> =>
      transport.request({ method: "POST", path: "/v1/sends", body, keyed: true }, options),
  },
  templates: {
    /** Read a template: `GET /v1/templates/{emailId}`. */
    get: (emailId: string, query?: QueryOf<operations["templates.get"]>, options?: CallOptions): Promise<AnswerOf<operations["templates.get"]>> =>
      transport.request({ method: "GET", path: `/v1/templates/${segment(emailId)}`, query }, options),
    /** Browse the template catalog: `GET /v1/templates`. */
    list: (query?: QueryOf<operations["templates.list"]>, options?: CallOptions): Pages<AnswerOf<operations["templates.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/templates", query, cursorIn: "query" }, options),
    /** Make a template a design of the brand: `POST /v1/templates/{emailId}/use`. */
    use: (emailId: string, body?: BodyOf<operations["templates.use"]>, options?: CallOptions): Promise<AnswerOf<operations["templates.use"]>> =>
      transport.request({ method: "POST", path: `/v1/templates/${segment(emailId)}/use`, body, keyed: true }, options),
  },
  transactional: {
    /** List transactional designs (older shape): `GET /transactional`. */
    listOlder: (query?: QueryOf<operations["transactional.listOlder"]>, options?: CallOptions): Promise<AnswerOf<operations["transactional.listOlder"]>> =>
      transport.request({ method: "GET", path: "/transactional", query }, options),
  },
  triggerInstances: {
    /** Read a trigger instance: `GET /v1/automations/trigger-instances/{triggerInstanceId}`. */
    get: (triggerInstanceId: string, options?: CallOptions): Promise<AnswerOf<operations["triggerInstances.get"]>> =>
      transport.request({ method: "GET", path: `/v1/automations/trigger-instances/${segment(triggerInstanceId)}` }, options),
    /** List trigger instances: `GET /v1/automations/trigger-instances`. */
    list: (query?: QueryOf<operations["triggerInstances.list"]>, options?: CallOptions): Pages<AnswerOf<operations["triggerInstances.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/automations/trigger-instances", query, cursorIn: "query" }, options),
  },
  triggers: {
    /** Create a trigger: `POST /v1/automations/triggers`. */
    create: (body: BodyOf<operations["triggers.create"]>, options?: CallOptions): Promise<AnswerOf<operations["triggers.create"]>> =>
      transport.request({ method: "POST", path: "/v1/automations/triggers", body, keyed: true }, options),
    /** Delete a trigger: `DELETE /v1/automations/triggers/{triggerEventId}`. */
    delete: (triggerEventId: string, options?: CallOptions): Promise<AnswerOf<operations["triggers.delete"]>> =>
      transport.request({ method: "DELETE", path: `/v1/automations/triggers/${segment(triggerEventId)}` }, options),
    /** Delete the trigger named in the body: `DELETE /v1/automations/triggers`. */
    deleteNamed: (body: BodyOf<operations["triggers.deleteNamed"]>, options?: CallOptions): Promise<AnswerOf<operations["triggers.deleteNamed"]>> =>
      transport.request({ method: "DELETE", path: "/v1/automations/triggers", body }, options),
    /** Fire a trigger: `POST /v1/automations/triggers/{triggerEventId}/fire`. */
    fire: (triggerEventId: string, body: BodyOf<operations["triggers.fire"]>, options?: CallOptions): Promise<AnswerOf<operations["triggers.fire"]>> =>
      transport.request({ method: "POST", path: `/v1/automations/triggers/${segment(triggerEventId)}/fire`, body, keyed: true }, options),
    /** Read a trigger: `GET /v1/automations/triggers/{triggerEventId}`. */
    get: (triggerEventId: string, options?: CallOptions): Promise<AnswerOf<operations["triggers.get"]>> =>
      transport.request({ method: "GET", path: `/v1/automations/triggers/${segment(triggerEventId)}` }, options),
    /** List triggers: `GET /v1/automations/triggers`. */
    list: (query?: QueryOf<operations["triggers.list"]>, options?: CallOptions): Pages<AnswerOf<operations["triggers.list"]>> =>
      transport.pages({ method: "GET", path: "/v1/automations/triggers", query, cursorIn: "query" }, options),
    /** Whether a fire would start something: `GET /v1/automations/triggers/{triggerEventId}/readiness`. */
    readiness: (triggerEventId: string, options?: CallOptions): Promise<AnswerOf<operations["triggers.readiness"]>> =>
      transport.request({ method: "GET", path: `/v1/automations/triggers/${segment(triggerEventId)}/readiness` }, options),
    /** Change a trigger: `PATCH /v1/automations/triggers/{triggerEventId}`. */
    update: (triggerEventId: string, body?: BodyOf<operations["triggers.update"]>, options?: CallOptions): Promise<AnswerOf<operations["triggers.update"]>> =>
      transport.request({ method: "PATCH", path: `/v1/automations/triggers/${segment(triggerEventId)}`, body }, options),
    /** Change the trigger named in the body: `PATCH /v1/automations/triggers`. */
    updateNamed: (body: BodyOf<operations["triggers.updateNamed"]>, options?: CallOptions): Promise<AnswerOf<operations["triggers.updateNamed"]>> =>
      transport.request({ method: "PATCH", path: "/v1/automations/triggers", body }, options),
  },
  usage: {
    /** Credits and sends of this month: `GET /v1/usage`. */
    get: (options?: CallOptions): Promise<AnswerOf<operations["usage.get"]>> =>
      transport.request({ method: "GET", path: "/v1/usage" }, options),
  },
})
