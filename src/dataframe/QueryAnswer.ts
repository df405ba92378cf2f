import { Either } from "effect"
import type { InvalidFilter } from "../domain/Filter.ts"
import * as Page from "./Page.ts"
import type { ProductTable } from "./ProductTable.ts"
import type { View } from "./View.ts"

export type Encoding = "zstd" | "gzip"

export interface QueryRequest extends Page.PageRequest {
  /** How the client takes the body; null: as it is. */
  readonly encoding: Encoding | null
}

export interface QueryAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Null for a body too small to be worth it. */
  readonly encoding: Encoding | null
}

/** Smaller bodies are sent as they are. */
const worthIt = 16 * 1024

/** A page, compressed at the fastest level where the client takes it. */
export const answer = (
  table: ProductTable,
  view: View,
  { encoding, ...request }: QueryRequest
): Either.Either<QueryAnswer, InvalidFilter> =>
  Either.map(Page.query(table, view, request), (bytes) => {
    if (encoding === null || bytes.length < worthIt) return { bytes, encoding: null }
    const packed = encoding === "zstd" ? Bun.zstdCompressSync(bytes, { level: 1 }) : Bun.gzipSync(bytes, { level: 1 })
    return { bytes: new Uint8Array(packed), encoding }
  })
