import type { Scope } from "../../domain/Principal.ts"
import type { ModelRole, ProjectRole } from "../../domain/projects/Role.ts"

/** The scope and role that contract sections 3 and 4 require for an endpoint; `any` is every member. */
export interface Permission {
  /** `any`: no scope is needed. */
  readonly scope: Scope | "any"
  readonly project: ProjectRole | null
  readonly model: Exclude<ModelRole, "NoAccess"> | null
  readonly malformed: 400 | 404
}

const row = (
  scope: Scope | "any",
  project: Permission["project"],
  model: Permission["model"],
  malformed: 400 | 404
): Permission => ({ scope, project, model, malformed })

const readsModel = row("models:read", "User", "Viewer", 400)
const readsLibraries = (malformed: 400 | 404) => row("libraries:read", "User", null, malformed)
const writesLibraries = (malformed: 400 | 404) => row("libraries:write", "Contributor", null, malformed)
const editsModel = row("models:write", "User", "DataEditor", 400)
const ownsModel = row("models:write", "User", "Owner", 404)

const ownsWebhooks = row("projects:write", "Owner", null, 400)

/**
 * The permissions as the contract states them, written a second time and by hand: the matrix test holds the policies
 * of the API against this.
 */
export const permissions: Readonly<Record<string, Permission>> = {
  listProjects: row("projects:read", null, null, 404),
  createProject: row("projects:write", null, null, 404),
  readProject: row("projects:read", "User", null, 404),
  changeProject: row("projects:write", "Owner", null, 404),
  deleteProject: row("projects:write", "Owner", null, 404),
  readEvents: row("projects:read", "User", null, 400),
  readAudit: row("projects:read", "Owner", null, 404),
  ...Object.fromEntries(
    [
      "listUsers",
      "createUser",
      "deleteUser",
      "revokeUser",
      "linkPassword",
      "listClients",
      "createClient",
      "deleteClient",
      "readStorage",
      "listAllAudits",
      "listAllOperations",
      "readHealth"
    ].map((name) => [name, row("admin", null, null, 400)] as const)
  ),
  listInvitations: row("projects:read", "Owner", null, 400),
  createInvitation: row("projects:write", "Owner", null, 400),
  deleteInvitation: row("projects:write", "Owner", null, 400),
  acceptInvitation: row("any", null, null, 400),
  callMcp: row("any", null, null, 404),
  listTokens: row("projects:read", null, null, 400),
  createToken: row("projects:write", null, null, 400),
  deleteToken: row("projects:write", null, null, 400),
  listProjectTokens: row("projects:read", "Owner", null, 400),
  shutOutToken: row("projects:write", "Owner", null, 400),
  listWebhooks: ownsWebhooks,
  createWebhook: ownsWebhooks,
  readWebhook: ownsWebhooks,
  changeWebhook: ownsWebhooks,
  deleteWebhook: ownsWebhooks,
  rotateWebhookSecret: ownsWebhooks,
  testWebhook: ownsWebhooks,
  listWebhookDeliveries: ownsWebhooks,
  retryWebhookDelivery: ownsWebhooks,
  listOperations: row("models:read", "User", null, 400),
  listMembers: row("projects:read", "User", null, 404),
  putMember: row("projects:write", "Owner", null, 404),
  // Every member may leave; the use case checks that only Owners remove others.
  removeMember: row("projects:write", "User", null, 404),
  uploadUrl: row("models:write", null, null, 404),
  uploadUrlOlder: row("models:write", null, null, 404),
  listModels: row("models:read", "User", null, 400),
  createModel: row("models:write", "Contributor", null, 400),
  readModel: readsModel,
  parquet: readsModel,
  removeModel: row("models:write", "User", "Owner", 400),
  listModelMembers: ownsModel,
  putModelMember: ownsModel,
  removeModelMember: ownsModel,
  listFields: readsModel,
  listFieldsOlder: readsModel,
  queryProducts: readsModel,
  queryProductsOlder: readsModel,
  listProjectFields: row("models:read", "User", null, 400),
  queryProjectProducts: row("models:read", "User", null, 400),
  groupProjectProducts: row("models:read", "User", null, 400),
  groupProducts: readsModel,
  getProducts: readsModel,
  startQuantities: readsModel,
  listDynamicFields: readsModel,
  startDynamicProperties: readsModel,
  dynamicPropertiesResult: readsModel,
  geometry: readsModel,
  picture: readsModel,
  quality: readsModel,
  startExport: readsModel,
  exportResult: readsModel,
  startQuantitiesOlder: readsModel,
  quantityResult: readsModel,
  quantityResultOlder: readsModel,
  // The use case decides who may share, change and delete.
  readDataset: row("models:read", "User", null, 400),
  listRequirements: row("libraries:read", "User", null, 400),
  readRequirements: row("libraries:read", "User", null, 400),
  createRequirements: row("libraries:write", "Contributor", null, 400),
  changeRequirements: row("libraries:write", "Contributor", null, 400),
  deleteRequirements: row("libraries:write", "Contributor", null, 400),
  readCurrentUser: row("any", null, null, 400),
  readBcfUser: row("any", null, null, 400),
  listBcfProjects: row("models:read", null, null, 400),
  ...Object.fromEntries(
    [
      "readBcfProject",
      "readBcfExtensions",
      "exportTopics",
      "listTopicsEvents",
      "listTopicEvents",
      "listCommentsEvents",
      "listCommentEvents",
      "listDocuments",
      "readDocument",
      "listDocumentReferences",
      "listTopicFiles",
      "listFilesInformation",
      "readSnippet",
      "listTopics",
      "readTopic",
      "listRelatedTopics",
      "listComments",
      "readComment",
      "listViewpoints",
      "readViewpoint",
      "readSnapshot",
      "readBitmap",
      "readSelection",
      "readColoring",
      "readVisibility"
    ].map((name) => [name, row("models:read", "User", null, 400)] as const)
  ),
  // The use case decides who may write and delete.
  ...Object.fromEntries(
    [
      "changeBcfProject",
      "changeBcfExtensions",
      "createTopic",
      "importTopics",
      "createDocument",
      "createDocumentReference",
      "changeDocumentReference",
      "changeTopicFiles",
      "changeSnippet",
      "changeTopic",
      "deleteTopic",
      "changeRelatedTopics",
      "createComment",
      "changeComment",
      "deleteComment",
      "createViewpoint",
      "deleteViewpoint"
    ].map((name) => [name, row("models:write", "User", null, 400)] as const)
  ),
  startCheck: readsModel,
  listChecks: readsModel,
  checkResult: readsModel,
  listSavedQueries: row("models:read", "User", null, 400),
  readSavedQuery: row("models:read", "User", null, 400),
  createSavedQuery: row("models:write", "User", null, 400),
  changeSavedQuery: row("models:write", "User", null, 400),
  deleteSavedQuery: row("models:write", "User", null, 400),
  startSession: editsModel,
  endSession: editsModel,
  readSession: readsModel,
  modifyProducts: editsModel,
  takeBackSheet: editsModel,
  deleteProduct: row("models:write", "User", "Modeler", 400),
  publish: editsModel,
  discard: editsModel,
  listChanges: readsModel,
  importFile: row("models:write", "User", "Modeler", 400),
  listVersions: readsModel,
  listVersionChanges: readsModel,
  readPropertyLibrary: readsLibraries(404),
  readPropertyDefinition: readsLibraries(404),
  createPropertySet: writesLibraries(400),
  changePropertySet: writesLibraries(400),
  deletePropertySet: writesLibraries(404),
  createPropertyDefinition: writesLibraries(400),
  changePropertyDefinition: writesLibraries(400),
  deletePropertyDefinition: writesLibraries(404),
  listMaterialLibraries: readsLibraries(400),
  createMaterialLibrary: writesLibraries(400),
  readMaterialLibrary: readsLibraries(404),
  deleteMaterialLibrary: writesLibraries(404),
  createMaterial: writesLibraries(400),
  readMaterial: readsLibraries(404),
  changeMaterial: writesLibraries(400),
  deleteMaterial: writesLibraries(404),
  listLocations: readsLibraries(404),
  createLocation: writesLibraries(404),
  changeLocation: writesLibraries(404),
  deleteLocation: writesLibraries(404),
  listCodifications: readsLibraries(400),
  createCodification: writesLibraries(400),
  readCodification: readsLibraries(400),
  deleteCodification: writesLibraries(404),
  createCode: writesLibraries(400),
  readCode: readsLibraries(404),
  changeCode: writesLibraries(400),
  deleteCode: writesLibraries(400),
  readOperation: row("models:read", null, null, 404),
  cancelOperation: row("models:write", null, null, 404),
  retryOperation: row("models:write", null, null, 404)
}

