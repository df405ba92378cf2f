import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidParameter } from "../Errors.ts"
import { maybe, optional } from "../Optional.ts"
import { quoted } from "../Quoted.ts"

/** The unit of numbers: the one that the model states, or the SI unit (contract section 6, "Units"). */
export const Units = Schema.Literal("Model", "SI")
export type Units = typeof Units.Type

/** Units as they are sent. Another word does not fail the decoding of the body: `accept` refuses it later. */
const Sent = Schema.Unknown.annotations({
  jsonSchema: {
    type: "string",
    enum: ["Model", "SI"],
    description:
      "The unit of numbers: the one that the model states, or SI, in which filters compare them too. Model if absent."
  }
})

export const SentUnits = maybe(Sent)

/** The same in an address. */
export const UnitsParameter = optional(
  Schema.String.annotations({ jsonSchema: { type: "string", enum: ["Model", "SI"] }, description: "By default Model" })
)

const words: ReadonlyMap<unknown, Units> = new Map([
  ["model", "Model"],
  ["si", "SI"]
])

/** Returns the units that were sent, undefined if none were. Fails with `InvalidParameter` for another word. */
export const accept = (sent: unknown): Either.Either<Units | undefined, InvalidParameter> => {
  if (sent === undefined || sent === null) return Either.right(undefined)
  const units = typeof sent === "string" ? words.get(sent.toLowerCase()) : undefined
  if (units !== undefined) return Either.right(units)
  const what = typeof sent === "string" ? quoted(sent) : "this value"
  return Either.left(new InvalidParameter({ details: `units: Model or SI is expected, not ${what}.` }))
}
