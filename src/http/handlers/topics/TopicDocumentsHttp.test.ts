import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { strToU8, unzipSync, zipSync } from "fflate"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const octets = { "content-type": "application/octet-stream" }

const newTopic = async () => {
  const token = service.token(crypto.randomUUID())
  const projectId = await Seed.project(service, token)
  const call = (method: string, path: string, options: TestService.CallOptions = {}) =>
    service.call(method, `/bcf/3.0/projects/${projectId}${path}`, { token, ...options })
  const { guid } = await Seed.json<{ guid: string }>(await call("POST", "/topics", { body: { title: "a" } }), 201)
  return { call, guid, projectId, token, topic: `/topics/${guid}` }
}

test("a document is stored under its name and always downloaded as plain bytes", async () => {
  const { call } = await newTopic()
  const headers = { ...octets, "content-disposition": `attachment; filename="x"; filename*=UTF-8''Pl%C3%A4ne%2Fa.html` }
  const document = await Seed.json<{ guid: string; filename: string }>(
    await call("POST", "/documents", { body: "<script>", headers }),
    201
  )
  expect(document.filename).toBe("a.html")
  expect(await (await call("GET", "/documents")).json()).toEqual([document])
  const answer = await call("GET", `/documents/${document.guid}`)
  expect(
    ["content-type", "content-disposition", "content-security-policy", "x-content-type-options"].map((name) =>
      answer.headers.get(name)
    )
  ).toEqual(["application/octet-stream", "attachment", "sandbox", "nosniff"])
  expect(await answer.text()).toBe("<script>")
  expect((await call("GET", `/documents/${crypto.randomUUID()}`)).status).toBe(404)
})

test("each reference of a topic names either a document or a page", async () => {
  const { call, topic } = await newTopic()
  const path = `${topic}/document_references`
  const made = await Seed.json<{ guid: string }>(
    await call("POST", path, { body: { document_guid: crypto.randomUUID(), description: "Plan" } }),
    201
  )
  expect(await (await call("GET", path)).json()).toEqual([made])
  const changed = await (await call("PUT", `${path}/${made.guid}`, { body: { url: "https://example.org/" } })).json()
  expect(changed).toEqual({ guid: made.guid, url: "https://example.org/" })
  expect(await (await call("GET", path)).json()).toEqual([changed])
  for (const body of [{}, { url: "https://a.b", document_guid: made.guid }, { url: "javascript:1" }]) {
    expect((await call("POST", path, { body })).status).toBe(400)
  }
  expect((await call("PUT", `${path}/${crypto.randomUUID()}`, { body: { url: "https://a.b" } })).status).toBe(404)
})

test("a topic has at most 1,000 references, each with a guid of its own", async () => {
  const { call, projectId, topic, token, guid } = await newTopic()
  const file = zipSync({
    "bcf.version": strToU8('<Version VersionId="2.1"/>'),
    [`${guid}/markup.bcf`]: strToU8(
      `<Markup><Topic Guid="${guid}"><Title>a</Title>${Array.from(
        { length: 999 },
        () => `<DocumentReference Guid="${crypto.randomUUID()}"/>`
      ).join("")}</Topic></Markup>`
    )
  })
  const imported = await service.call("POST", `/v1/projects/${projectId}/topics.bcfzip`, {
    token,
    body: new Blob([Uint8Array.from(file)]).stream(),
    headers: octets
  })
  expect(imported.status).toBe(201)
  const body = { guid: crypto.randomUUID(), url: "https://a.b" }
  const refer = async (body: object) => (await call("POST", `${topic}/document_references`, { body })).status
  const both = await Promise.all([refer(body), refer(body)])
  expect(both.toSorted((a, b) => a - b)).toEqual([201, 409])
  expect(await refer({ url: "https://a.b" })).toBe(400)
})

test("a snippet is replaced, and absent until then", async () => {
  const { call, topic } = await newTopic()
  expect((await call("GET", `${topic}/snippet`)).status).toBe(404)
  for (const body of ["one", "two"]) {
    expect((await call("PUT", `${topic}/snippet`, { body, headers: octets })).status).toBe(200)
    expect(await (await call("GET", `${topic}/snippet`)).text()).toBe(body)
  }
})

