import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { unzipSync } from "fflate"
import { requirementsFile } from "../../testing/RequirementsSamples.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Failure {
  readonly guid: string | null
  readonly step: number
  readonly class: string
  readonly name: string | null
  readonly reason: string
}

interface Result {
  readonly status: string
  readonly requirements: { readonly id: number; readonly title: string }
  readonly specifications: ReadonlyArray<{
    readonly name: string
    readonly status: string
    readonly applicable: number
    readonly failed: number
    readonly failures?: ReadonlyArray<Failure>
    readonly requirements: ReadonlyArray<{ readonly failed: number; readonly failures: ReadonlyArray<Failure> }>
  }>
}

interface Listed {
  readonly operationId: string
  readonly status: string
  readonly isAutomatic: boolean
  readonly outcome?: { readonly result: string; readonly modelVersionId: string; readonly failures: number }
}

/** Walls of both classes need a value of `Mine.Checked`. */
const document = requirementsFile
  .replace(
    "<simpleValue>IFCWALL</simpleValue>",
    `<xs:restriction xmlns:xs="http://www.w3.org/2001/XMLSchema" base="xs:string">
    <xs:enumeration value="IFCWALL"/><xs:enumeration value="IFCWALLSTANDARDCASE"/></xs:restriction>`
  )
  .replace(
    /<requirements>.*<\/requirements>/,
    `<requirements><property dataType="IFCLABEL"><propertySet><simpleValue>Mine</simpleValue></propertySet>
    <baseName><simpleValue>Checked</simpleValue></baseName></property></requirements>`
  )

const world = async () => {
  const token = service.token(crypto.randomUUID())
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId)
  const project = `/v1/projects/${projectId}`
  const model = `${project}/models/${modelId}`
  const upload = async (body = document) => {
    const headers = { "content-type": "application/xml" }
    const answer = await service.call("POST", `${project}/requirements`, { token, body, headers })
    return (await Seed.json<{ id: number }>(answer, 201)).id
  }
  /** Another user of the project, who is a viewer of the model. */
  const member = async () => {
    const user = crypto.randomUUID()
    await service.call("PUT", `${project}/members/${user}`, { token, body: { role: "User" } })
    return { user, token: service.token(user) }
  }
  const start = async (requirementsId: number, by = token) => {
    const body = { requirementsId }
    return Seed.json<{ id: string; kind: string }>(
      await service.call("POST", `${model}/checks`, { token: by, body }),
      202
    )
  }
  const links = async (id: string, by = token) =>
    Seed.json<{ downloadUrl: string; csvUrl: string; bcfUrl: string }>(
      await service.call("GET", `${model}/checks/${id}/result`, { token: by })
    )
  const result = async (id: string, by = token) =>
    Seed.json<Result>(await service.call("GET", (await links(id, by)).downloadUrl))
  const check = async (requirementsId: number, by = token) => {
    const { id } = await start(requirementsId, by)
    await Seed.ready(service, by, id)
    return { id, result: await result(id, by) }
  }
  const list = async (by = token) =>
    (await Seed.json<{ checks: ReadonlyArray<Listed> }>(await service.call("GET", `${model}/checks`, { token: by })))
      .checks
  const session = { "x-client-session-id": "one" }
  const edit = async (cells: object) => {
    await service.call("POST", `${model}/start-session`, { token, headers: session })
    const body = { addOrUpdate: { Checked: cells } }
    const answer = await service.call("POST", `${model}/products`, { token, body, headers: session })
    expect(await Seed.json(answer)).toEqual({ errors: [] })
  }
  const publish = async () => {
    const body = { title: "Checked" }
    expect((await service.call("POST", `${model}/publish`, { token, body, headers: session })).status).toBe(204)
  }
  /** Waits until the list of checks is in the expected state. */
  const until = async (holds: (checks: ReadonlyArray<Listed>) => boolean, by = token) => {
    for (;;) {
      const checks = await list(by)
      if (holds(checks)) return checks
      await Bun.sleep(20)
    }
  }
  return { token, projectId, project, model, upload, member, start, links, result, check, list, edit, publish, until }
}

const valued = (failures: ReadonlyArray<Failure>) =>
  Object.fromEntries(failures.map(({ guid }) => [guid, { PropertySet: "Mine", Value: "yes" }]))

const isReady = ({ status }: Listed) => status === "Ready"

