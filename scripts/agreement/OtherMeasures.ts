import { join } from "node:path"
import * as Schema from "effect/Schema"
import * as IfcOpenShell from "../../bench/IfcOpenShell.ts"
import type { MeasureName } from "../../src/geometry/measures/MeasureTable.ts"

/** The measures that are compared, the adjustments of IfcOpenShell's definitions, and the exclusions. */
const compared: ReadonlyMap<MeasureName, string> = new Map([
  ["Volume", "get_volume"],
  [
    "Length",
    "straight walls: get_footprint_area / get_y without openings, the centre line; get_x is that of the longer side\n" +
      "  bars: Depth of the only extrusion, else get_max_xyz; not of bodies over 4 times as wide as deep, which may be\n" +
      "  elevations extruded across the bar, nor of boxes less than 3 times as long as wide; representations Axis run\n" +
      "  on to the axes of neighbours"
  ],
  ["Width", "straight walls: get_y without openings"],
  ["Height", "walls: get_z"],
  [
    "NetArea",
    "straight walls: mean of get_side_area to both sides within 20°, if these differ by less than a tenth;\n" +
      "  slabs, roofs, ramps: get_side_area upward within 80°; coverings, plates: get_max_side_area;\n" +
      "  doors, windows: OverallWidth × OverallHeight"
  ],
  ["GrossArea", "as NetArea, without openings"],
  ["SurfaceArea", "get_area; not of doors, windows and railings, which have none here"],
  [
    "FootprintArea",
    "get_footprint_area, the lesser of with and without openings; of walls, slabs, roofs, ramps, coverings and plates:\n" +
      "  of others, faces that look down may lie above each other, which IfcOpenShell counts once and Plinth as often as they fit\n" +
      "  into the plan of the box"
  ]
])

const Line = Schema.parseJson(
  Schema.Struct({
    guid: Schema.String,
    isClosed: Schema.Boolean,
    values: Schema.Record({ key: Schema.String, value: Schema.NullOr(Schema.Number) })
  })
)

/** The measures of a product that another reader computes, in metres, square and cubic metres. */
type OtherMeasures = typeof Line.Type

/** Returns what IfcOpenShell computes for the products of a file. */
export const measuresOf = async (path: string): Promise<ReadonlyArray<OtherMeasures>> => {
  const python = await IfcOpenShell.pythonOf()
  const child = Bun.spawn([python, join(import.meta.dir, "measures.py"), path], { stdout: "pipe", stderr: "ignore" })
  const text = await new Response(child.stdout).text()
  if ((await child.exited) !== 0) throw new Error(`${IfcOpenShell.name} could not read ${path}`)
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => Schema.decodeSync(Line)(line))
}

/**
 * The comparison of a measure of a product with that of the other reader. The difference is a fraction of the other
 * value.
 */
export interface Comparison {
  readonly model: string
  readonly class: string
  readonly guid: string
  readonly measure: MeasureName
  /** The relative difference; NaN if no value was computed. */
  readonly away: number
  /** Whether the other's mesh is closed; the volume of an open mesh is not reliable. */
  readonly isClosed: boolean
}

/** Returns the comparisons of a product whose values are given by a function of the measure's name. */
export const comparisonsOf = (
  product: Pick<Comparison, "model" | "class">,
  { guid, isClosed, values }: OtherMeasures,
  valueOf: (measure: MeasureName) => number
): ReadonlyArray<Comparison> =>
  [...compared.keys()].flatMap((measure) => {
    const other = values[measure] ?? 0
    return other > 1e-9 ? [{ ...product, guid, isClosed, measure, away: valueOf(measure) / other - 1 }] : []
  })

/**
 * The fractions of the values of a measure that are within 1 %, and that differ by at most 5 %. A missing value counts
 * as within 5 %.
 */
interface Agreement {
  readonly measure: MeasureName
  readonly within: number
  readonly notOff: number
}

const percent = (part: number, of: number) => `${((100 * part) / of).toFixed(1)} %`.padStart(8)

const line = (title: string, of: ReadonlyArray<Comparison>) => {
  const within = (part: number) => of.filter(({ away }) => Math.abs(away) <= part).length
  const without = of.filter(({ away }) => Number.isNaN(away)).length
  const off = of.filter(({ away }) => Math.abs(away) > 0.05).length
  const numbers = [of.length, without].map((count) => String(count).padStart(8))
  console.log(title.padEnd(54), ...numbers, percent(within(0.01), of.length), String(off).padStart(8))
}

/**
 * Prints a table by class for each measure, and the products that differ by more than 5 %. Returns the agreement of
 * measures for products with closed meshes.
 */
export const print = (comparisons: ReadonlyArray<Comparison>): ReadonlyArray<Agreement> =>
  [...compared].map(([measure, definition]) => {
    const all = comparisons.filter((one) => one.measure === measure)
    const closed = all.filter(({ isClosed }) => isClosed)
    const head = "all  without within 1 % off by 5 %"
    console.log(`\n${`${measure} beside ${IfcOpenShell.name}`.padEnd(59)} ${head}\n  ${definition}`)
    for (const [model, ofModel] of Map.groupBy(closed, (one) => one.model)) {
      line(model, ofModel)
      for (const [name, ofClass] of Map.groupBy(ofModel, (one) => one.class)) line(`  ${name}`, ofClass)
    }
    line("all whose mesh is closed there", closed)
    line("others", all.filter(({ isClosed }) => !isClosed)) // prettier-ignore
    for (const { away, class: name, guid, model } of closed) {
      if (Math.abs(away) > 0.05) console.log(`  off by ${(100 * away).toFixed(1)} %: ${name} ${guid} of ${model}`)
    }
    const part = (is: (away: number) => boolean) => closed.filter(({ away }) => is(away)).length / closed.length
    return { measure, within: part((away) => Math.abs(away) <= 0.01), notOff: part((away) => !(Math.abs(away) > 0.05)) }
  })
