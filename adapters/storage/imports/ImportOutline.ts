import { Effect, Stream } from "effect"
import { ofCode, ofCodification } from "../../../src/domain/DerivedUuid.ts"
import type { SharedSlice } from "../../../src/domain/SharedSlice.ts"
import { fn } from "../../../src/runtime/Span.ts"

/** What has to be known of all items before the first is stored: how they hang together. */
export interface ImportOutline {
  readonly locations: ReadonlyArray<{ readonly guid: string; readonly parent: number }>
  /** The guids of the codes, and of their parents by index. */
  readonly codes: ReadonlyArray<{ readonly guid: string; readonly parent: number; readonly codification: number }>
  /** The guids of the codification libraries. */
  readonly codifications: ReadonlyArray<string>
}

/** Reads a content once for its outline: some ten million bytes of the largest. */
export const outlineOf = fn("outlineOf")(function* (modelGuid: string, shared: Stream.Stream<SharedSlice>) {
  const locations: Array<ImportOutline["locations"][number]> = []
  const codes: Array<ImportOutline["codes"][number]> = []
  const systems: Array<{ readonly name: string | null; readonly guid: string }> = []
  yield* Stream.runForEach(shared, (slice) =>
    Effect.sync(() => {
      for (const { guid, parent } of slice.locations) locations.push({ guid, parent })
      for (const { name } of slice.codifications) systems.push({ name, guid: ofCodification(modelGuid, name) })
      for (const { codification, identification, parent } of slice.codes) {
        const guid = ofCode(modelGuid, systems[codification]!.name, identification)
        codes.push({ guid, parent, codification })
      }
    })
  )
  return { locations, codes, codifications: systems.map(({ guid }) => guid) } satisfies ImportOutline
})
