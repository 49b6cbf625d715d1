// Written by scripts/generate.mjs from what `postrider openapi` prints: do not edit.
export interface components {
  schemas: {
    AppState: {
      /** @description Whether mails are kept instead of sent. */
      capturesMail: boolean;
      /** @description Whether an owner can sign in. Before that the link is needed which the first start has made. */
      claimed: boolean;
      /** @description Who is signed in, if anybody is. */
      person?: components["schemas"]["Person"] | null;
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
    EndedSessions: {
      ended: number;
    };
    GivenPassword: {
      /** @description Where the account has a second factor. */
      code?: string | null;
      password: string;
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
    LookAt: {
      organizationId: string;
    };
    NewPassword: {
      currentPassword: string;
      /** @description 12 characters or more. */
      password: string;
    };
    OpenSessions: {
      /** @description The newest first; there are 50 at most. */
      data: components["schemas"]["ListedSession"][];
    };
    PasswordHolds: {
      wantsPassword: boolean;
    };
    Person: {
      email: string;
      hasSecondFactor: boolean;
      name?: string | null;
      personId: string;
    };
    ProfileUpdate: {
      name?: string | null;
    };
    SeenBrand: {
      brandId: string;
      name: string;
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
