/** A block of a provider's schema. */
export interface Block {
  readonly attributes?: Readonly<
    Record<string, { readonly type: unknown; readonly required?: true; readonly optional?: true }>
  >
  readonly blocks?: Readonly<Record<string, Block>>
  readonly min_items?: number
  readonly max_items?: number
}

type Json = Readonly<Record<string, unknown>>

/** Arguments that every resource accepts, for every provider. */
const general = new Set(["count", "for_each", "depends_on", "provider", "lifecycle", "timeouts"])

const isExpression = (value: unknown): boolean => typeof value === "string" && value.includes("${")

const fits = (type: unknown, value: unknown): boolean => {
  if (isExpression(value)) return true
  if (type === "string") return ["string", "number", "boolean"].includes(typeof value)
  if (type === "number") return typeof value === "number" || (typeof value === "string" && /^-?\d+$/.test(value))
  if (type === "bool") return typeof value === "boolean"
  if (!Array.isArray(type)) return true
  return type[0] === "map" || type[0] === "object"
    ? typeof value === "object" && !Array.isArray(value)
    : Array.isArray(value) && value.every((one) => fits(type[1], one))
}

/** Returns the bodies of a block, including those of `dynamic` blocks. */
const bodiesOf = (name: string, body: Json): ReadonlyArray<unknown> => {
  const made = (body["dynamic"] as Readonly<Record<string, ReadonlyArray<Json>>> | undefined)?.[name] ?? []
  return [
    ...((body[name] as ReadonlyArray<unknown> | undefined) ?? []),
    ...made.flatMap((one) => one["content"] as ReadonlyArray<unknown>)
  ]
}

/** Returns the faults of the body of a block as parsed by `@cdktf/hcl2json`; each line begins with `where`. */
export const faultsOf = (block: Block, given: unknown, where: string): ReadonlyArray<string> => {
  const body = given as Json
  const { attributes = {}, blocks = {} } = block
  const names = new Set([...Object.keys(body), ...Object.keys((body["dynamic"] ?? {}) as Json)])
  names.delete("dynamic")
  const faults: Array<string> = []
  for (const name of names) {
    const attribute = attributes[name]
    if (blocks[name] !== undefined || general.has(name)) continue
    if (attribute === undefined) faults.push(`${where}: no ${name}`)
    else if (!attribute.required && !attribute.optional) faults.push(`${where}: ${name} is read only`)
    else if (!fits(attribute.type, body[name])) faults.push(`${where}: ${name} is no ${JSON.stringify(attribute.type)}`)
  }
  for (const [name, { required }] of Object.entries(attributes)) {
    if (required && body[name] === undefined) faults.push(`${where}: ${name} is missing`)
  }
  for (const [name, inner] of Object.entries(blocks)) {
    if (name === "timeouts") continue
    const bodies = bodiesOf(name, body)
    if (bodies.length < (inner.min_items ?? 0)) faults.push(`${where}: ${name} is missing`)
    if (bodies.length > (inner.max_items ?? Infinity)) faults.push(`${where}: too many ${name}`)
    faults.push(...bodies.flatMap((one) => faultsOf(inner, one, `${where}.${name}`)))
  }
  return faults
}
