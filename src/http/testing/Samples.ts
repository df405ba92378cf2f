import type { MakeSample, Sample } from "./Sample.ts"
import { adminSamples } from "./AdminSamples.ts"
import { questionSamples } from "./QuestionSamples.ts"
import * as SignedIn from "./SignedIn.ts"
import * as Seed from "./Seed.ts"
import { invitationSamples } from "./InvitationSamples.ts"
import { webhookSamples } from "./WebhookSamples.ts"
import { datasetSamples } from "./DatasetSamples.ts"
import { requirementsSamples } from "./RequirementsSamples.ts"
import { topicSamples } from "./TopicSamples.ts"
import { tokenSamples } from "./TokenSamples.ts"
import { made, viewer, type World } from "./World.ts"

const ticketOf = (path: string): Readonly<Record<string, string>> => {
  const [ticket, fileName] = path.split("/").slice(-2)
  return { ticket: ticket!, fileName: fileName! }
}

/** The signed URL of a file whose project was deleted. */
export const ofDeletedProject = async ({ service, token }: World): Promise<Sample> => {
  const projectId = await Seed.project(service, token)
  const { operationId } = await Seed.model(service, token, projectId)
  const operation = await service.call("GET", `/v1/operations/${operationId}`, { token })
  const { reportUrl } = await Seed.json<{ reportUrl: string }>(operation)
  await service.call("DELETE", `/v1/projects/${projectId}`, { token })
  return { path: ticketOf(new URL(reportUrl).pathname) }
}

const ofItsOwn: MakeSample = async ({ service, token }) => {
  const projectId = await Seed.project(service, token, "To be changed")
  await service.call("PUT", `/v1/projects/${projectId}/members/dora`, { token, body: { role: "Contributor" } })
  return { path: { projectId, userId: "dora" } }
}

const aLocation: MakeSample = async (world) => ({
  path: { locationGuid: (await made(world, "locations", { name: "Site", type: "Site" })).locationGuid }
})

const aCodification = async (world: World) => (await made(world, "codifications", { name: "Omniclass" })).guid

const aCode = async (world: World) => {
  const libraryGuid = await aCodification(world)
  const code = { name: "Walls", identification: "Ss_25", sort: 1, description: "words" }
  const { guid } = await made(world, `codifications/${libraryGuid}/codification`, code)
  return { path: { libraryGuid, codificationGuid: guid } }
}

const aMaterialLibrary = async (world: World) => (await made(world, "material-libraries", { name: "Stone" })).guid

const aMaterial = async (world: World) => {
  const libraryGuid = await aMaterialLibrary(world)
  const { guid } = await made(world, `material-libraries/${libraryGuid}/materials`, { name: "Basalt", color: "#333" })
  return { path: { libraryGuid, materialGuid: guid } }
}

const definition = { name: "Owner", dataType: "Enumeration", enumerationValues: ["we", "they"] }

const aPropertySet = async (world: World) => {
  const entityTypes = [{ value: "Wall", predefinedTypes: [{ value: "SOLIDWALL" }] }]
  const body = { name: `Set ${crypto.randomUUID()}`, entityTypes, propertyDefinitions: [definition] }
  return { path: { propertySetId: String((await made(world, "customProperties/property-sets", body)).id) } }
}

const aDefinition = async (world: World) => {
  const { propertySetId } = (await aPropertySet(world)).path
  const body = { name: "Height", dataType: "Real", measureType: "Length", unit: "m" }
  const { guid, id } = await made(world, `customProperties/property-sets/${propertySetId}/property`, body)
  return { path: { propertySetId, propertyDefinitionId: String(id), propertyDefinitionGuid: guid } }
}

const inLibrary =
  (make: (world: World) => Promise<string>): MakeSample =>
  async (world) => ({ path: { libraryGuid: await make(world) } })

const query = { fields: ["Name"], filters: [{ property: "Class", operator: "Contains", value: "Wall" }] }

