import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import { BodyLimits } from "../body/BodyLimits.ts"
import { type Described, described, make } from "./OpenApi.ts"
import type { OperationId } from "../../domain/Identifier.ts"
import { EventRepository } from "../../ports/events/EventRepository.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { UploadRepository } from "../../ports/models/UploadRepository.ts"
import { faultsOf, resolve, schemaFaults } from "../../testing/JsonSchema.ts"
import type { Sample } from "../testing/Sample.ts"
import { ofDeletedProject, samples } from "../testing/Samples.ts"
import { viewer, world, type World } from "../testing/World.ts"
import * as Seed from "../testing/Seed.ts"
import * as SignedIn from "../testing/SignedIn.ts"
import * as StubProvider from "../testing/StubProvider.ts"
import * as TestService from "../testing/TestService.ts"
import { byteTypes } from "../body/RequestBody.ts"
import { fullTopic, smallTopic } from "../../bcf/testing/SampleBcf.ts"
import { bcfBody } from "../testing/TopicSamples.ts"
import * as Tokens from "../testing/Tokens.ts"

type Json = Record<string, any> // oxlint-disable-line typescript/no-explicit-any -- a document is walked freely here

const document: Json = make(TestService.publicUrl)
const scope = Effect.runSync(Scope.make())
const built = (options?: TestService.TestOptions) => Effect.runPromise(Scope.extend(TestService.make(options), scope))

let here: World
let limited: TestService.TestService
const seen = new Set<string>()

/** The user of the endpoints for operators. */
const operator = "operator"

/** Time after which a client that does not send the announced bytes is refused. */
const timeoutMs = 50
const stalled = () => new ReadableStream<Uint8Array>()

