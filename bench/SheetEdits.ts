import { inflateRawSync } from "node:zlib"
import * as Effect from "effect/Effect"
import * as Folder from "../adapters/storage/testing/Folder.ts"
import * as Seed from "../src/http/testing/Seed.ts"
import { sheetUser } from "../src/http/testing/SheetUser.ts"
import * as TestService from "../src/http/testing/TestService.ts"
import { largeModel } from "../src/main/testing/LargeModel.ts"
import { entriesOf } from "../src/sheets/read/ZipDirectory.ts"
import { sheetOf, written } from "../src/sheets/testing/SheetFiles.ts"
import { median } from "./QueryTimes.ts"

/** The number of changed cells. */
const changed = 1_000
const headers = ["Guid", "Name", "FireRating", "Mark"] as const

type Row = Record<(typeof headers)[number], string>

/** Processor time in seconds, including threads, and elapsed time in seconds. */
interface Seconds {
  readonly processor: number
  readonly passed: number
}

const secondsOf = async (work: () => unknown): Promise<Seconds> => {
  const [start, before] = [process.cpuUsage(), performance.now()]
  await work()
  const { system, user } = process.cpuUsage(start)
  return { processor: (system + user) / 1e6, passed: (performance.now() - before) / 1e3 }
}

/** Medians of the times that the same changes take as a request of M12 and as sheets. */
interface SheetEdits {
  readonly modification: Seconds
  readonly csv: Seconds
  readonly xlsx: Seconds
  /**
   * The times that zlib needs to unpack the table of the workbook. Every way to read the workbook takes at least this
   * time.
   */
  readonly inflation: Seconds
  /** The size of that table, in bytes. */
  readonly unpacked: number
}

/**
 * Changes the same cells of a model in three ways, in turns: by M12, by a CSV file of all products, and by a workbook
 * of all products. The edits are discarded each time. The time for unpacking the workbook is measured in between.
 */
export const measured = (rows: number, runs: number): Promise<SheetEdits> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const service = yield* TestService.make({
          storage: Folder.durable("migrated"),
          settings: { maxUploadBytes: 2 ** 30, cacheBytes: 2 ** 30 }
        })
        return yield* Effect.promise(() => inTurns(service, rows, runs))
      })
    )
  )

const inTurns = async (service: TestService.TestService, count: number, runs: number): Promise<SheetEdits> => {
  const token = service.token("ada")
  const projectId = await Seed.project(service, token)
  const { modelId } = await Seed.model(service, token, projectId, "Walls", largeModel(count))
  const ada = sheetUser(service, `/v1/projects/${projectId}/models/${modelId}`, "ada")
  await ada.start()
  const answer = await service.call("POST", `/v1/projects/${projectId}/models/${modelId}/products/properties/query`, {
    token,
    headers: { accept: "application/x-ndjson" },
    body: { fields: headers.slice(1) }
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`the table was answered with ${answer.status}: ${text}`)
  const rows = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Row)
  if (rows.length !== count) throw new Error(`the model has ${rows.length} products`)
  const step = Math.floor(count / changed)
  const marks = new Map(Array.from({ length: changed }, (_, i) => [rows[i * step]!.Guid, `Changed ${i}`]))
  const body = { update: { Mark: Object.fromEntries(marks) } }
  const cells = rows.map((row) =>
    headers.map((name) => (name === "Mark" ? (marks.get(row.Guid) ?? row.Mark) : row[name]))
  )
  const csv = [headers, ...cells].map((row) => row.join(",")).join("\n")
  const columns = headers.map((name) => ({ name, unit: null, type: "Text" }) as const)
  const xlsx = new Uint8Array(written("xlsx", sheetOf(columns, cells), { about: [] }))
  const taken = async (sheet: string | Uint8Array) => {
    const { edits, errors } = await ada.take(sheet)
    if (edits !== changed || errors.length > 0) throw new Error(`${edits} edits, ${errors.length} errors`)
  }
  const table = entriesOf(xlsx).get("xl/worksheets/sheet1.xml")!
  const ways = {
    modification: async () => {
      const errors = await ada.modify(body)
      if (errors.length > 0) throw new Error(`${errors.length} errors`)
    },
    csv: () => taken(csv),
    xlsx: () => taken(xlsx),
    inflation: () => inflateRawSync(table.packed, { maxOutputLength: table.size })
  }
  type Way = keyof typeof ways
  const times: Record<Way, Array<Seconds>> = { modification: [], csv: [], xlsx: [], inflation: [] }
  for (let run = -6; run < runs; run++) {
    for (const [way, work] of Object.entries(ways)) {
      const seconds = await secondsOf(work)
      await ada.discard()
      if (run >= 0) times[way as Way].push(seconds)
    }
  }
  const of = (way: Way): Seconds => ({
    processor: median(times[way].map(({ processor }) => processor)),
    passed: median(times[way].map(({ passed }) => passed))
  })
  return {
    modification: of("modification"),
    csv: of("csv"),
    xlsx: of("xlsx"),
    inflation: of("inflation"),
    unpacked: table.size
  }
}