test("files name only models that the reader may see", async () => {
  const { call, guid, projectId, token, topic } = await newTopic()
  const { modelId } = await Seed.model(service, token, projectId)
  type Information = ReadonlyArray<{ readonly file: { readonly reference: string } }>
  const [information] = (await (await call("GET", "/files_information")).json()) as Information
  const body = [information!.file, { filename: "other.ifc" }]
  expect(await (await call("PUT", `${topic}/files`, { body })).json()).toEqual(body)
  const member = crypto.randomUUID()
  const members = `/v1/projects/${projectId}`
  await service.call("PUT", `${members}/members/${member}`, { token, body: { role: "User" } })
  await service.call("PUT", `${members}/models/${modelId}/members/${member}`, { token, body: { role: "NoAccess" } })
  const reader = { token: service.token(member) }
  expect(await (await call("GET", `${topic}/files`, reader)).json()).toEqual([{ filename: "other.ifc" }])
  expect(await (await call("GET", "/files_information", reader)).json()).toEqual([])
  await service.call("PUT", `${members}/members/${member}`, { token, body: { role: "Contributor" } })
  const sent = [{ filename: "mine.ifc" }, information!.file]
  expect(await (await call("PUT", `${topic}/files`, { ...reader, body: sent })).json()).toEqual([sent[0]!])
  expect(await (await call("GET", `${topic}/files`)).json()).toEqual([sent[0]!, information!.file])
  const exported = async (by: string) => {
    const answer = await service.call("GET", `${members}/topics.bcfzip`, { token: by })
    const markup = unzipSync(await answer.bytes())[`${guid}/markup.bcf`]
    return Buffer.from(markup ?? []).toString()
  }
  expect(await exported(token)).toContain(`/models/${modelId}<`)
  expect(await exported(reader.token)).not.toContain(`/models/${modelId}<`)
  expect(await exported(reader.token)).toContain("mine.ifc")
})

test("an imported file neither removes nor adds files of models that its sender may not see", async () => {
  const { call, guid, projectId, token, topic } = await newTopic()
  const { modelId } = await Seed.model(service, token, projectId)
  type Information = ReadonlyArray<{ readonly file: { readonly reference: string } }>
  const [information] = (await (await call("GET", "/files_information")).json()) as Information
  const { file } = information!
  await call("PUT", `${topic}/files`, { body: [file, { filename: "old.ifc" }] })
  const member = crypto.randomUUID()
  const path = `/v1/projects/${projectId}`
  await service.call("PUT", `${path}/members/${member}`, { token, body: { role: "Contributor" } })
  await service.call("PUT", `${path}/models/${modelId}/members/${member}`, { token, body: { role: "NoAccess" } })
  const markup = (of: string, reference: string) => [
    `${of}/markup.bcf`,
    strToU8(`<Markup><Header><File><Filename>mine.ifc</Filename></File>${reference}</Header>
      <Topic Guid="${of}"><Title>a</Title></Topic></Markup>`)
  ]
  const other = crypto.randomUUID()
  const hidden = `<File><Filename>hidden.ifc</Filename><Reference>${file.reference}</Reference></File>`
  const bring = async (by: string) => {
    const bytes = zipSync(Object.fromEntries([markup(guid, ""), markup(other, hidden)]))
    const body = new Blob([Uint8Array.from(bytes)]).stream()
    const answer = await service.call("POST", `${path}/topics.bcfzip`, { token: by, body, headers: octets })
    expect(answer.status).toBe(201)
  }
  const filesOf = async (of: string) => {
    const files = (await (await call("GET", `/topics/${of}/files`)).json()) as ReadonlyArray<{ filename: string }>
    return files.map(({ filename }) => filename)
  }
  await bring(service.token(member))
  expect([await filesOf(guid), await filesOf(other)]).toEqual([["mine.ifc", "House"], ["mine.ifc"]])
  await bring(token)
  expect([await filesOf(guid), await filesOf(other)]).toEqual([["mine.ifc"], ["mine.ifc", "hidden.ifc"]])
})
