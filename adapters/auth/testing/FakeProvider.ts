import * as Redacted from "effect/Redacted"
import { exportJWK } from "jose"
import type { OidcSettings } from "../OidcSettings.ts"
import { newSigner, type Signer } from "./TokenForge.ts"

type Answer = (request: Request) => Response | Promise<Response>
type Paper = "discovery" | "keys" | "introspection" | "token"

/** A provider in this process, on loopback, any of whose answers a test can replace. */
export interface FakeProvider {
  readonly issuer: string
  readonly audience: string
  /** The settings with which an operator names the provider. */
  readonly settings: OidcSettings
  /** The same settings for a service that the provider knows as a client. */
  readonly settingsOfClient: OidcSettings
  readonly answers: Record<Paper, Answer>
  /** The number of requests for each kind of document. */
  readonly asked: Record<Paper, number>
  /** A key pair that is published only when the test requests it. */
  readonly signer: (algorithm?: Signer["algorithm"]) => Promise<Signer>
  /** Publishes these keys and no others. */
  readonly publish: (...signers: ReadonlyArray<Signer>) => void
  /** Stops the provider; `up` starts it again at the same address. */
  readonly down: () => Promise<void>
  readonly up: () => void
}

const audience = "https://plinth.test/api"

const paths: Readonly<Record<string, Paper>> = {
  "/realm/.well-known/openid-configuration": "discovery",
  "/realm/keys": "keys",
  "/realm/introspection": "introspection",
  "/realm/token": "token"
}

/** Starts one that publishes no key. */
export const start = (): FakeProvider => {
  const answer = (request: Request): Response | Promise<Response> => {
    const paper = paths[new URL(request.url).pathname]
    if (paper === undefined) return new Response("Not found", { status: 404 })
    asked[paper]++
    return answers[paper](request)
  }
  const serve = (port: number) => Bun.serve({ hostname: "127.0.0.1", port, idleTimeout: 0, fetch: answer })
  let server = serve(0)
  const port = server.port!
  const issuer = `http://127.0.0.1:${port}/realm`
  let published: ReadonlyArray<Signer> = []
  const asked = { discovery: 0, keys: 0, introspection: 0, token: 0 }
  const answers: Record<Paper, Answer> = {
    discovery: () =>
      Response.json({ issuer, jwks_uri: `${issuer}/keys`, introspection_endpoint: `${issuer}/introspection` }),
    keys: async () =>
      Response.json({
        keys: await Promise.all(
          published.map(async ({ algorithm, keyId, publicKey }) => ({
            ...(await exportJWK(publicKey)),
            alg: algorithm,
            use: "sig",
            kid: keyId
          }))
        )
      }),
    introspection: () => Response.json({ active: false }),
    token: () => Response.json({ error: "invalid_grant" }, { status: 400 })
  }
  const settings: OidcSettings = {
    issuer,
    audience,
    client: null,
    acceptedTypes: new Set(["at+jwt"]),
    signInScopes: null,
    operator: { claim: "groups", value: "plinth-operators" },
    defaultScopes: new Set()
  }
  return {
    issuer,
    audience,
    settings,
    settingsOfClient: { ...settings, client: { id: "plinth", secret: Redacted.make("s3cret") } },
    answers,
    asked,
    signer: (algorithm = "ES256") => newSigner({ issuer, audience }, algorithm),
    publish: (...signers) => {
      published = signers
    },
    down: () => server.stop(true),
    up: () => {
      server = serve(port)
    }
  }
}