test("a check applies to the caller's own view, and its files list the failures", async () => {
  const { check, edit, links, list, member, upload } = await world()
  const id = await upload()
  const first = await check(id)
  const [specification] = first.result.specifications
  const failures = specification!.requirements[0]!.failures
  expect(first.result.status).toBe("Failed")
  expect(first.result.requirements).toEqual({ id, title: "Walls" })
  expect(failures.length).toBe(specification!.applicable)
  expect(failures.length).toBeGreaterThan(1)
  expect(Object.keys(failures[0]!)).toEqual(["guid", "step", "class", "name", "reason"])

  const { bcfUrl, csvUrl } = await links(first.id)
  const csv = await (await service.call("GET", csvUrl)).text()
  const lines = csv.trimEnd().split("\r\n")
  expect(lines[0]).toBe("specification,requirement,Guid,Class,Name,reason")
  expect(lines.length).toBe(failures.length + 1)
  const files = unzipSync(await (await service.call("GET", bcfUrl)).bytes())
  const topics = Object.keys(files).filter((name) => name.endsWith("markup.bcf"))
  expect(topics.length).toBe(1)
  const viewpoint = Object.entries(files).find(([name]) => name.endsWith(".bcfv"))!
  const selected = new TextDecoder().decode(viewpoint[1])
  for (const { guid } of failures) expect(selected).toContain(`IfcGuid="${guid}"`)

  await edit(valued(failures.slice(1)))
  const second = await check(id)
  expect(second.result.specifications[0]!.failed).toBe(1)
  const again = unzipSync(await (await service.call("GET", (await links(second.id)).bcfUrl)).bytes())
  expect(Object.keys(again).filter((name) => name.endsWith("markup.bcf"))).toEqual(topics)
  const other = await member()
  expect((await check(id, other.token)).result.specifications[0]!.failed).toBe(failures.length)
  await edit(valued(failures))
  expect((await check(id)).result.status).toBe("Passed")

  expect((await list()).map(({ outcome }) => outcome?.result)).toEqual(["Passed", "Failed", "Failed"])
  expect((await list(other.token)).map(({ isAutomatic }) => isAutomatic)).toEqual([false])
})

test("a check that a user started is hidden from other users", async () => {
  const { check, member, model, project, upload } = await world()
  const { id } = await check(await upload())
  const { token } = await member()
  const ask = async (path: string) => (await service.call("GET", path, { token })).status
  expect(await ask(`/v1/operations/${id}`)).toBe(404)
  expect(await ask(`${model}/checks/${id}/result`)).toBe(404)
  const events = await service.call("GET", `${project}/events`, { token })
  const { events: seen } = await Seed.json<{ events: ReadonlyArray<{ type: string }> }>(events)
  expect(seen.filter(({ type }) => type === "check.ended")).toEqual([])
})

test("an unknown document and an operation of another kind are refused", async () => {
  const { check, model, token, upload } = await world()
  const answer = await service.call("POST", `${model}/checks`, {
    token,
    body: { requirementsId: 9_007_199_254_740_991 }
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ error: "ReferenceNotFound" })
  const { id } = await check(await upload())
  expect((await service.call("GET", `${model}/export-ifc/${id}/result`, { token })).status).toBe(404)
})

test("every public version is checked once automatic checks are on, and everyone sees it", async () => {
  const { edit, member, project, publish, result, token, until, upload } = await world()
  const id = await upload()
  const body = { autoCheck: true }
  const switched = await service.call("PUT", `${project}/requirements/${id}`, { token, body })
  expect(switched.status).toBe(200)
  const other = await member()
  const [first] = await until((checks) => checks.length === 1 && checks.every(isReady), other.token)
  expect(first).toMatchObject({ isAutomatic: true, outcome: { result: "Failed" } })
  const { specifications } = await result(first!.operationId, other.token)
  await edit(valued(specifications[0]!.requirements[0]!.failures))
  await publish()
  const [second] = await until((checks) => checks.length === 2 && checks.every(isReady), other.token)
  expect(second).toMatchObject({ isAutomatic: true, outcome: { result: "Passed", failures: 0 } })
  expect(second!.outcome!.modelVersionId).not.toBe(first!.outcome!.modelVersionId)

  const path = `/v1/operations/${second!.operationId}`
  expect(await Seed.json(await service.call("GET", path, { token: other.token }))).toMatchObject({
    kind: "CheckRequirements",
    status: "Ready"
  })
  const feed = await service.call("GET", `${project}/events?limit=1000`, { token: other.token })
  const { events } = await Seed.json<{ events: ReadonlyArray<{ type: string; data: object }> }>(feed)
  expect(events.filter(({ type }) => type === "check.ended").map(({ data }) => data)).toMatchObject([
    { requirementsId: id, isAutomatic: true, status: "Ready", result: "Failed" },
    { requirementsId: id, isAutomatic: true, status: "Ready", result: "Passed" }
  ])
})

test("automatic checks keep to the models and tags of their document", async () => {
  const { list, project, token, until, upload } = await world()
  const [all, others] = [await upload(), await upload()]
  const change = (id: number, body: object) => service.call("PUT", `${project}/requirements/${id}`, { token, body })
  await change(others, { autoCheck: true, models: [9_007_199_254_740_991], tags: ["Structure"] })
  await change(all, { autoCheck: true })
  await until((checks) => checks.length === 1 && checks.every(isReady))
  expect((await list()).map(({ outcome }) => outcome?.result)).toEqual(["Failed"])
})
