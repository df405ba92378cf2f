import * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidField } from "../../domain/Errors.ts"
import type { Filters, InvalidFilter } from "../../domain/products/Filter.ts"
import { free } from "../../runtime/Freed.ts"
import * as Fields from "./Fields.ts"
import * as Page from "./Page.ts"
import type { ProductTable } from "../table/ProductTable.ts"
import { select } from "./Selection.ts"
import type { View } from "./View.ts"

export type Encoding = "zstd" | "gzip"

/** What is asked of a table; `encoding` is how the client takes the body, null: as it is. */
export type QueryRequest =
  /** A page of products. */
  | ({ readonly kind: "Rows"; readonly encoding: Encoding | null } & Page.PageRequest)
  /** A page of the fields that products have. */
  | ({ readonly kind: "Fields"; readonly encoding: Encoding | null } & Fields.FieldRequest)
  /** Whether the filters can be applied; the body is empty. */
  | { readonly kind: "Check"; readonly filters: Filters }

export interface QueryAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Null for a body too small to be worth it. */
  readonly encoding: Encoding | null
}

/** Smaller bodies are sent as they are. */
const worthIt = 16 * 1024

/** Bytes as they are, or compressed at the fastest level where that is worth it: then nothing is left of them. */
export const packed = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null): QueryAnswer => {
  if (encoding === null || bytes.length < worthIt) return { bytes, encoding: null }
  const body = encoding === "zstd" ? Bun.zstdCompressSync(bytes, { level: 1 }) : Bun.gzipSync(bytes, { level: 1 })
  free(bytes)
  return { bytes: new Uint8Array(body), encoding }
}

/** The UTF-8 of the answer. Fails: `InvalidFilter`; `InvalidField`; `AnswerTooLarge` past `most` bytes. */
export const answer = (
  table: ProductTable,
  view: View,
  request: QueryRequest,
  most?: number
): Either.Either<Uint8Array<ArrayBuffer>, InvalidFilter | InvalidField | AnswerTooLarge> => {
  switch (request.kind) {
    case "Rows":
      return Page.query(table, view, request, most)
    case "Fields":
      return Fields.query(table, view, request, most)
    case "Check":
      return Either.map(select(table, view, request.filters), () => new Uint8Array())
  }
}
