import * as Either from "effect/Either"
import * as Csv from "./Csv.ts"
import type { Sheet } from "./Sheet.ts"
import { SheetFault } from "./SheetFault.ts"

/** Returns the table of a CSV file. The rows are read later, so that their iterator may throw a `SheetFault`. */
export const readSheet = (bytes: Uint8Array): Either.Either<Sheet, SheetFault> =>
  Either.try({
    try: () => Csv.read(bytes),
    catch: (error) => {
      if (error instanceof SheetFault) return error
      throw error
    }
  })
