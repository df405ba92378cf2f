import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { InvalidField } from "../Errors.ts"
import type { FieldDetail } from "./FieldDetail.ts"

/** Properties computed from shapes and placements, in the order in which they are listed (contract section 8). */
export const DynamicField = Schema.Literal(
  "Computed.BottomElevation",
  "Computed.CentroidX",
  "Computed.CentroidY",
  "Computed.CentroidZ",
  "Computed.FootprintArea",
  "Computed.GrossVolume",
  "Computed.Height",
  "Computed.Length",
  "Computed.SideArea",
  "Computed.SurfaceArea",
  "Computed.TopElevation",
  "Computed.Volume",
  "Computed.Width"
)
export type DynamicField = typeof DynamicField.Type

const isKnown = Schema.is(DynamicField)

/** Returns the SI unit of a field by its IFC name. */
export const unitOf = (field: DynamicField): "Metre" | "SquareMetre" | "CubicMetre" =>
  field.endsWith("Area") ? "SquareMetre" : field.endsWith("Volume") ? "CubicMetre" : "Metre"

export const detailOf = (name: DynamicField): FieldDetail => ({
  name,
  dataType: "Real",
  unit: unitOf(name),
  enumerationValues: null
})

/**
 * Returns the fields of a request, each once, or all fields if none is named. Fails with `InvalidField` if one is
 * unknown.
 */
export const parse = (
  asked: ReadonlyArray<string> | null
): Either.Either<ReadonlyArray<DynamicField>, InvalidField> => {
  if (asked === null || asked.length === 0) return Either.right(DynamicField.literals)
  const unknown = asked.findIndex((name) => !isKnown(name))
  if (unknown === -1) return Either.right([...new Set(asked)] as ReadonlyArray<DynamicField>)
  const details = `fields[${unknown}] is none of ${DynamicField.literals.join(", ")}.`
  return Either.left(new InvalidField({ details }))
}
