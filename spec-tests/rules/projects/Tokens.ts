import { crc32 } from "node:zlib"
import type { Answer } from "../../harness/Answer.ts"
import { each, holds, matches, same, status, uuid } from "../../harness/Check.ts"
import { Client } from "../../harness/Client.ts"
import type { Context } from "../../harness/Context.ts"
import { problem } from "../../harness/ErrorForms.ts"
import { rules } from "../../harness/Rule.ts"

const rule = rules("contract 15", ["storage", "auth"])

const day = 24 * 3_600_000
const inDays = (days: number): string => new Date(Date.now() + days * day).toISOString()

const draft = (more: object = {}): object => ({
  name: "Conformance",
  scopes: ["projects:read", "models:read"],
  expiresAt: inDays(1),
  ...more
})

/** A token that was made for a rule, with the client that sends it. */
interface Made {
  readonly answer: Answer
  readonly id: string
  readonly client: Client
}

/** Runs with a token that is deleted afterwards. */
const withToken = async (context: Context, more: object, use: (made: Made) => Promise<void>, user = context.api) => {
  const answer = status(await user.post("/v1/tokens", draft(more)), 201)
  const id = answer.string("id")
  try {
    await use({ answer, id, client: new Client(context.baseUrl, answer.string("token")) })
  } finally {
    await user.delete(`/v1/tokens/${id}`)
  }
}

/** Returns the token of an answer with this id, or undefined if it is not there. */
const listed = async (client: Client, id: string, path = "/v1/tokens") =>
  status(await client.get(path), 200)
    .list("tokens")
    .find((token) => token["id"] === id)

