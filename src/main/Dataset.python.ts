import { afterAll, beforeAll, test } from "bun:test"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { datasetReaders } from "../../bench/DatasetReaders.ts"
import { pythonOf } from "../../bench/PythonEnvironment.ts"
import { replicate } from "../../bench/Replicate.ts"
import { names, pathOf } from "../ifc/testing/RealModels.ts"
import * as DatasetAgreement from "./testing/dataset/DatasetAgreement.ts"
import * as DatasetReading from "./testing/dataset/DatasetReading.ts"
import * as ServiceProcess from "./testing/ServiceProcess.ts"
import * as TableService from "./testing/TableService.ts"

const folder = mkdtempSync(join(tmpdir(), "plinth-dataset-"))
const script = join(import.meta.dir, "testing/dataset/read.py")
const wanted = process.env["DATASET_MODELS"]?.split(",") ?? names
const [firstModel] = wanted as [string]

let service: ServiceProcess.ServiceProcess | undefined
let agreement: ReturnType<typeof DatasetAgreement.make>
beforeAll(async () => {
  const python = await pythonOf(datasetReaders)
  const read: DatasetReading.Reader = async (asked) => {
    const file = join(folder, "asked.json")
    await Bun.write(file, JSON.stringify(asked))
    return JSON.parse(await TableService.run(python, script, file)) as DatasetReading.Found
  }
  service = await ServiceProcess.start()
  agreement = DatasetAgreement.make(await DatasetReading.make(service, read), ["DuckDB", "PyIceberg", "Polars", "chDB"])
})
afterAll(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Copies of mini-project.ifc whose rows of properties take more than one row group of 100,000 rows. */
const copies = 2

test("after imports, every reader finds what the service answers, in a file of several row groups too", async () => {
  const large = join(folder, "large.ifc")
  await Bun.write(large, Buffer.concat([...replicate(readFileSync(pathOf("mini-project.ifc")), copies)]))
  await agreement.afterImports([...wanted, large])
})

test("after an edit, a new file and a removal as well, and each snapshot shows what it showed", () =>
  agreement.afterChanges(firstModel))
