import type { Binding } from "../call/Call.ts"

/** A bound endpoint and the texts of its path parameters, percent-decoded. */
interface Match {
  readonly binding: Binding
  readonly parameters: Readonly<Record<string, string>>
}

/** What a path leads to: nothing, a path with other methods, or an endpoint. */
export type Found =
  | { readonly _tag: "UnknownPath" }
  | { readonly _tag: "OtherMethod"; readonly allow: ReadonlyArray<string> }
  | ({ readonly _tag: "Endpoint" } & Match)

interface Node {
  readonly literals: Map<string, Node>
  parameter: { readonly name: string; readonly node: Node } | null
  /** What serves every path below. */
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

/** The node at the end of the segments; literals go before parameters, these before what serves every path below. */
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
 * Finds endpoints by path: literal segments without regard to case, one trailing slash tolerated, parameters
 * percent-encoded or not (contract section 2.4); a last `*` stands for one segment or more. HEAD is served where GET is.
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
    return { _tag: "OtherMethod", allow: [...new Set(allow)].sort() }
  }
}
