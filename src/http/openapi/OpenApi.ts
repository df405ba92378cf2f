import type * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import type * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import * as Context from "effect/Context"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import manifest from "../../../package.json" with { type: "json" }
import { Api } from "../api/Api.ts"
import { Policy, type PolicyShape } from "../errors/Policy.ts"
import { errorReference, errorResponses, errorStatuses } from "./Errors.ts"
import { byteTypes } from "../body/RequestBody.ts"
import { header, headerParameters, sharedComponents } from "./Headers.ts"

type Json = Record<string, unknown>

/** An endpoint of the document, with its path and method there. */
export interface Described {
  readonly endpoint: HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
  readonly policy: PolicyShape
  readonly path: string
  readonly method: string
}

/** All endpoints of the document, in the order of the document. */
export const described: ReadonlyArray<Described> = Object.values(
  Api.groups as unknown as Record<string, HttpApiGroup.HttpApiGroup.AnyWithProps>
).flatMap((group) =>
  Object.values(group.endpoints)
    .filter((endpoint) => !Context.get(endpoint.annotations, OpenApi.Exclude))
    .map((endpoint) => ({
      endpoint,
      policy: Context.get(endpoint.annotations as Context.Context<Policy>, Policy),
      path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
      method: endpoint.method.toLowerCase()
    }))
)

/**
 * Matches descriptions that the library generates for a schema without one. They only repeat the keywords beside them.
 */
const machineText =
  /^(?:(?:[a-zA-Z]+\(.*\)|unknown|int|any|object)$|(?:an?|the) (?:string|number|integer|array|value|positive|negative|non-negative|object)\b)/

/** Returns whether a schema keyword carries no information. Unknown members are ignored everywhere. */
const isNoise = (key: string, value: unknown): boolean => {
  if (key === "title" || key === "description") return typeof value === "string" && machineText.test(value)
  if (key === "$id" || (key === "additionalProperties" && value === true)) return true
  const mayBeEmpty = key === "required" || key === "properties"
  return mayBeEmpty && typeof value === "object" && value !== null && Object.keys(value).length === 0
}

/**
 * Returns the document that the library generates, without noise and without its own error for undecodable requests.
 */
const generated = (): OpenApi.OpenAPISpec => {
  const api = new Proxy(Api, {
    get: (target, key) => (key === "errorSchema" ? Schema.Never : Reflect.get(target, key))
  })
  const spec = OpenApi.fromApi(api, { additionalPropertiesStrategy: "allow" })
  return JSON.parse(JSON.stringify(spec), (key, value: unknown) => (isNoise(key, value) ? undefined : value))
}

/** Replaces inlined bodies by references: the library loses the schema names for other statuses than 200. */
const named = ({ components, paths }: OpenApi.OpenAPISpec): OpenApi.OpenAPISpecPaths => {
  const names = new Map(Object.entries(components.schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  return JSON.parse(JSON.stringify(paths), (key, value: Json) => {
    const name = key === "schema" && value["type"] === "object" ? names.get(JSON.stringify(value)) : undefined
    return name === undefined ? value : { $ref: `#/components/schemas/${name}` }
  })
}

const outcomes: Readonly<Record<string, string>> = {
  "200": "The requested data",
  "201": "The created object",
  "202": "The started operation; poll it at `Location`",
  "204": "Done"
}

const securityOf = ({ scope, project, model }: PolicyShape): Json =>
  scope === null
    ? { security: [] }
    : {
        security: [{ bearer: [scope] }],
        "x-required-scope": scope,
        ...(project === null ? {} : { "x-required-project-role": project }),
        ...(model === null ? {} : { "x-required-model-role": model })
      }

/** Returns a body with the media types of the kinds that are read as bytes. */
const withBytes = (body: Json & { readonly content: Json }, { takesBytes, takesJson }: PolicyShape): Json => {
  const file = { schema: { type: "string", format: "binary" } }
  const files = Object.fromEntries(takesBytes.flatMap((kind) => byteTypes[kind]).map((type) => [type, file]))
  return { ...body, content: { ...(takesJson ? body.content : {}), ...files } }
}

/** Returns an operation completed with the security, headers and errors that follow from its policy. */
const complete = ({ endpoint, policy }: Described, operation: OpenApi.OpenAPISpecOperation): Json => {
  const isDescribed = Option.isSome(Context.getOption(endpoint.annotations, OpenApi.Override))
  const answers = Object.entries(operation.responses).map(([status, response]) => {
    // A delivery of a webhook is no operation, so its 202 names no place to poll.
    const isDelivery = status === "202" && policy.area === "webhooks"
    const outcome = isDelivery ? "The delivery that will be tried" : outcomes[status]
    const description = isDescribed ? response.description : outcome
    const location = (status === "202" && !isDelivery) || status === "302" ? header("Location") : {}
    const own = "headers" in response ? (response.headers as Json) : {}
    return [status, { ...response, description, headers: { ...header("X-Request-Id"), ...location, ...own } }]
  })
  const errors = errorStatuses(endpoint, policy).map((status) => [status, errorReference(policy, status)])
  return {
    ...operation,
    ...(policy.takesBytes.length > 0
      ? { requestBody: withBytes(operation.requestBody as unknown as Json & { readonly content: Json }, policy) }
      : {}),
    operationId: endpoint.name,
    ...securityOf(policy),
    // Endpoints declare standard HTTP headers only to read them; they are not parameters of the document.
    parameters: [...operation.parameters.filter((one) => one.in !== "header"), ...headerParameters(policy)],
    responses: Object.fromEntries([...answers, ...errors])
  }
}

/** Returns the OpenAPI 3.1 document of the service that clients reach at `publicUrl`. */
export const make = (publicUrl: string): Json & { readonly tags: ReadonlyArray<OpenApi.OpenAPISpecTag> } => {
  const spec = generated()
  const paths = named(spec)
  for (const one of described) {
    const item = paths[one.path]! as Record<string, unknown>
    item[one.method] = complete(one, item[one.method] as OpenApi.OpenAPISpecOperation)
  }
  const used = new Set(Array.from(JSON.stringify(paths).matchAll(/"(#\/components\/[^"]+)"/g), ([, ref]) => ref!))
  return {
    openapi: spec.openapi,
    info: {
      ...spec.info,
      version: manifest.version,
      license: { name: manifest.license, identifier: manifest.license }
    },
    servers: [{ url: publicUrl }],
    tags: spec.tags,
    paths,
    components: { schemas: spec.components.schemas, responses: errorResponses(used), ...sharedComponents }
  }
}
