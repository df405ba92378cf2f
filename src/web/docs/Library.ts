/** An operation as the library keeps it. */
export interface Operation {
  readonly get: (key: "path" | "method") => string
  readonly getIn: (path: readonly ["operation", "summary" | "operationId"]) => string | undefined
}

/** An immutable list or map of the library, as far as this page uses it. */
interface Immutable<A> {
  readonly size: number
  readonly filter: (has: (value: A) => boolean) => Immutable<A>
}

interface Entry {
  readonly get: (key: "operations") => Immutable<Operation>
  readonly set: (key: "operations", operations: Immutable<Operation>) => Entry
}

export interface Tags extends Immutable<Entry> {
  readonly map: (change: (entry: Entry, tag: string) => Entry) => Tags
  readonly filter: (has: (entry: Entry) => boolean) => Tags
  readonly reduce: (add: (sum: number, entry: Entry) => number, start: number) => number
}

/** The argument of a plugin of the library. */
export interface Arrangement {
  readonly React: {
    readonly createElement: (kind: unknown, properties: object | null, ...children: ReadonlyArray<unknown>) => unknown
  }
  /** Returns a component of the library; `isConnected` says whether it reads the library's state itself. */
  readonly getComponent: (name: string, isConnected?: boolean) => unknown
}

/** A request of "Try it out" before it is sent. */
export interface LibraryRequest {
  readonly url: string
  userFetch?: typeof fetch
}

/** The parts of Swagger UI that this page uses. */
export interface Library {
  readonly layoutActions: {
    readonly updateFilter: (sought: string) => void
    readonly parseDeepLinkHash: (hash: string) => void
  }
  readonly authActions: { readonly logout: (schemes: ReadonlyArray<string>) => void }
  readonly preauthorizeApiKey: (scheme: string, token: string) => void
}

declare global {
  // oxlint-disable-next-line no-var
  var SwaggerUIBundle: (options: object) => Library
}
