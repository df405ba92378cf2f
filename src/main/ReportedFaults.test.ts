import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import { Context } from "../../spec-tests/harness/Context.ts"
import { tryEdits } from "./testing/reported/Edits.ts"
import type { Expected } from "./testing/reported/Expected.ts"
import { compareLibraries, compareWarnings } from "./testing/reported/Libraries.ts"
import { Trial } from "./testing/reported/Trial.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"

// Small files that other software answers wrongly, with the right answers (its README says what each member means).
const folder = process.env["FAULTS_DIR"] ?? join(import.meta.dir, "../../../shared/faults")
const answers = join(folder, "expected.json")
const entries: ReadonlyArray<readonly [string, Expected]> = existsSync(answers)
  ? Object.entries(JSON.parse(readFileSync(answers, "utf8")) as Readonly<Record<string, Expected>>)
  : []

describe.skipIf(entries.length === 0)("the files of expected.json (FAULTS_DIR)", () => {
  let service: ServiceProcess.ServiceProcess
  let context: Context

  beforeAll(async () => {
    service = await ServiceProcess.start()
    context = new Context(service.url, await service.token("ada"), null)
  })

  afterAll(() => service.stop())

  test.each(entries.map(([file, expected]) => [expected.fault, file, expected.title, expected] as const))(
    "%s %s: %s",
    async (_fault, file, _title, expected) => {
      const trial = await Trial.of(context, await Bun.file(join(folder, file)).bytes())
      if (expected.products !== undefined) await trial.products(expected.products)
      if (expected.details !== undefined || expected.unlisted !== undefined) {
        await trial.details(expected.details ?? {}, expected.unlisted)
      }
      if (expected.filters !== undefined) await trial.filters(expected.filters)
      if (expected.quantities !== undefined) await trial.quantities(expected.quantities)
      if (expected.computed !== undefined) await trial.computed(expected.computed, expected.tolerance)
      await compareLibraries(trial, expected)
      compareWarnings(trial, expected)
      const isEdited = expected.change ?? expected.delete ?? expected.export ?? expected.after
      if (isEdited !== undefined) await tryEdits(trial, expected)
      expect(trial.findings.lines).toEqual([])
    }
  )
})
