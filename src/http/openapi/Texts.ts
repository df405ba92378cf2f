/** What the reference says of an endpoint beside its data. */
export interface Text {
  readonly summary: string
  readonly description?: string
  /** Error answers that only the work itself decides on. */
  readonly errors?: ReadonlyArray<number>
  /** True where the success answer names a place in `Location`; 202 and 302 always do. */
  readonly location?: true
  /** Parameters of the query that the handler itself reads. */
  readonly query?: ReadonlyArray<Readonly<Record<string, unknown>>>
}

const count = (name: string, description: string, maximum?: number) => ({
  name,
  in: "query",
  required: false,
  description,
  schema: { type: "integer", minimum: 1, ...(maximum === undefined ? {} : { maximum }) }
})

/** Older clients get everything unless they ask for a page. */
const olderPaging = [
  count("page", "Everything, up to 100,000 rows, where neither this nor pageSize is given"),
  count("pageSize", "1000 where only page is given", 5000)
]

/** By the name of the endpoint. One that is missing is called by the words of its name. */
export const texts: Readonly<Record<string, Text>> = {
  health: { summary: "The process answers" },
  readiness: {
    summary: "Storage, blobs and tokens answer",
    description: "503 otherwise; `checks` then names what does not."
  },
  openapi: { summary: "This document" },
  listProjects: { summary: "List the caller's projects", description: "Ordered by name." },
  createProject: { summary: "Create a project", description: "The caller becomes its Owner." },
  readProject: { summary: "Read a project" },
  changeProject: {
    summary: "Change a project",
    description: "An absent member keeps its value; `description: null` clears it."
  },
  deleteProject: { summary: "Delete a project", description: "Everything in it goes along, files included." },
  listMembers: { summary: "List the members of a project" },
  putMember: {
    summary: "Add a member, or change a member's role",
    description: "A member is named by the subject of the token and may be added before ever signing in.",
    errors: [400]
  },
  removeMember: {
    summary: "Remove a member",
    description: "Everyone may remove themself. The last Owner cannot go: 400.",
    errors: [400]
  },
  listModelMembers: { summary: "List the members with the role in force on a model" },
  putModelMember: { summary: "Give a member a role on a model" },
  removeModelMember: { summary: "Take back the role that a member was given on a model" },
  uploadUrl: {
    summary: "Get a place to upload a file to",
    description:
      "PUT the bytes to `uploadUrl` within the hour, then name `uploadKey` when the model is created. One key serves one model."
  },
  uploadUrlOlder: { summary: "Get a place to upload a file to (older path)" },
  upload: {
    summary: "Upload a file",
    description: "The URL comes from `uploadUrl` and is all the permission that is needed."
  },
  download: {
    summary: "Download a file",
    description:
      "The URL comes from `downloadUrl`, `reportUrl` or `image` and is all the permission that is needed, for seven days. HEAD and one Range are served."
  },
  listModels: {
    summary: "List the models of a project",
    description: "The models that the caller may see and whose import is done, ordered by name."
  },
  createModel: {
    summary: "Create a model and start its import",
    description:
      "The extension of `uploadFileName` decides how the file is read: .ifc, .ifczip, .zip, .3dm, .rvt, .skp. The model is listed when the operation is Ready. The sample project takes none: 400."
  },
  readModel: { summary: "Read a model" },
  parquet: {
    summary: "Get the values of a model as a Parquet file",
    description:
      "One row for each value: `product` (GlobalId), `propertySet` (null: an attribute of the product, such as Class or Name), `property`, `text`, `number`; sorted by set, property and product. Numbers are in the units of the file; a boolean is `true` and 1 or `false` and 0. Pages are compressed with Zstandard. For the latest public version."
  },
  removeModel: { summary: "Remove a model", description: "Operations of it that have not ended end Failed." },
  listFields: {
    summary: "List the product fields of a model",
    description: "`fieldDetails` has an entry for each field of the page but Guid, Class and Name."
  },
  queryProducts: {
    summary: "Query the products of a model",
    description:
      "Filters combine with AND. Without `fields` a product has Guid, Class, Name, SpatialLocation, MaterialLayerSet and Code. Members of a product are named by the field."
  },
  startQuantities: {
    summary: "Start a quantity calculation",
    description: "Poll the operation at `Location`, then ask for its result. All values are SI."
  },
  quantityResult: {
    summary: "Get the result of a quantity calculation",
    description: "400 while the operation is not Ready, and where it failed.",
    location: true
  },
  readOperation: {
    summary: "Read an operation",
    description: "States go Queued, InProgress, then Ready or Failed. `error` and `errorDetails` say why it failed."
  },
  cancelOperation: {
    summary: "Cancel an operation",
    description: "One that has ended stays as it is. For its starter and Owners of the model."
  },
  listFieldsOlder: { summary: "List the product fields of a model", query: olderPaging, errors: [400] },
  queryProductsOlder: { summary: "Query the products of a model", query: olderPaging },
  getProducts: {
    summary: "Query the products of a model by its address",
    query: [
      {
        name: "fields",
        in: "query",
        required: false,
        description: "Repeated for each field",
        schema: { type: "array", items: { type: "string" } }
      },
      {
        name: "filters",
        in: "query",
        required: false,
        description: "`filters[Class]=Wall` means that Class contains Wall",
        style: "deepObject",
        explode: true,
        schema: { type: "object", additionalProperties: { type: "string" } }
      },
      ...olderPaging
    ]
  },
  startQuantitiesOlder: { summary: "Start a quantity calculation" },
  quantityResultOlder: { summary: "Get the result of a quantity calculation", location: true },
  listLocations: {
    summary: "List the locations of a project",
    description: "As a flat list, and as a tree under `locationViews`."
  },
  createLocation: {
    summary: "Create a location",
    description: "Without members it is a nameless Space at the top. At most 64 levels."
  },
  changeLocation: {
    summary: "Change a location",
    description: "An absent member keeps its value; `parentGuid: null` moves it to the top."
  },
  deleteLocation: {
    summary: "Delete a location",
    description: "What lies below it goes along; its products become unplaced."
  },
  listCodifications: { summary: "List the codification libraries of a project", description: "Without their codes." },
  createCodification: { summary: "Create a codification library" },
  readCodification: { summary: "Read a codification library with its codes", description: "Codes are in sort order." },
  deleteCodification: {
    summary: "Delete a codification library",
    description: "Its codes go along, and their assignments to products."
  },
  createCode: {
    summary: "Create a code",
    description: "`identification` is unique in its library; `parentId` is the guid of the code above."
  },
  readCode: { summary: "Read a code", description: "Resolves a guid of the Code field of a product." },
  changeCode: {
    summary: "Change a code",
    description: 'Absent and null keep the value; `""` clears the description and, as `parentId`, moves to the top.'
  },
  deleteCode: { summary: "Delete a code", description: "The codes below it move up; its assignments are lost." },
  listMaterialLibraries: {
    summary: "List the material libraries of a project",
    description: "`properties` has one list for each material of the library."
  },
  createMaterialLibrary: { summary: "Create a material library" },
  readMaterialLibrary: { summary: "Read a material library with its materials" },
  deleteMaterialLibrary: {
    summary: "Delete a material library",
    description: "Its materials go along. This cannot be undone."
  },
  createMaterial: { summary: "Create a material" },
  readMaterial: { summary: "Read a material", description: "Resolves a MaterialId of a product query." },
  changeMaterial: {
    summary: "Change a material",
    description: "An absent member keeps its value; null clears an optional one."
  },
  deleteMaterial: { summary: "Delete a material", description: "Its assignments to products are lost." },
  readPropertyLibrary: { summary: "List the custom property sets of a project with their definitions" },
  readPropertyDefinition: {
    summary: "Read a property definition",
    description: "By the PropertyId of a product query. One that only a file brought has `id: null`."
  },
  createPropertySet: {
    summary: "Create a property set",
    description: "Its definitions are created with it, all or none. Names of sets are unique in a project."
  },
  changePropertySet: {
    summary: "Change a property set",
    description: "`propertyDefinitions` adds and updates by name and never removes."
  },
  deletePropertySet: { summary: "Delete a property set", description: "Its definitions go along." },
  createPropertyDefinition: {
    summary: "Add a property definition to a set",
    description: "An Enumeration needs `enumerationValues`, other types refuse them."
  },
  changePropertyDefinition: {
    summary: "Change a property definition",
    description: "No value is touched; new ones must fit."
  },
  deletePropertyDefinition: {
    summary: "Delete a property definition",
    description: "Values that users set go along; what the file says shows again."
  }
}