const projectIds = async (client: Client) =>
  status(await client.get("/v1/projects"), 200)
    .list("projects")
    .map(({ id }) => id)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const checksumOf = (text: string): string => {
  let [rest, digits] = [crc32(text), ""]
  while (digits.length < 6) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

export const tokens = [
  rule("15-tokens-life", "A token is shown once, listed without its secret, and deleted", async (context) => {
    const expiresAt = inDays(300)
    await withToken(context, { expiresAt }, async ({ answer, client, id }) => {
      const { token, ...rest } = answer.object()
      matches("id", id, uuid)
      matches("token", token, /^plinth_[0-9A-Za-z]{40}$/)
      const digits = answer.string("token").slice("plinth_".length)
      same("checksum", digits.slice(34), checksumOf(digits.slice(0, 34)))
      same("members", Object.keys(rest).sort(), ["createdAt", "expiresAt", "id", "name", "scopes"])
      same("name", rest["name"], "Conformance")
      same("scopes", rest["scopes"], ["projects:read", "models:read"])
      same("expiresAt", rest["expiresAt"], expiresAt)
      same("listed", await listed(context.api, id), rest)
      status(await client.get("/v1/projects"), 200)
      const path = `/v1/tokens/${id}`
      same("body", status(await context.api.delete(path), 204).text, "")
      problem(await client.get("/v1/projects"), 401)
      problem(await context.api.delete(path), 404, "NotFound")
      same("listed", await listed(context.api, id), undefined)
    })
  }),
  rule("15-tokens-use", "A token acts as its user with only its scopes; lastUsedAt is the day", async (context) => {
    const project = await context.newProject("Tokens")
    await withToken(context, {}, async ({ client, id }) => {
      same("role", status(await client.get(project.path), 200).at("role"), "Owner")
      problem(await client.put(project.path, { name: "n" }), 403, "InsufficientScope")
      problem(await client.get(`${project.path}/locations`), 403, "InsufficientScope")
      let used: unknown
      for (let tries = 0; used === undefined && tries < 50; tries++) {
        await Bun.sleep(100)
        used = (await listed(context.api, id))?.["lastUsedAt"]
      }
      matches("lastUsedAt", used, /^\d{4}-\d\d-\d\dT00:00:00(\.000)?Z$/)
    })
  }),
  rule("15-tokens-projects", "A token with projects reaches no other project", async (context) => {
    const [own, other] = [await context.newProject("Own"), await context.newProject("Other")]
    const scopes = ["projects:read", "projects:write", "models:read", "libraries:read"]
    await withToken(context, { scopes, projects: [own.id] }, async ({ answer, client }) => {
      same("projects", answer.at("projects"), [own.id])
      same("list", await projectIds(client), [own.id])
      status(await client.get(`${own.path}/members`), 200)
      for (const path of ["", "/members", "/audit", "/operations", "/models", "/locations", "/tokens"]) {
        status(await client.get(`${other.path}${path}`), 404)
      }
      problem(await client.delete(other.path), 404, "ProjectNotFound")
      problem(await client.post("/v1/projects", { name: "n" }), 403, "Forbidden")
      status(await context.api.get(other.path), 200)
    })
  }),
  rule("15-tokens-operations", "Operations of other projects are unknown to a token with projects", async (context) => {
    const own = await context.newProject("Own")
    const { operationId } = await context.house
    await withToken(context, { projects: [own.id] }, async ({ client }) => {
      problem(await client.get(`/v1/operations/${operationId}`), 404, "OperationNotFound")
      status(await context.api.get(`/v1/operations/${operationId}`), 200)
    })
  }),
  rule("15-tokens-themselves", "/v1/tokens refuses program tokens: 403", async (context) => {
    const scopes = ["projects:read", "projects:write"]
    await withToken(context, { scopes }, async ({ client, id }) => {
      problem(await client.get("/v1/tokens"), 403, "Forbidden")
      problem(await client.post("/v1/tokens", draft()), 403, "Forbidden")
      problem(await client.delete(`/v1/tokens/${id}`), 403, "Forbidden")
      status(await client.get("/v1/projects"), 200)
    })
  }),
  rule("15-tokens-bodies", "Wrong drafts: 400; a foreign or unknown project: 404", async (context) => {
    const wrong = [
      { name: "" },
      { name: null },
      { scopes: [] },
      { scopes: ["admin"] },
      { scopes: ["models:all"] },
      { scopes: ["Models:Read"] },
      { expiresAt: inDays(-1) },
      { expiresAt: inDays(400) },
      { expiresAt: "tomorrow" },
      { expiresAt: null },
      { projects: ["x"] }
    ]
    await each(
      wrong,
      (one) => JSON.stringify(one),
      async (one) => void problem(await context.api.post("/v1/tokens", draft(one)), 400, "InvalidBody")
    )
    problem(await context.api.post("/v1/tokens", draft({ projects: ["9007199254740991"] })), 404, "ProjectNotFound")
    problem(await context.api.delete("/v1/tokens/1"), 400, "InvalidIdentifier")
    problem(await context.api.delete(`/v1/tokens/${crypto.randomUUID()}`), 404, "NotFound")
  }),
  rule("15-tokens-once", "The answer with the secret is not stored for its Idempotency-Key", async (context) => {
    const header = { "idempotency-key": crypto.randomUUID() }
    const body = draft()
    const made = status(await context.api.post("/v1/tokens", body, header), 201)
    problem(await context.api.post("/v1/tokens", body, header), 400, "IdempotencyKeyReused")
    problem(await context.api.post("/v1/tokens", draft({ name: "n" }), header), 400, "IdempotencyKeyReused")
    status(await context.api.delete(`/v1/tokens/${made.string("id")}`), 204)
  }),
  rule("15-tokens-owners", "Owners see the tokens that reach their project and can exclude one", async (context) => {
    const { second } = context
    const project = await context.newProject("Shared")
    const own = await context.newProject("Own", second)
    const member = `${project.path}/members/${encodeURIComponent(context.secondSubject)}`
    status(await context.api.put(member, { role: "Contributor" }), 200)
    const path = `${project.path}/tokens`
    const use = async ({ client, id }: Made) => {
      const seen = await listed(context.api, id, path)
      same("members", Object.keys(seen ?? {}).sort(), ["expiresAt", "id", "name", "scopes", "userId"])
      same("userId", seen?.["userId"], context.secondSubject)
      problem(await second.get(path), 403, "Forbidden")
      problem(await second.delete(`${path}/${id}`), 403, "Forbidden")
      status(await client.get(project.path), 200)
      same("body", status(await context.api.delete(`${path}/${id}`), 204).text, "")
      same("listed", await listed(context.api, id, path), undefined)
      problem(await client.get(project.path), 404, "ProjectNotFound")
      status(await client.get(own.path), 200)
      problem(await context.api.delete(`${path}/${id}`), 404, "NotFound")
    }
    await withToken(context, {}, use, second)
    await withToken(context, { projects: [project.id, own.id] }, use, second)
    await withToken(
      context,
      { projects: [own.id] },
      async ({ id }) => {
        same("elsewhere", await listed(context.api, id, path), undefined)
        problem(await context.api.delete(`${path}/${id}`), 404, "NotFound")
      },
      second
    )
  }),
  rule("15-tokens-audit", "The audit names a token by its id and never shows it", async (context) => {
    const project = await context.newProject("Audited")
    await withToken(context, { projects: [project.id] }, async ({ answer, id }) => {
      status(await context.api.delete(`${project.path}/tokens/${id}`), 204)
      const audit = status(await context.api.get(`${project.path}/audit`), 200)
      same("objects", audit.list("entries").filter(({ object }) => object === id).length, 2)
      holds("no secret", !audit.text.includes(answer.string("token")))
    })
  }),
  rule("15-tokens-wrong", "A token with a wrong checksum, or one never issued: 401", async (context) => {
    const random = "a".repeat(34)
    for (const token of [`plinth_${random}${checksumOf(random)}`, `plinth_${random}000000`, "plinth_"]) {
      problem(await new Client(context.baseUrl, token).get("/v1/projects"), 401)
    }
  })
]
