import { element } from "./Dom.js"
import { inline } from "./Prose.js"

/** @typedef {Record<string, any>} Json */

/**
 * What a reference leads to, or the value itself.
 *
 * @param {Json} document
 * @param {Json} value
 * @returns {Json}
 */
export const resolve = (document, value) =>
  typeof value?.["$ref"] === "string"
    ? value["$ref"]
        .slice(2)
        .split("/")
        .reduce(
          (/** @type {Json} */ at, /** @type {string} */ key) => at[key.replaceAll("~1", "/").replaceAll("~0", "~")],
          document
        )
    : value

/** @param {string} reference */
const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1)

/** @param {Json} schema @returns {Node} */
const link = (schema) => element("a", { href: `#schema-${nameOf(schema["$ref"])}` }, nameOf(schema["$ref"]))

/** @param {Json} schema @returns {string} */
const limits = (schema) => {
  /** @type {Array<string>} */
  const parts = []
  const range = (/** @type {any} */ from, /** @type {any} */ to, /** @type {string} */ unit) => {
    if (from === undefined && to === undefined) return
    const large = to === Number.MAX_SAFE_INTEGER ? undefined : to
    if (large === undefined) parts.push(`from ${from}${unit}`)
    else parts.push(from === undefined ? `up to ${large}${unit}` : `${from} to ${large}${unit}`)
  }
  range(schema.minimum, schema.maximum, "")
  range(schema.minLength, schema.maxLength, " characters")
  range(schema.minItems, schema.maxItems, " items")
  // A class of characters alone says nothing beside the length.
  if (schema.pattern !== undefined && schema.maxLength === undefined) parts.push(schema.pattern)
  if (schema.default !== undefined) parts.push(`default ${JSON.stringify(schema.default)}`)
  return parts.join(", ")
}

/**
 * The type of a schema in one line.
 *
 * @param {Json} schema
 * @returns {Array<Node | string>}
 */
export const typeLine = (schema) => {
  if (schema["$ref"] !== undefined) return [link(schema)]
  if (schema.enum !== undefined)
    return [schema.enum.map((/** @type {unknown} */ word) => JSON.stringify(word)).join(" | ")]
  const alternatives = schema.anyOf ?? schema.oneOf
  if (alternatives !== undefined) {
    const lines = alternatives.map(typeLine)
    return lines.flatMap((/** @type {Array<Node | string>} */ line, /** @type {number} */ i) =>
      i === 0 ? line : [" | "].concat(/** @type {any} */ (line))
    )
  }
  if (schema.type === "array") return ["array of ", ...typeLine(schema.items ?? {})]
  if (schema.type === "object" && schema.properties === undefined) {
    return typeof schema.additionalProperties === "object"
      ? ["map to ", ...typeLine(schema.additionalProperties)]
      : ["object"]
  }
  const type = Array.isArray(schema.type) ? schema.type.join(" | ") : (schema.type ?? "any")
  const more = [schema.format, limits(schema)].filter((part) => part !== undefined && part !== "").join(", ")
  return [more === "" ? type : `${type} (${more})`]
}

/**
 * The object with members behind a schema, through arrays; null where there is none.
 *
 * @param {Json} schema
 * @returns {Json | null}
 */
const objectIn = (schema) => {
  if (schema.properties !== undefined) return schema
  if (schema.type === "array" && schema.items !== undefined) return objectIn(schema.items)
  return null
}

/** @param {string} name @param {Json} schema @param {boolean} required */
const member = (name, schema, required) => {
  const inner = objectIn(schema)
  return element(
    "li",
    {},
    element("span", { class: "name" }, name),
    required ? element("span", { class: "must", title: "required" }, "*") : null,
    " ",
    element("span", { class: "type" }, typeLine(schema)),
    schema.description === undefined ? null : element("p", { class: "note" }, inline(schema.description)),
    inner === null ? null : members(inner)
  )
}

/** @param {Json} schema @returns {HTMLElement} */
const members = (schema) =>
  element(
    "ul",
    { class: "members" },
    Object.entries(schema.properties).map(([name, inner]) =>
      member(name, inner, schema.required?.includes(name) ?? false)
    )
  )

/**
 * A schema with its members.
 *
 * @param {Json} document
 * @param {Json} schema
 * @returns {HTMLElement}
 */
export const schemaView = (document, schema) => {
  const shown = resolve(document, schema)
  const inner = objectIn(shown)
  return element(
    "div",
    { class: "schema" },
    element("span", { class: "type" }, typeLine(schema)),
    shown.description === undefined ? null : element("p", { class: "note" }, inline(shown.description)),
    schema === shown || inner !== null ? null : element("p", { class: "type" }, typeLine(shown)),
    inner === null ? null : members(inner)
  )
}

/**
 * A value that fits a schema, for a start.
 *
 * @param {Json} document
 * @param {Json} schema
 * @param {number} [depth]
 * @returns {unknown}
 */
export const example = (document, schema, depth = 0) => {
  const shown = resolve(document, schema)
  if (shown.examples !== undefined) return shown.examples[0]
  if (shown.default !== undefined) return shown.default
  if (shown.enum !== undefined) return shown.enum[0]
  const alternatives = shown.anyOf ?? shown.oneOf
  if (alternatives !== undefined) return example(document, alternatives[0], depth)
  const type = Array.isArray(shown.type) ? shown.type[0] : shown.type
  if (type === "object" || shown.properties !== undefined) {
    if (depth > 4) return {}
    return Object.fromEntries(
      Object.entries(shown.properties ?? {}).map(([name, inner]) => [name, example(document, inner, depth + 1)])
    )
  }
  if (type === "array") return depth > 4 ? [] : [example(document, shown.items ?? {}, depth + 1)]
  if (type === "integer" || type === "number") return shown.minimum ?? 0
  if (type === "boolean") return false
  return type === "null" ? null : "text"
}
