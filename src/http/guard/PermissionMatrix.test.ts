import * as HttpApi from "@effect/platform/HttpApi"
import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import { describe, expect, test } from "bun:test"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Option from "effect/Option"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import { Cancelled } from "../../domain/Errors.ts"
import * as GlobalId from "../../domain/GlobalId.ts"
import type { OperationId, ProjectId } from "../../domain/Identifier.ts"
import { type Scope as TokenScope, scopes, type UserId } from "../../domain/Principal.ts"
import { ModelRole, modelRoleReaches, type ProjectRole, projectRoleReaches } from "../../domain/projects/Role.ts"
import { MemberRepository } from "../../ports/projects/MemberRepository.ts"
import { ModelRepository } from "../../ports/models/ModelRepository.ts"
import { OperationRepository } from "../../ports/operations/OperationRepository.ts"
import { ProjectRepository } from "../../ports/projects/ProjectRepository.ts"
import { UploadRepository } from "../../ports/models/UploadRepository.ts"
import { Api } from "../api/Api.ts"
import { Policy } from "../errors/Policy.ts"
import type { Binding } from "../call/Call.ts"
import * as Dispatch from "../dispatch/Dispatch.ts"
import { errorForm, mediaTypeOf } from "../errors/ErrorForms.ts"
import { permissions } from "../testing/Permissions.ts"
import * as TestService from "../testing/TestService.ts"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps

const endpoints: Array<Endpoint> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => void endpoints.push(endpoint as unknown as Endpoint)
})
// The endpoints of the catalog find the project by themselves and have error bodies of their own (CatalogHttp.test.ts).
const guarded = endpoints.filter((one) => {
  const { area, scope } = Context.unsafeGet(one.annotations as Context.Context<Policy>, Policy)
  return scope !== null && area !== "iceberg"
})

/** The real gate before handlers that only record that they were reached. */
const reached = "Cancelled"
const stubs: ReadonlyArray<Binding> = endpoints.map((endpoint) => ({
  endpoint,
  handler: { resource: () => new Cancelled({ details: "reached" }) }
}))

const scope = Effect.runSync(Scope.make())
process.on("exit", () => Effect.runFork(Scope.close(scope, Exit.void)))
const service = await Effect.runPromise(Scope.extend(TestService.make(), scope))
const gate = await service.run(Scope.extend(Dispatch.make(stubs), scope))

const user = (id: string) => id as UserId

interface Member {
  readonly id: string
  readonly project: ProjectRole | null
  readonly model: ModelRole
}

/** Users in each role; `given` contains roles on the model besides those of the creator and the default, Viewer. */
const members: ReadonlyArray<Member> = [
  { id: "owner", project: "Owner", model: "Owner" },
  { id: "contributor", project: "Contributor", model: "Viewer" },
  { id: "user", project: "User", model: "Viewer" },
  ...ModelRole.literals.map((role): Member => ({ id: `user-${role}`, project: "User", model: role })),
  { id: "stranger", project: null, model: "NoAccess" },
  { id: "owner-elsewhere", project: null, model: "NoAccess" }
]

/** A Ready model of a project, created directly by the repositories. */
const readyModel = (projectId: ProjectId, owner: UserId) =>
  Effect.gen(function* () {
    const models = yield* ModelRepository
    const operations = yield* OperationRepository
    const uploadKey = crypto.randomUUID()
    yield* Effect.flatMap(UploadRepository, (uploads) => uploads.issue(uploadKey, owner, 60, 1e9))
    const guid = GlobalId.random()
    const operationId = crypto.randomUUID() as OperationId
    const { modelId } = yield* models.createWithImport({
      projectId,
      guid,
      name: "Model",
      tags: [],
      defaultRole: "Viewer",
      createdBy: owner,
      uploadKey,
      operationId,
      command: { _tag: "ImportModel", file: "none", fileName: "a.ifc", format: "ifc", modelGuid: guid }
    })
    // Any of these imports may be claimed, and each is finished in the same way.
    const claim = Option.getOrThrow(yield* operations.claim("test", ["long"], 60_000, 1))
    const blobs = { table: "none", parquet: "none", geometry: null, file: null }
    const figures = { products: 0, schema: null, sizeBytes: 0, position: { site: null, map: null } }
    const outcome = { ...blobs, ...figures, shared: Stream.empty }
    yield* operations.finishImport(claim, outcome, "none")
    return { modelId }
  })

