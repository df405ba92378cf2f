import * as Either from "effect/Either"
import type { AnswerTooLarge, InvalidField } from "../../../domain/Errors.ts"
import type { InvalidFilter } from "../../../domain/products/Filter.ts"
import type { Question } from "../../../domain/products/Question.ts"
import { free } from "../../../runtime/Freed.ts"
import * as Fields from "../Fields.ts"
import * as Page from "./Page.ts"
import type { ProductTable } from "../../table/ProductTable.ts"
import { selectIn } from "../SelectionInUnits.ts"
import type { View } from "../View.ts"

export type Encoding = "zstd" | "gzip"

/** A query of a table. `encoding` is the compression that the client accepts, or null for none. */
export type QueryRequest =
  /** A page of products. */
  | ({ readonly kind: "Rows"; readonly encoding: Encoding | null } & Page.PageRequest)
  /** A page of the fields that products have. */
  | ({ readonly kind: "Fields"; readonly encoding: Encoding | null } & Fields.FieldRequest)
  /** A check whether the filters can be applied; the answer is empty. */
  | ({ readonly kind: "Check" } & Question)

export interface QueryAnswer {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** The encoding of the bytes, or null if they are not compressed. */
  readonly encoding: Encoding | null
}

/** The least size of a body that is compressed, in bytes. */
const worthIt = 4 * 1024

/**
 * Compresses bytes at the fastest level if the client accepts an encoding and the body is large enough, and then frees
 * the original. Returns other bytes unchanged.
 */
export const packed = (bytes: Uint8Array<ArrayBuffer>, encoding: Encoding | null): QueryAnswer => {
  if (encoding === null || bytes.length < worthIt) return { bytes, encoding: null }
  const body = encoding === "zstd" ? Bun.zstdCompressSync(bytes, { level: 1 }) : Bun.gzipSync(bytes, { level: 1 })
  free(bytes)
  return { bytes: new Uint8Array(body), encoding }
}

/**
 * Returns the UTF-8 of the answer. Fails with `InvalidFilter`, `InvalidField`, or with `AnswerTooLarge` if it exceeds
 * `most` bytes.
 */
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
      return Either.map(selectIn(table, view, request), () => new Uint8Array())
  }
}
