import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Overloaded } from "../../../src/domain/Errors.ts"
import type { StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { ListMemory } from "../../../src/ports/ListMemory.ts"
import type { Listed } from "../../../src/ports/Stored.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { integer } from "./Rows.ts"
import { allRows, eachChunk } from "./RowStream.ts"
import { storageErrors } from "./Transaction.ts"

/** Limits of a slice. Reading or writing one takes a millisecond or two, however long the texts of a row are. */
const rowsPerSlice = 128
const bytesPerSlice = 64 * 1024

/** Approximate memory of a row besides its texts, in bytes. */
const bytesPerRow = 256
/** Lists up to this size are read in one statement and kept in memory. Many callers may hold one at the same time. */
const mostKeptBytes = 2 * 1024 * 1024

/** Approximate memory of an entry, which is a few numbers, in bytes. */
const bytesPerEntry = 64

/** Returns the bytes that a list takes if it is kept in memory while it is sent, or null if it is too long for that. */
const keptBytes = (entries: ReadonlyArray<{ readonly bytes: number }>): number | null => {
  let bytes = entries.length * bytesPerRow
  for (const entry of entries) bytes += entry.bytes
  return bytes <= mostKeptBytes ? bytes : null
}

/** An entry of a list: the id of the row and the approximate size of its texts in bytes. */
export const Entry = Schema.Struct({ id: integer, bytes: integer })

/** Splits entries into slices, each of which is read by one statement. */
function* slicesOf<E extends { readonly bytes: number }>(entries: Iterable<E>): Generator<ReadonlyArray<E>> {
  let slice: Array<E> = []
  let bytes = 0
  for (const entry of entries) {
    if (slice.length === rowsPerSlice || (slice.length > 0 && bytes + entry.bytes > bytesPerSlice)) {
      yield slice
      slice = []
      bytes = 0
    }
    slice.push(entry)
    bytes += entry.bytes
  }
  if (slice.length > 0) yield slice
}

/** Reads the rows of the entries, a slice at a time, as fast as the consumer takes them. */
export const readSlices = <E extends { readonly bytes: number }, A>(
  entries: () => Iterable<E>,
  read: (slice: ReadonlyArray<E>) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>
): Listed<A> => Pull.eachOf(() => slicesOf(entries()), read)

/** Reads the entries of a list from one snapshot and passes them to `take`. */
type Entries<E> = (
  take: (some: ReadonlyArray<E>) => Effect.Effect<void, Overloaded>
) => Effect.Effect<void, StorageUnavailable | Overloaded>

/** Returns the reader of the entries that a statement selects. */
export const entries =
  <A, I>(sql: SqlClient.SqlClient, statement: Statement.Statement<object>, row: Schema.Schema<A, I>): Entries<A> =>
  (take) =>
    eachChunk(sql, statement, row, take)

/**
 * Returns the entries of a list and reserves memory for them as they arrive. `take` sees each entry and keeps
 * `takenBytes` of it.
 */
export const entriesOf = <E>(
  read: Entries<E>,
  take: (entry: E) => void = () => {},
  takenBytes = 0
): Effect.Effect<ReadonlyArray<E>, StorageUnavailable | Overloaded> =>
  Effect.flatMap(ListMemory, ({ reserve }) => {
    const all: Array<E> = []
    const count = read((some) => {
      for (const entry of some) {
        all.push(entry)
        take(entry)
      }
      return reserve(some.length * (bytesPerEntry + takenBytes))
    })
    return Effect.as(count, all)
  })

/**
 * Reserves memory for the rows of a list and returns them, or returns null if the list is too long to be kept in
 * memory.
 */
export const keptRows = <A>(
  entries: ReadonlyArray<{ readonly bytes: number }>,
  rows: Effect.Effect<ReadonlyArray<A>, StorageUnavailable>
): Effect.Effect<ReadonlyArray<A> | null, StorageUnavailable | Overloaded> => {
  const bytes = keptBytes(entries)
  if (bytes === null) return Effect.succeed(null)
  return Effect.flatMap(ListMemory, ({ reserve }) => Effect.zipRight(reserve(bytes), rows))
}

/**
 * Returns a list of any length that is read as fast as it is consumed: first its entries, from one snapshot, then the
 * rows of one slice at a time. A slow consumer holds a few numbers for each row, and no connection.
 *
 * @param short reads the whole list from one snapshot; used instead of `read` if the list may be kept in memory
 */
export const inSlices = <E extends { readonly bytes: number }, A>(
  entries: Entries<E>,
  read: (slice: ReadonlyArray<E>) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>,
  short?: Effect.Effect<ReadonlyArray<A>, StorageUnavailable>
): Listed<A> =>
  Effect.flatMap(entriesOf(entries), (all) =>
    Effect.flatMap(short === undefined ? Effect.succeed(null) : keptRows(all, short), (rows) =>
      rows === null ? readSlices(() => all, read) : Pull.from(() => rows)
    )
  )

/** The same as `inSlices` for a consumer that takes the whole list at once: `take` receives the rows one by one. */
export const eachSlice = <E extends { readonly bytes: number }, A>(
  entries: Entries<E>,
  read: (slice: ReadonlyArray<E>) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>,
  take: (row: A) => void
): Effect.Effect<void, StorageUnavailable | Overloaded> =>
  Effect.gen(function* () {
    for (const slice of slicesOf(yield* entriesOf(entries))) {
      for (const row of yield* read(slice)) take(row)
    }
  })

/** Pads the ids to a power of two by repeating the last one, so that there are few distinct statements to prepare. */
export const padded = (ids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1)!)]
}

/** Reads the rows of ids, in any order. */
type RowsOf = (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** Returns the rows of ids in a map by id. A row that does not match its schema is a defect. */
export const rowsById = <A extends { readonly id: number }, I>(
  row: Schema.Schema<A, I>,
  ids: ReadonlyArray<number>,
  statement: RowsOf
) => {
  const decode = Schema.decodeUnknownSync(row)
  return ids.length === 0
    ? Effect.succeed(new Map<number, A>())
    : Effect.map(storageErrors(statement(padded(ids))), (rows) => {
        const found = new Map<number, A>()
        for (const one of rows) {
          const decoded = decode(one)
          found.set(decoded.id, decoded)
        }
        return found
      })
}

/**
 * Returns a list of rows of any length, read as by `inSlices`. A row that was deleted before its slice is read is left
 * out. If `related` is given, a short list is read from one snapshot.
 *
 * @param order selects `id` and `bytes` of each row, in the order of the list
 * @param related selects the rows themselves in that order; given if they refer to each other
 */
export const longList = <A extends { readonly id: number }, I>(
  sql: SqlClient.SqlClient,
  order: Statement.Statement<object>,
  row: Schema.Schema<A, I>,
  rows: RowsOf,
  related?: Statement.Statement<object>
): Listed<A> =>
  inSlices(
    entries(sql, order, Entry),
    (slice) => {
      const ids = slice.map(({ id }) => id)
      return Effect.map(rowsById(row, ids, rows), (found) =>
        ids.flatMap((id) => {
          const one = found.get(id)
          return one === undefined ? [] : [one]
        })
      )
    },
    related && allRows(sql, related, row)
  )
