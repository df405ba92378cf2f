import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync } from "node:fs"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { limits } from "../../domain/Limits.ts"
import { pathOf } from "../../ifc/testing/RealModels.ts"
import * as McpUser from "../testing/McpUser.ts"
import * as Seed from "../testing/Seed.ts"
import * as TestService from "../testing/TestService.ts"
import * as Api from "./testing/Api.ts"
import { tasks } from "./testing/Tasks.ts"

const ids = `<?xml version="1.0" encoding="UTF-8"?>
<ids xmlns="http://standards.buildingsmart.org/IDS" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://standards.buildingsmart.org/IDS http://standards.buildingsmart.org/IDS/1.0/ids.xsd">
  <info><title>Handover</title></info>
  <specifications>
    <specification name="Doors have a description" ifcVersion="IFC4">
      <applicability minOccurs="0" maxOccurs="unbounded"><entity><name><simpleValue>IFCDOOR</simpleValue></name></entity></applicability>
      <requirements><attribute cardinality="required"><name><simpleValue>Description</simpleValue></name></attribute></requirements>
    </specification>
  </specifications>
</ids>`

/** A real model if the file exists, otherwise the model of the tests. */
const file = pathOf("AC20-FZK-Haus.ifc")

const scope = Effect.runSync(Scope.make())
let service: TestService.TestService
let place: { readonly projectId: string; readonly modelId: string }
let api: Api.Api
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const bytes = existsSync(file) ? await Bun.file(file).bytes() : undefined
  place = { projectId, modelId: (await Seed.model(service, token, projectId, "House", bytes)).modelId }
  const headers = { "content-type": "application/xml" }
  await Seed.json(
    await service.call("POST", `/v1/projects/${projectId}/requirements`, { token, body: ids, headers }),
    201
  )
  const put = async (path: string, role: string) =>
    Seed.json(await service.call("PUT", `/v1/projects/${projectId}/${path}`, { token, body: { role } }))
  await put("members/bert", "Contributor")
  for (const name of ["carol", "dora", "emil"]) await put(`members/${name}`, "User")
  await put(`models/${place.modelId}/members/dora`, "DataEditor")
  await put(`models/${place.modelId}/members/emil`, "Modeler")
  api = Api.make(service, token, projectId, place.modelId)
}, 600_000)
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

/** Tools that concern the project. */
const ofProject = new Set(["list_models", "list_locations", "list_codes", "list_materials"])

test("there are at least thirty tasks", () => expect(tasks.length).toBeGreaterThanOrEqual(30))

/**
 * Returns a value whose numbers are rounded to 10 significant digits, because the last digits of sums depend on the
 * order of addition.
 */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, part: unknown) =>
    typeof part === "number" ? Number(part.toPrecision(10)) : part
  )

const reading = ["projects:read", "models:read", "libraries:read"] as const

describe.each([
  ["an Owner", "ada", "2026-07-28"],
  ["a Contributor", "bert", "2026-07-28"],
  ["a DataEditor of the model", "dora", "2025-11-25"],
  ["a Modeler of the model", "emil", "2026-07-28"],
  ["a Viewer with a token that only reads", "carol", "2025-11-25"]
] as const)("%s", (_, name, revision) => {
  let user: McpUser.McpUser
  beforeAll(async () => {
    user = await McpUser.connectedTo(service, service.token(name, name === "carol" ? reading : undefined), revision)
  })
  afterAll(() => user.close())

  test.each(tasks.map((task) => [task.who, task.question, task] as const))(
    "%s: %s",
    async (_, __, task) => {
      const solved = await task.solve(async (tool, args = {}) => {
        const { modelId, projectId } = place
        const { bytes, error, structure } = await user.call(tool, {
          projectId,
          ...(ofProject.has(tool) ? {} : { modelId }),
          ...args
        })
        expect(error).toBeNull()
        expect(bytes).toBeLessThanOrEqual(limits.toolResultBytes.most)
        return structure
      })
      expect(rounded(solved)).toEqual(rounded(await task.answer(api)) as never)
      expect(solved).toBeDefined()
    },
    600_000
  )
})
