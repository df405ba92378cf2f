import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { SharedSlice } from "../../../src/domain/models/SharedSlice.ts"

/** What has to be known of all locations before the first is stored: how they hang together. */
export type ImportOutline = ReadonlyArray<{ readonly guid: string; readonly parent: number }>

/** Reads a content as far as it has locations, which come first: some million bytes of the largest. */
export const outlineOf = (shared: Stream.Stream<SharedSlice>): Effect.Effect<ImportOutline> =>
  shared.pipe(
    Stream.takeWhile(({ locations }) => locations.length > 0),
    Stream.runFold([], (all: Array<ImportOutline[number]>, { locations }) => {
      for (const { guid, parent } of locations) all.push({ guid, parent })
      return all
    })
  )
