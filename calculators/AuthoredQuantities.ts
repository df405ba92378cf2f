import type { AuthoredQuantities } from "../src/dataframe/Calculator.ts"

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

const table = (
  ofWalls: ReadonlyArray<string>,
  ofBars: ReadonlyArray<string>,
  ofOpenings: ReadonlyArray<string> | null,
  others: ReadonlyArray<string>
): AuthoredQuantities => ({
  byClass: [
    { classes: walls, names: ofWalls },
    { classes: bars, names: ofBars },
    { classes: openings, names: ofOpenings }
  ],
  others
})

/** Walls · beams, columns, members · doors, windows · every other class; the first quantity that exists counts. */
export const length = table(["Length"], ["Length"], null, ["Length"])
export const netArea = table(
  ["NetSideArea", "NetArea"],
  ["NetSurfaceArea", "OuterSurfaceArea"],
  ["Area"],
  ["NetArea", "NetSurfaceArea", "Area"]
)
export const grossArea = table(
  ["GrossSideArea", "GrossArea"],
  ["GrossSurfaceArea"],
  ["Area"],
  ["GrossArea", "GrossSurfaceArea", "Area"]
)
export const netVolume = table(["NetVolume"], ["NetVolume"], ["Volume"], ["NetVolume", "Volume"])
export const grossVolume = table(["GrossVolume"], ["GrossVolume"], ["Volume"], ["GrossVolume", "Volume"])
export const nothing: AuthoredQuantities = { byClass: [], others: [] }