beforeAll(async () => {
  const limits = Effect.runSync(BodyLimits)
  const impatient = {
    ...limits,
    jsonPace: { ...limits.jsonPace, timeoutMs },
    uploadPace: { ...limits.uploadPace, timeoutMs }
  }
  here = await world(
    await built({
      ports: Layer.succeed(BodyLimits, impatient) as unknown as Layer.Layer<never>,
      settings: { isRegistrationOpen: true }
    })
  )
  limited = await built({ settings: { requestsPerMinute: 1 } })
  await SignedIn.user(here.service, operator, true)
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const operationOf = ({ method, path }: Described): Json => document["paths"][path][method]

/** A well-formed identifier that nothing has. */
const unknownFor = (parameter: string): string => {
  if (parameter === "locationGuid" || parameter === "productId") return "0".repeat(22)
  return ["operationId", "tokenId", "invitationId", "webhookId", "deliveryId"].includes(parameter) ||
    parameter.endsWith("Guid")
    ? crypto.randomUUID()
    : "9007199254740991"
}

/** Calls the endpoint with the parameters of the test world, those of the sample, and these. */
const call = async (one: Described, more: Sample & { token?: string | null }, service = here.service) => {
  const parameters: Readonly<Record<string, string>> = {
    projectId: here.projectId,
    modelId: here.modelId,
    operationId: here.operationId,
    userId: viewer,
    ticket: "none",
    fileName: "none.json",
    ...more.path
  }
  const path = one.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(parameters[name] ?? unknownFor(name))
  )
  const own = one.policy.scope === "admin" ? service.token(operator, ["admin"]) : here.token
  const token = more.token === undefined ? own : more.token
  return service.call(one.endpoint.method, `${path}${more.query ?? ""}`, {
    ...(token === null || one.policy.scope === null ? {} : { token }),
    ...(more.body === undefined ? {} : { body: more.body }),
    ...(more.headers === undefined ? {} : { headers: more.headers })
  })
}

/** Compares an answer with the description of its status in the document. */
const compare = async (one: Described, response: Response, expected?: number): Promise<void> => {
  const where = `${one.endpoint.name} ${response.status}`
  if (expected !== undefined)
    expect(`${where} ${response.status === expected ? "" : await response.text()}`).toBe(
      `${one.endpoint.name} ${expected} `
    )
  const given = operationOf(one)["responses"][String(response.status)]
  expect(given, `${where} is not in the document`).toBeDefined()
  const described = given.$ref === undefined ? given : (resolve(document, given.$ref) as Json)
  seen.add(where)
  for (const name of Object.keys(described["headers"])) {
    // RFC 6750 requires this header also if a scope is missing; an insufficient role gives another 403 without it.
    expect(response.headers.get(name), `${where}: header ${name}`).not.toBeNull()
  }
  const text = await response.text()
  if (described["content"] === undefined) {
    expect(text, `${where}: body`).toBe("")
    return
  }
  const [mediaType, content] = Object.entries(described["content"])[0] as [string, Json]
  if (mediaType === "*/*") return
  expect(response.headers.get("content-type")?.split(";")[0], `${where}: media type`).toBe(mediaType)
  expect(faultsOf(document, content["schema"], JSON.parse(text)), `${where}: ${text.slice(0, 500)}`).toEqual([])
}

test("every schema is valid and every reference resolves", () => {
  const schemas: Array<[string, unknown]> = Object.entries(document["components"]["schemas"])
  const walk = (value: unknown, at: string): void => {
    if (typeof value !== "object" || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (name === "schema") schemas.push([`${at}/schema`, inner])
      if (name === "$ref") expect(resolve(document, inner as string), `${at}: ${inner}`).toBeDefined()
      walk(inner, `${at}/${name}`)
    }
  }
  walk(document["paths"], "")
  walk(document["components"]["responses"], "")
  expect(schemas.flatMap(([name, schema]) => schemaFaults(document, schema, name))).toEqual([])
})

test("names are unique, the library's errors do not occur, and the server is the public one", () => {
  const ids = described.map((one) => operationOf(one)["operationId"])
  expect(new Set(ids).size).toBe(ids.length)
  expect(JSON.stringify(document)).not.toContain("HttpApiDecodeError")
  expect(document["openapi"]).toBe("3.1.0")
  expect(document["servers"]).toEqual([{ url: TestService.publicUrl }])
})

test("every component is used", () => {
  const text = JSON.stringify(document)
  for (const [kind, all] of Object.entries(document["components"] as Json)) {
    if (kind === "securitySchemes") continue
    for (const name of Object.keys(all)) {
      if (kind === "schemas" && name === "VersionId") continue
      expect(text).toContain(`"#/components/${kind}/${name}"`)
    }
  }
})

test("every endpoint and every group has a description", () => {
  for (const one of described) expect(operationOf(one)["summary"], one.endpoint.name).toMatch(/^[A-Z]/)
  for (const { description, name } of document["tags"]) expect(description, name).toMatch(/\.$/)
  expect(document["info"].description).toStartWith("Plinth serves")
})

test("every endpoint has a sample call, except those that need a provider or always refuse", () => {
  expect(described.map(({ endpoint }) => endpoint.name).filter((name) => samples[name] === undefined)).toEqual([
    "changeBcfProject",
    "changeBcfExtensions",
    "callback"
  ])
})

const refuseQuery = async (one: Described, hasBody: boolean) => {
  const { path = {} } = (await samples[one.endpoint.name]?.(here)) ?? {}
  await compare(one, await call(one, { path, query: "?page=0", ...(hasBody ? { body: {} } : {}) }), 400)
}

for (const one of described) {
  const { endpoint, policy } = one
  const name = endpoint.name
  const sample = samples[name]
  const parameters = Array.from(one.path.matchAll(/\{(\w+)\}/g), ([, parameter]) => parameter!)
  const hasBody = policy.takesJson && operationOf(one)["requestBody"]?.content["application/json"] !== undefined

  const when = (applies: boolean, title: string, run: () => Promise<void>) => {
    if (applies) test(`${name}: ${title}`, run)
  }

  when(sample !== undefined, "success is as described", async () => {
    const response = await call(one, await sample!(here))
    expect(response.status, await response.clone().text()).toBeLessThan(400)
    await compare(one, response)
  })

  when(policy.scope !== null, "refused callers get the described answers", async () => {
    await compare(one, await call(one, { token: null }), 401)
    await compare(one, await call(one, { token: "unknown" }), 401)
    if (policy.scope !== "any") await compare(one, await call(one, { token: here.service.token("ada", []) }), 403)
    await compare(one, await call(one, { token: Tokens.awayToken }), 503)
    await compare(one, await call(one, { token: Tokens.brokenToken }), 500)
    const token = limited.token(`user of ${name}`)
    await call(one, { token }, limited)
    await compare(one, await call(one, { token }, limited), 429)
    if (policy.project !== null) {
      await compare(one, await call(one, { token: here.service.token("stranger") }), 404)
      if (policy.project !== "User" || !["Viewer", null].includes(policy.model)) {
        await compare(one, await call(one, { token: here.service.token(viewer) }), 403)
      }
    }
  })

  when(parameters.length > 0, "missing objects have the described answers", async () => {
    const { path } = (await sample?.(here)) ?? {}
    for (const parameter of parameters) {
      if (parameter === "userId") continue
      const unknown = unknownFor(parameter)
      const response = await call(one, { path: { ...path, [parameter]: unknown } })
      await compare(one, response, ["ticket", "folder", "fileName"].includes(parameter) ? 403 : 404)
      if (policy.scope !== null) await compare(one, await call(one, { path: { ...path, [parameter]: "-" } }))
    }
  })

  when(hasBody || !policy.takesJson, "unreadable bodies have the described answers", async () => {
    const { body, path = {} } = (await sample?.(here)) ?? {}
    const isList = Array.isArray(body)
    const own = hasBody ? {} : { "content-type": byteTypes[policy.takesBytes[0]!][0] }
    const type = { "content-type": "text/plain" }
    await compare(one, await call(one, { path, body: "{}", headers: type }), 415)
    await compare(one, await call(one, { path, body: "{}", headers: { ...own, "content-length": "999999999" } }), 413)
    await compare(one, await call(one, { path, body: stalled(), headers: own }), 408)
    // These endpoints store any content.
    if (["createDocument", "changeSnippet"].includes(name)) return
    await compare(one, await call(one, { path, body: isList ? "{}" : "[]", headers: own }), 400)
    await compare(one, await call(one, { path, body: "{", headers: own }), 400)
  })

  const query = operationOf(one)["parameters"].filter((parameter: Json) => parameter["in"] === "query")
  when(
    query.some((parameter: Json) => parameter["name"] === "page"),
    "a wrong query has the described answer",
    () => refuseQuery(one, hasBody)
  )
}

test("removeMember and putMember: refusals match the description", async () => {
  for (const one of described) {
    if (one.endpoint.name === "removeMember") await compare(one, await call(one, { path: { userId: "ada" } }), 400)
    if (one.endpoint.name === "putMember") await compare(one, await call(one, { body: { role: "Nobody" } }), 400)
  }
})

test("readEvents: refusals match the description", async () => {
  const one = described.find(({ endpoint }) => endpoint.name === "readEvents")!
  await compare(one, await call(one, { query: "?after=x" }), 400)
  await here.service.run(Effect.flatMap(EventRepository, ({ forget }) => forget(-1)))
  await compare(one, await call(one, { query: "?after=0" }), 410)
})

test("acceptInvitation: refusals match the description", async () => {
  const one = described.find(({ endpoint }) => endpoint.name === "acceptInvitation")!
  const { path = {} } = await samples["acceptInvitation"]!(here)
  await compare(one, await call(one, { path, headers: { "idempotency-key": "x".repeat(129) } }), 400)
  const { body } = await samples["createToken"]!(here)
  const made = await here.service.call("POST", "/v1/tokens", { token: here.token, body })
  const { token } = await Seed.json<{ token: string }>(made, 201)
  await compare(one, await call(one, { path, token }), 403)
})

test("about: the redirect of browsers matches the description", async () => {
  const one = described.find(({ endpoint }) => endpoint.name === "about")!
  await compare(one, await call(one, { headers: { accept: "text/html" } }), 302)
})

test("tokens: refusals match the description", async () => {
  for (const one of described) {
    if (one.endpoint.name === "authorize") await compare(one, await call(one, {}), 400)
    if (one.endpoint.name !== "token" && one.endpoint.name !== "tokenOlder") continue
    const nobody = { grant_type: "refresh_token", refresh_token: "x" }
    await compare(one, await call(one, { body: nobody }), 401)
    // The loop sends as many requests as a minute allows, and those that become available meanwhile.
    for (let n = 0; n < 400; n++) await call(one, { body: nobody }, limited)
    await compare(one, await call(one, { body: nobody }, limited), 429)
  }
})

test("register: refusals match the description", async () => {
  const one = described.find(({ endpoint }) => endpoint.name === "register")!
  const { body } = await samples["register"]!(here)
  await compare(one, await call(one, { body }, limited), 404)
  for (let n = 0; n < 100; n++) await call(one, { body })
  await compare(one, await call(one, { body }), 429)
})

test("callback: redirects and refusals match the description", async () => {
  const one = described.find(({ endpoint }) => endpoint.name === "callback")!
  const { layer: ports } = StubProvider.make()
  const [open, strict] = [await built({ ports }), await built({ ports, settings: { requestsPerMinute: 6000 } })]
  await compare(one, await StubProvider.back(open, await StubProvider.left(open)), 302)
  await compare(one, await call(one, {}), 404)
  const asked = SignedIn.request({ client_id: "gone" })
  const begun = await StubProvider.left(open, asked)
  await SignedIn.removed(open, "gone")
  await compare(one, await StubProvider.back(open, begun), 400)
  await compare(one, await call(one, {}, open), 403)
  for (let n = 0; n < 310; n++) await call(one, {}, strict)
  await compare(one, await call(one, {}, strict), 429)
})

test("signed URLs: parts and refusals match the description", async () => {
  const ticket = await samples["download"]!(here)
  for (const one of described) {
    if (one.endpoint.name === "download") {
      await compare(one, await call(one, { ...ticket, headers: { range: "bytes=0-9" } }), 206)
      await compare(one, await call(one, { ...ticket, headers: { range: "bytes=99999999-" } }), 416)
      await compare(one, await call(one, { ...ticket, headers: { "if-none-match": "*" } }), 304)
      await compare(one, await call(one, await ofDeletedProject(here)), 404)
    }
    if (one.endpoint.name === "readDatasetFile") {
      const file = await samples["readDatasetFile"]!(here)
      await compare(one, await call(one, { ...file, headers: { range: "bytes=0-9" } }), 206)
      await compare(one, await call(one, { ...file, headers: { range: "bytes=99999999-" } }), 416)
      await compare(one, await call(one, { ...file, headers: { "if-none-match": "*" } }), 304)
      const projectId = await Seed.project(here.service, here.token)
      const gone = await samples["readDatasetFile"]!({ ...here, projectId })
      await here.service.call("DELETE", `/v1/projects/${projectId}`, { token: here.token })
      await compare(one, await call(one, gone), 404)
    }
    if (one.endpoint.name === "upload") {
      const sample = await samples["upload"]!(here)
      await compare(one, await call(one, { ...sample, headers: { "content-length": "5" } }), 400)
      await compare(one, await call(one, { ...sample, headers: { "content-length": "999999999" } }), 413)
      await compare(one, await call(one, { ...sample, body: stalled() }), 408)
      const { service, token } = here
      const { uploadKey } = await Seed.json<{ uploadKey: string }>(
        await service.call("GET", "/v1/files/upload-url", { token })
      )
      const all = 1e12
      await service.run(Effect.flatMap(UploadRepository, (uploads) => uploads.reserve(uploadKey, all, 2 * all)))
      await compare(one, await call(one, sample), 429)
      await service.run(Effect.flatMap(UploadRepository, (uploads) => uploads.release(uploadKey, all, null)))
    }
  }
})

test("retries: refusals match the description", async () => {
  const { projectId, service, token } = here
  const operationId = (await Seed.failedImport(service, token, projectId)) as OperationId
  await service.run(
    Effect.gen(function* () {
      const operations = yield* OperationRepository
      const command = Option.getOrThrow(yield* operations.importOf(operationId))
      const failed = Option.getOrThrow(yield* operations.find(operationId))
      const again = { ...failed, operationId: crypto.randomUUID() as OperationId, command, inputBytes: 0 }
      yield* operations.retry(again, operationId)
    })
  )
  const one = described.find(({ endpoint }) => endpoint.name === "retryOperation")!
  await compare(one, await call(one, { path: { operationId } }), 409)
  await compare(one, await call(one, { path: { operationId: here.operationId } }), 400)
})

test("topics: conflicts and other versions are answered as described", async () => {
  const find = (name: string) => described.find(({ endpoint }) => endpoint.name === name)!
  for (const name of ["createTopic", "createComment", "createViewpoint", "createDocumentReference"]) {
    const sample = await samples[name]!(here)
    const body = { ...(sample.body as object), guid: crypto.randomUUID() }
    await compare(find(name), await call(find(name), { ...sample, body }), 201)
    await compare(find(name), await call(find(name), { ...sample, body }), 409)
  }
  const document = { ...(await samples["createDocument"]!(here)), query: `?guid=${crypto.randomUUID()}` }
  await compare(find("createDocument"), await call(find("createDocument"), document), 201)
  await compare(find("createDocument"), await call(find("createDocument"), document), 409)
  const commented = { ...smallTopic, comments: fullTopic.comments }
  await compare(find("importTopics"), await call(find("importTopics"), bcfBody([fullTopic])), 201)
  await compare(find("importTopics"), await call(find("importTopics"), bcfBody([commented])), 409)
  for (const name of ["changeTopic", "deleteTopic", "changeComment", "deleteComment"]) {
    const sample = await samples[name]!(here)
    await compare(find(name), await call(find(name), { ...sample, headers: { "if-match": '"0-0"' } }), 412)
  }
})

/**
 * Answers that no request in this test can cause: internal errors, an unavailable storage, and a bucket that serves
 * downloads.
 */
const outOfReach = (one: Described, status: string): boolean =>
  (one.policy.scope === null && (status === "500" || status === "503")) ||
  (one.endpoint.name === "download" && status === "302") ||
  // These endpoints need no scope and no role, or refuse all callers.
  (["readCurrentUser", "readBcfUser"].includes(one.endpoint.name) && status === "403") ||
  (["changeBcfProject", "changeBcfExtensions"].includes(one.endpoint.name) && status === "204")

test("administration: refusals match the description", async () => {
  const find = (name: string) => described.find(({ endpoint }) => endpoint.name === name)!
  for (const name of ["deleteUser", "revokeUser", "linkPassword"]) {
    await compare(find(name), await call(find(name), { path: { userId: "nobody" } }), 404)
    await compare(find(name), await call(find(name), { path: { userId: "\u0001" } }), 400)
  }
  await compare(find("deleteClient"), await call(find("deleteClient"), { path: { clientId: "a b" } }), 400)
  const theirs = await built({ ports: StubProvider.make().layer as unknown as Layer.Layer<never> })
  const body = { userId: "grace" }
  await compare(find("createUser"), await call(find("createUser"), { body }, theirs), 404)
})

test("every described answer has been observed", () => {
  const promised = described.flatMap((one) =>
    Object.keys(operationOf(one)["responses"])
      .filter((status) => !outOfReach(one, status))
      .map((status) => `${one.endpoint.name} ${status}`)
  )
  expect(promised.filter((one) => !seen.has(one))).toEqual([])
})
