import { afterAll, beforeAll, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { requirementsFile } from "../../testing/RequirementsSamples.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

let service: TestService.TestService
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Document {
  readonly id: number
  readonly title: string
  readonly autoCheck: boolean
  readonly specifications: ReadonlyArray<{ readonly name: string }>
}

const bodyOf = async <A>(response: Response): Promise<A> => (await response.json()) as A

/** A project of a new user, and calls below its requirements. */
const newUser = async () => {
  const token = service.token(crypto.randomUUID())
  const project = `/v1/projects/${await Seed.project(service, token)}`
  const call = (method: string, path = "", options: TestService.CallOptions = {}) =>
    service.call(method, `${project}/requirements${path}`, { token, ...options })
  const send = (method: string, path: string, body: string, type = "application/xml") =>
    call(method, path, { body, headers: { "content-type": type } })
  return { call, send, token, project }
}

const detailsOf = async (response: Response) => {
  const body = await bodyOf<{ readonly error: string; readonly errorDetails: string }>(response)
  return [response.status, body.error, body.errorDetails]
}

test("a document is stored, shown, returned as it was sent, replaced and deleted", async () => {
  const { call, send } = await newUser()
  const created = await send("POST", "", requirementsFile, "text/xml; charset=utf-8")
  expect(created.status).toBe(201)
  const document = await bodyOf<Document>(created)
  expect(document).toEqual({
    id: document.id,
    title: "Walls",
    specifications: [
      {
        name: "Walls have a name",
        text: 'For everything that is of the class "IFCWALL": It must have the attribute "Name".',
        necessity: "optional",
        ifcVersions: ["IFC4"]
      }
    ],
    warnings: [],
    autoCheck: false
  } as never)
  expect(await (await call("GET")).json()).toEqual({ requirements: [document] })
  expect(await (await call("GET", `/${document.id}?format=ids`)).text()).toBe(requirementsFile)

  const other = requirementsFile.replaceAll("Walls", "Doors").replaceAll("IFCWALL", "IFCDOOR")
  const replaced = await bodyOf<Document>(await send("PUT", `/${document.id}`, other))
  expect([replaced.id, replaced.title]).toEqual([document.id, "Doors"])
  expect(await (await call("GET", `/${document.id}?format=IDS`)).text()).toBe(other)
  expect((await call("GET", `/${document.id}?format=xml`)).status).toBe(400)

  const body = { autoCheck: true, models: ["1"], tags: ["Structure"] }
  const changed = await bodyOf<Document>(await call("PUT", `/${document.id}`, { body }))
  expect(changed).toEqual({ ...replaced, ...body })
  const cleared = await bodyOf<Document>(await call("PUT", `/${document.id}`, { body: { models: null, tags: null } }))
  expect(cleared).toEqual({ ...replaced, autoCheck: true })

  expect((await call("DELETE", `/${document.id}`)).status).toBe(204)
  expect((await call("GET", `/${document.id}`)).status).toBe(404)
  expect((await call("DELETE", `/${document.id}`)).status).toBe(404)
})

test("a document that cannot be checked is refused with line and reason", async () => {
  const { call, send } = await newUser()
  const broken = requirementsFile.replace("</specifications>", "")
  const [status, error, details] = await detailsOf(await send("POST", "", broken))
  expect([status, error]).toEqual([400, "InvalidBody"])
  expect(details).toMatch(/^Line 1\d: /)
  const pattern = requirementsFile.replace(
    "<simpleValue>IFCWALL</simpleValue>",
    `<xs:restriction xmlns:xs="http://www.w3.org/2001/XMLSchema" base="xs:string"><xs:pattern value="("/></xs:restriction>`
  )
  expect((await send("POST", "", pattern)).status).toBe(400)
  const withType = requirementsFile.replace("<ids ", `<!DOCTYPE ids [<!ENTITY a "b">]><ids `)
  expect((await send("POST", "", withType)).status).toBe(400)
  expect((await send("POST", "", "")).status).toBe(400)
  expect(await (await call("GET")).json()).toEqual({ requirements: [] })
})

test("a document must be XML of up to 4 MB", async () => {
  const { call, send } = await newUser()
  expect((await send("POST", "", requirementsFile, "application/json")).status).toBe(415)
  expect((await send("POST", "", requirementsFile, "text/plain")).status).toBe(415)
  const padded = `${requirementsFile}<!--${" ".repeat(4 * 1024 * 1024)}-->`
  expect((await send("POST", "", padded)).status).toBe(413)
  expect(await (await call("GET")).json()).toEqual({ requirements: [] })
})

test("a project has at most 4,000 specifications in its documents", async () => {
  const { call, send } = await newUser()
  const start = requirementsFile.indexOf("<specification ")
  const end = requirementsFile.indexOf("</specifications>")
  const one = requirementsFile.slice(start, end)
  const many = requirementsFile.slice(0, start) + one.repeat(3999) + requirementsFile.slice(end)
  expect((await send("POST", "", many)).status).toBe(201)
  const small = await bodyOf<Document>(await send("POST", "", requirementsFile))
  expect((await detailsOf(await send("POST", "", requirementsFile))).slice(0, 2)).toEqual([400, "LimitExceeded"])
  expect((await send("PUT", `/${small.id}`, requirementsFile)).status).toBe(200)
  expect((await send("PUT", `/${small.id}`, many)).status).toBe(400)
  const { requirements } = await bodyOf<{ requirements: ReadonlyArray<Document> }>(await call("GET"))
  expect(requirements.map(({ specifications }) => specifications.length)).toEqual([3999, 1])
})

test("a document on which schema and standard disagree is stored with warnings", async () => {
  const { send } = await newUser()
  const lower = requirementsFile.replace("IFCWALL", "IfcWall")
  const { warnings } = await bodyOf<{ warnings: ReadonlyArray<unknown> }>(await send("POST", "", lower))
  expect(warnings).toEqual([
    { specification: "Walls have a name", text: `The class "IfcWall" is not in capitals and matches nothing.` }
  ])
})

test("members are informed of changes by events", async () => {
  const { project, send, token } = await newUser()
  const { id } = await bodyOf<Document>(await send("POST", "", requirementsFile))
  const answer = await service.call("GET", `${project}/events`, { token })
  const { events } = await bodyOf<{ events: ReadonlyArray<{ type: string; object: string; data: unknown }> }>(answer)
  expect(
    events.filter(({ type }) => type === "requirements.changed").map(({ data, object }) => ({ data, object }))
  ).toEqual([{ object: `requirements/${id}`, data: { id, change: "Created" } }])
})