/**
 * Answers of the endpoints without a project in their paths to a token for programs that is limited to projects. Every
 * endpoint below a project answers 404 if the token does not reach the project. An endpoint that serves such a token
 * must show nothing of other projects.
 */
export const outsideProjects: Readonly<Record<string, "served" | "admin" | 403>> = {
  listProjects: "served",
  listBcfProjects: "served",
  readCurrentUser: "served",
  readBcfUser: "served",
  callMcp: "served",
  readCatalog: "served",
  writeCatalog: "served",
  replaceCatalog: "served",
  deleteCatalog: "served",
  readHttpCatalog: "served",
  writeHttpCatalog: "served",
  replaceHttpCatalog: "served",
  deleteHttpCatalog: "served",
  createProject: 403,
  listTokens: 403,
  createToken: 403,
  deleteToken: 403,
  acceptInvitation: 403,
  listUsers: "admin",
  createUser: "admin",
  deleteUser: "admin",
  revokeUser: "admin",
  linkPassword: "admin",
  listClients: "admin",
  createClient: "admin",
  deleteClient: "admin",
  readStorage: "admin",
  listAllAudits: "admin",
  listAllOperations: "admin",
  readHealth: "admin",
  uploadUrl: "served",
  uploadUrlOlder: "served",
  readOperation: "served",
  cancelOperation: "served",
  retryOperation: "served"
}
