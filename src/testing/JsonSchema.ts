type Json = Record<string, unknown>

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value)

const typeOf = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isInteger(value) ? "integer" : typeof value
}

const fits = (type: string, value: unknown): boolean =>
  typeOf(value) === type || (type === "number" && typeOf(value) === "integer")

/** Returns the target of a local reference in a document. */
export const resolve = (document: unknown, reference: string): unknown => {
  let at = document
  for (const key of reference.slice(2).split("/")) {
    at = isObject(at) ? at[key.replaceAll("~1", "/").replaceAll("~0", "~")] : undefined
  }
  return at
}

/** The keywords that our documents use, and what their values must be; another one is a fault. */
const keywords: Readonly<Record<string, (value: unknown) => boolean>> = {
  $ref: (value) => typeof value === "string" && value.startsWith("#/"),
  type: (value) =>
    [value]
      .flat()
      .every((one) => ["string", "number", "integer", "boolean", "object", "array", "null"].includes(String(one))),
  enum: (value) => Array.isArray(value) && value.length > 0,
  title: (value) => typeof value === "string",
  description: (value) => typeof value === "string",
  default: () => true,
  examples: Array.isArray,
  format: (value) => typeof value === "string",
  pattern: (value) => typeof value === "string" && new RegExp(value, "u") instanceof RegExp,
  required: (value) => Array.isArray(value) && value.every((name) => typeof name === "string"),
  properties: isObject,
  additionalProperties: (value) => typeof value === "boolean" || isObject(value),
  items: isObject,
  anyOf: (value) => Array.isArray(value) && value.length > 0,
  oneOf: (value) => Array.isArray(value) && value.length > 0,
  allOf: (value) => Array.isArray(value) && value.length > 0,
  ...Object.fromEntries(
    ["minimum", "maximum", "exclusiveMinimum", "minLength", "maxLength", "minItems", "maxItems"].map((name) => [
      name,
      (value: unknown) => typeof value === "number"
    ])
  )
}

/** Returns the faults of a schema itself. Source: JSON Schema 2020-12, as far as `keywords` goes. */
export const schemaFaults = (document: unknown, schema: unknown, at = ""): ReadonlyArray<string> => {
  if (!isObject(schema)) return [`${at}: no schema`]
  const faults = Object.entries(schema).flatMap(([name, value]) => {
    const check = keywords[name]
    return check?.(value) === true ? [] : [`${at}/${name}: ${JSON.stringify(value)}`]
  })
  const reference = schema["$ref"]
  if (typeof reference === "string" && resolve(document, reference) === undefined) faults.push(`${at}: ${reference}`)
  const inner: Array<[string, unknown]> = [
    ...Object.entries(isObject(schema["properties"]) ? schema["properties"] : {}),
    ...["anyOf", "oneOf", "allOf"].flatMap((name) =>
      ((schema[name] as Array<unknown> | undefined) ?? []).map((one, i): [string, unknown] => [`${name}/${i}`, one])
    ),
    ...["items", "additionalProperties"]
      .filter((name) => isObject(schema[name]))
      .map((name): [string, unknown] => [name, schema[name]])
  ]
  return [...faults, ...inner.flatMap(([name, one]) => schemaFaults(document, one, `${at}/${name}`))]
}

const limitNames = (value: unknown): readonly [string, string] => {
  if (typeof value === "string") return ["minLength", "maxLength"]
  return Array.isArray(value) ? ["minItems", "maxItems"] : ["minimum", "maximum"]
}

const limitFaults = (schema: Json, value: unknown): ReadonlyArray<string> => {
  const size =
    typeof value === "string" ? Array.from(value).length : Array.isArray(value) ? value.length : Number(value)
  const [least, most] = limitNames(value)
  const { [least]: low, [most]: high, pattern } = schema
  const fitsPattern = typeof value !== "string" || typeof pattern !== "string" || new RegExp(pattern, "u").test(value)
  return [
    ...(typeof low === "number" && size < low ? [`below ${least} ${low}`] : []),
    ...(typeof high === "number" && size > high ? [`above ${most} ${high}`] : []),
    ...(fitsPattern ? [] : [`not ${pattern}`])
  ]
}

const objectFaults = (document: unknown, schema: Json, value: Json, at: string): ReadonlyArray<string> => {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {}
  const rest = schema["additionalProperties"]
  const missing = ((schema["required"] as ReadonlyArray<string> | undefined) ?? []).filter((name) => !(name in value))
  return [
    ...missing.map((name) => `${at}: ${name} is missing`),
    ...Object.entries(value).flatMap(([name, inner]) => {
      const member = properties[name] ?? (isObject(rest) ? rest : undefined)
      if (member !== undefined) return faultsOf(document, member, inner, `${at}/${name}`)
      // A map says so by additionalProperties; anything else that is not described is forgotten in the document.
      return Object.keys(properties).length === 0 ? [] : [`${at}: ${name} is not described`]
    })
  ]
}

/** Returns where a value does not match a schema. Members that the schema does not describe count as faults. */
export const faultsOf = (document: unknown, schema: unknown, value: unknown, at = ""): ReadonlyArray<string> => {
  if (!isObject(schema)) return [`${at}: no schema`]
  const reference = schema["$ref"]
  if (typeof reference === "string") return faultsOf(document, resolve(document, reference), value, at)
  const alternatives = (schema["anyOf"] ?? schema["oneOf"]) as ReadonlyArray<unknown> | undefined
  if (alternatives !== undefined) {
    const tried = alternatives.map((one) => faultsOf(document, one, value, at))
    return tried.some((faults) => faults.length === 0) ? [] : tried.flat()
  }
  const types = schema["type"] === undefined ? null : [schema["type"]].flat().map(String)
  if (types !== null && !types.some((type) => fits(type, value)))
    return [`${at}: ${typeOf(value)} is not ${types.join()}`]
  const words = schema["enum"] as ReadonlyArray<unknown> | undefined
  return [
    ...(words !== undefined && !words.includes(value) ? [`${at}: not one of ${words.join()}`] : []),
    ...limitFaults(schema, value).map((fault) => `${at}: ${fault}`),
    ...(isObject(value) ? objectFaults(document, schema, value, at) : []),
    ...(Array.isArray(value) && schema["items"] !== undefined
      ? value.flatMap((item, i) => faultsOf(document, schema["items"], item, `${at}/${i}`))
      : [])
  ]
}
