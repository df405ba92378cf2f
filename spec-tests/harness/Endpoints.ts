import type { ErrorForm } from "./ErrorForms.ts"

export type Area =
  | "projects"
  | "tokens"
  | "webhooks"
  | "invitations"
  | "requirements"
  | "checks"
  | "files"
  | "models"
  | "products"
  | "quantities"
  | "dynamic properties"
  | "saved queries"
  | "sessions"
  | "edits"
  | "export"
  | "versions"
  | "derived files"
  | "operations"
  | "codifications"
  | "custom properties"
  | "materials"
  | "locations"

export interface Endpoint {
  readonly area: Area
  readonly method: string
  /** The path, with `{project}`, `{model}`, … for identifiers. */
  readonly path: string
  readonly forms: Readonly<Record<400 | 403 | 404, ErrorForm>>
  /** The status for a malformed identifier in the path, except for operation ids, which are 404 everywhere. */
  readonly malformed: 400 | 404
}

const forms = (bad: ErrorForm, forbidden: ErrorForm, missing: ErrorForm): Endpoint["forms"] => ({
  400: bad,
  403: forbidden,
  404: missing
})
const views = forms("view", "view", "view")
const problems = forms("problem", "problem", "problem")
const codes = forms("view", "problem", "problem")

const endpoints =
  (area: Area, base: string, defaults: Endpoint["forms"]) =>
  (...rows: ReadonlyArray<readonly [method: string, path: string, malformed: 400 | 404, own?: Endpoint["forms"]]>) =>
    rows.map(([method, path, malformed, own]): Endpoint => ({
      area,
      method,
      path: base + path,
      malformed,
      forms: own ?? defaults
    }))

const P = "/v1/projects/{project}"
const M = `${P}/models/{model}`

