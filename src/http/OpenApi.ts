import { HttpApi, type HttpApiEndpoint, type HttpApiGroup, OpenApi } from "@effect/platform"
import { Context, Schema } from "effect"
import manifest from "../../package.json" with { type: "json" }
import { Api } from "./api/Api.ts"
import { Policy, type PolicyShape } from "./api/Policy.ts"
import { about, groupTexts, words } from "./openapi/About.ts"
import { errorReference, errorResponses, errorStatuses } from "./openapi/Errors.ts"
import { headers, parameters, sharedComponents } from "./openapi/Headers.ts"
import { additionalSchemas, components, members, required } from "./openapi/Schemas.ts"
import { special } from "./openapi/Special.ts"
import { texts } from "./openapi/Texts.ts"
import { tidySchema } from "./openapi/Tidy.ts"

type Endpoint = HttpApiEndpoint.HttpApiEndpoint.AnyWithProps
type Operation = OpenApi.OpenAPISpecOperation
type Json = Record<string, unknown>

/** An endpoint that the document describes, with its place there. */
export interface Described {
  readonly endpoint: Endpoint
  readonly policy: PolicyShape
  readonly path: string
  readonly method: string
}

/** What a reader looks for last. */
const lastGroups = ["older", "docs", "health"]

const groups = (Object.values(Api.groups) as unknown as ReadonlyArray<HttpApiGroup.HttpApiGroup.AnyWithProps>).toSorted(
  (a, b) => lastGroups.indexOf(a.identifier) - lastGroups.indexOf(b.identifier)
)

/** Every endpoint of the document, in its order. */
export const described: ReadonlyArray<Described> = groups.flatMap((group) =>
  Object.values(group.endpoints)
    .filter((endpoint) => !Context.get(endpoint.annotations, OpenApi.Exclude))
    .map((endpoint) => ({
      endpoint,
      policy: Context.get(endpoint.annotations as Context.Context<Policy>, Policy),
      path: endpoint.path.replaceAll(/:(\w+)/g, "{$1}"),
      method: endpoint.method.toLowerCase()
    }))
)

/** As the library describes it. Its own error of undecodable requests is not one of ours. */
const generated = (): OpenApi.OpenAPISpec => {
  const api = new Proxy(Api.annotate(HttpApi.AdditionalSchemas, additionalSchemas), {
    get: (target, key) => (key === "errorSchema" ? Schema.Never : Reflect.get(target, key))
  })
  return OpenApi.fromApi(api, { additionalPropertiesStrategy: "allow" })
}

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1)

/** Bodies that lost their name, or never had one, by what they look like. */
const naming = (schemas: Record<string, unknown>) => {
  const known = new Map(Object.entries(schemas).map(([name, schema]) => [JSON.stringify(schema), name]))
  return (schema: Json, fallback: string): Json => {
    if ("$ref" in schema || schema["type"] !== "object") return schema
    const name = known.get(JSON.stringify(schema)) ?? fallback
    schemas[name] ??= schema
    return { $ref: `#/components/schemas/${name}` }
  }
}

const outcomes: Readonly<Record<string, string>> = {
  "200": "What was asked for",
  "201": "What was made",
  "202": "What was started; poll the operation at `Location`",
  "204": "Done",
  "302": "What was asked for lies elsewhere"
}

const successOf = (
  { endpoint }: Described,
  operation: Operation,
  named: (schema: Json, fallback: string) => Json
): Json => {
  const text = texts[endpoint.name]
  return Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => {
      const content = Object.entries(response.content ?? {}).map(([mediaType, body]) => {
        const schema = tidySchema(body?.schema, members) as Json
        return [mediaType, { schema: named(schema, `${capital(endpoint.name)}Answer`) }]
      })
      const location = text?.location === true || status === "202" || status === "302"
      const described = {
        description: outcomes[status] ?? "Success",
        headers: { "X-Request-Id": headers["X-Request-Id"], ...(location ? { Location: headers.Location } : {}) },
        ...(content.length === 0 ? {} : { content: Object.fromEntries(content) })
      }
      return [status, described]
    })
  )
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

const complete = (one: Described, operation: Operation, named: (schema: Json, fallback: string) => Json): Json => {
  const { endpoint, policy } = one
  const own = special[endpoint.name]
  const text = texts[endpoint.name]
  const description = operation.description ?? text?.description
  const body = operation.requestBody as Json | undefined
  const statuses = own?.errors ?? [...new Set([...errorStatuses(endpoint, policy), ...(text?.errors ?? [])])]
  const errors = Object.fromEntries(statuses.map((status) => [String(status), errorReference(policy, status)]))
  const answers: Json = own?.operation ?? { responses: successOf(one, operation, named) }
  return {
    operationId: endpoint.name,
    tags: operation.tags,
    summary: operation.summary ?? text?.summary ?? words(endpoint.name),
    ...(description === undefined ? {} : { description }),
    ...(operation.deprecated === true || operation.tags[0] === "older" || endpoint.name.endsWith("Older")
      ? { deprecated: true }
      : {}),
    ...securityOf(policy),
    parameters: parameters(endpoint, policy, [
      ...(tidySchema(operation.parameters, members) as ReadonlyArray<Json>),
      ...(text?.query ?? [])
    ]),
    ...(body === undefined ? {} : { requestBody: tidySchema(body, members) }),
    ...answers,
    responses: { ...(answers["responses"] as Json), ...errors }
  }
}

/** The OpenAPI 3.1 document of the service that clients reach at `publicUrl`. */
export const make = (publicUrl: string): Json => {
  const spec = generated()
  const schemas: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(spec.components.schemas)) {
    const tidied = components[name] ?? (tidySchema(schema, members) as Json)
    schemas[name] = required[name] === undefined ? tidied : { ...tidied, required: required[name] }
  }
  Object.assign(schemas, components)
  const named = naming(schemas)
  const paths: Record<string, Json> = {}
  for (const one of described) {
    const operation = spec.paths[one.path]![one.method as OpenApi.OpenAPISpecMethodName]!
    paths[one.path] = { ...paths[one.path], [one.method]: complete(one, operation, named) }
  }
  const used = new Set(Array.from(JSON.stringify(paths).matchAll(/"(#\/components\/[^"]+)"/g), ([, ref]) => ref!))
  return {
    openapi: "3.1.0",
    info: {
      title: "Plinth",
      version: manifest.version,
      description: about,
      license: { name: manifest.license, identifier: manifest.license }
    },
    servers: [{ url: publicUrl }],
    tags: groups.map(({ identifier: name }) => ({ name, description: groupTexts[name] ?? words(name) })),
    paths,
    components: { schemas, responses: errorResponses(used), ...sharedComponents }
  }
}
