import { type Json, type JsonObject, textOf } from "../../harness/Answer.ts"
import { each, holds, matches, same, status } from "../../harness/Check.ts"
import { Mismatch } from "../../harness/Faults.ts"
import type { Context } from "../../harness/Context.ts"
import { areas, type Endpoint, idsOf, label, ofArea } from "../../harness/Endpoints.ts"
import { rules } from "../../harness/Rule.ts"

const one = rules("contract 1", [])
const ten = rules("contract 10", [])

const document = (context: Context) =>
  context.once("openapi", async () => status(await context.anonymous.get("/openapi.json"), 200))

/** A reference within the document as a path of members (RFC 6901). */
const steps = (reference: string): ReadonlyArray<string> =>
  reference
    .replace(/^#\//, "")
    .split("/")
    .map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"))

/** The operation of an endpoint, whatever the names of its path parameters. */
const operation = async (context: Context, endpoint: Endpoint): Promise<JsonObject> => {
  const shape = (path: string) => path.toLowerCase().replaceAll(/\{[^}]*\}/g, "{}")
  const paths = (await document(context)).object("paths")
  const found = Object.entries(paths).find(([path]) => shape(path) === shape(endpoint.path))
  const operation = (found?.[1] as JsonObject | undefined)?.[endpoint.method.toLowerCase()]
  if (operation === undefined) throw new Mismatch("not in the document")
  return operation as JsonObject
}

const mediaTypes = async (context: Context, operation: JsonObject, code: number): Promise<ReadonlyArray<string>> => {
  const responses = operation["responses"] as Record<string, { content?: object; $ref?: string }> | undefined
  const response = responses?.[String(code)]
  if (response === undefined) throw new Mismatch(`no response ${code}`)
  const named = response.$ref === undefined ? response : (await document(context)).at(...steps(response.$ref))
  return Object.keys((named as { content?: object } | undefined)?.content ?? {})
}

const references = (value: Json): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]: [string, Json]) =>
    name === "$ref" && typeof inner === "string" ? [inner] : references(inner)
  )
}

export const openApi = [
  one("1-openapi", "GET /openapi.json is an OpenAPI 3.1 document, without authentication", async (context) => {
    const answer = await document(context)
    same("media type", answer.type, "application/json")
    matches("openapi", answer.at("openapi"), /^3\.1\.\d+$/)
    holds("title", answer.string("info", "title").length > 0)
  }),
  one("1-openapi-references", "Every reference of the document resolves", async (context) => {
    const answer = await document(context)
    holds("there are paths", Object.keys(answer.object("paths")).length > 0)
    await each(new Set(references(answer.body)), String, (reference) => {
      holds("it is there", answer.at(...steps(reference)) !== undefined)
    })
  }),
  ...areas.map((area) =>
    one(
      `1-openapi-paths-${area.replaceAll(" ", "-")}`,
      `The document has every endpoint (${area})`,
      async (context) => {
        await each(ofArea(area), label, async (endpoint) => {
          const found = await operation(context, endpoint)
          holds(
            "responses",
            Object.keys(found["responses"] as object).some((code) => /^[23]/.test(code))
          )
          same("401", await mediaTypes(context, found, 401), ["application/problem+json"])
        })
      }
    )
  ),
  ...areas.map((area) =>
    ten(
      `10-openapi-forms-${area.replaceAll(" ", "-")}`,
      `The document says in which form 403 and 404 come (${area})`,
      async (context) => {
        await each(ofArea(area), label, async (endpoint) => {
          const found = await operation(context, endpoint)
          const codes = idsOf(endpoint.path).length === 0 ? ([403] as const) : ([403, 404] as const)
          for (const code of codes) {
            const type = endpoint.forms[code] === "problem" ? "application/problem+json" : "application/json"
            same(String(code), await mediaTypes(context, found, code), [type])
          }
        })
      }
    )
  ),
  one(
    "1-openapi-ignored-headers",
    "The document requires no format of X-Request-Id, nor of X-Client-Session-Id on reads",
    async (context) => {
      const answer = await document(context)
      const resolved = (parameter: JsonObject) =>
        typeof parameter["$ref"] === "string" ? answer.object(...steps(parameter["$ref"])) : parameter
      for (const [path, item] of Object.entries(answer.object("paths"))) {
        for (const [method, found] of Object.entries(item as JsonObject)) {
          const parameters = ((found as JsonObject)["parameters"] ?? []) as ReadonlyArray<JsonObject>
          for (const { name, schema } of parameters.map(resolved)) {
            if (!(method === "get" ? /^x-(?:request|client-session)-id$/i : /^x-request-id$/i).test(textOf(name)))
              continue
            const asked = Object.keys(schema as JsonObject).filter((key) =>
              /^(?:pattern|minLength|maxLength)$/.test(key)
            )
            same(`${method} ${path}: ${textOf(name)}`, asked, [])
          }
        }
      }
    }
  ),
  one("1-health", "GET /healthz and /readyz answer 200 without authentication", async ({ anonymous }) => {
    status(await anonymous.get("/healthz"), 200)
    status(await anonymous.get("/readyz"), 200)
  }),
  one("1-docs", "GET /docs is a page that loads nothing from other hosts", async ({ anonymous }) => {
    const answer = status(await anonymous.get("/docs"), 200)
    same("media type", answer.type, "text/html")
    const outside = [
      ...answer.text.matchAll(/<(?:script|link|img|iframe)\b[^>]*(?:src|href)\s*=\s*["']?(?:https?:)?\/\/[^"'\s>]+/gi)
    ]
    same(
      "references to other hosts",
      outside.map(([text]) => text),
      []
    )
  })
]
