import * as Effect from "effect/Effect"
import type { KeptLocation } from "../../../domain/libraries/Location.ts"
import type { ListedLocations, PlacedLocation } from "../../../ports/libraries/LocationRepository.ts"
import * as Pull from "../../../runtime/Pull.ts"
import { arrayPieces, inArray, objectPieces } from "../../answer/StreamedJson.ts"

/** Returns a location's members as JSON without the closing brace, so that children can be appended. */
const opened = ({ properties, ...location }: KeptLocation): string =>
  `${JSON.stringify(location).slice(0, -1)},"properties":${properties}`

/** Returns trees of locations, given in depth-first order, as pieces of JSON separated by commas. */
export const treePieces = <E>(topDown: Pull.Pull<PlacedLocation, E>): Pull.Pull<string, E> =>
  Effect.suspend(() => {
    /** The open levels, outermost first. A level is missing if a location was removed that had others below it. */
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

/** Returns `{locations, locationViews}` as pieces of JSON: all locations as a flat list, then as a tree. */
export const listPieces = ({ inOrder, topDown }: ListedLocations) =>
  objectPieces(
    {},
    {
      locations: arrayPieces(inOrder, (location) => `${opened(location)}}`),
      locationViews: inArray(treePieces(topDown))
    }
  )
