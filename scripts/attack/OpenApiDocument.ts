/** A parsed JSON object. */
type Json = Readonly<Record<string, unknown>>

/** An endpoint as the document of the service describes it. */
export interface Described {
  readonly method: string
  /** The path, with parameters as `{name}`. */
  readonly path: string
  readonly query: ReadonlyArray<string>
  /** A valid body, or undefined if the endpoint has none. */
  readonly body: unknown
}

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const methods = new Set(["get", "put", "post", "delete", "patch"])

/** Returns a value that a schema allows, with every member that it describes. */
const sampleOf = (document: Json, schema: unknown, depth = 0): unknown => {
  if (!isObject(schema) || depth > 8) return "text"
  const reference = schema["$ref"]
  if (typeof reference === "string") {
    let at: unknown = document
    for (const key of reference.slice(2).split("/")) at = isObject(at) ? at[key] : undefined
    return sampleOf(document, at, depth + 1)
  }
  const alternatives = schema["anyOf"] ?? schema["oneOf"] ?? schema["allOf"]
  if (Array.isArray(alternatives)) return sampleOf(document, alternatives[0], depth + 1)
  if (Array.isArray(schema["enum"])) return schema["enum"][0]
  const type: unknown = [schema["type"]].flat()[0]
  if (type === "array") return [sampleOf(document, schema["items"], depth + 1)]
  if (type === "integer" || type === "number") return 1
  if (type === "boolean") return true
  if (type !== "object" && !isObject(schema["properties"])) return "text"
  const members = isObject(schema["properties"]) ? schema["properties"] : { key: schema["additionalProperties"] }
  return Object.fromEntries(Object.entries(members).map(([name, one]) => [name, sampleOf(document, one, depth + 1)]))
}

const bodyOf = (document: Json, operation: Json): unknown => {
  const content = isObject(operation["requestBody"]) ? operation["requestBody"]["content"] : undefined
  const json = isObject(content) ? content["application/json"] : undefined
  return isObject(json) ? sampleOf(document, json["schema"]) : undefined
}

/** Returns the endpoints of a document. */
export const endpointsOf = (document: Json): ReadonlyArray<Described> =>
  Object.entries(document["paths"] as Readonly<Record<string, Json>>).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path,
        query: (((operation as Json)["parameters"] ?? []) as ReadonlyArray<Json>)
          .filter((one) => one["in"] === "query")
          .map((one) => String(one["name"])),
        body: bodyOf(document, operation as Json)
      }))
  )
