import type * as SqlClient from "@effect/sql/SqlClient"
import type * as SqlError from "@effect/sql/SqlError"
import type * as Statement from "@effect/sql/Statement"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Overloaded } from "../../../src/domain/Errors.ts"
import type { StorageUnavailable } from "../../../src/domain/StorageErrors.ts"
import { Holding } from "../../../src/ports/Holding.ts"
import type { Listed } from "../../../src/ports/Stored.ts"
import * as Pull from "../../../src/runtime/Pull.ts"
import { integer } from "./Rows.ts"
import { allRows, eachChunk } from "./RowStream.ts"
import { storageErrors } from "./Transaction.ts"

/** What is read and written at once takes a millisecond or two, however long the texts of a row are. */
const rowsPerSlice = 128
const bytesPerSlice = 64 * 1024

/** What is kept of a row beside its texts, about, in bytes. */
const bytesPerRow = 256
/** Lists up to this are read in one moment and kept; many callers may have one at a time. */
const mostKeptBytes = 2 * 1024 * 1024

/** What is kept of an entry, about, in bytes: a few numbers. */
const bytesPerEntry = 64

/** What a list would take that is kept while it is given; null for one that is too long for it. */
const keptBytes = (entries: ReadonlyArray<{ readonly bytes: number }>): number | null => {
  let bytes = entries.length * bytesPerRow
  for (const entry of entries) bytes += entry.bytes
  return bytes <= mostKeptBytes ? bytes : null
}

/** An entry of a list: which row it is, and about how many bytes of texts. */
export const Entry = Schema.Struct({ id: integer, bytes: integer })

/** Entries in slices that are read at once. */
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

/** Reads what entries name, a slice at a time, as fast as it is taken. */
export const readSlices = <E extends { readonly bytes: number }, A>(
  entries: () => Iterable<E>,
  read: (slice: ReadonlyArray<E>) => Effect.Effect<ReadonlyArray<A>, StorageUnavailable>
): Listed<A> => Pull.eachOf(() => slicesOf(entries()), read)

/** Reads entries of a list, all of one moment, and gives them to `take`. */
type Entries<E> = (
  take: (some: ReadonlyArray<E>) => Effect.Effect<void, Overloaded>
) => Effect.Effect<void, StorageUnavailable | Overloaded>

/** Those of a statement. */
export const entries =
  <A, I>(sql: SqlClient.SqlClient, statement: Statement.Statement<object>, row: Schema.Schema<A, I>): Entries<A> =>
  (take) =>
    eachChunk(sql, statement, row, take)

/** The entries of a list, counted as they come; `take` sees each, and keeps `takenBytes` of it. */
export const entriesOf = <E>(
  read: Entries<E>,
  take: (entry: E) => void = () => {},
  takenBytes = 0
): Effect.Effect<ReadonlyArray<E>, StorageUnavailable | Overloaded> =>
  Effect.flatMap(Holding, ({ keep }) => {
    const all: Array<E> = []
    const count = read((some) => {
      for (const entry of some) {
        all.push(entry)
        take(entry)
      }
      return keep(some.length * (bytesPerEntry + takenBytes))
    })
    return Effect.as(count, all)
  })

/** The rows of a list that is short enough to be kept, and counted, while it is given; null: it is not. */
export const keptRows = <A>(
  entries: ReadonlyArray<{ readonly bytes: number }>,
  rows: Effect.Effect<ReadonlyArray<A>, StorageUnavailable>
): Effect.Effect<ReadonlyArray<A> | null, StorageUnavailable | Overloaded> => {
  const bytes = keptBytes(entries)
  if (bytes === null) return Effect.succeed(null)
  return Effect.flatMap(Holding, ({ keep }) => Effect.zipRight(keep(bytes), rows))
}

/**
 * A list of any length, as fast as it is taken: first its entries, all of one moment; then the rows of a slice at a
 * time. Who takes it slowly holds a few numbers for each row, and no connection.
 *
 * @param short gives what `read` would, of a list that may be kept and is to be of one moment
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

/** The same for who takes all of it at once: `take` gets them one by one. */
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

/** As many values as there are statements for: their number is a power of two, the last is there more than once. */
const padded = (ids: ReadonlyArray<number>): ReadonlyArray<number> => {
  const length = 2 ** Math.ceil(Math.log2(ids.length))
  return [...ids, ...Array.from({ length: length - ids.length }, () => ids.at(-1)!)]
}

/** Reads the rows of ids, in no order. */
type RowsOf = (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<unknown>, SqlError.SqlError>

/** The rows of ids, by id. A row that its schema refuses is a defect. */
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
 * A list of rows of any length, as `inSlices` gives it. What is gone when its turn comes is left out. A short one whose
 * rows refer to each other is of one moment.
 *
 * @param order gives `id` and `bytes` of each, in the order of the list
 * @param related gives the rows themselves in that order, where they refer to each other
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
