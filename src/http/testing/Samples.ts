import * as Seed from "./Seed.ts"
import type { CallOptions, TestService } from "./TestService.ts"

/** A service with a project of Ada's that has a ready model, a calculation, and a member who may only look. */
export interface World {
  readonly service: TestService
  readonly token: string
  readonly projectId: string
  readonly modelId: string
  /** A calculation that is Ready. */
  readonly operationId: string
  /** Path of a signed URL. */
  readonly download: string
}

export const viewer = "carol"

/** Builds it. */
export const world = async (service: TestService): Promise<World> => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId)
  await service.call("PUT", `/v1/projects/${projectId}/members/${viewer}`, { token, body: { role: "User" } })
  const root = `/v1/projects/${projectId}/models/${modelId}/products/quantities`
  const started = await service.call("POST", `${root}/query`, { token, body: { calculators: ["Count"] } })
  const { id: operationId } = await Seed.json<{ id: string }>(started, 202)
  await Seed.ready(service, token, operationId)
  const result = await service.call("GET", `${root}/${operationId}/result`, { token })
  const { downloadUrl } = await Seed.json<{ downloadUrl: string }>(result)
  return { service, token, projectId, modelId, operationId, download: new URL(downloadUrl).pathname }
}

/** What to send to an endpoint so that it does its work: parameters other than the world's, query, body, headers. */
export interface Sample extends Omit<CallOptions, "token"> {
  readonly path?: Readonly<Record<string, string>>
  readonly query?: string
}

type MakeSample = (world: World) => Sample | Promise<Sample>

const ticketOf = (path: string): Readonly<Record<string, string>> => {
  const [ticket, fileName] = path.split("/").slice(-2)
  return { ticket: ticket!, fileName: fileName! }
}

const ofItsOwn: MakeSample = async ({ service, token }) => {
  const projectId = await Seed.project(service, token, "To be changed")
  const member = { token, body: { role: "Contributor" } }
  await service.call("PUT", `/v1/projects/${projectId}/members/dora`, member)
  return { path: { projectId, userId: "dora" } }
}

const made = async ({ projectId, service, token }: World, path: string, body: unknown): Promise<string> => {
  const answer = await service.call("POST", `/v1/projects/${projectId}/${path}`, { token, body })
  const { guid, locationGuid } = await Seed.json<{ guid?: string; locationGuid?: string }>(answer, 201)
  return guid ?? locationGuid!
}

const aLocation: MakeSample = async (world) => ({
  path: { locationGuid: await made(world, "locations", { name: "Site", type: "Site" }) }
})

const aLibrary: MakeSample = async (world) => ({
  path: { libraryGuid: await made(world, "codifications", { name: "Omniclass" }) }
})

const aCode: MakeSample = async (world) => {
  const libraryGuid = await made(world, "codifications", { name: "Uniclass" })
  const code = { name: "Walls", identification: "Ss_25", sort: 1, description: "words" }
  return {
    path: { libraryGuid, codificationGuid: await made(world, `codifications/${libraryGuid}/codification`, code) }
  }
}

const withBody =
  (sample: MakeSample, body: unknown): MakeSample =>
  async (world) => ({ ...(await sample(world)), body })

/** A good call for each endpoint, by its name. Every endpoint needs one: the document is compared with its answer. */
export const samples: Readonly<Record<string, MakeSample>> = {
  health: () => ({}),
  readiness: () => ({}),
  openapi: () => ({}),
  listProjects: () => ({}),
  createProject: () => ({ body: { name: "Another", description: "words" } }),
  readProject: () => ({}),
  changeProject: () => ({ body: { description: "changed" } }),
  deleteProject: ofItsOwn,
  listMembers: () => ({}),
  putMember: () => ({ path: { userId: "dora" }, body: { role: "Contributor" } }),
  removeMember: ofItsOwn,
  listModelMembers: () => ({}),
  putModelMember: () => ({ path: { userId: viewer }, body: { role: "Viewer" } }),
  removeModelMember: async ({ modelId, projectId, service, token }) => {
    const path = `/v1/projects/${projectId}/models/${modelId}/members/${viewer}`
    await service.call("PUT", path, { token, body: { role: "Viewer" } })
    return { path: { userId: viewer } }
  },
  uploadUrl: () => ({}),
  uploadUrlOlder: () => ({}),
  upload: async ({ service, token }) => {
    const ticket = await Seed.json<{ uploadUrl: string }>(await service.call("GET", "/v1/files/upload-url", { token }))
    return { path: { ticket: ticket.uploadUrl.split("/").at(-1)! }, body: "ISO-10303-21;" }
  },
  download: ({ download }) => ({ path: ticketOf(download) }),
  listModels: () => ({}),
  createModel: async ({ service, token }) => ({
    body: {
      modelName: "Second",
      uploadKey: await Seed.upload(service, token),
      uploadFileName: "house.ifc",
      tags: ["a tag"]
    }
  }),
  readModel: () => ({}),
  removeModel: async ({ projectId, service, token }) => ({
    path: { modelId: (await Seed.model(service, token, projectId, "To be removed")).modelId }
  }),
  listFields: () => ({ query: "?page=1&pageSize=20" }),
  queryProducts: () => ({ body: { filters: { Class: "Wall" } } }),
  startQuantities: () => ({ body: { calculators: ["Count", "NetArea"] } }),
  quantityResult: () => ({}),
  readOperation: () => ({}),
  cancelOperation: () => ({}),
  listFieldsOlder: () => ({ query: "?page=1" }),
  queryProductsOlder: () => ({ body: {} }),
  getProducts: () => ({ query: "?fields=Name&filters[Class]=Wall" }),
  startQuantitiesOlder: () => ({ body: { calculators: ["Count"] } }),
  quantityResultOlder: () => ({}),
  listLocations: () => ({}),
  createLocation: () => ({ body: { name: "Yard", type: "Site" } }),
  changeLocation: withBody(aLocation, { name: "Yard" }),
  deleteLocation: aLocation,
  listCodifications: () => ({}),
  createCodification: () => ({ body: { name: "Own", source: "us" } }),
  readCodification: async (world) => {
    const { libraryGuid } = (await aCode(world)).path!
    return { path: { libraryGuid: libraryGuid! } }
  },
  deleteCodification: aLibrary,
  createCode: withBody(aLibrary, { name: "Walls", identification: "A" }),
  readCode: aCode,
  changeCode: withBody(aCode, { name: "Thick walls" }),
  deleteCode: aCode
}
