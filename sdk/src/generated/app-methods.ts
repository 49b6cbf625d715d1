// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
import type { AnswerOf, BodyOf, CallOptions, Pages, QueryOf, Transport } from "../types.js"
import { segment } from "../address.js"
import type { operations } from "./app-schema.js"

export const methods = (transport: Transport) => ({
  account: {
    /** Choose a password with a link: `POST /app/api/claim`. */
    claim: (body: BodyOf<operations["account.claim"]>, options?: CallOptions): Promise<AnswerOf<operations["account.claim"]>> =>
      transport.request({ method: "POST", path: "/app/api/claim", body }, options),
  },
  app: {
    /** Find something by name: `GET /app/api/find`. */
    find: (query?: QueryOf<operations["app.find"]>, options?: CallOptions): Promise<AnswerOf<operations["app.find"]>> =>
      transport.request({ method: "GET", path: "/app/api/find", query }, options),
    /** What moves right now: `GET /app/api/pulse`. */
    pulse: (options?: CallOptions): Promise<AnswerOf<operations["app.pulse"]>> =>
      transport.request({ method: "GET", path: "/app/api/pulse" }, options),
    /** Whether there is an owner, and who is signed in: `GET /app/api/state`. */
    state: (options?: CallOptions): Promise<AnswerOf<operations["app.state"]>> =>
      transport.request({ method: "GET", path: "/app/api/state" }, options),
  },
  auditLog: {
    /** What was done, and by whom: `GET /app/api/audit-log`. */
    list: (query?: QueryOf<operations["auditLog.list"]>, options?: CallOptions): Pages<AnswerOf<operations["auditLog.list"]>> =>
      transport.pages({ method: "GET", path: "/app/api/audit-log", query, cursorIn: "query" }, options),
  },
  brands: {
    /** Make a brand: `POST /app/api/brands`. */
    create: (body: BodyOf<operations["brands.create"]>, options?: CallOptions): Promise<AnswerOf<operations["brands.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/brands", body, keyed: true }, options),
    /** Delete a brand and all that it has: `DELETE /app/api/brands/{brandId}`. */
    delete: (brandId: string, options?: CallOptions): Promise<AnswerOf<operations["brands.delete"]>> =>
      transport.request({ method: "DELETE", path: `/app/api/brands/${segment(brandId)}` }, options),
  },
  capturedMails: {
    /** Delete the captured mails of the brand: `DELETE /app/api/captured-mails`. */
    delete: (options?: CallOptions): Promise<AnswerOf<operations["capturedMails.delete"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/captured-mails" }, options),
    /** A captured mail: its headers, parts and links: `GET /app/api/captured-mails/{mailId}`. */
    get: (mailId: string, options?: CallOptions): Promise<AnswerOf<operations["capturedMails.get"]>> =>
      transport.request({ method: "GET", path: `/app/api/captured-mails/${segment(mailId)}` }, options),
    /** Mails that were kept instead of sent: `GET /app/api/captured-mails`. */
    list: (query?: QueryOf<operations["capturedMails.list"]>, options?: CallOptions): Pages<AnswerOf<operations["capturedMails.list"]>> =>
      transport.pages({ method: "GET", path: "/app/api/captured-mails", query, cursorIn: "query" }, options),
    /** A captured mail, byte for byte: `GET /app/api/captured-mails/{mailId}/source`. */
    source: (mailId: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.download({ method: "GET", path: `/app/api/captured-mails/${segment(mailId)}/source` }, options),
  },
  downloads: {
    /** Make a link to a file: `POST /app/api/downloads`. */
    create: (body?: BodyOf<operations["downloads.create"]>, options?: CallOptions): Promise<AnswerOf<operations["downloads.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/downloads", body }, options),
    /** Fetch the file of a link: `GET /app/api/downloads/{brandId}/{ticket}`. */
    get: (brandId: string, ticket: string, options?: CallOptions): Promise<ReadableStream<Uint8Array>> =>
      transport.download({ method: "GET", path: `/app/api/downloads/${segment(brandId)}/${segment(ticket)}` }, options),
  },
  emails: {
    /** Wait no longer for what a prompt asks for: `POST /app/api/emails/{emailId}/stop`. */
    stop: (emailId: string, options?: CallOptions): Promise<AnswerOf<operations["emails.stop"]>> =>
      transport.request({ method: "POST", path: `/app/api/emails/${segment(emailId)}/stop`, keyed: true }, options),
  },
  invitations: {
    /** Accept an invitation: `POST /app/api/invitations/accept`. */
    accept: (body: BodyOf<operations["invitations.accept"]>, options?: CallOptions): Promise<AnswerOf<operations["invitations.accept"]>> =>
      transport.request({ method: "POST", path: "/app/api/invitations/accept", body }, options),
    /** Invite somebody: `POST /app/api/invitations`. */
    create: (body: BodyOf<operations["invitations.create"]>, options?: CallOptions): Promise<AnswerOf<operations["invitations.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/invitations", body, keyed: true }, options),
    /** Who is invited: `GET /app/api/invitations`. */
    list: (query?: QueryOf<operations["invitations.list"]>, options?: CallOptions): Pages<AnswerOf<operations["invitations.list"]>> =>
      transport.pages({ method: "GET", path: "/app/api/invitations", query, cursorIn: "query" }, options),
    /** What an invitation says: `POST /app/api/invitations/look`. */
    look: (body: BodyOf<operations["invitations.look"]>, options?: CallOptions): Promise<AnswerOf<operations["invitations.look"]>> =>
      transport.request({ method: "POST", path: "/app/api/invitations/look", body }, options),
    /** Take an invitation back: `DELETE /app/api/invitations/{invitationId}`. */
    revoke: (invitationId: string, options?: CallOptions): Promise<AnswerOf<operations["invitations.revoke"]>> =>
      transport.request({ method: "DELETE", path: `/app/api/invitations/${segment(invitationId)}` }, options),
  },
  keys: {
    /** Make an API key: `POST /app/api/keys`. */
    create: (body: BodyOf<operations["keys.create"]>, options?: CallOptions): Promise<AnswerOf<operations["keys.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/keys", body, keyed: true }, options),
    /** The API keys of the organization: `GET /app/api/keys`. */
    list: (query?: QueryOf<operations["keys.list"]>, options?: CallOptions): Pages<AnswerOf<operations["keys.list"]>> =>
      transport.pages({ method: "GET", path: "/app/api/keys", query, cursorIn: "query" }, options),
    /** Put another key in the place of one: `POST /app/api/keys/{keyId}/rotate`. */
    rotate: (keyId: string, body?: BodyOf<operations["keys.rotate"]>, options?: CallOptions): Promise<AnswerOf<operations["keys.rotate"]>> =>
      transport.request({ method: "POST", path: `/app/api/keys/${segment(keyId)}/rotate`, body, keyed: true }, options),
  },
  notices: {
    /** A captured mail of the installation itself: `GET /app/api/notices/{mailId}`. */
    get: (mailId: string, options?: CallOptions): Promise<AnswerOf<operations["notices.get"]>> =>
      transport.request({ method: "GET", path: `/app/api/notices/${segment(mailId)}` }, options),
    /** Captured mails of the installation itself: `GET /app/api/notices`. */
    list: (query?: QueryOf<operations["notices.list"]>, options?: CallOptions): Pages<AnswerOf<operations["notices.list"]>> =>
      transport.pages({ method: "GET", path: "/app/api/notices", query, cursorIn: "query" }, options),
  },
  passwordResets: {
    /** Ask for a link to choose a new password: `POST /app/api/password-resets`. */
    create: (body: BodyOf<operations["passwordResets.create"]>, options?: CallOptions): Promise<AnswerOf<operations["passwordResets.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/password-resets", body }, options),
    /** Choose a new password with a link: `PUT /app/api/password-resets`. */
    use: (body: BodyOf<operations["passwordResets.use"]>, options?: CallOptions): Promise<AnswerOf<operations["passwordResets.use"]>> =>
      transport.request({ method: "PUT", path: "/app/api/password-resets", body }, options),
  },
  people: {
    /** Who belongs to the organization: `GET /app/api/people`. */
    list: (query?: QueryOf<operations["people.list"]>, options?: CallOptions): Pages<AnswerOf<operations["people.list"]>> =>
      transport.pages({ method: "GET", path: "/app/api/people", query, cursorIn: "query" }, options),
    /** Take somebody out of the organization: `DELETE /app/api/people/{personId}`. */
    remove: (personId: string, options?: CallOptions): Promise<AnswerOf<operations["people.remove"]>> =>
      transport.request({ method: "DELETE", path: `/app/api/people/${segment(personId)}` }, options),
    /** Change somebody's role or brands: `PATCH /app/api/people/{personId}`. */
    update: (personId: string, body?: BodyOf<operations["people.update"]>, options?: CallOptions): Promise<AnswerOf<operations["people.update"]>> =>
      transport.request({ method: "PATCH", path: `/app/api/people/${segment(personId)}`, body }, options),
  },
  profile: {
    /** Switch the second factor on: `PUT /app/api/profile/totp`. */
    confirmTotp: (body: BodyOf<operations["profile.confirmTotp"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.confirmTotp"]>> =>
      transport.request({ method: "PUT", path: "/app/api/profile/totp", body }, options),
    /** End one session: `DELETE /app/api/profile/sessions/{sessionId}`. */
    endSession: (sessionId: string, options?: CallOptions): Promise<AnswerOf<operations["profile.endSession"]>> =>
      transport.request({ method: "DELETE", path: `/app/api/profile/sessions/${segment(sessionId)}` }, options),
    /** Sign out everywhere else: `DELETE /app/api/profile/sessions`. */
    endSessions: (options?: CallOptions): Promise<AnswerOf<operations["profile.endSessions"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/profile/sessions" }, options),
    /** Set up a second factor: `POST /app/api/profile/totp`. */
    offerTotp: (options?: CallOptions): Promise<AnswerOf<operations["profile.offerTotp"]>> =>
      transport.request({ method: "POST", path: "/app/api/profile/totp" }, options),
    /** Remove the second factor: `DELETE /app/api/profile/totp`. */
    removeTotp: (options?: CallOptions): Promise<AnswerOf<operations["profile.removeTotp"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/profile/totp" }, options),
    /** Make new recovery codes: `POST /app/api/profile/recovery-codes`. */
    renewRecoveryCodes: (options?: CallOptions): Promise<AnswerOf<operations["profile.renewRecoveryCodes"]>> =>
      transport.request({ method: "POST", path: "/app/api/profile/recovery-codes" }, options),
    /** Where one is signed in: `GET /app/api/profile/sessions`. */
    sessions: (options?: CallOptions): Promise<AnswerOf<operations["profile.sessions"]>> =>
      transport.request({ method: "GET", path: "/app/api/profile/sessions" }, options),
    /** Give the first owner's account an address: `PUT /app/api/profile/email`. */
    setEmail: (body: BodyOf<operations["profile.setEmail"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.setEmail"]>> =>
      transport.request({ method: "PUT", path: "/app/api/profile/email", body }, options),
    /** Choose another password; other sessions end: `PUT /app/api/profile/password`. */
    setPassword: (body: BodyOf<operations["profile.setPassword"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.setPassword"]>> =>
      transport.request({ method: "PUT", path: "/app/api/profile/password", body }, options),
    /** Whether there is a second factor: `GET /app/api/profile/totp`. */
    totp: (options?: CallOptions): Promise<AnswerOf<operations["profile.totp"]>> =>
      transport.request({ method: "GET", path: "/app/api/profile/totp" }, options),
    /** Change one's name: `PATCH /app/api/profile`. */
    update: (body?: BodyOf<operations["profile.update"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.update"]>> =>
      transport.request({ method: "PATCH", path: "/app/api/profile", body }, options),
  },
  session: {
    /** Sign in: `POST /app/api/session`. */
    create: (body: BodyOf<operations["session.create"]>, options?: CallOptions): Promise<AnswerOf<operations["session.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/session", body }, options),
    /** Sign out: `DELETE /app/api/session`. */
    delete: (options?: CallOptions): Promise<AnswerOf<operations["session.delete"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/session" }, options),
    /** Who is signed in: `GET /app/api/session`. */
    get: (options?: CallOptions): Promise<AnswerOf<operations["session.get"]>> =>
      transport.request({ method: "GET", path: "/app/api/session" }, options),
    /** Leave the organization: `DELETE /app/api/session/organization`. */
    leave: (options?: CallOptions): Promise<AnswerOf<operations["session.leave"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/session/organization" }, options),
    /** Look at another organization: `PUT /app/api/session/organization`. */
    organization: (body: BodyOf<operations["session.organization"]>, options?: CallOptions): Promise<AnswerOf<operations["session.organization"]>> =>
      transport.request({ method: "PUT", path: "/app/api/session/organization", body }, options),
    /** Give the password again: `POST /app/api/session/password`. */
    password: (body: BodyOf<operations["session.password"]>, options?: CallOptions): Promise<AnswerOf<operations["session.password"]>> =>
      transport.request({ method: "POST", path: "/app/api/session/password", body }, options),
  },
})