const setting = await service.run(
  Effect.gen(function* () {
    const projects = yield* ProjectRepository
    const models = yield* ModelRepository
    const roles = yield* MemberRepository
    const own = yield* projects.create(user("owner"), { name: "Own" })
    const foreign = yield* projects.create(user("owner-elsewhere"), { name: "Foreign" })
    const gone = yield* projects.create(user("owner"), { name: "Gone" })
    const { modelId } = yield* readyModel(own.id, user("owner"))
    const { modelId: foreignModel } = yield* readyModel(foreign.id, user("owner-elsewhere"))
    const { modelId: goneModel } = yield* readyModel(own.id, user("owner"))
    yield* models.remove(goneModel)
    yield* projects.remove(gone.id)
    for (const member of members) {
      if (member.project === null || member.id === "owner") continue
      yield* roles.put(own.id, user(member.id), member.project)
      if (member.id.startsWith("user-")) yield* roles.putOnModel(modelId, user(member.id), member.model)
    }
    return { own: own.id, foreign: foreign.id, gone: gone.id, modelId, foreignModel, goneModel }
  })
)

const never = "9007199254740991"
const object = (project: string, model: string) => ({ project, model })

/** The projects and models that paths name. */
const objects = {
  own: object(setting.own, setting.modelId),
  "foreign project": object(setting.foreign, setting.foreignModel),
  "foreign model": object(setting.own, setting.foreignModel),
  "deleted project": object(setting.gone, never),
  "deleted model": object(setting.own, setting.goneModel),
  "never existed": object(never, never),
  "model never existed": object(setting.own, never),
  "malformed project": object("0x1", setting.modelId),
  "malformed model": object(setting.own, "-1")
}
type ObjectName = keyof typeof objects

const scopeSets = (needed: TokenScope | "any"): Record<string, ReadonlyArray<TokenScope>> => ({
  all: scopes,
  "only the one": needed === "any" ? [] : [needed],
  "all but the one": scopes.filter((one) => one !== needed),
  none: []
})

const others: Record<string, string> = {
  operationId: "00000000-0000-4000-8000-000000000000",
  userId: "somebody",
  libraryGuid: "00000000-0000-4000-8000-000000000000",
  materialGuid: "00000000-0000-4000-8000-000000000000",
  codificationGuid: "00000000-0000-4000-8000-000000000000",
  propertyDefinitionGuid: "00000000-0000-4000-8000-000000000000",
  locationGuid: "0000000000000000000000",
  propertySetId: "1",
  propertyDefinitionId: "1",
  topicGuid: "00000000-0000-4000-8000-000000000000",
  commentGuid: "00000000-0000-4000-8000-000000000000",
  viewpointGuid: "00000000-0000-4000-8000-000000000000",
  documentGuid: "00000000-0000-4000-8000-000000000000",
  referenceGuid: "00000000-0000-4000-8000-000000000000",
  bitmapGuid: "00000000-0000-4000-8000-000000000000",
  queryId: "1",
  invitationId: "00000000-0000-4000-8000-000000000000",
  requirementsId: "1",
  tokenId: "00000000-0000-4000-8000-000000000000",
  webhookId: "00000000-0000-4000-8000-000000000000",
  deliveryId: "00000000-0000-4000-8000-000000000000",
  productId: "0000000000000000000000",
  modelVersionId: "1"
}

const pathOf = (endpoint: Endpoint, { model, project }: { project: string; model: string }): string =>
  endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    name === "projectId" ? project : name === "modelId" ? model : (others[name] ?? "none")
  )

