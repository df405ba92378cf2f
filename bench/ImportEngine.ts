/**
 * Runs one engine of the import benchmark in a separate process: reads a file on each request, and reports the time,
 * the numbers of objects found, and the peak memory of the process.
 */
import * as Either from "effect/Either"
import { encode } from "../src/dataframe/table/Container.ts"
import { readModel } from "../src/ifc/ReadModel.ts"
import * as SampleFiles from "../src/main/sample/SampleFiles.ts"
import { idleOfProcess, peakOfProcess } from "./ResidentMemory.ts"
import * as WebIfc from "./WebIfc.ts"
import { read } from "./WebIfcModel.ts"

export const engines = ["plinth", "plinth, packed", "web-ifc, lines", "web-ifc, raw"] as const
export type EngineName = (typeof engines)[number]

/** The file to read, the number of readings, and the least total time of the readings. */
export interface Order {
  readonly file: string
  readonly times: number
  readonly seconds: number
}

export interface Reading {
  /** Time of one reading; the median if there were several. */
  readonly ms: number
  readonly products: number
  readonly records: number
  /** The peak of resident memory so far, and the resident memory before the first reading, in bytes. */
  readonly peak: number
  readonly idle: number
}

type Engine = (bytes: Uint8Array) => Pick<Reading, "products" | "records">

const plinth =
  (packed: boolean): Engine =>
  (bytes) => {
    const { content, report } = Either.getOrThrow(readModel(bytes))
    if (packed) encode(content, { modelGuid: "0bench0000000000000000" })
    return { products: content.products.count, records: report.propertyRecords }
  }

const webIfc = async (kind: "lines" | "raw"): Promise<Engine> => {
  const api = await WebIfc.make()
  return (bytes) => {
    const model = api.OpenModel(bytes)
    const { elements, records } = read(api, kind === "raw" ? WebIfc.raw(api, model) : WebIfc.lines(api, model))
    api.CloseModel(model)
    return { products: elements.size, records }
  }
}

const make = (name: EngineName): Engine | Promise<Engine> =>
  name === "web-ifc, lines" ? webIfc("lines") : name === "web-ifc, raw" ? webIfc("raw") : plinth(name !== "plinth")

/** The worker processes of the service also read the sample model while they are idle. */
const warmUps = 20

if (import.meta.main) {
  const engine = await make(process.argv[2] as EngineName)
  const sample = await Bun.file(SampleFiles.source).bytes()
  for (let i = 0; i < warmUps; i++) engine(sample)
  const idle = idleOfProcess()
  process.on("message", ({ file, seconds, times }: Order) => {
    const runs: Array<number> = []
    let found = { products: 0, records: 0 }
    const until = performance.now() + seconds * 1000
    while (runs.length < times || performance.now() < until) {
      const start = performance.now()
      found = engine(Bun.mmap(file))
      runs.push(performance.now() - start)
    }
    const ms = runs.toSorted((a, b) => a - b)[runs.length >>> 1]!
    process.send!({ ...found, ms, idle, peak: peakOfProcess() } satisfies Reading)
  })
  process.on("disconnect", () => process.exit(0))
  process.send!("ready")
}
