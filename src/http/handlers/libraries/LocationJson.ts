import * as Effect from "effect/Effect"
import type { KeptLocation } from "../../../domain/libraries/Location.ts"
import type { ListedLocations, PlacedLocation } from "../../../ports/libraries/LocationRepository.ts"
import * as Pull from "../../../runtime/Pull.ts"
import { arrayPieces, inArray, objectPieces } from "../../answer/StreamedJson.ts"

/** A location's members as JSON, left open so that children may follow. */
const opened = ({ properties, ...location }: KeptLocation): string =>
  `${JSON.stringify(location).slice(0, -1)},"properties":${properties}`

/** Locations, each with its children and theirs, as pieces of JSON joined by commas. */
export const treePieces = <E>(topDown: Pull.Pull<PlacedLocation, E>): Pull.Pull<string, E> =>
  Effect.suspend(() => {
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
    const texts = Pull.mapSome(topDown, (some) => {
      let text = ""
      for (const { level, location } of some) {
        text += closedTo(level)
        text += `${before}${opened(location)},"children":[`
        path.push(level)
        before = ""
      }
      return [text]
    })
    return Pull.concat([texts, Pull.sync(() => [closedTo(1)])])
  })

/** `{locations, locationViews}`: all locations as a flat list, then as a tree, as pieces of JSON. */
export const listPieces = ({ inOrder, topDown }: ListedLocations) =>
  objectPieces(
    {},
    {
      locations: arrayPieces(inOrder, (location) => `${opened(location)}}`),
      locationViews: inArray(treePieces(topDown))
    }
  )