/** What the groups of endpoints are about. */
export const groupTexts: Readonly<Record<string, string>> = {
  health: "For the platform that runs the service; no token.",
  docs: "This reference.",
  projects: "Everything lives in a project, and a project has members.",
  members: "Who may do what: a role in the project, and a role on each model.",
  files: "Files on their way in and out, by URLs that carry their own permission.",
  models: "Models, made from uploaded files.",
  products: "The building elements of a model, with their properties.",
  quantities: "Counts, lengths, areas and volumes of products, calculated in the background.",
  operations: "Work in the background, read by polling.",
  locations: "The sites, buildings, floors, spaces and other places of a project, as a hierarchy.",
  codifications: "Classification libraries and their codes, which are assigned to products.",
  materials: "Material libraries and their materials, which are assigned to products.",
  customProperties: "Property sets of the project's own, and the definitions in them.",
  older: "Spellings that clients in the field still send, served as the same operations."
}

export const about = `Plinth serves the building-information data of projects: models imported from files, their products, and what is calculated from them.

**Token.** Every endpoint that shows a scope needs \`Authorization: Bearer …\`. \`write\` does not include \`read\`.

**Wire.** JSON in camelCase. Declared members and enumeration words of a request match without regard to case; unknown members are ignored. A path that does not exist is 404, a method that a path does not have 405 with \`Allow\`; both are ProblemDetails. HEAD is served where GET is.

**Errors.** Two layouts: ErrorView, and ProblemDetails (RFC 9457); each endpoint says which of them a status has. Every answer carries \`X-Request-Id\`, and error bodies repeat it.

**Background work.** A 202 names an operation in \`Location\`; poll it until it is Ready or Failed.

**Repeating.** A POST that takes \`Idempotency-Key\` gives the first answer again for 24 hours.`

/** `readProject` as `Read project`. */
export const words = (name: string): string => {
  const spaced = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}
