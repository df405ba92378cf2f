import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Scope from "effect/Scope"
import { ProgramTokens } from "../../../application/signin/ProgramTokens.ts"
import type { ProjectId } from "../../../domain/Identifier.ts"
import { UserId } from "../../../domain/Principal.ts"
import * as Seed from "../../testing/Seed.ts"
import * as TestService from "../../testing/TestService.ts"

let service: TestService.TestService
let token: string
let projectId: string
let modelId: string
const scope = Effect.runSync(Scope.make())
beforeAll(async () => {
  service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
  token = service.token("ada")
  projectId = await Seed.project(service, token)
  modelId = (await Seed.model(service, token, projectId)).modelId
})
afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))

interface Loaded {
  readonly "metadata-location": string
  readonly metadata: { readonly location: string; readonly snapshots: ReadonlyArray<unknown> }
}

describe.each(["iceberg", "iceberg-http"])("/%s/v1", (prefix) => {
  const ask = (method: string, path: string, by = token, body?: unknown) =>
    service.call(method, `/${prefix}/v1${path}`, { token: by, ...(body === undefined ? {} : { body }) })
  const read = async <A = unknown>(path: string) => Seed.json<A>(await ask("GET", path))
  const error = async (answer: Response) => {
    const { error } = (await answer.json()) as { readonly error: Readonly<Record<string, unknown>> }
    expect(error["code"]).toBe(answer.status)
    expect(typeof error["message"]).toBe("string")
    return [answer.status, error["type"]]
  }

  test("namespaces and tables are listed and can be loaded", async () => {
    expect(await read("/config?warehouse=any")).toMatchObject({ defaults: {}, overrides: {} })
    expect(await read("/namespaces?pageToken=")).toEqual({ namespaces: [[`project_${projectId}`]] })
    expect(await read(`/namespaces?parent=project_${projectId}`)).toEqual({ namespaces: [] })
    expect(await read(`/namespaces/project_${projectId}`)).toEqual({
      namespace: [`project_${projectId}`],
      properties: { name: "House" }
    })
    const { identifiers } = await read<{ identifiers: ReadonlyArray<{ name: string }> }>(`/namespaces/project_${projectId}/tables`) // prettier-ignore
    expect(identifiers.map(({ name }) => name)).toEqual(["products", "properties", "quantities"])
    for (const path of ["", "/tables/properties"]) {
      const head = await ask("HEAD", `/namespaces/project_${projectId}${path}`)
      expect([head.status, await head.text()]).toEqual([204, ""])
    }
    expect((await ask("POST", `/namespaces/project_${projectId}/tables/properties/metrics`, token, {})).status).toBe(
      204
    )
  })

  test("a table is loaded with the locations of the catalog", async () => {
    const loaded = await read<Loaded>(`/namespaces/project_${projectId}/tables/products?snapshots=all`)
    const root = prefix === "iceberg" ? "file:///datasets/" : "http://service.test/v1/files/datasets/"
    expect(loaded["metadata-location"]).toStartWith(root)
    expect(loaded.metadata.location).toStartWith(root)
    expect(loaded["metadata-location"]).toEndWith(".metadata.json")
    const short = await read<Loaded>(`/namespaces/project_${projectId}/tables/products?snapshots=refs`)
    expect(short.metadata.snapshots).toHaveLength(1)
  })

  test("tables that do not exist, or that the caller may not read, are refused in the form of the catalog", async () => {
    const stranger = service.token("eve")
    const path = `/namespaces/project_${projectId}`
    expect(await error(await ask("GET", path, stranger))).toEqual([404, "NoSuchNamespaceException"])
    expect(await error(await ask("GET", `${path}%1Fproperties`))).toEqual([404, "NoSuchNamespaceException"])
    expect(await error(await ask("GET", "/namespaces/project_9999999999999999"))).toEqual([404, "NoSuchNamespaceException"]) // prettier-ignore
    expect(await error(await ask("GET", `${path}/tables/others`))).toEqual([404, "NoSuchTableException"])
    expect(await error(await ask("GET", `${path}%1Fproperties/tables/snapshots`))).toEqual([404, "NoSuchTableException"]) // prettier-ignore
    expect((await ask("HEAD", `${path}/tables/others`)).status).toBe(404)
    expect(await error(await ask("POST", `${path}/tables`, token, {}))).toEqual([403, "ForbiddenException"])
    expect(await error(await ask("DELETE", `${path}/tables/products`))).toEqual([403, "ForbiddenException"])
    expect(await error(await ask("GET", "/config", "bad"))).toEqual([401, "NotAuthorizedException"])
    expect(await error(await ask("GET", "/config", service.token("ada", ["projects:read"])))).toEqual([403, "ForbiddenException"]) // prettier-ignore
  })

  test("unknown paths and methods are refused in the form of the catalog, too", async () => {
    expect(await error(await ask("GET", ""))).toEqual([404, "NoSuchTableException"])
    expect(await error(await ask("GET", "/"))).toEqual([404, "NoSuchTableException"])
    expect(await error(await ask("GET", "/functions"))).toEqual([404, "NoSuchTableException"])
    expect(await error(await ask("PATCH", `/namespaces/project_${projectId}`, token, {}))).toEqual([405, "RESTException"]) // prettier-ignore
  })

  test("words of a path match without regard to case, names do not", async () => {
    const path = `/Namespaces/project_${projectId}`
    expect((await ask("GET", `${path}/TABLES/products`)).status).toBe(200)
    expect((await ask("POST", `${path}/Tables/products/Metrics`, token, {})).status).toBe(204)
    expect((await ask("GET", "/Config")).status).toBe(200)
    expect(await error(await ask("GET", `${path}/tables/Products`))).toEqual([404, "NoSuchTableException"])
    expect(await error(await ask("GET", `/namespaces/PROJECT_${projectId}`))).toEqual([404, "NoSuchNamespaceException"])
  })

  test("a project outside of the projects of a token is no namespace", async () => {
    const other = await Seed.project(service, token, "Other")
    const { token: limited } = await service.run(
      Effect.flatMap(ProgramTokens, (tokens) =>
        tokens.create(
          { userId: UserId.make("ada"), name: null, scopes: new Set(["models:read"]) },
          {
            name: "BI",
            scopes: ["models:read"],
            expiresAt: Date.now() + 3_600_000,
            projects: [other as ProjectId]
          }
        )
      )
    )
    const listed = await Seed.json<unknown>(await ask("GET", "/namespaces", limited))
    expect(listed).toEqual({ namespaces: [[`project_${other}`]] })
    const refused = [404, "NoSuchNamespaceException"]
    for (const path of ["", "/tables", "/tables/products"]) {
      expect(await error(await ask("GET", `/namespaces/project_${projectId}${path}`, limited))).toEqual(refused)
    }
    expect((await service.call("DELETE", `/v1/projects/${other}`, { token })).status).toBe(204)
  })

  test("a project with a model that is hidden from the caller is no namespace", async () => {
    const bert = service.token("bert")
    const put = (path: string, role: string) =>
      service.call("PUT", `/v1/projects/${projectId}${path}/members/bert`, { token, body: { role } })
    await put("", "User")
    const own = async () => Seed.json<{ namespaces: ReadonlyArray<unknown> }>(await ask("GET", "/namespaces", bert))
    await put(`/models/${modelId}`, "Viewer")
    expect((await own()).namespaces).toContainEqual([`project_${projectId}`])
    await put(`/models/${modelId}`, "NoAccess")
    expect((await own()).namespaces).not.toContainEqual([`project_${projectId}`])
    expect(await error(await ask("GET", `/namespaces/project_${projectId}`, bert))).toEqual([404, "NoSuchNamespaceException"]) // prettier-ignore
  })
})