const ask = async (endpoint: Endpoint, member: Member, held: ReadonlyArray<TokenScope>, name: ObjectName) => {
  const response = await gate(
    new Request(`${TestService.publicUrl}${pathOf(endpoint, objects[name])}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${service.token(member.id, held)}` }
    })
  )
  const body = (await response.json()) as { error?: string; type?: string; errorDetails?: string; detail?: string }
  const code =
    body.error ??
    body.type?.replace("urn:plinth:error:", "").replaceAll(/(^|-)(.)/g, (_, __, c: string) => c.toUpperCase())
  return {
    status: response.status,
    code,
    type: response.headers.get("content-type"),
    details: body.errorDetails ?? body.detail
  }
}

/** The order of answers of contract section 3, restated. */
const expected = (endpoint: Endpoint, member: Member, held: ReadonlyArray<TokenScope>, name: ObjectName) => {
  const wanted = permissions[endpoint.name]!
  const named = (parameter: string) => endpoint.path.includes(`:${parameter}`)
  if (wanted.scope !== "any" && !held.includes(wanted.scope)) return [403, "InsufficientScope"]
  // None of these users is an operator.
  if (wanted.scope === "admin") return [403, "Forbidden"]
  const malformed = (code: string) => (wanted.malformed === 400 ? [400, "InvalidIdentifier"] : [404, code])
  if (named("projectId") && name === "malformed project") return malformed("ProjectNotFound")
  if (named("modelId") && name === "malformed model") return malformed("ModelNotFound")
  if (named("projectId")) {
    const projectGone = name === "foreign project" || name === "deleted project" || name === "never existed"
    const elsewhere = name === "foreign project" && member.id === "owner-elsewhere"
    if (elsewhere) return [400, reached]
    if (projectGone || member.project === null) return [404, "ProjectNotFound"]
  }
  if (named("modelId")) {
    if (name !== "own" || member.model === "NoAccess") return [404, "ModelNotFound"]
    if (!modelRoleReaches(member.model, wanted.model!)) return [403, "Forbidden"]
  }
  if (wanted.project !== null && !projectRoleReaches(member.project!, wanted.project)) return [403, "Forbidden"]
  return [400, reached]
}

describe("the policy of each endpoint", () => {
  test("matches the contract in both directions", () => {
    expect(guarded.map(({ name }) => name).toSorted()).toEqual(Object.keys(permissions).toSorted())
  })
})

let cells = 0
for (const endpoint of guarded) {
  test(`${endpoint.name}: role, scope and object decide as in the contract`, async () => {
    const { area } = Context.unsafeGet(endpoint.annotations as Context.Context<Policy>, Policy)
    const wrong: Array<unknown> = []
    for (const member of members) {
      for (const [held, set] of Object.entries(scopeSets(permissions[endpoint.name]!.scope))) {
        for (const name of Object.keys(objects) as Array<ObjectName>) {
          const got = await ask(endpoint, member, set, name)
          const want = expected(endpoint, member, set, name)
          cells++
          const form = mediaTypeOf[errorForm(area, got.status)]
          if (got.status !== want[0] || got.code !== want[1] || got.type !== form) {
            wrong.push({ member: member.id, scopes: held, object: name, got, want, form })
          }
        }
      }
    }
    expect(wrong).toEqual([])
  })

  test(`${endpoint.name}: foreign and non-existing objects get the same answer`, async () => {
    const outsider = members.find(({ id }) => id === "stranger")!
    const foreign = await ask(endpoint, outsider, scopes, "foreign project")
    expect(foreign).toEqual(await ask(endpoint, outsider, scopes, "never existed"))
    const insider = members[0]!
    expect(await ask(endpoint, insider, scopes, "foreign model")).toEqual(
      await ask(endpoint, insider, scopes, "model never existed")
    )
  })
}

test("the matrix has at least 2,000 cells", () => {
  expect(cells).toBeGreaterThanOrEqual(2000)
})
