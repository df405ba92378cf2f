import { readFileSync } from "node:fs"
import { join } from "node:path"
import { comment, type JsonSchema, typeOf } from "./Types.ts"

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly required?: boolean
  readonly description?: string
  readonly schema?: JsonSchema
}

type Contents = Readonly<Record<string, { readonly schema: JsonSchema }>>

interface Endpoint {
  readonly operationId: string
  readonly summary?: string
  readonly description?: string
  readonly deprecated?: boolean
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required?: boolean; readonly content: Contents }
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Contents }>>
}

export interface Document {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Endpoint>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, { readonly "x-codes": ReadonlyArray<string> }>>
  }
}

/**
 * These endpoints have no methods: signed URLs are used unchanged (`put`, `get`), and pages of sign-in are opened by
 * browsers.
 */
const left = new Set(["upload", "download", "authorize", "callback"])

const runtime = readFileSync(join(import.meta.dir, "Runtime.ts"), "utf8")
  .replace(/^\/\*\*.*\*\/\n/, "")
  .replace(/^import [^"]*"[^"]*"\n/, "")
  .replaceAll(/^export (?=(?:const (?:caller|waiting|files)|async function\* paged)\b)/gm, "")
  .trim()

const has = (endpoint: Endpoint, name: string) => endpoint.parameters.some(({ $ref }) => $ref?.endsWith(`/${name}`))

const line = (text: string | undefined, name: string, isNeeded: boolean, type: string) =>
  `${comment(text, "    ")}    readonly ${name}${isNeeded ? "" : "?"}: ${type}${isNeeded ? "" : " | undefined"}\n`

const takesSession = (endpoint: Endpoint): boolean =>
  has(endpoint, "X-Client-Session-Id") || has(endpoint, "SessionUnlessDryRun")

/** Returns the members of the options of an endpoint's method. */
const membersOf = (endpoint: Endpoint): ReadonlyArray<{ readonly isNeeded: boolean; readonly text: string }> => {
  const member = (description: string | undefined, name: string, isNeeded: boolean, type: string) => ({
    isNeeded,
    text: line(description, name, isNeeded, type)
  })
  const own = endpoint.parameters
    .filter(({ $ref }) => $ref === undefined)
    .map((one) => member(one.description, one.name!, one.required === true, typeOf(one.schema!, "    ")))
  const body = endpoint.requestBody?.content["application/json"]?.schema
  return [
    ...own,
    ...(body === undefined ? [] : [member(undefined, "body", true, typeOf(body, "    "))]),
    ...(has(endpoint, "NeededSession") ? [member(undefined, "clientSessionId", true, "string")] : []),
    ...(takesSession(endpoint) ? [member(undefined, "clientSessionId", false, "string")] : []),
    ...(has(endpoint, "Idempotency-Key") ? [member(undefined, "idempotencyKey", false, "string")] : [])
  ]
}

/**
 * Returns the methods of an endpoint: for the request, for all of its pages, and for the file to which it redirects.
 */
const methodsOf = (path: string, method: string, endpoint: Endpoint): string => {
  const { operationId } = endpoint
  const members = membersOf(endpoint)
  const optional = members.some(({ isNeeded }) => isNeeded) ? "" : " = {}"
  const given = `given: {\n${members.map(({ text }) => text).join("")}  } & CallOptions`
  const query = endpoint.parameters.filter((one) => one.in === "query").map((one) => one.name!)
  const [status, answer] = Object.entries(endpoint.responses).find(([status]) => status < "400")!
  const schema = answer.content?.["application/json"]?.schema
  const type = schema === undefined ? "void" : typeOf(schema, "  ")
  // A POST with a body whose answer has pages is a query.
  const isRead = method === "post" && query.includes("page") && !has(endpoint, "Idempotency-Key")
  const shape = (more: string) =>
    `{ method: ${JSON.stringify(method.toUpperCase())}, path: ${JSON.stringify(path)}` +
    (query.length === 0 ? "" : `, query: ${JSON.stringify(query)}`) +
    (endpoint.requestBody === undefined ? "" : ", body: true") +
    (has(endpoint, "NeededSession") || takesSession(endpoint) ? ", session: true" : "") +
    (has(endpoint, "Idempotency-Key") ? ", key: true" : "") +
    (isRead ? ", read: true" : "") +
    `${more} }`
  const said = [endpoint.summary, endpoint.description].filter((text) => text !== undefined).join(". ")
  const told = comment(`${endpoint.deprecated ? "@deprecated An older spelling. " : ""}${said}`, "  ")
  const isRedirect = status === "302"
  const plain =
    `${told}  ${operationId}: (${given}${optional}): Promise<${type}> =>\n` +
    `    call(${shape(isRedirect ? ', redirect: "manual"' : "")}, given),\n`
  const file = isRedirect
    ? comment(`The file that \`${operationId}\` links to, as it comes; in browsers too`, "  ") +
      `  ${operationId}File: (${given}${optional}): Promise<Response> =>\n    call(${shape(", raw: true")}, given),\n`
    : ""
  const pages = query.includes("page")
    ? comment(`All pages of \`${operationId}\`, each asked for when the one before is used up`, "  ") +
      `  ${operationId}Pages: (${given.replace(/ {4}(?:\/\*\*[^\n]*\*\/\n {4})?readonly page\?: [^\n]*\n/, "")}${optional}): AsyncGenerator<${type}, void> =>\n` +
      `    paged((page) => call(${shape("")}, { ${query.includes("pageSize") ? "pageSize: 1000, " : ""}...given, page })),\n`
    : ""
  return plain + pages + file
}

/** Returns the text of the client of a service that the document describes. The same document gives the same text. */
export const text = (document: Document): string => {
  const codes = [...new Set(Object.values(document.components.responses).flatMap((one) => one["x-codes"]))].toSorted()
  const types = Object.entries(document.components.schemas).map(
    ([name, schema]) => `${comment(schema.description, "")}export type ${name} = ${typeOf(schema)}\n`
  )
  const methods = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, endpoint]) => !left.has(endpoint.operationId))
      .map(([method, endpoint]) => methodsOf(path, method, endpoint))
  )
  return `/**
 * A client of Plinth ${document.info.version}: one file without dependencies, for Bun, Node and browsers.
 * Made by \`npm run sdk\` from the service's OpenAPI document; changes by hand are lost.
 */

${runtime}

/** The codes of errors that the document names. */
export type ErrorCode =
${codes.map((code) => `  | ${JSON.stringify(code)}`).join("\n")}

${types.join("\n")}
const methods = (call: ReturnType<typeof caller>) => ({
${methods.join("\n")}})

/**
 * The service as one caller sees it. Every method rejects with \`PlinthError\` if the service refuses, with the error of
 * \`fetch\` if the service cannot be reached, and with the signal's reason if it is aborted.
 */
export const connect = (connection: Connection) => {
  const own = methods(caller(connection))
  return { ...own, ...files(connection), waitFor: waiting(own.readOperation) }
}

export type Plinth = ReturnType<typeof connect>
`
}
