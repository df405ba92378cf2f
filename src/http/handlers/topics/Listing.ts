import type { Pull } from "../../../runtime/Pull.ts"
import { arrayPieces, streamedJson } from "../../answer/StreamedJson.ts"
import type { WireError } from "../../errors/ErrorTable.ts"

/** Returns the response for a list: an array without an object around it. */
export const array = <A>(items: Pull<A, WireError>) => streamedJson(arrayPieces(items, (item) => JSON.stringify(item)))

/** The same for items that are JSON already. */
export const arrayOfTexts = (items: Pull<string, WireError>) => streamedJson(arrayPieces(items, (item) => item))
