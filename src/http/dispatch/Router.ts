import type { Binding } from "../call/Call.ts"

/** An endpoint with its handler, and the percent-decoded path parameters. */
interface Match {
  readonly binding: Binding
  readonly parameters: Readonly<Record<string, string>>
}

/** The result of routing: an unknown path, a path with other methods only, or an endpoint. */
export type Found =
  | { readonly _tag: "UnknownPath" }
  | { readonly _tag: "OtherMethod"; readonly allow: ReadonlyArray<string>; readonly others: ReadonlyArray<Binding> }
  | ({ readonly _tag: "Endpoint" } & Match)

interface Node {
  readonly literals: Map<string, Node>
  parameter: { readonly name: string; readonly node: Node } | null
  /** The node of a trailing `*`, which matches every path below. */
  rest: Node | null
  readonly methods: Map<string, Binding>
}

const node = (): Node => ({ literals: new Map(), parameter: null, rest: null, methods: new Map() })

const insert = (root: Node, path: string, binding: Binding): void => {
  let at = root
  for (const segment of path.split("/").slice(1)) {
    if (segment === "*") {
      at = at.rest ??= node()
    } else if (segment.startsWith(":")) {
      at.parameter ??= { name: segment.slice(1), node: node() }
      at = at.parameter.node
    } else {
      const key = segment.toLowerCase()
      let next = at.literals.get(key)
      if (next === undefined) at.literals.set(key, (next = node()))
      at = next
    }
  }
  at.methods.set(binding.endpoint.method, binding)
}

const decoded = (segment: string): string | null => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return null
  }
}

/** Returns the node that matches the segments, or null. Literals take precedence over parameters, these over `*`. */
const walk = (
  at: Node,
  segments: ReadonlyArray<string>,
  depth: number,
  parameters: Record<string, string>
): Node | null => {
  const segment = segments[depth]
  if (segment === undefined) return at.methods.size > 0 ? at : null
  const text = decoded(segment)
  if (text === null) return at.rest
  const literal = at.literals.get(text.toLowerCase())
  const found = literal === undefined ? null : walk(literal, segments, depth + 1, parameters)
  if (found !== null) return found
  if (at.parameter === null || text === "") return at.rest
  const below = walk(at.parameter.node, segments, depth + 1, parameters)
  if (below !== null) parameters[at.parameter.name] = text
  return below ?? at.rest
}

/**
 * Returns a function that finds the endpoint of a method and path. Literal segments match case-insensitively, one
 * trailing slash is tolerated, and parameters may be percent-encoded (contract section 2.4). A trailing `*` matches one
 * or more segments. HEAD is served by the endpoint for GET.
 */
export const make = (bindings: ReadonlyArray<Binding>): ((method: string, pathname: string) => Found) => {
  const root = node()
  for (const binding of bindings) insert(root, binding.endpoint.path, binding)
  return (method, pathname) => {
    const path = pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname
    const parameters: Record<string, string> = {}
    const end = walk(root, path.split("/").slice(1), 0, parameters)
    if (end === null) return { _tag: "UnknownPath" }
    const binding = end.methods.get(method) ?? (method === "HEAD" ? end.methods.get("GET") : undefined)
    if (binding !== undefined) return { _tag: "Endpoint", binding, parameters }
    const allow = [...end.methods.keys(), ...(end.methods.has("GET") ? ["HEAD"] : []), "OPTIONS"]
    return { _tag: "OtherMethod", allow: [...new Set(allow)].sort(), others: [...end.methods.values()] }
  }
}
