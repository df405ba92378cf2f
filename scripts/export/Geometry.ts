/**
 * Compares the positions of the products of a model in its file and in exports in which some products are deleted and
 * others are moved to other storeys. Usage: Geometry.ts MODEL.ifc; exits with 1 if a remaining product is not in its
 * position.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import * as Either from "effect/Either"
import * as WebIfc from "../../bench/WebIfc.ts"
import { readModel } from "../../src/ifc/ReadModel.ts"
import { exportedScripts } from "./ExportedScript.ts"
import { type Box, shapesOf } from "./WebIfcBoxes.ts"

const scripts = 3
/** The number of edits of each export. One in twenty moves a product to another container. */
const tried = 400
/** The largest difference of positions, in metres. */
const tolerance = 0.00025

const distance = (a: Box, b: Box): number => Math.max(...a.map((value, i) => Math.abs(value - b[i]!)))

const bytes = readFileSync(process.argv[2]!)
const { content } = Either.getOrThrow(readModel(bytes))
const api = await WebIfc.make()
const source = shapesOf(api, bytes)
if (source.boxes.size === 0) throw new Error("web-ifc finds no shape in the file")
for (const { bytes: exported, edits, seed } of exportedScripts(bytes, content, {
  count: scripts,
  isDeleting: true,
  tried
})) {
  const { boxes } = shapesOf(api, exported)
  const deleted = new Set(edits.filter(({ kind }) => kind === "Deleted").map(({ guid }) => guid))
  const isGone = (guid: string): boolean => deleted.has(guid) || deleted.has(source.hosts.get(guid) ?? "")
  const faults: Array<string> = []
  let farthest = 0
  let compared = 0
  for (const [guid, box] of source.boxes) {
    const now = boxes.get(guid)
    if (isGone(guid)) {
      if (now !== undefined) faults.push(`${guid} is deleted and has a shape`)
      continue
    }
    const off = now === undefined ? Infinity : distance(box, now)
    compared++
    farthest = Math.max(farthest, off)
    if (!(off <= tolerance))
      faults.push(`${guid} is ${now === undefined ? "gone" : `${off} m off: ${box.join(" ")} → ${now.join(" ")}`}`)
  }
  for (const guid of boxes.keys()) if (!source.boxes.has(guid)) faults.push(`${guid} had no shape before`)
  const moved = edits.filter(({ kind }) => kind === "SpatialLocation").length
  const did = `${deleted.size} products deleted, ${moved} put elsewhere`
  console.log(`script ${seed}: ${did}, ${compared} boxes, ${farthest.toExponential(1)} m off at most`)
  for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`)
  if (faults.length > 0) {
    console.log(`  ${faults.length} faults in all`)
    process.exitCode = 1
  }
}
