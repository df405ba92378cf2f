import * as Effect from "effect/Effect"
import { Catalog, type Locations } from "../../../application/dataset/Catalog.ts"
import { tableNames } from "../../../domain/dataset/DatasetTables.ts"
import { Forbidden, NotFound } from "../../../domain/Errors.ts"
import type { UserId } from "../../../domain/Principal.ts"
import * as Metadata from "../../../iceberg/Metadata.ts"
import { CatalogApi } from "../../api/dataset/CatalogApi.ts"
import { bind, raw } from "../../call/Call.ts"

/** The requests that clients may send. Without this list they try views and commits. */
const endpoints = [
  "GET /v1/{prefix}/namespaces",
  "GET /v1/{prefix}/namespaces/{namespace}",
  "HEAD /v1/{prefix}/namespaces/{namespace}",
  "GET /v1/{prefix}/namespaces/{namespace}/tables",
  "GET /v1/{prefix}/namespaces/{namespace}/tables/{table}",
  "HEAD /v1/{prefix}/namespaces/{namespace}/tables/{table}",
  "POST /v1/{prefix}/namespaces/{namespace}/tables/{table}/metrics"
]

/** The separator between the levels of a namespace. */
const levelSeparator = "\u001f"

const nothing = () => new NotFound({ details: "The catalog has no such path." })
const noTable = () => new NotFound({ details: "There is no such table." })
const readOnly = () => new Forbidden({ details: "The catalog is read only." })
const noContent = () => raw(new Response(null, { status: 204 }))

interface Asked {
  readonly principal: { readonly userId: UserId }
  readonly request: Request
  readonly url: URL
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The segments of a path behind `v1` that are words of the catalog; those between them are names. */
const isWord = (index: number): boolean => index % 2 === 0

/** Returns the segments of a path after `v1`, words in lower case. */
const segmentsOf = ({ pathname }: URL): ReadonlyArray<string> =>
  pathname
    .replace(/\/$/, "")
    .split("/")
    .slice(3)
    .map((segment, i) => (isWord(i) ? decoded(segment).toLowerCase() : decoded(segment)))

export const bindings = Effect.gen(function* () {
  const catalog = yield* Catalog

  const namespaces = Effect.fn(function* (userId: UserId, url: URL) {
    const parent = url.searchParams.get("parent")
    if (parent !== null && parent !== "") {
      yield* catalog.project(userId, parent)
      return { namespaces: [] }
    }
    return { namespaces: (yield* catalog.namespaces(userId)).map((name) => [name]) }
  })

  const table = Effect.fn(function* (
    locations: Locations,
    { principal: { userId }, url }: Asked,
    path: ReadonlyArray<string>
  ) {
    const { location, metadata } = yield* catalog.load(userId, path[1]!, path[3]!, locations)
    const current = Metadata.current(metadata)
    const isShort = url.searchParams.get("snapshots") === "refs" && current !== null
    return {
      "metadata-location": location,
      metadata: isShort ? { ...metadata, snapshots: [current] } : metadata,
      config: {}
    }
  })

  const read = (locations: Locations) =>
    Effect.fn(function* (asked: Asked) {
      const { principal, request, url } = asked
      const { userId } = principal
      if (!catalog.isOn) return yield* nothing()
      const path = segmentsOf(url)
      const isHead = request.method === "HEAD"
      const [kind, namespace, tables, name] = path
      if (kind === "config" && path.length === 1) return { defaults: {}, overrides: {}, endpoints }
      if (kind !== "namespaces" || path.length > 4 || (tables ?? "tables") !== "tables") return yield* nothing()
      if (namespace === undefined) return yield* namespaces(userId, url)
      // Spark looks for the snapshots of a table as a table in a namespace of two levels, before it reads the table's own
      // metadata. Every error but this one ends that.
      if (name !== undefined && namespace.includes(levelSeparator)) return yield* noTable()
      if (name !== undefined && !isHead) return yield* table(locations, asked, path)
      const project = yield* catalog.project(userId, namespace)
      if (name !== undefined) yield* catalog.table(name)
      if (isHead) return noContent()
      return tables === undefined
        ? { namespace: [namespace], properties: { name: project.name } }
        : { identifiers: tableNames.map((one) => ({ namespace: [namespace], name: one })) }
    })

  const write = Effect.fn(function* ({ principal, url }: Asked) {
    if (!catalog.isOn) return yield* nothing()
    const [kind, namespace, tables, name, metrics, ...more] = segmentsOf(url)
    const isMetrics = kind === "namespaces" && tables === "tables" && metrics === "metrics" && more.length === 0
    if (!isMetrics) return yield* readOnly()
    yield* catalog.project(principal.userId, namespace!)
    yield* catalog.table(name!)
    return noContent()
  })
  const refuse = () => (catalog.isOn ? readOnly() : nothing())

  return bind(CatalogApi, {
    readCatalog: read("storage"),
    writeCatalog: write,
    replaceCatalog: refuse,
    deleteCatalog: refuse,
    readHttpCatalog: read("http"),
    writeHttpCatalog: write,
    replaceHttpCatalog: refuse,
    deleteHttpCatalog: refuse
  })
})
