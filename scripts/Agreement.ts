/**
 * Prints how well computed measures agree with the values that the models of MODELS_DIR state, and with the volumes,
 * lengths and areas that IfcOpenShell computes. Compared are the elements that have a mesh, and the values of each
 * calculator by class, if the stated values are credible. The exit code is 1 if fewer than 99 of 100 elements with a
 * representation have a mesh, if fewer values than required are within 1 %, or if a value differs from that of
 * IfcOpenShell by more than 5 %.
 *
 * Usage: npm run agreement
 */
import { readdirSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Either from "effect/Either"
import { calculators } from "../calculators/Calculators.ts"
import * as AuthoredMeasure from "../src/dataframe/query/quantities/AuthoredMeasure.ts"
import { computedValues } from "../src/dataframe/query/quantities/Quantities.ts"
import { encode } from "../src/dataframe/table/Container.ts"
import { open } from "../src/dataframe/table/ProductTable.ts"
import { type MeasureName } from "../src/geometry/measures/MeasureTable.ts"
import { measuresOf } from "../src/geometry/measures/Measures.ts"
import { meshesOf, withoutOpenings } from "../src/geometry/meshes/Meshes.ts"
import { realMeshes } from "../src/geometry/testing/RealScene.ts"
import { readModel } from "../src/ifc/ReadModel.ts"
import { folder } from "../src/ifc/testing/RealModels.ts"
import * as Fillets from "./agreement/Fillets.ts"
import * as OtherMeasures from "./agreement/OtherMeasures.ts"

/** The largest share of elements with a representation that may lack a mesh. */
const mostMeshless = 0.01
/** If a gross volume is more than this number of times the net one, it is in another unit. */
const mostGross = 900

/** The numbers of corners of the polygons that tools use for a circle when they measure round bars. */
const corners = [6, 8, 12, 16, 18, 20, 24, 32]
/** The ratios of a circle with 64 corners to one with fewer. */
const larger = corners.map((n) => (64 * Math.sin((2 * Math.PI) / 64)) / (n * Math.sin((2 * Math.PI) / n)) - 1)

/** Classes whose net volume is compared with the stated values, and the fraction that must be within 1 %. */
const wanted: Readonly<Record<string, { readonly classes: RegExp; readonly gate: number }>> = {
  "slabs, beams, columns, plates": { classes: /^Ifc(Slab|Beam|Column|Plate)/, gate: 0.9 },
  walls: { classes: /^IfcWall/, gate: 0.85 }
}

/** Classes of products that are made of rolled sections. */
const bars = /^Ifc(?:Beam|Column|Member)/

interface Pair {
  readonly model: string
  readonly class: string
  readonly calculator: string
  /**
   * The difference of the computed value from the authored one, as a fraction of the latter; NaN if none was computed.
   */
  readonly away: number
  /**
   * The distance of the difference from the difference that the fillets of a rolled section of the file make, because
   * some tools state volumes without the fillets of their own sections. Infinity if the file has no such section.
   */
  readonly toFillets: number
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

const pairs: Array<Pair> = []
const comparisons: Array<OtherMeasures.Comparison> = []
let shaped = 0
let meshless = 0
let twofold = 0
for (const name of readdirSync(folder).filter((file) => file.endsWith(".ifc"))) {
  const { bytes, meshes, model, shapes } = await realMeshes(name)
  const hosts = withoutOpenings(shapes)
  const gross = hosts.elements.length === 0 ? null : await meshesOf(bytes, hosts)
  const { columns, faults } = measuresOf(model.file.schema.name, model.products.count, shapes, meshes, gross)
  const elements = shapes.elements.filter(({ product }) => product >= 0).length
  shaped += elements
  meshless += faults.missing.length
  const told = (rows: ReadonlyArray<number>) =>
    rows.length === 0 ? "none" : rows.map((row) => model.products.guid[row]!).join(" ")
  console.log(`${name}: ${elements} elements with a representation, ${elements - faults.missing.length} have a mesh`)
  console.log(`  without one: ${told(faults.missing)}`)
  console.log(`  whose mesh is empty, for openings take all of it: ${told(faults.empty)}`)
  console.log(`  whose mesh is open: ${faults.open.length}`)
  const fillets = Fillets.partsOf(model.file)
  const rowOf = new Map(model.products.guid.map((guid, row) => [guid, row]))
  for (const other of await OtherMeasures.measuresOf(join(folder, name))) {
    const row = rowOf.get(other.guid)
    if (row === undefined) continue
    const product = { model: name, class: model.products.classes[model.products.class[row]!]! }
    comparisons.push(...OtherMeasures.comparisonsOf(product, other, (measure) => columns.values[measure][row]!))
  }
  const table = open(encode(Either.getOrThrow(readModel(bytes)).content, { modelGuid: "0".repeat(22) }))
  const authored = new Map(calculators.map(({ authored, name }) => [name, AuthoredMeasure.of(table, authored)]))
  const [net, grossOf] = [authored.get("NetVolume")!, authored.get("GrossVolume")!]
  const measures = { valuesOf: (measure: string) => columns.values[measure as MeasureName] }
  for (const calculator of calculators.filter(({ unit }) => unit !== null)) {
    const { sources, values } = authored.get(calculator.name)!
    // Values that occur twice in one set with different amounts are not comparable.
    const doubled = new Set(
      table.properties.flatMap(({ column, index }) =>
        [...column.ambiguousRows()].filter((row) => sources[row] === index)
      )
    )
    twofold += doubled.size
    const computed = computedValues(table, calculator, measures).values
    for (let row = 0; row < table.count; row++) {
      const value = values[row]!
      if (sources[row]! < 0 || !(value > 0) || doubled.has(row)) continue
      const [netValue, grossValue] = [net.values[row]!, grossOf.values[row]!]
      if (netValue > grossValue * 1.000_001 || grossValue > mostGross * netValue) continue
      const className = model.products.classes[model.products.class[row]!]!
      const away = computed[row]! / value - 1
      pairs.push({
        model: name,
        class: className,
        calculator: calculator.name,
        away: Math.abs(away),
        toFillets: Math.min(...fillets.filter((part) => Math.abs(part) > 0.01).map((part) => Math.abs(away - part)))
      })
    }
  }
}

const line = (title: string, of: ReadonlyArray<Pair>) => {
  const known = of.filter(({ away }) => !Number.isNaN(away))
  const within = (part: number) => known.filter(({ away }) => away <= part).length
  const percent = (count: number) => `${((100 * count) / of.length).toFixed(1)} %`.padStart(8)
  const middle = `${(100 * median(known.map(({ away }) => away))).toFixed(2)} %`.padStart(9)
  console.log(
    `${title.padEnd(64)} ${String(of.length).padStart(6)} ${String(known.length).padStart(9)} ${middle} ${percent(within(0.01))} ${percent(within(0.05))}`
  )
  return within(0.01) / of.length
}
for (const [calculator, of] of Map.groupBy(pairs, (pair) => pair.calculator)) {
  console.log(`\n${calculator.padEnd(64)}    all  computed    median within 1 % within 5 %`)
  for (const [className, ofClass] of Map.groupBy(of, (pair) => pair.class)) {
    if (ofClass.every(({ away }) => Number.isNaN(away))) continue
    line(className, ofClass)
    for (const [model, ofModel] of Map.groupBy(ofClass, (pair) => pair.model)) line(`  ${model}`, ofModel)
  }
}
const agreements = OtherMeasures.print(comparisons)
console.log(`\nvalues that stand twice in one set with different ones, left out: ${twofold}`)
let judged = 0
let failed = 0
const judge = (what: string, value: number, gate: number) => {
  const holds = value >= gate
  judged += 1
  if (!holds) failed += 1
  console.log(
    `${holds ? "ok    " : "FAILED"} ${what}: ${(100 * value).toFixed(1)} %, wanted ${(100 * gate).toFixed(0)} %`
  )
}
judge("elements with a representation that have a mesh", 1 - meshless / shaped, 1 - mostMeshless)
const volumes = pairs.filter(({ calculator }) => calculator === "NetVolume")
for (const [what, { classes, gate }] of Object.entries(wanted)) {
  const of = volumes.filter((pair) => classes.test(pair.class))
  const missed = of.filter(({ away }) => away > 0.01)
  const toCircle = ({ away }: Pair) => Math.min(...larger.map((by) => Math.abs(away - by)))
  const isSharp = (pair: Pair) => bars.test(pair.class) && pair.toFillets < Math.min(0.005, toCircle(pair))
  const sharp = missed.filter(isSharp).length
  const round = missed.filter((pair) => !isSharp(pair) && toCircle(pair) < 0.001).length
  console.log(`       of the others ${round} of ${missed.length} are those of polygons that stand for circles,`)
  console.log(`       ${sharp} differ by the fillets of rolled sections, which their authors leave out`)
  const agreeing = of.filter(({ away }) => away <= 0.01).length + sharp
  judge(`net volumes of ${what} within 1 %, with or without fillets`, agreeing / of.length, gate)
}
for (const { measure, notOff, within } of agreements) {
  judge(`${measure} within 1 % of IfcOpenShell's`, within, 0.97)
  judge(`${measure} not off by more than 5 %`, notOff, 1)
}
console.log(`${judged - failed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
