import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import * as McpUser from "../testing/McpUser.ts"
import * as TestService from "../testing/TestService.ts"
import { world, type World } from "../testing/World.ts"

const scope = Effect.runSync(Scope.make())
let here: World
beforeAll(async () => {
  here = await world(await Effect.runPromise(Scope.extend(TestService.make(), scope)))
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

const toolNames = [
  "list_projects",
  "list_models",
  "list_fields",
  "query_products",
  "group_products",
  "get_product",
  "list_locations",
  "list_codes",
  "list_materials",
  "list_versions",
  "get_changes",
  "check_requirements",
  "propose_edits",
  "apply_edits",
  "publish",
  "discard"
]

describe.each([...McpUser.revisions])("in the revision %s", (revision) => {
  test("a program lists the tools with their schemas, reads the resources, and calls a tool", async () => {
    const user = await McpUser.connectedTo(here.service, here.token, revision)
    const { tools } = await user.client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(toolNames)
    for (const { description, inputSchema, outputSchema, title } of tools) {
      expect([typeof description, typeof title, inputSchema.type, outputSchema?.type]).toEqual([
        "string",
        "string",
        "object",
        "object"
      ])
    }
    const { resources } = await user.client.listResources()
    for (const { uri } of resources) {
      const { contents } = await user.client.readResource({ uri })
      expect(contents).toHaveLength(1)
    }
    expect(resources.length).toBeGreaterThan(3)
    const { structure } = await user.call("list_projects")
    expect((structure["projects"] as ReadonlyArray<{ id: string }>).map(({ id }) => id)).toContain(here.projectId)
    await user.close()
  })

  test("faulty arguments and unknown tools are results with the code of an error", async () => {
    const user = await McpUser.connectedTo(here.service, here.token, revision)
    const { modelId, projectId } = here
    const cases: ReadonlyArray<readonly [code: string, tool: string, args: Readonly<Record<string, unknown>>]> = [
      ["NotFound", "delete_everything", {}],
      ["InvalidParameter", "list_models", {}],
      ["InvalidParameter", "list_models", { projectId, unknown: 1 }],
      ["InvalidIdentifier", "list_models", { projectId: "../../admin" }],
      ["InvalidIdentifier", "query_products", { projectId, modelId: "0" }],
      ["ProjectNotFound", "list_models", { projectId: "9007199254740991" }],
      ["ModelNotFound", "list_versions", { projectId, modelId: "9007199254740991" }],
      ["InvalidFilter", "query_products", { projectId, modelId, where: { property: "No", operator: "Exists" } }],
      ["InvalidField", "group_products", { projectId, groupBy: ["No"], measures: [{ calculator: "Count" }] }],
      ["InvalidParameter", "query_products", { projectId, modelId, next: "-1" }],
      ["InvalidParameter", "query_products", { projectId, modelId, pageSize: 1001 }],
      ["InvalidParameter", "query_products", { projectId, fields: Array.from({ length: 101 }, (_, i) => `f${i}`) }],
      ["ProductNotFound", "get_product", { projectId, modelId, productId: "0000000000000000000000" }]
    ]
    for (const [code, tool, args] of cases) {
      const { error } = await user.call(tool, args)
      expect(`${tool} ${JSON.stringify(args).slice(0, 90)}: ${error}`).toBe(
        `${tool} ${JSON.stringify(args).slice(0, 90)}: ${code}`
      )
    }
    await user.close()
  })
})

const accept = { accept: "application/json, text/event-stream" }

test("GET and DELETE are 405, a missing token 401, another media type 415, an unknown revision 400", async () => {
  const { service, token } = here
  for (const method of ["GET", "DELETE"]) {
    const answer = await service.call(method, "/mcp", { token, headers: accept })
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "OPTIONS, POST"])
  }
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" }
  expect((await service.call("POST", "/mcp", { body, headers: accept })).status).toBe(401)
  const text = { ...accept, "content-type": "text/plain" }
  expect((await service.call("POST", "/mcp", { token, body, headers: text })).status).toBe(415)
  expect((await service.call("POST", "/mcp", { token, body })).status).toBe(406)
  const unknown = { ...accept, "mcp-protocol-version": "1999-01-01" }
  expect((await service.call("POST", "/mcp", { token, body, headers: unknown })).status).toBe(400)
  expect((await service.call("POST", "/mcp", { token, body: "{", headers: accept })).status).toBe(400)
})
