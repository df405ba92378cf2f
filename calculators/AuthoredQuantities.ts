import type { AuthoredQuantities } from "../src/dataframe/query/quantities/Calculator.ts"

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
 * What serves a measure of walls, of bars (beams, columns, members), of openings (doors, windows; null: it does not
 * apply) and of every other class: the first name that a product has, in `Qto_…` before `BaseQuantities` before other
 * sets. A product without any is listed as missing, or as carried by its parts, and adds nothing; no model fails.
 */
export const authored = (names: {
  readonly walls: ReadonlyArray<string>
  readonly bars: ReadonlyArray<string>
  readonly openings: ReadonlyArray<string> | null
  readonly others: ReadonlyArray<string>
}): AuthoredQuantities => ({
  byClass: [
    { classes: walls, names: names.walls },
    { classes: bars, names: names.bars },
    { classes: openings, names: names.openings }
  ],
  others: names.others
})