const aSavedQuery: MakeSample = async (world) => {
  const body = { name: "Walls", description: "all of them", query, shared: true }
  return { path: { queryId: String((await made(world, "queries", body)).id) } }
}

const withBody =
  (sample: MakeSample, body: unknown): MakeSample =>
  async (world) => ({ ...(await sample(world)), body })

const session = { headers: { "x-client-session-id": "sample" } }

/** A call in a session. */
const editing =
  (sample: MakeSample): MakeSample =>
  async (world) => {
    const { modelId, projectId, service, token } = world
    await service.call("POST", `/v1/projects/${projectId}/models/${modelId}/start-session`, { token, ...session })
    return { ...(await sample(world)), ...session }
  }

const aProduct = async ({ modelId, projectId, service, token }: World): Promise<string> => {
  const path = `/v1/projects/${projectId}/models/${modelId}/products/properties/query?pageSize=1`
  const { result } = await Seed.json<{ result: ReadonlyArray<{ Guid: string }> }>(
    await service.call("POST", path, { token, body: { filters: { Class: "Wall" } } })
  )
  return result[0]!.Guid
}

const aVersion = async ({ modelId, projectId, service, token }: World): Promise<string> => {
  const path = `/v1/projects/${projectId}/models/${modelId}/versions`
  const { versions } = await Seed.json<{ versions: ReadonlyArray<{ modelVersionId: string }> }>(
    await service.call("GET", path, { token })
  )
  return versions[0]!.modelVersionId
}

/** An operation of the world's model that is Ready. */
const anOperation =
  (start: string, body?: object): MakeSample =>
  async ({ modelId, projectId, service, token }) => {
    const path = `/v1/projects/${projectId}/models/${modelId}/${start}`
    const options = { token, ...(body === undefined ? {} : { body }) }
    const { id: operationId } = await Seed.json<{ id: string }>(await service.call("POST", path, options), 202)
    await Seed.ready(service, token, operationId)
    return { path: { operationId } }
  }

