import * as Schema from "effect/Schema"
import { type FieldModifications, Modifications } from "../../../domain/edits/Modification.ts"
import { type NamedReferences, namedReferences } from "./NamedReferences.ts"

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()]

const newline = 10

/** Returns the references that the modifications of a text name. */
export const namedIn = (text: Uint8Array): NamedReferences =>
  JSON.parse(decoder.decode(text.subarray(0, text.indexOf(newline)))) as NamedReferences

export const modificationsIn = (text: Uint8Array): ReadonlyArray<FieldModifications> =>
  JSON.parse(decoder.decode(text.subarray(text.indexOf(newline) + 1))) as ReadonlyArray<FieldModifications>

/**
 * The modifications of a request as JSON: a line with the references that they name, and a line with the list by field.
 * There may be 100,000 modifications, so threads write and parse the second line.
 */
export const ModificationText: Schema.Schema<Uint8Array, unknown> = Schema.transform(
  Modifications,
  Schema.declare((value): value is Uint8Array => value instanceof Uint8Array),
  {
    strict: true,
    decode: (modifications) =>
      encoder.encode(`${JSON.stringify(namedReferences(modifications))}\n${JSON.stringify(modifications)}`),
    encode: modificationsIn
  }
)
