// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
import type { AnswerOf, BodyOf, CallOptions, Transport } from "../types.js"
import { segment } from "../address.js"
import type { operations } from "./app-schema.js"

export const methods = (transport: Transport) => ({
  account: {
    /** Choose a password with a link: `POST /app/api/claim`. */
    claim: (body: BodyOf<operations["account.claim"]>, options?: CallOptions): Promise<AnswerOf<operations["account.claim"]>> =>
      transport.request({ method: "POST", path: "/app/api/claim", body }, options),
  },
  app: {
    /** Whether there is an owner, and who is signed in: `GET /app/api/state`. */
    state: (options?: CallOptions): Promise<AnswerOf<operations["app.state"]>> =>
      transport.request({ method: "GET", path: "/app/api/state" }, options),
  },
  profile: {
    /** End one session: `DELETE /app/api/profile/sessions/{sessionId}`. */
    endSession: (sessionId: string, options?: CallOptions): Promise<AnswerOf<operations["profile.endSession"]>> =>
      transport.request({ method: "DELETE", path: `/app/api/profile/sessions/${segment(sessionId)}` }, options),
    /** Sign out everywhere else: `DELETE /app/api/profile/sessions`. */
    endSessions: (options?: CallOptions): Promise<AnswerOf<operations["profile.endSessions"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/profile/sessions" }, options),
    /** Where one is signed in: `GET /app/api/profile/sessions`. */
    sessions: (options?: CallOptions): Promise<AnswerOf<operations["profile.sessions"]>> =>
      transport.request({ method: "GET", path: "/app/api/profile/sessions" }, options),
    /** Choose another password; other sessions end: `PUT /app/api/profile/password`. */
    setPassword: (body: BodyOf<operations["profile.setPassword"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.setPassword"]>> =>
      transport.request({ method: "PUT", path: "/app/api/profile/password", body }, options),
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
    /** Look at another organization: `PUT /app/api/session/organization`. */
    organization: (body: BodyOf<operations["session.organization"]>, options?: CallOptions): Promise<AnswerOf<operations["session.organization"]>> =>
      transport.request({ method: "PUT", path: "/app/api/session/organization", body }, options),
    /** Give the password again: `POST /app/api/session/password`. */
    password: (body: BodyOf<operations["session.password"]>, options?: CallOptions): Promise<AnswerOf<operations["session.password"]>> =>
      transport.request({ method: "POST", path: "/app/api/session/password", body }, options),
  },
})
