import * as Effect from "effect/Effect"
import * as Number from "effect/Number"
import * as Option from "effect/Option"
import { DamagedTable } from "../../dataframe/table/DamagedTable.ts"
import { isWhole } from "../../dataframe/table/Layout.ts"
import { open, type ProductTable } from "../../dataframe/table/ProductTable.ts"
import { type BlobNotFound, BlobStore, type BlobStoreUnavailable } from "../../ports/BlobStore.ts"
import { Settings } from "../../ports/Settings.ts"
import { nextTurn } from "../../runtime/EventLoop.ts"
import * as SingleFlight from "../../runtime/SingleFlight.ts"
import { fn } from "../../runtime/Span.ts"
import { TableThreads } from "./TableThreads.ts"

export type TableError = BlobNotFound | BlobStoreUnavailable

/** The number of tables of a query that are looked up, or loaded, at a time. */
const atOnce = 4

interface Entry {
  readonly table: ProductTable | null
  /** Expected size of the table while it is being loaded, in bytes. */
  readonly reserved: number
}

/**
 * A cache of product tables, each loaded once and shared; beyond `cacheBytes` the least recently used ones are evicted.
 * Tables that are being loaded count with their full size from the start, and may take half of the cache together;
 * further loads wait. A table never changes, so nothing is ever refreshed.
 */
export class Tables extends Effect.Service<Tables>()("application/Tables", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const threads = yield* TableThreads
    const { cacheBytes } = yield* Settings
    const entries = new Map<string, Entry>()
    const loads = SingleFlight.make<ProductTable, TableError>()
    const mostLoading = Math.ceil(cacheBytes / 2)
    const loading = yield* Effect.makeSemaphore(mostLoading)

    const bytesOf = ({ reserved, table }: Entry): number =>
      table === null ? reserved : table.byteLength + threads.bytesFor(table)

    const bytesHeld = (): number => entries.values().reduce((sum, entry) => sum + bytesOf(entry), 0)

    /** Number of holders of each table that is held. */
    const holders = new Map<string, number>()

    /**
     * Evicts tables. The sum is computed again, because indices and caches that queries add to tables count as well.
     */
    const letGo = (keep: string): void => {
      let held = bytesHeld()
      for (const [key, entry] of entries) {
        if (held <= cacheBytes) return
        if (key === keep || entry.table === null || holders.has(key)) continue
        entries.delete(key)
        held -= bytesOf(entry)
        threads.forget(entry.table)
      }
    }

    const load = fn("Tables.load")(function* (key: string) {
      const bytes = yield* blobs.read(key, { shared: true })
      const checks = isWhole(bytes)
      let check = checks.next()
      for (; check.done !== true; check = checks.next()) yield* nextTurn
      // If the checksum is wrong, the table is opened as unchecked bytes, which reports what is wrong with them.
      const checked = check.value
      return yield* Effect.try({
        try: () => open(bytes, { checked }),
        catch: (error) => (error instanceof DamagedTable ? error : new DamagedTable({ reason: String(error) }))
      }).pipe(Effect.orDie)
    })

    /** Waits for room and loads the table; one that is larger than all of the room is loaded alone. */
    const loadInRoom = fn("Tables.loadInRoom")(function* (key: string) {
      const bytes = Option.match(yield* blobs.info(key), { onNone: () => 0, onSome: ({ size }) => size })
      const held = (entry: Entry) =>
        Effect.sync(() => {
          entries.set(key, entry)
          letGo(key)
        })
      return yield* held({ table: null, reserved: bytes }).pipe(
        Effect.zipRight(Effect.tap(load(key), (table) => held({ table, reserved: 0 }))),
        // Failures are not cached: a table that is missing now may exist at the next call.
        Effect.onError(() => Effect.sync(() => entries.delete(key))),
        loading.withPermits(Math.min(bytes, mostLoading))
      )
    })

    /** Returns the table of a blob. Fails with `BlobNotFound` if the blob is gone; a damaged table is a defect. */
    const get = (key: string): Effect.Effect<ProductTable, TableError> =>
      Effect.suspend(() => {
        const known = entries.get(key)
        if (known === undefined || known.table === null) return loads.join(key, loadInRoom(key))
        entries.delete(key)
        entries.set(key, known)
        return Effect.succeed(known.table)
      })

    const sizeOf = (key: string) => {
      const table = entries.get(key)?.table ?? null
      return table === null
        ? Effect.map(blobs.info(key), Option.match({ onNone: () => 0, onSome: ({ size }) => size }))
        : Effect.succeed(table.byteLength)
    }

    /** Returns the bytes of the tables, whether or not they are in memory. */
    const bytesOfAll = (keys: ReadonlyArray<string>) =>
      Effect.map(Effect.forEach(keys, sizeOf, { concurrency: atOnce }), Number.sumAll)

    const changeHolders = (keys: ReadonlyArray<string>, by: number): void => {
      for (const key of keys) {
        const count = (holders.get(key) ?? 0) + by
        if (count === 0) holders.delete(key)
        else holders.set(key, count)
      }
    }

    /**
     * Returns the tables of blobs and keeps them in memory until the scope closes, so that the tables of one query do
     * not evict each other. Fails like `get`.
     */
    const hold = (keys: ReadonlyArray<string>) =>
      Effect.acquireRelease(
        Effect.sync(() => changeHolders(keys, 1)),
        () => Effect.sync(() => changeHolders(keys, -1))
      ).pipe(Effect.zipRight(Effect.forEach(keys, get, { concurrency: atOnce })))

    return { get, hold, bytesOfAll, bytesHeld: Effect.sync(bytesHeld) }
  })
}) {}
