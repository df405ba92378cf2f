import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { SharedSlice } from "../../../src/domain/models/SharedSlice.ts"

/** The guids and parents of all locations, which must be known before the first one is stored. */
export type ImportOutline = ReadonlyArray<{ readonly guid: string; readonly parent: number }>

/** Reads the locations of a file's content, which come first: some million bytes for the largest files. */
export const outlineOf = (shared: Stream.Stream<SharedSlice>): Effect.Effect<ImportOutline> =>
  shared.pipe(
    Stream.takeWhile(({ locations }) => locations.length > 0),
    Stream.runFold([], (all: Array<ImportOutline[number]>, { locations }) => {
      for (const { guid, parent } of locations) all.push({ guid, parent })
      return all
    })
  )
