import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { BlobStore } from "../../ports/BlobStore.ts"
import { GeometryRepository } from "../../ports/models/GeometryRepository.ts"
import { Settings } from "../../ports/Settings.ts"
import { fn } from "../../runtime/Span.ts"
import * as LatestCache from "../common/LatestCache.ts"
import type { TableError } from "./Tables.ts"
import { noMeasures } from "./TableThreads.ts"

/** Share of memory for measures, in addition to the tables: `CACHE_BYTES` divided by this. */
const partOfCache = 16

/** The measures of tables from geometry, as files in memory that threads share. Evicts the least recently used ones. */
export class MeasureFiles extends Effect.Service<MeasureFiles>()("application/MeasureFiles", {
  effect: Effect.gen(function* () {
    const blobs = yield* BlobStore
    const geometries = yield* GeometryRepository
    const { cacheBytes } = yield* Settings
    const files = LatestCache.make<Uint8Array, TableError>({
      mostBytes: cacheBytes / partOfCache,
      bytesOf: ({ length }) => length
    })

    /** Returns the measures of a table, which `MeasureTable` decodes; empty if there are none. */
    const of = fn("MeasureFiles.of")(function* (table: string) {
      const geometry = Option.getOrNull(yield* geometries.find(table))
      if (geometry === null) return noMeasures
      return yield* files.get(geometry.measures, "", blobs.read(geometry.measures, { shared: true }))
    })

    return { of }
  })
}) {}