/** Every endpoint of contract section 4, with what the specification's error table says of it. */
export const table: ReadonlyArray<Endpoint> = [
  ...endpoints("projects", "/v1/projects", problems)(
    ["GET", "", 404],
    ["POST", "", 404],
    ["GET", "/{project}", 404],
    ["PUT", "/{project}", 404],
    ["DELETE", "/{project}", 404],
    ["GET", "/{project}/audit", 404],
    ["GET", "/{project}/members", 404],
    ["PUT", "/{project}/members/{member}", 404],
    ["DELETE", "/{project}/members/{member}", 404]
  ),
  ...endpoints("tokens", "/v1/tokens", problems)(["GET", "", 400], ["POST", "", 400], ["DELETE", "/{token}", 400]),
  ...endpoints("tokens", `${P}/tokens`, problems)(["GET", "", 400], ["DELETE", "/{token}", 400]),
  ...endpoints("webhooks", `${P}/webhooks`, problems)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["GET", "/{webhook}", 400],
    ["PUT", "/{webhook}", 400],
    ["DELETE", "/{webhook}", 400],
    ["POST", "/{webhook}/rotate", 400],
    ["POST", "/{webhook}/test", 400],
    ["GET", "/{webhook}/deliveries", 400],
    ["POST", "/{webhook}/deliveries/{delivery}/retry", 400]
  ),
  ...endpoints("invitations", `${P}/invitations`, problems)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["DELETE", "/{invitation}", 400]
  ),
  ...endpoints("requirements", `${P}/requirements`, views)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["GET", "/{requirements}", 400],
    ["PUT", "/{requirements}", 400],
    ["DELETE", "/{requirements}", 400]
  ),
  ...endpoints("checks", `${M}/checks`, views)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["GET", "/{operation}/result", 400]
  ),
  ...endpoints("files", "/v1", problems)(["GET", "/files/upload-url", 404], ["GET", "/upload-url", 404]),
  ...endpoints("models", `${P}/models`, views)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["GET", "/{model}", 400],
    ["DELETE", "/{model}", 400],
    ["GET", "/{model}/members", 404],
    ["PUT", "/{model}/members/{member}", 404],
    ["DELETE", "/{model}/members/{member}", 404]
  ),
  ...endpoints("products", `${M}/products`, views)(
    ["GET", "/properties/available-data", 400],
    ["POST", "/groups", 400],
    ["POST", "/properties/query", 400],
    ["GET", "/available-data", 400],
    ["POST", "/query", 400],
    ["GET", "", 400]
  ),
  ...endpoints("products", `${P}/products`, views)(
    ["GET", "/properties/available-data", 400],
    ["POST", "/properties/query", 400],
    ["POST", "/groups", 400]
  ),
  ...endpoints("quantities", M, views)(
    ["POST", "/products/quantities/query", 400],
    ["GET", "/products/quantities/{operation}/result", 400],
    ["POST", "/quantities", 400],
    ["GET", "/quantities/{operation}/result", 400]
  ),
  ...endpoints("dynamic properties", `${M}/products/dynamic-properties`, views)(
    ["GET", "/available-data", 400],
    ["POST", "/query", 400],
    ["GET", "/{operation}/result", 400]
  ),
  ...endpoints("saved queries", `${P}/queries`, views)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["GET", "/{query}", 400],
    ["PUT", "/{query}", 400],
    ["DELETE", "/{query}", 400]
  ),
  ...endpoints("sessions", M, views)(
    ["POST", "/start-session", 400],
    ["POST", "/end-session", 400],
    ["GET", "/session", 400]
  ),
  ...endpoints("edits", M, views)(
    ["POST", "/products", 400],
    ["POST", "/products/table", 400],
    ["DELETE", "/products/{product}", 400],
    ["POST", "/publish", 400],
    ["POST", "/discard", 400],
    ["GET", "/changes", 400]
  ),
  ...endpoints("export", M, views)(["POST", "/export-ifc", 400], ["GET", "/export-ifc/{operation}/result", 400]),
  ...endpoints("versions", M, views)(
    ["POST", "/imports", 400],
    ["GET", "/versions", 400],
    ["GET", "/versions/{version}/changes", 400]
  ),
  ...endpoints("derived files", M, views)(
    ["GET", "/quality", 400],
    ["GET", "/geometry", 400],
    ["GET", "/parquet", 400],
    ["GET", "/image", 400]
  ),
  ...endpoints("operations", P, problems)(["GET", "/operations", 400]),
  ...endpoints("operations", "/v1/operations", problems)(
    ["GET", "/{operation}", 404],
    ["DELETE", "/{operation}", 404],
    ["POST", "/{operation}/retry", 404]
  ),
  ...endpoints("codifications", `${P}/codifications`, codes)(
    ["GET", "", 400],
    ["POST", "", 400],
    ["GET", "/{library}", 400],
    ["DELETE", "/{library}", 404],
    ["POST", "/{library}/codification", 400],
    ["GET", "/{library}/codification/{code}", 404, forms("view", "problem", "problem as json")],
    ["PUT", "/{library}/codification/{code}", 400],
    ["DELETE", "/{library}/codification/{code}", 400]
  ),
  ...endpoints("custom properties", `${P}/customProperties`, problems)(
    ["GET", "", 404],
    ["GET", "/property-definitions/{definitionGuid}", 404],
    ["POST", "/property-sets", 400],
    ["PUT", "/property-sets/{set}", 400],
    ["DELETE", "/property-sets/{set}", 404],
    ["POST", "/property-sets/{set}/property", 400],
    ["PUT", "/property-sets/{set}/property/{definition}", 400],
    ["DELETE", "/property-sets/{set}/property/{definition}", 404]
  ),
  ...endpoints("materials", `${P}/material-libraries`, problems)(
    ["GET", "", 400, forms("view", "problem", "problem")],
    ["POST", "", 400],
    ["GET", "/{library}", 404],
    ["DELETE", "/{library}", 404],
    ["POST", "/{library}/materials", 400],
    ["GET", "/{library}/materials/{material}", 404, forms("problem", "problem", "problem as json")],
    ["PUT", "/{library}/materials/{material}", 400],
    ["DELETE", "/{library}/materials/{material}", 404]
  ),
  ...endpoints("locations", `${P}/locations`, problems)(
    ["GET", "", 404],
    ["POST", "", 404],
    ["PUT", "/{location}", 404],
    ["DELETE", "/{location}", 404]
  )
]

export const areas: ReadonlyArray<Area> = [...new Set(table.map(({ area }) => area))]

export const ofArea = (area: Area): ReadonlyArray<Endpoint> => table.filter((endpoint) => endpoint.area === area)

const uuid = "11111111-2222-4333-8444-555555555555"

/** Well-formed identifiers of objects that do not exist. */
const unknownIds: Readonly<Record<string, string>> = {
  project: "9007199254740991",
  model: "9007199254740991",
  member: "nobody-of-that-name",
  operation: uuid,
  version: "9007199254740991",
  product: "0Conformance0000000000",
  set: "9007199254740991",
  definition: "9007199254740991",
  definitionGuid: uuid,
  query: "9007199254740991",
  requirements: "9007199254740991",
  library: uuid,
  material: uuid,
  code: uuid,
  location: "0Conformance0000000000"
}

/** Returns the path with its identifiers filled in. Missing ones become well-formed unknown identifiers. */
export const fill = (path: string, ids: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? unknownIds[name] ?? uuid)

/** The identifiers that a path names, in its order. */
export const idsOf = (path: string): ReadonlyArray<string> => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)

export const label = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`
