import type { AuthoredQuantities, MeasureKind } from "../src/dataframe/query/quantities/Calculator.ts"

const walls = ["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase", "IfcCurtainWall"]
const bars = [
  "IfcBeam",
  "IfcBeamStandardCase",
  "IfcColumn",
  "IfcColumnStandardCase",
  "IfcMember",
  "IfcMemberStandardCase"
]
const openings = ["IfcDoor", "IfcDoorStandardCase", "IfcWindow", "IfcWindowStandardCase"]

/**
 * Returns the quantity names that serve a measure: for walls, for bars (beams, columns, members), for openings (doors,
 * windows; null: the measure does not apply) and for every other class. The first name that a product has is used;
 * `Qto_…` sets are searched before `BaseQuantities`, and that before other sets. A product with none of the names is
 * listed as missing, or as having values only in its parts, and adds nothing; the request never fails for this reason.
 */
export const authored = (names: {
  readonly kind: MeasureKind
  readonly walls: ReadonlyArray<string>
  readonly bars: ReadonlyArray<string>
  readonly openings: ReadonlyArray<string> | null
  readonly others: ReadonlyArray<string>
}): AuthoredQuantities => ({
  kind: names.kind,
  byClass: [
    { classes: walls, names: names.walls },
    { classes: bars, names: names.bars },
    { classes: openings, names: names.openings }
  ],
  others: names.others
})
