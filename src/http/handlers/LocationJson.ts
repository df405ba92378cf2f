import * as Chunk from "effect/Chunk"
import * as Stream from "effect/Stream"
import type { KeptLocation } from "../../domain/Location.ts"
import type { ListedLocations, PlacedLocation } from "../../ports/LocationRepository.ts"
import { arrayStream, inArray, objectStream } from "../answer/StreamedJson.ts"

/** A location's members as JSON, left open so that children may follow. */
const opened = ({ properties, ...location }: KeptLocation): string =>
  `${JSON.stringify(location).slice(0, -1)},"properties":${properties}`

/** Locations, each with its children and theirs, as pieces of JSON joined by commas. */
export const treePieces = <E>(topDown: Stream.Stream<PlacedLocation, E>): Stream.Stream<string, E> =>
  Stream.suspend(() => {
    /** The levels that are open. Where one is gone that others lay below, a level is left out. */
    const path: Array<number> = []
    let before = ""
    const closedTo = (level: number): string => {
      let text = ""
      while ((path.at(-1) ?? 0) >= level) {
        path.pop()
        text += "]}"
        before = ","
      }
      return text
    }
    const texts = Stream.mapChunks(topDown, (some) => {
      let text = ""
      for (const { level, location } of some) {
        text += closedTo(level)
        text += `${before}${opened(location)},"children":[`
        path.push(level)
        before = ""
      }
      return Chunk.of(text)
    })
    return Stream.concat(
      texts,
      Stream.sync(() => closedTo(1))
    )
  })

/** `{locations, locationViews}`: all locations as a flat list, then as a tree, as pieces of JSON. */
export const listPieces = ({ inOrder, topDown }: ListedLocations) =>
  objectStream(
    {},
    {
      locations: arrayStream(inOrder, (location) => `${opened(location)}}`),
      locationViews: inArray(treePieces(topDown))
    }
  )
