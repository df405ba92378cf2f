/** Writes the JSON Schema of the document as types of TypeScript. */

export interface JsonSchema {
  readonly $ref?: string
  readonly type?: string | ReadonlyArray<string>
  readonly enum?: ReadonlyArray<unknown>
  readonly const?: unknown
  readonly anyOf?: ReadonlyArray<JsonSchema>
  readonly oneOf?: ReadonlyArray<JsonSchema>
  readonly allOf?: ReadonlyArray<JsonSchema>
  readonly items?: JsonSchema
  readonly prefixItems?: ReadonlyArray<JsonSchema>
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: ReadonlyArray<string>
  readonly additionalProperties?: JsonSchema | boolean
  readonly description?: string
}

/** Returns a comment above a declaration; nothing if there is no text. */
export const comment = (text: string | undefined, indent: string): string =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll("\n", " ")} */\n`

const name = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))

const scalars: Readonly<Record<string, string>> = {
  string: "string",
  integer: "number",
  number: "number",
  boolean: "boolean",
  null: "null"
}

const union = (types: ReadonlyArray<string>): string => [...new Set(types)].join(" | ")

const objectOf = (schema: JsonSchema, indent: string): string => {
  const { additionalProperties, properties = {} } = schema
  const rest =
    typeof additionalProperties === "object"
      ? `Readonly<Record<string, ${typeOf(additionalProperties, indent)}>>`
      : null
  if (Object.keys(properties).length === 0) return rest ?? "Readonly<Record<string, unknown>>"
  const deeper = `${indent}  `
  const members = Object.entries(properties).map(([key, member]) => {
    const isThere = schema.required?.includes(key) === true
    const type = `${typeOf(member, deeper)}${isThere ? "" : " | undefined"}`
    return `${comment(member.description, deeper)}${deeper}readonly ${name(key)}${isThere ? "" : "?"}: ${type}\n`
  })
  return `{\n${members.join("")}${indent}}${rest === null ? "" : ` & Readonly<Record<string, unknown>>`}`
}

const arrayOf = (schema: JsonSchema, indent: string): string =>
  schema.prefixItems === undefined
    ? `ReadonlyArray<${schema.items === undefined ? "unknown" : typeOf(schema.items, indent)}>`
    : `readonly [${schema.prefixItems.map((item) => typeOf(item, indent)).join(", ")}]`

/** Returns the type of a schema as an expression. */
export const typeOf = (schema: JsonSchema, indent = ""): string => {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1)!
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined) return union(schema.enum.map((value) => JSON.stringify(value)))
  const either = schema.anyOf ?? schema.oneOf
  if (either !== undefined) return union(either.map((one) => typeOf(one, indent)))
  if (schema.allOf !== undefined) return schema.allOf.map((one) => `(${typeOf(one, indent)})`).join(" & ")
  const types = typeof schema.type === "string" ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return schema.properties === undefined ? "unknown" : objectOf(schema, indent)
  return union(
    types.map((type) => {
      if (type === "object") return objectOf(schema, indent)
      return type === "array" ? arrayOf(schema, indent) : scalars[type]!
    })
  )
}
