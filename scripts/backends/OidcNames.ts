/** The audiences of tokens of the test providers: the service, and another one. */
export const audience = "https://plinth.test/api"
export const otherAudience = "https://other.test/api"

/** A request for this audience returns opaque tokens for the service. */
export const opaque = "https://plinth.test/opaque"

/** A program with separate tokens. */
export const machine = { client_id: "machine", client_secret: "machine-secret" }

/** The service as a client of the provider. */
export const client = { client_id: "plinth", client_secret: "plinth-secret" }

/** The service as a client whose users must sign in, with and without refresh tokens. */
export const asking = { client_id: "plinth-asking", client_secret: "plinth-asking-secret" }
export const askingOnce = { client_id: "plinth-once", client_secret: "plinth-once-secret" }

/** The user who is always signed in. */
export const user = { id: "ann", name: "Ann Example" }