/** A good call for each endpoint, by its name. Every endpoint needs one: the document is compared with its answer. */
export const samples: Readonly<Record<string, MakeSample>> = {
  health: () => ({}),
  readiness: () => ({}),
  openapi: () => ({}),
  about: () => ({}),
  authorize: async ({ service }) => {
    await SignedIn.client(service)
    return { query: `?${SignedIn.request().toString()}` }
  },
  token: async ({ service }) => ({ body: await SignedIn.codeGrant(service) }),
  tokenOlder: async ({ service }) => ({
    body: new URLSearchParams(await SignedIn.codeGrant(service)).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" }
  }),
  scopes: () => ({}),
  register: () => ({ body: { redirect_uris: ["https://a.test"] } }),
  authorizationServer: () => ({}),
  protectedResource: () => ({}),
  protectedMcp: () => ({}),
  listProjects: () => ({}),
  createProject: () => ({ body: { name: "Another", description: "words" } }),
  readProject: () => ({}),
  changeProject: () => ({ body: { description: "changed" } }),
  deleteProject: ofItsOwn,
  readAudit: () => ({ query: "?pageSize=10" }),
  ...tokenSamples,
  ...adminSamples,
  ...webhookSamples,
  readEvents: () => ({ query: "?limit=10" }),
  listOperations: () => ({}),
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
  importFile: async ({ service, token }) => ({
    body: { uploadKey: await Seed.upload(service, token), uploadFileName: "house.ifc", title: "Again" }
  }),
  readModel: () => ({}),
  parquet: () => ({}),
  removeModel: async ({ projectId, service, token }) => ({
    path: { modelId: (await Seed.model(service, token, projectId, "To be removed")).modelId }
  }),
  ...questionSamples,
  startExport: () => ({}),
  exportResult: anOperation("export-ifc"),
  geometry: () => ({ query: "?format=view" }),
  picture: () => ({ query: "?width=80&height=64" }),
  quality: () => ({}),
  listDynamicFields: () => ({ query: "?pageSize=3" }),
  startDynamicProperties: () => ({ body: { fields: ["Computed.Volume"] } }),
  dynamicPropertiesResult: anOperation("products/dynamic-properties/query", {}),
  startQuantities: () => ({ body: { calculators: ["Count", "NetArea"] } }),
  quantityResult: () => ({}),
  ...datasetSamples,
  ...requirementsSamples,
  ...topicSamples,
  ...invitationSamples,
  listSavedQueries: async (world) => {
    await aSavedQuery(world)
    return {}
  },
  createSavedQuery: () => ({ body: { name: "Doors", query } }),
  readSavedQuery: aSavedQuery,
  changeSavedQuery: withBody(aSavedQuery, { shared: false }),
  deleteSavedQuery: aSavedQuery,
  startSession: () => session,
  endSession: () => session,
  readSession: async ({ modelId, projectId, service, token }) => {
    await service.call("POST", `/v1/projects/${projectId}/models/${modelId}/start-session`, { token, ...session })
    return {}
  },
  modifyProducts: editing(async (world) => ({
    body: { addOrUpdate: { "Pset_WallCommon.FireRating": { [await aProduct(world)]: "F90" } } }
  })),
  takeBackSheet: editing(async (world) => {
    const uploadKey = await Seed.upload(world.service, world.token, Buffer.from("Guid,Name\n"))
    return { body: { uploadKey, uploadFileName: "walls.csv" } }
  }),
  deleteProduct: editing(async (world) => ({ path: { productId: await aProduct(world) } })),
  publish: editing(() => ({ body: { title: "Fire ratings" } })),
  discard: editing(() => ({})),
  listChanges: () => ({}),
  listVersions: () => ({}),
  listVersionChanges: async (world) => ({ path: { modelVersionId: await aVersion(world) } }),
  readOperation: () => ({}),
  cancelOperation: () => ({}),
  retryOperation: async ({ projectId, service, token }) => ({
    path: { operationId: await Seed.failedImport(service, token, projectId) }
  }),
  startQuantitiesOlder: () => ({ body: { calculators: ["Count"] } }),
  quantityResultOlder: () => ({}),
  listLocations: () => ({}),
  createLocation: () => ({ body: { name: "Yard", type: "Site" } }),
  changeLocation: withBody(aLocation, { name: "Yard" }),
  deleteLocation: aLocation,
  listCodifications: () => ({}),
  createCodification: () => ({ body: { name: "Own", source: "us" } }),
  readCodification: async (world) => {
    const { libraryGuid } = (await aCode(world)).path
    return { path: { libraryGuid } }
  },
  deleteCodification: inLibrary(aCodification),
  createCode: withBody(inLibrary(aCodification), { name: "Walls", identification: "A" }),
  readCode: aCode,
  changeCode: withBody(aCode, { name: "Thick walls" }),
  deleteCode: aCode,
  listMaterialLibraries: () => ({}),
  createMaterialLibrary: () => ({ body: { name: "Wood", source: "us" } }),
  readMaterialLibrary: async (world) => {
    const { libraryGuid } = (await aMaterial(world)).path
    return { path: { libraryGuid } }
  },
  deleteMaterialLibrary: inLibrary(aMaterialLibrary),
  createMaterial: withBody(inLibrary(aMaterialLibrary), { name: "Oak", category: "hard" }),
  readMaterial: aMaterial,
  changeMaterial: withBody(aMaterial, { color: null }),
  deleteMaterial: aMaterial,
  readPropertyLibrary: async (world) => {
    await aDefinition(world)
    return {}
  },
  readPropertyDefinition: aDefinition,
  createPropertySet: () => ({ body: { name: "Another set", entityTypes: [{ value: "IfcWall" }] } }),
  changePropertySet: withBody(aPropertySet, { entityTypes: [] }),
  deletePropertySet: aPropertySet,
  createPropertyDefinition: withBody(aPropertySet, { name: "Weight", dataType: "Integer" }),
  changePropertyDefinition: withBody(aDefinition, { unit: "mm" }),
  deletePropertyDefinition: aDefinition
}
