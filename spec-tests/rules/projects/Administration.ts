import { same, status } from "../../harness/Check.ts"
import { Client } from "../../harness/Client.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 20", ["storage", "auth"])

const redirectUris = ["https://console.example/back"]

/** Every call under `/v1/admin`, with a body where it takes one. */
const calls: ReadonlyArray<readonly [method: string, path: string, body?: object]> = [
  ["GET", "users"],
  ["POST", "users", { userId: "conformance" }],
  ["DELETE", "users/conformance"],
  ["POST", "users/conformance/revoke"],
  ["POST", "users/conformance/password"],
  ["GET", "clients"],
  ["POST", "clients", { id: "conformance", redirectUris }],
  ["DELETE", "clients/conformance"],
  ["GET", "storage"],
  ["GET", "audit"],
  ["GET", "operations"],
  ["GET", "health"]
]

export const administration = [
  rule("20-admin-scope", "The administration is 403 without the scope admin, 401 without a token", async (context) => {
    const nobody = new Client(context.baseUrl, null)
    for (const [method, path, body] of calls) {
      const sending = body === undefined ? {} : { json: body }
      problem(await context.api.send(method, `/v1/admin/${path}`, sending), 403, "InsufficientScope")
      problem(await nobody.send(method, `/v1/admin/${path}`, sending), 401)
    }
  }),
  rule("20-admin-programs", "Tokens for programs never get the scope admin", async (context) => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await context.newProject("Administration")
    const draft = { name: "Administration", expiresAt, projects: [id] }
    problem(await context.api.post("/v1/tokens", { ...draft, scopes: ["projects:read", "admin"] }), 400, "InvalidBody")
    const made = status(await context.api.post("/v1/tokens", { ...draft, scopes: ["projects:read"] }), 201)
    problem(await new Client(context.baseUrl, made.string("token")).get("/v1/admin/users"), 403, "InsufficientScope")
    status(await context.api.delete(`/v1/tokens/${made.string("id")}`), 204)
  }),
  rule("20-admin-default", "The list of scopes does not contain admin", async (context) => {
    const { scopes } = status(await context.api.get("/v1/auth/scopes"), 200).object()
    same("admin", (scopes as ReadonlyArray<unknown>).includes("admin"), false)
  })
]
