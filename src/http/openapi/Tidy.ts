type Json = unknown

const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isEmpty = (value: Json): boolean =>
  Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0

/** Texts that the generator puts where a schema has none; they say what the keywords beside them say. */
const machineTitle = /^(?:[a-zA-Z]+\(.*\)|unknown|int|any|object)$/
const machineDescription = /^(?:an?|the) (?:string|number|integer|array|value|positive|negative|non-negative|object)\b/

const isNoise = (key: string, value: Json, schema: Record<string, Json>): boolean => {
  switch (key) {
    case "$id":
      return true
    case "title":
      return typeof value === "string" && machineTitle.test(value)
    case "description":
      return typeof value === "string" && machineDescription.test(value)
    case "required":
    case "properties":
      return isEmpty(value)
    case "additionalProperties":
      // Unknown members are ignored everywhere, which is what a schema means that does not speak of them.
      return (value === true || isEmpty(value)) && "properties" in schema
    default:
      return false
  }
}

/**
 * A JSON Schema without what says nothing; `members` stand in for the members of objects that have no schema of their
 * own, by their name.
 */
export const tidySchema = (schema: Json, members: Readonly<Record<string, Json>>): Json => {
  if (Array.isArray(schema)) return schema.map((item: Json) => tidySchema(item, members))
  if (!isObject(schema)) return schema
  const out: Record<string, Json> = {}
  for (const [key, value] of Object.entries(schema)) {
    if (isNoise(key, value, schema)) continue
    if (key === "properties" && isObject(value)) {
      out[key] = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => {
          const tidied = tidySchema(inner, members)
          return [name, saysNothing(tidied) ? (members[name] ?? tidied) : tidied]
        })
      )
    } else if (key === "enum" || key === "default" || key === "examples") out[key] = value
    else out[key] = tidySchema(value, members)
  }
  return out
}

const saysNothing = (schema: Json): boolean =>
  isObject(schema) && Object.keys(schema).every((key) => key === "description")
