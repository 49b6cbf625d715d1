// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
import type { AnswerOf, BodyOf, CallOptions, Transport } from "../types.js"
import { segment } from "../address.js"
import type { operations } from "./app-schema.js"

export const methods = (transport: Transport) => ({
  account: {
    /** Choose a password with a link. */
    claim: (body: BodyOf<operations["account.claim"]>, options?: CallOptions): Promise<AnswerOf<operations["account.claim"]>> =>
      transport.request({ method: "POST", path: "/app/api/claim", body }, options),
  },
  app: {
    /** Whether there is an owner, and who is signed in. */
    state: (options?: CallOptions): Promise<AnswerOf<operations["app.state"]>> =>
      transport.request({ method: "GET", path: "/app/api/state" }, options),
  },
  profile: {
    /** End one session. */
    endSession: (sessionId: string, options?: CallOptions): Promise<AnswerOf<operations["profile.endSession"]>> =>
      transport.request({ method: "DELETE", path: `/app/api/profile/sessions/${segment(sessionId)}` }, options),
    /** Sign out everywhere else. */
    endSessions: (options?: CallOptions): Promise<AnswerOf<operations["profile.endSessions"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/profile/sessions" }, options),
    /** Where one is signed in. */
    sessions: (options?: CallOptions): Promise<AnswerOf<operations["profile.sessions"]>> =>
      transport.request({ method: "GET", path: "/app/api/profile/sessions" }, options),
    /** Choose another password; other sessions end. */
    setPassword: (body: BodyOf<operations["profile.setPassword"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.setPassword"]>> =>
      transport.request({ method: "PUT", path: "/app/api/profile/password", body }, options),
    /** Change one's name. */
    update: (body?: BodyOf<operations["profile.update"]>, options?: CallOptions): Promise<AnswerOf<operations["profile.update"]>> =>
      transport.request({ method: "PATCH", path: "/app/api/profile", body }, options),
  },
  session: {
    /** Sign in. */
    create: (body: BodyOf<operations["session.create"]>, options?: CallOptions): Promise<AnswerOf<operations["session.create"]>> =>
      transport.request({ method: "POST", path: "/app/api/session", body }, options),
    /** Sign out. */
    delete: (options?: CallOptions): Promise<AnswerOf<operations["session.delete"]>> =>
      transport.request({ method: "DELETE", path: "/app/api/session" }, options),
    /** Who is signed in. */
    get: (options?: CallOptions): Promise<AnswerOf<operations["session.get"]>> =>
      transport.request({ method: "GET", path: "/app/api/session" }, options),
    /** Look at another organization. */
    organization: (body: BodyOf<operations["session.organization"]>, options?: CallOptions): Promise<AnswerOf<operations["session.organization"]>> =>
      transport.request({ method: "PUT", path: "/app/api/session/organization", body }, options),
    /** Give the password again. */
    password: (body: BodyOf<operations["session.password"]>, options?: CallOptions): Promise<AnswerOf<operations["session.password"]>> =>
      transport.request({ method: "POST", path: "/app/api/session/password", body }, options),
  },
})
