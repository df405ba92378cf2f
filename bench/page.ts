/**
 * Measures how soon a browser shows a model and how fast it rotates the view, and compares the viewer with the loader
 * of three.js on the same file, in the same browser, in turns. The model consists of copies of a real one, side by
 * side. Times are in milliseconds; without a graphics card they depend on the processor. Then measures a filter on the
 * page of a service that imported the model.
 *
 * Usage:  npm run bench:page -- [--model NAME] [--products 140000] [--rounds 3] [--ci]
 *         --ci: fewer products, one round; exits with 1 if a ratio is worse than twice its gate.
 */
import { parseArgs } from "node:util"
import { writeView } from "../src/geometry/gltf/View.ts"
import type { Scene } from "../src/geometry/Scene.ts"
import { realMeshes } from "../src/geometry/testing/RealScene.ts"
import { open } from "../src/main/testing/PageBrowser.ts"
import { serveViewer } from "../src/main/testing/ViewerPage.ts"
import { filtered, heapOf } from "./Filtered.ts"

/** The times that the page records: milliseconds since its start, and for each frame of a rotation. */
interface Timed {
  readonly ready: number
  readonly first: number
  readonly whole: number
  readonly turns: ReadonlyArray<number>
}

const { values } = parseArgs({
  options: {
    model: { type: "string", default: "mini-project.ifc" },
    products: { type: "string" },
    rounds: { type: "string" },
    ci: { type: "boolean", default: false }
  }
})

const products = Number(values.products ?? (values.ci ? 10_000 : 140_000))
const rounds = Number(values.rounds ?? (values.ci ? 1 : 3))

/** The most time as a fraction of the loader's time: until the first frame, and of 95 of 100 frames while turning. */
const gates = { first: 1, turn: 0.5 }
/**
 * The most milliseconds of a frame while turning, and until a filter is visible in the table and in the picture; the
 * most MB of memory.
 */
const most = { turn: 100, table: 1500, picture: 1500, heap: 250 }

/** Returns the scene repeated in rows, with different GlobalIds. */
const replicated = ({ placements, products, shapes }: Scene, times: number): Scene => {
  const { color, count, matrix, product, shape } = placements
  const span = [0, 2].map((axis) => {
    const all = Array.from({ length: count }, (_, i) => matrix[16 * i + 12 + axis]!)
    return 10 + all.reduce((a, b) => Math.max(a, b)) - all.reduce((a, b) => Math.min(a, b))
  })
  const rows = Math.ceil(Math.sqrt(times))
  const all = {
    count: count * times,
    product: new Uint32Array(count * times),
    shape: new Uint32Array(count * times),
    matrix: new Float64Array(16 * count * times),
    color: new Uint8Array(4 * count * times)
  }
  for (let copy = 0; copy < times; copy++) {
    all.shape.set(shape, copy * count)
    all.color.set(color, 4 * copy * count)
    all.matrix.set(matrix, 16 * copy * count)
    for (let i = copy * count; i < (copy + 1) * count; i++) {
      all.product[i] = product[i - copy * count]! + copy * products.length
      all.matrix[16 * i + 12]! += (copy % rows) * span[0]!
      all.matrix[16 * i + 14]! += Math.floor(copy / rows) * span[1]!
    }
  }
  const named = Array.from({ length: times }, (_, copy) =>
    products.map((one) => ({ ...one, guid: `${one.guid.slice(0, 18)}${String(copy).padStart(4, "0")}` }))
  )
  return { shapes, products: named.flat(), placements: all }
}

const { meshes } = await realMeshes(values.model)
const drawn = new Set(meshes.scene.placements.product).size
const scene = replicated(meshes.scene, Math.ceil(products / drawn))
const { parts, triangles } = await writeView(scene)
const bytes = new Uint8Array(Buffer.concat(parts))
const kilobytes = (length: number) => Math.round(length / 1000)
console.log(
  `${new Set(scene.placements.product).size} products with shape, ${triangles} triangles stored, ${kilobytes(bytes.length)} kB, ${kilobytes(Bun.gzipSync(bytes).length)} kB gzip`
)

const at = (times: ReadonlyArray<number>, part: number) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * part)]!
const best = { viewer: { first: Infinity, turn: Infinity }, loader: { first: Infinity, turn: Infinity } }
for (let round = 0; round < rounds; round++) {
  for (const [name, script] of [
    ["viewer", "testing/Measured.ts"],
    ["loader", "testing/Loader.ts"]
  ] as const) {
    const server = await serveViewer(script)
    server.files.set("model", bytes)
    const { close, faults, page } = await open({ origin: server.origin })
    await page.goto(`${server.origin}/?file=model`)
    let timed: Timed | undefined
    while (timed === undefined && faults.length === 0) {
      await Bun.sleep(200)
      timed = await page.evaluate<Timed | undefined>("globalThis.timed")
    }
    const heap = await heapOf(page)
    await close()
    await server.stop()
    if (timed === undefined) throw new Error(faults.join("\n"))
    const { first, ready, turns, whole } = timed
    best[name].first = Math.min(best[name].first, first)
    best[name].turn = Math.min(best[name].turn, at(turns, 0.95))
    const all = {
      ready,
      first,
      whole,
      "turn median": at(turns, 0.5),
      "turn p95": at(turns, 0.95),
      turns: turns.length,
      "heap MB": heap
    }
    console.log(
      name,
      Object.entries(all)
        .map(([key, value]) => `${key} ${Math.round(value)}`)
        .join(", ")
    )
  }
}

const judged = (name: string, value: number, gate: number, digits: number) => {
  console.log(`${value <= gate ? "holds" : "missed"}  ${name}: ${value.toFixed(digits)}, gate ${gate}`)
  if (values.ci && !(value <= 2 * gate)) process.exitCode = 1
}
for (const key of ["first", "turn"] as const) {
  judged(`${key}, of the loader's`, best.viewer[key] / best.loader[key], gates[key], 2)
}
judged("turn p95, ms", best.viewer.turn, most.turn, 0)
const page = await filtered(values.model, Math.ceil(products / drawn), "Beam")
console.log(`filtered ${page.products.join(" to ")}`)
for (const key of ["table", "picture", "heap"] as const) {
  judged(`filter, ${key === "heap" ? "heap in MB" : `ms until the ${key}`}`, page[key], most[key], 0)
}
