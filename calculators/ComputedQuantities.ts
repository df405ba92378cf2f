import type { ComputedQuantity } from "../src/dataframe/query/quantities/Calculator.ts"

/**
 * The least share of products whose computed value must be within 5 % of the authored one for a measure to be credible.
 * A measure below it is not used: the product counts as missing, and nothing is guessed.
 *
 * The rows below list, by class, the measure of shapes that a calculator uses if the model has no authored quantity,
 * and how often that measure agreed with the authored values of a test set of models (`npm run agreement` computes the
 * same for other models).
 */
const credible = 0.7

const walls = ["IfcWall", "IfcWallStandardCase", "IfcWallElementedCase"]
const beams = ["IfcBeam", "IfcBeamStandardCase"]
const columns = ["IfcColumn", "IfcColumnStandardCase"]
const members = ["IfcMember", "IfcMemberStandardCase"]
const slabs = ["IfcSlab", "IfcSlabStandardCase", "IfcSlabElementedCase"]
const plates = ["IfcPlate", "IfcPlateStandardCase"]
const roofs = ["IfcRoof", "IfcRamp", "IfcRampFlight"]
const coverings = ["IfcCovering"]
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

/** The area of an opening is its width times its height as the file states them, so it has no measured agreement. */
const stated: ComputedQuantity = {
  classes: openings,
  measure: null,
  attributes: ["OverallWidth", "OverallHeight"],
  agreement: null
}

/** The area of one face: the side of walls, the top of slabs, roofs and ramps, the largest face of coverings and plates. */
const face = (classes: ReadonlyArray<string>, measure: "NetArea" | "GrossArea", from: string): ComputedQuantity => ({
  classes,
  measure,
  from: `Computed.${measure === "NetArea" ? from : `Gross${from}`}`,
  agreement: null
})
const faces = (measure: "NetArea" | "GrossArea") => [
  face(walls, measure, "SideArea"),
  face([...slabs, ...roofs], measure, "TopArea"),
  face([...coverings, ...plates], measure, "LargestFaceArea")
]

/** Distribution elements, piles and reinforcement, whose length is that of their sweep. */
const segments: ComputedQuantity = {
  classes: [
    "IfcFlowSegment",
    "IfcPipeSegment",
    "IfcDuctSegment",
    "IfcCableSegment",
    "IfcCableCarrierSegment",
    "IfcReinforcingBar",
    "IfcTendon",
    "IfcPile"
  ],
  measure: "Length",
  agreement: null
}

const nothing: ComputedQuantity = { classes: null, measure: null, agreement: null }

export const computed = {
  Length: [
    row(walls, "Length", 422, 0.6, 0.82),
    row(beams, "Length", 2768, 0.73, 0.74),
    row(columns, "Length", 420, 1, 1),
    row(members, "Length", 558, 1, 1),
    segments,
    nothing
  ],
  NetArea: [
    ...faces("NetArea"),
    row(beams, "SurfaceArea", 2786, 0.77, 0.77),
    row(columns, "SurfaceArea", 420, 0.98, 0.98),
    stated,
    nothing
  ],
  GrossArea: [...faces("GrossArea"), stated, nothing],
  NetVolume: [
    row(walls, "Volume", 384, 0.92, 0.98),
    row(slabs, "Volume", 139, 0.97, 1),
    row(beams, "Volume", 2786, 0.92, 0.99),
    row(columns, "Volume", 163, 1, 1),
    row(plates, "Volume", 203, 0.99, 1),
    // Authored volumes of members are often those of simplified bodies. The computed values are more accurate, so they
    // are used despite the lower agreement.
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
