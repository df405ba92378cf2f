import { expect, test } from "bun:test"
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import process from "node:process"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { formats } from "../../adapters/formats/Formats.ts"
import { madePicture, madeRevit } from "../../adapters/formats/testing/MadeRevit.ts"
import { madeZip } from "../../adapters/formats/testing/MadeZip.ts"
import type { ImportReport } from "../domain/models/ModelContent.ts"
import { fullTest } from "../testing/Volume.ts"
import * as Work from "../http/testing/Work.ts"
import { Computation } from "../ports/Computation.ts"
import { importedFiles, ImportModelJob, measuredFiles, MeasureModelJob } from "../ports/operations/Jobs.ts"
import { importModel } from "../worker/jobs/ImportModel.ts"
import { measureModel } from "../worker/jobs/MeasureModel.ts"
import { imported, importedGuid } from "../worker/testing/Imported.ts"

const house = readFileSync(join(import.meta.dir, "../../spec-tests/fixtures/house.ifc"))
const converter = join(import.meta.dir, "../../adapters/formats/testing/FakeConverter.ts")
const command = (how: string, ...words: ReadonlyArray<string>) => [
  process.execPath,
  "--no-install",
  converter,
  how,
  "{in}",
  "{out}",
  ...words
]

const ofIfc = { schema: "IFC4", position: { site: null, map: null } }

test("an archive becomes the model of its file, and that file is kept", async () => {
  const exit = await imported(
    (folder) => writeFileSync(join(folder, "input"), madeZip([{ name: "a/house.ifc", bytes: house }])),
    (folder, seen) => {
      expect(seen).toEqual(seen.toSorted((a, b) => a - b))
      return readFileSync(join(folder, "unpacked.ifc"))
    },
    "zip"
  )
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  expect(exit.value.answer).toEqual({ ...ofIfc, products: 13, made: "unpacked.ifc", picture: null })
  expect(exit.value.found.equals(house)).toBe(true)
})

const mesh = join(process.env["MODELS_DIR"] ?? join(import.meta.dir, "../../../shared/models"), "mesh.3dm")

const rhinoTest = existsSync(mesh) ? fullTest : test.skip
rhinoTest("an archive of a Rhino file becomes the same model as the file alone", async () => {
  const bytes = readFileSync(mesh)
  const of = (format: string, input: Uint8Array) =>
    imported(
      (folder) => writeFileSync(join(folder, "input"), input),
      (folder) => readFileSync(join(folder, "rhino.ifc")),
      format
    )
  const [alone, packed] = [await of("3dm", bytes), await of("zip", madeZip([{ name: "Mesh.3DM", bytes }]))]
  if (Exit.isFailure(alone) || Exit.isFailure(packed)) throw new Error("It was not read")
  expect(packed.value).toEqual(alone.value)
})

const converted = async (format: string, bytes: Uint8Array) => {
  const exit = await imported(
    (folder) => writeFileSync(join(folder, "input"), bytes),
    (folder) => JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as ImportReport,
    format,
    { rvt: command("converts") }
  )
  if (Exit.isFailure(exit)) throw new Error(String(exit.cause))
  expect(exit.value.answer).toEqual({ ...ofIfc, products: 1, made: "converted.ifc", picture: "preview.png" })
  const warning = "Converted from Revit 2024 (build 20230308_1635(x64)) by the operator's converter."
  expect(exit.value.found.warnings).toContain(warning)
}
test("an archive of a .rvt file is converted by the configured command, and its report says so", () =>
  converted("zip", madeZip([{ name: "m.rvt", bytes: madeRevit({ picture: madePicture() }) }])))
fullTest("a .rvt file is converted by the request's command, as its report says", () =>
  converted("rvt", madeRevit({ picture: madePicture() }))
)

test("a hanging converter ends with its process", async () => {
  const marker = `hangs-${process.pid}-${crypto.randomUUID()}`
  const running = () =>
    readdirSync("/proc").filter((pid) => {
      try {
        return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "latin1").includes(marker)
      } catch {
        return false
      }
    })
  const ended = imported(
    (folder) => writeFileSync(join(folder, "input"), madeRevit()),
    () => null,
    "rvt",
    { rvt: command("hangs", marker) },
    6
  )
  while (running().length === 0) await Bun.sleep(50)
  const exit = await ended
  if (Exit.isSuccess(exit) || exit.cause._tag !== "Fail") throw new Error("It was not ended")
  expect(exit.cause.error).toMatchObject({ _tag: "JobCrashed", cause: "time" })
  expect(running()).toEqual([])
})

test("the picture of a model without shapes is that of its file", () =>
  Effect.gen(function* () {
    const { run, scratch } = yield* Computation
    const folder = yield* scratch
    const given = madePicture(20, 10)
    writeFileSync(join(folder, "input"), madeRevit({ picture: given }))
    const job = ImportModelJob.make({
      file: "input",
      format: "rvt",
      modelGuid: importedGuid,
      converters: { rvt: command("converts") }
    })
    const { made, picture } = yield* run(job, { scratch: folder })
    const pictureOf = (name: string | null, file: string) =>
      run(MeasureModelJob.make({ file, table: importedFiles.table, report: null, picture: name }), {
        scratch: folder
      }).pipe(Effect.map(() => readFileSync(join(folder, measuredFiles.picture))))
    expect((yield* pictureOf(picture, made!)).equals(given)).toBe(true)
    expect((yield* pictureOf(null, made!)).equals(given)).toBe(false)
  }).pipe(Effect.scoped, Effect.provide(Work.layer([importModel(formats), measureModel])), Effect.runPromise))
